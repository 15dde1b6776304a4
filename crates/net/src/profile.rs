//! The people that a network imitates: how strong they are, and when and where they play.

use std::f64::consts::TAU;
use std::fmt;
use std::str::FromStr;

use ponnuki_game::{ByColor, Color, Size};

use crate::model::METADATA;

/// Ranks are counted from the top: 9 dan is 1, 1 dan is 9, 1 kyu is 10, 20 kyu is 29.
const DAN_MAX: u8 = 9;
const KYU_MAX: u8 = 20;

/// The years of professional games that networks have seen.
const YEAR_MIN: u16 = 1800;
const YEAR_MAX: u16 = 2023;

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

/// People that a network with a metadata encoder imitates, by the names that KataGo gives them:
///
/// ```
/// use ponnuki_net::Profile;
///
/// for name in ["rank_5k", "preaz_1d", "rank_20k_9d", "proyear_1846"] {
///     let profile: Profile = name.parse()?;
///     assert_eq!(profile.to_string(), name);
/// }
/// assert!("rank_21k".parse::<Profile>().is_err());
/// # Ok::<(), ponnuki_net::UnknownProfile>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Profile(People);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum People {
    /// Players of a server, each of a rank that the other knows.
    Amateurs {
        ranks: ByColor<u8>,
        openings: Openings,
    },
    /// Those who live by the game, in this year.
    Professionals { year: u16 },
}

/// How amateurs open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Openings {
    /// As in 2020, when all had learned from programs.
    Modern,
    /// As in 2016, when nobody had.
    BeforeAlphaZero,
}

/// A name that stands for no people a network could imitate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProfile {
    /// What was given.
    pub given: String,
}

impl fmt::Display for UnknownProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownProfile { given } = self;
        write!(f, "people to imitate are {EXPECTED_PROFILE}, not {given:?}")
    }
}

impl std::error::Error for UnknownProfile {}

/// What the name of a [`Profile`] has to be, in words.
pub const EXPECTED_PROFILE: &str = "rank_20k to rank_9d, preaz_20k to preaz_9d, either with \
    Black's and White's rank as in rank_3k_1d, or proyear_1800 to proyear_2023";

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(text: &str) -> Result<Profile, UnknownProfile> {
        let people = text.split_once('_').and_then(|(kind, rest)| match kind {
            "rank" => amateurs(rest, Openings::Modern),
            "preaz" => amateurs(rest, Openings::BeforeAlphaZero),
            "proyear" => professionals(rest),
            _ => None,
        });
        people.map(Profile).ok_or_else(|| UnknownProfile {
            given: text.to_owned(),
        })
    }
}

fn amateurs(text: &str, openings: Openings) -> Option<People> {
    let (black, white) = text.split_once('_').unwrap_or((text, text));
    let ranks = ByColor {
        black: rank(black)?,
        white: rank(white)?,
    };
    Some(People::Amateurs { ranks, openings })
}

/// The rank that `5k` or `1d` means, counted from the top.
fn rank(text: &str) -> Option<u8> {
    let number = |digits: &str, max: u8| {
        let is_plain = !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
        let n: Option<u8> = digits.parse().ok().filter(|_| is_plain);
        n.filter(|n| (1..=max).contains(n))
    };
    match (text.strip_suffix('d'), text.strip_suffix('k')) {
        (Some(digits), _) => number(digits, DAN_MAX).map(|dan| DAN_MAX + 1 - dan),
        (_, Some(digits)) => number(digits, KYU_MAX).map(|kyu| DAN_MAX + kyu),
        (None, None) => None,
    }
}

fn professionals(text: &str) -> Option<People> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let year: u16 = text.parse().ok().filter(|_| is_plain)?;
    let is_known = (YEAR_MIN..=YEAR_MAX).contains(&year);
    is_known.then_some(People::Professionals { year })
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ranks, openings) = match self.0 {
            People::Amateurs { ranks, openings } => (ranks, openings),
            People::Professionals { year } => return write!(f, "proyear_{year}"),
        };
        let rank = |rank: u8| match rank {
            ..=DAN_MAX => format!("{}d", DAN_MAX + 1 - rank),
            _ => format!("{}k", rank - DAN_MAX),
        };
        f.write_str(match openings {
            Openings::Modern => "rank_",
            Openings::BeforeAlphaZero => "preaz_",
        })?;
        f.write_str(&rank(ranks.black))?;
        match ranks.black == ranks.white {
            true => Ok(()),
            false => write!(f, "_{}", rank(ranks.white)),
        }
    }
}

impl Profile {
    /// What a network is told of these people where `turn` is to move on a board of `size`.
    pub fn metadata(&self, turn: Color, size: Size) -> Box<[f32; METADATA]> {
        let mut row = Box::new([0.0; METADATA]);
        row[HUMAN_AT..HUMAN_AT + 2].fill(1.0);
        for (at, color) in RANKS_AT.into_iter().zip([turn, !turn]) {
            row[at..at + usize::from(self.rank(color))].fill(1.0);
        }
        let game = self.game();
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

    fn rank(&self, color: Color) -> u8 {
        match self.0 {
            People::Amateurs { ranks, .. } => ranks[color],
            People::Professionals { .. } => 1,
        }
    }

    /// The kind of game that these people play.
    fn game(&self) -> Played {
        match self.0 {
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
