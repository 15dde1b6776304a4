//! A game that can be played on from where it stands, by a new game that comes there by moves
//! alone.

use std::fmt;

use ponnuki_game::{Color, Game, Illegal, Komi, Move, Odds, Preset, Setup, Size};

/// What a new game begins with, and the moves that lead to where play goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct Continuation {
    /// The size of the board.
    pub size: Size,
    /// The rulebook.
    pub preset: &'static Preset,
    /// The handicap; 0 is none.
    pub handicap: u8,
    /// Points for White.
    pub komi: Komi,
    /// Who moves next.
    pub turn: Color,
    /// The moves up to here.
    pub moves: Vec<Move>,
}

/// Why a game cannot be played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotContinuable {
    /// Its laws are none that have a name.
    Rules,
    /// It began with stones that no handicap has, or with the other colour.
    Start,
    /// A move of it is made by the other player.
    Turn {
        /// Which, from 1.
        number: usize,
    },
    /// A move of it is against its laws.
    Move {
        /// Which, from 1.
        number: usize,
        /// What it breaks.
        law: Illegal,
    },
}

impl fmt::Display for NotContinuable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotContinuable::Rules => f.write_str("it is played under rules without a name"),
            NotContinuable::Start => {
                f.write_str("it begins with stones or a turn that no handicap gives")
            }
            NotContinuable::Turn { number } => write!(f, "move {number} is made out of turn"),
            NotContinuable::Move { number, law } => {
                write!(f, "move {number} cannot be played here: {law}")
            }
        }
    }
}

impl std::error::Error for NotContinuable {}

impl Continuation {
    /// `game` up to its last move, if a new game can come to it by moves alone.
    ///
    /// # Errors
    ///
    /// Why none can.
    pub fn of(game: &Game) -> Result<Continuation, NotContinuable> {
        let setup = game.setup();
        let preset = Preset::of(game.rules()).ok_or(NotContinuable::Rules)?;
        let n = match setup.odds {
            Odds::Passes(n) => usize::from(n),
            Odds::None | Odds::Stones { .. } => setup.all_stones().black.len(),
        };
        let handicap = u8::try_from(n).map_err(|_| NotContinuable::Start)?;
        let mut own = Setup::new(game.size(), *game.rules());
        own.komi = setup.komi;
        let own = own.with_handicap(n).map_err(|_| NotContinuable::Start)?;
        let is_same =
            own.all_stones() == setup.all_stones() && own.first_to_move() == setup.first_to_move();
        if !is_same {
            return Err(NotContinuable::Start);
        }
        let mut again = own.start().map_err(|_| NotContinuable::Start)?;
        for (number, (by, mv)) in (1..).zip(game.moves()) {
            if again.turn() != by {
                return Err(NotContinuable::Turn { number });
            }
            let law = again.play(mv);
            law.map_err(|law| NotContinuable::Move { number, law })?;
        }
        Ok(Continuation {
            size: game.size(),
            preset,
            handicap: if handicap > 1 { handicap } else { 0 },
            komi: setup.komi,
            turn: again.turn(),
            moves: game.moves().map(|(_, mv)| mv).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Records;

    /// The game at the end of a record.
    fn end(sgf: &str) -> Game {
        let records = Records::from_bytes(sgf.as_bytes()).unwrap();
        let record = records.iter().next().unwrap().unwrap();
        let (game, _) = record.game();
        game
    }

    #[test]
    fn a_game_goes_on_where_it_stands() {
        let found = Continuation::of(&end("(;SZ[9]RU[Chinese]KM[7];B[cc];W[gg];B[])")).unwrap();
        assert_eq!(found.moves.len(), 3);
        assert_eq!(found.preset.name, "chinese");
        assert_eq!(found.komi, Komi::from_half_points(14));
        assert_eq!(found.handicap, 0);
        assert_eq!(found.turn, Color::White);
    }

    #[test]
    fn a_handicap_is_given_again() {
        let file = "(;SZ[9]RU[Japanese]HA[2]KM[0.5]AB[gc][cg];W[ee])";
        let found = Continuation::of(&end(file)).unwrap();
        assert_eq!(found.handicap, 2);
        assert_eq!(found.turn, Color::Black);
    }

    #[test]
    fn what_no_new_game_can_come_to_is_refused_with_its_reason() {
        for (file, expected) in [
            (
                "(;SZ[9]RU[Japanese]AB[aa]AW[bb];B[cc])",
                NotContinuable::Start,
            ),
            ("(;SZ[9]RU[Japanese]PL[W];W[cc])", NotContinuable::Start),
            (
                "(;SZ[9]RU[Japanese];B[cc];B[dd])",
                NotContinuable::Turn { number: 2 },
            ),
        ] {
            assert_eq!(Continuation::of(&end(file)), Err(expected), "{file}");
        }
        let suicide = Continuation::of(&end("(;SZ[3]RU[Japanese];B[ba];W[bb];B[ab];W[aa])"));
        let is_told = matches!(suicide, Err(NotContinuable::Move { number: 4, .. }));
        assert!(is_told, "{suicide:?}");
    }
}
