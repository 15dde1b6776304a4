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
//! Modules, each using only those before it: `rank`, `rating`, `rules`, `tournament`, `standings`,
//! `matching`, `pairing`, `file`; `sheet`, `page`, `h9`, `aga`, `opengotha` write what others read.

mod aga;
mod file;
mod h9;
mod matching;
mod opengotha;
mod page;
mod pairing;
mod rank;
mod rating;
mod rules;
mod sheet;
mod standings;
mod tournament;

pub use file::{TOURNAMENT_BYTES_MAX, TournamentTextFault, parse_halves};
pub use rank::{AmateurRank, ParseRankError};
pub use rating::{GOR_MAX, GOR_MIN, GlickoRating, Gor, GorGame, RatedOutcome};
pub use rules::{
    CORRECTION_MAX, ENTRANTS_MAX, Entrant, HandicapBasis, HandicapTerms, PairingSystem, ROUNDS_MAX,
    SHORT_TEXT_MAX, STONES_MAX, ShortText, ShortTextFault, TieBreak, TournamentRules,
};
pub use standings::{RoundPart, Standing, TournamentPoints};
pub use tournament::{
    EntrantId, ParseResultError, PlayedRound, RoundPairs, TableGame, TableResult, TableWinner,
    Tournament, TournamentEvent, TournamentRefusal,
};
