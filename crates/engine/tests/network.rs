//! A network's moves: of one that lies beside the project, where it does, and of our own. What
//! needs none is in `net` and `search`.

mod beside;

use beside::network;
use ponnuki_engine::{Decision, Network, Request, ThinkLimits, Thinker, embedded, ignore};
use ponnuki_game::{Color, Diagram, Game, Move, Phase, Rules, Setup, Size, Symmetry};

fn after(n_playouts: u64) -> Request {
    Request::within(ThinkLimits::playouts(n_playouts))
}

#[test]
fn it_takes_what_decides_the_game() {
    let mut network = network();
    let drawn: Diagram = "
        . . . . . . .
        . . X X X . .
        . X O O O X .
        . X O a . X .
        . X O O O X .
        . . X X X . .
        . . . . . . .
    "
    .parse()
    .expect("a board");
    let mut setup = Setup::new(drawn.size(), Rules::CHINESE);
    setup.stones = drawn.stones();
    setup.first = Some(Color::Black);
    let game = setup.start().expect("a game");
    let choice = network.choose(&game, &after(200), &mut ignore);
    let decision = choice.expect("the game is played").decision;
    let inside = ["D4", "E4"].map(|name| Move::Play(drawn.size().point(name).expect("a point")));
    assert!(
        inside.iter().any(|&mv| decision == Decision::Move(mv)),
        "{decision:?}"
    );
}

#[test]
fn a_game_against_itself_comes_to_an_end_and_the_same_seed_plays_it_again() {
    let size = Size::new(5, 5).expect("a size");
    let play = || -> Vec<(Color, Move)> {
        let mut network = network();
        let mut game = Game::new(size, Rules::JAPANESE).expect("a game");
        while game.phase() == Phase::Playing && game.n_moves() < 100 {
            let choice = network.choose(&game, &after(50), &mut ignore);
            match choice.expect("the game is played").decision {
                Decision::Move(mv) => game.play(mv).expect("a legal move"),
                Decision::Resign => break,
            }
        }
        assert_eq!(game.phase(), Phase::Stopped, "{}", game.board());
        game.moves().collect()
    };
    assert_eq!(play(), play());
}

#[test]
fn another_board_is_no_trouble() {
    let mut network = network();
    for (width, height) in [(9, 9), (7, 5), (9, 9), (13, 13)] {
        let size = Size::new(width, height).expect("a size");
        let game = Game::new(size, Rules::CONCISE).expect("a game");
        let analysis = network.analyse(&game, &after(20), &mut ignore);
        assert!(analysis.visits >= 20, "{size}: {}", analysis.visits);
        assert!(!analysis.candidates.is_empty(), "{size}");
    }
}

#[test]
fn one_playout_is_one_look_and_who_reads_sees_the_board_turned_too() {
    let mut game = Game::new(Size::NINE, Rules::CHINESE).expect("a game");
    for name in ["C3", "E7", "G4"] {
        let point = Size::NINE.point(name).expect("a point");
        game.play(Move::Play(point)).expect("a legal move");
    }
    for n_playouts in [1, 2] {
        let mut network = Network::new(embedded(), None, 1);
        let seen = network
            .look(&game, Symmetry::IDENTITY, None)
            .expect("a look");
        let analysis = network.analyse(&game, &after(n_playouts), &mut ignore);
        let glance = analysis.raw.expect("a glance");
        let is_one_look = (glance.lead - seen.lead).abs() < 1e-4;
        assert_eq!(is_one_look, n_playouts == 1, "{n_playouts} playouts");
    }
}
