//! The concise rulebook, sentence by sentence: articles I to VI and the terms between II and III.

mod drawn;

use drawn::{
    BLANK, LOST_STONE, ONE_TO_TAKE, SEKI, SENDING_TWO_RETURNING_ONE, SUICIDE_OF_ONE, TRIPLE_KO,
    chain, check, check_from, count, handicap, plays_on, setup, states,
};
use ponnuki_game::{Color, Game, HandicapForm, KomiBy, Move, Odds, Rules, Setup, SetupFault, Size};

const RULES: Rules = Rules::CONCISE;

/// Article I: a rectangular grid, at first empty; 19×19, 13×13 and 9×9 are
/// the usual ones, and others will do.
#[test]
fn the_board_is_any_rectangle_and_begins_empty() {
    plays_on(RULES, &[(19, 19), (13, 13), (9, 9)]);
    plays_on(RULES, &[(1, 1), (1, 2), (7, 4), (4, 7), (25, 25), (25, 1)]);
    assert_eq!(Size::NINETEEN.n_points(), 361);
}

/// Article II: there are stones without limit.
#[test]
fn a_player_never_runs_out_of_stones() {
    let mut game = Game::new(Size::NINETEEN, RULES).expect("a size of the rulebook");
    for point in Size::NINETEEN.points().take(360) {
        game.play(Move::Play(point)).expect("a vacant point");
        game.play(Move::Pass).expect("a pass");
    }
    assert_eq!(game.board().stones(Color::Black).len(), 360);
}

states! { RULES;
    /// Terms: points are adjacent along a line of the grid.
    points_touch_along_lines_never_diagonally,
    /// Terms: stones of a colour are connected by a path of adjacent ones.
    stones_that_touch_are_one_chain,
    /// Terms: a liberty is a vacant point adjacent to the stone.
    a_stone_has_four_liberties_three_at_the_edge_two_in_the_corner,
    /// Terms: or adjacent to a stone connected to it.
    a_chain_has_the_liberties_of_all_its_stones,
    /// Terms: a point that is not vacant is no liberty.
    an_enemy_stone_takes_a_liberty_away,
    /// A play, step 1: the point is vacant, and may be any.
    any_vacant_point_may_be_played_edges_and_corners_too,
    /// A play, step 1: no other point will do.
    an_occupied_point_is_refused,
    /// A play has three steps, and none of them moves a stone.
    a_stone_stays_where_it_is_placed,
    /// A play, step 2: only what has no liberty goes.
    one_liberty_is_enough_to_stay,
    /// A play, step 2: the opponent's stone without liberties goes.
    a_stone_without_liberties_is_captured,
    /// A play, step 2: there are fewer liberties at the edge.
    at_the_edge_and_in_the_corner_fewer_stones_capture,
    /// A play, step 2: connected stones share their liberties, and their end.
    a_chain_is_captured_as_a_whole,
    /// A play, step 2: all that have none go.
    several_chains_are_captured_at_once,
    /// A play, step 2: diagonals are not adjacent.
    friends_and_enemies_on_the_diagonal_do_not_matter,
    /// A play, steps 2 and 3 in this order: who captures has a liberty then.
    a_play_that_captures_is_not_suicide,
    /// Article III: turns, from the player of the black stones on.
    black_moves_first_and_turns_alternate,
    /// Article III: the arrangement must differ from the last but one.
    a_ko_may_not_be_retaken_at_once,
    /// Article III: and does after an exchange elsewhere.
    a_ko_may_be_retaken_after_a_move_elsewhere,
    /// Article III: five stones for one is another arrangement.
    a_snapback_is_not_a_ko,
    /// Article III: a move may be a pass, which is not a play.
    a_pass_places_nothing_and_gives_the_turn_away,
    /// Article IV has nothing on removing stones.
    no_stone_can_be_called_dead,
    /// Article III: a player may admit defeat.
    a_player_may_resign,
    /// The rulebook is silent: clocks count.
    a_player_without_time_loses,
}

/// Terms, figure: the upper white stone has three liberties, the lower one.
#[test]
fn liberties_of_two_white_stones() {
    chain(
        RULES,
        "
        . a . .
        a o a .
        . X . .
        X O . .
        ",
    );
    chain(
        RULES,
        "
        . . . .
        . O . .
        . X . .
        X o a .
        ",
    );
}

/// Black stones with two liberties: an eye at `a`, and `b`.
const EYE: &str = "
    O O O .
    X X O .
    a X b .
";

