//! How files say that a game ended.

use std::fmt;

use ponnuki_game::{Color, Outcome, Points};

use crate::number::Decimal;
use crate::written::Spelled;

/// What the result of a game file means.
///
/// ```
/// use ponnuki_game::{Color, Outcome, Points};
/// use ponnuki_record::{RecordedResult, Written};
///
/// let result: Written<RecordedResult> = Written::read("W+Resign");
/// let won = Outcome::Resignation { winner: Color::White };
/// assert_eq!(result.meaning, Some(RecordedResult::Ended(won)));
///
/// let result: Written<RecordedResult> = Written::read("黒2目半勝ち");
/// assert_eq!(result.meaning.unwrap().to_string(), "B+2.5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedResult {
    /// The game ended in a way that a [`Game`](ponnuki_game::Game) can end.
    Ended(Outcome),
    /// One player was declared the loser.
    Forfeit {
        /// The other.
        winner: Color,
    },
    /// Somebody won, and it is not said how, or not in half points.
    Won {
        /// The player who won.
        winner: Color,
    },
    /// The file says that it is not known.
    Unknown,
}

impl fmt::Display for RecordedResult {
    /// As SGF has it: `B+3.5`, `W+R`, `B+T`, `B+F`, `W+`, `Draw`, `Void`, `?`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |color| match color {
            Color::Black => "B",
            Color::White => "W",
        };
        match *self {
            RecordedResult::Ended(outcome) => outcome.fmt(f),
            RecordedResult::Forfeit { winner } => write!(f, "{}+F", letter(winner)),
            RecordedResult::Won { winner } => write!(f, "{}+", letter(winner)),
            RecordedResult::Unknown => f.write_str("?"),
        }
    }
}

impl Spelled for RecordedResult {
    fn from_spelling(text: &str) -> Option<RecordedResult> {
        let text = text.trim().to_lowercase();
        let whole = WHOLE.iter().find(|(spelling, _)| *spelling == text);
        if let Some(&(_, verdict)) = whole {
            return Some(verdict);
        }
        match text.split_once('+') {
            Some((side, how)) => {
                let winner = color_called(side.trim())?;
                Some(standard(winner, how.trim()))
            }
            None => sentence(&text),
        }
    }

    fn to_spelling(&self) -> String {
        self.to_string()
    }
}

const DRAW: RecordedResult = RecordedResult::Ended(Outcome::Score {
    margin: Points::ZERO,
});

const VOID: RecordedResult = RecordedResult::Ended(Outcome::NoResult);

/// Texts that say all at once.
const WHOLE: &[(&str, RecordedResult)] = &[
    ("0", DRAW),
    ("draw", DRAW),
    ("jigo", DRAW),
    ("tie", DRAW),
    ("持碁", DRAW),
    ("ジゴ", DRAW),
    ("和棋", DRAW),
    ("무승부", DRAW),
    ("void", VOID),
    ("no result", VOID),
    ("無勝負", VOID),
    ("无胜负", VOID),
    ("?", RecordedResult::Unknown),
];

/// What the players are called; longer names come before those they contain.
const NAMES: &[(&str, Color)] = &[
    ("black", Color::Black),
    ("white", Color::White),
    ("黑", Color::Black),
    ("黒", Color::Black),
    ("흑", Color::Black),
    ("白", Color::White),
    ("백", Color::White),
];

/// Why somebody won without a count.
#[derive(Clone, Copy)]
enum Reason {
    Resignation,
    Time,
    Forfeit,
}

/// Words for giving up, running out of time and being declared the loser.
const REASONS: &[(&str, Reason)] = &[
    ("resign", Reason::Resignation),
    ("中押", Reason::Resignation),
    ("中盘", Reason::Resignation),
    ("中盤", Reason::Resignation),
    ("불계", Reason::Resignation),
    ("time", Reason::Time),
    ("時間", Reason::Time),
    ("时间", Reason::Time),
    ("超时", Reason::Time),
    ("超時", Reason::Time),
    ("시간", Reason::Time),
    ("forfeit", Reason::Forfeit),
    ("反則", Reason::Forfeit),
    ("犯规", Reason::Forfeit),
    ("반칙", Reason::Forfeit),
];

const WINNING: &[&str] = &["win", "won", "勝", "胜", "승"];

const LOSING: &[&str] = &["lose", "lost", "loss", "負", "负", "敗", "败", "패"];

impl Reason {
    fn verdict(self, winner: Color) -> RecordedResult {
        match self {
            Reason::Resignation => RecordedResult::Ended(Outcome::Resignation { winner }),
            Reason::Time => RecordedResult::Ended(Outcome::Time { winner }),
            Reason::Forfeit => RecordedResult::Forfeit { winner },
        }
    }
}

/// A win by so many half points; one by none is no win.
fn by_half_points(winner: Color, half_points: u32) -> RecordedResult {
    let Ok(margin) = i32::try_from(half_points) else {
        return RecordedResult::Won { winner };
    };
    RecordedResult::Ended(Outcome::Score {
        margin: Points::from_half_points(match winner {
            Color::Black => margin,
            Color::White => -margin,
        }),
    })
}

fn color_called(name: &str) -> Option<Color> {
    match name {
        "b" => Some(Color::Black),
        "w" => Some(Color::White),
        _ => {
            let found = NAMES.iter().find(|(known, _)| *known == name);
            found.map(|&(_, color)| color)
        }
    }
}

