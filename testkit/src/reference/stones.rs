//! Stones on a board, from the definitions: one list, and flood fill.

use std::fmt;

use ponnuki_game::{Board, ByColor, Color, Point, PointSet, Size};

/// What each point of a board holds, and nothing else.
///
/// The slow twin of [`Board`], which knows its chains; here everything is
/// found again by looking.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    size: Size,
    /// Row by row from the top left.
    points: Vec<Option<Color>>,
}

impl Stones {
    /// No stones.
    pub fn none(size: Size) -> Stones {
        Stones {
            size,
            points: vec![None; size.n_points()],
        }
    }

    /// The stones of these sets that lie on a board of `size`.
    pub fn from_sets(size: Size, sets: ByColor<PointSet>) -> Stones {
        let mut stones = Stones::none(size);
        for point in size.points() {
            for color in Color::BOTH {
                if sets[color].contains(point) {
                    stones.put(point, Some(color));
                }
            }
        }
        stones
    }

    /// The stones that `board` shows, point by point.
    pub fn from_board(board: &Board) -> Stones {
        let mut stones = Stones::none(board.size());
        for point in board.size().points() {
            stones.put(point, board.at(point));
        }
        stones
    }

    /// As sets, to set up a game with.
    pub fn to_sets(&self) -> ByColor<PointSet> {
        ByColor::from_fn(|color| self.all(Some(color)).into_iter().collect())
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What `point`, which is on the board, holds.
    pub fn at(&self, point: Point) -> Option<Color> {
        self.points[self.size.index(point)]
    }

    /// Makes `point` hold `what`; nothing else changes.
    pub fn put(&mut self, point: Point, what: Option<Color>) {
        let index = self.size.index(point);
        self.points[index] = what;
    }

    /// All points that hold `what`, row by row.
    pub fn all(&self, what: Option<Color>) -> Vec<Point> {
        let points = self.size.points();
        points.filter(|&point| self.at(point) == what).collect()
    }

    /// The points that a line of the board joins to `point`.
    pub fn neighbors(&self, point: Point) -> impl Iterator<Item = Point> + use<> {
        let (x, y, size) = (point.x(), point.y(), self.size);
        let around = [
            (x.wrapping_sub(1), y),
            (x + 1, y),
            (x, y.wrapping_sub(1)),
            (x, y + 1),
        ];
        around.into_iter().filter_map(move |(x, y)| size.at(x, y))
    }

    /// All points that hold the same as `point` and are connected to it: a
    /// chain, or a vacant region. Row by row.
    pub fn connected(&self, point: Point) -> Vec<Point> {
        let what = self.at(point);
        let mut found = vec![point];
        let mut n_looked_at = 0;
        while let Some(&next) = found.get(n_looked_at) {
            n_looked_at += 1;
            for neighbor in self.neighbors(next) {
                if self.at(neighbor) == what && !found.contains(&neighbor) {
                    found.push(neighbor);
                }
            }
        }
        found.sort();
        found
    }

    /// The stones of `color` that have no liberty: no vacant point next to
    /// them or to a stone connected to them.
    pub fn without_liberty(&self, color: Color) -> Vec<Point> {
        let mut has_liberty = vec![false; self.points.len()];
        let mut spreading: Vec<Point> = self.all(None);
        while let Some(point) = spreading.pop() {
            for neighbor in self.neighbors(point) {
                let index = self.size.index(neighbor);
                if self.points[index] == Some(color) && !has_liberty[index] {
                    has_liberty[index] = true;
                    spreading.push(neighbor);
                }
            }
        }
        let mut stones = self.all(Some(color));
        stones.retain(|&point| !has_liberty[self.size.index(point)]);
        stones
    }

    /// Whether every stone has a liberty.
    pub fn is_legal(&self) -> bool {
        let mut colors = Color::BOTH.into_iter();
        colors.all(|color| self.without_liberty(color).is_empty())
    }

    /// Plays: puts a stone on the vacant `point`, removes the opponent's
    /// stones without a liberty, then one's own. Returns both, the opponent's first.
    pub fn play(&mut self, color: Color, point: Point) -> (Vec<Point>, Vec<Point>) {
        self.put(point, Some(color));
        let captured = self.remove_without_liberty(!color);
        let suicided = self.remove_without_liberty(color);
        (captured, suicided)
    }

    fn remove_without_liberty(&mut self, color: Color) -> Vec<Point> {
        let stones = self.without_liberty(color);
        for &point in &stones {
            self.put(point, None);
        }
        stones
    }
}

impl fmt::Display for Stones {
    /// As [`Board`] is drawn.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.points.chunks(self.size.width() as usize) {
            let row = row.iter().map(|what| match what {
                None => ".",
                Some(Color::Black) => "X",
                Some(Color::White) => "O",
            });
            writeln!(f, "{}", row.collect::<Vec<_>>().join(" "))?;
        }
        Ok(())
    }
}
