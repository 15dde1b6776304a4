//! Everything of one database in another, compared row by row before it counts.

use std::path::Path;

use sqlx::pool::PoolConnection;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Sqlite, raw_sql};

use crate::backend::Backend;
use crate::events::{Damage, check, damaged};
use crate::fault::{StoreFault, from_sql};
use crate::migrate::migrate_schema;
use crate::postgres::PostgresBackend;
use crate::store::Store;

/// How many rows are taken together.
const PART: i64 = 1_000;

/// What was moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// How many rooms.
    pub n_rooms: u64,
    /// How many events they have.
    pub n_events: u64,
}

/// `id`, `opened_ms`, `updated_ms`, `n_events`, `is_over`, `summary`, `due_ms`, `epoch`.
type RoomRow = (String, i64, i64, i64, bool, String, Option<i64>, i64);

/// `room`, `seq`, `at_ms`, `event`, `sum`.
type EventRow = (String, i64, i64, String, Option<i64>);

/// `room`, `holder`, `generation`, `n_handed`, `asked`.
type SeatRow = (String, String, i64, i64, Option<String>);

/// `since_ms`, `until_ms`.
type OutageRow = (i64, i64);

/// `name`, `hash`, `is_trusted`, `made_ms`, `seen_ms`.
type WorkerKeyRow = (String, String, bool, i64, Option<i64>);

const ROOMS: &str = "SELECT id, opened_ms, updated_ms, n_events, is_over, summary, due_ms, epoch
    FROM rooms WHERE id > $1 ORDER BY id LIMIT $2";

const EVENTS: &str = "SELECT room, seq, at_ms, event, sum
    FROM events WHERE (room, seq) > ($1, $2) ORDER BY room, seq LIMIT $3";

const SEATS: &str = "SELECT room, holder, generation, n_handed, asked
    FROM seats WHERE (room, holder) > ($1, $2) ORDER BY room, holder LIMIT $3";

const OUTAGES: &str = "SELECT since_ms, until_ms FROM outages ORDER BY until_ms";

const WORKER_KEYS: &str =
    "SELECT name, hash, is_trusted, made_ms, seen_ms FROM worker_keys ORDER BY name";

const PULSE: &str = "SELECT pulse_ms FROM server WHERE id = 1";

/// A room whose list entry counts other events than there are.
const CUT_SHORT: &str = "SELECT id, n_events FROM rooms WHERE n_events <>
    (SELECT coalesce(max(seq), 0) FROM events WHERE room = rooms.id) ORDER BY id LIMIT 1";

/// One end of a transfer, in a transaction of its own.
#[derive(Debug)]
enum End {
    Sqlite(SqliteEnd),
    Postgres(PgConnection),
}

/// A connection of a store's, or to a file that nobody has opened.
#[derive(Debug)]
enum SqliteEnd {
    Pooled(PoolConnection<Sqlite>),
    Own(Box<SqliteConnection>),
}

impl SqliteEnd {
    fn connection(&mut self) -> &mut SqliteConnection {
        match self {
            SqliteEnd::Pooled(connection) => connection,
            SqliteEnd::Own(connection) => connection,
        }
    }
}

/// Asks the same of either end.
macro_rules! ask {
    ($end:expr, |$connection:ident| $query:expr) => {
        match $end {
            End::Sqlite(end) => {
                let $connection = end.connection();
                $query.await
            }
            End::Postgres($connection) => $query.await,
        }
        .map_err(StoreFault::from)
    };
}

/// Has either end do the same.
macro_rules! tell {
    ($end:expr, |$connection:ident| $query:expr) => {
        match $end {
            End::Sqlite(end) => {
                let $connection = end.connection();
                $query.await.map(drop)
            }
            End::Postgres($connection) => $query.await.map(drop),
        }
        .map_err(StoreFault::from)
    };
}

