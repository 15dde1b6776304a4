//! `ponnuki match`: engine against engine, over GTP.

mod archive;
mod bout;
mod contestant;
mod ladder;
mod report;
mod tally;

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use ponnuki_game::{Komi, Setup, Size};

use self::bout::{Bout, Played, Terms};
use self::contestant::Contestant;
pub(crate) use self::ladder::{Args as LadderArgs, level, run as ladder};
use self::report::Report;
use crate::Failure;
use crate::args::{self, ArgError, GivenRules};
use crate::clock::now;
use crate::progress::{PROGRESS_EVERY, Progress};

/// More games than this are a training run, not a match.
const N_GAMES_MAX: usize = 100_000;

const LONG_ABOUT: &str = "\
Let two engines that speak GTP play a match, and tell which is stronger.

Colours alternate: --black is the engine that has Black in games 1, 3, 5 …, --white the one that
has Black in games 2, 4, 6 …; --first and --second are other names for the same. The results are
told for the first engine. An engine is the command that starts it; 'ponnuki' is this very program.

A game of our own is the referee. An illegal move, a crash, or silence for 15 seconds beyond the
time for a move loses the game, and is told with the last lines that the engine wrote to stderr.
When play stops, the dead stones are those on which both engines' final_status_list agree; if they
do not agree, the referee plays the position out and decides. Under rules without dead stones, such
as tromp-taylor, what stands is counted. A game of more than four moves for each point is void.

Engines share the machine: with -j, give each no more threads than it can have to itself.";

const EXAMPLES: &str = "\
Examples:
  ponnuki match --black ponnuki --white 'gnugo --mode gtp --chinese-rules' --time 2
      20 games on 9x9, two seconds a move
  ponnuki match --first 'ponnuki --playouts 2000' --second 'ponnuki --playouts 1000' -j 4
      what twice the thinking is worth, four games at a time
  ponnuki match --first ponnuki:level=12 --second ponnuki:level=11
      two levels against each other; 'ponnuki:time=2,seed=7' gives any options of 'ponnuki gtp'
  ponnuki match --black ponnuki --white 'katago gtp' --games 100 --sgf-dir games
      writes games/game-0001.sgf and so on; the same line with --resume goes on where it stopped";

/// Let two engines play a match, and tell which is stronger
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The first engine: it has Black in games 1, 3, 5 … ('ponnuki' is this program)
    #[arg(long, visible_alias = "first", value_name = "COMMAND")]
    black: Contestant,
    /// The second engine: it has Black in games 2, 4, 6 …
    #[arg(long, visible_alias = "second", value_name = "COMMAND")]
    white: Contestant,
    /// How many games to play
    #[arg(long, value_name = "N", value_parser = n_games, allow_negative_numbers = true)]
    #[arg(default_value = "20")]
    games: usize,
    /// The board: 9, or 13x9
    #[arg(long, value_name = "WxH", value_parser = args::size, allow_negative_numbers = true)]
    #[arg(default_value = "9")]
    size: Size,
    /// Points for White [default: as the rules say]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<Komi>,
    /// The rules, of which the engines are told: a name from 'ponnuki rules', or JSON
    #[arg(long, value_name = "NAME|JSON", value_parser = args::rules, default_value = "chinese")]
    rules: GivenRules,
    /// Seconds for each move [default: the engines decide]
    #[arg(long, value_name = "S", value_parser = args::seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Write each game to a file in this directory
    #[arg(long, value_name = "DIR")]
    sgf_dir: Option<PathBuf>,
    /// Leave out the games whose files are there already, and count them
    #[arg(long, requires = "sgf_dir")]
    resume: bool,
    /// Play so many games side by side
    #[arg(short, long, value_name = "N", value_parser = args::n_threads, allow_negative_numbers = true)]
    #[arg(default_value = "1")]
    jobs: usize,
}

fn n_games(text: &str) -> Result<usize, ArgError> {
    args::whole("a number of games", text, 1..=N_GAMES_MAX)
}

/// Plays the match, and writes a line for each game and then the result.
///
/// # Errors
///
/// If the game cannot begin, an engine does not start, or something cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let mut setup = Setup::new(args.size, args.rules.rules);
    setup.komi = args.komi.unwrap_or(setup.komi);
    setup.clone().start().map_err(Failure::Setup)?;
    let terms = Terms {
        setup,
        time: args.time,
    };
    let contestants = [args.black.clone(), args.white.clone()];
    let mut first = Bout::new(contestants.clone(), terms.clone());
    let names = first.start().map_err(Failure::Engine)?;
    let mut report = Report::new(names);
    report.begin(&terms, args.games, out)?;
    let mut open: Vec<usize> = (0..args.games).collect();
    if let Some(dir) = &args.sgf_dir {
        archive::prepare(dir)?;
        if args.resume {
            let found = archive::recorded(dir, args.games, &terms.setup)?;
            open.retain(|number| !found.contains_key(number));
            report.count_recorded(&found, out)?;
        }
    }
    let n_others = args.jobs.min(open.len()).saturating_sub(1);
    let others = (0..n_others).map(|_| Bout::new(contestants.clone(), terms.clone()));
    let bouts: Vec<Bout> = [first].into_iter().chain(others).collect();
    play_all(bouts, &open, |played| {
        if let Some(dir) = &args.sgf_dir {
            archive::write(dir, &played, report.names())?;
        }
        Ok(report.count(&played, out)?)
    })?;
    Ok(report.end(out)?)
}

/// Plays the games with these numbers, at as many boards as there are, and hands each over.
fn play_all(
    bouts: Vec<Bout>,
    numbers: &[usize],
    mut each: impl FnMut(Played) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let (done, games) = mpsc::channel();
    thread::scope(|scope| {
        for bout in bouts {
            let (done, next) = (done.clone(), &next);
            let playing = move || play_some(bout, numbers, next, &done);
            let board = thread::Builder::new().spawn_scoped(scope, playing);
            board.map_err(Failure::Threads)?;
        }
        drop(done);
        let handed_over = hand_over(&games, numbers.len(), &mut each);
        // After a failure the boards finish their games and find that there are no more.
        next.store(numbers.len(), Ordering::Relaxed);
        handed_over
    })
}

/// Hands over each game when it is done, and shows at a terminal how far it is.
fn hand_over(
    games: &Receiver<Played>,
    n_games: usize,
    each: &mut impl FnMut(Played) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (mut progress, began) = (Progress::on_stderr(), now());
    let mut n_done = 0;
    loop {
        match games.recv_timeout(PROGRESS_EVERY) {
            Ok(played) => {
                progress.clear();
                each(played)?;
                n_done += 1;
            }
            Err(RecvTimeoutError::Timeout) => progress.tell(|| {
                let n_seconds = began.elapsed().as_secs();
                format!("{n_done} of {n_games} games played, {n_seconds} s")
            }),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    progress.clear();
    Ok(())
}

/// Plays games at one board until there are no more, or nobody waits for them.
fn play_some(mut bout: Bout, numbers: &[usize], next: &AtomicUsize, done: &Sender<Played>) {
    while let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
        let Ok(played) = bout.play(number) else {
            return;
        };
        if done.send(played).is_err() {
            return;
        }
    }
}
