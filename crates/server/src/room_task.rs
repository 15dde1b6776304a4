//! One live room: everything that comes to it, one after the other. What is
//! accepted is stored before anybody is told.

mod tenure;
mod time;

use std::net::IpAddr;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use ponnuki_clock::{Left, Outage};
use ponnuki_room::{Event, Occupant, Refusal, Room, Seat, Speaker, Stage, Want};
use ponnuki_store::{RoomClaim, StoreFault};
use ponnuki_wire::{
    Ask, ByeCode, ProblemCode, Refused, RoomSummary, StoredEvent, ToClient, ToServer, Update,
    Welcome, to_json, to_ms,
};
use tokio::sync::{mpsc, oneshot};

use crate::chance;
use crate::crowd::HeadCount;
use crate::gallery::Gallery;
use crate::house::House;
use crate::limits::{Place, SeatBuckets};
use crate::now;
use crate::outbox::{Outbox, Outgoing};
use crate::problem::Problem;
use crate::room_id::RoomId;
use crate::seat_player::{Answer, SeatPlayer};
use crate::sweep::due;
use crate::thinking::SeatClock;
use crate::token::{Holder, TokenFault};
use crate::visitors::{NoRoom, Visitor, VisitorId, Visitors};

/// How often it is told, at the most, how many watch: a crowd that comes or goes at once must
/// not fill the queues of those who play.
const PRESENCE_PAUSE: Duration = Duration::from_millis(200);

/// What was stored so long after it happened was held back, because the database was away.
const HELD_MIN: Duration = Duration::from_millis(1_500);

/// What can be asked of a live room.
pub(crate) enum Command {
    /// Someone comes in.
    Enter(Arrival),
    /// Someone has gone.
    Leave(VisitorId),
    /// Someone in the room wants something.
    Ask {
        from: VisitorId,
        message: ToServer,
        /// How long the message was on its way.
        lag: Duration,
        /// When it came.
        at: Instant,
    },
    /// Someone takes the guest's seat.
    Join {
        name: String,
        reply: oneshot::Sender<Result<(), Problem>>,
    },
    /// Whoever holds these seats is signed out, on every device.
    SignOut {
        holder: Holder,
        /// The generation of the token of whoever asks.
        seen: u32,
        /// What only whoever asks knows, as a hash.
        asked: Option<String>,
        /// The generation of those that count from now on.
        reply: oneshot::Sender<Result<u32, Problem>>,
    },
    /// Something happens that nobody waits for.
    Happen(Event),
    /// Someone looks at the room.
    Look(Look),
    /// The thinker has an answer.
    Answer(Answer),
    /// There was an outage: the clocks are to be looked at.
    Woke,
    /// The store says that the room was to be looked at then.
    Due {
        due_ms: u64,
        /// Told when that is done.
        looked: oneshot::Sender<()>,
    },
    /// The server stops.
    Stop,
}

type Look = Box<dyn FnOnce(Result<&Room, &Problem>) + Send>;

/// Someone who comes in.
#[derive(Debug)]
pub(crate) struct Arrival {
    pub(crate) holder: Option<Holder>,
    pub(crate) name: String,
    pub(crate) address: IpAddr,
    /// The last event they know of.
    pub(crate) since: u64,
    pub(crate) outbox: Outbox,
    pub(crate) reply: oneshot::Sender<Result<Entered, Problem>>,
}

/// How to reach the room one is in.
#[derive(Debug)]
pub(crate) struct Entered {
    pub(crate) id: VisitorId,
    pub(crate) inbox: mpsc::Sender<Command>,
    /// What all who speak for the same seats may say together; none if one watches.
    pub(crate) buckets: Option<SeatBuckets>,
}

impl Command {
    /// Answers that there is no such room, or that it cannot be brought.
    pub(crate) fn refuse(self, problem: &Problem) {
        // Whoever asked may have gone.
        match self {
            Command::Enter(arrival) => drop(arrival.reply.send(Err(problem.clone()))),
            Command::Join { reply, .. } => drop(reply.send(Err(problem.clone()))),
            Command::SignOut { reply, .. } => drop(reply.send(Err(problem.clone()))),
            Command::Look(look) => look(Err(problem)),
            Command::Leave(_)
            | Command::Ask { .. }
            | Command::Happen(_)
            | Command::Answer(_)
            | Command::Woke
            | Command::Due { .. }
            | Command::Stop => {}
        }
    }
}

