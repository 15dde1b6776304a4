//! A network as a search asks it: one judge for each thread.

use std::sync::Arc;

use ponnuki_game::Size;
use ponnuki_net::{Evaluator, Input, Net, Raw, Reading, Symmetry};
use ponnuki_search::{Evaluate, Evaluation, Place, Question};

/// Positions judged at once by a thread: more come later to what they could have found.
const BATCH_MAX: usize = 4;
/// How far the root trusts the policy that hopes for the best, and the rest of the tree.
const OPTIMISM_ROOT: f32 = 0.2;
const OPTIMISM_WITHIN: f32 = 1.0;

/// The network, asked by one thread.
#[derive(Debug)]
pub(crate) struct Judge {
    net: Arc<Net>,
    evaluator: Evaluator,
    /// What is asked, turned: room for as many as can be asked at once.
    inputs: Vec<Input>,
    /// Room for what is asked before it is turned, and for what was said after
    /// it is turned back and what it means.
    input: Input,
    raw: Raw,
    said: ponnuki_net::Evaluation,
}

impl Judge {
    pub(crate) fn new(net: &Arc<Net>, size: Size) -> Judge {
        Judge {
            evaluator: net.evaluator(size, BATCH_MAX),
            net: Arc::clone(net),
            inputs: vec![Input::blank(size); BATCH_MAX],
            input: Input::blank(size),
            raw: Raw::default(),
            said: ponnuki_net::Evaluation::blank(size),
        }
    }

    pub(crate) fn size(&self) -> Size {
        self.evaluator.size()
    }
}

impl Evaluate for Judge {
    fn batch_max(&self) -> usize {
        BATCH_MAX
    }

    fn evaluate(&mut self, questions: &[Question], answers: &mut [Evaluation]) {
        let view = self.net.view();
        for (question, input) in questions.iter().zip(&mut self.inputs) {
            self.input.become_of(&question.game, &view);
            symmetry(question).turn_to(&self.input, input);
        }
        let n = questions.len().min(self.inputs.len());
        let Ok(raws) = self.evaluator.run(&self.inputs[..n]) else {
            // The tree asks about boards of one size; nothing is known of others.
            return;
        };
        for ((question, answer), raw) in questions.iter().zip(answers).zip(raws) {
            let game = &question.game;
            symmetry(question).turn_back_to(game.size(), raw, &mut self.raw);
            let reading = Reading {
                optimism: match question.place {
                    Place::Root => OPTIMISM_ROOT,
                    Place::Within => OPTIMISM_WITHIN,
                },
                ..Reading::default()
            };
            let said = &mut self.said;
            said.become_of(self.net.model(), &self.raw, game, &reading);
            let n = said.policy.len();
            answer.policy[..n].copy_from_slice(&said.policy);
            answer.policy[n] = said.pass;
            answer.ownership.copy_from_slice(&said.ownership);
            (answer.win, answer.loss, answer.no_result) = (said.win, said.loss, said.no_result);
            answer.score_mean = said.score_mean;
            answer.score_stdev = said.score_stdev;
            answer.lead = said.lead;
        }
    }
}

/// The symmetry that `question` asks for; both number them alike.
fn symmetry(question: &Question) -> Symmetry {
    Symmetry::new(question.symmetry.number()).unwrap_or_default()
}
