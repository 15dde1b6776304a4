//! What it sees on drawn boards. The marked point is the move.

use ponnuki_game::{Color, Diagram, Rules};

use crate::judges::tactical;
use crate::{SMALL, assert_choice, drawn, grown};

/// Expects one of the points marked `a`, or a pass where there is none.
#[track_caller]
fn check(komi: i16, turn: Color, n_visits: u64, picture: &str) {
    let diagram: Diagram = picture.parse().unwrap();
    let game = drawn(Rules::CHINESE, komi, turn, &diagram);
    let puct = grown(&game, SMALL, &mut tactical(), n_visits);
    assert_choice(&puct, diagram.all_marked('a'), "");
}

#[test]
fn it_captures_what_decides() {
    check(
        15,
        Color::Black,
        400,
        "
        . . . . . .
        . X X X . .
        . X O O a .
        . X X X . .
        . O . . O .
        . . O O . .
        ",
    );
}

#[test]
fn it_runs_a_ladder_that_works() {
    check(
        15,
        Color::Black,
        2_000,
        "
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . X O a . .
        . . X O X . .
        . . O X . . .
        . . O . . . .
        ",
    );
}

#[test]
fn it_throws_a_stone_in_to_take_more_back() {
    check(
        -7,
        Color::Black,
        3_000,
        "
        . . . X O . O .
        . X . X O O O O
        X X X X O O O .
        X O O X O . O .
        X . a O O O O .
        ",
    );
}

#[test]
fn it_leaves_a_seki_alone() {
    for turn in Color::BOTH {
        check(
            0,
            turn,
            2_000,
            "
            . O . O X . X . O . O X . X .
            O O O O X X X X O O O X X X X
            ",
        );
    }
}

#[test]
fn it_makes_two_eyes_and_takes_them_away() {
    for turn in Color::BOTH {
        check(
            0,
            turn,
            1_000,
            "
            . a . X O . O .
            X X X X O O O O
            O O O O O O O O
            X X X X X X X X
            . X . X . X . X
            ",
        );
    }
}
