//! The engine as commands start it: which one, on how many cores, from what seed.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use clap::ValueHint;
use ponnuki_engine::Net;
use ponnuki_nets::ChosenNet;

use crate::Failure;
use crate::net;

/// Which network to think with; every command that thinks has it.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct NetArg {
    /// Think with this network: a file, a name ('ponnuki net list') or none
    #[arg(long, value_name = "FILE|NAME", value_hint = ValueHint::FilePath)]
    net: Option<String>,
}

impl NetArg {
    /// Which one it is, before it is read.
    ///
    /// # Errors
    ///
    /// There is no such network.
    pub(crate) fn choose(&self) -> Result<Option<ChosenNet>, Failure> {
        Ok(net::choose(self.net.as_deref())?)
    }

    /// The network, if there is to be one.
    ///
    /// # Errors
    ///
    /// There is no such network, or the file is none.
    pub(crate) fn find(&self) -> Result<Option<Arc<Net>>, Failure> {
        find_net(self.net.as_deref())
    }
}

/// The network to think with: the one `given`, a path or a name; else the user's choice;
/// none for Monte Carlo.
///
/// # Errors
///
/// There is no such network, or the file is none.
pub(crate) fn find_net(given: Option<&str>) -> Result<Option<Arc<Net>>, Failure> {
    let chosen = net::choose(given)?;
    Ok(chosen.map(|chosen| chosen.load()).transpose()?)
}

/// What a judge is called: by its network, or by the thinker's own name where it has none.
pub(crate) fn judge_name(net: Option<&Net>, thinker: &str) -> String {
    match net {
        Some(net) => net.model().name.clone(),
        None => thinker.to_owned(),
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
