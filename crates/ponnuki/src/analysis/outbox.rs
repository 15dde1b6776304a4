//! Lines on their way to the client: written by one thread, so that none is torn.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How many lines may wait for a client that does not read. Whoever has an
/// answer then waits as well; what is only a report on the way is dropped.
const LINES_MAX: usize = 1 << 8;

/// How many lines may wait in all, those that answer a line at once included.
const ALL_LINES_MAX: usize = 1 << 16;

/// Lines that were not written yet.
#[derive(Debug)]
pub(super) struct Outbox {
    state: Mutex<State>,
    /// Told of every change.
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    lines: VecDeque<String>,
    n_writers: usize,
}

impl Outbox {
    /// One that so many threads will put lines into.
    pub(super) fn new(n_writers: usize) -> Outbox {
        Outbox {
            state: Mutex::new(State {
                lines: VecDeque::new(),
                n_writers,
            }),
            changed: Condvar::new(),
        }
    }

    /// Adds a line that has to arrive, when there is room.
    pub(super) fn put(&self, line: String) {
        self.put_within(LINES_MAX, line);
    }

    /// Adds a line that answers another at once, and is about as long. There is
    /// far more room for those, so that reading goes on while a client writes
    /// all it has before it reads anything.
    pub(super) fn put_at_once(&self, line: String) {
        self.put_within(ALL_LINES_MAX, line);
    }

    fn put_within(&self, n_lines_max: usize, line: String) {
        let mut state = self.lock();
        while state.lines.len() >= n_lines_max {
            state = self.wait(state);
        }
        state.lines.push_back(line);
        self.changed.notify_all();
    }

    /// Adds a line if there is room.
    pub(super) fn offer(&self, line: String) {
        let mut state = self.lock();
        if state.lines.len() < LINES_MAX {
            state.lines.push_back(line);
            self.changed.notify_all();
        }
    }

    /// Says that one thread will put no more lines into it.
    pub(super) fn leave(&self) {
        self.lock().n_writers -= 1;
        self.changed.notify_all();
    }

    /// Writes every line to `out`, until all threads have left.
    ///
    /// # Errors
    ///
    /// What `out` says.
    pub(super) fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        loop {
            let mut state = self.lock();
            while state.lines.is_empty() && state.n_writers > 0 {
                state = self.wait(state);
            }
            let lines = std::mem::take(&mut state.lines);
            drop(state);
            self.changed.notify_all();
            if lines.is_empty() {
                return Ok(());
            }
            for line in lines {
                out.write_all(line.as_bytes())?;
                out.write_all(b"\n")?;
            }
            out.flush()?;
        }
    }

    /// A thread that panics leaves the lines whole: every change is one step.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let waited = self.changed.wait(state);
        waited.unwrap_or_else(PoisonError::into_inner)
    }
}

/// Leaves an outbox when it goes, however that comes about.
#[derive(Debug)]
pub(super) struct Leaving<'a>(pub(super) &'a Outbox);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.leave();
    }
}
