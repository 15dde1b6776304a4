//! The ways to turn and mirror a board.

use crate::point::Size;

/// One of the eight ways to turn and mirror a board; boards that are not
/// square have the first four.
///
/// They are numbered as KataGo does: 1 turns the board upside down, 2 swaps
/// left and right, and 4 then swaps columns and rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The board as it is.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// The symmetry with this number, if it is under 8.
    pub fn new(number: u8) -> Option<Symmetry> {
        (number < 8).then_some(Symmetry(number))
    }

    /// The symmetries that leave the shape of a board of `size` as it is: eight if it is
    /// square, four if it is not.
    pub fn all(size: Size) -> impl ExactSizeIterator<Item = Symmetry> + Clone {
        (0..if size.is_square() { 8 } else { 4 }).map(Symmetry)
    }

    /// Its number, from 0 to 7.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Where the point with index `i` of the turned board lies on the board as
    /// it is. On boards that are not square columns and rows are not swapped.
    #[inline]
    pub fn source(self, size: Size, i: usize) -> usize {
        let (width, height) = (size.width() as usize, size.height() as usize);
        let (mut x, mut y) = (i % width, i / width);
        if self.0 & 4 != 0 && size.is_square() {
            (x, y) = (y, x);
        }
        if self.0 & 2 != 0 {
            x = width - 1 - x;
        }
        if self.0 & 1 != 0 {
            y = height - 1 - y;
        }
        y * width + x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flips_come_before_the_swap_of_columns_and_rows() {
        // a b    upside down:  c d    then swapped:  c a
        // c d                  a b                   d b
        let size = Size::new(2, 2).unwrap();
        let sources: Vec<usize> = (0..4).map(|i| Symmetry(5).source(size, i)).collect();
        assert_eq!(sources, [2, 0, 3, 1]);
    }

    #[test]
    fn a_board_that_is_not_square_has_four_symmetries() {
        let size = Size::new(3, 2).unwrap();
        for symmetry in Symmetry::all(size) {
            let mut sources: Vec<usize> = (0..6).map(|i| symmetry.source(size, i)).collect();
            sources.sort_unstable();
            assert_eq!(sources, [0, 1, 2, 3, 4, 5]);
        }
        assert_eq!(Symmetry::all(size).count(), 4);
    }
}
