//! Matches between engines: who wins, what is written down, and what happens
//! to engines that misbehave.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ponnuki_record::Records;
use ponnuki_testkit::outside;

/// A directory of its own for each test, gone when the test is done.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let dir = env::temp_dir().join(format!("ponnuki-{name}-{}", std::process::id()));
        Scratch(dir)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// What a match writes, line by line.
#[track_caller]
fn lines(args: &[&str]) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ponnuki"));
    let output = command.arg("match").args(args).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    assert_eq!(stderr, "", "there is no terminal to show anything at");
    let stdout = String::from_utf8(output.stdout).unwrap();
    stdout.lines().map(str::to_owned).collect()
}

const WEAK: &str = "ponnuki --threads 1 --seed 1 --playouts 10";
const SMALL: [&str; 6] = ["--size", "5", "--rules", "tromp-taylor", "--komi", "0.5"];

#[test]
fn a_match_is_told_game_by_game_and_goes_on_where_it_stopped() {
    let scratch = Scratch::new("match");
    let play = |games, more: &[&str]| {
        let who = ["--first", WEAK, "--second", WEAK, "--games", games];
        let dir = ["--sgf-dir", scratch.path()];
        lines(&[&who[..], &SMALL, &dir, more].concat())
    };
    let told = play("2", &[]);
    assert!(told[0].ends_with("(second)"), "{told:#?}");
    assert_eq!(
        told[1],
        "2 games, 5x5, tromp-taylor rules, komi 0.5, their own time"
    );
    for (line, start) in [(2, "   1  "), (3, "   2  ")] {
        assert!(told[line].starts_with(start), "{told:#?}");
    }
    let colors: Vec<bool> = told[2..4]
        .iter()
        .map(|line| line.contains("(first)"))
        .collect();
    assert_eq!(colors, [true, false], "colours alternate: {told:#?}");

    let more = play("4", &["--resume", "-j", "2"]);
    for line in &more[2..4] {
        assert!(line.ends_with("; played before"), "{more:#?}");
    }
    let result = |line: &str| line.split_whitespace().nth(1).map(str::to_owned);
    assert_eq!(result(&more[2]), result(&told[2]));
    assert!(more[6].contains(" of 4 ("), "{more:#?}");
    for number in 1..=4 {
        check_file(&scratch.0.join(format!("game-000{number}.sgf")), number);
    }
}

/// Checks that a file is a game of the match that is replayed to the same result.
#[track_caller]
fn check_file(path: &Path, number: usize) {
    let bytes = fs::read(path).unwrap();
    let records = Records::from_bytes(&bytes).unwrap();
    let record = records.iter().next().unwrap().unwrap();
    let header = record.header();
    let black = header.about.players.black.name.unwrap();
    let expected = if number % 2 == 1 {
        "(first)"
    } else {
        "(second)"
    };
    assert!(black.ends_with(expected), "game {number}: {black}");
    let (game, remarks) = record.game();
    assert_eq!(remarks, [], "game {number}");
    let outcome = game.outcome().unwrap().to_string();
    assert_eq!(header.about.result.unwrap().text, outcome, "game {number}");
}

#[test]
fn files_of_another_match_are_not_counted() {
    let scratch = Scratch::new("mixed");
    let who = ["--black", WEAK, "--white", WEAK, "--games", "1"];
    let dir = ["--sgf-dir", scratch.path(), "--resume"];
    lines(&[&who[..], &SMALL, &dir].concat());
    let other = [&who[..], &["--size", "7"], &dir].concat();
    let mut command = Command::new(env!("CARGO_BIN_EXE_ponnuki"));
    let output = command.arg("match").args(other).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8(output.stderr).unwrap();
    let expected =
        "game-0001.sgf: it is a game of another size, komi or rules, not one of this match\n";
    assert!(stderr.ends_with(expected), "{stderr}");
}

#[test]
fn an_engine_that_does_not_start_ends_the_match() {
    for (engine, why) in [
        ("no-such-engine-anywhere", "the program did not start"),
        ("ponnuki gtp --no-such-option", "the engine is gone"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ponnuki"));
        let output = command.args(["match", "--black", engine, "--white", WEAK]);
        let output = output.output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains(why), "{stderr}");
    }
}

