//! `ponnuki sgf split`: a file for each game of a collection.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::Walk;
use crate::files::{self, FileFault};
use crate::layout::counted;
use crate::{Failure, note};

const LONG_ABOUT: &str = "\
Write each game of the files to a file of its own.

The second game of all.sgf becomes all-0002.sgf. No file is written over; the directory is made if
it is not there.";

const EXAMPLES: &str = "\
Examples:
  ponnuki sgf split all.sgf -o games/";

/// Write each game to a file of its own
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = EXAMPLES)]
pub(super) struct Args {
    /// SGF files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The directory for the games
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

/// Writes the games.
///
/// # Errors
///
/// A file cannot be read or written, or is there already.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let of_directory = |error| FileFault::from(error).of(&args.output);
    fs::create_dir_all(&args.output).map_err(of_directory)?;
    let mut n_written = 0;
    for path in &args.files {
        n_written += split(path, &args.output)?;
    }
    let directory = args.output.display();
    note(&format!("{} in {directory}", counted(n_written, "file")));
    Ok(())
}

/// Writes the games of one file; returns how many.
fn split(path: &Path, directory: &Path) -> Result<usize, Failure> {
    let of_file = |what: FileFault| Failure::File(what.of(path));
    let stem = match files::is_standard(path) {
        true => "game".into(),
        false => path.file_stem().unwrap_or_default().to_string_lossy(),
    };
    let mut walk = Walk::new(path).map_err(of_file)?;
    let mut n_written = 0;
    while let Some(mut walked) = walk.next().map_err(of_file)? {
        let text = walked.collection.to_utf8();
        let text = text.map_err(|error| of_file(error.into()))?;
        let target = directory.join(format!("{stem}-{:04}.sgf", walked.number));
        write_new(&target, text.trim_start()).map_err(|what| what.of(&target))?;
        n_written += 1;
    }
    Ok(n_written)
}

/// Writes a file where there is none.
fn write_new(path: &Path, text: &str) -> Result<(), FileFault> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let end = if text.ends_with('\n') { "" } else { "\n" };
    write!(file, "{text}{end}")?;
    Ok(())
}
