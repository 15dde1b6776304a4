//! The door to the network. A server that listens on its own computer alone can be asked
//! there to listen at that computer's address in the network as well, until it ends.

use std::io;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// Finds the address of this computer in its network, if it has one now.
pub type FindAddress = fn() -> Option<IpAddr>;

/// How many addresses it listens at in its life: a laptop that is carried from network to
/// network gets another in each.
const N_OPEN_MAX: usize = 16;

/// The door to the network.
#[derive(Debug, Default)]
pub(crate) struct Door {
    way: Option<Way>,
    /// Where it listens besides; the last to be opened comes last.
    open: Mutex<Vec<SocketAddr>>,
}

/// How a door is opened.
#[derive(Debug)]
struct Way {
    find: FindAddress,
    port: u16,
    /// Whoever serves takes them from the other end.
    listeners: mpsc::Sender<TcpListener>,
}

impl Door {
    /// A closed door that can be opened: `find` says at which address, and what listens there
    /// goes to `listeners`.
    pub(crate) fn closed(
        find: FindAddress,
        port: u16,
        listeners: mpsc::Sender<TcpListener>,
    ) -> Door {
        Door {
            way: Some(Way {
                find,
                port,
                listeners,
            }),
            open: Mutex::default(),
        }
    }

    /// Where it is open now: an address that this machine still has.
    pub(crate) fn address(&self) -> Option<SocketAddr> {
        let open = self.open();
        let mut latest_first = open.iter().rev();
        latest_first
            .find(|address| is_this_machine(address.ip()))
            .copied()
    }

    /// Where it could be opened now.
    pub(crate) fn offer(&self) -> Option<SocketAddr> {
        let way = self.way.as_ref()?;
        let has_room = self.open().len() < N_OPEN_MAX;
        let ip = (way.find)().filter(|_| has_room)?;
        Some(SocketAddr::from((ip, way.port)))
    }

    /// Listens where [`offer`](Door::offer) says.
    ///
    /// # Errors
    ///
    /// There is no such address, or another program has its port.
    pub(crate) async fn open_now(&self) -> io::Result<SocketAddr> {
        let unreachable = || io::Error::from(io::ErrorKind::AddrNotAvailable);
        if let Some(address) = self.address() {
            return Ok(address);
        }
        let (way, address) = (self.way.as_ref(), self.offer());
        let (way, address) = way.zip(address).ok_or_else(unreachable)?;
        let listener = TcpListener::bind(address).await?;
        // Nobody takes it while the server stops.
        way.listeners
            .try_send(listener)
            .map_err(|_| unreachable())?;
        self.open().push(address);
        Ok(address)
    }

    /// Nothing is left half done under this lock.
    fn open(&self) -> MutexGuard<'_, Vec<SocketAddr>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether this machine has `address` now: a laptop may have left the network that it was
/// started in. Only an address of one's own can be bound.
pub(crate) fn is_this_machine(address: IpAddr) -> bool {
    UdpSocket::bind((address, 0)).is_ok()
}
