//! What the engine has seen of a record, and what it is to look at next.

use std::collections::HashMap;
use std::time::Duration;

use ponnuki_engine::{Analysis, Memory, ThinkLimits};
use ponnuki_game::Color;
use ponnuki_record::NodeId;
use ponnuki_review::PositionLook;

use super::verdict::{NodeValue, Verdicts};
use super::walk::Walk;
use crate::event::{ThinkQuestion, Thought};

/// What the engine has seen.
#[derive(Debug, Default)]
pub(super) struct Sights {
    /// What was seen of positions by looking at each of them alone.
    known: HashMap<NodeId, NodeValue>,
    /// How closely each position was looked at.
    depth: HashMap<NodeId, LookDepth>,
    /// The last that was seen of the position that is looked at.
    analysis: Option<(NodeId, Box<Analysis>)>,
    /// The main lines under review, by the first node of each game; `None` of one too long.
    verdicts: HashMap<NodeId, Option<Verdicts>>,
    /// What the engine looks at now.
    asked: Option<(u64, Asked)>,
    number: u64,
}

/// What the engine is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// About a position by itself.
    Node(NodeId, LookDepth),
    /// For the review of the game that begins with this node.
    Review(NodeId, PositionLook),
}

/// How closely a position is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum LookDepth {
    /// Enough for the graph.
    Glance,
    /// Enough for candidates.
    Look,
    /// As long as someone stays.
    Study,
}

impl LookDepth {
    fn limits(self) -> ThinkLimits {
        match self {
            LookDepth::Glance => ThinkLimits::playouts(8),
            LookDepth::Look => ThinkLimits::time(Duration::from_secs(2)),
            LookDepth::Study => ThinkLimits::time(Duration::from_secs(60)),
        }
    }
}

impl Sights {
    /// What was last seen of `node`.
    pub(super) fn of(&self, node: NodeId) -> Option<&Analysis> {
        let found = self.analysis.as_ref().filter(|(of, _)| *of == node);
        found.map(|(_, analysis)| analysis.as_ref())
    }

    /// What the engine thinks of a position by itself.
    pub(super) fn known(&self, node: NodeId) -> Option<NodeValue> {
        self.known.get(&node).copied()
    }

    /// What the graph shows of a position: what the review tells, where there is one.
    pub(super) fn told(&self, walk: &Walk, node: NodeId) -> Option<NodeValue> {
        match self.verdicts(walk).filter(|verdicts| verdicts.has(node)) {
            Some(verdicts) => verdicts.known(node),
            None => self.known(node),
        }
    }

    /// The review of the game that is looked at.
    pub(super) fn verdicts(&self, walk: &Walk) -> Option<&Verdicts> {
        self.verdicts.get(&walk.root())?.as_ref()
    }

    /// Takes in a thought, if it is about what was asked last.
    pub(super) fn take(&mut self, thought: Thought) {
        match self.asked {
            Some((number, asked)) if number == thought.question => match asked {
                Asked::Node(node, depth) => self.note(node, depth, thought),
                Asked::Review(root, look) if thought.is_last => {
                    if let Some(Some(verdicts)) = self.verdicts.get_mut(&root) {
                        verdicts.answer(look, &thought.judge, &thought.analysis);
                    }
                    self.asked = None;
                }
                Asked::Review(..) => {}
            },
            Some(_) | None => {}
        }
    }

    /// Notes what is thought of a position by itself.
    fn note(&mut self, node: NodeId, depth: LookDepth, thought: Thought) {
        let analysis = thought.analysis;
        let (black, lead) = match analysis.turn {
            Color::Black => (analysis.win_rate, analysis.lead),
            Color::White => (1.0 - analysis.win_rate, -analysis.lead),
        };
        if analysis.visits > 0 {
            self.known.insert(node, NodeValue { black, lead });
        }
        if depth > LookDepth::Glance {
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

    /// What to look at next: the position itself, then the review of the game, then the line for
    /// the graph if it is a variation, then the position more closely. Nothing if the engine is
    /// at it already, or has seen it all.
    pub(super) fn next_question(&mut self, walk: &Walk) -> Option<ThinkQuestion> {
        self.renew(walk);
        let asked = self.next_wanted(walk)?;
        if self.asked.is_some_and(|(_, before)| before == asked) {
            return None;
        }
        let (game, limits, memory) = match asked {
            Asked::Node(node, depth) => (walk.game_at(node)?, depth.limits(), Memory::Tree),
            Asked::Review(_, look) => {
                let (game, request) = self.verdicts(walk)?.question(look)?;
                (game, request.limits, request.memory)
            }
        };
        self.number += 1;
        self.asked = Some((self.number, asked));
        Some(ThinkQuestion {
            number: self.number,
            game: Box::new(game),
            limits,
            memory,
        })
    }

    fn next_wanted(&self, walk: &Walk) -> Option<Asked> {
        let at = walk.node();
        let has =
            |node: NodeId, depth: LookDepth| self.depth.get(&node).is_some_and(|d| *d >= depth);
        if !has(at, LookDepth::Look) || self.of(at).is_none() {
            return Some(Asked::Node(at, LookDepth::Look));
        }
        let verdicts = self.verdicts(walk);
        if let Some(look) = verdicts.and_then(Verdicts::next) {
            return Some(Asked::Review(walk.root(), look));
        }
        let is_reviewed = |node: NodeId| verdicts.is_some_and(|verdicts| verdicts.has(node));
        let mut line = walk.line().into_iter();
        let unseen = line.find(|&node| !is_reviewed(node) && !has(node, LookDepth::Glance));
        match unseen {
            Some(node) => Some(Asked::Node(node, LookDepth::Glance)),
            None if !has(at, LookDepth::Study) => Some(Asked::Node(at, LookDepth::Study)),
            None => None,
        }
    }

    /// Begins the review of the game that is looked at, or goes on with it where its main line
    /// became longer.
    fn renew(&mut self, walk: &Walk) {
        let Some(record) = walk.record() else {
            return;
        };
        let verdicts = match self.verdicts.remove(&walk.root()) {
            Some(Some(verdicts)) => verdicts.going_on(record),
            Some(None) => None,
            None => Verdicts::of(record),
        };
        self.verdicts.insert(walk.root(), verdicts);
    }
}
