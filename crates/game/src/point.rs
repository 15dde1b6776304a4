//! Where stones go: the size of a board, its points, and sets of points.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

/// The longest side a board may have: the letters `A`–`Z` without `I`.
pub const SIDE_MAX: u8 = 25;

/// Points lie in a grid of rows 32 wide with a border all around the board, so
/// that the four neighbours of a point are four fixed steps away and a row of
/// a set is one `u32`:
///
/// ```text
///   row 0   . . . . .        border
///   row 1   . a b c .        the top row of a 3×2 board: y = 0
///   row 2   . d e f .        y = 1
///   row 3   . . . . .        border
/// ```
pub(crate) const STRIDE: usize = 32;

/// How many places the grid has, on the board or off it.
pub(crate) const GRID: usize = STRIDE * STRIDE;

const _: () = assert!((SIDE_MAX as usize) + 2 <= STRIDE);

/// The columns' letters, as players write them: there is no `I`.
const LETTERS: &[u8; SIDE_MAX as usize] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The width and height of a board, each from 1 to 25.
///
/// ```
/// use ponnuki_game::Size;
///
/// let size = Size::new(13, 9).unwrap();
/// assert_eq!((size.width(), size.height(), size.n_points()), (13, 9, 117));
/// assert_eq!(size.to_string(), "13x9");
/// assert_eq!(Size::new(26, 9), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The usual square boards.
    pub const NINE: Size = Size::square(9);
    /// The middle size.
    pub const THIRTEEN: Size = Size::square(13);
    /// The full size.
    pub const NINETEEN: Size = Size::square(19);

    const fn square(side: u8) -> Size {
        Size {
            width: side,
            height: side,
        }
    }

    /// A board of `width` columns and `height` rows, if both are 1 to 25.
    pub const fn new(width: u8, height: u8) -> Option<Size> {
        if width >= 1 && width <= SIDE_MAX && height >= 1 && height <= SIDE_MAX {
            Some(Size { width, height })
        } else {
            None
        }
    }

    /// The number of columns.
    #[inline]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    #[inline]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// The number of points.
    #[inline]
    pub const fn n_points(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether both sides are the same length.
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// The point `x` columns from the left and `y` rows from the top, if it is on the board.
    #[inline]
    pub const fn at(self, x: u8, y: u8) -> Option<Point> {
        if x < self.width && y < self.height {
            Some(Point::on_grid(x, y))
        } else {
            None
        }
    }

    /// Whether `point` lies on a board of this size.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.width && point.y() < self.height
    }

    /// All points, row by row from the top left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point::on_grid(x, y)))
    }

    /// The place of `point` among [`points`](Size::points): 0 at the top left.
    #[inline]
    pub const fn index(self, point: Point) -> usize {
        point.y() as usize * self.width as usize + point.x() as usize
    }

    /// The point named by a column letter and a row number from the bottom, as in `D4`.
    ///
    /// ```
    /// use ponnuki_game::Size;
    ///
    /// let size = Size::NINETEEN;
    /// assert_eq!(size.point("d4"), size.at(3, 15));
    /// assert_eq!(size.point("I1"), None); // no column is called I
    /// ```
    pub fn point(self, name: &str) -> Option<Point> {
        let (letter, row) = (name.as_bytes().first()?, name.get(1..)?);
        let x = LETTERS
            .iter()
            .position(|&l| l == letter.to_ascii_uppercase())?;
        if row.len() > 2 || !row.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let row: u8 = row.parse().ok()?;
        self.at(x as u8, self.height.checked_sub(row)?)
    }

    /// The name of `point` as players write it; the opposite of [`point`](Size::point).
    pub fn name(self, point: Point) -> String {
        let row = self.height as i16 - point.y() as i16;
        format!(
            "{}{row}",
            LETTERS[point.x() as usize % LETTERS.len()] as char
        )
    }

    /// The star points: where handicap stones go.
    ///
    /// None on boards with a side under 7; the fourth line from side 13 up,
    /// the third below; the centre and the sides where a side is odd and not 7.
    pub fn star_points(self) -> PointSet {
        let mut stars = PointSet::EMPTY;
        let (Some(xs), Some(ys)) = (stars_along(self.width), stars_along(self.height)) else {
            return stars;
        };
        for x in xs.into_iter().flatten() {
            for y in ys.into_iter().flatten() {
                stars.insert(Point::on_grid(x, y));
            }
        }
        stars
    }

    /// The star points that are dotted when the board is drawn: all of them, but in the
    /// middle of a side only from side 13 up, so that 9×9 has five.
    pub fn dotted_points(self) -> PointSet {
        let is_small = self.width.min(self.height) < 13;
        let is_centred = |along: u8, side: u8| along * 2 + 1 == side;
        let stars = self.star_points();
        let dotted = stars.iter().filter(|point| {
            let centred = (
                is_centred(point.x(), self.width),
                is_centred(point.y(), self.height),
            );
            !is_small || centred.0 == centred.1
        });
        dotted.collect()
    }
}

