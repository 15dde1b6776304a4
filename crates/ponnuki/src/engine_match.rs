//! `ponnuki match`: engine against engine, over GTP.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ponnuki_engine::dead_by_playouts;
use ponnuki_game::{Komi, Setup, Size};
use ponnuki_match::{
    EngineCommand, EnginePair, MatchGame, MatchNews, MatchReport, MatchStopped, MatchTerms,
    REFEREE_PLAYOUTS, RecordFault, game_file, game_sgf, play_games, recorded_verdict,
};
use ponnuki_record::RecordedResult;

use crate::Failure;
use crate::args::{self, ArgError, GivenRules};
use crate::clock::now;
use crate::files::{self, FileFault};
use crate::progress::{PROGRESS_EVERY, ProgressLine};

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
    black: EngineCommand,
    /// The second engine: it has Black in games 2, 4, 6 …
    #[arg(long, visible_alias = "second", value_name = "COMMAND")]
    white: EngineCommand,
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
    let terms = MatchTerms {
        setup,
        time: args.time,
        referee: |game| dead_by_playouts(game, REFEREE_PLAYOUTS),
        now,
    };
    let engines = [args.black.clone(), args.white.clone()];
    let mut first = EnginePair::new(engines.clone(), terms.clone());
    let names = first.start().map_err(Failure::Engine)?;
    let mut report = MatchReport::new(names);
    report.begin(&terms, args.games, out)?;
    let mut open: Vec<usize> = (0..args.games).collect();
    if let Some(dir) = &args.sgf_dir {
        fs::create_dir_all(dir).map_err(|why| FileFault::from(why).of(dir))?;
        if args.resume {
            let found = recorded(dir, args.games, &terms.setup)?;
            open.retain(|number| !found.contains_key(number));
            report.count_recorded(&found, out)?;
        }
    }
    let n_others = args.jobs.min(open.len()).saturating_sub(1);
    let others = (0..n_others).map(|_| EnginePair::new(engines.clone(), terms.clone()));
    let pairs: Vec<EnginePair> = [first].into_iter().chain(others).collect();
    let (mut progress, began) = (ProgressLine::on_stderr(), now());
    let played = play_games(pairs, &open, PROGRESS_EVERY, |news| {
        match news {
            MatchNews::Game(played) => {
                progress.clear();
                if let Some(dir) = &args.sgf_dir {
                    write_game(dir, &played, report.names())?;
                }
                report.count(&played, out)?;
            }
            MatchNews::Waiting { n_done } => progress.tell(|| {
                let (n_games, n_seconds) = (open.len(), began.elapsed().as_secs());
                format!("{n_done} of {n_games} games played, {n_seconds} s")
            }),
        }
        Ok(())
    });
    played.map_err(|stopped| match stopped {
        MatchStopped::Threads(error) => Failure::Threads(error),
        MatchStopped::ByReceiver(failure) => failure,
    })?;
    progress.clear();
    Ok(report.end(out)?)
}

/// Writes a game to its file.
///
/// # Errors
///
/// If the file cannot be written.
fn write_game(dir: &Path, played: &MatchGame, names: &[String; 2]) -> Result<(), Failure> {
    let path = dir.join(game_file(played.number));
    let sgf = game_sgf(played, names).map_err(|why| FileFault::from(why).of(&path))?;
    Ok(files::write(&path, sgf.as_bytes()).map_err(|fault| fault.of(&path))?)
}

/// The results of the games whose files are there already.
///
/// # Errors
///
/// If a file cannot be read, or is a game under other conditions.
fn recorded(
    dir: &Path,
    n_games: usize,
    setup: &Setup,
) -> Result<BTreeMap<usize, RecordedResult>, Failure> {
    let mut found = BTreeMap::new();
    for number in 0..n_games {
        let path = dir.join(game_file(number));
        if path.exists() {
            let bytes = files::read(&path).map_err(|fault| fault.of(&path))?;
            let verdict = recorded_verdict(&bytes, setup);
            let verdict = verdict.map_err(|why| file_fault(why).of(&path))?;
            found.extend(verdict.map(|verdict| (number, verdict)));
        }
    }
    Ok(found)
}

/// What is wrong with a file that holds no game of the match.
fn file_fault(why: RecordFault) -> FileFault {
    match why {
        RecordFault::Sgf(error) => FileFault::Sgf(error),
        RecordFault::Unplayable(why) => FileFault::Unplayable(why),
        RecordFault::OtherTerms => FileFault::Kind {
            said: "one of this match".to_owned(),
            found: "a game of another size, komi or rules".to_owned(),
        },
    }
}
