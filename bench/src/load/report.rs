//! What was measured, as a person reads it.

use std::io::{self, Write};
use std::time::Duration;

use super::{Load, Seen};

/// What was measured.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) n_sockets: usize,
    pub(crate) n_moves: u64,
    pub(crate) time: Duration,
    /// What the server's processors did in that time.
    pub(crate) cpu: Option<Duration>,
    pub(crate) seen: Seen,
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
        let at = |share: f64| {
            let place = (delays.len() as f64 * share) as usize;
            let delay = delays.get(place.min(delays.len().saturating_sub(1)));
            delay.map_or(0.0, |delay| delay.as_secs_f64() * 1e3)
        };
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
        self.write_memory(load, out)
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
