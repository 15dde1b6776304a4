//! Workers: programs elsewhere that think for this server. `line` is the connection of one,
//! `seat` the right to have one of its threads do a task, `task` what it then does, and this is the
//! list of all. Other nodes are in the list too, for what nobody else has the time for.
//!
//! Nothing that a worker says is believed before it is checked, and nothing waits for one
//! longer than its lease: what it does not do is done here.

mod line;
mod seat;
mod task;

use std::collections::{BTreeMap, HashMap};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ponnuki_wire::review::JudgedPosition;
use ponnuki_wire::worker::{NetworkFace, ToWorker, WorkerAnswer, WorkerRefusal, WorkerTask};
use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc as tokio_mpsc;

use crate::chance::{self, NoChance};
use crate::metrics::Counter;
use crate::now;

pub(crate) use line::{__path_socket, socket};
pub(crate) use seat::{AfterStop, Lease, TaskEnd, WorkerSeat};
pub use task::do_task;

/// Workers that may be connected at once.
const N_WORKERS_MAX: usize = 64;

/// Threads of all workers that are used at once: each needs a thread here that waits for it.
pub(crate) const N_SEATS_MAX: usize = 256;

/// Networks that were ever seen; beyond that no worker with another is taken on.
const N_NETWORKS_MAX: usize = 1_000;

/// How many seats workers with keys that are not trusted may have together: the others are for
/// those that are.
const N_UNTRUSTED_SEATS_MAX: usize = N_SEATS_MAX / 2;

/// Messages that wait to be sent to one worker.
const ORDERS_MAX: usize = 1 << 10;

/// A worker that let a task lie gets no other for so long, and each time longer.
const REST: Duration = Duration::from_secs(20);

/// So many tasks in a row may be left lying.
const N_STALLS_MAX: u32 = 3;

/// How long a key is not taken whose worker gave a wrong answer.
const BARRED_FOR: Duration = Duration::from_secs(600);

/// A worker is refused after so many judgments that are not confirmed here, if they are more
/// than a quarter of those that were looked at.
const N_WRONG_MAX: u32 = 3;

/// One judgment in so many is looked at again here.
const LOOKED_AT_ONE_IN: u8 = 20;

