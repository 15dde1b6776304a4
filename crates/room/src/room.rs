//! The room: who may do what, and when. What it does is computed elsewhere:
//! the game and the time in `game_in_room`, the komi in `bidding`, the dead stones in
//! `agreement`; and what can be seen of it is in `view`.

mod view;

pub use view::NumberedGame;

use std::time::Duration;

use ponnuki_clock::whole_ms;
use ponnuki_game::{ByColor, Color, Game, Illegal, Komi, Move, Phase, PointSet};

use crate::agreement::{Agreement, Proposal, all_stones};
use crate::bidding::{Bidding, BiddingKind, Settled};
use crate::event::{Announcement, Event, Happened, Refusal, ReplayFault, Speaker, Trust};
use crate::game_in_room::GameInRoom;
use crate::quota::{GAME_QUOTAS, Spent};
use crate::seat::{BySeat, Occupant, Seat};
use crate::terms::{
    ColorTerms, Company, KomiTerms, OPENING_MOVES_MAX, Terms, TermsFault, UndoTerms,
};
use crate::text::{self, TextFault};
use crate::tree::MoveNodeId;

/// The most events of a room. A long game has a few hundred; after so many the
/// room takes only what ends one.
pub const EVENTS_MAX: u64 = 20_000;

/// How many of them are kept for moves, for what answers the other player and for what ends
/// a game: nobody loses because a room was filled with something else. No game on the
/// largest board, with all its kos and disputes, comes near.
pub const EVENTS_RESERVE: u64 = 5_000;

/// What one game may need: another one begins only where there is room for it.
const GAME_EVENTS: u64 = EVENTS_RESERVE + GAME_QUOTAS as u64;

/// What an engine is called that was given no name.
const ENGINE_NAME: &str = "Computer";

/// One room: two seats, and the games played there one after the other.
///
/// It changes only through [`Room::step`], and is nothing but the events that
/// were accepted.
#[derive(Clone, Debug)]
pub struct Room {
    /// What it was opened with.
    terms: Terms,
    /// The stones and moves that the first game begins with; none once it has begun.
    opening: Opening,
    /// Who sits where.
    seats: BySeat<Option<Occupant>>,
    /// What is to be done now.
    stage: Stage,
    /// Which game this is, from 1.
    game_number: u32,
    /// The game, once it has begun.
    course: Option<GameInRoom>,
    /// The games before it.
    past: Vec<GameInRoom>,
    /// Who wants another game.
    rematch_offered_by: Option<Seat>,
    /// What was said before the game began.
    lobby: Vec<String>,
    /// What is used up of the quotas since the game's beginning, or the room's.
    spent: Spent,
    /// What everybody was told since the game's beginning, or the room's.
    told: Vec<Announcement>,
    /// How many events were accepted.
    seq: u64,
    /// When the first of them came.
    opened_at: Duration,
    /// When the last of them came.
    now: Duration,
}

/// What the first game begins with.
#[derive(Clone, Debug, Default)]
struct Opening {
    /// The stones that are set up, beside those of the handicap.
    stones: ByColor<PointSet>,
    /// The moves that are made.
    moves: Vec<Move>,
}

/// What is to be done in a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Someone has to come.
    Waiting,
    /// Chance has to give the colours.
    Nigiri,
    /// The players settle the komi.
    Bidding(Bidding),
    /// Someone is to move.
    Playing,
    /// The players look for the dead stones.
    Stopped(Agreement),
    /// The game has ended; there may be another.
    Over,
    /// Nobody came.
    Closed,
}

/// What the caller should get done. It follows from the room's state, so a
/// caller that forgot it is told again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Chance, as [`Event::Nigiri`].
    Nigiri,
    /// An engine's move, as [`Event::Moved`] or [`Event::Resigned`].
    EngineMove {
        /// Where it sits.
        seat: Seat,
        /// How strong it is to play.
        level: u8,
    },
    /// Which stones are dead, as [`Event::Proposed`].
    DeadStones,
    /// An engine's word on marks that are what it proposed, as [`Event::Accepted`].
    EngineAnswer {
        /// Where it sits.
        seat: Seat,
        /// The marks.
        dead: PointSet,
    },
}

