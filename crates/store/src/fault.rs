//! What can go wrong with a store.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ponnuki_wire::BadJson;
use sqlx::sqlite::SqliteError;

use crate::events::Damage;

/// What SQLite answers when the file makes no sense; more exact codes have it as their
/// lowest byte.
const SQLITE_CORRUPT: u32 = 11;

/// What PostgreSQL answers when its files make no sense.
const POSTGRES_CORRUPT: [&str; 2] = ["XX001", "XX002"];

/// What PostgreSQL answers when it ends, was killed, or does not run yet.
const POSTGRES_AWAY: [&str; 3] = ["57P01", "57P02", "57P03"];

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
    /// The file was written by an earlier version of the program, and is only brought up to
    /// date by the server.
    TooOld {
        /// Its version.
        version: i64,
        /// The one of this program.
        version_max: i64,
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
    /// The database has a key of an earlier version in it, and the file of the key has
    /// another.
    OtherKey {
        /// The file of the key.
        file: PathBuf,
    },
    /// An event is not as it was written.
    Damaged {
        /// The room.
        room: String,
        /// The event's number.
        seq: u64,
        /// What is wrong with it.
        damage: Damage,
    },
    /// Another server has the database.
    InUse {
        /// What it holds.
        lock: PathBuf,
    },
    /// The database is not there or empty, and yet something is that belongs to it.
    Lost {
        /// What is there.
        trace: PathBuf,
    },
    /// The database is a copy that was put back, and the log beside it is of another.
    ForeignLog {
        /// The log.
        log: PathBuf,
    },
    /// A file that was to be put back is not one of our databases.
    NoBackup {
        /// The file.
        file: PathBuf,
    },
    /// A file beside the database cannot be read or written.
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: Arc<io::Error>,
    },
    /// There is no connection to PostgreSQL: why, and what to do about it.
    NoWayIn(String),
    /// Another server has the database of PostgreSQL.
    ServedElsewhere,
    /// Others take this node for dead, or it is none.
    NoLease,
    /// The database of PostgreSQL cannot be used for games.
    NotOurs(String),
    /// The database does not answer, or not in time: why.
    Away(String),
    /// A database into which everything was to be moved has games already.
    NotEmpty,
    /// What was moved is not what was there before.
    OtherCopy {
        /// What differs.
        what: String,
    },
    /// The store is closed.
    Closed,
    /// The database failed while something was written: the disk is full or broken, or
    /// another process holds the file. The next write may succeed.
    NotWritten(String),
    /// The file is not as SQLite left it.
    Corrupt(String),
    /// The database failed.
    Database(Arc<sqlx::Error>),
}

impl StoreFault {
    /// The fault of a file.
    pub(crate) fn file(path: &Path, error: io::Error) -> StoreFault {
        StoreFault::File {
            path: path.to_owned(),
            error: Arc::new(error),
        }
    }

    /// The database took too long.
    pub(crate) fn slow() -> StoreFault {
        StoreFault::Away("it takes too long".to_owned())
    }

    /// The same fault, known to be one of writing if the database failed.
    pub(crate) fn of_writing(self) -> StoreFault {
        match self {
            StoreFault::Database(error) => StoreFault::NotWritten(error.to_string()),
            StoreFault::Corrupt(what) => StoreFault::NotWritten(what),
            fault @ StoreFault::Away(_) => StoreFault::NotWritten(fault.to_string()),
            other => other,
        }
    }
}

/// What to do about a key that is none.
const BAD_KEY: &str = "the key beside the database is not one of ours, 64 hexadecimal digits: put \
                       the right file back, or move it away for a new key, with which nobody's \
                       seat and no link of before is known";

/// What to do about a database of an earlier version.
const TOO_OLD: &str = "use the program that wrote it, or start the server of this one once, which \
                       brings it up to date";

/// What to do where a database is gone that had games.
const LOST: &str = "belongs to one that had games: put a backup in its place, or move that file \
                    away to begin with nothing";

/// What to do about a damaged database.
const CORRUPT: &str = "(put a backup in its place; `ponnuki export` may still save some of the \
                       games)";

const SERVED_ELSEWHERE: &str =
    "another server has this database alone: stop that one first, or give all of them a --node-url";

const NO_LEASE: &str = "this node has given no sign of life in time, and claims nothing";

const NOT_EMPTY: &str = "it has games already, and nothing is written over: name one that is empty";

const OTHER_COPY: &str = "is not as it was read; nothing was moved";

/// What is said of a file that was to be put back.
const NO_BACKUP: &str = "is not a backup: it was not written by `ponnuki backup`";

