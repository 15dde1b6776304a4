//! A game that goes on where a record stops.

use std::path::{Path, PathBuf};

use ponnuki_files::replay_to;
use ponnuki_game::Game;
use ponnuki_record::Records;
use ponnuki_wire::NewRoom;

use crate::Failure;
use crate::files::{self, FileFault};

/// Where to go on.
#[derive(Debug, clap::Args)]
pub(crate) struct ResumeArgs {
    /// Go on with the game in this file, from the end of its main line
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["link", "last", "server", "size", "rules", "komi", "handicap", "clock"])]
    resume: Option<PathBuf>,
    /// Go on after this move of the file
    #[arg(long = "move", value_name = "N", requires = "resume")]
    number: Option<usize>,
}

impl ResumeArgs {
    /// The room to go on in, with nothing said of the opponent, if there is a game to go on with.
    ///
    /// # Errors
    ///
    /// The file has no such game, or no room can go on with it.
    pub(super) fn room(&self) -> Result<Option<NewRoom>, Failure> {
        let Some(path) = &self.resume else {
            return Ok(None);
        };
        let game = read(path, self.number).map_err(|fault| fault.of(path))?;
        let room = NewRoom::going_on(&game);
        let room = room.map_err(|why| FileFault::NotContinuable(why).of(path))?;
        Ok(Some(room))
    }

    /// Whether there is a game to go on with.
    pub(super) fn is_meant(&self) -> bool {
        self.resume.is_some()
    }
}

/// The first game of the file at `path`, after so many moves or at its end.
fn read(path: &Path, number: Option<usize>) -> Result<Game, FileFault> {
    let bytes = files::read(path)?;
    let records = Records::from_bytes(&bytes)?;
    let none = FileFault::NoSuchGame {
        number: 1,
        n_games: 0,
    };
    let record = records.iter().next().ok_or(none)??;
    Ok(replay_to(record, number)?.into_game())
}
