//! Names for positions: equal for equal positions, and in practice never for others.

use ponnuki_game::{Color, Game, Illegal, Move, Point, PointSet};
use sha2::{Digest, Sha256};

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
        let mut images = (0..8).map(|symmetry| hash(&picture(game, ko, symmetry)));
        let this = images.next().unwrap_or_default();
        let symmetric = images.fold(this.clone(), String::min);
        PositionHashes { this, symmetric }
    }
}

/// 32 hexadecimal digits.
fn hash(picture: &str) -> String {
    let digest = Sha256::digest(picture.as_bytes());
    digest[..16]
        .iter()
        .map(|byte| format!("{byte:02X}"))
        .collect()
}

/// The board, turned and mirrored as the bits of `symmetry` say, in letters.
fn picture(game: &Game, ko: PointSet, symmetry: u8) -> String {
    let (board, size) = (game.board(), game.size());
    let [flips_rows, flips_columns, swaps] = [1, 2, 4].map(|bit| symmetry & bit != 0);
    let (width, height) = match swaps {
        false => (size.width(), size.height()),
        true => (size.height(), size.width()),
    };
    let source = |x: u8, y: u8| -> Option<Point> {
        let (x, y) = if swaps { (y, x) } else { (x, y) };
        size.at(
            if flips_columns {
                size.width() - 1 - x
            } else {
                x
            },
            if flips_rows { size.height() - 1 - y } else { y },
        )
    };
    let mut text = format!("{width}x{height} {} ", game.turn());
    for y in 0..height {
        for point in (0..width).filter_map(|x| source(x, y)) {
            text.push(match board.at(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if ko.contains(point) => '#',
                None => '.',
            });
        }
    }
    text
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
    use ponnuki_game::{Rules, Size};

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
