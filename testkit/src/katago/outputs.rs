//! What logits mean.

use super::Logits;
use super::layers::softmax;

/// What a network says about a position, for the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// How likely each point is played; 0 where it may not be.
    pub policy: Vec<f64>,
    /// How likely a pass is.
    pub pass: f64,
    /// How likely a win, a loss and no result are.
    pub value: [f64; 3],
    /// The score and how sure all that is.
    pub misc: Misc,
    /// For each point whose it will be: 1 is the player to move.
    pub ownership: Vec<f64>,
}

/// What a network says about the score and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Misc {
    /// The mean of the score.
    pub mean: f64,
    /// The mean of the score's square.
    pub mean_square: f64,
    /// How many points the player to move is ahead.
    pub lead: f64,
    /// How long the game is undecided; not in version 8.
    pub time_left: Option<f64>,
    /// How wrong the value is; not in version 8.
    pub value_error: Option<f64>,
    /// How wrong the score is; not in version 8.
    pub score_error: Option<f64>,
}

fn softplus(x: f64) -> f64 {
    match x > 40.0 {
        true => x,
        false => x.exp().ln_1p(),
    }
}

impl Logits {
    /// What they mean where only the points in `is_legal` may be played, without optimism.
    /// `can_be_void` is whether the rules let a game end without a result.
    pub fn read(&self, is_legal: &[bool], can_be_void: bool) -> Expected {
        let masked = |(x, legal): (&f64, &bool)| match legal {
            true => *x,
            false => f64::NEG_INFINITY,
        };
        let logits = self.policy[0].iter().zip(is_legal).map(masked);
        let mut policy = softmax(&logits.chain([self.pass[0]]).collect::<Vec<_>>());
        let pass = policy.pop().unwrap_or_default();
        let value = match can_be_void {
            true => softmax(&self.value),
            false => [softmax(&self.value[..2]), vec![0.0]].concat(),
        };
        Expected {
            policy,
            pass,
            value: [value[0], value[1], value[2]],
            misc: self.misc(1.0 - value[2]),
            ownership: self.ownership.iter().map(|x| x.tanh()).collect(),
        }
    }

    /// `result` is how likely the game has one.
    fn misc(&self, result: f64) -> Misc {
        let [_, mean, stdev, lead, time, value_error, score_error] = self.multipliers;
        let misc = &self.misc;
        let (mean, stdev) = (misc[0] * mean, softplus(misc[1]) * stdev);
        let errors = match self.version {
            ..=8 => None,
            9 => Some((softplus(misc[4]), softplus(misc[5]) * 10.0)),
            10..=13 => Some((
                (softplus(misc[4]) * value_error).sqrt(),
                (softplus(misc[5]) * score_error).sqrt(),
            )),
            _ => Some((
                softplus(misc[4] / 2.0) * value_error.sqrt(),
                softplus(misc[5] / 2.0) * score_error.sqrt(),
            )),
        };
        Misc {
            mean: mean * result,
            mean_square: (mean * mean + stdev * stdev) * result,
            lead: misc[2] * lead * result,
            time_left: (self.version > 8).then(|| softplus(misc[3]) * time),
            value_error: errors.map(|(value, _)| value),
            score_error: errors.map(|(_, score)| score),
        }
    }
}
