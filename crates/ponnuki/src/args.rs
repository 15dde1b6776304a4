//! Values on the command line: read once, at the gate.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use ponnuki_draw::UnknownTheme;
use ponnuki_engine::Level;
use ponnuki_files::ParseDeadChoiceError;
use ponnuki_game::{ParseRulesError, Preset, Rules, SIDE_MAX, Size};

use crate::nearest;

/// An hour: whoever wants more wants an experiment, not an answer.
const SECONDS_MAX: u64 = 3600;

/// More than machines have; each thread costs memory even if it waits.
const N_THREADS_MAX: usize = 1024;

/// More playouts than any move is given; a search is a matter of memory and patience.
const N_PLAYOUTS_MAX: usize = 1_000_000_000;

/// Why a word on the command line is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ArgError {
    /// Not rules, by name or as JSON.
    Rules {
        /// What is wrong with it.
        error: ParseRulesError,
        /// Names that may have been meant.
        nearest: Vec<&'static str>,
    },
    /// Not the size of a board.
    Size { given: String },
    /// Not a number, or beyond its limits.
    Number {
        /// What the number is, as in "a depth".
        what: &'static str,
        /// How the limits read, as in "a whole number from 1 to 20".
        limits: String,
        given: String,
    },
    /// Not stones that can be dead.
    Dead(ParseDeadChoiceError),
    /// Not the look of a picture.
    Theme(UnknownTheme),
}

impl fmt::Display for ArgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArgError::Rules { error, nearest } => match nearest.split_last() {
                None => error.fmt(f),
                Some((only, [])) => write!(f, "{error}, perhaps you mean {only}"),
                Some((last, before)) => {
                    write!(
                        f,
                        "{error}, perhaps you mean {} or {last}",
                        before.join(", ")
                    )
                }
            },
            ArgError::Size { given } => write!(
                f,
                "a size is a side such as 9, or a width and a height such as 13x9, \
                 each from 1 to {SIDE_MAX}, not {given:?}"
            ),
            ArgError::Number {
                what,
                limits,
                given,
            } => write!(f, "{what} is {limits}, not {given:?}"),
            ArgError::Dead(error) => error.fmt(f),
            ArgError::Theme(unknown) => unknown.fmt(f),
        }
    }
}

impl Error for ArgError {}

/// Rules that were asked for, with the preset if it was by name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GivenRules {
    pub(crate) rules: Rules,
    pub(crate) preset: Option<&'static Preset>,
}

/// Rules from the name of a preset, or from KataGo's JSON.
///
/// # Errors
///
/// What is wrong with the text, and the names of presets that are near it.
pub(crate) fn rules(text: &str) -> Result<GivenRules, ArgError> {
    let rules = text.parse().map_err(|error| ArgError::Rules {
        nearest: match error {
            ParseRulesError::UnknownName(_) => nearest::presets(text),
            _ => Vec::new(),
        },
        error,
    })?;
    let preset = Preset::named(text);
    Ok(GivenRules { rules, preset })
}

/// A size from a side, `9`, or a width and a height, `13x9`.
///
/// # Errors
///
/// If it is neither, or a board cannot be so large.
pub(crate) fn size(text: &str) -> Result<Size, ArgError> {
    let (width, height) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
    let side = |text: &str| number(text).and_then(|side| u8::try_from(side).ok());
    side(width)
        .zip(side(height))
        .and_then(|(width, height)| Size::new(width, height))
        .ok_or_else(|| ArgError::Size {
            given: text.to_owned(),
        })
}

/// A level by its number.
///
/// # Errors
///
/// There is none with that number.
pub(crate) fn level(text: &str) -> Result<Level, ArgError> {
    const N_LEVELS: usize = Level::ALL.len();
    let number = whole("a level", text, 1..=N_LEVELS)?;
    let found = u8::try_from(number).ok().and_then(Level::numbered);
    // Levels are numbered without gaps.
    Ok(found.unwrap_or(Level::ALL[N_LEVELS - 1]))
}

