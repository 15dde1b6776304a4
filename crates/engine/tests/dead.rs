//! Which stones a network takes for dead: one that lies beside the project, where it does, and
//! our own. What needs none is in `thinker`.

mod beside;
mod proof;
mod status;

use beside::network;
use ponnuki_engine::{
    DeadReason, Network, Request, ThinkLimits, Thinker, dead_stones, embedded, ignore,
};
use ponnuki_game::{Color, Diagram, Game, Move, Phase, PointSet, Rules, Setup};
use ponnuki_testkit::table;

/// How many of a hundred games must have exactly the dead stones that their players agreed on.
const EXACT_MIN: usize = 95;
/// How many games our own collection has at least.
const N_OWN_MIN: usize = 60;
/// One game in so many is looked at, unless there is time for all.
const ONE_IN: usize = 30;

/// Enough for every look that a network takes.
fn request() -> Request {
    Request::within(ThinkLimits::playouts(100))
}

fn drawn(text: &str, rules: Rules, first: Color) -> Game {
    let diagram: Diagram = text.parse().expect("a board");
    let mut setup = Setup::new(diagram.size(), rules);
    setup.stones = diagram.stones();
    setup.first = Some(first);
    setup.start().expect("a game")
}

fn points(game: &Game, names: &[&str]) -> PointSet {
    let points = names.iter().map(|name| game.size().point(name));
    points.collect::<Option<PointSet>>().expect("points")
}

/// Two lone stones in the other's territory; all else lives.
const TWO_DEAD: &str = "
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

#[test]
fn dead_stones_are_found_whoever_is_to_move_and_by_whatever_rules() {
    let mut network = network();
    for rules in [Rules::JAPANESE, Rules::CONCISE, Rules::GOBAN] {
        for first in Color::BOTH {
            let game = drawn(TWO_DEAD, rules, first);
            let chains = network.dead_chains(&game, &request());
            assert_eq!(dead_stones(&chains), points(&game, &["D4", "G3"]));
            for chain in chains {
                assert_eq!(chain.ownership > 0.0, chain.color == Color::White);
                let is_inside = chain.reason == DeadReason::InsidePassAlive;
                assert_eq!(is_inside, chain.color == Color::White);
            }
        }
    }
}

#[test]
fn a_large_chain_that_cannot_make_two_eyes_is_dead_for_the_networks_reason() {
    let mut network = network();
    // Black's corner has one eye of a square of four, which is never two.
    let text = "
        . . X O . . . . .
        . . X O . . . . .
        X X X O . O . . .
        O O O O . . . . .
        . . . . O . X X X
        . O . O X X X . .
        O O O X X . . . .
        X X X X . . X . .
        . . . . . . . . .
    ";
    let game = drawn(text, Rules::CHINESE, Color::Black);
    let chains = network.dead_chains(&game, &request());
    let corner = game.board().chain(points(&game, &["C9"]).first().unwrap());
    assert_eq!(dead_stones(&chains), corner.unwrap().stones);
    assert_eq!(chains[0].reason, DeadReason::JudgedLost);
}

#[test]
fn stones_in_seki_stay() {
    let mut network = network();
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
    let game = drawn(text, Rules::CHINESE, Color::Black);
    let seki = game.board().chain(points(&game, &["C9"]).first().unwrap());
    let dead = dead_stones(&network.dead_chains(&game, &request()));
    assert!(
        dead.is_disjoint(&seki.unwrap().stones),
        "{:#}",
        game.board()
    );
}

#[test]
fn enemies_that_could_capture_each_other_are_not_both_dead() {
    // Either is lost if the other one moves first; as it stands nobody does.
    let text = "
        . O . O X X . O O X . X .
        O O O O X X . O O X X X X
    ";
    let game = drawn(text, Rules::JAPANESE, Color::Black);
    let mut network = Network::new(embedded(), None, 7);
    let dead = dead_stones(&network.dead_chains(&game, &request()));
    assert_eq!(dead, PointSet::EMPTY, "{:#}", game.board());
}

#[test]
fn an_answer_at_once_is_an_answer() {
    let mut network = network();
    let game = drawn(TWO_DEAD, Rules::JAPANESE, Color::Black);
    let request = request();
    request.stop.raise();
    let dead = dead_stones(&network.dead_chains(&game, &request));
    assert_eq!(dead, points(&game, &["D4", "G3"]));
}

