//! Whether a network is what it was, and is computed right.

use ponnuki_engine::Net;
use ponnuki_game::Size;
use ponnuki_net::{Evaluation, Input, Raw, Reading, reference};

use super::card::Card;
use super::choice::{Chosen, Source};
use super::digest::digest;
use super::positions::positions;
use crate::layout::Side;

/// The boards that are tried, with how many positions of each: the plain way takes its
/// time, and large boards most of all.
const TRIALS: [(Size, usize); 2] = [(Size::NINE, 3), (Size::NINETEEN, 1)];

/// What verdicts are told in.
pub(super) const HEADS: [&str; 6] = [
    "name",
    "checksum",
    "chances",
    "ownership",
    "points",
    "verdict",
];
pub(super) const SIDES: [Side; HEADS.len()] = [
    Side::Left,
    Side::Left,
    Side::Right,
    Side::Right,
    Side::Right,
    Side::Left,
];

/// How far off what is computed fast may be.
const TOLERANCE: Gaps = Gaps {
    probability: 1e-4,
    ownership: 1e-3,
    score: 0.02,
};

/// The largest differences between two ways to compute the same.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Gaps {
    /// Between chances: of moves, of winning.
    probability: f32,
    /// Between whose points are.
    ownership: f32,
    /// Between scores, in points.
    score: f32,
}

/// What was found out about a network.
#[derive(Debug)]
pub(super) struct Verdict {
    checksum: Checksum,
    /// How far the fast way to compute it is off, or why it is no network.
    gaps: Result<Gaps, String>,
}

/// Whether a file is what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Checksum {
    AsAdded,
    Changed,
    /// Nobody wrote down what it was.
    NotKept,
    /// It is part of the program.
    NotNeeded,
}

impl Verdict {
    /// Reads and tries a network, which had this card when it was put where it is.
    pub(super) fn of(chosen: &Chosen, card: Option<&Card>) -> Verdict {
        let checksum = match (&chosen.source, card) {
            (Source::File(path), Some(card)) => match digest(path) {
                Ok(digest) if digest == card.digest => Checksum::AsAdded,
                Ok(_) | Err(_) => Checksum::Changed,
            },
            (Source::File(_), None) => Checksum::NotKept,
            (Source::BuiltIn, _) => Checksum::NotNeeded,
        };
        let gaps = chosen.load().map(|net| gaps(&net));
        Verdict {
            checksum,
            gaps: gaps.map_err(|fault| fault.to_string()),
        }
    }

    /// Whether nothing speaks against it.
    pub(super) fn is_good(&self) -> bool {
        let is_right = self.gaps.as_ref().is_ok_and(Gaps::are_small);
        is_right && self.checksum != Checksum::Changed
    }

    /// It in a table.
    pub(super) fn row(&self, name: &str) -> Vec<String> {
        let checksum = match self.checksum {
            Checksum::AsAdded => "as added",
            Checksum::Changed => "changed",
            Checksum::NotKept => "not kept",
            Checksum::NotNeeded => "–",
        };
        let blank = || ["", "", ""].map(str::to_owned);
        let (gaps, line) = match (&self.gaps, self.is_good()) {
            (Ok(gaps), true) => (gaps.cells(), "good"),
            (Ok(gaps), false) if gaps.are_small() => (gaps.cells(), "changed since it was added"),
            (Ok(gaps), false) => (gaps.cells(), "computed wrong"),
            (Err(why), _) => (blank(), &**why),
        };
        let mut row = vec![name.to_owned(), checksum.to_owned()];
        row.extend(gaps);
        row.push(line.to_owned());
        row
    }
}

/// The last row of verdicts: how large the differences may be.
pub(super) fn tolerance_row() -> Vec<String> {
    let mut row = vec!["at most".to_owned(), String::new()];
    row.extend(TOLERANCE.cells());
    row
}

impl Gaps {
    fn cells(&self) -> [String; 3] {
        [self.probability, self.ownership, self.score].map(|gap| format!("{gap:.0e}"))
    }

    /// Whether all are within the tolerance; what is not a number is not.
    fn are_small(&self) -> bool {
        self.probability <= TOLERANCE.probability
            && self.ownership <= TOLERANCE.ownership
            && self.score <= TOLERANCE.score
    }

    fn between(a: &Evaluation, b: &Evaluation) -> Gaps {
        let chances = |of: &Evaluation| {
            let mut chances = of.policy.clone();
            chances.extend([of.pass, of.win, of.loss, of.no_result]);
            chances
        };
        let scores = |of: &Evaluation| [of.score_mean, of.score_stdev, of.lead];
        Gaps {
            probability: gap(&chances(a), &chances(b)),
            ownership: gap(&a.ownership, &b.ownership),
            score: gap(&scores(a), &scores(b)),
        }
    }

    fn or_larger(self, other: Gaps) -> Gaps {
        Gaps {
            probability: larger(self.probability, other.probability),
            ownership: larger(self.ownership, other.ownership),
            score: larger(self.score, other.score),
        }
    }
}

/// How far `net` is from the plain way to compute it, on a few positions.
fn gaps(net: &Net) -> Gaps {
    TRIALS
        .into_iter()
        .map(|(size, n)| gaps_on(net, size, n))
        .fold(Gaps::default(), Gaps::or_larger)
}

fn gaps_on(net: &Net, size: Size, n: usize) -> Gaps {
    let games = positions(size, n);
    let inputs: Vec<Input> = games
        .iter()
        .map(|game| Input::of(game, &net.view()))
        .collect();
    let mut evaluator = net.evaluator(size, n);
    let raws = evaluator.run(&inputs).unwrap_or_default();
    let trials = games.iter().zip(&inputs).zip(raws);
    trials
        .map(|((game, input), raw)| {
            let plain = reference::evaluate(net.model(), input);
            let evaluation = |raw: &Raw| net.evaluation(raw, game, &Reading::default());
            Gaps::between(&evaluation(raw), &evaluation(&plain))
        })
        .fold(Gaps::default(), Gaps::or_larger)
}

/// The largest difference; not a number if any is not.
fn gap(a: &[f32], b: &[f32]) -> f32 {
    let gaps = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    gaps.fold(0.0, larger)
}

/// The larger of two, or what is not a number.
fn larger(a: f32, b: f32) -> f32 {
    if a > b || a.is_nan() { a } else { b }
}
