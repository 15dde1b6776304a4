//! The line of JSON that `cgos-genmove_analyze` prints before its move.

use ponnuki_game::Size;

use super::print::{decimal, words};
use super::{AnalysisReport, CandidateReport};

/// The characters for ownership: the first 63 stand for −1 to 1 in equal steps.
const OWNERSHIP: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The step that stands for 1.
const STEP_MAX: f64 = 62.0;

impl AnalysisReport {
    /// The line for CGOS on a board of `size`; expected moves come without the
    /// first, which is the candidate itself.
    pub fn cgos_line(&self, size: Size) -> String {
        let moves: Vec<String> = self.candidates.iter().map(|c| json(c, size)).collect();
        let fitting = self.ownership.as_ref();
        let ownership = fitting
            .filter(|values| values.len() == size.n_points())
            .map(|values| values.iter().map(|&value| step(value)).collect::<String>())
            .map(|text| format!(r#","ownership":"{text}""#));
        format!(
            r#"{{"winrate":{},"score":{},"visits":{},"moves":[{}]{}}}"#,
            decimal(self.root.winrate),
            decimal(self.root.score_lead),
            self.root.visits,
            moves.join(","),
            ownership.unwrap_or_default(),
        )
    }
}

fn json(candidate: &CandidateReport, size: Size) -> String {
    let pv = candidate.pv.iter().skip(1).map(|pv| pv.mv);
    format!(
        r#"{{"move":"{}","visits":{},"winrate":{},"score":{},"prior":{},"pv":"{}"}}"#,
        words([candidate.mv].into_iter(), size),
        candidate.verdict.visits,
        decimal(candidate.verdict.winrate),
        decimal(candidate.verdict.score_lead),
        decimal(candidate.prior),
        words(pv, size),
    )
}

fn step(value: f64) -> char {
    let step = ((value.clamp(-1.0, 1.0) + 1.0) / 2.0 * STEP_MAX).round_ties_even();
    // What is no number becomes step 0.
    char::from(OWNERSHIP[step as usize])
}

#[cfg(test)]
mod tests {
    use super::super::testing::two_candidates;
    use super::*;

    #[test]
    fn the_line_is_one_object() {
        let (mut analysis, size) = two_candidates();
        assert_eq!(
            analysis.cgos_line(size),
            concat!(
                r#"{"winrate":0.55,"score":0.5,"visits":101,"moves":["#,
                r#"{"move":"B2","visits":80,"winrate":0.573411,"score":0.735614,"#,
                r#""prior":0.340396,"pv":"A1 pass"},"#,
                r#"{"move":"pass","visits":12,"winrate":0.438,"score":-1,"prior":0.09,"pv":""}],"#,
                r#""ownership":"+A2fffnXf"}"#,
            )
        );
        analysis.ownership = None;
        assert!(analysis.cgos_line(size).ends_with(r#""pv":""}]}"#));
    }

    #[test]
    fn ownership_is_one_of_sixty_three_steps() {
        for (value, sign) in [
            (-1.0, 'A'),
            (-2.0, 'A'),
            (f64::NAN, 'A'),
            (0.0, 'f'),
            (1.0, '+'),
            (9.0, '+'),
        ] {
            assert_eq!(step(value), sign, "{value}");
        }
    }
}