/// A play, figure: a white stone in the eye comes off at once, and the
/// arrangement is then the previous one, which article III refuses.
#[test]
fn a_single_stone_suicide_is_refused_as_repetition() {
    check(RULES, EYE, "W a", "W a: repeats move 0");
    check(RULES, SUICIDE_OF_ONE, "B pass, W a", "W a: repeats move 1");
}

/// A play, figure: Black fills the own eye, and all that is Black's comes off.
#[test]
fn a_suicide_of_several_stones_is_a_play() {
    check(
        RULES,
        EYE,
        "W b, B a, prisoners, W B1",
        "
        O O O .
        . . O .
        . O O .
        W holds 4 captured
        ",
    );
}

/// A play, figure: Black plays elsewhere, White fills the eye and survives there.
#[test]
fn white_fills_the_last_eye_and_captures() {
    check(
        RULES,
        EYE,
        "W b, B D3, W a, prisoners",
        "
        O O O X
        . . O .
        O . O .
        W holds 3 captured
        ",
    );
}

/// A play, figure: against two eyes each attack is suicide, here a repetition.
#[test]
fn two_eyes_cannot_be_attacked() {
    let drawing = "
        . . . . .
        X X X X X
        O O O O X
        a O b O X
    ";
    check(RULES, drawing, "B a", "B a: repeats move 0");
    check(RULES, drawing, "B b", "B b: repeats move 0");
}

/// A play, figure: in a larger eye the attack is a suicide of two stones, and
/// leaves White as alive as before.
#[test]
fn a_suicide_of_two_stones_changes_nothing_for_two_eyes() {
    check(
        RULES,
        "
        . . . . . .
        X X X X X X
        O O O O O X
        X a O b O X
        ",
        "B a, prisoners, W pass, B b",
        "
        . . . . . .
        X X X X X X
        O O O O O X
        . . O . O X
        W holds 2 captured
        B b: repeats move 2
        ",
    );
}

/// Article III: suicide too must lead to a new arrangement.
#[test]
fn a_suicide_that_brings_back_a_board_is_refused() {
    let drawing = ". X X .\nX a b X\n. X X .";
    check(RULES, drawing, "W a, B pass, W b", "W b: repeats move 0");
}

/// Articles I and III: the empty board at the start is an arrangement as well.
#[test]
fn the_empty_board_does_not_come_back() {
    check(
        RULES,
        ". .",
        "B A1, W pass, B B1",
        "X .\nB B1: repeats move 0",
    );
    check(RULES, ".", "B A1", "B A1: repeats move 0");
}

/// Article III: all previous arrangements, however long ago.
#[test]
fn a_triple_ko_does_not_go_round() {
    TRIPLE_KO.check(RULES, "B C4: repeats move 1");
}

/// Article III: arrangements, whoever is to move.
#[test]
fn sending_two_does_not_return_one() {
    SENDING_TWO_RETURNING_ONE.check(
        RULES,
        "
        . . . .
        O O X .
        . . O X
        B B1: repeats move 0
        ",
    );
}

/// Article IV: both pass in succession, in either order; nothing is to be agreed on.
#[test]
fn two_passes_in_succession_end_the_game() {
    let drawing = ". X .\n. . .";
    let sums = "B stones 1, territory 5 = 6; W = 0; B+6";
    check(RULES, drawing, "B pass, W pass", sums);
    check(RULES, drawing, "W pass, B pass", sums);
    check(
        RULES,
        drawing,
        "B pass, W A1, B pass, W A2, B C1, W pass",
        "O X .\nO . X",
    );
    check(
        RULES,
        drawing,
        "B pass, W pass, B A1",
        &format!("{sums}; B A1: over"),
    );
    check(
        RULES,
        drawing,
        "B pass, W pass, B resumes",
        &format!("{sums}; B resumes: over"),
    );
}

/// Article IV, figure: seventeen stones and four vacant points are twenty-one.
#[test]
fn stones_and_surrounded_points_are_territory() {
    count(
        RULES,
        "
        . . . . . . .
        . O O O O O .
        . O w O w O .
        . . O O O . .
        X . . . . . X
        O O O O X . .
        w O w O X . .
        ",
        "B stones 4 = 4; W stones 17, territory 4 = 21; W+17",
    );
}

/// Article IV: a vacant point counts for neither if a path of vacant points
/// leads from it to both.
#[test]
fn a_point_connected_to_liberties_of_both_is_nobodys() {
    count(
        RULES,
        "
        . . . X b
        . O O X b
        . O w O X
        . . O O O
        ",
        "B stones 3, territory 2 = 5; W stones 7, territory 1 = 8; W+3",
    );
}

