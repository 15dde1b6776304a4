//! Every move that was made in a game, those taken back included.

use std::fmt;

use ponnuki_clock::Left;
use ponnuki_game::{Color, Move, PointSet};

/// A move of a game's [`Tree`], by its number from 1; 0 is the board before
/// the first move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// Before the first move.
    pub const ROOT: NodeId = NodeId(0);
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// All moves of a game. What is taken back stays as a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// Node `i + 1` at place `i`; each comes after its parent.
    nodes: Vec<Node>,
}

/// One move, and what it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// After which move it was made.
    pub parent: NodeId,
    /// Who made it.
    pub by: Color,
    /// What it was.
    pub mv: Move,
    /// The stones it took off.
    pub lifted: PointSet,
    /// What its player's clock showed then.
    pub left: Left,
    /// Whether the handicap made it, and not the player.
    pub is_forced: bool,
}

impl Tree {
    /// A game without moves.
    pub(crate) const EMPTY: Tree = Tree { nodes: Vec::new() };

    /// The move of that number; nothing for the root, and for numbers not given yet.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get((id.0 as usize).checked_sub(1)?)
    }

    /// All moves in the order they were made.
    pub fn iter(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        (1..).map(NodeId).zip(&self.nodes)
    }

    /// How many moves were made.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The moves that lead to `id`, the first one first, `id` last.
    pub fn line(&self, id: NodeId) -> Vec<NodeId> {
        let mut line: Vec<NodeId> = self.back_from(id).map(|(id, _)| id).collect();
        line.reverse();
        line
    }

    /// The move `id` and those before it, the last one first.
    pub(crate) fn back_from(&self, id: NodeId) -> impl Iterator<Item = (NodeId, &Node)> {
        let named = |id: NodeId| Some((id, self.node(id)?));
        std::iter::successors(named(id), move |(_, node)| named(node.parent))
    }

    /// Adds a move and returns its number.
    pub(crate) fn push(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32)
    }
}
