//! Whether a network is what it was, and is computed right.

use ponnuki_engine::Net;
use ponnuki_game::Size;
use ponnuki_net::{Evaluation, Input, Raw, Reading, reference};

use crate::card::NetCard;
use crate::choice::{ChosenNet, NetSource};
use crate::digest::Sha256Digest;
use crate::fault::NetFault;
use crate::positions::positions;

/// The boards that are tried, with how many positions of each: the plain way takes its
/// time, and large boards most of all.
const TRIALS: [(Size, usize); 2] = [(Size::NINE, 3), (Size::NINETEEN, 1)];

/// The largest differences between two ways to compute the same.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OutputGaps {
    /// Between probabilities: of moves, of winning.
    pub probability: f32,
    /// Between the ownerships of points.
    pub ownership: f32,
    /// Between scores, in points.
    pub score: f32,
}

/// What was found out about a network.
#[derive(Debug)]
pub struct NetCheck {
    /// Whether the file is what it was.
    pub checksum: ChecksumState,
    /// How far the fast way to compute it is off, or why it cannot be read.
    pub gaps: Result<OutputGaps, NetFault>,
}

/// Whether a file is what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChecksumState {
    /// It is as it was added.
    AsAdded,
    /// It is not what it was when it was added.
    Changed,
    /// Nobody wrote down what it was.
    NotKept,
    /// It is part of the program.
    NotNeeded,
}

impl NetCheck {
    /// Reads and tries a network, which had this card when it was put where it is.
    #[must_use]
    pub fn of(chosen: &ChosenNet, card: Option<&NetCard>) -> NetCheck {
        let checksum = match (&chosen.source, card) {
            (NetSource::File(path), Some(card)) => match Sha256Digest::of_file(path) {
                Ok(digest) if digest == card.digest => ChecksumState::AsAdded,
                Ok(_) | Err(_) => ChecksumState::Changed,
            },
            (NetSource::File(_), None) => ChecksumState::NotKept,
            (NetSource::BuiltIn, _) => ChecksumState::NotNeeded,
        };
        let gaps = chosen.load().map(|net| gaps(&net));
        NetCheck { checksum, gaps }
    }

    /// Whether nothing speaks against it.
    #[must_use]
    pub fn is_good(&self) -> bool {
        let is_right = self.gaps.as_ref().is_ok_and(OutputGaps::are_tolerable);
        is_right && self.checksum != ChecksumState::Changed
    }
}

impl OutputGaps {
    /// The most that the fast way to compute a network may be off.
    pub const TOLERANCE: OutputGaps = OutputGaps {
        probability: 1e-4,
        ownership: 1e-3,
        score: 0.02,
    };

    /// Whether all are within the [tolerance](OutputGaps::TOLERANCE); NaN is not.
    #[must_use]
    pub fn are_tolerable(&self) -> bool {
        let most = OutputGaps::TOLERANCE;
        self.probability <= most.probability
            && self.ownership <= most.ownership
            && self.score <= most.score
    }

    fn between(a: &Evaluation, b: &Evaluation) -> OutputGaps {
        let chances = |of: &Evaluation| {
            let mut chances = of.policy.clone();
            chances.extend([of.win, of.loss, of.no_result]);
            chances
        };
        let scores = |of: &Evaluation| [of.score_mean, of.score_stdev, of.lead];
        OutputGaps {
            probability: gap(&chances(a), &chances(b)),
            ownership: gap(&a.ownership, &b.ownership),
            score: gap(&scores(a), &scores(b)),
        }
    }

    fn or_larger(self, other: OutputGaps) -> OutputGaps {
        OutputGaps {
            probability: larger(self.probability, other.probability),
            ownership: larger(self.ownership, other.ownership),
            score: larger(self.score, other.score),
        }
    }
}

/// How far `net` is from the plain way to compute it, on a few positions.
fn gaps(net: &Net) -> OutputGaps {
    TRIALS
        .into_iter()
        .map(|(size, n)| gaps_on(net, size, n))
        .fold(OutputGaps::default(), OutputGaps::or_larger)
}

fn gaps_on(net: &Net, size: Size, n: usize) -> OutputGaps {
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
            OutputGaps::between(&evaluation(raw), &evaluation(&plain))
        })
        .fold(OutputGaps::default(), OutputGaps::or_larger)
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
