//! A game so far, as a room can go on with it.

use std::fmt;

use ponnuki_game::{Color, Game, Illegal, Move, Odds, Preset, Setup};
use ponnuki_wire::{ColorTerms, KomiTerms, NewRoom};

/// A game that a room can begin as, with the moves that lead to where play goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct SoFar {
    room: NewRoom,
    /// The moves up to here.
    pub moves: Vec<Move>,
}

/// Why no room can go on with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoWayOn {
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

impl fmt::Display for NoWayOn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoWayOn::Rules => f.write_str("it is played under rules without a name"),
            NoWayOn::Start => f.write_str("it begins with stones or a turn that no handicap gives"),
            NoWayOn::Turn { number } => write!(f, "move {number} is made out of turn"),
            NoWayOn::Move { number, law } => {
                write!(f, "move {number} is none that can be played here: {law}")
            }
        }
    }
}

impl std::error::Error for NoWayOn {}

impl SoFar {
    /// `game` up to its last move, if a room can come to it by moves alone.
    ///
    /// # Errors
    ///
    /// Why none can.
    pub fn of(game: &Game) -> Result<SoFar, NoWayOn> {
        let setup = game.setup();
        let preset = Preset::of(game.rules()).ok_or(NoWayOn::Rules)?;
        let n = match setup.odds {
            Odds::Passes(n) => usize::from(n),
            Odds::None | Odds::Stones { .. } => setup.all_stones().black.len(),
        };
        let mut own = Setup::new(game.size(), *game.rules());
        own.komi = setup.komi;
        let own = own.with_handicap(n).map_err(|_| NoWayOn::Start)?;
        let is_same =
            own.all_stones() == setup.all_stones() && own.first_to_move() == setup.first_to_move();
        if !is_same {
            return Err(NoWayOn::Start);
        }
        let mut again = own.start().map_err(|_| NoWayOn::Start)?;
        for (number, (by, mv)) in (1..).zip(game.moves()) {
            if again.turn() != by {
                return Err(NoWayOn::Turn { number });
            }
            let law = again.play(mv);
            law.map_err(|law| NoWayOn::Move { number, law })?;
        }
        Ok(SoFar {
            room: NewRoom {
                width: Some(game.size().width()),
                height: Some(game.size().height()),
                rules: Some(preset.name.to_owned()),
                handicap: u8::try_from(n).ok().filter(|n| *n > 1),
                komi: Some(KomiTerms::Fixed(setup.komi.into())),
                colors: Some(match again.turn() {
                    Color::Black => ColorTerms::HostBlack,
                    Color::White => ColorTerms::HostWhite,
                }),
                ..NewRoom::default()
            },
            moves: game.moves().map(|(_, mv)| mv).collect(),
        })
    }

    /// The room it is, with nothing said of the opponent: whose turn it is plays on. It has no
    /// clock: nobody thought about the moves that were made before.
    pub fn room(&self) -> NewRoom {
        self.room.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_record::Records;
    use ponnuki_wire::HalfPoints;

    /// The game at the end of a record.
    fn end(sgf: &str) -> Game {
        let records = Records::from_bytes(sgf.as_bytes()).unwrap();
        let record = records.iter().next().unwrap().unwrap();
        let (game, _) = record.game();
        game
    }

    #[test]
    fn a_game_goes_on_where_it_stands() {
        let so_far = SoFar::of(&end("(;SZ[9]RU[Chinese]KM[7];B[cc];W[gg];B[])")).unwrap();
        assert_eq!(so_far.moves.len(), 3);
        let room = so_far.room();
        assert_eq!(room.rules.as_deref(), Some("chinese"));
        assert_eq!(room.komi, Some(KomiTerms::Fixed(HalfPoints(14))));
        assert_eq!(room.handicap, None);
        assert_eq!(room.colors, Some(ColorTerms::HostWhite));
        assert!(room.to_terms().is_ok());
    }

    #[test]
    fn a_handicap_is_given_again() {
        let file = "(;SZ[9]RU[Japanese]HA[2]KM[0.5]AB[gc][cg];W[ee])";
        let so_far = SoFar::of(&end(file)).unwrap();
        assert_eq!(so_far.room().handicap, Some(2));
        assert_eq!(so_far.room().colors, Some(ColorTerms::HostBlack));
    }

    #[test]
    fn what_no_room_can_come_to_is_refused_with_its_reason() {
        for (file, expected) in [
            ("(;SZ[9]RU[Japanese]AB[aa]AW[bb];B[cc])", NoWayOn::Start),
            ("(;SZ[9]RU[Japanese]PL[W];W[cc])", NoWayOn::Start),
            (
                "(;SZ[9]RU[Japanese];B[cc];B[dd])",
                NoWayOn::Turn { number: 2 },
            ),
        ] {
            assert_eq!(SoFar::of(&end(file)), Err(expected), "{file}");
        }
        let suicide = SoFar::of(&end("(;SZ[3]RU[Japanese];B[ba];W[bb];B[ab];W[aa])"));
        let is_told = matches!(suicide, Err(NoWayOn::Move { number: 4, .. }));
        assert!(is_told, "{suicide:?}");
    }
}
