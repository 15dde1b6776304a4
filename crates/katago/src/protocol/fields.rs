//! The fields of a line, each read as what it has to be.

use std::ops::RangeInclusive;

use ponnuki_game::{Color, Move, Size};
use ponnuki_wire::Vertex;
use serde_json::{Map, Value};

use super::fault::{FaultKind, QueryFault};

/// The fields of one JSON object, which belongs to the line that has this `id`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<'a> {
    pub(super) id: &'a str,
    pub(super) object: &'a Map<String, Value>,
}

/// A move and who made it, or a stone and whose it is.
pub(super) type Colored = (Color, Move);

impl<'a> Fields<'a> {
    pub(super) fn fault(&self, field: &str, kind: FaultKind) -> QueryFault {
        QueryFault::of_field(self.id, field, kind)
    }

    pub(super) fn expected(&self, field: &str, what: impl Into<String>) -> QueryFault {
        self.fault(field, FaultKind::Expected(what.into()))
    }

    pub(super) fn has(&self, field: &str) -> bool {
        self.object.contains_key(field)
    }

    /// What `read` makes of a field, if it is there; `what` it has to be.
    fn read<T>(
        &self,
        field: &str,
        what: impl Fn() -> String,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, QueryFault> {
        let value = self.object.get(field);
        value
            .map(|value| read(value).ok_or_else(|| self.expected(field, what())))
            .transpose()
    }

    pub(super) fn integer(
        &self,
        field: &str,
        limits: RangeInclusive<i64>,
    ) -> Result<Option<i64>, QueryFault> {
        let what = || format!("a whole number from {} to {}", limits.start(), limits.end());
        self.read(field, what, |value| {
            value.as_i64().filter(|n| limits.contains(n))
        })
    }

    pub(super) fn number(
        &self,
        field: &str,
        limits: RangeInclusive<f64>,
    ) -> Result<Option<f64>, QueryFault> {
        let what = || format!("a number from {} to {}", limits.start(), limits.end());
        self.read(field, what, |value| {
            value.as_f64().filter(|n| limits.contains(n))
        })
    }

    /// Whether a field is true; one that is not there is not.
    pub(super) fn flag(&self, field: &str) -> Result<bool, QueryFault> {
        let flag = self.read(field, || "true or false".to_owned(), Value::as_bool)?;
        Ok(flag.unwrap_or(false))
    }

    pub(super) fn text(&self, field: &str) -> Result<Option<&'a str>, QueryFault> {
        self.read(field, || "a string".to_owned(), Value::as_str)
    }

    pub(super) fn object(&self, field: &str) -> Result<Option<&'a Map<String, Value>>, QueryFault> {
        self.read(field, || "an object".to_owned(), Value::as_object)
    }

    pub(super) fn integers(&self, field: &str) -> Result<Option<Vec<i64>>, QueryFault> {
        let what = || "a list of whole numbers".to_owned();
        self.read(field, what, |value| {
            value.as_array()?.iter().map(Value::as_i64).collect()
        })
    }

    /// The objects in the list that a field is.
    pub(super) fn objects(&self, field: &str, what: &str) -> Result<Vec<Fields<'a>>, QueryFault> {
        let inner = |value: &'a Value| {
            let object = value.as_object()?;
            Some(Fields {
                id: self.id,
                object,
            })
        };
        let objects = self.read(
            field,
            || what.to_owned(),
            |value| value.as_array()?.iter().map(inner).collect(),
        )?;
        Ok(objects.unwrap_or_default())
    }

    pub(super) fn color(&self, field: &str) -> Result<Option<Color>, QueryFault> {
        let color = |text: &str| {
            let unknown = || self.fault(field, FaultKind::UnknownColor(text.to_owned()));
            to_color(text).ok_or_else(unknown)
        };
        self.text(field)?.map(color).transpose()
    }

    /// The moves that a list of texts means.
    pub(super) fn moves(&self, field: &str, size: Size) -> Result<Option<Vec<Move>>, QueryFault> {
        let what = || "a list of points such as \"D4\" and of \"pass\"".to_owned();
        let texts = self.read(field, what, |value| {
            let texts = value.as_array()?.iter().map(Value::as_str);
            texts.collect::<Option<Vec<_>>>()
        })?;
        let to_move = |text| self.named_move(field, text, size);
        texts
            .map(|texts| texts.into_iter().map(to_move).collect())
            .transpose()
    }

    /// The moves, with who made each, that a list of pairs means.
    pub(super) fn colored(
        &self,
        field: &str,
        size: Size,
    ) -> Result<Option<Vec<Colored>>, QueryFault> {
        let what = || "a list of pairs such as [\"B\",\"D4\"]".to_owned();
        let pair = |value: &'a Value| match value.as_array()?.as_slice() {
            [color, at] => Some((color.as_str()?, at.as_str()?)),
            _ => None,
        };
        let pairs = self.read(field, what, |value| {
            let pairs = value.as_array()?.iter().map(pair);
            pairs.collect::<Option<Vec<_>>>()
        })?;
        let to_colored = |(color, at): (&str, &str)| {
            let unknown = || self.fault(field, FaultKind::UnknownColor(color.to_owned()));
            let color = to_color(color).ok_or_else(unknown)?;
            Ok((color, self.named_move(field, at, size)?))
        };
        pairs
            .map(|pairs| pairs.into_iter().map(to_colored).collect())
            .transpose()
    }

    fn named_move(&self, field: &str, text: &str, size: Size) -> Result<Move, QueryFault> {
        let named = Vertex(text.to_owned()).to_move(size);
        named
            .or_else(|| numbered(text, size))
            .ok_or_else(|| self.fault(field, FaultKind::UnknownVertex(text.to_owned())))
    }
}

/// `B`, `b`, `black`, and the same for White.
fn to_color(text: &str) -> Option<Color> {
    let is = |short: &str, long: &str| {
        text.eq_ignore_ascii_case(short) || text.eq_ignore_ascii_case(long)
    };
    match text {
        _ if is("b", "black") => Some(Color::Black),
        _ if is("w", "white") => Some(Color::White),
        _ => None,
    }
}

/// A point as `(x,y)`, counted from 0 at the top left.
fn numbered(text: &str, size: Size) -> Option<Move> {
    let inside = text.strip_prefix('(')?.strip_suffix(')')?;
    let (x, y) = inside.split_once(',')?;
    let point = size.at(x.trim().parse().ok()?, y.trim().parse().ok()?)?;
    Some(Move::Play(point))
}
