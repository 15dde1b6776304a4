//! The engine as commands start it: which one, on how many cores, from what seed.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZero;
use std::thread;

use ponnuki_engine::{MonteCarlo, Resignation, Settings, Thinker};

/// What thinks, from this `seed` on.
pub(crate) fn thinker(seed: u64, resignation: Option<Resignation>) -> Box<dyn Thinker> {
    Box::new(MonteCarlo::new(Settings {
        resignation,
        seed,
        ..Settings::default()
    }))
}

/// How many threads there is room for.
pub(crate) fn n_cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// A seed that is another each time, as the standard library's hashes are.
pub(crate) fn any_seed() -> u64 {
    RandomState::new().hash_one("a game nobody has seen")
}
