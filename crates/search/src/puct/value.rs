//! What a position is worth, as a number that a search can average.
//!
//! To win is what counts, but of two wins the larger is better: a win that is
//! one mistake away from a loss is no win yet, and a lost game is not to be
//! thrown away. So a little is added for the score, in two parts: one for the
//! score itself, and one, larger and steeper, for doing better than expected.

use std::f64::consts::PI;

use ponnuki_game::{Color, Outcome};
use ponnuki_think::{Evaluation, UtilityWeights};

use crate::worth::margin_of;

/// Over how wide a range the score itself counts, in multiples of the square root of the
/// board's points.
const STATIC_SCALE: f64 = 2.0;

/// With the usual weights utility lies in ± this.
pub(super) const UTILITY_MAX: f64 = 1.0 + 0.1 + 0.3;

/// What a position is worth to Black, line by line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Value {
    /// How much more likely Black wins than White.
    pub(super) win_less_loss: f32,
    pub(super) no_result: f32,
    /// Black's margin, and its spread.
    pub(super) score_mean: f32,
    pub(super) score_stdev: f32,
    /// What would make the game even.
    pub(super) lead: f32,
}

impl Value {
    /// Nobody wins.
    pub(super) const NO_RESULT: Value = Value {
        win_less_loss: 0.0,
        no_result: 1.0,
        score_mean: 0.0,
        score_stdev: 0.0,
        lead: 0.0,
    };

    /// What was answered for `turn`, whatever numbers it consists of.
    pub(super) fn of_answer(answer: &Evaluation, turn: Color) -> Value {
        let sign = sign(turn) as f32;
        Value {
            win_less_loss: sign * sound(answer.win - answer.loss).clamp(-1.0, 1.0),
            no_result: sound(answer.no_result).clamp(0.0, 1.0),
            score_mean: sign * sound(answer.score_mean),
            score_stdev: sound(answer.score_stdev).max(0.0),
            lead: sign * sound(answer.lead),
        }
    }

    /// The same if Black had so many points more. How likely Black wins
    /// changes as much as it does for scores spread as these are.
    pub(super) fn shifted(self, points: f32) -> Value {
        let score_mean = self.score_mean + points;
        // Who wins by half a point has won.
        let spread = f64::from(self.score_stdev).max(0.5);
        let chance = |mean: f32| normal_cdf(f64::from(mean) / spread);
        let change = 2.0 * (chance(score_mean) - chance(self.score_mean));
        Value {
            win_less_loss: (self.win_less_loss + change as f32).clamp(-1.0, 1.0),
            score_mean,
            lead: self.lead + points,
            ..self
        }
    }

    /// The end of a game.
    pub(super) fn of_outcome(outcome: Outcome) -> Value {
        let margin = margin_of(outcome);
        match outcome {
            Outcome::NoResult => Value::NO_RESULT,
            Outcome::Score { .. } | Outcome::Resignation { .. } | Outcome::Time { .. } => Value {
                win_less_loss: if margin == 0.0 { 0.0 } else { margin.signum() },
                no_result: 0.0,
                score_mean: margin,
                score_stdev: 0.0,
                lead: margin,
            },
        }
    }
}

/// A number that can be averaged: 0 for what is none.
pub(super) fn sound(number: f32) -> f32 {
    if number.is_finite() { number } else { 0.0 }
}

/// 1 for Black and −1 for White: what turns Black's worth into `color`'s.
pub(super) fn sign(color: Color) -> f64 {
    match color {
        Color::Black => 1.0,
        Color::White => -1.0,
    }
}

/// Turns values into utilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Taste {
    weights: UtilityWeights,
    /// The square root of the number of points.
    side: f64,
    /// The score, for Black, that others are measured against.
    center: f64,
}

impl Taste {
    /// For a board of `n_points`, in a search that expects Black to win by `expected`.
    pub(super) fn new(weights: UtilityWeights, n_points: usize, expected: f64) -> Taste {
        let side = (n_points as f64).sqrt();
        let shift = weights.center_zero * expected;
        let shift_max = weights.center_scale * side;
        Taste {
            weights,
            side,
            center: expected - shift.clamp(-shift_max, shift_max),
        }
    }

    /// What `value` is worth to Black, between ±[`UTILITY_MAX`] with the usual weights.
    pub(super) fn utility(&self, value: &Value) -> f64 {
        let (mean, stdev) = (f64::from(value.score_mean), f64::from(value.score_stdev));
        let steady = score_utility(
            mean / (STATIC_SCALE * self.side),
            stdev / (STATIC_SCALE * self.side),
        );
        let weights = &self.weights;
        let scale = weights.center_scale * self.side;
        let relative = score_utility((mean - self.center) / scale, stdev / scale);
        weights.win_loss * f64::from(value.win_less_loss)
            + weights.static_score * steady
            + weights.dynamic_score * relative
            - weights.no_result_for_white * f64::from(value.no_result)
    }
}

