//! What several rulebooks say in the same way, told once for all of them.
//!
//! Each law is checked under the rules given; a rulebook's file names the laws
//! that its text states.

use ponnuki_game::{
    Color, HandicapForm, Illegal, Move, Odds, Phase, PointSet, PrisonerCount, Rules, Scoring,
    Setup, SetupFault,
};

use super::{
    BLANK, LOST_STONE, SUICIDE_OF_ONE, SUICIDE_OF_TWO, at_random, chain, check, check_from,
    handicap, margin_under, setup,
};

/// The laws that hold under whatever rules.
pub(crate) const UNIVERSAL: &[fn(Rules)] = &[
    points_touch_along_lines_never_diagonally,
    stones_that_touch_are_one_chain,
    a_stone_has_four_liberties_three_at_the_edge_two_in_the_corner,
    a_chain_has_the_liberties_of_all_its_stones,
    an_enemy_stone_takes_a_liberty_away,
    any_vacant_point_may_be_played_edges_and_corners_too,
    an_occupied_point_is_refused,
    a_stone_stays_where_it_is_placed,
    a_pass_places_nothing_and_gives_the_turn_away,
    one_liberty_is_enough_to_stay,
    a_stone_without_liberties_is_captured,
    at_the_edge_and_in_the_corner_fewer_stones_capture,
    a_chain_is_captured_as_a_whole,
    several_chains_are_captured_at_once,
    friends_and_enemies_on_the_diagonal_do_not_matter,
    a_play_that_captures_is_not_suicide,
    a_snapback_is_not_a_ko,
    a_ko_may_not_be_retaken_at_once,
    a_ko_may_be_retaken_after_a_move_elsewhere,
    a_player_may_resign,
    a_player_without_time_loses,
];

pub(crate) fn black_moves_first_and_turns_alternate(rules: Rules) {
    check(rules, BLANK, "W A1", "W A1: Black's turn");
    check(rules, BLANK, "B A1, B B2", "B B2: White's turn");
    check(rules, BLANK, "B A1, W B2, W C3", "W C3: Black's turn");
}

pub(crate) fn points_touch_along_lines_never_diagonally(rules: Rules) {
    chain(
        rules,
        "
        . . . . .
        . O a O .
        . a x a .
        . O a O .
        . . . . .
        ",
    );
}

pub(crate) fn stones_that_touch_are_one_chain(rules: Rules) {
    chain(
        rules,
        "
        . a a . .
        a x x a .
        a x a X .
        . a . . .
        ",
    );
}

pub(crate) fn a_stone_has_four_liberties_three_at_the_edge_two_in_the_corner(rules: Rules) {
    chain(
        rules,
        "
        . a .
        a x a
        . a .
        ",
    );
    chain(
        rules,
        "
        . a .
        a o a
        ",
    );
    chain(
        rules,
        "
        a .
        x a
        ",
    );
}

pub(crate) fn a_chain_has_the_liberties_of_all_its_stones(rules: Rules) {
    chain(
        rules,
        "
        . a a .
        a x x a
        . a a .
        ",
    );
    chain(
        rules,
        "
        . a a a .
        a o o o a
        ",
    );
    chain(
        rules,
        "
        . a a .
        a x x a
        a x a .
        ",
    );
}

pub(crate) fn an_enemy_stone_takes_a_liberty_away(rules: Rules) {
    chain(
        rules,
        "
        . a .
        a o X
        . a .
        ",
    );
    chain(
        rules,
        "
        . a .
        a x O
        ",
    );
}

pub(crate) fn any_vacant_point_may_be_played_edges_and_corners_too(rules: Rules) {
    let game = setup(rules, BLANK).start().expect("a sound set-up");
    assert_eq!(game.legal(), PointSet::full(game.size()));
    check(
        rules,
        "
        . . . . .
        . . X . .
        . . . . .
        ",
        "W A1, B E3, W C1",
        "
        . . . . X
        . . X . .
        O . O . .
        ",
    );
}

pub(crate) fn an_occupied_point_is_refused(rules: Rules) {
    let drawing = ". X .\n. . O";
    check(rules, drawing, "B C1", "B C1: occupied by White");
    check(rules, drawing, "B B2", "B B2: occupied by Black");
    check(rules, drawing, "W B2", "W B2: occupied by Black");
}

pub(crate) fn a_stone_stays_where_it_is_placed(rules: Rules) {
    check(
        rules,
        "
        X . .
        . . .
        . . O
        ",
        "B B2, W C3, B pass, W A1, B B1",
        "
        X . O
        . X .
        O X O
        ",
    );
}

pub(crate) fn a_pass_places_nothing_and_gives_the_turn_away(rules: Rules) {
    check(
        rules,
        ". X .\n. . O",
        "B pass, W A1, B pass, W A2, W pass",
        "O X .\nO . O\nW pass: Black's turn",
    );
}

