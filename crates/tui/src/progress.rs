//! How far long work is, on a line of the terminal that is written over.

use std::env;
use std::io::{self, IsTerminal, Stderr, Write};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use ponnuki_words::layout::grouped;
use ponnuki_words::{TerminalCharset, cleaned};

use crate::run::now;

/// The charset of the terminal, as the locale says.
pub static CHARSET: LazyLock<TerminalCharset> =
    LazyLock::new(|| TerminalCharset::of_locale(|name| env::var(name).ok()));

/// How long people wait before they ask, and how often they look again.
pub const PROGRESS_EVERY: Duration = Duration::from_secs(1);

/// A line on stderr that is written over, if stderr is a terminal.
#[derive(Debug)]
pub struct ProgressLine<W> {
    terminal: Option<W>,
    every: Duration,
    shown_at: Instant,
    is_shown: bool,
}

impl ProgressLine<Stderr> {
    /// The line for the person who started the program.
    pub fn on_stderr() -> ProgressLine<Stderr> {
        let can_write_over = |stderr: &Stderr| stderr.is_terminal() && !is_dumb();
        let terminal = Some(io::stderr()).filter(can_write_over);
        ProgressLine::new(terminal, PROGRESS_EVERY)
    }
}

impl<W: Write> ProgressLine<W> {
    fn new(terminal: Option<W>, every: Duration) -> ProgressLine<W> {
        ProgressLine {
            terminal,
            every,
            shown_at: now(),
            is_shown: false,
        }
    }

    /// Shows `line` if the last one has stood long enough.
    pub fn tell(&mut self, line: impl FnOnce() -> String) {
        if let Some(terminal) = &mut self.terminal
            && self.shown_at.elapsed() >= self.every
        {
            show(terminal, &line());
            self.shown_at = now();
            self.is_shown = true;
        }
    }

    /// Leaves the line empty, for something else to be written there.
    pub fn clear(&mut self) {
        if let (Some(terminal), true) = (&mut self.terminal, self.is_shown) {
            show(terminal, "");
            self.is_shown = false;
        }
    }
}

/// Whether the terminal can only be written to line by line, as `TERM` says.
pub fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Writes over the line that was shown before.
pub fn show(terminal: &mut impl Write, line: &str) {
    // Longer than any that is shown, shorter than any terminal is wide.
    const LINE_MAX: usize = 60;
    let line = cleaned(line);
    let text = format!("\r{line:LINE_MAX$.LINE_MAX$}\r");
    let written = terminal.write_all(&CHARSET.encode(&text));
    // A terminal that has gone is no reason to stop the work.
    drop(written.and_then(|()| terminal.flush()));
}

/// How many signs the bar has.
const BAR_SIGNS: usize = 20;

/// A line of the terminal that shows how many things of many are done, and how long the rest
/// takes.
#[derive(Debug)]
pub struct ProgressBar {
    progress: ProgressLine<Stderr>,
    n_all: usize,
    n_done: usize,
    /// How many of `n_done` were known from before.
    n_known: usize,
    since: Instant,
}

impl ProgressBar {
    /// A line for `n_all` things, none of which is done yet.
    pub fn new(n_all: usize) -> ProgressBar {
        ProgressBar {
            progress: ProgressLine::on_stderr(),
            n_all,
            n_done: 0,
            n_known: 0,
            since: now(),
        }
    }

    /// Counts things that were done before this run.
    pub fn add_known(&mut self, n: usize) {
        self.n_known += n;
        self.n_done += n;
    }

    /// Counts things that were done now, and shows the line.
    pub fn add(&mut self, n: usize) {
        self.n_done += n;
        let (n_done, n_all) = (self.n_done, self.n_all);
        let n_now = n_done - self.n_known;
        let since = self.since;
        self.progress
            .tell(|| bar_line(n_done, n_all, n_now, since.elapsed()));
    }

    /// How long all of them take at the pace of those that were done now; `None` if none was.
    pub fn time_of_all(&self) -> Option<Duration> {
        let n_now = self.n_done - self.n_known;
        let per_one = self.since.elapsed().checked_div(n_now as u32)?;
        Some(per_one * self.n_all as u32)
    }

    /// Leaves the line empty, for something else to be written there.
    pub fn clear(&mut self) {
        self.progress.clear();
    }
}

/// What is told when `n_done` of `n_all` are done, `n_now` of them in the last `time`.
fn bar_line(n_done: usize, n_all: usize, n_now: usize, time: Duration) -> String {
    let n_signs = (BAR_SIGNS * n_done / n_all.max(1)).min(BAR_SIGNS);
    let bar = format!("{}{}", "█".repeat(n_signs), "░".repeat(BAR_SIGNS - n_signs));
    let n_left = n_all.saturating_sub(n_done);
    let left = time.mul_f64(n_left as f64 / n_now.max(1) as f64);
    let (done, all) = (grouped(n_done as u64), grouped(n_all as u64));
    format!("{bar} {done} of {all}, {} left", in_words(left))
}

fn in_words(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..90 => format!("{seconds} s"),
        seconds @ 90..5400 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{:.1} h", seconds as f64 / 3600.0),
    }
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
        let mut progress = ProgressLine::new(Some(&mut terminal), Duration::ZERO);
        progress.clear();
        progress.tell(|| "1 of 2".to_owned());
        progress.clear();
        progress.clear();
        assert_eq!(lines(&terminal), ["", "1 of 2", "", "", ""]);
    }

    #[test]
    fn who_is_quick_shows_nothing() {
        let mut terminal = Vec::new();
        let mut progress = ProgressLine::new(Some(&mut terminal), Duration::from_secs(3600));
        progress.tell(|| "1 of 2".to_owned());
        progress.clear();
        assert!(terminal.is_empty());
    }

    #[test]
    fn the_line_tells_how_far_it_is_and_how_long_it_takes() {
        let minute = Duration::from_secs(60);
        assert_eq!(
            bar_line(50, 200, 50, minute),
            "█████░░░░░░░░░░░░░░░ 50 of 200, 3 min left"
        );
        // What was known before took no time now.
        assert_eq!(
            bar_line(150, 200, 10, minute),
            "███████████████░░░░░ 150 of 200, 5 min left"
        );
        assert_eq!(
            bar_line(200, 200, 10, minute),
            "████████████████████ 200 of 200, 0 s left"
        );
        assert_eq!(
            bar_line(1, 2_000, 1, minute),
            "░░░░░░░░░░░░░░░░░░░░ 1 of 2,000, 33.3 h left"
        );
    }
}
