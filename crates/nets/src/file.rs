//! Files of networks: read within a limit, written whole or not at all.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use ponnuki_engine::{LoadError, Net};

/// The longest network file. The largest that are published have a quarter of it.
pub const NET_FILE_MAX: u64 = 1 << 30;

/// Something that went wrong with a file.
#[derive(Debug)]
pub struct NetFileError {
    /// The file as it was named.
    pub path: PathBuf,
    /// What is wrong with it.
    pub why: NetFileFault,
}

/// What is wrong with a file.
#[derive(Debug)]
pub enum NetFileFault {
    /// It could not be read or written.
    Io(io::Error),
    /// It has more bytes than such a file may have.
    TooLong {
        /// The most.
        max: u64,
    },
    /// It is not a network.
    NotANet(LoadError),
}

impl NetFileFault {
    /// This fault of the file at `path`.
    pub(crate) fn of(self, path: &Path) -> NetFileError {
        NetFileError {
            path: path.to_owned(),
            why: self,
        }
    }
}

impl fmt::Display for NetFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", one_line(&self.path), self.why)
    }
}

impl std::error::Error for NetFileError {}

impl fmt::Display for NetFileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetFileFault::Io(error) => match error.kind() {
                io::ErrorKind::NotFound => f.write_str("there is no such file"),
                io::ErrorKind::PermissionDenied => f.write_str("permission denied"),
                io::ErrorKind::IsADirectory => f.write_str("it is a directory, not a file"),
                _ => error.fmt(f),
            },
            NetFileFault::TooLong { max } => write!(f, "it has more than {max} bytes"),
            NetFileFault::NotANet(error) => write!(f, "it is not a network: {error}"),
        }
    }
}

/// A path on one line.
pub(crate) fn one_line(path: &Path) -> String {
    path.display().to_string().replace(['\n', '\r'], " ")
}

/// All of a file that has no more than `max` bytes.
///
/// # Errors
///
/// It cannot be read, or is too long.
pub fn read_bytes(path: &Path, max: u64) -> Result<Vec<u8>, NetFileError> {
    let read = || {
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let mut bytes = Vec::new();
        file.take(max + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().map_err(|error| NetFileFault::Io(error).of(path))?;
    match bytes.len() as u64 > max {
        true => Err(NetFileFault::TooLong { max }.of(path)),
        false => Ok(bytes),
    }
}

/// A network file's bytes, and the network in it.
///
/// # Errors
///
/// It cannot be read, or is not a network.
pub fn read_net(path: &Path) -> Result<(Vec<u8>, Net), NetFileError> {
    let bytes = read_bytes(path, NET_FILE_MAX)?;
    let net = load(path, &bytes)?;
    Ok((bytes, net))
}

/// The network in `bytes`, which are those of the file `path`.
pub(crate) fn load(path: &Path, bytes: &[u8]) -> Result<Net, NetFileError> {
    Net::load(bytes).map_err(|error| NetFileFault::NotANet(error).of(path))
}

/// Writes a whole file in place of what was there; if that fails, what was there stays.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), NetFileError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let draft = path.with_file_name(name);
    let written = fs::write(&draft, bytes).and_then(|()| fs::rename(&draft, path));
    written.map_err(|error| {
        // A draft that was never made is not there, and that is no matter.
        drop(fs::remove_file(&draft));
        NetFileFault::Io(error).of(path)
    })
}
