//! Which chains can be captured by giving atari after atari.

use ponnuki_game::{Board, Color, Point, PointSet, Size};

/// The most positions looked at for one chain; after that it counts as escaped.
const POSITIONS_MAX: usize = 25_000;

/// Rows are this wide, with a border, so that neighbours are fixed steps away.
const STRIDE: usize = 32;

/// Places on the board or off it.
const GRID: usize = STRIDE * (ponnuki_game::SIDE_MAX as usize + 2);

/// What ladders there are on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ladders {
    /// The stones that cannot escape.
    pub(crate) caught: PointSet,
    /// Where an attack on a chain of this colour with two liberties begins.
    pub(crate) starts: ponnuki_game::ByColor<PointSet>,
}

/// The ladders on `board`, where `ko` may not be played at once.
pub(crate) fn ladders(board: &Board, ko: Option<Point>) -> Ladders {
    let mut found = Ladders::default();
    let mut seen = PointSet::EMPTY;
    let mut table: Option<Table> = None;
    for color in Color::BOTH {
        for stone in board.stones(color) {
            if seen.contains(stone) || !(1..=2).contains(&board.n_liberties(stone)) {
                continue;
            }
            seen.extend(board.chain_stones(stone));
            let table = table.get_or_insert_with(|| Table::new(board, ko));
            let target = place_of(stone);
            let is_caught = match board.last_liberty(stone) {
                Some(_) => table.is_caught(target),
                None => {
                    let starts = table.starts(target, color);
                    let points = starts.iter().flatten();
                    found.starts[color].extend(points.filter_map(|&at| point_of(board.size(), at)));
                    starts.iter().any(Option::is_some)
                }
            };
            if is_caught {
                found.caught.extend(board.chain_stones(stone));
            }
        }
    }
    found
}

fn place_of(point: Point) -> usize {
    (point.y() as usize + 1) * STRIDE + point.x() as usize + 1
}

fn point_of(size: Size, place: usize) -> Option<Point> {
    size.at((place % STRIDE) as u8 - 1, (place / STRIDE) as u8 - 1)
}

#[inline]
fn around(place: usize) -> [usize; 4] {
    [place - STRIDE, place - 1, place + 1, place + STRIDE]
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Vacant,
    Border,
    Stone(Color),
}

/// A board on which stones are placed and taken back.
struct Table {
    cells: [Cell; GRID],
    /// When each place was last looked at, by the clock of `stamp`.
    marks: [u32; GRID],
    stamp: u32,
    /// Where a stone may not be placed now.
    ko: Option<usize>,
    /// Stones lifted by the moves that stand, in order.
    lifted: Vec<usize>,
    /// Scratch room for going through chains.
    stack: Vec<usize>,
    n_points: usize,
    /// How many more positions may be looked at for this chain.
    n_left: usize,
}

/// What it takes to take back a move.
struct Undo {
    place: usize,
    color: Color,
    ko: Option<usize>,
    n_lifted: usize,
}

impl Table {
    fn new(board: &Board, ko: Option<Point>) -> Table {
        let mut cells = [Cell::Border; GRID];
        for point in board.size().points() {
            cells[place_of(point)] = board.at(point).map_or(Cell::Vacant, Cell::Stone);
        }
        Table {
            cells,
            marks: [0; GRID],
            stamp: 0,
            ko: ko.map(place_of),
            lifted: Vec::new(),
            stack: Vec::new(),
            n_points: board.size().n_points(),
            n_left: POSITIONS_MAX,
        }
    }

    /// Whether the chain at `target`, in atari, is lost though its owner moves first.
    fn is_caught(&mut self, target: usize) -> bool {
        let Cell::Stone(color) = self.cells[target] else {
            return false;
        };
        self.n_left = POSITIONS_MAX;
        // A ko does not keep the owner from anything at the start.
        let ko = self.ko.take();
        let is_caught = self.is_caught_defending(target, color, 0);
        self.ko = ko;
        is_caught == Some(true)
    }

