//! A copy put back into the place of a database: looked at first, and what was there is kept.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use crate::copy::quick_check;
use crate::events::find_damaged;
use crate::fault::{StoreFault, from_sql};
use crate::files::{Files, beside, create_private, sync_directory};
use crate::migrate::{migrate_schema, version};

/// What a database is called that is not in its place yet.
const NEW: &str = ".new";

/// So many databases that were there before are kept at most; whoever has more has not
/// looked at any.
const KEPT_MAX: u32 = 1_000;

/// A copy that can be put into the place of a database: whole, and brought up to date. It lies
/// beside that database until it is put there or this is dropped.
#[derive(Debug)]
pub struct Backup {
    /// The copy of the copy.
    new: PathBuf,
    files: Files,
    n_rooms: u64,
    damaged: Vec<StoreFault>,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// Where the database is that was there before, if one was.
    pub before: Option<PathBuf>,
    /// The key that belongs to it, if there is one.
    pub key: Option<PathBuf>,
}

impl Backup {
    /// Reads the copy at `backup`, to be put into the place of `database`. Nothing that is
    /// there is changed.
    ///
    /// # Errors
    ///
    /// It cannot be read, is of a later version of the program, makes no sense, or is no
    /// database of ours.
    pub async fn read(backup: &Path, database: &Path) -> Result<Backup, StoreFault> {
        let files = Files::of(database);
        let new = beside(database, NEW);
        // From a process that ended in the middle of this.
        drop(fs::remove_file(&new));
        let mut read = Backup {
            new,
            files,
            n_rooms: 0,
            damaged: Vec::new(),
        };
        copy(backup, &read.new)?;
        let options = SqliteConnectOptions::new().filename(&read.new);
        let no_backup = || StoreFault::NoBackup {
            file: backup.to_owned(),
        };
        let mut copy = options.connect().await.map_err(|_| no_backup())?;
        if !is_ours(&mut copy).await? {
            return Err(no_backup());
        }
        quick_check(&mut copy).await?;
        migrate_schema(&mut copy).await?;
        read.damaged = find_damaged(&mut copy).await?;
        let n_rooms = sqlx::query_scalar("SELECT count(*) FROM rooms");
        read.n_rooms = from_sql(n_rooms.fetch_one(&mut copy).await?);
        copy.close().await?;
        Ok(read)
    }

    /// How many rooms are in it.
    pub fn n_rooms(&self) -> u64 {
        self.n_rooms
    }

    /// The rooms that are damaged in it.
    pub fn damaged(&self) -> &[StoreFault] {
        &self.damaged
    }

    /// Puts it into its place. What was there is kept beside it.
    ///
    /// # Errors
    ///
    /// A server has the database, or it cannot be moved; everything is then as it was.
    pub fn put_back(self) -> Result<Restored, StoreFault> {
        let database = &self.files.database;
        let is_there = fs::symlink_metadata(database).is_ok();
        // Held until it is done.
        let _lock = is_there.then(|| self.files.lock()).transpose()?;
        let before = is_there.then(|| self.aside()).transpose()?;
        let mut moves = Vec::new();
        if let Some(before) = &before {
            let old = Files::of(before);
            let logs = [
                (self.files.log(), old.log()),
                (self.files.memory(), old.memory()),
            ];
            let logs = logs.into_iter().filter(|(log, _)| log.exists());
            moves.extend(logs);
            moves.push((database.clone(), before.clone()));
        }
        moves.push((self.new.clone(), database.clone()));
        move_all(&moves).map_err(|error| StoreFault::file(database, error))?;
        sync_directory(database).map_err(|error| StoreFault::file(database, error))?;
        Ok(Restored {
            before,
            key: Some(self.files.key()).filter(|key| key.exists()),
        })
    }

    /// A name for the database that is there: `ponnuki.before-1.db`.
    fn aside(&self) -> Result<PathBuf, StoreFault> {
        let database = &self.files.database;
        let named = |n: u32| {
            let mut name = database.file_stem().unwrap_or_default().to_owned();
            name.push(format!(".before-{n}"));
            if let Some(extension) = database.extension() {
                name.push(".");
                name.push(extension);
            }
            database.with_file_name(name)
        };
        let mut names = (1..=KEPT_MAX).map(named);
        let free = names.find(|path| fs::symlink_metadata(path).is_err());
        free.ok_or_else(|| {
            let error = io::ErrorKind::AlreadyExists.into();
            StoreFault::file(&named(KEPT_MAX), error)
        })
    }
}

impl Drop for Backup {
    fn drop(&mut self) {
        // What was put into its place is not there any more, and that is no matter.
        drop(fs::remove_file(&self.new));
    }
}

/// Copies a file to a new one that only its owner can read.
fn copy(from: &Path, to: &Path) -> Result<(), StoreFault> {
    let mut source = File::open(from).map_err(|error| StoreFault::file(from, error))?;
    let mut write = || {
        let mut target = create_private(to)?;
        io::copy(&mut source, &mut target)?;
        target.sync_all()
    };
    write().map_err(|error| StoreFault::file(to, error))
}

/// Whether it is a database with our rooms in it.
///
/// # Errors
///
/// It is a database, and damaged.
async fn is_ours(connection: &mut SqliteConnection) -> Result<bool, StoreFault> {
    let rooms = sqlx::query("SELECT 1 FROM sqlite_schema WHERE name = 'rooms' AND type = 'table'");
    let found = match version(connection).await {
        Ok(0) => return Ok(false),
        Ok(_) => rooms
            .fetch_optional(connection)
            .await
            .map_err(StoreFault::from),
        Err(fault) => Err(fault),
    };
    match found {
        Ok(row) => Ok(row.is_some()),
        Err(fault @ StoreFault::Corrupt(_)) => Err(fault),
        // SQLite takes it for no database at all.
        Err(_) => Ok(false),
    }
}

/// Renames all, or takes back what was renamed.
fn move_all(moves: &[(PathBuf, PathBuf)]) -> io::Result<()> {
    for (n_done, (from, to)) in moves.iter().enumerate() {
        if let Err(error) = fs::rename(from, to) {
            for (from, to) in moves[..n_done].iter().rev() {
                // What cannot be taken back either is where the error says.
                drop(fs::rename(to, from));
            }
            return Err(error);
        }
    }
    Ok(())
}
