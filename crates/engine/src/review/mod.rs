//! What a game was like: every position judged, each move beside the best one, and the few
//! moments that mattered. Who judges is a [`Thinker`]; how, is not here.
//!
//! The modules build on each other in this order: `course`, `sight`, `judged`, `ending`,
//! `summary`.

mod course;
mod ending;
mod judged;
mod sight;
mod summary;

use std::cmp::Ordering;
use std::ops::ControlFlow;

use ponnuki_game::{ByColor, Color, PointSet};

pub use course::{Course, Turn};
pub use judged::{Grade, Judged, Loss, Turnabout};
pub use sight::{Prospect, Sight, Tried};
pub use summary::{Stage, Summary};

use crate::thinker::{Request, Thinker, ignore};
use ending::Ending;

/// Between two positions that are known, it is worth looking where the chance or the lead
/// changed: a tenth of a chance or two points count like twice as many moves.
const CHANGE_WIN_RATE: f32 = 10.0;
const CHANGE_POINTS: f32 = 0.5;
/// A moment cost at least this, whoever plays.
const MOMENT_POINTS_MIN: f32 = 1.0;
const MOMENT_WEIGHT_MIN: f32 = 0.08;
/// And as many times what a move of this player usually costs.
const MOMENT_TIMES_USUAL: f32 = 2.0;
/// Who misses the same move again within so many moves has one moment, not two.
const SAME_WITHIN: usize = 8;
/// A chain's fate has turned if it is expected to be another's, by at least this much in
/// hundredths.
const TURNED: f32 = 70.0;

/// A game being reviewed: what is known of its positions so far.
///
/// Positions may be judged in any order, by any number of thinkers; the answer about one
/// depends on nothing but the position, the request and the thinker. So a review that was
/// broken off goes on where it was, with the same result.
///
/// ```no_run
/// use std::ops::ControlFlow;
/// use ponnuki_engine::{Course, Limits, MonteCarlo, Request, Review, Settings};
/// use ponnuki_record::Records;
///
/// let records = Records::from_bytes(b"(;SZ[9];B[ee];W[gc];B[cg])").unwrap();
/// let record = records.iter().next().unwrap().unwrap();
/// let mut review = Review::new(Course::of_record(record));
/// let mut thinker = MonteCarlo::new(Settings::default());
/// let request = Request::within(Limits::playouts(50));
/// review.run(&mut thinker, &request, &mut |review, _position| {
///     println!("{} of {}", review.n_known(), review.course().n_positions());
///     ControlFlow::Continue(())
/// });
/// for moment in review.moments(3) {
///     println!("move {}: {:?}", moment.turn.number, moment.judged.loss);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Review {
    course: Course,
    known: Vec<Option<Sight>>,
}

/// A move that mattered.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Which one, among [`Course::turns`].
    pub turn_idx: usize,
    /// The move.
    pub turn: Turn,
    /// Beside the best one.
    pub judged: Judged,
    /// What became of the stones, if that is plain.
    pub turnabout: Option<Turnabout>,
}

/// How one player did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// In all.
    pub all: Summary,
    /// In each of [`Stage::ALL`].
    pub stages: [Summary; 3],
}

impl Review {
    /// A review of `course` of which nothing is known yet.
    pub fn new(course: Course) -> Review {
        Review {
            known: vec![None; course.n_positions()],
            course,
        }
    }

    /// What is reviewed.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// How many positions are judged.
    pub fn n_known(&self) -> usize {
        self.known.iter().flatten().count()
    }

    /// What is thought of a position, if it was judged.
    pub fn sight(&self, position: usize) -> Option<&Sight> {
        self.known.get(position)?.as_ref()
    }

    /// The position to be judged next: the ends first, then the middle of where most is
    /// unknown or most has changed, so that a few positions already show how the game went.
    /// `None` when all are known.
    pub fn next(&self) -> Option<usize> {
        let last = self.known.len().checked_sub(1)?;
        if let Some(end) = [0, last].into_iter().find(|&i| self.known[i].is_none()) {
            return Some(end);
        }
        let known: Vec<usize> = (0..=last).filter(|&i| self.known[i].is_some()).collect();
        let gaps = known.windows(2).map(|pair| (pair[0], pair[1]));
        let widest = gaps
            .filter(|(from, to)| to - from > 1)
            .map(|(from, to)| (self.promise(from, to), from, to))
            // Of those that promise the same, the first.
            .reduce(|best, gap| match gap.0.total_cmp(&best.0) {
                Ordering::Greater => gap,
                Ordering::Less | Ordering::Equal => best,
            });
        widest.map(|(_, from, to)| usize::midpoint(from, to))
    }

    /// How much there may be to find between two positions that are known.
    fn promise(&self, from: usize, to: usize) -> f32 {
        let prospect = |position: usize| self.prospect(position, Color::Black);
        let change = prospect(from)
            .zip(prospect(to))
            .map_or(0.0, |(one, other)| {
                CHANGE_WIN_RATE * (one.win_rate - other.win_rate).abs()
                    + CHANGE_POINTS * (one.lead - other.lead).abs()
            });
        (to - from) as f32 * (1.0 + change)
    }

    /// Notes what is thought of a position; of one that is not there, nothing.
    pub fn put(&mut self, position: usize, sight: Sight) {
        if let Some(known) = self.known.get_mut(position) {
            *known = Some(sight);
        }
    }

