//! `ponnuki review`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use ponnuki_record::Records;
use ponnuki_sgf::Node;
use ponnuki_testkit::outside;
use serde_json::Value;

use crate::transcripts::check_transcript;
use crate::{Scratch, answer, run};

/// A game with something in every corner: a comment, a variation, labels, private properties,
/// judgements of its own, and names that would command a page.
const RICH: &str = "(;GM[1]FF[4]SZ[5]KM[0.5]RU[Chinese]PB[<b>Dosaku</b>]PW[*Santetsu*]\
    XX[private][twice]C[From the castle \\] 1683]\n;B[cc]LB[aa:x][cb:y]C[one][two];W[cb]TE[1]V[3.5]\
    (;B[bb];W[db]DM[1];B[ab];W[dc];B[dd];W[ed];B[];W[])(;B[ba]C[or this];W[bb]))\n";

/// Quick, and the same on every machine.
const QUICK: [&str; 4] = ["--net", "none", "--visits", "20"];

/// Reviews the file of that name in `scratch`, into a directory of it.
#[track_caller]
fn review(scratch: &Scratch, name: &str, out: &str, more: &[&str]) -> BTreeMap<String, String> {
    let (path, out) = (scratch.path(name), scratch.path(out));
    let mut args = vec!["review", &path, "--out", &out];
    args.extend(QUICK);
    args.extend(more);
    answer(&args);
    files(Path::new(&out))
}

/// What is in a directory.
fn files(path: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read_to_string(entry.path()).unwrap())
        })
        .collect()
}

fn scratch(name: &str, game: &str) -> Scratch {
    let scratch = Scratch::new(name);
    fs::write(scratch.path("game.sgf"), game).unwrap();
    scratch
}

#[test]
fn the_command_explains_itself() {
    check_transcript("review.txt");
}

#[test]
fn every_format_comes_out_and_nothing_else_is_left() {
    let scratch = scratch("review-formats", RICH);
    let all = ["--format", "sgf,html,md,json"];
    let files = review(&scratch, "game.sgf", "one", &all);
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "game.review.html",
            "game.review.json",
            "game.review.md",
            "game.review.sgf"
        ]
    );
    assert_eq!(
        review(&scratch, "game.sgf", "two", &all),
        files,
        "the same every time"
    );
    let both = review(&scratch, "game.sgf", "three", &[]);
    let names: Vec<&str> = both.keys().map(String::as_str).collect();
    assert_eq!(names, ["game.review.html", "game.review.sgf"]);
}

/// White leaves six stones to a snapback at C1.
const SNAPBACK: &str = "(;GM[1]SZ[9]KM[0.5]RU[Japanese]PL[W]AB[ea][eb][dc][ec][dd][ae][be][ce][de]\
    [af][df][ag][dg][ah][dh][ai]AW[fa][fb][fc][gc][ed][fd][ee][bf][cf][ef][gf][bg][cg][eg][bh][ch]\
    [eh][fh][di][ei];W[gb];B[ci];W[bi];B[ci];W[];B[])";

#[test]
fn the_terminal_tells_the_moments_and_why_as_the_report_does() {
    let scratch = scratch("review-terminal", SNAPBACK);
    let (path, out) = (scratch.path("game.sgf"), scratch.path("out"));
    let mut args = vec!["review", &path, "--out", &out, "--format", "md"];
    args.extend(["--net", "built-in"]);
    let told = answer(&args);
    let (first, moments) = told.split_once('\n').unwrap();
    assert!(first.contains("game.sgf: 6 moves, 1 moment that mattered: "));
    assert!(moments.starts_with("  Move 1: White G8\n"), "{moments}");
    assert!(moments.contains("    C1 was better: "), "{moments}");
    let reason = "    Now C1 catches White’s 6 stones at B4.\n";
    assert!(moments.contains(reason), "{moments}");
    let report = &files(Path::new(&out))["game.review.md"];
    for line in moments.lines() {
        assert!(report.contains(line.trim()), "{line}");
    }
    args.extend(["--for", "black"]);
    let of_black = answer(&args);
    let (_, rest) = of_black.split_once('\n').unwrap();
    let judged = "  Judged by ponnuki-b6c64, with 70 visits for each position. Of the moves";
    assert!(rest.starts_with(judged), "{of_black}");
    assert_eq!(rest.lines().count(), 1, "{of_black}");
}

