//! What is to be drawn: a position with its marks.

use ponnuki_game::{Board, ByColor, Color, Point, PointSet, Size};

use crate::theme::Theme;

/// A position with all that is drawn on it.
///
/// ```
/// use ponnuki_draw::{Coordinates, Figure, FigureMark};
/// use ponnuki_game::Board;
///
/// let board: Board = "
///     . X O .
///     X . X O
///     . X O .
/// ".parse()?;
/// let mut figure = Figure::new(&board);
/// figure.coordinates = Coordinates::Shown;
/// figure.mark(board.size().point("B2").unwrap(), FigureMark::Label("a".to_owned()));
/// assert!(figure.to_svg().starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The size of the board.
    pub size: Size,
    /// The stones.
    pub stones: ByColor<PointSet>,
    /// What is drawn on stones and points, in order.
    pub marks: Vec<(Point, FigureMark)>,
    /// Points shown as each player's.
    pub territory: ByColor<PointSet>,
    /// Stones shown as dead.
    pub dead: PointSet,
    /// Whether letters and numbers stand at the edges.
    pub coordinates: Coordinates,
    /// The colours.
    pub theme: Theme,
    /// Lines of text below the board.
    pub caption: Vec<String>,
}

/// Something drawn on a stone or point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigureMark {
    /// A few letters or a number.
    Label(String),
    /// A circle: the last move.
    Circle,
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A cross.
    Cross,
}

/// Whether letters and numbers stand at the edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// They do.
    Shown,
    /// They do not.
    Hidden,
}

impl Figure {
    /// A board with nothing drawn on it.
    pub fn new(board: &Board) -> Figure {
        Figure {
            size: board.size(),
            stones: ByColor::from_fn(|color| board.stones(color)),
            marks: Vec::new(),
            territory: ByColor::default(),
            dead: PointSet::EMPTY,
            coordinates: Coordinates::Hidden,
            theme: Theme::default(),
            caption: Vec::new(),
        }
    }

    /// Draws `mark` at `point`.
    pub fn mark(&mut self, point: Point, mark: FigureMark) {
        self.marks.push((point, mark));
    }

    /// The stone at `point`.
    pub(crate) fn at(&self, point: Point) -> Option<Color> {
        let is_of = |color: &Color| self.stones[*color].contains(point);
        Color::BOTH.into_iter().find(is_of)
    }
}
