//! What each parameter of a search does to what the built-in network finds.

use ponnuki_engine::{
    Analysis, ChoiceRule, Detail, HistoryShown, Mirroring, Network, Noise, Request, RootPass,
    RootPruning, ThinkLimits, Thinker, Tuning, embedded, ignore,
};
use ponnuki_game::{Color, Game, Move, Rules, Size};

/// What is found in so many visits when it is told to think so.
fn found(game: &Game, n_visits: u64, change: impl FnOnce(&mut Tuning)) -> Analysis {
    let mut request = Request::within(ThinkLimits::playouts(n_visits));
    request.detail = Detail::OwnershipStdev;
    change(&mut request.tuning);
    Network::new(embedded(), None, 1).analyse(game, &request, &mut ignore)
}

/// A game on 9×9 with these moves, by name; anything else is a pass.
fn after(moves: &str) -> Game {
    let mut game = Game::new(Size::NINE, Rules::CHINESE).unwrap();
    for name in moves.split_whitespace() {
        let point = Size::NINE.point(name);
        game.play(point.map_or(Move::Pass, Move::Play)).unwrap();
    }
    game
}

fn opening() -> Game {
    after("E5 C3 G7 C7")
}

/// How many moves were tried.
fn n_tried(found: &Analysis) -> usize {
    let tried = found.candidates.iter().filter(|one| one.visits > 0);
    tried.count()
}

fn prior_of(found: &Analysis, name: &str) -> f32 {
    let mv = Move::Play(Size::NINE.point(name).unwrap());
    let one = found.candidates.iter().find(|one| one.mv == mv);
    one.unwrap().prior
}

fn win_rate(found: &Analysis) -> f32 {
    found.raw.as_ref().unwrap().win_rate
}

#[test]
fn noise_at_the_root_tries_more_moves_and_the_same_seed_the_same() {
    let game = opening();
    let plain = found(&game, 60, |_| {});
    let wide = |noise| found(&game, 60, |tuning| tuning.search.wide_root_noise = noise);
    assert_eq!(wide(0.0), plain);
    let wider = wide(0.3);
    assert!(n_tried(&wider) > n_tried(&plain) + 5, "{wider:?}");
    assert_eq!(wide(0.3), wider);
    assert_eq!(wider.visits, 60);
}

#[test]
fn temperature_and_dirichlet_noise_change_the_priors_of_the_root() {
    let game = opening();
    let best = |found: &Analysis| {
        found
            .candidates
            .iter()
            .map(|one| one.prior)
            .fold(0.0, f32::max)
    };
    let plain = found(&game, 30, |_| {});
    let hot = found(&game, 30, |tuning| tuning.root_temperature = 3.0);
    assert!(best(&hot) < 0.7 * best(&plain));
    let noisy = found(&game, 30, |tuning| {
        tuning.root_noise = Some(Noise::default())
    });
    let changed = noisy.candidates.iter().filter(|one| {
        let old = plain.candidates.iter().find(|old| old.mv == one.mv);
        old.is_some_and(|old| (old.prior - one.prior).abs() > 1e-4)
    });
    assert!(changed.count() > 10);
    // What the network said is told as it said it.
    let policy = |found: &Analysis| found.raw.clone().unwrap().policy;
    assert_eq!(policy(&hot), policy(&plain));
}

#[test]
fn untried_moves_that_look_better_are_tried_sooner() {
    let game = opening();
    let with = |loss| found(&game, 60, |tuning| tuning.search.root_fpu_reduction = loss);
    assert!(n_tried(&with(0.0)) > n_tried(&with(1.0)));
    let sure_loss = found(&game, 60, |tuning| tuning.search.root_fpu_loss_share = 1.0);
    assert!(n_tried(&sure_loss) < n_tried(&with(0.1)));
    let within = |loss| found(&game, 120, |tuning| tuning.search.fpu_reduction = loss);
    assert_ne!(within(0.0).candidates, within(1.0).candidates);
}

#[test]
fn more_exploration_spreads_the_visits() {
    let game = opening();
    let most = |found: &Analysis| found.candidates.iter().map(|one| one.visits).max();
    let eager = found(&game, 100, |tuning| tuning.exploration = 5.0);
    let narrow = found(&game, 100, |tuning| tuning.exploration = 0.1);
    assert!(most(&eager) < most(&narrow));
    let spread = found(&game, 100, |tuning| tuning.search.stdev_prior = 0.05);
    assert_ne!(spread.candidates, found(&game, 100, |_| {}).candidates);
    let growing = found(&game, 100, |tuning| {
        (
            tuning.search.exploration_log,
            tuning.search.exploration_base,
        ) = (5.0, 10.0);
    });
    assert!(most(&growing) < most(&narrow));
}

