//! A server from its start to its end.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::{Extension, Router};
use ponnuki_clock::{LOOK_EVERY, Outage, PULSE_EVERY};
use ponnuki_store::{Store, StoreFault};
use ponnuki_wire::from_ms;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::app;
use crate::bus;
use crate::chance::{self, NoChance};
use crate::config::Config;
use crate::house::House;
use crate::limits::{Places, WRITE_PATIENCE};
use crate::listen::{self, Terms};
use crate::nodes::{FromNode, JoinError, Node, beat};
use crate::now::Timekeeper;
use crate::outages::OutageLog;
use crate::proxies::Proxies;
use crate::sweep::sweep;
use crate::thinking::{Capacity, Pool, ThinkingService};
use crate::token::Key;
use crate::workers::Workers;

/// How long the rooms have to say goodbye.
const STOP_TIME_MAX: Duration = Duration::from_secs(10);

/// Connections at once to where the metrics are: a load balancer and a few that measure.
const METRICS_CONNECTIONS_MAX: usize = 64;

/// Connections at once from other nodes: as many as people may have here.
const NODE_CONNECTIONS_MAX: usize = 20_000;

/// Why a server did not start.
#[derive(Debug)]
pub enum StartError {
    /// The machine gave no random bytes for a key.
    Chance(NoChance),
    /// What is kept cannot be read.
    Store(StoreFault),
    /// The threads for thinking could not be started, or there is no address.
    Machine(io::Error),
    /// Nobody can listen where other nodes are to come.
    Nodes {
        /// The address.
        at: SocketAddr,
        /// What the system said.
        error: io::Error,
    },
    /// Nobody can listen where the metrics are to be.
    Metrics {
        /// The address.
        at: SocketAddr,
        /// What the system said.
        error: io::Error,
    },
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Chance(why) => why.fmt(f),
            StartError::Store(fault) => fault.fmt(f),
            StartError::Machine(error) => error.fmt(f),
            StartError::Nodes { at, error } => {
                write!(f, "other nodes cannot come to {at}: {error}")
            }
            StartError::Metrics { at, error } => {
                write!(f, "the metrics cannot be at {at}: {error}")
            }
        }
    }
}

impl std::error::Error for StartError {}

impl From<JoinError> for StartError {
    fn from(why: JoinError) -> StartError {
        match why {
            JoinError::Chance(why) => StartError::Chance(why),
            JoinError::Store(fault) => StartError::Store(fault),
        }
    }
}

impl From<NoChance> for StartError {
    fn from(why: NoChance) -> StartError {
        StartError::Chance(why)
    }
}

impl From<StoreFault> for StartError {
    fn from(fault: StoreFault) -> StartError {
        StartError::Store(fault)
    }
}

impl From<io::Error> for StartError {
    fn from(error: io::Error) -> StartError {
        StartError::Machine(error)
    }
}

/// A running server. Dropped without [`stop`](Server::stop), it takes no more
/// connections; nothing that was announced is lost.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    house: Arc<House>,
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
    metrics_address: Option<SocketAddr>,
    helpers: Vec<JoinHandle<()>>,
}

