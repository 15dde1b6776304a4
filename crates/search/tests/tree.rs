//! What holds of every tree: it is the same for the same seed, it stays within
//! its bounds, it obeys, and it counts as the rulebook does.

use ponnuki_game::{
    Color, DeadStones, Diagram, Dice, Game, Move, PRESETS, Phase, PointSet, Rules, Setup, Size,
    Sizes,
};
use ponnuki_search::{Rollout, SearchTree, TreeSettings, Worth};
use ponnuki_think::{Analysis, Restricted, Restriction};

fn grown(game: &Game, settings: TreeSettings, seed: u64, n_playouts: usize) -> SearchTree {
    let mut tree = SearchTree::new(game, settings, Dice::new(seed));
    for _ in 0..n_playouts {
        tree.playout();
    }
    tree
}

fn analysis(seed: u64) -> Analysis {
    let game = Game::new(Size::NINE, Rules::JAPANESE).unwrap();
    grown(&game, TreeSettings::default(), seed, 200).analysis()
}

#[test]
fn the_same_seed_thinks_the_same() {
    assert_eq!(analysis(7), analysis(7));
    assert_ne!(analysis(7), analysis(8));
}

#[test]
fn every_playout_is_a_visit_and_visits_add_up() {
    let analysis = analysis(1);
    assert_eq!(analysis.visits, 200);
    let n_tried: u64 = analysis.candidates.iter().map(|c| c.visits).sum();
    assert_eq!(n_tried, 200);
    let priors: f32 = analysis.candidates.iter().map(|c| c.prior).sum();
    assert!((priors - 1.0).abs() < 1e-3, "{priors}");
    for candidate in &analysis.candidates {
        assert_eq!(candidate.variation.first(), Some(&candidate.mv));
        assert!(candidate.lcb <= candidate.win_rate);
    }
}

#[test]
fn a_tree_stays_within_its_nodes_and_goes_on_thinking() {
    let game = Game::new(Size::NINE, Rules::CHINESE).unwrap();
    let settings = TreeSettings { n_nodes_max: 500 };
    let tree = grown(&game, settings, 1, 1_000);
    assert!(tree.n_nodes() <= 500, "{}", tree.n_nodes());
    assert!(tree.n_nodes() > 82, "{}", tree.n_nodes());
    assert_eq!(tree.analysis().visits, 1_000);
}

#[test]
fn what_is_to_be_avoided_is_not_considered() {
    let game = Game::new(Size::NINE, Rules::CHINESE).unwrap();
    let point = |name| Move::Play(Size::NINE.point(name).unwrap());
    let moves = |restriction: Restricted| {
        let restriction = Restriction {
            by: Color::Black,
            moves: restriction,
            n_moves: 1,
        };
        let tree = SearchTree::new(&game, TreeSettings::default(), Dice::new(1));
        let mut tree = tree.restricted(&[restriction]);
        tree.playout();
        let candidates = tree.analysis().candidates;
        candidates.iter().map(|c| c.mv).collect::<Vec<_>>()
    };
    let avoided = moves(Restricted::Avoid(vec![point("E5"), Move::Pass]));
    assert_eq!(avoided.len(), 80);
    assert!(!avoided.contains(&point("E5")));
    assert_eq!(moves(Restricted::Allow(vec![point("C3")])), [point("C3")]);
    assert_eq!(moves(Restricted::Allow(Vec::new())), [Move::Pass]);
}

const FINISHED: &str = "
    . . X . X O .
    . X X X X O O
    X . X O O O .
    . X X O . O O
    X X O O O O .
    . X O . O O O
    X X O O . O .
";

/// The game that begins as drawn, and in which both pass until it stops.
fn stopped(rules: Rules, diagram: &Diagram, first: Color) -> Game {
    let mut setup = Setup::new(diagram.size(), rules);
    setup.stones = diagram.stones();
    setup.first = Some(first);
    let mut game = setup.start().unwrap();
    while game.phase() == Phase::Playing {
        game.play(Move::Pass).unwrap();
    }
    game
}

#[test]
fn a_playout_from_a_finished_game_is_worth_its_score_under_every_rulebook() {
    let diagram: Diagram = FINISHED.parse().unwrap();
    for preset in PRESETS {
        let mut rules = preset.rules;
        rules.sizes = Sizes::Any;
        for first in Color::BOTH {
            let game = stopped(rules, &diagram, first);
            let mut rollout = Rollout::new(game.size());
            for (seed, turn) in [(1, Color::Black), (2, Color::White)] {
                rollout.restart(game.board(), turn, [None; 2]);
                rollout.run(&mut Dice::new(seed));
                let n_more = rollout.owners(|_, _| {});
                let margin = Worth::of(&game).margin(rollout.board(), n_more);
                let score = game.score(PointSet::EMPTY).unwrap().margin();
                let expected = score.half_points() as f32 / 2.0;
                assert_eq!(margin, expected, "{}, {first} first", preset.name);
            }
        }
    }
}

#[test]
fn where_passes_cost_and_white_passes_last_the_worth_is_right_before_the_end() {
    let diagram: Diagram = FINISHED.parse().unwrap();
    for first in Color::BOTH {
        let end = stopped(Rules::OLDEST, &diagram, first);
        let mut setup = end.setup().clone();
        setup.first = Some(first);
        let start = setup.start().unwrap();
        let score = end.score(PointSet::EMPTY).unwrap().margin();
        let mut rollout = Rollout::new(start.size());
        rollout.restart(start.board(), first, [None; 2]);
        rollout.run(&mut Dice::new(3));
        let n_more = rollout.owners(|_, _| {});
        let margin = Worth::of(&start).margin(rollout.board(), n_more);
        assert_eq!(margin, score.half_points() as f32 / 2.0, "{first} first");
    }
}

#[test]
fn a_playout_leaves_a_consistent_board_with_nothing_to_play_but_eyes() {
    for (seed, size) in [
        (1, Size::new(1, 1)),
        (2, Size::new(7, 2)),
        (3, Size::new(9, 9)),
    ] {
        let size = size.unwrap();
        let game = Game::new(size, Rules::TROMP_TAYLOR).unwrap();
        let mut rollout = Rollout::new(size);
        rollout.restart(game.board(), Color::Black, [None; 2]);
        rollout.run(&mut Dice::new(seed));
        let board = rollout.board();
        assert!(board.is_consistent(), "{board:#}");
        for point in board.vacant() {
            let is_done = |color| {
                board.is_eye(color, point)
                    || board.is_suicide(color, point)
                    || board.n_liberties_after(color, point) == 1
            };
            assert!(Color::BOTH.into_iter().all(is_done), "{board:#}");
        }
        assert_eq!(game.rules().dead, DeadStones::Stay);
    }
}
