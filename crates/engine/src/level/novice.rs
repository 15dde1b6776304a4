//! The yardstick for the weakest level.

use ponnuki_game::{Dice, Game, Move, Point};

/// A move of one who captures the most it can, else plays anywhere but into
/// atari and its own eyes, and passes when there is no such place.
pub fn novice_move(game: &Game, dice: &mut Dice) -> Move {
    let (board, turn) = (game.board(), game.turn());
    let legal = game.legal();
    let n_captured = |point: Point| board.effect(turn, point).n_captured;
    let n_most = legal.iter().map(n_captured).max().unwrap_or(0);
    let is_wanted = |&point: &Point| match n_most {
        0 => !board.is_eye(turn, point) && board.n_liberties_after(turn, point) > 1,
        _ => n_captured(point) == n_most,
    };
    let wanted: Vec<Point> = legal.iter().filter(is_wanted).collect();
    let drawn = wanted.get(dice.below(wanted.len()));
    drawn.map_or(Move::Pass, |&point| Move::Play(point))
}
