//! `ponnuki sgf merge`: games put into one file, as variations of each other
//! where they begin alike.

use std::io::Write;
use std::path::PathBuf;

use ponnuki_files::TextOutput;
use ponnuki_sgf::MergedGames;

use super::Walk;
use crate::files::{self, FileFault};
use crate::layout::counted;
use crate::{Failure, note};

const LONG_ABOUT: &str = "\
Put games together into one file.

Games on boards of one size that begin from the same stones become one tree: where they differ
there are variations, the games named first being the main line. The players and the result of a
game that joins another are told in a comment where it leaves the others. Other games follow as
games of their own. With --collection all of them do. They are written as by 'ponnuki sgf print'.";

const EXAMPLES: &str = "\
Examples:
  ponnuki sgf merge joseki/*.sgf -o joseki.sgf
  ponnuki sgf merge --collection *.sgf -o all.sgf";

/// Put games together, as variations where they begin alike
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = EXAMPLES)]
pub(super) struct Args {
    /// SGF files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Keep every game a game of its own
    #[arg(long)]
    collection: bool,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// Writes all games as one file.
///
/// # Errors
///
/// A file cannot be read or written, or the games are too many.
pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let mut merged = MergedGames::default();
    for path in &args.files {
        let of_file = |what: FileFault| Failure::File(what.of(path));
        let mut walk = Walk::new(path).map_err(of_file)?;
        while let Some(walked) = walk.next().map_err(of_file)? {
            for root in walked.collection.games() {
                let added = match args.collection {
                    true => merged.append(root).map(drop),
                    false => merged.join(root),
                };
                added.map_err(|error| of_file(error.into()))?;
            }
        }
    }
    let mut sink = TextOutput::new(args.output.as_deref(), out)?;
    sink.write(&merged.collection().to_normal_form())?;
    sink.finish()?;
    if args
        .output
        .as_deref()
        .is_some_and(|path| !files::is_standard(path))
    {
        let n_trees = counted(merged.collection().games().count(), "tree");
        note(&format!(
            "{} in {n_trees}",
            counted(merged.n_games(), "game")
        ));
    }
    Ok(())
}
