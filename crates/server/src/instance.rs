//! The data directory: private, and served by one server at a time. Who starts a second is shown
//! the first.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use ponnuki_store::tighten;

/// The file in a data directory that holds everything.
const GAMES: &str = "ponnuki.db";

/// Held by the server that runs; the system lets go of it however the program ends.
const LOCK: &str = "ponnuki.lock";

/// Where the server that runs is to be found.
const URL: &str = "ponnuki.url";

/// How the names begin of all that we keep in a data directory.
const OURS: [&str; 3] = ["ponnuki", "play.seat", "nets"];

/// Where games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataPlace {
    /// The directory; `None` where nobody named one and the system has none.
    pub dir: Option<PathBuf>,
    /// Whether somebody has chosen it: then it is that one or none.
    pub is_named: bool,
}

/// The file in the data directory `dir` that holds all games.
pub fn games_file(dir: &Path) -> PathBuf {
    dir.join(GAMES)
}

/// The right to serve what is in a directory; ends when this is dropped.
#[derive(Debug)]
pub struct ServingRight {
    dir: PathBuf,
    _lock: File,
}

/// Why there is no such right.
#[derive(Debug)]
pub enum NoServingRight {
    /// A server runs, and says it is there.
    Running(String),
    /// The directory cannot be used.
    Unusable(io::Error),
}

impl ServingRight {
    /// Takes the right to serve what is in `dir`, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// Another has it, or the directory cannot be used.
    pub fn claim(dir: &Path) -> Result<ServingRight, NoServingRight> {
        make_private_dir(dir).map_err(NoServingRight::Unusable)?;
        let lock = File::create(dir.join(LOCK)).map_err(NoServingRight::Unusable)?;
        match lock.try_lock() {
            Ok(()) => Ok(ServingRight {
                dir: dir.to_owned(),
                _lock: lock,
            }),
            Err(TryLockError::WouldBlock) => {
                let told = fs::read_to_string(dir.join(URL)).map_err(NoServingRight::Unusable)?;
                let url = told.lines().next().unwrap_or_default();
                Err(NoServingRight::Running(url.to_owned()))
            }
            Err(TryLockError::Error(error)) => Err(NoServingRight::Unusable(error)),
        }
    }

    /// The directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Writes down where the server is, and at which address it listens. Who starts a second
    /// looks here.
    ///
    /// # Errors
    ///
    /// The sentence says that it cannot be written; the server can do without.
    pub fn tell(&self, url: &str, at: SocketAddr) -> Result<(), String> {
        let written = fs::write(self.dir.join(URL), format!("{url}\n{at}\n"));
        written.map_err(|error| format!("{URL} could not be written: {error}"))
    }
}

/// The address at which the server of `dir` listens, as it wrote it down.
pub fn listening_at(dir: &Path) -> Option<SocketAddr> {
    let told = fs::read_to_string(dir.join(URL)).ok()?;
    told.lines().nth(1)?.parse().ok()
}

/// The address of the web page of the server of `dir`, as it wrote it down.
pub fn served_at(dir: &Path) -> Option<String> {
    let told = fs::read_to_string(dir.join(URL)).ok()?;
    Some(told.lines().next()?.to_owned())
}

/// What is in a data directory.
#[derive(Debug)]
pub enum DataDirState {
    /// It is not there, or has no games.
    Nothing,
    /// Games.
    Games {
        /// The size of the file that holds them.
        n_bytes: u64,
    },
    /// Nothing can be written to it, or to the one that it would be made in.
    Unwritable(io::Error),
}

/// Looks into a data directory, and whether it can be written to. Nothing is left there.
pub fn look_into(dir: &Path) -> DataDirState {
    let ways = dir.ancestors().map(|way| match way.as_os_str().is_empty() {
        true => Path::new("."),
        false => way,
    });
    let mut there = ways.filter(|way| way.exists());
    let nearest = there.next().unwrap_or(dir);
    let probe = nearest.join(format!(".ponnuki-doctor-{}", std::process::id()));
    let written = File::create_new(&probe).and_then(|_| fs::remove_file(&probe));
    if let Err(error) = written {
        return DataDirState::Unwritable(error);
    }
    match fs::metadata(games_file(dir)) {
        Ok(found) => DataDirState::Games {
            n_bytes: found.len(),
        },
        Err(_) => DataDirState::Nothing,
    }
}

/// Makes a data directory that nobody else can look into, or closes one that is there. One
/// in which others keep something, too, is left as it is: the files in it are private.
///
/// # Errors
///
/// It cannot be made.
pub fn make_private_dir(dir: &Path) -> io::Result<()> {
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
        let first = ServingRight::claim(&dir).expect("nobody is there");
        let at = SocketAddr::from(([0, 0, 0, 0], 8361));
        first.tell("http://127.0.0.1:8361", at).expect("a file");
        let url = match ServingRight::claim(&dir) {
            Err(NoServingRight::Running(url)) => url,
            other => panic!("{other:?}"),
        };
        assert_eq!(url, "http://127.0.0.1:8361");
        assert_eq!(listening_at(&dir), Some(at));
        drop(first);
        drop(ServingRight::claim(&dir).expect("it has ended"));
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
