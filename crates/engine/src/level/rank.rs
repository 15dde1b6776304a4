//! About which rank of players each level has.

use ponnuki_game::Size;

use super::Level;

/// A rank as players of Go have it: kyu go down to 1, then dan go up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// So many kyu.
    Kyu(u8),
    /// So many dan.
    Dan(u8),
}

/// The boards on which levels were measured.
const BOARDS: [Size; 3] = [Size::NINE, Size::THIRTEEN, Size::NINETEEN];

/// The rank of each level on each of the boards. How it was found, and how uncertain it is,
/// stands in `data/levels/README.md`.
const RANKS: [[Option<Rank>; BOARDS.len()]; Level::ALL.len()] = {
    use Rank::{Dan, Kyu};
    [
        [Some(Kyu(30)), Some(Kyu(30)), Some(Kyu(30))],
        [Some(Kyu(25)), Some(Kyu(25)), Some(Kyu(25))],
        [Some(Kyu(25)), Some(Kyu(25)), Some(Kyu(25))],
        [Some(Kyu(25)), Some(Kyu(25)), Some(Kyu(25))],
        [Some(Kyu(25)), Some(Kyu(20)), Some(Kyu(20))],
        [Some(Kyu(20)), Some(Kyu(20)), Some(Kyu(20))],
        [Some(Kyu(20)), Some(Kyu(20)), Some(Kyu(20))],
        [Some(Kyu(16)), Some(Kyu(20)), Some(Kyu(20))],
        [Some(Kyu(16)), Some(Kyu(20)), Some(Kyu(18))],
        [Some(Kyu(16)), Some(Kyu(18)), Some(Kyu(16))],
        [Some(Kyu(14)), Some(Kyu(14)), Some(Kyu(16))],
        [Some(Kyu(12)), Some(Kyu(14)), Some(Kyu(14))],
        [Some(Kyu(10)), Some(Kyu(12)), Some(Kyu(14))],
        [Some(Kyu(9)), Some(Kyu(10)), Some(Kyu(12))],
        [Some(Kyu(8)), Some(Kyu(9)), Some(Kyu(10))],
        [Some(Kyu(8)), Some(Kyu(8)), Some(Kyu(9))],
        [Some(Kyu(7)), Some(Kyu(7)), Some(Kyu(8))],
        [Some(Kyu(6)), Some(Kyu(7)), Some(Kyu(6))],
        [Some(Kyu(4)), Some(Kyu(6)), Some(Kyu(6))],
        [Some(Kyu(3)), Some(Kyu(5)), Some(Kyu(4))],
        [Some(Kyu(3)), Some(Kyu(4)), Some(Kyu(4))],
        [Some(Kyu(2)), Some(Kyu(3)), Some(Kyu(3))],
        [Some(Dan(1)), Some(Kyu(1)), Some(Kyu(2))],
        [None, None, None],
    ]
};

impl Level {
    /// About which rank it has on a board, when it thinks with the network that is part of the
    /// program; `None` on boards where nobody measured it.
    pub fn rank(&self, size: Size) -> Option<Rank> {
        let board = BOARDS.iter().position(|&board| board == size)?;
        let row = usize::from(self.number).checked_sub(1)?;
        *RANKS.get(row)?.get(board)?
    }

    /// Every board on which it has a rank, and which.
    pub fn ranks(&self) -> impl Iterator<Item = (Size, Rank)> {
        BOARDS
            .into_iter()
            .filter_map(|size| Some((size, self.rank(size)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Higher for the stronger: 1 kyu is 0, 1 dan is 1.
    fn grade(rank: Rank) -> i16 {
        match rank {
            Rank::Kyu(kyu) => 1 - i16::from(kyu),
            Rank::Dan(dan) => i16::from(dan),
        }
    }

    #[test]
    fn ranks_rise_with_the_levels_on_every_board_up_to_the_one_that_nobody_measured() {
        let (last, measured) = Level::ALL.split_last().unwrap();
        assert_eq!(last.ranks().count(), 0);
        for board in BOARDS {
            let grades: Vec<i16> = measured
                .iter()
                .map(|level| grade(level.rank(board).unwrap()))
                .collect();
            assert!(grades.is_sorted(), "{board}: {grades:?}");
            assert!(grades.first() < grades.last());
        }
        assert_eq!(measured[0].rank(Size::new(9, 13).unwrap()), None);
    }
}