/// An engine that answers everything, and `genmove` as `on_genmove` says.
#[cfg(unix)]
fn script(on_genmove: &str) -> String {
    format!(
        "sh -c 'while read id command rest; do case $command in \
         name) echo \"=$id Scripted\";; version) echo \"=$id 1\";; \
         genmove) {on_genmove};; quit) exit;; *) echo \"=$id\";; esac; echo; done'"
    )
}

#[cfg(unix)]
#[test]
fn an_engine_that_misbehaves_loses_and_is_told_of() {
    for (on_genmove, why, last_words) in [
        ("echo \"=$id A1\"", "illegal move A1 for", None),
        ("echo \"=$id Z99\"", "the engine answered \"Z99\"", None),
        ("echo \"?$id no idea\"", "the engine refused: no idea", None),
        (
            "echo hello",
            "the engine said \"hello\", which is no answer",
            None,
        ),
        (
            "echo out of ideas >&2; exit 3",
            ": the engine is gone (exit status: 3)",
            Some("      | out of ideas"),
        ),
    ] {
        let bad = script(on_genmove);
        let who = ["--black", &bad, "--white", WEAK, "--games", "2"];
        let told = lines(&[&who[..], &SMALL].concat());
        let all = told.join("\n");
        assert!(told[2].starts_with("   1  W+F"), "{all}");
        assert!(all.contains("\n   2  B+F"), "{all}");
        // Twice, because it begins the second game anew.
        assert_eq!(all.matches(why).count(), 2, "{all}");
        assert!(all.contains("0 won, 2 lost, 0 drawn of 2"), "{all}");
        assert!(all.contains("games spoiled: 2"), "{all}");
        if let Some(line) = last_words {
            assert!(told.iter().any(|told| told == line), "{all}");
        }
    }
}

#[cfg(unix)]
#[test]
fn who_resigns_has_lost_but_spoiled_nothing() {
    let weary = script("echo \"=$id resign\"");
    let who = ["--black", WEAK, "--white", &weary, "--games", "2"];
    let all = lines(&[&who[..], &SMALL].concat()).join("\n");
    assert!(
        all.contains("2 won, 0 lost, 0 drawn of 2 (100.0 %)"),
        "{all}"
    );
    assert!(!all.contains("games spoiled: 1"), "{all}");
    assert!(all.contains("resigned"), "{all}");
}

#[cfg(unix)]
#[test]
fn the_referee_names_the_dead_where_the_engines_do_not_agree() {
    let quiet = script("echo \"=$id pass\"");
    let other = "list_commands) echo \"=$id final_status_list\";; \
        final_status_list) echo \"=$id A1 B1\";; genmove)";
    let contrary = quiet.replace("genmove)", other);
    for engine in [quiet, contrary] {
        let who = ["--black", WEAK, "--white", &engine, "--games", "1"];
        let all = lines(&[&who[..], &["--size", "5"]].concat()).join("\n");
        assert!(all.contains("the engines did not agree"), "{all}");
        let named = "games whose dead stones the referee named: 1";
        assert!(all.contains(named), "{all}");
        assert!(all.contains("1 won, 0 lost, 0 drawn of 1"), "{all}");
    }
}

/// Both copies of another program know which stones are dead, and count as the referee.
#[test]
fn the_referee_counts_as_gnu_go_does() {
    let gnugo = ["/usr/games/gnugo", "/usr/bin/gnugo"];
    let Some(gnugo) = gnugo.into_iter().find(|path| Path::new(path).exists()) else {
        outside::skip("GNU Go", "gnugo is not installed");
        return;
    };
    let engine = |seed| format!("{gnugo} --mode gtp --level 0 --chinese-rules --seed {seed}");
    let (one, two) = (engine(1), engine(2));
    let all = lines(&[
        "--black", &one, "--white", &two, "--games", "4", "--size", "9",
    ])
    .join("\n");
    assert!(!all.contains("counted"), "{all}");
    assert!(!all.contains("referee"), "{all}");
    assert!(
        all.contains("both engines named the same dead stones"),
        "{all}"
    );
}
