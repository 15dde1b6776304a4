//! What can go wrong with a store.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use ponnuki_wire::BadJson;

/// Why the store did not do what it was asked for.
#[derive(Clone, Debug)]
pub enum StoreFault {
    /// Another event has this number already, or the one before it is missing:
    /// somebody else writes to the room.
    Conflict {
        /// The room.
        room: String,
        /// The number.
        seq: u64,
    },
    /// There is no room with this id.
    NoRoom {
        /// The id.
        room: String,
    },
    /// An event, or a summary, cannot be read.
    Unreadable {
        /// The room.
        room: String,
        /// The event's number; none for the summary.
        seq: Option<u64>,
        /// What is wrong with it.
        why: BadJson,
    },
    /// The file was written by a later version of the program.
    TooNew {
        /// Its version.
        version: i64,
        /// The last that is known here.
        version_max: i64,
    },
    /// A number is beyond what the database can hold.
    TooLarge {
        /// The number.
        number: u64,
    },
    /// A path is no text, and the database takes only texts.
    BadPath {
        /// The path.
        path: PathBuf,
    },
    /// The server's key is not 32 bytes: somebody else wrote it.
    BadKey,
    /// The store is closed.
    Closed,
    /// The database failed while something was written: the disk is full or broken, or
    /// another process holds the file. The next write may succeed.
    NotWritten(String),
    /// The database failed.
    Database(Arc<sqlx::Error>),
}

impl StoreFault {
    /// The same fault, known to be one of writing if the database failed.
    pub(crate) fn of_writing(self) -> StoreFault {
        match self {
            StoreFault::Database(error) => StoreFault::NotWritten(error.to_string()),
            other => other,
        }
    }
}

impl fmt::Display for StoreFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreFault::Conflict { room, seq } => {
                write!(f, "event {seq} of room {room} is not the next one")
            }
            StoreFault::NoRoom { room } => write!(f, "there is no room {room}"),
            StoreFault::Unreadable {
                room,
                seq: Some(seq),
                why,
            } => write!(f, "event {seq} of room {room} cannot be read: {why}"),
            StoreFault::Unreadable {
                room,
                seq: None,
                why,
            } => write!(f, "the summary of room {room} cannot be read: {why}"),
            StoreFault::TooNew {
                version,
                version_max,
            } => write!(
                f,
                "the database is of version {version}, and this program knows up to {version_max}"
            ),
            StoreFault::TooLarge { number } => write!(f, "{number} is too large to be stored"),
            StoreFault::BadPath { path } => write!(f, "{} is no text", path.display()),
            StoreFault::BadKey => f.write_str("the server's key is not 32 bytes"),
            StoreFault::Closed => f.write_str("the store is closed"),
            StoreFault::NotWritten(why) => write!(f, "it could not be written: {why}"),
            StoreFault::Database(error) => write!(f, "the database failed: {error}"),
        }
    }
}

impl std::error::Error for StoreFault {}

impl From<sqlx::Error> for StoreFault {
    fn from(error: sqlx::Error) -> StoreFault {
        match error {
            sqlx::Error::PoolClosed => StoreFault::Closed,
            error => StoreFault::Database(Arc::new(error)),
        }
    }
}

/// A number as the database takes it.
pub(crate) fn to_sql(number: u64) -> Result<i64, StoreFault> {
    i64::try_from(number).map_err(|_| StoreFault::TooLarge { number })
}

/// A number as the database gave it; what is stored is never negative.
pub(crate) fn from_sql(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
