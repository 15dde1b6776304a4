//! Everything that is kept, as game files.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ponnuki_room::Room;
use ponnuki_store::{Store, StoreFault};
use ponnuki_wire::replayable;

/// How many rooms are read at a time.
const PART: u32 = 100;

/// What was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// How many games.
    pub n_games: usize,
    /// Rooms that could not be read, each with the reason.
    pub unread: Vec<(String, String)>,
}

/// Why an export ended early.
#[derive(Debug)]
pub enum ExportFault {
    /// What is kept cannot be read.
    Store(StoreFault),
    /// A file could not be written.
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

impl fmt::Display for ExportFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportFault::Store(fault) => fault.fmt(f),
            ExportFault::File { path, error } => {
                write!(f, "{} could not be written: {error}", path.display())
            }
        }
    }
}

impl std::error::Error for ExportFault {}

impl From<StoreFault> for ExportFault {
    fn from(fault: StoreFault) -> ExportFault {
        ExportFault::Store(fault)
    }
}

/// Writes every game in `store` to the directory `dir`, as `ROOM-NUMBER.sgf`. A room
/// that cannot be read is left out and told.
///
/// # Errors
///
/// The store fails, or a file cannot be written.
pub async fn export(store: &Store, dir: &Path) -> Result<Exported, ExportFault> {
    write(dir, |dir| fs::create_dir_all(dir))?;
    let mut exported = Exported::default();
    let mut last = String::new();
    loop {
        let ids = store.ids(PART, &last).await?;
        let Some(next) = ids.last().cloned() else {
            return Ok(exported);
        };
        for id in ids {
            match room(store, &id).await {
                Ok(room) => exported.n_games += write_games(dir, &id, &room)?,
                Err(why) => exported.unread.push((id, why)),
            }
        }
        last = next;
    }
}

/// A room, or why its events do not make one.
async fn room(store: &Store, id: &str) -> Result<Room, String> {
    let kept = store.events(id).await.map_err(|fault| fault.to_string())?;
    let events = replayable(kept.iter().map(|kept| (kept.at_ms, &kept.event)));
    let events = events.map_err(|fault| fault.to_string())?;
    Room::replay(events).map_err(|fault| fault.to_string())
}

/// Writes all games of a room; returns how many.
fn write_games(dir: &Path, id: &str, room: &Room) -> Result<usize, ExportFault> {
    let mut n_games = 0;
    for number in 1..=room.game_number() {
        let Some(sgf) = room.record(number) else {
            continue;
        };
        let path = dir.join(format!("{id}-{number}.sgf"));
        write(&path, |path| fs::write(path, &sgf))?;
        n_games += 1;
    }
    Ok(n_games)
}

fn write(path: &Path, write: impl Fn(&Path) -> io::Result<()>) -> Result<(), ExportFault> {
    write(path).map_err(|error| ExportFault::File {
        path: path.to_owned(),
        error,
    })
}
