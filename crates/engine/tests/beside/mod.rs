//! The network that may lie beside the project.

use std::path::Path;
use std::sync::Arc;

use ponnuki_engine::{Net, Network};

const FILE: &str = "../../../shared/nets/g170-b6c96-s175395328-d26788732.bin.gz";

/// The small network, or word that it is not there.
pub(crate) fn network() -> Option<Network> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let Ok(bytes) = std::fs::read(&path) else {
        eprintln!("skipped: there is no {}", path.display());
        return None;
    };
    let net = Net::load(&bytes).expect("a network");
    Some(Network::new(Arc::new(net), None, 7))
}