/// Moves everything of `from` to `to`, with the key, and compares all of it; `from` stays as it
/// is. Nothing is there before all of it is.
///
/// # Errors
///
/// There are games in `to`, something in `from` is damaged, or a database fails.
pub async fn move_data(from: &Store, to: &Store) -> Result<Moved, StoreFault> {
    if !to.ids(1, "").await?.is_empty() {
        return Err(StoreFault::NotEmpty);
    }
    let key = from.known_key().await?;
    let mut source = End::of(&from.backend).await?;
    let mut target = End::of(&to.backend).await?;
    source.begin_reading().await?;
    target.execute("BEGIN").await?;
    let moved = async {
        find_damage(&mut source).await?;
        transfer(&mut source, &mut target).await
    };
    let moved = moved.await;
    // The connections are their stores'.
    source.execute("ROLLBACK").await?;
    if moved.is_err() {
        target.execute("ROLLBACK").await?;
    }
    let moved = moved?;
    target.execute("COMMIT").await?;
    if let Some(key) = key {
        to.replace_key(key).await?;
    }
    Ok(moved)
}

/// Writes everything but the key to the empty file at `path`, which nobody else has.
pub(crate) async fn copy_to_file(from: &PostgresBackend, path: &Path) -> Result<(), StoreFault> {
    let mut source = End::Postgres(from.patient_connection().await?);
    source.begin_reading().await?;
    let mut file = SqliteConnectOptions::new().filename(path).connect().await?;
    migrate_schema(&mut file).await?;
    let mut target = End::Sqlite(SqliteEnd::Own(Box::new(file)));
    target.execute("BEGIN").await?;
    transfer(&mut source, &mut target).await?;
    target.execute("COMMIT").await?;
    if let End::Sqlite(SqliteEnd::Own(file)) = target {
        file.close().await?;
    }
    Ok(())
}

/// Writes what `source` has, damaged or not, and reads it again.
async fn transfer(source: &mut End, target: &mut End) -> Result<Moved, StoreFault> {
    let moved = copy(source, target).await?;
    compare(source, target).await?;
    Ok(moved)
}

async fn copy(source: &mut End, target: &mut End) -> Result<Moved, StoreFault> {
    let mut moved = Moved::default();
    let mut last_room = String::new();
    loop {
        let rows = source.rooms(&last_room).await?;
        let Some(last) = rows.last() else { break };
        last_room = last.0.clone();
        moved.n_rooms += rows.len() as u64;
        target.add_rooms(rows).await?;
    }
    let mut last_event = (String::new(), 0);
    loop {
        let rows = source.events(&last_event).await?;
        let Some(last) = rows.last() else { break };
        last_event = (last.0.clone(), last.1);
        moved.n_events += rows.len() as u64;
        target.add_events(rows).await?;
    }
    let mut last_seat = (String::new(), String::new());
    loop {
        let rows = source.seats(&last_seat).await?;
        let Some(last) = rows.last() else { break };
        last_seat = (last.0.clone(), last.1.clone());
        target.add_seats(rows).await?;
    }
    for outage in source.outages().await? {
        target.add_outage(outage).await?;
    }
    for key in source.worker_keys().await? {
        target.add_worker_key(key).await?;
    }
    let pulse = source.pulse().await?;
    target.write_pulse(pulse).await?;
    Ok(moved)
}

/// Whether everything is as it was written: what is damaged is not moved, because it would be
/// taken for whole.
async fn find_damage(source: &mut End) -> Result<(), StoreFault> {
    let cut_short: Option<(String, i64)> = ask!(&mut *source, |connection| {
        sqlx::query_as(CUT_SHORT).fetch_optional(connection)
    })?;
    if let Some((room, n_events)) = cut_short {
        return Err(damaged(&room, n_events, Damage::Missing));
    }
    let mut last = (String::new(), 0);
    loop {
        let rows = source.events(&last).await?;
        let Some((room, seq, ..)) = rows.last() else {
            return Ok(());
        };
        let next = (room.clone(), *seq);
        check_events(&last, &rows)?;
        last = next;
    }
}

/// Whether events are as they were written, and none is missing after `last`.
fn check_events(last: &(String, i64), rows: &[EventRow]) -> Result<(), StoreFault> {
    let (mut room, mut n) = last.clone();
    for (of, seq, at_ms, event, sum) in rows {
        let expected = if *of == room { n + 1 } else { 1 };
        check(
            of,
            expected,
            &(*seq, *at_ms, event.clone().into_bytes(), *sum),
        )?;
        (room, n) = (of.clone(), *seq);
    }
    Ok(())
}

