//! The engine as programs that speak GTP meet it: started, spoken to, and read line by line.

mod gtp_session;
mod tiny_net;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use gtp_session::{Engine, answers_to, gtp};
use ponnuki_gtp::transcript::Transcript;
use tiny_net::TinyNet;

/// How long the engine may be silent; nothing it is asked for takes a second.
const SILENCE: Duration = Duration::from_secs(120);

/// Few playouts, and always the same.
const STEADY: [&str; 4] = ["--playouts", "50", "--seed", "1"];

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/gtp")
}

/// The transcripts in a directory, by name.
fn transcripts(dir: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let is_transcript = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "gtp");
    let mut paths: Vec<PathBuf> = paths.filter(is_transcript).collect();
    paths.sort();
    paths
}

#[track_caller]
fn check_transcripts(paths: &[PathBuf], args: &[&str]) {
    for path in paths {
        let transcript: Transcript = fs::read_to_string(path).unwrap().parse().unwrap();
        let mut engine = Engine::start(args);
        let played = transcript.play(engine.input(), engine.output(), SILENCE);
        if let Err(mismatch) = played {
            panic!("{}: {mismatch}", path.display());
        }
        assert!(engine.wait().success(), "{}", path.display());
    }
}

/// What Sabaki, Lizzie, LizzieYzy, q5Go, GoGui, LizGoban, Ogatak, gtp2ogs, gomill, CGOS and KGS
/// send, and what has broken clients before.
#[test]
fn every_client_gets_the_answers_it_needs() {
    let paths = transcripts(&data());
    assert_eq!(paths.len(), 16);
    check_transcripts(&paths, &STEADY);
}

#[test]
fn clients_of_katago_are_served_under_its_name() {
    let paths = ["lizzie", "lizzieyzy", "lizgoban", "lizgoban-human"];
    let paths = paths.map(|name| data().join(name).with_extension("gtp"));
    check_transcripts(
        &paths,
        &[&STEADY[..], &["--gtp-identity", "katago"]].concat(),
    );
    let asked = "1 name\n2 version\n";
    let answers = answers_to(&["--gtp-identity", "katago"], asked);
    assert_eq!(answers, ["=1 KataGo", "=2 1.16.0"]);
    let version = concat!("=2 ", env!("CARGO_PKG_VERSION"));
    assert_eq!(answers_to(&[], asked), ["=1 Ponnuki", version]);
}

#[test]
fn the_engine_answers_to_the_letter() {
    let paths = transcripts(&data().join("ponnuki"));
    assert_eq!(paths.len(), 4);
    check_transcripts(&paths, &STEADY);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let moves = "boardsize 7\n".to_owned() + &"genmove b\ngenmove w\n".repeat(12) + "printsgf\n";
    let play = |seed, moves: &str| {
        let args = ["--playouts", "60", "--resign", "never", "--seed", seed];
        answers_to(&args, moves)
    };
    let game = play("1", &moves);
    assert_eq!(game.len(), 26);
    assert_eq!(game, play("1", &moves));
    let twice = play("1", &format!("{moves}clear_cache\nclear_board\n{moves}"));
    assert_eq!(twice[..26], game);
    assert_eq!(twice[28..], game);
    assert_ne!(game, play("2", &moves));
}

#[test]
fn games_are_loaded_before_the_move_that_is_named() {
    let path = std::env::temp_dir().join(format!("ponnuki gtp {}.sgf", std::process::id()));
    let path = path.display();
    let input = format!(
        "boardsize 5\nkomi 3.5\nplay b c3\nplay w b2\nplay b pass\nprintsgf {path}\n\
         clear_board\nloadsgf {path}\nprintsgf\nloadsgf {path} 2\nprintsgf\n\
         loadsgf {path} 1\nprintsgf\nloadsgf {path} 99\nprintsgf\nget_komi\n"
    );
    let answers = answers_to(&[], &input);
    let start = format!(
        "= (;GM[1]FF[4]CA[UTF-8]AP[Ponnuki:{}]SZ[5]RU[Chinese]KM[3.5]",
        env!("CARGO_PKG_VERSION")
    );
    for (at, moves) in [
        (8, ";B[cc];W[bd];B[])"),
        (10, ";B[cc])"),
        (12, ")"),
        (14, ";B[cc];W[bd];B[])"),
    ] {
        assert_eq!(answers[at], format!("{start}{moves}"));
    }
    assert_eq!(answers[15], "= 3.5");
    fs::remove_file(path.to_string()).unwrap();
}