/// What is kept of a worker's key: nobody can find the key by it.
pub fn worker_key_hash(key: &str) -> String {
    let digest = Sha256::digest(key.as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A key for a worker that nobody can guess.
///
/// # Errors
///
/// The machine has no source of chance.
pub fn new_worker_key() -> Result<String, NoChance> {
    let bytes: [u8; 32] = chance::bytes()?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// A network that was seen here; the server's own is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NetworkId(usize);

impl NetworkId {
    /// The server's own.
    pub(crate) const OWN: NetworkId = NetworkId(0);

    /// Another.
    #[cfg(test)]
    pub(crate) const OTHER: NetworkId = NetworkId(1);
}

/// What a seat is wanted for; whoever may do one of these may do all after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SeatUse {
    /// A move at a level: for trusted workers with the server's own network, by which the levels
    /// are what they are.
    Move,
    /// What somebody in a game waits for: for trusted workers.
    Live,
    /// What somebody studies.
    Study,
}

/// What comes from a worker about a task.
#[derive(Debug)]
pub(crate) enum Report {
    Working(Option<Box<JudgedPosition>>),
    Answer(WorkerAnswer),
    GivenUp,
    /// A node that has something else to do says so.
    Declined,
    /// The worker is gone.
    Gone,
}

/// Who may think here, and does.
#[derive(Debug)]
pub(crate) struct Workers {
    roster: Mutex<Roster>,
    pub(crate) counts: WorkerCounts,
    pub(crate) node_counts: NodeTaskCounts,
}

/// What was done with tasks.
#[derive(Debug, Default)]
pub(crate) struct WorkerCounts {
    /// Given to a worker.
    pub(crate) handed_out: Counter,
    /// Answered, and the answer was good.
    pub(crate) done: Counter,
    /// Answered wrongly, given up, or lost with the connection.
    pub(crate) failed: Counter,
    /// Not answered in time.
    pub(crate) taken_back: Counter,
    /// Workers that were dismissed.
    pub(crate) dismissed: Counter,
}

/// What was done with tasks that were offered to other nodes.
#[derive(Debug, Default)]
pub(crate) struct NodeTaskCounts {
    /// Offered to a node.
    pub(crate) offered: Counter,
    /// Taken by it.
    pub(crate) taken: Counter,
    /// Declined, because it has something else to do or thinks differently.
    pub(crate) declined: Counter,
    /// Answered, and the answer was good.
    pub(crate) answered: Counter,
    /// Answered wrongly, not in time, or lost with the bus: done here.
    pub(crate) given_up: Counter,
    /// Tasks of other nodes that were taken here.
    pub(crate) lent: Counter,
}

/// How many workers there are at the moment, their threads, and those at work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct WorkerTraffic {
    pub(crate) n_workers: usize,
    pub(crate) n_threads: usize,
    pub(crate) n_busy: usize,
}

#[derive(Debug)]
struct Roster {
    workers: BTreeMap<u64, Hired>,
    networks: Vec<NetworkFace>,
    /// The hashes of keys that are not taken until then.
    barred: HashMap<String, Instant>,
    last_worker: u64,
    last_task: u64,
}

impl Roster {
    /// How many threads another worker may bring.
    fn n_free_seats(&self, is_trusted: bool) -> usize {
        let n_taken: usize = self.workers.values().map(|own| own.n_threads).sum();
        let untrusted = self.workers.values().filter(|own| !own.is_trusted);
        let n_untrusted: usize = untrusted.map(|own| own.n_threads).sum();
        let n_free = N_SEATS_MAX.saturating_sub(n_taken);
        match is_trusted {
            true => n_free,
            false => n_free.min(N_UNTRUSTED_SEATS_MAX.saturating_sub(n_untrusted)),
        }
    }
}

/// A worker that is connected.
#[derive(Debug)]
struct Hired {
    name: String,
    /// Whether it is another node.
    is_node: bool,
    key_hash: String,
    is_trusted: bool,
    network: NetworkId,
    n_threads: usize,
    n_busy: usize,
    orders: tokio_mpsc::Sender<ToWorker>,
    tasks: HashMap<u64, AwaitedTask>,
    resting_until: Option<Instant>,
    n_stalls: u32,
    n_looked_at: u32,
    n_wrong: u32,
}

/// A task that somebody waits for.
#[derive(Debug)]
struct AwaitedTask {
    reports: mpsc::Sender<Report>,
    /// Whether anything was heard of it.
    is_taken: bool,
}

impl Hired {
    fn may(&self, wanted: SeatUse) -> bool {
        match wanted {
            SeatUse::Move => self.is_trusted && self.network == NetworkId::OWN,
            SeatUse::Live => self.is_trusted,
            SeatUse::Study => true,
        }
    }

    fn n_free(&self, now: Instant) -> usize {
        let is_resting = self.resting_until.is_some_and(|until| now < until);
        let is_gone = self.orders.is_closed();
        match is_resting || is_gone {
            true => 0,
            false => self.n_threads.saturating_sub(self.n_busy),
        }
    }
}

/// How many seats are free at a moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct FreeSeats {
    /// For each use.
    n_free: [usize; 3],
    /// For studies with each network that workers have.
    networks: Vec<(NetworkId, usize)>,
    /// All there are, free or not, with those of nodes.
    pub(crate) n_all: usize,
    /// Free ones at other nodes, which have the network of this one: for any use.
    pub(crate) n_at_nodes: usize,
}

impl FreeSeats {
    /// So many free seats of `n_all` for every use, at workers with this network.
    #[cfg(test)]
    pub(crate) fn with(n_free: usize, n_all: usize, network: NetworkId) -> FreeSeats {
        FreeSeats {
            n_free: [n_free; 3],
            networks: vec![(network, n_free)],
            n_all,
            n_at_nodes: 0,
        }
    }

    /// So many free seats, all of them at other nodes.
    #[cfg(test)]
    pub(crate) fn at_nodes(n_free: usize) -> FreeSeats {
        FreeSeats {
            n_all: n_free,
            n_at_nodes: n_free,
            ..FreeSeats::default()
        }
    }

    /// How many are free at workers for a move, which is any use.
    pub(crate) fn n_for_moves(&self) -> usize {
        self.n_free[SeatUse::Move as usize]
    }

    /// Whether one is free for a use, with this network if it must be one.
    pub(crate) fn has(&self, wanted: SeatUse, network: Option<NetworkId>) -> bool {
        let of_network = |network: NetworkId| {
            let mut networks = self.networks.iter();
            networks.any(|(own, n_free)| *own == network && *n_free > 0)
        };
        self.n_free[wanted as usize] > 0 && network.is_none_or(of_network)
    }

    /// Whether any worker has this network.
    pub(crate) fn knows(&self, network: NetworkId) -> bool {
        self.networks.iter().any(|(own, _)| *own == network)
    }
}

