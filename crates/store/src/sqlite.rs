//! Opening a database of SQLite.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use crate::access::{Medium, WriteAccess};
use crate::backend::SqliteBackend;
use crate::copy::quick_check;
use crate::fault::StoreFault;
use crate::files::Files;
use crate::migrate::{check_version, migrate, migrate_schema};

/// How many may read at once; reading is short.
const READERS_MAX: u32 = 4;

/// How long to wait for another process that has the file, such as a backup.
const BUSY_MAX: Duration = Duration::from_secs(10);

impl SqliteBackend {
    /// Opens the file at `path`, or makes it, and brings it up to date.
    pub(crate) async fn open(path: &Path) -> Result<SqliteBackend, StoreFault> {
        let files = Files::of(path);
        files.make()?;
        SqliteBackend::connect(files, None).await
    }

    /// The same for the one server of it.
    pub(crate) async fn open_alone(path: &Path) -> Result<SqliteBackend, StoreFault> {
        let files = Files::of(path);
        files.make()?;
        let lock = files.lock()?;
        files.refuse_foreign_log()?;
        SqliteBackend::connect(files, Some(Arc::new(lock))).await
    }

    /// Opens it beside a server that may run.
    pub(crate) async fn open_beside(path: &Path) -> Result<SqliteBackend, StoreFault> {
        let files = Files::of(path);
        files.refuse_foreign_log()?;
        let options = SqliteConnectOptions::new().filename(&files.database);
        let writer = pool(1, options.clone()).await?;
        check_version(&mut *writer.acquire().await?).await?;
        SqliteBackend::connected(files, None, writer, options).await
    }

    /// A database that is gone when it is dropped.
    pub(crate) async fn in_memory() -> Result<SqliteBackend, StoreFault> {
        let options = SqliteConnectOptions::new().in_memory(true);
        // The memory belongs to the connection: readers and writer share the one.
        let only = pool(1, options).await?;
        migrate_schema(&mut *only.acquire().await?).await?;
        Ok(SqliteBackend {
            writer: WriteAccess::new(only.clone(), Medium::Memory),
            readers: only,
            files: None,
            lock: None,
        })
    }

    async fn connect(files: Files, lock: Option<Arc<File>>) -> Result<SqliteBackend, StoreFault> {
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
        SqliteBackend::connected(files, lock, writer, options).await
    }

    async fn connected(
        mut files: Files,
        lock: Option<Arc<File>>,
        writer: SqlitePool,
        options: SqliteConnectOptions,
    ) -> Result<SqliteBackend, StoreFault> {
        let readers = pool(READERS_MAX, options).await?;
        files.tighten();
        files.remember();
        Ok(SqliteBackend {
            readers,
            writer: WriteAccess::new(writer, Medium::File),
            files: Some(files),
            lock,
        })
    }

    /// Looks whether the file still lies where it was opened: nothing is written to one that
    /// was taken away.
    pub(crate) fn look_at_file(&self) {
        let is_there = self.files.as_ref().is_none_or(Files::is_as_remembered);
        self.writer.note_file(is_there);
    }

    /// Waits for what is being written, and lets go of the file.
    pub(crate) async fn close(&self) {
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
