//! `ponnuki perft`: how many ways a game can go.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use ponnuki_game::{Game, Passes, PerftProgress, Size, perft_by_first_moves};

use crate::Failure;
use crate::args::{self, ArgError, GivenRules};
use crate::clock::now;
use crate::progress::{PROGRESS_EVERY, show};

/// Beyond this only boards of a few points can be counted in a lifetime, and
/// those are covered long before.
const DEPTH_MAX: usize = 20;

const LONG_ABOUT: &str = "\
Count the legal sequences of 1, 2, … D moves on an empty board.

Perft, a performance test, is how programs that know the rules are compared: they must agree on
every number. The numbers come on one line, one for each length. A pass is a move too, unless you
leave passes out; a game that has ended goes no further. The numbers grow very fast: begin with
small boards and depths.";

const EXAMPLES: &str = "\
Examples:
  ponnuki perft --rules tromp-taylor --size 3x3 --depth 5
      prints: 10 91 738 5281 33384
  ponnuki perft --rules japanese --size 9 --depth 3 --no-pass
      a side alone means a square board
  ponnuki perft --rules '{\"ko\":\"SITUATIONAL\",\"suicide\":true}' --size 2x2 --depth 8
      rules of your own, as KataGo writes them";

/// Count how many ways a game can go
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The rules: a name from 'ponnuki rules', or JSON as KataGo writes it
    #[arg(long, value_name = "NAME|JSON", value_parser = args::rules)]
    rules: GivenRules,
    /// The board: 13x9 is 13 columns and 9 rows, 9 is a square; at most 25x25
    #[arg(long, value_name = "WxH", value_parser = args::size, allow_negative_numbers = true)]
    size: Size,
    /// The number of moves to count up to, at most 20
    #[arg(long, value_name = "D", value_parser = depth, allow_negative_numbers = true)]
    depth: usize,
    /// Leave passes out: count only sequences of stones
    #[arg(long)]
    no_pass: bool,
}

fn depth(text: &str) -> Result<usize, ArgError> {
    args::whole("a depth", text, 1..=DEPTH_MAX)
}

/// Writes the number of sequences of each length.
///
/// # Errors
///
/// If the rules are not for boards of that size, or the numbers cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let game = Game::new(args.size, args.rules.rules).map_err(Failure::Setup)?;
    let passes = if args.no_pass {
        Passes::LeftOut
    } else {
        Passes::Counted
    };
    let terminal = Some(io::stderr()).filter(IsTerminal::is_terminal);
    let counts = count_before(terminal, PROGRESS_EVERY, &game, args.depth, passes);
    let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
    writeln!(out, "{}", counts.join(" "))?;
    Ok(())
}

/// Counts, and shows at a terminal, if there is one, how far it is.
fn count_before(
    terminal: Option<impl Write + Send>,
    every: Duration,
    game: &Game,
    depth: usize,
    passes: Passes,
) -> Vec<u64> {
    let (tell, told) = mpsc::channel();
    thread::scope(|scope| {
        if let Some(mut terminal) = terminal {
            let watching = move || watch(&told, every, &mut terminal);
            // Without a thread to watch it is counted all the same.
            drop(thread::Builder::new().spawn_scoped(scope, watching));
        }
        // The sender goes with the closure: its end is what ends the watching.
        perft_by_first_moves(game, depth, passes, move |progress| {
            let _nobody_may_listen = tell.send(progress);
        })
    })
}

/// Shows, `every` so often, what it was `told` last, until there is nothing
/// more to be told; then leaves the line empty.
fn watch(told: &Receiver<PerftProgress>, every: Duration, terminal: &mut impl Write) {
    let began = now();
    let mut shown_at = None;
    let mut progress = PerftProgress::default();
    loop {
        match told.recv_timeout(every) {
            Ok(news) => progress = news,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        let elapsed = began.elapsed();
        if elapsed >= shown_at.unwrap_or_default() + every {
            shown_at = Some(elapsed);
            show(terminal, &line(progress, elapsed));
        }
    }
    if shown_at.is_some() {
        show(terminal, "");
    }
}

/// How far the counting is after so long, in words.
fn line(progress: PerftProgress, elapsed: Duration) -> String {
    format!(
        "{} of {} first moves counted, {} s",
        progress.n_done,
        progress.n_first_moves,
        elapsed.as_secs()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_game::Rules;

    #[test]
    fn a_watcher_sees_how_far_it_is_and_then_an_empty_line() {
        let (tell, told) = mpsc::channel();
        tell.send(PerftProgress {
            n_done: 3,
            n_first_moves: 10,
        })
        .unwrap();
        drop(tell);
        let mut terminal = Vec::new();
        watch(&told, Duration::ZERO, &mut terminal);
        let terminal = String::from_utf8(terminal).unwrap();
        let lines: Vec<&str> = terminal.split('\r').map(str::trim_end).collect();
        assert_eq!(lines, ["", "3 of 10 first moves counted, 0 s", "", "", ""]);
    }

    #[test]
    fn watching_ends_with_the_counting() {
        let game = Game::new(Size::new(2, 2).unwrap(), Rules::TROMP_TAYLOR).unwrap();
        let mut terminal = Vec::new();
        let every = Duration::ZERO;
        let counts = count_before(Some(&mut terminal), every, &game, 3, Passes::Counted);
        assert_eq!(counts, [5, 21, 68]);
        let terminal = String::from_utf8(terminal).unwrap();
        assert!(
            terminal.contains(" of 5 first moves counted, "),
            "{terminal}"
        );
        let no_terminal: Option<Vec<u8>> = None;
        assert_eq!(
            count_before(no_terminal, every, &game, 3, Passes::Counted),
            counts
        );
    }

    #[test]
    fn who_counts_quickly_shows_nothing() {
        let (tell, told) = mpsc::channel();
        tell.send(PerftProgress::default()).unwrap();
        drop(tell);
        let mut terminal = Vec::new();
        watch(&told, Duration::from_secs(3600), &mut terminal);
        assert!(terminal.is_empty());
    }
}
