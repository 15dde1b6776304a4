//! How games end, and what the players hold then.

use std::fmt;

use crate::color::Color;
use crate::rules::Points;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The players counted.
    Score {
        /// Black's points less White's.
        margin: Points,
    },
    /// One gave up.
    Resignation {
        /// The other.
        winner: Color,
    },
    /// One ran out of time.
    Time {
        /// The other.
        winner: Color,
    },
    /// The game went in circles, and the players let it be.
    NoResult,
}

impl Outcome {
    /// Who won, if someone did.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Score { margin } if margin > Points::ZERO => Some(Color::Black),
            Outcome::Score { margin } if margin < Points::ZERO => Some(Color::White),
            Outcome::Score { .. } | Outcome::NoResult => None,
            Outcome::Resignation { winner } | Outcome::Time { winner } => Some(winner),
        }
    }
}

impl fmt::Display for Outcome {
    /// As players write it: `B+3.5`, `W+R`, `B+T`, `Draw`, `Void`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |color| match color {
            Color::Black => "B",
            Color::White => "W",
        };
        match *self {
            Outcome::Score { margin } if margin > Points::ZERO => write!(f, "B+{margin}"),
            Outcome::Score { margin } if margin < Points::ZERO => write!(f, "W+{}", -margin),
            Outcome::Score { .. } => f.write_str("Draw"),
            Outcome::Resignation { winner } => write!(f, "{}+R", letter(winner)),
            Outcome::Time { winner } => write!(f, "{}+T", letter(winner)),
            Outcome::NoResult => f.write_str("Void"),
        }
    }
}

/// Stones of the opponent that a player holds, by where they came from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prisoners {
    /// Lifted during play, the opponent's own suicides included.
    pub captured: u16,
    /// Taken off at the end as dead.
    pub dead: u16,
    /// Handed over for passing.
    pub passed: u16,
}

impl Prisoners {
    /// How many in all.
    pub fn total(self) -> u16 {
        self.captured + self.dead + self.passed
    }
}
