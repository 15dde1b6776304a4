//! What is on the table now: stones, chains, liberties. No turn, no ko, no past.

mod tactics;

pub use tactics::LIBERTIES_COUNTED_MAX;

use crate::color::{ByColor, Color};
use crate::point::{GRID, Point, PointSet, STRIDE, Size};

/// Stones on a board, with their chains kept up to date.
///
/// A board obeys whoever places a stone: it lifts what has no liberty and asks
/// neither whose turn it is nor whether the move is allowed.
///
/// ```
/// use ponnuki_game::{Board, Color, Size};
///
/// let size = Size::new(3, 2).unwrap();
/// let mut board = Board::empty(size);
/// board.place(Color::White, size.point("A2").unwrap());
/// board.place(Color::Black, size.point("B2").unwrap());
/// let lifted = board.place(Color::Black, size.point("A1").unwrap());
/// assert_eq!(lifted.len(), 1);
/// assert_eq!(board.to_string(), ". X .\nX . .\n");
/// ```
pub struct Board {
    size: Size,
    /// What each place of the grid holds: this and `size` are the board, the rest is derived.
    cells: [Cell; GRID],
    /// The stones of each colour, as sets. Derived from `cells`.
    stones: ByColor<PointSet>,
    /// For each stone the place that names its chain, 0 (a border place) elsewhere. Derived.
    anchors: [u16; GRID],
    /// For each stone the next one of its chain, in a ring. Derived; stale elsewhere.
    rings: [u16; GRID],
    /// For each anchor its chain. Derived; stale elsewhere.
    chains: [ChainSum; GRID],
    /// Zobrist hash of the stones. Derived.
    hash: u64,
}

/// What lies on a place of the grid, coded so that the sum over four
/// neighbours counts each kind: bits 0–2 empty, 3–5 Black, 6–8 White.
/// The border counts as both colours: a stone sees no liberty there.
type Cell = u8;

const EMPTY: Cell = 1;
const BLACK: Cell = 1 << 3;
const WHITE: Cell = 1 << 6;
const BORDER: Cell = BLACK | WHITE;

#[inline]
const fn cell_of(color: Color) -> Cell {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

/// What is kept of a chain at its anchor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ChainSum {
    /// Zobrist hash of its stones.
    hash: u64,
    /// Pairs of one of its stones and a vacant neighbour: a vacant point that
    /// touches three stones of the chain counts three times, so that placing
    /// and lifting are additions. Zero exactly when the chain has no liberty.
    contacts: u16,
    n_stones: u16,
}

/// The chain a stone belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Whose it is.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// The vacant points next to it.
    pub liberties: PointSet,
}

impl Chain {
    /// Whether one more play could capture it.
    pub fn is_in_atari(&self) -> bool {
        self.liberties.len() == 1
    }
}

/// What would come of placing a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// How many of the opponent's stones would be lifted.
    pub n_captured: usize,
    /// How many of one's own stones would be lifted, the new one included: 0 unless suicide.
    pub n_suicided: usize,
    /// [`Board::hash`] afterwards.
    pub hash: u64,
}

impl Board {
    /// A board without stones.
    pub fn empty(size: Size) -> Board {
        let mut cells = [BORDER; GRID];
        for point in size.points() {
            cells[point.grid()] = EMPTY;
        }
        Board {
            size,
            cells,
            stones: ByColor::default(),
            anchors: [0; GRID],
            rings: [0; GRID],
            chains: [ChainSum::default(); GRID],
            hash: 0,
        }
    }

    /// A board with these stones: none on another, none off the board, and no
    /// chain without a liberty.
    pub(crate) fn from_stones(size: Size, stones: ByColor<PointSet>) -> Board {
        let mut board = Board::empty(size);
        for color in Color::BOTH {
            for point in stones[color] {
                board.join(color, point.grid());
            }
        }
        board
    }

    /// Its size.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone at `point`, if there is one; points off the board hold none.
    #[inline]
    pub fn at(&self, point: Point) -> Option<Color> {
        match self.cells[point.grid()] {
            BLACK => Some(Color::Black),
            WHITE => Some(Color::White),
            _ => None,
        }
    }

    /// Whether `point` is on the board and holds no stone.
    #[inline]
    pub fn is_vacant(&self, point: Point) -> bool {
        self.cells[point.grid()] == EMPTY
    }

    /// All stones of `color`.
    pub fn stones(&self, color: Color) -> PointSet {
        self.stones[color]
    }

    /// All points without a stone.
    pub fn vacant(&self) -> PointSet {
        PointSet::full(self.size) - self.stones.black - self.stones.white
    }

