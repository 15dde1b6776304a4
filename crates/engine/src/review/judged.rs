//! What a move was worth beside the best one.

use ponnuki_game::{Color, Move, PointSet, Size};

use super::course::Turn;
use super::sight::{Prospect, Sight, Tried};

/// A side of the board in points is as much as half a game: so that a large loss counts in a
/// game that is decided, and the same loss more on a small board.
const POINTS_SHARE: f32 = 0.5;
/// From so much on a move is doubtful, a mistake, a blunder.
const DOUBTFUL: f32 = 0.1;
const MISTAKE: f32 = 0.2;
const BLUNDER: f32 = 0.4;
/// What a search of a few visits does not know better.
const NOISE_POINTS: f32 = 0.5;
/// A move is a find if it was not expected, and the next best loses so much.
const FIND_PRIOR: f32 = 0.15;
const FIND_WEIGHT: f32 = 0.15;
/// A move that nobody thought of surprises if it leaves so much more of a chance.
const SURPRISE: f32 = 0.05;
/// The next best is known well enough to compare with if it was tried so often.
const N_TRIALS_MIN: u64 = 3;

/// What a move cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// In points, never negative.
    pub points: f32,
    /// In chances of winning, from 0 to 1.
    pub win_rate: f32,
}

impl Loss {
    /// What is lost where one hoped for `hoped` and has `left`; a gain is no loss.
    fn between(hoped: Prospect, left: Prospect) -> Loss {
        Loss {
            points: (hoped.lead - left.lead).max(0.0),
            win_rate: (hoped.win_rate - left.win_rate).max(0.0),
        }
    }

    /// What is left of it beyond `doubt`.
    fn beyond(self, doubt: Loss) -> Loss {
        Loss {
            points: (self.points - doubt.points).max(0.0),
            win_rate: (self.win_rate - doubt.win_rate).max(0.0),
        }
    }

    /// How much it matters on a board of `size`, to compare moves with each other: the chance
    /// lost, and a part for the points, which count also where the game is decided.
    pub fn weight(self, size: Size) -> f32 {
        let side = (size.n_points() as f32).sqrt();
        self.win_rate + POINTS_SHARE * self.points / side
    }
}

/// What a move is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// The best move, where others lose much and few would look for it.
    Find,
    /// The best move.
    Best,
    /// Not thought of, and yet as good as the best.
    Surprise,
    /// It lost little or nothing.
    Good,
    /// It lost something.
    Doubtful,
    /// It lost much.
    Mistake,
    /// It lost very much.
    Blunder,
}

/// A move beside the best one.
///
/// Both are seen from after the move: the best as far as it was tried, the one played by what
/// is thought of the position it led to. So the move played is always judged, tried or not.
/// Both are estimates: where the game ends, the count is not held against what was hoped for.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// What the player had to expect before.
    pub before: Prospect,
    /// What is left after the move.
    pub after: Prospect,
    /// The best move.
    pub best: Tried,
    /// The place of the move played among those tried, the best being 0.
    pub place: Option<usize>,
    /// What it cost.
    pub loss: Loss,
    /// What it is called.
    pub grade: Grade,
}

impl Judged {
    /// The move of `turn`, by what is thought of the position before it, and by what is `left`
    /// to the player after it, on a board of `size`; `None` where the player was not to move,
    /// or nothing was tried.
    pub(super) fn of(turn: &Turn, before: &Sight, left: Prospect, size: Size) -> Option<Judged> {
        let mut best = before.tried.first()?.clone();
        if before.turn != turn.by {
            return None;
        }
        if best.mv == Move::Pass {
            best.prospect = before.uncounted_for(turn.by);
        }
        let place = before.tried.iter().position(|one| one.mv == turn.mv);
        let loss = match place {
            Some(0) => Loss::default(),
            Some(_) | None => Loss::between(best.prospect, left),
        };
        let grade = match place {
            Some(0) if is_find(before, size) => Grade::Find,
            Some(0) => Grade::Best,
            None if is_surprise(&best, left) => Grade::Surprise,
            Some(_) | None => Grade::of_loss(loss, size),
        };
        Some(Judged {
            before: before.prospect,
            after: left,
            best,
            place,
            loss,
            grade,
        })
    }

    /// The same if what it cost is known no better than to `doubt`.
    pub(super) fn forgiven(self, doubt: Loss, size: Size) -> Judged {
        let loss = self.loss.beyond(doubt);
        let grade = match self.grade {
            Grade::Find | Grade::Best | Grade::Surprise | Grade::Good => self.grade,
            Grade::Doubtful | Grade::Mistake | Grade::Blunder => Grade::of_loss(loss, size),
        };
        Judged {
            loss,
            grade,
            ..self
        }
    }

    /// Whether the move played is the best one.
    pub fn is_best(&self) -> bool {
        self.place == Some(0)
    }
}

impl Grade {
    fn of_loss(loss: Loss, size: Size) -> Grade {
        let weight = loss.weight(size);
        match () {
            () if weight < DOUBTFUL || loss.points < NOISE_POINTS => Grade::Good,
            () if weight < MISTAKE => Grade::Doubtful,
            () if weight < BLUNDER => Grade::Mistake,
            () => Grade::Blunder,
        }
    }
}

/// Whether the best move stands alone, and did not look like it.
fn is_find(before: &Sight, size: Size) -> bool {
    let [best, next, ..] = before.tried.as_slice() else {
        return false;
    };
    best.mv != Move::Pass
        && best.prior < FIND_PRIOR
        && next.visits >= N_TRIALS_MIN
        && Loss::between(best.prospect, next.prospect).weight(size) >= FIND_WEIGHT
}

/// Whether a move that was not tried leaves more than the best one promised.
fn is_surprise(best: &Tried, left: Prospect) -> bool {
    left.lead > best.prospect.lead + NOISE_POINTS
        && left.win_rate > best.prospect.win_rate + SURPRISE
}

/// A chain whose fate a move turned against the one who made it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turnabout {
    /// Whose chain it is: the mover's is likely lost now, the other's likely saved.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
}