#[test]
fn the_network_is_told_who_thinks_more() {
    let game = opening();
    let with = |doublings, color| {
        let found = found(&game, 2, |tuning| {
            tuning.net.doublings = doublings;
            tuning.net.doublings_for = color;
        });
        win_rate(&found)
    };
    let (worse, even, better) = (with(-2.0, None), with(0.0, None), with(2.0, None));
    assert!(
        worse != even && better != even && worse != better,
        "{worse} {even} {better}"
    );
    assert_eq!(game.turn(), Color::Black);
    assert_eq!(with(2.0, Some(Color::Black)), better);
    assert_eq!(with(2.0, Some(Color::White)), worse);
}

#[test]
fn a_network_that_is_not_told_the_past_judges_the_board_alone() {
    let (one, other) = (after("C3 G7 C7 G3"), after("C7 G3 C3 G7"));
    let judged = |game: &Game, history| {
        let found = found(game, 2, |tuning| tuning.net.history = history);
        found.raw.unwrap()
    };
    assert_ne!(
        judged(&one, HistoryShown::All),
        judged(&other, HistoryShown::All)
    );
    for history in [HistoryShown::SinceRoot, HistoryShown::Nothing] {
        assert_eq!(judged(&one, history), judged(&other, history));
    }
    // Moves of the search are shown in one case and not in the other.
    let searched = |history| found(&one, 60, |tuning| tuning.net.history = history);
    assert_ne!(
        searched(HistoryShown::SinceRoot).candidates,
        searched(HistoryShown::Nothing).candidates
    );
}

#[test]
fn one_thinker_forgets_what_it_thought_in_another_way() {
    let game = opening();
    let mut thinker = Network::new(embedded(), None, 1);
    let mut ask = |noise| {
        let mut request = Request::within(ThinkLimits::playouts(20));
        request.tuning.search.wide_root_noise = noise;
        thinker.analyse(&game, &request, &mut ignore)
    };
    let plain = ask(0.0);
    assert_eq!(ask(0.2).visits, 20, "nothing was kept");
    let again = ask(0.0);
    assert_eq!((again.visits, again.candidates), (20, plain.candidates));
    assert_eq!(ask(0.0).visits, 40, "the same way goes on");
}

#[test]
fn in_all_symmetries_no_direction_is_favoured() {
    let game = Game::new(Size::NINE, Rules::CHINESE).unwrap();
    let uneven = |n| {
        let found = found(&game, 2, |tuning| tuning.n_root_symmetries = Some(n));
        let share = |name| prior_of(&found, name);
        (share("C4") - share("G6")).abs() + (share("C4") - share("D3")).abs()
    };
    assert!(uneven(1) > 1e-4, "{}", uneven(1));
    assert!(uneven(8) < 1e-5, "{}", uneven(8));
}

/// White has mirrored every move of Black.
#[test]
fn an_opponent_who_mirrors_is_answered_at_the_centre() {
    let moves = "A1 J9 B1 H9 C1 G9 D1 F9 A2 J8 B2 H8 C2 G8 D2 F8 A3 J7 B3 H7 C3 G7 D3 F7 \
                 A4 J6 B4 H6 C4 G6 D4 F6";
    let mirrored = after(moves);
    let with =
        |game: &Game, mirroring| found(game, 40, |tuning| tuning.search.mirroring = mirroring);
    let plain = with(&mirrored, Mirroring::Ignored);
    let answered = with(&mirrored, Mirroring::Answered);
    let center = |found: &Analysis| prior_of(found, "E5");
    assert!(center(&answered) > 0.1, "{answered:?}");
    assert_ne!(center(&answered), center(&plain));
    // Whoever does not mirror is not taken for one who does.
    let other = opening();
    let [plain, answered] = [Mirroring::Ignored, Mirroring::Answered].map(|how| with(&other, how));
    assert_eq!(plain, answered);
}

