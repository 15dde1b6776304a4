//! Random games.

use std::io::Write;
use std::time::Duration;

use ponnuki_engine::{PlayoutSpeed, PlayoutSums, playout_speed};
use ponnuki_game::Size;

use crate::Failure;
use crate::args;
use crate::layout::{Side, grouped, table};

/// How many moves such games have on average, as many programs have found.
const KNOWN_LENGTHS: [(Size, &str); 2] = [(Size::NINE, "111.0"), (Size::NINETEEN, "455")];

const LONG_ABOUT: &str = "\
Play random games as fast as possible, and tell how many there were in a second.

Every move is drawn from all legal ones that do not fill an eye of one's own; who has none passes.
A game ends with two passes, or when it is three times as long as the board has points.
Seconds are wall-clock time, which other work makes longer; CPU seconds are those
that the games had of a processor. For figures to quote, let nothing else run meanwhile.";

const EXAMPLES: &str = "\
Examples:
  ponnuki bench playouts                    9x9 and 19x19, three seconds each, on one core
  ponnuki bench playouts --size 13 --seconds 10
  ponnuki bench playouts --threads 8        on eight cores at once";

const HEADS: [&str; 8] = [
    "board",
    "threads",
    "playouts/s",
    "moves/s",
    "playouts/cpu-s",
    "moves/game",
    "known",
    "lead",
];

const LEGEND: &str = "\
playouts/cpu-s  by one thread in a second of the time that it really had of a processor
moves/game      the average length of a game, passes included; 'known' is what other programs find
lead            how many more stones Black has than White at the end, on average";

/// Play random games as fast as possible
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = EXAMPLES)]
pub(super) struct Args {
    /// The board: 13x9 is 13 columns and 9 rows, 9 is a square [default: 9 and 19]
    #[arg(long, value_name = "SIZE", value_parser = args::size, allow_negative_numbers = true)]
    size: Option<Size>,
    /// How long to play on each board; fractions are fine [default: 3]
    #[arg(long, value_name = "S", value_parser = args::seconds, allow_negative_numbers = true)]
    #[arg(default_value = "3", hide_default_value = true)]
    seconds: Duration,
    /// How many games to play side by side, best one for each core [default: 1]
    #[arg(long, value_name = "N", value_parser = args::n_threads, allow_negative_numbers = true)]
    #[arg(default_value = "1", hide_default_value = true)]
    threads: usize,
}

/// Measures random games, and writes what was found.
///
/// # Errors
///
/// If the threads cannot be started, or the result cannot be written.
pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let sizes = args
        .size
        .map_or(vec![Size::NINE, Size::NINETEEN], |size| vec![size]);
    let mut rows = vec![HEADS.map(str::to_owned).to_vec()];
    for size in sizes {
        let speed = playout_speed(size, args.threads, args.seconds).map_err(Failure::Threads)?;
        rows.push(row(&speed, size, args.threads));
    }
    let mut sides = [Side::Right; HEADS.len()];
    sides[0] = Side::Left;
    for line in table(&rows, &sides) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "\n{LEGEND}")?;
    Ok(())
}

/// A line of the table.
fn row(speed: &PlayoutSpeed, size: Size, n_threads: usize) -> Vec<String> {
    let PlayoutSums {
        n_games,
        n_moves,
        lead,
        cpu_time,
    } = speed.sums;
    let per_cpu_second = n_games as f64 / cpu_time.as_secs_f64().max(f64::MIN_POSITIVE);
    let per_second = |n: u64| grouped((n as f64 / speed.elapsed.as_secs_f64()) as u64);
    let per_game = |n: f64| n / n_games as f64;
    let known = KNOWN_LENGTHS.iter().find(|(known, _)| *known == size);
    vec![
        size.to_string(),
        n_threads.to_string(),
        per_second(n_games),
        per_second(n_moves),
        grouped(per_cpu_second as u64),
        format!("{:.1}", per_game(n_moves as f64)),
        known.map_or("–", |(_, length)| length).to_owned(),
        format!("{:+.1}", per_game(lead as f64)),
    ]
}
