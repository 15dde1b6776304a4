//! Rooms that are not in memory: when each has to be looked at.

use crate::backend::{read, write_whole};
use crate::fault::{StoreFault, from_sql, to_sql};
use crate::nodes::is_live;
use crate::postgres::in_time;
use crate::store::{LIST_MAX, Store};

/// A room that has to be looked at although nobody comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueRoom {
    /// When, in Unix milliseconds.
    pub due_ms: u64,
    /// The room's id.
    pub room: String,
}

const DUE: &str = "SELECT due_ms, id FROM rooms
    WHERE due_ms <= $1 AND (due_ms, id) > ($2, $3) ORDER BY due_ms, id LIMIT $4";

/// The same without those that another node than $5 has in memory: that one has its own timer.
const DUE_AND_FREE: &str = concat!(
    "SELECT due_ms, rooms.id FROM rooms LEFT JOIN nodes ON nodes.id = rooms.owner
     WHERE due_ms <= $1 AND (due_ms, rooms.id) > ($2, $3) AND (nodes.id <> $5 AND ",
    is_live!(),
    ") IS NOT TRUE ORDER BY due_ms, rooms.id LIMIT $4"
);

impl Store {
    /// The rooms that are due by `until_ms` and that no other node has, the first first: at most `limit`, and only those
    /// that come after `after` in this order.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn due_rooms(
        &self,
        until_ms: u64,
        limit: u32,
        after: Option<&DueRoom>,
    ) -> Result<Vec<DueRoom>, StoreFault> {
        let until_ms = to_sql(until_ms)?;
        let (after_ms, after_id) = match after {
            Some(last) => (to_sql(last.due_ms)?, last.room.as_str()),
            None => (i64::MIN, ""),
        };
        let limit = i64::from(limit.min(LIST_MAX));
        let rows: Vec<(i64, String)> = match self.membership() {
            Ok((own, node)) => {
                let due = sqlx::query_as(DUE_AND_FREE)
                    .bind(until_ms)
                    .bind(after_ms)
                    .bind(after_id)
                    .bind(limit)
                    .bind(node.id().to_string());
                in_time(due.fetch_all(&own.readers)).await?
            }
            Err(_) => read!(&self.backend, |readers| {
                sqlx::query_as(DUE)
                    .bind(until_ms)
                    .bind(after_ms)
                    .bind(after_id)
                    .bind(limit)
                    .fetch_all(readers)
            })?,
        };
        let due = |(due_ms, room)| DueRoom {
            due_ms: from_sql(due_ms),
            room,
        };
        Ok(rows.into_iter().map(due).collect())
    }

    /// Says when a room has to be looked at, if its last event is still number `seq`: with an
    /// event of its own it says so itself.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn put_off(
        &self,
        room: &str,
        seq: u64,
        due_ms: Option<u64>,
    ) -> Result<(), StoreFault> {
        let (seq, due_ms) = (to_sql(seq)?, due_ms.map(to_sql).transpose()?);
        write_whole!(&self.backend, |connection| {
            sqlx::query("UPDATE rooms SET due_ms = $1 WHERE id = $2 AND n_events = $3")
                .bind(due_ms)
                .bind(room)
                .bind(seq)
                .execute(&mut *connection)
                .await
                .map(drop)
        })
    }
}
