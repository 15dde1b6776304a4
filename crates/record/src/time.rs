//! Time controls as text: what `TM`, `OT`, `BL` and `OB` say.

use std::time::Duration;

use crate::number::Decimal;
use crate::written::Spelled;

/// What a player has after the main time.
///
/// ```
/// use std::time::Duration;
/// use ponnuki_record::Overtime;
///
/// let overtime: Overtime = "25/600 Canadian".parse().unwrap();
/// assert_eq!(overtime, Overtime::Canadian { n_stones: 25, period: Duration::from_secs(600) });
/// assert_eq!("fischer 10".parse::<Overtime>().unwrap().to_string(), "10 Fischer");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overtime {
    /// Some periods, each lost only when it is exceeded: `5x30 byo-yomi`.
    ByoYomi {
        /// How many periods.
        n_periods: u32,
        /// How long one is.
        period: Duration,
    },
    /// So many stones in each period: `25/600 Canadian`.
    Canadian {
        /// How many stones.
        n_stones: u32,
        /// How long a period is.
        period: Duration,
    },
    /// Each move adds time: `10 Fischer`.
    Fischer {
        /// The time that each move adds.
        increment: Duration,
    },
    /// Each move has the same time: `30 simple`.
    Simple {
        /// The time for each move.
        per_move: Duration,
    },
}

/// A text that is none of the known overtimes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseOvertimeError;

impl std::fmt::Display for ParseOvertimeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("overtime is such as 5x30 byo-yomi, 25/600 Canadian, 10 Fischer or 30 simple")
    }
}

impl std::error::Error for ParseOvertimeError {}

/// The kinds of overtime by the words for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    ByoYomi,
    Canadian,
    Fischer,
    Simple,
}

/// Longer words come before those they contain.
const WORDS: &[(&str, Kind)] = &[
    ("canadian byo-yomi", Kind::Canadian),
    ("canadian", Kind::Canadian),
    ("fischer", Kind::Fischer),
    ("simple", Kind::Simple),
    ("per move", Kind::Simple),
    ("byo-yomi", Kind::ByoYomi),
    ("byoyomi", Kind::ByoYomi),
    ("byo yomi", Kind::ByoYomi),
    ("japanese", Kind::ByoYomi),
];

impl std::str::FromStr for Overtime {
    type Err = ParseOvertimeError;

    /// The word for the kind before or after its numbers, in any case; periods
    /// without a word are byo-yomi.
    fn from_str(text: &str) -> Result<Overtime, ParseOvertimeError> {
        let text = text.trim().to_ascii_lowercase();
        let word = WORDS.iter().find_map(|&(word, kind)| {
            let numbers = text.strip_suffix(word).or_else(|| text.strip_prefix(word));
            Some((kind, numbers?.trim_matches([' ', ':'])))
        });
        let (kind, numbers) = word.unwrap_or((Kind::ByoYomi, text.as_str()));
        numbers_of(kind, numbers).ok_or(ParseOvertimeError)
    }
}

fn numbers_of(kind: Kind, numbers: &str) -> Option<Overtime> {
    let pair = |signs: &[char]| {
        let (n, period) = numbers.split_once(signs)?;
        let n: u32 = n.trim().parse().ok().filter(|&n| n > 0)?;
        Some((n, duration(period)?))
    };
    Some(match kind {
        Kind::ByoYomi => {
            let (n_periods, period) = pair(&['x', '×', '*'])?;
            Overtime::ByoYomi { n_periods, period }
        }
        Kind::Canadian => {
            let (n_stones, period) = pair(&['/'])?;
            Overtime::Canadian { n_stones, period }
        }
        Kind::Fischer => Overtime::Fischer {
            increment: duration(numbers)?,
        },
        Kind::Simple => Overtime::Simple {
            per_move: duration(numbers)?,
        },
    })
}

impl std::fmt::Display for Overtime {
    /// As other programs read it: `5x30 byo-yomi`, `25/600 Canadian`, `10 Fischer`, `30 simple`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Overtime::ByoYomi { n_periods, period } => {
                write!(f, "{n_periods}x{} byo-yomi", seconds(period))
            }
            Overtime::Canadian { n_stones, period } => {
                write!(f, "{n_stones}/{} Canadian", seconds(period))
            }
            Overtime::Fischer { increment } => write!(f, "{} Fischer", seconds(increment)),
            Overtime::Simple { per_move } => write!(f, "{} simple", seconds(per_move)),
        }
    }
}

impl Spelled for Overtime {
    fn from_spelling(text: &str) -> Option<Overtime> {
        text.parse().ok()
    }

    fn to_spelling(&self) -> String {
        self.to_string()
    }
}

impl Spelled for Duration {
    /// Seconds, `1:30:00`, or a number with a unit such as `30 min` or `1 hour`.
    fn from_spelling(text: &str) -> Option<Duration> {
        duration(text)
    }

    /// Seconds.
    fn to_spelling(&self) -> String {
        seconds(*self)
    }
}

