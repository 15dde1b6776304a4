//! How a server is to run.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::door::{Door, FindAddress};
use crate::doorplate::{Doorplate, PublicUrl};
use crate::limits::ServerLimits;
use crate::machine;
use crate::nodes::NodeConfig;
use crate::now::TimeSource;
use crate::proxies::Proxies;

/// How a server is to run.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Where it is on the internet, if it is.
    pub public_url: Option<PublicUrl>,
    /// The proxies before it whose `X-Forwarded-For` tells the truth.
    pub proxies: Proxies,
    /// Where it can be reached in the local network, if it can.
    pub lan: Option<SocketAddr>,
    /// Where it may listen in the network as well when someone at its own computer asks for
    /// that; nobody may without it.
    pub door: Option<FindAddress>,
    /// Where it answers `/healthz` and `/metrics` to those who look after it. `/metrics` is
    /// then nowhere else; without it, both are where everything is.
    pub metrics: Option<SocketAddr>,
    /// How much of everything it gives.
    pub limits: ServerLimits,
    /// How much is thought about at once that takes long, at least one; what is quick has a
    /// turn beside it.
    pub n_thinkers: usize,
    /// How long after a move the computer answers at the earliest, where no clock runs: whoever
    /// plays sees their own stone first.
    pub breath: Duration,
    /// What it is among several servers of one database; none if it is the only one.
    pub node: Option<NodeConfig>,
    /// The clocks that its rooms live by.
    pub time: TimeSource,
}

impl Config {
    /// What its doorplate says while it listens at `listens`; what listens besides goes to
    /// `listeners`.
    pub(crate) fn doorplate(
        &self,
        listens: SocketAddr,
        listeners: mpsc::Sender<TcpListener>,
    ) -> Doorplate {
        let find = self.door.filter(|_| listens.ip().is_loopback());
        let door = find.map(|find| Door::closed(find, listens.port(), listeners));
        Doorplate {
            door: door.unwrap_or_default(),
            public_url: self.public_url.clone(),
            machine: machine::name(),
            lan: self.lan,
            listens: Some(listens),
        }
    }
}
