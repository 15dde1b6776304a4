//! How far long work is, on a line for the person at the terminal.

use std::env;
use std::io::{self, IsTerminal, Stderr, Write};
use std::time::{Duration, Instant};

use crate::cleaned::{CHARSET, cleaned};
use crate::clock::now;

/// How long people wait before they ask, and how often they look again.
pub(crate) const PROGRESS_EVERY: Duration = Duration::from_secs(1);

/// A line on stderr that is written over, if stderr is a terminal.
#[derive(Debug)]
pub(crate) struct Progress<W> {
    terminal: Option<W>,
    every: Duration,
    shown_at: Instant,
    is_shown: bool,
}

impl Progress<Stderr> {
    /// The line for the person who started the program.
    pub(crate) fn on_stderr() -> Progress<Stderr> {
        let can_write_over = |stderr: &Stderr| stderr.is_terminal() && !is_dumb();
        let terminal = Some(io::stderr()).filter(can_write_over);
        Progress::new(terminal, PROGRESS_EVERY)
    }
}

impl<W: Write> Progress<W> {
    fn new(terminal: Option<W>, every: Duration) -> Progress<W> {
        Progress {
            terminal,
            every,
            shown_at: now(),
            is_shown: false,
        }
    }

    /// Shows `line` if the last one has stood long enough.
    pub(crate) fn tell(&mut self, line: impl FnOnce() -> String) {
        if let Some(terminal) = &mut self.terminal
            && self.shown_at.elapsed() >= self.every
        {
            show(terminal, &line());
            self.shown_at = now();
            self.is_shown = true;
        }
    }

    /// Leaves the line empty, for something else to be written there.
    pub(crate) fn clear(&mut self) {
        if let (Some(terminal), true) = (&mut self.terminal, self.is_shown) {
            show(terminal, "");
            self.is_shown = false;
        }
    }
}

/// Whether the terminal can only be written to line by line, as `TERM` says.
pub(crate) fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Writes over the line that was shown before.
pub(crate) fn show(terminal: &mut impl Write, line: &str) {
    // Longer than any that is shown, shorter than any terminal is wide.
    const LINE_MAX: usize = 60;
    let line = cleaned(line);
    let text = format!("\r{line:LINE_MAX$.LINE_MAX$}\r");
    let written = terminal.write_all(&CHARSET.encode(&text));
    // A terminal that has gone is no reason to stop the work.
    drop(written.and_then(|()| terminal.flush()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(terminal: &[u8]) -> Vec<String> {
        let text = String::from_utf8(terminal.to_vec()).unwrap();
        text.split('\r')
            .map(|line| line.trim_end().to_owned())
            .collect()
    }

    #[test]
    fn a_line_is_written_over_and_cleared() {
        let mut terminal = Vec::new();
        let mut progress = Progress::new(Some(&mut terminal), Duration::ZERO);
        progress.clear();
        progress.tell(|| "1 of 2".to_owned());
        progress.clear();
        progress.clear();
        assert_eq!(lines(&terminal), ["", "1 of 2", "", "", ""]);
    }

    #[test]
    fn who_is_quick_shows_nothing() {
        let mut terminal = Vec::new();
        let mut progress = Progress::new(Some(&mut terminal), Duration::from_secs(3600));
        progress.tell(|| "1 of 2".to_owned());
        progress.clear();
        assert!(terminal.is_empty());
    }
}
