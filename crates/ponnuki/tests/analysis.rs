//! `ponnuki analysis` as programs meet it: transcripts, and what depends on time.

mod analysis_session;
mod tiny_net;

use std::env;
use std::fs;
use std::path::Path;

use analysis_session::{STEADY, Session, analysis};
use serde_json::{Value, json};
use tiny_net::TinyNet;

/// A query about an empty board that would take years.
fn endless(id: &str) -> Value {
    json!({
        "id": id, "boardXSize": 5, "boardYSize": 5, "rules": "chinese", "moves": [],
        "maxVisits": 1u64 << 50, "reportDuringSearchEvery": 0.01,
    })
}

/// A query about a few moves, answered at once.
fn brief(id: &str) -> Value {
    json!({
        "id": id, "boardXSize": 3, "boardYSize": 3, "rules": "japanese", "komi": 6.5,
        "moves": [["B", "B2"], ["W", "A1"], ["B", "C1"]], "maxVisits": 8,
    })
}

fn is_final(line: &Value) -> bool {
    line["isDuringSearch"] == false
}

/// The paragraphs of the transcript as the program answers them now.
fn transcribe(transcript: &str) -> String {
    let paragraphs = transcript.split("\n\n").map(|paragraph| {
        let kept = paragraph.lines().filter(|line| !line.starts_with("< "));
        let mut text: String = kept.clone().map(|line| format!("{line}\n")).collect();
        let input = kept.filter_map(|line| line.strip_prefix("> "));
        let input: String = input.map(|line| format!("{line}\n")).collect();
        if !input.is_empty() {
            let heard = analysis(&STEADY, input.as_bytes());
            assert!(heard.status.success(), "{input}{}", heard.stderr);
            text.extend(heard.stdout.lines().map(|line| format!("< {line}\n")));
        }
        text
    });
    paragraphs.collect::<Vec<String>>().join("\n")
}

#[test]
fn queries_are_answered_as_written_down() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/analysis.txt");
    let expected = fs::read_to_string(&path).unwrap();
    let found = transcribe(&expected);
    if env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(&path, &found).unwrap();
    } else {
        let mut pairs = found.lines().zip(expected.lines());
        let differing = pairs.find(|(found, expected)| found != expected);
        assert_eq!(differing, None, "UPDATE_GOLDENS=1 if it should be");
        assert_eq!(found, expected, "UPDATE_GOLDENS=1 if it should be");
    }
}

#[test]
fn a_search_reports_on_the_way_and_ends_when_it_is_told_to() {
    let mut session = Session::start(&STEADY);
    session.say(&endless("long"));
    let first = session.hear();
    assert_eq!(first["isDuringSearch"], true);
    let later =
        session.hear_until(|line| line["rootInfo"]["visits"] != first["rootInfo"]["visits"]);
    assert!(later["rootInfo"]["visits"].as_u64() > first["rootInfo"]["visits"].as_u64());
    let stop = json!({"id": "stop", "action": "terminate", "terminateId": "long"});
    session.say(&stop);
    let (mut rest, status) = session.end();
    assert!(status.success());
    rest.retain(|line| line["isDuringSearch"] != true);
    rest.sort_by_key(|line| line["id"].to_string());
    assert_eq!(rest.len(), 2, "{rest:?}");
    assert_eq!(rest[0]["turnNumber"], 0);
    assert!(rest[0]["rootInfo"]["visits"].as_u64() >= later["rootInfo"]["visits"].as_u64());
    assert_eq!(rest[1], stop);
}

#[test]
fn what_nobody_has_begun_with_is_called_off_without_results() {
    let mut session = Session::start(&STEADY);
    session.say(&endless("long"));
    session.hear();
    for id in ["a", "b"] {
        let mut query = brief(id);
        query["analyzeTurns"] = json!([0, 1, 2, 3]);
        session.say(&query);
    }
    session.say(&json!({
        "id": "some", "action": "terminate", "terminateId": "b", "turnNumbers": [1, 3],
    }));
    let called_off = |turn| {
        json!({
            "id": "b", "isDuringSearch": false, "noResults": true, "turnNumber": turn,
        })
    };
    assert_eq!(session.hear_until(is_final), called_off(1));
    assert_eq!(session.hear_until(is_final), called_off(3));
    session.say(&json!({"id": "all", "action": "terminate_all"}));
    let (rest, status) = session.end();
    assert!(status.success());
    let finals: Vec<&Value> = rest.iter().filter(|line| is_final(line)).collect();
    let without = finals.iter().filter(|line| line["noResults"] == true);
    assert_eq!((finals.len(), without.count()), (7, 6), "{finals:?}");
}

