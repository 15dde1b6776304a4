//! Levels: what every one of them keeps to, and how weak the weakest is. With the
//! network that is part of the program, and without.

use std::sync::Arc;

use ponnuki_engine::{
    Decision, Level, Leveled, Net, Request, ThinkLimits, Thinker, embedded, ignore, novice_move,
};
use ponnuki_game::{
    Color, Diagram, Dice, Game, Move, Outcome, Phase, Point, PointSet, Rules, Setup, Size,
};

/// What there is to play with: nothing, and the network that is part of the program.
fn nets() -> [Option<Arc<Net>>; 2] {
    [None, Some(embedded())]
}

fn leveled(number: u8, net: Option<&Arc<Net>>, seed: u64) -> Leveled {
    let level = Level::numbered(number).expect("a level");
    Leveled::new(level, net, None, seed)
}

/// What it does; full strength has little time in a test.
fn choice(leveled: &mut Leveled, game: &Game) -> Move {
    let request = Request::within(ThinkLimits::playouts(1_000));
    let choice = leveled.choose(game, &request, &mut ignore);
    match choice.expect("the game is played").decision {
        Decision::Move(mv) => mv,
        Decision::Resign => Move::Pass,
    }
}

#[test]
fn levels_are_numbered_without_gaps_and_no_two_are_called_the_same() {
    for (number, level) in (1..).zip(Level::ALL) {
        assert_eq!(level.number, number);
        let n_called_so = Level::ALL
            .iter()
            .filter(|one| one.name == level.name)
            .count();
        assert_eq!(n_called_so, 1, "{}", level.name);
        let is_last = usize::from(number) == Level::ALL.len();
        assert_eq!(level.weakness.is_none(), is_last, "{number}");
    }
}

#[test]
fn every_level_plays_to_the_end_and_fills_no_eye() {
    let size = Size::new(6, 5).expect("a size");
    for net in nets() {
        for number in [1, 3, 6, 10, 14, 17] {
            for rules in [Rules::CHINESE, Rules::JAPANESE, Rules::CONCISE] {
                let mut player = leveled(number, net.as_ref(), 5);
                let mut game = Game::new(size, rules).expect("a game");
                while game.phase() == Phase::Playing && game.n_moves() < 4 * size.n_points() {
                    let mv = choice(&mut player, &game);
                    if let Move::Play(point) = mv {
                        let is_eye = game.board().is_eye(game.turn(), point);
                        assert!(!is_eye, "level {number}, {mv:?}:\n{}", game.board());
                    }
                    game.play(mv).expect("a legal move");
                }
                assert_ne!(
                    game.phase(),
                    Phase::Playing,
                    "level {number}:\n{}",
                    game.board()
                );
            }
        }
    }
}

#[test]
fn the_same_seed_plays_the_same() {
    for net in nets() {
        let play = |seed| -> Vec<Move> {
            let mut player = leveled(6, net.as_ref(), seed);
            let mut game = Game::new(Size::NINE, Rules::CHINESE).expect("a game");
            for _ in 0..20 {
                let mv = choice(&mut player, &game);
                game.play(mv).expect("a legal move");
            }
            game.moves().map(|(_, mv)| mv).collect()
        };
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
    }
}

/// How far a point is from the nearest edge; 0 is the first line.
fn height(size: Size, point: Point) -> u8 {
    let across = |place: u8, side: u8| place.min(side - 1 - place);
    across(point.x(), size.width()).min(across(point.y(), size.height()))
}

/// The first plays of a game that a level plays against itself.
fn first_plays(number: u8, size: Size, n_moves: usize, seed: u64) -> Vec<Point> {
    let mut player = leveled(number, Some(&embedded()), seed);
    let mut game = Game::new(size, Rules::CHINESE).expect("a game");
    for _ in 0..n_moves {
        let mv = choice(&mut player, &game);
        game.play(mv).expect("a legal move");
    }
    let plays = game.moves().filter_map(|(_, mv)| match mv {
        Move::Play(point) => Some(point),
        Move::Pass => None,
    });
    plays.collect()
}

#[test]
fn weak_levels_begin_where_people_do() {
    for (number, percent_max) in [(1, 6), (4, 4), (10, 4)] {
        let games = (0..10).map(|seed| first_plays(number, Size::NINE, 20, seed));
        let plays: Vec<Point> = games.flatten().collect();
        let is_low = |&&point: &&Point| height(Size::NINE, point) == 0;
        let n_low = plays.iter().filter(is_low).count();
        let is_rare = 100 * n_low <= percent_max * plays.len();
        assert!(is_rare, "level {number}: {n_low} of {}", plays.len());
    }
    for number in 1..=16 {
        for point in first_plays(number, Size::NINETEEN, 4, 3) {
            let line = 1 + height(Size::NINETEEN, point);
            assert!((3..=5).contains(&line), "level {number}: {point:?}");
        }
    }
}

#[test]
fn many_stones_are_saved_from_the_middle_levels_on() {
    let drawn: Diagram = "
        . X . X X O . O
        X X X X X O O O
        O O O O O a O .
        X X X X X O O O
        . X . X X O . O
        X X X X X O O O
        . X . X X O . O
    "
    .parse()
    .expect("a board");
    let mut setup = Setup::new(drawn.size(), Rules::CHINESE);
    setup.stones = drawn.stones();
    setup.first = Some(Color::White);
    let game = setup.start().expect("a game");
    let last = drawn.marked('a').expect("a mark");
    for net in nets() {
        for number in 14..=20 {
            for seed in 0..4 {
                let mv = choice(&mut leveled(number, net.as_ref(), seed), &game);
                assert_eq!(mv, Move::Play(last), "level {number}");
            }
        }
    }
}

#[test]
fn the_lowest_level_loses_to_one_who_only_captures() {
    for net in nets() {
        let n_games = 12;
        let n_lost = (0..n_games)
            .filter(|&seed| loses(net.as_ref(), seed))
            .count();
        assert!(2 * n_lost > n_games as usize, "{n_lost} of {n_games}");
    }
}

/// Whether level 1 loses a game to a novice; what stands at the end counts.
fn loses(net: Option<&Arc<Net>>, seed: u64) -> bool {
    let own = if seed.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    };
    let (mut player, mut dice) = (leveled(1, net, seed), Dice::new(seed));
    let mut game = Game::new(Size::NINE, Rules::TROMP_TAYLOR).expect("a game");
    while game.phase() == Phase::Playing && game.n_moves() < 4 * 81 {
        let mv = match game.turn() == own {
            true => choice(&mut player, &game),
            false => novice_move(&game, &mut dice),
        };
        game.play(mv).expect("a legal move");
    }
    if game.phase() == Phase::Stopped {
        game.agree(PointSet::EMPTY).expect("a score");
    }
    game.outcome().and_then(Outcome::winner) == Some(!own)
}
