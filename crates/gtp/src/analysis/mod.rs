//! Analysis as `lz-analyze`, `kata-analyze` and `cgos-genmove_analyze` have it:
//! what is asked for and how what was found is printed. Nothing here thinks.

mod cgos;
mod print;
mod request;

pub use request::{AnalyzeRequest, Dialect, Extra, ExtraSet, INTERVAL_MIN};

use ponnuki_game::Move;

/// What an engine thinks of a board. All values are from the point of view of
/// the player to move: a winrate of 1 is a win for that player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnalysisReport {
    /// What may be played, the best first.
    pub candidates: Vec<CandidateReport>,
    /// The board as a whole.
    pub root: SearchValue,
    /// Who will own each point in the end, row by row from the top left: 1 is
    /// the player to move, −1 the opponent.
    pub ownership: Option<Vec<f64>>,
    /// How far ownership varies, point by point.
    pub ownership_stdev: Option<Vec<f64>>,
    /// What a network doubted before any search, if there is one.
    pub doubts: Option<Doubts>,
}

/// How sure a network was of a board before any search; −1 where it cannot tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Doubts {
    /// How far off the chance of winning less that of losing may be soon.
    pub winrate_error: f64,
    /// How far off the score may be soon.
    pub score_error: f64,
    /// How long the game stays undecided.
    pub time_left: f64,
}

/// What an engine thinks of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct CandidateReport {
    /// The move.
    pub mv: Move,
    /// What comes of it.
    pub verdict: SearchValue,
    /// How often the search went this way; may be less than the verdict's visits
    /// where boards are reached in several ways.
    pub edge_visits: u64,
    /// How likely the move seemed before any search, 0 to 1.
    pub prior: f64,
    /// The least winrate to be expected.
    pub lcb: f64,
    /// The least utility to be expected.
    pub utility_lcb: f64,
    /// The moves that are expected, this one first.
    pub pv: Vec<PvMove>,
    /// As [`AnalysisReport::ownership`], after this move.
    pub ownership: Option<Vec<f64>>,
    /// As [`AnalysisReport::ownership_stdev`], after this move.
    pub ownership_stdev: Option<Vec<f64>>,
}

impl CandidateReport {
    /// A move of which nothing is known yet.
    pub fn new(mv: Move) -> CandidateReport {
        CandidateReport {
            mv,
            verdict: SearchValue::default(),
            edge_visits: 0,
            prior: 0.0,
            lcb: 0.0,
            utility_lcb: 0.0,
            pv: vec![PvMove {
                mv,
                visits: 0,
                edge_visits: 0,
            }],
            ownership: None,
            ownership_stdev: None,
        }
    }
}

/// One move of an expected line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PvMove {
    /// The move.
    pub mv: Move,
    /// How often the board after it was looked at.
    pub visits: u64,
    /// How often the search went this way.
    pub edge_visits: u64,
}

/// How good a board is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchValue {
    /// How often it was looked at.
    pub visits: u64,
    /// How likely a win is, 0 to 1.
    pub winrate: f64,
    /// How likely it is that the game has no result, 0 to 1.
    pub no_result: f64,
    /// Points ahead.
    pub score_lead: f64,
    /// How far the score varies.
    pub score_stdev: f64,
    /// Points ahead as self-play without much search would end.
    pub score_selfplay: f64,
    /// What the search maximizes.
    pub utility: f64,
    /// What the visits weigh in all.
    pub weight: f64,
}

#[cfg(test)]
mod testing {
    use ponnuki_game::Size;

    use super::*;

    /// The ownership of [`two_candidates`], printed.
    pub(super) const NINE_POINTS: &str = "1 -1 0.75 0 0 0 0.25 -0.25 0";

    /// Two moves on a board of 3×3, with all there is to say of the first.
    pub(super) fn two_candidates() -> (AnalysisReport, Size) {
        let size = Size::new(3, 3).unwrap();
        let point = |name| Move::Play(size.point(name).unwrap());
        let ownership: Vec<f64> = NINE_POINTS
            .split(' ')
            .map(|word| word.parse().unwrap())
            .collect();
        let pv = [(point("B2"), 80), (point("A1"), 40), (Move::Pass, 3)];
        let mut best = CandidateReport::new(point("B2"));
        best.verdict = SearchValue {
            visits: 80,
            winrate: 0.573_411_2,
            no_result: 0.001,
            score_lead: 0.735_614,
            score_stdev: 12.011_94,
            score_selfplay: 1.0948,
            utility: 0.155_838,
            weight: 80.0,
        };
        best.edge_visits = 79;
        best.prior = 0.340_396;
        best.lcb = 0.540_641;
        best.utility_lcb = 0.064_079_7;
        best.pv = pv
            .into_iter()
            .map(|(mv, visits)| PvMove {
                mv,
                visits,
                edge_visits: if visits > 3 { visits - 1 } else { visits },
            })
            .collect();
        best.ownership = Some(ownership.clone());
        best.ownership_stdev = Some(ownership.clone());
        let mut other = CandidateReport::new(Move::Pass);
        other.verdict = SearchValue {
            visits: 12,
            winrate: 0.438,
            score_lead: -1.0,
            score_stdev: 9.0,
            utility: -0.25,
            weight: 12.0,
            ..SearchValue::default()
        };
        other.edge_visits = 12;
        other.prior = 0.09;
        let analysis = AnalysisReport {
            candidates: vec![best, other],
            root: SearchValue {
                visits: 101,
                winrate: 0.55,
                no_result: 0.0,
                score_lead: 0.5,
                score_stdev: 11.0,
                score_selfplay: 0.75,
                utility: 0.1,
                weight: 101.0,
            },
            ownership: Some(ownership.clone()),
            ownership_stdev: Some(ownership),
            doubts: Some(Doubts {
                winrate_error: 0.25,
                score_error: 1.5,
                time_left: 12.0,
            }),
        };
        (analysis, size)
    }
}
