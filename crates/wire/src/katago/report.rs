//! What was found, as clients of KataGo read it.
//!
//! KataGo tells more: how far scores vary, what self-play would come to, hashes,
//! weights. Where that is not known it is left out, except for the few fields
//! that a client is known to stop working without.

use ponnuki_game::{Move, Size};
use serde::Serialize;

use crate::Vertex;

/// A move on a board of `size`, as reports name it.
pub fn move_name(mv: Move, size: Size) -> Vertex {
    Vertex::of_move(mv, size)
}

/// What was found about one turn of a game. Every turn that was asked for gets
/// exactly one that is not during the search, or an [`Unsearched`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The id of the query.
    pub id: String,
    /// Whether more will be found.
    pub is_during_search: bool,
    /// The moves that were tried, the best first.
    #[serde(rename = "moveInfos")]
    pub moves: Vec<MoveReport>,
    /// Whose each point will be, row by row from the top left; if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ownership: Option<Vec<f32>>,
    /// How likely each move looked before the search, row by row from the top
    /// left, the pass last; −1 where a play is illegal. If asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<Vec<f32>>,
    /// The turn as a whole.
    #[serde(rename = "rootInfo")]
    pub root: RootReport,
    /// How many moves had been made.
    pub turn_number: usize,
}

/// What was found about one move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveReport {
    /// A bound on the chance of winning, on the side of whoever is to move.
    pub lcb: f32,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Vertex,
    /// Its place among the moves; 0 is the best.
    pub order: usize,
    /// As [`Report::ownership`], after this move; if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ownership: Option<Vec<f32>>,
    /// How likely it looked before the search.
    pub prior: f32,
    /// The moves that are expected, this one first.
    pub pv: Vec<Vertex>,
    /// Points ahead.
    pub score_lead: f32,
    /// The same: the older name.
    pub score_mean: f32,
    /// How far the score varies. LizzieYzy reads no move without it.
    pub score_stdev: f32,
    /// The chance of winning from −1 to 1.
    pub utility: f32,
    /// The bound from −1 to 1.
    pub utility_lcb: f32,
    /// How often it was tried.
    pub visits: u64,
    /// The chance of winning, 0 to 1.
    pub winrate: f32,
}

/// What was found about a turn as a whole.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RootReport {
    /// Who is to move: `B` or `W`.
    pub current_player: &'static str,
    /// Points ahead.
    pub score_lead: f32,
    /// The chance of winning from −1 to 1.
    pub utility: f32,
    /// How many visits, or playouts, it rests on.
    pub visits: u64,
    /// The chance of winning, 0 to 1.
    pub winrate: f32,
}

/// What is said of a turn whose search was called off before it began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Unsearched {
    /// The id of the query.
    pub id: String,
    /// Never.
    is_during_search: bool,
    /// Always.
    no_results: bool,
    /// How many moves had been made.
    pub turn_number: usize,
}

impl Unsearched {
    /// About this turn of the query that has this id.
    pub fn new(id: &str, turn_number: usize) -> Unsearched {
        Unsearched {
            id: id.to_owned(),
            is_during_search: false,
            no_results: true,
            turn_number,
        }
    }
}
