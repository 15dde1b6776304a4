//! What a network is told of the people whom it imitates.

use std::f64::consts::TAU;

use ponnuki_game::{Color, Size};
use ponnuki_think::{Openings, People, Profile};

use crate::model::METADATA;

/// The last year whose professional games come from the older collection.
const YEAR_OF_GOGOD_MAX: u16 = 2020;

/// Where in the row something begins, as the training data has it.
const HUMAN_AT: usize = 0;
const RANKS_AT: [usize; 2] = [6, 40];
const RATED_AT: usize = 74;
const TIME_UNKNOWN_AT: usize = 75;
const BYOYOMI_AT: usize = 79;
const MAIN_TIME_AT: usize = 82;
const PERIOD_TIME_AT: usize = 83;
const PERIODS_AT: usize = 84;
const CANADIAN_AT: usize = 85;
const AREA_AT: usize = 86;
const DATE_AT: usize = 87;
const SOURCE_AT: usize = 151;

/// A date is shown as so many hands of clocks, from one that turns in a week to one that turns
/// in as many weeks as `DATE_SPAN`.
const N_HANDS: usize = 32;
const DATE_SPAN: f64 = 80_000.0;
const WEEK: f64 = 7.0;

/// The points of the board that areas are compared with.
const AREA_NORM: f64 = 361.0;

/// Days from the year 0 to the first of 1970.
const EPOCH: i32 = 719_527;

/// Collections of games, by the number that stands for each.
const KGS: usize = 2;
const GOGOD: usize = 5;
const GO4GO: usize = 6;

/// What a network is told of the people of `profile` where `turn` is to move on a board of `size`.
pub fn metadata(profile: Profile, turn: Color, size: Size) -> Box<[f32; METADATA]> {
    let mut row = Box::new([0.0; METADATA]);
    row[HUMAN_AT..HUMAN_AT + 2].fill(1.0);
    for (at, color) in RANKS_AT.into_iter().zip([turn, !turn]) {
        row[at..at + usize::from(profile.rank(color))].fill(1.0);
    }
    let game = played(profile);
    row[RATED_AT] = game.unrated;
    row[game.time_at] = 1.0;
    row[MAIN_TIME_AT] = squeezed(game.main_time, 60.0, 6.5, 0.4);
    row[PERIOD_TIME_AT] = squeezed(game.period_time, 1.0, 3.0, 0.3);
    row[PERIODS_AT] = squeezed(game.n_periods, 2.0, 1.5, 0.5);
    row[CANADIAN_AT] = squeezed(0.0, 2.0, 1.5, 0.25);
    row[AREA_AT] = (0.5 * (size.n_points() as f64 / AREA_NORM).ln()) as f32;
    let step = DATE_SPAN.powf(1.0 / (N_HANDS - 1) as f64);
    let mut period = WEEK;
    let (hands, _) = row[DATE_AT..SOURCE_AT].as_chunks_mut::<2>();
    for hand in hands {
        let angle = f64::from(game.day) / period * TAU;
        *hand = [angle.cos() as f32, angle.sin() as f32];
        period *= step;
    }
    row[SOURCE_AT + game.source] = 1.0;
    row
}

/// The kind of game that these people play.
fn played(profile: Profile) -> Played {
    match profile.people() {
        People::Amateurs { openings, .. } => Played {
            unrated: 0.5,
            time_at: BYOYOMI_AT,
            main_time: 1200.0,
            period_time: 30.0,
            n_periods: 5.0,
            day: match openings {
                Openings::Modern => day(2020, BEFORE_MARCH),
                Openings::BeforeAlphaZero => day(2016, BEFORE_SEPTEMBER),
            },
            source: KGS,
        },
        People::Professionals { year } => Played {
            unrated: 0.0,
            time_at: TIME_UNKNOWN_AT,
            main_time: 0.0,
            period_time: 0.0,
            n_periods: 0.0,
            day: day(year, BEFORE_JUNE),
            source: match year {
                ..=YEAR_OF_GOGOD_MAX => GOGOD,
                _ => GO4GO,
            },
        },
    }
}

/// What is told of a game besides who plays it.
struct Played {
    /// 1 if it does not count for anybody's rank, ½ if nobody knows.
    unrated: f32,
    /// Where in the row stands how time is kept.
    time_at: usize,
    /// In seconds.
    main_time: f64,
    period_time: f64,
    n_periods: f64,
    /// Days since the first of 1970.
    day: i32,
    /// Which collection it is from.
    source: usize,
}

/// A number that may be large, made small.
fn squeezed(x: f64, shift: f64, middle: f64, scale: f64) -> f32 {
    (scale * ((x + shift).ln() - middle)) as f32
}

/// The days of a year before a month, without the leap day.
const BEFORE_MARCH: i32 = 59;
const BEFORE_JUNE: i32 = 151;
const BEFORE_SEPTEMBER: i32 = 243;

/// The first of a month after February, in days since the first of 1970.
fn day(year: u16, n_before: i32) -> i32 {
    let year = i32::from(year);
    365 * year + year / 4 - year / 100 + year / 400 + n_before - EPOCH
}
