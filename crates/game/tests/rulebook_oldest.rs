//! The rulebook of one of the oldest games, sentence by sentence: how to play,
//! strings, liberties, capturing, special rules, the end, territory scoring.

mod drawn;

use drawn::{
    BLANK, DAME, DEAD_ON_BOTH_SIDES, KO_AFTER_A_DISPUTE, ONE_TO_TAKE, SEKI,
    SENDING_TWO_AFTER_A_PASS, SENDING_TWO_RETURNING_ONE, TAKEN_AND_DEAD, TRIPLE_KO,
    TRIPLE_KO_AFTER_A_PASS, at_random, check, count, plays_on, setup, states,
};
use ponnuki_game::{KomiBy, Rules};

const RULES: Rules = Rules::OLDEST;

/// How to play: the game starts with an empty 19×19 board; the silence on
/// others is read as leave.
#[test]
fn the_board_begins_empty() {
    plays_on(RULES, &[(19, 19)]);
    plays_on(RULES, &[(9, 9), (13, 13), (1, 1), (25, 25), (5, 8)]);
}

states! { RULES;
    /// How to play: in turns, Black first.
    black_moves_first_and_turns_alternate,
    /// How to play: on a vacant point.
    an_occupied_point_is_refused,
    /// How to play: once played stones are not moved.
    a_stone_stays_where_it_is_placed,
    /// How to play: any vacant point, on edges and in corners as well.
    any_vacant_point_may_be_played_edges_and_corners_too,
    /// How to play: one may pass instead.
    a_pass_places_nothing_and_gives_the_turn_away,
    /// How to play and the end: and hands the opponent a stone for it.
    each_pass_hands_over_a_stone_the_last_one_too,
    /// Strings, figure: three stones are one string, a fourth is another.
    stones_that_touch_are_one_chain,
    /// Strings: horizontally and vertically.
    points_touch_along_lines_never_diagonally,
    /// Liberties of a stone.
    a_stone_has_four_liberties_three_at_the_edge_two_in_the_corner,
    /// Liberties of a string.
    a_chain_has_the_liberties_of_all_its_stones,
    /// Liberties are empty points.
    an_enemy_stone_takes_a_liberty_away,
    /// Capturing: completely surrounded, no liberties; kept as a prisoner.
    a_stone_without_liberties_is_captured,
    /// Capturing: not while it has a liberty.
    one_liberty_is_enough_to_stay,
    /// Capturing: the edge surrounds as well.
    at_the_edge_and_in_the_corner_fewer_stones_capture,
    /// Capturing: a string as a whole.
    a_chain_is_captured_as_a_whole,
    /// Capturing: any that are surrounded.
    several_chains_are_captured_at_once,
    /// Capturing: only horizontal and vertical neighbours count.
    friends_and_enemies_on_the_diagonal_do_not_matter,
    /// Suicide: neither the stone nor its string may be left without a liberty.
    suicide_is_refused,
    /// Suicide: unless an enemy around it would be captured.
    a_play_that_captures_is_not_suicide,
    /// Ko, figure: not on the next turn.
    a_ko_may_not_be_retaken_at_once,
    /// Ko: later the configuration is another.
    a_ko_may_be_retaken_after_a_move_elsewhere,
    /// Ko: a snapback leaves another configuration.
    a_snapback_is_not_a_ko,
    /// The end: a Black pass followed by a White pass.
    white_passes_last_even_if_that_takes_a_third_pass,
    /// The end: whoever moved first.
    white_passes_last_in_a_handicap_game_too,
    /// The end: if any status is disputed nothing is removed; Black moves on.
    after_a_dispute_nothing_is_removed_and_black_moves,
    /// The end: until the next Black pass followed by a White pass, and so on.
    play_may_be_resumed_any_number_of_times,
    /// The end: strings are dead or alive, not parts of them.
    a_dead_chain_is_dead_as_a_whole,
    /// Scoring: prisoners may be filled into the territory they are taken from.
    prisoners_may_be_counted_for_one_or_against_the_other,
    /// The rulebook is silent on handicap: Black's stones, then White moves.
    black_may_have_stones_and_white_then_moves_first,
    /// The rulebook is silent on others: it is Black's, and stones.
    a_handicap_is_black_stones,
    /// The rulebook is silent: a player may give up.
    a_player_may_resign,
    /// The rulebook is silent: clocks count.
    a_player_without_time_loses,
}

