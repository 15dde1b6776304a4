//! The libraries, each through its own front door.

use goban::rules::game::Game as GobanGame;
use goban::rules::{CHINESE, GobanSizes, JAPANESE, Move as GobanMove};
use ponnuki_game::{Game, Move, Point, Rules, Size};

/// The ko rule to play by; suicide is forbidden under either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ko {
    Simple,
    Positional,
}

impl Ko {
    pub(crate) const BOTH: [Ko; 2] = [Ko::Simple, Ko::Positional];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Ko::Simple => "simple ko",
            Ko::Positional => "positional superko",
        }
    }
}

/// A library that knows the rules of Go.
pub(crate) trait Library {
    const NAME: &'static str;

    /// A game on an empty board, Black to move.
    fn begin(size: Size, ko: Ko) -> Self;

    fn is_vacant(&self, point: Point) -> bool;

    /// Plays for the player to move, if that is legal; tells whether it was.
    fn play(&mut self, point: Point) -> bool;

    /// Passes for the player to move.
    fn pass(&mut self);

    /// How many points the player to move may play at, by the library's own list.
    fn n_legal(&self) -> usize;
}

/// Ours.
pub(crate) struct Ponnuki(Game);

impl Library for Ponnuki {
    const NAME: &'static str = "ponnuki Game";

    fn begin(size: Size, ko: Ko) -> Ponnuki {
        let rules = match ko {
            Ko::Simple => Rules::CHINESE,
            Ko::Positional => Rules::CHINESE_OGS,
        };
        Ponnuki(Game::new(size, rules).expect("these rules are for every board"))
    }

    fn is_vacant(&self, point: Point) -> bool {
        self.0.board().is_vacant(point)
    }

    fn play(&mut self, point: Point) -> bool {
        self.0.play(Move::Play(point)).is_ok()
    }

    fn pass(&mut self) {
        self.0.play(Move::Pass).expect("the game goes on");
    }

    fn n_legal(&self) -> usize {
        self.0.legal().len()
    }
}

/// The crate of that name. It looks for repetition only where a move captures,
/// so its superko misses some.
pub(crate) struct Goban(GobanGame);

impl Library for Goban {
    const NAME: &'static str = "goban 0.20.1";

    fn begin(size: Size, ko: Ko) -> Goban {
        let rules = match ko {
            Ko::Simple => JAPANESE,
            Ko::Positional => CHINESE,
        };
        let sides = (size.height() as usize, size.width() as usize);
        Goban(GobanGame::new(GobanSizes::Custom(sides.0, sides.1), rules))
    }

    fn is_vacant(&self, point: Point) -> bool {
        self.0.goban().get_color((point.y(), point.x())).is_none()
    }

    fn play(&mut self, point: Point) -> bool {
        let mv = GobanMove::Play(point.y(), point.x());
        self.0.try_play(mv).is_ok()
    }

    fn pass(&mut self) {
        self.0.play(GobanMove::Pass);
    }

    fn n_legal(&self) -> usize {
        self.0.legals().count()
    }
}