/// Whether both ends have the same.
async fn compare(source: &mut End, target: &mut End) -> Result<(), StoreFault> {
    let mut last = String::new();
    loop {
        let (ours, theirs) = (source.rooms(&last).await?, target.rooms(&last).await?);
        same(&ours, &theirs, |row: &RoomRow| format!("room {}", row.0))?;
        let Some(row) = ours.last() else { break };
        last = row.0.clone();
    }
    let mut last = (String::new(), 0);
    loop {
        let (ours, theirs) = (source.events(&last).await?, target.events(&last).await?);
        let named = |row: &EventRow| format!("event {} of room {}", row.1, row.0);
        same(&ours, &theirs, named)?;
        let Some(row) = ours.last() else { break };
        last = (row.0.clone(), row.1);
    }
    let mut last = (String::new(), String::new());
    loop {
        let (ours, theirs) = (source.seats(&last).await?, target.seats(&last).await?);
        same(&ours, &theirs, |row: &SeatRow| {
            format!("a seat of room {}", row.0)
        })?;
        let Some(row) = ours.last() else { break };
        last = (row.0.clone(), row.1.clone());
    }
    let (ours, theirs) = (source.outages().await?, target.outages().await?);
    same(&ours, &theirs, |row: &OutageRow| {
        format!("the outage of {}", from_sql(row.0))
    })?;
    let (ours, theirs) = (source.worker_keys().await?, target.worker_keys().await?);
    same(&ours, &theirs, |row: &WorkerKeyRow| {
        format!("the key {} of a worker", row.0)
    })?;
    let (ours, theirs) = (source.pulse().await?, target.pulse().await?);
    same(&[ours], &[theirs], |_: &Option<i64>| "the pulse".to_owned())
}

fn same<T: PartialEq>(
    ours: &[T],
    theirs: &[T],
    named: impl Fn(&T) -> String,
) -> Result<(), StoreFault> {
    let differs = ours.iter().zip(theirs).find(|(own, other)| own != other);
    let n = ours.len().min(theirs.len());
    let lacks = ours.get(n).or(theirs.get(n));
    match differs.map(|(own, _)| own).or(lacks) {
        None => Ok(()),
        Some(row) => Err(StoreFault::OtherCopy { what: named(row) }),
    }
}

impl End {
    async fn of(backend: &Backend) -> Result<End, StoreFault> {
        match backend {
            Backend::Sqlite(own) => {
                let connection = own.readers.acquire().await?;
                Ok(End::Sqlite(SqliteEnd::Pooled(connection)))
            }
            Backend::Postgres(own) => Ok(End::Postgres(own.patient_connection().await?)),
        }
    }

    /// Begins to see everything as it is at one moment.
    async fn begin_reading(&mut self) -> Result<(), StoreFault> {
        match self {
            End::Sqlite(_) => self.execute("BEGIN").await,
            End::Postgres(_) => {
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";
                self.execute(begin).await
            }
        }
    }

    async fn execute(&mut self, statement: &'static str) -> Result<(), StoreFault> {
        tell!(self, |connection| raw_sql(statement).execute(connection))?;
        Ok(())
    }

    async fn rooms(&mut self, after: &str) -> Result<Vec<RoomRow>, StoreFault> {
        ask!(self, |connection| {
            let query = sqlx::query_as(ROOMS).bind(after);
            query.bind(PART).fetch_all(connection)
        })
    }

    async fn events(&mut self, after: &(String, i64)) -> Result<Vec<EventRow>, StoreFault> {
        ask!(self, |connection| {
            let query = sqlx::query_as(EVENTS).bind(&after.0).bind(after.1);
            query.bind(PART).fetch_all(connection)
        })
    }

    async fn seats(&mut self, after: &(String, String)) -> Result<Vec<SeatRow>, StoreFault> {
        ask!(self, |connection| {
            let query = sqlx::query_as(SEATS).bind(&after.0).bind(&after.1);
            query.bind(PART).fetch_all(connection)
        })
    }

    async fn outages(&mut self) -> Result<Vec<OutageRow>, StoreFault> {
        ask!(self, |connection| {
            sqlx::query_as(OUTAGES).fetch_all(connection)
        })
    }

    async fn worker_keys(&mut self) -> Result<Vec<WorkerKeyRow>, StoreFault> {
        ask!(self, |connection| {
            sqlx::query_as(WORKER_KEYS).fetch_all(connection)
        })
    }

    async fn pulse(&mut self) -> Result<Option<i64>, StoreFault> {
        ask!(self, |connection| {
            sqlx::query_scalar(PULSE).fetch_one(connection)
        })
    }

