//! Questions that a fighter asks of a board, answered without building sets.

use super::{Board, Cell, Freed, neighbors, stone};
use crate::color::Color;
use crate::point::{GRID, Point, STRIDE};

/// How far [`Board::n_liberties`] and [`Board::n_liberties_after`] count: who
/// asks wants to know whether a chain is in danger.
pub const LIBERTIES_COUNTED_MAX: usize = 4;

impl Board {
    /// The points of the board that a line joins to `point`.
    #[inline]
    pub fn neighbors(&self, point: Point) -> impl Iterator<Item = Point> + use<> {
        let around = neighbors(point.grid()).map(|q| (q, self.cells[q]));
        let on_board = around
            .into_iter()
            .filter(|(_, cell)| !cell.is(Cell::BORDER));
        on_board.map(|(q, _)| Point::from_grid(q))
    }

    /// The stones of the chain at `point`, one after the other; none if there is no stone.
    #[inline]
    pub fn chain_stones(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let start = point.grid();
        let mut next = self.at(point).map(|_| start);
        std::iter::from_fn(move || {
            let place = next?;
            let after = self.rings[place] as usize % GRID;
            next = (after != start).then_some(after);
            Some(Point::from_grid(place))
        })
    }

    /// How many stones the chain at `point` has; 0 if there is no stone.
    #[inline]
    pub fn chain_len(&self, point: Point) -> usize {
        match self.at(point) {
            Some(_) => self.chains[self.cells[point.grid()].anchor()].n_stones as usize,
            None => 0,
        }
    }

    /// Whether the stones at `a` and `b` are of one chain.
    #[inline]
    pub fn is_same_chain(&self, a: Point, b: Point) -> bool {
        self.at(a).is_some() && self.cells[a.grid()] == self.cells[b.grid()]
    }

    /// The only liberty of the chain at `point`, if it is in atari.
    #[inline]
    pub fn last_liberty(&self, point: Point) -> Option<Point> {
        // One point makes at most four pairs with a chain.
        let chain = self.chains[self.cells[point.grid()].anchor()];
        if self.at(point).is_none() || chain.n_pairs() > 4 {
            return None;
        }
        let mut found = Few::<1>::default();
        self.add_liberties(point.grid(), &mut found);
        (!found.is_full).then(|| Point::from_grid(found.places[0]))
    }

    /// How many liberties the chain at `point` has, counted up to
    /// [`LIBERTIES_COUNTED_MAX`]; 0 if there is no stone.
    #[inline]
    pub fn n_liberties(&self, point: Point) -> usize {
        let mut found = Few::<LIBERTIES_COUNTED_MAX>::default();
        if self.at(point).is_some() {
            self.add_liberties(point.grid(), &mut found);
        }
        found.n
    }

    /// How many liberties a stone of `color` at the vacant `point` would have
    /// with its chain, what it captures being off; counted up to
    /// [`LIBERTIES_COUNTED_MAX`], and 0 for suicide.
    pub fn n_liberties_after(&self, color: Color, point: Point) -> usize {
        let place = point.grid();
        let around = neighbors(place);
        let cells = around.map(|q| self.cells[q]);
        let mut found = Few::<LIBERTIES_COUNTED_MAX>::default();
        let mut captured = [None; 4];
        for (i, cell) in cells.iter().enumerate() {
            let n_touches = cells.iter().filter(|&other| other == cell).count() as u32;
            let is_captured =
                cell.is(stone(!color)) && self.chains[cell.anchor()].n_pairs() == n_touches;
            captured[i] = is_captured.then_some(*cell);
            if is_captured || cell.is(Cell::VACANT | Cell::EYE) {
                found.insert(around[i]);
            }
        }
        let is_free = |q: usize| {
            let cell = self.cells[q];
            q != place && (cell.is(Cell::VACANT | Cell::EYE) || captured.contains(&Some(cell)))
        };
        for (&q, cell) in around.iter().zip(cells) {
            if !cell.is(stone(color)) {
                continue;
            }
            for stone in self.chain_stones(Point::from_grid(q)) {
                for liberty in neighbors(stone.grid()).into_iter().filter(|&r| is_free(r)) {
                    found.insert(liberty);
                }
                if found.n == LIBERTIES_COUNTED_MAX {
                    return found.n;
                }
            }
        }
        found.n
    }

    /// Whether `point` is vacant and a single-point eye of `color`: all its
    /// neighbours are of that colour, and of its corners fewer than two the
    /// enemy's, at the edge none.
    #[inline]
    pub fn is_eye(&self, color: Color, point: Point) -> bool {
        let around = neighbors(point.grid()).map(|q| self.cells[q]);
        self.is_vacant(point)
            && around
                .iter()
                .all(|cell| cell.is(stone(color) | Cell::BORDER))
            && self.has_eye_corners(color, point.grid())
    }

    /// What lies on the eight points around `point`, two bits each: 0 vacant,
    /// 1 Black, 2 White, 3 off the board; in rows from the top left, the first
    /// in the lowest bits.
    #[inline]
    pub fn shape(&self, point: Point) -> u16 {
        const STEPS: [usize; 8] = [
            GRID - STRIDE - 1,
            GRID - STRIDE,
            GRID - STRIDE + 1,
            GRID - 1,
            1,
            STRIDE - 1,
            STRIDE,
            STRIDE + 1,
        ];
        let mut shape = 0;
        for (i, step) in STEPS.into_iter().enumerate() {
            let cell = self.cells[(point.grid() + step) % GRID];
            let is_black = cell.is(Cell::BLACK | Cell::BORDER);
            let is_white = cell.is(Cell::WHITE | Cell::BORDER);
            let bits = u16::from(is_black) | u16::from(is_white) << 1;
            shape |= bits << (2 * i);
        }
        shape
    }

    /// [`place`](Board::place) for those in a hurry who know that `point` is
    /// vacant: each stone lifted is told to `lift`. Returns whether a single
    /// stone was captured by one that could be retaken at once.
    #[inline]
    pub fn place_with(&mut self, color: Color, point: Point, mut lift: impl FnMut(Point)) -> bool {
        debug_assert!(self.is_vacant(point));
        if self.is_sealed(point.grid()) {
            self.unseal(point.grid());
        }
        let ko = self.drop_stone(color, point.grid(), |freed| match freed {
            Freed::Lifted(place) => lift(Point::from_grid(place)),
            Freed::Unsealed(_) => {}
        });
        ko.is_some()
    }

    /// Adds the liberties of the chain with a stone at `place` until `found` is full.
    #[inline]
    fn add_liberties<const N: usize>(&self, place: usize, found: &mut Few<N>) {
        for stone in self.chain_stones(Point::from_grid(place)) {
            for q in neighbors(stone.grid()) {
                if self.cells[q].is(Cell::VACANT | Cell::EYE) {
                    found.insert(q);
                }
            }
            if found.is_full {
                return;
            }
        }
    }
}

/// Up to `N` different places.
struct Few<const N: usize> {
    places: [usize; N],
    n: usize,
    /// Whether there were more than `N`.
    is_full: bool,
}

impl<const N: usize> Default for Few<N> {
    fn default() -> Few<N> {
        Few {
            places: [0; N],
            n: 0,
            is_full: false,
        }
    }
}

impl<const N: usize> Few<N> {
    #[inline]
    fn insert(&mut self, place: usize) {
        if self.places[..self.n].contains(&place) {
            return;
        }
        if self.n < N {
            self.places[self.n] = place;
            self.n += 1;
        } else {
            self.is_full = true;
        }
    }
}
