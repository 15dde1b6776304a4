//! `info` lines in both dialects, field by field as their clients read them.

use std::fmt::{Display, Write};

use ponnuki_game::{Move, Size};

use super::{AnalysisReport, AnalyzeRequest, CandidateReport, Dialect, Extra, SearchValue};
use crate::vertex::vertex;

/// How many digits of a decimal count, as in KataGo's own lines.
const SIGNIFICANT_DIGITS: i32 = 6;

impl AnalysisReport {
    /// The line that answers `request` on a board of `size`; empty if there is
    /// no candidate yet and nothing else is asked for.
    pub fn line(&self, request: &AnalyzeRequest, size: Size) -> String {
        let mut line = AnalysisLine {
            text: String::new(),
            size,
        };
        let n_max = request.n_moves_max.unwrap_or(usize::MAX);
        for (order, candidate) in self.candidates.iter().take(n_max).enumerate() {
            match request.dialect {
                Dialect::Lz => line.lz(candidate, order),
                Dialect::Kata => line.kata(candidate, order, request),
            }
        }
        if request.extras.contains(Extra::RootInfo) {
            line.word("rootInfo");
            line.verdict(&self.root, request);
            line.decimal("weight", self.root.weight);
            if let Some(doubts) = self.doubts {
                line.decimal("rawStWrError", doubts.winrate_error);
                line.decimal("rawStScoreError", doubts.score_error);
                line.decimal("rawVarTimeLeft", doubts.time_left);
            }
        }
        let extras = [
            (Extra::Ownership, "ownership", &self.ownership),
            (
                Extra::OwnershipStdev,
                "ownershipStdev",
                &self.ownership_stdev,
            ),
        ];
        for (extra, key, values) in extras {
            if request.extras.contains(extra) {
                line.per_point(key, values.as_deref());
            }
        }
        line.text
    }
}

/// A line being written: words with one space between.
struct AnalysisLine {
    text: String,
    size: Size,
}

impl AnalysisLine {
    fn lz(&mut self, candidate: &CandidateReport, order: usize) {
        self.word("info");
        self.field("move", vertex(candidate.mv, self.size));
        self.field("visits", candidate.verdict.visits);
        self.field("winrate", ten_thousandths(candidate.verdict.winrate));
        self.field("prior", ten_thousandths(candidate.prior));
        self.field("lcb", ten_thousandths(candidate.lcb));
        self.field("order", order);
        self.pv(candidate);
    }

    fn kata(&mut self, candidate: &CandidateReport, order: usize, request: &AnalyzeRequest) {
        self.word("info");
        self.field("move", vertex(candidate.mv, self.size));
        self.field("visits", candidate.verdict.visits);
        self.field("edgeVisits", candidate.edge_visits);
        self.values(&candidate.verdict, request);
        self.decimal("prior", candidate.prior);
        self.decimal("lcb", candidate.lcb);
        self.decimal("utilityLcb", candidate.utility_lcb);
        self.decimal("weight", candidate.verdict.weight);
        self.field("order", order);
        self.pv(candidate);
        let pv = candidate.pv.iter();
        if request.extras.contains(Extra::PvVisits) {
            self.list("pvVisits", pv.clone().map(|pv| pv.visits.to_string()));
        }
        if request.extras.contains(Extra::PvEdgeVisits) {
            self.list("pvEdgeVisits", pv.map(|pv| pv.edge_visits.to_string()));
        }
        if request.extras.contains(Extra::MovesOwnership) {
            self.per_point("movesOwnership", candidate.ownership.as_deref());
        }
        if request.extras.contains(Extra::MovesOwnershipStdev) {
            self.per_point("movesOwnershipStdev", candidate.ownership_stdev.as_deref());
        }
    }

    fn verdict(&mut self, verdict: &SearchValue, request: &AnalyzeRequest) {
        self.field("visits", verdict.visits);
        self.values(verdict, request);
    }

    /// What moves and the board as a whole have in common.
    fn values(&mut self, verdict: &SearchValue, request: &AnalyzeRequest) {
        self.decimal("utility", verdict.utility);
        self.field("winrate", with_point(decimal(verdict.winrate)));
        if request.extras.contains(Extra::NoResultValue) {
            self.decimal("noResultValue", verdict.no_result);
        }
        // Old clients read the mean and mean the lead.
        self.decimal("scoreMean", verdict.score_lead);
        self.decimal("scoreStdev", verdict.score_stdev);
        self.decimal("scoreLead", verdict.score_lead);
        self.decimal("scoreSelfplay", verdict.score_selfplay);
    }

