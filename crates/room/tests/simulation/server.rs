//! The server: a process with a room in memory and its own idea of the time, a disk that
//! survives, and errands for the room.

use std::collections::HashMap;
use std::time::Duration;

use ponnuki_clock::{Control, LOOK_EVERY, Left, Outage, PULSE_EVERY, Timeline};
use ponnuki_game::{ByColor, Color, Dice, GameEvent, Move, PointSet};
use ponnuki_room::{Announcement, Event, Happened, Proposal, Room, Terms, Want};
use ponnuki_think::DeadReason;

use crate::machine::{Clocks, Disk, DiskWeather, Fault};
use crate::post::{Letter, Post, Scene, ToClient, ToServer};
use crate::referee::Referee;
use crate::{N_CLIENTS, Seen, update};

pub(crate) struct Server {
    /// What is lost when it is killed; nothing while it is down.
    process: Option<Process>,
    pub(crate) disk: Disk,
    referee: Referee,
    seen: Seen,
    /// Whose which messages were carried out, in which game, and how much had been
    /// taken back in all.
    carried_out: HashMap<(usize, u64), (u32, u64)>,
    /// In which game a turn last began, and what the clocks showed then.
    last: Option<(u32, ByColor<Left>)>,
}

struct Process {
    timeline: Timeline,
    /// When it began, and when the one before it was last known to run.
    started: Duration,
    down_since: Duration,
    /// When it last tried to write down that it lives.
    pulsed: Option<Duration>,
    /// The time when the room was last brought up to it.
    looked: Duration,
    /// The room; none where an event could not be stored, until it is read again.
    room: Option<Room>,
    /// Since when nothing could be stored.
    broken_since: Option<Duration>,
}

impl Process {
    /// The time, to which the room is brought up next.
    fn look(&mut self, clocks: &Clocks) -> Duration {
        self.looked = self.timeline.look(clocks.readings());
        self.looked
    }
}

/// All that there is to know.
pub(crate) struct Story {
    pub(crate) seq: u64,
    pub(crate) told: Vec<Announcement>,
    pub(crate) scene: Scene,
}

/// The server was killed, or could not store an event.
struct Broken;

impl Server {
    pub(crate) fn open(
        clocks: &Clocks,
        terms: Terms,
        moves: Vec<Move>,
        weather: DiskWeather,
    ) -> Server {
        let host = String::new();
        let mut timeline = Timeline::start(clocks.readings(), None);
        let now = timeline.look(clocks.readings());
        let stones = ByColor::default();
        let room = Room::open_after(now, terms, host.clone(), stones, moves.clone());
        let room = room.unwrap_or_else(|fault| panic!("the terms are without fault: {fault}"));
        let opened = Event::Opened {
            terms,
            host,
            stones: Box::new(stones),
            moves,
        };
        Server {
            referee: Referee::new(&room),
            disk: Disk::new((now, opened), weather),
            process: Some(Process {
                timeline,
                started: now,
                down_since: now,
                pulsed: None,
                looked: now,
                room: Some(room),
                broken_since: None,
            }),
            seen: Seen::default(),
            carried_out: HashMap::new(),
            last: None,
        }
    }

    /// The room in memory.
    fn room(&self) -> Option<&Room> {
        self.process.as_ref()?.room.as_ref()
    }

    fn known_room(&self) -> &Room {
        self.room().expect("a room in memory")
    }

    pub(crate) fn told_after(&self, since: u64) -> u64 {
        self.known_room().told_after(since)
    }

    pub(crate) fn story(&self) -> Story {
        let room = self.known_room();
        Story {
            seq: room.seq(),
            told: room.happened(0).cloned().collect(),
            scene: Scene::of(room),
        }
    }

    /// The event that the disk keeps under this number.
    pub(crate) fn kept(&self, seq: u64) -> Option<&Event> {
        let place = usize::try_from(seq).ok()?.checked_sub(1)?;
        self.disk.events.get(place).map(|(_, event)| event)
    }

    pub(crate) fn seen(&self) -> Seen {
        self.seen
    }

    /// The room that the disk would give back.
    fn replayed(&self) -> Room {
        let replayed = Room::replay(self.disk.events.iter().cloned());
        replayed.unwrap_or_else(|fault| panic!("cannot replay: {fault}"))
    }

    /// The room that the disk would give back is the one in memory.
    pub(crate) fn judge_replay(&self) {
        assert_eq!(
            format!("{:?}", self.replayed()),
            format!("{:?}", self.known_room())
        );
    }

    /// The process is killed: only the disk is left.
    pub(crate) fn crash(&mut self) {
        self.seen.n_crashes += u64::from(self.process.is_some());
        self.process = None;
    }