/// The lines that carry stars along a side of `n` points: low, middle, high.
fn stars_along(n: u8) -> Option<[Option<u8>; 3]> {
    if n < 7 {
        return None;
    }
    let edge = if n >= 13 { 3 } else { 2 };
    let middle = (n % 2 == 1 && n != 7).then_some(n / 2);
    Some([Some(edge), middle, Some(n - 1 - edge)])
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A place where lines of the board meet: a column from the left and a row from the top.
///
/// A point knows its place, not its board: [`Size::contains`] tells whether it
/// lies on one, and [`Size::name`] what players call it there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

impl Point {
    #[inline]
    pub(crate) const fn on_grid(x: u8, y: u8) -> Point {
        Point((y as u16 + 1) * STRIDE as u16 + x as u16 + 1)
    }

    #[inline]
    pub(crate) const fn from_grid(place: usize) -> Point {
        Point((place % GRID) as u16)
    }

    /// Where the point lies in the grid; always under [`GRID`].
    #[inline]
    pub(crate) const fn grid(self) -> usize {
        self.0 as usize % GRID
    }

    /// Columns from the left, from 0.
    #[inline]
    pub const fn x(self) -> u8 {
        (self.0 as usize % STRIDE) as u8 - 1
    }

    /// Rows from the top, from 0.
    #[inline]
    pub const fn y(self) -> u8 {
        (self.0 as usize / STRIDE) as u8 - 1
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Point({}, {})", self.x(), self.y())
    }
}

/// What a player does with a turn. Resigning is not a move but the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone goes to this point.
    Play(Point),
    /// No stone is placed.
    Pass,
}

/// A set of points, of any board: one bit each.
///
/// ```
/// use ponnuki_game::{PointSet, Size};
///
/// let size = Size::NINE;
/// let corner: PointSet = [size.at(0, 0), size.at(1, 0)].into_iter().flatten().collect();
/// assert_eq!(corner.len(), 2);
/// assert_eq!(corner.neighbors(size).len(), 3); // C9, A8, B8
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointSet {
    /// Row `y` of the grid; bit `x` is its column.
    rows: [u32; STRIDE],
}

impl PointSet {
    /// No point.
    pub const EMPTY: PointSet = PointSet { rows: [0; STRIDE] };

    /// Every point of a board of `size`.
    pub fn full(size: Size) -> PointSet {
        let mut set = PointSet::EMPTY;
        let row = ((1u32 << size.width()) - 1) << 1;
        set.rows[1..=size.height() as usize].fill(row);
        set
    }

    /// Whether `point` is in the set.
    #[inline]
    pub const fn contains(&self, point: Point) -> bool {
        self.rows[point.grid() / STRIDE] >> (point.grid() % STRIDE) & 1 == 1
    }

