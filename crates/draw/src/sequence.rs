//! The printed record of a game: numbered stones, a hundred moves to a diagram.

use ponnuki_game::{Board, Color, Game, Move, Point};

use crate::figure::{Figure, FigureMark};

/// How many moves a printed diagram shows.
pub const MOVES_PER_DIAGRAM: usize = 100;

/// Moves `from` to `to` of a game, each stone with its number: the position
/// before move `from`, and the moves on it. Stones stay where they were first
/// seen, captured or not, as in print; a move on a point that shows another is
/// told in the caption (`52 at 36`), as are passes.
///
/// `from` is at least 1; moves beyond the end are left out.
pub fn numbered(game: &Game, from: usize, to: usize) -> Figure {
    let from = from.max(1);
    let start = game
        .board_after(from - 1)
        .unwrap_or_else(|| game.board().clone());
    let mut figure = Figure::new(&start);
    let mut shown: Vec<(Point, usize)> = Vec::new();
    let mut elsewhere = Vec::new();
    let moves = game.moves().enumerate().skip(from - 1);
    for (i, (color, mv)) in moves.take((to + 1).saturating_sub(from)) {
        let number = i + 1;
        let Move::Play(point) = mv else {
            elsewhere.push(format!("{number} pass"));
            continue;
        };
        match shown.iter().find(|(other, _)| *other == point) {
            Some((_, first)) => elsewhere.push(format!("{number} at {first}")),
            None if start.at(point).is_some() => {
                elsewhere.push(format!("{number} at {}", game.size().name(point)));
            }
            None => {
                shown.push((point, number));
                figure.stones[color].insert(point);
                figure.mark(point, FigureMark::Label(number.to_string()));
            }
        }
    }
    figure.caption = lines_of(&elsewhere);
    figure
}

/// The whole game in diagrams of a hundred moves each; one diagram at least.
pub fn printed_record(game: &Game) -> Vec<Figure> {
    let n_moves = game.n_moves().max(1);
    (1..=n_moves)
        .step_by(MOVES_PER_DIAGRAM)
        .map(|from| numbered(game, from, from + MOVES_PER_DIAGRAM - 1))
        .collect()
}

/// The position after `n_moves` moves, with a ring on the last one.
pub fn position(game: &Game, n_moves: usize) -> Figure {
    let n_moves = n_moves.min(game.n_moves());
    let board: Board = game
        .board_after(n_moves)
        .unwrap_or_else(|| game.board().clone());
    let mut figure = Figure::new(&board);
    let last: Option<(Color, Move)> = n_moves.checked_sub(1).and_then(|i| game.moves().nth(i));
    if let Some((_, Move::Play(point))) = last
        && board.at(point).is_some()
    {
        figure.mark(point, FigureMark::Circle);
    }
    figure
}

/// The positions after `from` to `to` moves, one figure for each.
pub fn film(game: &Game, from: usize, to: usize) -> Vec<Figure> {
    (from..=to.min(game.n_moves()))
        .map(|n_moves| position(game, n_moves))
        .collect()
}

/// How many notes stand on one line of a caption.
const NOTES_PER_LINE: usize = 5;

fn lines_of(notes: &[String]) -> Vec<String> {
    let lines = notes.chunks(NOTES_PER_LINE);
    lines.map(|line| line.join(", ")).collect()
}

#[cfg(test)]
mod tests {
    use ponnuki_game::{Game, Move, Rules, Size};

    use super::{film, numbered, position, printed_record};
    use crate::figure::FigureMark;

    /// A ko: White takes at D2, and Black, after an exchange, takes back at C2.
    fn ko() -> Game {
        let size = Size::new(6, 3).unwrap();
        let mut game = Game::new(size, Rules::JAPANESE).unwrap();
        for name in [
            "B2", "E2", "C3", "D3", "C1", "D1", "D2", "C2", "F1", "F3", "D2",
        ] {
            game.play(Move::Play(size.point(name).unwrap())).unwrap();
        }
        game
    }

    #[test]
    fn a_move_on_a_point_that_shows_another_is_told_below() {
        let figure = numbered(&ko(), 1, 11);
        assert_eq!(figure.caption, ["11 at 7"]);
        assert_eq!(figure.marks.len(), 10);
    }

    #[test]
    fn numbers_go_on_from_the_position_before() {
        let game = ko();
        let figure = numbered(&game, 9, 11);
        let label = |number: &str| FigureMark::Label(number.to_owned());
        let marks: Vec<FigureMark> = figure.marks.iter().map(|(_, mark)| mark.clone()).collect();
        assert_eq!(marks, [label("9"), label("10"), label("11")]);
        assert_eq!(figure.stones.white.len(), 5);
    }

    #[test]
    fn a_record_of_no_moves_is_one_empty_diagram() {
        let game = Game::new(Size::NINE, Rules::CHINESE).unwrap();
        assert_eq!(printed_record(&game).len(), 1);
    }

    #[test]
    fn a_film_begins_and_ends_where_it_is_told_and_no_later_than_the_game() {
        let game = ko();
        let n_stones = |n: usize| position(&game, n).stones.black.len();
        let shown: Vec<usize> = film(&game, 9, 99)
            .iter()
            .map(|figure| figure.stones.black.len())
            .collect();
        assert_eq!(shown, [9, 10, 11].map(n_stones));
        assert_eq!(film(&game, 12, 12), []);
    }

    #[test]
    fn the_last_move_has_a_ring() {
        let figure = position(&ko(), 1);
        assert_eq!(
            figure.marks,
            [(
                Size::new(6, 3).unwrap().point("B2").unwrap(),
                FigureMark::Circle
            )]
        );
        assert!(position(&ko(), 0).marks.is_empty());
    }
}
