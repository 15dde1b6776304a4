//! The two back ends behind one store, and how both are asked the same: texts of SQL that both
//! understand, in a macro, because their connections are of different types.

use std::fs::File;
use std::sync::Arc;

use sqlx::sqlite::SqlitePool;

use crate::access::WriteAccess;
use crate::files::Files;
use crate::postgres::PostgresBackend;

/// Where events are kept.
#[derive(Clone, Debug)]
pub(crate) enum Backend {
    Sqlite(SqliteBackend),
    Postgres(PostgresBackend),
}

/// A file of SQLite, or a database in memory.
#[derive(Clone, Debug)]
pub(crate) struct SqliteBackend {
    /// Where everybody reads.
    pub(crate) readers: SqlitePool,
    /// The one connection that writes.
    pub(crate) writer: WriteAccess,
    /// What it lies in; none if it is only in memory.
    pub(crate) files: Option<Files>,
    /// Held as long as others may not serve this database.
    pub(crate) lock: Option<Arc<File>>,
}

/// Asks `$query` of `$backend`, where `$readers` are those that read, and waits for the answer.
macro_rules! read {
    ($backend:expr, |$readers:ident| $query:expr) => {
        match $backend {
            $crate::backend::Backend::Sqlite(own) => {
                let $readers = &own.readers;
                $query.await.map_err($crate::fault::StoreFault::from)
            }
            $crate::backend::Backend::Postgres(own) => {
                let $readers = &own.readers;
                $crate::postgres::in_time($query).await
            }
        }
    };
}

/// Does `$work`, which gives a `Result<_, sqlx::Error>`, with the `$connection` that writes to
/// `$backend`: all of it or nothing.
macro_rules! write_whole {
    ($backend:expr, |$connection:ident| $work:expr) => {
        $crate::backend::write_whole!(
            $backend,
            within $crate::postgres::ANSWER_MAX,
            |$connection| $work
        )
    };
    ($backend:expr, within $limit:expr, |$connection:ident| $work:expr) => {
        match $backend {
            $crate::backend::Backend::Sqlite(own) => {
                let mut transaction = own.writer.begin().await?;
                let $connection = transaction.connection();
                let done: Result<_, sqlx::Error> = async { $work }.await;
                transaction
                    .end(done.map_err($crate::fault::StoreFault::from))
                    .await
            }
            $crate::backend::Backend::Postgres(own) => {
                let mut write = own.writer.begin().await?;
                let done = $crate::postgres::within($limit, async {
                    let mut transaction = sqlx::Connection::begin(write.connection()).await?;
                    let $connection = &mut *transaction;
                    let done = $work?;
                    transaction.commit().await?;
                    Ok(done)
                });
                let done = done.await;
                write.end(done)
            }
        }
    };
}

pub(crate) use {read, write_whole};
