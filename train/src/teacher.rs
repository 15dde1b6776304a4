//! What a network says of games, as labels.

use ponnuki_game::{Game, Size};
use ponnuki_net::{Evaluation, Evaluator, Input, Net, Raw, Reading, View, WrongSize};

use crate::shard::Sample;

/// Positions judged at once: more do not make it faster.
pub(crate) const BATCH: usize = 8;

/// A network asked about boards of one size.
#[derive(Debug)]
pub(crate) struct Teacher<'a> {
    net: &'a Net,
    evaluator: Evaluator,
}

impl Teacher<'_> {
    /// One for boards of `size`.
    pub(crate) fn new(net: &Net, size: Size) -> Teacher<'_> {
        Teacher {
            net,
            evaluator: net.evaluator(size, BATCH),
        }
    }

    /// What it says of each game, and the sample that makes, without the game's number.
    ///
    /// # Errors
    ///
    /// If a game is on a board of another size.
    pub(crate) fn judge<'g>(
        &mut self,
        games: impl Iterator<Item = (&'g Game, View)> + Clone,
    ) -> Result<Vec<(Evaluation, Sample)>, WrongSize> {
        let inputs = games.clone().map(|(game, view)| Input::of(game, &view));
        let inputs: Vec<Input> = inputs.collect();
        let raws = self.evaluator.run(&inputs)?;
        let said = games.zip(raws).map(|((game, _), raw)| {
            let evaluation = self.net.evaluation(raw, game, &Reading::default());
            (evaluation, raw)
        });
        let both = said.zip(&inputs).map(|((evaluation, raw), input)| {
            let sample = sample(self.net, input.clone(), raw, &evaluation);
            (evaluation, sample)
        });
        Ok(both.collect())
    }
}

/// The sample of a position of which a network said this.
fn sample(net: &Net, input: Input, raw: &Raw, evaluation: &Evaluation) -> Sample {
    let multipliers = net.model().multipliers;
    let output = |i: usize| raw.score.get(i).copied().unwrap_or(0.0);
    Sample {
        game: 0,
        input,
        policy: evaluation.policy.clone(),
        value: [evaluation.win, evaluation.loss, evaluation.no_result],
        score: [
            output(0) * multipliers.score_mean,
            softplus(output(1)) * multipliers.score_stdev,
            output(2) * multipliers.lead,
            softplus(output(3)) * multipliers.variance_time,
        ],
        ownership: evaluation.ownership.clone(),
    }
}

fn softplus(x: f32) -> f32 {
    if x > 40.0 { x } else { x.exp().ln_1p() }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::path::Path;

    use ponnuki_game::{Color, Diagram, Rules, Setup};

    use super::*;

    /// The network that is part of the program.
    pub(crate) fn own_net() -> Net {
        let file = "../crates/engine/nets/ponnuki-b6c64.bin.gz";
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        Net::load(&std::fs::read(path).unwrap()).unwrap()
    }

    #[test]
    fn a_drawn_position_is_labelled() {
        let drawn: Diagram = "
            . X O . .
            X O . O .
            . X O . .
            . . . . .
            . . . . .
        "
        .parse()
        .unwrap();
        let size = drawn.size();
        let mut setup = Setup::new(size, Rules::CHINESE);
        setup.stones = drawn.stones();
        setup.first = Some(Color::Black);
        let game = setup.start().unwrap();
        let net = own_net();
        let mut teacher = Teacher::new(&net, size);
        let said = teacher.judge([(&game, View::default())].into_iter());
        let (evaluation, sample) = said.unwrap().remove(0);

        let own = sample.input.plane(1).collect::<Vec<_>>();
        assert_eq!(own, [1, 5, 11], "Black's stones, the player's to move");
        for point in size.points() {
            let share = sample.policy[size.index(point)];
            assert_eq!(share > 0.0, game.legal().contains(point), "{point:?}");
        }
        let sum: f32 = sample.policy.iter().sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum}");
        assert_eq!(sample.policy[25], evaluation.pass());
        assert_eq!(
            sample.value,
            [evaluation.win, evaluation.loss, evaluation.no_result]
        );
        assert_eq!(sample.ownership.len(), 25);
    }
}