    /// The expected moves; the move itself where none are known, because some
    /// clients lose a move without any.
    fn pv(&mut self, candidate: &CandidateReport) {
        let size = self.size;
        if candidate.pv.is_empty() {
            self.field("pv", vertex(candidate.mv, size));
        } else {
            self.list("pv", candidate.pv.iter().map(|pv| vertex(pv.mv, size)));
        }
    }

    /// One decimal for each point of the board; nothing where they do not fit it.
    fn per_point(&mut self, key: &str, values: Option<&[f64]>) {
        let fitting = values.filter(|values| values.len() == self.size.n_points());
        if let Some(values) = fitting {
            self.list(key, values.iter().map(|&value| decimal(value)));
        }
    }

    fn list(&mut self, key: &str, items: impl Iterator<Item = String>) {
        self.word(key);
        for item in items {
            self.word(&item);
        }
    }

    fn decimal(&mut self, key: &str, value: f64) {
        self.field(key, decimal(value));
    }

    fn field(&mut self, key: &str, value: impl Display) {
        self.word(key);
        // Writing to a string cannot fail.
        let _ = write!(self.text, " {value}");
    }

    fn word(&mut self, word: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }
}

/// 0 to 1 as a whole number up to 10000; what is no number as 0.
fn ten_thousandths(value: f64) -> u32 {
    (value.clamp(0.0, 1.0) * 10_000.0).round() as u32
}

