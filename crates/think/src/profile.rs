//! The people that a network imitates: how strong they are, and when and where they play.

use std::fmt;
use std::str::FromStr;

use ponnuki_game::{ByColor, Color};

/// Ranks are counted from the top: 9 dan is 1, 1 dan is 9, 1 kyu is 10, 20 kyu is 29.
const DAN_MAX: u8 = 9;
const KYU_MAX: u8 = 20;

/// The years of professional games that networks have seen.
const YEAR_MIN: u16 = 1800;
const YEAR_MAX: u16 = 2023;

/// People that a network with a metadata encoder imitates, by the names that KataGo gives them:
///
/// ```
/// use ponnuki_think::Profile;
///
/// for name in ["rank_5k", "preaz_1d", "rank_20k_9d", "proyear_1846"] {
///     let profile: Profile = name.parse()?;
///     assert_eq!(profile.to_string(), name);
/// }
/// assert!("rank_21k".parse::<Profile>().is_err());
/// # Ok::<(), ponnuki_think::UnknownProfile>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Profile(People);

/// Who the people of a [`Profile`] are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum People {
    /// Players of a server, each of a rank that the other knows.
    Amateurs {
        /// Their ranks, counted from the top: 9 dan is 1, 1 dan is 9, 1 kyu is 10.
        ranks: ByColor<u8>,
        /// How they open.
        openings: Openings,
    },
    /// Those who live by the game.
    Professionals {
        /// The year in which they play.
        year: u16,
    },
}

/// How amateurs open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Openings {
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
    /// Who they are.
    pub fn people(self) -> People {
        self.0
    }

    /// The rank of the player of `color`, counted from the top: 9 dan is 1, 1 kyu is 10.
    pub fn rank(self, color: Color) -> u8 {
        match self.0 {
            People::Amateurs { ranks, .. } => ranks[color],
            People::Professionals { .. } => 1,
        }
    }
}
