//! That whatever a chase proves, the solver proves too, which tries everything.

use ponnuki_game::{Board, Color, Dice, Game, Playout, PointSet, Rules, Setup, Size};
use ponnuki_search::{Chase, Solver, SolverGoal, SolverGrade, SolverTask};

const N_BOARDS: u64 = 400;
/// How many positions the solver may look at for one chain; what takes more is passed over.
const N_POSITIONS: u64 = 20_000;

fn game(board: &Board, turn: Color) -> Game {
    let mut setup = Setup::new(board.size(), Rules::JAPANESE);
    setup.stones.black = board.stones(Color::Black);
    setup.stones.white = board.stones(Color::White);
    setup.first = Some(turn);
    setup.start().unwrap()
}

/// How well whoever moves first does on the whole board about the chain.
fn grade(board: &Board, stones: PointSet, turn: Color) -> Option<SolverGrade> {
    let goal = SolverGoal::Capture {
        chain: stones.first()?,
        free: None,
    };
    let region = PointSet::full(board.size());
    let mut solver =
        Solver::new(&game(board, turn), SolverTask { goal, region }, N_POSITIONS).ok()?;
    solver.grade().ok()
}

#[test]
fn what_a_chase_proves_the_solver_proves() {
    let mut chase = Chase::new(Size::NINE);
    let (mut n_caught, mut n_held) = (0, 0);
    for seed in 0..N_BOARDS {
        let side = 4 + (seed % 2) as u8;
        let size = Size::new(side, side).unwrap();
        let mut dice = Dice::new(seed);
        let mut playout = Playout::new(&Board::empty(size), Color::Black);
        for _ in 0..6 + dice.below(14) {
            playout.step(&mut dice);
        }
        let board = playout.board();
        for chain in Color::BOTH
            .into_iter()
            .flat_map(|color| board.chains(color))
        {
            let stone = chain.stones.first().unwrap();
            let cases = [
                (
                    chase.catch(board, stone).is_some(),
                    !chain.color,
                    SolverGrade::Unconditional,
                ),
                (
                    chase.held(board, stone).is_some(),
                    chain.color,
                    SolverGrade::No,
                ),
            ];
            for (is_proved, turn, expected) in cases {
                if !is_proved {
                    continue;
                }
                let Some(found) = grade(board, chain.stones, turn) else {
                    continue;
                };
                let name = size.name(stone);
                assert_eq!(
                    found, expected,
                    "seed {seed}, {name}, {turn} first\n{board:#}"
                );
                match turn == chain.color {
                    true => n_held += 1,
                    false => n_caught += 1,
                }
            }
        }
    }
    assert!(
        n_caught > 200 && n_held > 50,
        "{n_caught} caught, {n_held} held"
    );
}
