//! How hard a problem is for people, on the scale on which its solvers are rated.

use crate::problem::{GoProblem, Kind, ProblemSolution, ProblemTask};

/// No problem is rated lower or higher.
const RATINGS: std::ops::RangeInclusive<i32> = 400..=2400;

/// A capture in one move that everybody sees first.
const PLAIN: i32 = 400;

/// What each move of one's own adds that has to be seen ahead; in a ladder all are of one kind.
const MOVE_AHEAD: i32 = 140;
const MOVE_AHEAD_IN_LADDER: i32 = 30;

/// More moves than this make nothing harder.
const N_AHEAD_MAX: i32 = 6;

/// What each wrong move adds that looks better at first sight.
const TEMPTATION: i32 = 60;
const N_TEMPTATIONS_MAX: i32 = 10;

/// What each doubling of the work of the proof adds, beyond that of a plain capture.
const DOUBLING: i32 = 45;
const N_DOUBLINGS_PLAIN: i32 = 6;

/// What each liberty beyond the first adds to a chain that is captured or saved: an atari is seen.
const LIBERTY: i32 = 110;

/// What each eighth point to count adds.
const EIGHT_POINTS: i32 = 60;

impl GoProblem {
    /// How strong one has to be to solve it as often as not: a guess from the length of its
    /// solution, the work of its proof, and how many wrong moves look better.
    pub fn rating(&self) -> u16 {
        let work = i32::from(self.difficulty);
        let rating = PLAIN
            + of_kind(self.kind)
            + match &self.solution {
                ProblemSolution::Lead(_) => EIGHT_POINTS * work,
                ProblemSolution::Moves(moves) => {
                    let n_ahead = (moves.line.len() as i32 - 1) / 2;
                    let ahead = match self.kind {
                        Kind::Ladder => MOVE_AHEAD_IN_LADDER,
                        _ => MOVE_AHEAD,
                    };
                    let n_temptations = self.rank.map_or(0, i32::from).min(N_TEMPTATIONS_MAX);
                    ahead * n_ahead.min(N_AHEAD_MAX)
                        + LIBERTY * self.n_liberties_beyond_atari()
                        + TEMPTATION * n_temptations
                        + DOUBLING * (work - N_DOUBLINGS_PLAIN).max(0)
                }
            };
        rating.clamp(*RATINGS.start(), *RATINGS.end()) as u16
    }

    /// In a problem about capturing: how many liberties the chain has beyond the first.
    fn n_liberties_beyond_atari(&self) -> i32 {
        let (Kind::Capture, ProblemTask::Capture(point) | ProblemTask::Save(point)) =
            (self.kind, self.task)
        else {
            return 0;
        };
        let chain = self.board.chain(point);
        chain.map_or(0, |chain| chain.liberties.len() as i32 - 1)
    }
}

/// What one has to know before one can look for it.
fn of_kind(kind: Kind) -> i32 {
    match kind {
        Kind::Capture => 0,
        Kind::Connection => 100,
        Kind::Ladder => 150,
        Kind::Life | Kind::Net | Kind::Snapback => 200,
        Kind::Counting => 250,
        Kind::Ko => 350,
    }
}