#[test]
fn nothing_of_the_game_is_lost() {
    let scratch = scratch("review-lossless", RICH);
    let files = review(&scratch, "game.sgf", "out", &["--format", "sgf"]);
    let found = Records::from_bytes(files["game.review.sgf"].as_bytes()).unwrap();
    assert_eq!(found.collection().n_repairs(), 0);
    let given = Records::from_bytes(RICH.as_bytes()).unwrap();
    let (given, found) = (
        given.collection().games().next().unwrap(),
        found.collection().games().next().unwrap(),
    );
    check_kept(given, found);
}

/// Everything of `given` is in `found`, in its place: the same children first, the same values
/// first, and the same judgements.
fn check_kept(given: Node<'_>, found: Node<'_>) {
    let mut pairs = vec![(given, found)];
    while let Some((given, found)) = pairs.pop() {
        for property in given.properties() {
            let name = property.name();
            let values = |node: Node<'_>| -> Vec<String> {
                let property = node.property(name).unwrap();
                property
                    .values()
                    .map(|value| value.raw().to_owned())
                    .collect()
            };
            let (before, after) = (values(given), values(found));
            match name {
                "C" if after != before => {
                    assert!(after[0].starts_with(&before.join("\n\n")), "{after:?}");
                }
                "LB" => assert_eq!(after[..before.len()], before),
                _ => assert_eq!(after, before, "{name}"),
            }
        }
        let judged = |node: Node<'_>, names: [&str; 4]| {
            let properties = node.properties();
            properties
                .filter(|property| names.contains(&property.name()))
                .count()
        };
        assert!(judged(found, ["BM", "DO", "IT", "TE"]) <= 1);
        assert!(judged(found, ["GB", "GW", "DM", "UC"]) <= 1);
        let (children, kept): (Vec<_>, Vec<_>) =
            (given.children().collect(), found.children().collect());
        assert!(kept.len() >= children.len());
        pairs.extend(children.into_iter().zip(kept));
    }
}

#[test]
fn what_is_added_can_be_played() {
    let scratch = scratch("review-playable", RICH);
    let files = review(&scratch, "game.sgf", "out", &["--format", "sgf"]);
    let records = Records::from_bytes(files["game.review.sgf"].as_bytes()).unwrap();
    let record = records.iter().next().unwrap().unwrap();
    let mut n_valued = 0;
    for node in record.root().subtree() {
        let replay = record.replay_to(node);
        assert_eq!(replay.remarks(), [], "{}", files["game.review.sgf"]);
        n_valued += usize::from(
            node.property("V")
                .is_some_and(|value| value.values().all(|value| value.real().is_ok())),
        );
    }
    assert!(n_valued >= record.moves().count(), "every move has a value");
}

#[test]
fn a_page_needs_nothing_and_obeys_nobody() {
    let scratch = scratch("review-page", RICH);
    let files = review(&scratch, "game.sgf", "out", &["--format", "html,md"]);
    let page = &files["game.review.html"];
    for banned in ["<script", "<link", "href", "@import", "<b>Dosaku"] {
        assert!(!page.contains(banned), "{banned}");
    }
    assert!(page.contains("&lt;b&gt;Dosaku"));
    assert!(page.contains("<caption>") && page.contains("scope=\"row\""));
    let n_pictures = page.matches("<img src=\"data:").count();
    assert_eq!(page.matches("src=").count(), n_pictures);
    assert_eq!(page.matches(" alt=\"").count(), n_pictures);
    assert!(files["game.review.md"].contains("\\*Santetsu\\*"));
}

#[test]
fn programs_read_every_move_and_position() {
    let scratch = scratch("review-json", RICH);
    let files = review(&scratch, "game.sgf", "out", &["--format", "json"]);
    let file: Value = serde_json::from_str(&files["game.review.json"]).unwrap();
    let game = &file["games"][0];
    assert_eq!(file["effort"], "20 visits");
    assert_eq!(game["rules"], "chinese");
    assert_eq!(game["moves"].as_array().unwrap().len(), 10);
    assert_eq!(game["positions"].as_array().unwrap().len(), 11);
    for mv in game["moves"].as_array().unwrap() {
        assert!(mv["judged"]["points_lost"].as_f64().unwrap() >= 0.0, "{mv}");
        let after = &game["positions"][mv["after"].as_u64().unwrap() as usize];
        assert_eq!(after["ownership"].as_array().unwrap().len(), 25);
    }
}