#[test]
fn the_command_line_says_how_to_begin() {
    let args = ["--rules", "goban", "--size", "13x9", "--komi", "-3.5"];
    let answers = answers_to(&args, "showboard\n");
    let first = answers[0].lines().next().unwrap();
    assert_eq!(
        first,
        "= 13x9, goban rules, komi -3.5, Black to move after move 0"
    );
}

#[test]
fn every_board_is_played_on() {
    for (width, height) in [(1, 1), (1, 2), (2, 1), (3, 2), (1, 25), (25, 25)] {
        let input = format!(
            "boardsize {width} {height}\ngenmove b\ngenmove w\ngenmove b\ngenmove b\n\
             kata-genmove_analyze w ownership true\nkgs-genmove_cleanup b\nfinal_score\n\
             final_status_list alive\nponnuki-ownership\nshowboard\nprintsgf\nundo\n"
        );
        let answers = answers_to(&["--playouts", "10", "--seed", "1"], &input);
        assert_eq!(answers.len(), 13, "{width}x{height}");
        for answer in answers {
            assert!(answer.starts_with('='), "{width}x{height}: {answer}");
        }
    }
}

#[test]
fn nothing_but_answers_is_written_to_stdout() {
    let heard = gtp(&["--playouts", "10", "--size", "5"], b"genmove b\r\n\r\n");
    let word = heard.stdout.strip_prefix("= ").unwrap();
    assert_eq!(word.trim_end().len(), 2, "{word}");
    assert!(word.ends_with("\n\n"));
    assert!(heard.stderr.starts_with("Ponnuki "), "{}", heard.stderr);
    // LizGoban says nothing before it has read these words.
    assert!(heard.stderr.contains("GTP ready"), "{}", heard.stderr);
    assert_eq!(heard.stderr.lines().count(), 1);
}

/// Clearing up after a dispute: the dead stone is captured before anything else.
#[test]
fn cleaning_up_captures_what_is_dead_before_it_passes() {
    let dead = "W A5";
    let alive = "B C1 B C2 B C3 B C4 B C5 B B3 B A3 W D1 W D2 W D3 W D4 W D5 W E3";
    let input = format!(
        "boardsize 5\nset_position {alive} {dead}\nplay b pass\nplay w pass\n\
         kgs-genmove_cleanup b\nplay w pass\nkgs-genmove_cleanup b\nplay w pass\nshowboard\n"
    );
    let answers = answers_to(&["--playouts", "200", "--seed", "1"], &input);
    let mut attacks = [answers[4].clone(), answers[6].clone()];
    attacks.sort();
    assert_eq!(attacks, ["= A4", "= B5"]);
    assert!(answers[8].contains("\n 5 . X X O . 5\n"), "{}", answers[8]);
}

#[test]
fn analysis_goes_on_until_the_client_says_something() {
    let paths = ["lizzie", "sabaki", "q5go", "traps"];
    let paths = paths.map(|name| data().join(name).with_extension("gtp"));
    check_transcripts(&paths, &["--time", "0.2", "--seed", "1"]);
}

/// The seconds that a command took, as the engine tells them.
fn seconds_of(args: &[&str], commands: &str) -> f64 {
    let answers = answers_to(args, &format!("boardsize 9\n{commands}cputime\n"));
    answers.last().unwrap()["= ".len()..].parse().unwrap()
}

/// A machine that is busy with other things may be late, but not by so much.
#[test]
fn thinking_ends_with_the_clock_and_with_an_interrupt() {
    for clock in [
        "kata-time_settings byoyomi 0 0.4 1",
        "kata-time_settings fischer 1 0.1",
        "time_settings 300 5 1\ntime_left b 1 5",
    ] {
        let seconds = seconds_of(&["--seed", "1"], &format!("{clock}\ngenmove b\n"));
        assert!((0.01..1.5).contains(&seconds), "{clock}: {seconds}");
    }
    let seconds = seconds_of(&["--time", "600"], "genmove b\n# interrupt\n");
    assert!(seconds < 30.0, "{seconds}");
    let seconds = seconds_of(&["--time", "600"], "kata-analyze 1\n");
    assert!(seconds < 30.0, "{seconds}");
}