#[test]
fn the_most_urgent_query_overtakes_those_that_wait() {
    let mut session = Session::start(&STEADY);
    session.say(&endless("long"));
    session.hear();
    for (id, priority) in [("low", -1), ("old", 5), ("new", 5), ("high", 9)] {
        let mut query = brief(id);
        query["priority"] = json!(priority);
        session.say(&query);
    }
    session.say(&json!({"id": "stop", "action": "terminate", "terminateId": "long"}));
    let (rest, _) = session.end();
    let finals = rest.iter().filter(|line| is_final(line));
    let ids: Vec<&str> = finals.map(|line| line["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["long", "high", "old", "new", "low"]);
}

#[test]
fn many_queries_at_once_are_each_answered_once_and_alike() {
    const N: usize = 300;
    let queries: String = (0..N)
        .map(|i| brief(&i.to_string()).to_string() + "\n")
        .collect();
    let heard = analysis(
        &["--seed", "1", "--threads", "1", "--analysis-threads", "4"],
        queries.as_bytes(),
    );
    assert!(heard.status.success(), "{}", heard.stderr);
    let alone = analysis(&STEADY, (brief("").to_string() + "\n").as_bytes());
    let mut ids: Vec<usize> = Vec::new();
    for mut line in heard.lines {
        ids.push(line["id"].as_str().unwrap().parse().unwrap());
        line["id"] = json!("");
        assert_eq!(line, alone.lines[0]);
    }
    ids.sort_unstable();
    assert_eq!(ids, (0..N).collect::<Vec<_>>());
}

#[test]
fn a_client_that_does_not_wait_gets_what_is_found_by_then() {
    let mut session = Session::start(&["--quit-without-waiting", "--analysis-threads", "1"]);
    session.say(&endless("long"));
    session.say(&brief("never"));
    session.hear();
    let (rest, status) = session.end();
    assert!(status.success());
    let finals = rest.iter().filter(|line| is_final(line));
    let ids: Vec<&Value> = finals.map(|line| &line["id"]).collect();
    assert_eq!(ids, ["long"]);
}

#[test]
fn a_time_limit_ends_a_search() {
    let mut query = endless("timed");
    query["overrideSettings"] = json!({"maxTime": 0.05});
    let heard = analysis(&STEADY, (query.to_string() + "\n").as_bytes());
    assert!(heard.lines.last().is_some_and(is_final));
}

#[test]
fn the_board_after_the_end_of_a_game_is_still_looked_at() {
    let mut query = brief("over");
    query["moves"] = json!([
        ["B", "B2"],
        ["W", "pass"],
        ["B", "pass"],
        ["W", "pass"],
        ["W", "A1"]
    ]);
    query["analyzeTurns"] = json!([3, 4, 5]);
    query["includePolicy"] = json!(true);
    let heard = analysis(&STEADY, (query.to_string() + "\n").as_bytes());
    let turns = heard
        .lines
        .iter()
        .map(|line| &line["rootInfo"]["currentPlayer"]);
    let turns: Vec<&Value> = turns.collect();
    assert_eq!(turns, ["W", "B", "B"]);
    for line in &heard.lines {
        assert!(!line["moveInfos"].as_array().unwrap().is_empty(), "{line}");
        assert_eq!(line["policy"][4], -1.0, "a stone lies at B2: {line}");
    }
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_one_read() {
    let mut input = vec![b'x'; (1 << 20) + 1];
    input.extend(b"\n{\"id\":\"v\",\"action\":\"clear_cache\"}\n");
    let heard = analysis(&STEADY, &input);
    assert_eq!(heard.lines[0]["error"], "a line has at most 1048576 bytes");
    assert_eq!(heard.lines[1]["id"], "v");
}

#[test]
fn katago_s_own_command_line_is_understood() {
    let config = env::temp_dir().join(format!("ponnuki-analysis-{}.cfg", std::process::id()));
    fs::write(&config, "maxVisits = 3\nnnMaxBatchSize = 8\n").unwrap();
    let net = TinyNet::for_test("katago-line");
    let args = [
        "-model",
        net.as_str(),
        "-config",
        config.to_str().unwrap(),
        "-override-config",
        "reportAnalysisWinratesAs=SIDETOMOVE,homeDataDir=x",
        "-analysis-threads",
        "1",
    ];
    let mut query = brief("k");
    query.as_object_mut().unwrap().remove("maxVisits");
    let heard = analysis(&args, (query.to_string() + "\n").as_bytes());
    fs::remove_file(&config).unwrap();
    assert!(heard.status.success(), "{}", heard.stderr);
    assert_eq!(heard.lines[0]["rootInfo"]["visits"], 3);
}

/// A field of a list of numbers, as numbers.
fn numbers(value: &Value) -> Vec<f64> {
    let numbers = value.as_array().unwrap().iter();
    numbers.map(|number| number.as_f64().unwrap()).collect()
}

#[test]
fn with_a_network_all_is_told_that_it_knows() {
    let net = TinyNet::for_test("analysis-told");
    let mut query = brief("net");
    for (field, value) in [
        ("maxVisits", json!(60)),
        ("includePolicy", json!(true)),
        ("includeOwnership", json!(true)),
        ("includeMovesOwnership", json!(true)),
        ("includePVVisits", json!(true)),
        ("includeNoResultValue", json!(true)),
        (
            "avoidMoves",
            json!([{"player": "W", "moves": ["C3"], "untilDepth": 1}]),
        ),
    ] {
        query[field] = value;
    }
    let models = json!({"id": "m", "action": "query_models"});
    let args = [&STEADY[..], &["--net", net.as_str()]].concat();
    let heard = analysis(&args, format!("{query}\n{models}\n").as_bytes());
    assert!(heard.status.success(), "{}", heard.stderr);
    let find = |id: &str| heard.lines.iter().find(|line| line["id"] == id).unwrap();
    assert_eq!(find("m")["models"][0]["internalName"], tiny_net::NAME);
    let (report, root) = (find("net"), &find("net")["rootInfo"]);
    for field in [
        "rawWinrate",
        "rawLead",
        "rawScoreSelfplay",
        "rawNoResultProb",
        "scoreSelfplay",
    ] {
        assert!(root[field].is_number(), "{field}: {root}");
    }
    for field in [
        "scoreStdev",
        "rawScoreSelfplayStdev",
        "rawStWrError",
        "rawStScoreError",
        "rawVarTimeLeft",
    ] {
        assert!(root[field].as_f64() > Some(0.0), "{field}: {root}");
    }
    // What is not to be looked at is still as likely as the network says; a stone lies
    // at B2, and moves that may not be made have no likelihood.
    let policy = numbers(&report["policy"]);
    assert_eq!((policy.len(), policy[4]), (10, -1.0));
    assert!(policy[2] > 0.0, "{policy:?}");
    let sum: f64 = policy.iter().filter(|share| **share > 0.0).sum();
    assert!((sum - 1.0).abs() < 1e-3, "{policy:?}");
    let moves = report["moveInfos"].as_array().unwrap();
    assert!(moves.iter().all(|mv| mv["move"] != "C3"));
    let values = moves.iter().map(|mv| mv["playSelectionValue"].as_f64());
    assert!(values.is_sorted_by(|a, b| a >= b), "{moves:?}");
    let boards: Vec<_> = moves.iter().map(|mv| numbers(&mv["ownership"])).collect();
    assert!(boards.iter().any(|board| *board != boards[0]), "{boards:?}");
    for mv in moves {
        assert!(mv["scoreStdev"].as_f64() > Some(0.0), "{mv}");
        assert!(mv["noResultValue"].is_number(), "{mv}");
        let visits = numbers(&mv["pvVisits"]);
        assert_eq!(visits.len(), mv["pv"].as_array().unwrap().len(), "{mv}");
        assert_eq!(Some(visits[0]), mv["visits"].as_f64(), "{mv}");
        assert_eq!(mv["pvEdgeVisits"], mv["pvVisits"], "{mv}");
        for field in ["edgeVisits", "weight", "edgeWeight"] {
            assert_eq!(mv[field].as_f64(), Some(visits[0]), "{field}: {mv}");
        }
        assert!(mv["utilityLcb"].as_f64() != mv["utility"].as_f64(), "{mv}");
    }
}

#[test]
fn without_a_network_nothing_is_made_up() {
    let mut query = brief("plain");
    query["includeNoResultValue"] = json!(true);
    let heard = analysis(&STEADY, (query.to_string() + "\n").as_bytes());
    let (report, root) = (&heard.lines[0], &heard.lines[0]["rootInfo"]);
    for field in ["rawWinrate", "rawLead", "scoreStdev", "scoreSelfplay"] {
        assert!(root[field].is_null(), "{field}: {root}");
    }
    assert!(
        report["moveInfos"][0]["noResultValue"].is_null(),
        "{report}"
    );
}

#[test]
fn a_model_that_is_none_is_refused_with_the_reason() {
    let file = env::temp_dir().join(format!("ponnuki-no-model-{}", std::process::id()));
    fs::write(&file, "nothing").unwrap();
    let heard = analysis(&["-model", file.to_str().unwrap()], b"");
    fs::remove_file(&file).unwrap();
    assert_eq!(heard.status.code(), Some(1));
    assert!(heard.stderr.starts_with("error: "), "{}", heard.stderr);
    assert_eq!(heard.stderr.lines().count(), 1, "{}", heard.stderr);
}

#[test]
fn a_mark_before_the_first_line_is_no_part_of_it() {
    let heard = analysis(
        &STEADY,
        b"\xEF\xBB\xBF{\"id\":\"a\",\"action\":\"query_version\"}\n",
    );
    assert_eq!(heard.lines.len(), 1);
    assert_eq!(
        heard.lines[0]["action"], "query_version",
        "{}",
        heard.stdout
    );
}

#[test]
fn so_much_memory_is_enough_and_less_is_refused() {
    let line = brief("a").to_string() + "\n";
    let heard = analysis(
        &[&STEADY[..], &["--memory", "16"]].concat(),
        line.as_bytes(),
    );
    assert!(heard.lines.last().is_some_and(is_final), "{}", heard.stdout);
    let heard = analysis(&["--memory", "15"], b"");
    assert!(!heard.status.success());
    assert!(heard.stderr.contains("from 16 to"), "{}", heard.stderr);
}

#[test]
fn fields_that_no_query_has_are_warned_of_unless_nobody_wants_to_know() {
    let mut query = brief("a");
    query["fooBar"] = json!(1);
    let ask = |query: &Value| analysis(&STEADY, (query.to_string() + "\n").as_bytes()).lines;
    assert_eq!(ask(&query)[0]["field"], "fooBar");
    query["overrideSettings"] = json!({"warnUnusedFields": false});
    assert!(is_final(&ask(&query)[0]));
}

/// With a network settings change what is found, and without one they are warned of.
#[test]
fn settings_are_for_networks() {
    let net = TinyNet::for_test("settings");
    let mut query = brief("a");
    query["maxVisits"] = json!(40);
    let ask = |query: &Value, net: &str| {
        let args = [&STEADY[..], &["--net", net]].concat();
        analysis(&args, (query.to_string() + "\n").as_bytes()).lines
    };
    let plain = ask(&query, net.as_str());
    for fields in [
        json!({"rootPolicyTemperature": 50.0}),
        json!({"rootFpuReductionMax": 2.0}),
        json!({"overrideSettings": {"wideRootNoise": 2.0}}),
        json!({"overrideSettings": {"cpuctExploration": 9.0}}),
        json!({"overrideSettings": {"playoutDoublingAdvantage": 3.0}}),
        json!({"overrideSettings": {"ignorePreRootHistory": true}}),
        json!({"overrideSettings": {"rootNumSymmetriesToSample": 8}}),
    ] {
        let mut changed = query.clone();
        for (key, value) in fields.as_object().unwrap() {
            changed[key] = value.clone();
        }
        let found = ask(&changed, net.as_str());
        assert_eq!(found.len(), 1, "{fields}: {found:?}");
        assert_ne!(found, plain, "{fields}");
        let warned = ask(&changed, "none");
        assert_eq!(warned.len(), 2, "{fields}: {warned:?}");
        assert!(warned[0]["warning"].is_string(), "{fields}: {warned:?}");
    }
}
