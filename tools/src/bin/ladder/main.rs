//! How far apart the levels are, by games between neighbours:
//!
//! ```text
//! cargo run --release -p ponnuki-tools --bin ladder -- --book FILE [OPTION VALUE]…
//! ```
//!
//! Every level plays against the one below it. The lowest plays against a novice, who captures
//! when it can, does not put itself into atari, and knows nothing else; there all that stands is
//! counted. The others play under Chinese rules, and stones that are dead in the end are found by
//! playing out. What is printed is a table with tabs between its columns.
//!
//! Every game follows from a seed, the two levels and its number, and is written
//! down when it is over: who starts the same ladder again goes on where it stopped.
//!
//! | option | default | |
//! |---|---|---|
//! | `--book FILE` | | where the result of each game is written, and those played before are found |
//! | `--games N` | 60 | how many games each pair plays |
//! | `--size SIDE` | 9 | the board |
//! | `--from N` | 1 | the lowest level that plays against the one below it |
//! | `--to N` | 24 | the highest |
//! | `--full N` | 2000 | how many positions full strength looks at |
//! | `--net FILE` | the built-in | the network, or `none` |
//! | `--seed S` | 1 | where all chance comes from |
#![expect(clippy::print_stdout, reason = "a program that prints")]

mod book;
mod rung;

use std::collections::BTreeMap;
use std::error::Error;
use std::hash::{DefaultHasher, Hasher};
use std::path::Path;

use ponnuki_engine::Level;
use ponnuki_game::Size;
use ponnuki_match::{MatchScore, elo_text};
use ponnuki_nets::ChosenNet;

use self::book::Book;
use self::rung::{Ladder, Rung};

const OPTIONS: [&str; 8] = [
    "--book", "--games", "--size", "--from", "--to", "--full", "--net", "--seed",
];

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let options = options(&args)?;
    let number = |name, usual| {
        let given = options.get(name);
        given.map_or(Ok(usual), |text| text.parse::<u64>())
    };
    let side = u8::try_from(number("--size", 9)?)?;
    let size = Size::new(side, side).ok_or("no such board")?;
    let (n_games, n_visits_full) = (number("--games", 60)? as usize, number("--full", 2000)?);
    let (from, to) = (number("--from", 1)?, number("--to", 24)?);
    let seed = number("--seed", 1)?;
    let chosen = ChosenNet::by(options.get("--net").copied(), None)?;
    let name = chosen
        .as_ref()
        .map_or("none", |chosen| chosen.name.as_str());
    let title = format!(
        "{size} net {name} seed {seed} full {n_visits_full} levels {:x}",
        levels_digest()
    );
    let path = options.get("--book").ok_or("--book is missing")?;
    let mut book = Book::open(Path::new(path), &title)?;
    let ladder = Ladder {
        size,
        net: chosen.map(|chosen| chosen.load()).transpose()?,
        n_visits_full,
        seed,
    };
    println!("# {title}");
    println!("level\tname\tagainst\twon\tlost\tdrawn\tshare\telo\tleast\tmost");
    for rung in Rung::all().filter(|rung| (from..=to).contains(&u64::from(rung.upper))) {
        for game in 0..n_games {
            if book.result(rung, game).is_none() {
                book.note(rung, game, ladder.play(rung, game)?)?;
            }
        }
        print_row(rung, book.score(rung, n_games));
    }
    Ok(())
}

/// The options with their values.
fn options(args: &[String]) -> Result<BTreeMap<&str, &str>, String> {
    let mut options = BTreeMap::new();
    for pair in args.chunks(2) {
        match pair {
            [name, value] if OPTIONS.contains(&name.as_str()) => {
                options.insert(name.as_str(), value.as_str());
            }
            _ => return Err(format!("not an option and its value: {}", pair.join(" "))),
        }
    }
    Ok(options)
}

/// What changes when any level does, so that games of different ones are not mixed.
fn levels_digest() -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(format!("{:?}", Level::ALL).as_bytes());
    hasher.finish()
}

fn print_row(rung: Rung, score: MatchScore) {
    let name = Level::numbered(rung.upper).map_or("", |level| level.name);
    let (share, elo) = (score.share().unwrap_or(0.5), score.elo());
    let elo = elo.map_or(String::new(), |elo| {
        [elo.elo, elo.least, elo.most].map(elo_text).join("\t")
    });
    let (won, lost, drawn) = (score.n_wins, score.n_losses, score.n_draws);
    println!(
        "{}\t{name}\t{}\t{won}\t{lost}\t{drawn}\t{share:.2}\t{elo}",
        rung.upper,
        rung.lower_name()
    );
}
