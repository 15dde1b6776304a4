//! Files by the names that people give: read whole or as a stream, written whole or not at all.
//! `-` is standard input, or standard output.

use std::error::Error;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use ponnuki_draw::DrawError;
use ponnuki_game::{Illegal, Size};
use ponnuki_record::{NotContinuable, Unplayable};
use ponnuki_sgf::{EditError, SgfError, StreamError, TEXT_MAX};

/// How many bytes of a file are read into memory at once: as many as a text of
/// games may have.
const FILE_MAX: u64 = TEXT_MAX as u64;

/// Something that went wrong with a file that was named.
#[derive(Debug)]
pub struct FileError {
    /// The file as it was named, with the number of the game where that matters.
    pub name: String,
    /// What is wrong with it.
    pub what: FileFault,
}

/// What is wrong with a file.
#[derive(Debug)]
pub enum FileFault {
    /// It could not be read or written.
    Io(io::Error),
    /// It is a directory.
    Directory,
    /// It would be in a directory that is not there.
    NoDirectory,
    /// It is there already, and is not written over.
    Exists,
    /// It has more bytes than such a file may have.
    TooLong {
        /// The most bytes it may have.
        max: u64,
    },
    /// There is no game in it, or it is over the limits.
    Sgf(SgfError),
    /// A game of it is not one that can be replayed.
    Unplayable(Unplayable),
    /// It has fewer games than the one asked for.
    NoSuchGame {
        /// The game asked for, from 1.
        number: usize,
        /// How many there are.
        n_games: usize,
    },
    /// No move is made in it.
    NoMoves,
    /// Its main line has fewer moves than the one asked for.
    NoSuchMove {
        /// The move asked for, from 1.
        n: usize,
        /// How many there are.
        n_moves: usize,
    },
    /// A stone that was named as dead is not on the board.
    NotOnBoard {
        /// The point as it was named.
        name: String,
        /// The size of the board.
        size: Size,
    },
    /// The stones named as dead cannot be.
    Dead {
        /// Why they cannot.
        law: Illegal,
        /// The size of the board.
        size: Size,
    },
    /// No room can go on with the game.
    NotContinuable(NotContinuable),
    /// It is another kind of file than it is said to be.
    Kind {
        /// The kind it is said to be.
        said: String,
        /// The kind it is.
        found: String,
    },
    /// The picture cannot be made.
    Draw(DrawError),
    /// The games are too many for one file.
    Edit(EditError),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.what)
    }
}

