//! The one task that writes: what waits is committed together.

use sqlx::sqlite::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use crate::access::WriteAccess;
use crate::fault::{StoreFault, to_sql};
use crate::sum::event_sum;

/// How many appends may wait for the writer; more wait where they come from.
pub const QUEUE_MAX: usize = 1 << 12;

/// How many appends go into one commit: enough for every live game to move at
/// once, few enough that the first of them does not wait long.
pub const BATCH_MAX: usize = 1 << 10;

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
    pub(crate) done: oneshot::Sender<Result<(), StoreFault>>,
}

/// Writes until nobody can send any more.
pub(crate) async fn write_all(access: WriteAccess, mut queue: mpsc::Receiver<Append>) {
    let mut batch = Vec::new();
    while queue.recv_many(&mut batch, BATCH_MAX).await > 0 {
        let results = write_batch(&access, &batch).await;
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

/// What became of each append, once all that succeeded are committed. An append
/// that conflicts takes nothing with it; if the database fails, nothing is written.
async fn write_batch(
    access: &WriteAccess,
    batch: &[Append],
) -> Result<Vec<Result<(), StoreFault>>, StoreFault> {
    let mut transaction = access.begin().await?;
    let results = write_each(transaction.connection(), batch).await;
    transaction.end(results).await
}

async fn write_each(
    connection: &mut SqliteConnection,
    batch: &[Append],
) -> Result<Vec<Result<(), StoreFault>>, StoreFault> {
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
        return Err(StoreFault::Conflict {
            room: append.room.clone(),
            seq: append.seq,
        });
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
            "INSERT OR IGNORE INTO rooms (n_events, updated_ms, is_over, summary, id, opened_ms)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )
    } else {
        sqlx::query(
            "UPDATE rooms SET n_events = ?1, updated_ms = ?2, is_over = ?3, summary = ?4
             WHERE id = ?5 AND n_events = ?1 - 1",
        )
    };
    let changed = query
        .bind(seq)
        .bind(to_sql(append.updated_ms)?)
        .bind(append.is_over)
        .bind(&append.summary)
        .bind(&append.room)
        .bind(to_sql(append.opened_ms)?)
        .execute(connection)
        .await?;
    Ok(changed.rows_affected() == 1)
}
