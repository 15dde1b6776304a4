//! The moves of a position, with how likely each is the one.

use ponnuki_game::{DeadStones, Dice, Game, Move, Size};
use ponnuki_think::{Evaluation, Noise};

use super::arena::Edge;
use super::ending::CAPTURED;
use super::value::sound;

/// Where only captured stones come off, this share of what a pass promises goes
/// to the moves that hunt stones which are as good as captured: what judges at
/// a glance may believe that they come off by themselves.
const HUNT_SHARE: f32 = 0.75;

/// Writes the legal moves of `game` that `admits` lets through into `moves`,
/// the most likely first; passing is left if nothing else is.
pub(super) fn list(
    game: &Game,
    answer: &Evaluation,
    admits: impl Fn(Move) -> bool,
    moves: &mut Vec<Edge>,
) {
    let size = game.size();
    moves.clear();
    let plays = game.legal().into_iter().map(Move::Play);
    for mv in plays.filter(|&mv| admits(mv)) {
        moves.push(edge(mv, answer, size));
    }
    if moves.is_empty() || admits(Move::Pass) {
        moves.push(edge(Move::Pass, answer, size));
    }
    normalize(moves);
    if game.rules().dead == DeadStones::Stay {
        hunt_before_passing(game, answer, moves);
    }
    sort(moves, size);
}

fn edge(mv: Move, answer: &Evaluation, size: Size) -> Edge {
    Edge {
        mv,
        prior: sound(answer.policy[index(mv, size)]).max(0.0),
        child: None,
    }
}

/// The place of a move in a policy.
pub(super) fn index(mv: Move, size: Size) -> usize {
    match mv {
        Move::Play(point) => size.index(point),
        Move::Pass => size.n_points(),
    }
}

/// Makes priors sum to 1; all are alike if there were none.
pub(super) fn normalize(moves: &mut [Edge]) {
    let sum: f32 = moves.iter().map(|edge| edge.prior).sum();
    let n = moves.len().max(1) as f32;
    for edge in moves {
        edge.prior = if sum > 0.0 && sum.is_finite() {
            edge.prior / sum
        } else {
            1.0 / n
        };
    }
}

/// The most likely first; of those alike, in the order of the board.
pub(super) fn sort(moves: &mut [Edge], size: Size) {
    moves.sort_unstable_by(|a, b| {
        let by_prior = b.prior.total_cmp(&a.prior);
        by_prior.then_with(|| index(a.mv, size).cmp(&index(b.mv, size)))
    });
}

/// Sees to it that stones which have to be captured are hunted before a pass.
fn hunt_before_passing(game: &Game, answer: &Evaluation, moves: &mut [Edge]) {
    let (board, size, turn) = (game.board(), game.size(), game.turn());
    let is_prey = |point| {
        let ours = f64::from(sound(answer.ownership[size.index(point)]));
        board.at(point) == Some(!turn) && ours > CAPTURED
    };
    let is_hunt = |mv: Move| match mv {
        Move::Play(point) => board.neighbors(point).any(is_prey),
        Move::Pass => false,
    };
    let n_hunts = moves.iter().filter(|edge| is_hunt(edge.mv)).count();
    let pass = moves.iter_mut().find(|edge| edge.mv == Move::Pass);
    let Some(pass) = pass.filter(|_| n_hunts > 0) else {
        return;
    };
    let taken = HUNT_SHARE * pass.prior;
    pass.prior -= taken;
    for edge in moves.iter_mut().filter(|edge| is_hunt(edge.mv)) {
        edge.prior += taken / n_hunts as f32;
    }
}

/// Mixes chance into priors that sum to 1.
pub(super) fn stir(noise: Noise, moves: &mut [Edge], dice: &mut Dice) {
    let alpha = f64::from(noise.concentration.max(0.0)) / moves.len().max(1) as f64;
    let drawn: Vec<f64> = moves.iter().map(|_| gamma(alpha, dice)).collect();
    let sum: f64 = drawn.iter().sum();
    if sum > 0.0 {
        let share = noise.share.clamp(0.0, 1.0);
        for (edge, chance) in moves.iter_mut().zip(drawn) {
            edge.prior = (1.0 - share) * edge.prior + share * (chance / sum) as f32;
        }
    }
}

/// Evens priors out above a temperature of 1, and sharpens them below.
pub(super) fn temper(moves: &mut [Edge], temperature: f32) {
    for edge in moves.iter_mut() {
        edge.prior = edge.prior.powf(1.0 / temperature);
    }
    normalize(moves);
}

/// A number between 0 and 1, neither included.
pub(super) fn unit(dice: &mut Dice) -> f64 {
    ((dice.roll() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
}

/// A draw from the gamma distribution of this shape, by Marsaglia and Tsang.
fn gamma(shape: f64, dice: &mut Dice) -> f64 {
    if shape < 1.0 {
        return gamma(shape + 1.0, dice) * unit(dice).powf(1.0 / shape.max(1e-9));
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(dice);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && unit(dice).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// A draw from the normal distribution, by Box and Muller.
pub(super) fn normal(dice: &mut Dice) -> f64 {
    let radius = (-2.0 * unit(dice).ln()).sqrt();
    radius * (2.0 * std::f64::consts::PI * unit(dice)).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gamma_draws_have_the_mean_and_variance_of_their_shape() {
        for shape in [0.03, 0.5, 1.0, 4.0] {
            let mut dice = Dice::new(5);
            let n = 40_000;
            let draws: Vec<f64> = (0..n).map(|_| gamma(shape, &mut dice)).collect();
            let mean = draws.iter().sum::<f64>() / f64::from(n);
            let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / f64::from(n);
            assert!((mean / shape - 1.0).abs() < 0.1, "{shape}: {mean}");
            assert!((variance / shape - 1.0).abs() < 0.2, "{shape}: {variance}");
        }
    }
}