/// Why an event did not happen.
enum Failure {
    /// The room refused it, and is as it was.
    Refused(Refusal),
    /// It could not be stored: what is in memory is ahead of what is kept.
    Lost(StoreFault),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(refusal)
    }
}

/// Whether the room goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AfterCommand {
    Stay,
    End,
}

/// The last update that someone was sent who came in. Whoever comes while it waits to be
/// sent to another, and knows as much, gets the same.
#[derive(Debug, Default)]
struct SharedStory {
    /// How many events it tells of, and after which.
    key: (u64, u64),
    text: Weak<Utf8Bytes>,
}

/// A live room.
#[derive(Debug)]
pub(crate) struct RoomTask {
    id: RoomId,
    house: Arc<House>,
    room: Room,
    /// The right to store its events.
    claim: RoomClaim,
    /// Since when that is, if there are other nodes.
    claimed_at: Duration,
    inbox: mpsc::Receiver<Command>,
    own: mpsc::WeakSender<Command>,
    visitors: Visitors,
    /// The visitors, as far as everybody may know of them.
    head_count: HeadCount,
    gallery: Gallery,
    story: SharedStory,
    engine: SeatPlayer,
    /// The time to which the room was last brought up. What cannot be stored was tried then.
    looked: Duration,
    /// Since when the room sleeps, if its waking could not be stored: it can be seen as it
    /// was then, and nothing happens in it.
    asleep: Option<Duration>,
    /// When someone last asked for something, if anyone did.
    stirred: Option<Instant>,
    /// When it may be told again how many watch.
    presence_after: Instant,
    /// Counts against the limit of rooms as long as this lives.
    _place: Place,
}

impl RoomTask {
    /// The task of a room.
    pub(crate) fn new(
        id: RoomId,
        house: Arc<House>,
        (room, claim): (Room, RoomClaim),
        inbox: mpsc::Receiver<Command>,
        own: &mpsc::Sender<Command>,
        place: Place,
    ) -> RoomTask {
        let head_count = HeadCount::none(&house.crowd);
        let claimed_at = match house.store.is_node() {
            true => house.time.now(),
            false => Duration::ZERO,
        };
        RoomTask {
            id,
            house,
            room,
            claim,
            claimed_at,
            inbox,
            own: own.downgrade(),
            visitors: Visitors::default(),
            head_count,
            gallery: Gallery::default(),
            story: SharedStory::default(),
            engine: SeatPlayer::default(),
            looked: Duration::ZERO,
            asleep: None,
            stirred: None,
            presence_after: now::steady(),
            _place: place,
        }
    }

    /// The same for a room that somebody is about to come to.
    pub(crate) fn lingering(mut self) -> RoomTask {
        self.stirred = Some(now::steady());
        self
    }

    /// Ends before it began, because of `problem`.
    pub(crate) fn give_up(mut self, problem: &Problem) {
        self.house.forget(self.id, &mut self.inbox, problem);
    }

    /// Lives until nobody needs the room, the server stops, or an event is lost.
    pub(crate) async fn run(mut self) {
        match self.live().await {
            Ok(()) => {}
            Err(fault) => {
                self.house.metrics.lost_appends.add_one();
                self.house.broke_down(self.id, self.looked);
                tracing::error!(room = %self.id, %fault, "an event could not be stored");
                let text = "something failed in the server, connect again";
                self.visitors.dismiss(ByeCode::Failed, text);
                self.house
                    .forget(self.id, &mut self.inbox, &Problem::busy());
            }
        }
        self.engine.rest();
    }

