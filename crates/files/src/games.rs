//! The games of a file, one after the other, and the one place that several are written to.

use std::io::{Read, Write};
use std::iter::Peekable;
use std::path::{Path, PathBuf};

use ponnuki_sgf::{Collection, Faults, Games};

use crate::file::{Draft, FileError, FileFault, game_name, is_standard, open};

/// The games of an SGF file, one after the other, mended where they were broken. The file may be
/// larger than memory.
pub struct GamesOfFile<'p> {
    path: &'p Path,
    games: Peekable<Games<Box<dyn Read>>>,
    n_games: usize,
}

impl std::fmt::Debug for GamesOfFile<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GamesOfFile")
            .field("path", &self.path)
            .field("n_games", &self.n_games)
            .finish_non_exhaustive()
    }
}

/// A game of a file.
#[derive(Clone, Debug)]
pub struct GameOfFile {
    /// The file, with the number of the game if it has others.
    pub name: String,
    /// Its number in the file, from 1.
    pub number: usize,
    /// The game.
    pub collection: Collection<'static>,
}

impl GamesOfFile<'_> {
    /// Begins at the first game of the file at `path`.
    ///
    /// # Errors
    ///
    /// The file cannot be opened.
    pub fn open(path: &Path) -> Result<GamesOfFile<'_>, FileFault> {
        let games = Games::new(open(path)?, Faults::Repair);
        Ok(GamesOfFile {
            path,
            games: games.peekable(),
            n_games: 0,
        })
    }
}

impl Iterator for GamesOfFile<'_> {
    type Item = Result<GameOfFile, FileFault>;

    /// The next game; an error if the file cannot be read, has no game, or the game is beyond
    /// the limits.
    fn next(&mut self) -> Option<Result<GameOfFile, FileFault>> {
        let collection = match self.games.next()? {
            Ok(collection) => collection,
            Err(error) => return Some(Err(error.into())),
        };
        self.n_games += 1;
        let number = self.n_games;
        let n_known = number + usize::from(self.games.peek().is_some());
        Some(Ok(GameOfFile {
            name: game_name(self.path, number, n_known),
            number,
            collection,
        }))
    }
}

/// Where the texts of games are written to: a file that is there whole or not at all, or a writer.
#[derive(Debug)]
pub struct TextOutput<'o, W> {
    target: Target<'o, W>,
    /// Whether the last line that was written has no end yet.
    is_line_open: bool,
}

#[derive(Debug)]
enum Target<'o, W> {
    Standard(&'o mut W),
    File(Draft, PathBuf),
}

/// Why a text was not written.
#[derive(Debug)]
pub enum WriteFault {
    /// The writer failed.
    Output(std::io::Error),
    /// The file cannot be written.
    File(FileError),
}

impl<'o, W: Write> TextOutput<'o, W> {
    /// The file at `path`, or `out` if there is none or it is `-`.
    ///
    /// # Errors
    ///
    /// No file can be made there.
    pub fn new(path: Option<&Path>, out: &'o mut W) -> Result<TextOutput<'o, W>, WriteFault> {
        let target = match path.filter(|path| !is_standard(path)) {
            None => Target::Standard(out),
            Some(path) => {
                let draft = Draft::new(path).map_err(|what| WriteFault::File(what.of(path)))?;
                Target::File(draft, path.to_owned())
            }
        };
        Ok(TextOutput {
            target,
            is_line_open: false,
        })
    }

    /// Writes a text after those before it.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn write(&mut self, text: &str) -> Result<(), WriteFault> {
        if let Some(last) = text.bytes().last() {
            self.is_line_open = last != b'\n';
        }
        match &mut self.target {
            Target::Standard(out) => out.write_all(text.as_bytes()).map_err(WriteFault::Output),
            Target::File(draft, path) => {
                let written = draft.write_all(text.as_bytes());
                written.map_err(|error| WriteFault::File(FileFault::from(error).of(path)))
            }
        }
    }

    /// Ends the last line, if it has no end yet.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn end_line(&mut self) -> Result<(), WriteFault> {
        match self.is_line_open {
            true => self.write("\n"),
            false => Ok(()),
        }
    }

    /// Gives a file its name; before, whatever had that name stays.
    ///
    /// # Errors
    ///
    /// It cannot have it.
    pub fn finish(self) -> Result<(), WriteFault> {
        match self.target {
            Target::Standard(_) => Ok(()),
            Target::File(draft, path) => {
                let finished = draft.finish();
                finished.map_err(|what| WriteFault::File(what.of(&path)))
            }
        }
    }
}
