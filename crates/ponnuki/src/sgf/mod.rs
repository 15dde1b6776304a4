//! `ponnuki sgf`: game files looked through, mended, printed, put together and
//! taken apart.

mod check;
mod merge;
mod rewrite;
mod split;

use std::io::Write;
use std::path::Path;

use clap::Subcommand;
use ponnuki_files::{FileFault, GameOfFile, GamesOfFile, WriteFault};

use crate::Failure;
use crate::progress::ProgressLine;

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
    command: SgfCommand,
}

#[derive(Debug, Subcommand)]
enum SgfCommand {
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
        SgfCommand::Check(args) => check::run(args, out),
        SgfCommand::Fix(args) => rewrite::fix(args, out),
        SgfCommand::Print(args) => rewrite::print(args, out),
        SgfCommand::Merge(args) => merge::run(args, out),
        SgfCommand::Split(args) => split::run(args),
    }
}

/// The games of a file, one after the other, while the person at the terminal sees how far it is.
struct Walk<'p> {
    games: GamesOfFile<'p>,
    progress: ProgressLine<std::io::Stderr>,
}

impl Walk<'_> {
    /// Begins at the first game.
    ///
    /// # Errors
    ///
    /// The file cannot be opened.
    fn new(path: &Path) -> Result<Walk<'_>, FileFault> {
        Ok(Walk {
            games: GamesOfFile::open(path)?,
            progress: ProgressLine::on_stderr(),
        })
    }

    /// The next game, if there is one.
    ///
    /// # Errors
    ///
    /// The file cannot be read, has no game, or a game is beyond the limits.
    fn next(&mut self) -> Result<Option<GameOfFile>, FileFault> {
        let game = self.games.next().transpose()?;
        match &game {
            Some(game) => self.progress.tell(|| format!("{} games", game.number)),
            None => self.progress.clear(),
        }
        Ok(game)
    }
}

impl From<WriteFault> for Failure {
    fn from(fault: WriteFault) -> Failure {
        match fault {
            WriteFault::Output(error) => Failure::Output(error),
            WriteFault::File(error) => Failure::File(error),
        }
    }
}
