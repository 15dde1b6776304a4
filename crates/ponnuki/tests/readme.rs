//! What the README says is so: every command of it is known, those that are quick are run, and
//! every figure is that of the program, of the data or of a named benchmark.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ponnuki_game::{PRESETS, SIDE_MAX};
use ponnuki_net::{VERSION_MAX, VERSION_MIN};
use ponnuki_words::Language;

/// How a command stands in a block of the README.
const PROMPT: &str = "$ ";

/// Commands that are not run here, by how they begin, and why.
const NOT_RUN: [(&str, &str); 13] = [
    (
        "cargo run --release",
        "it builds the program and opens a browser",
    ),
    ("cargo xtask test", "it runs this test"),
    (
        "ponnuki tui",
        "it needs a terminal, and has one in tests/tui.rs",
    ),
    (
        "ponnuki serve",
        "it does not end by itself; tests/serve.rs serves on loopback",
    ),
    (
        "ponnuki doctor",
        "what it finds is the machine's; tests/config.rs runs it",
    ),
    (
        "ponnuki bench playouts",
        "it takes six seconds; tests/command_line.rs has it take less",
    ),
    (
        "ponnuki bench net",
        "it needs a network that is not here; tests/networks.rs has a tiny one",
    ),
    (
        "ponnuki net fetch",
        "it brings 125 MB; tests/networks.rs fetches what it made itself",
    ),
    (
        "ponnuki net import",
        "it looks through the home of whoever runs it; tests/networks.rs gives it one",
    ),
    (
        "ponnuki match",
        "it needs GNU Go; tests/match_engines.rs has other engines",
    ),
    ("ponnuki gtp", "tests/gtp.rs talks with it"),
    ("ponnuki analysis", "tests/analysis.rs talks with it"),
    ("ponnuki levels", "tests/command_line.rs has all it says"),
];

/// The program, whatever this user has.
fn ponnuki(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ponnuki"));
    command.args(args).env("PONNUKI_CONFIG", "none");
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).unwrap()
}

/// A command of the README, and what it is said to answer.
#[derive(Debug)]
struct Shown {
    line: String,
    answer: Vec<String>,
}

/// The commands of all blocks.
fn shown() -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut is_inside = false;
    for line in readme().lines() {
        if line.starts_with("```") {
            is_inside = line == "```console";
        } else if let (true, Some(command)) = (is_inside, line.strip_prefix(PROMPT)) {
            let line = command.split(" #").next().unwrap().trim().to_owned();
            let answer = Vec::new();
            all.push(Shown { line, answer });
        } else if is_inside {
            all.last_mut().unwrap().answer.push(line.to_owned());
        }
    }
    assert!(all.len() > 20, "{all:?}");
    all
}

/// The commands in the sentences, between backquotes.
fn mentioned() -> Vec<String> {
    let text = readme();
    let parts = text
        .split('`')
        .map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    let commands = parts.filter(|part| part.starts_with("ponnuki ") && part.len() < 80);
    commands.collect()
}

/// The words of a line as a shell would see them; only single quotes are known.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// The help of a command.
fn help(command: &[&str]) -> String {
    let mut args = command.to_vec();
    args.push("--help");
    let output = ponnuki(&args).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    text(&output.stdout)
}

/// Whether the help lists a command of that name.
fn has_command(help: &str, name: &str) -> bool {
    let list = help.split("\nCommands:\n").nth(1).unwrap_or_default();
    let list = list.split("\n\n").next().unwrap_or_default();
    list.lines()
        .any(|line| line.split_whitespace().next() == Some(name))
}

/// Whether the help lists an option of that name.
fn has_option(help: &str, name: &str) -> bool {
    help.lines().any(|line| {
        let mut words = line.trim_start().split([' ', ',', '=']);
        line.trim_start().starts_with('-') && words.any(|word| word == name)
    })
}

#[test]
fn every_command_and_every_option_is_known() {
    let mut helps: BTreeMap<Vec<String>, String> = BTreeMap::new();
    let lines = shown().into_iter().map(|shown| shown.line);
    let lines: Vec<String> = lines.chain(mentioned()).collect();
    for line in lines.iter().filter(|line| line.starts_with("ponnuki")) {
        let words = words(line);
        let mut command: Vec<String> = Vec::new();
        for word in &words[1..] {
            let shown: Vec<&str> = command.iter().map(String::as_str).collect();
            let known = helps.entry(command.clone()).or_insert_with(|| help(&shown));
            if word.starts_with('-') || !has_command(known, word) {
                break;
            }
            command.push(word.clone());
        }
        assert!(!command.is_empty(), "{line}: no such command");
        let shown: Vec<&str> = command.iter().map(String::as_str).collect();
        let known = helps.entry(command.clone()).or_insert_with(|| help(&shown));
        for word in words.iter().filter(|word| word.starts_with('-')) {
            let name = word.split('=').next().unwrap();
            assert!(
                has_option(known, name),
                "{line}: no option {name} in\n{known}"
            );
        }
    }
}

