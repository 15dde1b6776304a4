//! The small texts and numbers that shapes are made of: points, boards, amounts,
//! moments.

use std::fmt;
use std::io;
use std::time::Duration;

use ponnuki_game::{ByColor, Komi, Move, Point, PointSet, Points, Size};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

/// A point as players name it, such as `"D4"`, or `"pass"` where a move is meant.
/// Columns are letters from the left without I, rows are numbers from the bottom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String, example = "D4")]
pub struct Vertex(pub String);

/// How a pass is written.
const PASS: &str = "pass";

impl Vertex {
    /// The name of `point` on a board of `size`.
    pub fn of(point: Point, size: Size) -> Vertex {
        Vertex(size.name(point))
    }

    /// The names of `points` on a board of `size`, row by row from the top.
    pub fn of_all(points: PointSet, size: Size) -> Vec<Vertex> {
        points.iter().map(|point| Vertex::of(point, size)).collect()
    }

    /// The text of a move on a board of `size`.
    pub fn of_move(mv: Move, size: Size) -> Vertex {
        match mv {
            Move::Play(point) => Vertex::of(point, size),
            Move::Pass => Vertex(PASS.to_owned()),
        }
    }

    /// The point it names, if a board of `size` has one of that name.
    pub fn to_point(&self, size: Size) -> Option<Point> {
        size.point(&self.0)
    }

    /// The texts of moves on a board of `size`.
    pub fn of_moves(moves: &[Move], size: Size) -> Vec<Vertex> {
        moves.iter().map(|mv| Vertex::of_move(*mv, size)).collect()
    }

    /// The move it means on a board of `size`, if it means one.
    pub fn to_move(&self, size: Size) -> Option<Move> {
        if self.0.eq_ignore_ascii_case(PASS) {
            return Some(Move::Pass);
        }
        self.to_point(size).map(Move::Play)
    }

    /// The points that `vertices` name, if each names one of a board of `size`.
    ///
    /// # Errors
    ///
    /// The first that does not.
    pub fn to_points(vertices: &[Vertex], size: Size) -> Result<PointSet, &Vertex> {
        vertices
            .iter()
            .map(|vertex| vertex.to_point(size).ok_or(vertex))
            .collect()
    }
}

/// An amount of points or komi: a JSON number that is a whole or a half, such as
/// `7` or `7.5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ToSchema)]
#[schema(value_type = f64, example = 7.5)]
pub struct HalfPoints(pub i32);

impl HalfPoints {
    /// As komi, if it is not beyond what may be given.
    pub fn to_komi(self) -> Option<Komi> {
        let komi = Komi::from_half_points(i16::try_from(self.0).ok()?);
        let is_allowed =
            komi.half_points().unsigned_abs() <= Komi::MAX.half_points().unsigned_abs();
        is_allowed.then_some(komi)
    }

    /// The halves in a JSON number, if it is whole halves and not absurdly large.
    fn of_number(points: f64) -> Option<HalfPoints> {
        let halves = points * 2.0;
        let is_exact = halves.fract() == 0.0 && halves.abs() <= f64::from(i16::MAX);
        is_exact.then_some(HalfPoints(halves as i32))
    }
}

impl From<Points> for HalfPoints {
    fn from(points: Points) -> HalfPoints {
        HalfPoints(points.half_points())
    }
}

impl From<Komi> for HalfPoints {
    fn from(komi: Komi) -> HalfPoints {
        komi.points().into()
    }
}

impl fmt::Display for HalfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Points::from_half_points(self.0).fmt(f)
    }
}

impl Serialize for HalfPoints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 2 == 0 {
            serializer.serialize_i32(self.0 / 2)
        } else {
            serializer.serialize_f64(f64::from(self.0) / 2.0)
        }
    }
}

impl<'de> Deserialize<'de> for HalfPoints {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<HalfPoints, D::Error> {
        deserializer.deserialize_any(HalfPointsVisitor)
    }
}

/// Reads [`HalfPoints`] from whatever JSON has for a number.
pub(crate) struct HalfPointsVisitor;

impl Visitor<'_> for HalfPointsVisitor {
    type Value = HalfPoints;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of whole or half points")
    }

    fn visit_f64<E: de::Error>(self, points: f64) -> Result<HalfPoints, E> {
        HalfPoints::of_number(points)
            .ok_or_else(|| E::invalid_value(de::Unexpected::Float(points), &self))
    }

    fn visit_i64<E: de::Error>(self, points: i64) -> Result<HalfPoints, E> {
        HalfPoints::of_number(points as f64)
            .ok_or_else(|| E::invalid_value(de::Unexpected::Signed(points), &self))
    }

    fn visit_u64<E: de::Error>(self, points: u64) -> Result<HalfPoints, E> {
        HalfPoints::of_number(points as f64)
            .ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(points), &self))
    }
}

/// Some stones, row by row from the top: `.`, `X` for Black, `O` for White.
pub fn stones_text(size: Size, stones: &ByColor<PointSet>) -> String {
    points_text(size, |point| match () {
        () if stones.black.contains(point) => 'X',
        () if stones.white.contains(point) => 'O',
        () => '.',
    })
}

/// One sign for each point of a board of `size`, row by row from the top.
pub(crate) fn points_text(size: Size, sign: impl Fn(Point) -> char) -> String {
    size.points().map(sign).collect()
}

/// A length of time, or a moment since the Unix epoch, in whole milliseconds.
pub fn to_ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The length of time, or the moment, that [`to_ms`] wrote.
pub fn from_ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// How many bytes the JSON of a shape has; it is not kept.
pub fn json_len<T: Serialize>(shape: &T) -> usize {
    struct Length(usize);

    impl io::Write for Length {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let mut length = Length(0);
    // Nothing can fail here, see `to_json`.
    drop(serde_json::to_writer(&mut length, shape));
    length.0
}
