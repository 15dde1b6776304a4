//! What a tree, or several together, have to say.

use ponnuki_game::Move;
use ponnuki_think::{Analysis, Candidate};

use super::{Node, ROOT, SearchTree};
use crate::stats::{Stats, two_most};
use crate::taste::N_EVEN;

/// How long a variation is reported.
const VARIATION_MAX: usize = 20;

impl SearchTree {
    /// What the tree thinks now.
    pub fn analysis(&self) -> Analysis {
        self.analysis_with(&[])
    }

    /// What the tree and `others`, grown for the same position, think together.
    pub fn analysis_with(&self, others: &[&SearchTree]) -> Analysis {
        let mut trees = vec![self];
        trees.extend(others);
        let root = sum(trees.iter().map(|tree| tree.nodes[ROOT].known.own));
        let root = root.reversed();
        let mut candidates: Vec<Candidate> = (0..self.children(ROOT).len())
            .map(|k| self.candidate(k, &trees))
            .collect();
        candidates.sort_by(|a, b| {
            let by_visits = b.visits.cmp(&a.visits);
            by_visits.then_with(|| b.prior.total_cmp(&a.prior))
        });
        let n = root.visits.max(1) as f32;
        let owned = |i| trees.iter().map(|tree| tree.owned[i]).sum::<i32>() as f32;
        Analysis {
            turn: self.game.turn(),
            visits: u64::from(root.visits),
            win_rate: root.win,
            lead: root.lead,
            lcb: lower_bound(root),
            candidates,
            ownership: (0..self.owned.len()).map(|i| owned(i) / n).collect(),
            ownership_stdev: None,
            outlook: None,
            raw: None,
        }
    }

    /// How often the most tried move of the root was tried, and the next, by this
    /// tree and `others`, grown for the same position.
    pub fn most_visits_with(&self, others: &[&SearchTree]) -> [u64; 2] {
        let visits = |tree: &SearchTree, k: usize| {
            let node = tree.children(ROOT).get(k);
            node.map_or(0, |node| u64::from(node.known.own.visits))
        };
        let of_move = |k| visits(self, k) + others.iter().map(|tree| visits(tree, k)).sum::<u64>();
        two_most((0..self.children(ROOT).len()).map(of_move))
    }

    /// What all of `trees` think of the `k`th move of the root; it is the same
    /// move in all that have tried one.
    fn candidate(&self, k: usize, trees: &[&SearchTree]) -> Candidate {
        let node = &self.children(ROOT)[k];
        let alike = trees.iter().filter_map(|tree| tree.children(ROOT).get(k));
        let own = sum(alike.map(|node| node.known.own));
        let prior_sum: f32 = self.children(ROOT).iter().map(prior_win_rate).sum();
        let deepest = trees.iter().max_by_key(|tree| {
            let node = tree.children(ROOT).get(k);
            node.map_or(0, |node| node.known.own.visits)
        });
        let variation = deepest.map_or(Vec::new(), |tree| tree.variation(k));
        let (variation, variation_visits) = variation.into_iter().unzip();
        Candidate {
            mv: node.mv,
            visits: u64::from(own.visits),
            win_rate: own.win,
            lead: own.lead,
            prior: prior_win_rate(node) / prior_sum,
            lcb: lower_bound(own),
            variation,
            variation_visits,
            outlook: None,
            utility_lcb: None,
            ownership: None,
            ownership_stdev: None,
        }
    }

    /// The most tried moves from the `k`th of the root on, and how often each was tried.
    fn variation(&self, k: usize) -> Vec<(Move, u64)> {
        let mut moves = Vec::new();
        let mut next = self.children(ROOT).get(k);
        while let Some(node) = next
            && moves.len() < VARIATION_MAX
        {
            moves.push((node.mv, u64::from(node.known.own.visits)));
            let children = self.nodes[node.children.clone()].iter();
            let tried = children.filter(|child| child.known.own.visits > 0);
            next = tried.max_by_key(|child| child.known.own.visits);
        }
        moves
    }
}

/// How much of a move's imagined trials were won, those that every move
/// begins with being worth half.
fn prior_win_rate(node: &Node) -> f32 {
    let n_won = f32::from(node.known.prior.n_won);
    let n_lost = f32::from(node.known.prior.n_lost);
    (N_EVEN / 2.0 + n_won) / (N_EVEN + n_won + n_lost)
}

/// A bound that the chance of winning is above with some confidence.
fn lower_bound(own: Stats) -> f32 {
    /// Standard errors below the mean.
    const CAUTION: f32 = 2.0;
    let n = own.visits.max(1) as f32;
    // One imagined loss and one win keep the error from vanishing at 0 and 1.
    let p = (own.win * n + 1.0) / (n + 2.0);
    (own.win - CAUTION * (p * (1.0 - p) / n).sqrt()).max(0.0)
}

fn sum(parts: impl Iterator<Item = Stats>) -> Stats {
    parts.fold(Stats::default(), Stats::with)
}