impl Room {
    /// Opens a room: the event [`Event::Opened`] without stones and moves.
    ///
    /// # Errors
    ///
    /// What is wrong with the terms or the host's name.
    pub fn open(now: Duration, terms: Terms, host: String) -> Result<Room, TermsFault> {
        Room::open_after(now, terms, host, ByColor::default(), Vec::new())
    }

    /// Opens a room whose first game begins with these stones on the board and these moves: the
    /// event [`Event::Opened`].
    ///
    /// # Errors
    ///
    /// What is wrong with the terms, the host's name, the stones or the moves.
    pub fn open_after(
        now: Duration,
        terms: Terms,
        host: String,
        stones: ByColor<PointSet>,
        moves: Vec<Move>,
    ) -> Result<Room, TermsFault> {
        text::check_name(&host).map_err(TermsFault::Name)?;
        if moves.len() > OPENING_MOVES_MAX {
            let max = OPENING_MOVES_MAX;
            return Err(TermsFault::TooManyMoves { max });
        }
        Room::opened(now, terms, host, Opening { stones, moves })
    }

    /// The room that was opened so.
    fn opened(
        now: Duration,
        terms: Terms,
        host: String,
        opening: Opening,
    ) -> Result<Room, TermsFault> {
        terms.check()?;
        let now = whole_ms(now);
        // Whoever comes later finds a game that can begin.
        let game = terms.game(terms.komi.fixed().unwrap_or(Komi::ZERO), opening.stones)?;
        GameInRoom::new(now, game, Seat::Host, terms.control, &opening.moves)?;
        let mut room = Room {
            terms,
            opening,
            seats: BySeat::default(),
            stage: Stage::Waiting,
            game_number: 1,
            course: None,
            past: Vec::new(),
            rematch_offered_by: None,
            lobby: Vec::new(),
            spent: Spent::default(),
            told: Vec::new(),
            seq: 0,
            opened_at: now,
            now,
        };
        let mut happened = vec![Happened::Opened];
        happened.push(room.seat(Seat::Host, Occupant::Person { name: host }));
        if let Some(guest) = company(terms) {
            let begun = room.settle_colors(now)?;
            happened.push(room.seat(Seat::Guest, guest));
            happened.extend(begun);
        }
        room.tell(now, &happened);
        Ok(room)
    }

    /// The room that accepted these events. They are trusted: a stored move was in time, a
    /// stored flag had fallen, and limits that came later do not concern them.
    ///
    /// # Errors
    ///
    /// The first event that no room could have accepted then.
    pub fn replay(
        events: impl IntoIterator<Item = (Duration, Event)>,
    ) -> Result<Room, ReplayFault> {
        let mut events = events.into_iter();
        let (at, terms, host, opening) = match events.next() {
            Some((
                at,
                Event::Opened {
                    terms,
                    host,
                    stones,
                    moves,
                },
            )) => (
                at,
                terms,
                host,
                Opening {
                    stones: *stones,
                    moves,
                },
            ),
            _ => return Err(ReplayFault::NotOpened),
        };
        let mut room = Room::opened(at, terms, host, opening).map_err(ReplayFault::Terms)?;
        for (at, event) in events {
            let seq = room.seq + 1;
            room.accept_event(at, event, Trust::Stored)
                .map_err(|why| ReplayFault::Refused { seq, why })?;
        }
        Ok(room)
    }

