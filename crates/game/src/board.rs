//! What is on the table now: stones, chains, liberties. No turn, no ko, no past.

mod consistency;
mod eyes;
mod tactics;

pub(crate) use eyes::Outlook;
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
    /// What each place of the grid holds, and under which anchor. Stones, vacant
    /// points and border are, with `size`, the board; the rest is derived.
    cells: [Cell; GRID],
    /// The stones of each colour, as sets. Derived from `cells`.
    stones: ByColor<PointSet>,
    /// For each stone the next one of its chain, in a ring; a vacant place is
    /// a ring of its own. Derived.
    rings: [u16; GRID],
    /// For each anchor its chain. Derived; valid only at anchor points.
    chains: [ChainSum; GRID],
    /// Zobrist hash of the stones. Derived.
    hash: u64,
}

/// What a place of the grid holds, one of six kinds, and its anchor: the place
/// that names the chain of a stone. All stones of a chain have equal cells, and
/// a place without a stone is its own anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell(u16);

/// One kind of [`Cell`], or several: a bit each, above those of the anchor.
type Kinds = u16;

impl Cell {
    const VACANT: Kinds = 1 << 10;
    const BORDER: Kinds = 1 << 11;
    const BLACK: Kinds = 1 << 12;
    const WHITE: Kinds = 1 << 13;
    /// Vacant too, but sealed: see [`Board::seal`].
    const BLACK_EYE: Kinds = 1 << 14;
    const WHITE_EYE: Kinds = 1 << 15;
    const EYE: Kinds = Cell::BLACK_EYE | Cell::WHITE_EYE;

    #[inline]
    const fn new(kind: Kinds, anchor: usize) -> Cell {
        Cell(kind | (anchor % GRID) as u16)
    }

    #[inline]
    const fn anchor(self) -> usize {
        self.0 as usize % GRID
    }

    /// Whether it is of one of `kinds`.
    #[inline]
    const fn is(self, kinds: Kinds) -> bool {
        self.0 & kinds != 0
    }
}

const _: () = assert!(GRID <= Cell::VACANT as usize);

#[inline]
const fn stone(color: Color) -> Kinds {
    match color {
        Color::Black => Cell::BLACK,
        Color::White => Cell::WHITE,
    }
}

#[inline]
const fn eye(color: Color) -> Kinds {
    match color {
        Color::Black => Cell::BLACK_EYE,
        Color::White => Cell::WHITE_EYE,
    }
}

/// What is kept of a chain at its anchor. A vacant place is kept like the
/// chain a stone there would be, but without the stone.
///
/// The widths fill 16 bytes and differ where fields change together: the
/// compiler would otherwise load two at once that were just stored one by one,
/// for which the processor has to wait (7 % of a playout's time).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ChainSum {
    /// Zobrist hash of its stones.
    hash: u64,
    /// Pairs of one of its stones and a vacant neighbour: a vacant point that
    /// touches three stones of the chain counts three times, so that placing
    /// and lifting are additions. Sealed neighbours are counted apart.
    contacts: u32,
    /// Pairs of one of its stones and a sealed neighbour. The chain is without
    /// a liberty exactly when it has no pairs of either sort.
    n_sealed: u16,
    n_stones: u16,
}

impl ChainSum {
    /// Pairs of one of its stones and a neighbour without a stone.
    #[inline]
    fn n_pairs(&self) -> u32 {
        self.contacts.wrapping_add(u32::from(self.n_sealed))
    }

    #[inline]
    fn absorb(&mut self, other: ChainSum) {
        self.hash ^= other.hash;
        self.contacts += other.contacts;
        self.n_sealed += other.n_sealed;
        self.n_stones += other.n_stones;
    }
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
pub struct PlacementEffect {
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
        let mut board = Board {
            size,
            cells: std::array::from_fn(|place| Cell::new(Cell::BORDER, place)),
            stones: ByColor::default(),
            rings: std::array::from_fn(|place| place as u16),
            chains: [ChainSum::default(); GRID],
            hash: 0,
        };
        for point in size.points() {
            board.cells[point.grid()] = Cell::new(Cell::VACANT, point.grid());
        }
        for point in size.points() {
            board.chains[point.grid()] = board.sum_of_place(point.grid());
        }
        board
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

