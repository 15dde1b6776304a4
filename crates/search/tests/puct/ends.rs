//! The end of the game under every rulebook: positions in which one has to
//! know the rulebook to find the move.
//!
//! The evaluator here does not know them all. As a network may, it takes what
//! is dead to come off by itself, and it likes to pass.

use std::ops::ControlFlow;

use ponnuki_game::{
    Color, DeadStones, Diagram, Game, Move, PRESETS, PassCost, Phase, PointSet, Preset, Rules,
    Symmetry,
};
use ponnuki_search::Puct;
use ponnuki_think::Evaluation;

use crate::judges::{Judge, count};
use crate::{SMALL, assert_choice, drawn, grown};

/// How likely a pass is the move, and the rest is shared among the others.
const PASS_PRIOR: f32 = 0.5;

/// Takes all that White has at these points for dead.
fn settled(blacks: PointSet) -> Judge<impl FnMut(&Game, Symmetry, &mut Evaluation)> {
    Judge::new(1, move |game, _, answer| {
        count(game, blacks & game.board().stones(Color::White), answer);
        likes_to_pass(game, answer);
    })
}

fn likes_to_pass(game: &Game, answer: &mut Evaluation) {
    let n_legal = game.legal().len().max(1);
    answer.policy.fill((1.0 - PASS_PRIOR) / n_legal as f32);
    answer.policy[game.size().n_points()] = PASS_PRIOR;
}

/// A search of a drawn position in which White has just passed, and what
/// White has at the points of `blacks` is dead.
fn after_pass(rules: Rules, komi: i16, diagram: &Diagram, blacks: PointSet) -> Puct {
    let mut game = drawn(rules, komi, Color::White, diagram);
    game.play(Move::Pass).unwrap();
    grown(&game, SMALL, &mut settled(blacks), 1_500)
}

/// White's stone at C2 is dead. To count it has to be captured if what stands
/// lives; else Black has won, and everything else is Black's or White's for good.
#[test]
fn what_is_dead_is_captured_where_it_would_stay_and_only_there() {
    let diagram: Diagram = "
        . X X X X O .
        X X O a X O O
        . X a . X O .
    "
    .parse()
    .unwrap();
    let blacks = diagram
        .size()
        .points()
        .filter(|point| point.x() < 5)
        .collect();
    for preset in PRESETS {
        // Between what Black has as it stands and what Black could have.
        let is_area = preset.rules.counting.scoring.is_area();
        let komi = if is_area { 13 } else { 3 };
        let puct = after_pass(preset.rules, komi, &diagram, blacks);
        let right = match preset.rules.dead {
            DeadStones::Stay => diagram.all_marked('a'),
            DeadStones::ByAgreement { .. } => PointSet::EMPTY,
        };
        assert_choice(&puct, right, preset.name);
    }
}

/// A dead stone in a wide territory that nobody could prove to be safe.
const WIDE: &str = "
    . . . X O O .
    . . . X O O O
    . O . X O . O
    . . . X O O O
    . . . X O O .
";

/// Each stone played in one's own territory costs a point where territory counts.
#[test]
fn a_dead_stone_in_wide_territory_is_left_to_agreement() {
    let diagram: Diagram = WIDE.parse().unwrap();
    let dead = [diagram.size().point("B3").unwrap()].into_iter().collect();
    let blacks = diagram
        .size()
        .points()
        .filter(|point| point.x() < 4)
        .collect();
    let stopping = |rules: Rules| {
        let mut game = drawn(rules, 0, Color::White, &diagram);
        while game.phase() == Phase::Playing {
            game.play(Move::Pass).unwrap();
        }
        game.score(dead).map(|score| score.margin().half_points())
    };
    for preset in PRESETS {
        // Elsewhere a move in one's own territory costs no more than a pass.
        let is_costly = !preset.rules.counting.scoring.is_area()
            && preset.rules.passing.cost == PassCost::Nothing;
        let Some(margin) = stopping(preset.rules).ok().filter(|_| is_costly) else {
            continue;
        };
        // Black wins by half a point.
        let komi = margin as i16 - 1;
        let puct = after_pass(preset.rules, komi, &diagram, blacks);
        assert_choice(&puct, PointSet::EMPTY, preset.name);
    }
}

