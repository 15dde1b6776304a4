//! Where a configuration file may be.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// The variable of the environment that names the file, in place of the usual ones.
pub const CONFIG_VARIABLE: &str = "PONNUKI_CONFIG";

/// In place of a file: that there is to be none.
const NO_FILE: &str = "none";

const NAME: &str = "ponnuki.toml";

/// The option that names the file; it stands before the command.
const OPTION: &str = "--config";

/// The places where one is looked for, the first that has it counts.
pub fn usual_places() -> Vec<PathBuf> {
    let from = |name: &str| {
        let dir = env::var_os(name).map(PathBuf::from);
        dir.filter(|dir| dir.is_absolute())
    };
    let mut dirs = Vec::new();
    if cfg!(windows) {
        dirs.extend(from("APPDATA").map(|dir| dir.join("Ponnuki")));
    }
    dirs.extend(from("XDG_CONFIG_HOME").map(|dir| dir.join("ponnuki")));
    dirs.extend(from("HOME").map(|home| home.join(".config/ponnuki")));
    if cfg!(target_os = "macos") {
        let support = "Library/Application Support/Ponnuki";
        dirs.extend(from("HOME").map(|home| home.join(support)));
    }
    dirs.dedup();
    dirs.into_iter().map(|dir| dir.join(NAME)).collect()
}

/// The file that counts: the one that `args` or the variable name, or the first in a usual
/// place.
///
/// # Errors
///
/// The one that is named is not there.
pub(crate) fn find(args: &[OsString]) -> Result<Option<PathBuf>, String> {
    let variable = env::var_os(CONFIG_VARIABLE).filter(|path| !path.is_empty());
    let named = given(args).map(|path| (OPTION, path));
    let named = named.or_else(|| variable.map(|path| (CONFIG_VARIABLE, path)));
    let Some((by, path)) = named else {
        return Ok(usual_places().into_iter().find(|path| path.is_file()));
    };
    if path == NO_FILE {
        return Ok(None);
    }
    let path = PathBuf::from(path);
    match path.is_file() {
        true => Ok(Some(path)),
        false => {
            let path = ponnuki_files::name(&path);
            Err(format!("{path}: {by} names it, but there is no such file"))
        }
    }
}

/// The file that the options before the command name.
fn given(args: &[OsString]) -> Option<OsString> {
    let mut words = args.iter().skip(1);
    while let Some(word) = words.next() {
        if word == OPTION {
            return words.next().cloned();
        }
        let text = word.to_str().unwrap_or_default();
        if let Some(path) = text.strip_prefix("--config=") {
            return Some(OsStr::new(path).to_owned());
        }
        if !text.starts_with('-') {
            return None;
        }
    }
    None
}
