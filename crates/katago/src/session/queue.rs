//! Where turns to be analysed wait for a thinker, and where those that are
//! being thought about are known.

use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use ponnuki_think::StopSign;

use super::outbox::Writer;
use crate::protocol::{QueriedTurn, Query, Target};

/// A turn to be analysed.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) query: Arc<Query>,
    pub(crate) turn: QueriedTurn,
    /// Where the answer goes.
    pub(crate) client: Writer,
    /// Raised when the client has heard enough.
    pub(crate) stop: StopSign,
}

/// A turn that a thinker has taken on; handed back when this is dropped.
#[derive(Debug)]
pub(crate) struct Taken<'a> {
    queue: &'a TurnQueue,
    pub(crate) job: Job,
    /// How many turns are to be thought about now, this one included.
    pub(crate) n_at_hand: usize,
    /// How often everything was to be forgotten by now.
    pub(crate) n_clearings: u64,
    ticket: u64,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.queue.lock().running.remove(&self.ticket);
    }
}

/// How many turns of a client may wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueLimit {
    /// So many, those of the last query apart. A client that is further ahead is not
    /// read from until some are done, so nothing is lost and nothing grows.
    Waiting(usize),
    /// So many; what is beyond is refused.
    Refusing(usize),
}

/// There is no room for so many turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crowded {
    pub(crate) n_max: usize,
}

/// The turns that wait and those that are thought about.
#[derive(Debug, Default)]
pub struct TurnQueue {
    state: Mutex<QueueState>,
    /// Told of every change.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct QueueState {
    /// A queue for each client that has something waiting, those first whose turn it is.
    waiting: VecDeque<Queue>,
    /// By ticket.
    running: BTreeMap<u64, Job>,
    n_tickets: u64,
    n_clearings: u64,
    is_closed: bool,
}

/// What waits of one client.
#[derive(Debug)]
struct Queue {
    client: Writer,
    /// By priority, then by age: whose query is urgent is between a client and itself.
    jobs: BTreeMap<(Reverse<i64>, u64), Job>,
}

impl TurnQueue {
    /// Adds all turns of a query of `client` at once.
    ///
    /// # Errors
    ///
    /// If there is no `room` for them, and they are not to wait for it.
    pub(crate) fn put(
        &self,
        query: Query,
        client: &Writer,
        room: QueueLimit,
    ) -> Result<(), Crowded> {
        let query = Arc::new(query);
        let mut state = self.lock();
        match room {
            QueueLimit::Waiting(n_max) => {
                while state.n_waiting(client) >= n_max {
                    state = self.wait(state);
                }
            }
            QueueLimit::Refusing(n_max) => {
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
            state.queue_of(client).jobs.insert(place, job);
        }
        self.changed.notify_all();
        Ok(())
    }

    /// The next turn, when there is one; `None` when there never will be. Clients take
    /// turns, and of each the most urgent comes first.
    pub(crate) fn take(&self) -> Option<Taken<'_>> {
        let mut state = self.lock();
        loop {
            if let Some((ticket, job)) = state.next() {
                state.running.insert(ticket, job.clone());
                self.changed.notify_all();
                return Some(Taken {
                    queue: self,
                    job,
                    n_at_hand: state.running.len() + state.n_all_waiting(),
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
    pub(crate) fn terminate(&self, client: &Writer, target: &Target) -> Vec<Job> {
        let mut state = self.lock();
        let is_meant = |job: &Job| {
            job.client.is_for_the_same(client) && target.is_at(&job.query.id, job.turn.number)
        };
        for job in state.running.values().filter(|job| is_meant(job)) {
            job.stop.raise();
        }
        let mut called_off = Vec::new();
        for queue in &mut state.waiting {
            let meant = queue.jobs.extract_if(.., |_, job| is_meant(job));
            called_off.extend(meant.map(|(_, job)| job));
        }
        state.waiting.retain(|queue| !queue.jobs.is_empty());
        self.changed.notify_all();
        called_off
    }

    /// Has every thinker forget what it knows before its next turn.
    pub(crate) fn clear(&self) {
        self.lock().n_clearings += 1;
    }

    /// Says that nothing more will come.
    pub(crate) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// A thread that panics leaves the state whole: every change of it is one step.
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, QueueState>) -> MutexGuard<'a, QueueState> {
        let waited = self.changed.wait(state);
        waited.unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueueState {
    /// How many turns of `client` wait.
    fn n_waiting(&self, client: &Writer) -> usize {
        let mut queues = self.waiting.iter();
        let own = queues.find(|queue| queue.client.is_for_the_same(client));
        own.map_or(0, |queue| queue.jobs.len())
    }

    /// How many turns wait in all.
    fn n_all_waiting(&self) -> usize {
        self.waiting.iter().map(|queue| queue.jobs.len()).sum()
    }

    /// What waits of `client`.
    fn queue_of(&mut self, client: &Writer) -> &mut Queue {
        let is_own = |queue: &Queue| queue.client.is_for_the_same(client);
        let at = self.waiting.iter().position(is_own);
        let at = at.unwrap_or_else(|| {
            self.waiting.push_back(Queue {
                client: client.clone(),
                jobs: BTreeMap::new(),
            });
            self.waiting.len() - 1
        });
        &mut self.waiting[at]
    }

    /// Takes the most urgent turn of the client of whom the fewest are thought about, and
    /// of those of whoever has waited longest.
    fn next(&mut self) -> Option<(u64, Job)> {
        let n_running = |queue: &Queue| {
            let jobs = self.running.values();
            jobs.filter(|job| job.client.is_for_the_same(&queue.client))
                .count()
        };
        let (at, _) = (self.waiting.iter().enumerate()).min_by_key(|(_, own)| n_running(own))?;
        let mut queue = self.waiting.remove(at)?;
        let ((_, ticket), job) = queue.jobs.pop_first()?;
        if !queue.jobs.is_empty() {
            self.waiting.push_back(queue);
        }
        Some((ticket, job))
    }
}
