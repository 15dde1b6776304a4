//! Whether what a board keeps is what its stones say.

use super::{Board, ChainSum, eye, zobrist};
use crate::color::Color;
use crate::point::Point;

impl Board {
    /// Whether everything derived from the cells is what the cells say. Slow; for tests.
    pub fn is_consistent(&self) -> bool {
        let mut hash = 0;
        for point in self.size.points() {
            let color = self.at(point);
            for c in Color::BOTH {
                if self.stones[c].contains(point) != (color == Some(c)) {
                    return false;
                }
            }
            let is_right = match color {
                Some(color) => self.is_stone_consistent(color, point),
                None => self.is_vacant_consistent(point),
            };
            if !is_right {
                return false;
            }
            hash ^= color.map_or(0, |color| zobrist(color, point.grid()));
        }
        hash == self.hash
    }

    fn is_stone_consistent(&self, color: Color, point: Point) -> bool {
        let stones = self.stones[color].connected(point);
        let cell = self.cells[point.grid()];
        let mut sum = ChainSum::default();
        for place in stones.iter().map(Point::grid) {
            sum.absorb(ChainSum {
                hash: zobrist(color, place),
                n_stones: 1,
                ..self.sum_of_place(place)
            });
        }
        self.chain(point)
            .is_some_and(|chain| chain.stones == stones)
            && stones.iter().all(|p| self.cells[p.grid()] == cell)
            && stones.contains(Point::from_grid(cell.anchor()))
            && self.chains[cell.anchor()] == sum
    }

    fn is_vacant_consistent(&self, point: Point) -> bool {
        let place = point.grid();
        let cell = self.cells[place];
        let is_rightly_sealed = |owner: Color| {
            self.n_neighbors(!owner, point) == 0
                && self.has_eye_corners(owner, place)
                && self.is_suicide(!owner, point)
        };
        cell.anchor() == place
            && self.rings[place] as usize == place
            && self.chains[place] == self.sum_of_place(place)
            && Color::BOTH
                .into_iter()
                .all(|owner| !cell.is(eye(owner)) || is_rightly_sealed(owner))
    }
}
