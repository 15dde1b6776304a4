//! One server among several of a database: signs of life, the database's clock, and requests for
//! rooms that another has.

mod tunnel;

use std::collections::HashSet;
use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use ponnuki_clock::Readings;
use ponnuki_store::{Beat, Store, StoreFault};
use ponnuki_wire::to_ms;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};

use crate::bus::{Bus, BusUrl};
use crate::chance::{self, NoChance};
use crate::house::House;
use crate::now::{self, TimeSource};

pub(crate) use tunnel::{FromNode, carry, elsewhere, open_letter};

/// How often a node says that it lives.
const BEAT_EVERY: Duration = Duration::from_millis(500);

/// What one of several servers is told.
#[derive(Clone, Debug)]
pub struct NodeConfig {
    /// Where the other nodes reach it.
    pub url: NodeUrl,
    /// Where it listens for them.
    pub listen: SocketAddr,
    /// Where the bus is, if there is one.
    pub bus: Option<BusUrl>,
}

/// Where other nodes reach a node: `http://10.0.0.2:8362`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeUrl {
    /// The host and the port.
    authority: String,
    port: u16,
}

/// Why a text is not the URL of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseNodeUrlError;

impl fmt::Display for ParseNodeUrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a node's URL is http, a host and a port, such as http://10.0.0.2:8362: nodes speak to \
             each other in a network of their own",
        )
    }
}

impl std::error::Error for ParseNodeUrlError {}

impl FromStr for NodeUrl {
    type Err = ParseNodeUrlError;

    fn from_str(text: &str) -> Result<NodeUrl, ParseNodeUrlError> {
        let rest = text.strip_prefix("http://").ok_or(ParseNodeUrlError)?;
        let authority = rest.strip_suffix('/').unwrap_or(rest);
        let (host, port) = authority.rsplit_once(':').ok_or(ParseNodeUrlError)?;
        let is_named = |sign: char| sign.is_ascii_alphanumeric() || "-_.:[]".contains(sign);
        let is_digits = port.bytes().all(|byte| byte.is_ascii_digit());
        let port: Option<u16> = port.parse().ok().filter(|port| *port != 0 && is_digits);
        match port {
            Some(port) if !host.is_empty() && host.chars().all(is_named) => Ok(NodeUrl {
                authority: authority.to_ascii_lowercase(),
                port,
            }),
            _ => Err(ParseNodeUrlError),
        }
    }
}

impl fmt::Display for NodeUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}", self.authority)
    }
}

impl NodeUrl {
    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }
}

/// A server as one of several.
#[derive(Debug)]
pub(crate) struct Node {
    url: NodeUrl,
    clock: DatabaseClock,
    /// The ids of the nodes that live, as they were at the last beat.
    live: watch::Sender<HashSet<String>>,
    /// The bus, if there is one.
    pub(crate) bus: Option<Bus>,
}

/// The database's time, counted on by this machine's steady clock between two beats: one time
/// for all nodes, whatever this machine's wall clock is set to.
#[derive(Clone, Debug)]
pub(crate) struct DatabaseClock {
    source: TimeSource,
    /// How far the database's time is ahead of this machine's steady clock, in milliseconds.
    offset_ms: Arc<AtomicI64>,
}

impl DatabaseClock {
    fn new(source: &TimeSource) -> DatabaseClock {
        DatabaseClock {
            source: source.clone(),
            offset_ms: Arc::default(),
        }
    }

    /// The database said just now that it is `now_ms`.
    fn note(&self, now_ms: u64) {
        let steady_ms = to_ms(self.source.read().steady);
        let offset_ms = now_ms.cast_signed() - steady_ms.cast_signed();
        self.offset_ms.store(offset_ms, Ordering::Relaxed);
    }

    /// Clocks whose wall clock is the database's.
    pub(crate) fn source(&self) -> TimeSource {
        let DatabaseClock { source, offset_ms } = self.clone();
        TimeSource::new(move || {
            let steady = source.read().steady;
            let offset_ms = offset_ms.load(Ordering::Relaxed);
            let offset = Duration::from_millis(offset_ms.unsigned_abs());
            let wall = match offset_ms < 0 {
                true => steady.saturating_sub(offset),
                false => steady.saturating_add(offset),
            };
            Readings { wall, steady }
        })
    }
}

impl Node {
    /// Comes in.
    ///
    /// # Errors
    ///
    /// The database fails, or there is no chance for an id.
    pub(crate) async fn join(
        config: &NodeConfig,
        time: &TimeSource,
        store: &Store,
    ) -> Result<Node, JoinError> {
        let bus = config.bus.as_ref().map(Bus::new);
        let node = Node {
            url: config.url.clone(),
            clock: DatabaseClock::new(time),
            live: watch::Sender::default(),
            bus: bus.transpose().map_err(JoinError::Chance)?,
        };
        node.come_in(store).await?;
        Ok(node)
    }

