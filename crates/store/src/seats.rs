//! Which tokens of a seat still count: one small row for each seat that was ever handed
//! over or signed out. It is no event, because it says nothing of the game and changes.

use crate::backend::{read, write_whole};
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

/// Sees to it that there is a row to change, if there is such a room.
const MAKE_LOCK: &str = "INSERT INTO seats (room, holder) SELECT id, $2 FROM rooms WHERE id = $1
    ON CONFLICT DO NOTHING";

const USE_HANDOFF: &str = "UPDATE seats SET n_handed = n_handed + 1
    WHERE room = $1 AND holder = $2 AND generation <= $3 AND n_handed = $4";

const SIGN_OUT: &str = "UPDATE seats SET asked = $4, generation = CASE
        WHEN asked = $4 THEN generation
        WHEN generation > $3 THEN generation + 1
        ELSE $3 + 1 END
    WHERE room = $1 AND holder = $2 AND (generation <= $3 OR asked = $4)
    RETURNING generation";

impl Store {
    /// The lock of the seat that `holder` has in `room`; as new if nothing ever changed.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn seat_lock(&self, room: &str, holder: &str) -> Result<SeatLock, StoreFault> {
        let row: Option<(i64, i64)> = read!(&self.backend, |readers| {
            sqlx::query_as("SELECT generation, n_handed FROM seats WHERE room = $1 AND holder = $2")
                .bind(room)
                .bind(holder)
                .fetch_optional(readers)
        })?;
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
        write_whole!(&self.backend, |connection| {
            let lock = sqlx::query(MAKE_LOCK).bind(room).bind(holder);
            lock.execute(&mut *connection).await?;
            sqlx::query(USE_HANDOFF)
                .bind(room)
                .bind(holder)
                .bind(i64::from(made.generation))
                .bind(i64::from(made.n_handed))
                .execute(&mut *connection)
                .await
                .map(|used| used.rows_affected() == 1)
        })
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
        let generation: Option<i64> = write_whole!(&self.backend, |connection| {
            let lock = sqlx::query(MAKE_LOCK).bind(room).bind(holder);
            lock.execute(&mut *connection).await?;
            sqlx::query_scalar(SIGN_OUT)
                .bind(room)
                .bind(holder)
                .bind(i64::from(seen))
                .bind(asked)
                .fetch_optional(&mut *connection)
                .await
        })?;
        Ok(generation.map(counted))
    }
}

/// Nobody counts so far that it does not fit.
fn counted(number: i64) -> u32 {
    u32::try_from(from_sql(number)).unwrap_or(u32::MAX)
}
