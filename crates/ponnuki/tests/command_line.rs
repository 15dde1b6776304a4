//! The program as people and scripts meet it: run, read, and judged by its exit code.

mod transcripts;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::process::{Output, Stdio};

use ponnuki_game::{PRESETS, Preset, Rules};
use serde_json::Value;

use transcripts::{PROMPT, check_transcript, ponnuki, text};

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

#[test]
fn help_teaches_a_newcomer() {
    check_transcript("help.txt");
}

#[test]
fn rules_are_told_side_by_side() {
    check_transcript("rules.txt");
}

#[test]
fn every_preset_is_told_in_plain_words() {
    let transcript = check_transcript("rules_one_by_one.txt");
    for preset in PRESETS {
        let line = format!("{PROMPT} rules {}\n", preset.name);
        assert!(transcript.contains(&line), "add {line}");
    }
}

#[test]
fn levels_are_listed_with_their_ranks() {
    check_transcript("levels.txt");
}

#[test]
fn perft_writes_numbers_and_nothing_else() {
    check_transcript("perft.txt");
}

#[test]
fn a_wrong_command_line_is_answered_in_one_line() {
    check_transcript("errors.txt");
}

#[test]
fn other_names_tell_the_same_rules() {
    for preset in PRESETS {
        let expected = answer(&["rules", preset.name]);
        for name in preset.aliases {
            assert_eq!(answer(&["rules", name]), expected, "{name}");
        }
        assert_eq!(answer(&["rules", &preset.name.to_uppercase()]), expected);
    }
}

#[test]
fn rules_as_json_say_everything() {
    let all: Value = serde_json::from_str(&answer(&["rules", "--json"])).unwrap();
    let all = all.as_array().unwrap();
    assert_eq!(all.len(), PRESETS.len());
    for (found, preset) in all.iter().zip(PRESETS) {
        check_json(found, preset);
        let one = answer(&["rules", "--json", preset.name]);
        assert_eq!(found, &serde_json::from_str::<Value>(&one).unwrap());
    }
}

