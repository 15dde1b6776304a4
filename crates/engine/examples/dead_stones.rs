//! Compares the dead stones that Ponnuki proposes with those that the players
//! of real games agreed on, draws each board where they differ, and prints
//! how many do:
//!
//! ```text
//! cargo run --release -p ponnuki-engine --example dead_stones [-- FILE…]
//! ```
//!
//! Each line of a file is a JSON object with a `board` of rows of `.XO` and
//! the `dead` stones as SGF points. Without arguments the collections beside
//! the project are read; where they are absent it says so and is done.
#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::error::Error;
use std::path::{Path, PathBuf};

use ponnuki_engine::{Limits, MonteCarlo, Request, Settings, Thinker, dead_stones};
use ponnuki_game::{Board, Color, Diagram, Game, Point, PointSet, Rules, Setup, Size};

/// Playouts for each position.
const N_PLAYOUTS: u64 = 600;

const COLLECTIONS: &[&str] = &["gnugo_fuego_dead_stones.jsonl", "kgs_dead_stones.jsonl"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut files: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    if files.is_empty() {
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/status");
        files.extend(COLLECTIONS.iter().map(|name| beside.join(name)));
    }
    for file in files {
        match std::fs::read_to_string(&file) {
            Ok(text) => compare(&file, &text)?,
            Err(error) => println!("{}: skipped: {error}", file.display()),
        }
    }
    Ok(())
}

/// Compares all games of a collection.
fn compare(file: &Path, text: &str) -> Result<(), Box<dyn Error>> {
    let (mut n_games, mut n_exact, mut n_stones_wrong) = (0, 0, 0);
    for line in text.lines() {
        let (game, agreed) = read(line).ok_or("a line that is no finished game")?;
        let mut thinker = MonteCarlo::new(Settings::default());
        let request = Request::within(Limits::playouts(N_PLAYOUTS));
        let proposed = dead_stones(&thinker.dead_chains(&game, &request));
        let wrong = (proposed - agreed) | (agreed - proposed);
        n_games += 1;
        n_exact += usize::from(wrong.is_empty());
        n_stones_wrong += wrong.len();
        if !wrong.is_empty() {
            show(game.board(), agreed, proposed);
        }
    }
    println!(
        "{}: {n_games} games, {n_exact} exact, {:.2} stones wrong per game",
        file.file_name().unwrap_or_default().display(),
        n_stones_wrong as f32 / n_games.max(1) as f32
    );
    Ok(())
}

/// Draws the board: `x` and `o` are dead for both, `?` only for us, `!` only for the players.
fn show(board: &Board, agreed: PointSet, proposed: PointSet) {
    let size = board.size();
    for y in 0..size.height() {
        let row = (0..size.width())
            .filter_map(|x| size.at(x, y))
            .map(|point| {
                match (
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
                }
            });
        println!("{}", row.map(|c| format!("{c} ")).collect::<String>());
    }
    println!();
}

/// The game and the dead stones of a line.
fn read(line: &str) -> Option<(Game, PointSet)> {
    let board = strings(line, "board")?.join("\n");
    let diagram: Diagram = board.parse().ok()?;
    let mut setup = Setup::new(diagram.size(), Rules::CHINESE);
    setup.stones = diagram.stones();
    let dead = strings(line, "dead")?;
    let dead = dead.iter().map(|name| sgf_point(diagram.size(), name));
    Some((setup.start().ok()?, dead.collect::<Option<PointSet>>()?))
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
