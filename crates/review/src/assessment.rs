//! What is kept of an analysis: enough to tell a game by, and little enough to be written down.

use ponnuki_game::{Color, Move};
use ponnuki_think::{Analysis, Candidate};

/// How many moves that were tried are kept, and how far the play after them.
const N_TRIED_MAX: usize = 6;
const VARIATION_MAX: usize = 12;
/// Numbers are kept in steps of this part: finer than any search knows them.
const STEPS: f32 = 10_000.0;

/// What is kept of the analysis of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// The player to move.
    pub turn: Color,
    /// How many visits it rests on.
    pub visits: u64,
    /// How often it was looked at: once, or twice if a move beside it had to be checked.
    pub looks: u8,
    /// What `turn` has to expect.
    pub prospect: Prospect,
    /// What `turn` had to expect before any search, if the thinker has a network.
    pub raw: Option<Prospect>,
    /// The moves that were tried, the best first: some of them, and the one that was played.
    pub tried: Vec<TriedMove>,
    /// Whose each point is at the end, in hundredths: 100 is surely Black's, −100 surely
    /// White's. In the order of [`Size::points`](ponnuki_game::Size::points).
    pub ownership: Vec<i8>,
}

/// A move that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct TriedMove {
    /// The move.
    pub mv: Move,
    /// How often it was tried.
    pub visits: u64,
    /// What the player to move has to expect with it.
    pub prospect: Prospect,
    /// How likely it looked before it was tried.
    pub prior: f32,
    /// The best play expected, this move first.
    pub variation: Vec<Move>,
}

/// What a player has to expect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prospect {
    /// How likely the player wins, from 0 to 1.
    pub win_rate: f32,
    /// By how many points; negative if to lose.
    pub lead: f32,
}

impl Prospect {
    /// What the other player has to expect.
    #[must_use]
    pub fn for_opponent(self) -> Prospect {
        Prospect {
            win_rate: 1.0 - self.win_rate,
            lead: -self.lead,
        }
    }

    /// The same as it is shown, with the lead in tenths of a point: then what a move cost is the
    /// difference of two leads to the last digit that anybody reads.
    #[must_use]
    pub(crate) fn shown(self) -> Prospect {
        Prospect {
            lead: tenths(self.lead),
            ..self
        }
    }

    fn rounded(win_rate: f32, lead: f32) -> Prospect {
        Prospect {
            win_rate: rounded(win_rate),
            lead: rounded(lead),
        }
    }
}

impl Assessment {
    /// What is kept of `analysis`, of a position in which `played` was made.
    pub fn of(analysis: &Analysis, played: Option<Move>) -> Assessment {
        let candidates = analysis.candidates.iter().filter(|one| one.visits > 0);
        let is_kept = |place: usize, one: &Candidate| place < N_TRIED_MAX || Some(one.mv) == played;
        let kept = candidates
            .enumerate()
            .filter(|&(place, one)| is_kept(place, one));
        Assessment {
            turn: analysis.turn,
            visits: analysis.visits,
            looks: 1,
            prospect: Prospect::rounded(analysis.win_rate, analysis.lead),
            raw: analysis
                .raw
                .as_ref()
                .map(|raw| Prospect::rounded(raw.win_rate, raw.lead)),
            tried: kept.map(|(_, one)| TriedMove::of(one)).collect(),
            // NaN becomes 0, and all are within the bounds.
            ownership: analysis
                .ownership
                .iter()
                .map(|owner| (100.0 * owner.clamp(-1.0, 1.0)).round() as i8)
                .collect(),
        }
    }

    /// What `color` has to expect.
    pub fn prospect_of(&self, color: Color) -> Prospect {
        self.seen_by(color, self.prospect)
    }

    /// What `color` has to expect as long as play goes on, to compare with other positions.
    ///
    /// Where passing is best the search has counted the board, and a count is exact, while
    /// positions that are played on from are judged by a thinker that may be wrong by many
    /// points. The difference of the two is nothing that a move has lost. So of the count and
    /// of what the network says without a search the one counts that is worse for the player to
    /// move: the move that led here loses only what both say.
    pub(crate) fn estimate_for(&self, color: Color) -> Prospect {
        let own = match (self.tried.first(), self.raw) {
            (Some(best), Some(raw)) if best.mv == Move::Pass => Prospect {
                win_rate: self.prospect.win_rate.min(raw.win_rate),
                lead: self.prospect.lead.min(raw.lead),
            },
            _ => self.prospect,
        };
        self.seen_by(color, own)
    }

    /// What `color` had to expect before any search; after it, if the thinker cannot tell.
    pub(crate) fn raw_for(&self, color: Color) -> Prospect {
        self.seen_by(color, self.raw.unwrap_or(self.prospect))
    }

    /// How much less some point is `color`'s in a `later` position, in hundredths, where that is
    /// most; negative if every point is more. `None` if it is not known whose the points are.
    pub(crate) fn most_lost(&self, later: &Assessment, color: Color) -> Option<i16> {
        let points = self.ownership.iter().zip(&later.ownership);
        let lost = points.map(|(&one, &other)| {
            let black = i16::from(one) - i16::from(other);
            match color {
                Color::Black => black,
                Color::White => -black,
            }
        });
        lost.max()
    }

    /// Whether the search would have made this move.
    pub(crate) fn is_best(&self, mv: Move) -> bool {
        self.tried.first().is_some_and(|best| best.mv == mv)
    }

    /// Whether play has stopped there: there is nothing to try.
    pub(crate) fn is_end(&self) -> bool {
        self.tried.is_empty()
    }

    fn seen_by(&self, color: Color, own: Prospect) -> Prospect {
        match color == self.turn {
            true => own,
            false => own.for_opponent(),
        }
    }
}

impl TriedMove {
    fn of(one: &Candidate) -> TriedMove {
        TriedMove {
            mv: one.mv,
            visits: one.visits,
            prospect: Prospect::rounded(one.win_rate, one.lead),
            prior: rounded(one.prior),
            variation: one.variation.iter().take(VARIATION_MAX).copied().collect(),
        }
    }
}

/// The number rounded to tenths.
pub(crate) fn tenths(number: f32) -> f32 {
    // Adding 0 turns -0 into 0.
    (number * 10.0).round() / 10.0 + 0.0
}

/// The number rounded to steps; NaN and infinities become 0.
fn rounded(number: f32) -> f32 {
    let rounded = (number * STEPS).round() / STEPS;
    // Adding 0 turns -0 into 0.
    if rounded.is_finite() {
        rounded + 0.0
    } else {
        0.0
    }
}
