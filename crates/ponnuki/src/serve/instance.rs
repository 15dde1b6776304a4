//! One server for one directory: who starts a second is shown the first.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Held by the server that runs; the system lets go of it however the program ends.
const LOCK: &str = "ponnuki.lock";

/// Where the server that runs is to be found.
const URL: &str = "ponnuki.url";

/// The right to serve what is in a directory; ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Instance {
    dir: PathBuf,
    _lock: File,
}

/// Why there is no such right.
#[derive(Debug)]
pub(crate) enum Taken {
    /// A server runs, and says it is there.
    Running(String),
    /// The directory cannot be used.
    Unusable(io::Error),
}

impl Instance {
    /// Takes the right to serve what is in `dir`, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// Another has it, or the directory cannot be used.
    pub(crate) fn claim(dir: &Path) -> Result<Instance, Taken> {
        fs::create_dir_all(dir).map_err(Taken::Unusable)?;
        let lock = File::create(dir.join(LOCK)).map_err(Taken::Unusable)?;
        match lock.try_lock() {
            Ok(()) => Ok(Instance {
                dir: dir.to_owned(),
                _lock: lock,
            }),
            Err(TryLockError::WouldBlock) => {
                let url = fs::read_to_string(dir.join(URL)).map_err(Taken::Unusable)?;
                Err(Taken::Running(url))
            }
            Err(TryLockError::Error(error)) => Err(Taken::Unusable(error)),
        }
    }

    /// Writes down where the server is. Who starts a second looks here.
    pub(crate) fn tell(&self, url: &str) {
        if let Err(error) = fs::write(self.dir.join(URL), url) {
            crate::note(&format!("{URL} could not be written: {error}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_server_is_shown_the_first_until_it_ends() {
        let name = format!("ponnuki-instance-{}", std::process::id());
        let dir = std::env::temp_dir().join(name);
        let first = Instance::claim(&dir).expect("nobody is there");
        first.tell("http://127.0.0.1:8361");
        let url = match Instance::claim(&dir) {
            Err(Taken::Running(url)) => url,
            other => panic!("{other:?}"),
        };
        assert_eq!(url, "http://127.0.0.1:8361");
        drop(first);
        drop(Instance::claim(&dir).expect("it has ended"));
        fs::remove_dir_all(dir).expect("it was ours");
    }
}
