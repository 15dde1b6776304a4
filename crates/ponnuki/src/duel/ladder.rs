//! `ponnuki ladder`: how far apart the levels are, by games between neighbours.
//!
//! Every game follows from a seed, the two levels and its number, and is written
//! down when it is over: who starts the same ladder again goes on where it stopped.

mod book;
mod rung;

use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::path::PathBuf;

use ponnuki_engine::Level;
use ponnuki_game::Size;

use self::book::Book;
use self::rung::{Ladder, Rung};
use super::n_games;
use super::tally::{Tally, text};
use crate::Failure;
use crate::args::{self, ArgError};
use crate::progress::Progress;
use crate::thinker::NetArg;

/// The levels, and thereby the highest.
const N_LEVELS: usize = Level::ALL.len();

const LONG_ABOUT: &str = "\
Let every level play against the one below it, and tell how far apart they are.

The lowest plays against a novice, who captures when it can, does not put itself into atari, and
knows nothing else; there all that stands is counted. The others play under Chinese rules, and
stones that are dead in the end are found by playing out. What is told is a table to be read by
programs, with tabs between its columns.";

/// Let every level play against the one below it, and tell how far apart they are
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, hide = true)]
pub(crate) struct Args {
    /// How many games each pair plays
    #[arg(long, value_name = "N", value_parser = n_games, allow_negative_numbers = true)]
    #[arg(default_value = "60")]
    games: usize,
    /// The board: 9, or 13x9
    #[arg(long, value_name = "WxH", value_parser = args::size, allow_negative_numbers = true)]
    #[arg(default_value = "9")]
    size: Size,
    /// The lowest level that plays against the one below it
    #[arg(long, value_name = "N", value_parser = level, allow_negative_numbers = true)]
    #[arg(default_value = "1")]
    from: Level,
    /// The highest
    #[arg(long, value_name = "N", value_parser = level, allow_negative_numbers = true)]
    #[arg(default_value = "24")]
    to: Level,
    /// How many positions full strength looks at here
    #[arg(long, value_name = "N", value_parser = args::n_playouts, allow_negative_numbers = true)]
    #[arg(default_value = "2000")]
    full: usize,
    #[command(flatten)]
    net: NetArg,
    /// Where all chance comes from
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// Where the result of each game is written, and those played before are found
    #[arg(long, value_name = "FILE")]
    book: PathBuf,
}

/// A level by its number.
///
/// # Errors
///
/// There is none with that number.
pub(crate) fn level(text: &str) -> Result<Level, ArgError> {
    let number = args::whole("a level", text, 1..=N_LEVELS)?;
    let found = u8::try_from(number).ok().and_then(Level::numbered);
    // Levels are numbered without gaps.
    Ok(found.unwrap_or(Level::ALL[N_LEVELS - 1]))
}

/// Plays the games that are missing, and writes a line for each pair of levels.
///
/// # Errors
///
/// If there is no such network, or the book cannot be read or written, or is another's.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let chosen = args.net.choose()?;
    let name = chosen
        .as_ref()
        .map_or("none", |chosen| chosen.name.as_str());
    let title = format!(
        "{} net {name} seed {} full {} levels {:x}",
        args.size,
        args.seed,
        args.full,
        levels_digest()
    );
    let mut book = Book::open(&args.book, &title)?;
    let ladder = Ladder {
        size: args.size,
        net: chosen.map(|chosen| chosen.load()).transpose()?,
        n_visits_full: args.full as u64,
        seed: args.seed,
    };
    writeln!(out, "# {title}")?;
    writeln!(
        out,
        "level\tname\tagainst\twon\tlost\tdrawn\tshare\telo\tleast\tmost"
    )?;
    let mut progress = Progress::on_stderr();
    for rung in Rung::all().filter(|rung| (args.from.number..=args.to.number).contains(&rung.upper))
    {
        for game in 0..args.games {
            if book.result(rung, game).is_none() {
                progress.tell(|| format!("{rung}: game {} of {}", game + 1, args.games));
                book.note(rung, game, ladder.play(rung, game)?)?;
            }
        }
        progress.clear();
        write_row(rung, book.tally(rung, args.games), out)?;
    }
    Ok(())
}

/// What changes when any level does, so that games of different ones are not mixed.
fn levels_digest() -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(format!("{:?}", Level::ALL).as_bytes());
    hasher.finish()
}

fn write_row(rung: Rung, tally: Tally, out: &mut impl Write) -> Result<(), Failure> {
    let name = Level::numbered(rung.upper).map_or("", |level| level.name);
    let (share, elo) = (tally.share().unwrap_or(0.5), tally.elo());
    let elo = elo.map_or(String::new(), |elo| {
        [elo.elo, elo.least, elo.most].map(text).join("\t")
    });
    let (won, lost, drawn) = (tally.n_wins, tally.n_losses, tally.n_draws);
    writeln!(
        out,
        "{}\t{name}\t{}\t{won}\t{lost}\t{drawn}\t{share:.2}\t{elo}",
        rung.upper,
        rung.lower_name()
    )?;
    Ok(out.flush()?)
}
