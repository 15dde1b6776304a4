//! Drawn boards, reviewed with the built-in network as people review their games: nothing false
//! is said of them, and what is plain is said.

use std::ops::ControlFlow;

use ponnuki_engine::{Hunt, Request, ThinkLimits, embedded, thinker};
use ponnuki_game::{
    Color, Diagram, Dice, Game, Komi, Move, PRESETS, Phase, PointSet, Rules, Setup, Size,
};
use ponnuki_review::{Grade, MainLine, Reason, Review};

/// The review of `moves` from a drawn board on, `first` to move; anything that is no point is a
/// pass.
fn reviewed(rules: Rules, first: Color, drawn: &str, moves: &str) -> Review {
    let diagram: Diagram = drawn.parse().expect("a board");
    let mut setup = Setup::new(diagram.size(), rules);
    setup.stones = diagram.stones();
    setup.first = Some(first);
    setup.komi = Komi::from_half_points(1);
    let mut game = setup.start().expect("a game");
    for name in moves.split_whitespace() {
        let mv = game.size().point(name).map_or(Move::Pass, Move::Play);
        game.play(mv)
            .unwrap_or_else(|why| panic!("{name}: {why:?}"));
    }
    review_of(&game, Review::VISITS)
}

fn review_of(game: &Game, visits: u64) -> Review {
    let mut review = Review::new(MainLine::of_game(game));
    let mut thinker = thinker(Some(&embedded()), 0, None);
    let request = Request::within(ThinkLimits::playouts(visits));
    let go_on = &mut |_: &Review, _| ControlFlow::Continue(());
    review.run(thinker.as_mut(), &request, go_on);
    review
}

fn grades(review: &Review) -> Vec<Grade> {
    let turns = 0..review.main_line().turns().len();
    turns
        .filter_map(|turn_idx| Some(review.judged(turn_idx)?.grade))
        .collect()
}

/// Nothing is said against any of the moves.
#[track_caller]
fn check_spotless(rules: Rules, first: Color, drawn: &str, moves: &str) {
    let review = reviewed(rules, first, drawn, moves);
    let told = grades(&review);
    assert!(!told.iter().any(|grade| grade.is_bad()), "{told:?}");
    assert!(review.moments(3).is_empty());
}

/// The first move is called bad.
#[track_caller]
fn check_told(rules: Rules, first: Color, drawn: &str, moves: &str) {
    let told = grades(&reviewed(rules, first, drawn, moves));
    assert!(told[0].is_bad(), "{told:?}");
}

/// Black has nearly all of the board.
const WON: &str = "
    . . . . . . . . .
    . X X X X X X X .
    . X . . . . . X .
    . X . X X X . X .
    . X . X . X . X .
    . X . X X X . X .
    . X . . . . . X .
    . X X X X X X O O
    . . . . . X O . .
";

#[test]
fn a_capture_in_a_won_game_loses_nothing() {
    check_spotless(Rules::JAPANESE, Color::Black, WON, "H1 J3 J4 pass pass");
}

/// Both sides are closed but for the neutral points in column E.
const CLOSED: &str = "
    . . X X . O O . .
    . X . X . O . O .
    . X X X X O O O .
    . X . X O O . O .
    . X X X O . O O .
    . X . X O O O . .
    . X X X X O . O .
    . . X X O O O O .
    . . X . . . O . .
";

#[test]
fn the_last_neutral_points_lose_nothing_however_they_count() {
    for rules in [Rules::JAPANESE, Rules::CHINESE] {
        check_spotless(rules, Color::Black, CLOSED, "E1 F1 D1 E9 E8 pass pass");
    }
}

/// Everything is somebody's, nine points more of White's.
const SETTLED: &str = "
    . . . X O . . . .
    . . X X O O . . .
    . . . X O . . . .
    . . X X O O . . .
    . . . X O . . . .
    . . X X O O . . .
    . . . X O . . . .
    . . X X O O . . .
    . . . X O . . . .
";

