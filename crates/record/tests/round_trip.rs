//! Games written and read again are the same games.

use std::time::Duration;

use ponnuki_game::{
    Color, Dice, Game, Komi, Move, Odds, PRESETS, Phase, PointSet, Rules, Setup, Size, Suicide,
};
use ponnuki_record::{About, Line, Overtime, RecordedTimeLeft, Records, TakenBack, Written};

/// Boards to play on: small ones, where much happens, and odd ones.
const SIZES: [(u8, u8); 7] = [(1, 2), (2, 2), (3, 4), (5, 5), (7, 2), (9, 9), (19, 19)];

const N_GAMES: u64 = 6;

/// Writes a game, reads it, and compares everything that a game is.
#[track_caller]
fn check(game: &Game, what: &str) {
    let records = Records::of_game(game, &About::default()).expect("there is room");
    let text = records.to_string();
    let read = Records::from_bytes(text.as_bytes()).expect("what was written is SGF");
    assert_eq!(read.collection().n_repairs(), 0, "{what}\n{text}");
    let (again, remarks) = read.iter().next().unwrap().unwrap().game();
    let expected: Vec<String> = forced(game);
    assert_eq!(
        remarks.len(),
        expected.len(),
        "{what}\n{text}\n{remarks:?}\n{expected:?}"
    );
    assert_eq!(again.rules(), game.rules(), "{what}\n{text}");
    assert_eq!(again.setup().komi, game.setup().komi, "{what}\n{text}");
    assert_eq!(again.setup().odds, game.setup().odds, "{what}\n{text}");
    assert_eq!(
        again.setup().all_stones(),
        game.setup().all_stones(),
        "{what}\n{text}"
    );
    assert_eq!(
        again.setup().first_to_move(),
        game.setup().first_to_move(),
        "{what}\n{text}"
    );
    assert_eq!(
        again.moves().collect::<Vec<_>>(),
        game.moves().collect::<Vec<_>>(),
        "{what}\n{text}"
    );
    assert_eq!(again.board(), game.board(), "{what}\n{text}");
    assert_eq!(again.turn(), game.turn(), "{what}\n{text}");
    assert_eq!(again.phase(), game.phase(), "{what}\n{text}");
    assert_eq!(again.prisoners(), game.prisoners(), "{what}\n{text}");
    assert_eq!(again.button(), game.button(), "{what}\n{text}");
    assert_eq!(again.events().len(), game.events().len(), "{what}\n{text}");
    let rewritten = Records::of_game(&again, &About::default()).expect("there is room");
    assert_eq!(rewritten.to_string(), text, "{what}");
}

/// The moves of a game that are against its laws.
fn forced(game: &Game) -> Vec<String> {
    let is_forced =
        |event: &&ponnuki_game::GameEvent| matches!(event, ponnuki_game::GameEvent::Forced { .. });
    game.events()
        .iter()
        .filter(is_forced)
        .map(|event| format!("{event:?}"))
        .collect()
}

/// Plays at random: moves, passes, and what comes when play stops.
fn play(game: &mut Game, dice: &mut Dice, n_moves: usize) {
    for _ in 0..n_moves {
        match game.phase() {
            Phase::Over(_) => return,
            Phase::Stopped if dice.below(2) == 0 => {
                let dead = some_dead(game, dice);
                let agreed = game.agree(dead);
                assert!(agreed.is_ok(), "{agreed:?}");
                return;
            }
            Phase::Stopped => {
                let asker = Color::BOTH[dice.below(2)];
                game.resume(asker).expect("it has stopped");
            }
            Phase::Playing => {}
        }
        let legal: Vec<_> = game.legal().iter().collect();
        let mv = match dice.below(legal.len() + 1 + legal.len() / 8) {
            n if n < legal.len() => Move::Play(legal[n]),
            _ => Move::Pass,
        };
        game.play(mv).expect("a legal move");
    }
}

/// Some chains, if anything can be dead.
fn some_dead(game: &Game, dice: &mut Dice) -> PointSet {
    let mut dead = PointSet::EMPTY;
    for color in Color::BOTH {
        for chain in game.board().chains(color) {
            if dice.below(4) == 0 {
                dead = dead | chain.stones;
            }
        }
    }
    if game.score(dead).is_ok() {
        dead
    } else {
        PointSet::EMPTY
    }
}

