//! Lines on their way to a client: taken by one side, so that none is torn.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// How many results may wait for a client that does not read. What is only a report
/// on the way is then dropped; for what else happens see [`WhenFull`].
const RESULTS_MAX: usize = 1 << 8;

/// How many lines that answer a line at once may wait: there is far more room for
/// those, so that reading goes on while a client writes all it has before it reads
/// anything.
const REPLIES_MAX: usize = 1 << 16;

/// What to do with an answer for which there is no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenFull {
    /// Whoever has it waits: there is one client, and nobody else to think for.
    Wait,
    /// The client is let go: others wait for the thinkers too.
    LetGo,
}

/// Lines for one client that were not taken yet.
#[derive(Debug)]
pub struct Outbox {
    when_full: WhenFull,
    state: Mutex<OutboxState>,
    /// Told of every change.
    changed: Condvar,
    /// The same for whoever does not block.
    ready: Notify,
}

/// What a line is: each kind has room of its own, so that a client which has a
/// thousand turns called off is not let go for the result that comes after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// What was found out about a turn.
    Result,
    /// Answers a line at once, and is about as long.
    Reply,
}

impl Kind {
    fn n_max(self) -> usize {
        match self {
            Kind::Result => RESULTS_MAX,
            Kind::Reply => REPLIES_MAX,
        }
    }
}

#[derive(Debug, Default)]
struct OutboxState {
    lines: VecDeque<(Kind, String)>,
    /// How many of the lines are results. Derived from `lines`.
    n_results: usize,
    /// How many may still put lines into it.
    n_writers: usize,
    /// Whether nobody will take them.
    is_abandoned: bool,
}

impl OutboxState {
    fn has_room(&self, kind: Kind) -> bool {
        let n_lines = match kind {
            Kind::Result => self.n_results,
            Kind::Reply => self.lines.len() - self.n_results,
        };
        n_lines < kind.n_max()
    }

    fn push(&mut self, kind: Kind, line: String) {
        self.n_results += usize::from(kind == Kind::Result);
        self.lines.push_back((kind, line));
    }

    fn pop(&mut self) -> Option<String> {
        let (kind, line) = self.lines.pop_front()?;
        self.n_results -= usize::from(kind == Kind::Result);
        Some(line)
    }

    fn take_all(&mut self) -> VecDeque<(Kind, String)> {
        self.n_results = 0;
        std::mem::take(&mut self.lines)
    }
}

impl Outbox {
    /// An empty one.
    pub fn new(when_full: WhenFull) -> Arc<Outbox> {
        Arc::new(Outbox {
            when_full,
            state: Mutex::default(),
            changed: Condvar::new(),
            ready: Notify::new(),
        })
    }

    /// Adds a line that has to arrive, when there is room.
    fn put(&self, kind: Kind, line: String) {
        let mut state = self.lock();
        while !state.has_room(kind) && !state.is_abandoned {
            if self.when_full == WhenFull::LetGo {
                self.abandon_with(&mut state);
                return;
            }
            state = self.wait(state);
        }
        if !state.is_abandoned {
            state.push(kind, line);
            self.tell();
        }
    }

    /// Says that nobody will take any more lines.
    pub fn abandon(&self) {
        self.abandon_with(&mut self.lock());
    }

    fn abandon_with(&self, state: &mut OutboxState) {
        state.is_abandoned = true;
        state.take_all();
        self.tell();
    }

    /// Writes every line to `out`, until all writers have left.
    ///
    /// # Errors
    ///
    /// What `out` says.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        loop {
            let mut state = self.lock();
            while state.lines.is_empty() && state.n_writers > 0 {
                state = self.wait(state);
            }
            let lines = state.take_all();
            drop(state);
            self.changed.notify_all();
            if lines.is_empty() {
                return Ok(());
            }
            for (_, line) in lines {
                out.write_all(line.as_bytes())?;
                out.write_all(b"\n")?;
            }
            out.flush()?;
        }
    }

    /// The next line, as soon as there is one; `None` when it was abandoned. For one
    /// that takes them, not several.
    pub async fn next(&self) -> Option<String> {
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
        let line = state.pop().ok_or(Empty)?;
        self.changed.notify_all();
        Ok(Some(line))
    }

    fn tell(&self) {
        self.changed.notify_all();
        self.ready.notify_one();
    }

    /// A thread that panics leaves the lines whole: every change is one step.
    fn lock(&self) -> MutexGuard<'_, OutboxState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, OutboxState>) -> MutexGuard<'a, OutboxState> {
        let waited = self.changed.wait(state);
        waited.unwrap_or_else(PoisonError::into_inner)
    }
}

/// There is no line now.
struct Empty;

/// Somebody who may put lines into an outbox: it is open as long as one lives.
#[derive(Debug)]
pub struct Writer(Arc<Outbox>);

impl Writer {
    /// One more for `outbox`.
    pub fn new(outbox: &Arc<Outbox>) -> Writer {
        outbox.lock().n_writers += 1;
        Writer(Arc::clone(outbox))
    }

    /// Whether the lines go to the same client as those of `other`.
    pub(crate) fn is_for_the_same(&self, other: &Writer) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Adds a line that has to arrive, when there is room.
    pub(crate) fn put(&self, line: String) {
        self.0.put(Kind::Result, line);
    }

    /// Adds a line that answers another at once, and is about as long.
    pub(crate) fn put_at_once(&self, line: String) {
        self.0.put(Kind::Reply, line);
    }

    /// Adds a line if there is room.
    pub(crate) fn offer(&self, line: String) {
        let mut state = self.0.lock();
        if state.has_room(Kind::Result) && !state.is_abandoned {
            state.push(Kind::Result, line);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn outbox() -> (Arc<Outbox>, Writer) {
        let outbox = Outbox::new(WhenFull::LetGo);
        let writer = Writer::new(&outbox);
        (outbox, writer)
    }

    fn is_let_go(outbox: &Outbox) -> bool {
        outbox.lock().is_abandoned
    }

    #[test]
    fn a_result_arrives_after_a_thousand_turns_were_called_off() {
        let (outbox, writer) = outbox();
        for number in 0..1_000 {
            writer.put_at_once(number.to_string());
        }
        writer.put("result".to_owned());
        assert!(!is_let_go(&outbox));
        let lines: Vec<_> = std::iter::from_fn(|| outbox.lock().pop()).collect();
        assert_eq!((lines.len(), lines[1_000].as_str()), (1_001, "result"));
    }

    #[test]
    fn who_takes_no_result_is_let_go() {
        let (outbox, writer) = outbox();
        for _ in 0..RESULTS_MAX {
            writer.put("result".to_owned());
        }
        assert!(!is_let_go(&outbox));
        writer.put("one more".to_owned());
        assert!(is_let_go(&outbox));
    }
}
