//! Several servers of one database: which of them live, and which room is whose.
//!
//! A node says twice a second that it lives; one that has not for [`LEASE_LIFE`] is taken for
//! dead, by the database's clock. A room belongs to the node that claimed it last, and each claim
//! has an epoch of its own that every event carries: a node that was taken for dead writes
//! nothing, whatever it believes. The one server of a file is never taken for dead.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sqlx::Connection as _;

use crate::backend::Backend;
use crate::fault::{StoreFault, from_sql, to_sql};
use crate::postgres::{PostgresBackend, in_time, within};
use crate::store::{LAST_PULSE, Store};

/// A node that has said nothing for so long is taken for dead.
pub const LEASE_LIFE: Duration = Duration::from_secs(2);

/// A node takes itself for dead so much earlier than others do.
const LEASE_MARGIN: Duration = Duration::from_millis(300);

/// How long a sign of life may take; the next comes soon.
const BEAT_MAX: Duration = Duration::from_millis(1_200);

/// The time of the database, which is the time of all nodes, in Unix milliseconds.
macro_rules! now_ms {
    () => {
        "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    };
}

/// Whether a row of `nodes` is of a node that lives.
macro_rules! is_live {
    () => {
        concat!("nodes.beat_ms + 2000 > ", $crate::nodes::now_ms!())
    };
}
pub(crate) use is_live;
pub(crate) use now_ms;

const _: () = assert!(LEASE_LIFE.as_millis() == 2000, "as in the statements");

/// What one node is in the database, while it is.
#[derive(Debug)]
pub(crate) struct Membership {
    state: Mutex<Stay>,
}

#[derive(Debug, Default)]
struct Stay {
    /// Drawn for each stay; empty before the first.
    id: Arc<str>,
    /// How many there were.
    term: u32,
    /// When the last sign of life was sent that arrived.
    beat: Option<Instant>,
}

/// What a node learns when it joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joined {
    /// The database's time, in Unix milliseconds.
    pub now_ms: u64,
    /// Whether another node lives. If none did, the time since the last sign of life is among the
    /// outages.
    pub has_company: bool,
}

/// What became of a sign of life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beat {
    /// It arrived; that is the database's time, in Unix milliseconds.
    At(u64),
    /// It came too late: others take this node for dead, and it has to join again.
    TooLate,
}

/// The right to write the events of one room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoomClaim {
    /// Every event carries it.
    pub epoch: u64,
    /// Since when nobody looked after the room, if its last owner is dead or handed it over, in
    /// Unix milliseconds.
    pub left_ms: Option<u64>,
    /// Of which stay of this node it is.
    term: u32,
}

impl RoomClaim {
    /// That of a room that the one server of a database opened, as long as it is the only one.
    pub const FIRST: RoomClaim = RoomClaim {
        epoch: 1,
        left_ms: None,
        term: 0,
    };
}

/// Who has a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomOwner {
    /// This server, from now on.
    Ours(RoomClaim),
    /// Another node, at this URL.
    Elsewhere(String),
}

/// What is known already is left out of an outage. Rooms that are due say themselves, when they
/// are brought, that they wait so much longer.
const OUTAGE: &str = "INSERT INTO outages (since_ms, until_ms)
    SELECT since_ms, $2 FROM (
        SELECT greatest($1, (SELECT max(until_ms) FROM outages)) AS since_ms
    ) AS begun WHERE since_ms < $2";

const JOIN_LOCK: i64 = 0x706f_6e6e_756b_6902;

const OTHERS: &str = concat!(
    "SELECT count(*) FILTER (WHERE ",
    is_live!(),
    "), max(beat_ms), ",
    now_ms!(),
    " FROM nodes"
);

const JOIN: &str = concat!(
    "INSERT INTO nodes (id, url, version, beat_ms) VALUES ($1, $2, $3, ",
    now_ms!(),
    ")"
);

/// Rows that nobody asks for any more.
const FORGET: &str = concat!(
    "DELETE FROM nodes WHERE beat_ms < ",
    now_ms!(),
    " - 86400000 AND NOT EXISTS (SELECT 1 FROM rooms WHERE owner = nodes.id)"
);

const BEAT: &str = concat!(
    "UPDATE nodes SET beat_ms = ",
    now_ms!(),
    " WHERE id = $1 AND ",
    is_live!(),
    " RETURNING beat_ms"
);

const LEAVE: &str = "DELETE FROM nodes WHERE id = $1
    AND NOT EXISTS (SELECT 1 FROM rooms WHERE owner = nodes.id)";