impl fmt::Display for StoreFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreFault::Conflict { room, seq } => {
                write!(f, "event {seq} of room {room} is not the next one")
            }
            StoreFault::NoRoom { room } => write!(f, "there is no room {room}"),
            StoreFault::Unreadable { room, seq, why } => match seq {
                Some(seq) => write!(f, "event {seq} of room {room} cannot be read: {why}"),
                None => write!(f, "the summary of room {room} cannot be read: {why}"),
            },
            StoreFault::TooOld {
                version,
                version_max,
            } => write!(
                f,
                "the database is of version {version}, and this program writes {version_max}: \
                 {TOO_OLD}"
            ),
            StoreFault::TooNew {
                version,
                version_max,
            } => write!(
                f,
                "the database is of version {version}, and this program knows up to {version_max}"
            ),
            StoreFault::TooLarge { number } => write!(f, "{number} is too large to be stored"),
            StoreFault::BadPath { path } => write!(f, "{} is no text", path.display()),
            StoreFault::BadKey => f.write_str(BAD_KEY),
            StoreFault::OtherKey { file } => write!(
                f,
                "it was put back with a key of its own in it, and {} has another: move that \
                 file away to go on with the seats of the database",
                file.display()
            ),
            StoreFault::Damaged { room, seq, damage } => {
                write!(f, "event {seq} of room {room} is damaged: {damage}")
            }
            StoreFault::InUse { lock } => write!(
                f,
                "another server has it, and one is enough: stop that one first (it holds {})",
                lock.display()
            ),
            StoreFault::Lost { trace } => {
                write!(f, "it is missing or empty, but {} {LOST}", trace.display())
            }
            StoreFault::ForeignLog { log } => write!(
                f,
                "it is a backup that was put back, but {} is of the database that was there \
                 before: move that file away",
                log.display()
            ),
            StoreFault::NoBackup { file } => write!(f, "{} {NO_BACKUP}", file.display()),
            StoreFault::File { path, error } => match error.kind() {
                io::ErrorKind::AlreadyExists => write!(f, "{} already exists", path.display()),
                _ => write!(f, "{}: {error}", path.display()),
            },
            StoreFault::NoWayIn(why) => f.write_str(why),
            StoreFault::ServedElsewhere => f.write_str(SERVED_ELSEWHERE),
            StoreFault::NoLease => f.write_str(NO_LEASE),
            StoreFault::NotOurs(why) => write!(f, "the database cannot be used: {why}"),
            StoreFault::Away(why) => write!(f, "the database does not answer: {why}"),
            StoreFault::NotEmpty => f.write_str(NOT_EMPTY),
            StoreFault::OtherCopy { what } => write!(f, "{what} {OTHER_COPY}"),
            StoreFault::Closed => f.write_str("the store is closed"),
            StoreFault::NotWritten(why) => write!(f, "it could not be written: {why}"),
            StoreFault::Corrupt(what) => write!(f, "the database is damaged: {what} {CORRUPT}"),
            StoreFault::Database(error) => write!(f, "the database failed: {error}"),
        }
    }
}

impl std::error::Error for StoreFault {}

impl From<sqlx::Error> for StoreFault {
    fn from(error: sqlx::Error) -> StoreFault {
        match error {
            sqlx::Error::PoolClosed => StoreFault::Closed,
            sqlx::Error::Io(error) => StoreFault::Away(error.to_string()),
            sqlx::Error::PoolTimedOut => StoreFault::slow(),
            error if is_away(&error) => StoreFault::Away(error.to_string()),
            error if is_corrupt(&error) => StoreFault::Corrupt(error.to_string()),
            error => StoreFault::Database(Arc::new(error)),
        }
    }
}

/// Whether the file is to blame: the database says so, or what it gives is no text or number
/// where there has to be one.
fn is_corrupt(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(error) => {
            let Some(code) = error.code() else {
                return false;
            };
            match error.try_downcast_ref::<SqliteError>() {
                Some(_) => {
                    let code = code.parse();
                    code.is_ok_and(|code: u32| code % 256 == SQLITE_CORRUPT)
                }
                None => POSTGRES_CORRUPT.contains(&&*code),
            }
        }
        sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => true,
        _ => false,
    }
}

/// Whether PostgreSQL goes away or comes back at the moment.
fn is_away(error: &sqlx::Error) -> bool {
    let code = match error {
        sqlx::Error::Database(error) => error.code(),
        _ => None,
    };
    code.is_some_and(|code| POSTGRES_AWAY.contains(&&*code))
}

/// A number as the database takes it.
pub(crate) fn to_sql(number: u64) -> Result<i64, StoreFault> {
    i64::try_from(number).map_err(|_| StoreFault::TooLarge { number })
}

/// A number as the database gave it; what is stored is never negative.
pub(crate) fn from_sql(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
