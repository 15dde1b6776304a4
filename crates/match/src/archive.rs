//! The games of a match as SGF, one to a file.

use std::error::Error;
use std::fmt;

use ponnuki_game::{Color, Setup};
use ponnuki_record::{About, RecordedResult, Records, Unplayable, Written};
use ponnuki_sgf::{EditError, SgfError};

use crate::pairing::{MatchGame, seat_of_black};
use crate::report::ending_text;

/// What the file of game `number`, counted from 0, is called.
pub fn game_file(number: usize) -> String {
    format!("game-{:04}.sgf", number + 1)
}

/// A game between engines of these names as SGF.
///
/// # Errors
///
/// It is too long for a file.
pub fn game_sgf(played: &MatchGame, names: &[String; 2]) -> Result<String, EditError> {
    let black = seat_of_black(played.number);
    let mut about = About {
        name: Some(format!("game {}", played.number + 1)),
        comment: Some(ending_text(&played.how, names)),
        result: Some(Written::of(played.verdict)),
        ..About::default()
    };
    about.players[Color::Black].name = Some(names[black].clone());
    about.players[Color::White].name = Some(names[1 - black].clone());
    Ok(Records::of_game(&played.game, &about)?.to_string())
}

/// Why a file holds no game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordFault {
    /// It holds no game at all.
    Sgf(SgfError),
    /// Its game cannot be replayed.
    Unplayable(Unplayable),
    /// Its game has another size, komi or rules: results of two matches would be mixed.
    OtherTerms,
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordFault::Sgf(error) => error.fmt(f),
            RecordFault::Unplayable(why) => why.fmt(f),
            RecordFault::OtherTerms => {
                f.write_str("it is a game of another size, komi or rules, not one of this match")
            }
        }
    }
}

impl Error for RecordFault {}

/// The result of a game that was written before; nothing if it has none, so that it is played
/// again.
///
/// # Errors
///
/// The bytes are no game that began with this set-up.
pub fn recorded_verdict(
    bytes: &[u8],
    setup: &Setup,
) -> Result<Option<RecordedResult>, RecordFault> {
    let records = Records::from_bytes(bytes).map_err(RecordFault::Sgf)?;
    let record = records.iter().next().transpose();
    let Some(record) = record.map_err(RecordFault::Unplayable)? else {
        return Ok(None);
    };
    let (game, _) = record.game();
    let now = (setup.size, setup.rules, setup.komi);
    let then = (game.size(), *game.rules(), game.setup().komi);
    if now != then {
        return Err(RecordFault::OtherTerms);
    }
    let result = record.header().about.result;
    Ok(result.and_then(|written| written.meaning))
}
