//! One value of a property: the text between `[` and `]`, and what it can mean.
//!
//! Which meaning is the right one depends on the property and is for the caller
//! to say; nothing here looks at property names.

use std::{borrow::Cow, error, fmt, ops::RangeInclusive};

use crate::scan::is_space;

/// How many columns or rows the letters of SGF can name: `a` to `z`, then `A` to `Z`.
pub const LETTERS: u8 = 52;

/// A value as it was written, escapes and all.
///
/// ```
/// use ponnuki_sgf::Value;
///
/// let label = Value::new(r"dd:a\:b");
/// let (point, text) = label.composed().unwrap();
/// assert_eq!(point.point(), Ok((3, 3)));
/// assert_eq!(text.simple_text(), "a:b");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value<'c> {
    raw: &'c str,
}

impl<'c> Value<'c> {
    /// Looks at the text between two brackets.
    #[must_use]
    pub fn new(raw: &'c str) -> Value<'c> {
        Value { raw }
    }

    /// The text exactly as it stands in the file.
    #[must_use]
    pub fn raw(self) -> &'c str {
        self.raw
    }

    /// Whether there is nothing but space in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.raw.bytes().all(is_space)
    }

    /// What a reader sees of a Text: escapes resolved, every line break a `\n`,
    /// escaped line breaks gone, other space turned into blanks.
    #[must_use]
    pub fn text(self) -> Cow<'c, str> {
        unescaped(self.raw, '\n')
    }

    /// What a reader sees of a SimpleText: like [`Value::text`], on one line.
    #[must_use]
    pub fn simple_text(self) -> Cow<'c, str> {
        unescaped(self.raw, ' ')
    }

    /// The two sides of the first `:` that is not escaped.
    #[must_use]
    pub fn composed(self) -> Option<(Value<'c>, Value<'c>)> {
        let mut is_escaped = false;
        for (at, byte) in self.raw.bytes().enumerate() {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b':' => {
                    return Some((Value::new(&self.raw[..at]), Value::new(&self.raw[at + 1..])));
                }
                _ => {}
            }
        }
        None
    }

    /// A whole number.
    ///
    /// # Errors
    ///
    /// The value is none, or does not fit.
    pub fn number(self) -> Result<i64, ValueError> {
        let text = self.trimmed();
        text.parse().map_err(|_| ValueError::NotANumber)
    }

    /// A decimal number. Exponents, infinities and the like are not SGF.
    ///
    /// # Errors
    ///
    /// The value is none.
    pub fn real(self) -> Result<f64, ValueError> {
        let text = self.trimmed();
        let is_decimal = text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'+' | b'-'));
        match text.parse() {
            Ok(real) if is_decimal => Ok(real),
            _ => Err(ValueError::NotAReal),
        }
    }

    /// How much something is so: `1` or `2`. An empty value, as old files have it,
    /// means `1`.
    ///
    /// # Errors
    ///
    /// The value is something else.
    pub fn double(self) -> Result<Double, ValueError> {
        match self.trimmed() {
            "1" | "" => Ok(Double::Normal),
            "2" => Ok(Double::Emphasized),
            _ => Err(ValueError::NotADouble),
        }
    }

    /// A color: `B` or `W`, or written out, in any case.
    ///
    /// # Errors
    ///
    /// The value is something else.
    pub fn color(self) -> Result<SgfColor, ValueError> {
        let text = self.trimmed();
        let is_any_of = |names: [&str; 2]| names.iter().any(|name| text.eq_ignore_ascii_case(name));
        if is_any_of(["b", "black"]) {
            Ok(SgfColor::Black)
        } else if is_any_of(["w", "white"]) {
            Ok(SgfColor::White)
        } else {
            Err(ValueError::NotAColor)
        }
    }

    /// A point as (column, row), both from 0, counted from the upper left.
    ///
    /// Whether it is on the board, and whether `tt` is a pass, is not known here.
    ///
    /// # Errors
    ///
    /// The value is not two letters.
    pub fn point(self) -> Result<(u8, u8), ValueError> {
        match *self.trimmed().as_bytes() {
            [column, row] => letter(column).zip(letter(row)).ok_or(ValueError::NotAPoint),
            _ => Err(ValueError::NotAPoint),
        }
    }

    /// The points of a point, or of a rectangle such as `aa:cc`, row by row.
    ///
    /// ```
    /// use ponnuki_sgf::Value;
    ///
    /// let points = Value::new("aa:ba").points().unwrap();
    /// assert_eq!(points.collect::<Vec<_>>(), [(0, 0), (1, 0)]);
    /// ```
    ///
    /// # Errors
    ///
    /// The value is neither.
    pub fn points(self) -> Result<impl Iterator<Item = (u8, u8)>, ValueError> {
        let (columns, rows) = self.rectangle()?;
        Ok(rows.flat_map(move |row| columns.clone().map(move |column| (column, row))))
    }

    /// How many points [`Value::points`] has, and 0 where it has none; as soon for a large
    /// rectangle as for a point.
    pub fn n_points(self) -> usize {
        self.rectangle()
            .map_or(0, |(columns, rows)| columns.len() * rows.len())
    }

    /// The columns and the rows of a point or of a rectangle.
    fn rectangle(self) -> Result<(RangeInclusive<u8>, RangeInclusive<u8>), ValueError> {
        let (one, other) = match self.composed() {
            Some((one, other)) => (one.point()?, other.point()?),
            None => (self.point()?, self.point()?),
        };
        let columns = one.0.min(other.0)..=one.0.max(other.0);
        let rows = one.1.min(other.1)..=one.1.max(other.1);
        Ok((columns, rows))
    }

    fn trimmed(self) -> &'c str {
        self.raw
            .trim_matches(|c: char| c.is_ascii() && is_space(c as u8))
    }
}