    /// Has a position judged; breaks off, with nothing noted, when the request's stop sign
    /// is raised.
    pub fn look(
        &mut self,
        thinker: &mut dyn Thinker,
        request: &Request,
        position: usize,
    ) -> ControlFlow<()> {
        let Some(game) = self.course.game(position) else {
            return ControlFlow::Continue(());
        };
        // Nothing that was asked before may show in the answer.
        thinker.reseed(0);
        let analysis = thinker.analyse(&game, request, &mut ignore);
        if request.stop.is_raised() {
            return ControlFlow::Break(());
        }
        let mut turns = self.course.turns().iter();
        let played = turns.find(|turn| turn.before == position);
        let sight = Sight::of(&analysis, played.map(|turn| turn.mv));
        self.put(position, sight);
        ControlFlow::Continue(())
    }

    /// Has all positions judged that are not yet, and tells `progress` after each, until
    /// that or the stop sign says to stop.
    pub fn run(
        &mut self,
        thinker: &mut dyn Thinker,
        request: &Request,
        progress: &mut dyn FnMut(&Review, usize) -> ControlFlow<()>,
    ) {
        while let Some(position) = self.next() {
            let is_over = self.look(thinker, request, position).is_break();
            if is_over || progress(self, position).is_break() {
                return;
            }
        }
    }

    /// What `color` had to expect in a position, if it was judged.
    pub fn prospect(&self, position: usize, color: Color) -> Option<Prospect> {
        Some(self.sight(position)?.prospect_of(color))
    }

    /// A move of [`Course::turns`] beside the best one. `None` if the positions around it are
    /// not judged, or the player was not to move.
    pub fn judged(&self, turn_idx: usize) -> Option<Judged> {
        let turn = self.course.turns().get(turn_idx)?;
        let (before, after) = (self.sight(turn.before)?, self.sight(turn.after)?);
        let size = self.course.size();
        match Ending::of(self.course.turns(), &self.known, turn_idx) {
            None => Judged::of(turn, before, after.uncounted_for(turn.by), size),
            Some(ending) => {
                let judged = Judged::of(turn, before, ending.left_to(turn.by), size)?;
                Some(judged.forgiven(ending.doubt(), size))
            }
        }
    }

    /// How each player did.
    pub fn reports(&self) -> ByColor<Report> {
        let mut reports: ByColor<Report> = ByColor::default();
        let size = self.course.size();
        for (turn_idx, turn) in self.course.turns().iter().enumerate() {
            let Some(judged) = self.judged(turn_idx) else {
                continue;
            };
            let report = &mut reports[turn.by];
            report.all.add(&judged);
            report.stages[Stage::of_move(turn.number, size) as usize].add(&judged);
        }
        reports
    }

    /// The moves that mattered, at most `n_max` of each player, in the order of the game:
    /// those that cost most, if they cost much more than this player's moves usually do.
    pub fn moments(&self, n_max: usize) -> Vec<Moment> {
        let mut moments: Vec<Moment> = Color::BOTH
            .into_iter()
            .flat_map(|color| self.moments_of(color, n_max))
            .collect();
        moments.sort_by_key(|moment| moment.turn_idx);
        moments
    }

    fn moments_of(&self, color: Color, n_max: usize) -> Vec<Moment> {
        let size = self.course.size();
        let turns = self.course.turns().iter().enumerate();
        let own = turns.filter(|(_, turn)| turn.by == color);
        let mut judged: Vec<(usize, Judged, f32)> = own
            .filter_map(|(turn_idx, _)| {
                let judged = self.judged(turn_idx)?;
                let weight = judged.loss.weight(size);
                Some((turn_idx, judged, weight))
            })
            .collect();
        let sum: f32 = judged.iter().map(|(_, _, weight)| weight).sum();
        let usual = sum / judged.len().max(1) as f32;
        let weight_min = MOMENT_WEIGHT_MIN.max(MOMENT_TIMES_USUAL * usual);
        judged.retain(|(_, judged, weight)| {
            *weight >= weight_min && judged.loss.points >= MOMENT_POINTS_MIN
        });
        judged.sort_by(|(i, _, one), (j, _, other)| other.total_cmp(one).then(i.cmp(j)));
        let mut moments: Vec<Moment> = Vec::new();
        for (turn_idx, judged, _) in judged {
            let is_same = |moment: &Moment| {
                moment.judged.best.mv == judged.best.mv
                    && moment.turn_idx.abs_diff(turn_idx) <= SAME_WITHIN
            };
            if moments.len() < n_max && !moments.iter().any(is_same) {
                moments.push(Moment {
                    turn_idx,
                    turn: self.course.turns()[turn_idx],
                    turnabout: self.turnabout(turn_idx),
                    judged,
                });
            }
        }
        moments
    }

    /// The largest chain whose fate a move turned against the one who made it.
    pub fn turnabout(&self, turn_idx: usize) -> Option<Turnabout> {
        let turn = self.course.turns().get(turn_idx)?;
        let (before, after) = (self.sight(turn.before)?, self.sight(turn.after)?);
        let game = self.course.game(turn.before)?;
        let (size, board) = (game.size(), game.board());
        let sign = match turn.by {
            Color::Black => 1.0,
            Color::White => -1.0,
        };
        // How far the points of a chain are the mover's: 100 surely, −100 surely not.
        let owned = |sight: &Sight, stones: PointSet| {
            let points = stones.iter().map(|point| size.index(point));
            let owners = points.filter_map(|i| sight.ownership.get(i));
            sign * owners.map(|&owner| f32::from(owner)).sum::<f32>() / stones.len().max(1) as f32
        };
        let turned = Color::BOTH.into_iter().flat_map(|color| {
            let chains = board.chains(color);
            chains.map(move |chain| (color, chain.stones))
        });
        turned
            .filter(|&(_, stones)| {
                let (had, has) = (owned(before, stones), owned(after, stones));
                had > 0.0 && has < 0.0 && had - has >= TURNED
            })
            .max_by_key(|(_, stones)| stones.len())
            .map(|(color, stones)| Turnabout { color, stones })
    }
}