    /// Lets `event` happen: the only way a room changes. `now` is the time since
    /// the Unix epoch by the caller's clock, cut to the [`RESOLUTION`](crate::RESOLUTION);
    /// if that runs backwards, the room takes the last one. [`last_at`](Room::last_at)
    /// then says when the event happened, which is what is stored.
    ///
    /// # Errors
    ///
    /// Why not; the room is then as it was.
    pub fn step(&mut self, now: Duration, event: Event) -> Result<Vec<Happened>, Refusal> {
        self.judge_limits(&event)?;
        self.accept_event(now, event, Trust::Judged)
    }

    fn accept_event(
        &mut self,
        now: Duration,
        event: Event,
        trust: Trust,
    ) -> Result<Vec<Happened>, Refusal> {
        let (now, event) = (whole_ms(now).max(self.now), event.cut());
        let game_number = self.game_number;
        self.judge_seat(&event)?;
        let happened = self.decide(now, event, trust)?;
        if self.game_number != game_number {
            self.told.clear();
            self.spent = Spent::default();
        }
        for what in &happened {
            self.spent.count(what, self.tree().len());
        }
        self.tell(now, &happened);
        Ok(happened)
    }

    /// Who decides about which event.
    fn decide(
        &mut self,
        now: Duration,
        event: Event,
        trust: Trust,
    ) -> Result<Vec<Happened>, Refusal> {
        if trust == Trust::Judged {
            judge_texts(&event)?;
        }
        match event {
            Event::Opened { .. } => Err(Refusal::WrongStage),
            Event::Joined { seat, sitter } => self.join(now, seat, sitter),
            Event::Nigiri { host } => self.give_colors(now, host),
            Event::Bid { seat, komi } => self.bid(BiddingKind::Auction, seat, komi),
            Event::NameKomi { seat, komi } => self.bid(BiddingKind::NameAndChoose, seat, komi),
            Event::Concede { seat } => {
                let settled = self.bidding()?.concede(seat)?;
                self.settle(now, settled)
            }
            Event::ChooseColor { seat, color } => {
                let settled = self.bidding()?.choose(seat, color)?;
                self.settle(now, settled)
            }
            Event::Moved {
                seat,
                node,
                mv,
                lag,
            } => {
                let moved = self.course()?.play(now, seat, node, (mv, lag), trust)?;
                Ok(self.follow(moved))
            }
            Event::Resigned { seat } => self.resign(now, seat),
            Event::UndoAsked { seat, node } => self.ask_undo(now, seat, node, trust),
            Event::UndoAnswered { seat, yes } => self.answer_undo(now, seat, yes, trust),
            Event::AbandonOffered { seat } => self.offer_to_abandon(now, seat),
            Event::Proposed { dead } => self.propose(dead),
            Event::Marked { seat, point, dead } => {
                let (course, agreement) = self.agreement()?;
                let stones = agreement.mark(course.game.board(), point, dead)?;
                Ok(vec![Happened::Marked { seat, stones, dead }])
            }
            Event::Accepted { seat, dead } => self.accept(now, seat, dead),
            Event::Resumed { seat } => {
                let (course, _) = self.agreement()?;
                course.resume(now, seat)?;
                Ok(self.follow(vec![Happened::Resumed { seat }]))
            }
            Event::Said { from, text } => self.say(from, text),
            Event::Renamed { seat, name } => self.rename(seat, name),
            Event::RematchOffered { seat } => self.offer_rematch(now, seat),
            Event::Ticked => self.tick(now, trust),
            Event::Woke { down_since } => self.wake(now, down_since),
            Event::Closed => self.close(),
        }
    }

