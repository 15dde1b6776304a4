//! The white-first rulebook, sentence by sentence: set-up, board positions,
//! play, capturing, the end.

mod drawn;

use drawn::{
    BLANK, SEKI, SENDING_TWO_RETURNING_ONE, TRIPLE_KO, TRIPLE_KO_AFTER_A_PASS,
    TRIPLE_KO_ROUND_AGAIN, check, check_from, count, handicap, plays_on, refuses_to_play_on, setup,
    states,
};
use ponnuki_game::{Color, HandicapForm, KomiBy, Odds, Rules, Setup, SetupFault, Size};

const RULES: Rules = Rules::WHITE_FIRST;

/// Set-up II: 9×9, 13×13 or 19×19.
#[test]
fn the_board_is_one_of_three() {
    plays_on(RULES, &[(9, 9), (13, 13), (19, 19)]);
    refuses_to_play_on(RULES, &[(1, 1), (8, 8), (10, 10), (11, 11), (25, 25)]);
    refuses_to_play_on(RULES, &[(9, 13), (13, 9), (19, 9), (9, 8)]);
}

states! { RULES;
    /// Set-up II.I: adjacent points have a line in common.
    points_touch_along_lines_never_diagonally,
    /// Board positions I: a point holds one stone or none.
    an_occupied_point_is_refused,
    /// Board positions II: the liberties of a stone.
    a_stone_has_four_liberties_three_at_the_edge_two_in_the_corner,
    /// Board positions II: the liberties of a chain.
    a_chain_has_the_liberties_of_all_its_stones,
    /// Board positions II: an occupied point is no liberty.
    an_enemy_stone_takes_a_liberty_away,
    /// Play III: a stone on any point that is not occupied.
    any_vacant_point_may_be_played_edges_and_corners_too,
    /// Play III: or no stone at all.
    a_pass_places_nothing_and_gives_the_turn_away,
    /// Play III.I: it cannot be moved.
    a_stone_stays_where_it_is_placed,
    /// Play III.II: not as it was after one's previous turn.
    a_ko_may_not_be_retaken_at_once,
    /// Play III.II: after a turn elsewhere it is otherwise.
    a_ko_may_be_retaken_after_a_move_elsewhere,
    /// Play III.II: a snapback leaves another board.
    a_snapback_is_not_a_ko,
    /// Capturing I: all liberties taken, the stone goes; not before.
    a_stone_without_liberties_is_captured,
    /// Capturing I: with a liberty left it stays.
    one_liberty_is_enough_to_stay,
    /// Capturing I, first: at an edge there are fewer to take.
    at_the_edge_and_in_the_corner_fewer_stones_capture,
    /// Capturing I, second: one cannot capture oneself.
    suicide_is_refused,
    /// Capturing I, second: what captures the opponent does not capture itself.
    a_play_that_captures_is_not_suicide,
    /// Capturing II: stones that touch are a chain.
    stones_that_touch_are_one_chain,
    /// Capturing II: a chain goes as one.
    a_chain_is_captured_as_a_whole,
    /// Capturing I and II: all that are surrounded go.
    several_chains_are_captured_at_once,
    /// Capturing II: only adjacent points have to be occupied.
    friends_and_enemies_on_the_diagonal_do_not_matter,
    /// Play I.I: stones to begin with, and White to move all the same.
    black_may_have_stones_and_white_then_moves_first,
    /// The end has nothing on removing stones.
    no_stone_can_be_called_dead,
    /// The rulebook is silent: a player may give up.
    a_player_may_resign,
    /// The rulebook is silent: clocks count.
    a_player_without_time_loses,
}

/// Play I and II: on an empty board White moves first, then the players alternate.
#[test]
fn white_moves_first_and_turns_alternate() {
    check(RULES, BLANK, "B C3", "B C3: White's turn");
    check(RULES, BLANK, "W C3, W B2", "W B2: Black's turn");
    check(RULES, BLANK, "W C3, B B2, B A1", "B A1: White's turn");
}

/// Play I.I: one of the players, so White as well as Black.
#[test]
fn white_may_have_stones_and_still_moves_first() {
    check_from(
        handicap(RULES, Color::White, ". . a\n. . .\na . ."),
        "W C1, B A3, B B2",
        "
        X . O
        . . .
        O . O
        B B2: White's turn
        ",
    );
}

