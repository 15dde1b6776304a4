//! What networks are shown beyond what the golden positions have, and how
//! their outputs are read.

#[path = "synthetic/make.rs"]
#[allow(dead_code, reason = "this test needs only a part of it")]
mod make;

use make::{Kind, model, smallest};
use ponnuki_game::{Color, Diagram, Game, Komi, Move, Odds, Rules, Setup, Size};
use ponnuki_net::{Evaluation, Input, LastPass, Model, Raw, Reading, View};

/// A drawn position with `first` to move.
fn drawn(rules: Rules, first: Color, board: &str) -> (Game, Diagram) {
    let diagram: Diagram = board.parse().unwrap();
    let mut setup = Setup::new(diagram.size(), rules);
    setup.stones = diagram.stones();
    setup.first = Some(first);
    (setup.start().unwrap(), diagram)
}

/// The points where `plane` is 1, drawn.
fn plane(input: &Input, plane: usize) -> String {
    let shown: Vec<usize> = input.plane(plane).collect();
    let width = input.size.width() as usize;
    let rows = (0..input.planes.len()).collect::<Vec<_>>();
    let rows = rows.chunks(width).map(|row| {
        let points = row
            .iter()
            .map(|i| if shown.contains(i) { "#" } else { "." });
        points.collect::<Vec<_>>().join(" ")
    });
    rows.collect::<Vec<_>>().join("\n")
}

fn check_plane(game: &Game, number: usize, expected: &str) {
    let lines = expected
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let expected = lines.collect::<Vec<_>>().join("\n");
    let found = plane(&Input::of(game, &View::default()), number);
    assert_eq!(found, expected, "plane {number} of\n{}", game.board());
}

#[test]
fn a_ladder_is_seen() {
    let board = "
        . . . . . .
        . . . . . .
        . . X X . .
        . X O . . .
        . . X . . .
        . . . . . .
    ";
    let caught = "
        . . . . . .
        . . . . . .
        . . . . . .
        . . # . . .
        . . . . . .
        . . . . . .
    ";
    let none = caught.replace('#', ".");
    for color in Color::BOTH {
        let (game, _) = drawn(Rules::CHINESE, color, board);
        check_plane(&game, 14, caught);
        check_plane(&game, 17, &none);
    }
    let breaker = board.replacen(". . X . . .", ". . X . O .", 1);
    let (game, _) = drawn(Rules::CHINESE, Color::Black, &breaker);
    check_plane(&game, 14, &none);
}

#[test]
fn where_a_ladder_begins_is_shown_to_the_attacker() {
    let board = "
        . . . . . .
        . . . . . .
        . . X X . .
        . X O . . .
        . . . . . .
        . . . . . .
    ";
    let begins = "
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . # . . .
        . . . . . .
    ";
    let (game, _) = drawn(Rules::CHINESE, Color::Black, board);
    check_plane(&game, 17, begins);
    let (game, _) = drawn(Rules::CHINESE, Color::White, board);
    check_plane(&game, 17, &begins.replace('#', "."));
}

#[test]
fn a_ko_is_shown_to_the_player_who_may_not_take_it_back() {
    let (mut game, diagram) = drawn(
        Rules::JAPANESE,
        Color::White,
        "
        . X O .
        X a X O
        . X O .
        ",
    );
    game.play(Move::Play(diagram.marked('a').unwrap())).unwrap();
    check_plane(
        &game,
        6,
        "
        . . . .
        . . # .
        . . . .
        ",
    );
}

#[test]
fn a_stone_that_is_alone_in_suicide_is_no_ko() {
    let (game, _) = drawn(
        Rules::TROMP_TAYLOR,
        Color::White,
        "
        . X .
        X X X
        ",
    );
    check_plane(
        &game,
        6,
        "
        . . .
        . . .
        ",
    );
}

#[test]
fn what_lives_in_seki_counts_where_the_rules_say_so() {
    // Two chains that share two liberties, each with an eye of its own.
    let board = "
        . X . O .
        X X . O O
        O O O X X
        . O X X .
        ";
    let mut taxed = Rules::CHINESE;
    taxed.counting.seki = ponnuki_game::SekiPoints::DoNotCount;
    let count = |rules| {
        let (game, _) = drawn(rules, Color::Black, board);
        let input = Input::of(&game, &View::default());
        [18, 19].map(|plane| input.plane(plane).count())
    };
    assert_eq!(count(Rules::CHINESE), [9, 9]);
    assert_eq!(count(taxed), [7, 7]);
    assert_eq!(count(Rules::JAPANESE), [0, 0]);
}

