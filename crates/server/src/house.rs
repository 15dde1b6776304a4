//! What all rooms share, and the list of those that are live. A room is brought
//! into memory by the first who asks for it; it lets itself go when nobody needs it.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ponnuki_game::Move;
use ponnuki_room::{Company, Event, Room, Seat, Terms};
use ponnuki_store::{Shelf, Store, StoreFault};
use ponnuki_wire::{ProblemCode, RoomSummary, Stage, StoredEvent, replayable, to_ms};
use tokio::sync::{Notify, mpsc, oneshot};

use crate::config::Config;
use crate::crowd::Crowd;
use crate::doorplate::Doorplate;
use crate::limits::{Limits, Place, Places, Rates};
use crate::metrics::{Gauges, Metrics};
use crate::now::Timekeeper;
use crate::pictures::Studio;
use crate::problem::Problem;
use crate::proxies::Proxies;
use crate::room_id::RoomId;
use crate::room_task::{Command, RoomTask};
use crate::study::Readers;
use crate::thinking::Pool;
use crate::token::Key;

/// Commands that may wait for one room. A room answers in well under a
/// millisecond, and each of its visitors is held to a rate.
const INBOX_MAX: usize = 1 << 10;

/// How many summaries are read at a time when looking for running clocks.
const SHELF_PART: u32 = 200;

/// When this process began, and when the one before it was last alive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Uptime {
    /// Since the Unix epoch.
    pub(crate) started: Duration,
    /// Since the Unix epoch; nothing if there was none before, or its pulse could not be
    /// written: a room was then last alive at its last event.
    pub(crate) down_since: Duration,
}

/// What all rooms share.
#[derive(Debug)]
pub(crate) struct House {
    pub(crate) store: Store,
    pub(crate) key: Key,
    pub(crate) pool: Pool,
    pub(crate) metrics: Metrics,
    pub(crate) plate: Doorplate,
    pub(crate) crowd: Arc<Crowd>,
    pub(crate) proxies: Proxies,
    pub(crate) limits: Limits,
    pub(crate) requests: Rates,
    pub(crate) openings: Rates,
    pub(crate) estimates: Rates,
    pub(crate) messages: Rates,
    pub(crate) watching: Rates,
    pub(crate) watcher_lines: Rates,
    pub(crate) waiting_for_players: Places,
    pub(crate) waiting_for_watchers: Places,
    pub(crate) connections: Places,
    pub(crate) studies: Places,
    pub(crate) readers: Readers,
    pub(crate) studio: Studio,
    pub(crate) breath: Duration,
    pub(crate) time: Arc<Timekeeper>,
    pub(crate) uptime: Uptime,
    rooms_open: Places,
    rooms: Mutex<Live>,
    /// Told whenever a room is let go.
    let_go: Notify,
}

#[derive(Debug, Default)]
struct Live {
    inboxes: HashMap<RoomId, mpsc::Sender<Command>>,
    /// Those that were found to be damaged.
    damaged: HashSet<RoomId>,
    /// Rooms that broke down, and since when nothing could be stored for them.
    broken: HashMap<RoomId, Duration>,
    is_stopping: bool,
}

impl House {
    /// A house without a live room, behind `plate`.
    pub(crate) fn new(
        config: &Config,
        plate: Doorplate,
        store: Store,
        key: Key,
        pool: Pool,
        time: Arc<Timekeeper>,
        uptime: Uptime,
    ) -> House {
        let limits = config.limits;
        let waiting = || {
            let (n, n_each) = (limits.n_waiting_bytes, limits.n_waiting_bytes_per_address);
            Places::new(n, n_each)
        };
        House {
            store,
            key,
            pool,
            metrics: Metrics::default(),
            breath: config.breath,
            plate,
            crowd: Arc::default(),
            proxies: config.proxies.clone(),
            requests: Rates::new(limits.requests),
            openings: Rates::new(limits.openings),
            estimates: Rates::new(limits.estimates),
            messages: Rates::new(limits.messages_per_address),
            watching: Rates::new(limits.watching),
            watcher_lines: Rates::new(limits.watcher_lines),
            waiting_for_players: waiting(),
            waiting_for_watchers: waiting(),
            connections: Places::new(limits.n_connections, limits.n_connections_per_address),
            studies: Places::new(limits.n_studies, limits.n_studies_per_address),
            readers: Readers::new(&limits),
            studio: Studio::new(&limits),
            rooms_open: Places::new(limits.n_rooms, limits.n_rooms_per_address),
            limits,
            time,
            uptime,
            rooms: Mutex::default(),
            let_go: Notify::new(),
        }
    }

