//! A game judged: what each move cost, the moments that mattered and why; and the ways to read
//! it: annotated SGF, a page, a report, JSON.
//!
//! A [`Review`] has the positions of a main line judged by a [`Thinker`](ponnuki_think::Thinker).
//! A [`ReviewedGame`] is the review of one record with what is told about it, a [`ReviewedFile`]
//! all games of a file, ready to be written:
//!
//! ```
//! use std::ops::ControlFlow;
//! use ponnuki_engine::{ThinkLimits, MonteCarlo, Request, MonteCarloSettings};
//! use ponnuki_record::Records;
//! use ponnuki_review::{ReviewedFile, ReviewedGame};
//! use ponnuki_words::Language;
//!
//! let mut records = Records::from_bytes(b"(;SZ[9];B[ee];W[gc];B[cg])").unwrap();
//! let record = records.iter().next().unwrap().unwrap();
//! let mut game = ReviewedGame::new(0, record, None, Language::English);
//!
//! let mut thinker = MonteCarlo::new(MonteCarloSettings::default());
//! let limits = ThinkLimits::playouts(50);
//! let request = Request::within(limits);
//! game.review.run(&mut thinker, &request, &mut |_, _| ControlFlow::Continue(()));
//!
//! let file = ReviewedFile::new("game.sgf", vec![game], "playouts", limits, Language::English);
//! assert!(file.to_markdown().contains("game.sgf"));
//! assert!(file.annotate(&mut records).unwrap().starts_with("(;"));
//! ```
//!
//! The modules build on each other in this order. What judges: `main_line`, `assessment`, `judged`,
//! `line_values`, `summary`, `reason`, `review`. What tells: `phrases`, `trust`, `reviewed`,
//! `reason_shape`, `words`, `tables`, `pictures`; and each format by itself: `shape` (JSON), with
//! [`live`] above it, `annotate` (SGF), `page` (HTML), `markdown` and `brief` (a terminal). Above
//! all `partial` and `batch`: many files reviewed, each of which can be gone on with.

/// Adds formatted text; writing to a string cannot fail.
macro_rules! put {
    ($text:expr, $($format:tt)*) => {{
        let _ = write!($text, $($format)*);
    }};
}

mod annotate;
mod assessment;
mod batch;
mod brief;
mod judged;
mod line_values;
pub mod live;
mod main_line;
mod markdown;
mod page;
mod partial;
mod phrases;
mod pictures;
mod reason;
mod reason_shape;
mod review;
mod reviewed;
mod shape;
mod summary;
mod tables;
#[cfg(test)]
mod tests;
mod trust;
mod words;

pub use assessment::{Assessment, Prospect, TriedMove};
pub use batch::{
    JobReport, JudgeMaker, LooksDone, ReviewFormat, ReviewJob, ReviewPlan, ReviewPlanFault,
    ReviewSettings,
};
pub use judged::{Grade, Judged, Loss};
pub use main_line::{MainLine, Turn};
pub use reason::{BoardPart, Comparison, OwnedStones, Reason};
pub use reason_shape::{grade_shape, reason_shapes};
pub use review::{Moment, PlayerReport, PositionLook, Review};
pub use reviewed::{ReviewedFile, ReviewedGame};
pub use shape::{position_shape, to_assessment};
pub use summary::{GamePhase, Summary};
pub use trust::stronger_net;
pub use words::about_judge;