/// Komi as the player to move sees it.
fn komi(game: &Game) -> f32 {
    Input::of(game, &View::default()).globals[5] * 20.0
}

#[test]
fn komi_has_all_that_white_gets() {
    let mut setup = Setup::new(Size::NINE, Rules::CHINESE);
    setup.komi = Komi::from_half_points(1);
    setup.odds = Odds::on_stars(Size::NINE, 3).unwrap();
    assert_eq!(komi(&setup.start().unwrap()), 0.5 + 3.0);

    // Territory scoring: a point for each stone that Black spent more.
    let mut setup = Setup::new(Size::NINE, Rules::JAPANESE);
    setup.komi = Komi::from_half_points(13);
    let mut game = setup.start().unwrap();
    assert_eq!(komi(&game), -6.5);
    game.play(Move::Play(Size::NINE.at(2, 2).unwrap())).unwrap();
    assert_eq!(komi(&game), 7.5);
    game.play(Move::Pass).unwrap();
    assert_eq!(komi(&game), -7.5);

    // Where a pass hands over a stone it costs as much as a play.
    let mut game = Game::new(Size::NINE, Rules::OLDEST).unwrap();
    let before = komi(&game);
    game.play(Move::Pass).unwrap();
    assert_eq!(komi(&game), 1.0 - before);
}

/// Whether the network sees that a pass would end the game, and how many passes.
fn last_pass(game: &Game, view: &View) -> (bool, usize) {
    let globals = Input::of(game, view).globals;
    let n_passes = globals[..5].iter().filter(|&&global| global == 1.0).count();
    (globals[14] == 1.0, n_passes)
}

#[test]
fn a_last_pass_is_shown_only_where_it_is_one() {
    let after_pass = |rules: Rules| {
        let mut game = Game::new(Size::NINE, rules).unwrap();
        game.play(Move::Pass).unwrap();
        game
    };
    let view = View::default();
    assert_eq!(
        last_pass(&after_pass(Rules::TROMP_TAYLOR), &view),
        (true, 1)
    );
    assert_eq!(last_pass(&after_pass(Rules::JAPANESE), &view), (true, 1));
    // Dead stones are agreed upon: the pass is an offer.
    assert_eq!(last_pass(&after_pass(Rules::CHINESE), &view), (false, 0));
    // The first pass took the button.
    assert_eq!(last_pass(&after_pass(Rules::AGA_BUTTON), &view), (false, 1));
    // White passes last, so after White's pass Black's does not end it.
    let mut game = after_pass(Rules::OLDEST);
    assert_eq!(last_pass(&game, &view), (true, 1));
    game.play(Move::Play(Size::NINE.at(0, 0).unwrap())).unwrap();
    game.play(Move::Pass).unwrap();
    game.play(Move::Pass).unwrap();
    assert_eq!(last_pass(&game, &view).0, game.turn() == Color::White);
}

#[test]
fn a_losing_last_pass_can_be_hidden() {
    let after_pass = |komi: Komi| {
        let mut setup = Setup::new(Size::NINE, Rules::TROMP_TAYLOR);
        setup.komi = komi;
        let mut game = setup.start().unwrap();
        game.play(Move::Pass).unwrap();
        game
    };
    let seen = |game: &Game, hidden: LastPass| {
        let view = View {
            last_pass: hidden,
            ..View::default()
        };
        last_pass(game, &view)
    };
    // Black passed on an empty board, and White is ahead by the komi or not.
    let winning = after_pass(Komi::from_half_points(15));
    let drawing = after_pass(Komi::ZERO);
    assert_eq!(seen(&winning, LastPass::ShownToWinners), (true, 1));
    assert_eq!(seen(&drawing, LastPass::ShownToWinners), (false, 0));
    assert_eq!(seen(&winning, LastPass::Hidden), (false, 0));
    assert_eq!(seen(&drawing, LastPass::Shown), (true, 1));
}

