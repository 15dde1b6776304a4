//! A match between two engines that speak GTP, with a game of our own as the referee.
//!
//! An [`EnginePair`] is two engines at one board, started by their [`EngineCommand`]s; it plays
//! game after game under the [`MatchTerms`]. [`play_games`] has several pairs play side by side.
//! Each [`MatchGame`] is counted in a [`MatchReport`], which tells the [`MatchScore`] and what it
//! says about strength, and can be written as SGF and found again ([`game_file`],
//! [`recorded_verdict`]).
//!
//! Nothing here reads a clock or decides which stones are dead: both are handed in with the terms.
//!
//! The modules build on each other in this order: `score`, `engine_command`, `pairing`,
//! `schedule`, `report`, `archive`.

mod archive;
mod engine_command;
mod pairing;
mod report;
mod schedule;
mod score;

pub use archive::{RecordFault, game_file, game_sgf, recorded_verdict};
pub use engine_command::{EngineCommand, ParseEngineCommandError};
pub use pairing::{
    EnginePair, MOVES_MAX_PER_POINT, MatchEnding, MatchGame, MatchSeat, MatchTerms,
    REFEREE_PLAYOUTS, seat_of_black,
};
pub use report::MatchReport;
pub use schedule::{MatchNews, MatchStopped, play_games};
pub use score::{EloDifference, MatchScore, elo_text};