/// Some way for a game to begin under these rules on this board.
fn some_setup(size: Size, rules: Rules, dice: &mut Dice) -> Setup {
    let mut setup = Setup::new(size, rules);
    if dice.below(2) == 0 {
        setup.komi = Komi::from_half_points(dice.below(40) as i16 - 20);
    }
    let n = dice.below(6);
    let with_handicap = setup.clone().with_handicap(n);
    if let (Ok(with_handicap), true) = (with_handicap, dice.below(2) == 0) {
        setup = with_handicap;
    }
    let mut tried = setup.clone();
    for point in size.points() {
        if dice.below(8) == 0 {
            let color = Color::BOTH[dice.below(2)];
            let is_odds =
                matches!(tried.odds, Odds::Stones { points, .. } if points.contains(point));
            if !is_odds {
                tried.stones[color].insert(point);
            }
        }
    }
    if dice.below(3) == 0 && tried.faults().is_empty() {
        setup = tried;
        if dice.below(2) == 0 {
            setup.first = Some(Color::BOTH[dice.below(2)]);
        }
    }
    if setup.faults().is_empty() {
        setup
    } else {
        Setup::new(size, rules)
    }
}

#[test]
fn random_games_under_every_preset_and_on_odd_boards_read_back() {
    for preset in PRESETS {
        for (width, height) in SIZES {
            let size = Size::new(width, height).unwrap();
            if !preset.rules.sizes.contains(size) {
                continue;
            }
            for seed in 0..N_GAMES {
                let what = format!("{} {size} seed {seed}", preset.name);
                let mut dice = Dice::new(seed);
                let mut game = some_setup(size, preset.rules, &mut dice)
                    .start()
                    .expect(&what);
                let n_moves = dice.below(2 * size.n_points() + 4);
                play(&mut game, &mut dice, n_moves);
                match dice.below(4) {
                    0 => drop(game.resign(game.turn())),
                    1 => drop(game.time_out(!game.turn())),
                    2 => drop(game.abandon()),
                    _ => {}
                }
                check(&game, &what);
            }
        }
    }
}

#[test]
fn games_with_moves_against_the_laws_read_back() {
    for preset in PRESETS {
        for seed in 0..N_GAMES {
            let size = if preset.rules.sizes.contains(Size::new(4, 3).unwrap()) {
                Size::new(4, 3).unwrap()
            } else {
                Size::NINE
            };
            let what = format!("{} seed {seed}", preset.name);
            let mut dice = Dice::new(seed);
            let mut game = Game::new(size, preset.rules).unwrap();
            for _ in 0..40 {
                let vacant: Vec<_> = game.board().vacant().iter().collect();
                if vacant.is_empty() || game.phase() == Phase::Stopped {
                    break;
                }
                let point = vacant[dice.below(vacant.len())];
                let by = game.turn();
                game.force(by, Move::Play(point)).expect("a vacant point");
            }
            check(&game, &what);
        }
    }
}

#[test]
fn rules_of_ones_own_read_back_with_their_game() {
    let mut rules = Rules::QUICK_REFERENCE;
    rules.suicide = Suicide::Allowed;
    rules.start.first = Color::White;
    rules.start.komi = Komi::from_half_points(-3);
    let mut game = Game::new(Size::new(4, 4).unwrap(), rules).unwrap();
    play(&mut game, &mut Dice::new(7), 30);
    check(&game, "rules of one's own");
}

#[test]
fn stones_given_to_white_read_back() {
    let size = Size::NINE;
    let mut setup = Setup::new(size, Rules::WHITE_FIRST);
    let points = [size.point("C3"), size.point("G7")]
        .into_iter()
        .flatten()
        .collect();
    setup.odds = Odds::Stones {
        to: Color::White,
        points,
    };
    let mut game = setup.start().unwrap();
    play(&mut game, &mut Dice::new(3), 20);
    check(&game, "odds to White");
}

#[test]
fn dead_stones_on_points_that_count_for_nobody_read_back() {
    // The White stone is dead, and its point touches both colours then.
    let drawn: ponnuki_game::Diagram = "
        X . O . O
        X X O O O
    "
    .parse()
    .unwrap();
    let mut setup = Setup::new(drawn.size(), Rules::GOBAN);
    setup.stones = drawn.stones();
    let mut game = setup.start().unwrap();
    game.play(Move::Pass).unwrap();
    game.play(Move::Pass).unwrap();
    let dead = game
        .board()
        .chain(drawn.size().point("A1").unwrap())
        .unwrap()
        .stones;
    game.agree(dead).unwrap();
    check(&game, "dead in dame");
}

#[test]
fn a_game_that_went_in_circles_reads_back_without_a_result() {
    let size = Size::new(2, 2).unwrap();
    let mut n_circles = 0;
    for seed in 0..100 {
        let mut game = Game::new(size, Rules::GOBAN).unwrap();
        let mut dice = Dice::new(seed);
        while game.cycle().is_none() && game.n_moves() < 100 && game.phase() == Phase::Playing {
            play(&mut game, &mut dice, 1);
        }
        if game.abandon().is_ok() {
            n_circles += 1;
            check(&game, &format!("seed {seed}"));
        }
    }
    assert!(n_circles > 5, "small boards come back: {n_circles}");
}

