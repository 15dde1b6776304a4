//! The sum at the end of a game.

use ponnuki_game::{self as game, Button, DeadStones, GroupTax, PassCost, Points, Rules, Size};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::sides::Color;
use crate::text::{HalfPoints, points_text, stones_text};

/// The whole sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Score {
    /// Black's.
    pub black: SumLines,
    /// White's.
    pub white: SumLines,
    /// Black's total less White's.
    pub margin: HalfPoints,
    /// One sign for each point, row by row from the top: `x` where it counts for
    /// Black as territory, `o` for White, `.` elsewhere.
    pub territory: String,
    /// The living stones, one sign for each point: `X` for Black, `O` for White, `.` elsewhere.
    pub stones: String,
}

/// One player's sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SumLines {
    /// What the rulebook counts, in the order of a sum on paper, and nothing else.
    pub lines: Vec<SumLine>,
    /// All together.
    pub total: HalfPoints,
}

/// A line of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SumLine {
    /// What is counted.
    pub name: LineName,
    /// How much it is; negative where the rulebook takes away.
    pub points: HalfPoints,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LineName {
    /// Stones on the board.
    Stones,
    /// Territory.
    Territory,
    /// Prisoners lifted during play.
    Captured,
    /// Prisoners taken off as dead.
    Dead,
    /// Prisoners handed over for passing.
    Passed,
    /// The tax on living groups.
    Tax,
    /// The button.
    Button,
    /// White's points for the handicap.
    Compensation,
    /// White's komi.
    Komi,
}

impl Score {
    /// The sum `score` of a game on a board of `size` under `rules`.
    pub fn of(score: &game::Score, size: Size, rules: &Rules) -> Score {
        let sum = |color| SumLines::of(&score.sums[color], color, rules);
        let is_black = |point| score.territory.black.contains(point);
        let is_white = |point| score.territory.white.contains(point);
        Score {
            black: sum(game::Color::Black),
            white: sum(game::Color::White),
            margin: score.margin().into(),
            territory: points_text(size, |point| match (is_black(point), is_white(point)) {
                (true, false) => 'x',
                (false, true) => 'o',
                // Under one rulebook an empty board counts for both.
                (true, true) | (false, false) => '.',
            }),
            stones: stones_text(size, &score.stones),
        }
    }

    /// The sum of `color`.
    pub fn sum(&self, color: Color) -> &SumLines {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl SumLines {
    fn of(sum: &game::Sum, color: game::Color, rules: &Rules) -> SumLines {
        let is_area = rules.counting.scoring.is_area();
        let is_white = color == game::Color::White;
        let removes_dead = rules.dead != DeadStones::Stay;
        let hands_over = rules.passing.cost == PassCost::Stone;
        // An even game has none, whatever the rulebook gives for a handicap.
        let compensates = sum.compensation != Points::ZERO;
        let lines = [
            (LineName::Stones, sum.stones, is_area),
            (LineName::Territory, sum.territory, true),
            (LineName::Captured, sum.captured, !is_area),
            (LineName::Dead, sum.dead, !is_area && removes_dead),
            (LineName::Passed, sum.passed, !is_area && hands_over),
            (LineName::Tax, sum.tax, rules.counting.tax != GroupTax::None),
            (
                LineName::Button,
                sum.button,
                rules.passing.button != Button::None,
            ),
            (LineName::Compensation, sum.compensation, compensates),
            (LineName::Komi, sum.komi, is_white),
        ];
        let counted = lines.into_iter().filter(|&(_, _, is_counted)| is_counted);
        SumLines {
            lines: counted
                .map(|(name, points, _)| SumLine {
                    name,
                    points: points.into(),
                })
                .collect(),
            total: sum.total().into(),
        }
    }
}
