//! The one connection that writes. Whenever the database fails, it is closed and the next
//! write opens another: nothing that went wrong once stays.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sqlx::Sqlite;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use tokio::runtime::Handle;

use crate::fault::StoreFault;

/// What outlives the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Medium {
    /// A file: a connection can be replaced by another.
    File,
    /// Nothing: the memory goes with the connection.
    Memory,
}

/// The right to write, and whether the last write succeeded. Clones are the same.
#[derive(Clone, Debug)]
pub(crate) struct WriteAccess {
    /// A pool of one connection, so that one writes at a time.
    pool: SqlitePool,
    medium: Medium,
    is_failing: Arc<AtomicBool>,
    /// Whether the file was taken away: what is written to it would be gone.
    is_lost: Arc<AtomicBool>,
}

/// Writing that is under way. Dropped before its end, because whoever asked for it has
/// gone, it is taken back.
#[derive(Debug)]
pub(crate) struct WriteTransaction {
    access: WriteAccess,
    /// None when it has ended.
    connection: Option<PoolConnection<Sqlite>>,
}

impl WriteAccess {
    pub(crate) fn new(pool: SqlitePool, medium: Medium) -> WriteAccess {
        WriteAccess {
            pool,
            medium,
            is_failing: Arc::default(),
            is_lost: Arc::default(),
        }
    }

    /// Whether the last write failed because the database did.
    pub(crate) fn is_failing(&self) -> bool {
        self.is_failing.load(Ordering::Relaxed)
    }

    /// Notes whether the file is where it was; nothing is written as long as it is not.
    pub(crate) fn note_file(&self, is_there: bool) {
        self.is_lost.store(!is_there, Ordering::Relaxed);
    }

    /// Waits for the connection, and begins.
    pub(crate) async fn begin(&self) -> Result<WriteTransaction, StoreFault> {
        if self.is_lost.load(Ordering::Relaxed) {
            let what = "its file was moved, removed or replaced while it was in use";
            return Err(self.note(StoreFault::NotWritten(what.to_owned())));
        }
        let connection = self.pool.acquire().await;
        let connection = connection.map_err(|error| self.note(error.into()))?;
        let mut transaction = WriteTransaction {
            access: self.clone(),
            connection: Some(connection),
        };
        match execute(transaction.connection(), "BEGIN IMMEDIATE").await {
            Ok(()) => Ok(transaction),
            Err(fault) => {
                transaction.give_up().await;
                Err(self.note(fault))
            }
        }
    }

    /// Waits for what is being written, and lets go of the database.
    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }

    /// Remembers a fault of the database, and says that it is one of writing.
    fn note(&self, fault: StoreFault) -> StoreFault {
        let fault = fault.of_writing();
        if matches!(fault, StoreFault::NotWritten(_)) {
            self.is_failing.store(true, Ordering::Relaxed);
        }
        fault
    }
}

impl WriteTransaction {
    pub(crate) fn connection(&mut self) -> &mut SqliteConnection {
        let connection = self.connection.as_mut();
        connection.expect("who ends it has it no longer")
    }

    /// Commits what was `done`; if that is a fault, or committing fails, nothing was.
    pub(crate) async fn end<T>(mut self, done: Result<T, StoreFault>) -> Result<T, StoreFault> {
        let done = match done {
            Ok(value) => execute(self.connection(), "COMMIT").await.map(|()| value),
            Err(fault) => Err(fault),
        };
        match done {
            Ok(value) => {
                // It goes back to the pool.
                drop(self.connection.take());
                self.access.is_failing.store(false, Ordering::Relaxed);
                Ok(value)
            }
            Err(fault) => {
                self.give_up().await;
                Err(self.access.note(fault))
            }
        }
    }

    async fn give_up(&mut self) {
        if let Some(connection) = self.connection.take() {
            take_back(connection, self.access.medium).await;
        }
    }
}

impl Drop for WriteTransaction {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take()
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(take_back(connection, self.access.medium));
        }
    }
}

/// Takes back what was written. SQLite may have done so by itself, depending on what went
/// wrong, and then there is nothing to be rolled back.
async fn take_back(mut connection: PoolConnection<Sqlite>, medium: Medium) {
    drop(execute(&mut connection, "ROLLBACK").await);
    if medium == Medium::File
        && let Err(error) = connection.close().await
    {
        tracing::warn!(%error, "a connection to the database was not closed well");
    }
}

async fn execute(
    connection: &mut SqliteConnection,
    statement: &'static str,
) -> Result<(), StoreFault> {
    sqlx::query(statement).execute(connection).await?;
    Ok(())
}
