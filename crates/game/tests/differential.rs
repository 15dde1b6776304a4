//! The same walks in both worlds: the game and its slow twin.

use ponnuki_game::{
    Color, Dice, Game, GameEvent, Move, Odds, PRESETS, Phase, Rules, Setup, Size, Sizes,
};
use ponnuki_testkit::{ReferenceGame, Script, check, is_slow_run, laws};

/// All sizes up to 6×6, rectangles too.
fn sizes() -> impl Iterator<Item = Size> {
    (1..=6).flat_map(|width| (1..=6).filter_map(move |height| Size::new(width, height)))
}

#[test]
fn every_preset_is_played_alike_on_every_small_board() {
    for preset in PRESETS {
        for size in sizes() {
            let mut setup = Setup::new(size, preset.rules);
            setup.rules.sizes = Sizes::Any;
            laws::twins_walk_alike(setup, preset.name, if is_slow_run() { 200 } else { 25 });
        }
    }
}

#[test]
fn walks_reach_what_they_are_there_for() {
    let mut n_seen = [0; 6];
    for seed in 0..300 {
        let mut dice = Dice::new(seed);
        let bytes: Vec<u8> = (0..300).map(|_| dice.below(256) as u8).collect();
        let mut script = Script::new(&bytes);
        let Ok(mut game) = script.setup().start() else {
            continue;
        };
        while !script.is_over() {
            let event = script.event(&game);
            let law = game.happen(event).err().map(|law| law.to_string());
            let law = law.unwrap_or_default();
            n_seen[0] += usize::from(law.contains("bring back"));
            n_seen[1] += usize::from(law.contains("no liberty"));
            n_seen[2] += usize::from(law.contains("has to pass"));
            n_seen[3] += usize::from(law.contains("as a whole"));
            n_seen[4] += usize::from(game.phase() == Phase::Stopped);
            n_seen[5] += usize::from(game.cycle().is_some());
        }
    }
    assert!(n_seen.iter().all(|&n| n > 5), "{n_seen:?}");
}

#[test]
fn passes_by_handicap_are_owed_however_often_black_moves_first() {
    let size = Size::new(5, 5).unwrap();
    let mut setup = Setup::new(size, Rules::CONCISE);
    setup.odds = Odds::Passes(2);
    let mut game = setup.start().unwrap();
    for name in ["A1", "B1", "C1", "D1"] {
        let mv = Move::Play(size.point(name).unwrap());
        game.play_for(Color::Black, mv).unwrap();
    }
    assert!(game.legal().is_empty());
    game.play(Move::Pass).unwrap();
    game.play(Move::Play(size.point("E1").unwrap())).unwrap();
    assert_eq!(game.legal().len(), 20);
    game.play_for(Color::White, Move::Play(size.point("E5").unwrap()))
        .unwrap();
}

#[test]
fn a_long_game_is_undone_and_replayed_in_both_worlds() {
    let mut setup = Setup::new(Size::new(3, 3).unwrap(), Rules::JAPANESE);
    setup.first = Some(Color::Black);
    let mut reference = ReferenceGame::new(&setup);
    let mut game = setup.clone().start().unwrap();
    let mut dice = Dice::new(7);
    while game.n_moves() < 300 {
        let legal: Vec<_> = game.legal().iter().collect();
        let mv = match legal.len() {
            0 => Move::Pass,
            n => Move::Play(legal[dice.below(n)]),
        };
        let by = game.turn();
        let event = match game.phase() {
            Phase::Stopped => GameEvent::Resumed { asked_by: by },
            Phase::Playing | Phase::Over(_) => GameEvent::Moved { by, mv },
        };
        assert_eq!(game.happen(event), reference.happen(event));
    }
    laws::compare_twins(&game, &reference);
    for n_moves in 0..=300 {
        let board = game.board_after(n_moves).unwrap();
        assert_eq!(board.to_string(), reference.boards()[n_moves].to_string());
    }
    let replayed = Game::replay(setup, game.events()).unwrap();
    laws::compare_twins(&replayed, &reference);
    assert_eq!(game.undo(100), 100);
    assert_eq!(game.n_moves(), 200);
    assert_eq!(
        game.board().to_string(),
        reference.boards()[200].to_string()
    );
}

#[test]
fn the_first_board_is_remembered_in_a_long_game() {
    let passes = "B pass, W pass, B resumes, ".repeat(50);
    check(
        Rules::ING,
        "
        . X O .
        X . X O
        . X O .
        ",
        &format!("W B2, {passes} B C2"),
        "
        . X O .
        X O . O
        . X O .
        B C2: it would bring back the board after move 0
        ",
    );
}

#[test]
fn a_snapback_is_not_a_ko() {
    check(
        Rules::JAPANESE,
        "
        X X X X .
        O O O X .
        . . O X .
        ",
        "B B1, W A1, B B1",
        "
        X X X X .
        . . . X .
        . X . X .
        ",
    );
}

#[test]
fn a_ko_may_not_be_retaken_at_once() {
    check(
        Rules::JAPANESE,
        "
        . X O .
        X . X O
        . X O .
        ",
        "W B2, B C2",
        "
        . X O .
        X O . O
        . X O .
        B C2: it would bring back the board after move 0
        ",
    );
}

#[test]
fn a_ko_may_be_retaken_after_a_threat() {
    check(
        Rules::JAPANESE,
        "
        . X O .
        X . X O
        . X O .
        ",
        "W B2, B pass, W D1, B C2",
        "
        . X O .
        X . X O
        . X O O
        ",
    );
}
