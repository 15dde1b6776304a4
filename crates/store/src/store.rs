//! The store as its users see it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ponnuki_wire::{RoomSummary, Stage, StoredEvent, from_json, to_json};
use tokio::sync::{mpsc, oneshot};

use crate::address::{DatabaseAddress, PostgresUrl};
use crate::backend::{Backend, SqliteBackend, read};
use crate::copy::write_copy;
use crate::events::{Kept, Row, kept_of};
use crate::fault::{StoreFault, from_sql, to_sql};
use crate::nodes::{Membership, RoomClaim};
use crate::postgres::{PostgresBackend, Tenancy};
use crate::transfer::copy_to_file;
use crate::writer::{Append, QUEUE_MAX, write_all};

/// The most rooms that one list holds.
pub(crate) const LIST_MAX: u32 = 1_000;

/// The last pulse or the last event, if there was any.
pub(crate) const LAST_PULSE: &str = "SELECT max(ms) FROM (SELECT pulse_ms AS ms FROM server
    UNION ALL SELECT max(updated_ms) FROM rooms WHERE is_over = FALSE
    UNION ALL SELECT max(updated_ms) FROM rooms WHERE is_over = TRUE) AS pulses";

/// All events of all rooms. Clones are the same store.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) backend: Backend,
    /// What waits to be written.
    queue: mpsc::Sender<Append>,
    /// What it is among several servers; none if it is the only one.
    pub(crate) node: Option<Arc<Membership>>,
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
    /// Opens the database at `address`, making the file if there is none, and brings it up to
    /// date. Must be called inside a tokio runtime, on which its writer then runs.
    ///
    /// # Errors
    ///
    /// If it cannot be opened, is of a later version of the program, or is a file that is not
    /// there although its key is.
    pub async fn open(address: impl Into<DatabaseAddress>) -> Result<Store, StoreFault> {
        Ok(Store::start(match address.into() {
            DatabaseAddress::File(path) => Backend::Sqlite(SqliteBackend::open(&path).await?),
            DatabaseAddress::Postgres(url) => {
                Backend::Postgres(PostgresBackend::open(&url, Tenancy::Shared).await?)
            }
        }))
    }

    /// The same for the one server of this database: no other can open it like this, nor
    /// one whose pages make no sense.
    ///
    /// # Errors
    ///
    /// As [`open`](Store::open); and [`StoreFault::InUse`], [`StoreFault::ServedElsewhere`],
    /// [`StoreFault::Corrupt`] or [`StoreFault::ForeignLog`].
    pub async fn open_alone(address: impl Into<DatabaseAddress>) -> Result<Store, StoreFault> {
        Ok(Store::start(match address.into() {
            DatabaseAddress::File(path) => Backend::Sqlite(SqliteBackend::open_alone(&path).await?),
            DatabaseAddress::Postgres(url) => {
                Backend::Postgres(PostgresBackend::open(&url, Tenancy::Alone).await?)
            }
        }))
    }

    /// The same for one of several servers of a database, each of which has to
    /// [`join`](Store::join) before it claims a room.
    ///
    /// # Errors
    ///
    /// As [`open_alone`](Store::open_alone): nor does it go beside a server that is alone.
    pub async fn open_node(url: &PostgresUrl) -> Result<Store, StoreFault> {
        let backend = PostgresBackend::open(url, Tenancy::Node).await?;
        Ok(Store {
            node: Some(Membership::new()),
            ..Store::start(Backend::Postgres(backend))
        })
    }

    /// Opens a database to copy or to read it, beside a server that may run, perhaps one of
    /// an earlier version: nothing is made, and nothing is brought up to date.
    ///
    /// # Errors
    ///
    /// If it cannot be opened, is not of this version of the program
    /// ([`StoreFault::TooOld`], [`StoreFault::TooNew`]), or has the log of another beside it.
    pub async fn open_beside(address: impl Into<DatabaseAddress>) -> Result<Store, StoreFault> {
        Ok(Store::start(match address.into() {
            DatabaseAddress::File(path) => {
                Backend::Sqlite(SqliteBackend::open_beside(&path).await?)
            }
            DatabaseAddress::Postgres(url) => {
                Backend::Postgres(PostgresBackend::open_beside(&url).await?)
            }
        }))
    }

    /// A store that is gone when it is dropped.
    ///
    /// # Errors
    ///
    /// If there is no memory for it.
    pub async fn in_memory() -> Result<Store, StoreFault> {
        let backend = SqliteBackend::in_memory().await?;
        Ok(Store::start(Backend::Sqlite(backend)))
    }

    fn start(backend: Backend) -> Store {
        let (queue, waiting) = mpsc::channel(QUEUE_MAX);
        tokio::spawn(write_all(backend.clone(), waiting));
        Store {
            backend,
            queue,
            node: None,
        }
    }

    /// Stores a new room with its first event, and when it is due. Returns when all of that is
    /// on the disk.
    ///
    /// # Errors
    ///
    /// [`StoreFault::Conflict`] if there is a room with this id.
    pub async fn create_room(
        &self,
        at_ms: u64,
        event: &StoredEvent,
        summary: &RoomSummary,
        due_ms: Option<u64>,
    ) -> Result<(), StoreFault> {
        let claim = self.first_claim();
        self.append(&claim, 1, at_ms, event, summary, due_ms).await
    }

    /// Stores the event number `seq` of the room that `summary` is about, if `claim` is the
    /// last of this room, with what the room now looks like in a list and when it is due: when it has to be looked at
    /// although nobody comes. Returns when it is on the disk.
    ///
    /// # Errors
    ///
    /// [`StoreFault::Conflict`] if `seq` is not the next number of this room, or another has
    /// claimed it. After any other fault the event may be stored or not: read the room again.
    pub async fn append(
        &self,
        claim: &RoomClaim,
        seq: u64,
        at_ms: u64,
        event: &StoredEvent,
        summary: &RoomSummary,
        due_ms: Option<u64>,
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
            due_ms,
            epoch: claim.epoch,
            owner: self.node.as_ref().map(|node| node.id()),
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
        let n_events = read!(&self.backend, |readers| {
            sqlx::query_scalar("SELECT n_events FROM rooms WHERE id = $1")
                .bind(room)
                .fetch_optional(readers)
        });
        let n_events: Option<i64> = match n_events {
            // The events may be whole all the same.
            Err(StoreFault::Corrupt(_)) => None,
            n_events => n_events?,
        };
        let query = match &self.backend {
            Backend::Sqlite(_) => {
                "SELECT seq, at_ms, CAST(event AS BLOB), sum FROM events
                 WHERE room = $1 ORDER BY seq"
            }
            Backend::Postgres(_) => {
                "SELECT seq, at_ms, convert_to(event, 'UTF8'), sum FROM events
                 WHERE room = $1 ORDER BY seq"
            }
        };
        let rows: Vec<Row> = read!(&self.backend, |readers| {
            sqlx::query_as(query).bind(room).fetch_all(readers)
        })?;
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
        let query = match &self.backend {
            Backend::Sqlite(_) => {
                "SELECT id, CAST(summary AS BLOB), updated_ms FROM rooms
                 WHERE is_over = $1 AND (updated_ms < $2 OR (updated_ms = $2 AND id > $3))
                 ORDER BY updated_ms DESC, id LIMIT $4"
            }
            Backend::Postgres(_) => {
                "SELECT id, convert_to(summary, 'UTF8'), updated_ms FROM rooms
                 WHERE is_over = $1 AND (updated_ms < $2 OR (updated_ms = $2 AND id > $3))
                 ORDER BY updated_ms DESC, id LIMIT $4"
            }
        };
        loop {
            let rows: Vec<(String, Vec<u8>, i64)> = read!(&self.backend, |readers| {
                sqlx::query_as(query)
                    .bind(shelf == Shelf::Finished)
                    .bind(before_ms)
                    .bind(&after_id)
                    .bind(i64::from(limit.min(LIST_MAX)))
                    .fetch_all(readers)
            })?;
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
        let query = match &self.backend {
            Backend::Sqlite(_) => "SELECT CAST(summary AS BLOB) FROM rooms WHERE id = $1",
            Backend::Postgres(_) => "SELECT convert_to(summary, 'UTF8') FROM rooms WHERE id = $1",
        };
        let summary: Option<Vec<u8>> = read!(&self.backend, |readers| {
            sqlx::query_scalar(query).bind(room).fetch_optional(readers)
        })?;
        summary.map(|bytes| to_summary(room, &bytes)).transpose()
    }

    /// The ids of rooms in alphabetical order, beginning after `after`: at most
    /// `limit`. With [`events`](Store::events) this is everything there is.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn ids(&self, limit: u32, after: &str) -> Result<Vec<String>, StoreFault> {
        let listed = "SELECT id FROM rooms WHERE id > $1 ORDER BY id LIMIT $2";
        match self.ids_by(listed, limit, after).await {
            // The events may be whole all the same.
            Err(StoreFault::Corrupt(_)) => {
                let by_events = "SELECT room FROM events WHERE room > $1
                                 GROUP BY room ORDER BY room LIMIT $2";
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
        read!(&self.backend, |readers| {
            sqlx::query_scalar(query)
                .bind(after)
                .bind(i64::from(limit.min(LIST_MAX)))
                .fetch_all(readers)
        })
    }

    /// The file of the server's key, if it has one.
    pub fn key_file(&self) -> Option<PathBuf> {
        match &self.backend {
            Backend::Sqlite(own) => {
                let file = own.files.as_ref().map(|files| files.key());
                file.filter(|file| file.exists())
            }
            Backend::Postgres(_) => None,
        }
    }

    /// Whether the last write failed because the database did. It takes no time to ask.
    pub fn is_failing(&self) -> bool {
        match &self.backend {
            Backend::Sqlite(own) => own.writer.is_failing(),
            Backend::Postgres(own) => own.writer.is_failing(),
        }
    }

    /// When the server was last known to be alive, in Unix milliseconds: its last
    /// pulse or its last event, if there was any.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn last_pulse(&self) -> Result<Option<u64>, StoreFault> {
        let pulse: Option<i64> = read!(&self.backend, |readers| {
            sqlx::query_scalar(LAST_PULSE).fetch_one(readers)
        })?;
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
        match &self.backend {
            Backend::Sqlite(own) => {
                write_copy(path, async |part| {
                    let part = part.to_str().ok_or_else(|| StoreFault::BadPath {
                        path: path.to_owned(),
                    })?;
                    let copied = sqlx::query("VACUUM INTO $1").bind(part);
                    copied.execute(&own.readers).await?;
                    Ok(())
                })
                .await
            }
            Backend::Postgres(own) => {
                write_copy(path, async |part| copy_to_file(own, part).await).await
            }
        }
    }

    /// Waits for what is being written, and lets go of the database. Whatever is
    /// asked for after that is answered by [`StoreFault::Closed`].
    pub async fn close(&self) {
        match &self.backend {
            Backend::Sqlite(own) => own.close().await,
            Backend::Postgres(own) => own.close().await,
        }
    }
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
