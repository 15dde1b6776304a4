//! The folder where this user's networks are: files, a card beside each, and the name of
//! the one to use always.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ponnuki_engine::Net;

use super::card::Card;
use super::choice::BUILT_IN;
use super::fault::NetFault;
use crate::files::{self, FileFault};
use crate::serve::data_dir;

/// Names another folder than the one in the user's data directory.
const FOLDER_VARIABLE: &str = "PONNUKI_NETS";

/// The folder in the user's data directory.
const FOLDER: &str = "nets";

/// The file with the name of the network to use always.
const DEFAULT: &str = "default";

/// What stands for no network, wherever one can be named.
pub(crate) const NONE: &str = "none";

/// How network files are called, as KataGo calls them.
const EXTENSIONS: [&str; 4] = [".bin.gz", ".txt.gz", ".bin", ".txt"];

/// How the card beside a network is called.
const CARD_EXTENSION: &str = ".card";

/// The longest name; file systems take twice as much.
const NAME_MAX: usize = 96;

/// The longest card or name that is read from the folder: they have a few lines.
const NOTE_MAX: u64 = 4096;

/// The longest network file. The largest that are published have a quarter of it.
pub(crate) const NET_FILE_MAX: u64 = 1 << 30;

/// A folder of networks, which need not be there yet.
#[derive(Clone, Debug)]
pub(crate) struct Shelf {
    dir: PathBuf,
}

/// A network on the shelf.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) name: String,
    pub(super) path: PathBuf,
    /// How long the file is now.
    pub(super) n_bytes: u64,
    /// What it was when it was put there; nobody knows if it was not put there by us.
    pub(super) card: Option<Card>,
}

/// What the user wants to think with where nothing else is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Preferred {
    /// The network of this name.
    Net(String),
    /// None, not even one that comes with the program.
    None,
}

impl Shelf {
    /// This user's, if there is a place for it.
    pub(crate) fn of_user() -> Option<Shelf> {
        let named = env::var_os(FOLDER_VARIABLE).filter(|dir| !dir.is_empty());
        let own = || data_dir().map(|dir| dir.join(FOLDER));
        let dir = named.map(PathBuf::from).or_else(own)?;
        Some(Shelf { dir })
    }

