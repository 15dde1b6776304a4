//! What can happen in a game, and why it may not.

use std::fmt;

use crate::color::Color;
use crate::outcome::Outcome;
use crate::point::{Move, Point, PointSet, Size};
use crate::rules::Repetition;
use crate::setup::SetupFaults;

/// Something that happened in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// A move within the laws.
    Moved {
        /// Who moved.
        by: Color,
        /// The move that was made.
        mv: Move,
    },
    /// A move that was made whatever the laws say.
    Forced {
        /// Who moved.
        by: Color,
        /// The move that was made.
        mv: Move,
    },
    /// Play went on after it had stopped.
    Resumed {
        /// Who asked for it.
        asked_by: Color,
    },
    /// The players agreed on these dead stones, and counted.
    Agreed {
        /// What was taken off.
        dead: PointSet,
    },
    /// A player gave up.
    Resigned {
        /// The player who gave up.
        by: Color,
    },
    /// A player ran out of time.
    TimedOut {
        /// The player who ran out of time.
        by: Color,
    },
    /// The players let a game in circles be.
    Abandoned,
}

/// The law that a player would break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game has ended.
    Over(Outcome),
    /// Play has stopped: it has to be resumed first.
    Stopped,
    /// Play has not stopped: there is nothing to agree on yet.
    NotStopped,
    /// The point is not on the board.
    Outside {
        /// The board's size.
        size: Size,
    },
    /// There is a stone.
    Occupied {
        /// The owner of the stone.
        by: Color,
    },
    /// The new stone's chain would have no liberty.
    Suicide,
    /// An earlier board would come back.
    Repetition {
        /// The number of moves before that board.
        of: usize,
        /// The law against it.
        law: Repetition,
    },
    /// The handicap makes this turn a pass.
    MustPass {
        /// How many such turns are left, this one included.
        n_left: usize,
    },
    /// Under this rulebook no stone is dead.
    NothingIsDead,
    /// There is no stone that could be dead.
    NoStone {
        /// The point.
        point: Point,
    },
    /// Only a part of a chain is called dead.
    PartOfChain {
        /// A stone of the chain that is not.
        point: Point,
    },
    /// The board has not come back, so the game cannot be let be.
    NoCycle,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Illegal::Over(outcome) => write!(f, "the game is over ({outcome})"),
            Illegal::Stopped => f.write_str("play has stopped and has to be resumed first"),
            Illegal::NotStopped => f.write_str("play has not stopped yet"),
            Illegal::Outside { size } => write!(f, "not a point of a {size} board"),
            Illegal::Occupied { by } => write!(f, "there is a {by} stone"),
            Illegal::Suicide => f.write_str("the stone would have no liberty"),
            Illegal::Repetition { of, law } => {
                let whose = match law {
                    Repetition::Ko | Repetition::Positional => "",
                    Repetition::OwnLastTurn => " of one's own last turn",
                    Repetition::Situational => " with the same player to move",
                    Repetition::NaturalSituational => " of one's own",
                };
                write!(f, "it would bring back the board{whose} after move {of}")
            }
            Illegal::MustPass { n_left } => {
                write!(f, "White has to pass ({n_left} more by the handicap)")
            }
            Illegal::NothingIsDead => f.write_str("under this rulebook no stone is removed"),
            Illegal::NoStone { .. } => f.write_str("there is no stone to call dead"),
            Illegal::PartOfChain { .. } => f.write_str("a chain is dead as a whole"),
            Illegal::NoCycle => f.write_str("the board has not come back"),
        }
    }
}

impl std::error::Error for Illegal {}

/// Why a game cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// It cannot begin.
    Setup(SetupFaults),
    /// An event is against the laws.
    Event {
        /// Its number, from 0.
        at: usize,
        /// The law.
        law: Illegal,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Setup(faults) => faults.fmt(f),
            ReplayError::Event { at, law } => write!(f, "event {}: {law}", at + 1),
        }
    }
}

impl std::error::Error for ReplayError {}