#[test]
fn the_passes_that_end_a_settled_game_lose_nothing_under_any_rulebook() {
    for preset in PRESETS {
        let diagram: Diagram = SETTLED.parse().unwrap();
        let mut setup = Setup::new(diagram.size(), preset.rules);
        setup.stones = diagram.stones();
        setup.first = Some(Color::White);
        let mut game = setup.start().unwrap();
        while game.phase() == Phase::Playing && game.n_moves() < 6 {
            game.play(Move::Pass).unwrap();
        }
        let review = review_of(&game, Review::VISITS);
        let told = grades(&review);
        assert!(
            !told.iter().any(|grade| grade.is_bad()),
            "{}: {told:?}",
            preset.name
        );
    }
}

/// Three of White's stones can be taken or saved at E5; E1 is a neutral point.
const OPEN: &str = "
    . . . X O . . . .
    . . X X O O . . .
    . . . X O . . . .
    . X X X O O . . .
    X O O O . O . . .
    . X X X O O . . .
    . . . X O . . . .
    . . X X O O . . .
    . . . X . O . . .
";

#[test]
fn who_passes_while_stones_can_be_taken_is_told_under_most_rulebooks_and_never_praised() {
    let mut n_told = 0;
    for preset in PRESETS {
        let told = grades(&reviewed(preset.rules, Color::Black, OPEN, "pass E5"));
        // Where territory is counted White is so far ahead that a few points may not matter.
        let is_fair = told[0].is_bad() || told[0] == Grade::Good;
        assert!(is_fair && !told[1].is_bad(), "{}: {told:?}", preset.name);
        n_told += usize::from(told[0].is_bad());
    }
    assert!(2 * n_told > PRESETS.len(), "{n_told}");
}

#[test]
fn who_takes_a_neutral_point_while_stones_can_be_taken_is_told_why() {
    for rules in [Rules::JAPANESE, Rules::CHINESE] {
        let review = reviewed(rules, Color::Black, OPEN, "E1 E5");
        let told = grades(&review);
        assert!(told[0].is_bad() && !told[1].is_bad(), "{told:?}");
        let reasons = review.reasons(0);
        let is_capture = |reason: &Reason| {
            matches!(reason, Reason::Captures { at, stones }
                if Size::NINE.point("E5") == Some(*at) && stones.points == points("B5 C5 D5"))
        };
        assert!(reasons.iter().any(is_capture), "{reasons:?}");
    }
}

#[test]
fn a_stone_in_own_territory_costs_a_point_only_where_territory_is_counted() {
    check_spotless(Rules::CHINESE, Color::Black, SETTLED, "A9 pass pass");
    let review = reviewed(Rules::JAPANESE, Color::Black, SETTLED, "A9 pass pass");
    let judged = review.judged(0).unwrap();
    let is_small = matches!(judged.grade, Grade::Good | Grade::Doubtful);
    assert!(is_small && judged.loss.points < 2.5, "{judged:?}");
    let is_fill = |reason: &Reason| matches!(reason, Reason::FillsTerritory { .. });
    let reasons = review.reasons(0);
    assert!(reasons.iter().all(is_fill), "{reasons:?}");
}

/// Black's two stones are in atari, and get out at D6 only if a stone stands in the way of the
/// ladder.
const LADDER: &str = "
    . . . . . . . . .
    . . O . . . . . .
    . O X O . . . . .
    . O X . . . . . .
    . . O . . . . . .
    X . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
";

#[test]
fn who_runs_in_a_ladder_that_does_not_work_is_not_blamed() {
    let broken = LADDER.replace("X . . . . . . . .", "X . . . . . X . .");
    check_spotless(Rules::CHINESE, Color::Black, &broken, "D6 E6 D5");
}

#[test]
fn who_runs_in_a_ladder_that_works_is_told_why() {
    let review = reviewed(Rules::CHINESE, Color::Black, LADDER, "D6 E6 D5 D4");
    let told = grades(&review);
    assert!(told[0].is_bad() && told[2].is_bad(), "{told:?}");
    assert!(!told[1].is_bad() && !told[3].is_bad(), "{told:?}");
    for (turn_idx, lost) in [(0, "C7 C6 D6"), (2, "C7 C6 D6 D5")] {
        let reasons = review.reasons(turn_idx);
        let is_ladder = |reason: &Reason| {
            matches!(reason, Reason::Caught { stones, hunt: Hunt::Ladder, .. }
                if stones.points == points(lost) && stones.owner == Color::Black)
        };
        assert!(reasons.iter().any(is_ladder), "{reasons:?}");
    }
}

