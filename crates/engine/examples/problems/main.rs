//! Makes the problems of `data/problems`: positions out of quick games and shapes drawn by
//! lot, of which only those are kept that the solver finds to have one answer.
//!
//! ```text
//! cargo run --release -p ponnuki-engine --example problems -- life 80 1 > life.txt
//! ```

mod counting;
mod craft;
mod games;
mod shapes;

use std::collections::HashSet;
use std::io::Write as _;

use ponnuki_game::Dice;
use ponnuki_record::problem::{self, Kind, Problem, Solution};

use craft::Position;

/// After so many lots there are no more problems of a kind to be expected.
const TRIES_MAX: usize = 100_000_000;

/// One problem in so many may be over with its first move.
const PLAIN_SHARE: usize = 3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [word, n, seed] = arguments.as_slice() else {
        return Err("usage: problems KIND N SEED".into());
    };
    let kind = Kind::ALL.iter().find(|(_, known)| known == word);
    let &(kind, _) = kind.ok_or("no kind of problem has this name")?;
    let (n, mut dice) = (n.parse()?, Dice::new(seed.parse()?));
    let mut problems = collect(kind, n, &mut dice);
    problems.sort_by(|a, b| (a.difficulty, &a.id).cmp(&(b.difficulty, &b.id)));
    let mut out = std::io::stdout().lock();
    writeln!(out, "# Problems of the kind {word}; see README.md.")?;
    for problem in problems {
        write!(out, "\n{problem}")?;
    }
    Ok(())
}

/// Up to `n` problems of `kind`, no two alike.
fn collect(kind: Kind, n: usize, dice: &mut Dice) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut seen = HashSet::new();
    let mut n_plain = 0;
    for _ in 0..TRIES_MAX {
        for problem in make(kind, dice) {
            let is_plain = is_plain(&problem);
            if problems.len() == n {
                return problems;
            }
            if is_plain && n_plain >= n / PLAIN_SHARE {
                continue;
            }
            if seen.insert(problem::looks(&problem.board, problem.turn)) {
                n_plain += usize::from(is_plain);
                eprintln!("{problem}");
                problems.push(problem);
            }
        }
    }
    problems
}

/// Whether the first move is all there is to see.
fn is_plain(problem: &Problem) -> bool {
    matches!(&problem.solution, Solution::Moves(moves) if moves.line.len() < 3)
}

/// Some problems of `kind`, or none.
fn make(kind: Kind, dice: &mut Dice) -> Vec<Problem> {
    let positions: Vec<Position> = match kind {
        Kind::Counting => return counting::problem(dice).into_iter().collect(),
        Kind::Life | Kind::Ko => shapes::life(dice).into_iter().collect(),
        Kind::Ladder | Kind::Net => shapes::chase(kind, dice).into_iter().collect(),
        Kind::Capture => shapes::tangle(dice).into_iter().collect(),
        Kind::Snapback => shapes::snapback(dice).into_iter().collect(),
        Kind::Connection => games::connections(dice),
    };
    let crafted = positions
        .iter()
        .filter_map(|position| craft::problem(position, kind));
    crafted.collect()
}