#[test]
fn the_estimate_of_a_stopped_game_is_what_the_proposal_counts() {
    let mut network = network();
    let mut game = drawn(TWO_DEAD, Rules::JAPANESE, Color::Black);
    game.play(Move::Pass).unwrap();
    game.play(Move::Pass).unwrap();
    assert_eq!(game.phase(), Phase::Stopped);
    let dead = dead_stones(&network.dead_chains(&game, &request()));
    let score = game.score(dead).unwrap();
    let analysis = network.analyse(&game, &request(), &mut ignore);
    assert!(analysis.candidates.is_empty());
    let lead = match analysis.turn {
        Color::Black => analysis.lead,
        Color::White => -analysis.lead,
    };
    assert_eq!(2.0 * lead, score.margin().half_points() as f32);
    for (point, owner) in game.size().points().zip(&analysis.ownership) {
        let expected = match score.owner(point) {
            Some(Color::Black) => 1.0,
            Some(Color::White) => -1.0,
            None => 0.0,
        };
        assert_eq!(*owner, expected, "{}", game.size().name(point));
    }
}

#[test]
fn most_games_have_the_dead_stones_that_their_players_agreed_on() {
    let mut network = network();
    for agreement in agreements(&mut network) {
        agreement.check();
    }
}

#[test]
fn the_built_in_network_finds_the_dead_stones_of_most_games() {
    let agreements = agreements(&mut Network::new(embedded(), None, 7));
    let all = |one: Agreement, other: Agreement| Agreement {
        n_games: one.n_games + other.n_games,
        n_exact: one.n_exact + other.n_exact,
    };
    agreements
        .into_iter()
        .fold(Agreement::default(), all)
        .check();
}

/// Games that the engine played against itself at the levels of weak players, to the end.
fn own_games() -> Vec<(Game, PointSet)> {
    let text = table::read("status/engine.jsonl");
    let read = |line| status::read(line).expect("a finished game");
    text.lines().map(read).collect()
}

#[test]
fn the_dead_stones_of_our_own_collection_are_proved_to_be_dead_and_no_others() {
    for (game, dead) in own_games() {
        let proved = proof::prove(game.board(), dead);
        let drawn = status::draw(game.board(), dead, dead);
        assert_eq!(proved, Ok(()), "\n{drawn}");
    }
}

#[test]
fn the_built_in_network_finds_the_dead_stones_that_are_proved() {
    let mut network = Network::new(embedded(), None, 7);
    let mut agreement = Agreement::default();
    for (game, dead) in own_games() {
        agreement.add(&mut network, &game, dead);
    }
    assert!(agreement.n_games >= N_OWN_MIN, "{agreement:?}");
    agreement.check();
}

/// In how many games the dead stones were exactly those that the players agreed on.
#[derive(Clone, Copy, Debug, Default)]
struct Agreement {
    n_games: usize,
    n_exact: usize,
}

impl Agreement {
    /// Has `network` propose the dead stones of a game.
    fn add(&mut self, network: &mut Network, game: &Game, agreed: PointSet) {
        let proposed = dead_stones(&network.dead_chains(game, &request()));
        self.n_games += 1;
        self.n_exact += usize::from(proposed == agreed);
        if proposed != agreed {
            eprintln!("{}", status::draw(game.board(), agreed, proposed));
        }
    }

    fn check(self) {
        // One of the few that are looked at in haste may be one of those that differ.
        let n_spared = usize::from(step() > 1);
        assert!(100 * (self.n_exact + n_spared) >= EXACT_MIN * self.n_games);
    }
}

/// Every how many games one is looked at.
fn step() -> usize {
    match std::env::var_os("RUN_SLOW") {
        Some(_) => 1,
        None => ONE_IN,
    }
}

/// Has `network` propose the dead stones of each collection of games that lies beside the
/// project.
fn agreements(network: &mut Network) -> Vec<Agreement> {
    let mut agreements = Vec::new();
    for file in status::collections() {
        let text = std::fs::read_to_string(&file).expect("a file that can be read");
        let mut agreement = Agreement::default();
        for line in text.lines().step_by(step()) {
            let (game, agreed) = status::read(line).expect("a finished game");
            agreement.add(network, &game, agreed);
        }
        eprintln!("{}: {agreement:?}", file.display());
        agreements.push(agreement);
    }
    agreements
}
