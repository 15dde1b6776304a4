//! A server from its start to its end.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use ponnuki_clock::{Outage, PULSE_EVERY};
use ponnuki_store::{Store, StoreFault};
use ponnuki_wire::{from_ms, to_ms};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::app;
use crate::chance::{self, NoChance};
use crate::config::Config;
use crate::house::{House, Uptime};
use crate::limits::{Places, WRITE_PATIENCE};
use crate::listen::{self, Terms};
use crate::now::Timekeeper;
use crate::proxies::Proxies;
use crate::thinking::{Capacity, Pool, ThinkingService};
use crate::token::Key;

/// How long the rooms have to say goodbye.
const STOP_TIME_MAX: Duration = Duration::from_secs(10);

/// Connections at once to where the metrics are: a load balancer and a few that measure.
const METRICS_CONNECTIONS_MAX: usize = 64;

/// Why a server did not start.
#[derive(Debug)]
pub enum StartError {
    /// The machine gave no random bytes for a key.
    Chance(NoChance),
    /// What is kept cannot be read.
    Store(StoreFault),
    /// The threads for thinking could not be started, or there is no address.
    Machine(io::Error),
    /// Nobody can listen where the metrics are to be.
    Metrics {
        /// Where.
        at: SocketAddr,
        /// Why.
        error: io::Error,
    },
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Chance(why) => why.fmt(f),
            StartError::Store(fault) => fault.fmt(f),
            StartError::Machine(error) => error.fmt(f),
            StartError::Metrics { at, error } => {
                write!(f, "the metrics cannot be at {at}: {error}")
            }
        }
    }
}

impl std::error::Error for StartError {}

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
        let last_pulse = store.last_pulse().await?.map(from_ms);
        let time = Timekeeper::start(&config.time, last_pulse)?;
        let started = time.now();
        let uptime = Uptime {
            started,
            down_since: last_pulse.unwrap_or_default().min(started),
        };
        let capacity = Capacity {
            n_dear: config.n_thinkers,
            n_studies: config.limits.n_studies,
            n_films: config.limits.n_films,
        };
        let pool = Pool::start(thinker, capacity)?;
        let (listeners, doors) = mpsc::channel(1);
        let plate = config.doorplate(address, listeners);
        let house = Arc::new(House::new(config, plate, store, key, pool, time, uptime));
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
            places: house.connections.clone(),
            terms: Terms {
                proxies: config.proxies.clone(),
                write_patience: config.limits.write_patience,
            },
            stopped,
        };
        let serving = tokio::spawn(serving.run(listener, doors));
        helpers.push(tokio::spawn(wake_rooms(Arc::clone(&house))));
        helpers.push(tokio::spawn(pulse(Arc::clone(&house))));
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
        if let Err(error) = (&mut self.serving).await {
            tracing::warn!(%error, "serving ended badly");
        }
        if let Err(fault) = self.house.store.pulse(to_ms(self.house.time.now())).await {
            tracing::warn!(%fault, "the last pulse was not written");
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

async fn wake_rooms(house: Arc<House>) {
    if let Err(fault) = house.wake_rooms().await {
        tracing::error!(%fault, "the rooms with running clocks could not be found");
    }
}

/// Writes down that the server lives, and notices when it did not.
async fn pulse(house: Arc<House>) {
    let mut pulses = interval(PULSE_EVERY);
    pulses.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last = house.uptime.started;
    loop {
        pulses.tick().await;
        let (now, outages) = house.time.now_and_outages_after(last);
        for Outage { since, until } in &outages {
            let outage = *until - *since;
            tracing::warn!(?outage, "the process did not run, or the clock was set");
        }
        if !outages.is_empty() {
            house.tell_of_outage();
        }
        last = now;
        match house.store.pulse(to_ms(now)).await {
            Ok(()) => house.bring_broken(),
            Err(fault) => tracing::error!(%fault, "the pulse was not written"),
        }
    }
}
