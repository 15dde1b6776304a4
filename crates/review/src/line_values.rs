//! What each position of a game was worth, made consistent from position to position.
//!
//! Every position is judged by a search of its own, and each of them errs. Shown one after the
//! other they make the lead jump where no move did. But what a move led to says something of the
//! position before it too: whoever makes the best move keeps what there was, and nobody can have
//! had less than what a move of theirs left them. So the values are found from the end of the game to its beginning.

use ponnuki_game::{Color, Move};

use crate::assessment::{Assessment, Prospect};
use crate::judged::Loss;
use crate::main_line::Turn;

/// A game is decided after so many moves with this chance or more for one player.
const N_DECIDED: usize = 20;
const DECIDED: f32 = 0.98;
/// A count that is farther than this from all that was expected, in points, says nothing of the
/// moves before the passes: borders are open, or stones are not agreed to be dead. In eighteen
/// finished 9×9 games it was never farther than three.
const COUNT_DOUBT_MAX: f32 = 6.0;

/// What each position of a main line was worth to Black.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineValues {
    black: Vec<Option<Prospect>>,
    ending: Option<Ending>,
}

/// The passes that end a game, where it was counted after them.
#[derive(Clone, Copy, Debug)]
struct Ending {
    /// The place of the first of them among the turns.
    first: usize,
    /// How far off the searches are on the board that they leave.
    doubt: Loss,
}

impl LineValues {
    /// The values of the positions around these moves, as far as the positions are `known`.
    pub(crate) fn of(turns: &[Turn], known: &[Option<Assessment>]) -> LineValues {
        let estimate = |assessment: &Assessment| assessment.estimate_for(Color::Black);
        let ending = Ending::of(turns, known);
        let mut black: Vec<Option<Prospect>> = known
            .iter()
            .map(|assessment| assessment.as_ref().map(estimate))
            .collect();
        for (turn_idx, turn) in turns.iter().enumerate().rev() {
            let (Some(Some(assessment)), Some(&Some(after))) =
                (known.get(turn.before), black.get(turn.after))
            else {
                continue;
            };
            let (own, after) = (assessment.estimate_for(turn.by), for_mover(after, turn.by));
            let told = match () {
                () if assessment.turn != turn.by => continue,
                () if assessment.is_best(turn.mv) => after,
                () if ending.is_some_and(|ending| ending.is_harmless(turns, known, turn_idx)) => {
                    after
                }
                () => Prospect {
                    win_rate: own.win_rate.max(after.win_rate),
                    lead: own.lead.max(after.lead),
                },
            };
            black[turn.before] = Some(for_mover(told, turn.by));
        }
        LineValues { black, ending }
    }

    /// What `color` had to expect in a position, if it is known.
    pub(crate) fn prospect(&self, position: usize, color: Color) -> Option<Prospect> {
        Some(for_mover((*self.black.get(position)?)?, color))
    }

    /// What a move seems to have cost by the searches before and after it alone.
    pub(crate) fn difference(
        &self,
        turns: &[Turn],
        known: &[Option<Assessment>],
        turn_idx: usize,
    ) -> Option<Loss> {
        difference(turns, known, self.ending.as_ref(), turn_idx)
    }

    /// Whether the game was decided for long in a position.
    pub(crate) fn is_decided(&self, position: usize) -> bool {
        let Some(from) = position.checked_sub(N_DECIDED) else {
            return false;
        };
        let is_won = |color: Color| {
            let mut prospects = (from..=position).map(|at| self.prospect(at, color));
            prospects.all(|own| own.is_some_and(|own| own.win_rate >= DECIDED))
        };
        Color::BOTH.into_iter().any(is_won)
    }
}

impl Ending {
    fn of(turns: &[Turn], known: &[Option<Assessment>]) -> Option<Ending> {
        let last = turns.last()?;
        let count = known.get(last.after)?.as_ref();
        let count = count.filter(|assessment| assessment.is_end())?;
        let n_passes = turns.iter().rev().take_while(|turn| turn.mv == Move::Pass);
        let first = turns.len() - n_passes.count();
        let doubt = doubt(&turns[first..], known, count);
        Some(Ending { first, doubt })
    }

    /// What is not known to be lost with a move, because it is one of the passes.
    fn doubt(&self, turn_idx: usize) -> Loss {
        match turn_idx >= self.first {
            true => self.doubt,
            false => Loss::default(),
        }
    }

    /// Whether a move is one of the passes, and not known to lose anything, where the count can
    /// be believed.
    fn is_harmless(&self, turns: &[Turn], known: &[Option<Assessment>], turn_idx: usize) -> bool {
        turn_idx >= self.first
            && self.doubt.points <= COUNT_DOUBT_MAX
            && difference(turns, known, Some(self), turn_idx) == Some(Loss::default())
    }
}

/// How far off the searches are on the board that these passes leave: as far as the one of them
/// is that comes nearest to the `count`.
fn doubt(passes: &[Turn], known: &[Option<Assessment>], count: &Assessment) -> Loss {
    let count = count.prospect_of(Color::Black);
    let looks = passes
        .iter()
        .filter_map(|turn| known.get(turn.before)?.as_ref());
    let distances = looks.map(|look| {
        let seen = look.raw_for(Color::Black);
        Loss {
            points: (seen.lead - count.lead).abs(),
            win_rate: (seen.win_rate - count.win_rate).abs(),
        }
    });
    let nearest = distances.min_by(|one, other| one.points.total_cmp(&other.points));
    nearest.unwrap_or_default()
}

/// What a move seems to have cost by two searches, one before it and one after it, and by
/// nothing else: two judgments of the same kind.
///
/// The pass that ends a game is followed by a count. What it left is what the same board
/// promised with the opponent to move. And the count tells how far off the searches are on this
/// board: what a pass that ends the game seems to lose within that is not known to be lost.
fn difference(
    turns: &[Turn],
    known: &[Option<Assessment>],
    ending: Option<&Ending>,
    turn_idx: usize,
) -> Option<Loss> {
    let assessment = |position: usize| known.get(position)?.as_ref();
    let turn = turns.get(turn_idx)?;
    let (before, after) = (assessment(turn.before)?, assessment(turn.after)?);
    let left = match after.is_end() && turn.mv == Move::Pass {
        false => after,
        true => {
            let previous = turns.get(turn_idx.checked_sub(1)?)?;
            let is_same_board = previous.mv == Move::Pass && previous.by != turn.by;
            assessment(previous.before).filter(|_| is_same_board)?
        }
    };
    let loss = Loss::between(before.estimate_for(turn.by), left.estimate_for(turn.by));
    let doubt = ending.map_or_else(Loss::default, |ending| ending.doubt(turn_idx));
    Some(loss.beyond(doubt))
}

/// What is Black's seen by `color`, and the other way round.
fn for_mover(black: Prospect, color: Color) -> Prospect {
    match color {
        Color::Black => black,
        Color::White => black.for_opponent(),
    }
}
