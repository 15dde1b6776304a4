//! Games written one to a line: size, komi, result, moves, with tabs between.

use ponnuki_game::{Komi, Move, Size};

/// A game as its line tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameLine {
    /// The size of the board.
    pub(crate) size: Size,
    /// Points for White; none where the line does not say.
    pub(crate) komi: Komi,
    /// Whether it was played to the end and counted.
    pub(crate) is_counted: bool,
    /// The moves, Black's first.
    pub(crate) moves: Vec<Move>,
}

impl GameLine {
    /// The game on a line; nothing if it is no game that can be used.
    pub(crate) fn parse(text: &str) -> Option<GameLine> {
        let mut columns = text.split('\t');
        let side = columns.next()?.parse().ok()?;
        let size = Size::new(side, side)?;
        let komi = columns.next()?.parse().unwrap_or_default();
        let result = columns.next()?;
        let letters = columns.next()?.trim_end().as_bytes();
        let moves: Option<Vec<Move>> = letters.chunks(2).map(|pair| mv(size, pair)).collect();
        Some(GameLine {
            size,
            komi,
            is_counted: result.ends_with(|last: char| last.is_ascii_digit()),
            moves: moves?,
        })
    }

    /// All games of a text that can be used.
    pub(crate) fn all(text: &str) -> Vec<GameLine> {
        text.lines().filter_map(GameLine::parse).collect()
    }
}

/// A move as game files write it: two letters, the column first; `tt` is a pass.
fn mv(size: Size, pair: &[u8]) -> Option<Move> {
    let &[column, row] = pair else {
        return None;
    };
    if (column, row) == (b't', b't') {
        return Some(Move::Pass);
    }
    let point = size.at(column.checked_sub(b'a')?, row.checked_sub(b'a')?)?;
    Some(Move::Play(point))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_game() {
        let line = GameLine::parse("9\t5.5\tW+0.5\teegett").unwrap();
        let size = Size::NINE;
        let play = |name| Move::Play(size.point(name).unwrap());
        assert_eq!(line.moves, [play("E5"), play("G5"), Move::Pass]);
        assert_eq!(line.komi, Komi::from_half_points(11));
        assert!(line.is_counted);
    }

    #[test]
    fn a_line_that_is_no_game_is_left_out() {
        let text = "9\t5.5\tW+R\tee\n\nnine\t\t\t\n9\t5.5\tW+R\teez\n9\t5.5\tW+R\tzz";
        let lines = GameLine::all(text);
        assert_eq!(lines.len(), 1);
        assert!(!lines[0].is_counted);
    }
}
