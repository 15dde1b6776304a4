//! Positions to try a network on: the same in every run.

use ponnuki_game::{Dice, Game, Move, Rules, Size};

/// The same games each time.
const SEED: u64 = 5;

/// `n` positions out of the first half of a random game.
#[must_use]
pub fn positions(size: Size, n: usize) -> Vec<Game> {
    let mut dice = Dice::new(SEED);
    let n_moves = (size.n_points() / 2).max(n);
    let mut found = Vec::new();
    let Ok(mut game) = Game::new(size, Rules::CHINESE) else {
        return found;
    };
    for i in 1..=n_moves {
        let legal: Vec<_> = game.legal().iter().collect();
        let mv = match legal.is_empty() {
            true => Move::Pass,
            false => Move::Play(legal[dice.below(legal.len())]),
        };
        if game.play(mv).is_err() {
            break;
        }
        if found.len() < n && i % (n_moves / n) == 0 {
            found.push(game.clone());
        }
    }
    // A board so small that its game has ended is asked about more than once.
    let n_found = found.len();
    if n_found > 0 {
        found.extend(
            (n_found..n)
                .map(|i| found[i % n_found].clone())
                .collect::<Vec<Game>>(),
        );
    }
    found
}