#[test]
fn every_command_that_is_quick_is_run() {
    let dir = std::env::temp_dir().join(format!("ponnuki-readme-{}", std::process::id()));
    drop(fs::remove_dir_all(&dir));
    fs::create_dir_all(&dir).unwrap();
    fs::write(
        dir.join("game.sgf"),
        "(;SZ[5]RU[Chinese]KM[0.5];B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ca];W[da];B[ce];W[de])",
    )
    .unwrap();
    let mut n_run = 0;
    for Shown { line, answer } in shown() {
        if NOT_RUN.iter().any(|(begin, _)| line.starts_with(begin)) {
            continue;
        }
        let args = words(
            line.strip_prefix("ponnuki")
                .unwrap_or_else(|| panic!("{line}")),
        );
        // What a shell does.
        let args = args.iter().map(|word| word.replace("*.sgf", "game.sgf"));
        let output = Command::new(env!("CARGO_BIN_EXE_ponnuki"))
            .args(args)
            .current_dir(&dir)
            .env("PONNUKI_DATA", dir.join("data"))
            .env("PONNUKI_CONFIG", "none")
            .env("PONNUKI_NET", "none")
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{line}: {told}");
        if !answer.is_empty() {
            let said = text(&output.stdout);
            assert_eq!(said.lines().collect::<Vec<_>>(), answer, "{line}");
        }
        n_run += 1;
    }
    assert!(n_run >= 12, "{n_run}");
    for made in [
        "games.sqlite",
        "reviews/game.review.sgf",
        "reviews/game.review.html",
        "game.png",
    ] {
        assert!(dir.join(made).exists(), "{made}");
    }
    fs::remove_dir_all(dir).unwrap();
}

#[test]
fn whatever_is_not_run_is_in_the_readme() {
    let lines: Vec<String> = shown().into_iter().map(|shown| shown.line).collect();
    let lines: Vec<String> = lines.into_iter().chain(mentioned()).collect();
    for (begin, why) in NOT_RUN {
        let is_there = lines.iter().any(|line| line.starts_with(begin));
        assert!(is_there, "{begin} is not in the README any more ({why})");
    }
}

/// A sentence of the README, without its line breaks.
#[track_caller]
fn says(phrase: &str) {
    let words: Vec<String> = readme().split_whitespace().map(str::to_owned).collect();
    assert!(
        words.join(" ").contains(phrase),
        "the README does not say {phrase:?}"
    );
}

#[test]
fn what_is_counted_is_what_there_is() {
    says("Five short rulebooks of Go");
    says("and thirteen presets that players know by name");
    assert_eq!(PRESETS.len(), 5 + 13);
    says("at twenty-four levels");
    let levels = text(&ponnuki(&["levels"]).output().unwrap().stdout);
    let is_level = |line: &&str| {
        let number = line.split_whitespace().next().unwrap_or_default();
        number.parse::<u8>().is_ok()
    };
    assert_eq!(levels.lines().filter(is_level).count(), 24, "{levels}");
    says("networks of model versions 8 to 17 run");
    assert_eq!((VERSION_MIN, VERSION_MAX), (8, 17));
    says("any board from 1×1 to 25×25");
    assert_eq!(SIDE_MAX, 25);
    says("Seven languages");
    assert_eq!(Language::ALL.len(), 7);
    says("3,000 problems, every solution proved");
    let proof = root().join("crates/teach/tests/solutions.rs");
    let proof = fs::read_to_string(proof).unwrap();
    assert!(proof.contains("const N_MIN: usize = 3000;"));
    assert!(proof.contains("fn every_problem_is_solved_by_what_it_says_and_by_nothing_else"));
}

/// Figures of speed and trust are in `bench/README.md`, with the command that measures them.
#[test]
fn what_is_measured_is_what_the_benchmarks_found() {
    let bench = fs::read_to_string(root().join("bench/README.md")).unwrap();
    let commands = [
        "-p ponnuki-bench -- all",
        "ponnuki bench net",
        "cargo xtask bench review",
    ];
    for command in commands {
        assert!(bench.contains(command), "{command}");
    }
    says("two to six times as fast as KataGo runs them there");
    let rows = bench
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains(" ("));
    let in_brackets = rows.flat_map(|row| {
        let parts = row
            .split('(')
            .skip(1)
            .filter_map(|part| part.split(')').next());
        parts
            .filter_map(|part| part.parse().ok())
            .collect::<Vec<f64>>()
    });
    let ratios: Vec<f64> = in_brackets.collect();
    assert!(ratios.len() >= 10, "{ratios:?}");
    assert!(
        ratios.iter().all(|ratio| (2.0..6.5).contains(ratio)),
        "{ratios:?}"
    );
    says("a far stronger one confirms about four in five on 9×9");
    let now = bench
        .lines()
        .find(|line| line.starts_with("| now, 70 visits"));
    assert!(now.is_some_and(|row| row.contains("| 83 % |")), "{now:?}");
    says("random games faster than any published light playout");
    let playouts = bench
        .lines()
        .find(|line| line.starts_with("| random games on 9×9 (`Playout`"));
    assert!(
        playouts.is_some_and(|row| row.contains("189,500/s")),
        "{playouts:?}"
    );
}