    /// The process is started again.
    fn restart(&mut self, clocks: &Clocks, post: &mut Post, dice: &mut Dice) {
        let pulse = self.disk.pulse;
        let written = self.disk.events.last().map(|(at, _)| *at);
        let mut timeline = Timeline::start(clocks.readings(), pulse.max(written));
        let started = timeline.look(clocks.readings());
        self.process = Some(Process {
            timeline,
            started,
            down_since: pulse.unwrap_or_default().min(started),
            pulsed: None,
            looked: started,
            room: None,
            broken_since: None,
        });
        self.referee.restart();
        self.bring(clocks, post, dice);
    }

    /// Reads the room from the disk if it is not in memory. Nobody could move meanwhile.
    fn bring(&mut self, clocks: &Clocks, post: &mut Post, dice: &mut Dice) {
        if self.room().is_some() {
            return;
        }
        let room = self.replayed();
        let Some(process) = &mut self.process else {
            return;
        };
        let last_at = room.last_at();
        let before = (last_at < process.started).then_some(process.down_since);
        let since = [before, process.broken_since].into_iter().flatten().min();
        process.room = Some(room);
        let until = process.look(clocks);
        let known = process.timeline.outages_after(last_at);
        let mut outages: Vec<Outage> = known
            .filter(|outage| since.is_none_or(|since| outage.until <= since))
            .collect();
        outages.extend(since.map(|since| Outage { since, until }));
        let mut outages = outages.into_iter();
        let woken = outages.try_for_each(|outage| self.wake(outage, clocks, post, dice));
        if let (Ok(()), Some(process)) = (woken, &mut self.process) {
            process.broken_since = None;
            self.referee.judge(self.known_room(), until);
        }
    }

    /// Somebody looks at the clocks, as a thread of the server does again and again.
    pub(crate) fn look(&mut self, clocks: &Clocks) {
        if let Some(process) = &mut self.process {
            process.timeline.look(clocks.readings());
        }
    }

    /// Lets time pass in which the process runs, if it is not down.
    pub(crate) fn live(
        &mut self,
        time: Duration,
        clocks: &mut Clocks,
        post: &mut Post,
        dice: &mut Dice,
    ) {
        self.look(clocks);
        let mut left = time;
        while !left.is_zero() {
            let part = left.min(LOOK_EVERY);
            left -= part;
            clocks.pass(part);
            if self.room().is_some() {
                self.referee.serve(part);
            }
            self.look(clocks);
            self.pulse(clocks, post, dice);
        }
    }

    /// Writes down that the process lives, now and then. A room that broke down comes
    /// first: a pulse that is kept just before its waking is lost, and the process killed
    /// then, would cost its player the time between two pulses.
    fn pulse(&mut self, clocks: &Clocks, post: &mut Post, dice: &mut Dice) {
        let Some(process) = &mut self.process else {
            return;
        };
        let now = process.timeline.look(clocks.readings());
        if process
            .pulsed
            .is_some_and(|pulsed| now < pulsed + PULSE_EVERY)
        {
            return;
        }
        process.pulsed = Some(now);
        self.bring(clocks, post, dice);
        if self.room().is_some() && self.disk.keep_pulse(now, dice) {
            self.referee.pulse_is_kept();
        }
    }

    pub(crate) fn receive(
        &mut self,
        clocks: &Clocks,
        letter: ToServer,
        post: &mut Post,
        dice: &mut Dice,
    ) {
        if self.process.is_none() && post.is_fair {
            self.restart(clocks, post, dice);
        }
        // Whoever comes has a room that broke down read again.
        self.bring(clocks, post, dice);
        if self.room().is_none() {
            return;
        }
        match letter {
            ToServer::Hello { client, since } => {
                let update = update(self, since);
                post.send(clocks.now, dice, Letter::ToClient(client, update));
            }
            ToServer::Ask { client, id, event } => {
                let is_move = matches!(event, Event::Moved { .. });
                let Ok(done) = self.happen(event, clocks, post, dice) else {
                    return;
                };
                let answer = match done {
                    Some(seq) => {
                        // A move that was taken back may be made again.
                        let since = (self.known_room().game_number(), self.seen.n_undone);
                        let before = self.carried_out.insert((client, id), since);
                        let is_new = before != Some(since);
                        assert!(is_new || !is_move, "a move that came twice was made twice");
                        ToClient::Done { id, seq }
                    }
                    None => ToClient::Refused { id },
                };
                post.send(clocks.now, dice, Letter::ToClient(client, answer));
            }
        }
    }

