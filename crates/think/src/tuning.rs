//! How a thinker with a network may be told to think otherwise than usual. A thinker without one
//! goes its own way.

use ponnuki_game::Color;

use crate::search_tuning::{Noise, SearchTuning};

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
