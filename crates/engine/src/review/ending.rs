//! The passes that end a game, and the count of the board that they leave.

use ponnuki_game::{Color, Move};

use super::course::Turn;
use super::judged::Loss;
use super::sight::{Prospect, Sight};

/// How the players ended a game: by passes, all on one board, which was then counted.
#[derive(Clone, Debug)]
pub(super) struct Ending<'a> {
    /// What was thought before each of the passes.
    looks: Vec<&'a Sight>,
    /// The count.
    count: &'a Sight,
}

impl<'a> Ending<'a> {
    /// The ending that one of `turns` belongs to, by what is `known` of the positions; `None` if
    /// it is none of the passes that end the game, or not all around them is known.
    pub(super) fn of(
        turns: &[Turn],
        known: &'a [Option<Sight>],
        turn_idx: usize,
    ) -> Option<Ending<'a>> {
        let sight = |position: usize| known.get(position)?.as_ref();
        let is_pass = |idx: &usize| turns.get(*idx).is_some_and(|turn| turn.mv == Move::Pass);
        let last = (turn_idx..turns.len()).take_while(is_pass).last()?;
        let count = sight(turns[last].after)?;
        let passes = (0..=last).rev().take_while(is_pass);
        let looks: Option<_> = passes.map(|idx| sight(turns[idx].before)).collect();
        count.is_end().then_some(Ending {
            looks: looks?,
            count,
        })
    }

    /// What a pass leaves to `color`, beside what moves promise: what the same board promises
    /// with the opponent to move.
    pub(super) fn left_to(&self, color: Color) -> Prospect {
        let by_opponent = self.looks.iter().find(|look| look.turn != color);
        by_opponent.unwrap_or(&self.count).uncounted_for(color)
    }

    /// How far off the one who judges is on this board, which the count tells: what a pass
    /// seems to lose within this is not known to be lost. Of the looks at the board the one
    /// that comes nearest counts, as another may see a move that nobody made.
    pub(super) fn doubt(&self) -> Loss {
        let count = self.count.prospect_of(Color::Black);
        let distances = self.looks.iter().map(|look| {
            let seen = look.at_a_glance(Color::Black);
            Loss {
                points: (seen.lead - count.lead).abs(),
                win_rate: (seen.win_rate - count.win_rate).abs(),
            }
        });
        let nearest = distances.min_by(|one, other| one.points.total_cmp(&other.points));
        nearest.unwrap_or_default()
    }
}