/// The column or row that a letter names.
fn letter(byte: u8) -> Option<u8> {
    match byte {
        b'a'..=b'z' => Some(byte - b'a'),
        b'A'..=b'Z' => Some(byte - b'A' + 26),
        _ => None,
    }
}

/// `raw` with its escapes resolved and its unescaped line breaks turned into `line_break`.
fn unescaped(raw: &str, line_break: char) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte != b'\\' && (byte == b' ' || !is_space(byte));
    if raw
        .bytes()
        .all(|byte| is_plain(byte) || (byte == b'\n' && line_break == '\n'))
    {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(first) = chars.next() {
        let is_escaped = first == '\\';
        let c = if is_escaped {
            // A lone `\` at the end escapes nothing and says nothing.
            let Some(next) = chars.next() else { break };
            next
        } else {
            first
        };
        match c {
            '\n' | '\r' => {
                let partner = if c == '\n' { '\r' } else { '\n' };
                chars.next_if_eq(&partner);
                if !is_escaped {
                    text.push(line_break);
                }
            }
            '\t' | '\x0B' | '\x0C' => text.push(' '),
            _ => text.push(c),
        }
    }
    Cow::Owned(text)
}

/// How much something is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Double {
    /// `1`: it is so.
    Normal,
    /// `2`: it is very much so.
    Emphasized,
}

/// Whose it is, as SGF writes it. This crate knows no game and hence not its colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SgfColor {
    /// `B`.
    Black,
    /// `W`.
    White,
}

/// What a value is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueError {
    /// It is no whole number, or too large a one.
    NotANumber,
    /// It is no decimal number.
    NotAReal,
    /// It is neither `1` nor `2`.
    NotADouble,
    /// It is neither `B` nor `W`.
    NotAColor,
    /// It is not two letters.
    NotAPoint,
    /// It would end too early or not at all: a `]` or a last `\` needs a `\` before it.
    NotEscaped,
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ValueError::NotANumber => "not a whole number",
            ValueError::NotAReal => "not a decimal number",
            ValueError::NotADouble => "neither 1 nor 2",
            ValueError::NotAColor => "neither B nor W",
            ValueError::NotAPoint => "not a point of two letters",
            ValueError::NotEscaped => "a bracket that is not escaped",
        })
    }
}

