//! Eyes that no random player plays in, and that none has to look at again.

use super::{Board, Cell, corners, eye, neighbors, stone};
use crate::color::Color;
use crate::point::GRID;

/// How a vacant point without vacant neighbours looks to one who might play there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outlook {
    /// A stone there would connect or capture.
    Playable,
    /// A stone there would have no liberty, or fill an own eye.
    Barred,
    /// It is an eye of this colour, and for the opponent suicide: to be sealed.
    Nobodys(Color),
}

impl Board {
    /// What a random player of `color` thinks of the vacant `place` that has no
    /// vacant neighbour.
    #[inline(never)]
    pub(crate) fn outlook(&self, color: Color, place: usize) -> Outlook {
        let around = neighbors(place).map(|q| self.cells[q]);
        let kinds = around.iter().fold(0, |kinds, cell| kinds | cell.0);
        let owner = if kinds & Cell::WHITE == 0 {
            Some(Color::Black)
        } else if kinds & Cell::BLACK == 0 {
            Some(Color::White)
        } else {
            None
        };
        let owner = owner.filter(|&owner| self.has_eye_corners(owner, place));
        let is_smothered = self.is_smothered(owner.map_or(color, |owner| !owner), around);
        match owner {
            Some(owner) if is_smothered => Outlook::Nobodys(owner),
            Some(owner) if owner == color => Outlook::Barred,
            None if is_smothered => Outlook::Barred,
            _ => Outlook::Playable,
        }
    }

    /// Whether a point surrounded by `color` is an eye by its corners: fewer
    /// than two of them enemy, at the edge none.
    #[inline]
    pub(super) fn has_eye_corners(&self, color: Color, place: usize) -> bool {
        let corners = corners(place).map(|q| self.cells[q]);
        let n_enemy = corners.iter().filter(|cell| cell.is(stone(!color))).count();
        n_enemy + usize::from(corners.iter().any(|cell| cell.is(Cell::BORDER))) < 2
    }

    /// Seals the vacant `place`: an eye of `owner`, where the opponent would
    /// have no liberty, so that no random player plays there and none needs to
    /// ask again. `place` stays vacant for everybody else.
    ///
    /// Only two things can change that, and [`drop_stone`](Board::drop_stone)
    /// unseals the place at each: an enemy stone at a corner of the eye, and
    /// the eye becoming the only liberty of a chain around it. The stones
    /// around it cannot be lifted before the eye is filled. A chain whose
    /// contacts have run out has only sealed liberties left, and that is the
    /// moment to look whether it is only one.
    pub(crate) fn seal(&mut self, owner: Color, place: usize) {
        self.cells[place] = Cell::new(eye(owner), place);
        for q in neighbors(place) {
            let chain = &mut self.chains[self.cells[q].anchor()];
            chain.contacts = chain.contacts.wrapping_sub(1);
            chain.n_sealed = chain.n_sealed.wrapping_add(1);
        }
    }

    /// Whether `place` is sealed.
    #[inline]
    pub(crate) fn is_sealed(&self, place: usize) -> bool {
        self.cells[place % GRID].is(Cell::EYE)
    }

    /// The opposite of [`seal`](Board::seal).
    pub(super) fn unseal(&mut self, place: usize) {
        self.cells[place] = Cell::new(Cell::VACANT, place);
        for q in neighbors(place) {
            let chain = &mut self.chains[self.cells[q].anchor()];
            chain.contacts = chain.contacts.wrapping_add(1);
            chain.n_sealed = chain.n_sealed.wrapping_sub(1);
        }
    }

    /// The sealed point next to the chain at `start`, if there is exactly one.
    #[inline(never)]
    pub(super) fn only_sealed_liberty(&self, start: usize) -> Option<usize> {
        let mut found = None;
        let mut place = start;
        loop {
            for q in neighbors(place) {
                if self.is_sealed(q) && found != Some(q) {
                    if found.is_some() {
                        return None;
                    }
                    found = Some(q);
                }
            }
            place = self.rings[place] as usize % GRID;
            if place == start {
                return found;
            }
        }
    }
}
