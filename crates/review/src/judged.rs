//! What a move was worth beside the best one.

use ponnuki_game::{Move, Rules, Size};

use crate::assessment::{Assessment, Prospect, TriedMove, tenths};
use crate::main_line::Turn;

/// A side of the board in points is as much as half a game.
const POINTS_SHARE: f32 = 0.5;
/// From so much on a move is doubtful, a mistake, a blunder. On boards of a longer side than
/// nine it takes more to be doubtful, in proportion: there is more to err in. Of 27 verdicts on a
/// professional 19×19 game the referee confirmed 13 without that, and 6 of 8 with it; on another
/// it confirmed 2 of 18.
const DOUBTFUL: f32 = 0.07;
const DOUBTFUL_SIDE: f32 = 9.0;
const MISTAKE: f32 = 0.2;
const BLUNDER: f32 = 0.4;
/// A move that looked so likely before any search counts half: where a network's first thought
/// and its search disagree, a stronger one sides with the first thought more often.
const LIKELY: f32 = 0.07;
/// What a search of a few visits does not know better.
const NOISE_POINTS: f32 = 0.5;
/// Where the area is counted, what is lost shows on the board: some point is less the mover's by
/// so much, in hundredths. Every verdict on the measured 9×9 games was seen so; a stone among
/// dead ones, of which the lead may say anything, is not.
const SEEN: i16 = 20;
/// A move is a find if it was not expected, and the next best loses so much. Of 25 such moves on
/// thirty 9×9 games the referee confirmed 17 after one look that they are nearly the best.
const FIND_PRIOR: f32 = 0.15;
const FIND_WEIGHT: f32 = 0.15;
/// The next best is known well enough to compare with if it was tried so often.
const N_TRIALS_MIN: u64 = 3;

/// What a move cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// The points lost, never negative.
    pub points: f32,
    /// The chance of winning that was lost, from 0 to 1.
    pub win_rate: f32,
}

impl Loss {
    /// What is lost where one hoped for `hoped` and has `left`; a gain is no loss.
    pub(crate) fn between(hoped: Prospect, left: Prospect) -> Loss {
        Loss {
            points: (hoped.lead - left.lead).max(0.0),
            win_rate: (hoped.win_rate - left.win_rate).max(0.0),
        }
    }

    /// The same between two leads as they are shown.
    fn between_shown(hoped: Prospect, left: Prospect) -> Loss {
        let loss = Loss::between(hoped, left);
        Loss {
            points: tenths(loss.points),
            ..loss
        }
    }

    /// The part of the loss that exceeds `doubt`.
    pub(crate) fn beyond(self, doubt: Loss) -> Loss {
        Loss {
            points: (self.points - doubt.points).max(0.0),
            win_rate: (self.win_rate - doubt.win_rate).max(0.0),
        }
    }

    /// How much it matters, to compare moves with each other: the chance lost, and a part for
    /// the points as long as they are at stake.
    pub(crate) fn weight(self, stakes: Stakes) -> f32 {
        match stakes {
            Stakes::Game => self.win_rate,
            Stakes::Points(size) => self.win_rate + POINTS_SHARE * self.points / side(size),
        }
    }
}

/// The side of a square board with as many points.
fn side(size: Size) -> f32 {
    (size.n_points() as f32).sqrt()
}

/// What there was to lose with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stakes {
    /// Points and the game, on a board of this size; the same loss counts more on a small one.
    Points(Size),
    /// The game alone: it was decided for so long that only what could turn it counts.
    Game,
}

/// What a move is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// The best move, where others lose much and few would look for it.
    Find,
    /// The best move.
    Best,
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
/// What it cost is the difference of what the line's values say of the position before it and of
/// the one after it, which is what a graph shows. It is told only if it was checked: both
/// positions were looked at twice, and the two searches alone, one before the move and one after
/// it, see such a loss too. Of other moves it is not known that they cost anything.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// What the player had to expect before, which is what the best move promised.
    pub before: Prospect,
    /// What is left after the move.
    pub after: Prospect,
    /// The best move.
    pub best: TriedMove,
    /// The place of the move played among those tried, the best being 0.
    pub place: Option<usize>,
    /// What it cost, as far as that is known.
    pub loss: Loss,
    /// How much that matters: to compare moves with each other.
    pub weight: f32,
    /// What it is called.
    pub grade: Grade,
}

/// All that is known of a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evidence<'a> {
    pub(crate) turn: &'a Turn,
    /// What is thought of the position before it, and of the one after it.
    pub(crate) assessments: [&'a Assessment; 2],
    /// Their values, which the graph shows in tenths of a point.
    pub(crate) told: [Prospect; 2],
    /// What the two searches alone tell.
    pub(crate) difference: Option<Loss>,
    pub(crate) stakes: Stakes,
    pub(crate) rules: &'a Rules,
    /// How many points everything has to agree on before anything is said.
    pub(crate) points_min: f32,
}

