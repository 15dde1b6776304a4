//! The interface to a network, or to anything else that evaluates positions without a search.

use ponnuki_game::{Game, Symmetry};
use ponnuki_think::Evaluation;

/// Evaluates positions without a search: a network, mostly.
///
/// It is handed several positions at once because that is how networks are
/// fast. Answers are written into room that is used again and again, so that
/// nothing has to be allocated.
///
/// It may look at the whole game, but positions that agree in their stones,
/// whose turn it is, which moves are legal, what a pass would do and, where it
/// counts, the prisoners, are asked about once: the answer is remembered.
pub trait Evaluate {
    /// How many positions it likes to be handed at once; more are never handed.
    fn batch_max(&self) -> usize;

    /// Answers each question in the place of the same index, overwriting what
    /// was there. Both slices have the same length, at most
    /// [`batch_max`](Evaluate::batch_max), and every game is being played.
    fn evaluate(&mut self, questions: &[EvaluationRequest], answers: &mut [Evaluation]);
}

impl<E: Evaluate + ?Sized> Evaluate for &mut E {
    fn batch_max(&self) -> usize {
        (**self).batch_max()
    }

    fn evaluate(&mut self, questions: &[EvaluationRequest], answers: &mut [Evaluation]) {
        (**self).evaluate(questions, answers);
    }
}

impl<E: Evaluate + ?Sized> Evaluate for Box<E> {
    fn batch_max(&self) -> usize {
        (**self).batch_max()
    }

    fn evaluate(&mut self, questions: &[EvaluationRequest], answers: &mut [Evaluation]) {
        (**self).evaluate(questions, answers);
    }
}

/// A position to evaluate.
#[derive(Clone, Debug)]
pub struct EvaluationRequest {
    /// The position.
    pub game: Game,
    /// How to turn the board before looking at it; the answer is turned back.
    pub symmetry: Symmetry,
    /// Where it stands in the search: some judge more soberly at the root.
    pub place: TreePlace,
}

/// Where a position stands in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreePlace {
    /// It is the one to find a move for. Never remembered for other places.
    Root,
    /// It is thought of on the way.
    Within,
}

/// Takes `other` in as the `n`th of which `average` is the average.
pub(super) fn average_in(average: &mut Evaluation, other: &Evaluation, n: usize) {
    let share = 1.0 / n.max(1) as f32;
    let blend = |mine: &mut f32, theirs: &f32| *mine += (theirs - *mine) * share;
    blend(&mut average.win, &other.win);
    blend(&mut average.loss, &other.loss);
    blend(&mut average.no_result, &other.no_result);
    blend(&mut average.score_mean, &other.score_mean);
    blend(&mut average.score_stdev, &other.score_stdev);
    blend(&mut average.lead, &other.lead);
    for (mine, theirs) in [
        (&mut average.time_left, other.time_left),
        (&mut average.value_error, other.value_error),
        (&mut average.score_error, other.score_error),
    ] {
        *mine = theirs.map(|theirs| {
            let mine = mine.unwrap_or(0.0);
            mine + (theirs - mine) * share
        });
    }
    for (mine, theirs) in average.policy.iter_mut().zip(&other.policy) {
        blend(mine, theirs);
    }
    for (mine, theirs) in average.ownership.iter_mut().zip(&other.ownership) {
        blend(mine, theirs);
    }
}
