//! Which chains live: by trying everything, and by drawings.

use ponnuki_game::{Board, Color, Dice, PointSet, Rules, Size, Suicide, pass_alive};
use ponnuki_testkit::{Script, Stones, check_count, is_slow_run, played_alone, positions};

/// Compares what is called alive with what no enemy plays can capture.
#[track_caller]
fn check_by_trying(stones: &Stones, color: Color) {
    let board = board(stones);
    let alive = pass_alive(&board, color, Suicide::Forbidden);
    let mut uncaptured = board.stones(color);
    for after in &played_alone(stones, !color) {
        uncaptured = uncaptured & after.to_sets()[color];
    }
    assert_eq!(alive.stones, uncaptured, "{color} in\n{stones}");
    assert!(alive.regions.is_disjoint(&board.stones(color)));
    let border = alive.regions.neighbors(stones.size()) & board.stones(color);
    assert!(border.is_subset(&alive.stones), "{color} in\n{stones}");
}

/// Sees that no enemy comes to life in the regions of what is alive.
#[track_caller]
fn check_regions(stones: &Stones, color: Color) -> bool {
    let alive = pass_alive(&board(stones), color, Suicide::Forbidden);
    if alive.regions.is_empty() {
        return false;
    }
    for after in &played_alone(stones, !color) {
        let enemy = pass_alive(&board(after), !color, Suicide::Forbidden).stones;
        assert!(
            enemy.is_disjoint(&alive.regions),
            "{color} in\n{stones}\n{after}"
        );
    }
    true
}

fn board(stones: &Stones) -> Board {
    stones.to_string().parse().unwrap()
}

#[test]
fn pass_alive_chains_are_those_that_nothing_captures_on_three_by_three() {
    let size = Size::new(3, 3).unwrap();
    let (mut n_legal, mut n_with_regions) = (0, 0);
    for sets in positions(size) {
        let stones = Stones::from_sets(size, sets);
        if stones.is_legal() {
            check_by_trying(&stones, Color::Black);
            n_with_regions += usize::from(check_regions(&stones, Color::Black));
            n_legal += 1;
        }
    }
    assert_eq!(n_legal, 12_675);
    assert!(n_with_regions > 100, "only {n_with_regions} have regions");
}

#[test]
fn pass_alive_chains_are_those_that_nothing_captures_on_larger_boards() {
    let n_positions = if is_slow_run() { 1_500 } else { 60 };
    let mut n_alive = 0;
    for seed in 0..n_positions {
        let mut dice = Dice::new(seed);
        // Dense positions of few colours: the first byte chooses the most stones.
        let mut bytes: Vec<u8> = (0..100).map(|_| dice.below(256) as u8).collect();
        bytes[0] = 3;
        let size = [(4, 4), (5, 3), (7, 2)][dice.below(3)];
        let size = Size::new(size.0, size.1).unwrap();
        let stones = Script::new(&bytes).stones(size);
        for color in Color::BOTH {
            check_by_trying(&stones, color);
            n_alive += usize::from(
                !pass_alive(&board(&stones), color, Suicide::Forbidden)
                    .stones
                    .is_empty(),
            );
        }
    }
    assert!(n_alive > 3, "only {n_alive} were alive at all");
}

/// White plays on inside until three stones are sacrificed in the corner.
#[test]
fn a_sacrifice_can_kill_what_lives_where_suicide_is_forbidden() {
    let board: Board = "
        X X X X . .
        . X . X . .
        O . X X . .
    "
    .parse()
    .unwrap();
    let n_alive = |suicide| pass_alive(&board, Color::Black, suicide).stones.len();
    assert_eq!(n_alive(Suicide::Forbidden), 8);
    assert_eq!(n_alive(Suicide::Allowed), 0);
}

#[test]
fn nothing_is_alive_on_an_empty_board() {
    let alive = pass_alive(&Board::empty(Size::NINE), Color::Black, Suicide::Forbidden);
    assert_eq!(
        (alive.stones, alive.regions),
        (PointSet::EMPTY, PointSet::EMPTY)
    );
}

#[test]
fn eyeless_chains_that_share_two_liberties_are_in_seki_without_points() {
    check_count(
        Rules::JAPANESE,
        "
        . O . O X X . O O X . X .
        O O O O X X . O O X X X X
        ",
        "",
        "
        o O o O X X . O O X x X x
        O O O O X X . O O X X X X
        Black 2, White 2
        ",
    );
}

#[test]
fn an_eye_in_seki_does_not_count() {
    check_count(
        Rules::JAPANESE,
        "
        . O . O X X . O . O X . X .
        O O O O X X . O O O X X X X
        ",
        "",
        "
        o O o O X X . O s O X x X x
        O O O O X X . O O O X X X X
        Black 2, White 2
        ",
    );
}

#[test]
fn an_eye_on_either_side_of_a_seki_does_not_count() {
    check_count(
        Rules::JAPANESE,
        "
        . O . O X . X . O . O X . X .
        O O O O X X X X O O O X X X X
        ",
        "",
        "
        o O o O X s X . O s O X x X x
        O O O O X X X X O O O X X X X
        Black 2, White 2
        ",
    );
}

#[test]
fn an_eye_in_seki_counts_where_the_rulebook_does_not_say_otherwise() {
    check_count(
        Rules::GOBAN,
        "
        . O . O X . X . O . O X . X .
        O O O O X X X X O O O X X X X
        ",
        "",
        "
        o O o O X x X . O o O X x X x
        O O O O X X X X O O O X X X X
        Black 3, White 3
        ",
    );
}

