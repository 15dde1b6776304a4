//! What the tree has to say.

use ponnuki_game::{Color, Dice, Game, Move};
use ponnuki_think::{
    Analysis, Candidate, ChoiceRule, Detail, Evaluation, Outlook, RawEvaluation, SearchTuning,
};

use super::arena::{Arena, Edge, NodeAt, ROOT, Sums};
use super::ending::owner_of;
use super::moves::unit;
use super::value::{UTILITY_MAX, sign, sound};
use crate::stats::two_most;

/// How long a variation is reported.
const VARIATION_MAX: usize = 20;

/// A tree to tell about.
pub(super) struct Subject<'a> {
    pub(super) arena: &'a Arena,
    pub(super) tuning: &'a SearchTuning,
    /// The position of the root.
    pub(super) game: &'a Game,
    /// How the root was judged before any search.
    pub(super) raw: Option<&'a Evaluation>,
}

/// All that is thought of the root.
pub(super) fn analysis(subject: &Subject<'_>, detail: Detail) -> Analysis {
    let &Subject { arena, tuning, .. } = subject;
    let root = arena.node(ROOT);
    let told = told(&root.sums, root.turn);
    let branches = match detail {
        Detail::Numbers => Branches::default(),
        Detail::Ownership | Detail::OwnershipStdev => Branches::of(arena, detail),
    };
    let average = average(arena, detail);
    Analysis {
        turn: subject.game.turn(),
        visits: u64::from(root.sums.visits),
        win_rate: told.win_rate,
        lead: told.lead,
        lcb: lower_bound(told.win_rate, radius(&root.sums, tuning)),
        candidates: ranked(arena, tuning)
            .iter()
            .map(|edge| {
                let branch = edge.child_at().and_then(|child| branches.average(child));
                Candidate {
                    ownership: branch.map(Average::mean),
                    ownership_stdev: branch.and_then(Average::stdev),
                    ..candidate(arena, edge, tuning)
                }
            })
            .collect(),
        ownership: average.mean(),
        ownership_stdev: average.stdev(),
        outlook: (root.sums.visits > 0).then(|| outlook(&root.sums, root.turn)),
        raw: subject.raw.map(raw),
    }
}

/// A chance of winning is half as wide as what a position is worth.
fn lower_bound(win_rate: f32, radius: f64) -> f32 {
    (win_rate - radius as f32 / 2.0).max(0.0)
}

fn raw(said: &Evaluation) -> RawEvaluation {
    RawEvaluation {
        win_rate: 0.5 + (sound(said.win - said.loss) / 2.0).clamp(-0.5, 0.5),
        no_result: sound(said.no_result).clamp(0.0, 1.0),
        lead: sound(said.lead),
        score_mean: sound(said.score_mean),
        score_stdev: sound(said.score_stdev).max(0.0),
        time_left: said.time_left.map(sound),
        value_error: said.value_error.map(sound),
        score_error: said.score_error.map(sound),
        policy: said.policy.iter().map(|&share| sound(share)).collect(),
    }
}

/// How often the most tried move of the root was tried, and the next.
pub(super) fn most_visits(arena: &Arena) -> [u64; 2] {
    let edges = arena.edges(ROOT).iter();
    two_most(edges.map(|edge| u64::from(n_visits(arena, edge))))
}

/// Draws a move by how often it was tried: the more evenly the higher the
/// temperature, and the first choice at 0. `None` if the game has ended.
pub(super) fn draw(
    arena: &Arena,
    tuning: &SearchTuning,
    temperature: f32,
    dice: &mut Dice,
) -> Option<Move> {
    let ranked = ranked(arena, tuning);
    let best = ranked.first()?.mv;
    if temperature <= 0.0 {
        return Some(best);
    }
    let weight = |edge: &&Edge| {
        let n = f64::from(n_visits(arena, edge));
        if n > 0.0 {
            n.powf(1.0 / f64::from(temperature))
        } else {
            0.0
        }
    };
    let sum: f64 = ranked.iter().map(weight).sum();
    let mut left = unit(dice) * sum;
    for edge in &ranked {
        left -= weight(edge);
        if left < 0.0 {
            return Some(edge.mv);
        }
    }
    Some(best)
}

