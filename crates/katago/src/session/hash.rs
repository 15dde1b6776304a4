//! Names for positions: equal for equal positions, and in practice never for others. They are
//! KataGo's, since clients compare them with their own.

use ponnuki_game::{Game, Illegal, Move, Point, PointSet};

use super::zobrist::Zobrist;

/// The name of a position, and the name that all its symmetric images share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PositionHashes {
    pub(crate) this: String,
    pub(crate) symmetric: String,
}

impl PositionHashes {
    /// Of the board of `game`, who is to move, and where a ko forbids it.
    pub(crate) fn of(game: &Game) -> PositionHashes {
        let ko = forbidden_by_ko(game);
        let images = (0..8).map(|symmetry| number(game, ko, symmetry));
        let name = |number: u128| format!("{number:032X}");
        PositionHashes {
            this: name(number(game, ko, 0)),
            symmetric: images.min().map(name).unwrap_or_default(),
        }
    }
}

/// The number of the board, turned and mirrored as the bits of `symmetry` say.
fn number(game: &Game, ko: PointSet, symmetry: u8) -> u128 {
    let (board, size) = (game.board(), game.size());
    let [flips_rows, flips_columns, swaps] = [1, 2, 4].map(|bit| symmetry & bit != 0);
    let turn = |x: u8, y: u8| -> (u8, u8) {
        let x = if flips_columns {
            size.width() - 1 - x
        } else {
            x
        };
        let y = if flips_rows { size.height() - 1 - y } else { y };
        if swaps { (y, x) } else { (x, y) }
    };
    let (width, height) = match swaps {
        false => (size.width(), size.height()),
        true => (size.height(), size.width()),
    };
    let table = Zobrist::of_katago();
    let empty = table.empty(width, height) ^ table.to_move(game.turn());
    let columns = |y| (0..size.width()).map(move |x| (x, y));
    let points = (0..size.height()).flat_map(columns);
    points.fold(empty, |number, (x, y)| {
        let Some(point) = size.at(x, y) else {
            return number;
        };
        let at = table.index(width, turn(x, y));
        let marked = match board.at(point) {
            Some(color) => table.stone(color, at),
            None if ko.contains(point) => table.ko(at),
            None => 0,
        };
        number ^ marked
    })
}

/// Where the player to move may not retake a ko now.
fn forbidden_by_ko(game: &Game) -> PointSet {
    let turn = game.turn();
    let is_ko = |point: &Point| {
        let retaken = game.clone().play_for(turn, Move::Play(*point));
        matches!(retaken, Err(Illegal::Repetition { of, .. }) if of + 1 == game.n_moves())
    };
    // Only a point that the opponent has just captured can be one.
    let n = game.n_moves();
    let Some(before) = n.checked_sub(1).and_then(|before| game.board_after(before)) else {
        return PointSet::EMPTY;
    };
    let captured = before.stones(turn) - game.board().stones(turn);
    captured.iter().filter(is_ko).collect()
}

#[cfg(test)]
mod tests {
    use ponnuki_game::{Color, Rules, Size};

    use super::*;

    fn after(size: Size, moves: &str) -> PositionHashes {
        let mut game = Game::new(size, Rules::CHINESE).unwrap();
        for name in moves.split_whitespace() {
            game.play(size.point(name).map_or(Move::Pass, Move::Play))
                .unwrap();
        }
        PositionHashes::of(&game)
    }

    #[test]
    fn a_position_has_one_name_however_it_came_about() {
        let one = after(Size::NINE, "C3 G7 C7");
        assert_eq!(one, after(Size::NINE, "C7 G7 C3"));
        assert_eq!(one.this.len(), 32);
        assert!(one.this.bytes().all(|digit| digit.is_ascii_hexdigit()));
        for other in ["C3 G7 C6", "C3 C7 G7", "C3 G7 C7 pass", "C3 G7"] {
            assert_ne!(one.this, after(Size::NINE, other).this, "{other}");
        }
    }

    #[test]
    fn symmetric_images_share_a_name_and_have_one_of_their_own() {
        let images = ["C4", "D3", "F3", "G4", "G6", "F7", "D7", "C6"];
        let all = images.map(|moves| after(Size::NINE, moves));
        for (at, image) in all.iter().enumerate() {
            assert_eq!(image.symmetric, all[0].symmetric);
            assert!(all[..at].iter().all(|other| other.this != image.this));
        }
        assert_ne!(all[0].symmetric, after(Size::NINE, "C5").symmetric);
        let oblong = Size::new(5, 3).unwrap();
        let corner = after(oblong, "A1");
        assert_eq!(corner.symmetric, after(oblong, "E3").symmetric);
        assert_ne!(corner.this, after(oblong, "E3").this);
    }

    fn set_up(size: Size, black: &str, white: &str) -> Game {
        let mut game = Game::new(size, Rules::CHINESE).unwrap();
        let mut place = |color, names: &str| {
            for name in names.split_whitespace() {
                let point = size.point(name).unwrap();
                game.play_for(color, Move::Play(point)).unwrap();
            }
        };
        place(Color::Black, black);
        place(Color::White, white);
        game
    }

    /// What KataGo told somebody who published it.
    #[test]
    fn katago_gives_the_same_names() {
        let (black, white) = ("G5 G8 G3 G6 G9 G4 G7", "E5 C7 E4 E6 E7 C4 F8 F9");
        let game = set_up(Size::NINE, black, white);
        assert_eq!(game.turn(), Color::Black);
        let names = PositionHashes::of(&game);
        assert_eq!(names.this, "9443217DA5420E7F718B2777BC5F9C7F");
        assert_eq!(names.symmetric, "04CC6BD6CC927B758B8B490ADE6220FA");
    }

    /// Black to move on one board: White has just taken the ko, or long ago.
    #[test]
    fn a_ko_that_may_not_be_retaken_makes_another_position() {
        let shape = "B5 C5 A4 D4 B3 C3 C4";
        let taken = after(Size::NINE, &format!("{shape} B4"));
        let waited = after(Size::NINE, &format!("{shape} B4 pass pass"));
        assert_ne!(taken.this, waited.this);
        assert_ne!(taken.symmetric, waited.symmetric);
    }
}