impl Workers {
    /// No workers yet, beside a server that thinks with `own`.
    pub(crate) fn new(own: NetworkFace) -> Arc<Workers> {
        Arc::new(Workers {
            roster: Mutex::new(Roster {
                workers: BTreeMap::new(),
                networks: vec![own],
                barred: HashMap::new(),
                last_worker: 0,
                last_task: 0,
            }),
            counts: WorkerCounts::default(),
            node_counts: NodeTaskCounts::default(),
        })
    }

    /// Which seats are free.
    pub(crate) fn free(&self) -> FreeSeats {
        let (roster, now) = (self.lock(), now::steady());
        let mut free = FreeSeats::default();
        for worker in roster.workers.values() {
            let n_free = worker.n_free(now);
            free.n_all += worker.n_threads;
            if worker.is_node {
                free.n_at_nodes += n_free;
                continue;
            }
            for wanted in [SeatUse::Move, SeatUse::Live, SeatUse::Study] {
                if worker.may(wanted) {
                    free.n_free[wanted as usize] += n_free;
                }
            }
            let mut networks = free.networks.iter_mut();
            match networks.find(|(network, _)| *network == worker.network) {
                Some((_, n)) => *n += n_free,
                None => free.networks.push((worker.network, n_free)),
            }
        }
        free
    }

    /// Takes a seat at the worker that has most free, of those that may do the least: the
    /// others are kept for what only they may do, and nodes come last. Not at the worker `except`.
    pub(crate) fn reserve(
        self: &Arc<Workers>,
        wanted: SeatUse,
        network: Option<NetworkId>,
        except: Option<u64>,
    ) -> Option<WorkerSeat> {
        self.reserve_if(wanted, network, |id, _| Some(id) != except)
    }

    /// The same, but at no other node.
    pub(crate) fn reserve_at_worker(
        self: &Arc<Workers>,
        wanted: SeatUse,
        network: Option<NetworkId>,
        except: Option<u64>,
    ) -> Option<WorkerSeat> {
        let is_wanted = |id, worker: &Hired| Some(id) != except && !worker.is_node;
        self.reserve_if(wanted, network, is_wanted)
    }

    fn reserve_if(
        self: &Arc<Workers>,
        wanted: SeatUse,
        network: Option<NetworkId>,
        is_wanted: impl Fn(u64, &Hired) -> bool,
    ) -> Option<WorkerSeat> {
        let (mut roster, now) = (self.lock(), now::steady());
        let fits = |id: u64, worker: &Hired| {
            worker.may(wanted)
                && is_wanted(id, worker)
                && network.is_none_or(|network| worker.network == network)
                && worker.n_free(now) > 0
        };
        let fitting = roster.workers.iter().filter(|(id, own)| fits(**id, own));
        let best = fitting.min_by_key(|(_, worker)| {
            let n_uses = [SeatUse::Move, SeatUse::Live].map(|wanted| worker.may(wanted));
            (worker.is_node, n_uses, usize::MAX - worker.n_free(now))
        });
        let id = *best?.0;
        let worker = roster.workers.get_mut(&id)?;
        worker.n_busy += 1;
        let (network, is_node) = (worker.network, worker.is_node);
        let name = worker.name.clone();
        Some(WorkerSeat::new(
            Arc::clone(self),
            (id, is_node),
            network,
            name,
        ))
    }

    /// Gives a seat back.
    fn release(&self, id: u64) {
        if let Some(worker) = self.lock().workers.get_mut(&id) {
            worker.n_busy -= 1;
        }
    }

    /// What a network is called as a judge. One that only has the name of the server's own is
    /// told from it, so that what was measured of that one is not said of it.
    pub(crate) fn network_name(&self, id: NetworkId) -> String {
        let roster = self.lock();
        let (own, network) = (&roster.networks[0], &roster.networks[id.0]);
        if id == NetworkId::OWN || network.name != own.name {
            return network.name.clone();
        }
        let digest = network.sha256.as_deref().unwrap_or("unknown");
        let begin: String = digest.chars().take(8).collect();
        format!("{} ({begin})", network.name)
    }

