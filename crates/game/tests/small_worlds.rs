//! Worlds so small that everything in them can be tried.

use ponnuki_game::{ByColor, Color, Game, GameEvent, Move, Phase, PointSet, Rules, Setup, Size};
use ponnuki_testkit::table::{REPETITIONS, SUICIDES, rules};
use ponnuki_testkit::{ReferenceGame, Stones, is_slow_run, laws, positions};

fn size(width: u8, height: u8) -> Size {
    Size::new(width, height).unwrap()
}

/// Goes through every sequence of up to `depth` moves in both worlds; returns how many.
fn walk(game: &Game, reference: &ReferenceGame, depth: usize) -> u64 {
    laws::compare_twins(game, reference);
    if depth == 0 || game.phase() != Phase::Playing {
        return 0;
    }
    let mut n_sequences = 0;
    let moves = game.legal().into_iter().map(Move::Play);
    for mv in moves.chain([Move::Pass]) {
        let event = GameEvent::Moved {
            by: game.turn(),
            mv,
        };
        let (mut game, mut reference) = (game.clone(), reference.clone());
        assert_eq!(game.happen(event), Ok(()));
        assert_eq!(reference.happen(event), Ok(()));
        n_sequences += 1 + walk(&game, &reference, depth - 1);
    }
    n_sequences
}

#[test]
fn every_position_of_two_by_three_is_set_up_played_and_counted_alike() {
    let mut n_legal = 0;
    for stones in positions(size(2, 3)) {
        let mut setup = Setup::new(size(2, 3), Rules::TROMP_TAYLOR);
        setup.stones = stones;
        let slow = Stones::from_sets(setup.size, stones);
        assert_eq!(setup.faults().is_empty(), slow.is_legal(), "\n{slow}");
        if !slow.is_legal() {
            assert!(setup.start().is_err());
            continue;
        }
        n_legal += 1;
        for (first, suicide) in [(Color::Black, "allowed"), (Color::White, "forbidden")] {
            setup.first = Some(first);
            setup.rules = rules("situational", suicide);
            let game = setup.clone().start().unwrap();
            assert_eq!(Stones::from_board(game.board()), slow);
            assert!(game.board().is_consistent());
            let reference = ReferenceGame::new(&setup);
            walk(&game, &reference, 1);
            let score = game.score(PointSet::EMPTY).unwrap();
            let expected = reference.score(PointSet::EMPTY).unwrap();
            assert_eq!(score.outcome(), expected.outcome(), "\n{slow}");
        }
    }
    assert_eq!(n_legal, 489);
}

#[test]
fn every_game_of_one_by_three_goes_alike_in_both_worlds() {
    // Without superko games go on for ever, and with it some do so for long.
    let depth = if is_slow_run() { 11 } else { 8 };
    for (repetition, _) in REPETITIONS {
        for (suicide, _) in SUICIDES {
            let depth = match repetition {
                "positional" => usize::MAX,
                _ => depth,
            };
            let setup = Setup::new(size(1, 3), rules(repetition, suicide));
            let game = setup.clone().start().unwrap();
            let n_sequences = walk(&game, &ReferenceGame::new(&setup), depth);
            assert!(n_sequences > 400, "{repetition} {suicide}: {n_sequences}");
        }
    }
}

#[test]
fn every_game_of_one_by_two_ends_under_every_superko() {
    for (repetition, suicide, n_sequences) in [
        ("positional", "allowed", 26),
        ("positional", "forbidden", 26),
        ("situational", "allowed", 62),
    ] {
        let setup = Setup::new(size(1, 2), rules(repetition, suicide));
        let game = setup.clone().start().unwrap();
        let n_walked = walk(&game, &ReferenceGame::new(&setup), usize::MAX);
        assert_eq!(n_walked, n_sequences, "{repetition} {suicide}");
    }
}

#[test]
fn a_point_of_its_own_is_never_played_on() {
    for (repetition, _) in REPETITIONS {
        let game = Game::new(size(1, 1), rules(repetition, "forbidden")).unwrap();
        assert!(game.legal().is_empty(), "{repetition}");
    }
}

#[test]
fn every_chain_of_two_by_three_is_dead_as_a_whole_or_not() {
    let mut setup = Setup::new(size(3, 2), Rules::GOBAN);
    for stones in positions(setup.size) {
        setup.stones = stones;
        let Ok(mut game) = setup.clone().start() else {
            continue;
        };
        let mut reference = ReferenceGame::new(&setup);
        for color in [Color::Black, Color::White] {
            let event = GameEvent::Moved {
                by: color,
                mv: Move::Pass,
            };
            game.happen(event).unwrap();
            reference.happen(event).unwrap();
        }
        for dead in subsets(setup.size) {
            let event = GameEvent::Agreed { dead };
            let (mut game, mut reference) = (game.clone(), reference.clone());
            assert_eq!(game.happen(event), reference.happen(event), "{dead:?}");
            assert_eq!(game.phase(), reference.phase());
            assert_eq!(game.prisoners(), reference.prisoners());
        }
        assert_eq!(game.prisoners(), ByColor::default());
    }
}

/// Every set of points of a board of `size`.
fn subsets(size: Size) -> impl Iterator<Item = PointSet> {
    (0..1u32 << size.n_points()).map(move |bits| {
        let points = size.points().enumerate();
        let points = points.filter(|(index, _)| bits >> index & 1 == 1);
        points.map(|(_, point)| point).collect()
    })
}