/// How likely a normally distributed number is below `z`, to a few thousandths.
fn normal_cdf(z: f64) -> f64 {
    1.0 / (1.0 + (-z * (1.5976 + 0.070_56 * z * z)).exp())
}

/// The expectation of 2/π·atan(x) for x around `mean` with the given spread:
/// a sum over places at equal distances, which for such smooth curves is as
/// good as an integral.
fn score_utility(mean: f64, stdev: f64) -> f64 {
    /// Places on either side of the mean, this far apart in standard deviations.
    const N_PLACES: i32 = 6;
    const STEP: f64 = 0.5;
    if stdev == 0.0 {
        return mean.atan() * 2.0 / PI;
    }
    let (mut sum, mut weights) = (0.0, 0.0);
    for place in -N_PLACES..=N_PLACES {
        let z = f64::from(place) * STEP;
        let weight = (-0.5 * z * z).exp();
        sum += weight * (mean + z * stdev).atan();
        weights += weight;
    }
    sum / weights * 2.0 / PI
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On 9×9, where Black is expected to win by so much.
    fn usual(expected: f64) -> Taste {
        Taste::new(UtilityWeights::default(), 81, expected)
    }

    fn fine_score_utility(mean: f64, stdev: f64) -> f64 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for place in -6_000..=6_000 {
            let z = f64::from(place) * 0.001;
            let weight = (-0.5 * z * z).exp();
            sum += weight * (mean + z * stdev).atan();
            weights += weight;
        }
        sum / weights * 2.0 / PI
    }

    #[test]
    fn the_coarse_sum_is_close_to_the_integral() {
        for mean in [-4.0, -1.0, -0.3, 0.0, 0.1, 0.7, 2.0] {
            for stdev in [0.0, 0.1, 0.5, 1.0, 3.0] {
                let coarse = score_utility(mean, stdev);
                let fine = fine_score_utility(mean, stdev);
                assert!(
                    (coarse - fine).abs() < 0.01,
                    "{mean} ± {stdev}: {coarse} {fine}"
                );
            }
        }
    }

    #[test]
    fn the_center_moves_towards_an_even_game_but_not_far() {
        assert_eq!(usual(10.0).center, 8.0);
        assert_eq!(usual(-10.0).center, -8.0);
        assert_eq!(usual(100.0).center, 100.0 - 6.75);
    }

    #[test]
    fn a_larger_win_is_worth_more_and_any_win_more_than_a_loss() {
        let taste = usual(3.0);
        let won_by = |margin: i32| {
            let margin = ponnuki_game::Points::whole(margin);
            taste.utility(&Value::of_outcome(Outcome::Score { margin }))
        };
        assert!(won_by(81) > won_by(5) && won_by(5) > won_by(1));
        assert!(won_by(1) > won_by(0) && won_by(0) > won_by(-1));
        assert!(won_by(1) > 0.5 && won_by(-1) < -0.5);
        assert!(won_by(81) < UTILITY_MAX && won_by(-81) > -UTILITY_MAX);
    }

    #[test]
    fn points_more_make_a_win_likelier_and_a_sure_one_no_surer() {
        let open = Value {
            win_less_loss: 0.2,
            score_mean: 1.0,
            score_stdev: 5.0,
            lead: 1.5,
            ..Value::default()
        };
        let better = open.shifted(3.0);
        assert_eq!((better.score_mean, better.lead), (4.0, 4.5));
        assert!(
            better.win_less_loss > 0.5 && better.win_less_loss < 0.8,
            "{better:?}"
        );
        let back = better.shifted(-3.0);
        assert!((back.win_less_loss - 0.2).abs() < 1e-4, "{back:?}");
        assert_eq!(open.shifted(1_000.0).win_less_loss, 1.0);
    }

    #[test]
    fn numbers_that_are_none_do_no_harm() {
        let answer = Evaluation {
            win: f32::NAN,
            score_mean: f32::INFINITY,
            score_stdev: -3.0,
            ..Evaluation::blank(ponnuki_game::Size::NINE)
        };
        assert_eq!(
            Value::of_answer(&answer, Color::White),
            Value {
                win_less_loss: -0.0,
                ..Value::default()
            }
        );
    }
}