    /// The vacant points that touch another: a stone there has a liberty.
    pub(crate) fn open_points(&self) -> PointSet {
        let vacant = self.vacant();
        vacant & vacant.touching()
    }

    /// A number that equal boards of one size share and others almost never do.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The chain at `point`, if there is a stone.
    pub fn chain(&self, point: Point) -> Option<Chain> {
        let color = self.at(point)?;
        let mut stones = PointSet::EMPTY;
        let mut place = point.grid();
        loop {
            stones.insert(Point::from_grid(place));
            place = self.rings[place] as usize % GRID;
            if place == point.grid() {
                break;
            }
        }
        Some(Chain {
            color,
            stones,
            liberties: stones.spread() & self.vacant(),
        })
    }

    /// All chains of `color`.
    pub fn chains(&self, color: Color) -> impl Iterator<Item = Chain> + '_ {
        self.stones(color)
            .into_iter()
            .filter(|point| self.anchors[point.grid()] as usize == point.grid())
            .filter_map(|point| self.chain(point))
    }

    /// How many stones of `color` touch `point`; over the edge there are none.
    pub fn n_neighbors(&self, color: Color, point: Point) -> usize {
        neighbors(point.grid())
            .iter()
            .filter(|&&place| self.cells[place] == cell_of(color))
            .count()
    }

    /// Whether placing a stone of `color` at the vacant `point` would leave it
    /// without a liberty, after the opponent's chains without one are lifted.
    #[inline]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        let place = point.grid();
        let around = neighbors(place);
        let n_vacant = around.iter().filter(|&&q| self.cells[q] == EMPTY).count();
        n_vacant == 0 && self.is_smothered(color, &around)
    }

    /// [`is_suicide`](Board::is_suicide), for a point known to have no vacant neighbour.
    ///
    /// A neighbouring chain's contacts at the point itself are its touches:
    /// an own chain with more has a liberty elsewhere, an enemy chain without
    /// more is captured.
    #[inline]
    fn is_smothered(&self, color: Color, around: &[usize; 4]) -> bool {
        let own = cell_of(color);
        let anchors = around.map(|q| self.anchors[q]);
        let mut is_smothered = true;
        for (q, anchor) in around.iter().zip(anchors) {
            let n_touches = anchors.iter().filter(|&&a| a == anchor).count() as u16;
            let is_free = self.chains[anchor as usize % GRID].contacts != n_touches;
            let cell = self.cells[*q];
            is_smothered &= cell == BORDER || is_free != (cell == own);
        }
        is_smothered
    }

    /// What placing a stone of `color` at the vacant `point` would do, without doing it.
    pub fn effect(&self, color: Color, point: Point) -> Effect {
        let around = neighbors(point.grid());
        let mut effect = Effect {
            n_captured: 0,
            n_suicided: 0,
            hash: self.hash ^ zobrist(color, point.grid()),
        };
        let mut own = ChainSum {
            hash: zobrist(color, point.grid()),
            contacts: 0,
            n_stones: 1,
        };
        for (i, &q) in around.iter().enumerate() {
            let anchor = self.anchors[q] as usize % GRID;
            own.contacts += u16::from(self.cells[q] == EMPTY);
            if anchor == 0
                || around[..i]
                    .iter()
                    .any(|&r| self.anchors[r] as usize == anchor)
            {
                continue;
            }
            let chain = self.chains[anchor];
            let n_touches = around
                .iter()
                .filter(|&&r| self.anchors[r] as usize == anchor)
                .count();
            let n_left = chain.contacts - n_touches as u16;
            if self.cells[q] == cell_of(color) {
                own.contacts += n_left;
                own.n_stones += chain.n_stones;
                own.hash ^= chain.hash;
            } else if n_left == 0 {
                effect.n_captured += chain.n_stones as usize;
                effect.hash ^= chain.hash;
            }
        }
        if own.contacts == 0 && effect.n_captured == 0 {
            effect.n_suicided = own.n_stones as usize;
            effect.hash ^= own.hash;
        }
        effect
    }

    /// Puts a stone of `color` on the vacant `point` and returns the stones
    /// lifted: the opponent's without a liberty, or else one's own.
    /// The move may be suicide; whether that is *allowed* is for
    /// [`Rules`](crate::Rules) to say.
    ///
    /// # Panics
    ///
    /// If `point` is not vacant.
    pub fn place(&mut self, color: Color, point: Point) -> PointSet {
        assert!(
            self.is_vacant(point),
            "{point:?} is not a vacant point of this board"
        );
        let mut lifted = PointSet::EMPTY;
        self.drop_stone(color, point.grid(), |place| {
            lifted.insert(Point::from_grid(place));
        });
        // Small boards have all there is to get wrong; on large ones debug
        // builds would crawl.
        debug_assert!(self.size.n_points() > 50 || self.is_consistent());
        lifted
    }

    /// [`place`](Board::place) for those who know that `place` is vacant; each lifted
    /// stone's place is told to `lift`. Returns whether a single stone was captured by
    /// one that could be retaken at once there.
    #[inline(always)]
    pub(crate) fn drop_stone(
        &mut self,
        color: Color,
        place: usize,
        mut lift: impl FnMut(usize),
    ) -> bool {
        let (home, is_capture) = self.join(color, place);
        let mut n_lifted = 0;
        if is_capture {
            for q in neighbors(place) {
                let chain = self.chains[self.anchors[q] as usize % GRID];
                if self.cells[q] == cell_of(!color) && chain.contacts == 0 {
                    n_lifted += self.lift(!color, q, &mut lift);
                }
            }
        } else if self.chains[home].contacts == 0 {
            n_lifted += self.lift(color, place, &mut lift);
        }
        let chain = self.chains[home];
        n_lifted == 1 && chain.n_stones == 1 && chain.contacts == 1
    }

    /// Puts a stone down and into its chain, and lifts nothing. Returns the
    /// anchor of its chain and whether an enemy chain is left without a liberty.
    #[inline(always)]
    fn join(&mut self, color: Color, place: usize) -> (usize, bool) {
        let own = cell_of(color);
        let around = neighbors(place);
        let anchors = around.map(|q| self.anchors[q] as usize % GRID);
        let cells = around.map(|q| self.cells[q]);

        // Every neighbouring chain loses a contact, and one of the new stone's
        // own colour, if there is one, takes it in. Places without a stone
        // share anchor 0, whose sums nobody reads.
        let mut home = place;
        let mut n_vacant = 0;
        for i in 0..4 {
            let chain = &mut self.chains[anchors[i]];
            chain.contacts = chain.contacts.wrapping_sub(1);
            home = if cells[i] == own { anchors[i] } else { home };
            n_vacant += u16::from(cells[i] == EMPTY);
        }
        let key = zobrist(color, place);
        self.cells[place] = own;
        self.stones[color].insert(Point::from_grid(place));
        self.hash ^= key;
        self.rings[place] = place as u16;
        self.chains[place] = ChainSum::default();
        self.rings.swap(place, home);
        self.anchors[place] = home as u16;
        let chain = &mut self.chains[home];
        chain.hash ^= key;
        chain.contacts += n_vacant;
        chain.n_stones += 1;

        let mut is_merge = false;
        let mut is_capture = false;
        for i in 0..4 {
            let is_own = cells[i] == own;
            is_merge |= is_own & (anchors[i] != home);
            let is_enemy = cells[i] == (BORDER ^ own);
            is_capture |= is_enemy & (self.chains[anchors[i]].contacts == 0);
        }
        if is_merge {
            for i in 0..4 {
                if cells[i] == own {
                    home = self.merge(home, self.anchors[around[i]] as usize % GRID);
                }
            }
        }
        (home, is_capture)
    }

    /// Joins two chains of one colour under the anchor of the larger one.
    fn merge(&mut self, a: usize, b: usize) -> usize {
        if a == b {
            return a;
        }
        let (large, small) = if self.chains[a].n_stones >= self.chains[b].n_stones {
            (a, b)
        } else {
            (b, a)
        };
        let mut place = small;
        loop {
            self.anchors[place] = large as u16;
            place = self.rings[place] as usize % GRID;
            if place == small {
                break;
            }
        }
        self.rings.swap(a, b);
        let joined = self.chains[small];
        let chain = &mut self.chains[large];
        chain.hash ^= joined.hash;
        chain.contacts += joined.contacts;
        chain.n_stones += joined.n_stones;
        large
    }

    /// Takes the chain with a stone at `start` off the board; returns how many stones it had.
    fn lift(&mut self, color: Color, start: usize, lift: &mut impl FnMut(usize)) -> usize {
        let chain = self.chains[self.anchors[start] as usize % GRID];
        self.hash ^= chain.hash;
        let mut place = start;
        loop {
            self.cells[place] = EMPTY;
            self.anchors[place] = 0;
            self.stones[color].remove(Point::from_grid(place));
            for q in neighbors(place) {
                let neighbor = &mut self.chains[self.anchors[q] as usize % GRID];
                neighbor.contacts = neighbor.contacts.wrapping_add(1);
            }
            lift(place);
            place = self.rings[place] as usize % GRID;
            if place == start {
                return chain.n_stones as usize;
            }
        }
    }

    /// What a random player of `color` thinks of the vacant `place`.
    #[inline(always)]
    pub(crate) fn outlook(&self, color: Color, place: usize) -> Outlook {
        let around = neighbors(place);
        let sum: u16 = around.iter().map(|&q| u16::from(self.cells[q])).sum();
        if sum & 7 != 0 {
            return Outlook::Open;
        }
        let n_own = match color {
            Color::Black => sum >> 3 & 7,
            Color::White => sum >> 6,
        };
        if n_own == 4 && self.has_eye_corners(color, place) {
            Outlook::OwnEye
        } else if self.is_smothered(color, &around) {
            Outlook::Suicide
        } else {
            Outlook::Enclosed
        }
    }

    /// Whether a point surrounded by `color` is an eye by its corners: fewer
    /// than two of them enemy, at the edge none.
    #[inline]
    fn has_eye_corners(&self, color: Color, place: usize) -> bool {
        let corners = [STRIDE + 1, STRIDE - 1, GRID - STRIDE + 1, GRID - STRIDE - 1]
            .map(|step| self.cells[(place + step) % GRID]);
        let enemy = cell_of(!color);
        let n_enemy = corners.iter().filter(|&&cell| cell == enemy).count();
        n_enemy + usize::from(corners.contains(&BORDER)) < 2
    }

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
            let Some(color) = color else {
                if self.anchors[point.grid()] != 0 {
                    return false;
                }
                continue;
            };
            hash ^= zobrist(color, point.grid());
            let stones = self.stones[color].connected(point);
            let anchor = self.anchors[point.grid()] as usize;
            let is_right = self
                .chain(point)
                .is_some_and(|chain| chain.stones == stones)
                && stones
                    .iter()
                    .all(|p| self.anchors[p.grid()] as usize == anchor)
                && stones.contains(Point::from_grid(anchor))
                && self.chains[anchor] == self.chain_sum(color, stones);
            if !is_right {
                return false;
            }
        }
        hash == self.hash
    }

    /// What is kept of a chain, from its definition: the slow twin of `chains`.
    fn chain_sum(&self, color: Color, stones: PointSet) -> ChainSum {
        let mut sum = ChainSum::default();
        for point in stones {
            sum.hash ^= zobrist(color, point.grid());
            sum.n_stones += 1;
            sum.contacts += neighbors(point.grid())
                .iter()
                .filter(|&&q| self.cells[q] == EMPTY)
                .count() as u16;
        }
        sum
    }
}