#[test]
fn an_empty_board_that_counts_for_both_is_nobodys_territory() {
    let mut game = Game::new(Size::new(2, 2).unwrap(), Rules::CONCISE).unwrap();
    game.play(Move::Pass).unwrap();
    game.play(Move::Pass).unwrap();
    check(&game, "an empty board");
    let text = Records::of_game(&game, &About::default())
        .unwrap()
        .to_string();
    assert!(
        text.ends_with("RU[concise]KM[0]RE[Draw];B[];W[]TB[]TW[])"),
        "{text}"
    );
}

#[test]
fn what_is_told_about_a_game_reads_back() {
    let mut about = About::default();
    about.players.black.name = Some("本因坊 [秀策]".to_owned());
    about.players.black.rank = Some("4d".to_owned());
    about.players.white.team = Some("Inoue \\ sons".to_owned());
    about.date = Some("1846-09-11".to_owned());
    about.event = Some("Castle: game".to_owned());
    about.comment = Some("two\nlines]".to_owned());
    about.rules = Some(Written::read("Korean"));
    about.main_time = Some(Written::of(Duration::from_millis(1_500)));
    about.overtime = Some(Written::of(Overtime::ByoYomi {
        n_periods: 5,
        period: Duration::from_secs(30),
    }));
    about.result = Some(Written::read("W+Forfeit"));
    let game = Game::new(Size::NINE, Rules::JAPANESE).unwrap();
    let text = Records::of_game(&game, &about).unwrap().to_string();
    let read = Records::from_bytes(text.as_bytes()).unwrap();
    let record = read.iter().next().unwrap().unwrap();
    assert_eq!(record.header().about, about, "{text}");
    assert!(text.contains("RU[Korean]KM[6.5]"), "{text}");
    assert!(text.contains("TM[1.5]OT[5x30 byo-yomi]"), "{text}");
}

#[test]
fn a_name_for_rules_that_means_others_is_not_written() {
    let about = About {
        rules: Some(Written::read("Chinese")),
        ..About::default()
    };
    let game = Game::new(Size::NINE, Rules::JAPANESE).unwrap();
    let text = Records::of_game(&game, &about).unwrap().to_string();
    assert!(text.contains("RU[Japanese]"), "{text}");
}

#[test]
fn a_record_kept_move_by_move_is_the_game_that_was_played() {
    let size = Size::new(3, 3).unwrap();
    let mut game = Game::new(size, Rules::CHINESE).unwrap();
    let mut records = Records::of_game(&game, &About::default()).unwrap();
    let mut node = records.iter().next().unwrap().unwrap().root().id();
    let root = node;
    for (name, seconds) in [("B2", 100), ("A1", 50), ("C3", 90)] {
        let (by, mv) = (game.turn(), Move::Play(size.point(name).unwrap()));
        game.play(mv).unwrap();
        node = records.play(node, by, mv, Line::Main).unwrap();
        let left = RecordedTimeLeft {
            time: Duration::from_secs(seconds),
            n_left: (seconds < 60).then_some(5),
        };
        records.time_left(node, by, left).unwrap();
    }
    // Black takes back the last move and plays another.
    game.undo(1);
    node = records.take_back(node, 1, TakenBack::Stay);
    for mv in [
        Move::Play(size.point("C1").unwrap()),
        Move::Pass,
        Move::Pass,
    ] {
        let by = game.turn();
        game.play(mv).unwrap();
        node = records.play(node, by, mv, Line::Main).unwrap();
    }
    game.agree(PointSet::EMPTY).unwrap();
    records.put_result(root, node, &game).unwrap();

    let text = records.to_string();
    assert!(
        text.ends_with(
            "KM[7.5]RE[W+6.5];B[bb]BL[100];W[ac]WL[50]OW[5](;B[cc];W[];B[]TB[]TW[])(;B[ca]BL[90]))"
        ),
        "{text}"
    );
    let read = Records::from_bytes(text.as_bytes()).unwrap();
    let record = read.iter().next().unwrap().unwrap();
    let (again, remarks) = record.game();
    assert_eq!(remarks, []);
    assert_eq!(again.events(), game.events());
    assert_eq!(again.outcome(), game.outcome());
    let (second, ..) = record.moves().nth(1).unwrap();
    let left = record.time_left(read.node(second)).white;
    assert_eq!(
        left,
        Some(RecordedTimeLeft {
            time: Duration::from_secs(50),
            n_left: Some(5)
        })
    );
}
