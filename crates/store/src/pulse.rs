//! Signs of life: when a server last ran, and when none did.

use crate::backend::{Backend, read, write_whole};
use crate::fault::{StoreFault, from_sql, to_sql};
use crate::postgres::{ANSWER_MAX, PUT_OFF_MAX, PUT_OFF_PATIENCE};
use crate::store::Store;

/// A stretch of time in which no server ran, in Unix milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptOutage {
    /// When it began.
    pub since_ms: u64,
    /// When it ended.
    pub until_ms: u64,
}

/// What is known already is left out of an outage.
const KNOWN: &str = "SELECT max(until_ms) FROM outages";

const ADD: &str = "INSERT INTO outages (since_ms, until_ms) VALUES ($1, $2)";

/// Every room that is due waits so much longer, as it will say itself when it is brought into
/// memory.
const PUT_OFF: &str = "UPDATE rooms
    SET due_ms = due_ms + $2 - CASE WHEN updated_ms > $1 THEN updated_ms ELSE $1 END
    WHERE due_ms IS NOT NULL AND updated_ms < $2";

const PULSE: &str = "UPDATE server SET pulse_ms = $1 WHERE id = 1";

impl Store {
    /// Writes down that the server is alive and when it was not, all of it or nothing, and
    /// looks whether its database still lies where it was opened: nothing is written to one
    /// that was taken away.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn pulse(&self, at_ms: u64, outages: &[KeptOutage]) -> Result<(), StoreFault> {
        let at_ms = to_sql(at_ms)?;
        let to_rows =
            |outage: &KeptOutage| Ok((to_sql(outage.since_ms)?, to_sql(outage.until_ms)?));
        let outages: Result<Vec<(i64, i64)>, StoreFault> = outages.iter().map(to_rows).collect();
        let outages = outages?;
        let (limit, patience) = match &self.backend {
            Backend::Sqlite(own) => {
                own.look_at_file();
                (ANSWER_MAX, None)
            }
            Backend::Postgres(_) if outages.is_empty() => (ANSWER_MAX, None),
            Backend::Postgres(_) => (PUT_OFF_MAX, Some(PUT_OFF_PATIENCE)),
        };
        write_whole!(&self.backend, within limit, |connection| {
            if let Some(patience) = patience {
                sqlx::raw_sql(patience).execute(&mut *connection).await?;
            }
            for (since_ms, until_ms) in &outages {
                let known = sqlx::query_scalar(KNOWN);
                let known: Option<i64> = known.fetch_one(&mut *connection).await?;
                let since_ms = known.unwrap_or_default().max(*since_ms);
                if since_ms >= *until_ms {
                    continue;
                }
                for query in [ADD, PUT_OFF] {
                    let query = sqlx::query(query).bind(since_ms).bind(until_ms);
                    query.execute(&mut *connection).await?;
                }
            }
            let pulse = sqlx::query(PULSE).bind(at_ms);
            pulse.execute(&mut *connection).await.map(drop)
        })
    }

    /// The outages that ended after `time_ms`, the oldest first; no two overlap.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn outages_after(&self, time_ms: u64) -> Result<Vec<KeptOutage>, StoreFault> {
        let time_ms = to_sql(time_ms)?;
        let rows: Vec<(i64, i64)> = read!(&self.backend, |readers| {
            sqlx::query_as(
                "SELECT since_ms, until_ms FROM outages WHERE until_ms > $1 ORDER BY until_ms",
            )
            .bind(time_ms)
            .fetch_all(readers)
        })?;
        let outage = |(since_ms, until_ms)| KeptOutage {
            since_ms: from_sql(since_ms),
            until_ms: from_sql(until_ms),
        };
        Ok(rows.into_iter().map(outage).collect())
    }
}