/// The part after the `+` of SGF's own spelling.
fn standard(winner: Color, how: &str) -> RecordedResult {
    match how.chars().next() {
        Some('r') => Reason::Resignation.verdict(winner),
        Some('t') => Reason::Time.verdict(winner),
        Some('f') => Reason::Forfeit.verdict(winner),
        _ => match Decimal::prefix(how).and_then(|(number, _)| number.halves()) {
            Some(half_points) => by_half_points(winner, half_points),
            None => RecordedResult::Won { winner },
        },
    }
}

/// A result in words. What follows `>>` is the count on one server.
fn sentence(text: &str) -> Option<RecordedResult> {
    let text = text.split(">>").next().unwrap_or(text);
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let subject = NAMES
        .iter()
        .filter_map(|&(name, color)| Some((text.find(name)?, color)))
        .min_by_key(|&(at, _)| at);
    let (at, subject) = subject?;
    let winner = match (says(WINNING), says(LOSING)) {
        (_, true) => !subject,
        (true, false) => subject,
        (false, false) => return None,
    };
    let reason = REASONS.iter().find(|(word, _)| text.contains(word));
    match reason {
        Some((_, reason)) => Some(reason.verdict(winner)),
        None => Some(count(winner, &text[at..])),
    }
}

/// A win by what `text` counts: points, or Chinese stones with quarters.
///
/// Whole stones are left open: on some servers the word means points.
fn count(winner: Color, text: &str) -> RecordedResult {
    let Some((number, rest)) = Decimal::find(text) else {
        return RecordedResult::Won { winner };
    };
    if rest.trim_start().starts_with(['又', '/']) {
        return match quarters(text) {
            Some(quarters) => by_half_points(winner, quarters),
            None => RecordedResult::Won { winner },
        };
    }
    let is_stones = rest.trim_start().starts_with('子');
    match number.halves() {
        Some(half_points) if !is_stones => {
            let has_half = rest.contains('半') || rest.contains('반');
            by_half_points(winner, half_points + u32::from(has_half))
        }
        _ => RecordedResult::Won { winner },
    }
}

/// Quarters of stones, each half a point: `3又3/4`, `1/4`.
fn quarters(text: &str) -> Option<u32> {
    let (first, rest) = Decimal::find(text)?;
    let (whole, (above, rest)) = match rest.trim_start().strip_prefix('又') {
        Some(rest) => (first.whole(), Decimal::prefix(rest.trim_start())?),
        None => (0, (first, rest)),
    };
    let (below, _) = Decimal::prefix(rest.strip_prefix('/')?)?;
    let (above, below) = (above.whole().checked_mul(4)?, below.whole());
    let is_exact = below > 0 && above % below == 0;
    is_exact.then(|| whole.checked_mul(4)?.checked_add(above / below))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_every_spelling_and_written_in_one() {
        let cases = [
            ("B+3.5", "B+3.5"),
            ("W+2.50", "W+2.5"),
            ("w+12", "W+12"),
            ("B+2,5", "B+2.5"),
            ("B+0", "Draw"),
            ("W+0.0", "Draw"),
            ("W+R", "W+R"),
            ("W+Resign", "W+R"),
            ("B+Resignation", "B+R"),
            ("B+T", "B+T"),
            ("B+Time", "B+T"),
            ("B+F", "B+F"),
            ("W+Forfeit", "W+F"),
            ("0", "Draw"),
            ("Draw", "Draw"),
            ("Jigo", "Draw"),
            ("Void", "Void"),
            ("?", "?"),
            ("B+", "B+"),
            ("W+?", "W+"),
            ("B+0.75", "B+"),
            ("Black + 4.5 points", "B+4.5"),
            ("Black wins by 2.5", "B+2.5"),
            ("White wins by resignation", "W+R"),
            ("White Win by Resign!", "W+R"),
            ("White loses on time", "B+T"),
            ("black 4 points win", "B+4"),
            ("Black wins by 34win >> White(58):Black(92)", "B+34"),
            ("Black wins", "B+"),
            ("黒中押し勝", "B+R"),
            ("白番中押勝", "W+R"),
            ("黑中盘胜", "B+R"),
            ("白時間切れ勝ち！", "W+T"),
            ("黒時間切れ負け", "W+T"),
            ("白5.5目勝ち!", "W+5.5"),
            ("黒5.5目勝！ >> 白(64):黒(76)", "B+5.5"),
            ("黒2目半勝ち", "B+2.5"),
            ("흑 1.5집 승", "B+1.5"),
            ("백 불계승", "W+R"),
            ("持碁", "Draw"),
            ("黑胜3又3/4子", "B+7.5"),
            ("白胜1/4子", "W+0.5"),
            ("白胜12子", "W+"),
        ];
        for (text, written) in cases {
            let read = RecordedResult::from_spelling(text);
            assert_eq!(
                read.map(|v| v.to_string()),
                Some(written.to_owned()),
                "{text:?}"
            );
            assert_eq!(RecordedResult::from_spelling(written), read, "{text:?}");
        }
    }

    #[test]
    fn other_texts_are_no_result() {
        for text in ["", "Progressing!", "+R", "black", "X+3", "white 3"] {
            assert_eq!(RecordedResult::from_spelling(text), None, "{text:?}");
        }
    }
}
