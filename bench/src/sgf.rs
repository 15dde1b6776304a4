//! Reading game files: the task of databases and of everyone who opens one.

use std::fmt::Write;
use std::hint::black_box;
use std::rc::Rc;

use ponnuki_game::{Dice, Point, Size};
use ponnuki_sgf::{Collection, Faults};

use crate::contest::{Contest, Contestant};
use crate::random_game;

/// Everyone reads the same games.
const SEED: u64 = 4;

/// A collection larger than the caches of a processor: about 4 MB.
const N_GAMES: usize = 3000;

/// How many moves a game has.
const N_MOVES: usize = 220;

/// One contest, over one collection.
pub(crate) fn contests() -> impl Iterator<Item = Contest> {
    std::iter::once(contest(N_GAMES))
}

fn contest(n_games: usize) -> Contest {
    let text: Rc<str> = collection(n_games).into();
    let reader = |name, read| -> Box<dyn Contestant> {
        Box::new(Reader {
            name,
            read,
            text: Rc::clone(&text),
            n_games: 0,
        })
    };
    Contest {
        title: format!(
            "Reading a collection of {n_games} games, {} bytes",
            text.len()
        ),
        task: "game",
        contestants: vec![
            reader("ponnuki-sgf", read_with_ours),
            reader("sgf-parse 4.2.8", read_with_sgf_parse),
        ],
    }
}

fn read_with_ours(text: &str) -> usize {
    let collection = Collection::parse(text, Faults::Refuse);
    collection.map_or(0, |collection| black_box(collection).games().count())
}

fn read_with_sgf_parse(text: &str) -> usize {
    sgf_parse::go::parse(text).map_or(0, |games| black_box(games).len())
}

/// A way to read a text.
struct Reader {
    name: &'static str,
    read: fn(&str) -> usize,
    text: Rc<str>,
    n_games: usize,
}

impl Contestant for Reader {
    fn name(&self) -> &'static str {
        self.name
    }

    fn work(&mut self) -> usize {
        self.n_games = (self.read)(&self.text);
        self.n_games
    }

    fn remark(&self) -> String {
        format!("({} games read)", self.n_games)
    }
}

/// Random games as one file.
fn collection(n_games: usize) -> String {
    let size = Size::NINETEEN;
    let mut dice = Dice::new(SEED);
    let games = std::iter::repeat_with(|| random_game::moves(size, N_MOVES, &mut dice));
    let mut text = String::new();
    for (i, points) in games.flatten().take(n_games).enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[7.5]RU[Chinese]PB[Black {i}]PW[White {i}]RE[B+R]"
        );
        for (n, point) in points.iter().enumerate() {
            let color = if n % 2 == 0 { 'B' } else { 'W' };
            let _ = write!(text, ";{color}[{}]", letters(*point));
        }
        text.push_str(")\n");
    }
    text
}

/// A point as SGF names it.
fn letters(point: Point) -> String {
    let letter = |n: u8| char::from(b'a' + n);
    [letter(point.x()), letter(point.y())].iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Effort;

    #[test]
    fn both_read_every_game() {
        let mut contest = contest(3);
        contest.hold(Effort::TINY);
        for reader in &contest.contestants {
            assert_eq!(reader.remark(), "(3 games read)", "{}", reader.name());
        }
    }
}
