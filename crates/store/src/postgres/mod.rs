//! Games kept in PostgreSQL, by one server: connections, the schema, and what is said when
//! there is no way in.

mod access;
mod append;

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{Connection as _, raw_sql};
use tokio::time::timeout;

pub(crate) use self::access::{PostgresAccess, Tenancy};
pub(crate) use self::append::{append_all, stored_already};
use crate::address::PostgresUrl;
use crate::fault::StoreFault;
use crate::migrate::judge_version;

/// How many may read at once; reading is short.
const READERS_MAX: u32 = 8;

/// How long to wait for a connection.
pub(crate) const CONNECT_MAX: Duration = Duration::from_secs(5);

/// How long to wait for an answer. The connection says nothing when the machine at its other end
/// is gone or frozen.
pub(crate) const ANSWER_MAX: Duration = Duration::from_secs(5);

/// How long the rooms may take that are put off after an outage: there may be very many.
pub(crate) const PUT_OFF_MAX: Duration = Duration::from_secs(120);
pub(crate) const PUT_OFF_PATIENCE: &str = "SET LOCAL statement_timeout = '115s'";

/// What PostgreSQL is asked to give up by itself, in milliseconds or seconds: a question before
/// we do, so that nothing is done after we stopped waiting; and whoever has gone without a word.
const SESSION: [(&str, &str); 6] = [
    ("statement_timeout", "4000"),
    ("lock_timeout", "3000"),
    ("idle_in_transaction_session_timeout", "5000"),
    ("tcp_keepalives_idle", "5"),
    ("tcp_keepalives_interval", "2"),
    ("tcp_keepalives_count", "3"),
];

/// What leads from each version to the next, from an empty database on, with the version it leads
/// to. Versions are the same as those of SQLite, of which PostgreSQL has no earlier ones.
const STEPS: [(i64, &str); 3] = [
    (6, include_str!("../../migrations/postgres/0006_all.sql")),
    (
        7,
        include_str!("../../migrations/postgres/0007_worker_keys.sql"),
    ),
    (8, include_str!("../../migrations/postgres/0008_nodes.sql")),
];

/// Any number that nobody else takes for a lock in this database: whoever brings the schema up to
/// date has it meanwhile.
const SCHEMA_LOCK: i64 = 0x706f_6e6e_756b_6900;

/// A database of PostgreSQL.
#[derive(Clone, Debug)]
pub(crate) struct PostgresBackend {
    /// Where everybody reads.
    pub(crate) readers: PgPool,
    /// The one connection that writes.
    pub(crate) writer: PostgresAccess,
    /// Where signs of life go, which nothing else may hold up.
    pub(crate) beats: PgPool,
    url: PostgresUrl,
}

impl PostgresBackend {
    /// Connects, and brings the schema up to date.
    ///
    /// # Errors
    ///
    /// There is no way in, another has it, or the schema is of a later version.
    pub(crate) async fn open(
        url: &PostgresUrl,
        tenancy: Tenancy,
    ) -> Result<PostgresBackend, StoreFault> {
        let mut connection = connect(url).await?;
        in_time(async { Ok(migrate(&mut connection).await) }).await??;
        let backend = PostgresBackend::connected(url, tenancy);
        // Whoever else has it is noticed now.
        backend.writer.begin().await?.keep();
        Ok(backend)
    }

    /// Connects beside a server that may run: nothing is made, and nothing is brought up to date.
    ///
    /// # Errors
    ///
    /// There is no way in, or the schema is of another version.
    pub(crate) async fn open_beside(url: &PostgresUrl) -> Result<PostgresBackend, StoreFault> {
        let mut connection = connect(url).await?;
        let version = in_time(async { Ok(version(&mut connection).await) }).await??;
        judge_version(version)?;
        Ok(PostgresBackend::connected(url, Tenancy::Shared))
    }

    fn connected(url: &PostgresUrl, tenancy: Tenancy) -> PostgresBackend {
        let options = session(url);
        let pool = |n_max| {
            PgPoolOptions::new()
                .max_connections(n_max)
                .acquire_timeout(CONNECT_MAX)
                .connect_lazy_with(options.clone())
        };
        PostgresBackend {
            readers: pool(READERS_MAX),
            beats: pool(1),
            writer: PostgresAccess::new(options.clone(), tenancy),
            url: url.clone(),
        }
    }

