//! What the built-in network thinks of a problem at first sight.

use std::sync::Arc;

use ponnuki_engine::embedded;
use ponnuki_game::{Rules, Size};
use ponnuki_net::{Evaluator, Input, Net, Reading};
use ponnuki_teach::problem::{GoProblem, ProblemSolution};

/// Looks at problems on 9×9.
pub(crate) struct Glancer {
    net: Arc<Net>,
    evaluator: Evaluator,
}

impl Glancer {
    pub(crate) fn new() -> Glancer {
        let net = embedded();
        let evaluator = net.evaluator(Size::NINE, 1);
        Glancer { net, evaluator }
    }

    /// How many moves of the area look likelier than those that solve it; `None` if it is not
    /// solved by a move.
    pub(crate) fn rank(&mut self, problem: &GoProblem) -> Option<u8> {
        let ProblemSolution::Moves(moves) = &problem.solution else {
            return None;
        };
        let game = problem.game(Rules::CHINESE).ok()?;
        let input = Input::of(&game, &self.net.view());
        let raws = self.evaluator.run(&[input]).ok()?;
        let said = self
            .net
            .evaluation(raws.first()?, &game, &Reading::default());
        let likelihood = |point| said.policy[game.size().index(point)];
        let best = moves.firsts.iter().map(likelihood).reduce(f32::max)?;
        let others = (game.legal() & moves.area) - moves.firsts;
        let n_better = others.iter().filter(|&point| likelihood(point) > best);
        u8::try_from(n_better.count()).ok()
    }
}
