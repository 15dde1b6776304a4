//! Games that people played and counted, where they are at hand.
//!
//! The boards that can be counted as they stand must give the recorded result.
//! For the others the engine says which stones are dead; how often that gives
//! the recorded result is printed as a table:
//!
//! ```text
//! RUN_SLOW=1 cargo test --release -p ponnuki --test game_files scored -- --nocapture
//! ```

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{ponnuki, shared, text};

/// How many of a hundred games must agree: a little less than do now, and less
/// again where only some games are looked at.
const AGREED_MIN: usize = 90;
const AGREED_OF_SOME_MIN: usize = 80;

/// One line of the index.
struct Scored {
    file: String,
    rules: String,
    /// Black's points less White's.
    margin: f64,
    n_moves: u64,
    /// Under which counts the board as it stands gives the result.
    counts: String,
}

fn index(directory: &Path) -> Vec<Scored> {
    let index = fs::read_to_string(directory.join("index.tsv")).unwrap();
    let read = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        Scored {
            file: fields[0].to_owned(),
            rules: fields[2].to_owned(),
            margin: fields[6].parse().unwrap(),
            n_moves: fields[7].parse().unwrap(),
            counts: fields[9].to_owned(),
        }
    };
    index.lines().skip(1).map(read).collect()
}

/// The objects for some of the games, in their order.
fn count(directory: &Path, options: &[&str], games: &[&Scored]) -> Vec<Value> {
    let files = games.iter().map(|game| game.file.as_str());
    let args: Vec<&str> = ["score", "--json"]
        .into_iter()
        .chain(options.iter().copied())
        .collect();
    let output = ponnuki(&args.into_iter().chain(files).collect::<Vec<&str>>())
        .current_dir(directory)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let objects: Vec<Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(objects.len(), games.len());
    objects
}

fn margin(object: &Value) -> f64 {
    let total = |player: &str| object[player]["total"].as_f64().unwrap();
    total("black") - total("white")
}

#[test]
fn games_that_can_be_counted_as_they_stand_give_the_recorded_result() {
    let Some(directory) = shared("scored") else {
        return;
    };
    let index = index(&directory);
    assert_eq!(
        count(
            &directory,
            &["--dead", "none"],
            &index.iter().collect::<Vec<_>>()
        )
        .len(),
        1155
    );
    let area = |bonus: &str| {
        format!(
            r#"{{"ko":"SIMPLE","scoring":"AREA","tax":"NONE","suicide":false,"whiteHandicapBonus":"{bonus}"}}"#
        )
    };
    let mut by_rules: BTreeMap<String, Vec<&Scored>> = BTreeMap::new();
    for game in &index {
        for letter in game.counts.chars() {
            let rules = match (letter, game.rules.as_str()) {
                ('T', "japanese") => "japanese".to_owned(),
                ('T', _) => "goban".to_owned(),
                ('H', _) => area("N"),
                ('G', _) => area("N-1"),
                _ => area("0"),
            };
            by_rules.entry(rules).or_default().push(game);
        }
    }
    let mut n_counted = 0;
    for (rules, games) in by_rules {
        let objects = count(&directory, &["--dead", "none", "--rules", &rules], &games);
        for (game, object) in games.iter().zip(&objects) {
            assert_eq!(margin(object), game.margin, "{} under {rules}", game.file);
            assert_eq!(object["moves"], game.n_moves, "{}", game.file);
            n_counted += 1;
        }
    }
    eprintln!("{} games replayed, {n_counted} counts exact", index.len());
    assert!(n_counted >= 343, "the index is as it was");
}

#[test]
fn the_engine_finds_the_dead_stones_of_most_games() {
    let Some(directory) = shared("scored") else {
        return;
    };
    let index = index(&directory);
    let is_slow = env::var_os("RUN_SLOW").is_some();
    let (step, agreed_min) = match is_slow {
        true => (1, AGREED_MIN),
        false => (40, AGREED_OF_SOME_MIN),
    };
    let games: Vec<&Scored> = index.iter().step_by(step).collect();
    let mut tallies: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (game, object) in games.iter().zip(count(&directory, &[], &games)) {
        let collection = game
            .file
            .rsplit_once('/')
            .map_or("", |(collection, _)| collection);
        let does_agree = object["agrees"] == true;
        for name in [collection, "all"] {
            let (n_games, n_agreed) = tallies.entry(name).or_default();
            *n_games += 1;
            *n_agreed += usize::from(does_agree);
        }
    }
    for (name, (n_games, n_agreed)) in &tallies {
        let percent = 100.0 * *n_agreed as f64 / *n_games as f64;
        eprintln!("{name:36} {n_games:5} games {n_agreed:5} agree {percent:6.1} %");
    }
    let (n_games, n_agreed) = tallies["all"];
    assert!(
        100 * n_agreed >= agreed_min * n_games,
        "{n_agreed} of {n_games}"
    );
}
