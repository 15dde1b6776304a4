//! What the tree has to say.

use ponnuki_game::{Color, Dice, Game, Move};

use super::arena::{Arena, Edge, NodeAt, ROOT, Sums};
use super::ending::owner_of;
use super::moves::unit;
use super::value::{UTILITY_MAX, sign};
use crate::analysis::{Analysis, Candidate};

/// How long a variation is reported.
const VARIATION_MAX: usize = 20;
/// How many standard errors a move's worth is taken to be below its average.
const CAUTION: f64 = 5.0;
/// A move is compared by its lower bound if it was tried at least this often
/// for each time the most tried one was.
const TRIED_SHARE: f64 = 0.15;

/// What is thought of a move beyond what a [`Candidate`] says, for the player
/// who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// The move.
    pub mv: Move,
    /// What it is worth, the score included, between ±1.4.
    pub utility: f32,
    /// What it is worth at least: the first choice has the most of it.
    pub utility_lcb: f32,
    /// By how many points this player wins, on average over the tree.
    pub score_mean: f32,
    /// How far scores are spread around that.
    pub score_stdev: f32,
    /// How likely the game has no result.
    pub no_result: f32,
}

/// All that is thought of the position of `game`, the root of the tree.
pub(super) fn analysis(arena: &Arena, game: &Game) -> Analysis {
    let root = arena.node(ROOT);
    let black = told(&root.sums, root.turn);
    Analysis {
        turn: game.turn(),
        visits: u64::from(root.sums.visits),
        win_rate: black.win_rate,
        lead: black.lead,
        candidates: ranked(arena)
            .iter()
            .map(|edge| candidate(arena, edge))
            .collect(),
        ownership: ownership(arena),
    }
}

/// The same moves in the same order, with what else is known.
pub(super) fn outlooks(arena: &Arena) -> Vec<Outlook> {
    let outlook = |edge: &&Edge| {
        let turn = arena.node(ROOT).turn;
        let sums = sums_of(arena, edge);
        let score = sums.mean(sums.score);
        let variance = sums.mean(sums.score_sq) - score * score;
        let (utility, radius) = bounds(arena, edge);
        Outlook {
            mv: edge.mv,
            utility: utility as f32,
            utility_lcb: (utility - radius) as f32,
            score_mean: (sign(turn) * score) as f32,
            score_stdev: variance.max(0.0).sqrt() as f32,
            no_result: sums.mean(sums.no_result) as f32,
        }
    };
    ranked(arena).iter().map(outlook).collect()
}

/// Draws a move by how often it was tried: the more evenly the higher the
/// temperature, and the first choice at 0. `None` if the game has ended.
pub(super) fn draw(arena: &Arena, temperature: f32, dice: &mut Dice) -> Option<Move> {
    let ranked = ranked(arena);
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
fn ranked(arena: &Arena) -> Vec<&Edge> {
    let mut ranked: Vec<&Edge> = arena.edges(ROOT).iter().collect();
    ranked.sort_by(|a, b| {
        let by_visits = n_visits(arena, b).cmp(&n_visits(arena, a));
        by_visits.then_with(|| b.prior.total_cmp(&a.prior))
    });
    let n_most = ranked.first().map_or(0, |edge| n_visits(arena, edge));
    let n_enough = (f64::from(n_most) * TRIED_SHARE).max(1.0);
    let lower_bound = |edge: &Edge| {
        let (utility, radius) = bounds(arena, edge);
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

fn candidate(arena: &Arena, edge: &Edge) -> Candidate {
    let sums = sums_of(arena, edge);
    let told = told(&sums, arena.node(ROOT).turn);
    let (_, radius) = bounds(arena, edge);
    Candidate {
        mv: edge.mv,
        visits: u64::from(n_visits(arena, edge)),
        win_rate: told.win_rate,
        lead: told.lead,
        prior: edge.prior,
        // A chance of winning is half as wide as what a position is worth.
        lcb: (told.win_rate - radius as f32 / 2.0).max(0.0),
        variation: variation(arena, edge),
    }
}

/// The best play from a move of the root on, as far as it was tried.
fn variation(arena: &Arena, edge: &Edge) -> Vec<Move> {
    let mut moves = vec![edge.mv];
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
        moves.extend(most.map(|edge| edge.mv));
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

/// What a move of the root is worth to who makes it, and how much less it may be.
fn bounds(arena: &Arena, edge: &Edge) -> (f64, f64) {
    let sums = sums_of(arena, edge);
    let utility = sums.mean(sums.utility);
    let n = f64::from(n_visits(arena, edge));
    if n == 0.0 {
        return (sign(arena.node(ROOT).turn) * utility, 2.0 * UTILITY_MAX);
    }
    let variance = (sums.mean(sums.utility_sq) - utility * utility).max(0.0);
    // A trial as far off as can be is imagined, and soon forgotten.
    let doubt = 1.0 / (n * n);
    let variance = (variance * n + UTILITY_MAX * UTILITY_MAX * doubt) / (n + doubt);
    let radius = CAUTION * (variance / n).sqrt() * (1.0 + 2.0 / n);
    (
        sign(arena.node(ROOT).turn) * utility,
        radius.min(2.0 * UTILITY_MAX),
    )
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
fn ownership(arena: &Arena) -> Vec<f32> {
    let mut sums = vec![0.0f64; arena.owners(ROOT).len()];
    let mut n = 0.0;
    for (at, node) in arena.nodes().iter().enumerate() {
        let weight = f64::from(node.n_own);
        n += weight;
        for (sum, &owner) in sums.iter_mut().zip(arena.owners(at as NodeAt)) {
            *sum += weight * f64::from(owner_of(owner));
        }
    }
    let n = f64::max(n, 1.0);
    sums.into_iter().map(|sum| (sum / n) as f32).collect()
}