/// The same where what stands lives: Black has to capture the stone before
/// passing, and no more than that where each move costs a point.
#[test]
fn a_dead_stone_in_wide_territory_is_captured_where_it_would_stay() {
    let diagram: Diagram = WIDE.parse().unwrap();
    let size = diagram.size();
    let blacks: PointSet = size.points().filter(|point| point.x() < 4).collect();
    for rules in [Rules::TROMP_TAYLOR, Rules::CONCISE, Rules::WHITE_FIRST] {
        // Black's 20 points of area to White's 15. Of 15 points of territory
        // to White's 3 the capture takes four, and it is one prisoner.
        let komi = if rules.counting.scoring.is_area() {
            9
        } else {
            17
        };
        let mut game = drawn(rules, komi, Color::White, &diagram);
        game.play(Move::Pass).unwrap();
        let mut puct = Puct::new(&game, SMALL);
        while game.phase() == Phase::Playing {
            puct.follow(&game);
            let n_visits = 800;
            puct.search(&mut [settled(blacks)], n_visits, &mut |_| {
                ControlFlow::Continue(())
            });
            game.play(puct.analysis().candidates[0].mv).unwrap();
            if game.phase() == Phase::Playing {
                game.play(Move::Pass).unwrap();
            }
        }
        let outcome = game.outcome().unwrap();
        let board = game.board();
        assert_eq!(outcome.winner(), Some(Color::Black), "{outcome}\n{board:#}");
    }
}

/// The evaluator sees nothing but a pass; the search knows what has to come first.
#[test]
fn a_hunt_comes_before_a_pass_that_nobody_doubts() {
    let diagram: Diagram = WIDE.parse().unwrap();
    let size = diagram.size();
    let blacks: PointSet = size.points().filter(|point| point.x() < 4).collect();
    let liberties = ["A3", "B2", "B4", "C3"];
    let hunts = liberties
        .iter()
        .filter_map(|name| size.point(name))
        .collect();
    for rules in [Rules::TROMP_TAYLOR, Rules::CONCISE, Rules::WHITE_FIRST] {
        let mut judge = Judge::new(1, |game: &Game, _: Symmetry, answer: &mut Evaluation| {
            count(game, blacks & game.board().stones(Color::White), answer);
            answer.policy.fill(1e-4);
            answer.policy[size.n_points()] = 1.0;
        });
        let mut game = drawn(rules, 9, Color::White, &diagram);
        game.play(Move::Pass).unwrap();
        let puct = grown(&game, SMALL, &mut judge, 100);
        assert_choice(&puct, hunts, "what stands lives");
    }
}

/// The rest is settled. Who takes the neutral point saves a pass where passes
/// cost, has a point where area counts, and gains nothing elsewhere.
#[test]
fn a_neutral_point_is_taken_where_it_counts() {
    let diagram: Diagram = "
        . X . X a O . O .
        X X X X O O O O O
        . X . X O . O . O
    "
    .parse()
    .unwrap();
    for preset in PRESETS {
        let counts =
            preset.rules.counting.scoring.is_area() || preset.rules.passing.cost == PassCost::Stone;
        for turn in Color::BOTH {
            // Half way between what it is worth to have the point and not to.
            let with = |first: Move| {
                let mut game = drawn(preset.rules, 0, turn, &diagram);
                game.play(first).unwrap();
                if first == Move::Pass && game.phase() == Phase::Playing {
                    game.play(Move::Play(diagram.marked('a').unwrap())).unwrap();
                }
                while game.phase() == Phase::Playing {
                    game.play(Move::Pass).unwrap();
                }
                game.score(PointSet::EMPTY).unwrap().margin().half_points()
            };
            let taken = with(Move::Play(diagram.marked('a').unwrap()));
            let left = with(Move::Pass);
            assert_eq!(counts, taken != left, "{}: {taken} {left}", preset.name);
            if counts {
                let komi = (taken + left) / 2;
                let game = drawn(preset.rules, komi as i16, turn, &diagram);
                let puct = grown(&game, SMALL, &mut settled(PointSet::EMPTY), 1_500);
                assert_choice(&puct, diagram.all_marked('a'), preset.name);
            }
        }
    }
}

