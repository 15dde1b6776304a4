//! Thinking for another node, as long as nobody here waits for it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ponnuki_think::StopSign;
use ponnuki_wire::nodes::{NodeFace, NodeSaying};
use ponnuki_wire::review::JudgedPosition;
use ponnuki_wire::worker::{FromWorker, ToWorker, WorkerAnswer, WorkerTask};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use super::{Bus, at};
use crate::house::House;
use crate::limits::Household;
use crate::thinking::{Turn, Work, WorkKind};
use crate::workers::do_task;

/// How often it is said of each task that it is at work.
const WORKING_EVERY: Duration = Duration::from_millis(500);

/// Judgments on the way that wait to be told; newer ones replace those that do not fit.
const POSITIONS_MAX: usize = 4;

/// The signs of the tasks of other nodes that are done here, by node and number.
#[derive(Debug, Default)]
pub(super) struct LentTasks(Mutex<HashMap<(String, u64), StopSign>>);

impl LentTasks {
    /// A node is gone: nobody waits for what was done for it.
    pub(super) fn drop_all_of(&self, node: &str) {
        let mut tasks = self.lock();
        tasks.retain(|(of, _), sign| {
            let is_of = of == node;
            if is_of {
                sign.raise();
            }
            !is_of
        });
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(String, u64), StopSign>> {
        // Nothing is left half done under this lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Does what the node `from` wants, or says why not.
pub(super) fn hear_order(
    house: &Arc<House>,
    bus: &Bus,
    from: String,
    face: &NodeFace,
    order: ToWorker,
) {
    match order {
        ToWorker::Task { id, task } => {
            let house = Arc::clone(house);
            let refusal = refusal(&house, face);
            tokio::spawn(async move {
                let Some(bus) = house.bus() else {
                    return;
                };
                let begun = match refusal {
                    None => begin(&house, bus, (&from, id), task),
                    Some(why) => Err(why),
                };
                match begun {
                    Ok(lent) => lent.follow(&house, bus, from, id).await,
                    Err(why) => decline(&house, bus, &from, id, why).await,
                }
            });
        }
        ToWorker::Cancel { id } => {
            if let Some(sign) = bus.lent.lock().get(&(from, id)) {
                sign.raise();
            }
            house.pool.sweep();
        }
        ToWorker::Welcome { .. } | ToWorker::Refused { .. } => {}
    }
}

/// Why nothing is done for a node with this face now, in English.
fn refusal(house: &House, face: &NodeFace) -> Option<&'static str> {
    let own = super::face(house);
    match () {
        () if own.protocol != face.protocol || own.version != face.version => {
            Some("this node has another version")
        }
        () if own.network != face.network => Some("this node thinks with another network"),
        () if house.is_stopping() => Some("this node stops"),
        () if house.pool.n_to_lend() == 0 => Some("this node has something else to do"),
        () => None,
    }
}

async fn decline(house: &House, bus: &Bus, to: &str, id: u64, why: &str) {
    let text = why.to_owned();
    report(house, bus, to, FromWorker::GivenUp { id, text }).await;
}

async fn report(house: &House, bus: &Bus, to: &str, report: FromWorker) -> bool {
    let report = Box::new(report);
    let said = NodeSaying::Report { report };
    bus.tell(house, &at(house, to), said).await
}

/// What comes from the thread that does a task.
enum Progress {
    Position(Box<JudgedPosition>),
    Done(Result<WorkerAnswer, &'static str>),
}

/// A task of another node that is done here.
struct Lent {
    progress: mpsc::Receiver<Progress>,
    is_begun: Arc<AtomicBool>,
}

/// Has a task done as soon as it is its turn, which is at once.
fn begin(
    house: &Arc<House>,
    bus: &Bus,
    (from, id): (&str, u64),
    task: WorkerTask,
) -> Result<Lent, &'static str> {
    let game = task.game().to_game().ok_or("there is no such game")?;
    let effort = |n_visits: u32| n_visits.max(1).ilog2() as u8;
    let (kind, effort) = match &task {
        WorkerTask::Choose { level, .. } => (WorkKind::Move, *level),
        WorkerTask::Dead { .. } => (WorkKind::DeadStones, 0),
        WorkerTask::Estimate { .. } => (WorkKind::Estimate, 0),
        WorkerTask::Analyse { visits, .. } | WorkerTask::Judge { visits, .. } => {
            (WorkKind::Analysis, effort(*visits))
        }
    };
    let work = Work {
        household: Household::NODES,
        kind,
        effort,
        n_points: game.size().n_points(),
    };
    let (stop, is_begun) = (StopSign::new(), Arc::new(AtomicBool::new(false)));
    let (sender, progress) = mpsc::channel(POSITIONS_MAX);
    let begun = Arc::clone(&is_begun);
    let asked = house.pool.ask(work, &stop, move |thinker, turn: &Turn| {
        begun.store(true, Ordering::Relaxed);
        let mut tell = |position| {
            // Newer ones come if this does not fit.
            drop(sender.try_send(Progress::Position(Box::new(position))));
            turn.pause();
        };
        let done = do_task(thinker, &task, turn.stop(), &mut tell);
        turn.give_back();
        // Nobody waits for it if the bus is gone.
        drop(sender.blocking_send(Progress::Done(done)));
    });
    asked.map_err(|_| "this node has something else to do")?;
    house.workers().node_counts.lent.add_one();
    bus.lent.lock().insert((from.to_owned(), id), stop);
    Ok(Lent { progress, is_begun })
}

impl Lent {
    /// Says that it is taken, that it is at work, and what comes of it.
    async fn follow(mut self, house: &House, bus: &Bus, to: String, id: u64) {
        let mut beats = interval(WORKING_EVERY);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let working = |position| FromWorker::Working { id, position };
        report(house, bus, &to, working(None)).await;
        loop {
            tokio::select! {
                progress = self.progress.recv() => {
                    let text = "the program broke down";
                    let last = match progress {
                        Some(Progress::Position(position)) => {
                            report(house, bus, &to, working(Some(position))).await;
                            continue;
                        }
                        Some(Progress::Done(Ok(answer))) => FromWorker::Answer { id, answer },
                        Some(Progress::Done(Err(why))) => given_up(id, why),
                        None => given_up(id, text),
                    };
                    bus.lent.lock().remove(&(to.clone(), id));
                    report(house, bus, &to, last).await;
                    return;
                }
                _ = beats.tick() => {
                    // Of what waits for its turn nothing is said: the other does not wait long.
                    if self.is_begun.load(Ordering::Relaxed) {
                        report(house, bus, &to, working(None)).await;
                    }
                }
            }
        }
    }
}

fn given_up(id: u64, why: &str) -> FromWorker {
    FromWorker::GivenUp {
        id,
        text: why.to_owned(),
    }
}
