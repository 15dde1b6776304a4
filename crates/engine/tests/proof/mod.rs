//! Proofs that stones are dead, and that others are not.

use ponnuki_game::{
    Board, ByColor, Chain, Color, Game, PointSet, Rules, Setup, Suicide, pass_alive,
};
use ponnuki_search::{Solver, SolverGoal, SolverGrade, SolverTask};

/// How many positions may be looked at to prove what happens to a chain.
const POSITIONS_MAX: u64 = 300_000;

/// Proves that `dead` is dead on `board`, and that nothing else is: every chain of `dead` is
/// captured though its owner moves first, and once all of them are gone every chain is alive
/// whatever happens, or cannot be captured though its enemy moves first.
///
/// # Errors
///
/// The first chain of which that is wrong or takes too long to prove, and why.
pub(crate) fn prove(board: &Board, dead: PointSet) -> Result<(), String> {
    for color in Color::BOTH {
        let is_dead = |chain: &Chain| !chain.stones.is_disjoint(&dead);
        for chain in board.chains(color).filter(is_dead) {
            check(board, color, &chain, "can be saved")?;
        }
    }
    let after = start(board, dead, Color::Black);
    let after = after.board();
    for color in Color::BOTH {
        let alive = pass_alive(after, color, Suicide::Forbidden).stones;
        let is_open = |chain: &Chain| !chain.stones.is_subset(&alive);
        for chain in after.chains(color).filter(is_open) {
            check(after, !color, &chain, "can be captured")?;
        }
    }
    Ok(())
}

/// Checks that `first`, who moves first, has no success about the capture of `chain`.
fn check(board: &Board, first: Color, chain: &Chain, success: &str) -> Result<(), String> {
    let point = chain.stones.first().expect("a chain has a stone");
    let name = board.size().name(point);
    // The fight takes place where `first` can play from the chain on.
    let open = board.vacant() | board.stones(first) | chain.stones;
    let mut parts = open.parts();
    let region = parts.find(|part| part.contains(point)).expect("a part");
    let goal = SolverGoal::Capture {
        chain: point,
        free: None,
    };
    let game = start(board, PointSet::EMPTY, first);
    let solver = Solver::new(&game, SolverTask { goal, region }, POSITIONS_MAX);
    match solver.and_then(|mut solver| solver.grade()) {
        Ok(SolverGrade::No) => Ok(()),
        Ok(SolverGrade::Ko | SolverGrade::Unconditional) => Err(format!("{name} {success}")),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

/// A game on `board` without `dead`, in which `first` moves first.
fn start(board: &Board, dead: PointSet, first: Color) -> Game {
    let mut setup = Setup::new(board.size(), Rules::CHINESE);
    setup.stones = ByColor::from_fn(|color| board.stones(color) - dead);
    setup.first = Some(first);
    setup.start().expect("a game")
}