    /// Lets an event happen now, after all outages that the room does not know of.
    fn happen(
        &mut self,
        event: Event,
        clocks: &Clocks,
        post: &mut Post,
        dice: &mut Dice,
    ) -> Result<Option<u64>, Broken> {
        let now = self.catch_up(clocks, post, dice)?;
        self.referee.judge(self.known_room(), now);
        self.carry_out(now, event, clocks, post, dice)
    }

    fn catch_up(
        &mut self,
        clocks: &Clocks,
        post: &mut Post,
        dice: &mut Dice,
    ) -> Result<Duration, Broken> {
        let last_at = self.room().ok_or(Broken)?.last_at();
        let process = self.process.as_mut().ok_or(Broken)?;
        let now = process.look(clocks);
        let outages: Vec<Outage> = process.timeline.outages_after(last_at).collect();
        for outage in outages {
            self.wake(outage, clocks, post, dice)?;
        }
        Ok(now)
    }

    fn wake(
        &mut self,
        outage: Outage,
        clocks: &Clocks,
        post: &mut Post,
        dice: &mut Dice,
    ) -> Result<(), Broken> {
        if self.known_room().running().is_none() {
            return Ok(());
        }
        self.seen.n_outages += 1;
        let down_since = outage.since;
        let woke = Event::Woke { down_since };
        let done = self.carry_out(outage.until, woke, clocks, post, dice)?;
        assert!(done.is_some(), "the room did not wake");
        Ok(())
    }

    /// Step, store, announce; the server may be killed between any two of them, and the
    /// disk may fail. Returns the number of the event, or nothing if it was refused.
    fn carry_out(
        &mut self,
        now: Duration,
        event: Event,
        clocks: &Clocks,
        post: &mut Post,
        dice: &mut Dice,
    ) -> Result<Option<u64>, Broken> {
        let before = self.known_room().clone();
        let mut room = before.clone();
        let event = granted(event, &room);
        let happened = match room.step(now, event.clone()) {
            Ok(happened) => happened,
            Err(why) => {
                // Writing a room out is slow, so not every time.
                let is_same = dice.below(16) > 0 || format!("{before:?}") == format!("{room:?}");
                assert!(is_same, "the refusal of {event:?} changed the room");
                self.referee.judge_refusal(&room, &event, &why);
                return Ok(None);
            }
        };
        if dice.below(200) == 0 && !post.is_fair {
            self.crash();
            return Err(Broken);
        }
        let written = self
            .disk
            .append(room.last_at(), stored_event(event.clone()), dice);
        if matches!(written, Ok(()) | Err(Fault::Unsaid)) {
            self.referee.keep(&before, &room, &event, &happened);
            self.count(&room, &happened);
            self.judge_clocks(&room, &happened);
        }
        if let Err(fault) = written {
            self.break_down(fault, &room);
            return Err(Broken);
        }
        let process = self.process.as_mut().ok_or(Broken)?;
        process.room = Some(room);
        if dice.below(200) == 0 && !post.is_fair {
            self.crash();
            return Err(Broken);
        }
        for client in 0..N_CLIENTS {
            let update = update(self, before.seq());
            post.send(clocks.now, dice, Letter::ToClient(client, update));
        }
        Ok(Some(self.known_room().seq()))
    }

    /// An event could not be stored, or so it was said: the room in memory, which is
    /// `ahead`, is no longer to be trusted.
    fn break_down(&mut self, fault: Fault, ahead: &Room) {
        self.seen.n_faults += 1;
        if fault == Fault::Unsaid {
            assert_eq!(format!("{:?}", self.replayed()), format!("{ahead:?}"));
        }
        if let Some(process) = &mut self.process {
            process.room = None;
            process.broken_since.get_or_insert(process.looked);
        }
    }

    fn count(&mut self, room: &Room, happened: &[Happened]) {
        for what in happened {
            match what {
                Happened::Moved { .. } => self.seen.n_moves += 1,
                Happened::Undone { .. } => self.seen.n_undone += 1,
                Happened::Ended { .. } => self.seen.n_over += 1,
                Happened::Began { game_number, .. } if *game_number > 1 => {
                    self.seen.n_rematches += 1;
                }
                _ => {}
            }
        }
        let last = room.game().and_then(|game| game.events().last());
        let is_end = matches!(happened.last(), Some(Happened::Ended { .. }));
        if is_end && matches!(last, Some(GameEvent::TimedOut { .. })) {
            self.seen.n_timed_out += 1;
        }
    }

