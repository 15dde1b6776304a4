//! The files of a database: the one with the games, what SQLite lays beside it, the key and
//! the lock. Nobody but their owner can read them.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::fault::StoreFault;

/// What a file is called whose key is written but not yet in its place.
const NEW: &str = ".new";

/// Where the version stands in a database that tells whether its changes are in a log
/// beside it, and what it is if they are not. A copy is of that kind until it is opened.
const FORMAT_AT: usize = 18;
const FORMAT_WITHOUT_LOG: u8 = 1;

/// The files of the database at a path.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    pub(crate) database: PathBuf,
    /// Which file that was when it was opened, where the system can tell.
    opened: Option<FileIdentity>,
}

/// Tells a file from another one of the same name: its device and its number there.
type FileIdentity = (u64, u64);

impl Files {
    pub(crate) fn of(database: &Path) -> Files {
        Files {
            database: database.to_owned(),
            opened: None,
        }
    }

    /// The key that seats are signed with. It is in no copy of the database.
    pub(crate) fn key(&self) -> PathBuf {
        self.database.with_extension("key")
    }

    /// The log of what is not yet in the database itself.
    pub(crate) fn log(&self) -> PathBuf {
        beside(&self.database, "-wal")
    }

    pub(crate) fn memory(&self) -> PathBuf {
        beside(&self.database, "-shm")
    }

    /// Remembers which file lies there now.
    pub(crate) fn remember(&mut self) {
        self.opened = identity(&self.database);
    }

    /// Whether the file that was remembered still lies there, as far as one can tell.
    pub(crate) fn is_as_remembered(&self) -> bool {
        self.opened.is_none() || self.opened == identity(&self.database)
    }

    /// Makes the database, for its owner alone, if it is not there.
    ///
    /// # Errors
    ///
    /// It cannot be made; or it is not there or empty and yet was, for something that
    /// belongs to it is.
    pub(crate) fn make(&self) -> Result<(), StoreFault> {
        let is_empty = match fs::metadata(&self.database) {
            Ok(found) => found.len() == 0,
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        };
        let is_trace = |file: &PathBuf| fs::metadata(file).is_ok_and(|found| found.len() > 0);
        if is_empty && let Some(trace) = [self.key(), self.log()].into_iter().find(is_trace) {
            return Err(StoreFault::Lost { trace });
        }
        match create_private(&self.database) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                Err(StoreFault::file(&self.database, error))
            }
            _ => Ok(()),
        }
    }

    /// Refuses a copy that was put into the place of a database whose log is still there:
    /// SQLite would write that log into it.
    pub(crate) fn refuse_foreign_log(&self) -> Result<(), StoreFault> {
        let log = self.log();
        if !fs::metadata(&log).is_ok_and(|found| found.len() > 0) {
            return Ok(());
        }
        let mut head = [0; FORMAT_AT + 1];
        let read = File::open(&self.database).and_then(|mut file| file.read_exact(&mut head));
        if read.is_ok() && head[FORMAT_AT] == FORMAT_WITHOUT_LOG {
            return Err(StoreFault::ForeignLog { log });
        }
        // What cannot be read SQLite will say more about.
        Ok(())
    }

    /// Takes the database for this process alone, until the file that is returned is
    /// dropped or the process ends, however it does.
    pub(crate) fn lock(&self) -> Result<File, StoreFault> {
        let real = fs::canonicalize(&self.database);
        let real = real.map_err(|error| StoreFault::file(&self.database, error))?;
        // Not the database itself: closing it would let go of SQLite's own locks.
        let path = beside(&real, ".lock");
        let opened = private().create(true).truncate(false).open(&path);
        let lock = opened.map_err(|error| StoreFault::file(&path, error))?;
        match lock.try_lock() {
            Ok(()) => Ok(lock),
            Err(TryLockError::WouldBlock) => Err(StoreFault::InUse { lock: path }),
            Err(TryLockError::Error(error)) => Err(StoreFault::file(&path, error)),
        }
    }

    /// Takes away from others what they may do with these files.
    pub(crate) fn tighten(&self) {
        for file in [self.database.clone(), self.log(), self.memory(), self.key()] {
            tighten(&file, 0o600);
        }
    }

    /// The key, if there is one.
    pub(crate) fn read_key(&self) -> Result<Option<[u8; 32]>, StoreFault> {
        let path = self.key();
        match fs::read_to_string(&path) {
            Ok(text) => match parse_key(text.trim_end()) {
                Some(key) => Ok(Some(key)),
                None => Err(StoreFault::BadKey),
            },
            Err(error) => match error.kind() {
                io::ErrorKind::NotFound => Ok(None),
                io::ErrorKind::InvalidData => Err(StoreFault::BadKey),
                _ => Err(StoreFault::file(&path, error)),
            },
        }
    }

    /// Writes the key. It is there whole or not at all, whatever happens meanwhile.
    pub(crate) fn write_key(&self, key: [u8; 32]) -> Result<(), StoreFault> {
        let path = self.key();
        let new = beside(&path, NEW);
        let write = || {
            // From a process that ended in the middle of this.
            drop(fs::remove_file(&new));
            let mut file = create_private(&new)?;
            file.write_all(key_text(key).as_bytes())?;
            file.sync_all()?;
            fs::rename(&new, &path)?;
            sync_directory(&path)
        };
        write().map_err(|error| StoreFault::file(&path, error))
    }
}

