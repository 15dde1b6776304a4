//! KataGo's search parameters that mean something to a search with a network: their names, what
//! they may be, and what they are here where nobody says. Both of KataGo's protocols, GTP's
//! `kata-set-param` and the analysis protocol, speak of them.

use std::time::Duration;

/// KataGo's own limit of visits: more than any engine will ever do.
pub const VISITS_MAX: u64 = 1 << 50;

/// The longest time for one position that is still a limit: a day. A longer one is none.
pub const THINKING_TIME_MAX: Duration = Duration::from_secs(24 * 3600);

/// KataGo's name for the people to imitate.
pub const HUMAN_PROFILE: &str = "humanSLProfile";

/// What a profile is called where nobody is to be imitated.
pub const NO_PROFILE_NAMES: [&str; 3] = ["", "_", "\"\""];

/// A parameter of a search, under KataGo's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "KataGo documents its parameters")]
pub enum Parameter {
    CpuctExploration,
    CpuctExplorationLog,
    CpuctExplorationBase,
    CpuctUtilityStdevPrior,
    CpuctUtilityStdevPriorWeight,
    CpuctUtilityStdevScale,
    FpuReductionMax,
    FpuLossProp,
    RootFpuReductionMax,
    RootFpuLossProp,
    RootPolicyTemperature,
    RootNumSymmetriesToSample,
    RootNoiseEnabled,
    RootDirichletNoiseTotalConcentration,
    RootDirichletNoiseWeight,
    RootPruneUselessMoves,
    RootPolicyOptimism,
    PolicyOptimism,
    NnPolicyTemperature,
    WideRootNoise,
    WinLossUtilityFactor,
    StaticScoreUtilityFactor,
    DynamicScoreUtilityFactor,
    DynamicScoreCenterZeroWeight,
    DynamicScoreCenterScale,
    NoResultUtilityForWhite,
    UseLcbForSelection,
    LcbStdevs,
    MinVisitPropForLcb,
    PlayoutDoublingAdvantage,
    PlayoutDoublingAdvantagePla,
    IgnorePreRootHistory,
    IgnoreAllHistory,
    ConservativePass,
    AntiMirror,
}

/// What a parameter may be.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// A number between these.
    Number(f64, f64),
    /// A whole number between these.
    Whole(f64, f64),
    /// True or false.
    Flag,
    /// A player, or nobody in particular.
    Player,
}