    /// What a room takes of all that happens only now: in a full one what ends a game, and
    /// what comes of the program's own stops, which are few, so that no clock is wronged; in
    /// one that is nearly full what a game cannot do without; and of nobody too much.
    fn judge_limits(&self, event: &Event) -> Result<(), Refusal> {
        let is_answer = match event {
            Event::AbandonOffered { seat } => self.abandon_offered_by() == Some(seat.other()),
            _ => false,
        };
        let max = match event {
            Event::Resigned { .. } | Event::Ticked | Event::Woke { .. } => u64::MAX,
            Event::AbandonOffered { .. } if is_answer => EVENTS_MAX,
            Event::Said { .. }
            | Event::Renamed { .. }
            | Event::UndoAsked { .. }
            | Event::AbandonOffered { .. } => EVENTS_MAX - EVENTS_RESERVE,
            Event::RematchOffered { .. } => EVENTS_MAX - GAME_EVENTS,
            _ => EVENTS_MAX,
        };
        if self.seq >= max {
            let max = EVENTS_MAX;
            return Err(Refusal::RoomFull { max });
        }
        // Nobody else is bothered by what one person takes back.
        let is_alone = matches!(event, Event::UndoAsked { .. }) && self.is_one_person();
        match is_answer || is_alone {
            true => Ok(()),
            false => self.spent.judge(event, self.tree().len()),
        }
    }

    /// Only who sits there speaks for a seat.
    fn judge_seat(&self, event: &Event) -> Result<(), Refusal> {
        match event.seat() {
            Some(seat) if self.seats[seat].is_none() => Err(Refusal::NotYourSeat),
            _ => Ok(()),
        }
    }

    fn seat(&mut self, seat: Seat, sitter: Occupant) -> Happened {
        self.seats[seat] = Some(sitter.clone());
        Happened::Seated { seat, sitter }
    }

    fn join(
        &mut self,
        now: Duration,
        seat: Seat,
        sitter: Occupant,
    ) -> Result<Vec<Happened>, Refusal> {
        if self.seats[seat].is_some() {
            return Err(Refusal::SeatTaken);
        }
        if self.stage != Stage::Waiting {
            return Err(Refusal::WrongStage);
        }
        let is_fixed = matches!(self.terms.komi, KomiTerms::Fixed(_));
        if sitter.level().is_some() && !is_fixed {
            return Err(Refusal::EngineDoesNotBid);
        }
        let begun = self.settle_colors(now)?;
        let mut happened = vec![self.seat(seat, sitter)];
        happened.extend(begun);
        Ok(happened)
    }

    /// Both sit: goes on to whatever settles the first game's colours.
    fn settle_colors(&mut self, now: Duration) -> Result<Vec<Happened>, TermsFault> {
        let KomiTerms::Fixed(komi) = self.terms.komi else {
            self.open_bidding();
            return Ok(Vec::new());
        };
        let black = match self.terms.colors {
            ColorTerms::HostBlack => Seat::Host,
            ColorTerms::HostWhite => Seat::Guest,
            ColorTerms::Nigiri => {
                self.stage = Stage::Nigiri;
                return Ok(Vec::new());
            }
        };
        let game = self.terms.game(komi, self.opening.stones)?;
        self.begin(now, black, game)
    }

    /// The host opens the first bidding, and then one after the other.
    fn open_bidding(&mut self) {
        let opener = match self.game_number % 2 {
            1 => Seat::Host,
            _ => Seat::Guest,
        };
        if let Some(kind) = BiddingKind::of(self.terms.komi) {
            self.stage = Stage::Bidding(Bidding::new(kind, opener));
        }
    }

    fn give_colors(&mut self, now: Duration, host: Color) -> Result<Vec<Happened>, Refusal> {
        let (Stage::Nigiri, KomiTerms::Fixed(komi)) = (&self.stage, self.terms.komi) else {
            return Err(Refusal::WrongStage);
        };
        let black = match host {
            Color::Black => Seat::Host,
            Color::White => Seat::Guest,
        };
        self.settle(now, Settled { black, komi })
    }

    fn bid(&mut self, kind: BiddingKind, seat: Seat, komi: Komi) -> Result<Vec<Happened>, Refusal> {
        self.bidding()?.say(kind, seat, komi)?;
        Ok(vec![match kind {
            BiddingKind::Auction => Happened::BidMade { seat, komi },
            BiddingKind::NameAndChoose => Happened::KomiNamed { seat, komi },
        }])
    }