pub(crate) fn one_liberty_is_enough_to_stay(rules: Rules) {
    check(
        rules,
        "
        . X .
        X O .
        . . .
        ",
        "B B1, prisoners",
        "
        . X .
        X O .
        . X .
        ",
    );
}

pub(crate) fn a_stone_without_liberties_is_captured(rules: Rules) {
    check(
        rules,
        "
        . X .
        X O a
        . X .
        ",
        "B a, prisoners",
        "
        . X .
        X . X
        . X .
        B holds 1 captured
        ",
    );
}

pub(crate) fn at_the_edge_and_in_the_corner_fewer_stones_capture(rules: Rules) {
    check(
        rules,
        "
        . O .
        O X a
        ",
        "W a, prisoners",
        "
        . O .
        O . O
        W holds 1 captured
        ",
    );
    check(
        rules,
        "X .\nO a",
        "B a, prisoners",
        "X .\n. X\nB holds 1 captured",
    );
}

pub(crate) fn a_chain_is_captured_as_a_whole(rules: Rules) {
    check(
        rules,
        "
        . X X X .
        X O O O a
        . X X O X
        . . . X .
        ",
        "B a, prisoners",
        "
        . X X X .
        X . . . X
        . X X . X
        . . . X .
        B holds 4 captured
        ",
    );
}

pub(crate) fn several_chains_are_captured_at_once(rules: Rules) {
    check(
        rules,
        "
        . X . X .
        X O a O X
        . X O X .
        ",
        "B a, prisoners",
        "
        . X . X .
        X . X . X
        . X . X .
        B holds 3 captured
        ",
    );
}

pub(crate) fn friends_and_enemies_on_the_diagonal_do_not_matter(rules: Rules) {
    check(
        rules,
        "
        . O O . .
        O X X a .
        . O O X .
        . . . X .
        ",
        "W a, prisoners",
        "
        . O O . .
        O . . O .
        . O O X .
        . . . X .
        W holds 2 captured
        ",
    );
}

pub(crate) fn a_play_that_captures_is_not_suicide(rules: Rules) {
    check(
        rules,
        "
        O O O O .
        X X X X O
        X O a X O
        ",
        "W a, prisoners",
        "
        O O O O .
        . . . . O
        . O O . O
        W holds 6 captured
        ",
    );
    check(
        rules,
        "
        . O X .
        O a O X
        . O X .
        ",
        "B a, prisoners",
        "
        . O X .
        O X . X
        . O X .
        B holds 1 captured
        ",
    );
}

pub(crate) fn suicide_is_refused(rules: Rules) {
    for drawing in [SUICIDE_OF_ONE, SUICIDE_OF_TWO, "X .\na X"] {
        check(rules, drawing, "W a", "W a: suicide");
    }
}

pub(crate) fn a_snapback_is_not_a_ko(rules: Rules) {
    check(
        rules,
        "
        X X X X .
        O O O X .
        . . O X .
        ",
        "B B1, W A1, B B1, prisoners",
        "
        X X X X .
        . . . X .
        . X . X .
        B holds 5 captured
        W holds 1 captured
        ",
    );
}

pub(crate) fn a_ko_may_not_be_retaken_at_once(rules: Rules) {
    let in_the_middle = "
        . X O .
        X . . O
        . X O .
    ";
    let at_the_edge = "
        . X O .
        X . . O
    ";
    let in_the_corner = "
        . . . .
        O X . .
        . . X .
    ";
    let story = "B C2, W B2, B C2";
    check(rules, in_the_middle, story, "B C2: repeats move 1");
    let story = "B C1, W B1, B C1";
    check(rules, at_the_edge, story, "B C1: repeats move 1");
    let story = "W B1, B A1, W B1";
    check(rules, in_the_corner, story, "W B1: repeats move 1");
}

pub(crate) fn a_ko_may_be_retaken_after_a_move_elsewhere(rules: Rules) {
    check(
        rules,
        "
        . X O .
        X . . O
        . X O .
        ",
        "B C2, W B2, B A1, W D1, B C2, W B2",
        "
        . X O .
        X . X O
        X X O O
        W B2: repeats move 4
        ",
    );
}

pub(crate) fn a_player_may_resign(rules: Rules) {
    let drawing = ". X .\n. . O";
    check(rules, drawing, "B resigns, W A1", "W+R; W A1: over");
    check(rules, drawing, "B A1, B resigns", "W+R");
    check(
        rules,
        drawing,
        "B A1, W resigns, B resigns",
        "B+R; B resigns: over",
    );
}

pub(crate) fn a_player_without_time_loses(rules: Rules) {
    let drawing = ". X .\n. . O";
    check(rules, drawing, "B A1, W flags, W A2", "B+T; W A2: over");
    check(rules, drawing, "B flags", "W+T");
}

