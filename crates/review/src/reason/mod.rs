//! Why a move was worse than another: facts, each checked on the board.
//!
//! What stones can do is proved: by making the moves, by chasing ([`Chase`]), by the solver.
//! Whether it matters is told by whose the points are expected to be with either move, and only
//! what matters is told. What is known from that alone says so: [`Reason::LikelyLost`],
//! [`Reason::LikelyAlive`], [`Reason::Area`].
//!
//! The modules build on each other in this order: `compared`, then `tactics`, `life` and
//! `balance`.

mod balance;
mod compared;
mod life;
mod tactics;

use std::cmp::Reverse;

use ponnuki_game::{Color, Game, Move, Point, PointSet};
use ponnuki_search::{Chase, Hunt};

use compared::Compared;

/// How many reasons are told of a move: as many as one remembers.
const N_REASONS_MAX: usize = 3;
/// How many of them are about stones where there is something to say about points too.
const N_STONES_MAX: usize = 2;

/// A fact about a move that was worse than another, the better one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// The better move captures stones at once, which now need not be lost.
    Captures {
        /// The better move.
        at: Point,
        /// What it captures.
        stones: OwnedStones,
    },
    /// The move puts stones in atari, and they can be taken.
    SelfAtari {
        /// The move.
        at: Point,
        /// Those in atari, the one just played among them.
        stones: OwnedStones,
        /// Where they are taken.
        taken_at: Point,
    },
    /// The move leaves stones in atari, and they can be taken; the better one gets them out.
    LeftInAtari {
        /// The better move.
        at: Point,
        /// The stones in atari.
        stones: OwnedStones,
        /// Where they are taken.
        taken_at: Point,
    },
    /// The opponent can catch stones now.
    Caught {
        /// The stones that are caught.
        stones: OwnedStones,
        /// The opponent's first move.
        by: Point,
        /// How they are caught.
        hunt: Hunt,
    },
    /// The better move catches stones.
    Catches {
        /// The better move.
        at: Point,
        /// The stones that are caught.
        stones: OwnedStones,
        /// How they are caught.
        hunt: Hunt,
    },
    /// Stones are dead now; after the better move they live.
    Dies {
        /// The better move.
        at: Point,
        /// The stones that die.
        stones: OwnedStones,
    },
    /// The better move kills stones, which live now.
    Kills {
        /// The better move.
        at: Point,
        /// The stones that are killed.
        stones: OwnedStones,
    },
    /// The move ends a seki: stones that were safe in it are dead now.
    BreaksSeki {
        /// The move.
        at: Point,
        /// The stones that die.
        stones: OwnedStones,
    },
    /// The move fills an eye of the mover's own.
    FillsEye {
        /// The move.
        at: Point,
    },
    /// The better move takes a ko.
    TakesKo {
        /// The better move.
        at: Point,
        /// The opponent's stone that it takes.
        stone: Point,
    },
    /// The opponent can take a ko, which the better move prevents.
    LeavesKo {
        /// Where it is taken.
        by: Point,
        /// The mover's stone that is taken.
        stone: Point,
    },
    /// The better move cuts two chains of the opponent's, which would be one with a stone there:
    /// no single move joins them any more, so that they could not be parted again.
    Cuts {
        /// The better move.
        at: Point,
        /// A stone of one chain.
        one: Point,
        /// A stone of the other.
        other: Point,
    },
    /// The better move connects two chains, which can be cut there now.
    Connects {
        /// The better move.
        at: Point,
        /// A stone of one chain.
        one: Point,
        /// A stone of the other.
        other: Point,
    },
    /// The better move is sente: if it is not answered, it catches stones.
    Sente {
        /// The better move.
        at: Point,
        /// Those threatened.
        stones: OwnedStones,
    },
    /// Stones of the mover's are likely lost now.
    LikelyLost {
        /// Those stones.
        stones: OwnedStones,
    },
    /// Stones of the opponent's were likely lost, and likely live now.
    LikelyAlive {
        /// Those stones.
        stones: OwnedStones,
    },
    /// The move is on a neutral point.
    Dame {
        /// The move.
        at: Point,
    },
    /// The move is in the mover's own territory, under rules that count territory.
    FillsTerritory {
        /// The move.
        at: Point,
    },
    /// The move gains less than a point, and what was better is elsewhere.
    Little {
        /// The move.
        at: Point,
    },
    /// The move is a pass, and points were open.
    Passed,
    /// Points that the mover is expected to lose by the move.
    Area {
        /// The points concerned.
        points: PointSet,
        /// The one of them where most is lost.
        at: Point,
        /// In which part of the board.
        part: BoardPart,
        /// How many points it makes between the players, in whole points.
        n_points: u32,
    },
}

