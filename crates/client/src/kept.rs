//! The seat that someone left, kept in a file to go on with.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::link::ServerAddress;
use crate::seat::SeatAddress;

/// In the data directory: whose game it is, which room, and the key to the seat.
const FILE: &str = "play.seat";

/// What stands for the server inside the process.
const LOCAL: &str = "here";

/// A seat to go on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptSeat {
    /// The server; none for the one inside the process.
    pub server: Option<ServerAddress>,
    /// The room's id.
    pub room: String,
    /// The key to the seat; none for someone who watched.
    pub token: Option<String>,
}

impl KeptSeat {
    /// The seat that is kept in `dir`, if one is.
    pub fn read(dir: &Path) -> Option<KeptSeat> {
        let text = fs::read_to_string(path(dir)).ok()?;
        let mut lines = text.lines();
        let (server, room, token) = (lines.next()?, lines.next()?, lines.next().unwrap_or(""));
        let server = match server {
            LOCAL => None,
            server => Some(ServerAddress::parse(server).ok()?),
        };
        Some(KeptSeat {
            server,
            room: room.to_owned(),
            token: (!token.is_empty()).then(|| token.to_owned()),
        })
    }

    /// Keeps the seat in `dir`.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn write(&self, dir: &Path) -> io::Result<()> {
        let server = self.server.as_ref();
        let server = server.map_or(LOCAL.to_owned(), ServerAddress::to_string);
        let token = self.token.as_deref().unwrap_or_default();
        let mut file = private(&path(dir))?;
        writeln!(file, "{server}\n{}\n{token}", self.room)
    }

    /// A seat at a room of the server inside the process.
    pub fn here(seat: &SeatAddress) -> KeptSeat {
        KeptSeat {
            server: None,
            ..KeptSeat::elsewhere(seat)
        }
    }

    /// A seat at a room of another server.
    pub fn elsewhere(seat: &SeatAddress) -> KeptSeat {
        KeptSeat {
            server: Some(seat.server.clone()),
            room: seat.room.clone(),
            token: seat.token.clone(),
        }
    }
}

fn path(dir: &Path) -> PathBuf {
    dir.join(FILE)
}

/// A file that only its owner reads: whoever has the key can play.
fn private(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
