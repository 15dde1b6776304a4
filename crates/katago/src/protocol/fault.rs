//! What is wrong with a line, and what of it has no effect.

use std::fmt;

use ponnuki_game::{Move, ParseRulesError, SetupFaults, Size};
use ponnuki_think::NO_HUMAN_MODEL;
use ponnuki_wire::{Vertex, to_json};
use serde::Serialize;

use super::settings::BadSetting;

/// Something wrong with a line: it is not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryFault {
    /// The id of the line, if it has one.
    pub id: Option<String>,
    /// The field that is wrong, if it is one of them.
    pub field: Option<String>,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What is wrong with a line or a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The line is longer than this many bytes.
    TooLong {
        /// How long it may be.
        max: usize,
    },
    /// More turns would wait than this.
    TooMany {
        /// How many may wait.
        max: usize,
    },
    /// The line is not JSON: what is wrong with it, and where.
    NotJson(String),
    /// The line is JSON, but no object.
    NotAnObject,
    /// The object has no id that is a text.
    NoId,
    /// There is no such action.
    UnknownAction,
    /// The field has to be something else, or has to be there.
    Expected(String),
    /// No point, or no move, of this board is written so.
    UnknownVertex(String),
    /// No colour is written so.
    UnknownColor(String),
    /// The game has no such turn.
    NoSuchTurn(i64),
    /// These are not rules.
    Rules(ParseRulesError),
    /// The field may not come with this other one.
    NotWith(&'static str),
    /// The field needs this other one.
    Needs(&'static str),
    /// The game cannot have begun so.
    Setup(SetupFaults),
    /// A move that cannot have been made.
    IllegalMove {
        /// Which, counted from 0.
        number: usize,
        /// The point, or a pass.
        vertex: Vertex,
    },
    /// A setting that cannot be so.
    Setting(BadSetting),
    /// People are to be imitated, and there is no network that imitates any.
    NoHumanModel,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::TooLong { max } => write!(f, "a line has at most {max} bytes"),
            FaultKind::TooMany { max } => {
                write!(f, "at most {max} turns may wait, ask again later")
            }
            FaultKind::NotJson(error) => write!(f, "the line is not JSON: {error}"),
            FaultKind::NotAnObject => f.write_str("the line is JSON but not an object"),
            FaultKind::NoId => f.write_str("the object needs an id that is a string"),
            FaultKind::UnknownAction => f.write_str(
                "has to be query_version, query_models, clear_cache, terminate or terminate_all",
            ),
            FaultKind::Expected(what) => write!(f, "has to be {what}"),
            FaultKind::UnknownVertex(text) => write!(f, "this board has no {text:?}"),
            FaultKind::UnknownColor(text) => write!(f, "a player is B or W, not {text:?}"),
            FaultKind::NoSuchTurn(turn) => write!(f, "there is no turn {turn} in these moves"),
            FaultKind::Rules(error) => error.fmt(f),
            FaultKind::NotWith(other) => write!(f, "may not come with {other}"),
            FaultKind::Needs(other) => write!(f, "needs {other}, with as many entries"),
            FaultKind::Setup(faults) => faults.fmt(f),
            // Clients look for just these two words to tell a move that somebody
            // tried from a fault of their own.
            FaultKind::IllegalMove { number, vertex } => {
                write!(f, "Illegal move {number}: {}", vertex.0)
            }
            FaultKind::Setting(bad) => bad.fmt(f),
            FaultKind::NoHumanModel => f.write_str(NO_HUMAN_MODEL),
        }
    }
}

impl QueryFault {
    /// A fault of a line as a whole.
    pub fn of_line(kind: FaultKind) -> QueryFault {
        QueryFault {
            id: None,
            field: None,
            kind,
        }
    }

    /// A fault of one field of the line that has this `id`.
    pub fn of_field(id: &str, field: &str, kind: FaultKind) -> QueryFault {
        QueryFault {
            id: Some(id.to_owned()),
            field: Some(field.to_owned()),
            kind,
        }
    }

    /// A fault of a query with this `id`: its move of this `number`, counted
    /// from 0, cannot have been made on a board of `size`.
    pub fn illegal_move(id: &str, number: usize, mv: Move, size: Size) -> QueryFault {
        let vertex = Vertex::of_move(mv, size);
        QueryFault::of_field(id, "moves", FaultKind::IllegalMove { number, vertex })
    }

    /// The line that tells it.
    pub fn to_json(&self) -> String {
        to_json(&Complaint {
            error: Some(self.kind.to_string()),
            field: self.field.as_deref(),
            id: self.id.as_deref(),
            warning: None,
        })
    }
}

/// Something in a query that is not as its author may think: the query is
/// answered all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The field.
    pub field: String,
    /// What it is about.
    pub kind: WarningKind,
}

/// Why a field is not as its author may think.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WarningKind {
    /// A query has no such field.
    UnknownField,
    /// It changes nothing here.
    NoEffect,
    /// These settings change nothing here.
    SettingsWithoutEffect(Vec<String>),
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WarningKind::UnknownField => f.write_str("a query has no such field"),
            WarningKind::NoEffect => f.write_str("changes nothing here"),
            WarningKind::SettingsWithoutEffect(keys) => {
                write!(f, "settings that change nothing here: {}", keys.join(", "))
            }
        }
    }
}

impl Warning {
    /// The line that tells it about the query that has this `id`.
    pub fn to_json(&self, id: &str) -> String {
        to_json(&Complaint {
            error: None,
            field: Some(&self.field),
            id: Some(id),
            warning: Some(self.kind.to_string()),
        })
    }
}

#[derive(Serialize)]
struct Complaint<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
}