/// Nobody can play in the corner without losing it: whoever does is taken.
const SEKI: &str = "
    . X O . X O . . .
    X X O . X O . . .
    O O O X X O . . .
    X X X X X O . . .
    O O O O O O . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
";

#[test]
fn who_dies_in_a_seki_is_told() {
    check_told(Rules::CHINESE, Color::Black, SEKI, "D8 D9 pass pass");
}

#[test]
fn who_leaves_a_seki_alone_is_not_blamed() {
    for rules in [Rules::JAPANESE, Rules::CHINESE] {
        for first in Color::BOTH {
            check_spotless(rules, first, SEKI, "pass pass");
        }
    }
}

/// The points of these names on a 9×9 board.
fn points(names: &str) -> PointSet {
    let points = names.split_whitespace();
    points.map(|name| Size::NINE.point(name).unwrap()).collect()
}

/// Six of White's stones can be cut off at C1: a stone there is taken at B1, and takes them back.
const SNAPBACK: &str = "
    . . . . X O . . .
    . . . . X O . . .
    . . . X X O O . .
    . . . X O O . . .
    X X X X O . . . .
    X O O X O . O . .
    X O O X O . . . .
    X O O X O O . . .
    X . . O O . . . .
";

#[test]
fn who_plays_a_snapback_is_not_blamed_for_the_stone() {
    for rules in [Rules::JAPANESE, Rules::CHINESE] {
        check_spotless(rules, Color::Black, SNAPBACK, "C1 B1 C1 pass pass");
    }
}

#[test]
fn who_leaves_stones_to_a_snapback_is_told_why() {
    let review = reviewed(Rules::JAPANESE, Color::White, SNAPBACK, "G8 C1 B1 C1");
    let told = grades(&review);
    assert_eq!(told[0], Grade::Blunder, "{told:?}");
    assert!(!told[1..].iter().any(|grade| grade.is_bad()), "{told:?}");
    let lost = points("B4 C4 B3 C3 B2 C2");
    let reasons = review.reasons(0);
    let by = Size::NINE.point("C1").unwrap();
    let is_catch = |reason: &Reason| {
        matches!(reason, Reason::Caught { stones, by: at, .. }
            if stones.points == lost && stones.owner == Color::White && *at == by)
    };
    assert!(reasons.iter().any(is_catch), "{reasons:?}");
}

#[test]
fn who_takes_the_stone_of_a_snapback_and_could_have_got_out_is_told_why() {
    // D5 takes three stones, and the six are out of atari.
    let way_out = "
        . . . . X O . . .
        . . . . X O . . .
        . . . X X O O . .
        . . X X O O . . .
        X X X . O . . . .
        X O O X O . O . .
        X O O X O . . . .
        X O O X O O . . .
        X . X O O . . . .
    ";
    let review = reviewed(Rules::JAPANESE, Color::White, way_out, "B1 C1");
    let told = grades(&review);
    assert!(told[0].is_bad() && !told[1].is_bad(), "{told:?}");
    let reasons = review.reasons(0);
    let [at, by] = ["D5", "C1"].map(|name| Size::NINE.point(name).unwrap());
    // The stone just played is not one that could have got out.
    let lost = points("B4 C4 B3 C3 B2 C2");
    let is_left = |reason: &Reason| {
        matches!(reason, Reason::LeftInAtari { at: out, stones, taken_at }
            if *out == at && *taken_at == by && stones.points == lost)
    };
    assert!(reasons.iter().any(is_left), "{reasons:?}");
}

/// The ko at E5 decides about White's stones in column E; White has a threat at G3.
const KO: &str = "
    . . . X O . . . .
    . . . X O . . . .
    . . X X O . O . .
    . . . X O O . O .
    . . X O . O O O O
    . . . X O X X X X
    . . . X O . . O O
    . . . X O X X . .
    . . . . O X . X .
";

#[test]
fn a_ko_threat_that_is_answered_loses_nothing() {
    for rules in [Rules::JAPANESE, Rules::CHINESE] {
        check_spotless(rules, Color::Black, KO, "E5 G3 F3 D5 D1 E5");
    }
}

