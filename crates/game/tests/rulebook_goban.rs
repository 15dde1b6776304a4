//! The goban's booklet, chapter by chapter: sections 1 to 5 and the handicap game.

mod drawn;

use drawn::{
    BLANK, DAME, KO_AFTER_A_DISPUTE, ONE_TO_TAKE, SEKI, SENDING_TWO_RETURNING_ONE, TAKEN_AND_DEAD,
    TRIPLE_KO, TRIPLE_KO_AFTER_A_PASS, TRIPLE_KO_ROUND_AGAIN, chain, check, check_from, count,
    plays_on, setup, states,
};
use ponnuki_game::{Color, KomiBy, Rules, Setup, Size};

const RULES: Rules = Rules::GOBAN;

/// Sections 1 and 2: 19×19, or 9×9 and 13×13 to learn on, and nothing on it at first.
#[test]
fn the_board_begins_empty() {
    plays_on(RULES, &[(19, 19), (13, 13), (9, 9)]);
}

/// Section 1 names three sizes; the silence on others is read as leave.
#[test]
fn other_boards_will_do() {
    plays_on(RULES, &[(1, 1), (5, 5), (25, 25), (7, 11)]);
}

states! { RULES;
    /// Section 2, placement: Black, then White, then Black, and so on.
    black_moves_first_and_turns_alternate,
    /// Section 2, placement: any vacant point of one's choice.
    any_vacant_point_may_be_played_edges_and_corners_too,
    /// Section 2, placement: a point that is not vacant is no choice.
    an_occupied_point_is_refused,
    /// Section 2: a stone is never moved.
    a_stone_stays_where_it_is_placed,
    /// Section 4.1: neighbours of one colour are a chain.
    stones_that_touch_are_one_chain,
    /// Sections 4.1 and 4.2, notes: along lines, never diagonally.
    points_touch_along_lines_never_diagonally,
    /// Section 4.2: a single stone with four liberties.
    a_stone_has_four_liberties_three_at_the_edge_two_in_the_corner,
    /// Section 4.2: two stones with six, three at the edge with five.
    a_chain_has_the_liberties_of_all_its_stones,
    /// Section 4.3: a stone of the other colour takes one liberty.
    an_enemy_stone_takes_a_liberty_away,
    /// Section 4.3: a stone with one liberty is still there.
    one_liberty_is_enough_to_stay,
    /// Section 4.3: the last liberty gone, the stone is captured and removed.
    a_stone_without_liberties_is_captured,
    /// Section 4.3, with the liberties of section 4.2 at the edge.
    at_the_edge_and_in_the_corner_fewer_stones_capture,
    /// Section 4.3: a chain goes as one.
    a_chain_is_captured_as_a_whole,
    /// Section 4.3: whatever loses its last liberty is captured.
    several_chains_are_captured_at_once,
    /// Section 4.2, note: diagonals are no liberties and no connections.
    friends_and_enemies_on_the_diagonal_do_not_matter,
    /// Section 4.4.1: self-capture is forbidden, of one stone and of a chain.
    suicide_is_refused,
    /// Section 4.4.1, note: a stone that captures is not suicide.
    a_play_that_captures_is_not_suicide,
    /// Section 4.4.2: wherever the ko is.
    a_ko_may_not_be_retaken_at_once,
    /// Section 4.4.2: once both have played elsewhere, it may.
    a_ko_may_be_retaken_after_a_move_elsewhere,
    /// Section 4.4.2: the position is not the same after a snapback.
    a_snapback_is_not_a_ko,
    /// Section 5: one may pass.
    a_pass_places_nothing_and_gives_the_turn_away,
    /// Section 5: a stone that cannot avoid capture goes with its chain.
    a_dead_chain_is_dead_as_a_whole,
    /// Handicap game: Black's stones first, then White's move.
    black_may_have_stones_and_white_then_moves_first,
    /// Handicap game: the stones help Black, nobody else, and are not passes.
    a_handicap_is_black_stones,
    /// The booklet is silent: a player may give up.
    a_player_may_resign,
    /// The booklet is silent: clocks count.
    a_player_without_time_loses,
}

/// Section 4.1, figure: a pair and a stone diagonal to it are two chains, and
/// either of two points makes them one chain of four.
#[test]
fn black_joins_a_diagonal_stone_on_either_side() {
    chain(
        RULES,
        "
        . a a . .
        a x x a .
        . a a X .
        ",
    );
    chain(
        RULES,
        "
        . a a a .
        a x x x a
        . a a x a
        ",
    );
    chain(
        RULES,
        "
        . a a . .
        a x x a .
        . a x x a
        ",
    );
}

/// Section 4.4.1, figure: White fills the eye of seven stones that have nothing else.
#[test]
fn white_captures_seven_stones_from_inside() {
    check(
        RULES,
        "
        . O O O .
        O X X X O
        O X a X O
        O X X O .
        . O O . .
        ",
        "W a, prisoners",
        "
        . O O O .
        O . . . O
        O . O . O
        O . . O .
        . O O . .
        W holds 7 captured
        ",
    );
}

