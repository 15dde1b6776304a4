//! A club's ratings, pairings and tournaments, as state and pure functions. No socket, no SQL, no
//! clock, and no chance but what is handed in.
//!
//! ```
//! use ponnuki_club::{Gor, GorGame, RatedOutcome};
//!
//! let gor = Gor::new(2100.0).unwrap();
//! assert_eq!(gor.rank().to_string(), "1d");
//! let game = GorGame { opponent: gor, outcome: RatedOutcome::Won, stones: 0 };
//! assert_eq!(gor.after([game]).to_string(), "2109");
//! ```
//!
//! Modules, each using only those before it: `rank`, `rating`.

mod rank;
mod rating;

pub use rank::{AmateurRank, ParseRankError};
pub use rating::{GOR_MAX, GOR_MIN, GlickoRating, Gor, GorGame, RatedOutcome};