#[test]
fn a_ko_threat_that_threatens_nothing_is_told() {
    let review = reviewed(Rules::JAPANESE, Color::Black, KO, "E5 B8 D5 pass");
    let told = grades(&review);
    assert!(told[1].is_bad(), "{told:?}");
    assert!(!told[0].is_bad() && !told[2].is_bad(), "{told:?}");
    // What the threat did not save, and that the better one is a threat indeed.
    let reasons = review.reasons(1);
    let lost = points("E4 E3 E2 E1");
    let threatened = points("F4 G4 H4 J4");
    let is_told = |reason: &Reason| match reason {
        Reason::LikelyLost { stones } => stones.points == lost,
        Reason::Sente { stones, .. } => stones.points == threatened,
        Reason::Area { .. } => true,
        _ => false,
    };
    assert!(reasons.iter().all(is_told), "{reasons:?}");
    assert!(!reasons.is_empty());
}

#[test]
fn who_ignores_a_ko_threat_that_is_larger_than_the_ko_is_told() {
    let review = reviewed(Rules::JAPANESE, Color::Black, KO, "E5 G3 D5 F3");
    let told = grades(&review);
    assert!(told[2].is_bad(), "{told:?}");
    assert!(!told[1].is_bad() && !told[3].is_bad(), "{told:?}");
}

#[test]
fn a_threat_where_there_is_no_ko_loses_nothing_if_it_is_answered() {
    let no_ko = KO
        .replace(". . X O . O O O O", ". . X X O O O O O")
        .replace(". . . . O X . X .", ". . . X O X . X .");
    for rules in [Rules::JAPANESE, Rules::CHINESE] {
        check_spotless(rules, Color::White, &no_ko, "G3 F3 pass pass");
    }
}

/// White's D1 has to be answered; G9 takes a stone, and has not.
const ENDGAME: &str = "
    . . . X O X . . .
    . . . X O O X . .
    . . X X O . O O .
    . . X X O O . . .
    . . . X O . . . .
    . . X X O O . . .
    . . . X O . . . .
    . . . X O O . . .
    . . . . . O . . .
";

#[test]
fn who_plays_sente_before_gote_is_not_blamed() {
    for rules in [Rules::JAPANESE, Rules::CHINESE] {
        let moves = "D1 C1 E1 C2 G9 pass pass";
        check_spotless(rules, Color::White, ENDGAME, moves);
    }
}

#[test]
fn who_plays_gote_and_leaves_sente_is_told_what_was_better() {
    let review = reviewed(Rules::JAPANESE, Color::White, ENDGAME, "G9 D1 E1 C2");
    let judged = review.judged(0).unwrap();
    assert!(judged.grade.is_bad(), "{judged:?}");
    let sente = Size::NINE.point("D1").map(Move::Play);
    assert_eq!(Some(judged.best.mv), sente);
    let lost = judged.loss.points;
    assert!((1.0..=5.0).contains(&lost), "about three points: {lost}");
}

/// Two dead stones of White's in a corner of Black's.
const DEAD: &str = "
    . . X . X O . . .
    . O X . X O . . .
    . O X X X O . . .
    . X . X O O . . .
    . . . X O . . . .
    . . X X O O . . .
    . . . X O . . . .
    . . X X O O . . .
    . . . X O . . . .
";

#[test]
fn what_is_done_about_dead_stones_costs_nothing_where_the_area_is_counted() {
    for moves in [
        "B9 A8 A9 pass pass",
        "A9 A8 pass pass",
        "A7 A8 pass pass",
        "A8 B9 pass pass",
        "C6 pass pass",
    ] {
        check_spotless(Rules::CHINESE, Color::White, DEAD, moves);
    }
    let captured = "B9 pass A8 pass A7 pass pass";
    check_spotless(Rules::CHINESE, Color::Black, DEAD, captured);
}