    fn settle(&mut self, now: Duration, settled: Settled) -> Result<Vec<Happened>, Refusal> {
        let game = self.terms.game(settled.komi, self.opening.stones)?;
        Ok(self.begin(now, settled.black, game)?)
    }

    /// Begins `game`, the first one with what the room was opened with.
    fn begin(
        &mut self,
        now: Duration,
        black: Seat,
        game: Game,
    ) -> Result<Vec<Happened>, TermsFault> {
        let komi = game.setup().komi;
        let control = self.terms.control;
        let (mut course, moved) = GameInRoom::new(now, game, black, control, &self.opening.moves)?;
        self.opening = Opening::default();
        let lobby = self.lobby.drain(..);
        course
            .chat
            .extend(lobby.map(|line| (MoveNodeId::ROOT, line)));
        self.course = Some(course);
        let game_number = self.game_number;
        let mut happened = vec![
            Happened::Colors { black },
            Happened::Began { game_number, komi },
        ];
        happened.extend(moved);
        Ok(self.follow(happened))
    }

    /// After a change of the game, brings the stage after it and tells so.
    fn follow(&mut self, mut happened: Vec<Happened>) -> Vec<Happened> {
        let engine = self.engine_seat();
        let Some(course) = &self.course else {
            return happened;
        };
        self.stage = match course.game.phase() {
            Phase::Playing => Stage::Playing,
            Phase::Stopped => {
                happened.push(Happened::Stopped);
                Stage::Stopped(Agreement::new(engine))
            }
            Phase::Over(outcome) => {
                happened.push(Happened::Ended { outcome });
                Stage::Over
            }
        };
        happened
    }

    fn resign(&mut self, now: Duration, seat: Seat) -> Result<Vec<Happened>, Refusal> {
        let course = self.course()?;
        let color = course.color_of(seat);
        course.finish(now, |game| game.resign(color))?;
        Ok(self.follow(Vec::new()))
    }

    fn ask_undo(
        &mut self,
        now: Duration,
        seat: Seat,
        node: MoveNodeId,
        trust: Trust,
    ) -> Result<Vec<Happened>, Refusal> {
        let is_free = match self.terms.undo {
            UndoTerms::Never => return Err(Refusal::UndoForbidden),
            UndoTerms::Ask => self.is_one_person(),
            UndoTerms::Free => true,
        };
        let target = self.undo_target(seat);
        let course = self.course()?;
        if let Some(outcome) = course.game.outcome() {
            return Err(Illegal::Over(outcome).into());
        }
        course.judge_node(node)?;
        let target = target.ok_or(Refusal::NothingToUndo)?;
        if is_free {
            return self.undo(now, seat, target, trust);
        }
        if course.undo_asked_by.is_some() {
            return Err(Refusal::AlreadyDone);
        }
        course.undo_asked_by = Some(seat);
        Ok(vec![Happened::UndoAsked { seat }])
    }

    fn answer_undo(
        &mut self,
        now: Duration,
        seat: Seat,
        yes: bool,
        trust: Trust,
    ) -> Result<Vec<Happened>, Refusal> {
        let course = self.course()?;
        let asked_by = course.undo_asked_by.ok_or(Refusal::NoUndoAsked)?;
        if asked_by == seat {
            return Err(Refusal::NotYourSeat);
        }
        if !yes {
            course.undo_asked_by = None;
            return Ok(vec![Happened::UndoDeclined { seat }]);
        }
        let target = self.undo_target(asked_by);
        let target = target.ok_or(Refusal::NothingToUndo)?;
        self.undo(now, asked_by, target, trust)
    }

    fn undo(
        &mut self,
        now: Duration,
        seat: Seat,
        target: MoveNodeId,
        trust: Trust,
    ) -> Result<Vec<Happened>, Refusal> {
        self.course()?.undo(now, target, trust)?;
        Ok(self.follow(vec![Happened::Undone { seat, to: target }]))
    }

