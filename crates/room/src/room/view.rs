//! What can be seen of a room. Nothing here changes it.

use std::time::Duration;

use ponnuki_clock::Left;
use ponnuki_game::{
    ByColor, Color, DeadStones, Game, GameEvent, Outcome, PointSet, ResumedBy, Score,
};

use super::{Room, Stage, Want};
use crate::agreement::Agreement;
use crate::event::Announcement;
use crate::game_in_room::GameInRoom;
use crate::record;
use crate::seat::{BySeat, Occupant, Seat};
use crate::terms::{Company, Terms};
use crate::tree::{MoveNodeId, MoveTree};

/// One of the games that were played in a room one after the other.
#[derive(Clone, Copy, Debug)]
pub struct NumberedGame<'a> {
    /// Which of them it is, from 1.
    pub number: u32,
    /// Who has Black.
    pub black: Seat,
    /// The game as it stands.
    pub game: &'a Game,
    /// When it began.
    pub began: Duration,
}

static NO_MOVES: MoveTree = MoveTree::EMPTY;

impl Room {
    /// How many events were accepted.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// When the first of them came.
    pub fn opened_at(&self) -> Duration {
        self.opened_at
    }

    /// When the last of them came.
    pub fn last_at(&self) -> Duration {
        self.now
    }

    /// What the room was opened with.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Who sits where.
    pub fn seats(&self) -> &BySeat<Option<Occupant>> {
        &self.seats
    }

    /// What the one in `seat` is called: if they did not say, by their colour
    /// or, before the game, by their seat.
    pub fn name(&self, seat: Seat) -> &str {
        let name = self.seats[seat].as_ref().map_or("", Occupant::name);
        match (name, self.color_of(seat), seat) {
            ("", Some(Color::Black), _) => "Black",
            ("", Some(Color::White), _) => "White",
            ("", None, Seat::Host) => "Host",
            ("", None, Seat::Guest) => "Guest",
            (name, ..) => name,
        }
    }

    /// What is to be done now.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Which game this is: rematches count up, from 1.
    pub fn game_number(&self) -> u32 {
        self.game_number
    }

    /// The game, once it has begun.
    pub fn game(&self) -> Option<&Game> {
        self.course.as_ref().map(|course| &course.game)
    }

    /// The last move that stands; the root before the first.
    pub fn node(&self) -> MoveNodeId {
        let course = self.course.as_ref();
        course.map_or(MoveNodeId::ROOT, |course| course.node)
    }

    /// The node after the first `n_moves` moves that stand; the last one if
    /// there are fewer. So a board of the game's past is found in the tree.
    pub fn node_after(&self, n_moves: usize) -> MoveNodeId {
        match n_moves.checked_sub(1) {
            None => MoveNodeId::ROOT,
            Some(i) => {
                let line = self.tree().line(self.node());
                line.get(i).copied().unwrap_or(self.node())
            }
        }
    }

    /// All moves of the game, those taken back included.
    pub fn tree(&self) -> &MoveTree {
        let course = self.course.as_ref();
        course.map_or(&NO_MOVES, |course| &course.tree)
    }

    /// What the one in `seat` plays, once the colours are known.
    pub fn color_of(&self, seat: Seat) -> Option<Color> {
        Some(self.course.as_ref()?.color_of(seat))
    }

    /// Who plays `color`, once that is known.
    pub fn seat_of(&self, color: Color) -> Option<Seat> {
        Some(self.course.as_ref()?.seat_of(color))
    }

    /// What each player has left at `now`; all of it before the game.
    pub fn clocks(&self, now: Duration) -> ByColor<Left> {
        match &self.course {
            Some(course) => course.watch.left(now.max(self.now)),
            None => ByColor::from_fn(|_| self.terms.control.start()),
        }
    }

    /// Whose clock runs, if there are clocks.
    pub fn running(&self) -> Option<Color> {
        self.course.as_ref()?.watch.running()
    }

    /// When [`Event::Ticked`](crate::Event::Ticked) is due if nothing happens
    /// before: when the flag falls, and the grace for a move on its way is over.
    pub fn deadline(&self) -> Option<Duration> {
        self.course.as_ref()?.watch.deadline()
    }

    /// How much grace a move of `seat` is given that was on its way for `lag`: that is what
    /// [`Event::Moved`](crate::Event::Moved) is to say. A player has a quota in each game,
    /// which a client that answers late on purpose uses up.
    pub fn granted_lag(&self, seat: Seat, lag: Duration) -> Duration {
        self.course.as_ref().map_or(Duration::ZERO, |course| {
            course.watch.granted(course.color_of(seat), lag)
        })
    }

    /// What the caller should get done.
    pub fn wants(&self) -> Option<Want> {
        match &self.stage {
            Stage::Nigiri => Some(Want::Nigiri),
            Stage::Playing => {
                let seat = self.seat_of(self.game()?.turn())?;
                let level = self.seats[seat].as_ref()?.level()?;
                Some(Want::EngineMove { seat, level })
            }
            Stage::Stopped(agreement) => wanted_word(agreement),
            Stage::Waiting | Stage::Bidding(_) | Stage::Over | Stage::Closed => None,
        }
    }

    /// Who waits for an answer whether a move is taken back.
    pub fn undo_asked_by(&self) -> Option<Seat> {
        self.course.as_ref()?.undo_asked_by
    }