#[test]
fn a_stone_more_among_dead_ones_costs_a_prisoner_at_most_where_territory_is_counted() {
    for moves in ["B9 A8 A9 pass pass", "A8 B9 pass pass", "C6 pass pass"] {
        let review = reviewed(Rules::JAPANESE, Color::White, DEAD, moves);
        let judged = review.judged(0).unwrap();
        // It is a point if no answer was needed, and nothing if one was.
        let is_small = matches!(judged.grade, Grade::Good | Grade::Doubtful);
        assert!(is_small && judged.loss.points < 2.0, "{moves}: {judged:?}");
        assert!(!judged.grade.is_bad() || judged.best.mv == Move::Pass);
        // The stones were dead before, and nothing else has become of them.
        let is_about_dead = |reason: &Reason| match reason {
            Reason::LikelyLost { stones } | Reason::Dies { stones, .. } => {
                !stones.points.is_disjoint(&points("B8 B7"))
            }
            Reason::Area { .. } => true,
            _ => false,
        };
        let reasons = review.reasons(0);
        assert!(!reasons.iter().any(is_about_dead), "{moves}: {reasons:?}");
    }
}

#[test]
fn who_takes_dead_stones_off_in_own_territory_hears_nothing_but_that() {
    let captured = "B9 pass A8 pass A7 pass pass";
    let review = reviewed(Rules::JAPANESE, Color::Black, DEAD, captured);
    for turn_idx in [0, 2, 4] {
        let judged = review.judged(turn_idx).unwrap();
        let is_small = matches!(judged.grade, Grade::Good | Grade::Doubtful);
        assert!(is_small && judged.loss.points < 3.0, "{judged:?}");
        let is_fill = |reason: &Reason| matches!(reason, Reason::FillsTerritory { .. });
        let reasons = review.reasons(turn_idx);
        assert!(reasons.iter().all(is_fill), "{reasons:?}");
    }
}

#[test]
fn what_a_count_says_of_an_open_border_is_charged_to_no_earlier_move() {
    // Nobody has closed the lowest row when both pass.
    let open = "
        . . . X O X . . .
        . . . X O O X . .
        . . X X O . O O .
        . . X X O O . . .
        . . . X O . . . .
        . X X O O O . . .
        X . X O . O . . .
        . . . O O . . . .
        . . . . . . . . .
    ";
    let review = reviewed(Rules::JAPANESE, Color::White, open, "G9 C2 pass pass");
    for turn_idx in 0..2 {
        let judged = review.judged(turn_idx).unwrap();
        assert!(judged.loss.points < 12.0, "{judged:?}");
    }
}

/// A game of chance on a board of `size`, of so many moves at most.
fn random_game(size: Size, n_moves: usize, dice: &mut Dice) -> Game {
    let mut game = Game::new(size, Rules::CHINESE).unwrap();
    while game.phase() == Phase::Playing && game.n_moves() < n_moves {
        let legal: Vec<_> = game.legal().iter().collect();
        let mv = match legal.get(dice.below(legal.len() + 1)) {
            Some(&point) => Move::Play(point),
            None => Move::Pass,
        };
        game.play(mv).unwrap();
    }
    game
}

#[test]
fn every_loss_is_the_difference_of_the_two_leads_that_the_graph_shows() {
    let mut dice = Dice::new(20);
    let mut n_told = 0;
    for _ in 0..100 {
        let size = Size::new(5 + dice.below(3) as u8, 5).unwrap();
        let game = random_game(size, 16, &mut dice);
        let review = review_of(&game, 8);
        for (turn_idx, turn) in review.main_line().turns().iter().enumerate() {
            let Some(judged) = review.judged(turn_idx) else {
                continue;
            };
            let before = review.prospect(turn.before, turn.by).unwrap();
            let after = review.prospect(turn.after, turn.by).unwrap();
            assert_eq!((judged.before, judged.after), (before, after));
            if !judged.grade.is_bad() {
                assert_eq!((judged.loss.points, judged.loss.win_rate), (0.0, 0.0));
                continue;
            }
            n_told += 1;
            assert!((before.lead - after.lead - judged.loss.points).abs() < 1e-3);
            assert!((before.win_rate - after.win_rate - judged.loss.win_rate).abs() < 1e-4);
            let looks = [turn.before, turn.after].map(|at| review.assessment(at).unwrap().looks);
            assert_eq!(
                looks,
                [2, 2],
                "nothing is told that was not looked at twice"
            );
        }
    }
    assert!(n_told > 100, "{n_told}");
}
