//! Figures as text.

use ponnuki_game::{Color, Point};

use crate::figure::{Figure, FigureMark};

impl Figure {
    /// The board in letters, with its coordinates and the caption below.
    ///
    /// `X` and `O` are stones, `x` and `o` dead ones, `b` and `w` territory; a circle is a pair
    /// of brackets, labels stand for themselves, and other marks are left out. Labels are
    /// written as they are, control characters included.
    pub fn to_text(&self) -> String {
        board(self)
    }
}

fn board(figure: &Figure) -> String {
    let size = figure.size;
    let cells = |y: u8| {
        let points = (0..size.width()).filter_map(move |x| size.at(x, y));
        points.map(|point| (cell(figure, point), is_ringed(figure, point)))
    };
    let widest = (0..size.height())
        .flat_map(cells)
        .map(|(cell, _)| cell.chars().count());
    let width = widest.max().unwrap_or(1);
    let mut lines = vec![letters(figure, width)];
    for y in 0..size.height() {
        let number = size.height() - y;
        lines.push(format!("{number:>2}{} {number}", row(cells(y), width)));
    }
    lines.push(letters(figure, width));
    if !figure.dead.is_empty() || !(figure.territory.black | figure.territory.white).is_empty() {
        lines.push("X O stones, x o dead, b w territory".to_owned());
    }
    lines.extend(figure.caption.iter().cloned());
    lines.join("\n") + "\n"
}

/// The cells of a row, a space or a bracket before each.
fn row(cells: impl Iterator<Item = (String, bool)>, width: usize) -> String {
    let mut row = String::new();
    let mut is_open = false;
    for (cell, is_ringed) in cells {
        row.push(match (is_ringed, is_open) {
            (true, _) => '(',
            (false, true) => ')',
            (false, false) => ' ',
        });
        row.push_str(&format!("{cell:>width$}"));
        is_open = is_ringed;
    }
    row.push_str(if is_open { ")" } else { "" });
    row
}

fn letters(figure: &Figure, width: usize) -> String {
    let size = figure.size;
    let points = (0..size.width()).filter_map(|x| size.at(x, 0));
    let letters = points.map(|point| format!(" {:>width$}", &size.name(point)[..1]));
    format!("  {}", letters.collect::<String>())
}

fn is_ringed(figure: &Figure, point: Point) -> bool {
    figure.marks.contains(&(point, FigureMark::Circle))
}

/// What stands at a point: what is written on it, or else what lies there.
fn cell(figure: &Figure, point: Point) -> String {
    let label = figure.marks.iter().find_map(|(marked, mark)| match mark {
        FigureMark::Label(label) if *marked == point => Some(label.clone()),
        _ => None,
    });
    let is_dead = figure.dead.contains(point);
    let lies = |color: Color| figure.stones[color].contains(point);
    let counts = |color: Color| figure.territory[color].contains(point);
    label.unwrap_or_else(|| {
        let letter = match () {
            () if lies(Color::Black) && is_dead => "x",
            () if lies(Color::White) && is_dead => "o",
            () if lies(Color::Black) => "X",
            () if lies(Color::White) => "O",
            () if counts(Color::Black) && !counts(Color::White) => "b",
            () if counts(Color::White) && !counts(Color::Black) => "w",
            () if figure.size.dotted_points().contains(point) => "+",
            () => ".",
        };
        letter.to_owned()
    })
}

#[cfg(test)]
mod tests {
    use ponnuki_game::Board;

    use super::*;

    #[test]
    fn the_last_move_is_in_brackets_and_dead_stones_are_small() {
        let drawn: Board = ". X . .\nX . X O\n. X . .\n".parse().unwrap();
        let size = drawn.size();
        let mut figure = Figure::new(&drawn);
        figure.mark(size.point("C2").unwrap(), FigureMark::Circle);
        figure.dead.insert(size.point("D2").unwrap());
        figure.territory.black.insert(size.point("B2").unwrap());
        assert_eq!(
            board(&figure),
            "   A B C D
 3 . X . . 3
 2 X b(X)o 2
 1 . X . . 1
   A B C D
X O stones, x o dead, b w territory
"
        );
    }

    #[test]
    fn numbers_take_the_room_they_need() {
        let drawn: Board = ". X .\n".parse().unwrap();
        let mut figure = Figure::new(&drawn);
        figure.mark(
            drawn.size().point("B1").unwrap(),
            FigureMark::Label("117".to_owned()),
        );
        assert_eq!(
            board(&figure),
            "     A   B   C\n 1   . 117   . 1\n     A   B   C\n"
        );
    }
}
