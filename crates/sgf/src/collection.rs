//! The tree: games, nodes, properties and values.
//!
//! Only nodes have rows. The properties of a node are read from its text when they
//! are asked for, and most nodes are six bytes long:
//!
//! ```text
//! (;GM[1]AB[aa][bb];B[cc](;W[dd])(;W[ee]))
//!  1               2      3       4
//!
//!     0   the collection; its children are the games
//!     1   parent 0, first child 2
//!     2   parent 1, first child 3
//!     3   parent 2, next sibling 4
//!     4   parent 2
//! ```
//!
//! The text of a node is always in good order, from its `;` to the `;`, `(` or `)`
//! after it: the parser writes a mended copy of what was not, and an edit writes a
//! new copy of what it changes, to the end of a second text. The first text is
//! never touched, nor is what an edit does not mean.

use std::{borrow::Cow, fmt, num::NonZeroU32};

use crate::{
    charset::{self, CharsetSpan},
    fault::{Faults, Repair, SgfError, SgfErrorKind, TextPosition},
    parse,
    property::{Properties, Property},
    scan,
    value::Value,
};

/// How deep trees may be inside each other. Some programs open one for every
/// move, and games have some hundred moves; a million open brackets are no game.
pub const DEPTH_MAX: usize = 1 << 14;
const _: () = assert!(DEPTH_MAX >= 1_000);

/// How long a text may be. It is ten times the size of the great collections that
/// come in one file; what is longer is read game by game, see
/// [`Games`](crate::Games). Four bytes can name every place in it, and there is
/// room for its mended copy and for edits.
pub const TEXT_MAX: usize = 1 << 28;
const _: () = assert!(8 * TEXT_MAX <= u32::MAX as usize);

/// How many nodes a collection may have. Ordinary games have one for six bytes and
/// so stay below it in the longest text; it keeps a text of nothing but `;` within
/// about a gigabyte.
pub const NODES_MAX: usize = 1 << 26;
const _: () = assert!(NODES_MAX >= TEXT_MAX / 6);

/// The games of one file.
///
/// Borrowed from its text; edits keep what they write elsewhere. [`fmt::Display`]
/// writes it: a text that was read without repairs comes out byte for byte as it
/// went in.
///
/// ```
/// use ponnuki_sgf::{Collection, Faults};
///
/// let collection = Collection::parse("(;SZ[9];B[cc];W[gg])\n", Faults::Refuse)?;
/// let game = collection.games().next().unwrap();
/// let moves: Vec<_> = game.main_line().skip(1).map(|node| node.to_string()).collect();
/// assert_eq!(moves, [";B[cc]", ";W[gg]"]);
/// assert_eq!(collection.to_string(), "(;SZ[9];B[cc];W[gg])\n");
/// # Ok::<(), ponnuki_sgf::SgfError>(())
/// ```
#[derive(Clone)]
pub struct Collection<'a> {
    /// The text that was read.
    pub(crate) source: Cow<'a, str>,
    /// The text of nodes that were mended or edited.
    pub(crate) added: Added,
    /// Every node ever; row 0 stands for the collection, its children are the games.
    pub(crate) nodes: Vec<NodeRow>,
    /// The trees that were written in brackets, by their first nodes, in order.
    pub(crate) branches: Vec<Branch>,
    pub(crate) repairs: Repairs,
    pub(crate) charsets: Vec<CharsetSpan>,
}

/// A second text. Places in it count on from the end of the first.
#[derive(Clone, Debug)]
pub(crate) struct Added {
    /// The length of the first text.
    base: usize,
    /// Begins with a `)`, so that no place in it is the end of the first text.
    text: String,
}

impl Added {
    pub(crate) fn after(source: &str) -> Added {
        Added {
            base: source.len(),
            text: String::new(),
        }
    }

