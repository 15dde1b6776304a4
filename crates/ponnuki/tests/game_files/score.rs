//! `ponnuki score`.

use std::fs;

use serde_json::Value;

use super::{Scratch, answer, run, run_with};

/// The objects that `score --json` writes.
#[track_caller]
fn objects(args: &[&str]) -> Vec<Value> {
    let args = [&["score", "--json"], args].concat();
    let lines = answer(&args);
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn the_parts_of_a_sum_add_up() {
    for rules in [
        "japanese",
        "chinese",
        "aga",
        "concise",
        "stone-scoring",
        "oldest",
    ] {
        for object in objects(&["--rules", rules, "walls.sgf"]) {
            for player in ["black", "white"] {
                let parts = object[player].as_object().unwrap();
                let number = |value: &Value| value.as_f64().unwrap();
                let parts_sum: f64 = parts
                    .iter()
                    .filter(|(name, _)| *name != "total")
                    .map(|(_, n)| number(n))
                    .sum();
                assert_eq!(parts_sum, number(&parts["total"]), "{rules}: {object}");
            }
        }
    }
}

#[test]
fn an_object_has_what_programs_read() {
    let object = &objects(&["walls.sgf"])[0];
    assert_eq!(object["file"], "walls.sgf");
    assert_eq!(object["rules"], "japanese");
    assert_eq!(object["size"], "9x9");
    assert_eq!(object["moves"], 22);
    assert_eq!(object["result"], "W+5.5");
    assert_eq!(object["recorded"], "W+5.5");
    assert_eq!(object["agrees"], true);
    assert_eq!(object["dead"], serde_json::json!(["B5"]));
    assert_eq!(object["owner"][0], "BBBB.WWWW");
    assert_eq!(object["owner"].as_array().unwrap().len(), 9);
    assert_eq!(object["black"]["territory"], 27);
    assert_eq!(object["black"]["dead"], 1);
    assert_eq!(object["white"]["komi"], 6.5);
}

#[test]
fn a_result_that_differs_is_flagged_and_one_without_a_count_is_not() {
    let found: Vec<Value> = objects(&["walls.sgf", "wrong.sgf", "resigned.sgf"])
        .iter()
        .map(|object| object["agrees"].clone())
        .collect();
    assert_eq!(found, [Value::Bool(true), Value::Bool(false), Value::Null]);
}

/// . X . X . X . O .    Black has to fill E3, and has two points; White has three.
/// X X X X X O O O O
/// O O O O O O . O .
#[test]
fn what_has_to_be_filled_counts_on_servers_that_count_it() {
    let scratch = Scratch::new("unfilled");
    let path = scratch.path("unfilled.sgf");
    let count = |place: &str, options: &[&str]| {
        let game = format!(
            "(;GM[1]FF[4]SZ[9:3]RU[Japanese]KM[0]PC[{place}]\
             AB[ba][da][fa][ab:eb]AW[ha][fb:ib][ac:fc][hc];B[];W[])"
        );
        fs::write(&path, game).unwrap();
        let args = [options, &["--dead", "none", &path]].concat();
        let object = &objects(&args)[0];
        assert_eq!(object["unfilled"], serde_json::json!(["E3"]));
        let sheet = answer(&[&["score"], args.as_slice()].concat());
        let note = sheet.lines().find(|line| line.starts_with("To fill"));
        (object["result"].to_string(), note.unwrap().to_owned())
    };
    let plain = (
        "\"W+1\"".to_owned(),
        "To fill  E3, so not counted".to_owned(),
    );
    assert_eq!(count("The Dragon Go Club", &[]), plain);
    assert_eq!(count("OGS: a game", &["--rules", "japanese"]), plain);
    let (result, note) = count("OGS: a game", &[]);
    assert_eq!(result, "\"Draw\"");
    assert!(note.contains("counted all the same"), "{note}");
}

#[test]
fn stones_named_as_dead_are_and_others_are_not() {
    let dead = |dead: &str| objects(&["--dead", dead, "walls.sgf"])[0]["dead"].clone();
    assert_eq!(dead("none"), serde_json::json!([]));
    assert_eq!(dead("b5"), serde_json::json!(["B5"]));
    // A chain is dead as a whole.
    assert_eq!(dead("D4").as_array().unwrap().len(), 9);
}

#[test]
fn territory_that_the_file_marks_tells_what_is_dead() {
    let scratch = Scratch::new("marked");
    let walls = fs::read_to_string("tests/games/walls.sgf").unwrap();
    for (marks, dead) in [("TB[be]", 1), ("TB[aa]TW[ii]", 0)] {
        let path = scratch.path("marked.sgf");
        fs::write(&path, walls.replace(";W[])", &format!(";W[]{marks})"))).unwrap();
        let object = &objects(&[&path])[0];
        assert_eq!(object["dead_by"], "file");
        assert_eq!(object["dead"].as_array().unwrap().len(), dead, "{marks}");
    }
}

#[test]
fn nothing_is_taken_off_where_the_rulebook_takes_nothing_off() {
    let object = &objects(&["--rules", "tromp-taylor", "walls.sgf"])[0];
    assert_eq!(
        (&object["dead"], &object["dead_by"]),
        (&serde_json::json!([]), &"nobody".into())
    );
    let refused = run(&[
        "score",
        "--rules",
        "tromp-taylor",
        "--dead",
        "B5",
        "walls.sgf",
    ]);
    assert_eq!(refused.code, Some(1), "{refused:?}");
}

#[test]
fn prisoners_from_before_a_set_up_count() {
    // White is captured in the corner, and then a stone is set up elsewhere.
    let file = b"(;SZ[5]RU[Japanese]KM[0];W[aa];B[ab];W[ee];B[ba];W[de];AB[cc];B[];W[])";
    let answer = run_with(&["score", "--json", "--dead", "none", "-"], file);
    let object: Value = serde_json::from_str(&answer.text()).unwrap();
    assert_eq!(object["black"]["captured"], 1, "{object}");
}

#[test]
fn many_files_come_in_the_order_given() {
    let mut names: Vec<&str> = Vec::new();
    for _ in 0..40 {
        names.extend(["walls.sgf", "resigned.sgf", "wrong.sgf"]);
    }
    let found: Vec<String> = objects(&names)
        .iter()
        .map(|object| object["file"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(found, names);
}

#[test]
fn a_file_that_cannot_be_read_does_not_keep_others_from_it() {
    let answer = run(&[
        "score",
        "--json",
        "absent.sgf",
        "walls.sgf",
        ".",
        "three.sgf",
    ]);
    assert_eq!(answer.code, Some(1));
    let text = answer.text();
    let files: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["file"].clone())
        .collect();
    assert_eq!(files, ["walls.sgf", "three.sgf#1", "three.sgf#2"]);
    assert_eq!(
        answer.stderr,
        "error: absent.sgf: there is no such file\n\
         error: .: it is a directory, not a file\n\
         error: three.sgf#3: game \"2\" of SGF is not Go\n"
    );
}

#[test]
fn whatever_comes_in_is_answered() {
    for stdin in [
        &b""[..],
        b"\xff\xfe\x00",
        b"(((((",
        b"(;)",
        b"hello",
        b"(;SZ[99])",
        b"(;SZ[1];B[aa])",
    ] {
        let answer = run_with(&["score", "-"], stdin);
        assert!(!answer.stderr.contains("panicked"), "{stdin:?}: {answer:?}");
        assert!(matches!(answer.code, Some(0 | 1)), "{stdin:?}: {answer:?}");
    }
}

#[test]
fn a_name_in_a_file_commands_no_terminal() {
    let file = b"(;SZ[5]PB[\x1b[2J]PW[x]RE[\x1b]0;B[cc])";
    let answer = run_with(&["score", "-"], file);
    assert!(!answer.text().contains('\u{1b}'), "{answer:?}");
}

/// The record has a result, but nobody has passed: nobody has counted this board.
#[test]
fn a_game_that_has_not_stopped_agrees_with_nothing() {
    let scratch = Scratch::new("running");
    let path = scratch.path("running.sgf");
    let count = |passes: &str| {
        let game = format!("(;SZ[3]RU[Chinese]KM[0]RE[B+9];B[bb]{passes})");
        fs::write(&path, game).unwrap();
        let object = &objects(&["--dead", "none", &path])[0];
        (object["stopped"].clone(), object["agrees"].clone())
    };
    assert_eq!(count(""), (Value::Bool(false), Value::Null));
    assert_eq!(count(";W[]"), (Value::Bool(false), Value::Null));
    assert_eq!(count(";W[];B[]"), (Value::Bool(true), Value::Bool(true)));
    assert_eq!(
        count(";W[];B[];W[]"),
        (Value::Bool(true), Value::Bool(true))
    );
}

/// Black's stone at B2 is marked as dead, and is the last to be so for any judge.
#[test]
fn the_marks_of_a_file_are_preferred_unless_the_engine_is_asked() {
    let scratch = Scratch::new("marked");
    let path = scratch.path("marked.sgf");
    let game = "(;SZ[5]RU[Japanese]KM[0]AB[ca][cb][cc][cd][ce][ba][bb][bc][bd][be]\
                AW[da][db][dc][dd][de];B[];W[]TW[ca][cb][cc][cd][ce][ba][bb][bc][bd][be])";
    fs::write(&path, game).unwrap();
    let judged = |dead: &str| {
        let object = &objects(&["--net", "none", "--dead", dead, &path])[0];
        let n_dead = object["dead"].as_array().unwrap().len();
        (object["dead_by"].as_str().unwrap().to_owned(), n_dead)
    };
    assert_eq!(judged("auto"), ("file".to_owned(), 10));
    assert_eq!(judged("engine"), ("engine".to_owned(), 0));
}

#[test]
fn a_picture_is_no_game() {
    let scratch = Scratch::new("score-picture");
    let mut picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    picture.extend(b"(;SZ[5];B[cc])");
    let path = scratch.path("picture.png");
    fs::write(&path, picture).unwrap();
    for command in [&["score"][..], &["sgf", "check"], &["review"], &["render"]] {
        let answer = run(&[command, &[&path]].concat());
        let told = format!("error: {path}: it is not text, so there is no game in it\n");
        assert_eq!((answer.stderr, answer.code), (told, Some(1)), "{command:?}");
        assert!(answer.stdout.is_empty(), "{command:?}");
    }
}

#[test]
fn one_move_is_no_moves() {
    let one = run_with(
        &["score", "--dead", "none", "-"],
        b"(;SZ[5]RU[Chinese];B[cc])",
    );
    assert!(one.text().contains("5×5 board, 1 move\n"), "{}", one.text());
    let two = run_with(
        &["score", "--dead", "none", "-"],
        b"(;SZ[5]RU[Chinese];B[cc];W[bb])",
    );
    assert!(
        two.text().contains("5×5 board, 2 moves\n"),
        "{}",
        two.text()
    );
}
