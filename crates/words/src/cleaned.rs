//! What is written to a terminal: nothing that a file, a server or a name says commands it.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::{TerminalCharset, is_unprintable};

/// Stands for what is not shown.
const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;

/// `text` as a terminal may see it, with its lines and tabs. The carriage returns of
/// foreign files are left out.
pub fn cleaned(text: &str) -> Cow<'_, str> {
    let is_bad = |letter: char| is_unprintable(letter) && letter != '\n' && letter != '\t';
    if !text.contains(is_bad) {
        return Cow::Borrowed(text);
    }
    let letters = text.chars().filter(|&letter| letter != '\r');
    let shown = letters.map(|letter| if is_bad(letter) { REPLACEMENT } else { letter });
    Cow::Owned(shown.collect())
}

/// A writer for a person's terminal: what passes through it is [`cleaned`], and encoded for the
/// charset of the terminal.
#[derive(Debug)]
pub struct Cleaned<W> {
    to: W,
    reader: Readership,
    /// The beginning of a letter whose rest has not come yet.
    begun: Vec<u8>,
}

/// Who reads what is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readership {
    /// A person: it is cleaned.
    Person,
    /// A person at a terminal that has this charset.
    Terminal(TerminalCharset),
    /// A file or a program, which gets every byte as it is.
    Program,
}

impl<W: Write> Cleaned<W> {
    /// Writes to `to`, which `reader` reads.
    pub fn new(to: W, reader: Readership) -> Cleaned<W> {
        Cleaned {
            to,
            reader,
            begun: Vec::new(),
        }
    }
}

impl<W: Write> Write for Cleaned<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.reader == Readership::Program {
            return self.to.write(bytes);
        }
        let charset = match self.reader {
            Readership::Terminal(charset) => charset,
            Readership::Person | Readership::Program => TerminalCharset::Utf8,
        };
        self.begun.extend_from_slice(bytes);
        let mut n_shown = 0;
        for part in self.begun.utf8_chunks() {
            self.to.write_all(&charset.encode(&cleaned(part.valid())))?;
            n_shown += part.valid().len();
            let rest = &self.begun[n_shown..];
            // What is invalid at the very end may be half a letter.
            let is_begun = std::str::from_utf8(rest).is_err_and(|why| why.error_len().is_none());
            if is_begun && rest.len() == part.invalid().len() {
                break;
            }
            if !part.invalid().is_empty() {
                let replacement = REPLACEMENT.to_string();
                self.to.write_all(&charset.encode(&replacement))?;
                n_shown += part.invalid().len();
            }
        }
        self.begun.drain(..n_shown);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(reader: Readership, bytes: &[u8], expected: &str) {
        // Letters come in one piece or byte by byte.
        for n in [1, bytes.len()] {
            let mut shown = Vec::new();
            let mut out = Cleaned::new(&mut shown, reader);
            for part in bytes.chunks(n) {
                out.write_all(part).unwrap();
            }
            out.flush().unwrap();
            assert_eq!(String::from_utf8_lossy(&shown), expected);
        }
    }

    #[test]
    fn nothing_commands_the_terminal() {
        let hostile = "Go\u{1b}]0;owned\u{7}\u{202e}\r\n\t吴清源\u{9b}";
        let shown = "Go\u{fffd}]0;owned\u{fffd}\u{fffd}\n\t吴清源\u{fffd}";
        check(Readership::Person, hostile.as_bytes(), shown);
        check(
            Readership::Person,
            b"a\x9b2Jb\xffc",
            "a\u{fffd}2Jb\u{fffd}c",
        );
    }

    #[test]
    fn a_terminal_gets_what_it_can_show() {
        let latin = |name: &str| (name == "LANG").then(|| "de_DE.ISO-8859-1".to_owned());
        let reader = Readership::Terminal(TerminalCharset::of_locale(latin));
        let mut shown = Vec::new();
        let mut out = Cleaned::new(&mut shown, reader);
        for byte in "für 囲\u{1b}\n".bytes() {
            out.write_all(&[byte]).unwrap();
        }
        assert_eq!(shown, b"f\xFCr ??\n");
    }

    #[test]
    fn a_file_gets_every_byte() {
        let hostile = "Go\u{1b}]0;owned\u{7}\r\n";
        check(Readership::Program, hostile.as_bytes(), hostile);
    }
}