    async fn live(&mut self) -> Result<(), StoreFault> {
        self.try_to_wake_up().await;
        self.pursue().await?;
        loop {
            let nap = self.nap();
            if nap.is_zero() && self.is_idle() && self.house.let_go(self.id, &self.inbox) {
                self.release(None).await;
                return Ok(());
            }
            let next = tokio::select! {
                command = self.inbox.recv() => match command {
                    Some(command) => self.obey(command).await?,
                    None => AfterCommand::End,
                },
                () = tokio::time::sleep(nap) => self.tick().await?,
            };
            if next == AfterCommand::End {
                if self.is_ours() {
                    self.release(Some(self.house.time.now())).await;
                }
                self.visitors
                    .dismiss(ByeCode::Stopping, "the server stops, connect again soon");
                self.house
                    .forget(self.id, &mut self.inbox, &Problem::busy());
                return Ok(());
            }
            self.pursue().await?;
            let is_playing = matches!(self.room.stage(), Stage::Playing | Stage::Stopped(_));
            self.head_count.is_now(self.visitors.attendance(is_playing));
        }
    }

    async fn obey(&mut self, command: Command) -> Result<AfterCommand, StoreFault> {
        if !self.is_ours() {
            command.refuse(&Problem::busy());
            return Ok(AfterCommand::End);
        }
        if !matches!(command, Command::Leave(_) | Command::Due { .. }) {
            self.stirred = Some(now::steady());
        }
        if self.asleep.is_none() {
            self.catch_up().await?;
        }
        match command {
            Command::Enter(arrival) => self.enter(arrival),
            Command::Leave(id) => self.visitors.leave(id),
            Command::Ask {
                from,
                message,
                lag,
                at,
            } => self.answer(from, &message, lag, at).await?,
            Command::Join { name, reply } => {
                let joined = self.join(name).await?;
                drop(reply.send(joined));
            }
            Command::SignOut {
                holder,
                seen,
                asked,
                reply,
            } => drop(reply.send(self.sign_out(holder, seen, asked.as_deref()).await)),
            Command::Happen(event) => {
                self.happen_if_allowed(event).await?;
            }
            Command::Look(look) => look(Ok(&self.room)),
            Command::Answer(answer) => self.take(answer).await?,
            // The clocks were looked at.
            Command::Woke => {}
            Command::Due { due_ms, looked } => {
                self.put_off(due_ms).await;
                // Whoever sweeps may have stopped.
                let _ = looked.send(());
            }
            Command::Stop => return Ok(AfterCommand::End),
        }
        self.tell_presence();
        Ok(AfterCommand::Stay)
    }

    fn enter(&mut self, arrival: Arrival) {
        if let Err(full) = self.visitors.judge(arrival.holder, &self.house.limits) {
            let text = match full {
                NoRoom::Watchers => "as many watch this room as may",
                NoRoom::Tabs => "this seat is open on too many devices",
            };
            return drop(
                arrival
                    .reply
                    .send(Err(Problem::new(ProblemCode::Full, text))),
            );
        }
        let Some(inbox) = self.own.upgrade() else {
            return drop(arrival.reply.send(Err(Problem::busy())));
        };
        let id = self.visitors.next_id();
        let buckets = arrival.holder.map(|holder| {
            let (limits, now) = (&self.house.limits, now::steady());
            self.visitors.buckets(holder, limits, now)
        });
        let entered = Entered { id, inbox, buckets };
        if arrival.reply.send(Ok(entered)).is_err() {
            return;
        }
        let seats = arrival.holder.map(Holder::seats).unwrap_or_default();
        let name = match seats {
            [seat, ..] => self.room.name(*seat).to_owned(),
            [] => arrival.name.clone(),
        };
        let welcome = ToClient::Welcome(Welcome {
            seats: seats.iter().map(|&seat| seat.into()).collect(),
            name,
            server_ms: to_ms(self.house.time.now()),
        });
        self.visitors.enter(Visitor {
            id,
            holder: arrival.holder,
            name: arrival.name,
            address: arrival.address,
            outbox: arrival.outbox,
        });
        self.visitors.tell(id, &welcome);
        // A client that knows more than there is has it from elsewhere.
        let since = Some(arrival.since).filter(|since| *since <= self.room.seq());
        let story = self.story(since.unwrap_or_default());
        self.visitors.send(id, Outgoing::Story(story));
        let presence = self.visitors.presence();
        self.visitors.tell(id, &presence);
    }

