//! KataGo's parameters as our search has them.

use ponnuki_game::Color;

use crate::parameters::{Parameter as P, Parameters};
use crate::search_tuning::{
    ChoiceRule, Mirroring, Noise, RootPruning, SearchTuning, UtilityWeights,
};
use crate::tuning::{HistoryShown, NetTuning, RootPass, Tuning};

impl Parameters {
    /// How to think where these parameters were set.
    pub fn tuning(&self) -> Tuning {
        tuning(self)
    }
}

fn tuning(parameters: &Parameters) -> Tuning {
    let value = |parameter| parameters.value(parameter);
    let flag = |parameter| parameters.flag(parameter);
    let n_symmetries = parameters.get(P::RootNumSymmetriesToSample);
    Tuning {
        exploration: value(P::CpuctExploration) as f32,
        n_root_symmetries: n_symmetries.map(|n| n as usize),
        root_temperature: value(P::RootPolicyTemperature) as f32,
        root_noise: flag(P::RootNoiseEnabled).then(|| Noise {
            share: value(P::RootDirichletNoiseWeight) as f32,
            concentration: value(P::RootDirichletNoiseTotalConcentration) as f32,
        }),
        search: SearchTuning {
            exploration_log: value(P::CpuctExplorationLog),
            exploration_base: value(P::CpuctExplorationBase),
            stdev_prior: value(P::CpuctUtilityStdevPrior),
            stdev_prior_weight: value(P::CpuctUtilityStdevPriorWeight),
            stdev_scale: value(P::CpuctUtilityStdevScale),
            fpu_reduction: value(P::FpuReductionMax),
            root_fpu_reduction: value(P::RootFpuReductionMax),
            fpu_loss_share: value(P::FpuLossProp),
            root_fpu_loss_share: value(P::RootFpuLossProp),
            wide_root_noise: value(P::WideRootNoise),
            utility: utility(parameters),
            lcb_stdevs: value(P::LcbStdevs),
            lcb_visit_share: value(P::MinVisitPropForLcb),
            choice: match flag(P::UseLcbForSelection) {
                true => ChoiceRule::LowerBound,
                false => ChoiceRule::Visits,
            },
            pruning: match flag(P::RootPruneUselessMoves) {
                true => RootPruning::Useless,
                false => RootPruning::Nothing,
            },
            mirroring: match flag(P::AntiMirror) {
                true => Mirroring::Answered,
                false => Mirroring::Ignored,
            },
        },
        net: net(parameters),
    }
}

fn utility(parameters: &Parameters) -> UtilityWeights {
    let value = |parameter| parameters.value(parameter);
    UtilityWeights {
        win_loss: value(P::WinLossUtilityFactor),
        static_score: value(P::StaticScoreUtilityFactor),
        dynamic_score: value(P::DynamicScoreUtilityFactor),
        center_zero: value(P::DynamicScoreCenterZeroWeight),
        center_scale: value(P::DynamicScoreCenterScale),
        no_result_for_white: value(P::NoResultUtilityForWhite),
    }
}

fn net(parameters: &Parameters) -> NetTuning {
    let value = |parameter| parameters.value(parameter) as f32;
    let flag = |parameter| parameters.flag(parameter);
    let player = value(P::PlayoutDoublingAdvantagePla);
    NetTuning {
        doublings: value(P::PlayoutDoublingAdvantage),
        doublings_for: match player {
            player if player > 0.0 => Some(Color::Black),
            player if player < 0.0 => Some(Color::White),
            _ => None,
        },
        history: match (flag(P::IgnoreAllHistory), flag(P::IgnorePreRootHistory)) {
            (true, _) => HistoryShown::Nothing,
            (false, true) => HistoryShown::SinceRoot,
            (false, false) => HistoryShown::All,
        },
        root_pass: match flag(P::ConservativePass) {
            true => RootPass::GoesOn,
            false => RootPass::Ends,
        },
        root_optimism: value(P::RootPolicyOptimism),
        optimism: value(P::PolicyOptimism),
        policy_temperature: value(P::NnPolicyTemperature),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sets_is_as_the_engine_has_it() {
        assert_eq!(tuning(&Parameters::default()), Tuning::default());
    }

    #[test]
    fn every_parameter_changes_how_it_thinks() {
        for parameter in P::all() {
            let mut parameters = Parameters::default();
            // The concentration and the weight of noise matter where there is some, and whose
            // advantage it is where there is one.
            parameters.set(P::RootNoiseEnabled, Some(1.0));
            parameters.set(P::PlayoutDoublingAdvantage, Some(1.5));
            let before = tuning(&parameters);
            let is_one = parameters.value(parameter) == 1.0;
            let other = if is_one { 0.0 } else { 1.0 };
            parameters.set(parameter, Some(other));
            assert_ne!(tuning(&parameters), before, "{}", parameter.name());
        }
    }
}
