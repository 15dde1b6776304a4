//! Games that people played and counted, where they are at hand.
//!
//! The boards that can be counted as they stand must give the recorded result.
//! For the others the engine says which stones are dead, by playing the boards
//! out or with a network; how often that gives the recorded result is printed
//! as a table, and with a network also each game that does not agree, with what
//! could explain it:
//!
//! ```text
//! RUN_SLOW=1 cargo test --release -p ponnuki --test game_files scored -- --nocapture
//! ```
//!
//! With a network only some games are looked at, for each takes a second; `SCORED_NET` names a
//! network and has all of them looked at.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use ponnuki_testkit::{outside, table};
use serde_json::Value;

use super::{ponnuki, text};

/// How many of a hundred games must agree: a little less than do now, and less
/// again where only some games are looked at.
const AGREED_MIN: usize = 90;
const AGREED_OF_SOME_MIN: usize = 80;

/// How many of a hundred must agree with a network, of those whose record can
/// be explained by nothing but the dead stones.
const AGREED_WITH_NET_MIN: usize = 97;
const AGREED_WITH_NET_OF_SOME_MIN: usize = 90;

/// The small network beside the project.
const SMALL_NET: &str = "nets/g170-b6c96-s175395328-d26788732.bin.gz";

/// One line of the index.
struct Scored {
    file: String,
    side: u8,
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
            side: fields[1].parse().unwrap(),
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

/// The games in `data/`, whose dead stones are proved and whose margins were counted by a script
/// that knows nothing of the program.
fn own_games() -> Vec<Scored> {
    let index = table::read("scored/index.tsv");
    let lines = index.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        Scored {
            file: fields[0].to_owned(),
            // Only the tallies of the large collection look at it.
            side: 0,
            rules: fields[1].to_owned(),
            margin: fields[3].parse().unwrap(),
            n_moves: fields[4].parse().unwrap(),
            counts: String::new(),
        }
    };
    lines.map(read).collect()
}

#[test]
fn our_own_games_are_counted_as_the_script_counted_them() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/scored");
    let games = own_games();
    let objects = count(&directory, &[], &games.iter().collect::<Vec<_>>());
    let mut wrong = Vec::new();
    for (game, object) in games.iter().zip(&objects) {
        assert_eq!(object["moves"], game.n_moves, "{}", game.file);
        // The result that stands in the file is the script's.
        let does_agree = margin(object) == game.margin;
        assert_eq!(object["agrees"], does_agree, "{}", game.file);
        if !does_agree {
            wrong.push(&game.file);
        }
    }
    assert_eq!(games.len(), 16);
    assert!(wrong.len() <= 1, "{wrong:?}");
}

#[test]
fn games_that_can_be_counted_as_they_stand_give_the_recorded_result() {
    let Some(directory) = outside::beside("data/scored") else {
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
    let Some(directory) = outside::beside("data/scored") else {
        return;
    };
    let index = index(&directory);
    let (games, agreed_min) = match env::var_os("RUN_SLOW") {
        Some(_) => (some(&index, 1), AGREED_MIN),
        None => (some(&index, 40), AGREED_OF_SOME_MIN),
    };
    let objects = count(&directory, &["--net", "none"], &games);
    let mut tally = Tally::default();
    for (game, object) in games.iter().zip(&objects) {
        tally.add(game, margin(object) == game.margin);
    }
    tally.tell();
    assert!(tally.percent("all") >= agreed_min as f64);
}

#[test]
fn with_a_network_the_engine_finds_the_dead_stones_of_nearly_all_games() {
    let (Some(directory), Some(net)) = (outside::beside("data/scored"), net()) else {
        return;
    };
    let net = net.to_str().unwrap();
    let index = index(&directory);
    let (games, agreed_min) = match env::var_os("SCORED_NET") {
        Some(_) => (some(&index, 1), AGREED_WITH_NET_MIN),
        None => (some(&index, 40), AGREED_WITH_NET_OF_SOME_MIN),
    };
    let objects = count(&directory, &["--net", net], &games);
    let (mut tally, mut explained) = (Tally::default(), Tally::default());
    for (game, object) in games.iter().zip(&objects) {
        let does_agree = margin(object) == game.margin;
        let excuse = match does_agree {
            true => None,
            false => excuse(&directory, game, object),
        };
        if !does_agree {
            eprintln!(
                "{:60} recorded {:6} counted {:6} {}",
                game.file,
                game.margin,
                margin(object),
                excuse.unwrap_or("other dead stones, or another way to count")
            );
        }
        tally.add(game, does_agree);
        if excuse.is_none() {
            explained.add(game, does_agree);
        }
    }
    tally.tell();
    eprintln!("without the games that the dead stones do not explain:");
    explained.tell();
    assert!(explained.percent("all") >= agreed_min as f64);
}

/// What else than the dead stones explains that a count is not the recorded one.
fn excuse(directory: &Path, game: &Scored, object: &Value) -> Option<&'static str> {
    // Points on the board are whole, so the half points are those of the komi.
    if (2.0 * (game.margin - margin(object))) as i64 % 2 != 0 {
        return Some("the komi of the record is not the one it was counted with");
    }
    let counts = |options: &[&str]| margin(&count(directory, options, &[game])[0]);
    if counts(&["--dead", "none"]) == game.margin {
        return Some("the record counts every stone on the board");
    }
    let dead: Vec<&str> = object["dead"]
        .as_array()?
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let dead = match dead.is_empty() {
        true => "none".to_owned(),
        false => dead.join(","),
    };
    let plain = ["--rules", "goban", "--dead", &dead];
    if game.rules == "japanese" && counts(&plain) == game.margin {
        return Some("the record counts false eyes or eyes in seki");
    }
    None
}

/// The network to ask; where it is not there the test is skipped.
fn net() -> Option<PathBuf> {
    let named = env::var_os("SCORED_NET").map(PathBuf::from);
    named.or_else(|| outside::beside(SMALL_NET))
}

/// One game in `step`.
fn some(index: &[Scored], step: usize) -> Vec<&Scored> {
    index.iter().step_by(step).collect()
}

/// How many games agree, by where they are from.
#[derive(Default)]
struct Tally {
    /// For each name, how many there are, and how many agree.
    rows: BTreeMap<String, (usize, usize)>,
}

impl Tally {
    fn add(&mut self, game: &Scored, does_agree: bool) {
        let (collection, _) = game.file.rsplit_once('/').unwrap_or_default();
        let is_server = ["kgs", "ogs"].iter().any(|name| collection.contains(name));
        let servers = format!("KGS and OGS, {0}×{0}", game.side);
        let all = format!("all, {0}×{0}", game.side);
        let names = [collection.to_owned(), all, "all".to_owned()];
        for name in names.into_iter().chain(is_server.then_some(servers)) {
            let (n_games, n_agreed) = self.rows.entry(name).or_default();
            *n_games += 1;
            *n_agreed += usize::from(does_agree);
        }
    }

    fn percent(&self, name: &str) -> f64 {
        let (n_games, n_agreed) = self.rows[name];
        100.0 * n_agreed as f64 / n_games as f64
    }

    fn tell(&self) {
        for (name, (n_games, n_agreed)) in &self.rows {
            let percent = self.percent(name);
            eprintln!("{name:36} {n_games:5} games {n_agreed:5} agree {percent:6.1} %");
        }
    }
}
