//! Where the tree lives: three stretches of memory that never grow beyond
//! what they were given.
//!
//! ```text
//!   nodes    [ root | a | b | c | … ]     a position each; after its parent
//!   edges    [ root's moves | b's | a's | … ]   all moves of a node side by side
//!   owners   [ root's points | a's | b's | … ]  one byte for each point of a node
//! ```
//!
//! A node is a way to a position, not a position: what the past forbids, or
//! ends, is therefore always exact. A move becomes a node when it is first tried.

use std::num::NonZeroU32;
use std::ops::Range;

use ponnuki_game::{Color, Move};

use super::value::Value;

/// The place of a node.
pub(super) type NodeAt = u32;

/// The root is always here.
pub(super) const ROOT: NodeAt = 0;

/// Of all the moves a node could have, this share is what it has on average;
/// where more are legal the tree is full a little earlier.
const LEGAL_SHARE: f64 = 0.8;
/// The root and its moves fit into any tree.
const N_NODES_MIN: usize = 2;

/// A position, reached in one way.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) parent: NodeAt,
    pub(super) edges: Edges,
    pub(super) stage: Stage,
    pub(super) turn: Color,
    /// How many trials that came through here are still under way.
    pub(super) n_pending: u32,
    /// How many trials ended here.
    pub(super) n_own: u32,
    /// What the evaluator said of it, or its exact worth if the game ends here.
    pub(super) own: Value,
    /// What that is worth to Black, as averaged.
    pub(super) own_utility: f64,
    pub(super) sums: Sums,
}

/// The moves of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Edges {
    start: u32,
    len: u16,
}

impl Edges {
    pub(super) fn range(self) -> Range<usize> {
        let start = self.start as usize;
        start..start + usize::from(self.len)
    }
}

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// It is being judged.
    Asked,
    /// It was judged, and has its moves.
    Open,
    /// The game ends here.
    Ended,
}

/// The trials of a node, added up; all for Black.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sums {
    pub(super) visits: u32,
    pub(super) utility: f64,
    pub(super) utility_sq: f64,
    pub(super) win_less_loss: f64,
    pub(super) no_result: f64,
    pub(super) lead: f64,
    pub(super) score: f64,
    pub(super) score_sq: f64,
}

impl Sums {
    /// One trial.
    pub(super) fn of(value: &Value, utility: f64) -> Sums {
        let (score, stdev) = (f64::from(value.score_mean), f64::from(value.score_stdev));
        Sums {
            visits: 1,
            utility,
            utility_sq: utility * utility,
            win_less_loss: f64::from(value.win_less_loss),
            no_result: f64::from(value.no_result),
            lead: f64::from(value.lead),
            score,
            score_sq: score * score + stdev * stdev,
        }
    }

    pub(super) fn add(&mut self, other: &Sums) {
        self.visits += other.visits;
        self.utility += other.utility;
        self.utility_sq += other.utility_sq;
        self.win_less_loss += other.win_less_loss;
        self.no_result += other.no_result;
        self.lead += other.lead;
        self.score += other.score;
        self.score_sq += other.score_sq;
    }

    /// These trials `n` times over.
    fn times(&self, n: u32) -> Sums {
        let factor = f64::from(n);
        Sums {
            visits: self.visits * n,
            utility: self.utility * factor,
            utility_sq: self.utility_sq * factor,
            win_less_loss: self.win_less_loss * factor,
            no_result: self.no_result * factor,
            lead: self.lead * factor,
            score: self.score * factor,
            score_sq: self.score_sq * factor,
        }
    }

    /// One of the sums as an average.
    pub(super) fn mean(&self, sum: f64) -> f64 {
        sum / f64::from(self.visits.max(1))
    }
}

/// A move of a node, and where it leads if it was tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) mv: Move,
    /// How likely it is the move; over all moves of the node this sums to 1.
    pub(super) prior: f32,
    /// The root is nobody's child.
    pub(super) child: Option<NonZeroU32>,
}

impl Edge {
    pub(super) fn child_at(&self) -> Option<NodeAt> {
        self.child.map(NonZeroU32::get)
    }
}

/// All nodes of a tree.
#[derive(Debug)]
pub(super) struct Arena {
    n_points: usize,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    owners: Vec<i8>,
    n_nodes_max: usize,
    n_edges_max: usize,
    /// Nodes that have no moves yet but may get some.
    n_asked: usize,
}