/// The time a player has left after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedTimeLeft {
    /// How much; in overtime, of the period.
    pub time: Duration,
    /// In overtime, how many stones are to be played in it, or how many
    /// periods are left.
    pub n_left: Option<u32>,
}

/// Units of time, each with how its words begin.
const UNITS: &[(&str, u32)] = &[("h", 3600), ("m", 60), ("s", 1)];

/// The longest time read: ten years is more than any game by post.
const HOURS_MAX: u32 = 10 * 366 * 24;

/// A length of time: seconds, `h:m:s`, or a number with its unit.
pub(crate) fn duration(text: &str) -> Option<Duration> {
    let text = text.trim().to_ascii_lowercase();
    let (first, rest) = Decimal::prefix(&text)?;
    if let Some(rest) = rest.strip_prefix(':') {
        return clock(first, rest);
    }
    let unit = rest.trim();
    let factor = match UNITS.iter().find(|(word, _)| unit.starts_with(word)) {
        Some(&(_, factor)) if unit.bytes().all(|byte| byte.is_ascii_alphabetic()) => factor,
        _ if unit.is_empty() => 1,
        _ => return None,
    };
    limited(plain_duration(first)?.checked_mul(factor)?)
}

/// The time after `first:`, of two or three numbers.
fn clock(first: Decimal<'_>, rest: &str) -> Option<Duration> {
    let mut total = plain_duration(first)?;
    let parts: Vec<&str> = rest.split(':').collect();
    if parts.len() > 2 || !first.fraction.is_empty() {
        return None;
    }
    for part in parts {
        let (number, after) = Decimal::prefix(part)?;
        if !after.is_empty() {
            return None;
        }
        total = total
            .checked_mul(60)?
            .checked_add(plain_duration(number)?)?;
    }
    limited(total)
}

fn plain_duration(number: Decimal<'_>) -> Option<Duration> {
    let mut nanos = 0;
    for place in 0..9 {
        let digit = number.fraction.as_bytes().get(place).unwrap_or(&b'0');
        nanos = 10 * nanos + u32::from(digit - b'0');
    }
    Some(Duration::new(u64::from(number.whole()), nanos))
}

fn limited(time: Duration) -> Option<Duration> {
    (time.as_secs() <= 3600 * u64::from(HOURS_MAX)).then_some(time)
}

/// Seconds with as many decimals as it takes.
pub(crate) fn seconds(time: Duration) -> String {
    if time.subsec_nanos() == 0 {
        return time.as_secs().to_string();
    }
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    text.trim_end_matches('0').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overtime_is_read_in_every_spelling_and_written_in_one() {
        let cases = [
            ("5x30 byo-yomi", "5x30 byo-yomi"),
            ("3x30 byo-yomi", "3x30 byo-yomi"),
            ("byo-yomi 5x30", "5x30 byo-yomi"),
            ("5x30 Byoyomi", "5x30 byo-yomi"),
            ("Japanese 3x60s", "3x60 byo-yomi"),
            ("5 x 0:30", "5x30 byo-yomi"),
            ("15/300 Canadian", "15/300 Canadian"),
            ("canadian 25/600", "25/600 Canadian"),
            ("10 Fischer", "10 Fischer"),
            ("fischer 10", "10 Fischer"),
            ("86400 fischer", "86400 Fischer"),
            ("30 simple", "30 simple"),
            ("2.5 fischer", "2.5 Fischer"),
        ];
        for (text, written) in cases {
            let read: Result<Overtime, _> = text.parse();
            assert_eq!(
                read.map(|o| o.to_string()),
                Ok(written.to_owned()),
                "{text:?}"
            );
            assert_eq!(written.parse(), read, "{text:?}");
        }
    }

    #[test]
    fn other_texts_are_no_overtime() {
        for text in [
            "",
            "We don't pay OT",
            "25/600",
            "fischer",
            "0x30 byo-yomi",
            "5x byo-yomi",
            "1 hr/125 moves",
            "99999999999x30 byo-yomi",
        ] {
            assert_eq!(
                text.parse::<Overtime>(),
                Err(ParseOvertimeError),
                "{text:?}"
            );
        }
    }

    #[test]
    fn times_are_read_with_their_units() {
        let cases = [
            ("1800", Some(1800.0)),
            ("142.7", Some(142.7)),
            ("30:00", Some(1800.0)),
            ("1:00:00", Some(3600.0)),
            ("1 hour", Some(3600.0)),
            ("30 min", Some(1800.0)),
            ("90s", Some(90.0)),
            ("", None),
            ("1 hr/125 moves", None),
            ("1:00:00(5x1:00)", None),
            ("1:2:3:4", None),
            ("soon", None),
            ("999999999h", None),
        ];
        for (text, expected) in cases {
            let expected = expected.map(Duration::from_secs_f64);
            assert_eq!(duration(text), expected, "{text:?}");
        }
        assert_eq!(seconds(Duration::from_millis(142_700)), "142.7");
        assert_eq!(seconds(Duration::from_secs(30)), "30");
    }
}