    /// What is kept of a place as if it were alone, from its definition: the slow twin of `chains`.
    fn sum_of_place(&self, place: usize) -> ChainSum {
        let around = neighbors(place).map(|q| self.cells[q]);
        let count = |kinds| around.iter().filter(|cell| cell.is(kinds)).count();
        ChainSum {
            contacts: count(Cell::VACANT) as u32,
            n_sealed: count(Cell::EYE) as u16,
            ..ChainSum::default()
        }
    }

    /// Its size.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone at `point`, if there is one; points off the board hold none.
    #[inline]
    pub fn at(&self, point: Point) -> Option<Color> {
        let cell = self.cells[point.grid()];
        if cell.is(Cell::BLACK) {
            Some(Color::Black)
        } else if cell.is(Cell::WHITE) {
            Some(Color::White)
        } else {
            None
        }
    }

    /// Whether `point` is on the board and holds no stone.
    #[inline]
    pub fn is_vacant(&self, point: Point) -> bool {
        self.cells[point.grid()].is(Cell::VACANT | Cell::EYE)
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
            .filter(|point| self.cells[point.grid()].anchor() == point.grid())
            .filter_map(|point| self.chain(point))
    }

    /// How many stones of `color` touch `point`; over the edge there are none.
    pub fn n_neighbors(&self, color: Color, point: Point) -> usize {
        neighbors(point.grid())
            .iter()
            .filter(|&&place| self.cells[place].is(stone(color)))
            .count()
    }

    /// Whether placing a stone of `color` at the vacant `point` would leave it
    /// without a liberty, after the opponent's chains without one are lifted.
    #[inline]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        self.is_enclosed(point.grid())
            && self.is_smothered(color, neighbors(point.grid()).map(|q| self.cells[q]))
    }

    /// Whether the vacant `place` has no vacant neighbour.
    #[inline]
    pub(crate) fn is_enclosed(&self, place: usize) -> bool {
        self.chains[place % GRID].contacts == 0
    }

    /// [`is_suicide`](Board::is_suicide), for a point with these `cells` around, none vacant.
    ///
    /// A neighbouring chain's pairs with the point itself are its touches:
    /// an own chain with more has a liberty elsewhere, an enemy chain without
    /// more is captured.
    #[inline]
    fn is_smothered(&self, color: Color, cells: [Cell; 4]) -> bool {
        cells.iter().fold(true, |is_smothered, cell| {
            let n_touches = cells.iter().filter(|&other| other == cell).count() as u32;
            let is_free = self.chains[cell.anchor()].n_pairs() != n_touches;
            is_smothered & (cell.is(Cell::BORDER) | (is_free != cell.is(stone(color))))
        })
    }

