//! Events to PostgreSQL: all that waits in one statement, so that nobody who is stopped in the
//! middle holds a lock.

use std::collections::HashSet;

use sqlx::postgres::PgConnection;

use super::in_time;
use crate::fault::{StoreFault, to_sql};
use crate::sum::event_sum;
use crate::writer::Append;

/// Lets every room go from the event before the given one to that, if it stands there, and
/// returns those that did. Rows are locked in the order of their ids, so that no two of these
/// statements wait for each other.
const APPEND: &str = "
WITH given AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[],
                         $6::bigint[], $7::bigint[], $8::bool[], $9::text[], $10::bigint[],
                         $11::bigint[], $12::text[])
    AS given (room, seq, at_ms, event, sum, opened_ms, updated_ms, is_over, summary, due_ms,
              epoch, owner)
), locked AS (
    SELECT id FROM rooms WHERE id IN (SELECT room FROM given WHERE seq > 1)
    ORDER BY id FOR UPDATE
), opened AS (
    INSERT INTO rooms
        (id, opened_ms, updated_ms, n_events, is_over, summary, due_ms, epoch, owner)
    SELECT room, opened_ms, updated_ms, seq, is_over, summary, due_ms, epoch, owner FROM given
    WHERE seq = 1 ORDER BY room
    ON CONFLICT DO NOTHING RETURNING id
), stepped AS (
    UPDATE rooms SET n_events = given.seq, updated_ms = given.updated_ms,
        is_over = given.is_over, summary = given.summary, due_ms = given.due_ms
    FROM given JOIN locked ON locked.id = given.room
    WHERE rooms.id = given.room AND given.seq > 1 AND rooms.n_events = given.seq - 1
        AND rooms.epoch = given.epoch
    RETURNING rooms.id
)
INSERT INTO events (room, seq, at_ms, event, sum)
SELECT room, seq, at_ms, event, sum FROM given
WHERE room IN (SELECT id FROM opened UNION ALL SELECT id FROM stepped)
RETURNING room";

/// Which of the given events are stored as they are given.
const STORED: &str = "
SELECT room, seq FROM events
JOIN unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[])
    AS given (room, seq, at_ms, event) USING (room, seq, at_ms, event)";

/// The columns of events, one array each.
#[derive(Debug, Default)]
struct Columns {
    rooms: Vec<String>,
    seqs: Vec<i64>,
    at_ms: Vec<i64>,
    events: Vec<String>,
    sums: Vec<i64>,
    opened_ms: Vec<i64>,
    updated_ms: Vec<i64>,
    are_over: Vec<bool>,
    summaries: Vec<String>,
    due_ms: Vec<Option<i64>>,
    epochs: Vec<i64>,
    owners: Vec<Option<String>>,
}

impl Columns {
    fn push(&mut self, append: &Append) -> Result<(), StoreFault> {
        let (seq, at_ms) = (to_sql(append.seq)?, to_sql(append.at_ms)?);
        let (opened_ms, updated_ms) = (to_sql(append.opened_ms)?, to_sql(append.updated_ms)?);
        let due_ms = append.due_ms.map(to_sql).transpose()?;
        let epoch = to_sql(append.epoch)?;
        let sum = event_sum(&append.room, seq, at_ms, append.event.as_bytes());
        self.rooms.push(append.room.clone());
        self.seqs.push(seq);
        self.at_ms.push(at_ms);
        self.events.push(append.event.clone());
        self.sums.push(sum);
        self.opened_ms.push(opened_ms);
        self.updated_ms.push(updated_ms);
        self.are_over.push(append.is_over);
        self.summaries.push(append.summary.clone());
        self.due_ms.push(due_ms);
        self.epochs.push(epoch);
        self.owners.push(append.owner.as_deref().map(str::to_owned));
        Ok(())
    }
}

/// What became of each append. Each is committed, or changed nothing.
///
/// # Errors
///
/// The database failed: any of them may be stored or not.
pub(crate) async fn append_all(
    connection: &mut PgConnection,
    batch: &[&Append],
) -> Result<Vec<Result<(), StoreFault>>, StoreFault> {
    let mut results: Vec<Option<Result<(), StoreFault>>> = batch.iter().map(|_| None).collect();
    // One statement takes a room once; what comes after it takes another.
    while results.iter().any(Option::is_none) {
        let mut columns = Columns::default();
        let mut asked = Vec::new();
        let mut rooms = HashSet::new();
        for (idx, append) in batch.iter().enumerate() {
            if results[idx].is_some() || !rooms.insert(append.room.as_str()) {
                continue;
            }
            match columns.push(append) {
                Ok(()) => asked.push(idx),
                Err(fault) => results[idx] = Some(Err(fault)),
            }
        }
        let done = append(connection, columns).await?;
        for idx in asked {
            let append = batch[idx];
            results[idx] = Some(match done.contains(&append.room) {
                true => Ok(()),
                false => Err(append.conflict()),
            });
        }
    }
    Ok(results.into_iter().flatten().collect())
}

async fn append(
    connection: &mut PgConnection,
    columns: Columns,
) -> Result<HashSet<String>, StoreFault> {
    if columns.rooms.is_empty() {
        return Ok(HashSet::new());
    }
    let query = sqlx::query_scalar(APPEND)
        .bind(columns.rooms)
        .bind(columns.seqs)
        .bind(columns.at_ms)
        .bind(columns.events)
        .bind(columns.sums)
        .bind(columns.opened_ms)
        .bind(columns.updated_ms)
        .bind(columns.are_over)
        .bind(columns.summaries)
        .bind(columns.due_ms)
        .bind(columns.epochs)
        .bind(columns.owners);
    let done: Vec<String> = in_time(query.fetch_all(connection)).await?;
    Ok(done.into_iter().collect())
}

/// Whether each append is stored already, by a try whose answer was lost.
///
/// # Errors
///
/// The database failed.
pub(crate) async fn stored_already(
    connection: &mut PgConnection,
    batch: &[&Append],
) -> Result<Vec<bool>, StoreFault> {
    let mut columns = Columns::default();
    for append in batch {
        // What no database can hold is stored nowhere.
        drop(columns.push(append));
    }
    let query = sqlx::query_as(STORED)
        .bind(columns.rooms)
        .bind(columns.seqs)
        .bind(columns.at_ms)
        .bind(columns.events);
    let stored: Vec<(String, i64)> = in_time(query.fetch_all(connection)).await?;
    let stored: HashSet<(String, i64)> = stored.into_iter().collect();
    let is_stored = |append: &&Append| match to_sql(append.seq) {
        Ok(seq) => stored.contains(&(append.room.clone(), seq)),
        Err(_) => false,
    };
    Ok(batch.iter().map(is_stored).collect())
}