/// Takes away from others what they may do with the file or directory at `path`, if it is
/// there: nobody but its owner has more than `mode` after that. Not every system knows this.
pub fn tighten(path: &Path, mode: u32) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let Ok(found) = fs::metadata(path) else {
            return;
        };
        let open = found.permissions().mode() & 0o777;
        if open & !mode == 0 {
            return;
        }
        let path_shown = path.display();
        match fs::set_permissions(path, fs::Permissions::from_mode(open & mode)) {
            Ok(()) => tracing::warn!("{path_shown} was open to others (mode {open:o}); closed"),
            Err(error) => tracing::warn!(%error, "{path_shown} is open to others (mode {open:o})"),
        }
    }
    #[cfg(not(unix))]
    let _ = (path, mode);
}

/// Makes a file that only its owner can read.
///
/// # Errors
///
/// There is one already, or it cannot be made.
pub(crate) fn create_private(path: &Path) -> io::Result<File> {
    private().create_new(true).open(path)
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Which file lies at `path`, if one does and the system can tell.
fn identity(path: &Path) -> Option<FileIdentity> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let found = fs::metadata(path).ok()?;
        Some((found.dev(), found.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}

/// The path with `end` after its name.
pub(crate) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// What was renamed in the directory of `path` stays so if the power fails.
pub(crate) fn sync_directory(path: &Path) -> io::Result<()> {
    match path.parent() {
        // Elsewhere a directory is no file.
        Some(dir) if cfg!(unix) => {
            let dir = if dir.as_os_str().is_empty() {
                Path::new(".")
            } else {
                dir
            };
            File::open(dir)?.sync_all()
        }
        _ => Ok(()),
    }
}

fn key_text(key: [u8; 32]) -> String {
    let digits: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
    digits + "\n"
}

fn parse_key(text: &str) -> Option<[u8; 32]> {
    let is_hex = text.len() == 64 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    let mut key = [0; 32];
    for (byte, at) in key.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(text.get(at..at + 2)?, 16).ok()?;
    }
    is_hex.then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_was_written_and_nothing_else_is_one() {
        let key: [u8; 32] = std::array::from_fn(|byte| byte as u8 * 8);
        let text = key_text(key);
        assert_eq!(parse_key(text.trim_end()), Some(key));
        let signs = "+f".repeat(32);
        for wrong in ["", "00", &text, &text[..63], &signs, &"ü".repeat(32)] {
            assert_eq!(parse_key(wrong), None, "{wrong:?}");
        }
    }
}
