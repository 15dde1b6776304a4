//! What a network, or anything else that judges at a glance, is asked and answers.

use ponnuki_game::{Game, Size, Symmetry};

/// Judges positions at a glance: a network, mostly.
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
    fn evaluate(&mut self, questions: &[Question], answers: &mut [Judgment]);
}

impl<E: Evaluate + ?Sized> Evaluate for &mut E {
    fn batch_max(&self) -> usize {
        (**self).batch_max()
    }

    fn evaluate(&mut self, questions: &[Question], answers: &mut [Judgment]) {
        (**self).evaluate(questions, answers);
    }
}

impl<E: Evaluate + ?Sized> Evaluate for Box<E> {
    fn batch_max(&self) -> usize {
        (**self).batch_max()
    }

    fn evaluate(&mut self, questions: &[Question], answers: &mut [Judgment]) {
        (**self).evaluate(questions, answers);
    }
}

/// A position to judge.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position.
    pub game: Game,
    /// How to turn the board before looking at it; the answer is turned back.
    pub symmetry: Symmetry,
    /// Where it stands in the search: some judge more soberly at the root.
    pub place: Place,
}

/// Where a position stands in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// It is the one to find a move for. Never remembered for other places.
    Root,
    /// It is thought of on the way.
    Within,
}

/// What is thought of a position at a glance. All of it is for the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgment {
    /// How likely this player wins.
    pub win: f32,
    /// How likely the opponent wins.
    pub loss: f32,
    /// How likely the game has no result.
    pub no_result: f32,
    /// By how many points this player wins, on average.
    pub score_mean: f32,
    /// How far scores are spread around that.
    pub score_stdev: f32,
    /// How many points this player is ahead: what would make the game even.
    pub lead: f32,
    /// How long the game stays undecided, in moves, if that is known.
    pub time_left: Option<f32>,
    /// How far off winning less losing may be in the near future, if that is known.
    pub value_error: Option<f32>,
    /// How far off the score may be in the near future, if that is known.
    pub score_error: Option<f32>,
    /// For each point by [index](Size::index), and then for passing, how likely
    /// it is the move. Only legal moves are looked at, and need not sum to 1.
    pub policy: Vec<f32>,
    /// For each point, whose it is at the end: 1 this player's, −1 the
    /// opponent's; 0 if nothing is known.
    pub ownership: Vec<f32>,
}

impl Judgment {
    /// One that knows nothing, with room for a board of `size`.
    pub fn blank(size: Size) -> Judgment {
        Judgment {
            win: 0.5,
            loss: 0.5,
            no_result: 0.0,
            score_mean: 0.0,
            score_stdev: 0.0,
            lead: 0.0,
            time_left: None,
            value_error: None,
            score_error: None,
            policy: vec![0.0; size.n_points() + 1],
            ownership: vec![0.0; size.n_points()],
        }
    }

    /// Takes `other` in as the `n`th of which this is the average.
    pub(super) fn average_in(&mut self, other: &Judgment, n: usize) {
        let share = 1.0 / n.max(1) as f32;
        let blend = |mine: &mut f32, theirs: &f32| *mine += (theirs - *mine) * share;
        blend(&mut self.win, &other.win);
        blend(&mut self.loss, &other.loss);
        blend(&mut self.no_result, &other.no_result);
        blend(&mut self.score_mean, &other.score_mean);
        blend(&mut self.score_stdev, &other.score_stdev);
        blend(&mut self.lead, &other.lead);
        for (mine, theirs) in [
            (&mut self.time_left, other.time_left),
            (&mut self.value_error, other.value_error),
            (&mut self.score_error, other.score_error),
        ] {
            *mine = theirs.map(|theirs| {
                let mine = mine.unwrap_or(0.0);
                mine + (theirs - mine) * share
            });
        }
        for (mine, theirs) in self.policy.iter_mut().zip(&other.policy) {
            blend(mine, theirs);
        }
        for (mine, theirs) in self.ownership.iter_mut().zip(&other.ownership) {
            blend(mine, theirs);
        }
    }
}