    /// The clocks that all nodes have.
    pub(crate) fn time(&self) -> TimeSource {
        self.clock.source()
    }

    async fn come_in(&self, store: &Store) -> Result<(), JoinError> {
        let id: [u8; 12] = chance::bytes().map_err(JoinError::Chance)?;
        let id: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
        let (url, version) = (self.url.to_string(), env!("CARGO_PKG_VERSION"));
        let joined = store.join(&id, &url, version, now::steady()).await;
        let joined = joined.map_err(JoinError::Store)?;
        self.clock.note(joined.now_ms);
        Ok(())
    }

    /// Returns when the node with this id does not live any more.
    pub(crate) async fn until_dead(&self, id: &str) {
        let mut live = self.live.subscribe();
        // The list has it only after the next beat.
        if live.changed().await.is_ok() {
            drop(live.wait_for(|live| !live.contains(id)).await);
        }
    }
}

/// Why a node did not come in.
#[derive(Debug)]
pub(crate) enum JoinError {
    Chance(NoChance),
    Store(StoreFault),
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JoinError::Chance(why) => why.fmt(f),
            JoinError::Store(fault) => fault.fmt(f),
        }
    }
}

/// Gives signs of life, as long as the server lives.
pub(crate) async fn beat(house: Arc<House>) {
    let Some(node) = &house.node else {
        return;
    };
    let mut beats = interval(BEAT_EVERY);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut is_silent, mut held_lease) = (false, true);
    loop {
        beats.tick().await;
        match beat_once(&house, node).await {
            Ok(()) if is_silent => {
                is_silent = false;
                tracing::info!("signs of life arrive again");
            }
            Ok(()) => {}
            Err(why) if !is_silent => {
                is_silent = true;
                tracing::error!(%why, "no sign of life arrived");
            }
            Err(_) => {}
        }
        let holds_lease = house.store.holds_lease(now::steady());
        if held_lease && !holds_lease {
            // Each sees that others may have it, and sends its visitors to them.
            house.tell_of_outage();
        }
        held_lease = holds_lease;
    }
}

async fn beat_once(house: &Arc<House>, node: &Node) -> Result<(), JoinError> {
    match house.store.beat(now::steady()).await {
        Ok(Beat::At(now_ms)) => node.clock.note(now_ms),
        Ok(Beat::TooLate) => come_back(house, node).await?,
        Err(fault) => return Err(JoinError::Store(fault)),
    }
    let live = house.store.live_nodes().await.map_err(JoinError::Store)?;
    node.live.send_replace(live.into_iter().collect());
    Ok(())
}

/// Comes in again after others took this node for dead: what it had in memory may be theirs.
async fn come_back(house: &Arc<House>, node: &Node) -> Result<(), JoinError> {
    node.come_in(&house.store).await?;
    house.metrics.lapses.add_one();
    tracing::warn!("this node was taken for dead, and gives up the rooms it had");
    // Each sees that its claim is of an earlier stay, and ends.
    house.tell_of_outage();
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn a_nodes_url_is_http_a_host_and_a_port() {
        for (text, expected) in [
            ("http://10.0.0.2:8362", Some("http://10.0.0.2:8362")),
            ("http://Node-A:80/", Some("http://node-a:80")),
            ("http://[fd00::1]:8362", Some("http://[fd00::1]:8362")),
            ("https://10.0.0.2:8362", None),
            ("http://10.0.0.2", None),
            ("http://:8362", None),
            ("http://a:0", None),
            ("http://a:+80", None),
            ("http://a b:80", None),
            ("http://a:80/path", None),
            ("10.0.0.2:8362", None),
        ] {
            let parsed = text.parse::<NodeUrl>().ok().map(|url| url.to_string());
            assert_eq!(parsed.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn the_time_is_the_databases() {
        let readings = Readings {
            wall: Duration::from_secs(1_000),
            steady: Duration::from_secs(5),
        };
        let clock = DatabaseClock::new(&TimeSource::new(move || readings));
        for now_ms in [1_000_000, 1_250_000, 400_000] {
            clock.note(now_ms);
            let read = clock.source().read();
            assert_eq!((to_ms(read.wall), read.steady), (now_ms, readings.steady));
        }
    }

    #[test]
    fn a_wall_clock_that_is_set_between_two_beats_changes_nothing() {
        let second = Duration::from_secs(1);
        let readings = Arc::new(Mutex::new(Readings {
            wall: 1_000 * second,
            steady: 5 * second,
        }));
        let read = Arc::clone(&readings);
        let clock = DatabaseClock::new(&TimeSource::new(move || *read.lock().unwrap()));
        clock.note(2_000_000);
        *readings.lock().unwrap() = Readings {
            wall: 9_000 * second,
            steady: 6 * second,
        };
        assert_eq!(to_ms(clock.source().read().wall), 2_001_000);
    }
}
