//! The numbers a search goes by, for those who want it to go otherwise: most are parameters of
//! KataGo, under whose names they are found in papers and configuration files.

/// The numbers of the formula by which moves are selected, valued and ranked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchTuning {
    /// How much more is explored as a position is tried more often: `cpuctExplorationLog`.
    pub exploration_log: f64,
    /// From how many trials on that counts: `cpuctExplorationBase`.
    pub exploration_base: f64,
    /// More is explored where results are spread wider than this, less where they are spread
    /// less: `cpuctUtilityStdevPrior`.
    pub stdev_prior: f64,
    /// How many trials of that spread are imagined: `cpuctUtilityStdevPriorWeight`.
    pub stdev_prior_weight: f64,
    /// By how much the difference counts, from 0 to 1: `cpuctUtilityStdevScale`.
    pub stdev_scale: f64,
    /// How much worse than its position an untried move is taken to be when all others were
    /// tried: `fpuReductionMax`.
    pub fpu_reduction: f64,
    /// The same at the root: `rootFpuReductionMax`.
    pub root_fpu_reduction: f64,
    /// How much of an untried move's worth is a sure loss, from 0 to 1: `fpuLossProp`.
    pub fpu_loss_share: f64,
    /// The same at the root: `rootFpuLossProp`.
    pub root_fpu_loss_share: f64,
    /// How much chance widens the search at the root: `wideRootNoise`. 0 is none.
    pub wide_root_noise: f64,
    /// What winning is worth, and what points are.
    pub utility: UtilityWeights,
    /// How many standard errors a move's worth is taken to be below its average: `lcbStdevs`.
    pub lcb_stdevs: f64,
    /// A move is compared by its lower bound if it was tried at least this often for each time
    /// the most tried one was: `minVisitPropForLCB`.
    pub lcb_visit_share: f64,
    /// What the first choice is chosen by.
    pub choice: ChoiceRule,
    /// Which moves of the root are left out for being useless.
    pub pruning: RootPruning,
    /// What is done about an opponent who mirrors every move.
    pub mirroring: Mirroring,
}

impl SearchTuning {
    /// The numbers that a search goes by where nobody says.
    pub const USUAL: SearchTuning = SearchTuning {
        exploration_log: 0.45,
        exploration_base: 500.0,
        stdev_prior: 0.40,
        stdev_prior_weight: 2.0,
        stdev_scale: 0.85,
        fpu_reduction: 0.2,
        root_fpu_reduction: 0.1,
        fpu_loss_share: 0.0,
        root_fpu_loss_share: 0.0,
        wide_root_noise: 0.0,
        utility: UtilityWeights::USUAL,
        lcb_stdevs: 5.0,
        lcb_visit_share: 0.15,
        choice: ChoiceRule::LowerBound,
        pruning: RootPruning::Useless,
        mirroring: Mirroring::Ignored,
    };
}

impl Default for SearchTuning {
    fn default() -> SearchTuning {
        SearchTuning::USUAL
    }
}

/// What of a result counts by how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UtilityWeights {
    /// Winning: `winLossUtilityFactor`.
    pub win_loss: f64,
    /// The score: `staticScoreUtilityFactor`.
    pub static_score: f64,
    /// The score as measured against the expected one: `dynamicScoreUtilityFactor`.
    pub dynamic_score: f64,
    /// How far the score measured against moves from the expected one towards an even game:
    /// `dynamicScoreCenterZeroWeight`.
    pub center_zero: f64,
    /// Over how wide a range of scores that is measured, in multiples of the square root of
    /// the board's points: `dynamicScoreCenterScale`.
    pub center_scale: f64,
    /// What a game without a result is worth to White: `noResultUtilityForWhite`.
    pub no_result_for_white: f64,
}

impl UtilityWeights {
    /// What counts where nobody says.
    pub const USUAL: UtilityWeights = UtilityWeights {
        win_loss: 1.0,
        static_score: 0.1,
        dynamic_score: 0.3,
        center_zero: 0.2,
        center_scale: 0.75,
        no_result_for_white: 0.0,
    };
}

impl Default for UtilityWeights {
    fn default() -> UtilityWeights {
        UtilityWeights::USUAL
    }
}

/// What the first choice is chosen by: `useLcbForSelection`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceRule {
    /// The best lower confidence bound among the moves tried often.
    LowerBound,
    /// The number of visits.
    Visits,
}

/// Which moves of the root are left out: `rootPruneUselessMoves`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootPruning {
    /// Plays inside areas that are settled for ever.
    Useless,
    /// None.
    Nothing,
}

/// What is done about an opponent who mirrors every move: `antiMirror`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mirroring {
    /// Nothing.
    Ignored,
    /// The opponent is expected to go on so, and the centre is looked at first.
    Answered,
}

/// Chance at the root, so that no two games are alike when an engine learns
/// from playing itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// How much of the prior is chance; 0.25 is customary.
    pub share: f32,
    /// How evenly chance falls on all moves together: the sum of the
    /// Dirichlet distribution's parameters; 10.83 is customary.
    pub concentration: f32,
}

impl Default for Noise {
    fn default() -> Noise {
        Noise {
            share: 0.25,
            concentration: 10.83,
        }
    }
}