#[test]
fn one_player_can_be_reviewed_alone() {
    let scratch = scratch("review-white", RICH);
    let files = review(
        &scratch,
        "game.sgf",
        "out",
        &["--format", "json,md", "--for", "white"],
    );
    let file: Value = serde_json::from_str(&files["game.review.json"]).unwrap();
    let game = &file["games"][0];
    for moment in game["moments"].as_array().unwrap() {
        let mv = &game["moves"][moment.as_u64().unwrap() as usize];
        assert_eq!(mv["by"], "white");
    }
    assert!(files["game.review.md"].contains("|  | White |"));
}

#[test]
fn a_review_that_was_killed_goes_on_to_the_same_files() {
    let scratch = scratch("review-killed", RICH);
    let path = scratch.path("game.sgf");
    let review = |out: &str| {
        let mut args = vec!["review", &path, "--out", out, "--format", "sgf,html,json"];
        args.extend(QUICK);
        run(&args)
    };
    let whole = scratch.path("whole");
    assert_eq!(review(&whole).code, Some(0));
    // With a directory where a file should be, all is judged and nothing written.
    let judged = scratch.path("judged");
    fs::create_dir_all(Path::new(&judged).join("game.review.json")).unwrap();
    assert_eq!(review(&judged).code, Some(1));
    let part = fs::read_to_string(Path::new(&judged).join("game.review.part")).unwrap();
    let lines: Vec<&str> = part.split_inclusive('\n').collect();
    assert!(lines.len() >= 8, "{} lines", lines.len());
    // A line is added for each position: where it is killed some are there, and half of the next.
    for n_lines in [0, 1, 4, lines.len() - 1] {
        let broken = scratch.path(&format!("broken-{n_lines}"));
        fs::create_dir_all(&broken).unwrap();
        let (begin, rest) = lines.split_at(n_lines);
        let half = &rest[0][..rest[0].len() / 2];
        let left = begin.concat() + half;
        fs::write(Path::new(&broken).join("game.review.part"), left).unwrap();
        assert_eq!(review(&broken).code, Some(0));
        assert_eq!(files(Path::new(&broken)), files(Path::new(&whole)));
    }
}

#[test]
fn what_was_known_is_not_thought_again() {
    let scratch = scratch("review-known", RICH);
    let (path, out) = (scratch.path("game.sgf"), scratch.path("out"));
    let mut args = vec!["review", &path, "--out", &out, "--format", "json"];
    args.extend(QUICK);
    // With a directory where the file should be, all is judged and nothing written.
    let in_the_way = scratch.path("out/game.review.json");
    fs::create_dir_all(&in_the_way).unwrap();
    let failed = run(&args);
    assert_eq!(failed.code, Some(1), "{failed:?}");
    fs::remove_dir(&in_the_way).unwrap();
    let part = scratch.path("out/game.review.part");
    let text = fs::read_to_string(&part).unwrap();
    // Every position once, and some of them twice.
    assert!((1 + 11..=1 + 11 + 8).contains(&text.lines().count()));
    // Whoever finds this again, in the last look, has not thought.
    let (lines, last) = text.trim_end().rsplit_once('\n').unwrap();
    let (before, after) = last.split_once("\"lead\":").unwrap();
    let (_, after) = after.split_once(',').unwrap();
    let known = format!("{lines}\n{before}\"lead\":77.25,{after}\n");
    fs::write(&part, &known).unwrap();
    answer(&args);
    let json = fs::read_to_string(&in_the_way).unwrap();
    assert!(json.contains("\"lead\":77.25,"));
    assert!(!Path::new(&part).exists());
    // But other wishes are other thoughts.
    fs::write(&part, &known).unwrap();
    args.pop();
    args.push("21");
    answer(&args);
    let json = fs::read_to_string(&in_the_way).unwrap();
    assert!(!json.contains("77.25"));
}

