//! The quick reference, sentence by sentence: articles 1 to 12.

mod drawn;

use drawn::{
    BLANK, DEAD_ON_BOTH_SIDES, KO_AFTER_A_DISPUTE, SEKI, SENDING_TWO_AFTER_A_PASS,
    SENDING_TWO_RETURNING_ONE, TAKEN_AND_DEAD, TRIPLE_KO, TRIPLE_KO_AFTER_A_PASS, chain, check,
    count, plays_on, states,
};
use ponnuki_game::{KomiBy, Rules};

const RULES: Rules = Rules::QUICK_REFERENCE;

/// Article 1: an empty board of any size, usually 13×13, 9×9 or 19×19.
#[test]
fn the_board_is_of_any_size_and_begins_empty() {
    plays_on(RULES, &[(13, 13), (9, 9), (19, 19)]);
    plays_on(RULES, &[(1, 1), (6, 6), (25, 25), (3, 17)]);
}

states! { RULES;
    /// Article 1: Black goes first, then in turns.
    black_moves_first_and_turns_alternate,
    /// Article 1: a stone goes down on the board.
    any_vacant_point_may_be_played_edges_and_corners_too,
    /// Article 1: not where one is.
    an_occupied_point_is_refused,
    /// Article 1: played stones do not move.
    a_stone_stays_where_it_is_placed,
    /// Article 2: captured stones may be taken away from the other's territory instead.
    prisoners_may_be_counted_for_one_or_against_the_other,
    /// Article 4: the empty points next to a stone.
    a_stone_has_four_liberties_three_at_the_edge_two_in_the_corner,
    /// Article 4: diagonal points do not count.
    points_touch_along_lines_never_diagonally,
    /// Article 4, figure: a liberty that was filled.
    an_enemy_stone_takes_a_liberty_away,
    /// Article 5: stones next to each other, in any shape.
    stones_that_touch_are_one_chain,
    /// Articles 4 and 5: the liberties of a chain.
    a_chain_has_the_liberties_of_all_its_stones,
    /// Article 6: the last liberty taken, the stone comes off.
    a_stone_without_liberties_is_captured,
    /// Article 6: it has not run out of them before.
    one_liberty_is_enough_to_stay,
    /// Article 6: at the edge there are fewer.
    at_the_edge_and_in_the_corner_fewer_stones_capture,
    /// Article 6: a chain of four works in the same way.
    a_chain_is_captured_as_a_whole,
    /// Article 6: any that run out of liberties.
    several_chains_are_captured_at_once,
    /// Article 7: two stones, not saved by others on the diagonal, captured by
    /// stones in several chains.
    friends_and_enemies_on_the_diagonal_do_not_matter,
    /// Article 8: killing one's own stones is not allowed.
    suicide_is_refused,
    /// Article 9, figure: six stones are captured by two without liberties.
    a_play_that_captures_is_not_suicide,
    /// Article 10: one may pass.
    a_pass_places_nothing_and_gives_the_turn_away,
    /// Article 10: each pass gives the other a stone.
    each_pass_hands_over_a_stone_the_last_one_too,
    /// Article 10: White passes last.
    white_passes_last_even_if_that_takes_a_third_pass,
    /// Article 10: whoever moved first.
    white_passes_last_in_a_handicap_game_too,
    /// Article 11: dead stones are agreed on, chain by chain.
    a_dead_chain_is_dead_as_a_whole,
    /// Article 11: without agreement the game restarts as it stands.
    after_a_dispute_nothing_is_removed_and_black_moves,
    /// Article 11: until they agree.
    play_may_be_resumed_any_number_of_times,
    /// Article 12, figure: not straight away.
    a_ko_may_not_be_retaken_at_once,
    /// Article 12: later it does not repeat.
    a_ko_may_be_retaken_after_a_move_elsewhere,
    /// Article 12: a snapback does not repeat.
    a_snapback_is_not_a_ko,
    /// The reference is silent on handicap: Black's stones, then White moves.
    black_may_have_stones_and_white_then_moves_first,
    /// The reference is silent on others: it is Black's, and stones.
    a_handicap_is_black_stones,
    /// The reference is silent: a player may give up.
    a_player_may_resign,
    /// The reference is silent: clocks count.
    a_player_without_time_loses,
}

/// Article 2: territory and captured stones, and seven points for White.
#[test]
fn territory_and_prisoners_are_points() {
    assert_eq!(RULES.start.komi_by, KomiBy::Rulebook);
    TAKEN_AND_DEAD.check(
        RULES,
        "stopped
        B territory 9, captured 1, dead 1, passes 1 = 12
        W territory 6, captured 1, dead 2, passes 1, komi 7 = 17
        W+5",
    );
}

