//! A network as a search asks it: one judge for each thread.

use std::sync::Arc;

use ponnuki_game::{Game, Size, Symmetry};
use ponnuki_net::{Evaluator, Input, METADATA, Net, Raw, Reading, metadata};
use ponnuki_search::{Evaluate, EvaluationRequest};
use ponnuki_think::{Evaluation, Profile};

use crate::lens::Lens;

/// Positions judged at once by a thread: more come later to what they could have found.
pub const POSITIONS_AT_ONCE: usize = 4;

/// The network, asked by one thread.
#[derive(Debug)]
pub(crate) struct Judge {
    net: Arc<Net>,
    /// Whom the network is to imitate, if it is one that imitates people.
    pub(crate) profile: Option<Profile>,
    lens: Lens,
    evaluator: Evaluator,
    /// What is asked, turned: room for as many as can be asked at once.
    inputs: Vec<Input>,
    /// Room for what is asked before it is turned, and for what was said after
    /// it is turned back.
    input: Input,
    raw: Raw,
}

impl Judge {
    pub(crate) fn new(net: &Arc<Net>, size: Size, lens: Lens) -> Judge {
        Judge {
            evaluator: net.evaluator(size, POSITIONS_AT_ONCE),
            net: Arc::clone(net),
            lens,
            profile: None,
            inputs: vec![Input::blank(size); POSITIONS_AT_ONCE],
            input: Input::blank(size),
            raw: Raw::default(),
        }
    }

    /// Asks otherwise from now on.
    pub(crate) fn look_through(&mut self, lens: Lens) {
        self.lens = lens;
    }

    pub(crate) fn size(&self) -> Size {
        self.evaluator.size()
    }
}

impl Evaluate for Judge {
    fn batch_max(&self) -> usize {
        POSITIONS_AT_ONCE
    }

    fn evaluate(&mut self, questions: &[EvaluationRequest], answers: &mut [Evaluation]) {
        let usual = self.net.view();
        for (question, input) in questions.iter().zip(&mut self.inputs) {
            let view = self.lens.view(question, usual);
            self.input.become_of(&question.game, &view);
            self.input.metadata = people(self.profile, &question.game);
            input.become_turned(question.symmetry, &self.input);
        }
        let n = questions.len().min(self.inputs.len());
        let Ok(raws) = self.evaluator.run(&self.inputs[..n]) else {
            // The tree asks about boards of one size; nothing is known of others.
            return;
        };
        for ((question, answer), raw) in questions.iter().zip(answers).zip(raws) {
            let game = &question.game;
            self.raw
                .become_turned_back(question.symmetry, game.size(), raw);
            let reading = Reading {
                // People who are imitated hope for what they hope for.
                optimism: match imitates_people(&self.net) {
                    true => 0.0,
                    false => self.lens.optimism(question.place),
                },
                temperature: self.lens.policy_temperature,
                ..Reading::default()
            };
            reading.write_evaluation(self.net.model(), &self.raw, game, answer);
        }
    }
}

/// Whether `net` was made to imitate people, and has to be told whom.
pub fn imitates_people(net: &Net) -> bool {
    net.model().trunk.metadata.is_some()
}

/// What `net` says of a game, looked at in this symmetry and without any search, if it imitates
/// these people or nobody.
pub(crate) fn look(
    net: &Net,
    game: &Game,
    profile: Option<Profile>,
    symmetry: Symmetry,
) -> Option<Evaluation> {
    let mut input = Input::of(game, &net.view());
    input.metadata = people(profile, game);
    let mut evaluator = net.evaluator(game.size(), 1);
    let raw = evaluator.run(&[input.turned(symmetry)]).ok()?.first()?;
    let raw = raw.turned_back(symmetry, game.size());
    // The network is told that the game has ended, and still has an opinion on every move.
    let going_on = game.unstopped();
    Some(net.evaluation(&raw, &going_on, &Reading::default()))
}

/// What is told of the people to imitate before the next move of `game`.
fn people(profile: Option<Profile>, game: &Game) -> Option<Box<[f32; METADATA]>> {
    profile.map(|profile| metadata(profile, game.turn(), game.size()))
}
