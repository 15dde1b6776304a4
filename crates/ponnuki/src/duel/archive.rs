//! The games of a match as files, one each.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use ponnuki_game::{Color, Setup};
use ponnuki_record::{About, Records, Verdict, Written};

use super::bout::{Played, seat_of_black};
use super::report::how_text;
use crate::Failure;
use crate::files::{self, FileError, FileFault};

/// Where game `number`, counted from 0, is.
fn path(dir: &Path, number: usize) -> PathBuf {
    dir.join(format!("game-{:04}.sgf", number + 1))
}

fn error(path: &Path, what: FileFault) -> Failure {
    let name = path.display().to_string();
    Failure::File(FileError { name, what })
}

/// Makes sure that the directory is there.
///
/// # Errors
///
/// If it cannot be made.
pub(super) fn prepare(dir: &Path) -> Result<(), Failure> {
    fs::create_dir_all(dir).map_err(|why| error(dir, why.into()))
}

/// Writes a game.
///
/// # Errors
///
/// If the file cannot be written.
pub(super) fn write(dir: &Path, played: &Played, names: &[String; 2]) -> Result<(), Failure> {
    let path = path(dir, played.number);
    let black = seat_of_black(played.number);
    let mut about = About {
        name: Some(format!("game {}", played.number + 1)),
        comment: Some(how_text(&played.how, names)),
        result: Some(Written::of(played.verdict)),
        ..About::default()
    };
    about.players[Color::Black].name = Some(names[black].clone());
    about.players[Color::White].name = Some(names[1 - black].clone());
    let records = Records::of_game(&played.game, &about);
    let records = records.map_err(|why| error(&path, why.into()))?;
    let written = files::write(&path, records.to_string().as_bytes());
    written.map_err(|why| error(&path, why))
}

/// The results of the games whose files are there already.
///
/// # Errors
///
/// If a file cannot be read, or is a game under other conditions: results of
/// two matches would be mixed.
pub(super) fn recorded(
    dir: &Path,
    n_games: usize,
    setup: &Setup,
) -> Result<BTreeMap<usize, Verdict>, Failure> {
    let mut found = BTreeMap::new();
    for number in 0..n_games {
        let path = path(dir, number);
        if path.exists() {
            let bytes = files::read(&path).map_err(|why| error(&path, why))?;
            let verdict = read(&bytes, setup).map_err(|why| error(&path, why))?;
            found.extend(verdict.map(|verdict| (number, verdict)));
        }
    }
    Ok(found)
}

/// The result of a recorded game; nothing if it has none, so that it is played again.
fn read(bytes: &[u8], setup: &Setup) -> Result<Option<Verdict>, FileFault> {
    let records = Records::from_bytes(bytes)?;
    let Some(record) = records.iter().next().transpose()? else {
        return Ok(None);
    };
    let (game, _) = record.game();
    let now = (setup.size, setup.rules, setup.komi);
    let then = (game.size(), *game.rules(), game.setup().komi);
    if now != then {
        return Err(FileFault::Kind {
            said: "one of this match".to_owned(),
            found: "a game of another size, komi or rules".to_owned(),
        });
    }
    let result = record.header().about.result;
    Ok(result.and_then(|written| written.meaning))
}
