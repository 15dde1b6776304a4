//! `ponnuki grade`: how strong one has to be to solve each problem.

mod told;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ponnuki_engine::{Decision, Level, Leveled, Limits, Net, Request, Thinker, ignore, thinker};
use ponnuki_game::{Dice, Game, Move, Rules};
use ponnuki_record::problem::{Moves, Problem, Solution, Task};

use crate::args::{self, ArgError};
use crate::duel::level;
use crate::files::{self, FileFault};
use crate::progress::Progress;
use crate::thinker::{NetArg, n_cores};
use crate::{Failure, note, orderly};
use told::Told;

/// More answers than this tell nothing new.
const TRIES_MAX: usize = 1000;

/// How many positions full strength looks at here.
const N_VISITS_FULL: u64 = 1000;

/// Where so many levels one after the other are always right, all above them are.
const N_SURE: usize = 3;

/// The laws that problems are answered under, which are those they are shown under.
const RULES: Rules = Rules::CHINESE;

const LONG_ABOUT: &str = "\
Have each level answer each problem some times, and tell from which level on it is solved.

A level is told where the problem is and which stones it is about: it looks at each move there,
with as many visits as it has and nothing played elsewhere, and likes those best after which the
stones are most likely its own. It solves the problem if its move is one of those that do.

What is told is a table to be read by programs, with tabs between its columns: the problem, its
grade, and how often each level from the first on solved it. The grade is the level from which on
the answers are right more often than wrong, and a hyphen if that is none of those asked. Where
three levels in a row are always right no higher one is asked. Problems of counting are passed
over.";

/// Have the levels answer problems, and tell from which level on each is solved
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, hide = true)]
pub(crate) struct Args {
    /// Files of problems, as in data/problems
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// How often each level answers each problem
    #[arg(long, value_name = "N", value_parser = n_tries, allow_negative_numbers = true)]
    #[arg(default_value = "5")]
    tries: usize,
    /// The highest level that is asked
    #[arg(long, value_name = "N", value_parser = level, allow_negative_numbers = true)]
    #[arg(default_value = "24")]
    to: Level,
    #[command(flatten)]
    net: NetArg,
    /// How many problems at once, each on one thread [default: as many as the machine has]
    #[arg(short, long, value_name = "N", value_parser = args::n_threads)]
    jobs: Option<usize>,
    /// Where all chance comes from
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
}

fn n_tries(text: &str) -> Result<usize, ArgError> {
    args::whole("a number of answers", text, 1..=TRIES_MAX)
}

/// Has every problem answered, and writes a line for each.
///
/// # Errors
///
/// A file cannot be read or has no problems, there is no such network, or nothing can be
/// written.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let chosen = args.net.choose()?;
    let name = chosen
        .as_ref()
        .map_or("none", |chosen| chosen.name.as_str());
    writeln!(
        out,
        "# ponnuki grade data/problems/*.txt --net {name} --tries {} --to {} --seed {}",
        args.tries, args.to.number, args.seed
    )?;
    let school = School {
        net: chosen.map(|chosen| chosen.load()).transpose()?,
        n_levels: usize::from(args.to.number),
        n_tries: args.tries,
    };
    writeln!(out, "problem\tgrade\tsolved")?;
    let mut problems = Vec::new();
    for path in &args.files {
        problems.extend(read(path).map_err(|what| Failure::File(what.of(path)))?);
    }
    let n_threads = args.jobs.unwrap_or_else(n_cores);
    let mut n_done = 0;
    let mut progress = Progress::on_stderr();
    let row = |problem: &Problem| school.row(problem, args.seed);
    orderly::each(&problems, n_threads, row, |row| {
        progress.clear();
        write!(out, "{}", row?)?;
        out.flush()?;
        n_done += 1;
        progress.tell(|| format!("{n_done} of {}", problems.len()));
        Ok(())
    })
}

fn read(path: &Path) -> Result<Vec<Problem>, FileFault> {
    let bytes = files::read(path)?;
    let problems = Problem::parse_all(&String::from_utf8_lossy(&bytes))?;
    if problems.is_empty() {
        note(&format!("{}: there is no problem in it", path.display()));
    }
    Ok(problems)
}

/// Who answers, and how often.
struct School {
    net: Option<Arc<Net>>,
    n_levels: usize,
    n_tries: usize,
}

impl School {
    /// The line about a problem; an empty one if it is not solved by a move.
    fn row(&self, problem: &Problem, seed: u64) -> Result<String, Failure> {
        let Solution::Moves(moves) = &problem.solution else {
            return Ok(String::new());
        };
        let game = problem.game(RULES).map_err(Failure::Setup)?;
        // No answer depends on which problems were asked before.
        let seed = seed.wrapping_add(number(&problem.id));
        let solved = self.ask(&game, (problem.task, moves), seed);
        let grade = grade(&solved, self.n_tries).map_or("-".to_owned(), |n| n.to_string());
        Ok(format!("{}\t{grade}\t{}\n", problem.id, words(&solved)))
    }

    /// How often each level finds one of the moves that solve it.
    fn ask(&self, game: &Game, (task, moves): (Task, &Moves), seed: u64) -> Vec<usize> {
        let mut dice = Dice::new(seed);
        let mut solved = Vec::new();
        for level in Level::ALL.into_iter().take(self.n_levels) {
            let told = Told::new(thinker(self.net.as_ref(), 0, None), game, task, moves);
            let mut pupil = Leveled::thinking_as(level, Box::new(told), dice.roll());
            let answers = (0..self.n_tries).map(|_| answer(&mut pupil, game));
            solved.push(answers.filter(|&mv| is_solved(moves, mv)).count());
            let mut last = solved.iter().rev().take(N_SURE);
            if solved.len() >= N_SURE && last.all(|&n| n == self.n_tries) {
                break;
            }
        }
        solved
    }
}

/// The move of a player who knows what the problem is about.
fn answer(pupil: &mut Leveled, game: &Game) -> Option<Move> {
    // Levels bring their own limits; only the strongest thinks as long as it may.
    let request = Request::within(Limits::playouts(N_VISITS_FULL));
    match pupil.choose(game, &request, &mut ignore)?.decision {
        Decision::Move(mv) => Some(mv),
        Decision::Resign => None,
    }
}

fn is_solved(moves: &Moves, mv: Option<Move>) -> bool {
    matches!(mv, Some(Move::Play(point)) if moves.firsts.contains(point))
}

/// The level from which on a problem is solved: of all of them, and none, the one that the
/// fewest answers contradict.
fn grade(solved: &[usize], n_tries: usize) -> Option<usize> {
    let n_against = |first: usize| {
        let below = solved[..first].iter().sum::<usize>();
        let above = solved[first..].iter().map(|n| n_tries - n).sum::<usize>();
        below + above
    };
    let first = (0..=solved.len()).min_by_key(|&first| n_against(first))?;
    (first < solved.len()).then_some(first + 1)
}

/// The number in the name of a problem, such as `net-04a7f3`.
fn number(id: &str) -> u64 {
    let digits = id.rsplit('-').next();
    let number = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
    number.unwrap_or_default()
}

fn words(numbers: &[usize]) -> String {
    let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grade_is_where_failing_turns_into_solving() {
        for (solved, expected) in [
            (&[4, 4, 4][..], Some(1)),
            (&[0, 1, 3, 4], Some(3)),
            (&[0, 3, 0, 4, 4], Some(4)),
            (&[1, 0, 1], None),
            (&[3, 2, 0, 0], None),
            (&[2, 2], Some(1)),
        ] {
            assert_eq!(grade(solved, 4), expected, "{solved:?}");
        }
    }
}
