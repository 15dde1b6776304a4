//! What the engine has seen of a record, and what it is to look at next.

use std::collections::HashMap;
use std::time::Duration;

use ponnuki_engine::{Analysis, Limits};
use ponnuki_game::Color;
use ponnuki_record::NodeId;

use super::walk::Walk;
use crate::event::{Question, Thought};

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Known {
    /// How likely Black wins, from 0 to 1.
    pub(super) black: f32,
    /// By how many points Black leads.
    pub(super) lead: f32,
}

/// What the engine has seen.
#[derive(Debug, Default)]
pub(super) struct Sights {
    known: HashMap<NodeId, Known>,
    /// How closely each position was looked at.
    depth: HashMap<NodeId, Depth>,
    /// The last that was seen of the position that is looked at.
    analysis: Option<(NodeId, Box<Analysis>)>,
    /// What the engine looks at now.
    asked: Option<(u64, NodeId, Depth)>,
    number: u64,
}

/// How closely a position is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Depth {
    /// Enough for the graph.
    Glance,
    /// Enough for candidates.
    Look,
    /// As long as someone stays.
    Study,
}

impl Depth {
    fn limits(self) -> Limits {
        match self {
            Depth::Glance => Limits::playouts(8),
            Depth::Look => Limits::time(Duration::from_secs(2)),
            Depth::Study => Limits::time(Duration::from_secs(60)),
        }
    }
}

impl Sights {
    /// What was last seen of `node`.
    pub(super) fn of(&self, node: NodeId) -> Option<&Analysis> {
        let found = self.analysis.as_ref().filter(|(of, _)| *of == node);
        found.map(|(_, analysis)| analysis.as_ref())
    }

    pub(super) fn known(&self, node: NodeId) -> Option<Known> {
        self.known.get(&node).copied()
    }

    /// Takes in a thought, if it is about what was asked last.
    pub(super) fn take(&mut self, thought: Thought) {
        let Some((number, node, depth)) = self.asked else {
            return;
        };
        if thought.question != number {
            return;
        }
        let analysis = thought.analysis;
        let (black, lead) = match analysis.turn {
            Color::Black => (analysis.win_rate, analysis.lead),
            Color::White => (1.0 - analysis.win_rate, -analysis.lead),
        };
        if analysis.visits > 0 {
            self.known.insert(node, Known { black, lead });
        }
        if depth > Depth::Glance {
            self.analysis = Some((node, analysis));
        }
        if thought.is_last {
            let seen = self.depth.entry(node).or_insert(depth);
            *seen = depth.max(*seen);
            self.asked = None;
        }
    }

    /// Forgets what is being asked, so that the next question may be another.
    pub(super) fn rest(&mut self) {
        self.asked = None;
    }

    /// What to look at next: the position itself, then the line for the graph, then the
    /// position more closely. Nothing if the engine is at it already, or has seen it all.
    pub(super) fn next_question(&mut self, walk: &Walk) -> Option<Question> {
        let at = walk.node();
        let has = |node: NodeId, depth: Depth| self.depth.get(&node).is_some_and(|d| *d >= depth);
        let is_shown = self.of(at).is_some();
        let (node, depth) = match () {
            () if !has(at, Depth::Look) || !is_shown => (at, Depth::Look),
            () => {
                let mut line = walk.line().into_iter();
                let unseen = line.find(|node| !has(*node, Depth::Glance));
                match unseen {
                    Some(node) => (node, Depth::Glance),
                    None if !has(at, Depth::Study) => (at, Depth::Study),
                    None => return None,
                }
            }
        };
        let is_asked = self.asked.is_some_and(|(_, of, _)| of == node);
        if is_asked {
            return None;
        }
        self.number += 1;
        self.asked = Some((self.number, node, depth));
        Some(Question {
            number: self.number,
            game: Box::new(walk.game_at(node)?),
            limits: depth.limits(),
        })
    }

    /// How much the player who made the move of `node`, which came after `parent`, lost by it.
    pub(super) fn lost(&self, walk: &Walk, parent: NodeId, node: NodeId) -> Option<f32> {
        let (by, _) = walk.move_of(node)?;
        let (before, after) = (self.known(parent)?, self.known(node)?);
        let lost = before.black - after.black;
        Some(match by {
            Color::Black => lost,
            Color::White => -lost,
        })
    }
}
