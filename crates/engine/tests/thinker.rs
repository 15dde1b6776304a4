//! What one may rely on when asking a thinker.

use std::ops::ControlFlow;
use std::time::Duration;

use ponnuki_engine::{
    Analysis, Budget, DeadReason, Decision, MonteCarlo, MonteCarloSettings, Request, Resignation,
    StopSign, ThinkLimits, Thinker, dead_stones, ignore,
};
use ponnuki_game::{Color, Diagram, Game, Move, PRESETS, Phase, PointSet, Rules, Setup, Size};

fn thinker() -> MonteCarlo {
    MonteCarlo::new(MonteCarloSettings::default())
}

fn drawn(rules: Rules, text: &str, first: Color) -> Game {
    let diagram: Diagram = text.parse().unwrap();
    let mut setup = Setup::new(diagram.size(), rules);
    setup.stones = diagram.stones();
    setup.first = Some(first);
    setup.start().unwrap()
}

/// Plays against itself for at most `n_moves` moves.
fn self_play(game: &mut Game, n_moves: usize, n_playouts: u64) {
    let mut thinker = thinker();
    for _ in 0..n_moves {
        if game.cycle().is_some() && game.rules().repetition.allows_long_cycles() {
            game.abandon().unwrap();
        }
        let request = Request::within(ThinkLimits::playouts(n_playouts));
        let Some(choice) = thinker.choose(game, &request, &mut ignore) else {
            return;
        };
        match choice.decision {
            Decision::Move(mv) => game.play(mv).unwrap(),
            Decision::Resign => game.resign(game.turn()).unwrap(),
        }
    }
}

#[test]
fn every_rulebook_is_played_to_the_end_on_odd_boards() {
    let sizes = [(1, 1), (2, 1), (1, 5), (2, 2), (3, 2), (5, 4), (3, 7)];
    for preset in PRESETS {
        for (width, height) in sizes {
            let size = Size::new(width, height).unwrap();
            // A rulebook that is not for this size has nothing to say.
            let Ok(mut game) = Game::new(size, preset.rules) else {
                continue;
            };
            let n_moves = 6 * size.n_points() + 20;
            self_play(&mut game, n_moves, 12);
            assert_ne!(
                game.phase(),
                Phase::Playing,
                "{} {size}\n{:#}",
                preset.name,
                game.board()
            );
        }
    }
}

#[test]
fn large_and_long_boards_are_played_within_the_laws() {
    for preset in PRESETS {
        for (width, height, n_moves) in [(25, 25, 4), (19, 19, 4), (9, 9, 10), (25, 1, 40)] {
            let size = Size::new(width, height).unwrap();
            if let Ok(mut game) = Game::new(size, preset.rules) {
                self_play(&mut game, n_moves, 8);
                assert!(game.n_moves() > 0);
            }
        }
    }
}

#[test]
fn the_same_seed_chooses_the_same() {
    let game = Game::new(Size::NINE, Rules::CHINESE).unwrap();
    let request = Request::within(ThinkLimits::playouts(100));
    let mut thinker = thinker();
    let mut ask = |seed| {
        thinker.reseed(seed);
        thinker.choose(&game, &request, &mut ignore)
    };
    let first = ask(5);
    assert_eq!(first, ask(5));
    assert_ne!(first, ask(6));
}

#[test]
fn a_limit_of_playouts_is_kept_by_all_threads_together() {
    let game = Game::new(Size::NINE, Rules::CHINESE).unwrap();
    let mut limits = ThinkLimits::playouts(99);
    limits.threads = 3;
    let analysis = thinker().analyse(&game, &Request::within(limits), &mut ignore);
    assert_eq!(analysis.visits, 99);
    let n_tried: u64 = analysis.candidates.iter().map(|c| c.visits).sum();
    assert_eq!(n_tried, 99);
}

/// An endless question on `n_threads`, with a snapshot after every playout.
fn endless(n_threads: usize) -> Request {
    let mut limits = ThinkLimits::none();
    limits.threads = n_threads;
    let mut request = Request::within(limits);
    request.interval = Duration::ZERO;
    request
}

#[test]
fn nothing_but_the_playouts_begun_follows_a_raised_sign() {
    let game = Game::new(Size::NINETEEN, Rules::JAPANESE).unwrap();
    let request = endless(1);
    let sign = request.stop.clone();
    let mut n_seen = 0;
    let mut watch = |analysis: &Analysis| {
        n_seen = analysis.visits;
        if n_seen == 20 {
            sign.raise();
        }
        ControlFlow::Continue(())
    };
    let analysis = thinker().analyse(&game, &request, &mut watch);
    assert_eq!((n_seen, analysis.visits), (20, 20));
}

