//! A review that a client watches while it is made.

use std::iter;
use std::ops::ControlFlow;

use ponnuki_game::Size;
use ponnuki_record::Record;
use ponnuki_think::{Analysis, Request, Thinker};
use ponnuki_wire::review::{Game, Known, Position};
use ponnuki_words::Language;

use crate::assessment::Assessment;
use crate::reviewed::ReviewedGame;
use crate::{shape, trust};

/// A position that was just judged, and how far the review is.
#[derive(Debug)]
pub struct ReviewProgress {
    /// How much of the review is done, as [`Review::n_looks`](crate::Review::n_looks) counts it.
    pub n_done: usize,
    /// How much there is to do at most.
    pub n_all: usize,
    /// The position, counted from 0 along the main line.
    pub at: usize,
    /// What is thought of it.
    pub position: Position,
}

/// The shape of what is thought of a position on a board of `size`, with the whole policy.
pub fn position(analysis: &Analysis, size: Size) -> Position {
    let mut position = shape::position_shape(&Assessment::of(analysis, None), size);
    if let (Some(told), Some(seen)) = (&mut position.glance, &analysis.raw) {
        told.policy = seen
            .policy
            .iter()
            .map(|&share| thousandths(share))
            .collect();
    }
    position
}

/// A share in thousandths; NaN becomes 0.
fn thousandths(share: f32) -> u16 {
    (1000.0 * share.clamp(0.0, 1.0)).round() as u16
}

/// Has every position of a game judged within `request` that is not `known`, and tells of each;
/// the whole review, unless it was stopped. The thinker goes by the name `judge` in it.
pub fn game(
    record: Record<'_>,
    known: &[Known],
    judge: &str,
    thinker: &mut dyn Thinker,
    request: &Request,
    tell: &mut dyn FnMut(ReviewProgress),
) -> Option<Game> {
    let mut game = ReviewedGame::new(0, record, None, Language::default());
    let (size, n_all) = (game.size(), game.review.n_looks_max());
    let known = known.iter().filter_map(|known| {
        Some((
            known.at as usize,
            shape::to_assessment(&known.position, size)?,
        ))
    });
    game.review.put_all(known);
    game.review.run(thinker, request, &mut |review, at| {
        if let Some(assessment) = review.assessment(at) {
            tell(ReviewProgress {
                n_done: review.n_looks(),
                n_all,
                at,
                position: shape::position_shape(assessment, size),
            });
        }
        ControlFlow::Continue(())
    });
    let visits = request.limits.playouts.unwrap_or(0);
    let judge = trust::judge(judge, visits, iter::once(size));
    (game.review.next().is_none()).then(|| shape::game(&game.concluded(), judge))
}

#[cfg(test)]
mod tests {
    use ponnuki_engine::{Limits, MonteCarlo, Settings};
    use ponnuki_record::Records;

    use super::*;

    const GAME: &str = "(;SZ[5]KM[0]RU[Chinese];B[cc];W[cb];B[bb];W[db])";

    /// The review of the game if some of it is known, and which positions were judged for it.
    fn reviewed(known: &[Known]) -> (Game, Vec<usize>) {
        let records = Records::from_bytes(GAME.as_bytes()).unwrap();
        let record = records.iter().next().unwrap().unwrap();
        let mut thinker = MonteCarlo::new(Settings::default());
        let request = Request::within(Limits::playouts(20));
        let mut judged = Vec::new();
        let name = thinker.name().to_owned();
        let told = game(record, known, &name, &mut thinker, &request, &mut |news| {
            judged.push(news.at);
        });
        (told.unwrap(), judged)
    }

    #[test]
    fn a_review_that_goes_on_ends_as_one_that_was_never_broken_off() {
        let (whole, judged) = reviewed(&[]);
        let n_looks: usize = whole
            .positions
            .iter()
            .map(|position| usize::from(position.looks))
            .sum();
        assert_eq!(judged.len(), n_looks);
        let known = |at: u32| Known {
            at,
            position: whole.positions[at as usize].clone(),
        };
        let (rest, judged) = reviewed(&[known(0), known(3), known(4)]);
        assert_eq!(rest, whole);
        assert!(judged.starts_with(&[1, 2]), "{judged:?}");
        assert!(judged.iter().all(|at| [1, 2].contains(at)), "{judged:?}");
        // What is of another board, or beyond the end, is not taken.
        let mut odd = [known(0), known(1)];
        odd[0].position.ownership.pop();
        odd[1].at = 99;
        assert_eq!(reviewed(&odd).1.len(), n_looks);
    }
}
