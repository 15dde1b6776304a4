//! The one connection that writes to PostgreSQL. Whenever anything goes wrong it is closed, and
//! the next write opens another: nothing that went wrong once stays.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::Connection as _;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::{sleep, timeout};

use super::{CONNECT_MAX, in_time};
use crate::fault::StoreFault;

/// The lock that the one server of a database has.
const SERVER_LOCK: i64 = 0x706f_6e6e_756b_6901;

/// How long to wait for that lock: a server that was killed has it until PostgreSQL notices.
const LOCK_TRIES: u32 = 12;
const LOCK_PAUSE: Duration = Duration::from_millis(250);

/// Whether others may write as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tenancy {
    /// No other can write as long as this one has its connection.
    Alone,
    /// Other nodes can, and nobody who would be alone.
    Node,
    /// Others may.
    Shared,
}

/// The right to write, and whether the last write succeeded. Clones are the same.
#[derive(Clone, Debug)]
pub(crate) struct PostgresAccess {
    options: Arc<PgConnectOptions>,
    tenancy: Tenancy,
    slot: Arc<Mutex<Slot>>,
    is_failing: Arc<AtomicBool>,
    is_closed: Arc<AtomicBool>,
}

#[derive(Debug, Default)]
struct Slot {
    connection: Option<PgConnection>,
    /// Who answers at the other end, or did so last.
    server_process: Option<ServerProcess>,
}

/// A process of PostgreSQL and its beginning, because numbers of processes are used again.
type ServerProcess = (i32, String);

/// Writing that is under way. Dropped before its end, its connection is closed, and PostgreSQL
/// takes back what was not committed.
#[derive(Debug)]
pub(crate) struct PostgresWrite {
    access: PostgresAccess,
    slot: OwnedMutexGuard<Slot>,
    connection: PgConnection,
}

impl PostgresAccess {
    pub(crate) fn new(options: PgConnectOptions, tenancy: Tenancy) -> PostgresAccess {
        PostgresAccess {
            options: Arc::new(options),
            tenancy,
            slot: Arc::default(),
            is_failing: Arc::default(),
            is_closed: Arc::default(),
        }
    }

    /// Whether the last write failed because the database did.
    pub(crate) fn is_failing(&self) -> bool {
        self.is_failing.load(Ordering::Relaxed)
    }

    /// Waits for the connection, opening it if need be. Each statement is on its own until
    /// somebody says `BEGIN`.
    pub(crate) async fn begin(&self) -> Result<PostgresWrite, StoreFault> {
        let mut slot = Arc::clone(&self.slot).lock_owned().await;
        if self.is_closed.load(Ordering::Relaxed) {
            return Err(StoreFault::Closed);
        }
        let connection = match slot.connection.take() {
            Some(connection) => connection,
            None => {
                let opened = self.open(&mut slot).await;
                opened.map_err(|fault| self.note(fault))?
            }
        };
        Ok(PostgresWrite {
            access: self.clone(),
            slot,
            connection,
        })
    }

    async fn open(&self, slot: &mut Slot) -> Result<PgConnection, StoreFault> {
        let opened = timeout(CONNECT_MAX, PgConnection::connect_with(&self.options)).await;
        let mut connection = opened.map_err(|_| StoreFault::slow())??;
        // What our last connection began is done or taken back from here on.
        if let Some((pid, began)) = &slot.server_process {
            let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                       WHERE pid = $1 AND backend_start::text = $2";
            let ended = sqlx::query(end).bind(pid).bind(began);
            in_time(ended.execute(&mut connection)).await?;
        }
        let us = "SELECT pid, backend_start::text FROM pg_stat_activity
                  WHERE pid = pg_backend_pid()";
        let us = sqlx::query_as(us).fetch_one(&mut connection);
        slot.server_process = Some(in_time(us).await?);
        match self.tenancy {
            Tenancy::Alone => take_server_lock(&mut connection, ALONE).await?,
            Tenancy::Node => take_server_lock(&mut connection, AMONG_OTHERS).await?,
            Tenancy::Shared => {}
        }
        Ok(connection)
    }

    /// Waits for what is being written, and lets go of the database.
    pub(crate) async fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        let connection = self.slot.lock().await.connection.take();
        if let Some(connection) = connection {
            // What cannot be closed well is closed badly.
            drop(timeout(CONNECT_MAX, connection.close()).await);
        }
    }

    /// Remembers a fault of the database, and says that it is one of writing.
    fn note(&self, fault: StoreFault) -> StoreFault {
        let fault = fault.of_writing();
        if matches!(
            fault,
            StoreFault::NotWritten(_) | StoreFault::ServedElsewhere
        ) {
            self.is_failing.store(true, Ordering::Relaxed);
        }
        fault
    }
}

impl PostgresWrite {
    pub(crate) fn connection(&mut self) -> &mut PgConnection {
        &mut self.connection
    }

    /// Says what became of it. The connection is kept unless it failed.
    pub(crate) fn end<T>(self, done: Result<T, StoreFault>) -> Result<T, StoreFault> {
        match done {
            Ok(value) => {
                self.access.is_failing.store(false, Ordering::Relaxed);
                self.keep();
                Ok(value)
            }
            Err(fault) => Err(self.access.note(fault)),
        }
    }

    /// Gives the connection back.
    pub(crate) fn keep(self) {
        let PostgresWrite {
            mut slot,
            connection,
            ..
        } = self;
        slot.connection = Some(connection);
    }
}

const ALONE: &str = "SELECT pg_try_advisory_lock($1)";
const AMONG_OTHERS: &str = "SELECT pg_try_advisory_lock_shared($1)";

/// Takes the database for this connection, alone or among other nodes, until it ends, however it
/// does.
async fn take_server_lock(
    connection: &mut PgConnection,
    how: &'static str,
) -> Result<(), StoreFault> {
    for _ in 0..LOCK_TRIES {
        let lock = sqlx::query_scalar(how).bind(SERVER_LOCK);
        if in_time(lock.fetch_one(&mut *connection)).await? {
            return Ok(());
        }
        sleep(LOCK_PAUSE).await;
    }
    Err(StoreFault::ServedElsewhere)
}
