//! Drawn boards, reviewed with the built-in network as people review their games: nothing false
//! is said of them, and what is plain is said.

use std::ops::ControlFlow;

use ponnuki_engine::{Course, Grade, Limits, Request, Review, embedded, thinker};
use ponnuki_game::{Color, Diagram, Dice, Game, Komi, Move, PRESETS, Phase, Rules, Setup, Size};

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
    let mut review = Review::new(Course::of_game(game));
    let mut thinker = thinker(Some(&embedded()), 0, None);
    let request = Request::within(Limits::playouts(visits));
    let go_on = &mut |_: &Review, _| ControlFlow::Continue(());
    review.run(thinker.as_mut(), &request, go_on);
    review
}

fn grades(review: &Review) -> Vec<Grade> {
    let turns = 0..review.course().turns().len();
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

#[test]
fn who_passes_while_stones_can_be_taken_is_told() {
    let open = "
        . . . X O . . . .
        . . X X O O . . .
        . . . X O . . . .
        . X X X O O . . .
        X O O O . O . . .
        . X X X O O . . .
        . . . X O . . . .
        . . X X O O . . .
        . . . X O . . . .
    ";
    check_told(Rules::CHINESE, Color::Black, open, "pass E5 pass pass");
}

#[test]
fn who_runs_in_a_ladder_that_does_not_work_is_not_blamed() {
    let ladder = "
        . . . . . . . . .
        . . O . . . . . .
        . . X O . . . . .
        . O X . . . . . .
        . . O . . . . . .
        . . . . . . X . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    ";
    // With G4 in the way the ladder does not work, and running is right.
    check_spotless(Rules::CHINESE, Color::Black, ladder, "D6");
}

#[test]
fn who_dies_in_a_seki_is_told() {
    let seki = "
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
    check_told(Rules::CHINESE, Color::Black, seki, "D8 D9 pass pass");
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
        for (turn_idx, turn) in review.course().turns().iter().enumerate() {
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
            let looks = [turn.before, turn.after].map(|at| review.sight(at).unwrap().looks);
            assert_eq!(
                looks,
                [2, 2],
                "nothing is told that was not looked at twice"
            );
        }
    }
    assert!(n_told > 100, "{n_told}");
}
