//! Every move that was made in a game, those taken back included.

use std::fmt;

use ponnuki_clock::Left;
use ponnuki_game::{Color, Move, PointSet};

/// A move of a game's [`MoveTree`], by its number from 1; 0 is the board before
/// the first move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveNodeId(pub u32);

impl MoveNodeId {
    /// Before the first move.
    pub const ROOT: MoveNodeId = MoveNodeId(0);
}

impl fmt::Display for MoveNodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// All moves of a game. What is taken back stays as a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTree {
    /// Node `i + 1` at place `i`; each comes after its parent.
    nodes: Vec<MoveNode>,
}

/// One move, and what it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveNode {
    /// After which move it was made.
    pub parent: MoveNodeId,
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

impl MoveTree {
    /// A game without moves.
    pub(crate) const EMPTY: MoveTree = MoveTree { nodes: Vec::new() };

    /// The move of that number; nothing for the root, and for numbers not given yet.
    pub fn node(&self, id: MoveNodeId) -> Option<&MoveNode> {
        self.nodes.get((id.0 as usize).checked_sub(1)?)
    }

    /// All moves in the order they were made.
    pub fn iter(&self) -> impl Iterator<Item = (MoveNodeId, &MoveNode)> {
        (1..).map(MoveNodeId).zip(&self.nodes)
    }

    /// How many moves were made.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The moves that lead to `id`, the first one first, `id` last.
    pub fn line(&self, id: MoveNodeId) -> Vec<MoveNodeId> {
        let mut line: Vec<MoveNodeId> = self.back_from(id).map(|(id, _)| id).collect();
        line.reverse();
        line
    }

    /// The move `id` and those before it, the last one first.
    pub(crate) fn back_from(
        &self,
        id: MoveNodeId,
    ) -> impl Iterator<Item = (MoveNodeId, &MoveNode)> {
        let named = |id: MoveNodeId| Some((id, self.node(id)?));
        std::iter::successors(named(id), move |(_, node)| named(node.parent))
    }

    /// Adds a move and returns its number.
    pub(crate) fn push(&mut self, node: MoveNode) -> MoveNodeId {
        self.nodes.push(node);
        MoveNodeId(self.nodes.len() as u32)
    }
}
