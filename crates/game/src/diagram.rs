//! Boards as text: `.` is vacant, `X` is Black, `O` is White.

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::point::{Point, PointSet, SIDE_MAX, Size};

/// A drawn board with some of its vacant points named by small letters.
///
/// ```
/// use ponnuki_game::Diagram;
///
/// let diagram: Diagram = "
///     . X O .
///     X a X O
///     . X O b
/// ".parse().unwrap();
/// assert_eq!(diagram.marked('a'), diagram.size().point("B2"));
/// assert_eq!(diagram.board().unwrap().to_string(), "\
/// . X O .
/// X . X O
/// . X O .
/// ");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    size: Size,
    stones: ByColor<PointSet>,
    marks: Vec<(char, Point)>,
}

/// The largest drawing taken for a board, in bytes: three for each place of
/// the largest board and its coordinates, and as much again for indentation.
const TEXT_MAX: usize = 8 * (SIDE_MAX as usize + 4) * (SIDE_MAX as usize + 4);

/// Why a text is no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseDiagramError {
    /// There is no row.
    Empty,
    /// There are more rows or columns than a board can have.
    TooLarge,
    /// A row is longer or shorter than the first.
    Ragged {
        /// The row, from 1 at the top.
        row: usize,
    },
    /// Something that is neither stone, vacant point nor mark.
    Unknown {
        /// The character that stands there.
        what: char,
        /// The row, from 1 at the top.
        row: usize,
    },
    /// A chain without a liberty.
    NoLiberty {
        /// One of its stones.
        point: Point,
    },
}

impl fmt::Display for ParseDiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseDiagramError::Empty => f.write_str("there is no row"),
            ParseDiagramError::TooLarge => {
                write!(f, "a board has at most {SIDE_MAX} rows and columns")
            }
            ParseDiagramError::Ragged { row } => {
                write!(f, "row {row} is not as long as the first")
            }
            ParseDiagramError::Unknown { what, row } => {
                write!(f, "row {row} has {what:?}, which is not one of . X O a–z")
            }
            ParseDiagramError::NoLiberty { point } => write!(
                f,
                "the chain in column {} of row {} has no liberty",
                point.x() + 1,
                point.y() + 1
            ),
        }
    }
}

impl std::error::Error for ParseDiagramError {}

impl Diagram {
    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stones drawn.
    pub fn stones(&self) -> ByColor<PointSet> {
        self.stones
    }

    /// The first point marked with `mark`.
    pub fn marked(&self, mark: char) -> Option<Point> {
        self.all_marked(mark).first()
    }

    /// All points marked with `mark`.
    pub fn all_marked(&self, mark: char) -> PointSet {
        let marks = self.marks.iter().filter(|(c, _)| *c == mark);
        marks.map(|&(_, point)| point).collect()
    }

    /// The board drawn.
    ///
    /// # Errors
    ///
    /// If a chain has no liberty.
    pub fn board(&self) -> Result<Board, ParseDiagramError> {
        let vacant = PointSet::full(self.size) - self.stones.black - self.stones.white;
        for color in Color::BOTH {
            for chain in self.stones[color].parts() {
                if let (Some(point), true) = (chain.first(), chain.spread().is_disjoint(&vacant)) {
                    return Err(ParseDiagramError::NoLiberty { point });
                }
            }
        }
        Ok(Board::from_stones(self.size, self.stones))
    }
}

impl FromStr for Diagram {
    type Err = ParseDiagramError;

    /// Rows of `.` (or `,` `+`), `X` (or `#`), `O` and small letters, spaces
    /// between them as one likes; blank lines, row numbers at either end and
    /// lines of column letters are passed over.
    fn from_str(text: &str) -> Result<Diagram, ParseDiagramError> {
        if text.len() > TEXT_MAX {
            return Err(ParseDiagramError::TooLarge);
        }
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !is_letters(line));
        let rows: Vec<Vec<char>> = lines.map(cells).collect();
        let width = rows.first().ok_or(ParseDiagramError::Empty)?.len();
        let is_small = |n: usize| n <= SIDE_MAX as usize;
        if !is_small(width) || !is_small(rows.len()) {
            return Err(ParseDiagramError::TooLarge);
        }
        let size = Size::new(width as u8, rows.len() as u8).ok_or(ParseDiagramError::Empty)?;
        let mut diagram = Diagram {
            size,
            stones: ByColor::default(),
            marks: Vec::new(),
        };
        for (y, row) in rows.iter().enumerate() {
            if row.len() != width {
                return Err(ParseDiagramError::Ragged { row: y + 1 });
            }
            for (x, &what) in row.iter().enumerate() {
                let point = Point::on_grid(x as u8, y as u8);
                match what {
                    '.' | ',' | '+' => {}
                    'X' | '#' => drop(diagram.stones.black.insert(point)),
                    'O' => drop(diagram.stones.white.insert(point)),
                    'a'..='z' => diagram.marks.push((what, point)),
                    _ => return Err(ParseDiagramError::Unknown { what, row: y + 1 }),
                }
            }
        }
        Ok(diagram)
    }
}

/// What is drawn in a row, without its numbers.
fn cells(line: &str) -> Vec<char> {
    let line = line.trim_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
    line.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Whether a line is the letters of the columns.
fn is_letters(line: &str) -> bool {
    line.starts_with('A') && line.chars().all(|c| c.is_ascii_uppercase() || c == ' ')
}

impl FromStr for Board {
    type Err = ParseDiagramError;

    /// The board of a [`Diagram`].
    fn from_str(text: &str) -> Result<Board, ParseDiagramError> {
        text.parse::<Diagram>()?.board()
    }
}

impl fmt::Display for Board {
    /// One row a line; with `{:#}` also the coordinates and star points.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        let stars = if f.alternate() {
            size.dotted_points()
        } else {
            PointSet::EMPTY
        };
        let letters = || {
            let names = (0..size.width()).filter_map(|x| size.at(x, 0));
            let letters = names.map(|point| size.name(point)[..1].to_owned());
            letters.collect::<Vec<_>>().join(" ")
        };
        if f.alternate() {
            writeln!(f, "   {}", letters())?;
        }
        for y in 0..size.height() {
            let row = (0..size.width()).map(|x| {
                let point = Point::on_grid(x, y);
                match self.at(point) {
                    Some(Color::Black) => "X",
                    Some(Color::White) => "O",
                    None if stars.contains(point) => "+",
                    None => ".",
                }
            });
            let row = row.collect::<Vec<_>>().join(" ");
            if f.alternate() {
                let number = size.height() - y;
                writeln!(f, "{number:>2} {row} {number}")?;
            } else {
                writeln!(f, "{row}")?;
            }
        }
        if f.alternate() {
            writeln!(f, "   {}", letters())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board {}\n{self:#}", self.size())
    }
}
