//! Counting from the definitions, without seki and tax.

use ponnuki_game::{
    ByColor, Color, Compensation, Odds, Outcome, Point, PointSet, PrisonerCount, Prisoners, Scoring,
};

use super::{ReferenceGame, Stones, outcome_of};

/// The slow twin of [`Score`](ponnuki_game::Score), for rules without seki and tax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceScore {
    /// The stones that are not dead.
    pub stones: ByColor<PointSet>,
    /// The vacant points that count for each.
    pub territory: ByColor<PointSet>,
    /// All that each player has, in half points.
    pub half_points: ByColor<i32>,
}

impl ReferenceScore {
    /// How a game with this score ends.
    pub fn outcome(&self) -> Outcome {
        outcome_of(self.half_points.black - self.half_points.white)
    }
}

impl ReferenceGame {
    /// Counts, the stones of `dead` taken off.
    pub(super) fn count(&self, dead: &[Point]) -> ReferenceScore {
        let mut stones = self.stones().clone();
        let mut prisoners = self.prisoners;
        for color in Color::BOTH {
            prisoners[color].dead = 0;
        }
        for &point in dead {
            if let Some(color) = stones.at(point) {
                prisoners[!color].dead += 1;
            }
            stones.put(point, None);
        }
        let scoring = self.setup.rules.counting.scoring;
        let territory = ByColor::from_fn(|color| territory(&stones, scoring, color));
        ReferenceScore {
            stones: stones.to_sets(),
            half_points: ByColor::from_fn(|color| {
                let n_points = territory[color].len() as i32
                    + match scoring {
                        Scoring::Area | Scoring::AreaUnreached => {
                            stones.all(Some(color)).len() as i32
                        }
                        Scoring::Territory {
                            prisoners: PrisonerCount::ForHolder,
                        } => n_held(prisoners[color]),
                        Scoring::Territory {
                            prisoners: PrisonerCount::AgainstOwner,
                        } => -n_held(prisoners[!color]),
                    };
                2 * n_points + self.extra_half_points(color)
            }),
            territory,
        }
    }

    /// What a player has that does not lie on the board: button, komi, compensation.
    fn extra_half_points(&self, color: Color) -> i32 {
        let button = i32::from(self.button == Some(color));
        if color == Color::Black {
            return button;
        }
        let n = match self.setup.odds {
            Odds::None => 0,
            Odds::Passes(n) => i32::from(n),
            Odds::Stones { points, .. } => points.len() as i32,
        };
        let compensation = match self.setup.rules.start.handicap.compensation {
            Compensation::N if n > 1 => n,
            Compensation::NMinusOne if n > 1 => n - 1,
            Compensation::Zero | Compensation::N | Compensation::NMinusOne => 0,
        };
        button + 2 * compensation + i32::from(self.setup.komi.half_points())
    }
}

fn n_held(prisoners: Prisoners) -> i32 {
    i32::from(prisoners.captured) + i32::from(prisoners.dead) + i32::from(prisoners.passed)
}

/// The vacant points that count for `color`.
fn territory(stones: &Stones, scoring: Scoring, color: Color) -> PointSet {
    let vacant = stones.all(None).into_iter();
    vacant
        .filter(|&point| {
            let reaches = |wanted: Color| {
                let region = stones.connected(point).into_iter();
                let mut border = region.flat_map(|near| stones.neighbors(near));
                border.any(|next| stones.at(next) == Some(wanted))
            };
            let is_reached = reaches(color) || scoring == Scoring::AreaUnreached;
            is_reached && !reaches(!color)
        })
        .collect()
}