/// Article 3, figure: six points for White, three for Black, one for nobody.
#[test]
fn points_from_which_only_one_colour_is_met_are_territory() {
    count(
        RULES,
        "
        b b X . O w
        X b X O O w
        X X X O w w
        X X X O w w
        ",
        "B territory 3, passes 1 = 4; W territory 6, passes 1, komi 7 = 14; W+10",
    );
}

/// Article 3: from an empty board nobody's stones are met.
#[test]
fn an_empty_board_is_nobodys() {
    check(
        RULES,
        BLANK,
        "B pass, W pass, none dead",
        "stopped; B passes 1 = 1; W passes 1, komi 7 = 8; W+7",
    );
}

/// Article 3 knows no exception: eyes in seki are territory.
#[test]
fn eyes_in_seki_count() {
    count(
        RULES,
        SEKI,
        "B territory 1, passes 1 = 2; W territory 1, passes 1, komi 7 = 9; W+7",
    );
}

/// The reference is silent on ties: with a whole komi they are draws.
#[test]
fn equal_scores_are_a_draw() {
    count(
        RULES,
        "
        b b b X . O w
        b b b X . O w
        b b b X O w w
        b b b X O O w
        ",
        "B territory 12, passes 1 = 13; W territory 5, passes 1, komi 7 = 13; Draw",
    );
}

/// Article 5, figure: six white stones are two chains of three.
#[test]
fn chains_that_meet_on_the_diagonal_are_two() {
    chain(
        RULES,
        "
        . a a . . .
        a o o a . .
        . a o a O .
        . . a O O .
        ",
    );
    chain(
        RULES,
        "
        . . . . . .
        . O O . a .
        . . O a o a
        . . a o o a
        ",
    );
}

/// Article 11: passes go on costing a stone each after a restart.
#[test]
fn passes_cost_a_stone_after_a_restart_too() {
    check(
        RULES,
        BLANK,
        "B pass, W pass, W resumes, B A1, W pass, B pass, W pass, prisoners",
        "stopped; stopped; B holds 3 passed; W holds 2 passed",
    );
}

/// Article 11: who disagrees may capture what is dead.
#[test]
fn a_dead_stone_may_be_captured_after_a_restart() {
    check(
        RULES,
        "
        . X . X O .
        X O . X O .
        . X . X O .
        ",
        "B pass, W pass, W resumes, B C2, W pass, B pass, W pass, none dead",
        "
        . X . X O .
        X . X X O .
        . X . X O .
        stopped
        stopped
        B territory 5, captured 1, passes 3 = 9
        W territory 3, passes 2, komi 7 = 12
        W+3
        ",
    );
}

/// Article 11: removed stones are captures, and their points are empty then.
#[test]
fn dead_stones_are_captures() {
    count(
        RULES,
        DEAD_ON_BOTH_SIDES,
        "B territory 9, dead 1, passes 1 = 11
        W territory 6, dead 2, passes 1, komi 7 = 16
        W+5",
    );
}

/// Article 12: not as after any one of one's previous moves.
#[test]
fn a_triple_ko_does_not_go_round() {
    TRIPLE_KO.check(RULES, "B C4: repeats move 1");
}

/// Article 12 speaks of one's moves, so that what White made and Black passed
/// on may be made by Black; but White's next move would repeat White's own.
#[test]
fn a_board_after_a_pass_may_come_back() {
    TRIPLE_KO_AFTER_A_PASS.check(
        RULES,
        "
        . X O .
        X . X O
        . X O .
        X . X O
        . X O .
        X O . O
        . X O .
        W B6: repeats move 3
        ",
    );
}

/// Article 12: nobody made the board at the start by a move.
#[test]
fn the_board_at_the_start_may_come_back() {
    SENDING_TWO_AFTER_A_PASS.check(RULES, ". . . .\nO O X .\n. X . X");
    check(
        RULES,
        ". X O .\nX . X O\n. X O .",
        "W B2, B C2, W B2",
        ". X O .\nX . X O\n. X O .\nW B2: repeats move 1",
    );
}

/// Article 12: the second time round Black would repeat an own move.
#[test]
fn two_are_sent_and_one_returned_only_once() {
    SENDING_TWO_RETURNING_ONE.check(
        RULES,
        "
        . . . .
        O O X .
        . X . X
        B A1: repeats move 1
        ",
    );
}

/// Articles 11 and 12: moves before a restart are previous moves after it.
#[test]
fn the_past_goes_on_after_a_restart() {
    KO_AFTER_A_DISPUTE.check(RULES, "stopped; B C2: repeats move 1");
}