    /// At which of its two liberties an attack catches the chain at `target`.
    fn starts(&mut self, target: usize, color: Color) -> [Option<usize>; 2] {
        let (liberties, n) = self.liberties::<2>(target);
        let mut starts = [None; 2];
        for (start, &liberty) in starts.iter_mut().zip(&liberties[..n.min(2)]) {
            if self.is_legal(!color, liberty) {
                let undo = self.place(!color, liberty);
                *start = self.is_caught(target).then_some(liberty);
                self.take_back(&undo);
            }
        }
        starts
    }

    /// Whether the chain of `color` at `target` is lost, its owner to move;
    /// `None` if too many positions had to be looked at. The depth is bounded
    /// by that of [`Table::is_too_deep`].
    fn is_caught_defending(&mut self, target: usize, color: Color, depth: usize) -> Option<bool> {
        if self.is_too_deep(depth)? {
            return Some(true);
        }
        let (liberties, n) = self.liberties::<2>(target);
        if n >= 2 || self.ko.is_some() {
            return Some(false);
        }
        let mut moves = self.rescues(target, color);
        moves.extend_from_slice(&liberties[..n]);
        for mv in moves {
            if !self.is_legal(color, mv) {
                continue;
            }
            let undo = self.place(color, mv);
            let is_caught = self.is_caught_attacking(target, color, depth + 1);
            self.take_back(&undo);
            if !is_caught? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// As [`Table::is_caught_defending`], its enemy to move.
    fn is_caught_attacking(&mut self, target: usize, color: Color, depth: usize) -> Option<bool> {
        if self.is_too_deep(depth)? {
            return Some(true);
        }
        let (liberties, n) = self.liberties::<3>(target);
        if n <= 1 {
            return Some(true);
        }
        if n >= 3 {
            return Some(false);
        }
        let n_vacant = [0, 1].map(|i| self.n_vacant_around(liberties[i]));
        if n_vacant == [0, 0]
            && self.is_double_ko_death(target, color, [liberties[0], liberties[1]])
        {
            return Some(true);
        }
        let are_apart = !around(liberties[0]).contains(&liberties[1]);
        for i in 0..2 {
            // Where the chain would gain three liberties the attacker has to play.
            if are_apart && n_vacant[1 - i] >= 3 || !self.is_legal(!color, liberties[i]) {
                continue;
            }
            let undo = self.place(!color, liberties[i]);
            let is_caught = self.is_caught_defending(target, color, depth + 1);
            self.take_back(&undo);
            if is_caught? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether a line has become longer than any real ladder; `None` if too
    /// many positions were looked at.
    fn is_too_deep(&mut self, depth: usize) -> Option<bool> {
        self.n_left = self.n_left.checked_sub(1)?;
        Some(depth > self.n_points * 3 / 2)
    }

    /// Whether both `liberties` of a chain are ko mouths, and connecting at
    /// neither helps: one of them can always be taken.
    fn is_double_ko_death(&mut self, target: usize, color: Color, liberties: [usize; 2]) -> bool {
        liberties
            .iter()
            .all(|&liberty| self.is_ko_mouth(!color, liberty))
            && liberties
                .iter()
                .all(|&liberty| self.n_liberties_after(color, liberty) <= 2)
            && self.rescues(target, color).is_empty()
    }

    /// Whether `color` playing at the vacant `place` would take a single stone
    /// from inside enemy stones.
    fn is_ko_mouth(&mut self, color: Color, place: usize) -> bool {
        let mut taken = None;
        for q in around(place) {
            match self.cells[q] {
                Cell::Border => continue,
                Cell::Stone(other) if other != color => {}
                Cell::Stone(_) | Cell::Vacant => return false,
            }
            if self.liberties::<2>(q).1 == 1 && taken.replace(q).is_some() {
                return false;
            }
        }
        taken.is_some_and(|q| self.chain(q).len() == 1)
    }

    /// How many liberties the chain would have, up to 3, if `color` played at `place`.
    fn n_liberties_after(&mut self, color: Color, place: usize) -> usize {
        let undo = self.place(color, place);
        let n = match self.cells[place] {
            Cell::Stone(_) => self.liberties::<3>(place).1,
            Cell::Vacant | Cell::Border => 0,
        };
        self.take_back(&undo);
        n
    }

    /// Where enemy chains in atari around the chain at `target` can be captured.
    fn rescues(&mut self, target: usize, color: Color) -> Vec<usize> {
        let mut rescues = Vec::new();
        for stone in self.chain(target) {
            for q in around(stone) {
                if self.cells[q] == Cell::Stone(!color) {
                    let (liberties, n) = self.liberties::<2>(q);
                    if n == 1 && !rescues.contains(&liberties[0]) {
                        rescues.push(liberties[0]);
                    }
                }
            }
        }
        rescues
    }

    fn n_vacant_around(&self, place: usize) -> usize {
        let cells = around(place).into_iter().map(|q| self.cells[q]);
        cells.filter(|&cell| cell == Cell::Vacant).count()
    }

    /// Whether the vacant `place` may be played: no ko, no suicide.
    fn is_legal(&mut self, color: Color, place: usize) -> bool {
        if self.ko == Some(place) || self.cells[place] != Cell::Vacant {
            return false;
        }
        around(place).into_iter().any(|q| match self.cells[q] {
            Cell::Vacant => true,
            Cell::Border => false,
            Cell::Stone(other) if other == color => self.liberties::<2>(q).1 >= 2,
            Cell::Stone(_) => self.liberties::<2>(q).1 == 1,
        })
    }

    /// Puts a stone down and lifts enemy stones without a liberty.
    fn place(&mut self, color: Color, place: usize) -> Undo {
        let undo = Undo {
            place,
            color,
            ko: self.ko.take(),
            n_lifted: self.lifted.len(),
        };
        self.cells[place] = Cell::Stone(color);
        for q in around(place) {
            if self.cells[q] == Cell::Stone(!color) && self.liberties::<1>(q).1 == 0 {
                let chain = self.chain(q);
                for &stone in &chain {
                    self.cells[stone] = Cell::Vacant;
                }
                self.lifted.extend(chain);
            }
        }
        let is_alone = !around(place)
            .iter()
            .any(|&q| self.cells[q] == Cell::Stone(color));
        if self.lifted.len() == undo.n_lifted + 1 && is_alone && self.n_vacant_around(place) == 1 {
            self.ko = self.lifted.last().copied();
        }
        undo
    }

    fn take_back(&mut self, undo: &Undo) {
        for stone in self.lifted.drain(undo.n_lifted..) {
            self.cells[stone] = Cell::Stone(!undo.color);
        }
        self.cells[undo.place] = Cell::Vacant;
        self.ko = undo.ko;
    }

    /// The stones of the chain at `place`.
    fn chain(&mut self, place: usize) -> Vec<usize> {
        let cell = self.cells[place];
        self.stamp += 1;
        let mut chain = vec![place];
        self.marks[place] = self.stamp;
        let mut next = 0;
        while let Some(&stone) = chain.get(next) {
            next += 1;
            for q in around(stone) {
                if self.cells[q] == cell && self.marks[q] != self.stamp {
                    self.marks[q] = self.stamp;
                    chain.push(q);
                }
            }
        }
        chain
    }

    /// The liberties of the chain at `place`, up to `N`, and how many those are.
    fn liberties<const N: usize>(&mut self, place: usize) -> ([usize; N], usize) {
        let cell = self.cells[place];
        let mut found = ([0; N], 0);
        self.stamp += 1;
        self.stack.clear();
        self.stack.push(place);
        self.marks[place] = self.stamp;
        while let Some(stone) = self.stack.pop() {
            for q in around(stone) {
                if self.marks[q] == self.stamp {
                    continue;
                }
                self.marks[q] = self.stamp;
                if self.cells[q] == cell {
                    self.stack.push(q);
                } else if self.cells[q] == Cell::Vacant {
                    found.0[found.1] = q;
                    found.1 += 1;
                    if found.1 == N {
                        return found;
                    }
                }
            }
        }
        found
    }
}