    /// Takes a worker on. What it is told comes from the receiver.
    ///
    /// # Errors
    ///
    /// Why it is not wanted.
    fn hire(
        &self,
        key: (&str, &ponnuki_store::WorkerKey),
        network: &NetworkFace,
        n_threads: usize,
    ) -> Result<(u64, tokio_mpsc::Receiver<ToWorker>), WorkerRefusal> {
        let mut roster = self.lock();
        let known = roster.networks.iter().position(|own| own == network);
        let (key_hash, key) = key;
        let n_free = roster.n_free_seats(key.is_trusted);
        let is_full = roster.workers.len() >= N_WORKERS_MAX
            || n_free == 0
            || (known.is_none() && roster.networks.len() >= N_NETWORKS_MAX);
        if is_full {
            return Err(WorkerRefusal::Full);
        }
        let network = NetworkId(known.unwrap_or_else(|| {
            roster.networks.push(network.clone());
            roster.networks.len() - 1
        }));
        let (orders, ordered) = tokio_mpsc::channel(ORDERS_MAX);
        roster.last_worker += 1;
        let id = roster.last_worker;
        let worker = Hired {
            name: key.name.clone(),
            is_node: false,
            key_hash: key_hash.to_owned(),
            is_trusted: key.is_trusted,
            network,
            n_threads: n_threads.min(n_free),
            n_busy: 0,
            orders,
            tasks: HashMap::new(),
            resting_until: None,
            n_stalls: 0,
            n_looked_at: 0,
            n_wrong: 0,
        };
        roster.workers.insert(id, worker);
        Ok((id, ordered))
    }

    /// Takes on another node that thinks with this one's network, and does so many tasks. What it
    /// is told comes from the receiver. `None` if it is not wanted.
    pub(crate) fn hire_node(
        &self,
        name: &str,
        n_threads: usize,
    ) -> Option<(u64, tokio_mpsc::Receiver<ToWorker>)> {
        if self.is_barred(name) {
            return None;
        }
        let mut roster = self.lock();
        let n_free = roster.n_free_seats(true);
        if roster.workers.len() >= N_WORKERS_MAX || n_free == 0 {
            return None;
        }
        let (orders, ordered) = tokio_mpsc::channel(ORDERS_MAX);
        roster.last_worker += 1;
        let id = roster.last_worker;
        let node = Hired {
            name: name.to_owned(),
            is_node: true,
            key_hash: name.to_owned(),
            is_trusted: true,
            network: NetworkId::OWN,
            n_threads: n_threads.min(n_free),
            n_busy: 0,
            orders,
            tasks: HashMap::new(),
            resting_until: None,
            n_stalls: 0,
            n_looked_at: 0,
            n_wrong: 0,
        };
        roster.workers.insert(id, node);
        Some((id, ordered))
    }

    /// A node would do so many tasks more.
    pub(crate) fn note_idle(&self, id: u64, n_idle: usize) {
        let mut roster = self.lock();
        let n_free = roster.n_free_seats(true);
        if let Some(node) = roster.workers.get_mut(&id) {
            let n_max = node.n_threads + n_free;
            node.n_threads = (node.n_busy + n_idle).min(n_max);
        }
    }

    /// The worker is gone, and all its tasks with it.
    pub(crate) fn leave(&self, id: u64) {
        let left = self.lock().workers.remove(&id);
        for task in left.iter().flat_map(|worker| worker.tasks.values()) {
            // Nobody may wait for it any more.
            let _ = task.reports.send(Report::Gone);
        }
    }

    /// Gives a task to a worker; returns its number.
    fn begin(&self, id: u64, task: WorkerTask, reports: mpsc::Sender<Report>) -> Option<u64> {
        let mut roster = self.lock();
        roster.last_task += 1;
        let number = roster.last_task;
        let worker = roster.workers.get_mut(&id)?;
        let order = ToWorker::Task { id: number, task };
        worker.orders.try_send(order).ok()?;
        let task = AwaitedTask {
            reports,
            is_taken: false,
        };
        worker.tasks.insert(number, task);
        match worker.is_node {
            true => self.node_counts.offered.add_one(),
            false => self.counts.handed_out.add_one(),
        }
        Some(number)
    }

    /// Tells the worker that a task is not wanted any more.
    fn cancel(&self, id: u64, number: u64) {
        if let Some(worker) = self.lock().workers.get(&id) {
            // One that takes no orders is given up by its line.
            let _ = worker.orders.try_send(ToWorker::Cancel { id: number });
        }
    }

    /// Nobody waits for a task any more.
    fn forget(&self, id: u64, number: u64) {
        if let Some(worker) = self.lock().workers.get_mut(&id) {
            worker.tasks.remove(&number);
        }
    }

