//! What was found, as clients of KataGo read it.
//!
//! What is not known is left out, except for the few fields that a client is known to stop
//! working without.

use ponnuki_game::{Move, Size};
use ponnuki_wire::Vertex;
use serde::Serialize;

use super::human::HumanReport;

/// A move on a board of `size`, as reports name it.
pub fn move_name(mv: Move, size: Size) -> Vertex {
    Vertex::of_move(mv, size)
}

/// What was found about one turn of a game. Every turn that was asked for gets
/// exactly one that is not during the search, or an [`Unsearched`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TurnReport {
    /// As [`TurnReport::policy`], by people who are imitated; if asked for and there are such.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub human_policy: Option<Vec<f32>>,
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
    /// How far that varies over the search, point by point; if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ownership_stdev: Option<Vec<f32>>,
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
    /// How often the search went this way.
    pub edge_visits: u64,
    /// What these visits weigh: each 1.
    pub edge_weight: f64,
    /// How likely people who are imitated make it; if there are such.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub human_prior: Option<f32>,
    /// A bound on the chance of winning, on the side of whoever is to move.
    pub lcb: f32,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Vertex,
    /// Its place among the moves; 0 is the best.
    pub order: usize,
    /// How likely the game has no result; if asked for and known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_result_value: Option<f32>,
    /// As [`TurnReport::ownership`], after this move; if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ownership: Option<Vec<f32>>,
    /// As [`TurnReport::ownership_stdev`], after this move; if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ownership_stdev: Option<Vec<f32>>,
    /// What the moves are ranked by: visits, and more for the first choice if another has more.
    pub play_selection_value: f64,
    /// How likely it looked before the search.
    pub prior: f32,
    /// The moves that are expected, this one first.
    pub pv: Vec<Vertex>,
    /// How often the search went on with each of them; if asked for.
    #[serde(rename = "pvEdgeVisits", skip_serializing_if = "Option::is_none")]
    pub pv_edge_visits: Option<Vec<u64>>,
    /// How often the board after each of them was looked at; if asked for.
    #[serde(rename = "pvVisits", skip_serializing_if = "Option::is_none")]
    pub pv_visits: Option<Vec<u64>>,
    /// Points ahead.
    pub score_lead: f32,
    /// The same: the older name.
    pub score_mean: f32,
    /// Points by which games are won from here, on average; if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_selfplay: Option<f32>,
    /// How far the score varies, or 0 where that is not known: LizzieYzy reads no move
    /// without it.
    pub score_stdev: f32,
    /// What the search makes most of: the chance of winning from −1 to 1, and with
    /// a network something for the score.
    pub utility: f32,
    /// A bound on that, on the side of whoever is to move.
    pub utility_lcb: f32,
    /// How often it was tried.
    pub visits: u64,
    /// What these visits weigh: each 1.
    pub weight: f64,
    /// The chance of winning, 0 to 1.
    pub winrate: f32,
}

/// What was found about a turn as a whole.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RootReport {
    /// Who is to move: `B` or `W`.
    pub current_player: &'static str,
    /// How it looks to people who are imitated, if there are such.
    #[serde(flatten)]
    pub human: Option<HumanReport>,
    /// As [`MoveReport::lcb`].
    pub lcb: f32,
    /// What the network says without a search, if there is one.
    #[serde(flatten)]
    pub raw: Option<RawReport>,
    /// Points ahead.
    pub score_lead: f32,
    /// As [`MoveReport::score_selfplay`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_selfplay: Option<f32>,
    /// How far the score varies, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_stdev: Option<f32>,
    /// The same for all boards that are this one turned or mirrored, with the same player to
    /// move and the same ko: 32 hexadecimal digits.
    pub sym_hash: String,
    /// Another for every board, player to move and ko.
    pub this_hash: String,
    /// As [`MoveReport::utility`].
    pub utility: f32,
    /// How many visits, or playouts, it rests on.
    pub visits: u64,
    /// What these weigh: each 1.
    pub weight: f64,
    /// The chance of winning, 0 to 1.
    pub winrate: f32,
}

/// What a network says of a turn without any search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RawReport {
    /// Points ahead.
    pub raw_lead: f32,
    /// How likely the game has no result.
    pub raw_no_result_prob: f32,
    /// Points by which games are won from here, on average.
    pub raw_score_selfplay: f32,
    /// How far these vary.
    pub raw_score_selfplay_stdev: f32,
    /// How far off the score may be in the near future; −1 if it cannot tell.
    pub raw_st_score_error: f32,
    /// How far off the chance of winning may be in the near future; −1 if it cannot tell.
    pub raw_st_wr_error: f32,
    /// How long the game stays undecided; −1 if it cannot tell.
    pub raw_var_time_left: f32,
    /// The chance of winning, 0 to 1.
    pub raw_winrate: f32,
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
