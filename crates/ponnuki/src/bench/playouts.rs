//! Random games.

use std::io::{self, Write};
use std::ops::AddAssign;
use std::panic;
use std::thread;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use ponnuki_game::{Board, Color, Dice, Playout, Size};

use crate::Failure;
use crate::args;
use crate::clock::now;
use crate::layout::{Side, grouped, table};

/// How many games are played between two looks at the clock: a few
/// milliseconds at most, and reading the clock costs nothing beside them.
const N_GAMES_PER_LOOK: u64 = 16;

/// How long, at most, a random game is in multiples of the board's points;
/// only a game that circles is.
const N_MOVES_MAX_PER_POINT: usize = 3;

/// How many moves such games have on average, as many programs have found.
const KNOWN_LENGTHS: [(Size, &str); 2] = [(Size::NINE, "111.0"), (Size::NINETEEN, "455")];

const LONG_ABOUT: &str = "\
Play random games as fast as possible, and tell how many there were in a second.

Every move is drawn from all legal ones that do not fill an eye of one's own; who has none passes.
A game ends with two passes, or when it is three times as long as the board has points.
Seconds are those of the clock on the wall, which other work makes longer; CPU seconds are those
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
        let measured = measure(size, args.threads, args.seconds).map_err(Failure::Threads)?;
        rows.push(measured.row(size, args.threads));
    }
    let mut sides = [Side::Right; HEADS.len()];
    sides[0] = Side::Left;
    for line in table(&rows, &sides) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "\n{LEGEND}")?;
    Ok(())
}

/// What random games came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    n_games: u64,
    n_moves: u64,
    /// Black's stones at the end less White's.
    lead: i64,
    /// The time that the threads had of a processor, all together.
    cpu_time: Duration,
}

impl AddAssign for Sums {
    fn add_assign(&mut self, more: Sums) {
        self.n_games += more.n_games;
        self.n_moves += more.n_moves;
        self.lead += more.lead;
        self.cpu_time += more.cpu_time;
    }
}

/// Random games, and the time they took.
#[derive(Clone, Copy, Debug)]
struct Measured {
    sums: Sums,
    elapsed: Duration,
}

/// Plays for so long on so many threads.
///
/// # Errors
///
/// If the machine does not give that many threads.
fn measure(size: Size, n_threads: usize, time: Duration) -> io::Result<Measured> {
    let began = now();
    let mut sums = Sums::default();
    thread::scope(|scope| {
        let player = |seed| {
            thread::Builder::new().spawn_scoped(scope, move || play(size, seed, began, time))
        };
        let players: Vec<_> = (0..n_threads as u64).map(player).collect();
        for player in players {
            let more = player?
                .join()
                .unwrap_or_else(|panic| panic::resume_unwind(panic));
            sums += more;
        }
        Ok(())
    })
    .map(|()| Measured {
        sums,
        elapsed: began.elapsed(),
    })
}

/// Plays until `time` has passed since `began`, but some games in any case.
fn play(size: Size, seed: u64, began: Instant, time: Duration) -> Sums {
    let start = Playout::new(&Board::empty(size), Color::Black);
    let mut playout = start.clone();
    let mut dice = Dice::new(seed);
    let own_time = ThreadTime::now();
    let mut sums = Sums::default();
    loop {
        for _ in 0..N_GAMES_PER_LOOK {
            playout.restart(&start);
            let n_moves = playout.run(&mut dice, N_MOVES_MAX_PER_POINT * size.n_points());
            let n_stones = |color| playout.board().stones(color).len() as i64;
            sums.n_games += 1;
            sums.n_moves += n_moves as u64;
            sums.lead += n_stones(Color::Black) - n_stones(Color::White);
        }
        if began.elapsed() >= time {
            sums.cpu_time = own_time.elapsed();
            return sums;
        }
    }
}

impl Measured {
    fn row(&self, size: Size, n_threads: usize) -> Vec<String> {
        let Sums {
            n_games,
            n_moves,
            lead,
            cpu_time,
        } = self.sums;
        let per_cpu_second = n_games as f64 / cpu_time.as_secs_f64().max(f64::MIN_POSITIVE);
        let per_second = |n: u64| grouped((n as f64 / self.elapsed.as_secs_f64()) as u64);
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
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Enough games that the averages are off by no more than the tolerances below.
    const N_GAMES: u64 = 4000;

    /// Plays `N_GAMES` games by the loop that is measured.
    fn sums(size: Size) -> Sums {
        let mut sums = Sums::default();
        for seed in 0..N_GAMES / N_GAMES_PER_LOOK {
            let more = play(size, seed, now(), Duration::ZERO);
            assert_eq!(more.n_games, N_GAMES_PER_LOOK);
            sums += more;
        }
        sums
    }

    #[test]
    fn random_games_are_as_they_are_elsewhere() {
        for (size, known) in KNOWN_LENGTHS {
            let known: f64 = known.parse().unwrap();
            let sums = sums(size);
            let length = sums.n_moves as f64 / N_GAMES as f64;
            assert!((length - known).abs() < 1.5, "{size}: {length}");
            let lead = sums.lead as f64 / N_GAMES as f64;
            assert!((lead - 1.8).abs() < 1.0, "{size}: {lead}");
        }
    }

    #[test]
    fn threads_add_up() {
        let one = measure(Size::NINE, 1, Duration::from_nanos(1))
            .unwrap()
            .sums;
        let two = measure(Size::NINE, 2, Duration::from_nanos(1))
            .unwrap()
            .sums;
        let again = play(Size::NINE, 0, now(), Duration::ZERO);
        assert_eq!((one.n_games, one.n_moves), (again.n_games, again.n_moves));
        assert!(one.cpu_time > Duration::ZERO && two.cpu_time > Duration::ZERO);
        assert_eq!(two.n_games, 2 * one.n_games);
        assert_ne!(
            two.n_moves,
            2 * one.n_moves,
            "each thread plays its own games"
        );
    }
}
