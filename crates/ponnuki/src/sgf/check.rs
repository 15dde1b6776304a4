//! `ponnuki sgf check`: what is wrong with game files, and where.

use std::io::Write;
use std::iter;
use std::path::{Path, PathBuf};

use ponnuki_record::{Record, Remark, Trouble};
use ponnuki_sgf::Node;

use super::{Walk, Walked, counted};
use crate::files::FileFault;
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
    walked: &Walked,
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

/// Writes which properties stand more than once in a node. SGF has each once in a node;
/// nothing of them is lost, but programs differ in which one they read.
fn tell_repeated(name: &str, root: Node<'_>, out: &mut impl Write) -> Result<(), Failure> {
    let mut n_told = 0;
    for node in root.subtree() {
        let names: Vec<&str> = node.properties().map(|property| property.name()).collect();
        for (i, property) in names.iter().enumerate() {
            let n = names.iter().filter(|other| *other == property).count();
            let is_first = !names[..i].contains(property);
            if n == 1 || !is_first {
                continue;
            }
            n_told += 1;
            if n_told <= REMARKS_MAX {
                let place = place(node);
                writeln!(
                    out,
                    "{name}: note: {place}{property} stands {n} times in one node"
                )?;
            }
        }
    }
    if n_told > REMARKS_MAX {
        let n_more = n_told - REMARKS_MAX;
        writeln!(out, "{name}: and {n_more} more like these")?;
    }
    Ok(())
}

/// Where a node is, as a [`Remark`] tells it.
fn place(node: Node<'_>) -> String {
    let way = iter::successors(Some(node), |node| node.parent());
    let is_move = |node: &Node<'_>| node.property("B").is_some() || node.property("W").is_some();
    match way.filter(is_move).count() {
        0 => "before the first move: ".to_owned(),
        n => format!("move {n}: "),
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
    follow(record, |remark| {
        let is_fault = is_fault(&remark.trouble);
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
    if n_remarks > REMARKS_MAX {
        writeln!(
            out,
            "{name}: and {} more like these",
            n_remarks - REMARKS_MAX
        )?;
    }
    Ok(())
}

/// Whether the record has to be mended, or is only odd.
fn is_fault(trouble: &Trouble) -> bool {
    match trouble {
        Trouble::UnknownRules { .. }
        | Trouble::RepairedKomi { .. }
        | Trouble::KomiOfRulebook { .. }
        | Trouble::FirstMove { .. }
        | Trouble::OutOfTurn { .. }
        | Trouble::HandicapNotPlaced { .. }
        | Trouble::ResultDiffers { .. }
        | Trouble::NoCycle
        | Trouble::TooLong => false,
        Trouble::UnreadableKomi { .. }
        | Trouble::UnreadableHandicap { .. }
        | Trouble::Setup(_)
        | Trouble::Outside { .. }
        | Trouble::SetUpTwice { .. }
        | Trouble::Illegal { .. }
        | Trouble::Overplayed { .. }
        | Trouble::NoMove { .. }
        | Trouble::SeveralMoves { .. }
        | Trouble::Dead { .. } => true,
    }
}

/// Replays every line of a game, and tells each remark once.
fn follow<E>(record: Record<'_>, mut tell: impl FnMut(&Remark) -> Result<(), E>) -> Result<(), E> {
    let mut walk = record.walk();
    while let Some(visit) = walk.forward() {
        for remark in &walk.replay().remarks()[visit.n_remarks..] {
            tell(remark)?;
        }
    }
    Ok(())
}