    /// What happened after the event `since`, for someone who comes in. The clocks in it
    /// say of which moment they are, so it stays true until something happens.
    fn story(&mut self, since: u64) -> Arc<Utf8Bytes> {
        let key = (self.room.seq(), since);
        let known = self.story.text.upgrade();
        if let Some(text) = known.filter(|_| self.story.key == key) {
            return text;
        }
        let text = Arc::new(Utf8Bytes::from(to_json(&self.update(since))));
        let weak = Arc::downgrade(&text);
        self.story = SharedStory { key, text: weak };
        text
    }

    /// Does what a visitor asks for, or says why not.
    async fn answer(
        &mut self,
        from: VisitorId,
        message: &ToServer,
        lag: Duration,
        at: Instant,
    ) -> Result<(), StoreFault> {
        let done = match self.event_of(from, message, lag) {
            Ok(Some(event)) => match self.happen(event).await {
                Ok(()) => Ok(true),
                Err(Failure::Refused(why)) => Err(Refused::of(&why, &self.room)),
                Err(Failure::Lost(fault)) => return Err(fault),
            },
            Ok(None) if message.ask == Ask::MoveNow => {
                self.engine.hurry();
                Ok(true)
            }
            Ok(None) => self.estimate(from, message).map(|()| false),
            Err(refused) => Err(refused),
        };
        match done {
            Ok(true) => {
                let (re, seq) = (message.id, self.room.seq());
                self.visitors.tell(from, &ToClient::Done { re, seq });
                self.house.metrics.announced.add(now::steady() - at);
            }
            Ok(false) => {}
            Err(refused) => {
                self.house.metrics.refusals.add_one();
                self.visitors
                    .tell(from, &ToClient::Refused(refused.to(message.id)));
            }
        }
        Ok(())
    }

    /// The event that a message asks for; none if it asks for something else.
    fn event_of(
        &mut self,
        from: VisitorId,
        message: &ToServer,
        lag: Duration,
    ) -> Result<Option<Event>, Refused> {
        let Some(visitor) = self.visitors.find(from) else {
            return Ok(None);
        };
        match (visitor.holder, &message.ask) {
            (_, Ask::Estimate | Ask::Ping) => Ok(None),
            (None, Ask::Say { text }) => {
                let (house, game_number) = (&self.house, self.room.game_number());
                self.gallery
                    .take(house, game_number, visitor.address, text)?;
                let name = visitor.name.clone();
                Ok(Some(Event::Said {
                    from: Speaker::Watcher { name },
                    text: text.clone(),
                }))
            }
            (holder, _) => {
                let held = holder.map(Holder::seats).unwrap_or_default();
                let seat = message.seat_for(held, &self.room)?;
                message.to_event(seat, lag, &self.room)
            }
        }
    }

    /// Has the position judged for a curious visitor.
    fn estimate(&self, from: VisitorId, message: &ToServer) -> Result<(), Refused> {
        let Some(visitor) = self.visitors.find(from) else {
            return Ok(());
        };
        self.engine
            .estimate(&self.house, &self.room, visitor, message.id)
    }

    async fn join(&mut self, name: String) -> Result<Result<(), Problem>, StoreFault> {
        let sitter = Occupant::Person { name };
        let seat = Seat::Guest;
        match self.happen(Event::Joined { seat, sitter }).await {
            Ok(()) => Ok(Ok(())),
            Err(Failure::Lost(fault)) => Err(fault),
            Err(Failure::Refused(why)) => Ok(Err(problem_of(&why))),
        }
    }

    /// Has the seat's lock changed, and then closes every connection that came before.
    async fn sign_out(
        &mut self,
        holder: Holder,
        seen: u32,
        asked: Option<&str>,
    ) -> Result<u32, Problem> {
        let (store, room) = (&self.house.store, self.id.to_string());
        let generation = store.sign_out(&room, holder.name(), seen, asked).await?;
        let generation = generation.ok_or(TokenFault::SignedOut)?;
        self.visitors.sign_out(holder);
        Ok(generation)
    }

