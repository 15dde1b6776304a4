//! What holds of a search with an evaluator, whatever the evaluator is.
//!
//! The evaluators are made here, in `judges`; `twin` is the search as it
//! would be written without a thought for speed.

mod ends;
mod judges;
mod laws;
mod solved;
mod tactics;
mod twin;

use std::ops::ControlFlow;

use ponnuki_game::{Color, Diagram, Game, Komi, Move, PointSet, Rules, Setup, Sizes};
use ponnuki_search::{Evaluate, Puct, PuctSettings};

/// The game that begins as drawn, with this komi in half points.
fn drawn(rules: Rules, komi: i16, turn: Color, diagram: &Diagram) -> Game {
    let mut setup = Setup::new(diagram.size(), rules);
    setup.rules.sizes = Sizes::Any;
    setup.komi = Komi::from_half_points(komi);
    setup.stones = diagram.stones();
    setup.first = Some(turn);
    setup.start().unwrap()
}

/// A search of so many trials on one thread.
fn grown(
    game: &Game,
    settings: PuctSettings,
    judge: &mut (dyn Evaluate + Send),
    n_visits: u64,
) -> Puct {
    let mut puct = Puct::new(game, settings);
    puct.search(&mut [judge], n_visits, &mut |_| ControlFlow::Continue(()));
    puct
}

/// Whether the first choice of `puct` is one of `right`, or a pass if there is none.
#[track_caller]
fn assert_choice(puct: &Puct, right: PointSet, case: &str) {
    let game = puct.game();
    let analysis = puct.analysis();
    let best = &analysis.candidates[0];
    let is_right = match best.mv {
        Move::Play(point) => right.contains(point),
        Move::Pass => right.is_empty(),
    };
    let name = |mv| match mv {
        Move::Play(point) => game.size().name(point),
        Move::Pass => "pass".into(),
    };
    let tried = analysis.candidates.iter().take(6).map(|c| {
        let variation: Vec<String> = c.variation.iter().map(|&mv| name(mv)).collect();
        let (visits, win, lead) = (c.visits, c.win_rate, c.lead);
        format!("{visits:5} {win:.3} {lead:6.2} {}\n", variation.join(" "))
    });
    let tried: String = tried.collect();
    let board = game.board();
    assert!(
        is_right,
        "{case}, {} to move\n{tried}{board:#}",
        game.turn()
    );
}

/// Small enough that a test may have many.
const SMALL: PuctSettings = PuctSettings {
    tree_bytes_max: 1 << 24,
    cache_bytes_max: 1 << 22,
    exploration: 1.0,
    n_root_symmetries: 1,
    leaves: ponnuki_search::Leaves::Turned,
    sharing: ponnuki_search::Sharing::Positions,
    noise: None,
    root_temperature: 1.0,
    tuning: ponnuki_think::SearchTuning::USUAL,
    seed: 0,
};
