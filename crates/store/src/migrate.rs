//! From any earlier version of the database to this one.

use std::cmp::Ordering;

use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, raw_sql};

use crate::fault::StoreFault;
use crate::files::Files;

/// What leads from each version to the next, from an empty file on. A step that
/// was ever released never changes. Each ends by writing down the version it leads to.
pub(crate) const STEPS: [&str; 8] = [
    include_str!("../migrations/0001_events.sql"),
    include_str!("../migrations/0002_server.sql"),
    include_str!("../migrations/0003_sums.sql"),
    include_str!("../migrations/0004_seats.sql"),
    include_str!("../migrations/0005_openings.sql"),
    include_str!("../migrations/0006_due.sql"),
    include_str!("../migrations/0007_worker_keys.sql"),
    include_str!("../migrations/0008_nodes.sql"),
];

/// Brings a database up to date, and its key into a file of its own.
///
/// # Errors
///
/// It is of a later version; or it is empty, and yet it has a key; or there are two keys.
pub(crate) async fn migrate(
    connection: &mut SqliteConnection,
    files: &Files,
) -> Result<(), StoreFault> {
    if version(connection).await? == 0 && files.key().exists() {
        return Err(StoreFault::Lost { trace: files.key() });
    }
    migrate_schema(connection).await?;
    move_key(connection, files).await
}

/// Whether a database is of this version.
///
/// # Errors
///
/// Of which it is.
pub(crate) async fn check_version(connection: &mut SqliteConnection) -> Result<(), StoreFault> {
    judge_version(version(connection).await?)
}

/// Whether that is the version of this program.
pub(crate) fn judge_version(version: i64) -> Result<(), StoreFault> {
    let version_max = STEPS.len() as i64;
    match version.cmp(&version_max) {
        Ordering::Equal => Ok(()),
        Ordering::Greater => Err(StoreFault::TooNew {
            version,
            version_max,
        }),
        Ordering::Less => Err(StoreFault::TooOld {
            version,
            version_max,
        }),
    }
}

/// Brings the tables up to date, one step in one transaction each.
pub(crate) async fn migrate_schema(connection: &mut SqliteConnection) -> Result<(), StoreFault> {
    let version_max = STEPS.len() as i64;
    let version = version(connection).await?;
    let Some(n_done) = usize::try_from(version).ok().filter(|&n| n <= STEPS.len()) else {
        return Err(StoreFault::TooNew {
            version,
            version_max,
        });
    };
    for &step in &STEPS[n_done..] {
        let mut transaction = connection.begin().await?;
        raw_sql(step).execute(&mut *transaction).await?;
        transaction.commit().await?;
    }
    Ok(())
}

/// Of which version a database is; of version 0 if nothing was ever made in it.
pub(crate) async fn version(connection: &mut SqliteConnection) -> Result<i64, StoreFault> {
    let version = sqlx::query_scalar("PRAGMA user_version");
    Ok(version.fetch_one(connection).await?)
}

/// Moves the key, which versions before 3 kept in the database, into its file: first it is
/// there, then no longer here. Its bytes are wiped, in the log too.
async fn move_key(connection: &mut SqliteConnection, files: &Files) -> Result<(), StoreFault> {
    let key: Option<Vec<u8>> = sqlx::query_scalar("SELECT key FROM server")
        .fetch_one(&mut *connection)
        .await?;
    let Some(key) = key else {
        return Ok(());
    };
    let key = key.try_into().map_err(|_| StoreFault::BadKey)?;
    match files.read_key()? {
        None => files.write_key(key)?,
        Some(own) if own == key => {}
        Some(_) => return Err(StoreFault::OtherKey { file: files.key() }),
    }
    raw_sql(
        "PRAGMA secure_delete = ON;
         UPDATE server SET key = NULL;
         PRAGMA wal_checkpoint(TRUNCATE)",
    )
    .execute(connection)
    .await?;
    let file = files.key();
    tracing::info!("the key lies in {} from now on", file.display());
    Ok(())
}