impl Error for FileError {}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileFault::Io(error) => match error.kind() {
                io::ErrorKind::NotFound => f.write_str("there is no such file"),
                io::ErrorKind::PermissionDenied => f.write_str("permission denied"),
                _ => error.fmt(f),
            },
            FileFault::Directory => f.write_str("it is a directory, not a file"),
            FileFault::NoDirectory => f.write_str("there is no such directory to write to"),
            FileFault::Exists => f.write_str("it exists already and is not overwritten"),
            FileFault::TooLong { max } => write!(f, "it has more than {max} bytes"),
            FileFault::Sgf(error) => error.fmt(f),
            FileFault::Unplayable(why) => why.fmt(f),
            FileFault::NoSuchGame { number, n_games } => {
                write!(f, "there is no game {number} among its {n_games}")
            }
            FileFault::NoMoves => f.write_str("no move is made in it"),
            FileFault::NoSuchMove { n, n_moves } => {
                write!(f, "there is no move {n} among its {n_moves}")
            }
            FileFault::NotOnBoard { name, size } => write!(f, "{name} is not on a {size} board"),
            FileFault::Dead { law, size } => match law {
                Illegal::NoStone { point } => {
                    write!(f, "there is no stone on {}", size.name(*point))
                }
                _ => law.fmt(f),
            },
            FileFault::NotContinuable(why) => write!(f, "the game cannot be continued: {why}"),
            FileFault::Kind { said, found } => write!(f, "it is {found}, not {said}"),
            FileFault::Draw(error) => error.fmt(f),
            FileFault::Edit(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for FileFault {
    fn from(error: io::Error) -> FileFault {
        match error.kind() {
            io::ErrorKind::IsADirectory => FileFault::Directory,
            io::ErrorKind::AlreadyExists => FileFault::Exists,
            _ => FileFault::Io(error),
        }
    }
}

impl From<SgfError> for FileFault {
    fn from(error: SgfError) -> FileFault {
        FileFault::Sgf(error)
    }
}

impl From<StreamError> for FileFault {
    fn from(error: StreamError) -> FileFault {
        match error {
            StreamError::Io(error) => FileFault::from(error),
            StreamError::Sgf(error) => FileFault::Sgf(error),
        }
    }
}

impl From<Unplayable> for FileFault {
    fn from(why: Unplayable) -> FileFault {
        FileFault::Unplayable(why)
    }
}

impl From<DrawError> for FileFault {
    fn from(error: DrawError) -> FileFault {
        FileFault::Draw(error)
    }
}

impl From<EditError> for FileFault {
    fn from(error: EditError) -> FileFault {
        FileFault::Edit(error)
    }
}

impl FileFault {
    /// This fault of the file at `path`.
    pub fn of(self, path: &Path) -> FileError {
        FileError {
            name: name(path),
            what: self,
        }
    }
}

/// A file as it was named, on one line.
pub fn name(path: &Path) -> String {
    path.display().to_string().replace(['\n', '\r'], " ")
}

/// A game of a file: the file alone if it has only one game.
pub fn game_name(path: &Path, number: usize, n_games: usize) -> String {
    match n_games {
        1 => name(path),
        _ => format!("{}#{number}", name(path)),
    }
}

/// How many remarks on one game are told: more is wrong only where everything is.
const REMARKS_MAX: usize = 10;

/// The first of the remarks on the game called `name`, a line each, and how many more there are.
pub fn remark_lines(name: &str, remarks: &[impl fmt::Display]) -> Vec<String> {
    let first = remarks.iter().take(REMARKS_MAX);
    let mut lines: Vec<String> = first.map(|remark| format!("{name}: {remark}")).collect();
    match remarks.len().saturating_sub(REMARKS_MAX) {
        0 => {}
        n => lines.push(format!("{name}: and {n} more like these")),
    }
    lines
}

/// Whether it is not a file but standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What the name of a file ends with, in small letters and without the dot.
pub fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

/// The file, to be read from its beginning.
///
/// # Errors
///
/// It cannot be opened.
pub fn open(path: &Path) -> Result<Box<dyn Read>, FileFault> {
    if is_standard(path) {
        return Ok(Box::new(io::stdin()));
    }
    let file = File::open(path)?;
    match file.metadata()?.is_dir() {
        true => Err(FileFault::Directory),
        false => Ok(Box::new(file)),
    }
}

/// All of a file of games.
///
/// # Errors
///
/// It cannot be read, or is too long.
pub fn read(path: &Path) -> Result<Vec<u8>, FileFault> {
    read_within(path, FILE_MAX)
}

/// All of a file that has no more than `max` bytes.
///
/// # Errors
///
/// It cannot be read, or is too long.
pub fn read_within(path: &Path, max: u64) -> Result<Vec<u8>, FileFault> {
    let mut bytes = Vec::new();
    open(path)?.take(max + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > max {
        true => Err(FileFault::TooLong { max }),
        false => Ok(bytes),
    }
}

/// A file in the making: it takes its name when it is finished, and until then
/// whatever had that name stays.
#[derive(Debug)]
pub struct Draft {
    file: File,
    /// What it is called now and what it will be called; none for a device,
    /// which is written as it is.
    names: Option<(PathBuf, PathBuf)>,
}

impl Draft {
    /// Begins a file that will be at `path`.
    ///
    /// # Errors
    ///
    /// No file can be made there.
    pub fn new(path: &Path) -> Result<Draft, FileFault> {
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => return Err(FileFault::Directory),
            Ok(found) if !found.is_file() => {
                let file = File::options().write(true).open(path)?;
                return Ok(Draft { file, names: None });
            }
            Ok(_) | Err(_) => {}
        }
        // A link stays a link: the file behind it is written.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let draft = path.with_file_name(name);
        let file = File::create(&draft).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => FileFault::NoDirectory,
            _ => FileFault::from(error),
        })?;
        let names = Some((draft, path));
        Ok(Draft { file, names })
    }

    /// Gives the file its name.
    ///
    /// # Errors
    ///
    /// It cannot have it; nothing is left behind then.
    pub fn finish(self) -> Result<(), FileFault> {
        let Some((draft, path)) = &self.names else {
            return Ok(());
        };
        // Whoever made a file readable for others wants it to stay so.
        if let Ok(old) = fs::metadata(path) {
            self.file.set_permissions(old.permissions())?;
        }
        fs::rename(draft, path)?;
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some((draft, _)) = &self.names {
            // A finished draft is not there any more, and that is no matter.
            drop(fs::remove_file(draft));
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a whole file, in place of what was there.
///
/// # Errors
///
/// It cannot be written; what was there then stays.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), FileFault> {
    let mut draft = Draft::new(path)?;
    draft.write_all(bytes)?;
    draft.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_takes_its_name_when_it_is_finished() {
        let path = std::env::temp_dir().join(format!("ponnuki-draft-{}", std::process::id()));
        fs::write(&path, "old").unwrap();
        let mut draft = Draft::new(&path).unwrap();
        draft.write_all(b"half").unwrap();
        drop(draft);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        write(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        fs::remove_file(&path).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_and_stays_one() {
        use std::os::unix::fs::FileTypeExt;

        write(Path::new("/dev/null"), b"gone").unwrap();
        let found = fs::metadata("/dev/null").unwrap();
        assert!(found.file_type().is_char_device());
    }

    #[test]
    fn only_a_game_among_others_has_a_number() {
        let path = Path::new("games.sgf");
        assert_eq!(game_name(path, 1, 1), "games.sgf");
        assert_eq!(game_name(path, 2, 3), "games.sgf#2");
    }
}