    /// A connection of its own for work that takes long.
    ///
    /// # Errors
    ///
    /// There is no way in.
    pub(crate) async fn patient_connection(&self) -> Result<PgConnection, StoreFault> {
        let mut connection = connect(&self.url).await?;
        let patient = "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0";
        in_time(raw_sql(patient).execute(&mut connection)).await?;
        Ok(connection)
    }

    pub(crate) async fn close(&self) {
        self.writer.close().await;
        // What cannot be closed well is gone with the process.
        drop(timeout(CONNECT_MAX, self.readers.close()).await);
        drop(timeout(CONNECT_MAX, self.beats.close()).await);
    }
}

/// What `answer` says, unless it takes too long.
pub(crate) async fn in_time<T>(
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StoreFault> {
    within(ANSWER_MAX, answer).await
}

/// The same for work that may take as long as `limit`.
pub(crate) async fn within<T>(
    limit: Duration,
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StoreFault> {
    match timeout(limit, answer).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(StoreFault::slow()),
    }
}

fn session(url: &PostgresUrl) -> PgConnectOptions {
    PgConnectOptions::clone(&url.options)
        .application_name("ponnuki")
        .options(SESSION)
}

async fn connect(url: &PostgresUrl) -> Result<PgConnection, StoreFault> {
    let connected = timeout(CONNECT_MAX, PgConnection::connect_with(&session(url))).await;
    match connected {
        Ok(Ok(connection)) => Ok(connection),
        Ok(Err(error)) => Err(StoreFault::NoWayIn(no_way_in(url, &error))),
        Err(_) => Err(StoreFault::slow()),
    }
}

/// Why there is no connection, and what to do about it.
fn no_way_in(url: &PostgresUrl, error: &sqlx::Error) -> String {
    let code = match error {
        sqlx::Error::Database(error) => error.code(),
        _ => None,
    };
    let (user, database) = (url.options.get_username(), url.database());
    match code.as_deref() {
        Some("28P01") => format!("the password of {user} is wrong"),
        Some("28000") => format!("{user} is not let in ({error})"),
        Some("3D000") => {
            format!("there is no database {database}: make it with `createdb -O {user} {database}`")
        }
        Some("57P03") => format!("it starts or stops at the moment ({error})"),
        Some("53300") => format!("it has too many connections ({error})"),
        _ => match error {
            sqlx::Error::Io(error) => format!("no PostgreSQL answers there ({error})"),
            error => error.to_string(),
        },
    }
}

/// Brings the tables up to date, all of it or nothing; of several who try at once one does it.
async fn migrate(connection: &mut PgConnection) -> Result<(), StoreFault> {
    let mut transaction = connection.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(SCHEMA_LOCK)
        .execute(&mut *transaction)
        .await?;
    let version = version(&mut transaction).await?;
    if version > last_version() {
        return judge_version(version);
    }
    for (leads_to, step) in STEPS {
        if leads_to > version {
            let made = raw_sql(step).execute(&mut *transaction).await;
            made.map_err(unmade)?;
        }
    }
    if version == 0 {
        let version = "CREATE TABLE ponnuki_version (version BIGINT NOT NULL);
                       INSERT INTO ponnuki_version VALUES (0)";
        raw_sql(version).execute(&mut *transaction).await?;
    }
    sqlx::query("UPDATE ponnuki_version SET version = $1")
        .bind(last_version())
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(())
}

fn last_version() -> i64 {
    STEPS[STEPS.len() - 1].0
}

/// Why the tables were not made.
fn unmade(error: sqlx::Error) -> StoreFault {
    let code = match &error {
        sqlx::Error::Database(error) => error.code(),
        _ => None,
    };
    match code.as_deref() {
        Some("42501") => StoreFault::NotOurs(format!(
            "the user may not make tables in it, and has to own the database ({error})"
        )),
        Some("42P07" | "42723" | "42710") => StoreFault::NotOurs(format!(
            "it has tables of another program, and has to be empty ({error})"
        )),
        _ => error.into(),
    }
}

/// Of which version a database is; of version 0 if nothing was ever made in it.
async fn version(connection: &mut PgConnection) -> Result<i64, StoreFault> {
    let known: bool = sqlx::query_scalar("SELECT to_regclass('ponnuki_version') IS NOT NULL")
        .fetch_one(&mut *connection)
        .await?;
    if !known {
        return Ok(0);
    }
    let version = sqlx::query_scalar("SELECT version FROM ponnuki_version");
    Ok(version.fetch_one(connection).await?)
}
