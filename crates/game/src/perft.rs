//! How many ways a game can go on: legal sequences of moves, counted.

use crate::game::{Game, Phase};
use crate::point::Move;

/// Whether the sequences that are counted contain passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// A pass is a move like another.
    Counted,
    /// Nobody ever passes.
    LeftOut,
}

/// The numbers of legal sequences of 1, 2, … `depth` moves from `game` on.
///
/// A game that has stopped or ended does not go on. The last moves are
/// counted, not played. Very slow: the numbers grow with the number of points
/// at every step.
///
/// ```
/// use ponnuki_game::{Game, Passes, Rules, Size, perft};
///
/// let game = Game::new(Size::new(2, 2).unwrap(), Rules::TROMP_TAYLOR)?;
/// assert_eq!(perft(&game, 4, Passes::Counted), [5, 21, 68, 156]);
/// assert_eq!(perft(&game, 4, Passes::LeftOut), [4, 12, 24, 16]);
/// # Ok::<(), ponnuki_game::Faults>(())
/// ```
pub fn perft(game: &Game, depth: usize, passes: Passes) -> Vec<u64> {
    let mut counts = vec![0; depth];
    let mut path = Vec::new();
    arrive(game.clone(), &mut path, &mut counts, passes);
    while let Some((game, untried)) = path.last_mut() {
        let Some(mv) = untried.pop() else {
            path.pop();
            continue;
        };
        let mut next = game.clone();
        if next.play(mv).is_ok() {
            arrive(next, &mut path, &mut counts, passes);
        }
    }
    counts
}

/// A game on the way to the one that is looked at, with its moves still to be tried.
type Node = (Game, Vec<Move>);

/// Counts the moves of `game`, which lies at the end of `path`, and prepares to try them
/// if they are not the last.
fn arrive(game: Game, path: &mut Vec<Node>, counts: &mut [u64], passes: Passes) {
    let Some(count) = counts.get_mut(path.len()) else {
        return;
    };
    let untried = moves(&game, passes);
    *count += untried.len() as u64;
    if path.len() + 1 < counts.len() {
        path.push((game, untried));
    }
}

/// Every move that `game` may go on with.
fn moves(game: &Game, passes: Passes) -> Vec<Move> {
    if game.phase() != Phase::Playing {
        return Vec::new();
    }
    let mut moves: Vec<Move> = game.legal().iter().map(Move::Play).collect();
    if passes == Passes::Counted {
        moves.push(Move::Pass);
    }
    moves
}
