//! Which tokens of a seat still count: one small row for each seat that was ever handed
//! over or signed out. It is no event, because it says nothing of the game and changes.

use sqlx::sqlite::SqliteConnection;

use crate::fault::{StoreFault, from_sql};
use crate::store::Store;

/// Which tokens of a seat still count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatLock {
    /// How often its devices were signed out: tokens from before are worth nothing.
    pub generation: u32,
    /// How many hand-over links were used: those from before are worth nothing.
    pub n_handed: u32,
}

impl Store {
    /// The lock of the seat that `holder` has in `room`; as new if nothing ever changed.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn seat_lock(&self, room: &str, holder: &str) -> Result<SeatLock, StoreFault> {
        let row: Option<(i64, i64)> =
            sqlx::query_as("SELECT generation, n_handed FROM seats WHERE room = ? AND holder = ?")
                .bind(room)
                .bind(holder)
                .fetch_optional(&self.readers)
                .await?;
        let lock = |(generation, n_handed)| SeatLock {
            generation: counted(generation),
            n_handed: counted(n_handed),
        };
        Ok(row.map(lock).unwrap_or_default())
    }

    /// Uses up the hand-over link that was made when the lock was `made`; tells whether it
    /// was still good. Of two who try at once, one succeeds.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn use_handoff(
        &self,
        room: &str,
        holder: &str,
        made: SeatLock,
    ) -> Result<bool, StoreFault> {
        let mut transaction = self.writer.begin().await?;
        let used = use_handoff(transaction.connection(), room, holder, made).await;
        transaction.end(used).await
    }

    /// Makes every token of the seat worthless, also one of the generation `seen`, which may
    /// be ahead of an older copy of the database; returns the generation of those that count.
    /// None if `seen` is worthless itself, unless it was made so by the same question:
    /// whoever `asked` and missed the answer gets it again.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn sign_out(
        &self,
        room: &str,
        holder: &str,
        seen: u32,
        asked: Option<&str>,
    ) -> Result<Option<u32>, StoreFault> {
        let mut transaction = self.writer.begin().await?;
        let generation = sign_out(transaction.connection(), room, holder, seen, asked).await;
        let generation = transaction.end(generation).await?;
        Ok(generation.map(counted))
    }
}

async fn use_handoff(
    connection: &mut SqliteConnection,
    room: &str,
    holder: &str,
    made: SeatLock,
) -> Result<bool, StoreFault> {
    make_lock(connection, room, holder).await?;
    let used = sqlx::query(
        "UPDATE seats SET n_handed = n_handed + 1
         WHERE room = ? AND holder = ? AND generation <= ? AND n_handed = ?",
    )
    .bind(room)
    .bind(holder)
    .bind(made.generation)
    .bind(made.n_handed)
    .execute(connection)
    .await?;
    Ok(used.rows_affected() == 1)
}

async fn sign_out(
    connection: &mut SqliteConnection,
    room: &str,
    holder: &str,
    seen: u32,
    asked: Option<&str>,
) -> Result<Option<i64>, StoreFault> {
    make_lock(connection, room, holder).await?;
    let generation = sqlx::query_scalar(
        "UPDATE seats SET asked = ?4,
             generation = CASE WHEN asked = ?4 THEN generation ELSE max(generation, ?3) + 1 END
         WHERE room = ?1 AND holder = ?2 AND (generation <= ?3 OR asked = ?4)
         RETURNING generation",
    )
    .bind(room)
    .bind(holder)
    .bind(seen)
    .bind(asked)
    .fetch_optional(connection)
    .await?;
    Ok(generation)
}

/// Sees to it that there is a row to change, if there is such a room.
async fn make_lock(
    connection: &mut SqliteConnection,
    room: &str,
    holder: &str,
) -> Result<(), StoreFault> {
    sqlx::query("INSERT OR IGNORE INTO seats (room, holder) SELECT id, ? FROM rooms WHERE id = ?")
        .bind(holder)
        .bind(room)
        .execute(connection)
        .await?;
    Ok(())
}

/// Nobody counts so far that it does not fit.
fn counted(number: i64) -> u32 {
    u32::try_from(from_sql(number)).unwrap_or(u32::MAX)
}
