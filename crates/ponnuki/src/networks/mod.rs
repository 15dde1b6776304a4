//! The networks of this user: where they are kept, and which one is meant.

mod explain;

use std::env;
use std::path::PathBuf;

use ponnuki_nets::{ChosenNet, NetFault, NetFolder};

pub(crate) use self::explain::{came, explain};
use crate::places::data_dir;

/// Names another folder than the one in the user's data directory.
const FOLDER_VARIABLE: &str = "PONNUKI_NETS";

/// The folder in the user's data directory.
const FOLDER: &str = "nets";

/// Names the network to use where the command line does not.
const NET_VARIABLE: &str = "PONNUKI_NET";

/// This user's networks, if there is a place for them.
pub(crate) fn own_folder() -> Option<NetFolder> {
    let named = env::var_os(FOLDER_VARIABLE).filter(|dir| !dir.is_empty());
    let own = || data_dir().map(|dir| dir.join(FOLDER));
    let dir = named.map(PathBuf::from).or_else(own)?;
    Some(NetFolder::new(dir))
}

/// The network that `given` names; else the one of the environment; else the user's default; none
/// if there is to be none.
///
/// # Errors
///
/// No file and no network is called so.
pub(crate) fn choose(given: Option<&str>) -> Result<Option<ChosenNet>, NetFault> {
    let variable = env::var(NET_VARIABLE).ok().filter(|name| !name.is_empty());
    ChosenNet::by(given.or(variable.as_deref()), own_folder().as_ref())
}
