//! When to pass and when not to, under every rulebook.

use ponnuki_engine::{
    Decision, MonteCarlo, MonteCarloSettings, Network, Request, ThinkLimits, Thinker, embedded,
    ignore,
};
use ponnuki_game::{Color, Diagram, Game, Move, PRESETS, Phase, Preset, Rules, Setup};

/// Nothing is left to gain.
const SETTLED: &str = "
    . . X . X O . . O
    . X X X X O O O O
    X . X . X O . O .
    . X X X X O O O O
    X X . . X O . . O
    . . X X X O O O .
    X X X . X O . O O
    . . X X X O O O .
    . X . . X O . . O
";

/// One point is nobody's yet.
const DAME: &str = "
    . . X . X O . . O
    . X X X X O O O O
    X . X . X O . O .
    . X X X X O O O O
    X X . . X a O . O
    . . X X X O O O .
    X X X . X O . O O
    . . X X X O O O .
    . X . . X O . . O
";

/// A White stone cannot live, and still stands.
const PREY: &str = "
    . . X . X O . . O
    . X X X X O O O O
    X . X X X O . O .
    . X X X X O O O O
    X X a a X O . . O
    . X a O X O O O .
    X X X a X O . O O
    . . X X X O O O .
    . X . . X O . . O
";

/// What is right for Black under each rulebook: `pass`, `take` a marked
/// point, or either where it makes no difference.
const EXPECTED: &str = "
    rulebook           settled  dame    prey
    concise            pass     take    take
    white-first        pass     either  take
    oldest             pass     take    either
    quick-reference    pass     take    either
    goban              pass     either  pass
    japanese           pass     either  pass
    korean             pass     either  pass
    chinese            pass     take    either
    chinese-ogs        pass     take    either
    aga                pass     take    either
    aga-button         pass     take    either
    bga                pass     take    either
    french             pass     take    either
    new-zealand        pass     take    either
    tromp-taylor       pass     take    take
    ing                pass     take    either
    stone-scoring      pass     take    either
    ancient-territory  pass     either  pass
";

/// A game that begins as drawn, Black to move after `n_passes`.
fn game(rules: Rules, diagram: &Diagram, n_passes: usize) -> Game {
    let mut setup = Setup::new(diagram.size(), rules);
    setup.stones = diagram.stones();
    setup.first = Some(Color::BOTH[n_passes % 2]);
    let mut game = setup.start().unwrap();
    for _ in 0..n_passes {
        game.play(Move::Pass).unwrap();
    }
    game
}

fn decide(game: &Game) -> Decision {
    let mut thinker = MonteCarlo::new(MonteCarloSettings::default());
    let request = Request::within(ThinkLimits::playouts(400));
    let choice = thinker.choose(game, &request, &mut ignore).unwrap();
    choice.decision
}

/// What was decided, in the words of the table.
fn word(decision: Decision, diagram: &Diagram) -> &'static str {
    match decision {
        Decision::Move(Move::Pass) => "pass",
        Decision::Move(Move::Play(point)) if diagram.all_marked('a').contains(point) => "take",
        Decision::Move(Move::Play(_)) => "something else",
        Decision::Resign => "resign",
    }
}

#[test]
fn each_rulebook_has_its_own_end() {
    let rows: Vec<Vec<&str>> = EXPECTED
        .trim()
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(
        rows.len(),
        PRESETS.len() + 1,
        "every rulebook is in the table"
    );
    let mut wrong = Vec::new();
    for row in &rows[1..] {
        let rules = Preset::named(row[0]).unwrap().rules;
        for (drawn, &expected) in [SETTLED, DAME, PREY].iter().zip(&row[1..]) {
            let diagram: Diagram = drawn.parse().unwrap();
            let found = word(decide(&game(rules, &diagram, 0)), &diagram);
            let is_right = match expected {
                "either" => ["pass", "take"].contains(&found),
                _ => found == expected,
            };
            if !is_right {
                wrong.push(format!("{}: {found}, not {expected}\n{drawn}", row[0]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_game_won_by_agreement_is_stopped_when_the_opponent_passes() {
    let mut rules = Rules::CHINESE;
    rules.start.komi = ponnuki_game::Komi::ZERO;
    let diagram: Diagram = PREY.parse().unwrap();
    assert_eq!(word(decide(&game(rules, &diagram, 1)), &diagram), "pass");
}

/// White's stones on the right and on the left are lost, but that has still to be shown.
const LOST_BUT_LARGE: &str = "
    . . . . . . . X O O O . .
    . . . X O O . . X O . O .
    . X . X X O . X . X O O O
    . . . . O O . . . X X X X
    . X O . . . . . X O O O .
    . X O . O . . . X O O . O
    . X O . . . X . X O X O .
    . . . X . . . X O X X O X
    . . X . X . . . . O X X O
    . . O X . O . . O . X . .
    . . O X . . . . O X . . O
    . O X X . . . . X X . O .
    . . . . . . . . . . . . .
";

#[test]
fn what_is_lost_but_could_be_disputed_is_captured_first() {
    let diagram: Diagram = LOST_BUT_LARGE.parse().unwrap();
    let game = game(Rules::CHINESE, &diagram, 1);
    let net = embedded();
    let mut thinker = Network::new(net, None, 7);
    let request = Request::within(ThinkLimits::playouts(400));
    let choice = thinker.choose(&game, &request, &mut ignore).unwrap();
    assert_ne!(
        choice.decision,
        Decision::Move(Move::Pass),
        "{:#}",
        game.board()
    );
}

#[test]
fn where_dead_stones_stay_a_pass_is_answered_by_capturing() {
    let diagram: Diagram = PREY.parse().unwrap();
    for rules in [Rules::CONCISE, Rules::WHITE_FIRST, Rules::TROMP_TAYLOR] {
        let game = game(rules, &diagram, 1);
        assert_eq!(word(decide(&game), &diagram), "take", "{:#}", game.board());
    }
}

#[test]
fn where_white_passes_last_a_third_pass_ends_it() {
    let diagram: Diagram = SETTLED.parse().unwrap();
    let mut game = game(Rules::QUICK_REFERENCE, &diagram, 1);
    for _ in 0..2 {
        assert_eq!(game.phase(), Phase::Playing);
        let Decision::Move(mv) = decide(&game) else {
            panic!("resigned\n{:#}", game.board());
        };
        game.play(mv).unwrap();
    }
    assert_eq!(game.phase(), Phase::Stopped, "{:#}", game.board());
}

#[test]
fn the_passes_of_a_handicap_are_made() {
    let mut setup = Setup::new(ponnuki_game::Size::NINE, Rules::CONCISE);
    setup.odds = ponnuki_game::Odds::Passes(3);
    let mut game = setup.start().unwrap();
    for name in ["E5", "C3"] {
        game.play(Move::Play(game.size().point(name).unwrap()))
            .unwrap();
        assert_eq!(decide(&game), Decision::Move(Move::Pass));
        game.play(Move::Pass).unwrap();
    }
}