#[test]
fn what_points_and_games_without_result_are_worth_can_be_said() {
    let game = opening();
    let utility = |change: fn(&mut Tuning)| found(&game, 2, change).outlook.unwrap().utility;
    let plain = utility(|_| {});
    for change in [
        (|tuning| tuning.search.utility.win_loss = 0.0) as fn(&mut Tuning),
        |tuning| tuning.search.utility.static_score = 1.0,
        |tuning| tuning.search.utility.dynamic_score = 1.0,
        |tuning| {
            tuning.search.utility.dynamic_score = 1.0;
            tuning.search.utility.center_zero = 1.0;
        },
        |tuning| tuning.search.utility.center_scale = 5.0,
    ] {
        assert_ne!(utility(change), plain);
    }
}

#[test]
fn the_first_choice_is_chosen_as_wanted() {
    let game = opening();
    let by_visits = found(&game, 150, |tuning| {
        tuning.search.choice = ChoiceRule::Visits
    });
    let visits: Vec<u64> = by_visits.candidates.iter().map(|one| one.visits).collect();
    assert!(visits.is_sorted_by(|a, b| a >= b));
    let lcb = |stdevs| {
        let found = found(&game, 150, |tuning| tuning.search.lcb_stdevs = stdevs);
        found.candidates[0].lcb
    };
    assert!(lcb(1.0) > lcb(10.0));
}

#[test]
fn useless_moves_are_left_out_unless_they_are_wanted() {
    // Black's corner lives for ever, with two eyes that nobody needs to fill.
    let game = after("A2 J9 B2 H9 C2 G9 D2 F9 E2 E9 E1 D9 C1 C9 J5");
    let n_moves = |pruning| {
        let found = found(&game, 4, |tuning| tuning.search.pruning = pruning);
        found.candidates.len()
    };
    assert!(n_moves(RootPruning::Nothing) > n_moves(RootPruning::Useless));
}

#[test]
fn a_root_that_does_not_count_on_a_pass_is_judged_otherwise() {
    let game = {
        let mut game = Game::new(Size::NINE, Rules::TROMP_TAYLOR).unwrap();
        for name in ["E5", "C3", "pass"] {
            let point = Size::NINE.point(name);
            game.play(point.map_or(Move::Pass, Move::Play)).unwrap();
        }
        game
    };
    let with = |root_pass| {
        let found = found(&game, 2, |tuning| tuning.net.root_pass = root_pass);
        found.raw.unwrap()
    };
    assert_ne!(with(RootPass::Ends), with(RootPass::GoesOn));
}

#[test]
fn the_policy_is_read_as_wanted() {
    let game = opening();
    let policy = |change: fn(&mut Tuning)| found(&game, 2, change).raw.unwrap().policy;
    let most = |policy: &[f32]| policy.iter().copied().fold(0.0, f32::max);
    let plain = policy(|_| {});
    let flat = policy(|tuning| tuning.net.policy_temperature = 3.0);
    assert!(most(&flat) < most(&plain));
    // However far the policy that hopes for the best is trusted, it is a policy.
    let hopeful = policy(|tuning| tuning.net.root_optimism = 1.0);
    assert!((hopeful.iter().sum::<f32>() - plain.iter().sum::<f32>()).abs() < 1e-3);
}

#[test]
fn ownership_varies_most_where_it_is_open() {
    let found = found(&opening(), 80, |_| {});
    let stdev = found.ownership_stdev.as_ref().unwrap();
    assert_eq!(stdev.len(), 81);
    for (mean, stdev) in found.ownership.iter().zip(stdev) {
        // A number between −1 and 1 varies no further than this.
        assert!(
            *stdev >= 0.0 && stdev * stdev <= 1.01 - mean * mean,
            "{mean} {stdev}"
        );
    }
    assert!(stdev.iter().any(|&stdev| stdev > 0.01));
    let tried = found.candidates.iter().filter(|one| one.visits > 1);
    for one in tried {
        assert_eq!(one.ownership_stdev.as_ref().map(Vec::len), Some(81));
    }
    // A board that was looked at once has nothing to vary.
    let once = found_once();
    assert!(
        once.ownership_stdev
            .unwrap()
            .iter()
            .all(|&stdev| stdev == 0.0)
    );
}

fn found_once() -> Analysis {
    found(&opening(), 1, |_| {})
}

/// The built-in network has the oldest format that is read, which knows nothing of that.
#[test]
fn a_network_that_does_not_know_how_sure_it_is_does_not_say() {
    let raw = found_once().raw.unwrap();
    assert_eq!(
        (raw.time_left, raw.value_error, raw.score_error),
        (None, None, None)
    );
}

#[test]
fn the_lower_bound_of_the_root_is_below_its_average() {
    let found = found(&opening(), 80, |_| {});
    assert!(found.lcb < found.win_rate && found.lcb >= 0.0);
}
