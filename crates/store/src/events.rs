//! Events as they lie in the file, and whether they are as they were written.

use std::collections::BTreeMap;
use std::fmt;

use ponnuki_wire::{StoredEvent, from_json};
use sqlx::sqlite::SqliteConnection;

use crate::fault::{StoreFault, from_sql};
use crate::sum::event_sum;

/// How many events are looked at together when all are checked.
const PART: i64 = 1_000;

/// An event that was stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// When it was accepted, in Unix milliseconds.
    pub at_ms: u64,
    /// The event itself.
    pub event: StoredEvent,
}

/// How an event is not as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// It is not there, and later ones are, or the room's count says that it was.
    Missing,
    /// Its checksum is that of something else.
    WrongSum,
    /// It is no text.
    NoText,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Damage::Missing => "it is missing",
            Damage::WrongSum => "its checksum is wrong",
            Damage::NoText => "it is no text",
        })
    }
}

/// A row of the table: `seq`, `at_ms`, `event` as bytes (what is damaged may be no text) and
/// `sum`, if the event is not older than sums.
pub(crate) type Row = (i64, i64, Vec<u8>, Option<i64>);

/// The same, with its room first.
type RowOfRoom = (String, i64, i64, Vec<u8>, Option<i64>);

/// All events of a room from its rows; `n_events` is how many there are to be.
pub(crate) fn kept_of(room: &str, rows: Vec<Row>, n_events: i64) -> Result<Vec<Kept>, StoreFault> {
    let n_rows = rows.len() as i64;
    let mut all = Vec::with_capacity(rows.len());
    for (expected, row) in (1..).zip(rows) {
        check(room, expected, &row)?;
        let (seq, at_ms, event, _) = row;
        let text = String::from_utf8(event).map_err(|_| damaged(room, seq, Damage::NoText))?;
        let event = from_json(&text).map_err(|why| StoreFault::Unreadable {
            room: room.to_owned(),
            seq: Some(from_sql(seq)),
            why,
        })?;
        all.push(Kept {
            at_ms: from_sql(at_ms),
            event,
        });
    }
    if n_rows < n_events {
        return Err(damaged(room, n_rows + 1, Damage::Missing));
    }
    Ok(all)
}

/// Whether a row is the one that has to come next, as it was written.
pub(crate) fn check(room: &str, expected: i64, row: &Row) -> Result<(), StoreFault> {
    let (seq, at_ms, event, sum) = row;
    if *seq != expected {
        return Err(damaged(room, expected, Damage::Missing));
    }
    if sum.is_some_and(|sum| sum != event_sum(room, *seq, *at_ms, event)) {
        return Err(damaged(room, *seq, Damage::WrongSum));
    }
    Ok(())
}

pub(crate) fn damaged(room: &str, seq: i64, damage: Damage) -> StoreFault {
    StoreFault::Damaged {
        room: room.to_owned(),
        seq: from_sql(seq),
        damage,
    }
}

/// The first damaged event of each room that has one.
pub(crate) async fn find_damaged(
    connection: &mut SqliteConnection,
) -> Result<Vec<StoreFault>, StoreFault> {
    let mut found = BTreeMap::new();
    let (mut room, mut n) = (String::new(), 0);
    loop {
        let rows: Vec<RowOfRoom> = sqlx::query_as(
            "SELECT room, seq, at_ms, CAST(event AS BLOB), sum FROM events
             WHERE (room, seq) > (?, ?) ORDER BY room, seq LIMIT ?",
        )
        .bind(&room)
        .bind(n)
        .bind(PART)
        .fetch_all(&mut *connection)
        .await?;
        if rows.is_empty() {
            break;
        }
        for (of, seq, at_ms, event, sum) in rows {
            let expected = if of == room { n + 1 } else { 1 };
            if let Err(fault) = check(&of, expected, &(seq, at_ms, event, sum)) {
                found.entry(of.clone()).or_insert(fault);
            }
            (room, n) = (of, seq);
        }
    }
    for (room, last) in cut_short(connection).await? {
        let fault = damaged(&room, last + 1, Damage::Missing);
        found.entry(room).or_insert(fault);
    }
    Ok(found.into_values().collect())
}

/// The rooms that had more events than there are, with the last of those.
async fn cut_short(connection: &mut SqliteConnection) -> Result<Vec<(String, i64)>, StoreFault> {
    let rooms = sqlx::query_as(
        "SELECT id, (SELECT coalesce(max(seq), 0) FROM events WHERE room = id) AS last
         FROM rooms WHERE last < n_events ORDER BY id",
    );
    Ok(rooms.fetch_all(connection).await?)
}
