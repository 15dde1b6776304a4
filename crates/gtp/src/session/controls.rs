//! What a client may change while the engine runs: `kata-set-param` and what belongs to it.

use std::ops::RangeInclusive;
use std::time::Duration;

use ponnuki_think::{HUMAN_PROFILE, Parameter, Parameters, THINKING_TIME_MAX, Tuning, VISITS_MAX};
use serde_json::{Map, Value as JsonValue};

use super::{
    Answer, EngineSession, Pondering, RESIGN_AT, RESIGN_AT_MAX, SessionEffort, SessionHost,
    Strength,
};
use crate::{Args, CommandRefusal, ReplyText};

/// What KataGo says where time is not limited.
const TIME_UNLIMITED: f64 = 1e20;

/// More threads than machines have; each costs memory even if it waits.
const THREADS_MAX: usize = 1024;

/// What thinks at full strength is at no level.
const NO_LEVEL: &str = "none";

/// How the engine thinks, besides how long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Controls {
    /// The level it plays at, if any.
    pub(super) level: Option<u8>,
    /// The chance of winning below which it would give up.
    pub(super) resign_at: f32,
    /// Whether it does.
    pub(super) gives_up: GivesUp,
    /// How it searches.
    pub(super) parameters: Parameters,
    /// How it searches for analysis, where that differs.
    pub(super) analysis: AnalysisControls,
    /// What is done about an opponent who mirrors every move when it plays; the parameter
    /// itself is for analysis.
    pub(super) genmove_anti_mirror: f64,
}

/// Whether the engine gives up games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GivesUp {
    Yes,
    Never,
}

/// Parameters that analysis has for itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct AnalysisControls {
    wide_root_noise: f64,
    ignore_history: f64,
}

impl Controls {
    /// Those of an engine of this strength.
    pub(super) fn new(Strength { level, resign_at }: Strength) -> Controls {
        Controls {
            level,
            resign_at: resign_at.unwrap_or(RESIGN_AT),
            gives_up: match resign_at {
                Some(_) => GivesUp::Yes,
                None => GivesUp::Never,
            },
            parameters: Parameters::default(),
            analysis: AnalysisControls::default(),
            genmove_anti_mirror: 0.0,
        }
    }

    /// How strong the thinker has to be for them.
    pub(super) fn strength(&self) -> Strength {
        Strength {
            level: self.level,
            resign_at: match self.gives_up {
                GivesUp::Yes => Some(self.resign_at),
                GivesUp::Never => None,
            },
        }
    }

    /// How to think about a move to play.
    pub(super) fn for_play(&self) -> Tuning {
        let mut parameters = self.parameters;
        parameters.set(Parameter::AntiMirror, Some(self.genmove_anti_mirror));
        parameters.tuning()
    }

    /// How to think for those who look on.
    pub(super) fn for_analysis(&self) -> Tuning {
        let mut parameters = self.parameters;
        let AnalysisControls {
            wide_root_noise,
            ignore_history,
        } = self.analysis;
        parameters.set(Parameter::WideRootNoise, Some(wide_root_noise));
        parameters.set(Parameter::IgnorePreRootHistory, Some(ignore_history));
        parameters.tuning()
    }
}

/// What can be set besides the parameters of a search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Control {
    AnalysisWideRootNoise,
    AnalysisIgnoreHistory,
    GenmoveAntiMirror,
    AllowResignation,
    ResignThreshold,
    Pondering,
    Threads,
    Visits,
    Playouts,
    Time,
    Level,
    HumanProfile,
    HumanShare,
}

const CONTROLS: [(&str, Control); 13] = [
    ("analysisWideRootNoise", Control::AnalysisWideRootNoise),
    (
        "analysisIgnorePreRootHistory",
        Control::AnalysisIgnoreHistory,
    ),
    ("genmoveAntiMirror", Control::GenmoveAntiMirror),
    ("allowResignation", Control::AllowResignation),
    ("resignThreshold", Control::ResignThreshold),
    ("ponderingEnabled", Control::Pondering),
    ("numSearchThreads", Control::Threads),
    ("maxVisits", Control::Visits),
    ("maxPlayouts", Control::Playouts),
    ("maxTime", Control::Time),
    ("level", Control::Level),
    (HUMAN_PROFILE, Control::HumanProfile),
    ("humanSLChosenMoveProp", Control::HumanShare),
];

