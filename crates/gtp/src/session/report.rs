//! What a thinker found, as GTP tells it.

use ponnuki_game::{Color, Size};
use ponnuki_think::{Analysis, Candidate, Outlook, RawEvaluation};

use crate::{AnalysisReport, CandidateReport, Doubts, PvMove, SearchValue};

/// What a network has in place of what it does not know.
const UNKNOWN: f64 = -1.0;

/// What was `found` on a board of `size`, for the player to move. Moves that were
/// not tried are left out, unless there would be fewer than `n_min`.
pub(super) fn report(found: &Analysis, size: Size, n_min: usize) -> AnalysisReport {
    let sign = match found.turn {
        Color::Black => 1.0,
        Color::White => -1.0,
    };
    let own = |owners: &[f32]| {
        let owners = owners.iter().map(|&value| sign * f64::from(value));
        Some(owners.collect::<Vec<f64>>()).filter(|all| all.len() == size.n_points())
    };
    let stdev = |stdevs: &Option<Vec<f32>>| {
        let stdevs = stdevs.as_ref()?.iter().map(|&value| f64::from(value));
        Some(stdevs.collect::<Vec<f64>>()).filter(|all| all.len() == size.n_points())
    };
    let is_told = |&(at, candidate): &(usize, &Candidate)| candidate.visits > 0 || at < n_min;
    let candidates = found.candidates.iter().enumerate().filter(is_told);
    let candidates = candidates.map(|(_, candidate)| CandidateReport {
        // Where it is not known after each move, the board's as a whole is nearest.
        ownership: own(candidate.ownership.as_ref().unwrap_or(&found.ownership)),
        ownership_stdev: stdev(&candidate.ownership_stdev)
            .or_else(|| stdev(&found.ownership_stdev)),
        ..candidate_report(candidate)
    });
    AnalysisReport {
        candidates: candidates.collect(),
        root: value(found.visits, found.win_rate, found.lead, found.outlook),
        ownership: own(&found.ownership),
        ownership_stdev: stdev(&found.ownership_stdev),
        doubts: found.raw.as_ref().map(doubts),
    }
}

fn doubts(raw: &RawEvaluation) -> Doubts {
    let told = |known: Option<f32>| known.map_or(UNKNOWN, f64::from);
    Doubts {
        winrate_error: told(raw.value_error),
        score_error: told(raw.score_error),
        time_left: told(raw.time_left),
    }
}

fn candidate_report(found: &Candidate) -> CandidateReport {
    let mut candidate = CandidateReport::new(found.mv);
    candidate.verdict = value(found.visits, found.win_rate, found.lead, found.outlook);
    candidate.edge_visits = found.visits;
    candidate.prior = f64::from(found.prior);
    candidate.lcb = f64::from(found.lcb);
    candidate.utility_lcb = found.utility_lcb.map_or(utility(found.lcb), f64::from);
    let pv = found.variation.iter().zip(&found.variation_visits);
    candidate.pv = pv
        .map(|(&mv, &visits)| PvMove {
            mv,
            visits,
            edge_visits: visits,
        })
        .collect();
    candidate
}

/// What is thought of a board. Playouts do not know how far scores vary, and tell
/// nothing of it: that is 0 in the protocol, which clients do not read without it.
fn value(visits: u64, win_rate: f32, lead: f32, outlook: Option<Outlook>) -> SearchValue {
    let known = outlook.unwrap_or(Outlook {
        utility: 2.0 * win_rate - 1.0,
        score_mean: lead,
        score_stdev: 0.0,
        no_result: 0.0,
    });
    SearchValue {
        visits,
        winrate: f64::from(win_rate),
        no_result: f64::from(known.no_result),
        score_lead: f64::from(lead),
        score_stdev: f64::from(known.score_stdev),
        score_selfplay: f64::from(known.score_mean),
        utility: f64::from(known.utility),
        weight: visits as f64,
    }
}

/// A chance of winning from 0 to 1 as a utility from −1 to 1.
fn utility(win_rate: f32) -> f64 {
    2.0 * f64::from(win_rate) - 1.0
}

#[cfg(test)]
mod tests {
    use ponnuki_game::Move;

    use super::*;
    use crate::{Decision, decision_word};

    fn found(turn: Color) -> Analysis {
        let size = Size::new(2, 1).unwrap();
        let candidate = |x, visits| {
            let mv = Move::Play(size.at(x, 0).unwrap());
            Candidate {
                mv,
                visits,
                win_rate: 0.75,
                lead: 2.5,
                prior: 0.5,
                lcb: 0.25,
                variation: vec![mv, Move::Pass],
                variation_visits: vec![visits, 3],
                outlook: None,
                utility_lcb: None,
                ownership: None,
                ownership_stdev: None,
            }
        };
        Analysis {
            turn,
            visits: 9,
            win_rate: 0.75,
            lead: 2.5,
            lcb: 0.5,
            candidates: vec![candidate(1, 8), candidate(0, 0)],
            ownership: vec![1.0, -0.5],
            ownership_stdev: None,
            outlook: None,
            raw: None,
        }
    }

    #[test]
    fn what_is_told_is_for_the_player_to_move() {
        let size = Size::new(2, 1).unwrap();
        for (turn, ownership) in [(Color::Black, [1.0, -0.5]), (Color::White, [-1.0, 0.5])] {
            let told = report(&found(turn), size, 0);
            assert_eq!(told.ownership, Some(ownership.to_vec()), "{turn}");
            assert_eq!(told.candidates[0].ownership, told.ownership, "{turn}");
            assert_eq!(told.root.winrate, 0.75);
            assert_eq!(told.root.score_lead, 2.5);
            assert_eq!(told.root.utility, 0.5);
        }
    }

    #[test]
    fn the_best_move_is_told_first_and_with_what_is_expected() {
        let size = Size::new(2, 1).unwrap();
        for (n_min, n_told) in [(0, 1), (1, 1), (2, 2), (30, 2)] {
            let told = report(&found(Color::Black), size, n_min);
            assert_eq!(told.candidates.len(), n_told, "{n_min}");
            let best = &told.candidates[0];
            assert_eq!(decision_word(Decision::Move(best.mv), size), "B1");
            assert_eq!(best.utility_lcb, -0.5);
            let visits: Vec<u64> = best.pv.iter().map(|pv| pv.visits).collect();
            assert_eq!(visits, [8, 3]);
        }
    }

    #[test]
    fn what_a_network_knows_is_told_as_it_is() {
        let size = Size::new(2, 1).unwrap();
        let mut found = found(Color::White);
        found.candidates[0].outlook = Some(Outlook {
            utility: 0.5,
            score_mean: 1.5,
            score_stdev: 12.5,
            no_result: 0.25,
        });
        found.candidates[0].utility_lcb = Some(-0.25);
        found.candidates[0].ownership = Some(vec![0.5, 0.25]);
        let told = report(&found, size, 0);
        let best = &told.candidates[0];
        assert_eq!(best.ownership, Some(vec![-0.5, -0.25]));
        assert_eq!(best.utility_lcb, -0.25);
        let expected = SearchValue {
            visits: 8,
            winrate: 0.75,
            no_result: 0.25,
            score_lead: 2.5,
            score_stdev: 12.5,
            score_selfplay: 1.5,
            utility: 0.5,
            weight: 8.0,
        };
        assert_eq!(best.verdict, expected);
    }
}
