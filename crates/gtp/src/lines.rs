//! Lines out of a stream of bytes, none longer than a limit, and what is kept of them.

use std::io::{self, BufRead, ErrorKind};

/// A line without its line break, or the news that it was too long to keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// All of it.
    Whole(Vec<u8>),
    /// It is longer than it may be, and not read to its end.
    TooLong,
}

/// The next line, if there is one; a last line without a line break counts.
/// A line longer than `max` bytes is not read to its end: see [`skip_line`].
///
/// # Errors
///
/// What `input` says.
pub fn read_line(input: &mut impl BufRead, max: usize) -> io::Result<Option<InputLine>> {
    let mut line = Vec::new();
    let mut is_begun = false;
    loop {
        let step = take_chunk(input, |chunk| {
            is_begun |= !chunk.is_empty();
            let end = line_end(chunk);
            let part = &chunk[..end.unwrap_or(chunk.len())];
            if line.len() + part.len() > max {
                return (0, Some(InputLine::TooLong));
            }
            line.extend_from_slice(part);
            let is_last = chunk.is_empty() || end.is_some();
            let n_taken = part.len() + usize::from(end.is_some());
            (
                n_taken,
                is_last.then(|| InputLine::Whole(std::mem::take(&mut line))),
            )
        });
        if let Some(line) = step? {
            return Ok(is_begun.then_some(line));
        }
    }
}

/// Skips the mark that some programs of Windows write before UTF-8, if `input` begins with it.
///
/// # Errors
///
/// What `input` says.
pub fn skip_bom(input: &mut impl BufRead) -> io::Result<()> {
    const BOM: &[u8] = b"\xEF\xBB\xBF";
    for byte in BOM {
        // Nothing else that is UTF-8 begins with a part of it and means something here, so
        // what was skipped need not be put back.
        let is_there = take_chunk(input, |chunk| match chunk.first() == Some(byte) {
            true => (1, true),
            false => (0, false),
        })?;
        if !is_there {
            break;
        }
    }
    Ok(())
}

/// Reads to the end of a line and keeps nothing of it.
///
/// # Errors
///
/// What `input` says.
pub fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    let mut skip = |chunk: &[u8]| match line_end(chunk) {
        Some(end) => (end + 1, true),
        None => (chunk.len(), chunk.is_empty()),
    };
    while !take_chunk(input, &mut skip)? {}
    Ok(())
}

/// Hands over what can be read at once, nothing at the end; `take` says how
/// many bytes it took.
fn take_chunk<T>(
    input: &mut impl BufRead,
    mut take: impl FnMut(&[u8]) -> (usize, T),
) -> io::Result<T> {
    loop {
        match input.fill_buf() {
            Ok(chunk) => {
                let (n_taken, taken) = take(chunk);
                input.consume(n_taken);
                return Ok(taken);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn line_end(chunk: &[u8]) -> Option<usize> {
    chunk.iter().position(|&byte| byte == b'\n')
}

/// The text of one line as GTP has it: no control characters, tabs as spaces,
/// no blanks at the end.
pub(crate) fn clean(line: &str) -> String {
    let signs = line.chars().filter_map(|sign| match sign {
        '\t' => Some(' '),
        sign if sign.is_control() => None,
        sign => Some(sign),
    });
    let mut text: String = signs.collect();
    text.truncate(text.trim_end().len());
    text
}

/// The lines of a text that may stand inside a response: each clean, none blank.
pub(crate) fn clean_lines(text: &str) -> impl Iterator<Item = String> {
    text.split(['\n', '\r'])
        .map(clean)
        .filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::*;

    /// Gives one byte at a time, and is interrupted before each.
    struct Trickle<'a> {
        bytes: &'a [u8],
        is_ready: bool,
    }

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.is_ready = !self.is_ready;
            if !self.is_ready {
                return Err(ErrorKind::Interrupted.into());
            }
            self.bytes.read(&mut buffer[..1])
        }
    }

    fn all(mut input: impl BufRead) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut input, 5).unwrap() {
            lines.push(match line {
                InputLine::Whole(bytes) => String::from_utf8(bytes).unwrap(),
                InputLine::TooLong => {
                    skip_line(&mut input).unwrap();
                    "too long".to_owned()
                }
            });
        }
        lines
    }

    #[test]
    fn a_mark_before_the_first_line_is_skipped_whatever_the_chunks() {
        for (bytes, rest) in [
            (&b"\xEF\xBB\xBFname\n"[..], &b"name\n"[..]),
            (b"name\n", b"name\n"),
            (b"\xEF\xBB\xBF", b""),
            (b"", b""),
            (b"\xEF\xBB\xBF\xEF\xBB\xBFx", b"\xEF\xBB\xBFx"),
        ] {
            let mut trickle = BufReader::with_capacity(
                1,
                Trickle {
                    bytes,
                    is_ready: true,
                },
            );
            let mut whole = bytes;
            skip_bom(&mut whole).unwrap();
            assert_eq!(whole, rest);
            skip_bom(&mut trickle).unwrap();
            let left = all(trickle).join("\n");
            let expected = String::from_utf8_lossy(rest);
            assert_eq!(left, expected.trim_end(), "{bytes:?}");
        }
    }

    #[test]
    fn lines_come_whole_whatever_the_chunks() {
        for (text, expected) in [
            ("", &[][..]),
            ("\n", &[""]),
            ("a\n\nb", &["a", "", "b"]),
            ("12345\n123456\n1\n", &["12345", "too long", "1"]),
            ("1234567", &["too long"]),
        ] {
            let trickle = Trickle {
                bytes: text.as_bytes(),
                is_ready: true,
            };
            assert_eq!(all(text.as_bytes()), expected, "{text:?}");
            assert_eq!(
                all(BufReader::with_capacity(1, trickle)),
                expected,
                "{text:?}"
            );
        }
    }
}
