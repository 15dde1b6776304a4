//! `ponnuki sgf`: game files looked through, mended, printed, put together and
//! taken apart.

mod check;
mod merge;
mod normal;
mod rewrite;
mod split;

use std::io::{Read, Write};
use std::iter::Peekable;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use ponnuki_sgf::{Collection, EditError, Faults, Games};

use crate::Failure;
use crate::files::{self, Draft, FileFault};
use crate::progress::Progress;

const LONG_ABOUT: &str = "\
Look through game files, mend them, print them in one form, put them together or take them apart.

Files are in SGF, of any version and charset; what is written is UTF-8. Files that hold many games
are read one game at a time, so they may be larger than memory (merge apart). Nothing that a file
says is lost. Other formats become SGF with 'ponnuki convert'.";

const EXAMPLES: &str = "\
Examples:
  ponnuki sgf check *.sgf                   what is wrong with them, and where
  ponnuki sgf fix old.sgf -o new.sgf        mend what can be mended, leave the rest as it is
  ponnuki sgf print game.sgf                the same game in one clean form
  ponnuki sgf merge a.sgf b.sgf -o ab.sgf   two games as variations of one tree
  ponnuki sgf split all.sgf -o games/       a file for each game";

/// Check, mend, print, merge and split game files
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_help = EXAMPLES)]
#[command(arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Args),
    Fix(rewrite::FixArgs),
    Print(rewrite::PrintArgs),
    Merge(merge::Args),
    Split(split::Args),
}

/// Does what was asked for.
///
/// # Errors
///
/// A file could not be read or written, or faults were found by checking.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    match &args.command {
        Command::Check(args) => check::run(args, out),
        Command::Fix(args) => rewrite::fix(args, out),
        Command::Print(args) => rewrite::print(args, out),
        Command::Merge(args) => merge::run(args, out),
        Command::Split(args) => split::run(args),
    }
}

/// The games of a file, one after the other, mended where they were broken.
struct Walk<'p> {
    path: &'p Path,
    games: Peekable<Games<Box<dyn Read>>>,
    n_games: usize,
    progress: Progress<std::io::Stderr>,
}

/// A game of a file.
struct Walked {
    /// The file, with the number of the game if it has others.
    name: String,
    /// Its number in the file, from 1.
    number: usize,
    collection: Collection<'static>,
}

impl Walk<'_> {
    /// Begins at the first game.
    ///
    /// # Errors
    ///
    /// The file cannot be opened.
    fn new(path: &Path) -> Result<Walk<'_>, FileFault> {
        let games = Games::new(files::open(path)?, Faults::Repair);
        Ok(Walk {
            path,
            games: games.peekable(),
            n_games: 0,
            progress: Progress::on_stderr(),
        })
    }

    /// The next game, if there is one.
    ///
    /// # Errors
    ///
    /// The file cannot be read, has no game, or a game is beyond the limits.
    fn next(&mut self) -> Result<Option<Walked>, FileFault> {
        let Some(collection) = self.games.next().transpose()? else {
            self.progress.clear();
            return Ok(None);
        };
        self.n_games += 1;
        let (number, n_so_far) = (self.n_games, self.n_games);
        self.progress.tell(|| format!("{n_so_far} games"));
        let n_known = number + usize::from(self.games.peek().is_some());
        Ok(Some(Walked {
            name: files::game_name(self.path, number, n_known),
            number,
            collection,
        }))
    }
}

/// Where games are written to.
struct Sink<'o, W> {
    target: Target<'o, W>,
    /// Whether the last line that was written has no end yet.
    is_line_open: bool,
}

enum Target<'o, W> {
    Standard(&'o mut W),
    File(Draft, PathBuf),
}

impl<'o, W: Write> Sink<'o, W> {
    /// The file at `path`, or `out` if there is none or it is `-`.
    fn new(path: Option<&Path>, out: &'o mut W) -> Result<Sink<'o, W>, Failure> {
        let target = match path.filter(|path| !files::is_standard(path)) {
            None => Target::Standard(out),
            Some(path) => {
                let draft = Draft::new(path).map_err(|what| what.of(path))?;
                Target::File(draft, path.to_owned())
            }
        };
        Ok(Sink {
            target,
            is_line_open: false,
        })
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        if let Some(last) = text.bytes().last() {
            self.is_line_open = last != b'\n';
        }
        match &mut self.target {
            Target::Standard(out) => Ok(out.write_all(text.as_bytes())?),
            Target::File(draft, path) => {
                let written = draft.write_all(text.as_bytes());
                Ok(written.map_err(|error| FileFault::from(error).of(path))?)
            }
        }
    }

    /// Ends the last line, if it has no end yet.
    fn end_line(&mut self) -> Result<(), Failure> {
        match self.is_line_open {
            true => self.write("\n"),
            false => Ok(()),
        }
    }

    fn finish(self) -> Result<(), Failure> {
        match self.target {
            Target::Standard(_) => Ok(()),
            Target::File(draft, path) => Ok(draft.finish().map_err(|what| what.of(&path))?),
        }
    }
}

/// The games of a collection as text in UTF-8, and saying so where it matters:
/// whatever charset they were in, they are not any more.
///
/// # Errors
///
/// The collection is full.
pub(crate) fn as_utf8(collection: &mut Collection<'_>) -> Result<String, EditError> {
    collection.declare_utf8()?;
    Ok(collection.to_string())
}

/// `one` thing, or so many of them.
pub(crate) fn counted(n: usize, one: &str) -> String {
    match n {
        1 => format!("1 {one}"),
        _ => format!("{n} {one}s"),
    }
}