#[test]
fn a_watcher_that_says_stop_stops_all_threads() {
    let game = Game::new(Size::NINE, Rules::JAPANESE).unwrap();
    let mut n_snapshots = 0;
    let mut watch = |_: &Analysis| {
        n_snapshots += 1;
        ControlFlow::Break(())
    };
    let choice = thinker().choose(&game, &endless(2), &mut watch).unwrap();
    assert_eq!(n_snapshots, 1);
    assert!(choice.analysis.visits > 0);
}

#[test]
fn a_sign_raised_before_the_question_still_gets_a_legal_answer() {
    let mut game = Game::new(Size::NINE, Rules::OLDEST).unwrap();
    let request = Request {
        stop: StopSign::new(),
        ..Request::default()
    };
    request.stop.raise();
    let choice = thinker().choose(&game, &request, &mut ignore).unwrap();
    let Decision::Move(mv) = choice.decision else {
        panic!("resigned at once");
    };
    assert_eq!(game.play(mv), Ok(()));
}

#[test]
fn a_game_that_is_not_played_gets_no_move_but_an_opinion() {
    let mut game = Game::new(Size::NINE, Rules::JAPANESE).unwrap();
    game.play(Move::Pass).unwrap();
    game.play(Move::Pass).unwrap();
    let request = Request::within(ThinkLimits::playouts(20));
    assert_eq!(thinker().choose(&game, &request, &mut ignore), None);
    let analysis = thinker().analyse(&game, &request, &mut ignore);
    assert!(analysis.candidates.is_empty());
    assert_eq!((analysis.visits, analysis.ownership.len()), (20, 81));
}

#[test]
fn a_hopeless_game_is_resigned_if_one_may_but_not_too_early() {
    let lost = "
        . . . . . . .
        . X X X X X .
        . X . . . X .
        . . X X X . .
        . X . . . X .
        . X X X X X .
        . . . . . . .
    ";
    let game = drawn(Rules::CHINESE, lost, Color::White);
    let request = Request::within(ThinkLimits::playouts(150));
    let resigns = |resignation| {
        let settings = MonteCarloSettings {
            resignation,
            ..MonteCarloSettings::default()
        };
        let choice = MonteCarlo::new(settings).choose(&game, &request, &mut ignore);
        choice.unwrap().decision == Decision::Resign
    };
    let at_once = Resignation {
        moves_per_point: 0.0,
        ..Resignation::default()
    };
    assert!(resigns(Some(at_once)));
    assert!(
        !resigns(Some(Resignation::default())),
        "no move was made yet"
    );
    assert!(!resigns(None));
}

#[test]
fn dead_stones_are_found_with_the_reason() {
    let text = "
        . . X . X O . O .
        . X X X X O O O O
        X . X . X O . O .
        . X X X X O O O O
        X X . . X O . . O
        . X . O X O O O .
        X X X . X O X . O
        . . X X X O . O .
        . X . . X O O O .
    ";
    let game = drawn(Rules::JAPANESE, text, Color::Black);
    let request = Request::within(ThinkLimits::playouts(200));
    let chains = thinker().dead_chains(&game, &request);
    let size = game.size();
    let expected: PointSet = ["D4", "G3"]
        .iter()
        .filter_map(|name| size.point(name))
        .collect();
    assert_eq!(dead_stones(&chains), expected, "{:#}", game.board());
    for chain in &chains {
        let expected = match chain.color {
            Color::White => DeadReason::InsidePassAlive,
            Color::Black => DeadReason::CapturedAlways,
        };
        assert_eq!(chain.reason, expected);
        assert_eq!(chain.ownership > 0.0, chain.color == Color::White);
    }
}

#[test]
fn stones_in_seki_are_not_dead() {
    let text = "
        . O X . O X . X .
        O O X X O X X X X
        O O O X O O X X X
        X X X X X O O O X
        X . X . X O . O O
        X X X X X O O O .
        X . X . X X O . O
        X X X X . X O O O
        . X . X X X O . O
    ";
    let game = drawn(Rules::CHINESE, text, Color::Black);
    let request = Request::within(ThinkLimits::playouts(200));
    let seki = game.board().chain(size_point(&game, "C9")).unwrap().stones;
    let dead = dead_stones(&thinker().dead_chains(&game, &request));
    assert!(dead.is_disjoint(&seki), "{:#}", game.board());
}

fn size_point(game: &Game, name: &str) -> ponnuki_game::Point {
    game.size().point(name).unwrap()
}

/// Nothing else limits the thinking: without the budget it would not come to an end.
#[test]
fn a_budget_ends_the_thinking() {
    let game = Game::new(Size::NINE, Rules::CHINESE).unwrap();
    let request = Request {
        budget: Some(Budget::at_most(Duration::from_millis(100))),
        ..Request::within(ThinkLimits::none())
    };
    let choice = thinker().choose(&game, &request, &mut ignore).unwrap();
    assert!(choice.analysis.visits > 0);
}
