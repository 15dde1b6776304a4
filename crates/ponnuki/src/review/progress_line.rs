//! How far the reviews are, all together.

use std::io::Stderr;
use std::time::{Duration, Instant};

use crate::clock::now;
use crate::layout::grouped;
use crate::progress::Progress;

/// How many signs the bar has.
const BAR: usize = 20;

/// A line of the terminal that shows how many looks at positions are done.
#[derive(Debug)]
pub(super) struct ProgressLine {
    progress: Progress<Stderr>,
    n_all: usize,
    n_done: usize,
    /// How many of `n_done` were known from before.
    n_known: usize,
    since: Instant,
}

impl ProgressLine {
    /// A line for `n_all` looks, none of which is done yet.
    pub(super) fn new(n_all: usize) -> ProgressLine {
        ProgressLine {
            progress: Progress::on_stderr(),
            n_all,
            n_done: 0,
            n_known: 0,
            since: now(),
        }
    }

    /// Counts looks that were known from before.
    pub(super) fn add_known(&mut self, n: usize) {
        self.n_known += n;
        self.n_done += n;
    }

    /// Counts looks that were done now, and shows the line.
    pub(super) fn add(&mut self, n: usize) {
        self.n_done += n;
        let (n_done, n_all) = (self.n_done, self.n_all);
        let n_now = n_done - self.n_known;
        let since = self.since;
        self.progress
            .tell(|| line(n_done, n_all, n_now, since.elapsed()));
    }

    /// How long all of them take at the pace of those that were judged now; `None` if none was.
    pub(super) fn time_of_all(&self) -> Option<Duration> {
        let n_now = self.n_done - self.n_known;
        let per_one = self.since.elapsed().checked_div(n_now as u32)?;
        Some(per_one * self.n_all as u32)
    }

    /// Leaves the line empty, for something else to be written there.
    pub(super) fn clear(&mut self) {
        self.progress.clear();
    }
}

/// What is told when `n_done` of `n_all` are done, `n_now` of them in the last `time`.
fn line(n_done: usize, n_all: usize, n_now: usize, time: Duration) -> String {
    let n_signs = (BAR * n_done / n_all.max(1)).min(BAR);
    let bar = format!("{}{}", "█".repeat(n_signs), "░".repeat(BAR - n_signs));
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

    #[test]
    fn the_line_tells_how_far_it_is_and_how_long_it_takes() {
        let minute = Duration::from_secs(60);
        assert_eq!(
            line(50, 200, 50, minute),
            "█████░░░░░░░░░░░░░░░ 50 of 200, 3 min left"
        );
        // What was known before took no time now.
        assert_eq!(
            line(150, 200, 10, minute),
            "███████████████░░░░░ 150 of 200, 5 min left"
        );
        assert_eq!(
            line(200, 200, 10, minute),
            "████████████████████ 200 of 200, 0 s left"
        );
        assert_eq!(
            line(1, 2_000, 1, minute),
            "░░░░░░░░░░░░░░░░░░░░ 1 of 2,000, 33.3 h left"
        );
    }
}