impl error::Error for ValueError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_the_standard_says() {
        let cases = [
            ("plain", "plain", "plain"),
            ("", "", ""),
            (r"a\]b\\c\:d", r"a]b\c:d", r"a]b\c:d"),
            (r"\n\e\e\d\l\e\s\s", "needless", "needless"),
            ("two\nlines", "two\nlines", "two lines"),
            ("two\r\nlines", "two\nlines", "two lines"),
            ("two\n\rlines", "two\nlines", "two lines"),
            ("two\rlines", "two\nlines", "two lines"),
            ("three\n\nlines", "three\n\nlines", "three  lines"),
            ("three\r\rlines", "three\n\nlines", "three  lines"),
            ("so\\\nft", "soft", "soft"),
            ("so\\\r\nft", "soft", "soft"),
            ("so\\\n\rft", "soft", "soft"),
            ("so\\\rft", "soft", "soft"),
            ("a\tb\x0Bc\x0Cd", "a b c d", "a b c d"),
            ("a\\\tb", "a b", "a b"),
            ("囲\\碁\\", "囲碁", "囲碁"),
        ];
        for (raw, text, simple_text) in cases {
            assert_eq!(Value::new(raw).text(), text, "{raw:?}");
            assert_eq!(Value::new(raw).simple_text(), simple_text, "{raw:?}");
        }
    }

    #[test]
    fn plain_text_is_not_copied() {
        assert!(matches!(Value::new("two\nlines").text(), Cow::Borrowed(_)));
        assert!(matches!(Value::new("a b").simple_text(), Cow::Borrowed(_)));
    }

    #[test]
    fn a_composed_value_parts_at_its_first_bare_colon() {
        let sides = |raw| Value::new(raw).composed().map(|(a, b)| (a.raw(), b.raw()));
        assert_eq!(sides("CGoban:3"), Some(("CGoban", "3")));
        assert_eq!(sides(r"a\:b:c:d"), Some((r"a\:b", "c:d")));
        assert_eq!(sides(r"a\\:b"), Some((r"a\\", "b")));
        assert_eq!(sides(":"), Some(("", "")));
        assert_eq!(sides(r"a\:b"), None);
        assert_eq!(sides(""), None);
    }

    #[test]
    fn numbers_are_decimal_and_may_have_space_around_them() {
        assert_eq!(Value::new(" 19\n").number(), Ok(19));
        assert_eq!(Value::new("-3").number(), Ok(-3));
        assert_eq!(Value::new("+3").number(), Ok(3));
        for raw in ["", "1.5", "0x10", "９", "99999999999999999999"] {
            assert_eq!(
                Value::new(raw).number(),
                Err(ValueError::NotANumber),
                "{raw:?}"
            );
        }
        assert_eq!(Value::new("-59.5").real(), Ok(-59.5));
        assert_eq!(Value::new("6.00").real(), Ok(6.0));
        assert_eq!(Value::new(" 375 ").real(), Ok(375.0));
        for raw in ["", "1e5", "inf", "nan", "6,5", "1.2.3", "-"] {
            assert_eq!(Value::new(raw).real(), Err(ValueError::NotAReal), "{raw:?}");
        }
    }

    #[test]
    fn doubles_and_colors_are_what_they_say() {
        assert_eq!(Value::new("1").double(), Ok(Double::Normal));
        assert_eq!(Value::new("").double(), Ok(Double::Normal));
        assert_eq!(Value::new("2").double(), Ok(Double::Emphasized));
        assert_eq!(Value::new("3").double(), Err(ValueError::NotADouble));
        assert_eq!(Value::new("B").color(), Ok(SgfColor::Black));
        assert_eq!(Value::new("white").color(), Ok(SgfColor::White));
        assert_eq!(Value::new("").color(), Err(ValueError::NotAColor));
    }

    #[test]
    fn points_are_columns_and_rows() {
        assert_eq!(Value::new("aa").point(), Ok((0, 0)));
        assert_eq!(Value::new("sA").point(), Ok((18, 26)));
        assert_eq!(Value::new("ZZ").point(), Ok((LETTERS - 1, LETTERS - 1)));
        for raw in ["", "a", "aaa", "a1", "å"] {
            assert_eq!(
                Value::new(raw).point(),
                Err(ValueError::NotAPoint),
                "{raw:?}"
            );
        }
    }

    #[test]
    fn a_rectangle_is_the_same_from_each_of_its_corners() {
        let points = |raw| Value::new(raw).points().map(Iterator::collect::<Vec<_>>);
        let expected = vec![(1, 2), (2, 2), (1, 3), (2, 3)];
        for raw in ["bc:cd", "cd:bc", "bd:cc", "cc:bd"] {
            assert_eq!(points(raw), Ok(expected.clone()), "{raw}");
        }
        assert_eq!(points("bc"), Ok(vec![(1, 2)]));
        assert_eq!(points("bc:"), Err(ValueError::NotAPoint));
        for (raw, n_points) in [
            ("aa:cb", 6),
            ("cc", 1),
            ("aa:ZZ", 52 * 52),
            ("", 0),
            ("a", 0),
        ] {
            assert_eq!(Value::new(raw).n_points(), n_points, "{raw}");
        }
    }
}