/// Compares what the program says of a preset with what the preset says itself.
#[track_caller]
fn check_json(found: &Value, preset: &Preset) {
    assert_eq!(found["name"], preset.name);
    assert_eq!(found["title"], preset.title);
    assert_eq!(found["summary"], preset.summary);
    let aliases: Vec<&str> = found["aliases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|alias| alias.as_str().unwrap())
        .collect();
    assert_eq!(aliases, preset.aliases);
    let object = found.as_object().unwrap();
    let sentences: BTreeSet<&str> = object.values().filter_map(Value::as_str).collect();
    for law in preset.rules.in_words() {
        let is_told = sentences.contains(&*law.text);
        assert!(is_told, "{}: {}", preset.name, law.topic.name());
    }
    assert!(found["katago"].is_object());
    assert_eq!(found["katago"].to_string(), preset.rules.to_katago());
}

#[test]
fn rules_as_json_have_the_keys_that_programs_read() {
    let all: Value = serde_json::from_str(&answer(&["rules", "--json"])).unwrap();
    let expected: BTreeSet<&str> = [
        "name",
        "aliases",
        "title",
        "summary",
        "reading",
        "board",
        "first_move",
        "komi",
        "handicap",
        "suicide",
        "repetition",
        "passing",
        "stopping",
        "dead_stones",
        "score",
        "seki",
        "group_tax",
        "katago",
    ]
    .into();
    for rules in all.as_array().unwrap() {
        let keys: BTreeSet<&str> = rules
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(keys, expected);
    }
}

#[test]
fn what_katago_is_told_can_be_asked_for_again() {
    for preset in PRESETS {
        let katago = preset.rules.to_katago();
        let again: Value = serde_json::from_str(&answer(&["rules", "--json", &katago])).unwrap();
        assert_eq!(again["katago"].to_string(), katago, "{}", preset.name);
    }
}

/// From two programs that agree at every depth; see the testing habits.
#[test]
fn perft_gives_the_known_values() {
    let situational = r#"{"ko":"SITUATIONAL","suicide":false}"#;
    for (rules, size, known) in [
        ("tromp-taylor", "1x2", "3 7 8 6 2 0"),
        ("new-zealand", "1x2", "3 7 10 12 12 10 6 2 0"),
        (
            "tromp-taylor",
            "1x3",
            "4 11 22 41 58 78 98 110 116 128 154 182",
        ),
        (
            "tromp-taylor",
            "2x2",
            "5 21 68 156 316 604 1088 2184 4184 8024 13800",
        ),
        (
            situational,
            "2x2",
            "5 21 68 156 316 604 1112 2312 4544 8800 15248",
        ),
        (
            "new-zealand",
            "2x2",
            "5 21 68 180 428 860 1704 3936 9808 24400 50704",
        ),
        (
            "chinese",
            "2x2",
            "5 21 68 156 316 604 1168 2592 5768 12120 24248",
        ),
        ("tromp-taylor", "3x3", "10 91 738 5281 33384"),
        ("new-zealand", "3", "10 91 738 5345 34272"),
        ("japanese", "9", "82 6643 531522"),
        ("concise", "19x19", "362 130683"),
    ] {
        let depth = known.split(' ').count().to_string();
        let args = ["perft", "--rules", rules, "--size", size, "--depth", &depth];
        assert_eq!(answer(&args), format!("{known}\n"), "{args:?}");
    }
}

/// Whoever changes what the program does tells the new number in the commit:
/// `UPDATE_GOLDENS=1 cargo test -p ponnuki --test command_line signature`.
#[test]
fn the_signature_is_the_one_in_the_repository() {
    let transcript = check_transcript("signature.txt");
    for part in ["play", "score", "evaluate", "search", "signature"] {
        let is_told = transcript.lines().any(|line| line.starts_with(part));
        assert!(is_told, "{part} is not in\n{transcript}");
    }
}

#[test]
fn bench_measures_and_says_what_to_compare_with() {
    let table = answer(&["bench", "playouts", "--seconds", "0.1"]);
    let rows: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(
        rows[0].join(" "),
        "board threads playouts/s moves/s playouts/cpu-s moves/game known lead"
    );
    for (row, (board, known)) in rows[1..3].iter().zip([("9x9", "111.0"), ("19x19", "455")]) {
        assert_eq!((row[0], row[1], row[6]), (board, "1", known));
        let n_moves: f64 = row[5].parse().unwrap();
        let known: f64 = known.parse().unwrap();
        assert!((n_moves / known - 1.0).abs() < 0.1, "{table}");
        let per_second = |cell: &str| cell.replace(',', "").parse::<f64>().unwrap();
        let ratio = per_second(row[3]) / per_second(row[2]);
        assert!((ratio / n_moves - 1.0).abs() < 0.01, "{table}");
        // A thread has no more of a processor than there is time.
        assert!(per_second(row[4]) >= 0.99 * per_second(row[2]), "{table}");
    }
}

#[test]
fn bench_takes_any_board_and_several_threads() {
    let args = [
        "bench",
        "playouts",
        "--size",
        "5x4",
        "--seconds",
        "0.01",
        "--threads",
        "2",
    ];
    let table = answer(&args);
    let row: Vec<&str> = table.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!((row[0], row[1], row[6]), ("5x4", "2", "–"));
}

#[test]
fn every_shell_learns_the_commands() {
    for shell in SHELLS {
        let script = answer(&["completions", shell]);
        for word in [
            "perft",
            "playouts",
            "no-pass",
            "completions",
            "even-if-damaged",
        ] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

/// Values are proposed by those shells whose scripts can.
#[test]
fn values_that_have_names_are_proposed() {
    // The scripts for the other two shells can propose options alone.
    for shell in ["bash", "fish", "zsh"] {
        let script = answer(&["completions", shell]);
        for word in ["tromp-taylor", "white-first", "contrast", "engine", "both"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let bash = answer(&["completions", "bash"]);
    let levels: Vec<String> = (1..=24).map(|level| level.to_string()).collect();
    assert!(bash.contains(&format!("\"{}\"", levels.join(" "))));
    assert!(bash.contains("\"en de fr es zh ja ko\""), "languages");
}

#[test]
fn the_version_is_that_of_the_package() {
    let version = concat!("ponnuki ", env!("CARGO_PKG_VERSION"));
    assert_eq!(answer(&["-V"]), format!("{version}\n"));
    let long = answer(&["--version"]);
    let lines: Vec<&str> = long.lines().collect();
    let built = lines[0].strip_prefix(version).expect("the version first");
    assert!(built.starts_with(" (") && built.ends_with(')'), "{long}");
    let instructions = lines[1].strip_prefix("instructions: ");
    let known = ["avx512", "avx2", "neon", "portable"];
    assert!(
        known.contains(&instructions.expect("the second line")),
        "{long}"
    );
    assert_eq!(lines.len(), 2, "{long}");
}

#[test]
fn no_word_is_the_same_as_the_short_help() {
    assert_eq!(answer(&["bench"]), answer(&["bench", "-h"]));
}

#[test]
fn what_people_read_fits_a_hundred_columns() {
    let commands = [
        "",
        "serve",
        "backup",
        "restore",
        "export",
        "move-data",
        "keys",
        "keys add",
        "worker",
        "config",
        "doctor",
        "review",
        "rules",
        "perft",
        "score",
        "sgf",
        "sgf check",
        "sgf fix",
        "sgf print",
        "sgf merge",
        "sgf split",
        "convert",
        "render",
        "analysis",
        "bench",
        "bench playouts",
        "bench signature",
        "completions",
    ];
    let mut asked: Vec<String> = vec!["rules".to_owned()];
    for command in commands {
        asked.push(format!("{command} -h"));
        asked.push(format!("{command} --help"));
    }
    for asked in asked {
        let args: Vec<&str> = asked.split_whitespace().collect();
        for line in answer(&args).lines() {
            assert!(line.chars().count() <= 100, "{asked}: {line}");
        }
    }
    for preset in PRESETS {
        // KataGo's JSON stays on one line, to be copied.
        let told = answer(&["rules", preset.name]);
        for line in told.lines().filter(|line| !line.starts_with('{')) {
            assert!(line.chars().count() <= 100, "{}: {line}", preset.name);
        }
    }
}

#[test]
fn a_reader_who_has_gone_is_no_error() {
    for args in [
        &["rules"][..],
        &["rules", "--json"],
        &["rules", "japanese"],
        &["perft", "--rules", "tt", "--size", "2", "--depth", "3"],
        &["bench", "playouts", "--seconds", "0.01"],
        &["score", "walls.sgf"],
        &["score", "--json", "walls.sgf", "walls.sgf"],
        &["sgf", "print", "walls.sgf"],
        &["convert", "oro.ngf", "-", "--to", "sgf"],
        &["render", "walls.sgf"],
        &["completions", "bash"],
        &["--help"],
        &["--version"],
    ] {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let output = ponnuki(args)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        assert_eq!(text(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = ponnuki(&["rules"])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let complaint = text(&output.stderr);
    assert!(
        complaint.starts_with("error: the result could not be written: "),
        "{complaint}"
    );
    assert_eq!(complaint.lines().count(), 1);
    assert_eq!(output.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn words_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;

    let word = OsStr::from_bytes(b"\xff");
    for args in [vec![word], vec![OsStr::new("rules"), word]] {
        let output = ponnuki(&args).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(text(&output.stderr).lines().count(), 1, "{args:?}");
    }
}

#[test]
fn a_preset_named_by_rules_is_what_perft_counts() {
    let args = |rules| ["perft", "--rules", rules, "--size", "2", "--depth", "7"];
    let katago = Rules::TROMP_TAYLOR.to_katago();
    assert_eq!(answer(&args("tt")), answer(&args(&katago)));
    assert_ne!(answer(&args("nz")), answer(&args("tt")));
    // KataGo has no word for New Zealand's suicide of a stone alone.
    let nearest = Rules::NEW_ZEALAND.to_katago();
    assert_ne!(answer(&args("nz")), answer(&args(&nearest)));
}

/// What the program writes for `args`, which it understands.
#[track_caller]
fn answer(args: &[&str]) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = ponnuki(args).output().unwrap();
    assert_eq!(text(&stderr), "", "{args:?}");
    assert_eq!(status.code(), Some(0), "{args:?}");
    text(&stdout)
}
