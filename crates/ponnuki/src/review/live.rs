//! A review that someone looks at while it is made.

use std::ops::ControlFlow;

use ponnuki_engine::{Analysis, Request, Sight, Thinker};
use ponnuki_game::Size;
use ponnuki_record::Record;
use ponnuki_wire::review::{Game, Position};

use super::Whose;
use super::reviewed::ReviewedGame;
use super::shape;

/// A position that was judged.
pub(crate) struct News {
    /// How many are judged.
    pub(crate) n_done: usize,
    /// How many there are.
    pub(crate) n_all: usize,
    /// Which one, from 0.
    pub(crate) at: usize,
    /// What is thought of it.
    pub(crate) position: Position,
}

/// The shape of what is thought of a position on a board of `size`.
pub(crate) fn position(analysis: &Analysis, size: Size) -> Position {
    shape::position(&Sight::of(analysis, None), size)
}

/// Has every position of a game judged within `request`, and tells of each; the whole
/// review, unless it was stopped.
pub(crate) fn game(
    record: Record<'_>,
    thinker: &mut dyn Thinker,
    request: &Request,
    tell: &mut dyn FnMut(News),
) -> Option<Game> {
    let mut game = ReviewedGame::new(0, record, Whose::Both);
    let (size, n_all) = (game.size(), game.review.course().n_positions());
    game.review.run(thinker, request, &mut |review, at| {
        if let Some(sight) = review.sight(at) {
            tell(News {
                n_done: review.n_known(),
                n_all,
                at,
                position: shape::position(sight, size),
            });
        }
        ControlFlow::Continue(())
    });
    (game.review.n_known() == n_all).then(|| shape::game(&game.concluded()))
}
