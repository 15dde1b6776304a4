//! Lines on their way to a client: taken by one side, so that none is torn.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// How many lines may wait for a client that does not read. What is only a report
/// on the way is then dropped; for what else happens see [`WhenFull`].
const LINES_MAX: usize = 1 << 8;

/// How many lines may wait in all, those that answer a line at once included.
const ALL_LINES_MAX: usize = 1 << 16;

/// What to do with an answer for which there is no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WhenFull {
    /// Whoever has it waits: there is one client, and nobody else to think for.
    Wait,
    /// The client is let go: others wait for the thinkers too.
    LetGo,
}

/// Lines for one client that were not taken yet.
#[derive(Debug)]
pub(super) struct Outbox {
    when_full: WhenFull,
    state: Mutex<State>,
    /// Told of every change.
    changed: Condvar,
    /// The same for whoever does not block.
    ready: Notify,
}

#[derive(Debug, Default)]
struct State {
    lines: VecDeque<String>,
    /// How many may still put lines into it.
    n_writers: usize,
    /// Whether nobody will take them.
    is_abandoned: bool,
}

impl Outbox {
    pub(super) fn new(when_full: WhenFull) -> Arc<Outbox> {
        Arc::new(Outbox {
            when_full,
            state: Mutex::default(),
            changed: Condvar::new(),
            ready: Notify::new(),
        })
    }

    /// Adds a line that has to arrive, when there is room.
    fn put(&self, n_lines_max: usize, line: String) {
        let mut state = self.lock();
        while state.lines.len() >= n_lines_max && !state.is_abandoned {
            if self.when_full == WhenFull::LetGo {
                self.abandon_with(&mut state);
                return;
            }
            state = self.wait(state);
        }
        if !state.is_abandoned {
            state.lines.push_back(line);
            self.tell();
        }
    }

    /// Says that nobody will take any more lines.
    pub(super) fn abandon(&self) {
        self.abandon_with(&mut self.lock());
    }

    fn abandon_with(&self, state: &mut State) {
        state.is_abandoned = true;
        state.lines.clear();
        self.tell();
    }

    /// Writes every line to `out`, until all writers have left.
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

    /// The next line, as soon as there is one; `None` when it was abandoned. For one
    /// that takes them, not several.
    pub(super) async fn next(&self) -> Option<String> {
        loop {
            match self.try_next() {
                Ok(line) => return line,
                Err(Empty) => self.ready.notified().await,
            }
        }
    }

    fn try_next(&self) -> Result<Option<String>, Empty> {
        let mut state = self.lock();
        if state.is_abandoned {
            return Ok(None);
        }
        let line = state.lines.pop_front().ok_or(Empty)?;
        self.changed.notify_all();
        Ok(Some(line))
    }

    fn tell(&self) {
        self.changed.notify_all();
        self.ready.notify_one();
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

/// There is no line now.
struct Empty;

/// Somebody who may put lines into an outbox: it is open as long as one lives.
#[derive(Debug)]
pub(super) struct Writer(Arc<Outbox>);

impl Writer {
    pub(super) fn new(outbox: &Arc<Outbox>) -> Writer {
        outbox.lock().n_writers += 1;
        Writer(Arc::clone(outbox))
    }

    /// Whether the lines go to the same client as those of `other`.
    pub(super) fn is_for_the_same(&self, other: &Writer) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Adds a line that has to arrive, when there is room.
    pub(super) fn put(&self, line: String) {
        self.0.put(LINES_MAX, line);
    }

    /// Adds a line that answers another at once, and is about as long. There is
    /// far more room for those, so that reading goes on while a client writes
    /// all it has before it reads anything.
    pub(super) fn put_at_once(&self, line: String) {
        self.0.put(ALL_LINES_MAX, line);
    }

    /// Adds a line if there is room.
    pub(super) fn offer(&self, line: String) {
        let mut state = self.0.lock();
        if state.lines.len() < LINES_MAX && !state.is_abandoned {
            state.lines.push_back(line);
            self.0.tell();
        }
    }
}

impl Clone for Writer {
    fn clone(&self) -> Writer {
        Writer::new(&self.0)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.0.lock().n_writers -= 1;
        self.0.tell();
    }
}
