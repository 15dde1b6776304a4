//! A server inside this process, for a game at this keyboard.

use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use ponnuki_store::{Store, StoreFault};

use crate::config::Config;
use crate::instance::{DataPlace, NoServingRight, ServingRight, games_file};
use crate::listen::bind;
use crate::machine::n_thinkers;
use crate::server::{Server, StartError};
use crate::thinking::ThinkingService;

/// Why a server does not run.
#[derive(Debug)]
pub enum HostingFault {
    /// The machine gives no threads.
    Runtime(io::Error),
    /// The directory for the games cannot be made or used.
    Data {
        /// The directory.
        dir: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The file with the games cannot be opened.
    Store {
        /// The file.
        file: PathBuf,
        /// What was wrong.
        fault: StoreFault,
    },
    /// Nobody can listen there.
    Listen {
        /// The address.
        at: SocketAddr,
        /// What the system said.
        error: io::Error,
    },
    /// It did not start.
    Start(StartError),
}

impl fmt::Display for HostingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HostingFault::Runtime(error) => write!(f, "the threads could not be started: {error}"),
            HostingFault::Data { dir, error } => {
                write!(f, "{} cannot hold the games: {error}", dir.display())
            }
            HostingFault::Store { file, fault } => {
                write!(f, "{} cannot be opened: {fault}", file.display())
            }
            HostingFault::Listen { at, error } => write!(f, "cannot listen at {at}: {error}"),
            HostingFault::Start(error) => write!(f, "the server did not start: {error}"),
        }
    }
}

impl std::error::Error for HostingFault {}

/// The server, and the right to the directory where it keeps the games, if it has it.
#[derive(Debug)]
pub struct LocalServer {
    server: Server,
    right: Option<ServingRight>,
}

/// Where the games of this person are: with us, or with a server that runs already; or
/// nowhere, since nothing can be written to this directory.
#[derive(Debug)]
pub enum GamesHome {
    /// This process may serve them.
    Ours(ServingRight),
    /// A server that runs already has them, at this address.
    Other(String),
    /// Nothing can be kept in this directory.
    Nowhere(String),
}

/// Who serves what is in `place`.
///
/// # Errors
///
/// Somebody named a directory that cannot be used.
pub fn games_home(place: &DataPlace) -> Result<GamesHome, HostingFault> {
    let Some(dir) = &place.dir else {
        // Whoever has no home can play all the same.
        return Ok(GamesHome::Nowhere("$HOME".to_owned()));
    };
    match ServingRight::claim(dir) {
        Ok(right) => Ok(GamesHome::Ours(right)),
        Err(NoServingRight::Running(url)) => Ok(GamesHome::Other(url)),
        Err(NoServingRight::Unusable(error)) if place.is_named => {
            let dir = dir.clone();
            Err(HostingFault::Data { dir, error })
        }
        Err(NoServingRight::Unusable(_)) => Ok(GamesHome::Nowhere(dir.display().to_string())),
    }
}

impl LocalServer {
    /// Starts a server at a free port of this machine, which `thinking` plays for. With a `right`
    /// it keeps the games of that directory; without one it keeps nothing. `note` hears what went
    /// wrong that it can do without.
    ///
    /// # Errors
    ///
    /// It does not start.
    pub async fn start(
        right: Option<ServingRight>,
        thinking: Arc<dyn ThinkingService>,
        note: fn(&str),
    ) -> Result<LocalServer, HostingFault> {
        let file = match &right {
            Some(right) => games_file(right.dir()),
            None => PathBuf::from("the memory"),
        };
        let opened = match right {
            Some(_) => Store::open_alone(&file).await,
            None => Store::in_memory().await,
        };
        let store = opened.map_err(|fault| HostingFault::Store { file, fault })?;
        let at = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let listener = bind(at).await;
        let listener = listener.map_err(|error| HostingFault::Listen { at, error })?;
        let config = Config {
            n_thinkers: n_thinkers(),
            ..Config::default()
        };
        let server = Server::start(listener, &config, store, thinking).await;
        let server = server.map_err(HostingFault::Start)?;
        let address = server.address();
        if let Some(right) = &right
            && let Err(why) = right.tell(&format!("http://{address}"), address)
        {
            note(&why);
        }
        Ok(LocalServer { server, right })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// Whether its games are kept when it has ended.
    pub fn is_kept(&self) -> bool {
        self.right.is_some()
    }

    /// Ends; what was announced is stored.
    pub async fn stop(self) {
        self.server.stop().await;
    }
}
