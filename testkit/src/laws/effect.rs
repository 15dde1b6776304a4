//! What a stone would do is what it then does.

use ponnuki_game::{Board, Color};

use crate::{Script, Stones};

/// [`Board::effect`] and [`Board::is_suicide`] foretell [`Board::place`] for
/// both colours at every vacant point.
pub fn an_effect_is_what_a_stone_then_does(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let mut board = script.board();
    while !script.is_over() {
        for color in Color::BOTH {
            check_every_point(&board, color);
        }
        let (color, point) = (script.color(), script.point(board.size()));
        if board.is_vacant(point) {
            board.place(color, point);
        }
    }
}

fn check_every_point(board: &Board, color: Color) {
    for point in board.vacant() {
        let effect = board.effect(color, point);
        let mut after = board.clone();
        after.place(color, point);
        let (captured, suicided) = Stones::from_board(board).play(color, point);
        let foretold = (effect.n_captured, effect.n_suicided, effect.hash);
        let happened = (captured.len(), suicided.len(), after.hash());
        assert_eq!(foretold, happened, "{color} {point:?} on\n{board:?}");
        assert_eq!(board.is_suicide(color, point), !suicided.is_empty());
    }
}
