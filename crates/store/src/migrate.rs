//! From any earlier version of the database to this one.

use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, raw_sql};

use crate::fault::StoreFault;

/// What leads from each version to the next, from an empty file on. A step that
/// was ever released never changes. Each ends by writing down the version it leads to.
pub(crate) const STEPS: [&str; 2] = [
    include_str!("../migrations/0001_events.sql"),
    include_str!("../migrations/0002_server.sql"),
];

/// Brings the database up to date, one step in one transaction each.
pub(crate) async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreFault> {
    let version_max = STEPS.len() as i64;
    let version: i64 = sqlx::query_scalar("PRAGMA user_version")
        .fetch_one(&mut *connection)
        .await?;
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
