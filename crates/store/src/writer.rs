//! The one task that writes: what waits is committed together.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};

use crate::access::WriteAccess;
use crate::backend::Backend;
use crate::fault::{StoreFault, to_sql};
use crate::postgres::{PostgresAccess, append_all, stored_already};
use crate::sum::event_sum;

/// How many appends may wait for the writer; more wait where they come from.
pub const QUEUE_MAX: usize = 1 << 12;

/// How many appends go into one commit: enough for every live game to move at
/// once, few enough that the first of them does not wait long.
pub const BATCH_MAX: usize = 1 << 10;

/// How long is tried to write what PostgreSQL did not take, and after which pauses: it is
/// started again in a few seconds, and after ten whoever waits is told.
const HOLD_MAX: Duration = Duration::from_secs(10);
const HOLD_PAUSE: Duration = Duration::from_millis(250);

/// An event to be written, and who waits for it.
#[derive(Debug)]
pub(crate) struct Append {
    pub(crate) room: String,
    pub(crate) seq: u64,
    pub(crate) at_ms: u64,
    pub(crate) event: String,
    pub(crate) opened_ms: u64,
    pub(crate) updated_ms: u64,
    pub(crate) is_over: bool,
    pub(crate) summary: String,
    pub(crate) due_ms: Option<u64>,
    /// The room's epoch when it was claimed.
    pub(crate) epoch: u64,
    /// The node that has the room, if there are several.
    pub(crate) owner: Option<Arc<str>>,
    pub(crate) done: oneshot::Sender<Result<(), StoreFault>>,
}

impl Append {
    /// What is said if it is not the next event of its room.
    pub(crate) fn conflict(&self) -> StoreFault {
        StoreFault::Conflict {
            room: self.room.clone(),
            seq: self.seq,
        }
    }
}

/// What became of each append of a batch, or of all of them.
type Results = Result<Vec<Result<(), StoreFault>>, StoreFault>;

/// Writes until nobody can send any more.
pub(crate) async fn write_all(backend: Backend, mut queue: mpsc::Receiver<Append>) {
    let mut batch = Vec::new();
    while queue.recv_many(&mut batch, BATCH_MAX).await > 0 {
        let results = match &backend {
            Backend::Sqlite(own) => write_batch(&own.writer, &batch).await,
            Backend::Postgres(own) => hold_batch(&own.writer, &batch).await,
        };
        for (idx, append) in batch.drain(..).enumerate() {
            let result = match &results {
                Ok(results) => results[idx].clone(),
                Err(fault) => Err(fault.clone()),
            };
            // Whoever stopped waiting finds the event when it reads the room again.
            let _ = append.done.send(result);
        }
    }
}

/// Writes a batch to PostgreSQL, and holds it if that is not there for a moment, as when it is
/// started again. A try whose answer was lost may have succeeded: that is looked up first.
async fn hold_batch(access: &PostgresAccess, batch: &[Append]) -> Results {
    let mut last = StoreFault::slow().of_writing();
    let trying = async {
        let mut nth = Try::First;
        loop {
            match try_batch(access, batch, nth).await {
                Err(fault @ StoreFault::NotWritten(_)) => last = fault,
                results => return results,
            }
            nth = Try::Again;
            sleep(HOLD_PAUSE).await;
        }
    };
    let held = timeout(HOLD_MAX, trying).await;
    held.unwrap_or(Err(last))
}

/// Whether a batch was tried before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Try {
    First,
    Again,
}

async fn try_batch(access: &PostgresAccess, batch: &[Append], nth: Try) -> Results {
    let mut write = access.begin().await?;
    let results = append_or_find(write.connection(), batch, nth).await;
    write.end(results)
}

async fn append_or_find(connection: &mut PgConnection, batch: &[Append], nth: Try) -> Results {
    let all: Vec<&Append> = batch.iter().collect();
    let stored = match nth {
        Try::First => vec![false; all.len()],
        Try::Again => stored_already(connection, &all).await?,
    };
    let open = all.into_iter().zip(&stored).filter(|(_, stored)| !**stored);
    let open: Vec<&Append> = open.map(|(append, _)| append).collect();
    let mut appended = append_all(connection, &open).await?.into_iter();
    let result = |is_stored| match is_stored {
        true => Ok(()),
        false => appended.next().unwrap_or(Err(StoreFault::Closed)),
    };
    Ok(stored.into_iter().map(result).collect())
}

/// What became of each append, once all that succeeded are committed. An append
/// that conflicts takes nothing with it; if the database fails, nothing is written.
async fn write_batch(access: &WriteAccess, batch: &[Append]) -> Results {
    let mut transaction = access.begin().await?;
    let results = write_each(transaction.connection(), batch).await;
    transaction.end(results).await
}

async fn write_each(connection: &mut SqliteConnection, batch: &[Append]) -> Results {
    let mut results = Vec::with_capacity(batch.len());
    for append in batch {
        match write(connection, append).await {
            Err(fault @ (StoreFault::Database(_) | StoreFault::Corrupt { .. })) => {
                return Err(fault);
            }
            result => results.push(result),
        }
    }
    Ok(results)
}

async fn write(connection: &mut SqliteConnection, append: &Append) -> Result<(), StoreFault> {
    let (seq, at_ms) = (to_sql(append.seq)?, to_sql(append.at_ms)?);
    if !step_on(connection, append, seq).await? {
        return Err(append.conflict());
    }
    let sum = event_sum(&append.room, seq, at_ms, append.event.as_bytes());
    sqlx::query("INSERT INTO events (room, seq, at_ms, event, sum) VALUES (?, ?, ?, ?, ?)")
        .bind(&append.room)
        .bind(seq)
        .bind(at_ms)
        .bind(&append.event)
        .bind(sum)
        .execute(connection)
        .await?;
    Ok(())
}

/// Lets the room go from the event before `seq` to `seq`; tells whether it stood there.
async fn step_on(
    connection: &mut SqliteConnection,
    append: &Append,
    seq: i64,
) -> Result<bool, StoreFault> {
    let query = if seq == 1 {
        sqlx::query(
            "INSERT OR IGNORE INTO rooms
             (n_events, updated_ms, is_over, summary, id, opened_ms, due_ms, epoch)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )
    } else {
        sqlx::query(
            "UPDATE rooms SET n_events = ?1, updated_ms = ?2, is_over = ?3, summary = ?4,
             due_ms = ?7 WHERE id = ?5 AND n_events = ?1 - 1 AND epoch = ?8",
        )
    };
    let changed = query
        .bind(seq)
        .bind(to_sql(append.updated_ms)?)
        .bind(append.is_over)
        .bind(&append.summary)
        .bind(&append.room)
        .bind(to_sql(append.opened_ms)?)
        .bind(append.due_ms.map(to_sql).transpose()?)
        .bind(to_sql(append.epoch)?)
        .execute(connection)
        .await?;
    Ok(changed.rows_affected() == 1)
}
