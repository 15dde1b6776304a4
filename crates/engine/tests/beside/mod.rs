//! The network that may lie beside the project.

use std::sync::Arc;

use ponnuki_engine::{Net, Network, embedded};
use ponnuki_testkit::outside;

const FILE: &str = "nets/g170-b6c96-s175395328-d26788732.bin.gz";

/// The small network; where it is not there our own, which is a little weaker.
pub(crate) fn network() -> Network {
    let net = match outside::beside(FILE) {
        Some(path) => Net::load(&std::fs::read(path).expect("a file that can be read"))
            .map(Arc::new)
            .expect("a network"),
        None => embedded(),
    };
    Network::new(net, None, 7)
}