    /// What placing a stone of `color` at the vacant `point` would do, without doing it.
    pub fn effect(&self, color: Color, point: Point) -> PlacementEffect {
        let cells = neighbors(point.grid()).map(|q| self.cells[q]);
        let key = zobrist(color, point.grid());
        let mut effect = PlacementEffect {
            n_captured: 0,
            n_suicided: 0,
            hash: self.hash ^ key,
        };
        let mut own = ChainSum {
            hash: key,
            n_stones: 1,
            ..self.chains[point.grid()]
        };
        for (i, cell) in cells.iter().enumerate() {
            if !cell.is(Cell::BLACK | Cell::WHITE) || cells[..i].contains(cell) {
                continue;
            }
            let chain = self.chains[cell.anchor()];
            let n_touches = cells.iter().filter(|&other| other == cell).count() as u32;
            let n_left = chain.n_pairs() - n_touches;
            if cell.is(stone(color)) {
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
        self.place_with(color, point, |stone| {
            lifted.insert(stone);
        });
        // Small boards have all there is to get wrong; on large ones debug
        // builds would crawl.
        debug_assert!(self.size.n_points() > 50 || self.is_consistent());
        lifted
    }

    /// [`place`](Board::place) for those who know that `place` is vacant and not
    /// sealed; each place that becomes free is told to `open`.
    /// Returns where a stone was taken in a ko: a single one, by one that
    /// could be retaken at once there.
    #[inline(always)]
    pub(crate) fn drop_stone(
        &mut self,
        color: Color,
        place: usize,
        mut open: impl FnMut(Freed),
    ) -> Option<usize> {
        let (home, shut) = self.join(color, place);
        let mut ko = None;
        if shut & stone(!color) != 0 {
            ko = self.shut_around(color, place, &mut open);
        }
        if self.chains[home].contacts == 0 {
            self.shut(color, place, &mut open);
        }
        let corners = corners(place);
        let at_corners = corners.iter().fold(0, |kinds, &q| kinds | self.cells[q].0);
        if at_corners & eye(!color) != 0 {
            for q in corners {
                if self.cells[q].is(eye(!color)) {
                    self.unseal(q);
                    open(Freed::Unsealed(q));
                }
            }
        }
        ko
    }

    /// Puts a stone down and into its chain, and lifts nothing. Returns the
    /// anchor of its chain and the kinds of neighbours without contacts left.
    #[inline(always)]
    fn join(&mut self, color: Color, place: usize) -> (usize, Kinds) {
        let own = stone(color);
        let around = neighbors(place).map(|q| self.cells[q]);

        // Every neighbouring chain loses a contact, and one of the new stone's
        // own colour, if there is one, takes it in. What random play decides
        // is summed up before it is branched on: a wrong guess costs the
        // processor more than all four sums.
        let mut home = place;
        let mut shut = 0;
        for cell in around {
            let chain = &mut self.chains[cell.anchor()];
            chain.contacts = chain.contacts.wrapping_sub(1);
            shut |= if chain.contacts == 0 { cell.0 } else { 0 };
            home = if cell.is(own) { cell.anchor() } else { home };
        }
        let key = zobrist(color, place);
        let cell = Cell::new(own, home);
        let contacts = self.chains[place].contacts;
        self.hash ^= key;
        self.cells[place] = cell;
        self.stones[color].insert(Point::from_grid(place));
        self.rings.swap(place, home);
        self.chains[place] = ChainSum::default();
        self.chains[home].hash ^= key;
        self.chains[home].contacts += contacts;
        self.chains[home].n_stones += 1;

        let others = around.iter().fold(0, |others, other| {
            others | if other.is(own) { other.0 ^ cell.0 } else { 0 }
        });
        if others != 0 {
            home = self.merge_around(color, place);
        }
        (home, shut)
    }

    /// Joins all chains of `color` around its stone at `place`; returns their anchor.
    #[inline(never)]
    fn merge_around(&mut self, color: Color, place: usize) -> usize {
        let mut home = self.cells[place].anchor();
        for q in neighbors(place) {
            let cell = self.cells[q];
            if cell.is(stone(color)) && cell.anchor() != home {
                home = self.merge(color, home, cell.anchor());
            }
        }
        home
    }

    /// Joins two chains of `color` under the anchor of the larger one.
    #[inline]
    fn merge(&mut self, color: Color, a: usize, b: usize) -> usize {
        let (large, small) = if self.chains[a].n_stones >= self.chains[b].n_stones {
            (a, b)
        } else {
            (b, a)
        };
        let mut place = small;
        loop {
            self.cells[place] = Cell::new(stone(color), large);
            place = self.rings[place] as usize % GRID;
            if place == small {
                break;
            }
        }
        self.rings.swap(a, b);
        let joined = self.chains[small];
        self.chains[large].absorb(joined);
        large
    }

    /// [`shut`](Board::shut)s the opponent's chains around the new stone of
    /// `color` at `place` that need it; returns where one was taken in a ko.
    #[inline(never)]
    fn shut_around(
        &mut self,
        color: Color,
        place: usize,
        open: &mut impl FnMut(Freed),
    ) -> Option<usize> {
        let mut n_lifted = 0;
        let mut single = None;
        for q in neighbors(place) {
            let cell = self.cells[q];
            if cell.is(stone(!color)) && self.chains[cell.anchor()].contacts == 0 {
                let n = self.shut(!color, q, open);
                n_lifted += n;
                single = if n == 1 { Some(q) } else { single };
            }
        }
        let home = self.chains[self.cells[place].anchor()];
        let is_ko = n_lifted == 1 && home.n_stones == 1 && home.contacts == 1;
        single.filter(|_| is_ko)
    }

    /// Sees to the chain of `color` at `start` that has lost its last contact:
    /// unseals its last liberty or, if it has none, lifts it. Returns how many
    /// stones were lifted.
    #[inline]
    fn shut(&mut self, color: Color, start: usize, open: &mut impl FnMut(Freed)) -> usize {
        if self.chains[self.cells[start].anchor()].n_sealed == 0 {
            return self.lift(color, start, open);
        }
        if let Some(liberty) = self.only_sealed_liberty(start) {
            self.unseal(liberty);
            open(Freed::Unsealed(liberty));
        }
        0
    }

    /// Takes the chain with a stone at `start` off the board; returns how many stones it had.
    fn lift(&mut self, color: Color, start: usize, open: &mut impl FnMut(Freed)) -> usize {
        let anchor = self.cells[start].anchor();
        let chain = self.chains[anchor];
        self.hash ^= chain.hash;
        // The anchor comes last: until then its sum is the chain's, and the
        // contacts that the chain's own stones still win are dropped with it.
        let mut next = self.rings[anchor] as usize % GRID;
        loop {
            let place = next;
            next = self.rings[place] as usize % GRID;
            let mut contacts = 0;
            for q in neighbors(place) {
                let cell = self.cells[q];
                contacts += u32::from(cell.is(Cell::VACANT));
                let neighbor = &mut self.chains[cell.anchor()];
                neighbor.contacts = neighbor.contacts.wrapping_add(1);
            }
            self.cells[place] = Cell::new(Cell::VACANT, place);
            self.rings[place] = place as u16;
            self.chains[place] = ChainSum {
                contacts,
                ..ChainSum::default()
            };
            self.stones[color].remove(Point::from_grid(place));
            open(Freed::Lifted(place));
            if place == anchor {
                return chain.n_stones as usize;
            }
        }
    }
}

/// A place that becomes free to play when a stone is placed elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Freed {
    /// Its stone is off the board.
    Lifted(usize),
    /// It was sealed, and is no longer: see [`Board::seal`].
    Unsealed(usize),
}

impl Clone for Board {
    fn clone(&self) -> Board {
        Board {
            size: self.size,
            cells: self.cells,
            stones: self.stones,
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

/// Every point of every board lies inside this: the border is wide enough for
/// its neighbours and corners.
const INSIDE: std::ops::Range<usize> = STRIDE + 1..GRID - STRIDE - 1;

/// The places that a line joins to `place`, which is inside the border.
#[inline]
fn neighbors(place: usize) -> [usize; 4] {
    assert!(INSIDE.contains(&place));
    [place - 1, place + 1, place - STRIDE, place + STRIDE]
}

/// The places diagonally next to `place`, which is inside the border.
#[inline]
fn corners(place: usize) -> [usize; 4] {
    assert!(INSIDE.contains(&place));
    [
        place - STRIDE - 1,
        place - STRIDE + 1,
        place + STRIDE - 1,
        place + STRIDE + 1,
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
