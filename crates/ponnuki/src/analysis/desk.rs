//! Where turns to be analysed wait for a thinker, and where those that are
//! being thought about are known.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use ponnuki_engine::StopSign;
use ponnuki_wire::katago::{Query, Target, Turn};

/// How many turns may wait, those of the last query apart. A client that is
/// further ahead is not read from until some are done, so nothing is lost and
/// nothing grows. Reviews of whole games ask for hundreds.
const WAITING_MAX: usize = 1 << 16;

/// A turn to be analysed.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) query: Arc<Query>,
    pub(super) turn: Turn,
    /// Raised when the client has heard enough.
    pub(super) stop: StopSign,
}

/// A turn that a thinker has taken on.
#[derive(Debug)]
pub(super) struct Taken {
    pub(super) job: Job,
    /// How many turns are to be thought about now, this one included.
    pub(super) n_at_hand: usize,
    /// How often everything was to be forgotten by now.
    pub(super) n_clearings: u64,
    ticket: u64,
}

/// The turns that wait, the most urgent first, and those that are thought about.
#[derive(Debug, Default)]
pub(super) struct Desk {
    state: Mutex<State>,
    /// Told of every change.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// By priority, then by age.
    waiting: BTreeMap<(Reverse<i64>, u64), Job>,
    /// By ticket.
    running: BTreeMap<u64, Job>,
    n_tickets: u64,
    n_clearings: u64,
    is_closed: bool,
}

impl Desk {
    /// Adds all turns of a query at once, when there is room for one.
    pub(super) fn put(&self, query: Query) {
        let query = Arc::new(query);
        let mut state = self.lock();
        while state.waiting.len() >= WAITING_MAX {
            state = self.wait(state);
        }
        for &turn in &query.turns {
            state.n_tickets += 1;
            let place = (Reverse(turn.priority), state.n_tickets);
            let job = Job {
                query: Arc::clone(&query),
                turn,
                stop: StopSign::new(),
            };
            state.waiting.insert(place, job);
        }
        self.changed.notify_all();
    }

    /// The most urgent turn, when there is one; `None` when there never will be.
    pub(super) fn take(&self) -> Option<Taken> {
        let mut state = self.lock();
        loop {
            if let Some(((_, ticket), job)) = state.waiting.pop_first() {
                state.running.insert(ticket, job.clone());
                self.changed.notify_all();
                return Some(Taken {
                    job,
                    n_at_hand: state.running.len() + state.waiting.len(),
                    n_clearings: state.n_clearings,
                    ticket,
                });
            }
            if state.is_closed {
                return None;
            }
            state = self.wait(state);
        }
    }

    /// Hands back a turn that was answered.
    pub(super) fn done(&self, taken: &Taken) {
        self.lock().running.remove(&taken.ticket);
    }

    /// Has every turn that `target` is about answered with what is found by
    /// now; those that nobody has begun with are returned.
    pub(super) fn terminate(&self, target: &Target) -> Vec<Job> {
        let mut state = self.lock();
        let is_meant = |job: &Job| target.is_at(&job.query.id, job.turn.number);
        for job in state.running.values().filter(|job| is_meant(job)) {
            job.stop.raise();
        }
        let meant = state.waiting.iter().filter(|(_, job)| is_meant(job));
        let places: Vec<_> = meant.map(|(&place, _)| place).collect();
        let called_off = places
            .iter()
            .filter_map(|place| state.waiting.remove(place));
        let called_off = called_off.collect();
        self.changed.notify_all();
        called_off
    }

    /// Has every thinker forget what it knows before its next turn.
    pub(super) fn clear(&self) {
        self.lock().n_clearings += 1;
    }

    /// Says that nothing more will come.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// A thread that panics leaves the state whole: every change of it is one step.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let waited = self.changed.wait(state);
        waited.unwrap_or_else(PoisonError::into_inner)
    }
}
