//! Ranks of amateurs: kyu and dan as one scale.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// How many kyu there are: 30 kyu is the weakest rank.
const KYU_MAX: u8 = 30;

/// The strongest rank is 9 dan.
const DAN_MAX: u8 = 9;

/// A kyu or dan of an amateur, from 30 kyu to 9 dan. A stronger rank is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AmateurRank {
    /// Ranks above 30 kyu, so that neighbours are one apart.
    steps: u8,
}

impl AmateurRank {
    /// 30 kyu.
    pub const WEAKEST: AmateurRank = AmateurRank { steps: 0 };

    /// 9 dan.
    pub const STRONGEST: AmateurRank = AmateurRank {
        steps: KYU_MAX + DAN_MAX - 1,
    };

    /// The rank that is so many steps above 30 kyu, if there is one.
    pub fn from_steps(steps: u8) -> Option<AmateurRank> {
        (steps <= AmateurRank::STRONGEST.steps).then_some(AmateurRank { steps })
    }

    /// How many ranks it is above 30 kyu: 29 for 1 kyu, 30 for 1 dan.
    pub fn steps(self) -> u8 {
        self.steps
    }

    /// The nearest rank on a scale whose unit is one rank and whose zero is 30 kyu.
    pub(crate) fn nearest(steps: f64) -> AmateurRank {
        let steps = steps
            .round()
            .clamp(0.0, f64::from(AmateurRank::STRONGEST.steps));
        AmateurRank { steps: steps as u8 }
    }
}

impl fmt::Display for AmateurRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.steps < KYU_MAX {
            true => write!(f, "{}k", KYU_MAX - self.steps),
            false => write!(f, "{}d", self.steps - KYU_MAX + 1),
        }
    }
}

/// The text is no rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseRankError;

impl fmt::Display for ParseRankError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a rank is 30k to 1k or 1d to 9d")
    }
}

impl Error for ParseRankError {}

impl FromStr for AmateurRank {
    type Err = ParseRankError;

    /// `12k`, `3D`, `4 kyu`, `1 dan`.
    fn from_str(text: &str) -> Result<AmateurRank, ParseRankError> {
        let text = text.trim();
        let end = text.find(|sign: char| !sign.is_ascii_digit());
        let (number, unit) = text.split_at(end.ok_or(ParseRankError)?);
        let number: u8 = number.parse().map_err(|_| ParseRankError)?;
        let steps = match unit.trim().to_ascii_lowercase().as_str() {
            "k" | "kyu" if (1..=KYU_MAX).contains(&number) => KYU_MAX - number,
            "d" | "dan" if (1..=DAN_MAX).contains(&number) => KYU_MAX + number - 1,
            _ => return Err(ParseRankError),
        };
        Ok(AmateurRank { steps })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_is_read_as_it_is_written() {
        for steps in 0..=u8::MAX {
            if let Some(rank) = AmateurRank::from_steps(steps) {
                assert_eq!(rank.to_string().parse(), Ok(rank));
            }
        }
        assert_eq!("1 Dan".parse(), Ok(AmateurRank { steps: 30 }));
        assert_eq!(AmateurRank::WEAKEST.to_string(), "30k");
        assert_eq!(AmateurRank::STRONGEST.to_string(), "9d");
    }

    #[test]
    fn what_is_no_rank_is_refused() {
        for text in [
            "", "k", "0k", "31k", "10d", "3p", "-1k", "3", "999k", "3 k d",
        ] {
            assert_eq!(text.parse::<AmateurRank>(), Err(ParseRankError), "{text}");
        }
    }
}