/// The shortest decimal with six digits that count, without an exponent; what
/// is no finite number as 0, because clients stumble over it.
pub(super) fn decimal(value: f64) -> String {
    if !value.is_finite() || value == 0.0 {
        return "0".to_owned();
    }
    let n_before = value.abs().log10().floor() as i32 + 1;
    let n_after = (SIGNIFICANT_DIGITS - n_before).clamp(0, 9) as usize;
    let mut text = format!("{value:.n_after$}");
    if text.contains('.') {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    if text == "-0" { "0".to_owned() } else { text }
}

/// A decimal with a point in it: some clients take a winrate of `1` for one of
/// Leela Zero's ten-thousandths.
fn with_point(decimal: String) -> String {
    if decimal.contains('.') {
        decimal
    } else {
        decimal + ".0"
    }
}

/// The words of some moves with one space between.
pub(super) fn words(moves: impl Iterator<Item = Move>, size: Size) -> String {
    moves
        .map(|mv| vertex(mv, size))
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::testing::{NINE_POINTS, two_candidates};
    use super::*;
    use crate::args::Args;

    #[track_caller]
    fn check(dialect: Dialect, args: &str, expected: &str) {
        let (analysis, size) = two_candidates();
        let request = AnalyzeRequest::parse(dialect, &mut Args::new(args), size).unwrap();
        let expected: Vec<&str> = expected.split_whitespace().collect();
        assert_eq!(analysis.line(&request, size), expected.join(" "));
    }

    #[test]
    fn leela_lines_count_in_ten_thousandths() {
        check(
            Dialect::Lz,
            "b 10",
            "info move B2 visits 80 winrate 5734 prior 3404 lcb 5406 order 0 pv B2 A1 pass
             info move pass visits 12 winrate 4380 prior 900 lcb 0 order 1 pv pass",
        );
    }

    #[test]
    fn kata_lines_end_with_the_expected_moves() {
        check(
            Dialect::Kata,
            "b 10",
            "info move B2 visits 80 edgeVisits 79 utility 0.155838 winrate 0.573411
               scoreMean 0.735614 scoreStdev 12.0119 scoreLead 0.735614 scoreSelfplay 1.0948
               prior 0.340396 lcb 0.540641 utilityLcb 0.0640797 weight 80 order 0 pv B2 A1 pass
             info move pass visits 12 edgeVisits 12 utility -0.25 winrate 0.438
               scoreMean -1 scoreStdev 9 scoreLead -1 scoreSelfplay 0
               prior 0.09 lcb 0 utilityLcb 0 weight 12 order 1 pv pass",
        );
    }

    #[test]
    fn a_sure_win_is_still_a_decimal() {
        let mut candidate = CandidateReport::new(Move::Pass);
        for (winrate, text) in [(1.0, " winrate 1.0 "), (0.0, " winrate 0.0 ")] {
            candidate.verdict.winrate = winrate;
            let analysis = AnalysisReport {
                candidates: vec![candidate.clone()],
                ..AnalysisReport::default()
            };
            let line = analysis.line(&AnalyzeRequest::new(Dialect::Kata), Size::NINE);
            assert!(line.contains(text), "{line}");
        }
    }

    #[test]
    fn fewer_moves_are_printed_when_asked() {
        check(
            Dialect::Lz,
            "maxmoves 1",
            "info move B2 visits 80 winrate 5734 prior 3404 lcb 5406 order 0 pv B2 A1 pass",
        );
        check(Dialect::Lz, "maxmoves 0", "");
    }

    #[test]
    fn each_extra_has_its_place() {
        let (mut analysis, size) = two_candidates();
        analysis.candidates.truncate(1);
        for (args, tail) in [
            ("pvVisits true", "pv B2 A1 pass pvVisits 80 40 3".to_owned()),
            (
                "pvEdgeVisits true pvVisits true",
                "pv B2 A1 pass pvVisits 80 40 3 pvEdgeVisits 79 39 3".to_owned(),
            ),
            (
                "movesOwnership true",
                format!("pv B2 A1 pass movesOwnership {NINE_POINTS}"),
            ),
            (
                "movesOwnership true movesOwnershipStdev true",
                format!(
                    "pv B2 A1 pass movesOwnership {NINE_POINTS} movesOwnershipStdev {NINE_POINTS}"
                ),
            ),
            (
                "rootInfo true",
                "pv B2 A1 pass rootInfo visits 101 utility 0.1 winrate 0.55 scoreMean 0.5 \
                 scoreStdev 11 scoreLead 0.5 scoreSelfplay 0.75 weight 101 rawStWrError 0.25 \
                 rawStScoreError 1.5 rawVarTimeLeft 12"
                    .to_owned(),
            ),
            (
                "ownership true ownershipStdev true",
                format!("pv B2 A1 pass ownership {NINE_POINTS} ownershipStdev {NINE_POINTS}"),
            ),
            ("ownership false", "order 0 pv B2 A1 pass".to_owned()),
        ] {
            let request = AnalyzeRequest::parse(Dialect::Kata, &mut Args::new(args), size).unwrap();
            let line = analysis.line(&request, size);
            assert!(line.ends_with(&tail), "{args}: {line}");
            assert_eq!(
                line.contains("ownership"),
                args == "ownership true ownershipStdev true"
            );
        }
        let request = AnalyzeRequest {
            extras: super::super::ExtraSet::NONE.with(Extra::NoResultValue),
            ..AnalyzeRequest::new(Dialect::Kata)
        };
        let line = analysis.line(&request, size);
        assert!(
            line.contains(" winrate 0.573411 noResultValue 0.001 scoreMean "),
            "{line}"
        );
    }

    #[test]
    fn ownership_that_does_not_fit_the_board_is_left_out() {
        let (analysis, size) = two_candidates();
        let mut request = AnalyzeRequest::new(Dialect::Kata);
        request.extras = request.extras.with(Extra::Ownership);
        assert!(analysis.line(&request, size).contains("ownership"));
        assert!(!analysis.line(&request, Size::NINE).contains("ownership"));
    }

    #[test]
    fn decimals_are_short_and_always_numbers() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-0.5, "-0.5"),
            (12.011_94, "12.0119"),
            (0.064_079_71, "0.0640797"),
            (123_456.7, "123457"),
            (1_234_567.0, "1234567"),
            (1e-12, "0"),
            (-1e-12, "0"),
            (0.999_999_9, "1"),
            (f64::NAN, "0"),
            (f64::INFINITY, "0"),
        ] {
            assert_eq!(decimal(value), text, "{value}");
        }
        assert_eq!(ten_thousandths(f64::NAN), 0);
        assert_eq!(ten_thousandths(1.5), 10_000);
    }
}
