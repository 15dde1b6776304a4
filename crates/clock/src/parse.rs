//! Time controls from what players write. Must agree with `print`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::control::Control;
use crate::limits::ControlFault;
use crate::print::UNITS;

/// Why a text is no time control. `at` is the byte where it ceases to be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseControlError {
    /// Here a time should stand, such as `10:00`, `90s` or `1d 12h`.
    NotATime {
        /// The byte offset in the text.
        at: usize,
    },
    /// Here stands a number that could be minutes as well as seconds.
    NoUnit {
        /// The byte offset in the text.
        at: usize,
    },
    /// Here a number of stones should stand.
    NotANumber {
        /// The byte offset in the text.
        at: usize,
    },
    /// Here stands a number that is too large for any control.
    TooLarge {
        /// The byte offset in the text.
        at: usize,
    },
    /// Here the control should go on otherwise, or end.
    Unexpected {
        /// The byte offset in the text.
        at: usize,
    },
    /// It is a control, but no sense.
    Fault(ControlFault),
}

impl fmt::Display for ParseControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseControlError::NotATime { at } => {
                write!(f, "byte {at}: a time is written 10:00, 90s or 1d 12h")
            }
            ParseControlError::NoUnit { at } => {
                write!(
                    f,
                    "byte {at}: a number needs a unit, as in 30s, 30m or 0:30"
                )
            }
            ParseControlError::NotANumber { at } => {
                write!(f, "byte {at}: a number of stones is missing")
            }
            ParseControlError::TooLarge { at } => write!(f, "byte {at}: the number is too large"),
            ParseControlError::Unexpected { at } => {
                write!(f, "byte {at}: a time control does not go on like this")
            }
            ParseControlError::Fault(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for ParseControlError {}

impl FromStr for Control {
    type Err = ParseControlError;

    /// What [`Display`](fmt::Display) prints, and what people write for it: `x` for `×`,
    /// units for colons (`10m+5x30s`), capitals, more spaces or none.
    fn from_str(text: &str) -> Result<Control, ParseControlError> {
        let mut scan = Scan { text, at: 0 };
        let control = scan.control()?;
        scan.expect_end()?;
        control.check().map_err(ParseControlError::Fault)
    }
}

/// A text and how far it has been read. Spaces before anything but a colon are skipped.
#[derive(Clone, Copy)]
struct Scan<'a> {
    text: &'a str,
    at: usize,
}

/// A number and where it begins.
struct Number {
    at: usize,
    n: u64,
}

impl<'a> Scan<'a> {
    fn control(&mut self) -> Result<Control, ParseControlError> {
        if self.take("none") {
            return Ok(Control::None);
        }
        let main = self.time()?;
        if self.take("/") {
            self.expect("move")?;
            return Ok(Control::PerMove { time: main });
        }
        if !self.take("+") {
            return Ok(Control::Absolute { main });
        }
        if let Some(n_periods) = self.n_periods()? {
            let period = self.time()?;
            return Ok(Control::Byoyomi {
                main,
                n_periods,
                period,
            });
        }
        let time = self.time()?;
        if self.take("/") {
            let n_stones = self.n_stones()?;
            return Ok(Control::Canadian {
                main,
                n_stones,
                period: time,
            });
        }
        Ok(Control::Fischer {
            main,
            increment: time,
            max: self.max()?,
        })
    }

    /// `5×`. If there is no such thing here, nothing is read.
    fn n_periods(&mut self) -> Result<Option<u16>, ParseControlError> {
        let mut ahead = *self;
        let Some(number) = ahead.number()? else {
            return Ok(None);
        };
        if !(ahead.take("×") || ahead.take("x")) {
            return Ok(None);
        }
        *self = ahead;
        number.count().map(Some)
    }

    fn n_stones(&mut self) -> Result<u16, ParseControlError> {
        let at = self.skip_spaces();
        let number = self.number()?;
        number.map_or(Err(ParseControlError::NotANumber { at }), Number::count)
    }

    /// `(max 5:00)`. If there is no bracket here, nothing is read.
    fn max(&mut self) -> Result<Option<Duration>, ParseControlError> {
        if !self.take("(") {
            return Ok(None);
        }
        self.expect("max")?;
        let max = self.time()?;
        self.expect(")")?;
        Ok(Some(max))
    }