#[test]
fn one_bad_file_does_not_stop_the_others() {
    let scratch = scratch("review-bad", RICH);
    fs::write(scratch.path("chess.sgf"), "(;GM[2];B[aa])").unwrap();
    fs::write(scratch.path("empty.sgf"), "(;SZ[9])").unwrap();
    fs::write(scratch.path("none.sgf"), "no game").unwrap();
    fs::write(
        scratch.path("taken.sgf"),
        "(;SZ[5];B[aa];W[aa];B[bb];B[cc])",
    )
    .unwrap();
    let paths = ["chess", "empty", "none", "missing", "taken", "game"]
        .map(|name| scratch.path(&format!("{name}.sgf")));
    let out = scratch.path("out");
    let mut args = vec!["review", "--out", &out, "--format", "md"];
    args.extend(QUICK);
    args.extend(paths.iter().map(String::as_str));
    let answer = run(&args);
    assert_eq!(answer.code, Some(1));
    for told in [
        "chess.sgf: game \"2\" of SGF is not Go",
        "empty.sgf: no move is made in it",
        "missing.sgf: there is no such file",
        "none.sgf: ",
        "taken.sgf: move 2: White plays on the Black stone",
        "taken.sgf: move 4: it is not Black's turn",
    ] {
        assert!(answer.stderr.contains(told), "{told}: {}", answer.stderr);
    }
    let names: Vec<String> = files(Path::new(&out)).into_keys().collect();
    assert_eq!(names, ["game.review.md", "taken.review.md"]);
}

#[test]
fn the_rules_are_those_of_the_file_or_those_that_are_named() {
    let scratch = Scratch::new("review-rules");
    let title = |name: &str, game: &str, more: &[&str]| {
        fs::write(scratch.path("game.sgf"), game).unwrap();
        let files = review(
            &scratch,
            "game.sgf",
            name,
            &[&["--format", "json"], more].concat(),
        );
        let json: Value = serde_json::from_str(&files["game.review.json"]).unwrap();
        json["games"][0]["rules"].as_str().unwrap().to_owned()
    };
    let (area, territory) = ("(;SZ[5]KM[7.5];B[cc])", "(;SZ[5]KM[6.5];B[cc])");
    assert_eq!(title("a", area, &[]), "chinese");
    assert_eq!(title("b", territory, &[]), "japanese");
    assert_eq!(title("c", territory, &["--rules", "aga"]), "aga");
    assert_eq!(
        title("d", "(;SZ[5]RU[AGA];B[cc])", &["--rules", "jp"]),
        "japanese"
    );
}

#[test]
fn a_review_is_written_in_any_language() {
    let scratch = scratch("review-lang", RICH);
    for (lang, title, black, moments) in [
        (
            "de",
            "besprochen",
            "Schwarz",
            "Die Momente, auf die es ankam",
        ),
        ("fr", "commentée", "Noir", "Les moments décisifs"),
        ("es", "comentada", "Negro", "Los momentos decisivos"),
        ("zh", "复盘", "黑", "关键时刻"),
        ("ja", "検討", "黒", "勝負所"),
        ("ko", "복기", "흑", "승부처"),
    ] {
        let all = ["--lang", lang, "--format", "sgf,html,md"];
        let files = review(&scratch, "game.sgf", lang, &all);
        let page = &files["game.review.html"];
        assert!(page.contains(&format!("<html lang=\"{lang}\">")), "{lang}");
        assert!(page.contains(title) && page.contains(black), "{lang}");
        for (name, text) in &files {
            assert!(text.contains(black), "{lang} {name}");
            let english = [
                "Judged by",
                "Accuracy",
                "chance to win",
                "leads by",
                "was better",
            ];
            for words in english {
                assert!(!text.contains(words), "{lang} {name}: {words}");
            }
        }
        assert!(files["game.review.md"].contains(moments), "{lang}");
    }
    let told = run(&["review", "--lang", "xx", &scratch.path("game.sgf")]);
    assert_eq!(told.code, Some(2));
    assert!(told.stderr.contains("the languages are"), "{}", told.stderr);
}