    /// Where an undo leads: before the player's own last move or, where one
    /// device plays both, before the last move.
    fn undo_target(&self, seat: Seat) -> Option<MoveNodeId> {
        let course = self.course.as_ref()?;
        let of = match self.terms.company {
            Company::SameScreen => None,
            Company::Link | Company::Engine { .. } => Some(course.color_of(seat)),
        };
        course.before_last_move(of)
    }

    fn offer_to_abandon(&mut self, now: Duration, seat: Seat) -> Result<Vec<Happened>, Refusal> {
        if self.stage != Stage::Playing {
            return Err(Refusal::WrongStage);
        }
        if !self.may_abandon() {
            return Err(Illegal::NoCycle.into());
        }
        let is_one_person = self.is_one_person();
        let course = self.course()?;
        let happened = vec![Happened::AbandonOffered { seat }];
        match course.abandon_offered_by {
            Some(offered_by) if offered_by == seat => Err(Refusal::AlreadyDone),
            None if !is_one_person => {
                course.abandon_offered_by = Some(seat);
                Ok(happened)
            }
            Some(_) | None => {
                course.finish(now, Game::abandon)?;
                Ok(self.follow(happened))
            }
        }
    }

    fn propose(&mut self, dead: Vec<Proposal>) -> Result<Vec<Happened>, Refusal> {
        let (course, agreement) = self.agreement()?;
        if agreement.proposal.is_some() {
            return Err(Refusal::AlreadyDone);
        }
        course.game.score(all_stones(&dead))?;
        agreement.propose(dead);
        Ok(vec![Happened::Proposed])
    }

    fn accept(
        &mut self,
        now: Duration,
        seat: Seat,
        dead: PointSet,
    ) -> Result<Vec<Happened>, Refusal> {
        let is_same_screen = self.terms.company == Company::SameScreen;
        let (course, agreement) = self.agreement()?;
        if agreement.dead != dead {
            return Err(Refusal::OtherMarks);
        }
        if agreement.accepted[seat] {
            return Err(Refusal::AlreadyDone);
        }
        let happened = vec![Happened::Accepted { seat }];
        if agreement.accepted[seat.other()] || is_same_screen {
            course.finish(now, |game| game.agree(dead))?;
            return Ok(self.follow(happened));
        }
        agreement.accepted[seat] = true;
        Ok(happened)
    }

    fn say(&mut self, from: Speaker, text: String) -> Result<Vec<Happened>, Refusal> {
        if self.stage == Stage::Closed {
            return Err(Refusal::WrongStage);
        }
        // Nobody can be taken for another in the game file: who watches is marked, and the
        // lines of one text are told from those of the next.
        let inset = text.replace('\n', "\n  ");
        let line = match &from {
            Speaker::Seat(seat) => format!("{}: {inset}", self.name(*seat)),
            Speaker::Watcher { name } => format!("{name} (watching): {inset}"),
        };
        match &mut self.course {
            Some(course) => course.chat.push((course.node, line)),
            None => self.lobby.push(line),
        }
        Ok(vec![Happened::Said { from, text }])
    }

    fn rename(&mut self, seat: Seat, name: String) -> Result<Vec<Happened>, Refusal> {
        match &mut self.seats[seat] {
            Some(sitter) if sitter.name() != name => sitter.rename(name.clone()),
            Some(_) => return Err(Refusal::AlreadyDone),
            None => return Err(Refusal::NotYourSeat),
        }
        Ok(vec![Happened::Renamed { seat, name }])
    }