    /// Opens a room for someone at `address`, with the moves that its first game begins with, and
    /// stores that.
    pub(crate) async fn open(
        self: &Arc<House>,
        address: IpAddr,
        (terms, moves): (Terms, Vec<Move>),
        host: String,
        guest: Option<String>,
    ) -> Result<RoomId, Problem> {
        let place = self.rooms_open.take(Some(address))?;
        let id = RoomId::draw()?;
        let room = Room::open_after(self.time.now(), terms, host.clone(), moves.clone())
            .map_err(|fault| Problem::new(ProblemCode::BadTerms, fault.to_string()))?;
        let event = StoredEvent::of(&Event::Opened { terms, host, moves }, terms.size);
        let summary = RoomSummary::of(&id.to_string(), &room);
        let at_ms = to_ms(room.last_at());
        self.store.create_room(at_ms, &event, &summary).await?;
        self.metrics.events.add_one();
        tracing::info!(room = %id, "opened");
        let (sender, inbox) = mpsc::channel(INBOX_MAX);
        let task = RoomTask::new(id, Arc::clone(self), room, inbox, &sender, place);
        let mut live = self.live();
        if live.is_stopping {
            return Err(Problem::busy());
        }
        live.inboxes.insert(id, sender);
        drop(live);
        tokio::spawn(task.run());
        // At one screen both have names, and only the host's comes with the opening.
        if let Some(name) = guest.filter(|_| terms.company == Company::SameScreen) {
            let seat = Seat::Guest;
            self.send(id, Command::Happen(Event::Renamed { seat, name }))?;
        }
        Ok(id)
    }

    /// Sends a command to a room, bringing it into memory if it is not there.
    ///
    /// All who are not known to the room send through here: only so it can be sure,
    /// when it lets itself go, that nothing is on its way.
    pub(crate) fn send(self: &Arc<House>, id: RoomId, command: Command) -> Result<(), Problem> {
        let mut live = self.live();
        if live.is_stopping {
            return Err(Problem::busy());
        }
        // A room that broke down is brought again.
        let inbox = live.inboxes.get(&id).filter(|inbox| !inbox.is_closed());
        let sent = match inbox {
            Some(inbox) => inbox.try_send(command),
            None => {
                let place = self.rooms_open.take(None)?;
                let inbox = self.bring(id, place);
                let sent = inbox.try_send(command);
                live.inboxes.insert(id, inbox);
                sent
            }
        };
        sent.map_err(|_| Problem::busy())
    }

    /// Begins to bring a room into memory; its inbox is there at once.
    fn bring(self: &Arc<House>, id: RoomId, place: Place) -> mpsc::Sender<Command> {
        let (sender, mut inbox) = mpsc::channel(INBOX_MAX);
        let own = sender.clone();
        let house = Arc::clone(self);
        tokio::spawn(async move {
            match house.load(id).await {
                Ok(room) => {
                    house.metrics.loads.add_one();
                    let task = RoomTask::new(id, house, room, inbox, &own, place);
                    drop(own);
                    task.run().await;
                }
                Err(problem) => {
                    let waiting = house.forget(id, &mut inbox);
                    waiting
                        .into_iter()
                        .for_each(|command| command.refuse(&problem));
                }
            }
        });
        sender
    }

    /// A room as its events say.
    pub(crate) async fn load(&self, id: RoomId) -> Result<Room, Problem> {
        let room = replayed(&self.store, &id.to_string()).await;
        room.inspect_err(|problem| {
            if problem.is_damage() && self.live().damaged.insert(id) {
                self.metrics.damaged_rooms.add_one();
            }
        })
    }

    /// Takes a room out of the list if nothing is on its way to it; says whether.
    pub(crate) fn let_go(&self, id: RoomId, inbox: &mpsc::Receiver<Command>) -> bool {
        let mut live = self.live();
        let is_idle = inbox.is_empty();
        if is_idle {
            live.inboxes.remove(&id);
            self.let_go.notify_waiters();
        }
        is_idle
    }

