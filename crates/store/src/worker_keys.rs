//! The keys of workers: one small row each, with the hash of the key and never the key itself.

use crate::backend::{read, write_whole};
use crate::fault::{StoreFault, from_sql, to_sql};
use crate::store::Store;

/// What is kept of the key of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerKey {
    /// What it is called.
    pub name: String,
    /// Whether its workers also get what people wait for in games.
    pub is_trusted: bool,
    /// When it was made, in Unix milliseconds.
    pub made_ms: u64,
    /// When a worker with it was last connected, if one ever was.
    pub seen_ms: Option<u64>,
}

/// `name`, `is_trusted`, `made_ms`, `seen_ms`.
type Row = (String, bool, i64, Option<i64>);

impl WorkerKey {
    fn of((name, is_trusted, made_ms, seen_ms): Row) -> WorkerKey {
        WorkerKey {
            name,
            is_trusted,
            made_ms: from_sql(made_ms),
            seen_ms: seen_ms.map(from_sql),
        }
    }
}

impl Store {
    /// Keeps a key by its `hash`; tells whether its name was free.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn add_worker_key(&self, key: &WorkerKey, hash: &str) -> Result<bool, StoreFault> {
        const ADD: &str = "INSERT INTO worker_keys (name, hash, is_trusted, made_ms)
            VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
        let made_ms = to_sql(key.made_ms)?;
        write_whole!(&self.backend, |connection| {
            sqlx::query(ADD)
                .bind(&key.name)
                .bind(hash)
                .bind(key.is_trusted)
                .bind(made_ms)
                .execute(&mut *connection)
                .await
                .map(|added| added.rows_affected() == 1)
        })
    }

    /// All keys, by their names.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn worker_keys(&self) -> Result<Vec<WorkerKey>, StoreFault> {
        const ALL: &str =
            "SELECT name, is_trusted, made_ms, seen_ms FROM worker_keys ORDER BY name";
        let rows: Vec<Row> = read!(&self.backend, |readers| sqlx::query_as(ALL)
            .fetch_all(readers))?;
        Ok(rows.into_iter().map(WorkerKey::of).collect())
    }

    /// The key with this hash, if there is one.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn worker_key(&self, hash: &str) -> Result<Option<WorkerKey>, StoreFault> {
        const ONE: &str =
            "SELECT name, is_trusted, made_ms, seen_ms FROM worker_keys WHERE hash = $1";
        let row: Option<Row> = read!(&self.backend, |readers| {
            sqlx::query_as(ONE).bind(hash).fetch_optional(readers)
        })?;
        Ok(row.map(WorkerKey::of))
    }

    /// Notes that a worker with the key of this hash is connected at `now_ms`.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn see_worker(&self, hash: &str, now_ms: u64) -> Result<(), StoreFault> {
        let now_ms = to_sql(now_ms)?;
        write_whole!(&self.backend, |connection| {
            sqlx::query("UPDATE worker_keys SET seen_ms = $2 WHERE hash = $1")
                .bind(hash)
                .bind(now_ms)
                .execute(&mut *connection)
                .await
                .map(drop)
        })
    }

    /// Makes the key of this name worthless; tells whether there was one.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn revoke_worker_key(&self, name: &str) -> Result<bool, StoreFault> {
        write_whole!(&self.backend, |connection| {
            sqlx::query("DELETE FROM worker_keys WHERE name = $1")
                .bind(name)
                .execute(&mut *connection)
                .await
                .map(|gone| gone.rows_affected() == 1)
        })
    }
}
