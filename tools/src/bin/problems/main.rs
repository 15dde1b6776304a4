//! Makes the problems of `data/problems`: positions out of quick games and shapes drawn by
//! lot, of which only those are kept that the solver finds to have one answer.
//!
//! ```text
//! cargo run --release -p ponnuki-tools --bin problems -- life 80 1 old.txt > life.txt
//! ```

mod counting;
mod craft;
mod games;
mod rank;
mod shapes;

use std::collections::HashSet;
use std::io::Write as _;

use ponnuki_game::{ByColor, Dice, Point, Rules};
use ponnuki_teach::problem::{self, GoProblem, Kind, ProblemSolution};

use craft::Position;
use rank::Glancer;

/// After so many lots there are no more problems of a kind to be expected.
const TRIES_MAX: usize = 100_000_000;

/// One problem in so many may be over with its first move.
const PLAIN_SHARE: usize = 3;

/// Problems whose stones are the same up to so many steps from the solution are alike.
const CORE: u8 = 3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [word, n, seed, files @ ..] = arguments.as_slice() else {
        return Err("usage: problems KIND N SEED [FILE]...".into());
    };
    let kind = Kind::ALL.iter().find(|(_, known)| known == word);
    let &(kind, _) = kind.ok_or("no kind of problem has this name")?;
    let (n, mut dice) = (n.parse()?, Dice::new(seed.parse()?));
    let mut collection = Collection::default();
    for (number, file) in files.iter().enumerate() {
        for problem in GoProblem::parse_all(&std::fs::read_to_string(file)?)? {
            // Those of the first file have names that people know.
            if number == 0 {
                collection.keep(problem);
            } else {
                collection.add(problem);
            }
        }
    }
    collection.fill(kind, n, &mut dice);
    let mut problems = collection.problems;
    problems.retain(craft::is_proved);
    let mut glancer = Glancer::new();
    for problem in &mut problems {
        problem.rank = glancer.rank(problem);
    }
    problems.sort_by_cached_key(|problem| (problem.rating(), problem.id.clone()));
    let mut out = std::io::stdout().lock();
    writeln!(out, "# Problems of the kind {word}; see README.md.")?;
    for problem in problems {
        write!(out, "\n{problem}")?;
    }
    Ok(())
}

/// Problems, no two alike.
#[derive(Debug, Default)]
struct Collection {
    problems: Vec<GoProblem>,
    /// What [`looks`] says of them.
    seen: HashSet<String>,
}

impl Collection {
    /// Draws lots for problems of `kind` until there are `n`.
    fn fill(&mut self, kind: Kind, n: usize, dice: &mut Dice) {
        let mut n_plain = self.problems.iter().filter(|own| is_plain(own)).count();
        for _ in 0..TRIES_MAX {
            for problem in make(kind, dice) {
                let is_plain = is_plain(&problem);
                if self.problems.len() >= n {
                    return;
                }
                if is_plain && n_plain >= n / PLAIN_SHARE {
                    continue;
                }
                let text = problem.to_string();
                if self.add(problem) {
                    n_plain += usize::from(is_plain);
                    eprintln!("{text}");
                }
            }
        }
    }

    /// Whether the problem is unlike all others, and kept.
    fn add(&mut self, problem: GoProblem) -> bool {
        let is_new = looks(&problem).iter().all(|look| !self.seen.contains(look));
        if is_new {
            self.keep(problem);
        }
        is_new
    }

    fn keep(&mut self, problem: GoProblem) {
        self.seen.extend(looks(&problem));
        self.problems.push(problem);
    }
}

/// The name of a problem and what it looks like, as a whole and where it is solved.
fn looks(problem: &GoProblem) -> Vec<String> {
    let whole = problem::looks(&problem.board, problem.turn);
    let mut looks = vec![problem.id.clone(), whole];
    looks.extend(core(problem));
    looks
}

/// What a problem looks like near the move that solves it. Ladders and counted boards differ by
/// what is far away.
fn core(problem: &GoProblem) -> Option<String> {
    let (ProblemSolution::Moves(moves), board) = (&problem.solution, &problem.board) else {
        return None;
    };
    let first = moves.firsts.first()?;
    let is_near = |point: &Point| craft::steps(*point, first) <= CORE;
    let stones = ByColor::from_fn(|color| board.stones(color).iter().filter(is_near).collect());
    let near = craft::start(board, stones, problem.turn, Rules::JAPANESE)?;
    let looks = problem::looks(near.board(), problem.turn);
    (problem.kind != Kind::Ladder).then(|| format!("near the solution: {looks}"))
}

/// Whether the first move is all there is to see.
fn is_plain(problem: &GoProblem) -> bool {
    matches!(&problem.solution, ProblemSolution::Moves(moves) if moves.line.len() < 3)
}

/// Some problems of `kind`, or none.
fn make(kind: Kind, dice: &mut Dice) -> Vec<GoProblem> {
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
