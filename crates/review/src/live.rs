//! A review that a client watches while it is made.

use std::iter;
use std::ops::ControlFlow;

use ponnuki_game::{Game, Move, Size};
use ponnuki_record::Record;
use ponnuki_think::{Analysis, Request, ThinkLimits, Thinker};
use ponnuki_wire::review::{GameReview, JudgedPosition, KnownPosition, ReviewProgress};
use ponnuki_words::Language;

use crate::assessment::Assessment;
use crate::review::{PositionLook, Review};
use crate::reviewed::ReviewedGame;
use crate::{shape, trust};

/// The shape of what is thought of a position on a board of `size`, with the whole policy.
pub fn position(analysis: &Analysis, size: Size) -> JudgedPosition {
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
    known: &[KnownPosition],
    judge: &str,
    thinker: &mut dyn Thinker,
    request: &Request,
    tell: &mut dyn FnMut(ReviewProgress),
) -> Option<GameReview> {
    let visits = request.limits.playouts.unwrap_or(0);
    let mut look =
        |review: &mut Review, look: PositionLook| review.look(&mut *thinker, request, look);
    go_through(record, known, (judge, visits), &mut look, tell)
}

/// Asks somebody for a judgment of a position in which this move was made, with so many visits.
pub type AskElsewhere<'a> = dyn FnMut(&Game, Option<Move>, u32) -> Option<JudgedPosition> + 'a;

/// The same, judged by somebody who is handed each position with the move that was made there and
/// the visits it is worth; ends without a review as soon as there is no answer.
pub fn game_by(
    record: Record<'_>,
    known: &[KnownPosition],
    (judge, n_visits): (&str, u32),
    ask: &mut AskElsewhere<'_>,
    tell: &mut dyn FnMut(ReviewProgress),
) -> Option<GameReview> {
    let visits = u64::from(n_visits);
    let request = Request::within(ThinkLimits::playouts(visits));
    let mut look = |review: &mut Review, look: PositionLook| {
        let size = review.main_line().size();
        let assessment = review.question(&request, look).and_then(|(game, request)| {
            let visits = request.limits.playouts.unwrap_or(visits);
            let n_visits = u32::try_from(visits).unwrap_or(u32::MAX);
            let position = ask(&game, review.played_at(look.position), n_visits)?;
            shape::to_assessment(&position, size)
        });
        let Some(assessment) = assessment else {
            return ControlFlow::Break(());
        };
        let looks = look.n_looks();
        let assessment = Assessment {
            looks,
            ..assessment
        };
        review.put(look.position, assessment);
        ControlFlow::Continue(())
    };
    go_through(record, known, (judge, visits), &mut look, tell)
}

/// What is thought of a position in which `played` was made, as a review keeps it.
pub fn judged(analysis: &Analysis, played: Option<Move>, size: Size) -> JudgedPosition {
    shape::position_shape(&Assessment::of(analysis, played), size)
}

/// Has `look` judge every position that is not `known`, and tells of each.
fn go_through(
    record: Record<'_>,
    known: &[KnownPosition],
    (judge, visits): (&str, u64),
    look: &mut dyn FnMut(&mut Review, PositionLook) -> ControlFlow<()>,
    tell: &mut dyn FnMut(ReviewProgress),
) -> Option<GameReview> {
    let mut game = ReviewedGame::new(0, record, None, Language::default());
    game.review.note_judge(judge);
    let (size, n_all) = (game.size(), game.review.n_looks_max());
    let known = known.iter().filter_map(|known| {
        Some((
            known.at as usize,
            shape::to_assessment(&known.position, size)?,
        ))
    });
    game.review.put_all(known);
    while let Some(next) = game.review.next() {
        if look(&mut game.review, next).is_break() {
            break;
        }
        let (review, at) = (&game.review, next.position);
        if let Some(assessment) = review.assessment(at) {
            tell(ReviewProgress {
                n_done: review.n_looks() as u32,
                n_all: n_all as u32,
                at: at as u32,
                position: shape::position_shape(assessment, size),
            });
        }
    }
    let judge = trust::judge(judge, visits, iter::once(size));
    (game.review.next().is_none()).then(|| shape::game(&game.concluded(), judge))
}

#[cfg(test)]
mod tests {
    use ponnuki_engine::{MonteCarlo, MonteCarloSettings};
    use ponnuki_record::Records;
    use ponnuki_think::{Memory, ignore};

    use super::*;

    const GAME: &str = "(;SZ[5]KM[0]RU[Chinese];B[cc];W[cb];B[bb];W[db])";

    /// The review of the game if some of it is known, and which positions were judged for it.
    fn reviewed(known: &[KnownPosition]) -> (GameReview, Vec<usize>) {
        let records = Records::from_bytes(GAME.as_bytes()).unwrap();
        let record = records.iter().next().unwrap().unwrap();
        let mut thinker = MonteCarlo::new(MonteCarloSettings::default());
        let request = Request::within(ThinkLimits::playouts(20));
        let mut judged = Vec::new();
        let name = thinker.name().to_owned();
        let told = game(record, known, &name, &mut thinker, &request, &mut |news| {
            judged.push(news.at as usize);
        });
        (told.unwrap(), judged)
    }

    #[test]
    fn a_game_that_is_judged_elsewhere_ends_as_one_that_is_judged_here() {
        let (whole, _) = reviewed(&[]);
        let records = Records::from_bytes(GAME.as_bytes()).unwrap();
        let record = || records.iter().next().unwrap().unwrap();
        let mut thinker = MonteCarlo::new(MonteCarloSettings::default());
        let name = thinker.name().to_owned();
        let mut ask = |game: &Game, played: Option<Move>, n_visits: u32| {
            let request = Request {
                memory: Memory::Judgments,
                ..Request::within(ThinkLimits::playouts(u64::from(n_visits)))
            };
            thinker.reseed(0);
            let analysis = thinker.analyse(game, &request, &mut ignore);
            Some(judged(&analysis, played, game.size()))
        };
        let told = game_by(record(), &[], (&name, 20), &mut ask, &mut |_| {});
        assert_eq!(told, Some(whole));
        let mut silent = |_: &Game, _: Option<Move>, _: u32| None;
        let told = game_by(record(), &[], (&name, 20), &mut silent, &mut |_| {});
        assert_eq!(told, None);
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
        let known = |at: u32| KnownPosition {
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
