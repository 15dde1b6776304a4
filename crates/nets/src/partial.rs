//! A file that is being fetched: what came of it so far, and what it was when that came.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::address::NetAddress;
use crate::digest::Sha256Digest;

/// The longest note about a file: servers' marks have a few dozen letters.
const TAG_MAX: u64 = 1 << 10;

/// How many digits of an address's checksum name its file.
const NAME_LEN: usize = 16;

/// What came of a file so far. Nobody else adds to it meanwhile.
#[derive(Debug)]
pub(crate) struct PartialFile {
    file: File,
    path: PathBuf,
    /// How many bytes came.
    pub(crate) n_bytes: u64,
    /// The server's mark for the file that they are from: it has another for another file.
    pub(crate) tag: Option<String>,
}

/// Why a file cannot be fetched into its place.
#[derive(Debug)]
pub(crate) enum PartialFileFault {
    /// Somebody else is fetching it.
    Busy,
    /// It cannot be read or written.
    Io(PathBuf, io::Error),
}

impl PartialFile {
    /// What came so far of the file at `address`, kept in `dir`.
    ///
    /// # Errors
    ///
    /// It cannot be opened, or somebody else is fetching it.
    pub(crate) fn open(dir: &Path, address: &NetAddress) -> Result<PartialFile, PartialFileFault> {
        let name = Sha256Digest::of(address.to_string().as_bytes()).to_string();
        let path = dir.join(format!("{}.part", &name[..NAME_LEN]));
        let fault = |error| PartialFileFault::Io(path.clone(), error);
        fs::create_dir_all(dir).map_err(fault)?;
        let mut options = File::options();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&path).map_err(fault)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(PartialFileFault::Busy),
            Err(TryLockError::Error(error)) => return Err(fault(error)),
        }
        let n_bytes = file.seek(SeekFrom::End(0)).map_err(fault)?;
        let mut tag = String::new();
        let note = File::open(path.with_extension("tag"));
        // Without the mark the file is fetched from its beginning.
        let read = note.and_then(|note| note.take(TAG_MAX).read_to_string(&mut tag));
        Ok(PartialFile {
            tag: read.ok().map(|_| tag).filter(|tag| !tag.is_empty()),
            file,
            path,
            n_bytes,
        })
    }

    /// Begins anew, with a file that has this mark.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub(crate) fn restart(&mut self, tag: Option<String>) -> Result<(), PartialFileFault> {
        let emptied = self.file.set_len(0);
        let begun = emptied.and_then(|()| self.file.seek(SeekFrom::Start(0)));
        let note = self.path.with_extension("tag");
        let noted = begun.and_then(|_| match &tag {
            Some(tag) => fs::write(&note, tag),
            None => match fs::remove_file(&note) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                Ok(()) | Err(_) => Ok(()),
            },
        });
        (self.n_bytes, self.tag) = (0, tag);
        noted.map_err(|error| self.fault(error))
    }

    /// Adds what came.
    ///
    /// # Errors
    ///
    /// It cannot be written, as on a full disk.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> Result<(), PartialFileFault> {
        let added = self.file.write_all(bytes);
        added.map_err(|error| self.fault(error))?;
        self.n_bytes += bytes.len() as u64;
        Ok(())
    }

    /// All of it.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub(crate) fn bytes(&mut self) -> Result<Vec<u8>, PartialFileFault> {
        let mut bytes = Vec::new();
        let begun = self.file.seek(SeekFrom::Start(0));
        let read = begun.and_then(|_| self.file.read_to_end(&mut bytes));
        read.map_err(|error| self.fault(error))?;
        Ok(bytes)
    }

    /// Leaves nothing behind.
    pub(crate) fn remove(self) {
        let PartialFile { file, path, .. } = self;
        // Some systems remove no file that is open.
        drop(file);
        // What cannot be removed is in nobody's way: it is looked at again before it is used.
        drop(fs::remove_file(path.with_extension("tag")));
        drop(fs::remove_file(&path));
        if let Some(dir) = path.parent() {
            // It goes only if nothing else is in it.
            drop(fs::remove_dir(dir));
        }
    }

    fn fault(&self, error: io::Error) -> PartialFileFault {
        PartialFileFault::Io(self.path.clone(), error)
    }
}