/// Stones of one colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnedStones {
    /// Whose they are.
    pub owner: Color,
    /// Where they are.
    pub points: PointSet,
}

/// A part of the board: a corner, a side, or the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardPart {
    /// The upper left corner.
    UpperLeft,
    /// The upper side.
    Upper,
    /// The upper right corner.
    UpperRight,
    /// The left side.
    Left,
    /// The centre.
    Centre,
    /// The right side.
    Right,
    /// The lower left corner.
    LowerLeft,
    /// The lower side.
    Lower,
    /// The lower right corner.
    LowerRight,
}

/// A move beside a better one.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// The game before the move.
    pub game: &'a Game,
    /// The move.
    pub played: Move,
    /// The better move.
    pub better: Move,
    /// Whose each point is expected to be with the better move, in hundredths: 100 is surely
    /// Black's, −100 surely White's. In the order of [`Size::points`](ponnuki_game::Size::points).
    pub hoped: &'a [i8],
    /// The same after the move.
    pub left: &'a [i8],
}

impl Comparison<'_> {
    /// Why the move was worse, the most telling first; nothing where nothing is sure.
    pub fn reasons(&self) -> Vec<Reason> {
        let Some(compared) = Compared::new(self) else {
            return Vec::new();
        };
        let mut chase = Chase::new(self.game.size());
        let mut found = tactics::reasons(&compared, &mut chase);
        found.extend(life::reasons(&compared));
        found.extend(balance::likely(&compared));
        let mut reasons = most_telling(found);
        let open = balance::area(&compared);
        if let Some(Reason::Area { points, .. }) = open {
            reasons.truncate(N_STONES_MAX);
            if reasons.len() < N_STONES_MAX {
                reasons.extend(tactics::sente(&compared, points, &mut chase));
            }
        }
        let small = balance::small(&compared, open.as_ref(), !reasons.is_empty());
        reasons.extend(small);
        reasons.truncate(N_REASONS_MAX - usize::from(open.is_some()));
        reasons.extend(open);
        reasons
    }
}

/// Those about the most stones first, and each stone told of once, as plainly as possible.
fn most_telling(mut found: Vec<Reason>) -> Vec<Reason> {
    found.sort_by_key(|reason| (Reverse(reason.stones().len()), reason.plainness()));
    let mut told = PointSet::EMPTY;
    found.retain(|reason| {
        let stones = reason.stones();
        let is_new = told.is_disjoint(&stones);
        told = told | stones;
        is_new
    });
    found.truncate(N_REASONS_MAX);
    found
}

impl Reason {
    /// The stones it is about, if it is about any.
    fn stones(&self) -> PointSet {
        match self {
            Reason::Captures { stones, .. }
            | Reason::SelfAtari { stones, .. }
            | Reason::LeftInAtari { stones, .. }
            | Reason::Caught { stones, .. }
            | Reason::Catches { stones, .. }
            | Reason::Dies { stones, .. }
            | Reason::Kills { stones, .. }
            | Reason::BreaksSeki { stones, .. }
            | Reason::Sente { stones, .. }
            | Reason::LikelyLost { stones }
            | Reason::LikelyAlive { stones } => stones.points,
            Reason::TakesKo { stone, .. } | Reason::LeavesKo { stone, .. } => {
                PointSet::from_iter([*stone])
            }
            Reason::FillsEye { .. }
            | Reason::Cuts { .. }
            | Reason::Connects { .. }
            | Reason::Dame { .. }
            | Reason::FillsTerritory { .. }
            | Reason::Little { .. }
            | Reason::Passed
            | Reason::Area { .. } => PointSet::EMPTY,
        }
    }

    /// Of reasons about the same stones the one with the smallest says most.
    fn plainness(&self) -> u8 {
        match self {
            Reason::BreaksSeki { .. } => 0,
            Reason::Caught { hunt, .. } | Reason::Catches { hunt, .. } if *hunt == Hunt::Short => 2,
            Reason::LikelyLost { .. } | Reason::LikelyAlive { .. } => 3,
            _ => 1,
        }
    }
}

#[cfg(test)]
mod tests;