    /// Adds the text of a node, in good order, and the space before it; says where
    /// the node begins, or that there is no room.
    pub(crate) fn push(&mut self, space: &str, node: &str) -> Option<u32> {
        if self.text.is_empty() {
            self.text.push(')');
        }
        let start = self.base + self.text.len() + space.len();
        u32::try_from(start + node.len() + 1).ok()?;
        // The last `)` ends the node, and the space before the next one.
        self.text.extend([space, node, ")"]);
        Some(start as u32)
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NodeRow {
    /// The node before it; none for the first node of a game.
    pub(crate) parent: Option<NodeId>,
    pub(crate) first_child: Option<NodeId>,
    pub(crate) next_sibling: Option<NodeId>,
    /// Where its `;` is.
    pub(crate) start: u32,
}

/// The brackets around a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch {
    pub(crate) first: NodeId,
    /// Where its `(` is; none if it was not written.
    pub(crate) open: Option<u32>,
    /// Where its `)` is; none if it was not written.
    pub(crate) close: Option<u32>,
}

/// What was repaired: all of it counted, the first of it listed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Repairs {
    pub(crate) listed: Vec<Repair>,
    pub(crate) n_found: usize,
}

/// Names a node of one collection, through every edit of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) NonZeroU32);

impl NodeId {
    pub(crate) fn index(self) -> usize {
        self.0.get() as usize
    }
}

impl Default for Collection<'_> {
    /// A collection without games, to be filled.
    fn default() -> Self {
        Collection {
            source: Cow::Borrowed(""),
            added: Added::after(""),
            nodes: vec![NodeRow::default()],
            branches: Vec::new(),
            repairs: Repairs::default(),
            charsets: Vec::new(),
        }
    }
}

impl<'a> Collection<'a> {
    /// Reads the games of a text.
    ///
    /// # Errors
    ///
    /// The first fault, if faults are to be refused; a text without a game, or one
    /// that is over the limits, in any case.
    pub fn parse(text: &'a str, faults: Faults) -> Result<Collection<'a>, SgfError> {
        parse::parse(Cow::Borrowed(text), &[], faults, TextPosition::START)
    }

    /// Reads the games of a file, in whatever charset it is.
    ///
    /// [`Collection::charsets`] then says which one that was.
    ///
    /// # Errors
    ///
    /// Like [`Collection::parse`]; and a file that is no text before its first game.
    pub fn from_bytes(bytes: &'a [u8], faults: Faults) -> Result<Collection<'a>, SgfError> {
        if charset::is_binary(bytes) {
            return Err(SgfError {
                at: TextPosition::START,
                kind: SgfErrorKind::NotText,
            });
        }
        let decoded = charset::decode(bytes);
        let losses = decoded.losses();
        let mut collection = parse::parse(decoded.text, &losses, faults, TextPosition::START)?;
        collection.charsets = decoded.stretches;
        Ok(collection)
    }

    /// The same collection with a text of its own.
    #[must_use]
    pub fn into_owned(self) -> Collection<'static> {
        Collection {
            source: Cow::Owned(self.source.into_owned()),
            added: self.added,
            nodes: self.nodes,
            branches: self.branches,
            repairs: self.repairs,
            charsets: self.charsets,
        }
    }

    /// The first nodes of the games, in order.
    pub fn games(&self) -> impl Iterator<Item = Node<'_>> {
        self.siblings(self.nodes[0].first_child)
    }

    /// The node of that name.
    ///
    /// # Panics
    ///
    /// The name is of another collection, and there is no such node in this one.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Node<'_> {
        assert!(
            id.index() < self.nodes.len(),
            "a node of another collection"
        );
        Node {
            collection: self,
            id,
        }
    }

    /// The faults that were repaired, in the order of the text. No more than
    /// [`REPAIRS_MAX`](crate::REPAIRS_MAX) are listed.
    #[must_use]
    pub fn repairs(&self) -> &[Repair] {
        &self.repairs.listed
    }

    /// How many faults were repaired.
    #[must_use]
    pub fn n_repairs(&self) -> usize {
        self.repairs.n_found
    }

    /// Which charsets the file was in, if it was read from bytes: one for each
    /// stretch of text that has another than the one before.
    #[must_use]
    pub fn charsets(&self) -> &[CharsetSpan] {
        &self.charsets
    }

    fn siblings(&self, first: Option<NodeId>) -> impl Iterator<Item = Node<'_>> {
        std::iter::successors(first.map(|id| self.node(id)), |node| node.next_sibling())
    }

    /// The text from a place on, and beyond what was meant.
    pub(crate) fn text_from(&self, place: usize) -> &str {
        match place.checked_sub(self.source.len()) {
            None => &self.source[place..],
            Some(place) => &self.added.text[place..],
        }
    }

    /// The space right before a place.
    pub(crate) fn space_before(&self, place: usize) -> &str {
        scan::trailing_space(match place.checked_sub(self.source.len()) {
            None | Some(0) => &self.source[..place],
            Some(place) => &self.added.text[..place],
        })
    }
}

