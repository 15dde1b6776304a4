//! Why games are not served, or what is kept cannot be reached.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use ponnuki_server::HostingFault;
use ponnuki_store::StoreFault;

use crate::Failure;

/// Why games are not served, copied, put back or moved.
#[derive(Debug)]
pub(crate) enum ServeFault {
    /// Something that it needs cannot be had.
    Hosting(HostingFault),
    /// A copy of the games was not written.
    Backup { file: PathBuf, fault: StoreFault },
    /// A copy of the games was written, and so many rooms in it are damaged.
    DamagedBackup { file: PathBuf, n_rooms: usize },
    /// A server runs with the games that were to be replaced.
    Running { dir: PathBuf, url: String },
    /// A copy of the games was not put back.
    Restore { file: PathBuf, fault: StoreFault },
    /// A copy of the games was not put back, since so many rooms in it are damaged.
    DamagedRestore { file: PathBuf, n_rooms: usize },
    /// The games were not moved to another database.
    Move { to: String, fault: StoreFault },
    /// So many rooms are not among the files that were written.
    LeftOut { n_rooms: usize },
    /// A server runs with these games, and not as this option asks for.
    Elsewhere {
        dir: PathBuf,
        url: String,
        option: &'static str,
    },
    /// A file has one server.
    NodeOfFile,
    /// A bus is between several servers.
    BusOfOne,
    /// Nobody can listen there.
    Listen { at: SocketAddr, error: io::Error },
}

impl fmt::Display for ServeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeFault::Hosting(fault) => fault.fmt(f),
            ServeFault::Backup { file, fault } => {
                write!(f, "{} was not written: {fault}", file.display())
            }
            ServeFault::DamagedBackup { file, n_rooms } => {
                let (file, rooms) = (file.display(), rooms(*n_rooms));
                write!(
                    f,
                    "{file} has everything as it is kept, but {rooms} damaged in it"
                )
            }
            ServeFault::Running { dir, url } => write!(
                f,
                "a server runs with the games of {}, at {url}: stop it first",
                dir.display()
            ),
            ServeFault::Restore { file, fault } => {
                write!(f, "{} was not put back: {fault}", file.display())
            }
            ServeFault::DamagedRestore { file, n_rooms } => {
                let (file, rooms) = (file.display(), rooms(*n_rooms));
                write!(
                    f,
                    "{file} was not put back: {rooms} damaged in it (--even-if-damaged puts it \
                     back all the same)"
                )
            }
            ServeFault::Move { to, fault } => {
                write!(f, "nothing was moved to {to}: {fault}")
            }
            ServeFault::LeftOut { n_rooms } => {
                write!(f, "{} left out, all others are written", rooms(*n_rooms))
            }
            ServeFault::NodeOfFile => f.write_str(
                "--node-url is for several servers of one PostgreSQL, and a file has one server: \
                 name the database with --database",
            ),
            ServeFault::BusOfOne => f.write_str(
                "--bus (PONNUKI_BUS) is between several servers, and this is to be the only one: \
                 say where the others reach it with --node-url",
            ),
            ServeFault::Listen { at, error } if error.kind() == io::ErrorKind::AddrInUse => write!(
                f,
                "cannot listen at {at}: another program has port {}; name another with --listen, \
                 or none to have the next that is free",
                at.port()
            ),
            ServeFault::Listen { at, error } => write!(f, "cannot listen at {at}: {error}"),
            ServeFault::Elsewhere { dir, url, option } => write!(
                f,
                "a server runs already with the games of {}, at {url}, and knows nothing of \
                 {option}: stop it first, or name another directory with --data",
                dir.display()
            ),
        }
    }
}

impl From<HostingFault> for ServeFault {
    fn from(fault: HostingFault) -> ServeFault {
        ServeFault::Hosting(fault)
    }
}

impl From<HostingFault> for Failure {
    fn from(fault: HostingFault) -> Failure {
        Failure::Serve(fault.into())
    }
}

/// So many rooms, and the verb.
fn rooms(n: usize) -> String {
    match n {
        1 => "1 room is".to_owned(),
        n => format!("{n} rooms are"),
    }
}
