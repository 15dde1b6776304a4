//! Changes to a tree.
//!
//! Nothing is overwritten: a node that changes gets a new text behind all others, so
//! that the names of nodes stay valid. A collection that is edited without end
//! therefore grows; writing it and reading that makes it small again.

use std::{error, fmt, num::NonZeroU32};

use crate::{
    collection::{Collection, NODES_MAX, Node, NodeId, NodeRow},
    value_buf::ValueBuf,
};

/// Why a collection was not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditError {
    /// A property name is one or more letters, one of them a capital.
    BadName,
    /// There is no room for more text or more nodes.
    Full,
    /// A node cannot go below itself.
    BelowItself,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EditError::BadName => "not the name of a property",
            EditError::Full => "no room for more in this collection",
            EditError::BelowItself => "a node cannot go below itself",
        })
    }
}

impl error::Error for EditError {}

/// Where a node hangs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Under {
    /// It is the first node of a game.
    Collection,
    /// It follows that node.
    Node(NodeId),
}

impl Under {
    fn node(self) -> Option<NodeId> {
        match self {
            Under::Collection => None,
            Under::Node(parent) => Some(parent),
        }
    }
}

impl Collection<'_> {
    /// Adds a game, with an empty first node.
    ///
    /// # Errors
    ///
    /// The collection is full; it is then as it was.
    pub fn add_game(&mut self) -> Result<NodeId, EditError> {
        self.add_under(Under::Collection)
    }

    /// Adds an empty node after `parent`, as its last variation.
    ///
    /// ```
    /// use ponnuki_sgf::{Collection, Faults, ValueBuf};
    ///
    /// let mut collection = Collection::parse("(;SZ[9] ;B[cc])", Faults::Refuse)?;
    /// let game = collection.games().next().unwrap().id();
    /// let node = collection.add_child(game)?;
    /// collection.put(node, "B", &[ValueBuf::point(6, 6)?])?;
    /// assert_eq!(collection.to_string(), "(;SZ[9]( ;B[cc])(;B[gg]))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The collection is full; it is then as it was.
    pub fn add_child(&mut self, parent: NodeId) -> Result<NodeId, EditError> {
        self.add_under(Under::Node(parent))
    }

    /// Takes a node out of the tree, with all that follows it.
    ///
    /// It can be put back with [`Collection::place`].
    pub fn remove(&mut self, node: NodeId) {
        let parent = self.nodes[node.index()].parent.take();
        let next_sibling = self.nodes[node.index()].next_sibling.take();
        let first = &mut self.nodes[parent.map_or(0, NodeId::index)].first_child;
        if *first == Some(node) {
            *first = next_sibling;
            return;
        }
        let mut sibling = *first;
        while let Some(id) = sibling {
            let row = &mut self.nodes[id.index()];
            if row.next_sibling == Some(node) {
                row.next_sibling = next_sibling;
            }
            sibling = row.next_sibling;
        }
    }

    /// Takes every game but one out of the collection.
    ///
    /// ```
    /// use ponnuki_sgf::{Collection, Faults};
    ///
    /// let mut collection = Collection::parse("(;B[aa])(;B[bb])(;B[cc])", Faults::Refuse)?;
    /// let second = collection.games().nth(1).unwrap().id();
    /// collection.keep_only(second);
    /// assert_eq!(collection.to_string(), "(;B[bb])");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep_only(&mut self, game: NodeId) {
        self.remove(game);
        self.nodes[0].first_child = Some(game);
    }

    /// Moves a node, with all that follows it, to be child `index` of another; the
    /// last child, if there are not that many. Child 0 is the main line.
    ///
    /// # Errors
    ///
    /// The node is the other one, or before it; the tree is then as it was.
    pub fn place(&mut self, node: NodeId, under: Under, index: usize) -> Result<(), EditError> {
        let parent = under.node();
        let mut ancestor = parent;
        while let Some(id) = ancestor {
            if id == node {
                return Err(EditError::BelowItself);
            }
            ancestor = self.nodes[id.index()].parent;
        }
        self.remove(node);
        self.hang(node, parent, index);
        Ok(())
    }

    /// Makes a node that is nowhere in the tree child `index` of `parent`, or a game.
    fn hang(&mut self, node: NodeId, parent: Option<NodeId>, index: usize) {
        self.nodes[node.index()].parent = parent;
        let first_child = self.nodes[parent.map_or(0, NodeId::index)].first_child;
        let (elder, younger) = self.neighbors(first_child, index);
        self.nodes[node.index()].next_sibling = younger;
        match elder {
            Some(elder) => self.nodes[elder.index()].next_sibling = Some(node),
            None => self.nodes[parent.map_or(0, NodeId::index)].first_child = Some(node),
        }
    }

    /// Makes every game say that it is UTF-8, which its text is once it was read: `CA`
    /// is set where another charset stands there, and where nothing does though the text
    /// is not ASCII.
    ///
    /// # Errors
    ///
    /// The collection is full.
    pub fn declare_utf8(&mut self) -> Result<(), EditError> {
        let is_ascii = self.to_string().is_ascii();
        let is_said = |root: Node<'_>| match root.value("CA") {
            Some(value) => value.simple_text().trim().eq_ignore_ascii_case("UTF-8"),
            None => is_ascii,
        };
        let games = self.games();
        let unsaid: Vec<NodeId> = games
            .filter(|root| !is_said(*root))
            .map(|root| root.id())
            .collect();
        for root in unsaid {
            self.put(root, "CA", &[ValueBuf::simple_text("UTF-8")])?;
        }
        Ok(())
    }

    /// The games as text in UTF-8 that says so where it matters: whatever charset they were
    /// read in, they are not in it any more.
    ///
    /// # Errors
    ///
    /// The collection is full.
    pub fn to_utf8(&mut self) -> Result<String, EditError> {
        self.declare_utf8()?;
        Ok(self.to_string())
    }

    /// Gives a node the property with these values, in place of the values it had;
    /// no values take the property away.
    ///
    /// A property that was there keeps its place and the spelling of its name; if it
    /// was there more than once, the first takes the values and the others go.
    ///
    /// # Errors
    ///
    /// The name is none, or the collection is full; it is then as it was.
    pub fn put(&mut self, node: NodeId, name: &str, values: &[ValueBuf]) -> Result<(), EditError> {
        let mut text = String::from(";");
        let mut properties = self.node(node).properties();
        let mut is_written = values.is_empty();
        while let Some((property, written)) = properties.next_written() {
            if !property.is(name) {
                text.push_str(written);
            } else if !is_written {
                text.push_str(&written[..written.len() - property.values_written().len()]);
                push_values(&mut text, values);
                is_written = true;
            }
        }
        if !is_written {
            push_property(&mut text, name, values)?;
        }
        self.rewrite(node, &text)
    }

    /// Adds a property to the end of a node, whether or not it has one of that name.
    ///
    /// # Errors
    ///
    /// The name is none, or the collection is full; it is then as it was.
    pub fn add(&mut self, node: NodeId, name: &str, values: &[ValueBuf]) -> Result<(), EditError> {
        let mut text = self.node(node).written().to_owned();
        if !values.is_empty() {
            push_property(&mut text, name, values)?;
        }
        self.rewrite(node, &text)
    }

    /// Copies a node of any collection, with all that follows it, to be the last
    /// child of one here. Returns the copy of the node.
    ///
    /// # Errors
    ///
    /// The collection is full; what was copied until then is not in the tree.
    pub fn graft(&mut self, under: Under, source: Node<'_>) -> Result<NodeId, EditError> {
        let top = self.new_node(source.written())?;
        let mut copies = vec![(source.id(), top)];
        for node in source.subtree().skip(1) {
            // In a walk of a tree the parent of the next node is the last one, or one
            // of those before it; what lies between is finished with.
            let parent = node.parent().map(Node::id);
            while copies.last().is_some_and(|&(id, _)| Some(id) != parent) {
                copies.pop();
            }
            let Some(&(_, parent)) = copies.last() else {
                break;
            };
            let copy = self.new_node(node.written())?;
            self.hang(copy, Some(parent), usize::MAX);
            copies.push((node.id(), copy));
        }
        self.hang(top, under.node(), usize::MAX);
        Ok(top)
    }

    fn add_under(&mut self, under: Under) -> Result<NodeId, EditError> {
        let node = self.new_node(";")?;
        // Nothing is below it, so nothing need be looked for above: a long game is built in
        // a time that grows with its length alone.
        self.hang(node, under.node(), usize::MAX);
        Ok(node)
    }

    /// A node that is nowhere in the tree.
    fn new_node(&mut self, text: &str) -> Result<NodeId, EditError> {
        let id = NonZeroU32::new(self.nodes.len() as u32)
            .filter(|_| self.nodes.len() <= NODES_MAX)
            .ok_or(EditError::Full)?;
        self.nodes.push(NodeRow::default());
        self.rewrite(NodeId(id), text)?;
        Ok(NodeId(id))
    }

    /// Gives a node another text, with the space before it that the old one had.
    fn rewrite(&mut self, node: NodeId, text: &str) -> Result<(), EditError> {
        let row = &self.nodes[node.index()];
        let space = self.space_before(row.start as usize).to_owned();
        let start = self.added.push(&space, text).ok_or(EditError::Full)?;
        self.nodes[node.index()].start = start;
        Ok(())
    }

    /// The siblings that a new sibling at `index` would come between.
    fn neighbors(&self, first: Option<NodeId>, index: usize) -> (Option<NodeId>, Option<NodeId>) {
        let (mut elder, mut younger) = (None, first);
        for _ in 0..index {
            let Some(id) = younger else { break };
            (elder, younger) = (younger, self.nodes[id.index()].next_sibling);
        }
        (elder, younger)
    }
}

fn push_property(text: &mut String, name: &str, values: &[ValueBuf]) -> Result<(), EditError> {
    let is_name = name.bytes().all(|byte| byte.is_ascii_alphabetic())
        && name.bytes().any(|byte| byte.is_ascii_uppercase());
    if !is_name {
        return Err(EditError::BadName);
    }
    text.push_str(name);
    push_values(text, values);
    Ok(())
}

fn push_values(text: &mut String, values: &[ValueBuf]) {
    for value in values {
        text.push('[');
        text.push_str(value.raw());
        text.push(']');
    }
}