#[test]
fn a_player_may_be_asked_out_of_turn() {
    let input = "boardsize 7\nplay b d4\ngenmove b\ngenmove b\nprintsgf\n\
        play w pass\nplay b pass\ngenmove b\nprintsgf\n";
    let answers = answers_to(&STEADY, input);
    for (at, n_black) in [(4, 3), (8, 5)] {
        let n_found = answers[at].matches(";B[").count();
        assert_eq!(n_found, n_black, "{}", answers[at]);
    }
    assert!(!answers[4].contains(";W["), "{}", answers[4]);
}

/// What the past forbids is neither played nor thought of, in turn or out of it.
#[test]
fn a_ko_is_not_retaken_out_of_turn() {
    let stones = "B B3 B A2 B B1 W C3 W D2 W C1 B C2";
    let ko = format!("boardsize 4 3\nset_position {stones}\nplay w b2\n");
    let answers = answers_to(&STEADY, &format!("{ko}play b c2\n"));
    assert_eq!(answers[2..], ["= ", "? illegal move"]);
    let later = format!("{ko}play b pass\nplay b c2\nkata-genmove_analyze b allow b C2 1\n");
    let args = [&STEADY[..], &["--rules", "tromp-taylor"]].concat();
    let answers = answers_to(&args, &later);
    assert_eq!(answers[4], "? illegal move");
    assert!(answers[5].ends_with("\nplay pass"), "{}", answers[5]);
    assert!(!answers[5].contains("move C2"), "{}", answers[5]);
}

#[test]
fn a_client_says_which_moves_to_think_of() {
    for command in [
        "kata-genmove_analyze",
        "lz-genmove_analyze",
        "genmove_analyze",
    ] {
        let only = format!("boardsize 5\n{command} b allow b A1 1\n{command} w allow w pass 1\n");
        let answers = answers_to(&STEADY, &only);
        assert!(answers[1].ends_with("\nplay A1"), "{}", answers[1]);
        assert!(answers[2].ends_with("\nplay pass"), "{}", answers[2]);
    }
    let all_but = "boardsize 2\nkata-genmove_analyze b avoid b A1,A2,B2 1\n";
    let answers = answers_to(&STEADY, all_but);
    assert!(answers[1].ends_with("\nplay B1") || answers[1].ends_with("\nplay pass"));
    assert!(!answers[1].contains("move A1 "), "{}", answers[1]);
}

#[test]
fn moves_that_were_not_tried_are_told_only_when_asked_for() {
    let n_moves = |keys: &str| {
        let input = format!("boardsize 19\nkata-genmove_analyze b {keys}\n");
        answers_to(&["--playouts", "5", "--seed", "1"], &input)[1]
            .matches("info move ")
            .count()
    };
    assert!((1..=5).contains(&n_moves("")));
    assert_eq!(n_moves("minmoves 30"), 30);
    assert_eq!(n_moves("maxmoves 1"), 1);
}

/// The words after `key` in an answer, up to the next one that is no number.
fn numbers_after(answer: &str, key: &str) -> Vec<f64> {
    let after = answer.split_whitespace().skip_while(|word| *word != key);
    let numbers = after.skip(1).map_while(|word| word.parse().ok());
    numbers.collect()
}

/// The passes that end a game are part of what a network is told, and it has an opinion on
/// every move all the same.
#[test]
fn what_the_network_says_after_the_end_is_told_with_the_passes() {
    let net = TinyNet::for_test("raw-nn-end");
    for rules in ["japanese", "tromp-taylor"] {
        let input = format!(
            "boardsize 5\nkata-set-rules {rules}\nplay b c3\nplay w pass\nplay b pass\n\
             kata-raw-nn 0\nset_position b c3\nkata-raw-nn w 0\n"
        );
        let answers = answers_to(&["--net", net.as_str()], &input);
        let (ended, bare) = (&answers[5], &answers[7]);
        let is_told = |share: &&f64| !share.is_nan();
        let policy = numbers_after(ended, "policy");
        assert_eq!(policy.iter().filter(is_told).count(), 24, "{ended}");
        assert_ne!(
            ended, bare,
            "{rules}: the network is not told of the passes"
        );
    }
}