    async fn add_rooms(&mut self, rows: Vec<RoomRow>) -> Result<(), StoreFault> {
        const ADD: &str = "INSERT INTO rooms
            (id, opened_ms, updated_ms, n_events, is_over, summary, due_ms, epoch)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        for (id, opened_ms, updated_ms, n_events, is_over, summary, due_ms, epoch) in rows {
            tell!(&mut *self, |connection| {
                sqlx::query(ADD)
                    .bind(id)
                    .bind(opened_ms)
                    .bind(updated_ms)
                    .bind(n_events)
                    .bind(is_over)
                    .bind(summary)
                    .bind(due_ms)
                    .bind(epoch)
                    .execute(connection)
            })?;
        }
        Ok(())
    }

    async fn add_events(&mut self, rows: Vec<EventRow>) -> Result<(), StoreFault> {
        match self {
            End::Sqlite(end) => add_events_to_sqlite(end.connection(), rows).await,
            End::Postgres(connection) => add_events_to_postgres(connection, rows).await,
        }
    }

    async fn add_seats(&mut self, rows: Vec<SeatRow>) -> Result<(), StoreFault> {
        const ADD: &str = "INSERT INTO seats (room, holder, generation, n_handed, asked)
            VALUES ($1, $2, $3, $4, $5)";
        for (room, holder, generation, n_handed, asked) in rows {
            tell!(&mut *self, |connection| {
                sqlx::query(ADD)
                    .bind(room)
                    .bind(holder)
                    .bind(generation)
                    .bind(n_handed)
                    .bind(asked)
                    .execute(connection)
            })?;
        }
        Ok(())
    }

    async fn add_outage(&mut self, (since_ms, until_ms): OutageRow) -> Result<(), StoreFault> {
        tell!(self, |connection| {
            sqlx::query("INSERT INTO outages (since_ms, until_ms) VALUES ($1, $2)")
                .bind(since_ms)
                .bind(until_ms)
                .execute(connection)
        })?;
        Ok(())
    }

    async fn add_worker_key(&mut self, row: WorkerKeyRow) -> Result<(), StoreFault> {
        let (name, hash, is_trusted, made_ms, seen_ms) = row;
        const ADD: &str = "INSERT INTO worker_keys (name, hash, is_trusted, made_ms, seen_ms)
            VALUES ($1, $2, $3, $4, $5)";
        tell!(self, |connection| {
            sqlx::query(ADD)
                .bind(name)
                .bind(hash)
                .bind(is_trusted)
                .bind(made_ms)
                .bind(seen_ms)
                .execute(connection)
        })?;
        Ok(())
    }

    async fn write_pulse(&mut self, pulse: Option<i64>) -> Result<(), StoreFault> {
        tell!(self, |connection| {
            sqlx::query("UPDATE server SET pulse_ms = $1 WHERE id = 1")
                .bind(pulse)
                .execute(connection)
        })?;
        Ok(())
    }
}

async fn add_events_to_sqlite(
    connection: &mut SqliteConnection,
    rows: Vec<EventRow>,
) -> Result<(), StoreFault> {
    const ADD: &str =
        "INSERT INTO events (room, seq, at_ms, event, sum) VALUES ($1, $2, $3, $4, $5)";
    for (room, seq, at_ms, event, sum) in rows {
        let query = sqlx::query(ADD).bind(room).bind(seq).bind(at_ms);
        query
            .bind(event)
            .bind(sum)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// All at once, because each question costs a way to PostgreSQL and back.
async fn add_events_to_postgres(
    connection: &mut PgConnection,
    rows: Vec<EventRow>,
) -> Result<(), StoreFault> {
    const ADD: &str = "INSERT INTO events (room, seq, at_ms, event, sum)
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[])";
    let (mut rooms, mut seqs, mut times) = (Vec::new(), Vec::new(), Vec::new());
    let (mut events, mut sums) = (Vec::new(), Vec::new());
    for (room, seq, at_ms, event, sum) in rows {
        rooms.push(room);
        seqs.push(seq);
        times.push(at_ms);
        events.push(event);
        sums.push(sum);
    }
    let query = sqlx::query(ADD).bind(rooms).bind(seqs).bind(times);
    query.bind(events).bind(sums).execute(connection).await?;
    Ok(())
}