    /// Takes a room out of the list whatever is on its way to it, and returns that.
    pub(crate) fn forget(&self, id: RoomId, inbox: &mut mpsc::Receiver<Command>) -> Vec<Command> {
        let mut live = self.live();
        live.inboxes.remove(&id);
        inbox.close();
        self.let_go.notify_waiters();
        std::iter::from_fn(|| inbox.try_recv().ok()).collect()
    }

    /// What `view` sees in a room.
    pub(crate) async fn view<T: Send + 'static>(
        self: &Arc<House>,
        id: RoomId,
        view: impl FnOnce(&Room) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let (reply, answer) = oneshot::channel();
        let look = move |seen: Result<&Room, &Problem>| {
            // Whoever asked may have gone.
            drop(reply.send(seen.map(view).map_err(Problem::clone)));
        };
        self.send(id, Command::Look(Box::new(look)))?;
        answer.await.unwrap_or_else(|_| Err(Problem::busy()))
    }

    /// Brings the rooms whose clocks run into memory, so that their flags can fall.
    pub(crate) async fn wake_rooms(self: &Arc<House>) -> Result<(), StoreFault> {
        let mut last: Option<RoomSummary> = None;
        loop {
            let part = self
                .store
                .rooms(Shelf::Open, SHELF_PART, last.as_ref())
                .await?;
            for summary in part
                .iter()
                .filter(|summary| summary.stage == Stage::Playing)
            {
                let Some(id) = RoomId::parse(&summary.room) else {
                    continue;
                };
                let loaded = self.load(id).await;
                if loaded.is_ok_and(|room| room.deadline().is_some()) {
                    drop(self.send(id, Command::Look(Box::new(|_| {}))));
                }
            }
            match part.last() {
                Some(summary) => last = Some(summary.clone()),
                None => return Ok(()),
            }
        }
    }

    /// Has all live rooms look whether there was an outage.
    pub(crate) fn tell_of_outage(&self) {
        for inbox in self.live().inboxes.values() {
            drop(inbox.try_send(Command::Woke));
        }
    }

    /// Notes that nothing could be stored for a room since `since`: until it can, that is
    /// nobody's time.
    pub(crate) fn broke_down(&self, id: RoomId, since: Duration) {
        self.live().broken.entry(id).or_insert(since);
    }

    /// Since when nothing could be stored for a room, if it broke down.
    pub(crate) fn broken_since(&self, id: RoomId) -> Option<Duration> {
        self.live().broken.get(&id).copied()
    }

    /// Notes that a room that broke down goes on.
    pub(crate) fn goes_on(&self, id: RoomId) {
        self.live().broken.remove(&id);
    }

    /// Brings the rooms that broke down into memory again: a clock may run in them, and
    /// nobody need be there to ask for them.
    pub(crate) fn bring_broken(self: &Arc<House>) {
        let broken: Vec<RoomId> = self.live().broken.keys().copied().collect();
        for id in broken {
            drop(self.send(id, Command::Look(Box::new(|_| {}))));
        }
    }

    /// Says goodbye in all rooms, and returns when all of them are let go.
    pub(crate) async fn stop(&self) {
        self.live().is_stopping = true;
        let inboxes: Vec<_> = self.live().inboxes.values().cloned().collect();
        for inbox in inboxes {
            // A room that has ended meanwhile need not be told.
            drop(inbox.send(Command::Stop).await);
        }
        loop {
            let let_go = self.let_go.notified();
            if self.live().inboxes.is_empty() {
                return;
            }
            let_go.await;
        }
    }

    /// Whether it takes no more visitors.
    pub(crate) fn is_stopping(&self) -> bool {
        self.live().is_stopping
    }

    /// What stands at the moment.
    pub(crate) fn gauges(&self) -> Gauges<'_> {
        Gauges {
            n_rooms: self.live().inboxes.len(),
            n_connections: self.connections.n_taken(),
            thoughts: self.pool.traffic(),
            thoughts_waited: self.pool.waited(),
            is_failing: self.store.is_failing(),
        }
    }

    /// Nothing is left half done under this lock, so a panic elsewhere does not matter.
    fn live(&self) -> MutexGuard<'_, Live> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A room as its events in `store` say.
pub(crate) async fn replayed(store: &Store, id: &str) -> Result<Room, Problem> {
    let kept = store.events(id).await?;
    let events = replayable(kept.iter().map(|kept| (kept.at_ms, &kept.event)));
    let events = events.map_err(|fault| Problem::damaged(&fault))?;
    Room::replay(events).map_err(|fault| Problem::damaged(&fault))
}
