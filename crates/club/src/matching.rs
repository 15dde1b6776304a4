//! Everybody in pairs at the least total cost: minimum-weight perfect matching in a complete graph.
//!
//! Edmonds' blossom algorithm in its primal-dual form, in O(n³). Alternating trees grow from all
//! single nodes at once along tight edges; an odd cycle is shrunk to a blossom, which is a node
//! like the others until its dual value falls to zero. `NONE` stands for no node, which is why
//! nodes count from 1; numbers above `n_nodes` are blossoms.

use std::collections::VecDeque;

/// What a pair costs. Wide, so that criteria can be put one above the other.
pub(crate) type PairCost = i128;

const NONE: usize = 0;

/// The partner of each of `n` people, such that the sum of `cost` over all pairs is the least
/// possible. The costs are not below 0, and `cost(a, b)` is `cost(b, a)`.
///
/// # Panics
///
/// `n` is odd.
pub(crate) fn cheapest_pairs(n: usize, cost: impl Fn(usize, usize) -> PairCost) -> Vec<usize> {
    assert!(n.is_multiple_of(2), "{n} people cannot all have a partner");
    let pairs = || (0..n).flat_map(move |a| (0..a).map(move |b| (a, b)));
    let cost_max = pairs().map(|(a, b)| cost(a, b)).max().unwrap_or_default();
    // One more pair weighs more than anything that pairs can save.
    let base = (cost_max + 1) * (n as PairCost + 1);
    let mut weights = vec![vec![0; n + 1]; n + 1];
    for (a, b) in pairs() {
        weights[a + 1][b + 1] = base - cost(a, b);
        weights[b + 1][a + 1] = base - cost(a, b);
    }
    let mut search = Blossoms::new(n, weights);
    while search.grow() {}
    search.mates[1..=n].iter().map(|mate| mate - 1).collect()
}

/// On which side of an alternating tree a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Free,
    /// An even way from the root.
    Outer,
    /// An odd way from the root.
    Inner,
}

struct Blossoms {
    n_nodes: usize,
    /// The highest number that a blossom had so far.
    n_used: usize,
    weights: Vec<Vec<PairCost>>,
    /// For two nodes or blossoms the edge of real nodes between them, or twice `NONE`.
    edges: Vec<Vec<(usize, usize)>>,
    /// Dual values.
    duals: Vec<PairCost>,
    mates: Vec<usize>,
    /// The outer node with the least slack to each node.
    nearest: Vec<usize>,
    /// The outermost blossom that each is in; itself if it is in none.
    tops: Vec<usize>,
    parents: Vec<usize>,
    sides: Vec<Side>,
    seen: Vec<usize>,
    n_looks: usize,
    /// The members of each blossom around its cycle, its base first.
    cycles: Vec<Vec<usize>>,
    /// For a blossom and a real node in it, the member of the cycle with that node.
    member_with: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
}

impl Blossoms {
    fn new(n: usize, weights: Vec<Vec<PairCost>>) -> Blossoms {
        let size = 2 * n + 1;
        let mut edges = vec![vec![(NONE, NONE); size]; size];
        let mut member_with = vec![vec![NONE; n + 1]; size];
        for a in 1..=n {
            member_with[a][a] = a;
            for b in (1..=n).filter(|b| *b != a) {
                edges[a][b] = (a, b);
            }
        }
        let weight_max = weights.iter().flatten().copied().max().unwrap_or_default();
        Blossoms {
            n_nodes: n,
            n_used: n,
            weights,
            edges,
            duals: (0..size)
                .map(|node| if node <= n { weight_max } else { 0 })
                .collect(),
            mates: vec![NONE; size],
            nearest: vec![NONE; size],
            tops: (0..size)
                .map(|node| if node <= n { node } else { NONE })
                .collect(),
            parents: vec![NONE; size],
            sides: vec![Side::Free; size],
            seen: vec![0; size],
            n_looks: 0,
            cycles: vec![Vec::new(); size],
            member_with,
            queue: VecDeque::new(),
        }
    }