#[test]
fn what_the_network_says_is_told_as_katago_does() {
    let net = TinyNet::for_test("raw-nn");
    let input = "boardsize 5 4\nplay b c3\nkata-raw-nn 0\nkata-raw-nn w all\nkata-raw-nn 4\n\
        kata-raw-nn 8\nkata-raw-nn\nboardsize 5\nkata-raw-nn all\nkata-raw-nn b 7\n\
        known_command kata-raw-nn\n";
    let answers = answers_to(&["--net", net.as_str()], input);
    let one = &answers[2];
    assert!(one.starts_with("= symmetry 0\nwhiteWin 0."), "{one}");
    for key in [
        "whiteWin",
        "whiteLoss",
        "noResult",
        "whiteLead",
        "policyPass",
        "varTimeLeft",
    ] {
        assert_eq!(numbers_after(one, key).len(), 1, "{key}: {one}");
    }
    let policy = numbers_after(one, "policy");
    assert_eq!(
        policy.iter().filter(|share| share.is_nan()).count(),
        1,
        "{one}"
    );
    let sum: f64 = policy.iter().filter(|share| !share.is_nan()).sum();
    let pass = numbers_after(one, "policyPass")[0];
    assert!((sum + pass - 1.0).abs() < 1e-3, "{one}");
    assert_eq!(numbers_after(one, "whiteOwnership").len(), 20, "{one}");
    let n_told = |answer: &String| answer.matches("symmetry ").count();
    assert_eq!((n_told(&answers[3]), n_told(&answers[8])), (4, 8));
    assert_eq!(
        answers[4],
        "? a board that is not square has the symmetries 0 to 3"
    );
    assert_eq!(answers[5..7], ["? syntax error", "? syntax error"]);
    assert!(answers[9].starts_with("= symmetry 7\n"), "{}", answers[9]);
    assert_eq!(answers[10], "= true");
}

#[test]
fn with_a_network_analysis_tells_what_it_knows() {
    let net = TinyNet::for_test("gtp-told");
    let keys = "ownership true movesOwnership true rootInfo true pvVisits true noResultValue true";
    let input = format!("boardsize 5\nkata-genmove_analyze b {keys}\n");
    let args = ["--net", net.as_str(), "--playouts", "80", "--seed", "1"];
    let answer = &answers_to(&args, &input)[1];
    for key in [
        "scoreStdev",
        "scoreSelfplay",
        "utility",
        "utilityLcb",
        "noResultValue",
    ] {
        assert_eq!(numbers_after(answer, key).len(), 1, "{key}: {answer}");
    }
    assert!(numbers_after(answer, "scoreStdev")[0] > 0.0, "{answer}");
    assert_ne!(
        numbers_after(answer, "utility")[0],
        2.0 * numbers_after(answer, "winrate")[0] - 1.0
    );
    let whole = numbers_after(answer, "ownership");
    let after_best = numbers_after(answer, "movesOwnership");
    assert_eq!((whole.len(), after_best.len()), (25, 25), "{answer}");
    assert_ne!(whole, after_best);
}

/// The lines of the next answer.
fn next_answer(output: &mut impl BufRead) -> String {
    let mut answer = String::new();
    while !answer.ends_with("\n\n") {
        let n_read = output.read_line(&mut answer).unwrap();
        assert!(n_read > 0, "{answer:?}");
    }
    answer
}

/// How many visits the second move rests on if the opponent takes a while for the
/// expected answer to the first.
fn visits_after_a_while(args: &[&str]) -> f64 {
    let mut engine = Engine::start(args);
    let (mut input, output) = (engine.input(), engine.output());
    let mut output = BufReader::new(output);
    writeln!(input, "boardsize 5\nkata-genmove_analyze b").unwrap();
    next_answer(&mut output);
    let first = next_answer(&mut output);
    let played = first.trim().rsplit(' ').next().unwrap();
    let pv = first.split(&format!(" pv {played} ")).nth(1).unwrap();
    let expected = pv.split_whitespace().next().unwrap();
    // The opponent is another engine, and thinks for a while.
    answers_to(&["--time", "0.5", "--size", "5"], "genmove b\n");
    writeln!(
        input,
        "play w {expected}\nkata-genmove_analyze b rootInfo true\nquit"
    )
    .unwrap();
    next_answer(&mut output);
    let second = next_answer(&mut output);
    let root = second.split("rootInfo ").last().unwrap();
    assert!(engine.wait().success());
    numbers_after(root, "visits")[0]
}

#[test]
fn pondering_finds_what_the_next_move_needs() {
    let net = TinyNet::for_test("ponder");
    let args = [
        "--net",
        net.as_str(),
        "--playouts",
        "200",
        "--seed",
        "1",
        "--ponder",
    ];
    let [ponders, rests] = [&args[..], &args[..6]].map(visits_after_a_while);
    assert!((201.0..400.0).contains(&rests), "{rests}");
    assert!(ponders > rests, "{ponders} {rests}");
}

