//! The bus between the nodes of one database: NATS. Each node says twice a second how things stand
//! there, and adds up what the others said. One that has nothing to do is a worker to the others,
//! for what they have neither a thread nor another worker for; `lend` is its side of that.
//!
//! No game needs it. It is connected in the background; while it is away every node knows of
//! itself alone.

mod lend;
mod url;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use async_nats::{Client, ConnectOptions, Event, Subscriber};
use futures_util::StreamExt as _;
use ponnuki_wire::nodes::{NODE_PROTOCOL, NodeFace, NodeLetter, NodeNews, NodeSaying};
use ponnuki_wire::worker::{FromWorker, ToWorker, WORKER_MESSAGE_BYTES_MAX};
use ponnuki_wire::{Attendance, from_json, from_ms, to_json, to_ms};
use tokio::sync::{mpsc, watch};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::chance::{self, NoChance};
use crate::house::House;
use crate::now;
use crate::workers::Report;

use lend::LentTasks;
use url::BusAccess;
pub use url::{BusUrl, ParseBusUrlError};

/// How often a node says how things stand.
const NEWS_EVERY: Duration = Duration::from_millis(500);

/// A node that said nothing for so long does not count any more.
const SILENCE_MAX: Duration = Duration::from_secs(3);

/// What was said longer ago is not heard: it lay somewhere.
const LETTER_AGE_MAX: Duration = Duration::from_secs(5);

/// A letter has a message of a worker in it, and a little around it. NATS takes 1 MB.
const LETTER_BYTES_MAX: usize = WORKER_MESSAGE_BYTES_MAX + (4 << 10);

/// How long it may take to connect, and until a message is handed over.
const CONNECT_MAX: Duration = Duration::from_secs(2);
const PUBLISH_MAX: Duration = Duration::from_millis(200);

/// How often NATS is asked whether it is there; after two questions without an answer it is not.
const PING_EVERY: Duration = Duration::from_secs(1);

/// The longest pause between two tries to connect.
const PAUSE_MAX: Duration = Duration::from_secs(1);

/// More nodes than this are not heard.
const N_NODES_MAX: usize = 1_000;

/// The bus, as one node has it.
#[derive(Debug)]
pub(crate) struct Bus {
    url: BusUrl,
    /// What this process is called on it.
    id: String,
    client: OnceLock<Client>,
    is_connected: watch::Sender<bool>,
    others: Mutex<HashMap<String, Colleague>>,
    /// What is done here for others.
    lent: LentTasks,
}

/// Another node, as it was when it last said something.
#[derive(Debug)]
struct Colleague {
    heard: Instant,
    attendance: Attendance,
    /// Its number among those who think elsewhere, if it is one.
    worker: Option<u64>,
}

impl Bus {
    /// A bus that is not connected yet.
    ///
    /// # Errors
    ///
    /// There is no chance for a name.
    pub(crate) fn new(url: &BusUrl) -> Result<Bus, NoChance> {
        let id: [u8; 12] = chance::bytes()?;
        Ok(Bus {
            url: url.clone(),
            id: id.iter().map(|byte| format!("{byte:02x}")).collect(),
            client: OnceLock::new(),
            is_connected: watch::Sender::default(),
            others: Mutex::default(),
            lent: LentTasks::default(),
        })
    }

    /// Whether NATS is there.
    pub(crate) fn is_connected(&self) -> bool {
        *self.is_connected.borrow()
    }

    /// Who is in the rooms of all other nodes.
    pub(crate) fn elsewhere(&self) -> Attendance {
        let others = self.others();
        let heard = others.values().filter(|other| !other.is_silent());
        heard.fold(Attendance::default(), |sum, other| Attendance {
            games: sum.games.saturating_add(other.attendance.games),
            players: sum.players.saturating_add(other.attendance.players),
            watchers: sum.watchers.saturating_add(other.attendance.watchers),
        })
    }