    /// Passes on what a worker says of a task.
    ///
    /// # Errors
    ///
    /// There was never such a task.
    pub(crate) fn report(&self, id: u64, number: u64, report: Report) -> Result<(), ()> {
        let mut roster = self.lock();
        if number == 0 || number > roster.last_task {
            return Err(());
        }
        let Some(worker) = roster.workers.get_mut(&id) else {
            return Ok(());
        };
        // What comes late was taken back.
        if let Some(task) = worker.tasks.get_mut(&number) {
            if matches!(report, Report::Answer(_)) {
                (worker.n_stalls, worker.resting_until) = (0, None);
            }
            let is_first = !std::mem::replace(&mut task.is_taken, true);
            let report = match report {
                Report::GivenUp if worker.is_node && is_first => {
                    // It has nothing free until it says so again.
                    worker.n_threads = worker.n_busy;
                    Report::Declined
                }
                report => report,
            };
            if worker.is_node && is_first && !matches!(report, Report::Declined) {
                self.node_counts.taken.add_one();
            }
            let _ = task.reports.send(report);
        }
        Ok(())
    }

    /// A worker let a task lie.
    fn note_stall(&self, id: u64) {
        let mut roster = self.lock();
        let Some(worker) = roster.workers.get_mut(&id) else {
            return;
        };
        worker.n_stalls += 1;
        worker.resting_until = Some(now::steady() + REST * worker.n_stalls);
        let (n_stalls, name) = (worker.n_stalls, worker.name.clone());
        drop(roster);
        tracing::warn!(worker = name, n_stalls, "a task was taken back");
        if n_stalls >= N_STALLS_MAX {
            let text = "too many tasks were left lying, come again later";
            self.dismiss(id, WorkerRefusal::Stalled, text);
        }
    }

    /// A worker gave a wrong answer: it is dismissed, and its key barred for some time.
    fn accuse(&self, id: u64, fault: &str) {
        let mut roster = self.lock();
        let key_hash = roster.workers.get(&id).map(|own| own.key_hash.clone());
        if let Some(key_hash) = key_hash {
            let until = now::steady() + BARRED_FOR;
            roster.barred.insert(key_hash, until);
        }
        drop(roster);
        let text = format!("a wrong answer: {fault}");
        self.dismiss(id, WorkerRefusal::WrongAnswer, &text);
    }

    /// Whether a judgment of a worker is to be looked at again here: the first, one in some
    /// after that, and all as long as what was seen is not good.
    fn is_to_be_looked_at(&self, id: u64) -> bool {
        let by_chance = matches!(chance::bytes(), Ok([byte]) if byte % LOOKED_AT_ONE_IN == 0);
        let roster = self.lock();
        let worker = roster.workers.get(&id);
        worker.is_some_and(|own| {
            if own.is_node {
                return false;
            }
            own.n_looked_at == 0 || own.n_wrong * 4 > own.n_looked_at || by_chance
        })
    }

    /// Notes whether a judgment was confirmed here; a worker that is wrong too often is
    /// dismissed.
    fn note_look(&self, id: u64, is_confirmed: bool) {
        let mut roster = self.lock();
        let Some(worker) = roster.workers.get_mut(&id) else {
            return;
        };
        worker.n_looked_at += 1;
        worker.n_wrong += u32::from(!is_confirmed);
        let is_bad = worker.n_wrong >= N_WRONG_MAX && worker.n_wrong * 4 > worker.n_looked_at;
        drop(roster);
        if is_bad {
            self.counts.failed.add_one();
            self.accuse(id, "its judgments are not confirmed here");
        }
    }

    /// Sends a worker away.
    fn dismiss(&self, id: u64, code: WorkerRefusal, text: &str) {
        let mut roster = self.lock();
        let Some(worker) = roster.workers.get_mut(&id) else {
            return;
        };
        // No task comes after it.
        worker.resting_until = Some(now::steady() + BARRED_FOR);
        tracing::warn!(worker = worker.name, why = text, "a worker is dismissed");
        if !worker.is_node {
            self.counts.dismissed.add_one();
        }
        let text = text.to_owned();
        let _ = worker.orders.try_send(ToWorker::Refused { code, text });
    }

    /// Whether workers with this key, or a node of this name, are not taken at the moment.
    fn is_barred(&self, key_hash: &str) -> bool {
        let (mut roster, now) = (self.lock(), now::steady());
        roster.barred.retain(|_, until| now < *until);
        roster.barred.contains_key(key_hash)
    }

    /// How many there are.
    pub(crate) fn traffic(&self) -> WorkerTraffic {
        let roster = self.lock();
        let workers = roster.workers.values().filter(|worker| !worker.is_node);
        workers.fold(WorkerTraffic::default(), |sum, worker| WorkerTraffic {
            n_workers: sum.n_workers + 1,
            n_threads: sum.n_threads + worker.n_threads,
            n_busy: sum.n_busy + worker.n_busy,
        })
    }

    /// Nothing is left half done under this lock.
    fn lock(&self) -> MutexGuard<'_, Roster> {
        self.roster.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
