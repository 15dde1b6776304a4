//! Ratings against what is published of them, and against players whose strength is known.

use ponnuki_club::{GOR_MIN, GlickoRating, Gor, GorGame, RatedOutcome};
use ponnuki_game::Dice;
use ponnuki_testkit::is_slow_run;

use RatedOutcome::{Drawn, Lost, Won};

#[test]
fn the_worked_example_of_glicko_2_comes_out() {
    let player = |rating, deviation| GlickoRating {
        rating,
        deviation,
        volatility: 0.06,
    };
    let games = [
        (player(1400.0, 30.0), Won),
        (player(1550.0, 100.0), Lost),
        (player(1700.0, 300.0), Lost),
    ];
    let after = player(1500.0, 200.0).after(&games);
    // Glickman, "Example of the Glicko-2 system", works with four decimals in step 7 and turns
    // the rounded number into points in step 8.
    let mu = (after.rating - 1500.0) / 173.7178;
    assert_eq!(format!("{mu:.4}"), "-0.2069");
    assert_eq!(format!("{:.2}", 173.7178 * -0.2069 + 1500.0), "1464.06");
    assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
    assert_eq!(format!("{:.4}", after.deviation / 173.7178), "0.8722");
    assert_eq!(format!("{:.2}", after.deviation), "151.52");
    // Printed as 0.05999, with the rest cut off.
    assert_eq!(format!("{:.7}", after.volatility), "0.0599960");
    assert_eq!((after.volatility * 1e5).floor(), 5999.0);
}

#[test]
fn without_games_a_rating_only_becomes_less_certain() {
    let before = GlickoRating {
        deviation: 50.0,
        ..GlickoRating::NEWCOMER
    };
    let after = before.after(&[]);
    assert_eq!(after.rating, before.rating);
    assert!(after.deviation > before.deviation);
}

/// Checks one game: the rating before, the opponent's, the outcome, the stones taken, and the
/// rating after to three decimals.
#[track_caller]
fn check(gor: f64, opponent: f64, outcome: RatedOutcome, stones: i8, expected: &str) {
    let opponent = Gor::new(opponent).unwrap();
    let game = GorGame {
        opponent,
        outcome,
        stones,
    };
    let after = Gor::new(gor).unwrap().after([game]);
    assert_eq!(format!("{:.3}", after.value()), expected);
}

/// The federation publishes a formula and no worked examples. The values are that formula of 2021
/// computed with forty digits; the first is also the example of another implementation.
#[test]
fn a_game_changes_a_gor_as_the_federation_says() {
    check(2100.0, 2100.0, Won, 0, "2109.306");
    check(2100.0, 2100.0, Lost, 0, "2091.725");
    check(1000.0, 1300.0, Won, 0, "1039.434");
    check(1300.0, 1000.0, Lost, 0, "1273.566");
    check(950.0, 1200.0, Won, 0, "988.790");
    check(1200.0, 950.0, Lost, 0, "1173.168");
    check(320.0, 400.0, Won, 0, "366.204");
    check(400.0, 320.0, Lost, 0, "365.254");
    check(2400.0, 2500.0, Won, 0, "2407.764");
    check(0.0, 0.0, Drawn, 0, "5.750");
    check(2700.0, 2650.0, Drawn, 0, "2699.210");
}

#[test]
fn handicap_is_half_a_stone_less_than_its_stones() {
    check(1850.0, 2400.0, Lost, 5, "1843.426");
    check(2400.0, 1850.0, Won, -5, "2403.640");
}

#[test]
fn no_gor_leaves_the_scale() {
    check(-890.0, -500.0, Lost, 0, "-900.000");
    for value in [f64::NAN, f64::INFINITY, GOR_MIN - 1.0, 3301.0] {
        assert_eq!(Gor::new(value), None);
    }
    // Nine stones would lift Black over the end of the scale.
    let game = GorGame {
        opponent: Gor::new(2700.0).unwrap(),
        outcome: Won,
        stones: 9,
    };
    let gor = Gor::new(2600.0).unwrap();
    assert_eq!(gor.change(game), None);
    assert_eq!(gor.after([game]), gor);
}

#[test]
fn ratings_are_shown_as_kyu_and_dan() {
    for (gor, rank) in [
        (-900.0, "30k"),
        (2049.0, "1k"),
        (2051.0, "1d"),
        (2100.0, "1d"),
        (2700.0, "7d"),
        (3000.0, "9d"),
    ] {
        assert_eq!(Gor::new(gor).unwrap().rank().to_string(), rank, "{gor}");
    }
    for (rating, rank) in [(525.0, "30k"), (1500.0, "6k"), (1918.0, "1d"), (1.0, "30k")] {
        let rating = GlickoRating {
            rating,
            ..GlickoRating::NEWCOMER
        };
        assert_eq!(rating.rank().to_string(), rank, "{rating:?}");
    }
}

/// A number from 0 to 1.
fn fraction(dice: &mut Dice) -> f64 {
    (dice.roll() >> 11) as f64 / (1u64 << 53) as f64
}

#[test]
fn ten_thousand_players_end_within_their_deviation() {
    const N_PLAYERS: usize = 10_000;
    let n_periods = if is_slow_run() { 200 } else { 20 };
    let mut dice = Dice::new(2);
    // The sum of twelve is close to a normal distribution: 1500 ± 300.
    let strengths: Vec<f64> = (0..N_PLAYERS)
        .map(|_| {
            let sum: f64 = (0..12).map(|_| fraction(&mut dice)).sum();
            1500.0 + 300.0 * (sum - 6.0)
        })
        .collect();
    let mut ratings = vec![GlickoRating::NEWCOMER; N_PLAYERS];
    for _ in 0..n_periods {
        let mut games = vec![Vec::new(); N_PLAYERS];
        for player in 0..N_PLAYERS {
            for _ in 0..3 {
                let other = dice.below(N_PLAYERS);
                if other == player {
                    continue;
                }
                let edge = (strengths[other] - strengths[player]) / 400.0;
                let is_won = fraction(&mut dice) < 1.0 / (1.0 + 10f64.powf(edge));
                let (one, two) = if is_won { (Won, Lost) } else { (Lost, Won) };
                games[player].push((ratings[other], one));
                games[other].push((ratings[player], two));
            }
        }
        ratings = (ratings.iter().zip(&games))
            .map(|(rating, games)| rating.after(games))
            .collect();
    }
    let n_within = |n_deviations: f64| {
        let pairs = ratings.iter().zip(&strengths);
        pairs
            .filter(|(rating, strength)| {
                (rating.rating - *strength).abs() <= n_deviations * rating.deviation
            })
            .count()
    };
    let (one, two) = (n_within(1.0), n_within(2.0));
    // Of a normal distribution 68 % are within one deviation and 95 % within two.
    assert!(one > 6_500, "{one} within one deviation");
    assert!(two > 9_400, "{two} within two deviations");
    assert!(ratings.iter().all(|rating| rating.deviation < 90.0));
}
