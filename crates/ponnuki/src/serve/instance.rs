//! One server for one directory: who starts a second is shown the first.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use ponnuki_store::tighten;

/// Held by the server that runs; the system lets go of it however the program ends.
const LOCK: &str = "ponnuki.lock";

/// Where the server that runs is to be found.
const URL: &str = "ponnuki.url";

/// How the names begin of all that we keep in a data directory.
const OURS: [&str; 3] = ["ponnuki", "play.seat", "nets"];

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
        make_private_dir(dir).map_err(Taken::Unusable)?;
        let lock = File::create(dir.join(LOCK)).map_err(Taken::Unusable)?;
        match lock.try_lock() {
            Ok(()) => Ok(Instance {
                dir: dir.to_owned(),
                _lock: lock,
            }),
            Err(TryLockError::WouldBlock) => {
                let told = fs::read_to_string(dir.join(URL)).map_err(Taken::Unusable)?;
                let url = told.lines().next().unwrap_or_default();
                Err(Taken::Running(url.to_owned()))
            }
            Err(TryLockError::Error(error)) => Err(Taken::Unusable(error)),
        }
    }

    /// Writes down where the server is, and at which address it listens. Who starts a second
    /// looks here.
    pub(crate) fn tell(&self, url: &str, at: SocketAddr) {
        if let Err(error) = fs::write(self.dir.join(URL), format!("{url}\n{at}\n")) {
            crate::note(&format!("{URL} could not be written: {error}"));
        }
    }
}

/// The address at which the server of `dir` listens, as it wrote it down.
pub(crate) fn listening_at(dir: &Path) -> Option<SocketAddr> {
    let told = fs::read_to_string(dir.join(URL)).ok()?;
    told.lines().nth(1)?.parse().ok()
}

/// What is in a data directory.
#[derive(Debug)]
pub(crate) enum Found {
    /// It is not there, or has no games.
    Nothing,
    /// Games.
    Games { n_bytes: u64 },
    /// Nothing can be written to it, or to the one that it would be made in.
    Unwritable(io::Error),
}

/// Looks into a data directory, and whether it can be written to. Nothing is left there.
pub(crate) fn look_into(dir: &Path) -> Found {
    let ways = dir.ancestors().map(|way| match way.as_os_str().is_empty() {
        true => Path::new("."),
        false => way,
    });
    let mut there = ways.filter(|way| way.exists());
    let nearest = there.next().unwrap_or(dir);
    let probe = nearest.join(format!(".ponnuki-doctor-{}", std::process::id()));
    let written = File::create_new(&probe).and_then(|_| fs::remove_file(&probe));
    if let Err(error) = written {
        return Found::Unwritable(error);
    }
    match fs::metadata(dir.join(super::FILE)) {
        Ok(found) => Found::Games {
            n_bytes: found.len(),
        },
        Err(_) => Found::Nothing,
    }
}

/// Makes a data directory that nobody else can look into, or closes one that is there. One
/// in which others keep something, too, is left as it is: the files in it are private.
///
/// # Errors
///
/// It cannot be made.
pub(crate) fn make_private_dir(dir: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)?;
    let is_ours = |name: &str| OURS.iter().any(|own| name.starts_with(own));
    for entry in fs::read_dir(dir)? {
        if !entry?.file_name().to_str().is_some_and(is_ours) {
            return Ok(());
        }
    }
    tighten(dir, 0o700);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_server_is_shown_the_first_until_it_ends() {
        let name = format!("ponnuki-instance-{}", std::process::id());
        let dir = std::env::temp_dir().join(name);
        let first = Instance::claim(&dir).expect("nobody is there");
        let at = SocketAddr::from(([0, 0, 0, 0], 8361));
        first.tell("http://127.0.0.1:8361", at);
        let url = match Instance::claim(&dir) {
            Err(Taken::Running(url)) => url,
            other => panic!("{other:?}"),
        };
        assert_eq!(url, "http://127.0.0.1:8361");
        assert_eq!(listening_at(&dir), Some(at));
        drop(first);
        drop(Instance::claim(&dir).expect("it has ended"));
        fs::remove_dir_all(dir).expect("it was ours");
    }

    #[cfg(unix)]
    #[test]
    fn a_data_directory_is_private_unless_others_use_it_too() {
        use std::os::unix::fs::PermissionsExt as _;
        let name = format!("ponnuki-private-{}", std::process::id());
        let dir = std::env::temp_dir().join(name);
        let mode = || {
            fs::metadata(&dir)
                .expect("a directory")
                .permissions()
                .mode()
                & 0o777
        };
        let open = || {
            let open = fs::Permissions::from_mode(0o755);
            fs::set_permissions(&dir, open).expect("it is ours");
            make_private_dir(&dir).expect("it is there");
            mode()
        };
        make_private_dir(&dir).expect("a new directory");
        assert_eq!(mode(), 0o700);
        fs::write(dir.join("ponnuki.db"), "").expect("a file");
        assert_eq!(open(), 0o700);
        fs::write(dir.join("letter.txt"), "").expect("a file");
        assert_eq!(open(), 0o755);
        fs::remove_dir_all(dir).expect("it was ours");
    }
}