/// Nothing is left: all vacant points are eyes that cannot be taken.
#[test]
fn it_passes_when_nothing_is_left_and_knows_the_score() {
    let diagram: Diagram = "
        . X . X O . O
        X X X X O O O
        . X . X O . O
    "
    .parse()
    .unwrap();
    for preset in PRESETS {
        for turn in Color::BOTH {
            let game = drawn(preset.rules, 0, turn, &diagram);
            let mut end = game.clone();
            while end.phase() == Phase::Playing {
                end.play(Move::Pass).unwrap();
            }
            let margin = end.score(PointSet::EMPTY).unwrap().margin();
            let margin = margin.half_points() as f32 / 2.0;
            let lead = if turn == Color::Black {
                margin
            } else {
                -margin
            };
            // Nothing is known but the way to the end.
            let mut judge = Judge::new(1, |_: &Game, _: Symmetry, answer: &mut Evaluation| {
                answer.policy.fill(0.0);
                *answer.policy.last_mut().unwrap() = 1.0;
            });
            let puct = grown(&game, SMALL, &mut judge, 1_000);
            assert_choice(&puct, PointSet::EMPTY, preset.name);
            let analysis = puct.analysis();
            assert_eq!(analysis.candidates.len(), 1, "{}", preset.name);
            let found = analysis.candidates[0].lead;
            assert!(
                (found - lead).abs() < 0.3,
                "{}: {found} {lead}",
                preset.name
            );
        }
    }
}

/// White to move takes F3; Black to move connects at `a`, at no cost. To pass
/// and call the stone alive is no way to keep it.
#[test]
fn a_pass_does_not_keep_what_needs_a_move() {
    let diagram: Diagram = "
        . X . X a X O . O
        X X X X O O O O O
        . X . X O . O . O
    "
    .parse()
    .unwrap();
    let vital = diagram.marked('a').unwrap();
    let weak: PointSet = diagram.size().point("F3").into_iter().collect();
    let is_agreed = |preset: &&Preset| preset.rules.dead != DeadStones::Stay;
    for preset in PRESETS.iter().filter(is_agreed) {
        let mut judge = Judge::new(1, |game: &Game, _: Symmetry, answer: &mut Evaluation| {
            let is_caught = game.turn() == Color::White && game.board().is_vacant(vital);
            count(game, if is_caught { weak } else { PointSet::EMPTY }, answer);
            likes_to_pass(game, answer);
        });
        let mut game = drawn(preset.rules, 1, Color::White, &diagram);
        game.play(Move::Pass).unwrap();
        let puct = grown(&game, SMALL, &mut judge, 1_500);
        assert_choice(&puct, diagram.all_marked('a'), preset.name);
    }
}

/// The button is worth half a point, a neutral point one: first this, then that.
#[test]
fn the_button_is_taken_when_nothing_is_worth_more() {
    let diagram: Diagram = "
        . X . X a O . O .
        X X X X O O O O O
        . X . X O . O . O
    "
    .parse()
    .unwrap();
    // Black's 13 and 12 points, or 12 and 13; the button decides for Black
    // only if Black has the neutral point too.
    let game = drawn(Rules::AGA_BUTTON, 1, Color::Black, &diagram);
    let puct = grown(&game, SMALL, &mut settled(PointSet::EMPTY), 1_500);
    assert_choice(&puct, diagram.all_marked('a'), "the point first");
    let mut game = game;
    game.play(Move::Play(diagram.marked('a').unwrap())).unwrap();
    let puct = grown(&game, SMALL, &mut settled(PointSet::EMPTY), 1_500);
    assert_choice(&puct, PointSet::EMPTY, "then the button");
    game.play(Move::Pass).unwrap();
    assert_eq!(game.button(), Some(Color::White));
}
