//! `ponnuki sgf`.

use std::fs;

use super::{Scratch, answer, run, run_with};

#[test]
fn a_file_is_mended_in_place_and_then_without_fault() {
    let scratch = Scratch::new("fix");
    for name in ["broken.sgf", "gb2312.sgf", "walls.sgf"] {
        let path = scratch.path(name);
        fs::copy(format!("tests/games/{name}"), &path).unwrap();
        let fixed = run(&["sgf", "fix", "--in-place", &path]);
        assert_eq!(fixed.code, Some(0), "{fixed:?}");
        assert_eq!(run(&["sgf", "check", &path]).code, Some(0), "{name}");
        fs::read_to_string(&path).expect("what is written is UTF-8");
    }
    let read = |name: &str| fs::read_to_string(scratch.path(name)).unwrap();
    assert_eq!(
        read("walls.sgf"),
        fs::read_to_string("tests/games/walls.sgf").unwrap()
    );
    assert_eq!(
        read("gb2312.sgf"),
        "(;GM[1]SZ[9]CA[UTF-8]PB[吴清源];B[cc])\n"
    );
    assert_eq!(scratch.names(), ["broken.sgf", "gb2312.sgf", "walls.sgf"]);
}

#[test]
fn what_has_no_fault_is_written_byte_for_byte() {
    for name in ["walls.sgf", "three.sgf", "first.sgf"] {
        let source = fs::read_to_string(format!("tests/games/{name}")).unwrap();
        assert_eq!(answer(&["sgf", "fix", name]), source);
    }
}

#[test]
fn a_collection_is_split_and_put_together_again() {
    let scratch = Scratch::new("split");
    let split = run(&["sgf", "split", "three.sgf", "-o", &scratch.path("")]);
    assert_eq!(split.code, Some(0), "{split:?}");
    assert_eq!(
        scratch.names(),
        ["three-0001.sgf", "three-0002.sgf", "three-0003.sgf"]
    );
    let games = scratch.names();
    let paths: Vec<String> = games.iter().map(|name| scratch.path(name)).collect();
    let mut args = vec!["sgf", "merge", "--collection"];
    args.extend(paths.iter().map(String::as_str));
    let merged = answer(&args);
    let printed = run_with(&["sgf", "print", "-"], merged.as_bytes());
    assert_eq!(printed.text(), answer(&["sgf", "print", "three.sgf"]));

    let again = run(&["sgf", "split", "three.sgf", "-o", &scratch.path("")]);
    assert_eq!(again.code, Some(1), "no file is written over");
    assert!(
        again.stderr.contains("three-0001.sgf: it exists already"),
        "{again:?}"
    );
}

#[test]
fn a_game_merged_with_itself_is_itself() {
    let once = answer(&["sgf", "print", "first.sgf"]);
    let twice = answer(&["sgf", "merge", "first.sgf", "first.sgf"]);
    let printed = run_with(&["sgf", "print", "-"], twice.as_bytes());
    // The end says once more who played.
    assert_eq!(printed.text().replace("C[A – B, B+R]", ""), once);
}

#[test]
fn every_variation_is_checked() {
    // White's suicide is in the second variation of the second variation.
    let file = b"(;SZ[3]RU[Japanese];B[ba](;W[cc])(;W[bb];B[ab](;W[cc])(;W[aa])))";
    let found = run_with(&["sgf", "check", "-"], file);
    assert_eq!(found.code, Some(1));
    assert!(
        found
            .text()
            .contains("move 4: White plays A3 against the laws"),
        "{found:?}"
    );
}

#[test]
fn a_stream_of_many_games_goes_through() {
    let games = "(;SZ[9];B[cc];W[gg];B[gc])\n".repeat(20_000);
    let checked = run_with(&["sgf", "check", "-"], games.as_bytes());
    assert_eq!(checked.text(), "-: 20000 games, 80000 nodes, no faults\n");
    let fixed = run_with(&["sgf", "fix", "-"], games.as_bytes());
    assert!(fixed.stdout == games.as_bytes());
}

#[test]
fn variations_without_end_are_no_danger() {
    let file = format!("(;SZ[9]{}", "(;B[aa])(;W[bb]".repeat(5_000));
    let checked = run_with(&["sgf", "check", "--quiet", "-"], file.as_bytes());
    assert_eq!(checked.code, Some(1), "the brackets are never closed");
    assert!(!checked.stderr.contains("panicked"), "{}", checked.stderr);
}

/// Each variation of a node is come to from the one before, not from the first.
#[test]
fn half_a_million_variations_are_checked() {
    const N: usize = 500_000;
    let variations = "(;W[aa])".repeat(N);
    let file = format!("(;SZ[9];B[cc]{variations}(;W[cc]))");
    let checked = run_with(&["sgf", "check", "-"], file.as_bytes());
    let told = checked.text();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "-: move 2: White plays on the Black stone C7");
    assert_eq!(lines[1], format!("-: 1 game, {} nodes, 1 fault", N + 3));
    assert_eq!(lines.len(), 2);
}

#[test]
fn a_property_that_stands_twice_in_one_node_is_told() {
    let file = b"(;GM[1]SZ[9]C[one]C[two];B[cc]C[once];W[gg]C[a]N[b]C[c]C[d])";
    let checked = run_with(&["sgf", "check", "-"], file);
    let lines: Vec<String> = checked.text().lines().map(str::to_owned).collect();
    assert_eq!(
        lines[..2],
        [
            "-: note: before the first move: C stands 2 times in one node",
            "-: note: move 2: C stands 3 times in one node",
        ],
        "{lines:?}"
    );
    let quiet = run_with(&["sgf", "check", "--quiet", "-"], file);
    assert_eq!(quiet.text(), "");
}
