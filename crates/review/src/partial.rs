//! A partial review, kept in a file so that it can be continued: a line of JSON for each position.
//!
//! Lines are only ever added. One that was not finished when the program ended is not read.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use ponnuki_wire::review::{PartialHeader, PartialLine};
use ponnuki_wire::{from_json, to_json};

/// The file to which positions are added.
#[derive(Debug)]
pub(crate) struct PartialReview {
    file: File,
}

impl PartialReview {
    /// Continues the file at `path` if it has the same `header`, and begins it anew if not.
    /// Returns the lines that are known.
    ///
    /// # Errors
    ///
    /// It cannot be read or written.
    pub(crate) fn open(
        path: &Path,
        header: &PartialHeader,
    ) -> io::Result<(PartialReview, Vec<PartialLine>)> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let (lines, n_sound) = read(&bytes, header);
        // An unfinished line is cut off, so that the next one begins where a line begins.
        file.set_len(n_sound as u64)?;
        file.seek(SeekFrom::Start(n_sound as u64))?;
        let mut part = PartialReview { file };
        if n_sound == 0 {
            part.write(&to_json(header))?;
        }
        Ok((part, lines))
    }

    /// Adds a line.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub(crate) fn add(&mut self, line: &PartialLine) -> io::Result<()> {
        self.write(&to_json(line))
    }

    /// Writes a line at once, so that it is there whole or not at all.
    fn write(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())
    }
}

/// The lines of a file that has this `header`, and how many bytes they are, the first
/// included; none of any other file.
fn read(bytes: &[u8], header: &PartialHeader) -> (Vec<PartialLine>, usize) {
    let mut lines = Vec::new();
    let mut n_sound = 0;
    for (i, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let text = str::from_utf8(line)
            .ok()
            .filter(|line| line.ends_with('\n'));
        let is_sound = match (i, text) {
            (_, None) => false,
            (0, Some(text)) => from_json(text).is_ok_and(|found: PartialHeader| found == *header),
            (_, Some(text)) => from_json(text).is_ok_and(|line| {
                lines.push(line);
                true
            }),
        };
        if !is_sound {
            break;
        }
        n_sound += line.len();
    }
    (lines, n_sound)
}

#[cfg(test)]
mod tests {
    use ponnuki_wire::Color;
    use ponnuki_wire::review::JudgedPosition;

    use super::*;

    fn header(of: &str) -> PartialHeader {
        PartialHeader {
            version: "1".to_owned(),
            of: of.to_owned(),
        }
    }

    fn line(at: usize) -> PartialLine {
        PartialLine {
            game: 0,
            at,
            position: JudgedPosition {
                turn: Color::Black,
                visits: 50,
                looks: 1,
                win_rate: 0.1 + 0.2,
                lead: -1.7,
                glance: None,
                candidates: Vec::new(),
                ownership: vec![-100, 0, 100],
            },
        }
    }

    fn text(of: &str, n_lines: usize) -> String {
        let lines = (0..n_lines).map(|at| to_json(&line(at)) + "\n");
        to_json(&header(of)) + "\n" + &lines.collect::<String>()
    }

    #[test]
    fn what_was_written_is_read_back() {
        let text = text("a", 3);
        let read = read(text.as_bytes(), &header("a"));
        assert_eq!(read, ((0..3).map(line).collect(), text.len()));
    }

    #[test]
    fn a_file_cut_anywhere_loses_no_whole_line_and_keeps_no_broken_one() {
        let whole = text("a", 3);
        for n in 0..whole.len() {
            let cut = &whole.as_bytes()[..n];
            let (lines, n_sound) = read(cut, &header("a"));
            let n_ends = cut.iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(lines.len(), n_ends.saturating_sub(1), "cut after {n}");
            assert!(n_sound <= n && (n_sound == 0 || cut[n_sound - 1] == b'\n'));
        }
    }

    #[test]
    fn a_review_of_something_else_is_not_gone_on_with() {
        assert_eq!(read(text("a", 3).as_bytes(), &header("b")), (Vec::new(), 0));
        assert_eq!(read(b"a diary\n", &header("a")), (Vec::new(), 0));
    }
}