impl Server {
    /// Starts to serve what is in `store` to those who come to `listener`; `thinker`
    /// plays for the engine.
    ///
    /// # Errors
    ///
    /// The store cannot be read, or the machine does not give what is needed.
    pub async fn start(
        listener: TcpListener,
        config: &Config,
        store: Store,
        thinker: Arc<dyn ThinkingService>,
    ) -> Result<Server, StartError> {
        let address = listener.local_addr()?;
        let key = Key::new(store.key(chance::bytes()?).await?);
        let (time, down, node) = begin(config, &store).await?;
        let started = time.now();
        let capacity = Capacity {
            n_dear: config.n_thinkers,
            n_studies: config.limits.n_studies,
            n_films: config.limits.n_films,
        };
        let workers = Workers::new(thinker.network());
        let pool = Pool::start(thinker, workers, capacity)?;
        let (listeners, doors) = mpsc::channel(1);
        let plate = config.doorplate(address, listeners);
        let times = (time, OutageLog::new(down));
        let house = Arc::new(House::new(config, plate, store, key, pool, times, node));
        // Rooms that were not due when the last server ended are not due now.
        if let Err(fault) = house.outages.pulse(&house.store, started).await {
            tracing::error!(%fault, "the pulse was not written");
        }
        let (stop, stopped) = watch::channel(false);
        let mut helpers = Vec::new();
        let mut metrics_address = None;
        if let Some(at) = config.metrics {
            let (address, serving) = serve_metrics(at, &house, stopped.clone()).await?;
            metrics_address = Some(address);
            helpers.push(serving);
        }
        let serving = Serving {
            router: app::router(Arc::clone(&house), metrics_address.is_some()),
            places: house.places.connections.clone(),
            terms: Terms {
                proxies: config.proxies.clone(),
                write_patience: config.limits.write_patience,
            },
            stopped,
        };
        if let Some(node) = &config.node {
            helpers.push(serve_nodes(node.listen, &serving).await?);
            helpers.push(tokio::spawn(beat(Arc::clone(&house))));
            helpers.push(tokio::spawn(bus::attend(Arc::clone(&house))));
        }
        let serving = tokio::spawn(serving.run(listener, doors));
        helpers.push(tokio::spawn(sweep(Arc::clone(&house))));
        helpers.push(tokio::spawn(pulse(Arc::clone(&house), started)));
        Ok(Server {
            address,
            house,
            stop,
            serving,
            metrics_address,
            helpers,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where its metrics are, if they have an address of their own.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics_address
    }

    /// Says goodbye to everybody, waits for what is being written, and ends.
    pub async fn stop(mut self) {
        // Nobody listens to this if the serving has ended by itself.
        let _ = self.stop.send(true);
        if timeout(STOP_TIME_MAX, self.house.stop()).await.is_err() {
            tracing::warn!("some rooms did not end in time");
        }
        self.house.pool.close();
        if let Some(bus) = self.house.bus() {
            bus.leave(&self.house).await;
        }
        if let Err(error) = (&mut self.serving).await {
            tracing::warn!(%error, "serving ended badly");
        }
        let (house, now) = (&self.house, self.house.time.now());
        if let Err(fault) = house.outages.pulse(&house.store, now).await {
            tracing::warn!(%fault, "the last pulse was not written");
        }
        if let Err(fault) = house.store.leave().await {
            tracing::warn!(%fault, "the other nodes take this one for alive a little longer");
        }
        self.house.store.close().await;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.serving.abort();
        self.helpers.iter().for_each(JoinHandle::abort);
    }
}

/// What all who listen for the server share.
struct Serving {
    router: Router,
    places: Places,
    terms: Terms,
    stopped: watch::Receiver<bool>,
}

impl Serving {
    /// Serves those who come to `listener`, and to what comes from `doors`, until the server
    /// stops.
    async fn run(mut self, listener: TcpListener, mut doors: mpsc::Receiver<TcpListener>) {
        let mut serving = JoinSet::new();
        serving.spawn(self.serve(listener));
        loop {
            tokio::select! {
                () = listen::until_true(&mut self.stopped) => break,
                Some(listener) = doors.recv() => drop(serving.spawn(self.serve(listener))),
            }
        }
        drop(doors);
        while serving.join_next().await.is_some() {}
    }

    fn serve(&self, listener: TcpListener) -> impl Future<Output = ()> + use<> {
        let (router, places) = (self.router.clone(), self.places.clone());
        let (terms, stopped) = (self.terms.clone(), self.stopped.clone());
        listen::serve(listener, router, places, terms, stopped)
    }
}

/// Begins to keep the time, as one of several nodes if it is one; says when no server ran before.
async fn begin(
    config: &Config,
    store: &Store,
) -> Result<(Arc<Timekeeper>, Option<Outage>, Option<Node>), StartError> {
    let node = match &config.node {
        Some(node) => Some(Node::join(node, &config.time, store).await?),
        None => None,
    };
    let last_pulse = store.last_pulse().await?.map(from_ms);
    let clocks = node.as_ref().map(Node::time);
    let time = Timekeeper::start(clocks.as_ref().unwrap_or(&config.time), last_pulse)?;
    let started = time.now();
    // A node has written that down when it came in.
    let down = last_pulse.filter(|_| node.is_none()).map(|since| Outage {
        since: since.min(started),
        until: started,
    });
    Ok((time, down, node))
}

/// Begins to answer at `at` other nodes, whose requests are many people's.
async fn serve_nodes(at: SocketAddr, serving: &Serving) -> Result<JoinHandle<()>, StartError> {
    let bound = TcpListener::bind(at).await;
    let listener = bound.map_err(|error| StartError::Nodes { at, error })?;
    let router = serving.router.clone().layer(Extension(FromNode));
    let (terms, stopped) = (serving.terms.clone(), serving.stopped.clone());
    let places = Places::new(NODE_CONNECTIONS_MAX, NODE_CONNECTIONS_MAX);
    let serving = listen::serve(listener, router, places, terms, stopped);
    Ok(tokio::spawn(serving))
}

/// Begins to answer at `at` those who look after the server; returns where that is.
async fn serve_metrics(
    at: SocketAddr,
    house: &Arc<House>,
    stopped: watch::Receiver<bool>,
) -> Result<(SocketAddr, JoinHandle<()>), StartError> {
    let fault = |error| StartError::Metrics { at, error };
    let listener = TcpListener::bind(at).await.map_err(fault)?;
    let address = listener.local_addr().map_err(fault)?;
    let places = Places::new(METRICS_CONNECTIONS_MAX, METRICS_CONNECTIONS_MAX);
    let router = app::care_router(Arc::clone(house));
    let terms = Terms {
        proxies: Proxies::default(),
        write_patience: WRITE_PATIENCE,
    };
    let serving = tokio::spawn(listen::serve(listener, router, places, terms, stopped));
    Ok((address, serving))
}

/// Writes down that the server lives, and notices when it did not, or when nothing could be
/// written.
async fn pulse(house: Arc<House>, started: Duration) {
    let mut looks = interval(LOOK_EVERY);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut last, mut pulsed) = (started, started);
    let mut failing_since = None;
    loop {
        looks.tick().await;
        let (now, outages) = house.time.now_and_outages_after(last);
        last = now;
        for outage in &outages {
            let Outage { since, until } = *outage;
            let outage_time = until - since;
            tracing::warn!(outage = ?outage_time, "the process did not run, or the clock was set");
            // While another node lives, only rooms that are here missed it, and they are told.
            if !house.store.is_node() {
                house.outages.add(*outage);
            }
        }
        if !outages.is_empty() {
            house.tell_of_outage();
        } else if now.saturating_sub(pulsed) < PULSE_EVERY {
            continue;
        }
        pulsed = now;
        match house.outages.pulse(&house.store, now).await {
            Ok(()) => {
                if let Some(since) = failing_since.take().filter(|_| !house.store.is_node()) {
                    // Rooms that were not in memory could not be brought there.
                    house.outages.add(Outage { since, until: now });
                }
                house.bring_broken();
            }
            Err(fault) => {
                failing_since.get_or_insert(now);
                tracing::error!(%fault, "the pulse was not written");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use ponnuki_clock::Control;
    use ponnuki_game::{Color, Komi, Rules, Size};
    use ponnuki_room::{ColorTerms, Company, KomiTerms, Terms, UndoTerms};

    use super::*;
    use crate::sweep::bring_due;
    use crate::thinking::Idle;

    /// With this many one that is brought twice is found in every run.
    const N_ROOMS: u8 = 200;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_room_that_is_being_opened_is_not_brought_a_second_time() {
        let store = Store::in_memory().await.expect("memory");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        let listener = listener.expect("a port");
        let config = Config::default();
        let server = Server::start(listener, &config, store, Arc::new(Idle)).await;
        let server = server.expect("a server");
        let house = Arc::clone(&server.house);
        // Its flag falls within the sweep's reach.
        let terms = Terms {
            size: Size::NINE,
            rules: Rules::JAPANESE,
            handicap: 0,
            handicap_to: Color::Black,
            komi: KomiTerms::Fixed(Komi::ZERO),
            colors: ColorTerms::HostWhite,
            control: Control::Absolute {
                main: Duration::from_secs(30),
            },
            undo: UndoTerms::Ask,
            company: Company::SameScreen,
        };
        let sweeping = {
            let house = Arc::clone(&house);
            tokio::spawn(async move {
                loop {
                    bring_due(&house).await.expect("a store");
                    tokio::task::yield_now().await;
                }
            })
        };
        for n in 0..N_ROOMS {
            let address = IpAddr::from([10, 0, 0, n]);
            let opened = house.open(address, (terms, Vec::new()), "Ada".to_owned(), None);
            opened.await.expect("a room");
        }
        sweeping.abort();
        assert_eq!(house.gauges().n_rooms, usize::from(N_ROOMS));
        assert_eq!(house.metrics.loads.value(), 0);
        server.stop().await;
    }
}
