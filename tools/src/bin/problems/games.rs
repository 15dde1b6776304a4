//! Positions out of quick games, played with a little sense and many mistakes.

use ponnuki_game::{Board, Color, Dice, PointSet, Size};
use ponnuki_search::{Rollout, SolverGoal};

use crate::craft::{Position, steps};

/// From here to there games are looked at: there are fights, and there is room.
const N_MOVES_MIN: usize = 14;
const N_MOVES_MAX: usize = 40;

/// Chains that can be connected in one of the positions of a game.
pub(crate) fn connections(dice: &mut Dice) -> Vec<Position> {
    each_position(dice, |board, positions| {
        for color in Color::BOTH {
            let chains: Vec<PointSet> = board.chains(color).map(|chain| chain.stones).collect();
            for (i, one) in chains.iter().enumerate() {
                for other in &chains[..i] {
                    let n = one
                        .iter()
                        .flat_map(|a| other.iter().map(move |b| steps(a, b)))
                        .min();
                    let (Some(a), Some(b)) = (one.first(), other.first()) else {
                        continue;
                    };
                    if n.is_some_and(|n| n <= 3) && one.len() >= 2 && other.len() >= 2 {
                        let near = near(board, one, 2) & near(board, other, 2);
                        let stones = board.stones(Color::Black) | board.stones(Color::White);
                        let position = Position {
                            board: board.clone(),
                            turn: color,
                            goal: SolverGoal::Connect(a, b),
                            region: near,
                            wide: near | near.neighbors(board.size()),
                            spare: stones - *one - *other,
                        };
                        positions.push(position);
                    }
                }
            }
        }
    })
}

/// The points up to `n` steps from `points`.
fn near(board: &Board, points: &PointSet, n: usize) -> PointSet {
    (0..n).fold(*points, |near, _| near | near.neighbors(board.size()))
}

/// Plays a game and lets `look` look at some of its positions.
fn each_position(dice: &mut Dice, look: impl Fn(&Board, &mut Vec<Position>)) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut rollout = Rollout::new(Size::NINE);
    rollout.restart(&Board::empty(Size::NINE), Color::Black, [None; 2]);
    for n_moves in 0..N_MOVES_MAX {
        rollout.step(dice);
        if n_moves >= N_MOVES_MIN && n_moves % 5 == 0 {
            look(rollout.board(), &mut positions);
        }
    }
    positions
}