/// Section 4.4.2 speaks of the stone just placed, so of the last move only:
/// a triple ko goes round.
#[test]
fn a_triple_ko_goes_round() {
    TRIPLE_KO.check(RULES, TRIPLE_KO_ROUND_AGAIN);
    TRIPLE_KO_AFTER_A_PASS.check(RULES, TRIPLE_KO_ROUND_AGAIN);
}

/// Section 4.4.2: the stone just placed is retaken, but what comes back is not
/// the board before it.
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

/// Section 4.4.2: after a dispute the ko stone is not the one just placed.
#[test]
fn a_ko_may_be_retaken_after_passes() {
    KO_AFTER_A_DISPUTE.check(
        RULES,
        "
        . X O .
        X . X O
        . X O .
        stopped
        ",
    );
}

/// Section 5: both pass successively, in either order; a pass costs nothing.
#[test]
fn two_passes_in_succession_stop_play() {
    let drawing = ". X .\n. . O";
    check(RULES, drawing, "B pass, W pass, prisoners", "stopped");
    check(RULES, drawing, "W pass, B pass, prisoners", "stopped");
    check(RULES, drawing, "B pass, W A1, B pass, W A2", "O X .\nO . O");
}

/// Section 5, after both passed: no move is made until someone wants to go on.
#[test]
fn play_that_stopped_is_not_played_on() {
    let drawing = ". X .\n. . O";
    check(
        RULES,
        drawing,
        "B pass, W pass, B A1",
        "stopped; B A1: stopped",
    );
    check(
        RULES,
        drawing,
        "B pass, W pass, B pass",
        "stopped; B pass: stopped",
    );
}

/// Section 5 has nothing on disagreement: play goes on in turn, and nothing is removed.
#[test]
fn players_who_disagree_play_on() {
    check(
        RULES,
        "
        . . . X O .
        . O . X O X
        . . . X O .
        ",
        "W pass, B pass, B resumes, W C2, B pass, W pass",
        "
        . . . X O .
        . O O X O X
        . . . X O .
        stopped
        stopped
        ",
    );
}

/// Section 5: passes before a dispute are not succeeded by those after it.
#[test]
fn one_pass_after_a_dispute_is_no_end() {
    let story = "B pass, W pass, W resumes, B pass, W C3, B pass, W pass";
    check(RULES, BLANK, story, "stopped; stopped");
}

/// The figure before section 5: nine points for Black; for White six and two
/// for the chain that Black cannot save.
#[test]
fn territory_and_a_chain_that_cannot_be_saved() {
    count(
        RULES,
        "
        b b b X O w w
        b b b X O x w
        b b b X O x w
        ",
        "B territory 9 = 9; W territory 6, dead 2 = 8; B+1",
    );
}

/// Section 5: a captured stone is worth a point to its captor.
#[test]
fn a_captured_stone_is_a_point() {
    check(
        RULES,
        ONE_TO_TAKE,
        "B a, W pass, B pass, none dead",
        "stopped; B territory 3, captured 1 = 4; W territory 3 = 3; B+1",
    );
}

/// Section 5: territory and stones, captured or beyond saving, make the score.
#[test]
fn the_highest_score_wins() {
    TAKEN_AND_DEAD.check_on(
        RULES,
        "prisoners",
        "stopped
        B territory 9, captured 1, dead 1 = 11
        W territory 6, captured 1, dead 2 = 9
        B+2
        B holds 1 captured, 1 dead
        W holds 1 captured, 2 dead",
    );
}

/// Section 5: points between the colours belong to nobody.
#[test]
fn dame_are_nobodys() {
    count(RULES, DAME, "B territory 3 = 3; W territory 3 = 3; Draw");
}

/// Section 5: each vacant point within a territory counts, in seki too.
#[test]
fn eyes_in_seki_count() {
    count(RULES, SEKI, "B territory 1 = 1; W territory 1 = 1; Draw");
}

/// The booklet is silent on komi: none, or what the players agree on.
#[test]
fn there_is_no_komi_unless_agreed() {
    assert_eq!(RULES.start.komi_by, KomiBy::Players);
    let agreed = Setup {
        komi: "0.5".parse().expect("a komi"),
        ..setup(RULES, BLANK)
    };
    check_from(
        agreed,
        "B pass, W pass, none dead",
        "stopped; B = 0; W komi 0.5 = 0.5; W+0.5",
    );
    check(
        RULES,
        BLANK,
        "B pass, W pass, none dead",
        "stopped; B = 0; W = 0; Draw",
    );
}

/// Handicap game, figure: three stones on the full board.
#[test]
fn three_handicap_stones_lie_on_the_stars() {
    let setup = Setup::new(Size::NINETEEN, RULES).with_handicap(3);
    let game = setup.expect("a handicap").start().expect("a sound set-up");
    let stones = game.board().stones(Color::Black);
    assert_eq!(stones.len(), 3);
    assert!(stones.is_subset(&Size::NINETEEN.star_points()));
    assert_eq!(game.turn(), Color::White);
}
