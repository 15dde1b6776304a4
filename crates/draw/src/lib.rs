//! Boards as pictures: SVG, PNG, GIF, and the printed record of a game.
//!
//! ```
//! use ponnuki_draw::{Coordinates, numbered};
//! use ponnuki_game::{Game, Move, Rules, Size};
//!
//! let size = Size::NINE;
//! let mut game = Game::new(size, Rules::JAPANESE)?;
//! for name in ["E5", "G4", "C4"] {
//!     game.play(Move::Play(size.point(name).unwrap()))?;
//! }
//! // . . . . . . . . .
//! // . . . . 1 . . . .
//! // . . 3 . . . 2 . .
//! let mut figure = numbered(&game, 1, 3);
//! figure.coordinates = Coordinates::Shown;
//! let png = figure.to_png(400)?;
//! assert!(png.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Letters are drawn with strokes of our own (`glyphs`), so a picture needs no
//! font; `theme` has the colours; `figure` is what to draw, `svg`, `raster` and `text` draw it,
//! `sequence` makes figures of games, `graph` shows how one went.

/// Adds formatted text; writing to a string cannot fail.
macro_rules! put {
    ($svg:expr, $($format:tt)*) => {{
        let _ = write!($svg, $($format)*);
    }};
}

mod figure;
mod glyphs;
mod graph;
mod raster;
mod sequence;
mod svg;
mod text;
mod theme;

pub use figure::{Coordinates, Figure, FigureMark};
pub use graph::{Graph, GraphMark};
pub use raster::{
    DrawError, FRAMES_MAX, GIF_WIDTH, PAUSE, PNG_WIDTH, SIDE_PIXELS_MAX, to_gif, to_gif_while,
};
pub use sequence::{MOVES_PER_DIAGRAM, film, numbered, position, printed_record};
pub use theme::{Theme, UnknownTheme};
