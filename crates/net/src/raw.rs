//! What goes into a network and what comes out of it, as numbers.

use ponnuki_game::Size;

use crate::model::{GLOBALS, METADATA, PLANES};

/// What a network sees of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// The size of the board.
    pub size: Size,
    /// For each point, row by row from the top left, its planes: bit `p` tells
    /// whether plane `p` is 1 there. Plane 0 is 1 everywhere.
    pub planes: Vec<u32>,
    /// The numbers about the whole game.
    pub globals: [f32; GLOBALS],
    /// The numbers about the players, for networks that imitate people; such a
    /// network sees zeros where there are none, others do not look.
    pub metadata: Option<Box<[f32; METADATA]>>,
}

impl Input {
    /// An empty board and nothing known about the game.
    pub fn blank(size: Size) -> Input {
        Input {
            size,
            planes: vec![1; size.n_points()],
            globals: [0.0; GLOBALS],
            metadata: None,
        }
    }

    /// The points, as indices, where `plane` is 1.
    pub fn plane(&self, plane: usize) -> impl Iterator<Item = usize> + '_ {
        let points = self.planes.iter().enumerate();
        points
            .filter(move |(_, bits)| plane < PLANES && *bits >> plane & 1 == 1)
            .map(|(point, _)| point)
    }
}

/// What a network says, as its last layers leave it; from the view of the
/// player to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Raw {
    /// One row for each policy channel, with a logit for each point.
    pub policy: Vec<Vec<f32>>,
    /// For each policy channel the logit of passing.
    pub pass: Vec<f32>,
    /// Logits of win, loss, no result.
    pub value: [f32; 3],
    /// Numbers about the score: four or six.
    pub score: Vec<f32>,
    /// For each point, who owns it, before tanh.
    pub ownership: Vec<f32>,
}

impl Raw {
    /// One with room for a board of `n_points`.
    pub(crate) fn blank(n_channels: usize, n_scores: usize, n_points: usize) -> Raw {
        Raw {
            policy: vec![vec![0.0; n_points]; n_channels],
            pass: vec![0.0; n_channels],
            value: [0.0; 3],
            score: vec![0.0; n_scores],
            ownership: vec![0.0; n_points],
        }
    }
}