    /// Gets done what the room wants done, until it wants nothing or has to wait.
    async fn pursue(&mut self) -> Result<(), StoreFault> {
        if self.asleep.is_some() {
            return Ok(());
        }
        loop {
            let event = match self.room.wants() {
                Some(Want::Nigiri) => Event::Nigiri {
                    host: chance::color(),
                },
                Some(Want::EngineAnswer { seat, dead }) => Event::Accepted { seat, dead },
                Some(want @ (Want::EngineMove { .. } | Want::DeadStones)) => {
                    let clock = self.clock_of_engine();
                    self.engine.meet(self.visitors.player_address());
                    self.engine
                        .ask(&self.house, &self.room, want, clock, &self.own);
                    return Ok(());
                }
                None => {
                    self.engine.rest();
                    return Ok(());
                }
            };
            if !self.happen_if_allowed(event).await? {
                return Ok(());
            }
        }
    }

    /// The clock of the player to move, if one runs.
    fn clock_of_engine(&self) -> SeatClock {
        let left = |turn| self.room.clocks(self.house.time.now())[turn];
        SeatClock {
            control: self.room.terms().control,
            left: self.room.running().map_or(Left::Unlimited, left),
        }
    }

    /// What the thinker said, if it is still wanted.
    async fn take(&mut self, answer: Answer) -> Result<(), StoreFault> {
        for event in self.engine.events(&self.room, answer) {
            if self.happen_if_allowed(event).await? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Lets an event of our own happen; says whether the room took it.
    async fn happen_if_allowed(&mut self, event: Event) -> Result<bool, StoreFault> {
        match self.happen(event).await {
            Ok(()) => Ok(true),
            Err(Failure::Lost(fault)) => Err(fault),
            Err(Failure::Refused(why)) => {
                tracing::warn!(room = %self.id, %why, "the room refused the server");
                Ok(false)
            }
        }
    }

    /// Lets an event happen now.
    async fn happen(&mut self, event: Event) -> Result<(), Failure> {
        if self.asleep.is_some() {
            self.wake_up().await.map_err(Failure::Lost)?;
        }
        let now = self.catch_up().await.map_err(Failure::Lost)?;
        self.carry_out(now, event).await?;
        // Nobody could see it meanwhile, so that is nobody's time.
        let until = self.house.time.now();
        if until.saturating_sub(now) > HELD_MIN {
            let held = Outage { since: now, until };
            self.wake(held).await.map_err(Failure::Lost)?;
        }
        Ok(())
    }

    /// Steps, stores, and only then announces.
    async fn carry_out(&mut self, now: Duration, event: Event) -> Result<(), Failure> {
        let stored = StoredEvent::of(&event, self.room.terms().size);
        let before = self.room.seq();
        self.room.step(now, event)?;
        let summary = RoomSummary::of(&self.id.to_string(), &self.room);
        let began = now::steady();
        let appended = self
            .house
            .store
            .append(
                &self.claim,
                self.room.seq(),
                to_ms(self.room.last_at()),
                &stored,
                &summary,
                due(&self.room).map(to_ms),
            )
            .await;
        appended.map_err(Failure::Lost)?;
        self.house.metrics.stored.add(now::steady() - began);
        self.house.metrics.events.add_one();
        let update = self.update(before);
        self.tell_all(&update);
        Ok(())
    }

    /// What happened after the event `since`, and how things stand.
    fn update(&self, since: u64) -> ToClient {
        let now = self.asleep.unwrap_or_else(|| self.house.time.now());
        let now = now.max(self.room.last_at());
        let update = Update::of(&self.id.to_string(), &self.room, since, now);
        ToClient::Update(Box::new(update))
    }

    /// Tells who is here, if that has changed: of players at once, of watchers unless it was
    /// told just now.
    fn tell_presence(&mut self) {
        let now = now::steady();
        if now < self.presence_after && !self.visitors.has_news_of_players() {
            return;
        }
        if let Some(presence) = self.visitors.news_of_presence() {
            self.presence_after = now + PRESENCE_PAUSE;
            self.tell_all(&presence);
        }
    }

    fn tell_all(&mut self, message: &ToClient) {
        for _ in 0..self.visitors.tell_all(message) {
            self.house.metrics.slow_readers.add_one();
        }
    }
}

/// What a refusal is to someone who comes by HTTP.
fn problem_of(why: &Refusal) -> Problem {
    let code = match why {
        Refusal::SeatTaken => ProblemCode::SeatTaken,
        Refusal::Text(_) => ProblemCode::BadRequest,
        _ => ProblemCode::WrongStage,
    };
    Problem::new(code, why.to_string())
}