#[test]
fn only_moves_in_turn_are_shown_and_not_more_than_asked_for() {
    let mut game = Game::new(Size::NINE, Rules::CHINESE).unwrap();
    for x in 0..7 {
        game.play(Move::Play(Size::NINE.at(x, 0).unwrap())).unwrap();
    }
    let shown = |game: &Game, turns_max: usize| {
        let view = View {
            turns_max,
            ..View::default()
        };
        let input = Input::of(game, &view);
        (9..14)
            .flat_map(|plane| input.plane(plane))
            .collect::<Vec<_>>()
    };
    assert_eq!(shown(&game, 9), [6, 5, 4, 3, 2]);
    assert_eq!(shown(&game, 2), [6, 5]);
    assert_eq!(shown(&game, 0), []);
    game.play_for(Color::Black, Move::Play(Size::NINE.at(8, 8).unwrap()))
        .unwrap();
    assert_eq!(shown(&game, 5), [80]);
}

#[test]
fn a_handicap_in_thinking_is_shown() {
    let game = Game::new(Size::NINE, Rules::CHINESE).unwrap();
    let view = View {
        doublings: -2.0,
        ..View::default()
    };
    assert_eq!(Input::of(&game, &view).globals[15..17], [1.0, -1.0]);
}

/// Outputs that prefer the first point plainly and the second optimistically.
fn raw(n_points: usize) -> Raw {
    let row = |at: usize| {
        (0..n_points)
            .map(|i| if i == at { 3.0 } else { 0.0 })
            .collect()
    };
    Raw {
        policy: vec![row(0), row(1)],
        pass: vec![5.0, 5.0],
        value: [1.0, 0.0, 0.5],
        score: vec![0.5, 0.0, 0.25, 0.0, 0.0, 0.0],
        ownership: vec![0.0; n_points],
    }
}

fn read(model: &Model, game: &Game, reading: &Reading) -> Evaluation {
    reading.evaluation(model, &raw(game.size().n_points()), game)
}

#[test]
fn optimism_leans_to_the_second_policy_and_passing_can_be_capped() {
    let model = smallest(14, Kind::Ordinary);
    let game = Game::new(Size::NINE, Rules::TROMP_TAYLOR).unwrap();
    let plain = read(&model, &game, &Reading::default());
    assert!(plain.policy[0] > 10.0 * plain.policy[1]);
    let sum: f32 = plain.policy.iter().sum();
    assert!((sum - 1.0).abs() < 1e-5);
    let optimistic = Reading {
        optimism: 1.0,
        pass_max: 0.25,
        ..Reading::default()
    };
    let optimistic = read(&model, &game, &optimistic);
    assert!(optimistic.policy[1] > 10.0 * optimistic.policy[0]);
    assert!(plain.pass() > 0.5 && (optimistic.pass() - 0.25).abs() < 1e-6);
}

#[test]
fn a_game_that_cannot_end_without_result_is_not_expected_to() {
    let model = smallest(14, Kind::Ordinary);
    for (rules, can) in [(Rules::TROMP_TAYLOR, false), (Rules::JAPANESE, true)] {
        let game = Game::new(Size::NINE, rules).unwrap();
        let evaluation = read(&model, &game, &Reading::default());
        assert_eq!(evaluation.no_result > 0.0, can);
        let sum = evaluation.win + evaluation.loss + evaluation.no_result;
        assert!((sum - 1.0).abs() < 1e-6);
        assert_eq!(
            evaluation.lead_for(Color::White),
            -evaluation.lead_for(Color::Black)
        );
        assert_eq!(evaluation.win_for(Color::White), evaluation.loss);
    }
}

#[test]
fn errors_are_read_as_each_version_means_them() {
    let game = Game::new(Size::NINE, Rules::TROMP_TAYLOR).unwrap();
    let ln2 = std::f32::consts::LN_2;
    for (version, value, score) in [
        (9, ln2, 10.0 * ln2),
        (10, (ln2 * 0.25).sqrt(), (ln2 * 30.0).sqrt()),
        (13, (ln2 * 0.25).sqrt(), (ln2 * 150.0).sqrt()),
        (14, ln2 * 0.5, ln2 * 150f32.sqrt()),
    ] {
        let evaluation = read(
            &model(version, Kind::Ordinary, 1),
            &game,
            &Reading::default(),
        );
        let near = |found: Option<f32>, expected: f32| (found.unwrap() - expected).abs() < 1e-5;
        assert!(near(evaluation.value_error, value), "{version}");
        assert!(near(evaluation.score_error, score), "{version}");
    }
}