    fn time(&mut self) -> Result<Duration, ParseControlError> {
        let at = self.skip_spaces();
        let Some(first) = self.number()? else {
            return Err(ParseControlError::NotATime { at });
        };
        let seconds = match self.sixtieth()? {
            Some(second) => self.colon_time(first.n, second)?,
            None => self.unit_time(first)?,
        };
        let seconds = seconds.ok_or(ParseControlError::TooLarge { at })?;
        Ok(Duration::from_secs(seconds))
    }

    /// The seconds of `m:ss` or `h:mm:ss`, of which all but the last part has been read.
    /// `None` if they are too many for a number.
    fn colon_time(&mut self, first: u64, second: u64) -> Result<Option<u64>, ParseControlError> {
        let join = |whole: u64, part: u64| whole.checked_mul(60)?.checked_add(part);
        let two = join(first, second);
        Ok(match self.sixtieth()? {
            Some(third) => two.and_then(|two| join(two, third)),
            None => two,
        })
    }

    /// `:30`, a colon and two digits that make less than sixty. If there is no colon here,
    /// nothing is read.
    fn sixtieth(&mut self) -> Result<Option<u64>, ParseControlError> {
        let Some(digits) = self.rest().strip_prefix(':') else {
            return Ok(None);
        };
        let at = self.at + 1;
        let n_digits = digits.bytes().take_while(u8::is_ascii_digit).count();
        self.at = at;
        match self.number()? {
            Some(Number { n, .. }) if n_digits == 2 && n < 60 => Ok(Some(n)),
            _ => Err(ParseControlError::NotATime { at }),
        }
    }

    /// The seconds of `1d 12h`, of which the first number has been read. No unit comes
    /// after a shorter one. `None` if they are too many for a number.
    fn unit_time(&mut self, first: Number) -> Result<Option<u64>, ParseControlError> {
        let mut units = UNITS.iter();
        let mut seconds = Some(0u64);
        let mut next = Some(first);
        while let Some(Number { at, n }) = next {
            let Some((_, length)) = units.find(|(unit, _)| self.take(unit)) else {
                self.skip_spaces();
                return Err(match self.rest().starts_with(char::is_alphabetic) {
                    true => self.unexpected(),
                    false => ParseControlError::NoUnit { at },
                });
            };
            seconds = seconds.and_then(|seconds| seconds.checked_add(n.checked_mul(*length)?));
            next = self.number()?;
        }
        Ok(seconds)
    }

    /// The digits here, if there are any.
    fn number(&mut self) -> Result<Option<Number>, ParseControlError> {
        let at = self.skip_spaces();
        let rest = self.rest();
        let n_digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if n_digits == 0 {
            return Ok(None);
        }
        self.at += n_digits;
        match rest[..n_digits].parse() {
            Ok(n) => Ok(Some(Number { at, n })),
            Err(_) => Err(ParseControlError::TooLarge { at }),
        }
    }

    /// Reads `word`, in small letters or capitals. If it is not here, nothing is read.
    fn take(&mut self, word: &str) -> bool {
        let mut ahead = *self;
        ahead.skip_spaces();
        let here = ahead.rest().get(..word.len());
        let is_here = here.is_some_and(|here| here.eq_ignore_ascii_case(word));
        if is_here {
            self.at = ahead.at + word.len();
        }
        is_here
    }

    fn expect(&mut self, word: &str) -> Result<(), ParseControlError> {
        match self.take(word) {
            true => Ok(()),
            false => Err(self.unexpected()),
        }
    }

    fn expect_end(&mut self) -> Result<(), ParseControlError> {
        match self.skip_spaces() == self.text.len() {
            true => Ok(()),
            false => Err(self.unexpected()),
        }
    }

    fn unexpected(&mut self) -> ParseControlError {
        ParseControlError::Unexpected {
            at: self.skip_spaces(),
        }
    }

    /// Returns where the scan then is.
    fn skip_spaces(&mut self) -> usize {
        self.at = self.text.len() - self.rest().trim_start().len();
        self.at
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }
}

impl Number {
    /// As a number of stones or periods.
    fn count(self) -> Result<u16, ParseControlError> {
        u16::try_from(self.n).map_err(|_| ParseControlError::TooLarge { at: self.at })
    }
}
