//! The game of a query, turn by turn.

use ponnuki_game::{Color, Game, Illegal, Move, Repetition};
use ponnuki_wire::katago::{Fault, FaultKind, Query};

use crate::question::Question;

/// The game of `query` after so many of its moves.
///
/// # Errors
///
/// The first of these moves that cannot have been made.
pub(super) fn replay(query: &Query, n_moves: usize) -> Result<Game, Fault> {
    let started = query.setup.clone().start();
    let mut game = started
        .map_err(|faults| Fault::of_field(&query.id, "initialStones", FaultKind::Setup(faults)))?;
    for (number, &(color, mv)) in query.moves.iter().take(n_moves).enumerate() {
        let size = game.size();
        let made = make(&mut game, color, mv);
        made.map_err(|_| Fault::illegal_move(&query.id, number, mv, size))?;
    }
    Ok(game)
}

/// What is to be thought about at a turn of `query`.
///
/// # Errors
///
/// As [`replay`].
pub(super) fn question(query: &Query, turn: usize) -> Result<Question, Fault> {
    let game = replay(query, turn)?;
    let last = turn.checked_sub(1).and_then(|last| query.moves.get(last));
    let color = last.map_or(game.turn(), |&(color, _)| !color);
    Ok(Question::of(&game, color))
}

/// Makes a move as records of real games have it: out of turn, after the end,
/// against a superko that was not the law there, or taking own chains.
///
/// # Errors
///
/// What no rulebook knows: a stone on a stone, a ko retaken at once, a single
/// stone without a liberty.
fn make(game: &mut Game, color: Color, mv: Move) -> Result<(), Illegal> {
    match game.play_for(color, mv) {
        Ok(()) => Ok(()),
        Err(
            law @ Illegal::Repetition {
                law: Repetition::Ko,
                ..
            },
        ) => Err(law),
        Err(law @ Illegal::Suicide) if is_lone(game, color, mv) => Err(law),
        Err(_) => game.force(color, mv).map(drop),
    }
}

/// Whether a stone played there would stand alone.
fn is_lone(game: &Game, color: Color, mv: Move) -> bool {
    match mv {
        Move::Play(point) => game.board().n_neighbors(color, point) == 0,
        Move::Pass => false,
    }
}
