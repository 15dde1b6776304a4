//! The arguments of a command, taken one by one as what they mean.

use std::time::Duration;

use ponnuki_game::{Color, Komi, Move, Point, PointSet, SIDE_MAX, Size};

use crate::refusal::CommandRefusal;
use crate::vertex::{parse_color, parse_move, parse_point};

/// The longest time that is taken for one: about thirty years. Sums of a few
/// such times are still far from the end of a [`Duration`].
pub const TIME_MAX: Duration = Duration::from_secs(1_000_000_000);

/// What is left of a command's arguments.
///
/// ```
/// use ponnuki_game::{Color, Size};
/// use ponnuki_gtp::{Args, CommandRefusal};
///
/// let mut args = Args::new("BLACK d4");
/// assert_eq!(args.color(), Ok(Color::Black));
/// assert!(args.mv(Size::NINE).is_ok());
/// assert_eq!(args.color(), Err(CommandRefusal::Syntax)); // nothing is left
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Args<'a> {
    rest: &'a str,
}

impl<'a> Args<'a> {
    /// The words of `text`.
    pub fn new(text: &'a str) -> Args<'a> {
        Args { rest: text.trim() }
    }

    /// The next word, if one is left; it stays.
    pub fn peek(&self) -> Option<&'a str> {
        self.rest.split_whitespace().next()
    }

    /// Takes the next word, if one is left.
    pub fn next_word(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.rest = self.rest[word.len()..].trim_start();
        Some(word)
    }

    /// Takes all that is left, as it was written.
    pub fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest)
    }

    /// Makes sure that nothing is left.
    ///
    /// # Errors
    ///
    /// [`CommandRefusal::Syntax`] if something is.
    pub fn end(&self) -> Result<(), CommandRefusal> {
        match self.rest {
            "" => Ok(()),
            _ => Err(CommandRefusal::Syntax),
        }
    }

    /// Takes a word.
    ///
    /// # Errors
    ///
    /// [`CommandRefusal::Syntax`] if none is left.
    pub fn word(&mut self) -> Result<&'a str, CommandRefusal> {
        self.next_word().ok_or(CommandRefusal::Syntax)
    }

    /// Takes a colour.
    ///
    /// # Errors
    ///
    /// [`CommandRefusal::Syntax`] if there is none.
    pub fn color(&mut self) -> Result<Color, CommandRefusal> {
        parse_color(self.word()?).ok_or(CommandRefusal::Syntax)
    }

    /// Takes a move on a board of `size`: a vertex or `pass`.
    ///
    /// # Errors
    ///
    /// As [`parse_point`].
    pub fn mv(&mut self, size: Size) -> Result<Move, CommandRefusal> {
        parse_move(self.word()?, size)
    }

    /// Takes a point of a board of `size`.
    ///
    /// # Errors
    ///
    /// As [`parse_point`].
    pub fn point(&mut self, size: Size) -> Result<Point, CommandRefusal> {
        parse_point(self.word()?, size)
    }

    /// Takes all that is left as points of a board of `size`, no two the same.
    ///
    /// # Errors
    ///
    /// [`CommandRefusal::BadVertexList`] if it is anything else, or nothing.
    pub fn points(&mut self, size: Size) -> Result<PointSet, CommandRefusal> {
        let mut points = PointSet::EMPTY;
        while let Some(word) = self.next_word() {
            match parse_point(word, size) {
                Ok(point) if points.insert(point) => {}
                _ => return Err(CommandRefusal::BadVertexList),
            }
        }
        if points.is_empty() {
            return Err(CommandRefusal::BadVertexList);
        }
        Ok(points)
    }

    /// Takes a whole number from zero; `3.0` is one, as some programs write it.
    ///
    /// # Errors
    ///
    /// [`CommandRefusal::Syntax`] if there is none.
    pub fn number(&mut self) -> Result<u32, CommandRefusal> {
        let word = self.word()?;
        let whole = match word.split_once('.') {
            Some((whole, zeros)) if zeros.bytes().all(|byte| byte == b'0') => whole,
            Some(_) => return Err(CommandRefusal::Syntax),
            None => word,
        };
        whole.parse().map_err(|_| CommandRefusal::Syntax)
    }

    /// Takes a number with or without a fraction.
    ///
    /// # Errors
    ///
    /// [`CommandRefusal::Syntax`] if there is none, or it is no finite number.
    pub fn decimal(&mut self) -> Result<f64, CommandRefusal> {
        let number: f64 = self.word()?.parse().map_err(|_| CommandRefusal::Syntax)?;
        if number.is_finite() {
            Ok(number)
        } else {
            Err(CommandRefusal::Syntax)
        }
    }

    /// Takes a time in seconds. A negative one is none left: clocks that have
    /// run out are told of so.
    ///
    /// # Errors
    ///
    /// [`CommandRefusal::Syntax`] if there is none, or it is beyond [`TIME_MAX`].
    pub fn seconds(&mut self) -> Result<Duration, CommandRefusal> {
        duration(self.decimal()?)
    }

    /// Takes a time in hundredths of a second, as [`seconds`](Args::seconds).
    ///
    /// # Errors
    ///
    /// As [`seconds`](Args::seconds).
    pub fn centiseconds(&mut self) -> Result<Duration, CommandRefusal> {
        duration(self.decimal()? / 100.0)
    }

    /// Takes the size of a board: `19`, `19 13`, `19:13` or `19x13`.
    ///
    /// # Errors
    ///
    /// [`CommandRefusal::Syntax`] if there is none, [`CommandRefusal::UnacceptableSize`] if a
    /// side is 0 or beyond 25.
    pub fn size(&mut self) -> Result<Size, CommandRefusal> {
        let word = self.word()?;
        let (width, height) = match word.split_once([':', 'x', 'X']) {
            Some((width, height)) => (Args::new(width).number()?, Args::new(height).number()?),
            None => {
                let width = Args::new(word).number()?;
                let height = self.peek().map(|_| self.number()).transpose()?;
                (width, height.unwrap_or(width))
            }
        };
        let side = |n: u32| u8::try_from(n).unwrap_or(SIDE_MAX + 1);
        Size::new(side(width), side(height)).ok_or(CommandRefusal::UnacceptableSize)
    }

    /// Takes a komi, as near as komi can be: clients hand on whatever a file
    /// says, `375` and `2.75` too, and some give up when it is refused. So it is
    /// rounded to half points, and kept within [`Komi::MAX`] either way.
    ///
    /// # Errors
    ///
    /// [`CommandRefusal::Syntax`] if there is no number.
    pub fn komi(&mut self) -> Result<Komi, CommandRefusal> {
        let max = f64::from(Komi::MAX.half_points());
        let half_points = (self.decimal()? * 2.0).round().clamp(-max, max);
        Ok(Komi::from_half_points(half_points as i16))
    }
}

