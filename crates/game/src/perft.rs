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
/// # Ok::<(), ponnuki_game::SetupFaults>(())
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

/// How far [`perft_by_first_moves`] is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerftProgress {
    /// How many first moves are counted with all that follows.
    pub n_done: usize,
    /// How many first moves there are.
    pub n_first_moves: usize,
}

/// As [`perft`], which it asks once for each first move so that it can `tell` how far it is.
pub fn perft_by_first_moves(
    game: &Game,
    depth: usize,
    passes: Passes,
    mut tell: impl FnMut(PerftProgress),
) -> Vec<u64> {
    let first_moves = moves(game, passes);
    let n_first_moves = first_moves.len();
    let mut counts = vec![0; depth];
    for (n_done, mv) in first_moves.into_iter().enumerate() {
        tell(PerftProgress {
            n_done,
            n_first_moves,
        });
        let mut after = game.clone();
        if after.play(mv).is_ok() {
            let further = perft(&after, depth.saturating_sub(1), passes);
            for (count, n) in counts.iter_mut().zip([1].into_iter().chain(further)) {
                *count += n;
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PRESETS, Rules, Size};

    #[test]
    fn counting_by_first_moves_gives_what_counting_at_once_does() {
        let size = Size::new(2, 2).unwrap();
        for preset in PRESETS {
            let Ok(game) = Game::new(size, preset.rules) else {
                continue;
            };
            for passes in [Passes::Counted, Passes::LeftOut] {
                let counts = perft_by_first_moves(&game, 6, passes, |_| {});
                assert_eq!(
                    counts,
                    perft(&game, 6, passes),
                    "{} {passes:?}",
                    preset.name
                );
            }
        }
    }

    #[test]
    fn progress_goes_through_the_first_moves() {
        let game = Game::new(Size::new(1, 2).unwrap(), Rules::TROMP_TAYLOR);
        let mut told = Vec::new();
        let counts = perft_by_first_moves(&game.unwrap(), 1, Passes::Counted, |progress| {
            told.push((progress.n_done, progress.n_first_moves));
        });
        assert_eq!(counts, [3]);
        assert_eq!(told, [(0, 3), (1, 3), (2, 3)]);
    }
}