    /// Who offered to let the game be.
    pub fn abandon_offered_by(&self) -> Option<Seat> {
        self.course.as_ref()?.abandon_offered_by
    }

    /// Whether the players may let the game be: the board has come back, and
    /// the rulebook does not forbid that.
    pub fn may_abandon(&self) -> bool {
        let is_in_circles =
            |game: &Game| game.rules().repetition.allows_long_cycles() && game.cycle().is_some();
        self.stage == Stage::Playing && self.game().is_some_and(is_in_circles)
    }

    /// Who wants another game.
    pub fn rematch_offered_by(&self) -> Option<Seat> {
        self.rematch_offered_by
    }

    /// Who would be to move if the one in `seat` resumed the stopped game.
    pub fn next_if_resumed(&self, seat: Seat) -> Option<Color> {
        let (Stage::Stopped(_), Some(course)) = (&self.stage, &self.course) else {
            return None;
        };
        let game = &course.game;
        Some(match game.rules().dead {
            DeadStones::ByAgreement {
                resumed_by: ResumedBy::OpponentOfAsker,
            } => !course.color_of(seat),
            DeadStones::ByAgreement {
                resumed_by: ResumedBy::NextInTurn,
            }
            | DeadStones::Stay => game.turn(),
        })
    }

    /// The whole sum: with the marks as they are when play has stopped, and
    /// final when the game was counted.
    pub fn score(&self) -> Option<Score> {
        let game = self.game()?;
        let dead = match (&self.stage, game.outcome()) {
            (Stage::Stopped(agreement), _) => agreement.dead,
            (_, Some(Outcome::Score { .. })) => agreed(game),
            _ => return None,
        };
        game.score(dead).ok()
    }

    /// What everybody was told after event `since`, from the beginning of the
    /// current game at most.
    pub fn happened(&self, since: u64) -> impl Iterator<Item = &Announcement> {
        let first = self.told.partition_point(|told| told.seq <= since);
        self.told[first..].iter()
    }

    /// After which event [`Room::happened`] tells everything: `since`, or 0 where
    /// the current game's story began after that, so that all of it is told and
    /// what was known before is of another game.
    pub fn told_after(&self, since: u64) -> u64 {
        let first = self.told.first().map_or(0, |told| told.seq);
        if since < first { 0 } else { since }
    }

    /// The games of this room that have begun, the last first.
    pub fn games(&self) -> impl Iterator<Item = NumberedGame<'_>> {
        let n_games = self.past.len() + usize::from(self.course.is_some());
        let courses = self.course.iter().chain(self.past.iter().rev());
        let numbers = (1..=n_games as u32).rev();
        numbers.zip(courses).map(|(number, course)| NumberedGame {
            number,
            black: course.black,
            game: &course.game,
            began: course.began,
        })
    }

    /// The game file of a game of this room, if it has begun: with what was
    /// taken back as variations, what was said as comments, and the time.
    pub fn record(&self, game_number: u32) -> Option<String> {
        let idx = (game_number as usize).checked_sub(1)?;
        let current = self.course.as_ref();
        let current = current.filter(|_| game_number == self.game_number);
        let course = self.past.get(idx).or(current)?;
        let names = ByColor::from_fn(|color| self.name_in(course, color).to_owned());
        record::to_sgf(course, &names, self.terms.control)
    }

    /// What the player of `color` in one of the games is called.
    fn name_in(&self, course: &GameInRoom, color: Color) -> &str {
        let sitter = self.seats[course.seat_of(color)].as_ref();
        match (sitter.map_or("", Occupant::name), color) {
            ("", Color::Black) => "Black",
            ("", Color::White) => "White",
            (name, _) => name,
        }
    }

    /// Where an engine sits.
    pub fn engine_seat(&self) -> Option<Seat> {
        let is_engine = |&seat: &Seat| {
            self.seats[seat]
                .as_ref()
                .and_then(Occupant::level)
                .is_some()
        };
        Seat::BOTH.into_iter().find(is_engine)
    }

    /// Whether two people play, each at a screen of their own: nobody is then told by a
    /// program who leads, as long as they play.
    pub fn is_between_people(&self) -> bool {
        self.terms.company == Company::Link && self.engine_seat().is_none()
    }

    /// Whether there is nobody else to ask: one device plays both, or the other
    /// is an engine.
    pub(super) fn is_one_person(&self) -> bool {
        self.terms.company == Company::SameScreen || self.engine_seat().is_some()
    }
}

/// What an engine has to say to the marks.
fn wanted_word(agreement: &Agreement) -> Option<Want> {
    let Some(proposed) = agreement.proposed() else {
        return Some(Want::DeadStones);
    };
    let seat = agreement.engine?;
    let is_due = agreement.dead == proposed && !agreement.accepted[seat];
    is_due.then_some(Want::EngineAnswer {
        seat,
        dead: proposed,
    })
}

/// The stones that the players of a finished game agreed to be dead.
fn agreed(game: &Game) -> PointSet {
    let agreed = game.events().iter().rev().find_map(|event| match event {
        GameEvent::Agreed { dead } => Some(*dead),
        _ => None,
    });
    agreed.unwrap_or(PointSet::EMPTY)
}
