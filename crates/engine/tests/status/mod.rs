//! Finished games and the stones that their players agreed are dead: a JSON object a line,
//! with a `board` of rows of `.XO` and the `dead` stones as SGF points.

use std::path::PathBuf;

use ponnuki_game::{Board, Color, Diagram, Game, Point, PointSet, Rules, Setup, Size};
use ponnuki_testkit::outside;

/// The collections that lie beside the project; what needs those that do not is skipped.
pub(crate) fn collections() -> Vec<PathBuf> {
    let names = ["gnugo_fuego_dead_stones.jsonl", "kgs_dead_stones.jsonl"];
    let beside = names.map(|name| outside::beside(&format!("data/status/{name}")));
    beside.into_iter().flatten().collect()
}

/// The game and the dead stones of a line.
pub(crate) fn read(line: &str) -> Option<(Game, PointSet)> {
    let board = strings(line, "board")?.join("\n");
    let diagram: Diagram = board.parse().ok()?;
    let mut setup = Setup::new(diagram.size(), Rules::CHINESE);
    setup.stones = diagram.stones();
    let dead = strings(line, "dead")?;
    let dead = dead.iter().map(|name| sgf_point(diagram.size(), name));
    Some((setup.start().ok()?, dead.collect::<Option<PointSet>>()?))
}

/// Draws the board: `x` and `o` are dead for both, `?` only for us, `!` only for the players.
pub(crate) fn draw(board: &Board, agreed: PointSet, proposed: PointSet) -> String {
    let size = board.size();
    let letter = |point: Point| match (
        board.at(point),
        agreed.contains(point),
        proposed.contains(point),
    ) {
        (None, ..) => '.',
        (_, true, false) => '!',
        (_, false, true) => '?',
        (Some(Color::Black), true, true) => 'x',
        (Some(Color::White), true, true) => 'o',
        (Some(Color::Black), false, false) => 'X',
        (Some(Color::White), false, false) => 'O',
    };
    let row = |y: u8| -> String {
        let points = (0..size.width()).filter_map(|x| size.at(x, y));
        points.flat_map(|point| [letter(point), ' ']).collect()
    };
    (0..size.height()).map(|y| row(y) + "\n").collect()
}

/// The strings of the list called `key`.
fn strings<'a>(line: &'a str, key: &str) -> Option<Vec<&'a str>> {
    let (_, after) = line.split_once(&format!("\"{key}\": ["))?;
    let (list, _) = after.split_once(']')?;
    Some(list.split('"').skip(1).step_by(2).collect())
}

fn sgf_point(size: Size, name: &str) -> Option<Point> {
    match name.as_bytes() {
        [x, y] => size.at(x.checked_sub(b'a')?, y.checked_sub(b'a')?),
        _ => None,
    }
}
