//! Which network to think with, before it is read.

use std::path::PathBuf;
use std::sync::Arc;

use ponnuki_engine::{EMBEDDED_FILE, Net, embedded};

use crate::digest::Sha256Digest;
use crate::fault::NetFault;
use crate::file::{one_line, read_net};
use crate::folder::{DefaultNet, NONE, NetFolder, StoredNet, net_name};

/// What the network is called that is part of the program.
pub const BUILT_IN: &str = "built-in";

/// A network that was chosen, and is not yet read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenNet {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub source: NetSource,
}

/// Where a network is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetSource {
    /// In this file.
    File(PathBuf),
    /// In the program.
    BuiltIn,
}

impl ChosenNet {
    /// What `given` names, a file or a network of `folder`; else what is used by default; none
    /// if there is to be none.
    ///
    /// # Errors
    ///
    /// No file and no network is called so.
    pub fn by(
        given: Option<&str>,
        folder: Option<&NetFolder>,
    ) -> Result<Option<ChosenNet>, NetFault> {
        match given {
            None => ChosenNet::by_default(folder),
            Some(NONE) => Ok(None),
            Some(word) => ChosenNet::named(word, folder).map(Some),
        }
    }

    /// What is thought with where nothing is said: the default of `folder`, else the program's
    /// own.
    ///
    /// # Errors
    ///
    /// The default is not there any more.
    pub fn by_default(folder: Option<&NetFolder>) -> Result<Option<ChosenNet>, NetFault> {
        let Some(folder) = folder else {
            return Ok(Some(ChosenNet::built_in()));
        };
        match folder.preferred()? {
            None => Ok(Some(ChosenNet::built_in())),
            Some(DefaultNet::None) => Ok(None),
            Some(DefaultNet::Net(name)) if name == BUILT_IN => Ok(Some(ChosenNet::built_in())),
            Some(DefaultNet::Net(name)) => {
                let stored = folder.all()?.into_iter().find(|stored| stored.name == name);
                let stored = stored.ok_or(NetFault::DefaultGone { name })?;
                Ok(Some(stored.into()))
            }
        }
    }

    /// The network that a word names: a file if there is one of that name, else one of `folder`.
    ///
    /// # Errors
    ///
    /// There is neither.
    pub fn named(word: &str, folder: Option<&NetFolder>) -> Result<ChosenNet, NetFault> {
        if word == BUILT_IN {
            return Ok(ChosenNet::built_in());
        }
        let path = PathBuf::from(word);
        if path.is_file() || path.components().count() > 1 {
            return Ok(ChosenNet {
                name: net_name(&path).unwrap_or_else(|| one_line(&path)),
                source: NetSource::File(path),
            });
        }
        let stored = folder.ok_or(NetFault::NoFolder)?.find(word)?;
        Ok(stored.into())
    }

    /// Whether reading it takes so long that somebody should be told.
    pub fn takes_time(&self) -> bool {
        matches!(self.source, NetSource::File(_))
    }

    /// Reads it.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is no network.
    pub fn load(&self) -> Result<Arc<Net>, NetFault> {
        match &self.source {
            NetSource::File(path) => Ok(Arc::new(read_net(path)?.1)),
            NetSource::BuiltIn => Ok(embedded()),
        }
    }

    /// The SHA-256 of its file.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn digest(&self) -> Result<Sha256Digest, NetFault> {
        match &self.source {
            NetSource::File(path) => Ok(Sha256Digest::of_file(path)?),
            NetSource::BuiltIn => Ok(Sha256Digest::of(EMBEDDED_FILE)),
        }
    }

    /// The one that is part of the program.
    pub fn built_in() -> ChosenNet {
        ChosenNet {
            name: BUILT_IN.to_owned(),
            source: NetSource::BuiltIn,
        }
    }
}

impl From<StoredNet> for ChosenNet {
    fn from(kept: StoredNet) -> ChosenNet {
        ChosenNet {
            name: kept.name,
            source: NetSource::File(kept.path),
        }
    }
}
