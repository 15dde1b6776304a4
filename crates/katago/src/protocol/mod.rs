//! KataGo's analysis protocol: one JSON object on each line, both ways.
//!
//! ```text
//! > {"id":"a","boardXSize":9,"boardYSize":9,"rules":"chinese","komi":7,"moves":[["B","E5"]]}
//! < {"id":"a","isDuringSearch":false,"moveInfos":[{"move":"E3",…}],"rootInfo":{…},"turnNumber":1}
//! > {"id":"b","action":"terminate","terminateId":"a"}
//! < {"action":"terminate","id":"b","terminateId":"a"}
//! > {"id":"c"}
//! < {"error":"has to be a whole number from 1 to 25","field":"boardXSize","id":"c"}
//! ```
//!
//! A line is [`read`] into what it asks for, with everything that is wrong with
//! it found at once; what is answered is a [`TurnReport`], a [`QueryFault`], a
//! [`Warning`] or an echo of an [`Action`]. Nothing here thinks.

mod action;
mod fault;
mod fields;
mod human;
mod query;
mod report;
mod settings;
#[cfg(test)]
mod tests;

pub use action::{Action, ActionKind, ModelDescription, Target};
pub use fault::{FaultKind, QueryFault, Warning, WarningKind};
pub use human::HumanReport;
pub use query::{Extras, MOVES_MAX, QueriedTurn, Query, Reports};
pub use report::{MoveReport, RawReport, RootReport, TurnReport, Unsearched, move_name};
pub use settings::{
    AnalysisSettings, BadSetting, Change, EngineKind, PV_MAX, Perspective, UnusedFields,
};

use serde_json::Value;

use fields::Fields;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// Positions to be analysed.
    Query(Box<Query>),
    /// Something else to be done.
    Action(Action),
}

/// Reads a line; a query that does not say otherwise is answered as `settings` say.
///
/// # Errors
///
/// The first thing that is wrong with it.
pub fn read(line: &[u8], settings: &AnalysisSettings) -> Result<Asked, QueryFault> {
    let value: Value = serde_json::from_slice(line)
        .map_err(|error| QueryFault::of_line(FaultKind::NotJson(error.to_string())))?;
    let Value::Object(object) = value else {
        return Err(QueryFault::of_line(FaultKind::NotAnObject));
    };
    let Some(Value::String(id)) = object.get("id") else {
        return Err(QueryFault::of_line(FaultKind::NoId));
    };
    let id = id.clone();
    if object.contains_key("action") {
        return Action::read(&id, object).map(Asked::Action);
    }
    let fields = Fields {
        id: &id,
        object: &object,
    };
    let query = Query::read(&fields, settings)?;
    Ok(Asked::Query(Box::new(query)))
}