pub(crate) fn white_passes_last_even_if_that_takes_a_third_pass(rules: Rules) {
    let drawing = ". X .\n. . O";
    check(
        rules,
        drawing,
        "B pass, W pass, B A1",
        "stopped; B A1: stopped",
    );
    check(rules, drawing, "W pass, B pass, W A1, B A2", "X X .\nO . O");
    check(
        rules,
        drawing,
        "W pass, B pass, W pass, B A1",
        "stopped; B A1: stopped",
    );
    check(rules, drawing, "B pass, W A1, B pass, W pass", "stopped");
}

pub(crate) fn each_pass_hands_over_a_stone_the_last_one_too(rules: Rules) {
    check(
        rules,
        ". X .\n. . O",
        "W pass, B pass, W pass, prisoners",
        "stopped; B holds 2 passed; W holds 1 passed",
    );
}

pub(crate) fn after_a_dispute_nothing_is_removed_and_black_moves(rules: Rules) {
    check(
        rules,
        "
        . . . X O .
        . O . X O X
        . . . X O .
        ",
        "B pass, W pass, W resumes, B B1, W pass, B pass, W A1",
        "
        . . . X O .
        . O . X O X
        O X . X O .
        stopped
        ",
    );
    check(
        rules,
        BLANK,
        "B pass, W pass, B resumes, W A1",
        "stopped; W A1: Black's turn",
    );
}

pub(crate) fn play_may_be_resumed_any_number_of_times(rules: Rules) {
    check(
        rules,
        BLANK,
        "B pass, W pass, B resumes, B pass, W pass, W resumes, B A1, W resumes",
        "stopped; stopped; W resumes: not stopped",
    );
}

pub(crate) fn a_dead_chain_is_dead_as_a_whole(rules: Rules) {
    let drawing = "
        . . . X O . .
        . o . X O X X
        . . . X O . .
    ";
    let mut game = setup(rules, drawing).start().expect("a sound set-up");
    let [half, point] = ["F2", "A1"].map(|name| game.size().point(name));
    let half: PointSet = half.into_iter().collect();
    let point = point.expect("a point");
    assert_eq!(game.agree(half), Err(Illegal::NotStopped));
    game.play(Move::Pass).expect("a pass");
    game.play(Move::Pass).expect("a pass");
    assert!(matches!(game.agree(half), Err(Illegal::PartOfChain { .. })));
    let nothing = [point].into_iter().collect();
    assert_eq!(game.agree(nothing), Err(Illegal::NoStone { point }));
    assert_eq!(game.phase(), Phase::Stopped);
}

pub(crate) fn black_may_have_stones_and_white_then_moves_first(rules: Rules) {
    let drawing = "
        . . a . .
        . . . . .
        a . . . a
    ";
    check_from(
        handicap(rules, Color::Black, drawing),
        "W C2, B B2, B D2",
        "
        . . X . .
        . X O . .
        X . . . X
        B D2: White's turn
        ",
    );
}

pub(crate) fn a_handicap_is_black_stones(rules: Rules) {
    let form = HandicapForm::BlackAnywhere;
    let to_white = handicap(rules, Color::White, "a . . . a");
    assert_eq!(to_white.faults(), [SetupFault::OddsNotInRulebook { form }]);
    let passes = Setup {
        odds: Odds::Passes(3),
        ..setup(rules, BLANK)
    };
    assert_eq!(passes.faults(), [SetupFault::OddsNotInRulebook { form }]);
}

pub(crate) fn white_passes_last_in_a_handicap_game_too(rules: Rules) {
    let check = |story: &str, expected: &str| {
        let drawing = "a . . .\n. . . .\n. . . a";
        check_from(handicap(rules, Color::Black, drawing), story, expected);
    };
    check("W pass, B pass, W A1", "X . . .\n. . . .\nO . . X");
    check("W pass, B pass, W pass", "stopped");
    check("W A1, B pass, W pass", "stopped");
}

pub(crate) fn no_stone_can_be_called_dead(rules: Rules) {
    let game = setup(rules, LOST_STONE).start().expect("a sound set-up");
    let lost = game.size().point("B2").into_iter().collect();
    assert_eq!(game.score(lost), Err(Illegal::NothingIsDead));
}

/// On random games a prisoner is a point to one or a point off the other: the
/// margin is the same.
pub(crate) fn prisoners_may_be_counted_for_one_or_against_the_other(rules: Rules) {
    let other = |prisoners| match prisoners {
        PrisonerCount::ForHolder => PrisonerCount::AgainstOwner,
        PrisonerCount::AgainstOwner => PrisonerCount::ForHolder,
    };
    let mut otherwise = rules;
    otherwise.counting.scoring = match rules.counting.scoring {
        Scoring::Territory { prisoners } => Scoring::Territory {
            prisoners: other(prisoners),
        },
        Scoring::Area | Scoring::AreaUnreached => panic!("prisoners do not count"),
    };
    for seed in 0..40 {
        let game = at_random(setup(rules, BLANK), seed);
        let [margin, other] =
            [rules, otherwise].map(|rules| margin_under(rules, &game, PointSet::EMPTY));
        assert_eq!(margin, other, "seed {seed}");
    }
}
