//! One property: a name and its values, read from the text of a node.

use std::fmt;

use crate::{
    scan,
    value::{Value, ValueError},
};

/// The properties of a node, in the order they were written.
#[derive(Clone, Debug)]
pub struct Properties<'c> {
    /// The text from the node's `;` on. It goes on after the node.
    text: &'c str,
    /// How far it is read: to the end of a property.
    at: usize,
}

impl<'c> Properties<'c> {
    /// The properties of the node whose text, in good order, begins with its `;`.
    pub(crate) fn of_node(text: &'c str) -> Properties<'c> {
        Properties {
            text,
            at: text.len().min(1),
        }
    }

    /// The next property, and all of its text with the space before it.
    pub(crate) fn next_written(&mut self) -> Option<(Property<'c>, &'c str)> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let name_start = scan::skip_space(bytes, start);
        let name_end = scan::skip_name(bytes, name_start);
        if name_start == name_end {
            return None;
        }
        let values_start = scan::skip_space(bytes, name_end);
        let mut next = values_start;
        while bytes.get(next) == Some(&b'[') {
            self.at = scan::value_end(bytes, next + 1)? + 1;
            next = scan::skip_space(bytes, self.at);
        }
        let property = Property {
            name: &self.text[name_start..name_end],
            values: &self.text[values_start..self.at],
        };
        Some((property, &self.text[start..self.at]))
    }

    /// The text of the node, once all its properties are read.
    pub(crate) fn text_read(&self) -> &'c str {
        &self.text[..self.at]
    }
}

impl<'c> Iterator for Properties<'c> {
    type Item = Property<'c>;

    fn next(&mut self) -> Option<Property<'c>> {
        let (property, _) = self.next_written()?;
        Some(property)
    }
}

/// One property of a node: a name and its values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Property<'c> {
    name: &'c str,
    /// From the first `[` to the last `]`, with the space between.
    values: &'c str,
}

impl<'c> Property<'c> {
    /// Its name as it was written.
    #[must_use]
    pub fn name(self) -> &'c str {
        self.name
    }

    /// Whether it is the property that SGF today calls `name`.
    ///
    /// Old files write `Black` or `PlayerBlack` for `B` and `PB`: only the capital
    /// letters count. A name without any is taken as if it were all capitals, and
    /// one with digits is nothing but itself.
    ///
    /// ```
    /// use ponnuki_sgf::{Collection, Faults};
    ///
    /// let old = Collection::parse("(;GaMe[1]Black[qd])", Faults::Refuse)?;
    /// let game = old.games().next().unwrap();
    /// assert!(game.property("B").is_some_and(|property| property.name() == "Black"));
    /// # Ok::<(), ponnuki_sgf::SgfError>(())
    /// ```
    #[must_use]
    pub fn is(self, name: &str) -> bool {
        let written = self.name;
        if written == name {
            return true;
        }
        let mut capitals = written.bytes().filter(u8::is_ascii_uppercase).peekable();
        if capitals.peek().is_none() {
            return written.eq_ignore_ascii_case(name);
        }
        written.bytes().all(|byte| byte.is_ascii_alphabetic()) && capitals.eq(name.bytes())
    }

    /// Its values in the order they were written; there is at least one.
    pub fn values(self) -> impl Iterator<Item = Value<'c>> {
        let mut rest = self.values;
        std::iter::from_fn(move || {
            let start = rest.find('[')? + 1;
            let end = scan::value_end(rest.as_bytes(), start)?;
            let value = Value::new(&rest[start..end]);
            rest = &rest[end + 1..];
            Some(value)
        })
    }

    /// The points of all its values, with rectangles such as `aa:cc` filled in.
    /// An empty value, which says "none", has none.
    ///
    /// # Errors
    ///
    /// In place of the points of a value that has no meaning as such.
    pub fn points(self) -> impl Iterator<Item = Result<(u8, u8), ValueError>> {
        self.values()
            .filter(|value| !value.is_empty())
            .flat_map(|value| {
                let (points, error) = match value.points() {
                    Ok(points) => (Some(points), None),
                    Err(error) => (None, Some(error)),
                };
                let points = points.into_iter().flatten().map(Ok);
                points.chain(error.map(Err))
            })
    }

    /// All its values in their brackets, as they were written.
    pub(crate) fn values_written(self) -> &'c str {
        self.values
    }
}

impl fmt::Display for Property<'_> {
    /// Writes this property as it was written, space between its values and all.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, self.values)
    }
}

impl fmt::Debug for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