/// Takes the room $1 for the node $2 unless another that lives has it.
const CLAIM: &str = concat!(
    "WITH before AS (
        SELECT id, owner, released_ms FROM rooms WHERE id = $1 FOR UPDATE
    ), last AS (
        SELECT nodes.id, nodes.url, nodes.beat_ms, ",
    is_live!(),
    " AS is_live FROM nodes JOIN before ON nodes.id = before.owner
    ), taken AS (
        UPDATE rooms SET owner = $2, epoch = rooms.epoch + 1, released_ms = NULL
        FROM before LEFT JOIN last ON true
        WHERE rooms.id = before.id
            AND (before.owner IS NULL OR before.owner = $2 OR last.is_live IS NOT TRUE)
            AND EXISTS (SELECT 1 FROM nodes WHERE nodes.id = $2 AND ",
    is_live!(),
    ")
        RETURNING rooms.epoch
    )
    SELECT taken.epoch, last.url,
        CASE WHEN before.owner IS NULL THEN before.released_ms
             WHEN before.owner = $2 THEN NULL ELSE last.beat_ms END
    FROM before LEFT JOIN last ON true LEFT JOIN taken ON true"
);

/// The id and the URL of the node that has the room $1, if it is another than $2 and lives.
const OWNER: &str = concat!(
    "SELECT nodes.id, nodes.url FROM rooms JOIN nodes ON nodes.id = rooms.owner
     WHERE rooms.id = $1 AND nodes.id <> $2 AND ",
    is_live!()
);

const LIVE: &str = concat!("SELECT id FROM nodes WHERE ", is_live!());

const RELEASE: &str = "UPDATE rooms SET owner = NULL, released_ms = $3
    WHERE id = $1 AND epoch = $2 AND owner IS NOT NULL";

impl Membership {
    pub(crate) fn new() -> Arc<Membership> {
        Arc::new(Membership {
            state: Mutex::default(),
        })
    }

    /// The id of this stay.
    pub(crate) fn id(&self) -> Arc<str> {
        Arc::clone(&self.stay().id)
    }

    /// Nothing is left half done under this lock, so a panic elsewhere does not matter.
    fn stay(&self) -> MutexGuard<'_, Stay> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store {
    /// Whether it is one of several servers of its database.
    pub fn is_node(&self) -> bool {
        self.node.is_some()
    }

    /// Comes in as a node under a new `id`, which others reach at `url`; what it had claimed
    /// under an earlier one is not its any more. `sent` is the present moment.
    ///
    /// # Errors
    ///
    /// If the database fails, or has one server only.
    pub async fn join(
        &self,
        id: &str,
        url: &str,
        version: &str,
        sent: Instant,
    ) -> Result<Joined, StoreFault> {
        let (own, node) = self.membership()?;
        let mut connection = own.beats.acquire().await?;
        let joined = within(BEAT_MAX, async {
            let mut transaction = connection.begin().await?;
            let lock = sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(JOIN_LOCK);
            lock.execute(&mut *transaction).await?;
            sqlx::query(FORGET).execute(&mut *transaction).await?;
            let (n_live, beat_ms, now_ms): (i64, Option<i64>, i64) =
                sqlx::query_as(OTHERS).fetch_one(&mut *transaction).await?;
            let pulse = sqlx::query_scalar(LAST_PULSE);
            let pulse_ms: Option<i64> = pulse.fetch_one(&mut *transaction).await?;
            if let Some(since_ms) = beat_ms.max(pulse_ms).filter(|_| n_live == 0) {
                let outage = sqlx::query(OUTAGE).bind(since_ms).bind(now_ms);
                outage.execute(&mut *transaction).await?;
            }
            let join = sqlx::query(JOIN).bind(id).bind(url).bind(version);
            join.execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok((n_live, now_ms))
        });
        let (n_live, now_ms) = joined.await?;
        let mut stay = node.stay();
        stay.id = id.into();
        stay.term += 1;
        stay.beat = Some(sent);
        Ok(Joined {
            now_ms: from_sql(now_ms),
            has_company: n_live > 0,
        })
    }

    /// Gives a sign of life; `sent` is the present moment.
    ///
    /// # Errors
    ///
    /// If the database fails, or has one server only.
    pub async fn beat(&self, sent: Instant) -> Result<Beat, StoreFault> {
        let (own, node) = self.membership()?;
        let id = node.id();
        let beat = sqlx::query_scalar(BEAT)
            .bind(&*id)
            .fetch_optional(&own.beats);
        let beat: Option<i64> = within(BEAT_MAX, beat).await?;
        let Some(at_ms) = beat else {
            return Ok(Beat::TooLate);
        };
        node.stay().beat = Some(sent);
        Ok(Beat::At(from_sql(at_ms)))
    }

    /// The ids of the nodes that live.
    ///
    /// # Errors
    ///
    /// If the database fails, or has one server only.
    pub async fn live_nodes(&self) -> Result<Vec<String>, StoreFault> {
        let (own, _) = self.membership()?;
        within(BEAT_MAX, sqlx::query_scalar(LIVE).fetch_all(&own.beats)).await
    }

