//! All that can be seen of a game, to tell whether two are the same.

use ponnuki_game::{Board, ByColor, Color, Game, GameEvent, Move, Phase, PointSet, Prisoners};

/// Everything a game says when asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Observed {
    board: Board,
    hash: u64,
    turn: Color,
    phase: Phase,
    prisoners: ByColor<Prisoners>,
    button: Option<Color>,
    events: Vec<GameEvent>,
    moves: Vec<(Color, Move)>,
    /// The board after each number of moves.
    boards: Vec<Option<Board>>,
    legal: PointSet,
    cycle: Option<usize>,
}

impl Observed {
    pub(super) fn of(game: &Game) -> Observed {
        assert!(game.board().is_consistent(), "{:?}", game.board());
        Observed {
            board: game.board().clone(),
            hash: game.board().hash(),
            turn: game.turn(),
            phase: game.phase(),
            prisoners: game.prisoners(),
            button: game.button(),
            events: game.events().to_vec(),
            moves: game.moves().collect(),
            boards: (0..=game.n_moves() + 1)
                .map(|n_moves| game.board_after(n_moves))
                .collect(),
            legal: game.legal(),
            cycle: game.cycle(),
        }
    }
}
