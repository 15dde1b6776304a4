//! Values to be written: text in, escaped text out.

use std::fmt;

use crate::value::{Double, LETTERS, SgfColor, Value, ValueError};

/// A value that can stand between brackets: whatever went in, it ends where it should.
///
/// ```
/// use ponnuki_sgf::ValueBuf;
///
/// assert_eq!(ValueBuf::text("see [1]").raw(), r"see [1\]");
/// let label = ValueBuf::composed(&ValueBuf::point(3, 3)?, &ValueBuf::simple_text("a:b"));
/// assert_eq!(label.raw(), r"dd:a\:b");
/// # Ok::<(), ponnuki_sgf::ValueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ValueBuf {
    raw: String,
}

impl ValueBuf {
    /// The value without text, as of a pass.
    #[must_use]
    pub fn empty() -> ValueBuf {
        ValueBuf { raw: String::new() }
    }

    /// A Text: comments and the like. Line breaks stay.
    #[must_use]
    pub fn text(text: &str) -> ValueBuf {
        let raw = escaped(text, |c| matches!(c, ']' | '\\'));
        ValueBuf { raw }
    }

    /// A SimpleText: names and the like. Line breaks become blanks.
    #[must_use]
    pub fn simple_text(text: &str) -> ValueBuf {
        ValueBuf::text(&text.replace("\r\n", " ").replace(['\n', '\r'], " "))
    }

    /// A whole number.
    #[must_use]
    pub fn number(number: i64) -> ValueBuf {
        let raw = number.to_string();
        ValueBuf { raw }
    }

    /// A decimal number, with as many digits as it takes to read it back unchanged.
    ///
    /// # Errors
    ///
    /// It is not finite.
    pub fn real(real: f64) -> Result<ValueBuf, ValueError> {
        if !real.is_finite() {
            return Err(ValueError::NotAReal);
        }
        let raw = real.to_string();
        Ok(ValueBuf { raw })
    }

    /// How much something is so.
    #[must_use]
    pub fn double(double: Double) -> ValueBuf {
        ValueBuf::number(match double {
            Double::Normal => 1,
            Double::Emphasized => 2,
        })
    }

    /// A color.
    #[must_use]
    pub fn color(color: SgfColor) -> ValueBuf {
        ValueBuf::text(match color {
            SgfColor::Black => "B",
            SgfColor::White => "W",
        })
    }

    /// The point of a column and a row, both from 0, counted from the upper left.
    ///
    /// # Errors
    ///
    /// There are no more than [`LETTERS`] letters.
    pub fn point(column: u8, row: u8) -> Result<ValueBuf, ValueError> {
        let (column, row) = letter(column)
            .zip(letter(row))
            .ok_or(ValueError::NotAPoint)?;
        let raw = String::from_iter([column, row]);
        Ok(ValueBuf { raw })
    }

    /// Two values with a `:` between them. Colons inside are escaped.
    #[must_use]
    pub fn composed(left: &ValueBuf, right: &ValueBuf) -> ValueBuf {
        let raw = format!(
            "{}:{}",
            left.with_colons_escaped(),
            right.with_colons_escaped()
        );
        ValueBuf { raw }
    }

    /// A value that is escaped already.
    ///
    /// # Errors
    ///
    /// It has a `]`, or a `\` at its end, that is not escaped.
    pub fn from_raw(raw: &str) -> Result<ValueBuf, ValueError> {
        let closed = format!("{raw}]");
        match crate::scan::value_end(closed.as_bytes(), 0) {
            Some(end) if end == raw.len() => Ok(ValueBuf {
                raw: raw.to_owned(),
            }),
            _ => Err(ValueError::NotEscaped),
        }
    }

    /// The text to stand between the brackets.
    #[must_use]
    pub fn raw(&self) -> &str {
        &self.raw
    }

    /// The same, to be read.
    #[must_use]
    pub fn as_value(&self) -> Value<'_> {
        Value::new(&self.raw)
    }

    fn with_colons_escaped(&self) -> String {
        let mut is_escaped = false;
        escaped(&self.raw, |c| {
            let is_bare_colon = c == ':' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            is_bare_colon
        })
    }
}

impl fmt::Display for ValueBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.raw)
    }
}

/// `text` with a `\` before every character that needs one.
fn escaped(text: &str, mut needs_escape: impl FnMut(char) -> bool) -> String {
    let mut raw = String::with_capacity(text.len());
    for c in text.chars() {
        if needs_escape(c) {
            raw.push('\\');
        }
        raw.push(c);
    }
    raw
}

/// The letter of a column or row.
fn letter(number: u8) -> Option<char> {
    match number {
        0..26 => Some((b'a' + number) as char),
        26..LETTERS => Some((b'A' + number - 26) as char),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        for text in [
            "",
            "]",
            r"\",
            r"\]",
            "a:b",
            "two\nlines",
            r"ends in \",
            "囲碁]",
        ] {
            assert_eq!(ValueBuf::text(text).as_value().text(), text, "{text:?}");
            let raw = ValueBuf::text(text);
            assert_eq!(ValueBuf::from_raw(raw.raw()), Ok(raw), "{text:?}");
        }
        assert_eq!(ValueBuf::simple_text("a\r\nb\nc").raw(), "a b c");
        assert_eq!(ValueBuf::number(-7).as_value().number(), Ok(-7));
        for real in [6.5, -0.5, 0.1, 1e300, 105.6] {
            let value = ValueBuf::real(real).expect("a finite number");
            assert_eq!(value.as_value().real(), Ok(real));
        }
        assert_eq!(ValueBuf::real(f64::NAN), Err(ValueError::NotAReal));
        for color in [SgfColor::Black, SgfColor::White] {
            assert_eq!(ValueBuf::color(color).as_value().color(), Ok(color));
        }
        for double in [Double::Normal, Double::Emphasized] {
            assert_eq!(ValueBuf::double(double).as_value().double(), Ok(double));
        }
    }

    #[test]
    fn every_point_reads_back_and_there_are_no_others() {
        for column in 0..LETTERS {
            for row in 0..LETTERS {
                let point = ValueBuf::point(column, row).expect("a point with letters");
                assert_eq!(point.as_value().point(), Ok((column, row)));
            }
        }
        assert_eq!(ValueBuf::point(LETTERS, 0), Err(ValueError::NotAPoint));
    }

    #[test]
    fn a_composed_value_comes_apart_where_it_was_put_together() {
        let sides = ["", "a", ":", r"\:", r"\\", "a:b:", r"]\"];
        for left in sides {
            for right in sides {
                let composed = ValueBuf::composed(&ValueBuf::text(left), &ValueBuf::text(right));
                let (a, b) = composed.as_value().composed().expect("two sides");
                assert_eq!((&*a.text(), &*b.text()), (left, right));
            }
        }
    }

    #[test]
    fn raw_text_that_would_not_end_where_it_should_is_refused() {
        for raw in ["]", r"a\", r"\\]", r"\\\"] {
            assert_eq!(
                ValueBuf::from_raw(raw),
                Err(ValueError::NotEscaped),
                "{raw:?}"
            );
        }
    }
}