#[test]
fn a_false_eye_that_has_to_be_filled_does_not_count() {
    check_count(
        Rules::JAPANESE,
        "
        . X . X . X . O .
        X X X X X O O O O
        O O O O O O . O .
        ",
        "",
        "
        x X x X . X . O o
        X X X X X O O O O
        O O O O O O o O o
        Black 2, White 3
        ",
    );
}

#[test]
fn a_false_eye_has_to_be_filled_also_where_some_neutral_points_are_left() {
    check_count(
        Rules::JAPANESE,
        "
        . X . X . X . O .
        X X X X X O O O O
        X X O O O O . O .
        X . . . . . O O O
        X X X X X X O . O
        . X . X X X O O O
        ",
        "",
        "
        x X x X . X . O o
        X X X X X O O O O
        X X O O O O o O o
        X . . . . . O O O
        X X X X X X O o O
        x X x X X X O O O
        Black 4, White 4
        ",
    );
}

#[test]
fn an_eye_counts_if_a_neutral_point_connects_instead_of_it() {
    // Black's stone at C4 would be in atari after White B4, but Black may play there too.
    check_count(
        Rules::JAPANESE,
        "
        . O . O .
        O O O O O
        O . X O O
        O X . X O
        X X X X X
        . X . X .
        ",
        "",
        "
        o O o O o
        O O O O O
        O . X O O
        O X x X O
        X X X X X
        x X x X x
        Black 4, White 3
        ",
    );
}

#[test]
fn a_false_eye_counts_where_the_rulebook_does_not_say_otherwise() {
    check_count(
        Rules::GOBAN,
        "
        . X . X . X . O .
        X X X X X O O O O
        O O O O O O . O .
        ",
        "",
        "
        x X x X x X . O o
        X X X X X O O O O
        O O O O O O o O o
        Black 3, White 3
        ",
    );
}

#[test]
fn a_living_group_keeps_its_points_beside_dame() {
    check_count(
        Rules::JAPANESE,
        "
        . X . X . O . O .
        X X X X . O O O O
        ",
        "",
        "
        x X x X . O o O o
        X X X X . O O O O
        Black 2, White 2
        ",
    );
}

#[test]
fn two_eyes_of_chains_that_two_dame_join_are_two_eyes() {
    check_count(
        Rules::JAPANESE,
        "
        . O . O . O .
        O O O O O O O
        X X X . X X X
        . X X . X X .
        ",
        "",
        "
        o O o O o O o
        O O O O O O O
        X X X . X X X
        x X X . X X x
        Black 2, White 4
        ",
    );
}

#[test]
fn a_two_headed_dragon_lives_with_two_points() {
    check_count(
        Rules::JAPANESE,
        "
        . X X X X X X
        X O O O O O X
        X O . . . O X
        X O O O O O X
        X O . . . O X
        X O O O O O X
        X X X X X X .
        ",
        "",
        "
        x X X X X X X
        X O O O O O X
        X O o o o O X
        X O O O O O X
        X O o o o O X
        X O O O O O X
        X X X X X X x
        Black 2, White 6
        ",
    );
}

#[test]
fn a_two_headed_dragon_with_dame_outside_lives_with_two_points() {
    check_count(
        Rules::JAPANESE,
        "
        . X X X X X X
        X O O O O . X
        X O . . . O X
        X O O O O O X
        X O . . . O X
        X . O O O O X
        X X X X X X .
        ",
        "",
        "
        x X X X X X X
        X O O O O . X
        X O o o o O X
        X O O O O O X
        X O o o o O X
        X . O O O O X
        X X X X X X x
        Black 2, White 6
        ",
    );
}

#[test]
fn four_points_in_a_t_count_whichever_way_it_points() {
    for (drawn, expected) in [
        (
            "
            O . X X
            O X X .
            . X . .
            X X X .
            ",
            "
            O . X X
            O X X x
            . X x x
            X X X x
            Black 4, White 0
            ",
        ),
        (
            "
            O O . X
            . X X X
            X X . X
            X . . .
            ",
            "
            O O . X
            . X X X
            X X x X
            X x x x
            Black 4, White 0
            ",
        ),
    ] {
        check_count(Rules::JAPANESE, drawn, "", expected);
    }
}

#[test]
fn dead_stones_are_prisoners_and_leave_territory() {
    check_count(
        Rules::JAPANESE,
        "
        . X . O . O .
        X X O O O O O
        X X X X X X X
        . . . . . . .
        ",
        "D4",
        "
        x X x x x x x
        X X x x x x x
        X X X X X X X
        x x x x x x x
        Black 25, White 0
        ",
    );
}

#[test]
fn a_group_tax_takes_the_two_eyes_of_each_group() {
    check_count(
        Rules::STONE_SCORING,
        "
        . X . X O O . O .
        X X X X O . O O O
        ",
        "",
        "
        x X x X O O o O o
        X X X X O o O O O
        Black 6, White 8
        ",
    );
}

#[test]
fn a_group_of_three_chains_joined_by_eyes_is_taxed_once() {
    check_count(
        Rules::STONE_SCORING,
        "
        . X O . O . O X .
        X X O O O O O X X
        X O O O O O O O X
        . X O O O O O X .
        X X X X X X X X X
        ",
        "",
        "
        x X O o O o O X x
        X X O O O O O X X
        X O O O O O O O X
        x X O O O O O X x
        X X X X X X X X X
        Black 21, White 20
        ",
    );
}