    /// What a server does by itself: it comes up again, keeps time, asks chance and the engine.
    pub(crate) fn run_errands(&mut self, clocks: &Clocks, post: &mut Post, dice: &mut Dice) {
        if self.process.is_none() {
            if dice.below(5) == 0 {
                self.restart(clocks, post, dice);
            }
            return;
        }
        let Ok(now) = self.catch_up(clocks, post, dice) else {
            return;
        };
        let deadline = self.known_room().deadline();
        if deadline.is_some_and(|deadline| deadline <= now) {
            match self.happen(Event::Ticked, clocks, post, dice) {
                Ok(ticked) => assert!(ticked.is_some(), "a tick that was due was refused"),
                Err(Broken) => return,
            }
        }
        let want = self.known_room().wants().filter(|_| dice.below(4) == 0);
        if let Some(want) = want {
            let event = self.answer(want, dice);
            drop(self.happen(event, clocks, post, dice));
        }
    }

    fn answer(&self, want: Want, dice: &mut Dice) -> Event {
        match want {
            Want::Nigiri => Event::Nigiri {
                host: Color::BOTH[dice.below(2)],
            },
            Want::EngineMove { seat, .. } => {
                let scene = Scene::of(self.known_room());
                let mv = scene.legal.get(dice.below(scene.legal.len()));
                Event::Moved {
                    seat,
                    node: scene.node,
                    mv: mv.copied().unwrap_or(Move::Pass),
                    lag: Duration::ZERO,
                }
            }
            Want::DeadStones => Event::Proposed {
                dead: self.some_chain(dice).into_iter().collect(),
            },
            Want::EngineAnswer { seat, dead } => Event::Accepted { seat, dead },
        }
    }

    fn some_chain(&self, dice: &mut Dice) -> Option<Proposal> {
        let board = self.known_room().game()?.board();
        let stones: PointSet = board.stones(Color::Black) | board.stones(Color::White);
        let point = stones.iter().nth(dice.below(stones.len() + 1))?;
        let stones = board.chain(point)?.stones;
        let reason = DeadReason::CapturedMostly;
        Some(Proposal { stones, reason })
    }

    /// When a turn begins nobody's clock shows more than at the last one, but for
    /// what a move has earned.
    fn judge_clocks(&mut self, room: &Room, happened: &[Happened]) {
        let begins_turn =
            |what: &Happened| matches!(what, Happened::Moved { .. } | Happened::Undone { .. });
        if !happened.iter().any(begins_turn) {
            return;
        }
        let (game_number, left) = (room.game_number(), room.clocks(room.last_at()));
        let control = room.terms().control;
        if let Some((_, was)) = self.last.filter(|(number, _)| *number == game_number) {
            for color in Color::BOTH {
                let moved =
                    |what: &&Happened| matches!(what, Happened::Moved { by, .. } if *by == color);
                let n_moves = happened.iter().filter(moved).count() as u32;
                let most = worth(control, was[color]).map(|most| most + earned(control) * n_moves);
                assert!(
                    most.is_none() || worth(control, left[color]) <= most,
                    "{color} had {} and has {} after {happened:?}",
                    was[color],
                    left[color],
                );
            }
        }
        self.last = Some((game_number, left));
    }
}

/// A moment or a span as the store keeps it: in whole milliseconds.
fn stored(time: Duration) -> Duration {
    Duration::from_millis(time.as_millis() as u64)
}

/// A move with as much of its lag as the room grants.
fn granted(event: Event, room: &Room) -> Event {
    match event {
        Event::Moved {
            seat,
            node,
            mv,
            lag,
        } => Event::Moved {
            seat,
            node,
            mv,
            lag: room.granted_lag(seat, lag),
        },
        event => event,
    }
}

/// An event as the store keeps it.
fn stored_event(event: Event) -> Event {
    match event {
        Event::Moved {
            seat,
            node,
            mv,
            lag,
        } => Event::Moved {
            seat,
            node,
            mv,
            lag: stored(lag),
        },
        Event::Woke { down_since } => Event::Woke {
            down_since: stored(down_since),
        },
        event => event,
    }
}

/// All the time that `left` stands for. A period, and a move's own time, count in
/// full: they begin anew with each turn.
fn worth(control: Control, left: Left) -> Option<Duration> {
    match (control, left) {
        (Control::Byoyomi { period, .. }, Left::Period { n_periods, .. }) => {
            Some(period * u32::from(n_periods))
        }
        (Control::PerMove { time }, Left::Main(_)) => Some(time),
        (Control::Canadian { period, .. }, Left::Stones { .. }) => Some(period),
        _ => control.until_flag(left),
    }
}

/// The most that one move may add.
fn earned(control: Control) -> Duration {
    match control {
        Control::Fischer { increment, .. } => increment,
        _ => Duration::ZERO,
    }
}
