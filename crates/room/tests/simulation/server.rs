//! The server: a room in memory, a store that survives, and errands for the room.

use std::collections::HashMap;
use std::time::Duration;

use ponnuki_clock::{Control, Left};
use ponnuki_game::{ByColor, Color, Dice, Event as GameEvent, Move, PointSet};
use ponnuki_room::{DeadReason, Event, Happened, Proposal, Room, Terms, Told, Want};

use crate::post::{Letter, Post, Scene, ToClient, ToServer};
use crate::{N_CLIENTS, Seen, update};

pub(crate) struct Server {
    /// The room, while the server runs.
    room: Room,
    /// Everything that was accepted, for good.
    store: Vec<(Duration, Event)>,
    /// When the server was last known to run.
    pulse: Duration,
    is_down: bool,
    seen: Seen,
    /// Whose which messages were carried out, in which game, and how much had been
    /// taken back in all.
    carried_out: HashMap<(usize, u64), (u32, u64)>,
    /// In which game a turn last began, and what the clocks showed then.
    last: Option<(u32, ByColor<Left>)>,
}

/// All that there is to know.
pub(crate) struct Story {
    pub(crate) seq: u64,
    pub(crate) told: Vec<Told>,
    pub(crate) scene: Scene,
}

impl Server {
    pub(crate) fn open(now: Duration, terms: Terms) -> Server {
        let host = String::new();
        let room = Room::open(now, terms, host.clone());
        Server {
            room: room.unwrap_or_else(|fault| panic!("the terms are without fault: {fault}")),
            store: vec![(now, Event::Opened { terms, host })],
            pulse: now,
            is_down: false,
            seen: Seen::default(),
            carried_out: HashMap::new(),
            last: None,
        }
    }

    pub(crate) fn told_after(&self, since: u64) -> u64 {
        self.room.told_after(since)
    }

    pub(crate) fn story(&self) -> Story {
        Story {
            seq: self.room.seq(),
            told: self.room.happened(0).cloned().collect(),
            scene: Scene::of(&self.room),
        }
    }

    /// The event that the store keeps under this number.
    pub(crate) fn kept(&self, seq: u64) -> Option<&Event> {
        let place = usize::try_from(seq).ok()?.checked_sub(1)?;
        self.store.get(place).map(|(_, event)| event)
    }

    pub(crate) fn seen(&self) -> Seen {
        self.seen
    }

    /// The process is killed: only the store is left.
    pub(crate) fn crash(&mut self) {
        self.seen.n_crashes += u64::from(!self.is_down);
        self.is_down = true;
    }

    /// The process is started again.
    fn restart(&mut self, now: Duration, post: &mut Post, dice: &mut Dice) {
        let events = self.store.iter().cloned();
        self.room = Room::replay(events).unwrap_or_else(|fault| panic!("cannot replay: {fault}"));
        self.is_down = false;
        if self.room.running().is_some() {
            let down_since = self.pulse;
            let before = self.room.clocks(down_since);
            self.happen(now, Event::Woke { down_since }, post, dice);
            assert_eq!(
                self.room.clocks(now),
                before,
                "the clocks ran while the server was down"
            );
        }
    }

    pub(crate) fn receive(
        &mut self,
        now: Duration,
        letter: ToServer,
        post: &mut Post,
        dice: &mut Dice,
    ) {
        if self.is_down {
            if post.is_fair {
                self.restart(now, post, dice);
            } else {
                return;
            }
        }
        match letter {
            ToServer::Hello { client, since } => {
                post.send(now, dice, Letter::ToClient(client, update(self, since)));
            }
            ToServer::Ask { client, id, event } => {
                let is_move = matches!(event, Event::Moved { .. });
                let answer = match self.happen(now, event, post, dice) {
                    Some(seq) => {
                        // A move that was taken back may be made again.
                        let since = (self.room.game_number(), self.seen.n_undone);
                        let before = self.carried_out.insert((client, id), since);
                        let is_new = before != Some(since);
                        assert!(is_new || !is_move, "a move that came twice was made twice");
                        ToClient::Done { id, seq }
                    }
                    None => ToClient::Refused { id },
                };
                if !self.is_down {
                    post.send(now, dice, Letter::ToClient(client, answer));
                }
            }
        }
    }

    /// Step, store, announce; the server may be killed between any two of them.
    fn happen(
        &mut self,
        now: Duration,
        event: Event,
        post: &mut Post,
        dice: &mut Dice,
    ) -> Option<u64> {
        let since = self.room.seq();
        // Writing a room out is slow, so not every time.
        let before = (dice.below(16) == 0).then(|| format!("{:?}", self.room));
        let happened = match self.room.step(now, event.clone()) {
            Ok(happened) => happened,
            Err(_) => {
                let is_same = before.is_none_or(|before| before == format!("{:?}", self.room));
                assert!(is_same, "the refusal of {event:?} changed the room");
                return None;
            }
        };
        if dice.below(200) == 0 && !post.is_fair {
            self.crash();
            return None;
        }
        self.store.push((now, event));
        self.count(&happened);
        self.judge_clocks(now, &happened);
        if dice.below(200) == 0 && !post.is_fair {
            self.crash();
            return None;
        }
        for client in 0..N_CLIENTS {
            post.send(now, dice, Letter::ToClient(client, update(self, since)));
        }
        Some(self.room.seq())
    }

    fn count(&mut self, happened: &[Happened]) {
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
        let last = self.room.game().and_then(|game| game.events().last());
        let is_end = matches!(happened.last(), Some(Happened::Ended { .. }));
        if is_end && matches!(last, Some(GameEvent::TimedOut { .. })) {
            self.seen.n_timed_out += 1;
        }
    }

    /// What a server does by itself: it comes up again, keeps time, asks chance and the engine.
    pub(crate) fn run_errands(&mut self, now: Duration, post: &mut Post, dice: &mut Dice) {
        if self.is_down {
            if dice.below(5) == 0 {
                self.restart(now, post, dice);
            }
            return;
        }
        self.pulse = now;
        if self.room.deadline().is_some_and(|deadline| deadline <= now) {
            let ticked = self.happen(now, Event::Ticked, post, dice);
            assert!(
                ticked.is_some() || self.is_down,
                "a tick that was due was refused"
            );
        }
        if let Some(want) = self
            .room
            .wants()
            .filter(|_| dice.below(4) == 0 && !self.is_down)
        {
            let event = self.answer(want, dice);
            self.happen(now, event, post, dice);
        }
    }

    fn answer(&self, want: Want, dice: &mut Dice) -> Event {
        match want {
            Want::Nigiri => Event::Nigiri {
                host: Color::BOTH[dice.below(2)],
            },
            Want::EngineMove { seat, .. } => {
                let scene = Scene::of(&self.room);
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
        let board = self.room.game()?.board();
        let stones: PointSet = board.stones(Color::Black) | board.stones(Color::White);
        let point = stones.iter().nth(dice.below(stones.len() + 1))?;
        let stones = board.chain(point)?.stones;
        let reason = DeadReason::CapturedMostly;
        Some(Proposal { stones, reason })
    }

    /// When a turn begins nobody's clock shows more than at the last one, but for
    /// what a move has earned.
    fn judge_clocks(&mut self, now: Duration, happened: &[Happened]) {
        let begins_turn =
            |what: &Happened| matches!(what, Happened::Moved { .. } | Happened::Undone { .. });
        if !happened.iter().any(begins_turn) {
            return;
        }
        let (game_number, left) = (self.room.game_number(), self.room.clocks(now));
        let control = self.room.terms().control;
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