impl Arena {
    /// One for boards of `n_points` that takes at most `n_bytes_max`, and is
    /// never too small for a root and its moves.
    pub(super) fn new(n_points: usize, n_bytes_max: usize) -> Arena {
        let n_bytes_node = size_of::<Node>() + n_points;
        let n_moves = (n_points + 1) as f64 * LEGAL_SHARE;
        let n_bytes_edges = n_moves * size_of::<Edge>() as f64;
        let n_nodes = n_bytes_max as f64 / (n_bytes_node as f64 + n_bytes_edges);
        let n_nodes_max = (n_nodes as usize).clamp(N_NODES_MIN, NodeAt::MAX as usize);
        let n_edges = n_bytes_max.saturating_sub(n_nodes_max * n_bytes_node) / size_of::<Edge>();
        let n_edges_max = n_edges.clamp(N_NODES_MIN * (n_points + 1), NodeAt::MAX as usize);
        Arena {
            n_points,
            nodes: Vec::with_capacity(n_nodes_max),
            edges: Vec::with_capacity(n_edges_max),
            owners: Vec::with_capacity(n_nodes_max * n_points),
            n_nodes_max,
            n_edges_max,
            n_asked: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How much memory it holds.
    pub(super) fn n_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.edges.capacity() * size_of::<Edge>()
            + self.owners.capacity()
    }

    /// Forgets all, and plants a root for `turn` that is yet to be judged.
    pub(super) fn replant(&mut self, turn: Color) {
        self.nodes.clear();
        self.edges.clear();
        self.owners.clear();
        self.n_asked = 0;
        self.push(ROOT, turn);
    }

    /// Whether there is room for one node more, whatever its moves.
    pub(super) fn has_room(&self) -> bool {
        let n_reserved = (self.n_asked + 1) * (self.n_points + 1);
        self.nodes.len() < self.n_nodes_max && self.edges.len() + n_reserved <= self.n_edges_max
    }

    /// A node more, yet to be judged, where there is [room](Arena::has_room).
    fn push(&mut self, parent: NodeAt, turn: Color) -> NodeAt {
        let at = self.nodes.len() as NodeAt;
        self.n_asked += 1;
        self.owners.resize(self.owners.len() + self.n_points, 0);
        self.nodes.push(Node {
            parent,
            edges: Edges::default(),
            stage: Stage::Asked,
            turn,
            n_pending: 0,
            n_own: 0,
            own: Value::default(),
            own_utility: 0.0,
            sums: Sums::default(),
        });
        at
    }

    /// Makes a node of a move of `parent` that was not tried before.
    pub(super) fn grow(&mut self, parent: NodeAt, edge: usize) -> NodeAt {
        let turn = !self.node(parent).turn;
        let at = self.push(parent, turn);
        self.edges[edge].child = NonZeroU32::new(at);
        at
    }

    /// Says what is thought of a node that was asked about. The game goes on
    /// there with `moves`, and ends if there are none.
    pub(super) fn answer(
        &mut self,
        at: NodeAt,
        (own, own_utility): (Value, f64),
        moves: &[Edge],
        owners: &[i8],
    ) {
        debug_assert_eq!(self.node(at).stage, Stage::Asked);
        let start = self.edges.len();
        self.n_asked -= 1;
        self.edges.extend_from_slice(moves);
        self.owners_mut(at).copy_from_slice(owners);
        let node = self.node_mut(at);
        node.edges = Edges {
            start: start as u32,
            len: moves.len() as u16,
        };
        node.own = own;
        node.own_utility = own_utility;
        node.stage = if moves.is_empty() {
            Stage::Ended
        } else {
            Stage::Open
        };
    }

    pub(super) fn node(&self, at: NodeAt) -> &Node {
        &self.nodes[at as usize]
    }

    pub(super) fn node_mut(&mut self, at: NodeAt) -> &mut Node {
        &mut self.nodes[at as usize]
    }

    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The moves of a node.
    pub(super) fn edges(&self, at: NodeAt) -> &[Edge] {
        &self.edges[self.node(at).edges.range()]
    }

    pub(super) fn edges_mut(&mut self, at: NodeAt) -> &mut [Edge] {
        let range = self.node(at).edges.range();
        &mut self.edges[range]
    }

    pub(super) fn edge(&self, edge: usize) -> &Edge {
        &self.edges[edge]
    }

    /// Whose each point is, for Black, in 127ths.
    pub(super) fn owners(&self, at: NodeAt) -> &[i8] {
        &self.owners[at as usize * self.n_points..][..self.n_points]
    }

    fn owners_mut(&mut self, at: NodeAt) -> &mut [i8] {
        &mut self.owners[at as usize * self.n_points..][..self.n_points]
    }

    /// Makes `root` the root, and forgets all that does not come after it or
    /// comes after a move of it that `keeps` refuses. What is kept moves
    /// together in place, so that no more memory is needed for it than a dozen
    /// bytes for each node.
    pub(super) fn reroot(&mut self, root: NodeAt, keeps: impl Fn(Move) -> bool) {
        debug_assert_eq!(self.n_asked, 0, "nothing may be under way");
        self.keep_root_edges(root, keeps);
        let places = self.places(root);
        self.compact_edges(&places);
        self.compact_nodes(&places);
        for at in 0..self.nodes.len() {
            let node = &mut self.nodes[at];
            node.parent = if at == ROOT as usize {
                ROOT
            } else {
                places[node.parent as usize].unwrap_or(ROOT)
            };
            for edge in &mut self.edges[node.edges.range()] {
                let place = edge.child_at().and_then(|child| places[child as usize]);
                edge.child = place.and_then(NonZeroU32::new);
            }
        }
    }

    /// Takes out the moves of `root` that are not kept.
    fn keep_root_edges(&mut self, root: NodeAt, keeps: impl Fn(Move) -> bool) {
        let range = self.node(root).edges.range();
        let mut n_kept = 0;
        for edge in range.clone() {
            if keeps(self.edges[edge].mv) {
                self.edges.swap(range.start + n_kept, edge);
                n_kept += 1;
            }
        }
        for dropped in range.start + n_kept..range.end {
            self.edges[dropped].child = None;
        }
        self.node_mut(root).edges.len = n_kept as u16;
    }

    /// Where each node goes when only those after `root` are kept. Parents
    /// stand before their children, now and then.
    fn places(&self, root: NodeAt) -> Vec<Option<NodeAt>> {
        let mut places = vec![None; self.nodes.len()];
        let mut is_linked = vec![false; self.nodes.len()];
        let mut n_kept = 0;
        is_linked[root as usize] = true;
        for at in root as usize..self.nodes.len() {
            if !is_linked[at] {
                continue;
            }
            places[at] = Some(n_kept);
            n_kept += 1;
            for edge in &self.edges[self.nodes[at].edges.range()] {
                if let Some(child) = edge.child_at() {
                    is_linked[child as usize] = true;
                }
            }
        }
        places
    }

    fn compact_edges(&mut self, places: &[Option<NodeAt>]) {
        let is_kept = |at: &NodeAt| places[*at as usize].is_some();
        let mut order: Vec<NodeAt> = (0..self.nodes.len() as NodeAt).filter(is_kept).collect();
        order.sort_unstable_by_key(|&at| self.nodes[at as usize].edges.start);
        let mut end = 0;
        for at in order {
            let range = self.node(at).edges.range();
            let len = range.len();
            self.edges.copy_within(range, end);
            self.node_mut(at).edges.start = end as u32;
            end += len;
        }
        self.edges.truncate(end);
    }

    fn compact_nodes(&mut self, places: &[Option<NodeAt>]) {
        let n_points = self.n_points;
        let mut n_kept = 0;
        for (at, place) in places.iter().enumerate() {
            if place.is_some() {
                self.nodes.swap(n_kept, at);
                let owners = at * n_points..(at + 1) * n_points;
                self.owners.copy_within(owners, n_kept * n_points);
                n_kept += 1;
            }
        }
        self.nodes.truncate(n_kept);
        self.owners.truncate(n_kept * n_points);
    }

    /// Adds everything up anew, each node's own worth being what `utility`
    /// says now. Children stand after their parents, so one pass backwards is enough.
    pub(super) fn recount(&mut self, utility: impl Fn(&Value) -> f64) {
        for node in &mut self.nodes {
            node.own_utility = utility(&node.own);
            node.sums = Sums::of(&node.own, node.own_utility).times(node.n_own);
        }
        for at in (1..self.nodes.len()).rev() {
            let (parent, sums) = (self.nodes[at].parent, self.nodes[at].sums);
            self.nodes[parent as usize].sums.add(&sums);
        }
    }
}

#[cfg(test)]
impl Arena {
    /// Whether everything that is added up on the way is what it is from its
    /// definition, and everything is where it belongs. Nothing may be under way.
    pub(super) fn is_consistent(&self, taste: &super::value::Taste) -> bool {
        let is_close = |a: f64, b: f64| (a - b).abs() <= 1e-6 * (1.0 + b.abs());
        let mut n_parents = vec![0; self.nodes.len()];
        let mut n_edges = 0;
        for (at, node) in self.nodes.iter().enumerate() {
            let mut sums = Sums::of(&node.own, taste.utility(&node.own)).times(node.n_own);
            let edges = &self.edges[node.edges.range()];
            n_edges += edges.len();
            for child in edges.iter().filter_map(Edge::child_at) {
                let child_node = self.node(child);
                n_parents[child as usize] += 1;
                sums.add(&child_node.sums);
                if child_node.parent as usize != at || child as usize <= at {
                    return false;
                }
            }
            let is_sorted = edges.is_sorted_by(|a, b| a.prior >= b.prior);
            let is_prefix = edges.is_sorted_by_key(|edge| edge.child.is_none());
            let is_sound = node.n_pending == 0
                && node.stage != Stage::Asked
                && (node.stage == Stage::Ended) == edges.is_empty()
                && sums.visits == node.sums.visits
                && is_close(node.sums.utility, sums.utility)
                && is_close(node.sums.utility_sq, sums.utility_sq)
                && is_close(node.sums.win_less_loss, sums.win_less_loss)
                && is_close(node.sums.score_sq, sums.score_sq)
                && (at == ROOT as usize || is_sorted && is_prefix);
            if !is_sound {
                return false;
            }
        }
        let is_tree = n_parents[0] == 0 && n_parents[1..].iter().all(|&n| n == 1);
        is_tree && n_edges == self.edges.len() && self.n_asked == 0
    }
}