    /// Where it is.
    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    /// All networks, by name.
    ///
    /// # Errors
    ///
    /// The folder is there and cannot be read.
    pub(super) fn all(&self) -> Result<Vec<Kept>, NetFault> {
        let files = match fs::read_dir(&self.dir) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            files => files.map_err(|error| self.fault(error))?,
        };
        let mut all = Vec::new();
        for file in files {
            let file = file.map_err(|error| self.fault(error))?;
            let Some(name) = net_name(&file.path()) else {
                continue;
            };
            let about = fs::metadata(file.path()).map_err(|error| self.fault(error))?;
            if about.is_file() {
                all.push(Kept {
                    card: self.card(&name),
                    name,
                    path: file.path(),
                    n_bytes: about.len(),
                });
            }
        }
        all.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(all)
    }

    /// The network called `name`, or whose name, or a part of it after a hyphen, alone
    /// begins so.
    ///
    /// # Errors
    ///
    /// There is none, or there are several.
    pub(super) fn find(&self, name: &str) -> Result<Kept, NetFault> {
        let all = self.all()?;
        if let Some(kept) = all.iter().find(|kept| kept.name == name) {
            return Ok(kept.clone());
        }
        let begins = |kept: &&Kept| {
            let hyphens = kept.name.match_indices('-');
            let mut starts = hyphens.map(|(i, _)| i + 1).chain([0]);
            !name.is_empty() && starts.any(|start| kept.name[start..].starts_with(name))
        };
        let name = name.to_owned();
        let names = |some: &[&Kept]| some.iter().map(|kept| kept.name.clone()).collect();
        match &*all.iter().filter(begins).collect::<Vec<&Kept>>() {
            [kept] => Ok((*kept).clone()),
            [] => Err(NetFault::Unknown {
                name,
                known: names(&all.iter().collect::<Vec<&Kept>>()),
            }),
            several => Err(NetFault::Ambiguous {
                name,
                known: names(several),
            }),
        }
    }

    /// Puts the network in `bytes` on the shelf, with the ending of the file it was in.
    ///
    /// # Errors
    ///
    /// It is no network, the name is not free, or it cannot be written; then nothing is
    /// on the shelf that was not there before.
    pub(super) fn put(&self, name: &str, source: &Path, bytes: &[u8]) -> Result<Card, NetFault> {
        check_name(name)?;
        let net = Net::load(bytes).map_err(|error| FileFault::Net(error).of(source))?;
        if self.all()?.iter().any(|kept| kept.name == name) {
            let name = name.to_owned();
            return Err(NetFault::Taken { name });
        }
        fs::create_dir_all(&self.dir).map_err(|error| self.fault(error))?;
        let card = Card::of(&net, bytes);
        // The card first: one without a network is no matter, a network without is.
        self.write(&self.card_path(name), card.to_string().as_bytes())?;
        let file = format!("{name}{}", ending(source, bytes));
        self.write(&self.dir.join(file), bytes)?;
        Ok(card)
    }

    /// Takes the network called `name` in full off the shelf.
    ///
    /// # Errors
    ///
    /// There is none, or it cannot be removed.
    pub(super) fn remove(&self, name: &str) -> Result<(), NetFault> {
        let kept = self.find(name)?;
        if kept.name != name {
            let (name, known) = (name.to_owned(), vec![kept.name]);
            return Err(NetFault::Unknown { name, known });
        }
        fs::remove_file(&kept.path).map_err(|error| self.fault(error))?;
        let mut notes = vec![self.card_path(name)];
        if self.preferred()? == Some(Preferred::Net(kept.name)) {
            notes.push(self.dir.join(DEFAULT));
        }
        for note in notes.iter().filter(|note| note.exists()) {
            fs::remove_file(note).map_err(|error| self.fault(error))?;
        }
        Ok(())
    }

    /// What the user chose to use always, if anything.
    ///
    /// # Errors
    ///
    /// The choice cannot be read.
    pub(super) fn preferred(&self) -> Result<Option<Preferred>, NetFault> {
        let path = self.dir.join(DEFAULT);
        let text = match files::read_within(&path, NOTE_MAX) {
            Ok(text) => text,
            Err(FileFault::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(None);
            }
            Err(fault) => return Err(fault.of(&path).into()),
        };
        let text = String::from_utf8_lossy(&text);
        Ok(match text.trim() {
            "" => None,
            NONE => Some(Preferred::None),
            name => Some(Preferred::Net(name.to_owned())),
        })
    }

    /// Uses this always.
    ///
    /// # Errors
    ///
    /// The choice cannot be written.
    pub(super) fn prefer(&self, preferred: &Preferred) -> Result<(), NetFault> {
        fs::create_dir_all(&self.dir).map_err(|error| self.fault(error))?;
        let name = match preferred {
            Preferred::Net(name) => name,
            Preferred::None => NONE,
        };
        self.write(&self.dir.join(DEFAULT), format!("{name}\n").as_bytes())
    }

    /// The card of the network called `name`, if there is one that can be read.
    fn card(&self, name: &str) -> Option<Card> {
        let text = files::read_within(&self.card_path(name), NOTE_MAX).ok()?;
        String::from_utf8(text).ok()?.parse().ok()
    }

    fn card_path(&self, name: &str) -> PathBuf {
        self.dir.join(format!("{name}{CARD_EXTENSION}"))
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), NetFault> {
        files::write(path, bytes).map_err(|fault| fault.of(path).into())
    }

    fn fault(&self, error: io::Error) -> NetFault {
        let dir = self.dir.clone();
        NetFault::Folder { dir, error }
    }
}

/// What the network in the file at `path` is called, if its name is that of a network.
pub(super) fn net_name(path: &Path) -> Option<String> {
    let file = path.file_name()?.to_str()?;
    let name = EXTENSIONS.iter().find_map(|end| file.strip_suffix(end))?;
    check_name(name).ok()?;
    Some(name.to_owned())
}

/// Checks that a network may be called `name`.
///
/// # Errors
///
/// It may not: such a file could not be had everywhere, or the word means something else.
pub(super) fn check_name(name: &str) -> Result<(), NetFault> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let is_good = name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && name.len() <= NAME_MAX
        && name.bytes().all(is_plain)
        && ![NONE, BUILT_IN].contains(&name);
    match is_good {
        true => Ok(()),
        false => Err(NetFault::BadName {
            name: name.to_owned(),
        }),
    }
}

/// How the file of a network is to end: as `source` does if it is called like a network.
fn ending(source: &Path, bytes: &[u8]) -> &'static str {
    let file = source.to_string_lossy();
    let own = EXTENSIONS.into_iter().find(|end| file.ends_with(end));
    let is_zipped = bytes.starts_with(&[0x1f, 0x8b]);
    own.unwrap_or(if is_zipped { ".bin.gz" } else { ".bin" })
}