fn control(name: &str) -> Option<Control> {
    let found = CONTROLS.iter().find(|(known, _)| *known == name);
    found.map(|&(_, control)| control)
}

/// Everything that has a name here.
fn names() -> impl Iterator<Item = &'static str> {
    let controls = CONTROLS.iter().map(|&(name, _)| name);
    controls.chain(Parameter::all().map(Parameter::name))
}

/// `kata-list-params`.
pub(super) fn list(_: &mut EngineSession, _: &mut Args<'_>) -> Answer {
    Ok(ReplyText::from(names().collect::<Vec<_>>().join(" ")))
}

/// `kata-get-param NAME`.
pub(super) fn get(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let name = args.word()?;
    args.end()?;
    let value = value(session, name).ok_or_else(|| unknown(name))?;
    Ok(ReplyText::from(value.text))
}

/// `kata-get-params`: all of them as JSON.
pub(super) fn every_value(session: &mut EngineSession, _: &mut Args<'_>) -> Answer {
    let fields = names().filter_map(|name| {
        let value = value(session, name)?;
        let json = match value.is_bare {
            true => value.text,
            false => JsonValue::from(value.text).to_string(),
        };
        Some(format!("\"{name}\": {json}"))
    });
    let fields: Vec<String> = fields.collect();
    Ok(ReplyText::from(format!("{{{}}}", fields.join(", "))))
}

/// `kata-set-param NAME [VALUE]`.
pub(super) fn set(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let name = args.word()?.to_owned();
    let value = args.next_word().unwrap_or_default().to_owned();
    args.end()?;
    change(session, &[(name, value)])
}

/// `kata-set-params JSON`: all of them or none.
pub(super) fn change_several(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let settings = setting_texts(args.rest()).ok_or(CommandRefusal::Syntax)?;
    change(session, &settings)
}

/// `lz-setoption [name NAME [value VALUE]]`: Leela Zero's options; without a name, all of them.
pub(super) fn leela_option(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let rest = args.rest();
    if rest.is_empty() {
        return Ok(ReplyText::lines(LEELA_OPTIONS));
    }
    let words: Vec<String> = rest.split_whitespace().map(str::to_lowercase).collect();
    let at = words.iter().position(|word| word == "value");
    let (name, value) = words.split_at(at.unwrap_or(words.len()));
    let (Some("name"), value) = (name.first().map(String::as_str), value.get(1)) else {
        return Err(CommandRefusal::Syntax);
    };
    let value = value.ok_or(CommandRefusal::Syntax)?;
    // Leela Zero has 0 where there is no limit.
    let n_visits = match value.as_str() {
        "0" => VISITS_MAX.to_string(),
        _ => value.clone(),
    };
    let percent = || {
        value
            .parse::<f64>()
            .map(|percent| (percent / 100.0).to_string())
    };
    let (key, value) = match name[1..].join(" ").as_str() {
        "visits" => ("maxVisits", n_visits),
        "playouts" => ("maxPlayouts", n_visits),
        "pondering" => ("ponderingEnabled", value.clone()),
        "resign percentage" => (
            "resignThreshold",
            percent().map_err(|_| CommandRefusal::Syntax)?,
        ),
        // There is a limit for memory already, and clocks are kept with a margin.
        "maximum memory use (mib)" | "percentage of memory for cache" | "lagbuffer" => {
            return Ok(ReplyText::empty());
        }
        _ => {
            return Err(CommandRefusal::Other(format!(
                "there is no option {rest:?}"
            )));
        }
    };
    change(session, &[(key.to_owned(), value)])
}

