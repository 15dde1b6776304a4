//! The engine as commands start it: which one, on how many cores, from what seed.

use std::io::Write;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use clap::ValueHint;
use ponnuki_engine::Net;
pub(crate) use ponnuki_engine::{any_seed, judge_name};
use ponnuki_hosting::EngineService;
use ponnuki_nets::ChosenNet;

use crate::Failure;
use crate::layout::printable;
use crate::networks;

/// What holds a worker's key, so that it is in no list of processes.
pub(crate) const KEY_VARIABLE: &str = "PONNUKI_KEY";

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
        Ok(networks::choose(self.net.as_deref())?)
    }

    /// What thinks, with the digest of its network by which a server knows it.
    ///
    /// # Errors
    ///
    /// There is no such network, or the file is none.
    pub(crate) fn engine(&self, out: &mut impl Write) -> Result<EngineService, Failure> {
        let Some(chosen) = self.choose()? else {
            return Ok(EngineService::new(None));
        };
        if chosen.takes_time() {
            writeln!(out, "Reading the network {} …", printable(&chosen.name))?;
            out.flush()?;
        }
        let digest = chosen.digest()?.to_string();
        Ok(EngineService::new(Some(chosen.load()?)).with_digest(Some(digest)))
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
    let chosen = networks::choose(given)?;
    Ok(chosen.map(|chosen| chosen.load()).transpose()?)
}

/// How many threads there is room for.
pub(crate) fn n_cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}
