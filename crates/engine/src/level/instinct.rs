//! What beginners like to do, whatever it is good for.

use ponnuki_game::{Board, Color, Game, Point};

use super::sight::Sight;

/// How dear each of these is, as a logarithm of how often it is done.
const CAPTURE: f32 = 2.5;
const SAVE: f32 = 2.0;
const PER_STONE: f32 = 0.3;
const GIVE_ATARI: f32 = 1.0;
const TOUCH_ENEMY: f32 = 0.5;
const TOUCH_OWN: f32 = 0.3;
const SELF_ATARI: f32 = -2.5;
/// A larger chain is not dearer than one of so many stones.
const N_STONES_MAX: usize = 10;

/// How much a beginner would like to play at the vacant `point`, as a logarithm.
pub(super) fn liking(game: &Game, sight: &Sight, point: Point) -> f32 {
    let (board, turn) = (game.board(), game.turn());
    let n_liberties = board.n_liberties_after(turn, point);
    let mut liking = 0.0;
    let mut captures = false;
    for (stone, color) in chains_around(board, point) {
        let n_stones = board.chain_len(stone).min(N_STONES_MAX) as f32;
        let is_in_atari = board.last_liberty(stone).is_some();
        if color == turn {
            liking += TOUCH_OWN;
            if is_in_atari && n_liberties > 1 && sight.notices(stone) {
                liking += SAVE + PER_STONE * n_stones;
            }
        } else {
            liking += TOUCH_ENEMY;
            captures |= is_in_atari;
            if is_in_atari && sight.notices(stone) {
                liking += CAPTURE + PER_STONE * n_stones;
            } else if board.n_liberties(stone) == 2 {
                liking += GIVE_ATARI;
            }
        }
    }
    if n_liberties <= 1 && !captures {
        liking += SELF_ATARI * sight.keenness();
    }
    liking
}

/// One stone of each chain that touches `point`.
pub(super) fn chains_around(board: &Board, point: Point) -> Vec<(Point, Color)> {
    let mut found: Vec<(Point, Color)> = Vec::with_capacity(4);
    for stone in board.neighbors(point) {
        let is_known = |&(other, _): &(Point, Color)| board.is_same_chain(stone, other);
        if let Some(color) = board.at(stone)
            && !found.iter().any(is_known)
        {
            found.push((stone, color));
        }
    }
    found
}
