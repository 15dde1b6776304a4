//! Which network to think with, before it is read.

use std::env;
use std::path::PathBuf;
use std::sync::Arc;

use ponnuki_engine::{Net, embedded};

use super::fault::NetFault;
use super::read;
use super::shelf::{Kept, NONE, Preferred, Shelf, net_name};
use crate::files;

/// Names the network to use where the command line does not.
const VARIABLE: &str = "PONNUKI_NET";

/// What the network is called that is part of the program.
pub(super) const BUILT_IN: &str = "built-in";

/// A network that was chosen, and is not yet read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    /// What it is called.
    pub(crate) name: String,
    pub(super) source: Source,
}

/// Where a network is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// In this file.
    File(PathBuf),
    /// In the program.
    BuiltIn,
}

impl Chosen {
    /// What `given` names, a file or a network that is kept; else what the user wants
    /// always; none if there is to be none.
    ///
    /// # Errors
    ///
    /// No file and no network is called so.
    pub(crate) fn by(given: Option<&str>) -> Result<Option<Chosen>, NetFault> {
        let variable = env::var(VARIABLE).ok().filter(|name| !name.is_empty());
        let shelf = Shelf::of_user();
        match given.or(variable.as_deref()) {
            None => by_habit(shelf.as_ref()),
            Some(NONE) => Ok(None),
            Some(word) => named(word, shelf.as_ref()).map(Some),
        }
    }

    /// Whether reading it takes so long that somebody should be told.
    pub(crate) fn takes_time(&self) -> bool {
        matches!(self.source, Source::File(_))
    }

    /// Reads it.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is no network.
    pub(crate) fn load(&self) -> Result<Arc<Net>, NetFault> {
        match &self.source {
            Source::File(path) => Ok(Arc::new(read(path)?.1)),
            Source::BuiltIn => Ok(embedded()),
        }
    }

    /// The one that is part of the program.
    pub(super) fn built_in() -> Chosen {
        Chosen {
            name: BUILT_IN.to_owned(),
            source: Source::BuiltIn,
        }
    }
}

/// What is thought with where nothing is said: what the user chose, else the program's own.
///
/// # Errors
///
/// What the user wants always is not there.
pub(super) fn by_habit(shelf: Option<&Shelf>) -> Result<Option<Chosen>, NetFault> {
    let preferred = shelf.map(Shelf::preferred).transpose()?.flatten();
    match (preferred, shelf) {
        (None, _) | (_, None) => Ok(Some(Chosen::built_in())),
        (Some(Preferred::None), _) => Ok(None),
        (Some(Preferred::Net(name)), _) if name == BUILT_IN => Ok(Some(Chosen::built_in())),
        (Some(Preferred::Net(name)), Some(shelf)) => {
            let kept = shelf.all()?.into_iter().find(|kept| kept.name == name);
            let kept = kept.ok_or(NetFault::DefaultGone { name })?;
            Ok(Some(kept.into()))
        }
    }
}

/// The network that a word names: a file if there is one of that name, else one that is kept.
///
/// # Errors
///
/// There is neither.
pub(super) fn named(word: &str, shelf: Option<&Shelf>) -> Result<Chosen, NetFault> {
    if word == BUILT_IN {
        return Ok(Chosen::built_in());
    }
    let path = PathBuf::from(word);
    if path.is_file() || path.components().count() > 1 {
        return Ok(Chosen {
            name: net_name(&path).unwrap_or_else(|| files::name(&path)),
            source: Source::File(path),
        });
    }
    let kept = shelf.ok_or(NetFault::NoFolder)?.find(word)?;
    Ok(kept.into())
}

impl From<Kept> for Chosen {
    fn from(kept: Kept) -> Chosen {
        Chosen {
            name: kept.name,
            source: Source::File(kept.path),
        }
    }
}