    /// Grows trees until there is one more pair; `false` if all have a partner.
    fn grow(&mut self) -> bool {
        self.sides.fill(Side::Free);
        self.nearest.fill(NONE);
        self.queue.clear();
        for node in 1..=self.n_used {
            if self.tops[node] == node && self.mates[node] == NONE {
                self.parents[node] = NONE;
                self.sides[node] = Side::Outer;
                self.enqueue(node);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            if self.follow_tight_edges() {
                return true;
            }
            if !self.change_duals() {
                return false;
            }
            if self.use_new_tight_edges() {
                return true;
            }
            for blossom in self.n_nodes + 1..=self.n_used {
                let is_inner = self.tops[blossom] == blossom && self.sides[blossom] == Side::Inner;
                if is_inner && self.duals[blossom] == 0 {
                    self.expand(blossom);
                }
            }
        }
    }

    fn follow_tight_edges(&mut self) -> bool {
        while let Some(node) = self.queue.pop_front() {
            if self.sides[self.tops[node]] == Side::Inner {
                continue;
            }
            for other in 1..=self.n_nodes {
                if other == node || self.tops[node] == self.tops[other] {
                    continue;
                }
                match self.slack((node, other)) {
                    0 if self.found((node, other)) => return true,
                    0 => {}
                    _ => self.come_near(node, self.tops[other]),
                }
            }
        }
        false
    }

    /// Changes the dual values by as much as they can; `false` if nothing can be won.
    fn change_duals(&mut self) -> bool {
        let inner = (self.n_nodes + 1..=self.n_used)
            .filter(|b| self.tops[*b] == *b && self.sides[*b] == Side::Inner)
            .map(|b| self.duals[b] / 2);
        let edges = self.near_edges().filter_map(|(node, edge)| {
            let slack = self.slack(edge);
            match self.sides[node] {
                Side::Free => Some(slack),
                Side::Outer => Some(slack / 2),
                Side::Inner => None,
            }
        });
        let Some(step) = inner.chain(edges).min() else {
            return false;
        };
        for node in 1..=self.n_nodes {
            match self.sides[self.tops[node]] {
                Side::Outer if self.duals[node] <= step => return false,
                Side::Outer => self.duals[node] -= step,
                Side::Inner => self.duals[node] += step,
                Side::Free => {}
            }
        }
        for blossom in self.n_nodes + 1..=self.n_used {
            match self.sides[blossom] {
                _ if self.tops[blossom] != blossom => {}
                Side::Outer => self.duals[blossom] += 2 * step,
                Side::Inner => self.duals[blossom] -= 2 * step,
                Side::Free => {}
            }
        }
        true
    }

    fn use_new_tight_edges(&mut self) -> bool {
        self.queue.clear();
        for node in 1..=self.n_used {
            let near = self.nearest[node];
            let is_known = self.tops[node] == node && near != NONE && self.tops[near] != node;
            if is_known && self.slack(self.edges[near][node]) == 0 {
                let edge = self.edges[near][node];
                if self.found(edge) {
                    return true;
                }
            }
        }
        false
    }

    /// The outermost nodes with the edge of least slack to each.
    fn near_edges(&self) -> impl Iterator<Item = (usize, (usize, usize))> {
        (1..=self.n_used)
            .filter(|node| self.tops[*node] == *node && self.nearest[*node] != NONE)
            .map(|node| (node, self.edges[self.nearest[node]][node]))
    }

    fn slack(&self, (a, b): (usize, usize)) -> PairCost {
        self.duals[a] + self.duals[b] - 2 * self.weights[a][b]
    }

    fn come_near(&mut self, node: usize, top: usize) {
        let known = self.nearest[top];
        if known == NONE || self.slack(self.edges[node][top]) < self.slack(self.edges[known][top]) {
            self.nearest[top] = node;
        }
    }

    fn find_nearest(&mut self, top: usize) {
        self.nearest[top] = NONE;
        for node in 1..=self.n_nodes {
            let is_edge = self.edges[node][top] != (NONE, NONE);
            let node_top = self.tops[node];
            if is_edge && node_top != top && self.sides[node_top] == Side::Outer {
                self.come_near(node, top);
            }
        }
    }

    fn enqueue(&mut self, node: usize) {
        if node <= self.n_nodes {
            self.queue.push_back(node);
            return;
        }
        for at in 0..self.cycles[node].len() {
            self.enqueue(self.cycles[node][at]);
        }
    }

    fn put_into(&mut self, node: usize, top: usize) {
        self.tops[node] = top;
        for at in 0..self.cycles[node].len() {
            if node > self.n_nodes {
                self.put_into(self.cycles[node][at], top);
            }
        }
    }

    /// Uses a tight edge from an outer node: a tree grows, or a blossom is made, or, and then it
    /// is `true`, there is one more pair.
    fn found(&mut self, (a, b): (usize, usize)) -> bool {
        let (from, to) = (self.tops[a], self.tops[b]);
        match self.sides[to] {
            Side::Free => {
                self.parents[to] = a;
                self.sides[to] = Side::Inner;
                let next = self.tops[self.mates[to]];
                self.nearest[to] = NONE;
                self.nearest[next] = NONE;
                self.sides[next] = Side::Outer;
                self.enqueue(next);
            }
            Side::Outer => match self.common_root(from, to) {
                NONE => {
                    self.augment(from, to);
                    self.augment(to, from);
                    return true;
                }
                root => self.shrink(from, root, to),
            },
            Side::Inner => {}
        }
        false
    }

    /// Where the ways of two outer nodes to their roots meet, or `NONE`.
    fn common_root(&mut self, mut a: usize, mut b: usize) -> usize {
        self.n_looks += 1;
        while a != NONE || b != NONE {
            if a != NONE {
                if self.seen[a] == self.n_looks {
                    return a;
                }
                self.seen[a] = self.n_looks;
                a = match self.tops[self.mates[a]] {
                    NONE => NONE,
                    inner => self.tops[self.parents[inner]],
                };
            }
            (a, b) = (b, a);
        }
        NONE
    }

    /// Makes the cycle from `root` over `a`, `b` and back a blossom.
    fn shrink(&mut self, a: usize, root: usize, b: usize) {
        let unused = (self.n_nodes + 1..=self.n_used).find(|at| self.tops[*at] == NONE);
        let blossom = unused.unwrap_or(self.n_used + 1);
        self.n_used = self.n_used.max(blossom);
        self.duals[blossom] = 0;
        self.sides[blossom] = Side::Outer;
        self.mates[blossom] = self.mates[root];
        let mut cycle = self.way_to(a, root);
        cycle.push(root);
        cycle.reverse();
        cycle.extend(self.way_to(b, root));
        self.cycles[blossom] = cycle.clone();
        self.put_into(blossom, blossom);
        for node in 1..=self.n_used {
            self.edges[blossom][node] = (NONE, NONE);
            self.edges[node][blossom] = (NONE, NONE);
        }
        self.member_with[blossom].fill(NONE);
        for member in cycle {
            for node in 1..=self.n_used {
                let edge = self.edges[member][node];
                let known = self.edges[blossom][node];
                if edge != (NONE, NONE)
                    && (known == (NONE, NONE) || self.slack(edge) < self.slack(known))
                {
                    self.edges[blossom][node] = edge;
                    self.edges[node][blossom] = self.edges[node][member];
                }
            }
            for node in 1..=self.n_nodes {
                if self.member_with[member][node] != NONE {
                    self.member_with[blossom][node] = member;
                }
            }
        }
        self.find_nearest(blossom);
    }

    /// The nodes from `node` up to `root`, without it; the inner ones become outer.
    fn way_to(&mut self, mut node: usize, root: usize) -> Vec<usize> {
        let mut way = Vec::new();
        while node != root {
            let inner = self.tops[self.mates[node]];
            way.extend([node, inner]);
            self.enqueue(inner);
            node = self.tops[self.parents[inner]];
        }
        way
    }

    /// Takes an inner blossom apart whose dual value is zero.
    fn expand(&mut self, blossom: usize) {
        for at in 0..self.cycles[blossom].len() {
            let member = self.cycles[blossom][at];
            self.put_into(member, member);
        }
        let (entry, _) = self.edges[blossom][self.parents[blossom]];
        let entry = self.member_with[blossom][entry];
        let way = self.turn_to(blossom, entry);
        let cycle = self.cycles[blossom].clone();
        for pair in cycle[..way].chunks(2) {
            let (inner, outer) = (pair[0], pair[1]);
            self.parents[inner] = self.edges[outer][inner].0;
            self.sides[inner] = Side::Inner;
            self.sides[outer] = Side::Outer;
            self.nearest[inner] = NONE;
            self.find_nearest(outer);
            self.enqueue(outer);
        }
        self.sides[entry] = Side::Inner;
        self.parents[entry] = self.parents[blossom];
        for &member in &cycle[way + 1..] {
            self.sides[member] = Side::Free;
            self.find_nearest(member);
        }
        self.tops[blossom] = NONE;
    }

    /// Turns the cycle of a blossom such that it is an even way from its base to `member`, and
    /// returns how far that is.
    fn turn_to(&mut self, blossom: usize, member: usize) -> usize {
        let cycle = &mut self.cycles[blossom];
        let at = cycle.iter().position(|other| *other == member);
        let at = at.unwrap_or_default();
        match at % 2 {
            0 => at,
            _ => {
                cycle[1..].reverse();
                cycle.len() - at
            }
        }
    }

    /// Pairs everything on the way from `a` to its root anew, `a` with `b`.
    fn augment(&mut self, mut a: usize, mut b: usize) {
        loop {
            let inner = self.tops[self.mates[a]];
            self.pair(a, b);
            if inner == NONE {
                return;
            }
            let next = self.tops[self.parents[inner]];
            self.pair(inner, next);
            (a, b) = (next, inner);
        }
    }

    /// Gives `a` the partner `b`, and all inside it theirs.
    fn pair(&mut self, a: usize, b: usize) {
        let (from, to) = self.edges[a][b];
        self.mates[a] = to;
        if a <= self.n_nodes {
            return;
        }
        let member = self.member_with[a][from];
        let way = self.turn_to(a, member);
        for at in 0..way {
            self.pair(self.cycles[a][at], self.cycles[a][at ^ 1]);
        }
        self.pair(member, b);
        self.cycles[a].rotate_left(way);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_game::Dice;
    use ponnuki_testkit::is_slow_run;

    /// The least total cost by trying everything: the slow twin of [`cheapest_pairs`].
    fn least_cost(costs: &[Vec<PairCost>], left: &[usize]) -> PairCost {
        let Some((first, rest)) = left.split_first() else {
            return 0;
        };
        let with = |partner: &usize| {
            let rest: Vec<usize> = rest.iter().copied().filter(|p| p != partner).collect();
            costs[*first][*partner] + least_cost(costs, &rest)
        };
        rest.iter().map(with).min().unwrap_or_default()
    }

    fn drawn_costs(n: usize, below: usize, dice: &mut Dice) -> Vec<Vec<PairCost>> {
        let mut costs = vec![vec![0; n]; n];
        for (a, b) in (0..n).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let cost = dice.below(below) as PairCost;
            (costs[a][b], costs[b][a]) = (cost, cost);
        }
        costs
    }

    #[test]
    fn no_pairs_are_cheaper_than_the_cheapest() {
        let n_seeds = if is_slow_run() { 60_000 } else { 6_000 };
        for seed in 0..n_seeds {
            let mut dice = Dice::new(seed);
            let n = 2 * dice.below(6);
            // Few different costs give many ties, and with them many blossoms.
            let below = [2, 3, 10, 1_000][dice.below(4)];
            let costs = drawn_costs(n, below, &mut dice);
            let mates = cheapest_pairs(n, |a, b| costs[a][b]);
            let mut total = 0;
            for (a, &b) in mates.iter().enumerate() {
                assert!(a != b && mates[b] == a, "seed {seed}: {mates:?}");
                total += costs[a][b];
            }
            let all: Vec<usize> = (0..n).collect();
            assert_eq!(total / 2, least_cost(&costs, &all), "seed {seed}");
        }
    }

    #[test]
    fn many_people_all_have_a_partner() {
        for seed in 0..20 {
            let mut dice = Dice::new(seed);
            let n = 100 + 2 * dice.below(30);
            let costs = drawn_costs(n, 50, &mut dice);
            let mates = cheapest_pairs(n, |a, b| costs[a][b]);
            let is_pair = |(a, &b): (usize, &usize)| a != b && mates[b] == a;
            assert!(mates.iter().enumerate().all(is_pair), "seed {seed}");
        }
    }
}