/// Ko: any previous configuration, however long ago.
#[test]
fn a_triple_ko_does_not_go_round() {
    TRIPLE_KO.check(RULES, "B C4: repeats move 1");
}

/// Ko: a configuration that stood after a pass is a previous one as well.
#[test]
fn a_board_after_a_pass_does_not_come_back() {
    TRIPLE_KO_AFTER_A_PASS.check(RULES, "B C4: repeats move 2");
}

/// Ko: the configuration at the start may come back with White to move, but
/// the second time round it is Black's play that would repeat.
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

/// Ko: the configuration at the start counts if the same player was to move.
#[test]
fn the_board_at_the_start_does_not_come_back() {
    SENDING_TWO_AFTER_A_PASS.check(RULES, "B B1: repeats move 0");
}

/// Ko and the end: what was before a dispute is still previous after it.
#[test]
fn the_past_goes_on_after_a_dispute() {
    KO_AFTER_A_DISPUTE.check(RULES, "stopped; B C2: repeats move 1");
}

/// The end: after a dispute one more pass of White's is not enough.
#[test]
fn passes_before_a_dispute_do_not_count_after_it() {
    check(
        RULES,
        BLANK,
        "B pass, W pass, W resumes, B A1, W pass, B A2, W pass, B pass, W pass, prisoners",
        "stopped; stopped; B holds 4 passed; W holds 2 passed",
    );
}

/// Scoring: dead stones are off, captures, passes and they are prisoners, and
/// each is a point off its owner's score.
#[test]
fn prisoners_are_subtracted_from_their_owners_score() {
    TAKEN_AND_DEAD.check(
        RULES,
        "stopped
        B territory 9, captured -1, dead -2, passes -1 = 5
        W territory 6, captured -1, dead -1, passes -1, komi 7.5 = 10.5
        W+5.5",
    );
}

/// Scoring: the points where dead stones lay are empty then.
#[test]
fn points_under_dead_stones_count() {
    count(
        RULES,
        DEAD_ON_BOTH_SIDES,
        "B territory 9, dead -2, passes -1 = 6
        W territory 6, dead -1, passes -1, komi 7.5 = 11.5
        W+5.5",
    );
}

/// Scoring: a third pass costs White a second point.
#[test]
fn each_pass_is_a_point_off() {
    check(
        RULES,
        ONE_TO_TAKE,
        "B a, W pass, B pass, W pass, none dead",
        "stopped
        B territory 3, passes -1 = 2
        W territory 3, captured -1, passes -2, komi 7.5 = 7.5
        W+5.5",
    );
}

/// Scoring: an empty point is surrounded by one player's stones, or by none.
#[test]
fn dame_are_nobodys() {
    count(
        RULES,
        DAME,
        "B territory 3, passes -1 = 2; W territory 3, passes -1, komi 7.5 = 9.5; W+7.5",
    );
    check(
        RULES,
        BLANK,
        "B pass, W pass, none dead",
        "stopped; B passes -1 = -1; W passes -1, komi 7.5 = 6.5; W+7.5",
    );
}

/// Scoring: empty points that are entirely surrounded count, in seki too.
#[test]
fn eyes_in_seki_count() {
    count(
        RULES,
        SEKI,
        "B territory 1, passes -1 = 0; W territory 1, passes -1, komi 7.5 = 7.5; W+7.5",
    );
}

/// Scoring: with 7.5 points of komi there is always a winner.
#[test]
fn no_game_is_tied() {
    assert_eq!(RULES.start.komi_by, KomiBy::Rulebook);
    for seed in 0..40 {
        let mut game = at_random(setup(RULES, BLANK), seed);
        game.agree(Default::default()).expect("play has stopped");
        let outcome = game.outcome().expect("an end");
        assert!(outcome.winner().is_some(), "seed {seed}: {outcome}");
    }
}