/// A whole number within `limits`; `what` is what it counts.
///
/// # Errors
///
/// If it is not a number, or not within the limits.
pub(crate) fn whole(
    what: &'static str,
    text: &str,
    limits: RangeInclusive<usize>,
) -> Result<usize, ArgError> {
    number(text)
        .filter(|n| limits.contains(n))
        .ok_or_else(|| ArgError::Number {
            what,
            limits: format!("a whole number from {} to {}", limits.start(), limits.end()),
            given: text.to_owned(),
        })
}

/// A time in seconds, fractions included.
///
/// # Errors
///
/// If it is none, or longer than [`SECONDS_MAX`].
pub(crate) fn seconds(text: &str) -> Result<Duration, ArgError> {
    let duration = text.parse().ok().map(Duration::try_from_secs_f64);
    duration
        .and_then(Result::ok)
        .filter(|time| !time.is_zero() && *time <= Duration::from_secs(SECONDS_MAX))
        .ok_or_else(|| ArgError::Number {
            what: "a time in seconds",
            limits: format!("a number over 0 and up to {SECONDS_MAX}"),
            given: text.to_owned(),
        })
}

/// A number of threads.
///
/// # Errors
///
/// If it is none, or more than [`N_THREADS_MAX`].
pub(crate) fn n_threads(text: &str) -> Result<usize, ArgError> {
    whole("a number of threads", text, 1..=N_THREADS_MAX)
}

/// A number of playouts.
///
/// # Errors
///
/// If it is none, or more than [`N_PLAYOUTS_MAX`].
pub(crate) fn n_playouts(text: &str) -> Result<usize, ArgError> {
    whole("a number of playouts", text, 1..=N_PLAYOUTS_MAX)
}

/// A number in digits alone: no sign, no space.
fn number(text: &str) -> Option<usize> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_size(text: &str, expected: Option<(u8, u8)>) {
        let found = size(text).ok();
        let found = found.map(|size| (size.width(), size.height()));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_size_is_one_side_or_two() {
        check_size("9", Some((9, 9)));
        check_size("13x9", Some((13, 9)));
        check_size("1X25", Some((1, 25)));
        check_size("19×19", Some((19, 19)));
    }

    #[test]
    fn a_size_that_no_board_has_is_refused() {
        for text in [
            "",
            "x",
            "9x",
            "x9",
            "9x9x9",
            "0",
            "26",
            "9x26",
            "-9",
            "+9",
            " 9",
            "9 x 9",
            "nine",
            "265",
            "99999999999999999999999",
        ] {
            check_size(text, None);
        }
    }

    #[test]
    fn a_number_keeps_to_its_limits() {
        for (text, expected) in [
            ("1", Some(1)),
            ("20", Some(20)),
            ("0", None),
            ("21", None),
            ("-1", None),
            ("+1", None),
            ("1.0", None),
            ("", None),
        ] {
            assert_eq!(whole("a depth", text, 1..=20).ok(), expected, "{text}");
        }
    }

    #[test]
    fn seconds_may_be_fractions_but_not_anything() {
        for (text, expected) in [
            ("0.25", Some(Duration::from_millis(250))),
            ("3600", Some(Duration::from_secs(3600))),
            ("0", None),
            ("-1", None),
            ("3600.1", None),
            ("inf", None),
            ("nan", None),
            ("1e300", None),
            ("soon", None),
        ] {
            assert_eq!(seconds(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn other_names_mean_the_same_preset() {
        let given = rules("Jp").ok().and_then(|given| given.preset);
        assert_eq!(given.map(|preset| preset.rules), Some(Rules::JAPANESE));
        assert!(rules(r#"{"ko":"SIMPLE"}"#).is_ok_and(|given| given.preset.is_none()));
    }

    #[test]
    fn an_unknown_name_comes_with_the_nearest() {
        for (text, line) in [
            ("chess", "no rules are called \"chess\""),
            ("nippon", "no rules are called \"nippon\""),
            (
                "japanise",
                "no rules are called \"japanise\", perhaps you mean japanese",
            ),
            (
                "chin",
                "no rules are called \"chin\", perhaps you mean chinese or chinese-ogs",
            ),
            ("{", "the JSON is broken at byte 1"),
        ] {
            let error = rules(text).map(|_| ()).map_err(|error| error.to_string());
            assert_eq!(error, Err(line.to_owned()), "{text}");
        }
    }
}
