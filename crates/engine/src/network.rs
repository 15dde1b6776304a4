//! A thinker with a network: one tree, kept from move to move, and a judge for each thread.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use ponnuki_game::{Game, Size};
use ponnuki_net::{Evaluator, Input, Net, Reading, Symmetry};
use ponnuki_search::{Evaluate, Evaluation, Place, Puct, PuctSettings, Question};

use crate::decide::{Resignation, choose};
use crate::montecarlo::{MonteCarlo, Settings};
use crate::thinker::{Analysis, Choice, DeadChain, Request, Thinker, Watch};

/// More threads than this would only wait for the tree.
const N_THREADS_MAX: usize = 64;
/// Positions judged at once by a thread: more come later to what they could have found.
const BATCH_MAX: usize = 4;
/// How far the root trusts the policy that hopes for the best, and the rest of the tree.
const OPTIMISM_ROOT: f32 = 0.2;
const OPTIMISM_WITHIN: f32 = 1.0;

/// Thinks with what a network says of the positions it looks at.
///
/// Dead stones are still found by playing the game out, which needs no network.
#[derive(Debug)]
pub struct Network {
    net: Arc<Net>,
    resignation: Option<Resignation>,
    seed: u64,
    /// What was thought last, of which the next question may need a part.
    tree: Option<Puct>,
    judges: Vec<Judge>,
    undertaker: MonteCarlo,
}

impl Network {
    /// One that asks `net`, and gives up as `resignation` says.
    pub fn new(net: Arc<Net>, resignation: Option<Resignation>, seed: u64) -> Network {
        Network {
            net,
            resignation,
            seed,
            tree: None,
            judges: Vec::new(),
            undertaker: MonteCarlo::new(Settings {
                seed,
                ..Settings::default()
            }),
        }
    }

    /// Thinks until a limit is reached.
    fn search(&mut self, game: &Game, request: &Request, watch: &mut Watch<'_>) -> Analysis {
        let limits = request.limits;
        self.seat_judges(game.size(), limits.threads.clamp(1, N_THREADS_MAX));
        let settings = PuctSettings {
            n_root_symmetries: 2,
            seed: self.seed,
            ..PuctSettings::default()
        };
        let mut tree = match self.tree.take() {
            Some(mut tree) if tree.game().setup() == game.setup() => {
                tree.follow(game);
                tree
            }
            Some(_) | None => Puct::new(game, settings),
        };
        tree.restrict(&request.restrictions);
        // A time too long to be told is no limit. What is kept of the last tree is no
        // reason to think less.
        let deadline = limits
            .time
            .and_then(|time| Instant::now().checked_add(time));
        let n_visits_max = limits.playouts.unwrap_or(u64::MAX);
        let n_visits_max = n_visits_max.saturating_add(tree.visits());
        let mut shown_at = Instant::now();
        tree.search(&mut self.judges, n_visits_max, &mut |progress| {
            let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if is_late || request.stop.is_raised() {
                return ControlFlow::Break(());
            }
            if shown_at.elapsed() < request.interval {
                return ControlFlow::Continue(());
            }
            shown_at = Instant::now();
            watch(&progress.analysis())
        });
        let analysis = tree.analysis();
        self.tree = Some(tree);
        analysis
    }

    /// Has `n` judges for boards of `size`.
    fn seat_judges(&mut self, size: Size, n: usize) {
        if self
            .judges
            .first()
            .is_some_and(|judge| judge.size() != size)
        {
            self.judges.clear();
        }
        self.judges.truncate(n);
        while self.judges.len() < n {
            self.judges.push(Judge::new(&self.net, size));
        }
    }
}

impl Thinker for Network {
    fn name(&self) -> &str {
        "Ponnuki"
    }

    fn choose(&mut self, game: &Game, request: &Request, watch: &mut Watch<'_>) -> Option<Choice> {
        choose(game, request, self.resignation, |request| {
            self.search(game, request, watch)
        })
    }

    fn analyse(&mut self, game: &Game, request: &Request, watch: &mut Watch<'_>) -> Analysis {
        self.search(game, request, watch)
    }

    fn dead_chains(&mut self, game: &Game, request: &Request) -> Vec<DeadChain> {
        self.undertaker.dead_chains(game, request)
    }

    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        self.tree = None;
        self.undertaker.reseed(seed);
    }
}

/// The network, asked by one thread.
#[derive(Debug)]
struct Judge {
    net: Arc<Net>,
    evaluator: Evaluator,
    inputs: Vec<Input>,
}

impl Judge {
    fn new(net: &Arc<Net>, size: Size) -> Judge {
        Judge {
            evaluator: net.evaluator(size, BATCH_MAX),
            net: Arc::clone(net),
            inputs: Vec::with_capacity(BATCH_MAX),
        }
    }

    fn size(&self) -> Size {
        self.evaluator.size()
    }
}

impl Evaluate for Judge {
    fn batch_max(&self) -> usize {
        BATCH_MAX
    }

    fn evaluate(&mut self, questions: &[Question], answers: &mut [Evaluation]) {
        let view = self.net.view();
        self.inputs.clear();
        for question in questions {
            let input = Input::of(&question.game, &view);
            self.inputs.push(symmetry(question).turn(&input));
        }
        let Ok(raws) = self.evaluator.run(&self.inputs) else {
            // The tree asks about boards of one size; nothing is known of others.
            return;
        };
        for ((question, answer), raw) in questions.iter().zip(answers).zip(raws) {
            let raw = symmetry(question).turn_back(question.game.size(), raw);
            let reading = Reading {
                optimism: match question.place {
                    Place::Root => OPTIMISM_ROOT,
                    Place::Within => OPTIMISM_WITHIN,
                },
                ..Reading::default()
            };
            let said = self.net.evaluation(&raw, &question.game, &reading);
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