impl fmt::Debug for Collection<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Collection")
            .field("text", &self.to_string())
            .field("repairs", &self.repairs)
            .field("charsets", &self.charsets)
            .finish_non_exhaustive()
    }
}

/// One node of a collection, to be looked at.
#[derive(Clone, Copy)]
pub struct Node<'c> {
    pub(crate) collection: &'c Collection<'c>,
    id: NodeId,
}

impl<'c> Node<'c> {
    /// Its name, by which edits know it.
    #[must_use]
    pub fn id(self) -> NodeId {
        self.id
    }

    /// The node before it; none for the first node of a game.
    #[must_use]
    pub fn parent(self) -> Option<Node<'c>> {
        let id = self.row().parent?;
        Some(self.collection.node(id))
    }

    /// The nodes that follow it, the main line first.
    pub fn children(self) -> impl Iterator<Item = Node<'c>> {
        self.collection.siblings(self.row().first_child)
    }

    /// This node, its first child, the first child of that, and so on.
    pub fn main_line(self) -> impl Iterator<Item = Node<'c>> {
        std::iter::successors(Some(self), |node| node.children().next())
    }

    /// This node and all below it, each before its children.
    pub fn subtree(self) -> impl Iterator<Item = Node<'c>> {
        std::iter::successors(Some(self), move |&node| {
            if let Some(child) = node.children().next() {
                return Some(child);
            }
            let mut last = node;
            while last.id != self.id {
                if let Some(sibling) = last.next_sibling() {
                    return Some(sibling);
                }
                last = last.parent()?;
            }
            None
        })
    }

    /// The variation after it, or the game after it.
    #[must_use]
    pub fn next_sibling(self) -> Option<Node<'c>> {
        let id = self.row().next_sibling?;
        Some(self.collection.node(id))
    }

    /// Its properties in the order they were written, repeated ones too.
    #[must_use]
    pub fn properties(self) -> Properties<'c> {
        Properties::of_node(self.collection.text_from(self.row().start as usize))
    }

    /// The properties that stand more than once in this node, with how often. SGF has each
    /// once in a node; nothing of them is lost, but programs differ in which one they read.
    pub fn repeated(self) -> impl Iterator<Item = (&'c str, usize)> {
        let names: Vec<&str> = self.properties().map(|property| property.name()).collect();
        (0..names.len()).filter_map(move |i| {
            let n = names.iter().filter(|name| **name == names[i]).count();
            let is_first = !names[..i].contains(&names[i]);
            (n > 1 && is_first).then_some((names[i], n))
        })
    }

    /// The first property that [is](Property::is) `name`.
    #[must_use]
    pub fn property(self, name: &str) -> Option<Property<'c>> {
        self.properties().find(|property| property.is(name))
    }

    /// The first value of the first property that [is](Property::is) `name`.
    #[must_use]
    pub fn value(self, name: &str) -> Option<Value<'c>> {
        self.property(name)?.values().next()
    }

    pub(crate) fn row(self) -> &'c NodeRow {
        &self.collection.nodes[self.id.index()]
    }
}

impl PartialEq for Node<'_> {
    /// Whether they are the same node of the same collection.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.collection, other.collection) && self.id == other.id
    }
}

impl Eq for Node<'_> {}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.id, self.to_string())
    }
}