#[test]
fn a_review_is_not_reviewed_again() {
    let scratch = scratch("review-again", RICH);
    let (game, review) = (scratch.path("game.sgf"), scratch.path("game.review.sgf"));
    let command = |files: &[&str]| {
        let mut args = vec!["review", "--format", "sgf"];
        args.extend(QUICK);
        args.extend(files);
        run(&args)
    };
    assert_eq!(command(&[&game]).code, Some(0));
    let once = fs::read_to_string(&review).unwrap();
    let twice = command(&[&game, &review]);
    assert_eq!(twice.code, Some(0), "{twice:?}");
    let told = format!("note: {review} is left out: it is a review, not a game\n");
    assert_eq!(twice.stderr, told);
    assert_eq!(scratch.names(), ["game.review.sgf", "game.sgf"]);
    assert_eq!(fs::read_to_string(&review).unwrap(), once);
    let alone = command(&[&review]);
    assert_eq!(alone.code, Some(2), "{alone:?}");
    assert!(alone.stderr.contains("a review is not reviewed again"));
}

#[test]
fn two_files_do_not_become_one() {
    let scratch = scratch("review-two", RICH);
    fs::create_dir(scratch.path("other")).unwrap();
    fs::write(scratch.path("other/game.sgf"), RICH).unwrap();
    let (one, two) = (scratch.path("game.sgf"), scratch.path("other/game.sgf"));
    let answer = run(&["review", "--out", &scratch.path("out"), &one, &two]);
    assert_eq!(answer.code, Some(2));
    assert!(
        answer.stderr.contains("would both become"),
        "{}",
        answer.stderr
    );
    assert!(!Path::new(&scratch.path("out")).exists());
}

#[test]
fn any_board_and_any_rulebook_will_do() {
    let scratch = Scratch::new("review-any");
    let games = [
        ("tall", "(;SZ[3:7]RU[Japanese];B[bb];W[bf];B[bd];W[];B[])"),
        ("tiny", "(;SZ[1:2]RU[NZ];B[aa];W[];B[])"),
        (
            "odds",
            "(;SZ[9]HA[3]AB[cc][gg][gc]KM[0.5]RU[Chinese];W[ee];B[ed])",
        ),
        (
            "setup",
            "(;SZ[7]RU[AGA]AB[cc]AW[ee];B[dd];AE[dd]AW[cd];B[ec];W[])",
        ),
        ("stones", "(;SZ[5]RU[Ing];B[cc];W[bc];B[];W[])"),
        ("several", "(;SZ[5];B[cc])(;SZ[6];W[cc];B[dd])"),
    ];
    for (name, game) in games {
        fs::write(scratch.path(&format!("{name}.sgf")), game).unwrap();
        let all = ["--format", "sgf,html,md,json"];
        let files = review(&scratch, &format!("{name}.sgf"), name, &all);
        assert_eq!(files.len(), 4, "{name}");
    }
}

#[test]
fn another_program_reads_what_is_written() {
    let Some(directory) = outside::beside("data/scored") else {
        return;
    };
    if !has_sgfmill() {
        outside::skip("sgfmill", "python3 has no sgfmill");
        return;
    }
    let scratch = Scratch::new("review-sgfmill");
    let game = directory.join("japanese/gnugo_regress9");
    let game = fs::read_dir(game).unwrap().next().unwrap().unwrap().path();
    fs::copy(&game, scratch.path("game.sgf")).unwrap();
    review(&scratch, "game.sgf", "out", &["--format", "sgf"]);
    let script = "import sys; from sgfmill import sgf; \
        g, r = [sgf.Sgf_game.from_bytes(open(p, 'rb').read()) for p in sys.argv[1:]]; \
        assert [n.get_move() for n in g.get_main_sequence()] \
        == [n.get_move() for n in r.get_main_sequence()]";
    let done = Command::new("python3")
        .args([
            "-c",
            script,
            &scratch.path("game.sgf"),
            &scratch.path("out/game.review.sgf"),
        ])
        .status()
        .unwrap();
    assert!(done.success());
}

fn has_sgfmill() -> bool {
    let asked = Command::new("python3")
        .args(["-c", "import sgfmill"])
        .stderr(Stdio::null())
        .status();
    asked.is_ok_and(|status| status.success())
}
