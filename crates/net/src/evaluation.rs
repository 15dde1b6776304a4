//! What a network's outputs mean.

use std::mem::take;

use ponnuki_game::{Color, Game, Move, Point, Size};

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

/// What a network thinks of a game, from the view of the player to move.
///
/// The methods ending in `_for` tell it from the view of either player.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The size of the board.
    pub size: Size,
    /// The player to move.
    pub turn: Color,
    /// For each point, row by row from the top left, how likely a play there
    /// is; 0 where it is not allowed.
    pub policy: Vec<f32>,
    /// How likely a pass is.
    pub pass: f32,
    /// How likely the player to move wins.
    pub win: f32,
    /// How likely the player to move loses.
    pub loss: f32,
    /// How likely the game has no result.
    pub no_result: f32,
    /// The margin to expect at the end, as strong play against oneself reaches it.
    pub score_mean: f32,
    /// How far off that may be.
    pub score_stdev: f32,
    /// By how many points the player to move is ahead: what to tell people.
    pub lead: f32,
    /// How long the game stays undecided, in moves; unknown to old networks.
    pub time_left: Option<f32>,
    /// How far off the value may be in the near future; unknown to old networks.
    pub value_error: Option<f32>,
    /// How far off the score may be in the near future; unknown to old networks.
    pub score_error: Option<f32>,
    /// Whose each point will be: 1 the player's to move, −1 the opponent's.
    pub ownership: Vec<f32>,
}

impl Evaluation {
    /// One that knows nothing, to become another.
    pub fn blank(size: Size) -> Evaluation {
        Evaluation {
            size,
            turn: Color::Black,
            policy: vec![0.0; size.n_points()],
            pass: 0.0,
            win: 0.5,
            loss: 0.5,
            no_result: 0.0,
            score_mean: 0.0,
            score_stdev: 0.0,
            lead: 0.0,
            time_left: None,
            value_error: None,
            score_error: None,
            ownership: vec![0.0; size.n_points()],
        }
    }

    /// What `raw`, the outputs of `model` for `game`, mean.
    pub fn of(model: &Model, raw: &Raw, game: &Game, reading: &Reading) -> Evaluation {
        Evaluation::in_room(model, raw, game, reading, [Vec::new(), Vec::new()])
    }

    /// Becomes what `raw`, the outputs of `model` for `game`, mean, in the memory it has.
    pub fn become_of(&mut self, model: &Model, raw: &Raw, game: &Game, reading: &Reading) {
        let room = [take(&mut self.policy), take(&mut self.ownership)];
        *self = Evaluation::in_room(model, raw, game, reading, room);
    }

    /// The same with room for the policy and the ownership.
    fn in_room(
        model: &Model,
        raw: &Raw,
        game: &Game,
        reading: &Reading,
        [mut policy, mut ownership]: [Vec<f32>; 2],
    ) -> Evaluation {
        let pass = write_policy(raw, game, reading, &mut policy);
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
            pass,
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

    /// How likely a move is.
    pub fn policy_of(&self, mv: Move) -> f32 {
        match mv {
            Move::Pass => self.pass,
            Move::Play(point) if self.size.contains(point) => self.policy[self.size.index(point)],
            Move::Play(_) => 0.0,
        }
    }

    /// How likely `color` wins.
    pub fn win_for(&self, color: Color) -> f32 {
        match color == self.turn {
            true => self.win,
            false => self.loss,
        }
    }

    /// The margin that `color` can expect.
    pub fn score_mean_for(&self, color: Color) -> f32 {
        self.score_mean * self.sign_for(color)
    }

    /// By how many points `color` is ahead.
    pub fn lead_for(&self, color: Color) -> f32 {
        self.lead * self.sign_for(color)
    }

    /// Whose `point` will be: 1 is `color`'s; 0 off the board.
    pub fn ownership_for(&self, color: Color, point: Point) -> f32 {
        match self.size.contains(point) {
            true => self.ownership[self.size.index(point)] * self.sign_for(color),
            false => 0.0,
        }
    }

    fn sign_for(&self, color: Color) -> f32 {
        if color == self.turn { 1.0 } else { -1.0 }
    }
}

/// Writes how likely each play is, and returns how likely a pass is.
fn write_policy(raw: &Raw, game: &Game, reading: &Reading, policy: &mut Vec<f32>) -> f32 {
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
    for share in policy {
        *share /= whole;
    }
    pass / whole
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