/// Play I.I: stones, not passes.
#[test]
fn a_handicap_is_stones() {
    let passes = Setup {
        odds: Odds::Passes(2),
        ..setup(RULES, BLANK)
    };
    let form = HandicapForm::EitherAnywhere;
    assert_eq!(passes.faults(), [SetupFault::OddsNotInRulebook { form }]);
}

/// Play III.II: the previous turn, not one before it.
#[test]
fn a_triple_ko_goes_round() {
    TRIPLE_KO.check(RULES, TRIPLE_KO_ROUND_AGAIN);
    TRIPLE_KO_AFTER_A_PASS.check(RULES, TRIPLE_KO_ROUND_AGAIN);
}

/// Play III.II: one's own previous turn was another board.
#[test]
fn sending_two_returning_one_goes_round() {
    SENDING_TWO_RETURNING_ONE.check(
        RULES,
        "
        . . . .
        O O X .
        . . O X
        ",
    );
}

/// The end I: nothing but both players' passes, one after the other.
#[test]
fn two_passes_in_succession_end_the_game() {
    let nine = Setup::new(Size::NINE, RULES);
    check_from(nine.clone(), "W pass, B A1, W pass, B B2, W pass", "");
    check_from(
        nine.clone(),
        "W pass, B pass, W A1",
        "B = 0; W = 0; Draw; W A1: over",
    );
    check_from(
        nine,
        "W A1, B pass, W pass",
        "B = 0; W territory 80 = 80; W+80",
    );
}

/// Play IV and the end II: points in occupied territories, and the larger score wins.
#[test]
fn surrounded_points_are_territory() {
    let drawing = "b b b X O w w w w\n".repeat(9);
    count(
        RULES,
        &drawing,
        "B territory 27 = 27; W territory 36 = 36; W+9",
    );
}

/// Play IV: an area with both colours around it is nobody's.
#[test]
fn an_area_that_is_not_wholly_surrounded_is_nobodys() {
    count(
        RULES,
        "
        b X . . . . . O w
        b X . . . . . O w
        X X . . . . . O O
        . . . . . . . . .
        . . . . . . . . .
        X X X . . . O O .
        b b X . . . O w O
        b b X . . . O O w
        b b X . . . O w O
        ",
        "B territory 8 = 8; W territory 5 = 5; B+3",
    );
}

/// The end II.I: a player loses a point for each stone that the opponent captured.
#[test]
fn captured_stones_are_subtracted_from_their_owners_score() {
    check(
        RULES,
        "
        . . . X O . . . .
        . . . X O . . . .
        . . . X O . . . .
        . X . X O . . . .
        X O a X O . . . .
        . X . X O . . . .
        . . . X O . . O .
        . . . X O . O X b
        . . . X O . . O .
        ",
        "B a, W b, B pass, W pass",
        "B territory 23, captured -1 = 22; W territory 32, captured -1 = 31; W+9",
    );
}

/// The end II: equal scores are a draw, for there is no komi unless agreed.
#[test]
fn equal_scores_are_a_draw() {
    assert_eq!(RULES.start.komi_by, KomiBy::Players);
    let drawing = "b b b X . O w w w\n".repeat(9);
    count(
        RULES,
        &drawing,
        "B territory 27 = 27; W territory 27 = 27; Draw",
    );
}

/// The rulebook is silent on komi: the players may agree on one.
#[test]
fn komi_may_be_agreed_upon() {
    let agreed = Setup {
        komi: "5.5".parse().expect("a komi"),
        ..Setup::new(Size::NINE, RULES)
    };
    check_from(agreed, "W pass, B pass", "B = 0; W komi 5.5 = 5.5; W+5.5");
}

/// The end has nothing on removing stones: what stands on the board lives,
/// and the area around a lost stone is not surrounded.
#[test]
fn a_stone_that_could_be_captured_lives() {
    let row = ". . . X O w w w w\n";
    let drawing = format!("{}. O . X O w w w w\n{}", row.repeat(4), row.repeat(4));
    count(RULES, &drawing, "B = 0; W territory 36 = 36; W+36");
}

/// The end II.I: points within occupied territories count, in seki too.
#[test]
fn eyes_in_seki_count() {
    count(RULES, SEKI, "B territory 1 = 1; W territory 1 = 1; Draw");
}
