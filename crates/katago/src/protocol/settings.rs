//! Settings that a configuration file, the command line or a query may change:
//! those of KataGo's many that mean something to any engine.

use std::fmt;
use std::time::Duration;

use ponnuki_game::Color;
use ponnuki_think::{
    HUMAN_PROFILE, NO_PROFILE_NAMES, Parameter, Parameters, THINKING_TIME_MAX, VISITS_MAX,
};
use serde_json::Value;

/// The longest expected line that may be asked for, as in KataGo.
pub const PV_MAX: usize = 1000;

/// How positions are analysed where a query does not say otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisSettings {
    /// At most so many visits, or playouts.
    pub n_visits_max: u64,
    /// At most so long.
    pub time_max: Option<Duration>,
    /// Whose chances are told.
    pub perspective: Perspective,
    /// How many moves of an expected line are told after its first.
    pub pv_len: usize,
    /// The name of the people to imitate, not yet judged: who has the networks knows them.
    pub human_profile: Option<String>,
    /// How to search, where that is not as usual.
    pub parameters: Parameters,
    /// What thinks: it decides which parameters mean something.
    pub engine: EngineKind,
    /// What is said of fields that no query has.
    pub unused_fields: UnusedFields,
}

/// What thinks about queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// A search with a network, which goes by [`Parameters`].
    Network,
    /// Playouts, which do not.
    Playouts,
}

/// What is said of fields that no query has: `warnUnusedFields`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnusedFields {
    /// That they are unknown.
    Warned,
    /// Nothing.
    Ignored,
}

impl Default for AnalysisSettings {
    /// What KataGo's own example of a configuration says.
    fn default() -> AnalysisSettings {
        AnalysisSettings {
            n_visits_max: 500,
            time_max: None,
            perspective: Perspective::Of(Color::Black),
            pv_len: 15,
            human_profile: None,
            parameters: Parameters::default(),
            engine: EngineKind::Network,
            unused_fields: UnusedFields::Warned,
        }
    }
}

/// Whose chances, points and territory are told as positive numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perspective {
    /// Those of the player to move.
    SideToMove,
    /// Those of one player, whoever is to move.
    Of(Color),
}

impl Perspective {
    /// Whose chances are told when it is the turn of `turn`.
    pub fn color(self, turn: Color) -> Color {
        match self {
            Perspective::SideToMove => turn,
            Perspective::Of(color) => color,
        }
    }
}

/// Whether a setting means something here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It was changed.
    Made,
    /// Nothing here goes by this setting.
    NoEffect,
}

/// A setting that cannot be so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadSetting {
    /// Its name.
    pub key: String,
    /// What was given.
    pub value: String,
    /// What it has to be.
    pub expected: String,
}

impl fmt::Display for BadSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BadSetting {
            key,
            value,
            expected,
        } = self;
        write!(f, "{key} has to be {expected}, not {value:?}")
    }
}

impl std::error::Error for BadSetting {}

impl AnalysisSettings {
    /// Changes the setting called `key`, if it is one that means something here.
    ///
    /// # Errors
    ///
    /// If it cannot be so; nothing is changed then.
    pub fn change(&mut self, key: &str, value: &str) -> Result<Change, BadSetting> {
        let bad = |expected: String| BadSetting {
            key: key.to_owned(),
            value: value.to_owned(),
            expected,
        };
        match key {
            "maxVisits" | "maxPlayouts" => {
                let n = value.parse().ok().filter(|n| (1..=VISITS_MAX).contains(n));
                let limits = || format!("a whole number from 1 to {VISITS_MAX}");
                self.n_visits_max = n.ok_or_else(|| bad(limits()))?;
            }
            "maxTime" => {
                let seconds = value.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
                let seconds =
                    seconds.ok_or_else(|| bad("a number of seconds over 0".to_owned()))?;
                // KataGo writes a huge number where there is no limit.
                let time = Duration::try_from_secs_f64(seconds).ok();
                self.time_max = time.filter(|&time| time <= THINKING_TIME_MAX);
            }
            "reportAnalysisWinratesAs" => {
                let words = || "BLACK, WHITE or SIDETOMOVE".to_owned();
                self.perspective = perspective(value).ok_or_else(|| bad(words()))?;
            }
            "analysisPVLen" => {
                let n = value.parse().ok().filter(|n| (1..=PV_MAX).contains(n));
                let limits = || format!("a whole number from 1 to {PV_MAX}");
                self.pv_len = n.ok_or_else(|| bad(limits()))?;
            }
            HUMAN_PROFILE => {
                let is_nobody = NO_PROFILE_NAMES.contains(&value);
                self.human_profile = (!is_nobody).then(|| value.to_owned());
            }
            "warnUnusedFields" => {
                self.unused_fields = match value {
                    "true" => UnusedFields::Warned,
                    "false" => UnusedFields::Ignored,
                    _ => return Err(bad("true or false".to_owned())),
                };
            }
            _ => return self.change_parameter(key, value),
        }
        Ok(Change::Made)
    }

    /// Changes the parameter of the search called `key`, if there is one.
    fn change_parameter(&mut self, key: &str, value: &str) -> Result<Change, BadSetting> {
        let Some(parameter) = Parameter::named(key) else {
            return Ok(Change::NoEffect);
        };
        let value = parameter.parse(value).map_err(|expected| BadSetting {
            key: key.to_owned(),
            value: value.to_owned(),
            expected,
        })?;
        self.parameters.set(parameter, Some(value));
        Ok(match self.engine {
            EngineKind::Network => Change::Made,
            EngineKind::Playouts => Change::NoEffect,
        })
    }
}

/// A value as [`AnalysisSettings::change`] takes it.
pub(super) fn value_text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn perspective(word: &str) -> Option<Perspective> {
    let is = |name: &str| word.eq_ignore_ascii_case(name);
    match word {
        _ if is("BLACK") || is("B") => Some(Perspective::Of(Color::Black)),
        _ if is("WHITE") || is("W") => Some(Perspective::Of(Color::White)),
        _ if is("SIDETOMOVE") => Some(Perspective::SideToMove),
        _ => None,
    }
}