/// An engine that is killed while it thinks has written nothing anywhere.
#[test]
fn a_kill_in_mid_search_leaves_nothing_behind() {
    let net = TinyNet::for_test("kill");
    let dir = std::env::temp_dir().join(format!("ponnuki-kill-{}", std::process::id()));
    fs::create_dir(&dir).unwrap();
    for command in ["kata-analyze 1", "genmove b", "kata-genmove_analyze b 1"] {
        let mut engine = Engine::start_in(&dir, &["--net", net.as_str(), "--time", "600"]);
        let (mut input, output) = (engine.input(), engine.output());
        writeln!(input, "name\n{command}").unwrap();
        let mut lines = BufReader::new(output).lines();
        assert_eq!(lines.next().unwrap().unwrap(), "= Ponnuki");
        engine.kill();
        assert!(!engine.wait().success(), "{command}");
        let left: Vec<_> = fs::read_dir(&dir).unwrap().collect();
        assert!(left.is_empty(), "{command}: {left:?}");
    }
    fs::remove_dir(&dir).unwrap();
}

#[test]
fn a_mark_before_the_first_command_is_no_part_of_it() {
    let heard = gtp(&[], b"\xEF\xBB\xBFname\nname\n");
    assert_eq!(heard.stdout, "= Ponnuki\n\n= Ponnuki\n\n");
}

#[test]
fn how_far_ownership_varies_is_told_with_and_without_a_network() {
    let net = TinyNet::for_test("stdev");
    for net in [net.as_str(), "none"] {
        let args = [
            "--net",
            net,
            "--size",
            "5",
            "--playouts",
            "30",
            "--seed",
            "1",
        ];
        let asked = "kata-search_analyze b ownership true ownershipStdev true \
            movesOwnershipStdev true\n";
        let answers = answers_to(&args, asked);
        let stdevs = numbers_after(&answers[0], "ownershipStdev");
        assert_eq!(stdevs.len(), 25, "{net}: {}", answers[0]);
        assert!(stdevs.iter().all(|stdev| (0.0..=1.0).contains(stdev)));
        assert!(stdevs.iter().any(|&stdev| stdev > 0.0), "{net}: {stdevs:?}");
        assert_eq!(numbers_after(&answers[0], "movesOwnershipStdev").len(), 25);
    }
}

/// What is set while the engine runs is gone by at once.
#[test]
fn a_parameter_changes_what_is_thought() {
    let net = TinyNet::for_test("params");
    let args = [
        "--net",
        net.as_str(),
        "--size",
        "7",
        "--playouts",
        "40",
        "--seed",
        "1",
    ];
    let ask = "kata-search_analyze b\n";
    let after = |set: &str| {
        answers_to(&args, &format!("{set}\nclear_cache\n{ask}"))
            .pop()
            .unwrap()
    };
    let plain = after("name");
    assert_eq!(after("kata-set-param wideRootNoise 0"), plain);
    for set in [
        "kata-set-param wideRootNoise 2",
        "kata-set-param cpuctExploration 9",
        "kata-set-param playoutDoublingAdvantage 3",
        "kata-set-param maxVisits 7",
        "kata-set-params {\"rootPolicyTemperature\": 20}",
        "lz-setoption name visits value 7",
    ] {
        assert_ne!(after(set), plain, "{set}");
    }
    // That is for analysis, which this is not.
    assert_eq!(after("kata-set-param analysisWideRootNoise 2"), plain);
}

#[test]
fn a_search_that_any_input_ends_says_so() {
    let args = ["--size", "9", "--time", "3600", "--seed", "1"];
    let answers = answers_to(&args, "kata-search_cancellable b\nname\n");
    assert_eq!(answers, ["= cancelled", "= Ponnuki"]);
    let answers = answers_to(&args, "kata-search_analyze_cancellable b\nshowboard\n");
    assert!(answers[0].ends_with("play cancelled"), "{answers:?}");
    assert!(answers[1].contains("after move 0"), "{answers:?}");
}

#[test]
fn the_thinking_of_a_debugged_move_is_told_on_stderr() {
    for command in ["kata-search_debug b", "genmove_debug b"] {
        let heard = gtp(
            &["--size", "5", "--playouts", "20"],
            format!("{command}\n").as_bytes(),
        );
        assert!(heard.stderr.contains("info move"), "{}", heard.stderr);
        assert_eq!(heard.stdout.lines().count(), 2, "{}", heard.stdout);
    }
}
