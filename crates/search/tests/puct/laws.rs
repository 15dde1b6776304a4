//! What holds of every search: it is the same for the same seed, it stays
//! within its memory, it obeys, it keeps what it knows.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;

use ponnuki_game::{Color, Diagram, Dice, Game, Move, PRESETS, Rules, Size, Symmetry};
use ponnuki_search::{Evaluate, EvaluationRequest, Leaves, Puct, PuctSettings, TreePlace};
use ponnuki_think::{Analysis, Detail, Evaluation, Noise, Restricted, Restriction};

use crate::judges::{Judge, counting, moody};
use crate::{SMALL, drawn, grown};

fn five() -> Game {
    Game::new(Size::new(5, 5).unwrap(), Rules::CHINESE).unwrap()
}

fn play(size: Size, name: &str) -> Move {
    Move::Play(size.point(name).unwrap())
}

fn go_on(_: &ponnuki_search::Progress<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Visits, rates and priors that belong together.
#[track_caller]
fn check_sums(analysis: &Analysis, n_visits: u64) {
    assert_eq!(analysis.visits, n_visits);
    let n_tried: u64 = analysis.candidates.iter().map(|c| c.visits).sum();
    assert_eq!(n_tried, n_visits - 1, "the first trial is the root's own");
    let priors: f32 = analysis.candidates.iter().map(|c| c.prior).sum();
    assert!((priors - 1.0).abs() < 1e-3, "{priors}");
    for candidate in &analysis.candidates {
        assert_eq!(candidate.variation.first(), Some(&candidate.mv));
        assert!(candidate.lcb <= candidate.win_rate);
        assert!((0.0..=1.0).contains(&candidate.win_rate), "{candidate:?}");
    }
    assert!(analysis.ownership.iter().all(|owner| owner.abs() <= 1.0));
}

#[test]
fn the_same_search_thinks_the_same_with_any_batch() {
    for batch_max in [1, 4, 16] {
        let analysis = || grown(&five(), SMALL, &mut moody(batch_max), 500).analysis();
        let first = analysis();
        check_sums(&first, 500);
        assert_eq!(first, analysis());
    }
}

#[test]
fn an_evaluator_is_handed_full_batches() {
    let mut judge = moody(8);
    grown(&five(), SMALL, &mut judge, 400);
    assert_eq!(judge.n_at_once, 8);
}

#[test]
fn batches_hardly_change_what_is_tried() {
    let rate = |batch_max| {
        let analysis = grown(&five(), SMALL, &mut counting(batch_max), 1_500).analysis();
        (analysis.candidates[0].mv, analysis.win_rate)
    };
    let (plain, in_batches) = (rate(1), rate(8));
    assert_eq!(plain.0, in_batches.0);
    assert!(
        (plain.1 - in_batches.1).abs() < 0.05,
        "{plain:?} {in_batches:?}"
    );
}

#[test]
fn several_threads_grow_one_tree() {
    for (n_threads, batch_max) in [(2, 1), (4, 3)] {
        let mut judges: Vec<_> = (0..n_threads).map(|_| moody(batch_max)).collect();
        let mut puct = Puct::new(&five(), SMALL);
        puct.search(&mut judges, 3_000, &mut go_on);
        check_sums(&puct.analysis(), 3_000);
        assert!(puct.n_nodes() > 1_000, "{}", puct.n_nodes());
        // And more of the same, on fewer.
        puct.search(&mut judges[..1], 3_100, &mut go_on);
        check_sums(&puct.analysis(), 3_100);
    }
}

#[test]
fn a_watcher_sees_it_grow_and_ends_it() {
    for n_threads in [1, 2] {
        let mut judges: Vec<_> = (0..n_threads).map(|_| moody(4)).collect();
        let mut seen = Vec::new();
        let mut puct = Puct::new(&five(), SMALL);
        puct.search(&mut judges, u64::MAX, &mut |progress| {
            seen.push(progress.visits());
            let analysis = progress.analysis(Detail::Numbers);
            let mut visits: Vec<u64> = analysis.candidates.iter().map(|c| c.visits).collect();
            visits.sort_unstable_by_key(|&n| Reverse(n));
            assert!(progress.most_visits() >= [visits[0], visits[1]]);
            match analysis.visits {
                0..200 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
        assert!(seen.is_sorted(), "{seen:?}");
        check_sums(&puct.analysis(), puct.visits());
        if n_threads == 1 {
            assert!(seen.len() > 40 && puct.visits() < 204, "{seen:?}");
        }
    }
}

#[test]
fn without_an_evaluator_nothing_happens() {
    let mut puct = Puct::new(&five(), SMALL);
    puct.search::<Box<dyn Evaluate + Send>>(&mut [], 100, &mut go_on);
    assert_eq!(puct.visits(), 0);
    assert_eq!(puct.draw(0.0, &mut Dice::new(1)), None);
}

#[test]
fn a_search_stays_within_its_memory_and_goes_on_thinking() {
    let settings = PuctSettings {
        tree_bytes_max: 100_000,
        cache_bytes_max: 20_000,
        ..SMALL
    };
    for batch_max in [1, 8] {
        let mut puct = grown(&five(), settings, &mut moody(batch_max), 1_000);
        let n_nodes = puct.n_nodes();
        assert!((100..400).contains(&n_nodes), "{n_nodes}");
        puct.search(&mut [moody(batch_max)], 5_000, &mut go_on);
        check_sums(&puct.analysis(), 5_000);
        assert!(puct.n_bytes() <= 120_000, "{}", puct.n_bytes());
        assert!(puct.n_nodes() < n_nodes + 20, "{}", puct.n_nodes());
        // What is forgotten when the game goes on makes room again.
        let mut game = five();
        game.play(puct.analysis().candidates[0].mv).unwrap();
        puct.follow(&game);
        let n_kept = puct.n_nodes();
        let n_visits = puct.visits() + 1_000;
        puct.search(&mut [moody(batch_max)], n_visits, &mut go_on);
        assert!(puct.n_nodes() > n_kept, "{} {n_kept}", puct.n_nodes());
        assert!(puct.n_bytes() <= 120_000, "{}", puct.n_bytes());
    }
}

#[test]
fn the_smallest_tree_still_knows_a_move() {
    let settings = PuctSettings {
        tree_bytes_max: 0,
        cache_bytes_max: 0,
        ..SMALL
    };
    let analysis = grown(&five(), settings, &mut moody(1), 100).analysis();
    assert_eq!(analysis.visits, 100);
    assert_eq!(analysis.candidates.len(), 26);
    assert_eq!(
        analysis.candidates.iter().filter(|c| c.visits > 0).count(),
        1
    );
}

/// A tree is followed through `n_moves` of its own choice, and through two at once.
#[test]
fn what_is_known_of_the_moves_made_is_kept() {
    let mut game = five();
    let mut puct = grown(&game, SMALL, &mut counting(1), 2_000);
    for n_at_once in [1, 2, 1] {
        let before = puct.analysis().candidates[0].clone();
        for &mv in &before.variation[..n_at_once] {
            game.play(mv).unwrap();
        }
        puct.follow(&game);
        let after = puct.analysis();
        assert_eq!(after.turn, game.turn());
        if n_at_once == 1 {
            assert_eq!(after.visits, before.visits);
            assert!((after.win_rate - (1.0 - before.win_rate)).abs() < 1e-4);
            assert!((after.lead + before.lead).abs() < 1e-3);
            assert_eq!(after.candidates[0].visits > 0, after.visits > 1);
        }
        check_sums(&after, after.visits);
        assert!(after.visits > 1, "{}", after.visits);
        puct.search(&mut [counting(1)], 2_000, &mut go_on);
        check_sums(&puct.analysis(), 2_000);
    }
}

#[test]
fn a_game_that_went_elsewhere_is_thought_about_anew() {
    let size = Size::new(5, 5).unwrap();
    let puct = || grown(&five(), SMALL, &mut counting(1), 300);
    let n_kept = |game: &Game| {
        let mut puct = puct();
        puct.follow(game);
        assert_eq!(puct.game().events(), game.events());
        puct.visits()
    };
    assert_eq!(n_kept(&five()), 300);
    let mut other = five();
    other.play_for(Color::White, play(size, "C3")).unwrap();
    assert_eq!(n_kept(&other), 0);
    assert_eq!(n_kept(&Game::new(size, Rules::JAPANESE).unwrap()), 0);
    assert_eq!(n_kept(&Game::new(Size::NINE, Rules::CHINESE).unwrap()), 0);
    let mut stopped = five();
    stopped.play(Move::Pass).unwrap();
    stopped.play(Move::Pass).unwrap();
    assert_eq!(n_kept(&stopped), 0);
    stopped.resume(Color::Black).unwrap();
    assert_eq!(n_kept(&stopped), 0);
    // It thinks on all the same.
    let mut puct = puct();
    puct.follow(&Game::new(Size::NINE, Rules::CHINESE).unwrap());
    puct.search(&mut [counting(1)], 50, &mut go_on);
    check_sums(&puct.analysis(), 50);
}

#[test]
fn what_is_to_be_avoided_is_not_considered() {
    let size = Size::new(5, 5).unwrap();
    let moves = |moves: Restricted, n_moves| {
        let by = Color::Black;
        let restriction = Restriction { by, moves, n_moves };
        let mut puct = Puct::new(&five(), SMALL).restricted(&[restriction]);
        puct.search(&mut [counting(1)], 300, &mut go_on);
        puct.analysis().candidates
    };
    let tried = |restricted| {
        let candidates = moves(restricted, 1);
        candidates.iter().map(|c| c.mv).collect::<Vec<_>>()
    };
    let avoided = tried(Restricted::Avoid(vec![play(size, "C3"), Move::Pass]));
    assert_eq!(avoided.len(), 24);
    assert!(!avoided.contains(&play(size, "C3")));
    assert_eq!(
        tried(Restricted::Allow(vec![play(size, "B2")])),
        [play(size, "B2")]
    );
    assert_eq!(tried(Restricted::Allow(Vec::new())), [Move::Pass]);
    // From then on all moves are free: with this one alone it would be a pass.
    let free = &moves(Restricted::Allow(vec![play(size, "B2")]), 1)[0];
    assert!(matches!(free.variation[2], Move::Play(_)), "{free:?}");
    // To look again at the same position is not to begin anew.
    let avoid = |mv| Restriction {
        by: Color::Black,
        moves: Restricted::Avoid(vec![mv]),
        n_moves: 1,
    };
    let mut puct = Puct::new(&five(), SMALL).restricted(&[avoid(Move::Pass)]);
    puct.search(&mut [counting(1)], 50, &mut go_on);
    puct.follow(&five());
    puct.restrict(&[avoid(Move::Pass)]);
    assert_eq!(puct.visits(), 50);
    puct.restrict(&[avoid(play(size, "A1"))]);
    assert_eq!(puct.visits(), 0);
    // Black's second move is the third from the root.
    let deep = moves(
        Restricted::Allow(vec![play(size, "B2"), play(size, "D4")]),
        3,
    );
    let longest = deep.iter().find(|c| c.variation.len() >= 3).unwrap();
    for mv in [longest.variation[0], longest.variation[2]] {
        assert!([play(size, "B2"), play(size, "D4")].contains(&mv), "{mv:?}");
    }
}

#[test]
fn every_symmetry_of_the_root_counts_alike() {
    // Likes the corner that lies top left after the board is turned.
    let asked = Mutex::new(Vec::new());
    let mut lopsided = Judge::new(
        3,
        |game: &Game, symmetry: Symmetry, answer: &mut Evaluation| {
            asked.lock().unwrap().push(symmetry);
            answer.policy.fill(0.0);
            let (x, y) = (symmetry.number() >> 1 & 1, symmetry.number() & 1);
            let corner = game.size().at(4 * x, 4 * y).unwrap();
            answer.policy[game.size().index(corner)] = 1.0;
        },
    );
    let settings = PuctSettings {
        n_root_symmetries: 8,
        ..SMALL
    };
    let analysis = grown(&five(), settings, &mut lopsided, 1).analysis();
    let liked: Vec<f32> = analysis.candidates.iter().map(|c| c.prior).collect();
    let expected = [0.25, 0.25, 0.25, 0.25, 0.0];
    for (prior, expected) in liked.iter().zip(expected) {
        assert!((prior - expected).abs() < 1e-6, "{liked:?}");
    }
    let numbers: Vec<u8> = asked.lock().unwrap().iter().map(|s| s.number()).collect();
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn leaves_are_turned_in_every_way_that_fits_the_board() {
    let symmetries = |width, height, leaves| {
        let size = Size::new(width, height).unwrap();
        let asked = Mutex::new(BTreeSet::new());
        let mut judge = Judge::new(1, |_: &Game, symmetry: Symmetry, _: &mut Evaluation| {
            asked.lock().unwrap().insert(symmetry.number());
        });
        let settings = PuctSettings { leaves, ..SMALL };
        let game = Game::new(size, Rules::CHINESE).unwrap();
        grown(&game, settings, &mut judge, 200);
        asked.into_inner().unwrap().into_iter().collect::<Vec<_>>()
    };
    assert_eq!(symmetries(5, 5, Leaves::Turned), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(symmetries(5, 4, Leaves::Turned), [0, 1, 2, 3]);
    assert_eq!(symmetries(5, 5, Leaves::Straight), [0]);
}

#[test]
fn chance_at_the_root_comes_from_the_seed() {
    let priors = |noise: Option<Noise>, root_temperature: f32, seed: u64| {
        let settings = PuctSettings {
            noise,
            root_temperature,
            seed,
            ..SMALL
        };
        let analysis = grown(&five(), settings, &mut moody(1), 100).analysis();
        check_sums(&analysis, 100);
        let mut priors: Vec<f32> = analysis.candidates.iter().map(|c| c.prior).collect();
        priors.sort_by(f32::total_cmp);
        priors
    };
    let noise = Some(Noise::default());
    assert_eq!(priors(None, 1.0, 1), priors(None, 1.0, 2));
    assert_eq!(priors(noise, 1.0, 1), priors(noise, 1.0, 1));
    assert_ne!(priors(noise, 1.0, 1), priors(noise, 1.0, 2));
    assert_ne!(priors(noise, 1.0, 1), priors(None, 1.0, 1));
    let (plain, even) = (priors(None, 1.0, 1), priors(None, 2.0, 1));
    assert!(even[25] < plain[25] && even[0] > plain[0]);
}

#[test]
fn chance_is_renewed_when_the_tree_is_kept() {
    let settings = PuctSettings {
        noise: Some(Noise::default()),
        n_root_symmetries: 2,
        ..SMALL
    };
    let mut game = five();
    let mut puct = grown(&game, settings, &mut counting(4), 400);
    game.play(puct.analysis().candidates[0].mv).unwrap();
    puct.follow(&game);
    let n_visits = puct.visits();
    let priors = |puct: &Puct| {
        let candidates = puct.analysis().candidates;
        candidates
            .iter()
            .map(|c| (c.mv, c.prior))
            .collect::<Vec<_>>()
    };
    let before = priors(&puct);
    puct.search(&mut [counting(4)], n_visits + 1, &mut go_on);
    let after = priors(&puct);
    assert_ne!(before, after);
    check_sums(&puct.analysis(), n_visits + 1);
}

/// On the way the evaluator likes the first point it sees, at the root the last.
#[test]
fn what_is_judged_anew_at_the_root_is_tried() {
    struct Fickle;
    impl Evaluate for Fickle {
        fn batch_max(&self) -> usize {
            1
        }

        fn evaluate(&mut self, questions: &[EvaluationRequest], answers: &mut [Evaluation]) {
            for (question, answer) in questions.iter().zip(answers) {
                *answer = Evaluation::blank(question.game.size());
                let n = answer.policy.len();
                for (place, prior) in answer.policy.iter_mut().enumerate() {
                    let rank = match question.place {
                        TreePlace::Within => place,
                        TreePlace::Root => n - place,
                    };
                    *prior = 0.5f32.powi(rank as i32);
                }
                answer.policy[n - 1] = 0.0;
            }
        }
    }
    let settings = PuctSettings {
        n_root_symmetries: 2,
        ..SMALL
    };
    let mut game = five();
    let mut puct = grown(&game, settings, &mut Fickle, 200);
    game.play(play(game.size(), "E1")).unwrap();
    puct.follow(&game);
    let n_visits = puct.visits();
    let most_tried = |puct: &Puct| {
        let candidates = puct.analysis().candidates;
        candidates.into_iter().max_by_key(|c| c.visits).unwrap().mv
    };
    assert_eq!(most_tried(&puct), play(game.size(), "A5"));
    puct.search(&mut [Fickle], n_visits + 300, &mut go_on);
    check_sums(&puct.analysis(), n_visits + 300);
    assert_eq!(most_tried(&puct), play(game.size(), "D1"));
}

/// Two by two points are soon played around in circles, and where that is not
/// forbidden nobody wins then.
#[test]
fn a_board_that_comes_back_is_no_result_where_the_rulebook_lets_it() {
    let size = Size::new(2, 2).unwrap();
    let no_result = |rules: Rules| {
        let game = Game::new(size, rules).unwrap();
        let puct = grown(&game, SMALL, &mut moody(1), 4_000);
        let candidates = puct.analysis().candidates;
        let outlooks = candidates.iter().filter_map(|c| c.outlook);
        outlooks.map(|o| o.no_result).fold(0.0, f32::max)
    };
    assert!(no_result(Rules::JAPANESE) > 0.0);
    assert_eq!(no_result(Rules::TROMP_TAYLOR), 0.0);
}

/// That the board has come back is no reason not to move: the players may go on.
#[test]
fn a_game_that_has_gone_in_a_circle_goes_on() {
    let size = Size::new(2, 2).unwrap();
    let circle = (0..).find_map(|seed| {
        let mut dice = Dice::new(seed);
        let mut game = Game::new(size, Rules::JAPANESE).unwrap();
        while game.phase() == ponnuki_game::Phase::Playing && game.cycle().is_none() {
            let legal: Vec<_> = game.legal().into_iter().map(Move::Play).collect();
            let mv = legal.get(dice.below(legal.len())).copied();
            game.play(mv.unwrap_or(Move::Pass)).unwrap();
        }
        game.cycle().is_some().then_some(game)
    });
    let analysis = grown(&circle.unwrap(), SMALL, &mut moody(1), 50).analysis();
    check_sums(&analysis, 50);
}

/// The first choice is the one that is surely worth most, of those tried often.
#[test]
fn the_first_choice_is_the_surest() {
    let mut n_surprises = 0;
    for n_visits in (20..400).step_by(20) {
        let puct = grown(&five(), SMALL, &mut moody(1), n_visits);
        let candidates = puct.analysis().candidates;
        let n_most = candidates.iter().map(|c| c.visits).max().unwrap();
        for candidate in &candidates {
            if candidate.visits as f32 >= 0.15 * n_most as f32 {
                assert!(
                    candidate.utility_lcb <= candidates[0].utility_lcb,
                    "{candidate:?}"
                );
            }
        }
        n_surprises += usize::from(candidates[0].visits < n_most);
        assert!(candidates[1..].is_sorted_by(|a, b| a.visits >= b.visits));
    }
    assert!(n_surprises > 0, "it is not always the most tried");
}

/// White could play into eyes when it was Black's turn to think; now that it
/// is White's turn there is nothing left but to pass.
#[test]
fn moves_without_use_are_left_out_when_the_tree_is_kept() {
    let diagram: Diagram = "
        . X . X a O . O .
        X X X X O O O O O
        . X . X O . O . O
    "
    .parse()
    .unwrap();
    let mut game = drawn(Rules::CHINESE, 0, Color::Black, &diagram);
    let mut puct = grown(&game, SMALL, &mut counting(1), 500);
    game.play(Move::Play(diagram.marked('a').unwrap())).unwrap();
    puct.follow(&game);
    let analysis = puct.analysis();
    assert!(analysis.visits > 1);
    let moves: Vec<Move> = analysis.candidates.iter().map(|c| c.mv).collect();
    assert_eq!(moves, [Move::Pass]);
    check_sums(&analysis, analysis.visits);
}

#[test]
fn moves_are_drawn_by_how_often_they_were_tried() {
    let puct = grown(&five(), SMALL, &mut moody(1), 300);
    let candidates = puct.analysis().candidates;
    let mut dice = Dice::new(3);
    assert_eq!(puct.draw(0.0, &mut dice), Some(candidates[0].mv));
    let mut count = |temperature: f32, mv: Move| {
        let drawn = (0..2_000).filter(|_| puct.draw(temperature, &mut dice) == Some(mv));
        drawn.count() as f64 / 2_000.0
    };
    for candidate in &candidates[..3] {
        let share = candidate.visits as f64 / 299.0;
        assert!(
            (count(1.0, candidate.mv) - share).abs() < 0.04,
            "{candidate:?}"
        );
    }
    let most = candidates.iter().max_by_key(|c| c.visits).unwrap();
    assert!(count(0.5, most.mv) > count(1.0, most.mv));
    let untried = candidates.iter().find(|c| c.visits == 0).unwrap();
    assert_eq!(count(1.0, untried.mv), 0.0);
}

#[test]
fn ownership_is_the_average_of_what_was_judged() {
    // The player to move owns everything, says the judge.
    let balance = Mutex::new(0);
    let mut judge = Judge::new(1, |game: &Game, _: Symmetry, answer: &mut Evaluation| {
        answer.ownership.fill(1.0);
        answer.policy.fill(1.0);
        answer.policy[25] = 0.0;
        *balance.lock().unwrap() += if game.turn() == Color::Black { 1 } else { -1 };
    });
    let settings = PuctSettings {
        cache_bytes_max: 0,
        ..SMALL
    };
    let owners = grown(&five(), settings, &mut judge, 60)
        .analysis()
        .ownership;
    let expected = *balance.lock().unwrap() as f32 / 60.0;
    assert!(
        owners.iter().all(|owner| (owner - expected).abs() < 0.01),
        "{expected} {owners:?}"
    );
}

#[test]
fn ownership_is_of_the_positions_that_were_kept() {
    // Whoever has a stone somewhere owns the point.
    let judge = || {
        Judge::new(1, |game: &Game, _: Symmetry, answer: &mut Evaluation| {
            answer.policy.fill(0.0);
            for point in game.size().points() {
                // Nothing is captured soon in the middle.
                let is_inside = (1..4).contains(&point.x()) && (1..4).contains(&point.y());
                let prior = f32::from(u8::from(is_inside));
                answer.policy[game.size().index(point)] = prior;
                let owner = game.board().at(point);
                answer.ownership[game.size().index(point)] = match owner {
                    Some(color) if color == game.turn() => 1.0,
                    Some(_) => -1.0,
                    None => 0.0,
                };
            }
        })
    };
    let mut game = five();
    let mut puct = grown(&game, SMALL, &mut judge(), 300);
    let variation = puct.analysis().candidates[0].variation.clone();
    for (&mv, owner) in variation[..2].iter().zip([1.0, -1.0]) {
        let Move::Play(point) = mv else {
            panic!("{variation:?}");
        };
        let place = game.size().index(point);
        assert!(puct.analysis().ownership[place].abs() < 0.9);
        game.play(mv).unwrap();
        puct.follow(&game);
        let found = puct.analysis().ownership[place];
        assert!((found - owner).abs() < 0.01, "{found} {variation:?}");
    }
}

#[test]
fn a_game_that_does_not_go_on_is_judged_as_it_stands() {
    for preset in PRESETS {
        let mut rules = preset.rules;
        rules.sizes = ponnuki_game::Sizes::Any;
        let mut game = Game::new(Size::new(4, 4).unwrap(), rules).unwrap();
        game.play(Move::Play(game.size().point("B2").unwrap()))
            .unwrap();
        while game.phase() == ponnuki_game::Phase::Playing {
            game.play(Move::Pass).unwrap();
        }
        let analysis = grown(&game, SMALL, &mut counting(1), 1_000).analysis();
        assert_eq!(
            (analysis.visits, analysis.candidates.len()),
            (1, 0),
            "{}",
            preset.name
        );
        let margin = game.score(ponnuki_game::PointSet::EMPTY).unwrap().margin();
        let margin = margin.half_points() as f32 / 2.0;
        let lead = if game.turn() == Color::Black {
            margin
        } else {
            -margin
        };
        assert_eq!(analysis.lead, lead, "{}", preset.name);
    }
}

/// An evaluator may answer nonsense; the search stays sound.
#[test]
fn nonsense_does_no_harm() {
    struct Nonsense;
    impl Evaluate for Nonsense {
        fn batch_max(&self) -> usize {
            0
        }

        fn evaluate(&mut self, _: &[EvaluationRequest], answers: &mut [Evaluation]) {
            for answer in answers {
                answer.win = f32::NAN;
                answer.loss = f32::INFINITY;
                answer.score_mean = f32::NEG_INFINITY;
                answer.lead = f32::NAN;
                answer.policy.fill(f32::NAN);
                answer.policy[3] = -5.0;
                answer.policy[4] = f32::MAX;
                answer.policy[5] = f32::MAX;
                answer.ownership.fill(f32::NAN);
            }
        }
    }
    let analysis = grown(&five(), SMALL, &mut Nonsense, 300).analysis();
    check_sums(&analysis, 300);
    assert!(analysis.lead.is_finite());
}

/// What is thought of the whole is what is thought of its parts: the moves, and the
/// one trial that ended at the root.
#[test]
fn each_moves_ownership_is_its_part_of_the_whole() {
    let puct = grown(&five(), SMALL, &mut moody(1), 300);
    let brief = puct.analysis();
    assert!(brief.candidates.iter().all(|c| c.ownership.is_none()));
    let analysis = puct.detailed_analysis(Detail::Ownership);
    let mut sums = vec![0.0; analysis.ownership.len()];
    let mut n_tried = 0;
    for candidate in analysis.candidates.iter().filter(|c| c.visits > 0) {
        let ownership = candidate.ownership.as_ref().unwrap();
        n_tried += candidate.visits;
        for (sum, owned) in sums.iter_mut().zip(ownership) {
            *sum += candidate.visits as f32 * owned;
        }
    }
    assert_eq!(n_tried + 1, analysis.visits);
    for (sum, whole) in sums.iter().zip(&analysis.ownership) {
        let rest = analysis.visits as f32 * whole - sum;
        assert!(rest.abs() < 1.01, "{rest}");
    }
    let untried = analysis.candidates.iter().filter(|c| c.visits == 0);
    assert!(untried.into_iter().all(|c| c.ownership.is_none()));
}

/// The root's own judgment is told as it was given, whatever was left out.
#[test]
fn what_is_thought_at_a_glance_does_not_depend_on_what_was_left_out() {
    let game = five();
    let mut free = Puct::new(&game, SMALL);
    assert_eq!(free.analysis().raw, None);
    free.search(&mut [moody(1)], 50, &mut go_on);
    let only = Restriction {
        by: game.turn(),
        moves: Restricted::Allow(vec![Move::Pass]),
        n_moves: 1,
    };
    let mut bound = Puct::new(&game, SMALL).restricted(&[only]);
    bound.search(&mut [moody(1)], 50, &mut go_on);
    let glance = free.analysis().raw.unwrap();
    assert_eq!(glance.policy.len(), 26);
    assert_eq!(Some(glance), bound.analysis().raw);
    assert_eq!(bound.analysis().candidates.len(), 1);
}