    /// Tells all others that this node goes.
    pub(crate) async fn leave(&self, house: &House) {
        self.tell(house, &all(house), NodeSaying::Leaving {}).await;
        if let Some(client) = self.client.get().filter(|_| self.is_connected()) {
            drop(timeout(PUBLISH_MAX, client.flush()).await);
        }
    }

    /// Says something at `subject`, if NATS is there; whether it was handed over.
    async fn tell(&self, house: &House, subject: &str, said: NodeSaying) -> bool {
        let Some(client) = self.client.get().filter(|_| self.is_connected()) else {
            return false;
        };
        let letter = NodeLetter {
            from: self.id.clone(),
            at_ms: to_ms(house.time.now()),
            said,
        };
        let letter = to_json(&letter);
        let signature = house.key.sign_tunnel(&signed(subject, &letter));
        let letter = format!("{signature} {letter}");
        if letter.len() > LETTER_BYTES_MAX {
            return false;
        }
        let published = client.publish(subject.to_owned(), letter.into());
        matches!(timeout(PUBLISH_MAX, published).await, Ok(Ok(())))
    }

    /// What is said at `subject`, and by whom: by another node of this database, lately.
    fn open(&self, house: &House, subject: &str, bytes: &[u8]) -> Option<NodeLetter> {
        let text = std::str::from_utf8(bytes).ok()?;
        let text = Some(text).filter(|text| text.len() <= LETTER_BYTES_MAX)?;
        let (signature, letter) = text.split_once(' ')?;
        let is_signed = house
            .key
            .is_tunnel_signature(&signed(subject, letter), signature);
        let letter: NodeLetter = is_signed.then(|| from_json(letter).ok())??;
        let age = house.time.now().abs_diff(from_ms(letter.at_ms));
        (age <= LETTER_AGE_MAX && letter.from != self.id).then_some(letter)
    }