/// Article IV: what stands on the board is counted; a stone that could not
/// escape takes the points around it from Black.
#[test]
fn a_stone_that_could_be_captured_lives() {
    count(
        RULES,
        LOST_STONE,
        "B stones 3 = 3; W stones 4, territory 3 = 7; W+4",
    );
}

/// Article IV: a board without stones is connected to no opponent's liberty,
/// so that each point is both players'.
#[test]
fn on_an_empty_board_everything_is_everybodys() {
    let nine = Setup::new(Size::NINE, RULES);
    check_from(
        nine,
        "B pass, W pass",
        "B territory 81 = 81; W territory 81 = 81; Draw",
    );
    check(
        RULES,
        ". .\n. .",
        "B pass, W pass",
        "B territory 4 = 4; W territory 4 = 4; Draw",
    );
}

/// Article IV counts what is on the board: captured stones are worth nothing.
#[test]
fn prisoners_do_not_count() {
    check(
        RULES,
        ONE_TO_TAKE,
        "B a, W pass, B pass",
        "B stones 4, territory 3 = 7; W stones 3, territory 3 = 6; B+1",
    );
}

/// Article IV: surrounded points count, in seki too.
#[test]
fn eyes_in_seki_count() {
    count(
        RULES,
        SEKI,
        "B stones 39, territory 1 = 40; W stones 39, territory 1 = 40; Draw",
    );
}

/// Article V: komi is added to White's territory, as the players agree or bid.
#[test]
fn komi_is_whites_and_agreed_upon() {
    assert_eq!(RULES.start.komi_by, KomiBy::Bidding);
    let agreed = Setup {
        komi: "6.5".parse().expect("a komi"),
        ..setup(RULES, BLANK)
    };
    check_from(
        agreed,
        "B C3, W pass, B pass",
        "B stones 1, territory 24 = 25; W komi 6.5 = 6.5; B+18.5",
    );
}

/// Article V: as long as nothing is agreed there is none.
#[test]
fn there_is_no_komi_unless_agreed() {
    count(
        RULES,
        "b X . O w",
        "B stones 1, territory 1 = 2; W stones 1, territory 1 = 2; Draw",
    );
}

/// A game with a handicap of `n`.
fn handicap_of(n: usize) -> Setup {
    setup(RULES, BLANK).with_handicap(n).expect("a handicap")
}

/// Article VI: White's first n − 1 moves are passes; Black begins.
#[test]
fn white_must_pass_the_first_turns() {
    check_from(handicap_of(3), "W pass", "W pass: Black's turn");
    check_from(handicap_of(3), "B C3, W B2", "W B2: must pass, 2 left");
    check_from(
        handicap_of(3),
        "B C3, W pass, B B2, W A1",
        "W A1: must pass, 1 left",
    );
    check_from(
        handicap_of(3),
        "B C3, W pass, B B2, W pass, B C2, W A1, B C1, W B1",
        "
        . . . . .
        . . . . .
        . . X . .
        . X X . .
        O O X . .
        ",
    );
}

/// Article VI: with a handicap of one there is nothing to pass.
#[test]
fn a_handicap_of_one_is_an_even_game() {
    check_from(handicap_of(2), "B C3, W B2", "W B2: must pass, 1 left");
    check_from(handicap_of(1), "B C3, W B2, W A1", "W A1: Black's turn");
    let passes = Setup {
        odds: Odds::Passes(1),
        ..setup(RULES, BLANK)
    };
    check_from(passes, "B C3, W B2, W A1", "W A1: Black's turn");
}

/// Articles IV and VI: a pass is a pass, so that Black's ends the game beside it.
#[test]
fn blacks_pass_beside_a_forced_one_ends_the_game() {
    let after = "B stones 1, territory 24 = 25; W = 0; B+25";
    check_from(handicap_of(3), "B C3, W pass, B pass", after);
    let before = "B territory 25 = 25; W territory 25 = 25; Draw";
    check_from(handicap_of(3), "B pass, W pass", before);
}

/// Article VI knows no stones before the first move.
#[test]
fn a_handicap_is_no_stones() {
    let form = HandicapForm::WhitePasses;
    let stones = handicap(RULES, Color::Black, "a . . . a");
    assert_eq!(stones.faults(), [SetupFault::OddsNotInRulebook { form }]);
}