/// Each parameter with its name, what it may be, and what it is where nobody says.
struct Row(Parameter, &'static str, Kind, f64);

use Kind::{Flag, Number, Player, Whole};
use Parameter as P;

#[rustfmt::skip]
const ROWS: [Row; 35] = [
    Row(P::CpuctExploration, "cpuctExploration", Number(0.0, 10.0), 1.0),
    Row(P::CpuctExplorationLog, "cpuctExplorationLog", Number(0.0, 10.0), 0.45),
    Row(P::CpuctExplorationBase, "cpuctExplorationBase", Number(10.0, 100_000.0), 500.0),
    Row(P::CpuctUtilityStdevPrior, "cpuctUtilityStdevPrior", Number(1e-8, 10.0), 0.4),
    Row(P::CpuctUtilityStdevPriorWeight, "cpuctUtilityStdevPriorWeight", Number(0.0, 100.0), 2.0),
    Row(P::CpuctUtilityStdevScale, "cpuctUtilityStdevScale", Number(0.0, 1.0), 0.85),
    Row(P::FpuReductionMax, "fpuReductionMax", Number(0.0, 2.0), 0.2),
    Row(P::FpuLossProp, "fpuLossProp", Number(0.0, 1.0), 0.0),
    Row(P::RootFpuReductionMax, "rootFpuReductionMax", Number(0.0, 2.0), 0.1),
    Row(P::RootFpuLossProp, "rootFpuLossProp", Number(0.0, 1.0), 0.0),
    Row(P::RootPolicyTemperature, "rootPolicyTemperature", Number(0.01, 100.0), 1.0),
    Row(P::RootNumSymmetriesToSample, "rootNumSymmetriesToSample", Whole(1.0, 8.0), 2.0),
    Row(P::RootNoiseEnabled, "rootNoiseEnabled", Flag, 0.0),
    Row(P::RootDirichletNoiseTotalConcentration, "rootDirichletNoiseTotalConcentration", Number(0.001, 10_000.0), 10.83),
    Row(P::RootDirichletNoiseWeight, "rootDirichletNoiseWeight", Number(0.0, 1.0), 0.25),
    Row(P::RootPruneUselessMoves, "rootPruneUselessMoves", Flag, 1.0),
    Row(P::RootPolicyOptimism, "rootPolicyOptimism", Number(0.0, 1.0), 0.2),
    Row(P::PolicyOptimism, "policyOptimism", Number(0.0, 1.0), 1.0),
    Row(P::NnPolicyTemperature, "nnPolicyTemperature", Number(0.01, 5.0), 1.0),
    Row(P::WideRootNoise, "wideRootNoise", Number(0.0, 5.0), 0.0),
    Row(P::WinLossUtilityFactor, "winLossUtilityFactor", Number(0.0, 1.0), 1.0),
    Row(P::StaticScoreUtilityFactor, "staticScoreUtilityFactor", Number(0.0, 1.0), 0.1),
    Row(P::DynamicScoreUtilityFactor, "dynamicScoreUtilityFactor", Number(0.0, 1.0), 0.3),
    Row(P::DynamicScoreCenterZeroWeight, "dynamicScoreCenterZeroWeight", Number(0.0, 1.0), 0.2),
    Row(P::DynamicScoreCenterScale, "dynamicScoreCenterScale", Number(0.2, 5.0), 0.75),
    Row(P::NoResultUtilityForWhite, "noResultUtilityForWhite", Number(-1.0, 1.0), 0.0),
    Row(P::UseLcbForSelection, "useLcbForSelection", Flag, 1.0),
    Row(P::LcbStdevs, "lcbStdevs", Number(1.0, 12.0), 5.0),
    Row(P::MinVisitPropForLcb, "minVisitPropForLCB", Number(0.0, 1.0), 0.15),
    Row(P::PlayoutDoublingAdvantage, "playoutDoublingAdvantage", Number(-3.0, 3.0), 0.0),
    Row(P::PlayoutDoublingAdvantagePla, "playoutDoublingAdvantagePla", Player, 0.0),
    Row(P::IgnorePreRootHistory, "ignorePreRootHistory", Flag, 0.0),
    Row(P::IgnoreAllHistory, "ignoreAllHistory", Flag, 0.0),
    Row(P::ConservativePass, "conservativePass", Flag, 0.0),
    Row(P::AntiMirror, "antiMirror", Flag, 0.0),
];

/// Black and White as numbers; nobody in particular is 0.
const BLACK: f64 = 1.0;
const WHITE: f64 = -1.0;

impl Parameter {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Parameter> {
        ROWS.iter().map(|row| row.0)
    }

    /// The one that KataGo calls so.
    pub fn named(name: &str) -> Option<Parameter> {
        let row = ROWS.iter().find(|row| row.1 == name);
        row.map(|row| row.0)
    }

    /// What KataGo calls it.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Its value where nobody says.
    pub fn usual(self) -> f64 {
        self.row().3
    }

    /// The value that a text means: 1 for true and for Black, −1 for White.
    ///
    /// # Errors
    ///
    /// What it has to be.
    pub fn parse(self, text: &str) -> Result<f64, String> {
        let number = || text.parse().ok();
        let is = |word: &str| text.eq_ignore_ascii_case(word);
        let value = match self.row().2 {
            Number(min, max) => number().filter(|n| (min..=max).contains(n)),
            Whole(min, max) => {
                number().filter(|n: &f64| (min..=max).contains(n) && n.fract() == 0.0)
            }
            Flag if is("true") => Some(1.0),
            Flag if is("false") => Some(0.0),
            Player if is("b") || is("black") => Some(BLACK),
            Player if is("w") || is("white") => Some(WHITE),
            Player if is("") || is("e") || is("empty") => Some(0.0),
            Flag | Player => None,
        };
        value.ok_or_else(|| self.expected())
    }

    /// A value as text, which [`parse`](Parameter::parse) reads.
    pub fn written(self, value: f64) -> String {
        match self.row().2 {
            Number(..) | Whole(..) => value.to_string(),
            Flag => (value != 0.0).to_string(),
            Player if value == BLACK => "B".to_owned(),
            Player if value == WHITE => "W".to_owned(),
            Player => "E".to_owned(),
        }
    }

    /// Whether its values are written as JSON without quotation marks.
    pub fn is_bare(self) -> bool {
        self.row().2 != Player
    }

    /// What it has to be, in words.
    fn expected(self) -> String {
        match self.row().2 {
            Number(min, max) => format!("a number from {min} to {max}"),
            Whole(min, max) => format!("a whole number from {min} to {max}"),
            Flag => "true or false".to_owned(),
            Player => "B, W or nothing".to_owned(),
        }
    }

    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }
}

/// The parameters that somebody has set.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parameters {
    values: Values,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Values([Option<f64>; ROWS.len()]);

impl Default for Values {
    fn default() -> Values {
        Values([None; ROWS.len()])
    }
}

impl Parameters {
    /// What a parameter was set to.
    pub fn get(&self, parameter: Parameter) -> Option<f64> {
        self.values.0[parameter as usize]
    }

    /// What a parameter is, set or not.
    pub fn value(&self, parameter: Parameter) -> f64 {
        self.get(parameter).unwrap_or(parameter.usual())
    }

    /// Whether a flag is up.
    pub fn flag(&self, parameter: Parameter) -> bool {
        self.value(parameter) != 0.0
    }

    /// Sets a parameter to a value that [`Parameter::parse`] gave, or as it is where nobody says.
    pub fn set(&mut self, parameter: Parameter, value: Option<f64>) {
        self.values.0[parameter as usize] = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_has_its_own_row() {
        for (place, row) in ROWS.iter().enumerate() {
            assert_eq!(row.0 as usize, place, "{}", row.1);
            assert_eq!(Parameter::named(row.1), Some(row.0));
            let usual = row.0.written(row.0.usual());
            assert_eq!(row.0.parse(&usual), Ok(row.0.usual()), "{}", row.1);
        }
    }

    #[test]
    fn what_a_parameter_cannot_be_is_refused() {
        for (name, text) in [
            ("wideRootNoise", "5.1"),
            ("wideRootNoise", "NaN"),
            ("wideRootNoise", "much"),
            ("rootNumSymmetriesToSample", "2.5"),
            ("rootNumSymmetriesToSample", "9"),
            ("antiMirror", "1"),
            ("playoutDoublingAdvantagePla", "G"),
        ] {
            let parameter = Parameter::named(name).unwrap();
            assert!(parameter.parse(text).is_err(), "{name} {text}");
        }
    }
}
