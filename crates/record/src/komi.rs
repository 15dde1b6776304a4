//! Komi as files have it.

use std::fmt;

use ponnuki_game::{Komi, ParseKomiError, Size};

use crate::number::Decimal;

/// A komi as a file has it.
///
/// ```
/// use ponnuki_game::{Komi, Size};
/// use ponnuki_record::{KomiRepair, WrittenKomi};
///
/// let komi = WrittenKomi::read("375", Size::NINETEEN);
/// assert_eq!(komi.komi, Ok(Komi::from_half_points(15)));
/// assert_eq!(komi.repair, Some(KomiRepair::StonesInHundredths));
/// assert!(WrittenKomi::read("7.25", Size::NINETEEN).komi.is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenKomi {
    /// The text, as it was written.
    pub text: String,
    /// The komi; or why the text is none. It is then not rounded to one that is.
    pub komi: Result<Komi, ParseKomiError>,
    /// What had to be understood, where the text is not simply the number.
    pub repair: Option<KomiRepair>,
}

/// How a text that is not simply a number of points was understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KomiRepair {
    /// `6,5` is 6.5.
    Comma,
    /// `6.5目` is 6.5, and so is `6目半`.
    Words,
    /// `650` is 6.5: points without their decimal point, as one server writes them.
    Hundredths,
    /// `3.75` is 7.5: Chinese counting speaks of stones, and one is two points.
    Stones,
    /// `375` is 7.5: both at once.
    StonesInHundredths,
}

impl fmt::Display for KomiRepair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KomiRepair::Comma => "the comma is a decimal point",
            KomiRepair::Words => "the words around the number are left out",
            KomiRepair::Hundredths => "these are hundredths of points",
            KomiRepair::Stones => "these are stones, of two points each",
            KomiRepair::StonesInHundredths => "these are hundredths of stones, of two points each",
        })
    }
}

/// More than so many stones were never given as komi; what is larger and has a
/// quarter in it is no number of stones.
const STONES_MAX: u32 = 4;

impl WrittenKomi {
    /// Reads the komi of a game on a board of `size`.
    pub fn read(text: &str, size: Size) -> WrittenKomi {
        let (komi, repair) = match understand(text.trim(), size) {
            Ok((komi, repair)) => (Ok(komi), repair),
            Err(error) => (Err(error), None),
        };
        WrittenKomi {
            text: text.to_owned(),
            komi,
            repair,
        }
    }
}

/// The text to write for the komi of a game on a board of `size`: one that is
/// not taken for anything else.
pub(crate) fn komi_text(komi: Komi, size: Size) -> String {
    let text = komi.to_string();
    match WrittenKomi::read(&text, size).repair {
        None => text,
        Some(_) => format!("{text}.0"),
    }
}

fn understand(text: &str, size: Size) -> Result<(Komi, Option<KomiRepair>), ParseKomiError> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let signed = |half_points: i16| Komi::from_half_points(sign * half_points);
    if let Some((half_points, repair)) = without_point(digits, size) {
        return Ok((signed(half_points), Some(repair)));
    }
    if let Some(half_points) = stones(digits) {
        return Ok((signed(half_points), Some(KomiRepair::Stones)));
    }
    let error = match text.parse() {
        Ok(komi) => return Ok((komi, None)),
        Err(error) => error,
    };
    let (number, rest) = Decimal::prefix(digits).ok_or(error)?;
    let half_points = number.halves().ok_or(ParseKomiError::NotHalfPoints)?;
    let has_half = rest.contains('半') || rest.contains('½');
    let half_points = match half_points.checked_add(u32::from(has_half)) {
        Some(n) if n <= Komi::MAX.half_points() as u32 => n as i16,
        _ => return Err(ParseKomiError::TooLarge),
    };
    let repair = match rest {
        "" => KomiRepair::Comma,
        rest if rest.contains(|c: char| c.is_ascii_digit()) => return Err(error),
        _ => KomiRepair::Words,
    };
    Ok((signed(half_points), Some(repair)))
}

/// Half points, of three digits that lost their decimal point.
fn without_point(digits: &str, size: Size) -> Option<(i16, KomiRepair)> {
    if digits.len() != 3 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let n: i16 = digits.parse().ok()?;
    match n % 100 {
        25 | 75 if n / 100 <= STONES_MAX as i16 => Some((n / 25, KomiRepair::StonesInHundredths)),
        50 => Some((n / 50, KomiRepair::Hundredths)),
        0 if n as usize > size.n_points() => Some((n / 50, KomiRepair::Hundredths)),
        _ => None,
    }
}

/// Half points, of a number of stones with quarters.
fn stones(digits: &str) -> Option<i16> {
    let (number, rest) = Decimal::prefix(digits)?;
    let quarters = match number.fraction.trim_end_matches('0') {
        "25" => 1,
        "75" => 3,
        _ => return None,
    };
    let is_stones = rest.is_empty() && number.whole() <= STONES_MAX;
    is_stones.then_some(4 * number.whole() as i16 + quarters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_komi_reads_back_as_itself() {
        for size in [Size::NINE, Size::NINETEEN] {
            for half_points in -1250..=1250 {
                let komi = Komi::from_half_points(half_points);
                let read = WrittenKomi::read(&komi_text(komi, size), size);
                assert_eq!((read.komi, read.repair), (Ok(komi), None));
            }
        }
    }

    #[test]
    fn komi_is_read_in_every_spelling_and_never_rounded() {
        use KomiRepair as R;
        let cases: &[(&str, Result<i16, ParseKomiError>, Option<KomiRepair>)] = &[
            ("6.5", Ok(13), None),
            (" 7.50 ", Ok(15), None),
            ("0.00", Ok(0), None),
            ("-59.5", Ok(-119), None),
            ("6.500000", Ok(13), None),
            ("+5.5", Ok(11), None),
            ("100", Ok(200), None),
            ("6,5", Ok(13), Some(R::Comma)),
            ("6.5目", Ok(13), Some(R::Words)),
            ("6目半", Ok(13), Some(R::Words)),
            ("5.5 points", Ok(11), Some(R::Words)),
            ("375", Ok(15), Some(R::StonesInHundredths)),
            ("325", Ok(13), Some(R::StonesInHundredths)),
            ("3.75", Ok(15), Some(R::Stones)),
            ("-2.75", Ok(-11), Some(R::Stones)),
            ("650", Ok(13), Some(R::Hundredths)),
            ("750", Ok(15), Some(R::Hundredths)),
            ("600", Ok(12), Some(R::Hundredths)),
            ("7.25", Err(ParseKomiError::NotHalfPoints), None),
            ("6.4", Err(ParseKomiError::NotHalfPoints), None),
            ("725", Err(ParseKomiError::TooLarge), None),
            ("", Err(ParseKomiError::NotANumber), None),
            ("six", Err(ParseKomiError::NotANumber), None),
            ("5 1/2", Err(ParseKomiError::NotANumber), None),
            ("9999999999", Err(ParseKomiError::TooLarge), None),
            ("99999 points", Err(ParseKomiError::TooLarge), None),
        ];
        for &(text, half_points, repair) in cases {
            let read = WrittenKomi::read(text, Size::NINETEEN);
            let expected = (half_points.map(Komi::from_half_points), repair);
            assert_eq!((read.komi, read.repair), expected, "{text:?}");
        }
    }
}