    /// Puts `point` in; tells whether it is new.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        let row = &mut self.rows[point.grid() / STRIDE];
        let bit = 1 << (point.grid() % STRIDE);
        let is_new = *row & bit == 0;
        *row |= bit;
        is_new
    }

    /// Takes `point` out; tells whether it was in.
    #[inline]
    pub fn remove(&mut self, point: Point) -> bool {
        let row = &mut self.rows[point.grid() / STRIDE];
        let bit = 1 << (point.grid() % STRIDE);
        let was_in = *row & bit != 0;
        *row &= !bit;
        was_in
    }

    /// How many points.
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether there is no point.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// Whether no point is in both sets.
    pub fn is_disjoint(&self, other: &PointSet) -> bool {
        (*self & *other).is_empty()
    }

    /// Whether every point of this set is in `other`.
    pub fn is_subset(&self, other: &PointSet) -> bool {
        (*self - *other).is_empty()
    }

    /// The first point, from the top left.
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The points, row by row from the top left.
    pub fn iter(&self) -> PointsIter {
        PointsIter {
            rows: self.rows,
            row: 0,
        }
    }

    /// The points of a board of `size` that a line joins to one of the set,
    /// those of the set itself left out.
    pub fn neighbors(&self, size: Size) -> PointSet {
        (self.spread() & PointSet::full(size)) - *self
    }

    /// The set and all that touches it, over the board's edge too.
    #[inline]
    pub(crate) fn spread(&self) -> PointSet {
        *self | self.touching()
    }

    /// All that touches a point of the set, over the board's edge too.
    #[inline]
    pub(crate) fn touching(&self) -> PointSet {
        let r = &self.rows;
        PointSet {
            rows: std::array::from_fn(|y| {
                let above = if y > 0 { r[y - 1] } else { 0 };
                let below = if y + 1 < STRIDE { r[y + 1] } else { 0 };
                r[y] << 1 | r[y] >> 1 | above | below
            }),
        }
    }

    /// The points of `self` that can be reached from `seed` without leaving `self`.
    pub fn connected(&self, seed: Point) -> PointSet {
        let mut found = PointSet::EMPTY;
        if !self.contains(seed) {
            return found;
        }
        found.insert(seed);
        loop {
            let more = found.spread() & *self;
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// The maximal connected parts of the set.
    pub fn parts(&self) -> impl Iterator<Item = PointSet> + use<> {
        let mut rest = *self;
        std::iter::from_fn(move || {
            let part = rest.connected(rest.first()?);
            rest = rest - part;
            Some(part)
        })
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Default for PointSet {
    fn default() -> PointSet {
        PointSet::EMPTY
    }
}

macro_rules! per_row {
    ($law:ident, $method:ident, $op:expr) => {
        impl $law for PointSet {
            type Output = PointSet;

            #[inline]
            fn $method(self, other: PointSet) -> PointSet {
                let op: fn(u32, u32) -> u32 = $op;
                PointSet {
                    rows: std::array::from_fn(|y| op(self.rows[y], other.rows[y])),
                }
            }
        }
    };
}

per_row!(BitAnd, bitand, |a, b| a & b);
per_row!(BitOr, bitor, |a, b| a | b);
per_row!(Sub, sub, |a, b| a & !b);

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        set.extend(points);
        set
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = PointsIter;

    fn into_iter(self) -> PointsIter {
        self.iter()
    }
}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = PointsIter;

    fn into_iter(self) -> PointsIter {
        self.iter()
    }
}

/// The points of a [`PointSet`], row by row.
#[derive(Clone, Debug)]
pub struct PointsIter {
    rows: [u32; STRIDE],
    row: usize,
}

impl Iterator for PointsIter {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        while let Some(row) = self.rows.get_mut(self.row) {
            if *row != 0 {
                let column = row.trailing_zeros() as usize;
                *row &= *row - 1;
                return Some(Point::from_grid(self.row * STRIDE + column));
            }
            self.row += 1;
        }
        None
    }
}
