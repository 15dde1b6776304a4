//! The store as its users see it.

use std::path::Path;
use std::time::Duration;

use ponnuki_wire::{RoomSummary, Stage, StoredEvent, from_json, to_json};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use tokio::sync::{mpsc, oneshot};

use crate::access::{Medium, WriteAccess};
use crate::fault::{StoreFault, from_sql, to_sql};
use crate::migrate::migrate;
use crate::writer::{Append, QUEUE_MAX, write_all};

/// How many may read at once; reading is short.
const READERS_MAX: u32 = 4;

/// How long to wait for another process that has the file, such as a backup.
const BUSY_MAX: Duration = Duration::from_secs(10);

/// The most rooms that one list holds.
const LIST_MAX: u32 = 1_000;

/// All events of all rooms. Clones are the same store.
#[derive(Clone, Debug)]
pub struct Store {
    /// Where everybody reads.
    readers: SqlitePool,
    /// The one connection that writes.
    writer: WriteAccess,
    /// What waits to be written.
    queue: mpsc::Sender<Append>,
}

/// An event that was stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// When it was accepted, in Unix milliseconds.
    pub at_ms: u64,
    /// What.
    pub event: StoredEvent,
}

/// Which rooms a list is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shelf {
    /// Those where something is still to come.
    Open,
    /// Those whose game is over, or that were closed.
    Finished,
}

