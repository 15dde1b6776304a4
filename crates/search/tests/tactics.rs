//! What the search sees on drawn boards. The marked point is the move.

use ponnuki_game::{Color, Diagram, Dice, Move, Rules, Setup};
use ponnuki_search::{SearchTree, TreeSettings};

/// Few enough that sense and "moves as first" have to help.
const N_PLAYOUTS: usize = 300;

/// The first choice of a search with so many playouts.
fn best(diagram: &Diagram, turn: Color, n_playouts: usize) -> Move {
    let mut setup = Setup::new(diagram.size(), Rules::CHINESE);
    setup.stones = diagram.stones();
    setup.first = Some(turn);
    let game = setup.start().unwrap();
    let mut tree = SearchTree::new(&game, TreeSettings::default(), Dice::new(1));
    for _ in 0..n_playouts {
        tree.playout();
    }
    tree.analysis().candidates[0].mv
}

/// Expects one of the points marked `a`.
#[track_caller]
fn check(turn: Color, drawn: &str) {
    let diagram: Diagram = drawn.parse().unwrap();
    let mv = best(&diagram, turn, N_PLAYOUTS);
    let is_right = match mv {
        Move::Play(point) => diagram.all_marked('a').contains(point),
        Move::Pass => false,
    };
    assert!(is_right, "{turn}: {mv:?}\n{:#}", diagram.board().unwrap());
}

#[test]
fn it_captures_what_is_in_atari_and_matters() {
    check(
        Color::Black,
        "
        . . . . . . .
        . X X X . . .
        . X O O X . .
        . X O O a . .
        . . X X O . .
        . . . . O . .
        . . . . . . .
        ",
    );
}

#[test]
fn it_saves_its_own_stones() {
    check(
        Color::White,
        "
        . . . . . . .
        . X X X . . .
        . X O O X . .
        . X O O a . .
        . . X X . O .
        . . . . O . .
        . . . . . . .
        ",
    );
}

#[test]
fn it_makes_two_eyes_while_it_can() {
    check(
        Color::Black,
        "
        . a . X O . O .
        X X X X O O O O
        O O O O O O O O
        X X X X X X X X
        . X . X . X . X
        ",
    );
}

#[test]
fn it_kills_by_taking_the_vital_point() {
    check(
        Color::White,
        "
        . a . X O . O .
        X X X X O O O O
        O O O O O O O O
        X X X X X X X X
        . X . X . X . X
        ",
    );
}

#[test]
fn it_does_not_add_to_what_is_lost() {
    let drawn = "
        O a X . . . .
        a X X . . . .
        X X . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    ";
    let diagram: Diagram = drawn.parse().unwrap();
    let Move::Play(point) = best(&diagram, Color::White, N_PLAYOUTS) else {
        panic!("passed");
    };
    assert!(!diagram.all_marked('a').contains(point), "{point:?}");
}