/// The options of Leela Zero that mean something here, in its words.
const LEELA_OPTIONS: [&str; 4] = [
    "option name Visits type spin default 0 min 0 max 1000000000",
    "option name Playouts type spin default 0 min 0 max 1000000000",
    "option name Resign Percentage type spin default 4 min 0 max 50",
    "option name Pondering type check default false",
];

/// The settings in a JSON object, each with its value as text; `None` if the text is no object.
fn setting_texts(text: &str) -> Option<Vec<(String, String)>> {
    let object: Map<String, JsonValue> = serde_json::from_str(text).ok()?;
    let texts = object.into_iter().map(|(name, value)| match value {
        JsonValue::String(text) => (name, text),
        value => (name, value.to_string()),
    });
    Some(texts.collect())
}

/// A value as text, and whether JSON has it without quotation marks.
struct Value {
    text: String,
    is_bare: bool,
}

impl Value {
    fn quoted(text: String) -> Option<Value> {
        Some(Value {
            text,
            is_bare: false,
        })
    }

    fn bare(text: &impl ToString) -> Option<Value> {
        Some(Value {
            text: text.to_string(),
            is_bare: true,
        })
    }
}

/// What is set under this name.
fn value(session: &EngineSession, name: &str) -> Option<Value> {
    let (controls, effort) = (&session.controls, &session.effort);
    if let Some(parameter) = Parameter::named(name) {
        return Some(Value {
            text: parameter.written(controls.parameters.value(parameter)),
            is_bare: parameter.is_bare(),
        });
    }
    match control(name)? {
        Control::AnalysisWideRootNoise => Value::bare(&controls.analysis.wide_root_noise),
        Control::AnalysisIgnoreHistory => Value::bare(&(controls.analysis.ignore_history != 0.0)),
        Control::GenmoveAntiMirror => Value::bare(&(controls.genmove_anti_mirror != 0.0)),
        Control::AllowResignation => Value::bare(&(controls.gives_up == GivesUp::Yes)),
        Control::ResignThreshold => Value::bare(&controls.resign_at),
        Control::Pondering => Value::bare(&(effort.pondering == Pondering::On)),
        Control::Threads => Value::bare(&effort.threads),
        Control::Visits | Control::Playouts => Value::bare(&effort.playouts.unwrap_or(VISITS_MAX)),
        Control::Time => {
            let seconds = effort
                .time
                .map_or(TIME_UNLIMITED, |time| time.as_secs_f64());
            Value::bare(&seconds)
        }
        Control::Level => match controls.level {
            Some(level) => Value::bare(&level),
            None => Value::quoted(NO_LEVEL.to_owned()),
        },
        Control::HumanProfile => {
            let profile = session.imitated.profile;
            Value::quoted(profile.map_or_else(String::new, |profile| profile.to_string()))
        }
        Control::HumanShare => Value::bare(&session.imitated.share),
    }
}

/// Makes all of these changes, or none if one of them cannot be.
fn change(session: &mut EngineSession, settings: &[(String, String)]) -> Answer {
    let (mut controls, mut effort) = (session.controls, session.effort);
    let mut imitated = session.imitated;
    let host = session.host.as_ref();
    for (name, value) in settings {
        let changed = match (Parameter::named(name), control(name)) {
            (Some(parameter), _) => parameter.parse(value).map(|value| {
                controls.parameters.set(parameter, Some(value));
            }),
            (None, Some(Control::HumanProfile)) => {
                let chosen = imitated.choose(value, host.human_models());
                chosen.map_err(|why| CommandRefusal::Other(why.to_string()))?;
                Ok(())
            }
            (None, Some(Control::HumanShare)) => share(value).map(|share| imitated.share = share),
            (None, Some(control)) => change_one(&mut controls, &mut effort, control, value, host),
            (None, None) => return Err(unknown(name)),
        };
        changed.map_err(|expected| {
            CommandRefusal::Other(format!("{name} has to be {expected}, not {value:?}"))
        })?;
    }
    session.steer(controls, imitated, effort);
    Ok(ReplyText::empty())
}

