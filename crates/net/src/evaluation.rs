//! What a network's outputs mean.

use std::mem::take;

use ponnuki_game::Game;
use ponnuki_think::Evaluation;

use crate::inputs::{can_end_without_result, playable};
use crate::model::{Model, Multipliers};
use crate::raw::Raw;

/// How a network's outputs are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// How far the policy leans to moves that would turn out better than
    /// expected, from 0 to 1; networks that do not know such moves ignore it.
    pub optimism: f32,
    /// Above 1 the policy is flatter, below 1 steeper.
    pub temperature: f32,
    /// The most that passing may have of the policy, if anything else is allowed.
    pub pass_max: f32,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading {
            optimism: 0.0,
            temperature: 1.0,
            pass_max: 1.0,
        }
    }
}

impl Reading {
    /// What `raw`, the outputs of `model` for `game`, mean.
    pub fn evaluation(&self, model: &Model, raw: &Raw, game: &Game) -> Evaluation {
        self.evaluation_in(model, raw, game, [Vec::new(), Vec::new()])
    }

    /// Overwrites `evaluation` with what `raw`, the outputs of `model` for `game`, mean, in the
    /// memory it has.
    pub fn write_evaluation(
        &self,
        model: &Model,
        raw: &Raw,
        game: &Game,
        evaluation: &mut Evaluation,
    ) {
        let room = [
            take(&mut evaluation.policy),
            take(&mut evaluation.ownership),
        ];
        *evaluation = self.evaluation_in(model, raw, game, room);
    }

    /// The same with room for the policy and the ownership.
    fn evaluation_in(
        &self,
        model: &Model,
        raw: &Raw,
        game: &Game,
        [mut policy, mut ownership]: [Vec<f32>; 2],
    ) -> Evaluation {
        write_policy(raw, game, self, &mut policy);
        ownership.clear();
        ownership.extend(raw.ownership.iter().map(|logit| logit.tanh()));
        let [win, loss, no_result] = value(raw, can_end_without_result(game.rules()));
        let scores = Scores::of(model, raw);
        let result = 1.0 - no_result;
        let score_mean = scores.mean * result;
        let square = (scores.mean.powi(2) + scores.stdev.powi(2)) * result;
        Evaluation {
            size: game.size(),
            turn: game.turn(),
            policy,
            win,
            loss,
            no_result,
            score_mean,
            score_stdev: (square - score_mean.powi(2)).max(0.0).sqrt(),
            lead: scores.lead * result,
            time_left: scores.time_left,
            value_error: scores.value_error,
            score_error: scores.score_error,
            ownership,
        }
    }
}

/// Writes how likely each play is, and then how likely a pass is.
fn write_policy(raw: &Raw, game: &Game, reading: &Reading, policy: &mut Vec<f32>) {
    let size = game.size();
    let legal = playable(game);
    let mixed = |plain: f32, optimistic: Option<f32>| {
        let optimistic = optimistic.unwrap_or(plain);
        (plain + (optimistic - plain) * reading.optimism) / reading.temperature
    };
    let logit = |i: usize| mixed(raw.policy[0][i], raw.policy.get(1).map(|row| row[i]));
    let pass_logit = mixed(raw.pass[0], raw.pass.get(1).copied());
    let logits = legal.iter().map(|point| logit(size.index(point)));
    let max = logits.fold(pass_logit, f32::max);
    policy.clear();
    policy.resize(size.n_points(), 0.0);
    let mut sum = 0.0;
    for point in legal {
        let i = size.index(point);
        policy[i] = (logit(i) - max).exp();
        sum += policy[i];
    }
    let mut pass = (pass_logit - max).exp();
    if sum > 0.0 && reading.pass_max < 1.0 {
        pass = pass.min(sum * reading.pass_max / (1.0 - reading.pass_max));
    }
    let whole = sum + pass;
    policy.push(pass);
    for share in policy {
        *share /= whole;
    }
}

/// How likely a win, a loss and no result are.
fn value(raw: &Raw, can_end_without_result: bool) -> [f32; 3] {
    let n = if can_end_without_result { 3 } else { 2 };
    let max = raw.value[..n].iter().copied().fold(f32::MIN, f32::max);
    let mut shares = [0.0; 3];
    for (share, logit) in shares[..n].iter_mut().zip(raw.value) {
        *share = (logit - max).exp();
    }
    let sum: f32 = shares.iter().sum();
    shares.map(|share| share / sum)
}

/// The numbers about the score, before no result is reckoned with.
struct Scores {
    mean: f32,
    stdev: f32,
    lead: f32,
    time_left: Option<f32>,
    value_error: Option<f32>,
    score_error: Option<f32>,
}

impl Scores {
    fn of(model: &Model, raw: &Raw) -> Scores {
        let Multipliers {
            score_mean,
            score_stdev,
            lead,
            variance_time,
            value_error,
            score_error,
            ..
        } = model.multipliers;
        let output = |i: usize| raw.score.get(i).copied();
        let first = |i: usize| output(i).unwrap_or(0.0);
        let error = |i: usize, multiplier: f32, since_nine: f32| {
            let x = output(i)?;
            Some(match model.version {
                ..=9 => softplus(x) * since_nine,
                10..=13 => (softplus(x) * multiplier).sqrt(),
                14.. => softplus(x / 2.0) * multiplier.sqrt(),
            })
        };
        Scores {
            mean: first(0) * score_mean,
            stdev: softplus(first(1)) * score_stdev,
            lead: first(2) * lead,
            time_left: (model.version >= 9).then(|| softplus(first(3)) * variance_time),
            value_error: error(4, value_error, 1.0),
            score_error: error(5, score_error, 10.0),
        }
    }
}

fn softplus(x: f32) -> f32 {
    if x > 40.0 { x } else { x.exp().ln_1p() }
}
