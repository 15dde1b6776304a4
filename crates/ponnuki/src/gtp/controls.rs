//! What a client may change while the engine runs: `kata-set-param` and what belongs to it.

use std::sync::Arc;
use std::time::Duration;

use ponnuki_engine::{Imitating, Level, Leveled, Net, Resignation, Thinker, Tuning, thinker};
use ponnuki_gtp::{Args, Refusal, Reply};
use ponnuki_katago::protocol::{
    HUMAN_PROFILE, Parameter, Parameters, TIME_MAX, VISITS_MAX, setting_texts,
};
use ponnuki_katago::tuning;

use super::session::{Effort, Idle, Session};
use crate::args;
use crate::duel;
use crate::human::Humans;
use crate::json::Json;

type Answer = Result<Reply, Refusal>;

/// What KataGo says where time is not limited.
const TIME_UNLIMITED: f64 = 1e20;

/// What thinks at full strength is at no level.
const NO_LEVEL: &str = "none";

/// How the engine thinks, besides how long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Controls {
    /// The level it plays at, if any.
    pub(super) level: Option<Level>,
    /// When it would give up.
    pub(super) resignation: Resignation,
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
    /// Those of an engine at this level that gives up so, if at all.
    pub(super) fn new(level: Option<Level>, resignation: Option<Resignation>) -> Controls {
        Controls {
            level,
            resignation: resignation.unwrap_or_default(),
            gives_up: match resignation {
                Some(_) => GivesUp::Yes,
                None => GivesUp::Never,
            },
            parameters: Parameters::default(),
            analysis: AnalysisControls::default(),
            genmove_anti_mirror: 0.0,
        }
    }

    /// What thinks so, with `net` if there is one, and imitates people where it can.
    pub(super) fn thinker(
        &self,
        net: Option<&Arc<Net>>,
        humans: &Humans,
        seed: u64,
    ) -> Box<dyn Thinker> {
        let resignation = match self.gives_up {
            GivesUp::Yes => Some(self.resignation),
            GivesUp::Never => None,
        };
        let thinker: Box<dyn Thinker> = match self.level {
            Some(level) => Box::new(Leveled::new(level, net, resignation, seed)),
            None => thinker(net, seed, resignation),
        };
        match humans.imitator.clone() {
            Some(imitator) => Box::new(Imitating::new(imitator, thinker, seed)),
            None => thinker,
        }
    }

    /// How to think about a move to play.
    pub(super) fn for_play(&self) -> Tuning {
        let mut parameters = self.parameters;
        parameters.set(Parameter::AntiMirror, Some(self.genmove_anti_mirror));
        tuning(&parameters)
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
        tuning(&parameters)
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
pub(super) fn list(_: &mut Session, _: &mut Args<'_>) -> Answer {
    Ok(Reply::from(names().collect::<Vec<_>>().join(" ")))
}

/// `kata-get-param NAME`.
pub(super) fn get(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let name = args.word()?;
    args.end()?;
    let value = value(session, name).ok_or_else(|| unknown(name))?;
    Ok(Reply::from(value.text))
}

/// `kata-get-params`: all of them as JSON.
pub(super) fn every_value(session: &mut Session, _: &mut Args<'_>) -> Answer {
    let fields = names().filter_map(|name| {
        let value = value(session, name)?;
        let json = match value.is_bare {
            true => Json::raw(value.text),
            false => Json::string(&value.text),
        };
        Some((name, json))
    });
    Ok(Reply::from(Json::short_object(fields).as_str()))
}

/// `kata-set-param NAME [VALUE]`.
pub(super) fn set(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let name = args.word()?.to_owned();
    let value = args.next_word().unwrap_or_default().to_owned();
    args.end()?;
    change(session, &[(name, value)])
}

/// `kata-set-params JSON`: all of them or none.
pub(super) fn change_several(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let settings = setting_texts(args.rest()).ok_or(Refusal::Syntax)?;
    change(session, &settings)
}

/// `lz-setoption [name NAME [value VALUE]]`: Leela Zero's options; without a name, all of them.
pub(super) fn leela_option(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let rest = args.rest();
    if rest.is_empty() {
        return Ok(Reply::lines(LEELA_OPTIONS));
    }
    let words: Vec<String> = rest.split_whitespace().map(str::to_lowercase).collect();
    let at = words.iter().position(|word| word == "value");
    let (name, value) = words.split_at(at.unwrap_or(words.len()));
    let (Some("name"), value) = (name.first().map(String::as_str), value.get(1)) else {
        return Err(Refusal::Syntax);
    };
    let value = value.ok_or(Refusal::Syntax)?;
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
        "resign percentage" => ("resignThreshold", percent().map_err(|_| Refusal::Syntax)?),
        // There is a limit for memory already, and clocks are kept with a margin.
        "maximum memory use (mib)" | "percentage of memory for cache" | "lagbuffer" => {
            return Ok(Reply::empty());
        }
        _ => return Err(Refusal::Other(format!("there is no option {rest:?}"))),
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
fn value(session: &Session, name: &str) -> Option<Value> {
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
        Control::ResignThreshold => Value::bare(&controls.resignation.win_rate),
        Control::Pondering => Value::bare(&(effort.idle == Idle::Ponder)),
        Control::Threads => Value::bare(&effort.threads),
        Control::Visits | Control::Playouts => Value::bare(&effort.playouts.unwrap_or(VISITS_MAX)),
        Control::Time => {
            let seconds = effort
                .time
                .map_or(TIME_UNLIMITED, |time| time.as_secs_f64());
            Value::bare(&seconds)
        }
        Control::Level => match controls.level {
            Some(level) => Value::bare(&level.number),
            None => Value::quoted(NO_LEVEL.to_owned()),
        },
        Control::HumanProfile => {
            let profile = session.people.profile;
            Value::quoted(profile.map_or_else(String::new, |profile| profile.to_string()))
        }
        Control::HumanShare => Value::bare(&session.people.share),
    }
}

/// Makes all of these changes, or none if one of them cannot be.
fn change(session: &mut Session, settings: &[(String, String)]) -> Answer {
    let (mut controls, mut effort) = (session.controls, session.effort);
    let mut people = session.people.clone();
    for (name, value) in settings {
        let changed = match (Parameter::named(name), control(name)) {
            (Some(parameter), _) => parameter.parse(value).map(|value| {
                controls.parameters.set(parameter, Some(value));
            }),
            (None, Some(Control::HumanProfile)) => {
                let chosen = people.choose(value);
                chosen.map_err(|why| Refusal::Other(why.to_string()))?;
                Ok(())
            }
            (None, Some(Control::HumanShare)) => share(value).map(|share| people.share = share),
            (None, Some(control)) => change_one(&mut controls, &mut effort, control, value),
            (None, None) => return Err(unknown(name)),
        };
        changed.map_err(|expected| {
            Refusal::Other(format!("{name} has to be {expected}, not {value:?}"))
        })?;
    }
    session.steer(controls, people, effort);
    Ok(Reply::empty())
}

/// Changes one control.
///
/// # Errors
///
/// What it has to be.
fn change_one(
    controls: &mut Controls,
    effort: &mut Effort,
    control: Control,
    value: &str,
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
        Control::ResignThreshold => controls.resignation.win_rate = chance(value)?,
        Control::Pondering => {
            effort.idle = match truth(value)? {
                true => Idle::Ponder,
                false => Idle::Rest,
            };
        }
        Control::Threads => {
            effort.threads =
                args::n_threads(value).map_err(|_| "a number of threads".to_owned())?;
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
                _ => Some(duel::level(value).map_err(|_| "a level from 1 to 24, or none")?),
            };
        }
    }
    Ok(())
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
    let chance = chance.filter(|chance| (0.0..=super::RESIGN_MAX).contains(chance));
    chance.ok_or_else(|| format!("a chance from 0 to {}", super::RESIGN_MAX))
}

/// A time for each move; more than a day is no limit.
fn seconds(value: &str) -> Result<Option<Duration>, String> {
    let seconds = value.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    let seconds = seconds.ok_or("a number of seconds over 0")?;
    let time = Duration::try_from_secs_f64(seconds).ok();
    Ok(time.filter(|&time| time <= TIME_MAX))
}

fn unknown(name: &str) -> Refusal {
    Refusal::Other(format!("there is no parameter {name:?}"))
}
