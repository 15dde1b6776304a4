//! The right to have one thread of a worker do one task after another, each within a lease.

use std::fmt;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use ponnuki_think::StopSign;
use ponnuki_wire::review::JudgedPosition;
use ponnuki_wire::worker::{WorkerAnswer, WorkerTask};

use super::{NetworkId, Report, Workers};
use crate::metrics::Counter;
use crate::now;

/// How often whoever waits for an answer looks at the stop sign.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// How long a move may be on its way that is wanted at once.
const HASTE_MAX: Duration = Duration::from_millis(400);

/// How long another node may take to say whether it takes a task.
const TAKING_MAX: Duration = Duration::from_millis(500);

/// How long a worker has for a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lease {
    /// It may say nothing for so long.
    pub(crate) silence: Duration,
    /// It has the answer by then.
    pub(crate) total: Duration,
}

/// Why a task has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaskEnd {
    /// It was not wanted any more.
    Stopped,
    /// The worker did not do it, or was too slow: others may.
    Undone,
}

/// Whether there is still an answer when the stop sign is raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AfterStop {
    /// The best move by then.
    Answer,
    /// Nothing.
    Nothing,
}

/// A thread of a worker, until this is dropped.
pub(crate) struct WorkerSeat {
    workers: Arc<Workers>,
    id: u64,
    is_node: bool,
    network: NetworkId,
    name: String,
}

impl fmt::Debug for WorkerSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkerSeat")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Drop for WorkerSeat {
    fn drop(&mut self) {
        self.workers.release(self.id);
    }
}

impl WorkerSeat {
    pub(super) fn new(
        workers: Arc<Workers>,
        (id, is_node): (u64, bool),
        network: NetworkId,
        name: String,
    ) -> WorkerSeat {
        WorkerSeat {
            workers,
            id,
            is_node,
            network,
            name,
        }
    }

    /// The worker's number.
    pub(crate) fn worker(&self) -> u64 {
        self.id
    }

    /// What the worker's key is called; a node has none.
    pub(crate) fn name(&self) -> Option<&str> {
        (!self.is_node).then_some(self.name.as_str())
    }

    /// What the worker thinks with.
    pub(crate) fn network(&self) -> NetworkId {
        self.network
    }

    /// Has the worker do a task, and waits for what it says. What it thinks on the way goes to
    /// `on_position`, unchecked.
    ///
    /// # Errors
    ///
    /// Why there is no answer; the worker has been told that none is wanted any more.
    pub(crate) fn ask(
        &self,
        task: WorkerTask,
        lease: Lease,
        (stop, after_stop): (&StopSign, AfterStop),
        on_position: &mut dyn FnMut(JudgedPosition),
    ) -> Result<WorkerAnswer, TaskEnd> {
        let (sender, reports) = mpsc::channel();
        let begun = self.workers.begin(self.id, task, sender);
        let number = begun.ok_or(TaskEnd::Undone)?;
        let waiting = AwaitedAnswer {
            reports,
            lease,
            taking_max: self.is_node.then_some(TAKING_MAX),
            stop,
            after_stop,
        };
        let end = waiting.wait(on_position, || self.workers.cancel(self.id, number));
        self.workers.forget(self.id, number);
        match end {
            Ok(answer) => return Ok(answer),
            Err(Unanswered::Stopped) => {}
            Err(Unanswered::Declined) => self.workers.node_counts.declined.add_one(),
            Err(Unanswered::Late) => {
                self.count_undone(&self.workers.counts.taken_back);
                self.workers.note_stall(self.id);
            }
            Err(Unanswered::GivenUp) => self.count_undone(&self.workers.counts.failed),
        }
        self.workers.cancel(self.id, number);
        match stop.is_raised() {
            true => Err(TaskEnd::Stopped),
            false => Err(TaskEnd::Undone),
        }
    }

    /// The answer was good.
    pub(crate) fn praise(&self) {
        match self.is_node {
            true => self.workers.node_counts.answered.add_one(),
            false => self.workers.counts.done.add_one(),
        }
    }

    /// Counts a task that it did not do, as `of_worker` if it is one.
    fn count_undone(&self, of_worker: &Counter) {
        match self.is_node {
            true => self.workers.node_counts.given_up.add_one(),
            false => of_worker.add_one(),
        }
    }

    /// What the worker said is wrong.
    pub(crate) fn accuse(&self, fault: &str) {
        self.count_undone(&self.workers.counts.failed);
        self.workers.accuse(self.id, fault);
    }

    /// Whether its judgment is to be looked at again here.
    pub(crate) fn is_to_be_looked_at(&self) -> bool {
        self.workers.is_to_be_looked_at(self.id)
    }

    /// Notes whether that confirmed it.
    pub(crate) fn note_look(&self, is_confirmed: bool) {
        self.workers.note_look(self.id, is_confirmed);
    }
}

enum Unanswered {
    Stopped,
    Late,
    GivenUp,
    Declined,
}

/// An answer that somebody waits for.
struct AwaitedAnswer<'a> {
    reports: mpsc::Receiver<Report>,
    lease: Lease,
    /// How long it may take until anything is heard, if that is less.
    taking_max: Option<Duration>,
    stop: &'a StopSign,
    after_stop: AfterStop,
}

impl AwaitedAnswer<'_> {
    fn wait(
        &self,
        on_position: &mut dyn FnMut(JudgedPosition),
        cancel: impl Fn(),
    ) -> Result<WorkerAnswer, Unanswered> {
        let began = now::steady();
        let mut heard = began;
        let mut silence = self.taking_max.unwrap_or(self.lease.silence);
        let mut stopped: Option<Instant> = None;
        loop {
            match self.reports.recv_timeout(LOOK_EVERY) {
                Ok(Report::Answer(answer)) => return Ok(answer),
                Ok(Report::Working(position)) => {
                    heard = now::steady();
                    silence = self.lease.silence;
                    if let Some(position) = position {
                        on_position(*position);
                    }
                }
                Ok(Report::Declined) => return Err(Unanswered::Declined),
                Ok(Report::GivenUp | Report::Gone) => return Err(Unanswered::GivenUp),
                Err(mpsc::RecvTimeoutError::Disconnected) => return Err(Unanswered::GivenUp),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
            let now = now::steady();
            match (self.stop.is_raised(), self.after_stop, stopped) {
                (false, _, _) => {}
                (true, AfterStop::Nothing, _) => return Err(Unanswered::Stopped),
                (true, AfterStop::Answer, None) => {
                    stopped = Some(now);
                    cancel();
                }
                (true, AfterStop::Answer, Some(since)) if now - since > HASTE_MAX => {
                    return Err(Unanswered::Stopped);
                }
                (true, AfterStop::Answer, Some(_)) => {}
            }
            if now - heard > silence || now - began > self.lease.total {
                return Err(Unanswered::Late);
            }
        }
    }
}