impl Evidence<'_> {
    fn is_best(&self) -> bool {
        self.assessments[0].is_best(self.turn.mv)
    }

    fn told_loss(&self) -> Loss {
        let [hoped, left] = self.told;
        Loss::between(hoped, left)
    }

    /// How much seems to be lost, by the values and by the two searches alone: what both say,
    /// and less the more likely the move looked.
    pub(crate) fn suspicion(&self) -> f32 {
        let Some(difference) = self.difference.filter(|_| !self.is_best()) else {
            return 0.0;
        };
        let weight = |loss: Loss| loss.weight(self.stakes);
        weight(self.told_loss()).min(weight(difference)) / self.likelihood()
    }

    /// By what a loss is divided, because the move looked likely before any search.
    fn likelihood(&self) -> f32 {
        let mut tried = self.assessments[0].tried.iter();
        let played = tried.find(|one| one.mv == self.turn.mv);
        let prior = played.map_or(0.0, |played| played.prior);
        1.0 + prior / LIKELY
    }

    /// The points that are lost by all that is known: by the values, by the two searches alone,
    /// and by what the network says of both positions before any search; fewer the more likely
    /// the move looked.
    fn agreed_points(&self) -> f32 {
        let [before, after] = self.assessments.map(|one| one.raw_for(self.turn.by));
        let searched = self.difference.unwrap_or_default();
        let losses = [self.told_loss(), searched, Loss::between(before, after)];
        let points = losses.map(|loss| loss.points);
        points.into_iter().fold(f32::INFINITY, f32::min) / self.likelihood()
    }

    /// Whether both positions were looked at twice, what is lost shows on the board as far as it
    /// has to, and everything agrees on as many points as this judge needs to be believed. A
    /// stone in settled territory costs a point that no ownership tells.
    fn is_checked(&self) -> bool {
        let is_seen = || {
            let [before, after] = self.assessments;
            let most = before.most_lost(after, self.turn.by);
            most.is_none_or(|most| most >= SEEN)
        };
        let has_to_show = self.rules.counting.scoring.is_area();
        self.assessments
            .iter()
            .all(|assessment| assessment.looks >= 2)
            && (!has_to_show || is_seen())
            && self.agreed_points() >= self.points_min
    }

    /// Whether the move looks like a find: the best one, that stands alone and did not look like
    /// it. It is one if the position before it was looked at twice.
    pub(crate) fn looks_like_find(&self, size: Size) -> bool {
        self.is_best() && stands_alone(self.assessments[0], size)
    }

    /// The move beside the best one; `None` where the player was not to move, or nothing was
    /// tried.
    pub(crate) fn judged(&self, size: Size) -> Option<Judged> {
        let Evidence {
            turn, assessments, ..
        } = *self;
        let [before, _] = assessments;
        let tried = before.tried.first()?;
        if before.turn != turn.by {
            return None;
        }
        let place = before.tried.iter().position(|one| one.mv == turn.mv);
        let by_loss = match self.is_checked() {
            true => Grade::of_loss(self.told_loss(), self.suspicion(), size),
            false => Grade::Good,
        };
        let grade = match place {
            Some(0) if before.looks >= 2 && self.looks_like_find(size) => Grade::Find,
            Some(0) => Grade::Best,
            Some(_) | None => by_loss,
        };
        let [hoped, left] = self.told.map(Prospect::shown);
        let (loss, weight) = match grade.is_bad() {
            true => (Loss::between_shown(hoped, left), self.suspicion()),
            false => (Loss::default(), 0.0),
        };
        let mut best = tried.clone();
        best.prospect = hoped;
        Some(Judged {
            before: hoped,
            after: left,
            best,
            place,
            loss,
            weight,
            grade,
        })
    }
}

impl Judged {
    /// Whether the move played is the best one.
    pub fn is_best(&self) -> bool {
        self.place == Some(0)
    }
}

impl Grade {
    /// Whether a move that is called so lost something.
    pub fn is_bad(self) -> bool {
        match self {
            Grade::Find | Grade::Best | Grade::Good => false,
            Grade::Doubtful | Grade::Mistake | Grade::Blunder => true,
        }
    }

    /// What a move is called that lost this, which matters so much, on a board of `size`.
    fn of_loss(loss: Loss, weight: f32, size: Size) -> Grade {
        let doubtful = DOUBTFUL * (side(size) / DOUBTFUL_SIDE).max(1.0);
        match () {
            () if weight < doubtful || loss.points < NOISE_POINTS => Grade::Good,
            () if weight < MISTAKE => Grade::Doubtful,
            () if weight < BLUNDER => Grade::Mistake,
            () => Grade::Blunder,
        }
    }
}

/// Whether the best move stands alone, and did not look like it.
fn stands_alone(before: &Assessment, size: Size) -> bool {
    let [best, next, ..] = before.tried.as_slice() else {
        return false;
    };
    best.mv != Move::Pass
        && best.prior < FIND_PRIOR
        && next.visits >= N_TRIALS_MIN
        && Loss::between(best.prospect, next.prospect).weight(Stakes::Points(size)) >= FIND_WEIGHT
}
