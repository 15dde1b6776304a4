//! A game judged: what each move cost, the moments that mattered and why; and the ways to read
//! it: annotated SGF, a page, a report, JSON.
//!
//! A [`Review`] has the positions of a main line judged by a [`Thinker`](ponnuki_engine::Thinker).
//! A [`ReviewedGame`] is the review of one record with what is told about it, a [`ReviewedFile`]
//! all games of a file, ready to be written:
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use ponnuki_engine::{Limits, MonteCarlo, Request, Settings};
//! use ponnuki_record::Records;
//! use ponnuki_review::{ReviewedFile, ReviewedGame};
//! use ponnuki_words::Language;
//!
//! let mut records = Records::from_bytes(b"(;SZ[9];B[ee];W[gc];B[cg])").unwrap();
//! let record = records.iter().next().unwrap().unwrap();
//! let mut game = ReviewedGame::new(0, record, None, Language::English);
//!
//! let mut thinker = MonteCarlo::new(Settings::default());
//! let limits = Limits::playouts(50);
//! let request = Request::within(limits);
//! game.review.run(&mut thinker, &request, &mut |_, _| ControlFlow::Continue(()));
//!
//! let file = ReviewedFile::new("game.sgf", vec![game], "playouts", limits, Language::English);
//! println!("{}", file.to_markdown());
//! println!("{}", file.annotate(&mut records).unwrap());
//! ```
//!
//! The modules build on each other in this order. What judges: `course`, `sight`, `judged`,
//! `story`, `summary`, `reason`, `review`. What tells: `tongue`, `trust`, `reviewed`,
//! `reason_shape`, `shape`, `words`, `tables`, `pictures`; and each by itself `annotate`, `brief`,
//! `page`, `paper` and [`live`].

/// Adds formatted text; writing to a string cannot fail.
macro_rules! put {
    ($text:expr, $($format:tt)*) => {{
        let _ = write!($text, $($format)*);
    }};
}

mod annotate;
mod brief;
mod course;
mod judged;
pub mod live;
mod page;
mod paper;
mod pictures;
mod reason;
mod reason_shape;
mod review;
mod reviewed;
mod shape;
mod sight;
mod story;
mod summary;
mod tables;
#[cfg(test)]
mod tests;
mod tongue;
mod trust;
mod words;

pub use course::{Course, Turn};
pub use judged::{Grade, Judged, Loss};
pub use reason::{BoardPart, Comparison, OwnedStones, Reason};
pub use reason_shape::{grade_shape, reason_shapes};
pub use review::{Look, Moment, Report, Review};
pub use reviewed::{ReviewedFile, ReviewedGame};
pub use shape::{position_shape, to_sight};
pub use sight::{Prospect, Sight, Tried};
pub use summary::{Stage, Summary};
pub use trust::stronger_net;
