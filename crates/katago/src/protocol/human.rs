//! What people would do, as a network that imitates them tells it.

use serde::Serialize;

/// How a turn looks to people who are imitated, without any search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HumanReport {
    /// Points by which such people win from here, on average.
    pub human_score_mean: f32,
    /// How far these vary.
    pub human_score_stdev: f32,
    /// How far the score is thought to move in the near future.
    pub human_st_score_error: f32,
    /// How far the chance of winning is thought to move in the near future.
    pub human_st_wr_error: f32,
    /// The chance of winning, 0 to 1.
    pub human_winrate: f32,
}
