//! `ponnuki sgf check`: what is wrong with game files, and where.

use std::io::Write;
use std::path::{Path, PathBuf};

use ponnuki_files::{FileFault, GameOfFile};
use ponnuki_record::{Record, place_of};
use ponnuki_sgf::Node;

use super::Walk;
use crate::layout::counted;
use crate::{Failure, complain};

/// How many remarks on one game are written: where everything is wrong, the
/// first ones tell it.
const REMARKS_MAX: usize = 100;

const LONG_ABOUT: &str = "\
Say what is wrong with game files, and where.

Whatever breaks the grammar of SGF is told with its line and column; then every line of play is
replayed, and moves against the laws, stones off the board and the like are told with the number of
the move. What is odd but no fault, such as rules of an unknown name, two moves of one player in
a row or two comments in one node, is told as a note. Nothing is changed: see 'ponnuki sgf fix'.";

const EXAMPLES: &str = "\
Examples:
  ponnuki sgf check game.sgf
  ponnuki sgf check --quiet *.sgf           only what is wrong

Exit codes: 0 no faults, 1 there are some, or a file could not be read.";

/// Say what is wrong with game files, and where
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = EXAMPLES)]
pub(super) struct Args {
    /// SGF files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Say nothing about files without faults, and leave out notes
    #[arg(short, long)]
    quiet: bool,
}

/// What was found.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    n_games: usize,
    n_nodes: usize,
    n_faults: usize,
}

/// Writes the faults of all files.
///
/// # Errors
///
/// There are faults, or a file could not be read, which was told; or what was
/// found cannot be written.
pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let mut is_all_well = true;
    for path in &args.files {
        match check_file(path, args, out) {
            Ok(tally) => is_all_well &= tally.n_faults == 0,
            Err(Failure::File(error)) => {
                complain(&error.to_string());
                is_all_well = false;
            }
            Err(failure) => return Err(failure),
        }
    }
    match is_all_well {
        true => Ok(()),
        false => Err(Failure::Told),
    }
}

fn check_file(path: &Path, args: &Args, out: &mut impl Write) -> Result<Tally, Failure> {
    let of_file = |what: FileFault| Failure::File(what.of(path));
    let mut walk = Walk::new(path).map_err(of_file)?;
    let mut tally = Tally::default();
    while let Some(walked) = walk.next().map_err(of_file)? {
        check_text(path, &walked, &mut tally, out)?;
        for (i, root) in walked.collection.games().enumerate() {
            tally.n_games += 1;
            tally.n_nodes += root.subtree().count();
            // Where several games come as one, the first has the name.
            let name = match i {
                0 => walked.name.clone(),
                _ => format!("{}.{}", walked.name, i + 1),
            };
            if !args.quiet {
                tell_repeated(&name, root, out)?;
            }
            match Record::new(root) {
                Ok(record) => check_play(&name, record, args, &mut tally, out)?,
                Err(why) => writeln!(out, "{name}: note: not replayed: {why}")?,
            }
        }
    }
    if tally.n_faults > 0 || !args.quiet {
        let n_faults = match tally.n_faults {
            0 => "no faults".to_owned(),
            n => counted(n, "fault"),
        };
        writeln!(
            out,
            "{}: {}, {}, {n_faults}",
            path.display(),
            counted(tally.n_games, "game"),
            counted(tally.n_nodes, "node"),
        )?;
    }
    Ok(tally)
}

/// Writes what breaks the grammar.
fn check_text(
    path: &Path,
    walked: &GameOfFile,
    tally: &mut Tally,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let repairs = walked.collection.repairs();
    for repair in repairs {
        let (at, path) = (repair.at, path.display());
        writeln!(out, "{path}:{}:{}: {}", at.line, at.column, repair.fault)?;
    }
    let n_repairs = walked.collection.n_repairs();
    if n_repairs > repairs.len() {
        let n_more = n_repairs - repairs.len();
        writeln!(out, "{}: and {n_more} more like these", walked.name)?;
    }
    tally.n_faults += n_repairs;
    Ok(())
}

/// Writes which properties stand more than once in a node.
fn tell_repeated(name: &str, root: Node<'_>, out: &mut impl Write) -> Result<(), Failure> {
    let mut n_told = 0;
    for node in root.subtree() {
        for (property, n) in node.repeated() {
            n_told += 1;
            if n_told <= REMARKS_MAX {
                let place = place_of(node);
                writeln!(
                    out,
                    "{name}: note: {place}{property} stands {n} times in one node"
                )?;
            }
        }
    }
    tell_more(name, n_told, out)
}

/// Writes how many of `n` remarks were not written, if any were not.
fn tell_more(name: &str, n: usize, out: &mut impl Write) -> Result<(), Failure> {
    match n.saturating_sub(REMARKS_MAX) {
        0 => Ok(()),
        n_more => Ok(writeln!(out, "{name}: and {n_more} more like these")?),
    }
}

/// Writes what is wrong with the moves, of all variations.
fn check_play(
    name: &str,
    record: Record<'_>,
    args: &Args,
    tally: &mut Tally,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut n_remarks = 0;
    record.walk().remarks(|remark| {
        let is_fault = remark.trouble.is_fault();
        tally.n_faults += usize::from(is_fault);
        if !is_fault && args.quiet {
            return Ok(());
        }
        n_remarks += 1;
        let word = if is_fault { "" } else { "note: " };
        match n_remarks {
            1..=REMARKS_MAX => writeln!(out, "{name}: {word}{remark}"),
            _ => Ok(()),
        }
    })?;
    tell_more(name, n_remarks, out)
}