/// So many seconds, none if there are fewer than none.
fn duration(seconds: f64) -> Result<Duration, CommandRefusal> {
    match Duration::try_from_secs_f64(seconds.max(0.0)) {
        Ok(time) if time <= TIME_MAX => Ok(time),
        _ => Err(CommandRefusal::Syntax),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_come_in_many_shapes() {
        let size = |width, height| Size::new(width, height).ok_or(CommandRefusal::UnacceptableSize);
        for (text, expected) in [
            ("19", size(19, 19)),
            ("19.0", size(19, 19)),
            ("19 13", size(19, 13)),
            ("19:13", size(19, 13)),
            ("9x7", size(9, 7)),
            ("25", size(25, 25)),
            ("26", Err(CommandRefusal::UnacceptableSize)),
            ("0", Err(CommandRefusal::UnacceptableSize)),
            ("19 0", Err(CommandRefusal::UnacceptableSize)),
            ("256", Err(CommandRefusal::UnacceptableSize)),
            ("", Err(CommandRefusal::Syntax)),
            ("nine", Err(CommandRefusal::Syntax)),
            ("19 x", Err(CommandRefusal::Syntax)),
            ("19:", Err(CommandRefusal::Syntax)),
            ("-9", Err(CommandRefusal::Syntax)),
            ("9.5", Err(CommandRefusal::Syntax)),
        ] {
            assert_eq!(Args::new(text).size(), expected, "{text}");
        }
    }

    #[test]
    fn any_number_is_a_komi() {
        for (text, half_points) in [
            ("6.5", Some(13)),
            ("0", Some(0)),
            ("-5", Some(-10)),
            ("7.50", Some(15)),
            ("375", Some(750)),
            ("2.7", Some(5)),
            ("1e9", Some(Komi::MAX.half_points())),
            ("-1e9", Some(-Komi::MAX.half_points())),
            ("NaN", None),
            ("inf", None),
            ("", None),
            ("six", None),
        ] {
            let expected = half_points.map(Komi::from_half_points);
            assert_eq!(Args::new(text).komi().ok(), expected, "{text}");
        }
    }

    #[test]
    fn times_may_have_fractions_and_may_have_run_out() {
        for (text, expected) in [
            ("30", Some(Duration::from_secs(30))),
            ("0.5", Some(Duration::from_millis(500))),
            ("-3", Some(Duration::ZERO)),
            ("1e9", Some(TIME_MAX)),
            ("1.1e9", None),
            ("1e300", None),
            ("soon", None),
        ] {
            assert_eq!(Args::new(text).seconds().ok(), expected, "{text}");
        }
        let interval = Args::new("50").centiseconds();
        assert_eq!(interval, Ok(Duration::from_millis(500)));
    }

    #[test]
    fn a_handicap_is_a_list_of_different_points() {
        let points = |text| Args::new(text).points(Size::NINE);
        assert_eq!(points("c3 G7").map(|points| points.len()), Ok(2));
        for text in ["", "C3 C3", "C3 pass", "C3 K1", "C3 2"] {
            assert_eq!(points(text), Err(CommandRefusal::BadVertexList), "{text}");
        }
    }

    #[test]
    fn whole_numbers_may_be_written_as_floats() {
        for (text, expected) in [
            ("3", Some(3)),
            ("3.0", Some(3)),
            ("3.", Some(3)),
            ("3.5", None),
            ("-1", None),
            ("4294967296", None),
        ] {
            assert_eq!(Args::new(text).number().ok(), expected, "{text}");
        }
    }

    #[test]
    fn what_is_left_is_known() {
        let mut args = Args::new("  a   file  name.sgf ");
        assert_eq!(args.word(), Ok("a"));
        assert_eq!(args.end(), Err(CommandRefusal::Syntax));
        assert_eq!(args.rest(), "file  name.sgf");
        assert_eq!(args.end(), Ok(()));
        assert_eq!(args.next_word(), None);
    }
}
