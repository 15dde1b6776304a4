//! What may be asked for besides analysis. Each action is answered with itself,
//! and with what it asked for.

use ponnuki_wire::to_json;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::fault::{FaultKind, QueryFault};
use super::fields::Fields;

/// Something to be done that is no analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// What is to be done.
    pub kind: ActionKind,
    /// The line, which the answer repeats.
    line: Map<String, Value>,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Say which version this is.
    QueryVersion,
    /// Say what thinks.
    QueryModels,
    /// Forget what was found before.
    ClearCache,
    /// Answer some queries with what is found by now.
    Terminate(Target),
}

/// Which queries an action is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The id of the queries; without it, all.
    pub id: Option<String>,
    /// The turns of their games; without it, all.
    pub turns: Option<Vec<i64>>,
}

impl Target {
    /// Whether it is about a turn of a query with this id.
    pub fn is_at(&self, id: &str, turn: usize) -> bool {
        let is_id = self.id.as_deref().is_none_or(|wanted| wanted == id);
        let is_turn = |turns: &Vec<i64>| turns.iter().any(|&n| usize::try_from(n) == Ok(turn));
        is_id && self.turns.as_ref().is_none_or(is_turn)
    }
}

/// Something that thinks, as `query_models` tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelDescription {
    /// What it is called.
    pub name: String,
    /// What it calls itself.
    pub internal_name: String,
    /// How many positions it is handed at once, at most.
    pub max_batch_size: usize,
    /// Whether it can play as people of some strength do. KataGo's spelling.
    #[serde(rename = "usesHumanSLProfile")]
    pub uses_human_profile: bool,
    /// Whether it computes in half precision: `true`, `false` or `auto`.
    #[serde(rename = "usingFP16")]
    pub using_half_precision: &'static str,
    /// The version of its file's format; 0 for what is no network.
    pub version: u32,
}

impl Action {
    /// Reads the `line` with this `id`, which has a field `action`.
    pub(super) fn read(id: &str, line: Map<String, Value>) -> Result<Action, QueryFault> {
        let fields = Fields { id, object: &line };
        let kind = match fields.text("action")? {
            Some("query_version") => ActionKind::QueryVersion,
            Some("query_models") => ActionKind::QueryModels,
            Some("clear_cache") => ActionKind::ClearCache,
            Some("terminate") => {
                let id = fields.text("terminateId")?;
                let id = id.ok_or_else(|| fields.expected("terminateId", "a string"))?;
                ActionKind::Terminate(Target {
                    id: Some(id.to_owned()),
                    turns: fields.integers("turnNumbers")?,
                })
            }
            Some("terminate_all") => ActionKind::Terminate(Target {
                id: None,
                turns: fields.integers("turnNumbers")?,
            }),
            Some(_) | None => return Err(fields.fault("action", FaultKind::UnknownAction)),
        };
        Ok(Action { kind, line })
    }

    /// The answer that only says it was heard.
    pub fn echo(&self) -> String {
        to_json(&self.line)
    }

    /// The answer to [`ActionKind::QueryVersion`]: the `version` of KataGo whose
    /// protocol this is, and which `build` of what program speaks it.
    pub fn with_version(&self, version: &str, build: &str) -> String {
        let mut line = self.line.clone();
        line.insert("version".to_owned(), json!(version));
        line.insert("git_hash".to_owned(), json!(build));
        to_json(&line)
    }

    /// The answer to [`ActionKind::QueryModels`].
    pub fn with_models(&self, models: &[ModelDescription]) -> String {
        let mut line = self.line.clone();
        line.insert("models".to_owned(), json!(models));
        to_json(&line)
    }
}
