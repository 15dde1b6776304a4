//! Counting sequences of moves in the slow world.

use ponnuki_game::{GameEvent, Move, Passes, Phase};

use super::ReferenceGame;

/// The slow twin of [`perft`](ponnuki_game::perft).
pub fn reference_perft(game: &ReferenceGame, depth: usize, passes: Passes) -> Vec<u64> {
    let mut counts = vec![0; depth];
    count(game, &mut counts, passes);
    counts
}

/// Adds the sequences from `game` on; `counts` are those of the depths that are left.
fn count(game: &ReferenceGame, counts: &mut [u64], passes: Passes) {
    let Some((first, rest)) = counts.split_first_mut() else {
        return;
    };
    if game.phase() != Phase::Playing {
        return;
    }
    let mut moves: Vec<Move> = game.legal().into_iter().map(Move::Play).collect();
    if passes == Passes::Counted {
        moves.push(Move::Pass);
    }
    *first += moves.len() as u64;
    if rest.is_empty() {
        return;
    }
    for mv in moves {
        let mut next = game.clone();
        let by = game.turn();
        if next.happen(GameEvent::Moved { by, mv }).is_ok() {
            count(&next, rest, passes);
        }
    }
}
