//! What was measured, as a person reads it.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::stranger::Tally;
use super::{Load, Others, Seen};

/// What was measured.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) n_sockets: usize,
    pub(crate) n_moves: u64,
    pub(crate) time: Duration,
    /// What the server's processors did in that time.
    pub(crate) cpu: Option<Duration>,
    pub(crate) seen: Seen,
    /// What the stranger got, if there was one.
    pub(crate) stranger: Arc<Tally>,
    pub(crate) memory_empty: Option<u64>,
    pub(crate) memory_rooms: Option<u64>,
    pub(crate) memory_full: Option<u64>,
    pub(crate) memory_after: Option<u64>,
}

impl Report {
    /// Writes it.
    pub(crate) fn write(&self, load: Load, out: &mut impl Write) -> io::Result<()> {
        let mut delays = self.seen.delays.clone();
        delays.sort_unstable();
        let at = |share: f64| quantile(&delays, share);
        let seconds = self.time.as_secs_f64();
        writeln!(
            out,
            "\n{} games, {} sockets, {seconds:.0} s",
            load.n_games, self.n_sockets
        )?;
        writeln!(
            out,
            "moves          {} ({:.0} a second)",
            self.n_moves,
            self.n_moves as f64 / seconds
        )?;
        let n_expected = self.n_moves * (load.n_watchers as u64 + 2);
        writeln!(
            out,
            "seen           {} of {n_expected}; {} gaps, {} refused, {} connections broken",
            delays.len(),
            self.seen.n_gaps,
            self.seen.n_refused,
            self.seen.n_broken
        )?;
        writeln!(
            out,
            "sent to seen   median {:.2} ms, 90 % {:.2}, 99 % {:.2}, 99.9 % {:.2}, longest {:.2}",
            at(0.5),
            at(0.9),
            at(0.99),
            at(0.999),
            at(1.0)
        )?;
        if let Some(cpu) = self.cpu {
            let share = 100.0 * cpu.as_secs_f64() / seconds;
            writeln!(out, "processor      {share:.0} % of one core")?;
        }
        if load.others == Others::Stranger {
            self.write_stranger(out)?;
        }
        self.write_memory(load, out)
    }

    fn write_stranger(&self, out: &mut impl Write) -> io::Result<()> {
        let n = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
        writeln!(
            out,
            "the stranger   {} strong moves, {} positions reviewed, {} films",
            n(&self.stranger.n_moves),
            n(&self.stranger.n_positions),
            n(&self.stranger.n_films),
        )?;
        let waits = self.stranger.waits();
        writeln!(
            out,
            "weak moves     {} elsewhere: median {:.2} ms, 90 % {:.2}, longest {:.2}",
            waits.len(),
            quantile(&waits, 0.5),
            quantile(&waits, 0.9),
            quantile(&waits, 1.0),
        )
    }

    fn write_memory(&self, load: Load, out: &mut impl Write) -> io::Result<()> {
        let (Some(empty), Some(rooms), Some(full), Some(after)) = (
            self.memory_empty,
            self.memory_rooms,
            self.memory_full,
            self.memory_after,
        ) else {
            return writeln!(out, "memory         (this system does not tell)");
        };
        let megabytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        let each = |bytes: u64, n: usize| bytes.saturating_sub(empty) as f64 / 1024.0 / n as f64;
        writeln!(
            out,
            "memory         {:.0} MB empty, {:.0} with all rooms ({:.1} kB a room), {:.0} with all sockets\n\
             {:15}({:.1} kB a socket, rooms included), {:.0} at the end",
            megabytes(empty),
            megabytes(rooms),
            each(rooms, load.n_games),
            megabytes(full),
            "",
            each(full, self.n_sockets.max(1)),
            megabytes(after),
        )
    }
}

/// The time that this share of `sorted` does not exceed, in milliseconds.
fn quantile(sorted: &[Duration], share: f64) -> f64 {
    let place = (sorted.len() as f64 * share) as usize;
    let time = sorted.get(place.min(sorted.len().saturating_sub(1)));
    time.map_or(0.0, |time| time.as_secs_f64() * 1e3)
}
