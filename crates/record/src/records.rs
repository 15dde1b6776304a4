//! A file of games: reading it, changing it, writing it.

use std::fmt;

use ponnuki_sgf::{Collection, Faults, Node, NodeId, SgfError};

use crate::formats::{self, Format};
use crate::record::{Record, Unplayable};

/// The games of one file.
///
/// Whatever is not changed is written byte for byte as it was read, but for
/// what had to be repaired to be SGF at all
/// ([`Collection::repairs`](ponnuki_sgf::Collection::repairs)).
///
/// ```
/// use ponnuki_game::{Color, Move};
/// use ponnuki_record::{Line, Records};
///
/// let mut records = Records::from_bytes(b"(;SZ[9] ;B[cc] XX[mine];W[gg])\n")?;
/// let record = records.iter().next().unwrap()?;
/// let (first, ..) = record.moves().next().unwrap();
/// let answer = record.size().point("G7").unwrap();
/// let node = records.play(first, Color::White, Move::Play(answer), Line::Variation)?;
/// records.comment(node, "what about this?")?;
/// assert_eq!(
///     records.to_string(),
///     "(;SZ[9] ;B[cc] XX[mine](;W[gg])(;W[gc]C[what about this?]))\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Records<'a> {
    pub(crate) collection: Collection<'a>,
    format: Format,
}

impl Default for Records<'_> {
    /// No games yet.
    fn default() -> Self {
        Records::from(Collection::default())
    }
}

impl<'a> From<Collection<'a>> for Records<'a> {
    fn from(collection: Collection<'a>) -> Records<'a> {
        Records {
            collection,
            format: Format::Sgf,
        }
    }
}

impl<'a> Records<'a> {
    /// Reads a file of any of the [formats](Format), in any charset. Broken
    /// SGF is repaired as far as it can be.
    ///
    /// # Errors
    ///
    /// There is no game in it, or it is beyond the limits of
    /// [`ponnuki_sgf`].
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Records<'a>, SgfError> {
        if let Some((collection, format)) = formats::read(bytes) {
            return Ok(Records { collection, format });
        }
        let collection = Collection::from_bytes(bytes, Faults::Repair)?;
        Ok(Records::from(collection))
    }

    /// Reads what is a text already: the same without looking for a charset, which no text
    /// has.
    ///
    /// # Errors
    ///
    /// As [`from_bytes`](Records::from_bytes).
    pub fn from_text(text: &'a str) -> Result<Records<'a>, SgfError> {
        if let Some((collection, format)) = formats::read(text.as_bytes()) {
            return Ok(Records { collection, format });
        }
        let collection = Collection::parse(text, Faults::Repair)?;
        Ok(Records::from(collection))
    }

    /// What the file was read from.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The tree of everything in the file.
    pub fn collection(&self) -> &Collection<'a> {
        &self.collection
    }

    /// The tree of everything in the file, to be changed by other means.
    pub fn into_collection(self) -> Collection<'a> {
        self.collection
    }

    /// The games in their order; in place of one that is not Go, what it is.
    pub fn iter(&self) -> impl Iterator<Item = Result<Record<'_>, Unplayable>> {
        self.collection.games().map(Record::new)
    }

    /// The node of that name.
    pub fn node(&self, id: NodeId) -> Node<'_> {
        self.collection.node(id)
    }

    /// The game that a node belongs to.
    ///
    /// # Errors
    ///
    /// It is no game that can be replayed here.
    pub fn record_of(&self, id: NodeId) -> Result<Record<'_>, Unplayable> {
        let mut node = self.node(id);
        while let Some(parent) = node.parent() {
            node = parent;
        }
        Record::new(node)
    }

    /// The same file with a text of its own.
    #[must_use]
    pub fn into_owned(self) -> Records<'static> {
        Records {
            collection: self.collection.into_owned(),
            format: self.format,
        }
    }
}

impl fmt::Display for Records<'_> {
    /// Writes the file, as SGF.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.collection.fmt(f)
    }
}
