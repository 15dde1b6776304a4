//! Where turns to be analysed wait for a thinker, and where those that are
//! being thought about are known.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use ponnuki_engine::StopSign;
use ponnuki_wire::katago::{Query, Target, Turn};

use super::outbox::Writer;

/// A turn to be analysed.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) query: Arc<Query>,
    pub(super) turn: Turn,
    /// Where the answer goes.
    pub(super) client: Writer,
    /// Raised when the client has heard enough.
    pub(super) stop: StopSign,
}

/// A turn that a thinker has taken on; handed back when this is dropped.
#[derive(Debug)]
pub(super) struct Taken<'a> {
    desk: &'a Desk,
    pub(super) job: Job,
    /// How many turns are to be thought about now, this one included.
    pub(super) n_at_hand: usize,
    /// How often everything was to be forgotten by now.
    pub(super) n_clearings: u64,
    ticket: u64,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.desk.lock().running.remove(&self.ticket);
    }
}

/// How many turns of a client may wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    /// So many, those of the last query apart. A client that is further ahead is not
    /// read from until some are done, so nothing is lost and nothing grows.
    Waiting(usize),
    /// So many; what is beyond is refused.
    Refusing(usize),
}

/// There is no room for so many turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Crowded {
    pub(super) n_max: usize,
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
    /// Adds all turns of a query of `client` at once.
    ///
    /// # Errors
    ///
    /// If there is no `room` for them, and they are not to wait for it.
    pub(super) fn put(&self, query: Query, client: &Writer, room: Room) -> Result<(), Crowded> {
        let query = Arc::new(query);
        let mut state = self.lock();
        match room {
            Room::Waiting(n_max) => {
                while state.n_waiting(client) >= n_max {
                    state = self.wait(state);
                }
            }
            Room::Refusing(n_max) => {
                if state.n_waiting(client) + query.turns.len() > n_max {
                    return Err(Crowded { n_max });
                }
            }
        }
        for &turn in &query.turns {
            state.n_tickets += 1;
            let place = (Reverse(turn.priority), state.n_tickets);
            let job = Job {
                query: Arc::clone(&query),
                turn,
                client: client.clone(),
                stop: StopSign::new(),
            };
            state.waiting.insert(place, job);
        }
        self.changed.notify_all();
        Ok(())
    }

    /// The most urgent turn, when there is one; `None` when there never will be.
    pub(super) fn take(&self) -> Option<Taken<'_>> {
        let mut state = self.lock();
        loop {
            if let Some(((_, ticket), job)) = state.waiting.pop_first() {
                state.running.insert(ticket, job.clone());
                self.changed.notify_all();
                return Some(Taken {
                    desk: self,
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

    /// Has every turn of `client` that `target` is about answered with what is
    /// found by now; those that nobody has begun with are returned.
    pub(super) fn terminate(&self, client: &Writer, target: &Target) -> Vec<Job> {
        let mut state = self.lock();
        let is_meant = |job: &Job| {
            job.client.is_for_the_same(client) && target.is_at(&job.query.id, job.turn.number)
        };
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

impl State {
    /// How many turns of `client` wait.
    fn n_waiting(&self, client: &Writer) -> usize {
        let jobs = self.waiting.values();
        jobs.filter(|job| job.client.is_for_the_same(client))
            .count()
    }
}