/// The moves of the root: the one with the best lower bound first, then the
/// most tried.
fn ranked<'a>(arena: &'a Arena, tuning: &SearchTuning) -> Vec<&'a Edge> {
    let mut ranked: Vec<&Edge> = arena.edges(ROOT).iter().collect();
    ranked.sort_by(|a, b| {
        let by_visits = n_visits(arena, b).cmp(&n_visits(arena, a));
        by_visits.then_with(|| b.prior.total_cmp(&a.prior))
    });
    if tuning.choice == ChoiceRule::Visits {
        return ranked;
    }
    let n_most = ranked.first().map_or(0, |edge| n_visits(arena, edge));
    let n_enough = (f64::from(n_most) * tuning.lcb_visit_share).max(1.0);
    let lower_bound = |edge: &Edge| {
        let (utility, radius) = bounds(arena, edge, tuning);
        utility - radius
    };
    let mut best: Option<(f64, usize)> = None;
    for (place, edge) in ranked.iter().enumerate() {
        let bound = lower_bound(edge);
        let is_tried = f64::from(n_visits(arena, edge)) >= n_enough;
        if is_tried && best.is_none_or(|(most, _)| bound > most) {
            best = Some((bound, place));
        }
    }
    if let Some((_, place)) = best {
        ranked[..=place].rotate_right(1);
    }
    ranked
}

fn candidate(arena: &Arena, edge: &Edge, tuning: &SearchTuning) -> Candidate {
    let sums = sums_of(arena, edge);
    let turn = arena.node(ROOT).turn;
    let told = told(&sums, turn);
    let (utility, radius) = bounds(arena, edge, tuning);
    let (variation, variation_visits) = variation(arena, edge).into_iter().unzip();
    Candidate {
        mv: edge.mv,
        visits: u64::from(n_visits(arena, edge)),
        win_rate: told.win_rate,
        lead: told.lead,
        prior: edge.prior,
        lcb: lower_bound(told.win_rate, radius),
        variation,
        variation_visits,
        outlook: Some(outlook(&sums, turn)),
        utility_lcb: Some((utility - radius) as f32),
        ownership: None,
        ownership_stdev: None,
    }
}

/// The best play from a move of the root on, as far as it was tried, and how
/// often each move was.
fn variation(arena: &Arena, edge: &Edge) -> Vec<(Move, u64)> {
    let told = |edge: &Edge| (edge.mv, u64::from(n_visits(arena, edge)));
    let mut moves = vec![told(edge)];
    let mut next = edge.child_at();
    while let Some(at) = next
        && moves.len() < VARIATION_MAX
    {
        let tried = arena
            .edges(at)
            .iter()
            .filter(|edge| n_visits(arena, edge) > 0);
        // Of those tried equally often, the one that comes first.
        let most = tried.rev().max_by_key(|edge| n_visits(arena, edge));
        moves.extend(most.map(told));
        next = most.and_then(Edge::child_at);
    }
    moves
}

/// What players are told of some trials.
struct Told {
    win_rate: f32,
    lead: f32,
}

fn told(sums: &Sums, turn: Color) -> Told {
    let sign = sign(turn);
    Told {
        win_rate: (0.5 + sign * sums.mean(sums.win_less_loss) / 2.0) as f32,
        lead: (sign * sums.mean(sums.lead)) as f32,
    }
}

fn outlook(sums: &Sums, turn: Color) -> Outlook {
    let score = sums.mean(sums.score);
    let variance = sums.mean(sums.score_sq) - score * score;
    Outlook {
        utility: (sign(turn) * sums.mean(sums.utility)) as f32,
        score_mean: (sign(turn) * score) as f32,
        score_stdev: variance.max(0.0).sqrt() as f32,
        no_result: sums.mean(sums.no_result) as f32,
    }
}

/// What a move of the root is worth to who makes it, and how much less it may be.
fn bounds(arena: &Arena, edge: &Edge, tuning: &SearchTuning) -> (f64, f64) {
    let sums = sums_of(arena, edge);
    let radius = match n_visits(arena, edge) {
        0 => 2.0 * UTILITY_MAX,
        _ => radius(&sums, tuning),
    };
    let utility = sums.mean(sums.utility);
    (sign(arena.node(ROOT).turn) * utility, radius)
}

