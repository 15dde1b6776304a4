//! Known values: the tables under `data/`, and how to read them.
//!
//! A table has a line for each value; blank lines and those that begin with
//! `#` say where the values come from.

use std::fs;
use std::path::PathBuf;

use crate::outside;
use ponnuki_game::{
    ByColor, Color, Diagram, Game, Passes, PointSet, Repetition, Rules, Setup, Size, Suicide,
};

/// The words of the tables for the laws of repetition.
pub const REPETITIONS: [(&str, Repetition); 5] = [
    ("ko", Repetition::Ko),
    ("own-last-turn", Repetition::OwnLastTurn),
    ("positional", Repetition::Positional),
    ("situational", Repetition::Situational),
    ("natural-situational", Repetition::NaturalSituational),
];

/// The words of the tables for suicide.
pub const SUICIDES: [(&str, Suicide); 2] = [
    ("forbidden", Suicide::Forbidden),
    ("allowed", Suicide::Allowed),
];

/// The words of the tables for passes.
pub const PASSES: [(&str, Passes); 2] =
    [("left-out", Passes::LeftOut), ("counted", Passes::Counted)];

/// The text of a file under `data/`.
///
/// # Panics
///
/// If there is none.
pub fn read(name: &str) -> String {
    let path = root().join("data").join(name);
    match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => panic!("data/{name}: {error}"),
    }
}

/// The text of a file of the collections that may lie beside the workspace; where there is none
/// the test is skipped.
///
/// # Panics
///
/// If it cannot be read.
pub fn read_beside(name: &str) -> Option<String> {
    let path = outside::beside(name)?;
    match fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The fields of each line that holds a value.
pub fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = text.lines().map(str::trim_end);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split('\t').map(str::trim).collect())
}

/// Where to count sequences of moves from, and how many there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftRow {
    /// How to find it in the table.
    pub name: String,
    /// Where to begin.
    pub setup: Setup,
    /// Whether passes are counted.
    pub passes: Passes,
    /// The sequences of 1, 2, … moves.
    pub counts: Vec<u64>,
}

impl PerftRow {
    /// The depth up to which no more than `n_games_max` games have to be looked at.
    pub fn depth_within(&self, n_games_max: u64) -> usize {
        let mut n_games = 1;
        for (depth, count) in self.counts.iter().enumerate() {
            if n_games > n_games_max {
                return depth;
            }
            n_games += count;
        }
        self.counts.len()
    }

    /// The game to begin with.
    ///
    /// # Panics
    ///
    /// If the table's set-up has faults.
    pub fn game(&self) -> Game {
        match self.setup.clone().start() {
            Ok(game) => game,
            Err(faults) => panic!("{}: {faults}", self.name),
        }
    }
}

/// The rows of `perft.tsv`: size, repetition, suicide, passes, counts.
///
/// # Panics
///
/// If a line is not of that form.
pub fn perft_rows(text: &str) -> Vec<PerftRow> {
    let row = |fields: Vec<&str>| {
        let [size, repetition, suicide, passes, counts] = fields[..] else {
            panic!("{fields:?} does not have five fields");
        };
        PerftRow {
            name: fields[..4].join(" "),
            setup: Setup::new(read_size(size), rules(repetition, suicide)),
            passes: word(&PASSES, passes),
            counts: read_counts(counts),
        }
    };
    rows(text).map(row).collect()
}

/// The rows of `tricky.perft`: for each position a name with who is to move, a
/// drawing, and lines of repetition, suicide and counts.
///
/// # Panics
///
/// If the text is not of that form.
pub fn tricky_rows(text: &str) -> Vec<PerftRow> {
    let blocks = text.split("\n\n").map(str::trim);
    let blocks = blocks.filter(|block| !block.is_empty() && !block.starts_with('#'));
    blocks.flat_map(tricky_block).collect()
}

fn tricky_block(block: &str) -> Vec<PerftRow> {
    let (title, rest) = block.split_once('\n').unwrap_or((block, ""));
    let first = match title.rsplit_once(": ") {
        Some((_, "Black to move")) => Color::Black,
        Some((_, "White to move")) => Color::White,
        _ => panic!("{title:?} does not say who is to move"),
    };
    let (drawn, values): (Vec<&str>, Vec<&str>) =
        rest.lines().partition(|line| line.starts_with(' '));
    let (size, stones) = read_drawing(&drawn.join("\n"));
    let row = |line: &str| {
        let words: Vec<&str> = line.splitn(3, ' ').collect();
        let [repetition, suicide, counts] = words[..] else {
            panic!("{line:?} has no counts");
        };
        let mut setup = Setup::new(size, rules(repetition, suicide));
        setup.stones = stones;
        setup.first = Some(first);
        PerftRow {
            name: format!("{title}, {repetition} {suicide}"),
            setup,
            passes: Passes::Counted,
            counts: read_counts(counts),
        }
    };
    values.into_iter().map(row).collect()
}

fn read_drawing(drawn: &str) -> (Size, ByColor<PointSet>) {
    match drawn.parse::<Diagram>() {
        Ok(diagram) => (diagram.size(), diagram.stones()),
        Err(error) => panic!("{error} in\n{drawn}"),
    }
}

/// Rules under which what stands lives, with these laws of repetition and suicide.
pub fn rules(repetition: &str, suicide: &str) -> Rules {
    Rules {
        repetition: word(&REPETITIONS, repetition),
        suicide: word(&SUICIDES, suicide),
        ..Rules::TROMP_TAYLOR
    }
}

/// The size that a table writes as `3x4`.
///
/// # Panics
///
/// If it is none.
pub fn read_size(text: &str) -> Size {
    let sides = text.split_once('x');
    let sides = sides.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let size = sides.and_then(|(width, height)| Size::new(width, height));
    size.unwrap_or_else(|| panic!("{text:?} is no size"))
}

fn read_counts(text: &str) -> Vec<u64> {
    let read = |count: &str| match count.parse() {
        Ok(count) => count,
        Err(error) => panic!("{count:?}: {error}"),
    };
    text.split_whitespace().map(read).collect()
}

fn word<T: Copy>(words: &[(&str, T)], text: &str) -> T {
    let found = words.iter().find(|(word, _)| *word == text);
    found
        .unwrap_or_else(|| panic!("{text:?} is not a word of the tables"))
        .1
}
