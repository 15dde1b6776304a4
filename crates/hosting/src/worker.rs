//! A worker: thinks for a server elsewhere, over as many connections as it takes.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ponnuki_client::{ServerAddress, Unreached, WorkerConnection};
use ponnuki_server::{ThinkingService, do_task};
use ponnuki_think::StopSign;
use ponnuki_wire::worker::{FromWorker, ToWorker, WORKER_PROTOCOL, WorkerRefusal, WorkerTask};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

/// How often it is said of each task that it is at work.
const WORKING_EVERY: Duration = Duration::from_millis(500);

/// The first wait before a connection is tried again; each is twice as long as the one before.
const DELAY_MIN: Duration = Duration::from_secs(1);

/// The longest wait.
const DELAY_MAX: Duration = Duration::from_secs(60);

/// How long the last message may take.
const GOODBYE_MAX: Duration = Duration::from_secs(2);

/// The program that thinks.
#[derive(Clone)]
pub struct WorkerProgram {
    /// Who thinks.
    pub service: Arc<dyn ThinkingService>,
    /// How many tasks are done at once.
    pub n_threads: u16,
    /// The version of the program.
    pub version: String,
}

impl std::fmt::Debug for WorkerProgram {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WorkerProgram")
            .field("n_threads", &self.n_threads)
            .finish_non_exhaustive()
    }
}

/// What a worker does, for whoever watches it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerNews {
    /// It is connected.
    Connected {
        /// What its key is called.
        name: String,
        /// Whether it gets what people wait for in games, too.
        is_trusted: bool,
    },
    /// It has a task.
    Begun {
        /// What the task is.
        kind: &'static str,
    },
    /// The connection is gone, and is tried again after a while.
    Lost {
        /// What happened.
        why: String,
        /// After so long.
        delay: Duration,
    },
}

/// Why a worker does not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerEnd {
    /// It was told to stop, and has given its tasks back.
    Stopped,
    /// The server does not want it; coming again does not help.
    Refused(String),
}

/// Thinks for the server at `server`, which has given it `key`, until `stop` or until the server
/// does not want it. Whatever else happens, it comes again.
pub async fn run_worker(
    server: &ServerAddress,
    key: &str,
    program: &WorkerProgram,
    stop: impl Future<Output = ()>,
    mut tell: impl FnMut(WorkerNews),
) -> WorkerEnd {
    tokio::pin!(stop);
    let mut n_tries = 0;
    loop {
        let mut has_worked = false;
        let mut tell_more = |news: WorkerNews| {
            has_worked |= matches!(news, WorkerNews::Connected { .. });
            tell(news);
        };
        let why = match work(server, key, program, &mut stop, &mut tell_more).await {
            Parting::Stopped => return WorkerEnd::Stopped,
            Parting::Refused(why) => return WorkerEnd::Refused(why),
            Parting::Lost(why) => why,
        };
        n_tries = if has_worked { 0 } else { n_tries + 1 };
        let delay = delay(n_tries, ponnuki_engine::any_seed());
        tell(WorkerNews::Lost { why, delay });
        tokio::select! {
            () = &mut stop => return WorkerEnd::Stopped,
            () = sleep(delay) => {}
        }
    }
}

/// How long to wait before a try: longer each time, and not all workers at one moment.
fn delay(n_tries: u32, chance: u64) -> Duration {
    let longest = DELAY_MIN.saturating_mul(2u32.saturating_pow(n_tries.min(10)));
    let share = 0.5 + (chance % 1_000) as f64 / 2_000.0;
    longest.min(DELAY_MAX).mul_f64(share)
}

/// Why a connection ended.
enum Parting {
    Stopped,
    Refused(String),
    Lost(String),
}

impl From<Unreached> for Parting {
    fn from(why: Unreached) -> Parting {
        match why {
            Unreached::Refused(why) => Parting::Refused(why),
            Unreached::Silent(why) => Parting::Lost(why),
        }
    }
}

/// Works over one connection.
async fn work(
    server: &ServerAddress,
    key: &str,
    program: &WorkerProgram,
    stop: &mut (impl Future<Output = ()> + Unpin),
    tell: &mut impl FnMut(WorkerNews),
) -> Parting {
    let opened = tokio::select! {
        () = &mut *stop => return Parting::Stopped,
        opened = WorkerConnection::open(server, key) => opened,
    };
    let mut connection = match opened {
        Ok(connection) => connection,
        Err(why) => return why.into(),
    };
    let hello = FromWorker::Hello {
        protocol: WORKER_PROTOCOL,
        version: program.version.clone(),
        network: program.service.network(),
        threads: program.n_threads,
    };
    if let Err(why) = connection.send(&hello).await {
        return why.into();
    }
    let (said, saying) = unbounded_channel();
    let mut bench = Bench {
        program,
        tasks: HashMap::new(),
        said,
    };
    let parting = bench.carry(&mut connection, saying, stop, tell).await;
    bench.drop_all();
    if let Parting::Stopped = parting {
        let leaving = connection.send(&FromWorker::Leaving {});
        // The server notices that nobody is there, if it does not hear it.
        drop(timeout(GOODBYE_MAX, leaving).await);
    }
    connection.close().await;
    parting
}