    /// Goes, after all rooms were released.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn leave(&self) -> Result<(), StoreFault> {
        let Ok((own, node)) = self.membership() else {
            return Ok(());
        };
        let id = node.id();
        node.stay().beat = None;
        let left = sqlx::query(LEAVE).bind(&*id).execute(&own.beats);
        within(BEAT_MAX, left).await.map(drop)
    }

    /// Whether this server is sure at the moment `now` that others take it for alive.
    pub fn holds_lease(&self, now: Instant) -> bool {
        self.node.as_ref().is_none_or(|node| {
            let beat = node.stay().beat;
            beat.is_some_and(|beat| now.saturating_duration_since(beat) < LEASE_LIFE - LEASE_MARGIN)
        })
    }

    /// Whether a claim of this server still holds at the moment `now`: nobody else can have
    /// claimed the room after it.
    pub fn holds(&self, claim: &RoomClaim, now: Instant) -> bool {
        let term = self.node.as_ref().map_or(0, |node| node.stay().term);
        claim.term == term && self.holds_lease(now)
    }

    /// The right to write a room that is opened here.
    pub fn first_claim(&self) -> RoomClaim {
        RoomClaim {
            term: self.node.as_ref().map_or(0, |node| node.stay().term),
            ..RoomClaim::FIRST
        }
    }

    /// Takes a room, unless another node that lives has it. Nothing that was sent before under
    /// an older claim is written after this.
    ///
    /// # Errors
    ///
    /// [`StoreFault::NoRoom`] if there is none; [`StoreFault::NoLease`] if others take this node
    /// for dead.
    pub async fn claim(&self, room: &str) -> Result<RoomOwner, StoreFault> {
        let no_room = || StoreFault::NoRoom {
            room: room.to_owned(),
        };
        let Ok((own, node)) = self.membership() else {
            let epoch = self.epoch(room).await?.ok_or_else(no_room)?;
            return Ok(RoomOwner::Ours(RoomClaim {
                epoch,
                left_ms: None,
                term: 0,
            }));
        };
        let (id, term) = {
            let stay = node.stay();
            (Arc::clone(&stay.id), stay.term)
        };
        let taken = sqlx::query_as(CLAIM).bind(room).bind(&*id);
        let taken: Option<(Option<i64>, Option<String>, Option<i64>)> =
            in_time(taken.fetch_optional(&own.readers)).await?;
        let (epoch, url, left_ms) = taken.ok_or_else(no_room)?;
        match (epoch, url) {
            (Some(epoch), _) => Ok(RoomOwner::Ours(RoomClaim {
                epoch: from_sql(epoch),
                left_ms: left_ms.map(from_sql),
                term,
            })),
            (None, Some(url)) => Ok(RoomOwner::Elsewhere(url)),
            (None, None) => Err(StoreFault::NoLease),
        }
    }

    /// The id and the URL of the other node that lives and has a room, if one has.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn owner_elsewhere(
        &self,
        room: &str,
    ) -> Result<Option<(String, String)>, StoreFault> {
        let Ok((own, node)) = self.membership() else {
            return Ok(None);
        };
        let id = node.id();
        let owner = sqlx::query_as(OWNER).bind(room).bind(&*id);
        in_time(owner.fetch_optional(&own.readers)).await
    }

    /// Lets a room go that was claimed. If it is handed over at `handed_over_ms`, its next owner
    /// gives back the time since then; one that only sleeps has its clock running.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn release(
        &self,
        room: &str,
        claim: &RoomClaim,
        handed_over_ms: Option<u64>,
    ) -> Result<(), StoreFault> {
        let Ok((own, _)) = self.membership() else {
            return Ok(());
        };
        let released = sqlx::query(RELEASE)
            .bind(room)
            .bind(to_sql(claim.epoch)?)
            .bind(handed_over_ms.map(to_sql).transpose()?);
        in_time(released.execute(&own.readers)).await.map(drop)
    }

    async fn epoch(&self, room: &str) -> Result<Option<u64>, StoreFault> {
        let epoch: Result<Option<i64>, StoreFault> =
            crate::backend::read!(&self.backend, |readers| {
                sqlx::query_scalar("SELECT epoch FROM rooms WHERE id = $1")
                    .bind(room)
                    .fetch_optional(readers)
            });
        match epoch {
            // The events may be whole all the same; a damaged list is never written to.
            Err(StoreFault::Corrupt(_)) => Ok(Some(0)),
            epoch => Ok(epoch?.map(from_sql)),
        }
    }

    /// The database, and what this node is in it.
    ///
    /// # Errors
    ///
    /// It is the only server.
    pub(crate) fn membership(&self) -> Result<(&PostgresBackend, &Arc<Membership>), StoreFault> {
        match (&self.backend, &self.node) {
            (Backend::Postgres(own), Some(node)) => Ok((own, node)),
            _ => Err(StoreFault::NoLease),
        }
    }
}