/// How much less some trials may be worth than they are on average.
fn radius(sums: &Sums, tuning: &SearchTuning) -> f64 {
    let utility = sums.mean(sums.utility);
    let n = f64::from(sums.visits);
    if n == 0.0 {
        return 2.0 * UTILITY_MAX;
    }
    let variance = (sums.mean(sums.utility_sq) - utility * utility).max(0.0);
    // A trial as far off as can be is imagined, and soon forgotten.
    let doubt = 1.0 / (n * n);
    let variance = (variance * n + UTILITY_MAX * UTILITY_MAX * doubt) / (n + doubt);
    let radius = tuning.lcb_stdevs * (variance / n).sqrt() * (1.0 + 2.0 / n);
    radius.min(2.0 * UTILITY_MAX)
}

/// The trials of a move of the root; those of the root itself if it has none.
fn sums_of(arena: &Arena, edge: &Edge) -> Sums {
    let child = edge.child_at().map(|child| arena.node(child).sums);
    child
        .filter(|sums| sums.visits > 0)
        .unwrap_or(arena.node(ROOT).sums)
}

fn n_visits(arena: &Arena, edge: &Edge) -> u32 {
    edge.child_at()
        .map_or(0, |child| arena.node(child).sums.visits)
}

/// Whose each point is, averaged over all trials.
fn average(arena: &Arena, detail: Detail) -> Average {
    let mut average = Average::new(arena, detail);
    for at in 0..arena.nodes().len() {
        average.add(arena, at as NodeAt);
    }
    average
}

/// Whose each point is after each move of the root.
#[derive(Default)]
struct Branches(Vec<(NodeAt, Average)>);

impl Branches {
    fn of(arena: &Arena, detail: Detail) -> Branches {
        let tried = arena.edges(ROOT).iter().filter_map(Edge::child_at);
        let average = |child| (child, Average::new(arena, detail));
        let mut branches: Vec<_> = tried.map(average).collect();
        branches.sort_unstable_by_key(|&(child, _)| child);
        // The branch of each node; parents stand before their children.
        let mut branch_of: Vec<Option<usize>> = vec![None; arena.nodes().len()];
        for (at, node) in arena.nodes().iter().enumerate().skip(1) {
            let own = || branches.binary_search_by_key(&(at as NodeAt), |&(child, _)| child);
            branch_of[at] = branch_of[node.parent as usize].or_else(|| own().ok());
            if let Some(branch) = branch_of[at] {
                branches[branch].1.add(arena, at as NodeAt);
            }
        }
        Branches(branches)
    }

    /// Whose each point is after the move that leads to `child`, if it was tried.
    fn average(&self, child: NodeAt) -> Option<&Average> {
        let found = self.0.binary_search_by_key(&child, |&(child, _)| child);
        let (_, average) = &self.0[found.ok()?];
        (average.n > 0.0).then_some(average)
    }
}

/// Whose each point is, averaged over the trials that ended at some nodes.
struct Average {
    sums: Vec<f64>,
    /// Sums of squares; empty where nobody asks how far ownership varies.
    squares: Vec<f64>,
    n: f64,
}

impl Average {
    fn new(arena: &Arena, detail: Detail) -> Average {
        let n_points = arena.owners(ROOT).len();
        let n_squares = match detail {
            Detail::Numbers | Detail::Ownership => 0,
            Detail::OwnershipStdev => n_points,
        };
        Average {
            sums: vec![0.0; n_points],
            squares: vec![0.0; n_squares],
            n: 0.0,
        }
    }

    fn add(&mut self, arena: &Arena, at: NodeAt) {
        let weight = f64::from(arena.node(at).n_own);
        let owners = arena.owners(at);
        self.n += weight;
        for (sum, &owner) in self.sums.iter_mut().zip(owners) {
            *sum += weight * f64::from(owner_of(owner));
        }
        for (square, &owner) in self.squares.iter_mut().zip(owners) {
            *square += weight * f64::from(owner_of(owner)).powi(2);
        }
    }

    fn mean(&self) -> Vec<f32> {
        let n = self.n.max(1.0);
        self.sums.iter().map(|sum| (sum / n) as f32).collect()
    }

    /// How far the points' owners vary, if that was added up.
    fn stdev(&self) -> Option<Vec<f32>> {
        let n = self.n.max(1.0);
        let both = self.sums.iter().zip(&self.squares);
        let stdevs = both.map(|(sum, square)| {
            let mean = sum / n;
            (square / n - mean * mean).max(0.0).sqrt() as f32
        });
        (!self.squares.is_empty()).then(|| stdevs.collect())
    }
}
