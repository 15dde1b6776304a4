//! How each player did, in all and in each part of the game.

use ponnuki_game::Size;

use crate::judged::{Grade, Judged};

/// The opening and the middle game last for so many moves for each point of the board: 50 and
/// 150 moves on the largest of the usual ones.
const OPENING: f32 = 0.14;
const MIDDLE: f32 = 0.42;
/// A move that loses so many points is worth half of one that loses none.
const HALVED_BY_POINTS: f32 = 3.0;

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GamePhase {
    /// The first moves.
    Opening,
    /// The fights.
    Middle,
    /// The end.
    Endgame,
}

impl GamePhase {
    /// All parts, in the order of a game.
    pub const ALL: [GamePhase; 3] = [GamePhase::Opening, GamePhase::Middle, GamePhase::Endgame];

    /// The part of a game on a board of `size` that move `number` belongs to.
    pub fn of_move(number: usize, size: Size) -> GamePhase {
        let share = number as f32 / size.n_points() as f32;
        match () {
            () if share <= OPENING => GamePhase::Opening,
            () if share <= MIDDLE => GamePhase::Middle,
            () => GamePhase::Endgame,
        }
    }
}

/// How a player did over some moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// How many moves were judged.
    pub n_moves: usize,
    /// How many of them were the best.
    pub n_best: usize,
    /// How many were doubtful, mistakes, and blunders.
    pub n_doubtful: usize,
    /// See `n_doubtful`.
    pub n_mistakes: usize,
    /// See `n_doubtful`.
    pub n_blunders: usize,
    /// All points lost.
    pub points: f32,
    /// For each move 1 if it lost nothing, and half as much for every three points lost: the
    /// sum of that.
    worth: f32,
}

impl Summary {
    /// Adds the verdict on one move.
    pub(crate) fn add(&mut self, judged: &Judged) {
        self.n_moves += 1;
        self.n_best += usize::from(judged.is_best());
        self.points += judged.loss.points;
        self.worth += (-judged.loss.points / HALVED_BY_POINTS).exp2();
        match judged.grade {
            Grade::Find | Grade::Best | Grade::Good => {}
            Grade::Doubtful => self.n_doubtful += 1,
            Grade::Mistake => self.n_mistakes += 1,
            Grade::Blunder => self.n_blunders += 1,
        }
    }

    /// Points lost with each move, on average; nothing for no moves.
    pub fn points_per_move(&self) -> f32 {
        self.points / self.n_moves.max(1) as f32
    }

    /// How good the moves were, from 0 to 1: a move counts as one if it lost nothing, and
    /// half for every three points that it lost. `None` for no moves.
    pub fn accuracy(&self) -> Option<f32> {
        (self.n_moves > 0).then(|| self.worth / self.n_moves as f32)
    }
}