impl Store {
    /// Opens the database in the file at `path`, or makes it, and brings it up to date.
    /// Must be called inside a tokio runtime, on which its writer then runs.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened or is of a later version of the program.
    pub async fn open(path: &Path) -> Result<Store, StoreFault> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal);
        let writer = pool(1, options.clone()).await?;
        migrate(&mut *writer.acquire().await?).await?;
        let readers = pool(READERS_MAX, options).await?;
        let writer = WriteAccess::new(writer, Medium::File);
        Ok(Store::start(readers, writer))
    }

    /// A store that is gone when it is dropped.
    ///
    /// # Errors
    ///
    /// If there is no memory for it.
    pub async fn in_memory() -> Result<Store, StoreFault> {
        let options = SqliteConnectOptions::new().in_memory(true);
        // The memory belongs to the connection: readers and writer share the one.
        let only = pool(1, options).await?;
        migrate(&mut *only.acquire().await?).await?;
        let writer = WriteAccess::new(only.clone(), Medium::Memory);
        Ok(Store::start(only, writer))
    }

    fn start(readers: SqlitePool, writer: WriteAccess) -> Store {
        let (queue, waiting) = mpsc::channel(QUEUE_MAX);
        tokio::spawn(write_all(writer.clone(), waiting));
        Store {
            readers,
            writer,
            queue,
        }
    }

    /// Stores a new room with its first event. Returns when both are on the disk.
    ///
    /// # Errors
    ///
    /// [`StoreFault::Conflict`] if there is a room with this id.
    pub async fn create_room(
        &self,
        at_ms: u64,
        event: &StoredEvent,
        summary: &RoomSummary,
    ) -> Result<(), StoreFault> {
        self.append(1, at_ms, event, summary).await
    }

    /// Stores the event number `seq` of the room that `summary` is about, with
    /// what the room now looks like in a list. Returns when it is on the disk.
    ///
    /// # Errors
    ///
    /// [`StoreFault::Conflict`] if `seq` is not the next number of this room.
    /// After any other fault the event may be stored or not: read the room again.
    pub async fn append(
        &self,
        seq: u64,
        at_ms: u64,
        event: &StoredEvent,
        summary: &RoomSummary,
    ) -> Result<(), StoreFault> {
        let (done, answer) = oneshot::channel();
        let append = Append {
            room: summary.room.clone(),
            seq,
            at_ms,
            event: to_json(event),
            opened_ms: summary.opened_ms,
            updated_ms: summary.updated_ms,
            is_over: is_over(summary.stage),
            summary: to_json(summary),
            done,
        };
        let sent = self.queue.send(append).await;
        sent.map_err(|_| StoreFault::Closed)?;
        answer.await.unwrap_or(Err(StoreFault::Closed))
    }

    /// All events of a room, the first first.
    ///
    /// # Errors
    ///
    /// [`StoreFault::NoRoom`] if there is none with this id.
    pub async fn events(&self, room: &str) -> Result<Vec<Kept>, StoreFault> {
        let rows: Vec<(i64, i64, String)> =
            sqlx::query_as("SELECT seq, at_ms, event FROM events WHERE room = ? ORDER BY seq")
                .bind(room)
                .fetch_all(&self.readers)
                .await?;
        if rows.is_empty() {
            return Err(StoreFault::NoRoom {
                room: room.to_owned(),
            });
        }
        let kept = rows.into_iter().map(|(seq, at_ms, event)| {
            let event = from_json(&event).map_err(|why| StoreFault::Unreadable {
                room: room.to_owned(),
                seq: Some(from_sql(seq)),
                why,
            })?;
            Ok(Kept {
                at_ms: from_sql(at_ms),
                event,
            })
        });
        kept.collect()
    }

    /// The rooms of a shelf, the last to change first: at most `limit`, and only
    /// those that come after `after` in this order.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn rooms(
        &self,
        shelf: Shelf,
        limit: u32,
        after: Option<&RoomSummary>,
    ) -> Result<Vec<RoomSummary>, StoreFault> {
        let (before_ms, after_id) = match after {
            Some(last) => (to_sql(last.updated_ms)?, last.room.as_str()),
            None => (i64::MAX, ""),
        };
        let rows = sqlx::query_as(
            "SELECT id, summary FROM rooms
             WHERE is_over = ?1 AND (updated_ms < ?2 OR (updated_ms = ?2 AND id > ?3))
             ORDER BY updated_ms DESC, id LIMIT ?4",
        )
        .bind(shelf == Shelf::Finished)
        .bind(before_ms)
        .bind(after_id)
        .bind(limit.min(LIST_MAX))
        .fetch_all(&self.readers)
        .await?;
        rows.into_iter().map(to_summary).collect()
    }

    /// What one room looks like in a list, if there is one with this id.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn room(&self, room: &str) -> Result<Option<RoomSummary>, StoreFault> {
        let row = sqlx::query_as("SELECT id, summary FROM rooms WHERE id = ?")
            .bind(room)
            .fetch_optional(&self.readers)
            .await?;
        row.map(to_summary).transpose()
    }

    /// The ids of rooms in alphabetical order, beginning after `after`: at most
    /// `limit`. With [`events`](Store::events) this is everything there is.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn ids(&self, limit: u32, after: &str) -> Result<Vec<String>, StoreFault> {
        let ids = sqlx::query_scalar("SELECT id FROM rooms WHERE id > ? ORDER BY id LIMIT ?")
            .bind(after)
            .bind(limit.min(LIST_MAX))
            .fetch_all(&self.readers)
            .await?;
        Ok(ids)
    }

    /// The server's key: `fresh` if it has none yet, and the same ever after.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn key(&self, fresh: [u8; 32]) -> Result<[u8; 32], StoreFault> {
        let mut transaction = self.writer.begin().await?;
        let key = sqlx::query_scalar(
            "UPDATE server SET key = coalesce(key, ?) WHERE id = 1 RETURNING key",
        )
        .bind(fresh.as_slice())
        .fetch_one(transaction.connection())
        .await;
        let key: Vec<u8> = transaction.end(key.map_err(StoreFault::from)).await?;
        key.try_into().map_err(|_| StoreFault::BadKey)
    }

    /// Writes down that the server is alive.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn pulse(&self, at_ms: u64) -> Result<(), StoreFault> {
        let at_ms = to_sql(at_ms)?;
        let mut transaction = self.writer.begin().await?;
        let written = sqlx::query("UPDATE server SET pulse_ms = ? WHERE id = 1")
            .bind(at_ms)
            .execute(transaction.connection())
            .await;
        let written = written.map(drop).map_err(StoreFault::from);
        transaction.end(written).await
    }

    /// Whether the last write failed because the database did. It takes no time to ask.
    pub fn is_failing(&self) -> bool {
        self.writer.is_failing()
    }

    /// When the server was last known to be alive, in Unix milliseconds: its last
    /// pulse or its last event, if there was any.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn last_pulse(&self) -> Result<Option<u64>, StoreFault> {
        let pulse: Option<i64> = sqlx::query_scalar(
            "SELECT max(ms) FROM (SELECT pulse_ms AS ms FROM server
             UNION ALL SELECT max(updated_ms) FROM rooms WHERE is_over = 0
             UNION ALL SELECT max(updated_ms) FROM rooms WHERE is_over = 1)",
        )
        .fetch_one(&self.readers)
        .await?;
        Ok(pulse.map(from_sql))
    }

    /// Writes a copy of everything to a new file at `path`, as it was at one moment.
    /// The store goes on meanwhile.
    ///
    /// # Errors
    ///
    /// If there is a file already, or it cannot be written.
    pub async fn backup(&self, path: &Path) -> Result<(), StoreFault> {
        let text = path.to_str().ok_or_else(|| StoreFault::BadPath {
            path: path.to_owned(),
        })?;
        sqlx::query("VACUUM INTO ?")
            .bind(text)
            .execute(&self.readers)
            .await?;
        Ok(())
    }

    /// Waits for what is being written, and lets go of the file. Whatever is
    /// asked for after that is answered by [`StoreFault::Closed`].
    pub async fn close(&self) {
        self.writer.close().await;
        self.readers.close().await;
    }
}

/// Connections that keep what they are told, even if the power fails.
async fn pool(n: u32, options: SqliteConnectOptions) -> Result<SqlitePool, StoreFault> {
    let options = options
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY_MAX);
    let pool = SqlitePoolOptions::new()
        .min_connections(1)
        .max_connections(n)
        .idle_timeout(None)
        .max_lifetime(None)
        // A connection in this process does not go away by itself; but one that is being
        // tested is lost if whoever wants it goes, and with it all that is in memory.
        .test_before_acquire(false)
        .connect_with(options)
        .await?;
    Ok(pool)
}

fn is_over(stage: Stage) -> bool {
    match stage {
        Stage::Waiting | Stage::Bidding | Stage::Playing | Stage::Stopped => false,
        Stage::Over | Stage::Closed => true,
    }
}

fn to_summary((room, summary): (String, String)) -> Result<RoomSummary, StoreFault> {
    from_json(&summary).map_err(|why| StoreFault::Unreadable {
        room,
        seq: None,
        why,
    })
}
