//! Who thinks for the engine's seats and for those who study; what it thinks is none of
//! the server's business. `schedule` says who has the next turn, `pool` is the threads, and
//! `delegate` has workers elsewhere do what they can.

mod delegate;
mod pool;
mod schedule;

use std::time::Duration;

use ponnuki_clock::{Control, Left};
use ponnuki_game::{Game, Move};
use ponnuki_record::Record;
use ponnuki_room::Proposal;
use ponnuki_think::{Decision, StopSign};
use ponnuki_wire::worker::NetworkFace;
use ponnuki_wire::{LevelRank, review};

#[cfg(test)]
pub(crate) use pool::tests::Idle;
pub(crate) use pool::{Pool, Turn};
pub(crate) use schedule::{Busy, Capacity, Work, WorkKind};

/// Thinks for the server, about several games at once, at the level that each wants. It thinks
/// on the calling thread and looks at `stop` often. What it answers after the sign is raised is
/// thrown away, except for a move: whoever plays against it may want it at once.
///
/// A [`Thinker`](ponnuki_think::Thinker) thinks about one game after another, by limits that its
/// caller sets; here the levels and the limits are the service's.
pub trait ThinkingService: Send + Sync {
    /// The levels one may play against, weakest first.
    fn levels(&self) -> Vec<LevelDescription>;

    /// What to do in `game`, which is being played, before the flag of `clock` falls and
    /// in no more than `time_max`, which is less when many wait.
    fn choose(
        &self,
        game: &Game,
        level: u8,
        clock: SeatClock,
        time_max: Duration,
        stop: &StopSign,
    ) -> Decision;

    /// Which stones of a stopped game are dead, each with its reason.
    fn dead(&self, game: &Game, stop: &StopSign) -> Vec<Proposal>;

    /// What the position is worth.
    fn estimate(&self, game: &Game, stop: &StopSign) -> Estimate;

    /// Thinks about `game` until `n_visits` variations were looked at, and tells what it
    /// thinks on the way, with the whole policy if it has one; the last is returned. It
    /// tells several times a second; `tell` may take long, and others think meanwhile.
    fn analyse(
        &self,
        game: &Game,
        n_visits: u32,
        stop: &StopSign,
        tell: &mut dyn FnMut(review::JudgedPosition),
    ) -> review::JudgedPosition;

    /// Judges every position of the main line of `record` that is not `known`, and tells
    /// after each; `None` if it was stopped. It calls `pause` several times a second, which
    /// may take long: others think meanwhile.
    fn review(
        &self,
        record: Record<'_>,
        known: &[review::KnownPosition],
        n_visits: u32,
        stop: &StopSign,
        pause: &(dyn Fn() + Sync),
        tell: &mut dyn FnMut(review::ReviewProgress),
    ) -> Option<review::GameReview>;

    /// What it thinks with. Whoever says the same here judges the same.
    fn network(&self) -> NetworkFace {
        NetworkFace {
            name: "unknown".to_owned(),
            sha256: None,
        }
    }

    /// Judges a position as a review does, with the move that was `played` there among those
    /// that are told of: the same every time.
    fn judge(
        &self,
        game: &Game,
        _played: Option<Move>,
        n_visits: u32,
        stop: &StopSign,
    ) -> review::JudgedPosition {
        self.analyse(game, n_visits, stop, &mut |_| {})
    }

    /// As [`review`](ThinkingService::review), but every position is judged by `judge`, which
    /// goes by the name `judge_name`; `None` as soon as that has no answer.
    fn review_by(
        &self,
        _record: Record<'_>,
        _known: &[review::KnownPosition],
        _n_visits: u32,
        _judge_name: &str,
        _judge: &mut PositionJudge<'_>,
        _tell: &mut dyn FnMut(review::ReviewProgress),
    ) -> Option<review::GameReview> {
        None
    }
}

/// Judges a position in which this move was made, with so many visits; `None` if it cannot.
pub type PositionJudge<'a> =
    dyn FnMut(&Game, Option<Move>, u32) -> Option<review::JudgedPosition> + 'a;

/// The clock of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatClock {
    /// How it runs.
    pub control: Control,
    /// What is left on it.
    pub left: Left,
}

impl SeatClock {
    /// No clock.
    pub const NONE: SeatClock = SeatClock {
        control: Control::None,
        left: Left::Unlimited,
    };

    /// The same after so long.
    pub(crate) fn later(self, time: Duration) -> SeatClock {
        SeatClock {
            left: self.control.thinking(self.left, time),
            ..self
        }
    }
}

/// A strength that a [`ThinkingService`] can play at, as players choose it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelDescription {
    /// Its number, from 1.
    pub level: u8,
    /// What to call it.
    pub name: String,
    /// About which rank it has, for each board on which that is known.
    pub ranks: Vec<LevelRank>,
}

/// What a position is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// Whose each point will be: 1 is surely Black's, −1 surely White's; row by row.
    pub ownership: Vec<f32>,
    /// By how many points Black leads.
    pub lead: f32,
    /// How likely Black wins, from 0 to 1.
    pub win_rate: f32,
}
