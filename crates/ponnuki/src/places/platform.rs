//! Where data is kept, which differs between systems.

use std::env;
use std::path::PathBuf;
use std::sync::OnceLock;

/// What names the directory for everything that is kept, in place of the usual one.
pub(crate) const DATA_VARIABLE: &str = "PONNUKI_DATA";

/// The directory that the configuration file names.
static IN_FILE: OnceLock<PathBuf> = OnceLock::new();

/// Has everything kept in `dir`, if no variable names another directory.
pub(crate) fn name_data_dir(dir: PathBuf) {
    // There is one file, which is read once.
    drop(IN_FILE.set(dir));
}

/// The directory that the variable names, or the configuration file.
fn named_data_dir() -> Option<PathBuf> {
    let dir = env::var_os(DATA_VARIABLE).filter(|dir| !dir.is_empty());
    dir.map(PathBuf::from).or_else(|| IN_FILE.get().cloned())
}

/// Whether the user has said which directory it is.
pub(super) fn is_data_dir_named() -> bool {
    named_data_dir().is_some()
}

/// The directory where this program keeps what it makes: the one that the user has named, or
/// one where the user's programs have theirs.
pub(crate) fn data_dir() -> Option<PathBuf> {
    named_data_dir().or_else(usual_data_dir)
}

fn usual_data_dir() -> Option<PathBuf> {
    let from = |name: &str| {
        let dir = env::var_os(name).map(PathBuf::from);
        dir.filter(|dir| dir.is_absolute())
    };
    if cfg!(windows) {
        return from("LOCALAPPDATA").map(|dir| dir.join("Ponnuki"));
    }
    if cfg!(target_os = "macos") {
        return from("HOME").map(|home| home.join("Library/Application Support/Ponnuki"));
    }
    let home = || from("HOME").map(|home| home.join(".local/share"));
    let dir = from("XDG_DATA_HOME").or_else(home);
    dir.map(|dir| dir.join("ponnuki"))
}
