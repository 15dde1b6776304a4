//! Networks that other programs brought: where KaTrain and KataGo keep theirs.

use std::collections::BTreeSet;
use std::env;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::card::NetCard;
use crate::digest::Sha256Digest;
use crate::fault::NetFault;
use crate::file::{NET_FILE_MAX, one_line, read_bytes};
use crate::folder::{NetFolder, net_name};

/// How deep folders are looked into: networks lie one or two below where they are looked for.
const DEPTH_MAX: usize = 5;

/// How many files and folders are looked at: folders of networks have a few dozen.
const N_ENTRIES_MAX: usize = 50_000;

/// Where KaTrain's package lies, below a folder that a variable names; `*` is any text.
const PACKAGES: [(&str, &str); 14] = [
    ("HOME", ".local/lib/python*/site-packages"),
    (
        "HOME",
        ".local/pipx/venvs/katrain/lib/python*/site-packages",
    ),
    (
        "HOME",
        ".local/share/pipx/venvs/katrain/lib/python*/site-packages",
    ),
    (
        "HOME",
        ".local/share/uv/tools/katrain/lib/python*/site-packages",
    ),
    ("HOME", ".pyenv/versions/*/lib/python*/site-packages"),
    ("HOME", "Library/Python/*/lib/python/site-packages"),
    ("VIRTUAL_ENV", "lib/python*/site-packages"),
    ("CONDA_PREFIX", "lib/python*/site-packages"),
    ("", "/usr/lib/python*/site-packages"),
    ("", "/usr/local/lib/python*/*-packages"),
    ("", "/opt/homebrew/lib/python*/site-packages"),
    ("", "/Applications/KaTrain.app/Contents/Resources"),
    ("LOCALAPPDATA", "Programs/Python/Python*/Lib/site-packages"),
    ("APPDATA", "Python/Python*/site-packages"),
];

/// Its networks, in the package.
const IN_PACKAGE: &str = "katrain/models";

/// Where KaTrain and KataGo keep networks besides, in the same way.
const FOLDERS: [(&str, &str); 12] = [
    ("HOME", ".katrain"),
    ("HOME", ".katago"),
    ("HOME", "katago"),
    ("HOME", "KataGo"),
    ("HOME", ".local/share/katago"),
    ("USERPROFILE", ".katrain"),
    ("USERPROFILE", "katago"),
    ("ProgramFiles", "KataGo"),
    ("", "/usr/share/katago"),
    ("", "/usr/local/share/katago"),
    ("", "/opt/homebrew/share/katago"),
    ("", "/opt/katago"),
];

/// Why nothing is imported.
#[derive(Debug)]
pub enum ImportFault {
    /// No network is in these folders.
    NothingThere {
        /// Those that were looked into; none if no program's folder was found.
        dirs: Vec<PathBuf>,
    },
    /// A folder cannot be read.
    Unreadable {
        /// The folder.
        dir: PathBuf,
        /// What the operating system answered.
        error: io::Error,
    },
    /// There is more in a folder than is looked at.
    TooMuchThere {
        /// The folder.
        dir: PathBuf,
        /// How many files and folders are looked at.
        n_max: usize,
    },
}

impl fmt::Display for ImportFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImportFault::NothingThere { dirs } if dirs.is_empty() => {
                f.write_str("no folder of KaTrain or KataGo was found")
            }
            ImportFault::NothingThere { dirs } => {
                let dirs: Vec<String> = dirs.iter().map(|dir| one_line(dir)).collect();
                write!(f, "no network was found in {}", dirs.join(", "))
            }
            ImportFault::Unreadable { dir, error } => {
                write!(f, "{} cannot be read: {error}", dir.display())
            }
            ImportFault::TooMuchThere { dir, n_max } => write!(
                f,
                "more than {n_max} files and folders are in {}",
                dir.display()
            ),
        }
    }
}

impl std::error::Error for ImportFault {}

/// What became of a file that was to be imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Imported {
    /// Its network is in the folder now.
    Added {
        /// What it is called there.
        name: String,
        /// Its card.
        card: NetCard,
    },
    /// The same network was in the folder already.
    Stored {
        /// What it is called there.
        name: String,
    },
}

