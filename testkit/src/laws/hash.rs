//! The hash is a function of the stones.

use ponnuki_game::{Board, Rules, Setup};

use crate::{Script, Stones};

/// However stones came to lie where they do, their hash is the same; other
/// stones have another.
pub fn hash_is_a_function_of_stones(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let mut board = script.board();
    while !script.is_over() {
        let (color, point) = (script.color(), script.point(board.size()));
        if !board.is_vacant(point) {
            continue;
        }
        let before = board.clone();
        board.place(color, point);
        assert_eq!(board.hash() == before.hash(), board == before);
        let fresh = board_of(&Stones::from_board(&board));
        assert_eq!(fresh.hash(), board.hash(), "{board:?}");
        assert_eq!(fresh, board);
    }
}

/// A board on which these stones were put down in one go.
fn board_of(stones: &Stones) -> Board {
    let mut setup = Setup::new(stones.size(), Rules::TROMP_TAYLOR);
    setup.stones = stones.to_sets();
    match setup.start() {
        Ok(game) => game.board().clone(),
        Err(faults) => panic!("{faults}:\n{stones}"),
    }
}
