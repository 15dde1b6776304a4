//! What a thinker is asked about: a game in which it is some player's turn,
//! whatever the true game is like.

use ponnuki_game::{ByColor, Color, Game, Komi, Move, Phase, PointSet, Setup};

use crate::analysis::{Restricted, Restriction};

/// A game to think about in place of the true one, and the moves not to think of.
#[derive(Clone, Debug)]
pub struct TurnQuestion {
    /// The game, in which it is the player's turn.
    pub game: Game,
    /// What the true game forbids there.
    pub restrictions: Vec<Restriction>,
}

impl TurnQuestion {
    /// What `color` is to think about in `game`. A player whose turn it is not
    /// thinks about the board alone, but knows which moves its past forbids.
    pub fn of(game: &Game, color: Color) -> TurnQuestion {
        let game = going_on(game);
        if game.turn() == color {
            return TurnQuestion {
                game,
                restrictions: Vec::new(),
            };
        }
        let is_illegal = |point: &_| game.clone().play_for(color, Move::Play(*point)).is_err();
        let illegal = game.board().vacant().iter().filter(is_illegal);
        let avoid = Restriction {
            by: color,
            moves: Restricted::Avoid(illegal.map(Move::Play).collect()),
            n_moves: 1,
        };
        match position(&game, color).start() {
            Ok(game) => TurnQuestion {
                game,
                restrictions: vec![avoid],
            },
            // The same board was a game before, so this is never needed.
            Err(_) => TurnQuestion {
                game,
                restrictions: Vec::new(),
            },
        }
    }
}

/// The game as it was when it still went on: without the pass that stopped it.
pub fn going_on(game: &Game) -> Game {
    let mut game = game.clone();
    if game.phase() != Phase::Playing {
        game.undo(1);
    }
    game
}

/// The board of `game` as a game of its own that `color` begins. What the
/// players hold already is in the komi.
fn position(game: &Game, color: Color) -> Setup {
    let mut setup = Setup::new(game.size(), *game.rules());
    setup.stones = ByColor::from_fn(|color| game.board().stones(color));
    setup.first = Some(color);
    setup.komi = game.setup().komi;
    if let Ok(score) = game.score(PointSet::EMPTY) {
        let held = |color| {
            let sum = score.sums[color];
            sum.captured + sum.passed + sum.button + sum.compensation + sum.komi
        };
        let komi = held(Color::White) - held(Color::Black);
        let max = i32::from(Komi::MAX.half_points());
        setup.komi = Komi::from_half_points(komi.half_points().clamp(-max, max) as i16);
    }
    setup
}