/// Changes one control.
///
/// # Errors
///
/// What it has to be.
fn change_one(
    controls: &mut Controls,
    effort: &mut SessionEffort,
    control: Control,
    value: &str,
    host: &dyn SessionHost,
) -> Result<(), String> {
    let flag = |parameter: Parameter| parameter.parse(value);
    match control {
        Control::AnalysisWideRootNoise => {
            controls.analysis.wide_root_noise = flag(Parameter::WideRootNoise)?;
        }
        Control::AnalysisIgnoreHistory => {
            controls.analysis.ignore_history = flag(Parameter::IgnorePreRootHistory)?;
        }
        Control::GenmoveAntiMirror => {
            controls.genmove_anti_mirror = flag(Parameter::AntiMirror)?;
        }
        Control::AllowResignation => {
            controls.gives_up = match truth(value)? {
                true => GivesUp::Yes,
                false => GivesUp::Never,
            };
        }
        Control::ResignThreshold => controls.resign_at = chance(value)?,
        Control::Pondering => {
            effort.pondering = match truth(value)? {
                true => Pondering::On,
                false => Pondering::Off,
            };
        }
        Control::Threads => {
            let n = counted(value, 1..=THREADS_MAX);
            effort.threads = n.ok_or_else(|| "a number of threads".to_owned())?;
        }
        Control::Visits | Control::Playouts => {
            let n = whole(value).filter(|n| (1..=VISITS_MAX).contains(n));
            let n = n.ok_or_else(|| format!("a whole number from 1 to {VISITS_MAX}"))?;
            effort.playouts = Some(n).filter(|&n| n < VISITS_MAX);
        }
        Control::Time => effort.time = seconds(value)?,
        // These are no matter of how it thinks: `change` has made them.
        Control::HumanProfile | Control::HumanShare => {}
        Control::Level => {
            controls.level = match value {
                NO_LEVEL => None,
                _ => Some(level(value, host.level_max())?),
            };
        }
    }
    Ok(())
}

/// A level by its number.
fn level(value: &str, max: u8) -> Result<u8, String> {
    let level = counted(value, 1..=usize::from(max)).and_then(|n| u8::try_from(n).ok());
    level.ok_or_else(|| format!("a level from 1 to {max}, or none"))
}

/// A number within these limits, written with digits alone.
fn counted(value: &str, limits: RangeInclusive<usize>) -> Option<usize> {
    let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
    let n = value.parse().ok().filter(|_| is_number);
    n.filter(|n| limits.contains(n))
}

/// How many of the moves are those of people who are imitated.
fn share(value: &str) -> Result<f32, String> {
    let share = value.parse().ok();
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a number from 0 to 1".to_owned())
}

fn truth(value: &str) -> Result<bool, String> {
    value.parse().map_err(|_| "true or false".to_owned())
}

/// A number of visits, which some clients write as a decimal.
fn whole(value: &str) -> Option<u64> {
    let decimal = || value.parse::<f64>().ok().filter(|n| n.fract() == 0.0);
    value.parse().ok().or_else(|| decimal().map(|n| n as u64))
}

fn chance(value: &str) -> Result<f32, String> {
    let chance = value.parse().ok();
    let chance = chance.filter(|chance| (0.0..=RESIGN_AT_MAX).contains(chance));
    chance.ok_or_else(|| format!("a chance from 0 to {}", RESIGN_AT_MAX))
}

/// A time for each move; more than a day is no limit.
fn seconds(value: &str) -> Result<Option<Duration>, String> {
    let seconds = value.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    let seconds = seconds.ok_or("a number of seconds over 0")?;
    let time = Duration::try_from_secs_f64(seconds).ok();
    Ok(time.filter(|&time| time <= THINKING_TIME_MAX))
}

fn unknown(name: &str) -> CommandRefusal {
    CommandRefusal::Other(format!("there is no parameter {name:?}"))
}