/// Copies the network in the file at `path` into `folder`, under the name of the file.
///
/// # Errors
///
/// The file is not a network or not called like one, the name is taken, or nothing can be
/// written.
pub fn import(folder: &NetFolder, path: &Path) -> Result<Imported, NetFault> {
    let name = net_name(path).ok_or_else(|| NetFault::BadName {
        name: one_line(path),
    })?;
    let bytes = read_bytes(path, NET_FILE_MAX)?;
    let digest = Sha256Digest::of(&bytes);
    let is_same = |card: &NetCard| card.digest == digest;
    let mut all = folder.all()?.into_iter();
    if let Some(same) = all.find(|stored| stored.card.as_ref().is_some_and(is_same)) {
        return Ok(Imported::Stored { name: same.name });
    }
    let card = folder.add(&name, path, &bytes)?;
    Ok(Imported::Added { name, card })
}

/// The folders of KaTrain and KataGo that are there, each once.
#[must_use]
pub fn other_programs_folders() -> Vec<PathBuf> {
    let packages = PACKAGES.iter().flat_map(|(variable, pattern)| {
        let pattern = format!("{pattern}/{IN_PACKAGE}");
        found(variable, &pattern)
    });
    let folders = FOLDERS
        .iter()
        .flat_map(|(variable, pattern)| found(variable, pattern));
    let places: BTreeSet<PathBuf> = packages.chain(folders).collect();
    places.into_iter().collect()
}

/// The folders that a pattern means, below the one that `variable` names.
fn found(variable: &str, pattern: &str) -> Vec<PathBuf> {
    let base = match variable {
        "" => Some(PathBuf::from("/")),
        _ => env::var_os(variable).map(PathBuf::from),
    };
    let base = base.filter(|base| base.is_absolute());
    let mut dirs: Vec<PathBuf> = base.into_iter().collect();
    for part in pattern.split('/').filter(|part| !part.is_empty()) {
        dirs = match part.split_once('*') {
            None => dirs.iter().map(|dir| dir.join(part)).collect(),
            Some((head, tail)) => dirs
                .iter()
                .flat_map(|dir| below(dir))
                .filter(|dir| {
                    let name = dir.file_name().and_then(|name| name.to_str());
                    let rest = name.and_then(|name| name.strip_prefix(head));
                    rest.is_some_and(|rest| rest.ends_with(tail))
                })
                .collect(),
        };
    }
    dirs.retain(|dir| dir.is_dir());
    // One folder may have many names.
    dirs.iter()
        .map(|dir| fs::canonicalize(dir).unwrap_or_else(|_| dir.clone()))
        .collect()
}

/// What is in a folder, by name; nothing if it cannot be read.
fn below(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// The files in `dir`, and in the folders in it, that are called like networks.
///
/// # Errors
///
/// There is no such folder, or there is too much in it.
pub fn named_like_nets(dir: &Path) -> Result<Vec<PathBuf>, ImportFault> {
    let fault = |error| ImportFault::Unreadable {
        dir: dir.to_owned(),
        error,
    };
    // A folder that cannot be read at all is told of; one inside it is passed over.
    drop(fs::read_dir(dir).map_err(fault)?);
    let (mut files, mut n_entries) = (Vec::new(), 0);
    let mut waiting = vec![(dir.to_owned(), 0)];
    while let Some((dir, depth)) = waiting.pop() {
        for path in below(&dir) {
            n_entries += 1;
            if n_entries > N_ENTRIES_MAX {
                let n_max = N_ENTRIES_MAX;
                return Err(ImportFault::TooMuchThere { dir, n_max });
            }
            // Links to folders may lead in circles, and are not followed.
            match fs::symlink_metadata(&path) {
                Ok(about) if about.is_dir() && depth < DEPTH_MAX => {
                    waiting.push((path, depth + 1));
                }
                Ok(about) if !about.is_dir() && path.is_file() && net_name(&path).is_some() => {
                    files.push(path);
                }
                Ok(_) | Err(_) => {}
            }
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_means_the_folders_that_are_there() {
        let dir = env::temp_dir().join(format!("ponnuki-import-{}", std::process::id()));
        for name in [
            "python3.9/a-packages",
            "python3.10/b-packages",
            "perl/a-packages",
        ] {
            fs::create_dir_all(dir.join(name)).unwrap();
        }
        let dir = fs::canonicalize(&dir).unwrap();
        let pattern = format!("{}/python*/*-packages", dir.display());
        let expected = [
            dir.join("python3.10/b-packages"),
            dir.join("python3.9/a-packages"),
        ];
        if cfg!(unix) {
            assert_eq!(found("", &pattern), expected);
        }
        fs::remove_dir_all(&dir).unwrap();
    }
}
