//! What all rooms share, and the list of those that are live. A room is brought
//! into memory by the first who asks for it; it lets itself go when nobody needs it.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ponnuki_game::{ByColor, Move};
use ponnuki_room::{Company, Event, Room, Seat, Terms};
use ponnuki_store::{RoomClaim, RoomOwner, Store};
use ponnuki_wire::{Attendance, ProblemCode, RoomSummary, StoredEvent, replayable, to_ms};
use tokio::sync::{Notify, mpsc, oneshot};

use crate::bus::Bus;
use crate::config::Config;
use crate::crowd::Crowd;
use crate::doorplate::Doorplate;
use crate::limits::{AddressPlaces, AddressRates, Place, ServerLimits};
use crate::metrics::{Gauges, Metrics};
use crate::nodes::Node;
use crate::now::{self, Timekeeper};
use crate::outages::OutageLog;
use crate::pictures::Studio;
use crate::problem::Problem;
use crate::proxies::Proxies;
use crate::room_id::RoomId;
use crate::room_task::{Command, RoomTask};
use crate::study::Readers;
use crate::sweep::due;
use crate::thinking::Pool;
use crate::token::Key;
use crate::workers::Workers;

/// Commands that may wait for one room. A room answers in well under a
/// millisecond, and each of its visitors is held to a rate.
const INBOX_MAX: usize = 1 << 10;

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
    pub(crate) limits: ServerLimits,
    pub(crate) rates: AddressRates,
    pub(crate) places: AddressPlaces,
    pub(crate) readers: Readers,
    pub(crate) studio: Studio,
    pub(crate) breath: Duration,
    pub(crate) time: Arc<Timekeeper>,
    /// What a room has to know that was not in memory.
    pub(crate) outages: OutageLog,
    /// What it is among several servers; none if it is the only one.
    pub(crate) node: Option<Node>,
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
        (time, outages): (Arc<Timekeeper>, OutageLog),
        node: Option<Node>,
    ) -> House {
        let limits = config.limits;
        House {
            store,
            key,
            pool,
            metrics: Metrics::default(),
            breath: config.breath,
            plate,
            crowd: Arc::default(),
            proxies: config.proxies.clone(),
            rates: AddressRates::new(&limits),
            places: AddressPlaces::new(&limits),
            readers: Readers::new(&limits),
            studio: Studio::new(&limits),
            limits,
            time,
            outages,
            node,
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
        let place = self.places.rooms.take(Some(address))?;
        let id = RoomId::draw()?;
        // No record with stones of its own is taken.
        let stones = ByColor::default();
        let room = Room::open_after(self.time.now(), terms, host.clone(), stones, moves.clone())
            .map_err(|fault| Problem::new(ProblemCode::BadTerms, fault.to_string()))?;
        let event = Event::Opened {
            terms,
            host,
            stones: Box::new(stones),
            moves,
        };
        let event = StoredEvent::of(&event, terms.size);
        let summary = RoomSummary::of(&id.to_string(), &room);
        let at_ms = to_ms(room.last_at());
        let due_ms = due(&room).map(to_ms);
        let (sender, inbox) = mpsc::channel(INBOX_MAX);
        let room = (room, self.store.first_claim());
        let task = RoomTask::new(id, Arc::clone(self), room, inbox, &sender, place).lingering();
        self.enlist(id, sender)?;
        // In a task of its own: a room that is stored also lives, even if whoever opens it goes.
        let (reply, answer) = oneshot::channel();
        let house = Arc::clone(self);
        tokio::spawn(async move {
            let stored = house.store.create_room(at_ms, &event, &summary, due_ms);
            match stored.await {
                Ok(()) => {
                    house.metrics.events.add_one();
                    tracing::info!(room = %id, "opened");
                    // Whoever opened it may have gone.
                    let _ = reply.send(Ok(()));
                    task.run().await;
                }
                Err(fault) => {
                    let problem = Problem::from(fault);
                    task.give_up(&problem);
                    let _ = reply.send(Err(problem));
                }
            }
        });
        answer.await.unwrap_or_else(|_| Err(Problem::busy()))?;
        // At one screen both have names, and only the host's comes with the opening.
        if let Some(name) = guest.filter(|_| terms.company == Company::SameScreen) {
            let seat = Seat::Guest;
            self.send(id, Command::Happen(Event::Renamed { seat, name }))?;
        }
        Ok(id)
    }

    /// Has a room that is about to be stored in the list. It is there before it is in the store,
    /// where the sweep would find it and bring it a second time.
    fn enlist(&self, id: RoomId, inbox: mpsc::Sender<Command>) -> Result<(), Problem> {
        let mut live = self.live();
        if live.is_stopping {
            return Err(Problem::busy());
        }
        live.inboxes.insert(id, inbox);
        Ok(())
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
                let place = self.places.rooms.take(None)?;
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
                Err(problem) => house.forget(id, &mut inbox, &problem),
            }
        });
        sender
    }

    /// A room as its events say, and the right to write more of them.
    pub(crate) async fn load(&self, id: RoomId) -> Result<(Room, RoomClaim), Problem> {
        let name = id.to_string();
        let claim = match self.store.claim(&name).await? {
            RoomOwner::Ours(claim) => claim,
            // It was nobody's when the request came; what broke here goes on there.
            RoomOwner::Elsewhere(_) => {
                self.goes_on(id);
                return Err(Problem::busy());
            }
        };
        let room = replayed(&self.store, &name).await;
        let room = room.inspect_err(|problem| {
            if problem.is_damage() && self.live().damaged.insert(id) {
                self.metrics.damaged_rooms.add_one();
            }
        })?;
        Ok((room, claim))
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

    /// Takes a room out of the list, and answers all that is on its way to it with `problem`.
    pub(crate) fn forget(
        &self,
        id: RoomId,
        inbox: &mut mpsc::Receiver<Command>,
        problem: &Problem,
    ) {
        let mut live = self.live();
        live.inboxes.remove(&id);
        inbox.close();
        self.let_go.notify_waiters();
        drop(live);
        while let Ok(command) = inbox.try_recv() {
            command.refuse(problem);
        }
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

    /// Whether a room is not in memory, and could be.
    pub(crate) fn is_to_be_brought(&self, id: RoomId) -> bool {
        let live = self.live();
        let inbox = live.inboxes.get(&id);
        inbox.is_none_or(mpsc::Sender::is_closed) && !live.damaged.contains(&id)
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

    /// Who thinks for it elsewhere.
    pub(crate) fn workers(&self) -> &Arc<Workers> {
        self.pool.workers()
    }

    /// The bus between nodes, if there is one.
    pub(crate) fn bus(&self) -> Option<&Bus> {
        self.node.as_ref()?.bus.as_ref()
    }

    /// Who is in the rooms now, of this server and of all other nodes that are heard of.
    pub(crate) fn attendance(&self) -> Attendance {
        let here = self.crowd.count();
        let elsewhere = self.bus().map(Bus::elsewhere).unwrap_or_default();
        Attendance {
            games: here.games.saturating_add(elsewhere.games),
            players: here.players.saturating_add(elsewhere.players),
            watchers: here.watchers.saturating_add(elsewhere.watchers),
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
            n_connections: self.places.connections.n_taken(),
            thoughts: self.pool.traffic(),
            thoughts_waited: self.pool.waited(),
            workers: self.workers().traffic(),
            worker_counts: &self.workers().counts,
            node_counts: &self.workers().node_counts,
            is_failing: self.store.is_failing(),
            is_leased: self.store.holds_lease(now::steady()),
            is_on_bus: self.bus().is_some_and(Bus::is_connected),
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
