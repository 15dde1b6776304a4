//! Whose each point of a board is when it is played out, many times over.

use ponnuki_game::{Board, Color, Dice, Game, Suicide};
use ponnuki_search::Rollout;
use ponnuki_think::DeadChain;

use super::{FinishedBoard, OwnershipSource};

/// Playouts of one position, and whose the points were at their ends.
#[derive(Clone, Debug)]
pub(crate) struct PlayoutOwnership {
    board: Board,
    suicide: Suicide,
    rollout: Rollout,
    dice: Dice,
    n_playouts: u32,
    /// For each point, in how many playouts it ended as Black's less White's.
    owned: Vec<i32>,
}

impl PlayoutOwnership {
    pub(crate) fn new(game: &Game, dice: Dice) -> PlayoutOwnership {
        let size = game.size();
        PlayoutOwnership {
            board: game.board().clone(),
            suicide: game.rules().suicide,
            rollout: Rollout::new(size),
            dice,
            n_playouts: 0,
            owned: vec![0; size.n_points()],
        }
    }

    /// Plays the position out twice, once with either player moving first.
    pub(crate) fn play_out(&mut self) {
        for first in Color::BOTH {
            self.rollout.restart(&self.board, first, [None; 2]);
            self.rollout.run(&mut self.dice);
            let owned = &mut self.owned;
            self.rollout.owners(|i, color| match color {
                Color::Black => owned[i] += 1,
                Color::White => owned[i] -= 1,
            });
            self.n_playouts += 1;
        }
    }

    /// Whose each point was, on average: 1 always Black's, −1 always White's.
    pub(crate) fn ownership(&self) -> Vec<f32> {
        let n = self.n_playouts.max(1) as f32;
        self.owned.iter().map(|&owned| owned as f32 / n).collect()
    }

    /// The verdict on every chain that is dead.
    pub(crate) fn dead_chains(&self) -> Vec<DeadChain> {
        let ownership = self.ownership();
        let evidence = FinishedBoard {
            board: &self.board,
            suicide: self.suicide,
            ownership: &ownership,
            source: OwnershipSource::Playouts,
        };
        evidence.dead_chains()
    }
}
