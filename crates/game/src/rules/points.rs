//! Komi and points, counted in halves so that sums are exact.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};
use std::str::FromStr;

/// Points given to White, counted in halves.
///
/// ```
/// use ponnuki_game::Komi;
///
/// let komi: Komi = "6.5".parse().unwrap();
/// assert_eq!(komi.half_points(), 13);
/// assert!("6.25".parse::<Komi>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Komi {
    half_points: i16,
}

impl Komi {
    /// No komi.
    pub const ZERO: Komi = Komi { half_points: 0 };

    /// The most that may be given either way: no board has more points.
    pub const MAX: Komi = Komi {
        half_points: 2 * 625,
    };

    /// So many half points; negative ones are given to Black.
    pub const fn from_half_points(half_points: i16) -> Komi {
        Komi { half_points }
    }

    /// The number of half points.
    pub const fn half_points(self) -> i16 {
        self.half_points
    }

    /// As points of a score.
    pub const fn points(self) -> Points {
        Points::from_half_points(self.half_points as i32)
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.points().fmt(f)
    }
}

/// Why a text is no komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseKomiError {
    /// It is not a decimal number.
    NotANumber,
    /// It is finer than a half point.
    NotHalfPoints,
    /// It is beyond [`Komi::MAX`].
    TooLarge,
}

impl fmt::Display for ParseKomiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseKomiError::NotANumber => f.write_str("komi is a number such as 6.5"),
            ParseKomiError::NotHalfPoints => f.write_str("komi comes in whole and half points"),
            ParseKomiError::TooLarge => write!(f, "komi is at most {} points", Komi::MAX),
        }
    }
}

impl std::error::Error for ParseKomiError {}

impl FromStr for Komi {
    type Err = ParseKomiError;

    /// `7`, `7.5`, `-0.5`; anything finer than a half point is refused, not rounded.
    fn from_str(text: &str) -> Result<Komi, ParseKomiError> {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(fraction) || whole.len() + fraction.len() == 0 {
            return Err(ParseKomiError::NotANumber);
        }
        let half = match fraction.trim_end_matches('0') {
            "" => 0,
            "5" => 1,
            _ => return Err(ParseKomiError::NotHalfPoints),
        };
        let whole = whole.trim_start_matches('0');
        if whole.len() > 4 {
            return Err(ParseKomiError::TooLarge);
        }
        let half_points = 2 * whole.parse().unwrap_or(0) + half;
        if half_points > Komi::MAX.half_points {
            return Err(ParseKomiError::TooLarge);
        }
        Ok(Komi::from_half_points(sign * half_points))
    }
}

/// An amount of a score, counted in halves.
///
/// ```
/// use ponnuki_game::Points;
///
/// let sum = Points::whole(7) + Points::from_half_points(1);
/// assert_eq!(sum.to_string(), "7.5");
/// assert_eq!((-sum).half_points(), -15);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points {
    half_points: i32,
}

impl Points {
    /// Nothing.
    pub const ZERO: Points = Points { half_points: 0 };

    /// So many whole points.
    pub const fn whole(n: i32) -> Points {
        Points { half_points: 2 * n }
    }

    /// So many half points.
    pub const fn from_half_points(half_points: i32) -> Points {
        Points { half_points }
    }

    /// The number of half points.
    pub const fn half_points(self) -> i32 {
        self.half_points
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.half_points < 0 { "-" } else { "" };
        let half_points = self.half_points.unsigned_abs();
        let half = if half_points % 2 == 1 { ".5" } else { "" };
        f.pad(&format!("{sign}{}{half}", half_points / 2))
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points::from_half_points(self.half_points + other.half_points)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        *self = *self + other;
    }
}

impl Sub for Points {
    type Output = Points;

    fn sub(self, other: Points) -> Points {
        Points::from_half_points(self.half_points - other.half_points)
    }
}

impl Neg for Points {
    type Output = Points;

    fn neg(self) -> Points {
        Points::from_half_points(-self.half_points)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(amounts: I) -> Points {
        amounts.fold(Points::ZERO, Points::add)
    }
}
