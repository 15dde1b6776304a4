//! A copy of everything, in a file of its own, and whether it is whole.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use crate::events::find_damaged;
use crate::fault::StoreFault;
use crate::files::{beside, create_private, sync_directory};

/// What a copy is called that is not whole yet.
const PART: &str = ".part";

/// Has `copy` write everything to a new file at `path`; returns what is damaged in it. The file
/// has its name when it is whole: what a full disk or a killed process leaves has another.
pub(crate) async fn write_copy(
    path: &Path,
    copy: impl AsyncFnOnce(&Path) -> Result<(), StoreFault>,
) -> Result<Vec<StoreFault>, StoreFault> {
    let part = beside(path, PART);
    refuse_present(path)?;
    // From a process that ended in the middle of this.
    drop(fs::remove_file(&part));
    // SQLite takes an empty file for a new one, and this one nobody else can read.
    create_private(&part).map_err(|error| StoreFault::file(path, error))?;
    let written = async {
        copy(&part).await?;
        File::open(&part)
            .and_then(|file| file.sync_all())
            .map_err(|error| StoreFault::file(path, error))?;
        let damaged = check_copy(&part).await?;
        refuse_present(path)?;
        let moved = fs::rename(&part, path).and_then(|()| sync_directory(path));
        moved.map_err(|error| StoreFault::file(path, error))?;
        Ok(damaged)
    };
    let written = written.await;
    if written.is_err() {
        // Half a copy is none. If it cannot be removed either, the reason is the same.
        drop(fs::remove_file(&part));
    }
    written
}

/// Nothing that is there is written over.
fn refuse_present(path: &Path) -> Result<(), StoreFault> {
    match fs::symlink_metadata(path) {
        Ok(_) => {
            let error = io::ErrorKind::AlreadyExists.into();
            Err(StoreFault::file(path, error))
        }
        Err(_) => Ok(()),
    }
}

async fn check_copy(path: &Path) -> Result<Vec<StoreFault>, StoreFault> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true);
    let mut copy = options.connect().await?;
    quick_check(&mut copy).await?;
    let damaged = find_damaged(&mut copy).await?;
    copy.close().await?;
    Ok(damaged)
}

/// Whether SQLite can make sense of every page.
pub(crate) async fn quick_check(connection: &mut SqliteConnection) -> Result<(), StoreFault> {
    let found: Option<String> = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_optional(connection)
        .await?;
    match found {
        Some(found) if found == "ok" => Ok(()),
        found => Err(StoreFault::Corrupt(found.unwrap_or_default())),
    }
}
