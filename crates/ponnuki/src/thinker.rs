//! The engine as commands start it: which one, on how many cores, from what seed.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use ponnuki_engine::{MonteCarlo, Net, Network, Resignation, Settings, Thinker};

use crate::files::{FileError, FileFault};

/// The network in the file at `path`.
///
/// # Errors
///
/// The file cannot be read, or is not a network.
pub(crate) fn network(path: &Path) -> Result<Arc<Net>, FileError> {
    let bytes = fs::read(path).map_err(|error| FileFault::from(error).of(path))?;
    let net = Net::load(&bytes).map_err(|error| FileFault::Net(error).of(path))?;
    Ok(Arc::new(net))
}

/// What thinks, from this `seed` on: with a network if there is one.
pub(crate) fn thinker(
    net: Option<&Arc<Net>>,
    seed: u64,
    resignation: Option<Resignation>,
) -> Box<dyn Thinker> {
    match net {
        Some(net) => Box::new(Network::new(Arc::clone(net), resignation, seed)),
        None => Box::new(MonteCarlo::new(Settings {
            resignation,
            seed,
            ..Settings::default()
        })),
    }
}

/// How many threads there is room for.
pub(crate) fn n_cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// A seed that is another each time, as the standard library's hashes are.
pub(crate) fn any_seed() -> u64 {
    RandomState::new().hash_one("a game nobody has seen")
}