    fn others(&self) -> MutexGuard<'_, HashMap<String, Colleague>> {
        // Nothing is left half done under this lock.
        self.others.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Colleague {
    fn is_silent(&self) -> bool {
        now::steady().saturating_duration_since(self.heard) > SILENCE_MAX
    }
}

/// What is signed: a letter is worth nothing elsewhere than where it was sent.
fn signed(subject: &str, letter: &str) -> String {
    format!("bus {subject} {letter}")
}

/// How the subjects of this database's nodes begin: others may share NATS with them.
fn prefix(house: &House) -> String {
    let name: String = house.key.sign_tunnel("bus").chars().take(16).collect();
    format!("ponnuki.{name}")
}

/// Where all nodes listen.
fn all(house: &House) -> String {
    format!("{}.all", prefix(house))
}

/// Where the node with this id listens.
fn at(house: &House, id: &str) -> String {
    format!("{}.to.{id}", prefix(house))
}

/// What this node thinks with, and how it speaks.
fn face(house: &House) -> NodeFace {
    NodeFace {
        protocol: NODE_PROTOCOL,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        network: house.pool.thinker().network(),
    }
}

/// Keeps the connection, says how things stand and hears what others say, as long as the server
/// lives.
pub(crate) async fn attend(house: Arc<House>) {
    let Some(bus) = house.bus() else {
        return;
    };
    let client = loop {
        // Tries to connect go on in the background; only what never can be is an error.
        match options(bus).connect(bus.url.to_string()).await {
            Ok(client) => break client,
            Err(why) => tracing::error!(%why, bus = %bus.url, "there can be no bus"),
        }
        sleep(PAUSE_MAX).await;
    };
    let client = bus.client.get_or_init(|| client);
    let all = all(&house);
    let subscribed = client.subscribe(all.clone()).await;
    let addressed = client.subscribe(at(&house, &bus.id)).await;
    let (Ok(mut heard), Ok(mut addressed)) = (subscribed, addressed) else {
        return;
    };
    let mut ticks = interval(NEWS_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut connected = bus.is_connected.subscribe();
    let began = now::steady();
    let mut is_awaited = true;
    loop {
        tokio::select! {
            _ = ticks.tick() => {
                forget(&house, bus, Colleague::is_silent);
                if is_awaited && now::steady() - began > CONNECT_MAX {
                    is_awaited = false;
                    if !bus.is_connected() {
                        tracing::warn!(bus = %bus.url, "there is no bus yet: each node works for itself");
                    }
                }
                let news = news(&house);
                bus.tell(&house, &all, NodeSaying::News { news }).await;
            }
            Some((subject, bytes)) = next(&mut heard) => {
                if let Some(letter) = bus.open(&house, &subject, &bytes) {
                    hear(&house, bus, letter);
                }
            }
            Some((subject, bytes)) = next(&mut addressed) => {
                if let Some(letter) = bus.open(&house, &subject, &bytes) {
                    hear(&house, bus, letter);
                }
            }
            _ = connected.changed() => match bus.is_connected() {
                // It is said at once how things stand.
                true => ticks.reset_immediately(),
                // Nobody waits for an answer that cannot come.
                false => forget(&house, bus, |_| true),
            },
        }
    }
}

async fn next(heard: &mut Subscriber) -> Option<(String, Vec<u8>)> {
    let message = heard.next().await?;
    Some((message.subject.to_string(), message.payload.to_vec()))
}

/// The version of the NATS at `url`.
///
/// # Errors
///
/// Why it cannot be had, in English.
pub async fn bus_version(url: &BusUrl) -> Result<String, String> {
    let options = with_access(ConnectOptions::new().name("ponnuki"), url);
    let connecting = options.connect(url.to_string());
    match timeout(CONNECT_MAX, connecting).await {
        Ok(Ok(client)) => Ok(client.server_info().version),
        Ok(Err(why)) => Err(why.to_string()),
        Err(_) => Err("it does not answer".to_owned()),
    }
}

/// How to connect.
fn options(bus: &Bus) -> ConnectOptions {
    let is_connected = bus.is_connected.clone();
    let url = bus.url.clone();
    let options = ConnectOptions::new()
        .name("ponnuki")
        .no_echo()
        .retry_on_initial_connect()
        .connection_timeout(CONNECT_MAX)
        .ping_interval(PING_EVERY)
        .reconnect_delay_callback(|n_tries| {
            let n_tries = u32::try_from(n_tries).unwrap_or(u32::MAX);
            PAUSE_MAX.min(Duration::from_millis(100).saturating_mul(n_tries))
        })
        .event_callback(move |event| {
            note(&event, &is_connected, &url);
            async {}
        });
    with_access(options, &bus.url)
}

fn with_access(options: ConnectOptions, url: &BusUrl) -> ConnectOptions {
    match &url.access {
        BusAccess::Open => options,
        BusAccess::Token(token) => options.token(token.clone()),
        BusAccess::Password { user, password } => {
            options.user_and_password(user.clone(), password.clone())
        }
    }
}

/// Notes whether NATS is there, and logs it when that changes.
fn note(event: &Event, is_connected: &watch::Sender<bool>, bus: &BusUrl) {
    match event {
        Event::Connected => {
            is_connected.send_replace(true);
            tracing::info!(%bus, "the bus is there");
        }
        Event::Disconnected | Event::Closed => {
            if is_connected.send_replace(false) {
                tracing::warn!(%bus, "the bus is away: each node works for itself");
            }
        }
        event => tracing::debug!(%bus, %event, "the bus says something"),
    }
}

/// How things stand here.
fn news(house: &House) -> NodeNews {
    NodeNews {
        face: face(house),
        attendance: house.crowd.count(),
        idle: u16::try_from(house.pool.n_to_lend()).unwrap_or(u16::MAX),
    }
}

/// Forgets the nodes of which `is_gone` holds, and what was done for them or by them.
fn forget(house: &House, bus: &Bus, is_gone: impl Fn(&Colleague) -> bool) {
    let mut gone = Vec::new();
    bus.others().retain(|id, other| {
        let is_gone = is_gone(other);
        if is_gone {
            gone.push((id.clone(), other.worker));
        }
        !is_gone
    });
    for (id, worker) in gone {
        bus.lent.drop_all_of(&id);
        dismiss(house, worker);
    }
}

/// A node does nothing more for this one.
fn dismiss(house: &House, worker: Option<u64>) {
    if let Some(worker) = worker {
        house.workers().leave(worker);
        house.pool.look_at_workers();
    }
}

/// Does what another node says.
fn hear(house: &Arc<House>, bus: &Bus, letter: NodeLetter) {
    let from = letter.from;
    match letter.said {
        NodeSaying::News { news } => note_news(house, bus, &from, &news),
        NodeSaying::Leaving {} => {
            let left = bus.others().remove(&from);
            bus.lent.drop_all_of(&from);
            dismiss(house, left.and_then(|other| other.worker));
        }
        NodeSaying::Order { face, order } => lend::hear_order(house, bus, from, &face, *order),
        NodeSaying::Report { report } => {
            let others = bus.others();
            let worker = others.get(&from).and_then(|other| other.worker);
            drop(others);
            let (number, report) = match *report {
                FromWorker::Working { id, position } => (id, Report::Working(position)),
                FromWorker::Answer { id, answer } => (id, Report::Answer(answer)),
                FromWorker::GivenUp { id, text } => {
                    tracing::debug!(node = from, why = text, "a node does not do a task");
                    (id, Report::GivenUp)
                }
                FromWorker::Hello { .. } | FromWorker::Leaving {} => return,
            };
            if let Some(worker) = worker {
                // Of a task that was never offered nobody hears.
                let _ = house.workers().report(worker, number, report);
            }
        }
    }
}

/// Notes how things stand at another node, and that it may think for this one if both think alike.
fn note_news(house: &Arc<House>, bus: &Bus, from: &str, news: &NodeNews) {
    let (workers, n_idle) = (house.workers(), usize::from(news.idle));
    let mut others = bus.others();
    if others.len() >= N_NODES_MAX && !others.contains_key(from) {
        return;
    }
    let mut worker = others.get(from).and_then(|other| other.worker);
    match worker {
        Some(worker) => workers.note_idle(worker, n_idle),
        None if n_idle > 0 && news.face == face(house) => {
            if let Some((id, orders)) = workers.hire_node(from, n_idle) {
                worker = Some(id);
                tokio::spawn(carry(Arc::clone(house), from.to_owned(), id, orders));
            }
        }
        None => {}
    }
    let colleague = Colleague {
        heard: now::steady(),
        attendance: news.attendance,
        worker,
    };
    others.insert(from.to_owned(), colleague);
    drop(others);
    if worker.is_some() && n_idle > 0 {
        house.pool.look_at_workers();
    }
}

/// Carries orders to a node until nothing more is wanted from it.
async fn carry(house: Arc<House>, to: String, id: u64, mut orders: mpsc::Receiver<ToWorker>) {
    let Some(bus) = house.bus() else {
        return;
    };
    let (subject, face) = (at(&house, &to), face(&house));
    while let Some(order) = orders.recv().await {
        let number = match &order {
            ToWorker::Task { id, .. } => Some(*id),
            // It is known by now for wrong answers, or for none.
            ToWorker::Refused { .. } => break,
            ToWorker::Welcome { .. } | ToWorker::Cancel { .. } => None,
        };
        let (face, order) = (face.clone(), Box::new(order));
        let is_told = bus.tell(&house, &subject, NodeSaying::Order { face, order });
        if let (false, Some(number)) = (is_told.await, number) {
            // What does not get away is done here.
            let _ = house.workers().report(id, number, Report::Gone);
        }
    }
    drop(orders);
    let mut others = bus.others();
    if let Some(other) = others.get_mut(&to)
        && other.worker == Some(id)
    {
        other.worker = None;
    }
    drop(others);
    dismiss(&house, Some(id));
}
