//! The folder where a user's networks are: files, a card beside each, and the name of
//! the one to use always.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::card::NetCard;
use crate::choice::BUILT_IN;
use crate::fault::NetFault;
use crate::file::{self, NetFileError, NetFileFault};

/// Where files are while they are fetched, in the folder. One that is whole and right stays until
/// its network is out of it, so that nothing is fetched twice.
pub(crate) const WORKPLACE: &str = "fetching";

/// The file with the name of the network to use always.
const DEFAULT: &str = "default";

/// What stands for no network, wherever one can be named.
pub const NONE: &str = "none";

/// How network files are called, as KataGo calls them.
const EXTENSIONS: [&str; 4] = [".bin.gz", ".txt.gz", ".bin", ".txt"];

/// How the card beside a network is called.
const CARD_EXTENSION: &str = ".card";

/// The longest name; file systems take twice as much.
const NAME_MAX: usize = 96;

/// The longest card or name that is read from the folder: they have a few lines.
const NOTE_MAX: u64 = 4096;

/// A folder of networks, which need not be there yet.
#[derive(Clone, Debug)]
pub struct NetFolder {
    dir: PathBuf,
}

/// A network in a folder.
#[derive(Clone, Debug)]
pub struct StoredNet {
    /// What it is called: its file without the ending.
    pub name: String,
    /// Its file.
    pub path: PathBuf,
    /// How long the file is now.
    pub n_bytes: u64,
    /// What it was when it was put there; nobody knows if it was not put there by us.
    pub card: Option<NetCard>,
}

/// What the user wants to think with where nothing else is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DefaultNet {
    /// The network of this name.
    Net(String),
    /// None, not even one that comes with the program.
    None,
}

impl NetFolder {
    /// The one at `dir`, which need not be there yet.
    #[must_use]
    pub fn new(dir: PathBuf) -> NetFolder {
        NetFolder { dir }
    }

    /// Where it is.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// All networks, by name.
    ///
    /// # Errors
    ///
    /// The folder is there and cannot be read.
    pub fn all(&self) -> Result<Vec<StoredNet>, NetFault> {
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
                all.push(StoredNet {
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
    pub fn find(&self, name: &str) -> Result<StoredNet, NetFault> {
        let all = self.all()?;
        if let Some(kept) = all.iter().find(|kept| kept.name == name) {
            return Ok(kept.clone());
        }
        let begins = |kept: &&StoredNet| {
            let hyphens = kept.name.match_indices('-');
            let mut starts = hyphens.map(|(i, _)| i + 1).chain([0]);
            !name.is_empty() && starts.any(|start| kept.name[start..].starts_with(name))
        };
        let name = name.to_owned();
        let names = |some: &[&StoredNet]| some.iter().map(|kept| kept.name.clone()).collect();
        match &*all.iter().filter(begins).collect::<Vec<&StoredNet>>() {
            [kept] => Ok((*kept).clone()),
            [] => Err(NetFault::Unknown {
                name,
                known: names(&all.iter().collect::<Vec<&StoredNet>>()),
            }),
            several => Err(NetFault::Ambiguous {
                name,
                known: names(several),
            }),
        }
    }

    /// Adds the network in `bytes`, with the ending of the file it was in.
    ///
    /// # Errors
    ///
    /// It is not a network, the name is not free, or it cannot be written; then nothing is
    /// in the folder that was not there before.
    pub fn add(&self, name: &str, source: &Path, bytes: &[u8]) -> Result<NetCard, NetFault> {
        check_name(name)?;
        let net = file::load(source, bytes)?;
        if self.all()?.iter().any(|kept| kept.name == name) {
            let name = name.to_owned();
            return Err(NetFault::Taken { name });
        }
        fs::create_dir_all(&self.dir).map_err(|error| self.fault(error))?;
        let card = NetCard::of(&net, bytes);
        // The card first: one without a network is no matter, a network without is.
        file::write(&self.card_path(name), card.to_string().as_bytes())?;
        let file_name = format!("{name}{}", ending(source, bytes));
        file::write(&self.dir.join(file_name), bytes)?;
        Ok(card)
    }

    /// Removes the network called `name` in full.
    ///
    /// # Errors
    ///
    /// There is none, or it cannot be removed.
    pub fn remove(&self, name: &str) -> Result<(), NetFault> {
        let kept = self.find(name)?;
        if kept.name != name {
            let (name, known) = (name.to_owned(), vec![kept.name]);
            return Err(NetFault::Unknown { name, known });
        }
        fs::remove_file(&kept.path).map_err(|error| self.fault(error))?;
        let mut notes = vec![self.card_path(name)];
        if self.preferred()? == Some(DefaultNet::Net(kept.name)) {
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
    pub fn preferred(&self) -> Result<Option<DefaultNet>, NetFault> {
        let path = self.dir.join(DEFAULT);
        let text = match file::read_bytes(&path, NOTE_MAX) {
            Ok(text) => text,
            Err(NetFileError {
                why: NetFileFault::Io(error),
                ..
            }) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let text = String::from_utf8_lossy(&text);
        Ok(match text.trim() {
            "" => None,
            NONE => Some(DefaultNet::None),
            name => Some(DefaultNet::Net(name.to_owned())),
        })
    }

    /// Uses this always.
    ///
    /// # Errors
    ///
    /// The choice cannot be written.
    pub fn prefer(&self, preferred: &DefaultNet) -> Result<(), NetFault> {
        fs::create_dir_all(&self.dir).map_err(|error| self.fault(error))?;
        let name = match preferred {
            DefaultNet::Net(name) => name,
            DefaultNet::None => NONE,
        };
        let path = self.dir.join(DEFAULT);
        Ok(file::write(&path, format!("{name}\n").as_bytes())?)
    }

    /// The card of the network called `name`, if there is one that can be read.
    fn card(&self, name: &str) -> Option<NetCard> {
        let text = file::read_bytes(&self.card_path(name), NOTE_MAX).ok()?;
        String::from_utf8(text).ok()?.parse().ok()
    }

    fn card_path(&self, name: &str) -> PathBuf {
        self.dir.join(format!("{name}{CARD_EXTENSION}"))
    }

    fn fault(&self, error: io::Error) -> NetFault {
        let dir = self.dir.clone();
        NetFault::Folder { dir, error }
    }
}

/// What the network in the file at `path` is called, if its name is that of a network.
pub fn net_name(path: &Path) -> Option<String> {
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
pub fn check_name(name: &str) -> Result<(), NetFault> {
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
