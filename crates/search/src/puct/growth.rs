//! How the tree grows: down to a move not tried yet, and back up with what it is worth.

use ponnuki_game::{Color, Dice, Move};
use ponnuki_think::SearchTuning;

use super::arena::{Arena, Edge, NodeAt, ROOT, Stage, Sums};
use super::moves::normal;
use super::value::{Taste, UTILITY_MAX, Value, sign};

/// Where no move was tried yet, priors still count a little.
const TRIALS_MIN: f64 = 0.01;

/// How much worse than those before a trial under way is taken to turn out.
/// As a whole loss it would drive others to moves that nobody wants.
const PENDING_LOSS: f64 = 0.1;

/// A tree that grows.
#[derive(Debug)]
pub(super) struct Growth {
    pub(super) arena: Arena,
    pub(super) taste: Taste,
    /// How much untried moves are looked at for being untried.
    pub(super) exploration: f64,
    pub(super) tuning: SearchTuning,
    /// Widens the search at the root, if that is wanted.
    pub(super) dice: Dice,
    /// How many trials have ended, ever.
    pub(super) n_settled: u64,
}

/// Where a way down ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Descent {
    /// At a new node, which is yet to be judged.
    Asks(NodeAt),
    /// At a node that is known already; the trial has ended.
    Settled,
    /// At a node that somebody else is having judged; nothing has changed.
    Blocked,
}

/// What was found out about a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding<'a> {
    pub(super) value: Value,
    /// How play may go on; the game ends here if there is nothing.
    pub(super) moves: &'a [Edge],
    /// Whose each point is, for Black, in 127ths.
    pub(super) owners: &'a [i8],
}

impl Growth {
    /// How many trials the tree rests on.
    pub(super) fn n_visits(&self) -> u64 {
        u64::from(self.arena.node(ROOT).sums.visits)
    }

    /// The same and those under way.
    pub(super) fn n_begun(&self) -> u64 {
        self.n_visits() + u64::from(self.arena.node(ROOT).n_pending)
    }

    /// Begins a trial: goes down to a node that is not judged yet, leaving the
    /// way there in `moves`. Nothing is allocated unless `moves` has to grow.
    pub(super) fn descend(&mut self, moves: &mut Vec<Move>) -> Descent {
        moves.clear();
        let mut at = ROOT;
        loop {
            let stage = self.arena.node(at).stage;
            if stage == Stage::Asked {
                self.give_up(at);
                return Descent::Blocked;
            }
            self.arena.node_mut(at).n_pending += 1;
            let selected = match stage {
                Stage::Open if at == ROOT && self.tuning.wide_root_noise > 0.0 => {
                    self.select_widely()
                }
                Stage::Open => self.select(at),
                Stage::Asked | Stage::Ended => None,
            };
            let Some(edge) = selected else {
                self.settle_again(at);
                return Descent::Settled;
            };
            moves.push(self.arena.edge(edge).mv);
            match self.arena.edge(edge).child_at() {
                Some(child) => at = child,
                None => {
                    let child = self.arena.grow(at, edge);
                    self.arena.node_mut(child).n_pending += 1;
                    return Descent::Asks(child);
                }
            }
        }
    }

    /// Ends a trial that asked about the node `at`.
    pub(super) fn settle(&mut self, at: NodeAt, finding: &Finding<'_>) {
        let utility = self.taste.utility(&finding.value);
        let own = (finding.value, utility);
        self.arena.answer(at, own, finding.moves, finding.owners);
        self.settle_again(at);
    }

    /// Ends a trial at a node that is known.
    fn settle_again(&mut self, at: NodeAt) {
        let node = self.arena.node_mut(at);
        node.n_own += 1;
        let trial = Sums::of(&node.own, node.own_utility);
        self.n_settled += 1;
        self.go_up(at, |node| {
            node.sums.add(&trial);
            node.n_pending = node.n_pending.saturating_sub(1);
        });
    }

    /// Undoes a trial that came to `at`, which does not count it yet.
    fn give_up(&mut self, at: NodeAt) {
        if at != ROOT {
            let parent = self.arena.node(at).parent;
            self.go_up(parent, |node| {
                node.n_pending = node.n_pending.saturating_sub(1)
            });
        }
    }

    fn go_up(&mut self, mut at: NodeAt, mut each: impl FnMut(&mut super::arena::Node)) {
        loop {
            let node = self.arena.node_mut(at);
            each(node);
            if at == ROOT {
                return;
            }
            at = node.parent;
        }
    }

