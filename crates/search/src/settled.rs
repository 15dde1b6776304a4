//! What is settled, and which plays are idle: nothing depends on them any more.

use ponnuki_game::{Color, DeadStones, Game, Point, PointSet, pass_alive};

/// From here on, either way, a point's owner is settled.
const SETTLED: f32 = 0.9;
/// From here on an opponent's stone is taken for captured.
const CAPTURED: f32 = 0.4;

/// Up to here, either way, it is open who owns a point.
const OPEN: f32 = 0.5;
/// One point in so many may be open when a game is about to end, and a few
/// even on the smallest boards.
const ONE_OPEN_IN: usize = 5;
const N_OPEN_FEW: usize = 4;

/// Whether a game is about to end: few points are open. `ownership` has an
/// entry for each point, 1 Black's, −1 White's.
pub fn is_nearly_settled(ownership: impl ExactSizeIterator<Item = f32>) -> bool {
    let n_points = ownership.len();
    let n_open = ownership.filter(|owner| owner.abs() < OPEN).count();
    n_open <= (n_points / ONE_OPEN_IN).max(N_OPEN_FEW)
}

/// Whether a play of the player to move at the vacant `point` is idle: the
/// point's owner is settled, and, where only captured stones come off, it
/// touches none that is still to be captured. `ownership` tells whose the
/// point of an index is: 1 Black's, −1 White's.
pub fn is_idle(game: &Game, ownership: impl Fn(usize) -> f32, point: Point) -> bool {
    let (board, size, turn) = (game.board(), game.size(), game.turn());
    if ownership(size.index(point)).abs() <= SETTLED {
        return false;
    }
    let is_prey = |neighbor: Point| {
        let owner = ownership(size.index(neighbor));
        let ours = if turn == Color::Black { owner } else { -owner };
        board.at(neighbor) == Some(!turn) && ours > CAPTURED
    };
    game.rules().dead != DeadStones::Stay || !board.neighbors(point).any(is_prey)
}

/// Vacant points where nobody can gain anything: those inside the area of
/// chains that live whatever happens. Where dead stones have to be captured
/// to be counted, the points next to them are left out.
pub(crate) fn useless_points(game: &Game) -> PointSet {
    let board = game.board();
    let mut useless = PointSet::EMPTY;
    for color in Color::BOTH {
        let regions = pass_alive(board, color, game.rules().suicide).regions;
        let prey = regions & board.stones(!color);
        useless = useless | regions;
        if game.rules().dead == DeadStones::Stay {
            useless = useless - prey.neighbors(board.size());
        }
    }
    useless & board.vacant()
}
