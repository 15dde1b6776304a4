//! How a thinker with a network may be told to think otherwise than usual. A thinker without one
//! goes its own way.

use ponnuki_game::{Color, Game};
use ponnuki_net::{LastPass, View};
use ponnuki_search::{Noise, Place, Question, SearchTuning};

/// How to search, and how to ask the network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// How much moves are tried for what they might turn out to be: `cpuctExploration`.
    pub exploration: f32,
    /// In how many symmetries the root is judged: `rootNumSymmetriesToSample`. By default two,
    /// and one where there is one visit.
    pub n_root_symmetries: Option<usize>,
    /// How much the root's priors are evened out: `rootPolicyTemperature`.
    pub root_temperature: f32,
    /// Chance in the root's priors: `rootNoiseEnabled`.
    pub root_noise: Option<Noise>,
    /// The numbers of the search.
    pub search: SearchTuning,
    /// How the network is asked.
    pub net: NetTuning,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            exploration: 1.0,
            n_root_symmetries: None,
            root_temperature: 1.0,
            root_noise: None,
            search: SearchTuning::default(),
            net: NetTuning::default(),
        }
    }
}

/// What a network is told of a position, and how its policy is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetTuning {
    /// How much more one player thinks than the other, in doublings, from −3 to 3:
    /// `playoutDoublingAdvantage`.
    pub doublings: f32,
    /// Which player that is: `playoutDoublingAdvantagePla`. By default the one to move.
    pub doublings_for: Option<Color>,
    /// Which of the last moves are told.
    pub history: HistoryShown,
    /// Whether the root is told that a pass would end the game.
    pub root_pass: RootPass,
    /// How far the root trusts the policy that hopes for the best: `rootPolicyOptimism`.
    pub root_optimism: f32,
    /// The same for the rest of the tree: `policyOptimism`.
    pub optimism: f32,
    /// Above 1 the policy is flatter, below 1 steeper: `nnPolicyTemperature`.
    pub policy_temperature: f32,
}

impl Default for NetTuning {
    fn default() -> NetTuning {
        NetTuning {
            doublings: 0.0,
            doublings_for: None,
            history: HistoryShown::All,
            root_pass: RootPass::Ends,
            root_optimism: 0.2,
            optimism: 1.0,
            policy_temperature: 1.0,
        }
    }
}

/// Which of the last moves a network is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryShown {
    /// As many as it knows what to do with.
    All,
    /// Only those of the search: `ignorePreRootHistory`.
    SinceRoot,
    /// None: `ignoreAllHistory`.
    Nothing,
}

/// What the root is told of a pass that would end the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootPass {
    /// That it would.
    Ends,
    /// Nothing, so that it passes only where playing on is as bad: `conservativePass`.
    GoesOn,
}

/// A [`NetTuning`] for a search that begins at one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lens {
    /// How much more Black thinks than White, in doublings.
    black_doublings: f32,
    history: Shown,
    root_pass: RootPass,
    root_optimism: f32,
    optimism: f32,
    pub(crate) policy_temperature: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    All,
    Since { n_moves: usize },
    Nothing,
}

impl Lens {
    pub(crate) fn of(tuning: &NetTuning, root: &Game) -> Lens {
        let color = tuning.doublings_for.unwrap_or(root.turn());
        Lens {
            black_doublings: for_color(tuning.doublings, color),
            history: match tuning.history {
                HistoryShown::All => Shown::All,
                HistoryShown::SinceRoot => Shown::Since {
                    n_moves: root.n_moves(),
                },
                HistoryShown::Nothing => Shown::Nothing,
            },
            root_pass: tuning.root_pass,
            root_optimism: tuning.root_optimism,
            optimism: tuning.optimism,
            policy_temperature: tuning.policy_temperature,
        }
    }

    /// How `question` is shown to a network that usually sees games by `usual`.
    pub(crate) fn view(&self, question: &Question, usual: View) -> View {
        let game = &question.game;
        let turns_max = match self.history {
            Shown::All => usual.turns_max,
            Shown::Since { n_moves } => game.n_moves().saturating_sub(n_moves),
            Shown::Nothing => 0,
        };
        View {
            turns_max: turns_max.min(usual.turns_max),
            doublings: for_color(self.black_doublings, game.turn()),
            last_pass: match (question.place, self.root_pass) {
                (Place::Root, RootPass::GoesOn) => LastPass::Hidden,
                (Place::Root | Place::Within, _) => usual.last_pass,
            },
            ..usual
        }
    }

    /// How far the policy that hopes for the best is trusted.
    pub(crate) fn optimism(&self, place: Place) -> f32 {
        match place {
            Place::Root => self.root_optimism,
            Place::Within => self.optimism,
        }
    }
}

/// What is Black's as `color` has it, and the other way round.
fn for_color(doublings: f32, color: Color) -> f32 {
    match color {
        Color::Black => doublings,
        Color::White => -doublings,
    }
}
