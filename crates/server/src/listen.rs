//! Connections: taken while there is room, served until the server stops.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;
use tower_service::Service as _;

use crate::limits::{Places, WRITE_PATIENCE};
use crate::patient::Patient;
use crate::proxies::Proxies;

/// A client that has not said in this time what it wants is gone, or means ill.
const HEAD_TIME_MAX: Duration = Duration::from_secs(20);

/// Requests under way when the server stops have so long to end.
const STOP_TIME_MAX: Duration = Duration::from_secs(5);

/// How many ports after the wanted one are tried if it is taken.
const N_PORTS: u16 = 20;

/// How long to wait when the system gives no more connections.
const PAUSE: Duration = Duration::from_millis(50);

/// The address at the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Listens at `wanted`, or at the next port that is free.
///
/// # Errors
///
/// Neither that port nor one of the next is to be had, or there is no such address.
pub async fn bind(wanted: SocketAddr) -> io::Result<TcpListener> {
    let mut address = wanted;
    for _ in 0..N_PORTS {
        match TcpListener::bind(address).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                address.set_port(address.port().saturating_add(1));
            }
            bound => return bound,
        }
    }
    TcpListener::bind(wanted).await
}

/// Serves `router` on every connection, for ever. Those that come while `n_max` others
/// have not yet said what they want, or been answered, are closed.
pub async fn serve_for_ever(listener: TcpListener, router: Router, n_max: usize) {
    let (_running, stop) = watch::channel(false);
    let terms = Terms {
        proxies: Proxies::default(),
        write_patience: WRITE_PATIENCE,
    };
    serve(listener, router, Places::new(n_max, n_max), terms, stop).await;
}

/// What holds for all connections.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// Their connections are many people's, and count on no address's account.
    pub(crate) proxies: Proxies,
    /// How long nothing can be written to one before it is ended.
    pub(crate) write_patience: Duration,
}

/// Serves `router` on every connection until `stop` turns true.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    places: Places,
    terms: Terms,
    mut stop: watch::Receiver<bool>,
) {
    // Every connection holds a sender; when none is left, all have ended.
    let (alive, mut ended) = mpsc::channel::<Infallible>(1);
    loop {
        let accepted = tokio::select! {
            () = until_true(&mut stop) => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let account = Some(peer.ip()).filter(|address| !terms.proxies.contains(*address));
        // Beyond the limit nothing is said: saying it would need a connection.
        if let Ok(place) = places.take(account) {
            let (stop, alive) = (stop.clone(), alive.clone());
            // Moves are small and wanted at once.
            drop(stream.set_nodelay(true));
            let stream = Patient::new(stream, terms.write_patience);
            let connection = serve_one(stream, peer.ip(), router.clone(), stop);
            tokio::spawn(async move {
                connection.await;
                drop((place, alive));
            });
        }
    }
    drop((listener, alive));
    if timeout(STOP_TIME_MAX, ended.recv()).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
}

async fn serve_one(
    stream: Patient<TcpStream>,
    peer: IpAddr,
    router: Router,
    mut stop: watch::Receiver<bool>,
) {
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        let mut router = router.clone();
        async move {
            let answer: Result<Response, Infallible> = router.call(request).await;
            answer
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME_MAX)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = until_true(&mut stop) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended badly");
    }
}

/// Returns when the server is to stop, or has ended without a word.
pub(crate) async fn until_true(stop: &mut watch::Receiver<bool>) {
    drop(stop.wait_for(|stop| *stop).await);
}