/// The tasks of one connection.
struct Bench<'a> {
    program: &'a WorkerProgram,
    /// The signs of those that are not done.
    tasks: HashMap<u64, StopSign>,
    said: UnboundedSender<FromWorker>,
}

impl Bench<'_> {
    async fn carry(
        &mut self,
        connection: &mut WorkerConnection,
        mut saying: UnboundedReceiver<FromWorker>,
        stop: &mut (impl Future<Output = ()> + Unpin),
        tell: &mut impl FnMut(WorkerNews),
    ) -> Parting {
        let mut beats = interval(WORKING_EVERY);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = &mut *stop => return Parting::Stopped,
                message = connection.receive() => match message {
                    Ok(message) => if let Some(parting) = self.hear(message, tell) {
                        return parting;
                    },
                    Err(why) => return why.into(),
                },
                Some(message) = saying.recv() => {
                    if let FromWorker::Answer { id, .. } | FromWorker::GivenUp { id, .. } = &message
                        && self.tasks.remove(id).is_none()
                    {
                        continue;
                    }
                    if let Err(why) = connection.send(&message).await {
                        return why.into();
                    }
                }
                _ = beats.tick() => {
                    for &id in self.tasks.keys() {
                        let working = FromWorker::Working { id, position: None };
                        if let Err(why) = connection.send(&working).await {
                            return why.into();
                        }
                    }
                }
            }
        }
    }

    /// Does what the server says; why to part, if so.
    fn hear(&mut self, message: ToWorker, tell: &mut impl FnMut(WorkerNews)) -> Option<Parting> {
        match message {
            ToWorker::Welcome { name, trusted } => {
                let is_trusted = trusted;
                tell(WorkerNews::Connected { name, is_trusted });
            }
            ToWorker::Task { id, task } => {
                tell(WorkerNews::Begun {
                    kind: kind_of(&task),
                });
                self.begin(id, task);
            }
            ToWorker::Cancel { id } => {
                if let Some(sign) = self.tasks.get(&id) {
                    sign.raise();
                }
            }
            ToWorker::Refused { code, text } => return Some(parting(code, text)),
        }
        None
    }

    /// Has a thread do a task.
    fn begin(&mut self, id: u64, task: WorkerTask) {
        let sign = StopSign::new();
        self.tasks.insert(id, sign.clone());
        let (service, said) = (Arc::clone(&self.program.service), self.said.clone());
        let give_up = self.said.clone();
        let thread = thread::Builder::new().name(format!("task-{id}"));
        let started = thread.spawn(move || {
            let mut tell = |position| {
                let position = Some(Box::new(position));
                // Nobody hears it if the connection is gone.
                drop(said.send(FromWorker::Working { id, position }));
            };
            let done = catch_unwind(AssertUnwindSafe(|| {
                do_task(&*service, &task, &sign, &mut tell)
            }));
            let message = match done {
                Ok(Ok(answer)) => FromWorker::Answer { id, answer },
                Ok(Err(why)) => given_up(id, why),
                Err(_) => given_up(id, "the program broke down"),
            };
            // Nobody hears it if the connection is gone.
            drop(said.send(message));
        });
        if started.is_err() {
            drop(give_up.send(given_up(id, "the machine gives no more threads")));
        }
    }

    fn drop_all(&mut self) {
        self.tasks.values().for_each(StopSign::raise);
        self.tasks.clear();
    }
}

fn given_up(id: u64, why: &str) -> FromWorker {
    FromWorker::GivenUp {
        id,
        text: why.to_owned(),
    }
}

/// Whether to come again after a refusal.
fn parting(code: WorkerRefusal, text: String) -> Parting {
    match code.is_for_now() {
        true => Parting::Lost(text),
        false => Parting::Refused(text),
    }
}

fn kind_of(task: &WorkerTask) -> &'static str {
    match task {
        WorkerTask::Choose { .. } => "moves",
        WorkerTask::Dead { .. } => "dead stones",
        WorkerTask::Estimate { .. } => "estimates",
        WorkerTask::Analyse { .. } => "analyses",
        WorkerTask::Judge { .. } => "positions of reviews",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_a_server_is_away_the_longer_the_wait_and_never_for_ever() {
        let mut last = Duration::ZERO;
        for n_tries in 0..6 {
            let least = delay(n_tries, 0);
            assert!(least > last, "{n_tries}");
            assert!(delay(n_tries, 999) < 2 * least, "{n_tries}");
            last = least;
        }
        assert!(delay(u32::MAX, 999) <= DELAY_MAX);
    }
}
