//! The store as its users see it.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use ponnuki_wire::{RoomSummary, Stage, StoredEvent, from_json, to_json};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use tokio::sync::{mpsc, oneshot};

use crate::access::{Medium, WriteAccess};
use crate::copy::{quick_check, write_copy};
use crate::events::{Kept, Row, kept_of};
use crate::fault::{StoreFault, from_sql, to_sql};
use crate::files::Files;
use crate::migrate::{check_version, migrate, migrate_schema};
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
    pub(crate) readers: SqlitePool,
    /// The one connection that writes.
    pub(crate) writer: WriteAccess,
    /// What waits to be written.
    queue: mpsc::Sender<Append>,
    /// What it lies in; none if it is only in memory.
    files: Option<Files>,
    /// Held as long as others may not serve this database.
    lock: Option<Arc<File>>,
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
    /// If the file cannot be opened, is of a later version of the program, or is not there
    /// although its key is.
    pub async fn open(path: &Path) -> Result<Store, StoreFault> {
        let files = Files::of(path);
        files.make()?;
        Store::connect(files, None).await
    }

    /// The same for the one server of this database: no other can open it like this, nor
    /// one whose pages make no sense.
    ///
    /// # Errors
    ///
    /// As [`open`](Store::open); and [`StoreFault::InUse`], [`StoreFault::Corrupt`] or
    /// [`StoreFault::ForeignLog`].
    pub async fn open_alone(path: &Path) -> Result<Store, StoreFault> {
        let files = Files::of(path);
        files.make()?;
        let lock = files.lock()?;
        files.refuse_foreign_log()?;
        Store::connect(files, Some(Arc::new(lock))).await
    }

    /// Opens a database to copy or to read it, beside a server that may run, perhaps one of
    /// an earlier version: nothing is made, and nothing is brought up to date.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, is not of this version of the program
    /// ([`StoreFault::TooOld`], [`StoreFault::TooNew`]), or has the log of another beside it.
    pub async fn open_beside(path: &Path) -> Result<Store, StoreFault> {
        let files = Files::of(path);
        files.refuse_foreign_log()?;
        let options = SqliteConnectOptions::new().filename(&files.database);
        let writer = pool(1, options.clone()).await?;
        check_version(&mut *writer.acquire().await?).await?;
        Store::connected(files, None, writer, options).await
    }

    async fn connect(files: Files, lock: Option<Arc<File>>) -> Result<Store, StoreFault> {
        let options = SqliteConnectOptions::new()
            .filename(&files.database)
            .journal_mode(SqliteJournalMode::Wal);
        let writer = pool(1, options.clone()).await?;
        let mut connection = writer.acquire().await?;
        if lock.is_some() {
            quick_check(&mut connection).await?;
        }
        migrate(&mut connection, &files).await?;
        drop(connection);
        Store::connected(files, lock, writer, options).await
    }

    async fn connected(
        mut files: Files,
        lock: Option<Arc<File>>,
        writer: SqlitePool,
        options: SqliteConnectOptions,
    ) -> Result<Store, StoreFault> {
        let readers = pool(READERS_MAX, options).await?;
        files.tighten();
        files.remember();
        let writer = WriteAccess::new(writer, Medium::File);
        Ok(Store {
            files: Some(files),
            lock,
            ..Store::start(readers, writer)
        })
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
        migrate_schema(&mut *only.acquire().await?).await?;
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
            files: None,
            lock: None,
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
    /// [`StoreFault::NoRoom`] if there is none with this id; [`StoreFault::Damaged`] or
    /// [`StoreFault::Unreadable`] if one of them is not as it was written.
    pub async fn events(&self, room: &str) -> Result<Vec<Kept>, StoreFault> {
        // Read before the events, of which there can only be more by then.
        let n_events = sqlx::query_scalar("SELECT n_events FROM rooms WHERE id = ?")
            .bind(room)
            .fetch_optional(&self.readers)
            .await;
        let n_events: Option<i64> = match n_events.map_err(StoreFault::from) {
            // The events may be whole all the same.
            Err(StoreFault::Corrupt(_)) => None,
            n_events => n_events?,
        };
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT seq, at_ms, CAST(event AS BLOB), sum FROM events WHERE room = ? ORDER BY seq",
        )
        .bind(room)
        .fetch_all(&self.readers)
        .await?;
        if rows.is_empty() && n_events.is_none() {
            return Err(StoreFault::NoRoom {
                room: room.to_owned(),
            });
        }
        kept_of(room, rows, n_events.unwrap_or_default())
    }

    /// The rooms of a shelf, the last to change first: at most `limit`, and only
    /// those that come after `after` in this order. One whose entry is damaged is left
    /// out; it is empty only if none comes any more.
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
        let (mut before_ms, mut after_id) = match after {
            Some(last) => (to_sql(last.updated_ms)?, last.room.clone()),
            None => (i64::MAX, String::new()),
        };
        loop {
            let rows: Vec<(String, Vec<u8>, i64)> = sqlx::query_as(
                "SELECT id, CAST(summary AS BLOB), updated_ms FROM rooms
                 WHERE is_over = ?1 AND (updated_ms < ?2 OR (updated_ms = ?2 AND id > ?3))
                 ORDER BY updated_ms DESC, id LIMIT ?4",
            )
            .bind(shelf == Shelf::Finished)
            .bind(before_ms)
            .bind(&after_id)
            .bind(limit.min(LIST_MAX))
            .fetch_all(&self.readers)
            .await?;
            let Some((last_id, _, last_ms)) = rows.last() else {
                return Ok(Vec::new());
            };
            (before_ms, after_id) = (*last_ms, last_id.clone());
            let readable: Vec<RoomSummary> = rows.into_iter().filter_map(readable).collect();
            if !readable.is_empty() {
                return Ok(readable);
            }
        }
    }

    /// What one room looks like in a list, if there is one with this id.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn room(&self, room: &str) -> Result<Option<RoomSummary>, StoreFault> {
        let summary: Option<Vec<u8>> =
            sqlx::query_scalar("SELECT CAST(summary AS BLOB) FROM rooms WHERE id = ?")
                .bind(room)
                .fetch_optional(&self.readers)
                .await?;
        summary.map(|bytes| to_summary(room, &bytes)).transpose()
    }

    /// The ids of rooms in alphabetical order, beginning after `after`: at most
    /// `limit`. With [`events`](Store::events) this is everything there is.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn ids(&self, limit: u32, after: &str) -> Result<Vec<String>, StoreFault> {
        let listed = "SELECT id FROM rooms WHERE id > ? ORDER BY id LIMIT ?";
        match self.ids_by(listed, limit, after).await {
            // The events may be whole all the same.
            Err(StoreFault::Corrupt(_)) => {
                let by_events = "SELECT room FROM events WHERE room > ?
                                 GROUP BY room ORDER BY room LIMIT ?";
                self.ids_by(by_events, limit, after).await
            }
            ids => ids,
        }
    }

    async fn ids_by(
        &self,
        query: &'static str,
        limit: u32,
        after: &str,
    ) -> Result<Vec<String>, StoreFault> {
        let ids = sqlx::query_scalar(query)
            .bind(after)
            .bind(limit.min(LIST_MAX))
            .fetch_all(&self.readers)
            .await?;
        Ok(ids)
    }

    /// The server's key: `fresh` if it has none yet, and the same ever after. It lies in a
    /// file of its own beside the database.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, or is no key of ours: a new one would cost
    /// the players their seats without a word.
    pub async fn key(&self, fresh: [u8; 32]) -> Result<[u8; 32], StoreFault> {
        let Some(files) = &self.files else {
            return self.key_in_memory(fresh).await;
        };
        if let Some(key) = files.read_key()? {
            return Ok(key);
        }
        if !self.ids(1, "").await?.is_empty() {
            let file = files.key();
            let file = file.display();
            tracing::warn!("{file} is not there: a new key is made, and no old link is good here");
        }
        files.write_key(fresh)?;
        Ok(fresh)
    }

    async fn key_in_memory(&self, fresh: [u8; 32]) -> Result<[u8; 32], StoreFault> {
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

    /// The file of the server's key, if there is one.
    pub fn key_file(&self) -> Option<PathBuf> {
        let file = self.files.as_ref().map(Files::key);
        file.filter(|file| file.exists())
    }

    /// Writes down that the server is alive, and looks whether its database still lies where
    /// it was opened: nothing is written to one that was taken away.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn pulse(&self, at_ms: u64) -> Result<(), StoreFault> {
        let at_ms = to_sql(at_ms)?;
        let is_there = self.files.as_ref().is_none_or(Files::is_as_remembered);
        self.writer.note_file(is_there);
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

    /// Writes a copy of everything but the key to a new file at `path`, as it was at one
    /// moment, and reads the copy. Returns the first damaged event of each room that has
    /// one. The store goes on meanwhile.
    ///
    /// # Errors
    ///
    /// If there is a file already, it cannot be written, or makes no sense.
    pub async fn backup(&self, path: &Path) -> Result<Vec<StoreFault>, StoreFault> {
        write_copy(&self.readers, path).await
    }

    /// Waits for what is being written, and lets go of the file. Whatever is
    /// asked for after that is answered by [`StoreFault::Closed`].
    pub async fn close(&self) {
        self.writer.close().await;
        self.readers.close().await;
        if let Some(lock) = &self.lock
            && let Err(error) = lock.unlock()
        {
            tracing::warn!(%error, "the database stays locked until the process ends");
        }
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

fn to_summary(room: &str, bytes: &[u8]) -> Result<RoomSummary, StoreFault> {
    from_json(&String::from_utf8_lossy(bytes)).map_err(|why| StoreFault::Unreadable {
        room: room.to_owned(),
        seq: None,
        why,
    })
}

/// The entry of a room, unless it is damaged. It is written anew with the next event.
fn readable((room, summary, _): (String, Vec<u8>, i64)) -> Option<RoomSummary> {
    to_summary(&room, &summary)
        .inspect_err(|fault| tracing::error!(%fault, "a room is not listed"))
        .ok()
}