/// How a vacant point looks to one who might play there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outlook {
    /// It has a vacant neighbour: a stone there has a liberty.
    Open,
    /// It has none, but a stone there would connect or capture.
    Enclosed,
    /// A stone there would have no liberty.
    Suicide,
    /// All its neighbours are one's own and its corners safe.
    OwnEye,
}

impl Clone for Board {
    fn clone(&self) -> Board {
        Board {
            size: self.size,
            cells: self.cells,
            stones: self.stones,
            anchors: self.anchors,
            rings: self.rings,
            chains: self.chains,
            hash: self.hash,
        }
    }

    /// Copies only the rows that either board uses.
    #[inline]
    fn clone_from(&mut self, source: &Board) {
        if self.size != source.size {
            *self = source.clone();
            return;
        }
        let n = (self.size.height() as usize + 2) * STRIDE;
        self.cells[..n].copy_from_slice(&source.cells[..n]);
        self.anchors[..n].copy_from_slice(&source.anchors[..n]);
        self.rings[..n].copy_from_slice(&source.rings[..n]);
        self.chains[..n].copy_from_slice(&source.chains[..n]);
        self.stones = source.stones;
        self.hash = source.hash;
    }
}

impl PartialEq for Board {
    /// Same size and same stones: the rest is derived.
    fn eq(&self, other: &Board) -> bool {
        self.size == other.size && self.stones == other.stones
    }
}

impl Eq for Board {}

#[inline]
fn neighbors(place: usize) -> [usize; 4] {
    [
        place.wrapping_sub(1) % GRID,
        (place + 1) % GRID,
        place.wrapping_sub(STRIDE) % GRID,
        (place + STRIDE) % GRID,
    ]
}

/// The key of a stone of `color` at `place`.
#[inline]
fn zobrist(color: Color, place: usize) -> u64 {
    KEYS[color as usize][place % GRID]
}

/// One random-looking number for each stone that can stand in the grid.
static KEYS: [[u64; GRID]; 2] = keys();

const fn keys() -> [[u64; GRID]; 2] {
    let mut keys = [[0; GRID]; 2];
    let mut n = 0;
    while n < 2 * GRID {
        keys[n / GRID][n % GRID] = scramble(n as u64 + 1);
        n += 1;
    }
    keys
}

/// The finalizer of the SplitMix64 generator: spreads a counter over 64 bits.
pub(crate) const fn scramble(n: u64) -> u64 {
    let z = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
