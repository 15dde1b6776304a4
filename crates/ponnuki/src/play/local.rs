//! A server inside this process, for a game at this keyboard.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use ponnuki_server::{Config, Server, bind};
use ponnuki_store::Store;

use crate::Failure;
use crate::serve::{Engine, Instance, Place, ServeFault, Taken, n_thinkers};
use ponnuki_client::ServerAddress;

/// The server, and the right to the directory where it keeps the games, if it has it.
#[derive(Debug)]
pub(super) struct Local {
    server: Server,
    instance: Option<Instance>,
    pub(super) address: ServerAddress,
}

/// Where the games of this person are: with us, or with a server that runs already; or
/// nowhere, since nothing can be written to this directory.
#[derive(Debug)]
pub(super) enum Home {
    Ours(Instance),
    Other(String),
    Nowhere(String),
}

/// Who serves what is in `place`.
///
/// # Errors
///
/// Somebody named a directory that cannot be used.
pub(super) fn home(place: &Place) -> Result<Home, Failure> {
    let dir = match place.dir() {
        Ok(dir) => dir,
        // Whoever has no home can play all the same.
        Err(_) => return Ok(Home::Nowhere("$HOME".to_owned())),
    };
    match Instance::claim(&dir) {
        Ok(instance) => Ok(Home::Ours(instance)),
        Err(Taken::Running(url)) => Ok(Home::Other(url)),
        Err(Taken::Unusable(error)) if place.is_named() => {
            Err(ServeFault::Data { dir, error }.into())
        }
        Err(Taken::Unusable(_)) => Ok(Home::Nowhere(dir.display().to_string())),
    }
}

impl Local {
    /// Starts a server that `engine` plays for. With an `instance` it keeps the games of
    /// `place`; without one it keeps nothing.
    ///
    /// # Errors
    ///
    /// It does not start.
    pub(super) async fn start(
        place: &Place,
        instance: Option<Instance>,
        engine: Engine,
    ) -> Result<Local, Failure> {
        let file = match &instance {
            Some(_) => place.file()?,
            None => PathBuf::from("the memory"),
        };
        let opened = match instance {
            Some(_) => Store::open_alone(&file).await,
            None => Store::in_memory().await,
        };
        let store = opened.map_err(|fault| ServeFault::Store { file, fault })?;
        let at = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let listener = bind(at).await;
        let listener = listener.map_err(|error| ServeFault::Listen { at, error })?;
        let config = Config {
            n_thinkers: n_thinkers(),
            ..Config::default()
        };
        let server = Server::start(listener, &config, store, Arc::new(engine)).await;
        let server = server.map_err(ServeFault::Start)?;
        let address = ServerAddress {
            is_secure: false,
            host: server.address().ip().to_string(),
            port: server.address().port(),
        };
        if let Some(instance) = &instance {
            instance.tell(&address.to_string(), server.address());
        }
        Ok(Local {
            server,
            instance,
            address,
        })
    }

    /// Whether its games are there tomorrow.
    pub(super) fn is_kept(&self) -> bool {
        self.instance.is_some()
    }

    /// Ends; what was announced is stored.
    pub(super) async fn stop(self) {
        self.server.stop().await;
    }
}