    /// The move of `at` that looks best to the player to move there; none if
    /// there is no room for a new node and nothing was tried yet.
    ///
    /// Moves are in the order of their priors, and untried ones look the
    /// better the greater their prior: so after the first untried one there is
    /// nothing to see, except at the root, whose priors may have changed.
    fn select(&self, at: NodeAt) -> Option<usize> {
        let view = self.view(at);
        let has_room = self.arena.has_room();
        let mut best: Option<(f64, usize)> = None;
        for edge_at in self.arena.node(at).edges.range() {
            let edge = self.arena.edge(edge_at);
            if edge.child.is_some() || has_room {
                let selection_score = self.selection_score(&view, edge);
                if best.is_none_or(|(most, _)| selection_score > most) {
                    best = Some((selection_score, edge_at));
                }
            }
            if edge.child.is_none() && at != ROOT {
                break;
            }
        }
        best.map(|(_, edge_at)| edge_at)
    }

    /// The same at the root with chance in it: priors are evened out, and half of the moves
    /// look better than they are.
    fn select_widely(&mut self) -> Option<usize> {
        let view = self.view(ROOT);
        let has_room = self.arena.has_room();
        let noise = self.tuning.wide_root_noise;
        let evenness = 1.0 / (1.0 + 4.0 * noise);
        let mut best: Option<(f64, usize)> = None;
        for edge_at in self.arena.node(ROOT).edges.range() {
            let mut edge = *self.arena.edge(edge_at);
            if edge.child.is_none() && !has_room {
                continue;
            }
            edge.prior = f64::from(edge.prior).powf(evenness) as f32;
            let mut selection_score = self.selection_score(&view, &edge);
            if self.dice.roll() >> 63 == 1 {
                selection_score += noise * normal(&mut self.dice).abs();
            }
            if best.is_none_or(|(most, _)| selection_score > most) {
                best = Some((selection_score, edge_at));
            }
        }
        best.map(|(_, edge_at)| edge_at)
    }

    /// How good a move looks: what it was worth on average, and what might be
    /// found if it were tried more. Trials under way are taken to turn out
    /// somewhat worse than those before, so that others look elsewhere.
    fn selection_score(&self, view: &View, edge: &Edge) -> f64 {
        let prior = f64::from(edge.prior);
        let Some(child) = edge.child_at() else {
            return view.untried + view.exploration * prior;
        };
        let child = self.arena.node(child);
        let (n_done, n_pending) = (f64::from(child.sums.visits), f64::from(child.n_pending));
        let mean = match child.sums.visits {
            0 => view.untried,
            _ => sign(view.turn) * child.sums.mean(child.sums.utility),
        };
        let n = n_done + n_pending;
        let loss = PENDING_LOSS * n_pending / n.max(1.0);
        mean - loss + view.exploration * prior / (1.0 + n)
    }

    /// What the moves of `at` are measured by.
    fn view(&self, at: NodeAt) -> View {
        let node = self.arena.node(at);
        let (mut n_tried, mut prior_tried) = (0, 0.0);
        for edge in self.arena.edges(at) {
            match edge.child_at() {
                Some(child) => {
                    n_tried += self.arena.node(child).sums.visits;
                    prior_tried += f64::from(edge.prior);
                }
                None if at != ROOT => break,
                None => {}
            }
        }
        let n_tried = f64::from(n_tried);
        let tuning = &self.tuning;
        let growth = ((n_tried + tuning.exploration_base) / tuning.exploration_base).ln();
        let utility = node.sums.mean(node.sums.utility);
        let trust = (prior_tried * prior_tried).min(1.0);
        let expected = trust * utility + (1.0 - trust) * node.own_utility;
        let (loss, loss_share) = match at {
            ROOT => (tuning.root_fpu_reduction, tuning.root_fpu_loss_share),
            _ => (tuning.fpu_reduction, tuning.fpu_loss_share),
        };
        let untried = sign(node.turn) * expected - loss * prior_tried.sqrt();
        View {
            turn: node.turn,
            exploration: (self.exploration + tuning.exploration_log * growth)
                * (n_tried + TRIALS_MIN).sqrt()
                * spread_factor(&node.sums, tuning),
            untried: untried - loss_share * (UTILITY_MAX + untried),
        }
    }
}

/// What the moves of a node are measured by.
struct View {
    turn: Color,
    /// What a prior of 1 adds to a move that was never tried.
    exploration: f64,
    /// What an untried move is taken to be worth.
    untried: f64,
}

/// How much more is to be explored where results differ more.
fn spread_factor(sums: &Sums, tuning: &SearchTuning) -> f64 {
    let n = f64::from(sums.visits);
    if n <= 1.0 {
        return 1.0;
    }
    let mean = sums.mean(sums.utility);
    let mean_sq = sums.mean(sums.utility_sq).max(mean * mean);
    let (prior, n_prior) = (tuning.stdev_prior, tuning.stdev_prior_weight);
    let imagined = (mean * mean + prior * prior) * n_prior;
    let all_sq = (imagined + mean_sq * n) / (n_prior + n - 1.0);
    let spread = (all_sq - mean * mean).max(0.0).sqrt();
    1.0 + tuning.stdev_scale * (spread / prior - 1.0)
}
