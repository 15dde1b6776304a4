//! A copy of everything, in a file of its own, and whether it is whole.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePool};
use sqlx::{ConnectOptions as _, Connection as _};

use crate::events::find_damaged;
use crate::fault::StoreFault;
use crate::files::create_private;

/// Writes what `readers` see to a new file at `path`; returns what is damaged in it.
pub(crate) async fn write_copy(
    readers: &SqlitePool,
    path: &Path,
) -> Result<Vec<StoreFault>, StoreFault> {
    let text = path.to_str().ok_or_else(|| StoreFault::BadPath {
        path: path.to_owned(),
    })?;
    let file_fault = |error: io::Error| StoreFault::file(path, error);
    // SQLite takes an empty file for a new one, and this one nobody else can read.
    create_private(path).map_err(file_fault)?;
    let written = async {
        sqlx::query("VACUUM INTO ?")
            .bind(text)
            .execute(readers)
            .await?;
        File::open(path)
            .and_then(|file| file.sync_all())
            .map_err(file_fault)?;
        check_copy(path).await
    };
    let written = written.await;
    if written.is_err() {
        // Half a copy is none. If it cannot be removed either, the reason is the same.
        drop(fs::remove_file(path));
    }
    written
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
