//! From tree to text.
//!
//! Every token of the text that was read is written with the space that stood
//! before it, so that a text without faults comes out as it went in.

use std::fmt;

use crate::collection::{Branch, Collection, Node, NodeId};

impl fmt::Display for Collection<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut branches = Branches {
            rows: &self.branches,
            n_met: 0,
        };
        for game in self.games() {
            write_game(f, game, &mut branches)?;
        }
        f.write_str(self.space_before(self.source.len()))
    }
}

impl fmt::Display for Node<'_> {
    /// Writes this node alone as it was written, without what follows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.written())
    }
}

/// Writes a game, from its first node on.
fn write_game(
    f: &mut fmt::Formatter<'_>,
    game: Node<'_>,
    branches: &mut Branches<'_>,
) -> fmt::Result {
    let collection = game.collection;
    let space =
        |place: Option<u32>| place.map_or("", |place| collection.space_before(place as usize));
    let mut open: Vec<(NodeId, Option<Branch>)> = Vec::new();
    let mut next = Some(game);
    while let Some(node) = next {
        // Brackets are needed around games and variations, and kept where they were
        // needlessly written.
        let branch = branches.of(node.id());
        if branch.is_some() || node.has_siblings() {
            f.write_str(space(branch.and_then(|branch| branch.open)))?;
            f.write_str("(")?;
            open.push((node.id(), branch));
        }
        f.write_str(space(Some(node.row().start)))?;
        f.write_str(node.written())?;
        next = node.children().next();
        let mut last = Some(node);
        while let (None, Some(node)) = (next, last) {
            if let Some((_, branch)) = open.pop_if(|&mut (id, _)| id == node.id()) {
                f.write_str(space(branch.and_then(|branch| branch.close)))?;
                f.write_str(")")?;
            }
            next = node.parent().and_then(|_| node.next_sibling());
            last = node.parent();
        }
    }
    Ok(())
}

/// The brackets that were read, for a walk over the nodes.
struct Branches<'c> {
    rows: &'c [Branch],
    /// How many of them belong to nodes that were met.
    n_met: usize,
}

impl Branches<'_> {
    /// The brackets around `node`, if any were read.
    ///
    /// Nodes come in the order of their names, but where edits moved them; only then
    /// is it necessary to search.
    fn of(&mut self, node: NodeId) -> Option<Branch> {
        let is_after_met = self.rows[..self.n_met]
            .last()
            .is_none_or(|last| last.first < node);
        let is_before_others = self
            .rows
            .get(self.n_met)
            .is_none_or(|next| node <= next.first);
        if !is_after_met || !is_before_others {
            self.n_met = self.rows.partition_point(|branch| branch.first < node);
        }
        let branch = self
            .rows
            .get(self.n_met)
            .filter(|branch| branch.first == node)?;
        self.n_met += 1;
        Some(*branch)
    }
}

impl<'c> Node<'c> {
    /// Whether there are other variations beside it. Games stand beside each other.
    fn has_siblings(self) -> bool {
        self.parent()
            .is_none_or(|parent| parent.children().nth(1).is_some())
    }

    /// Its text from its `;` to the end of its last property.
    pub(crate) fn written(self) -> &'c str {
        let mut properties = self.properties();
        properties.by_ref().for_each(drop);
        properties.text_read()
    }
}
