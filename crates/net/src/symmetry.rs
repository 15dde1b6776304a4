//! The ways to turn and mirror a board: a network may see it in any of them.

use ponnuki_game::Size;

use crate::raw::{Input, Raw};

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

    /// All symmetries of a board.
    pub fn all(size: Size) -> impl Iterator<Item = Symmetry> {
        let n = if size.is_square() { 8 } else { 4 };
        (0..n).map(Symmetry)
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Where the point with index `i` of the turned board lies on the board as
    /// it is. On boards that are not square columns and rows are not swapped.
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

    /// The input turned.
    pub fn turn(self, input: &Input) -> Input {
        let mut turned = input.clone();
        self.turn_to(input, &mut turned);
        turned
    }

    /// Overwrites `turned` with the input turned, in the memory it has.
    pub fn turn_to(self, input: &Input, turned: &mut Input) {
        let Input {
            size,
            planes,
            globals,
            metadata,
        } = input;
        turned.size = *size;
        turned.globals = *globals;
        turned.metadata.clone_from(metadata);
        turned.planes.clear();
        let sources = (0..planes.len()).map(|i| planes[self.source(*size, i)]);
        turned.planes.extend(sources);
    }

    /// What was said about a turned input, turned back.
    pub fn turn_back(self, size: Size, raw: &Raw) -> Raw {
        let mut back = raw.clone();
        self.turn_back_to(size, raw, &mut back);
        back
    }

    /// Overwrites `back` with what was said about a turned input, turned back, in
    /// the memory it has.
    pub fn turn_back_to(self, size: Size, raw: &Raw, back: &mut Raw) {
        let Raw {
            policy,
            pass,
            value,
            score,
            ownership,
        } = raw;
        back.pass.clone_from(pass);
        back.value = *value;
        back.score.clone_from(score);
        back.policy.resize_with(policy.len(), Vec::new);
        let rows = back.policy.iter_mut().zip(policy);
        for (to, from) in rows.chain([(&mut back.ownership, ownership)]) {
            to.clone_from(from);
            for (i, &number) in from.iter().enumerate() {
                to[self.source(size, i)] = number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_symmetry_turns_the_board_differently_and_back() {
        let size = Size::new(3, 3).unwrap();
        let mut input = Input::blank(size);
        for (i, planes) in input.planes.iter_mut().enumerate() {
            *planes = i as u32;
        }
        let mut seen = Vec::new();
        for symmetry in Symmetry::all(size) {
            let turned = symmetry.turn(&input).planes;
            let as_policy = turned.iter().map(|&planes| planes as f32).collect();
            let raw = Raw {
                policy: vec![as_policy],
                ..Raw::default()
            };
            let back = symmetry.turn_back(size, &raw);
            assert_eq!(back.policy[0], (0..9).map(|i| i as f32).collect::<Vec<_>>());
            assert!(!seen.contains(&turned), "{symmetry:?}");
            seen.push(turned);
        }
    }

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