    fn offer_rematch(&mut self, now: Duration, seat: Seat) -> Result<Vec<Happened>, Refusal> {
        let (Stage::Over, Some(course)) = (&self.stage, &self.course) else {
            return Err(Refusal::WrongStage);
        };
        let mut happened = vec![Happened::RematchOffered { seat }];
        match self.rematch_offered_by {
            Some(offered_by) if offered_by == seat => return Err(Refusal::AlreadyDone),
            None if !self.is_one_person() => {
                self.rematch_offered_by = Some(seat);
                return Ok(happened);
            }
            Some(_) | None => {}
        }
        // The colours change, but a handicap stays with whom it was given to.
        let black = match self.terms.handicap {
            0 | 1 => course.black.other(),
            _ => course.black,
        };
        let game = match self.terms.komi {
            KomiTerms::Fixed(komi) => Some(self.terms.game(komi, ByColor::default())?),
            KomiTerms::Auction | KomiTerms::NameAndChoose => None,
        };
        self.past.extend(self.course.take());
        self.game_number += 1;
        self.rematch_offered_by = None;
        match game {
            Some(game) => happened.extend(self.begin(now, black, game)?),
            None => self.open_bidding(),
        }
        Ok(happened)
    }

    fn tick(&mut self, now: Duration, trust: Trust) -> Result<Vec<Happened>, Refusal> {
        let course = self.course()?;
        let fallen = match trust {
            Trust::Judged => course.watch.fallen(now),
            Trust::Stored => course.watch.running(),
        };
        let fallen = fallen.ok_or(Refusal::FlagNotFallen)?;
        course.finish(now, |game| game.time_out(fallen))?;
        Ok(self.follow(Vec::new()))
    }

    fn wake(&mut self, now: Duration, down_since: Duration) -> Result<Vec<Happened>, Refusal> {
        if self.running().is_none() {
            return Err(Refusal::WrongStage);
        }
        // It ran at least until the last event, whatever its pulse says.
        let down_since = down_since.max(self.now);
        self.course()?.watch.wake(down_since, now);
        Ok(vec![Happened::Woke])
    }

    fn close(&mut self) -> Result<Vec<Happened>, Refusal> {
        if self.stage != Stage::Waiting {
            return Err(Refusal::WrongStage);
        }
        self.stage = Stage::Closed;
        Ok(vec![Happened::Closed])
    }

    fn tell(&mut self, now: Duration, happened: &[Happened]) {
        self.seq += 1;
        self.now = now;
        let seq = self.seq;
        let told = happened
            .iter()
            .cloned()
            .map(|what| Announcement { seq, at: now, what });
        self.told.extend(told);
    }

    fn bidding(&mut self) -> Result<&mut Bidding, Refusal> {
        match &mut self.stage {
            Stage::Bidding(bidding) => Ok(bidding),
            _ => Err(Refusal::WrongStage),
        }
    }

    fn agreement(&mut self) -> Result<(&mut GameInRoom, &mut Agreement), Refusal> {
        match (&mut self.stage, &mut self.course) {
            (Stage::Stopped(agreement), Some(course)) => Ok((course, agreement)),
            _ => Err(Refusal::WrongStage),
        }
    }

    fn course(&mut self) -> Result<&mut GameInRoom, Refusal> {
        self.course.as_mut().ok_or(Refusal::WrongStage)
    }
}

/// Whether everything in `event` that a person wrote may be shown to others.
fn judge_texts(event: &Event) -> Result<(), TextFault> {
    match event {
        Event::Joined { sitter, .. } => text::check_name(sitter.name()),
        Event::Renamed { name, .. } => text::check_name(name),
        Event::Said { from, text } => {
            text::check_line(text)?;
            match from {
                Speaker::Watcher { name } => text::check_name(name),
                Speaker::Seat(_) => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// Who sits across the board from the beginning, if anyone does.
fn company(terms: Terms) -> Option<Occupant> {
    let name = String::new();
    match terms.company {
        Company::Link => None,
        Company::SameScreen => Some(Occupant::Person { name }),
        Company::Engine { level } => {
            let name = ENGINE_NAME.to_owned();
            Some(Occupant::Engine { level, name })
        }
    }
}
