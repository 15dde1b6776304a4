//! The key that seats are signed with. For SQLite it lies in a file of its own beside the
//! database; for PostgreSQL, where every machine needs it, in a table of its own. No copy that
//! we make has it.

use crate::backend::{Backend, SqliteBackend, read, write_whole};
use crate::fault::StoreFault;
use crate::store::Store;

/// Gives the key of a database in memory, after making it if there is none.
const KEY_IN_MEMORY: &str = "UPDATE server SET key = coalesce(key, $1) WHERE id = 1 RETURNING key";

/// The same in PostgreSQL; of several who try at once all get the same.
const KEY_IN_POSTGRES: &str = "INSERT INTO seat_key (id, key) VALUES (1, $1)
    ON CONFLICT (id) DO UPDATE SET key = seat_key.key RETURNING key";

impl Store {
    /// The server's key: `fresh` if it has none yet, and the same ever after.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written, or is no key of ours: a new one would cost
    /// the players their seats without a word.
    pub async fn key(&self, fresh: [u8; 32]) -> Result<[u8; 32], StoreFault> {
        if let Some(key) = self.known_key().await? {
            return Ok(key);
        }
        let is_memory = matches!(&self.backend, Backend::Sqlite(own) if own.files.is_none());
        if !is_memory && !self.ids(1, "").await?.is_empty() {
            tracing::warn!("there is no key: a new one is made, and no old link is good here");
        }
        self.keep_key(fresh).await
    }

    /// The server's key, if it has one.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is no key of ours.
    pub(crate) async fn known_key(&self) -> Result<Option<[u8; 32]>, StoreFault> {
        let query = match &self.backend {
            Backend::Sqlite(SqliteBackend {
                files: Some(files), ..
            }) => return files.read_key(),
            Backend::Sqlite(_) => "SELECT key FROM server WHERE key IS NOT NULL",
            Backend::Postgres(_) => "SELECT key FROM seat_key",
        };
        let key: Option<Vec<u8>> = read!(&self.backend, |readers| {
            sqlx::query_scalar(query).fetch_optional(readers)
        })?;
        key.map(|key| key.try_into().map_err(|_| StoreFault::BadKey))
            .transpose()
    }

    /// Keeps a key unless there is one; returns the one that is there then.
    pub(crate) async fn keep_key(&self, key: [u8; 32]) -> Result<[u8; 32], StoreFault> {
        let query = match &self.backend {
            Backend::Sqlite(SqliteBackend {
                files: Some(files), ..
            }) => {
                files.write_key(key)?;
                return Ok(key);
            }
            Backend::Sqlite(_) => KEY_IN_MEMORY,
            Backend::Postgres(_) => KEY_IN_POSTGRES,
        };
        let kept: Vec<u8> = write_whole!(&self.backend, |connection| {
            sqlx::query_scalar(query)
                .bind(key.as_slice())
                .fetch_one(&mut *connection)
                .await
        })?;
        kept.try_into().map_err(|_| StoreFault::BadKey)
    }

    /// Keeps a key in the place of the one that is there, which nobody has a seat by.
    pub(crate) async fn replace_key(&self, key: [u8; 32]) -> Result<(), StoreFault> {
        if let Backend::Postgres(_) = &self.backend {
            write_whole!(&self.backend, |connection| {
                let old = sqlx::query("DELETE FROM seat_key");
                old.execute(&mut *connection).await.map(drop)
            })?;
        }
        self.keep_key(key).await.map(drop)
    }
}
