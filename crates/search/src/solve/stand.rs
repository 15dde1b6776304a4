//! A position within a solver's search.

use ponnuki_game::{Board, Color, Move, Point};

/// A board, who is to move, and where they may not retake a ko.
#[derive(Debug)]
pub(super) struct Stand {
    pub(super) board: Board,
    pub(super) turn: Color,
    pub(super) ban: Option<Point>,
}

impl Stand {
    /// Makes `mv`, which is allowed, where all ko threats are `master`'s: against that
    /// player no ban holds.
    pub(super) fn make(&mut self, mv: Move, master: Color) {
        let opponent = !self.turn;
        self.ban = None;
        if let Move::Play(point) = mv {
            let mut lifted = None;
            let is_ko = self.board.place_with(self.turn, point, |stone| {
                lifted = Some(stone);
            });
            if is_ko && opponent != master {
                self.ban = lifted;
            }
        }
        self.turn = opponent;
    }
}

impl Clone for Stand {
    fn clone(&self) -> Stand {
        Stand {
            board: self.board.clone(),
            ..*self
        }
    }

    /// Copies no more of the board than has changed size.
    fn clone_from(&mut self, source: &Stand) {
        self.board.clone_from(&source.board);
        (self.turn, self.ban) = (source.turn, source.ban);
    }
}
