//! Random queries, half of them wrong: the program never panics, answers every
//! turn it accepted exactly once, and says what is wrong with the rest.

mod analysis_session;
mod tiny_net;

use std::collections::BTreeMap;

use analysis_session::{STEADY, analysis};
use ponnuki_game::Dice;
use serde_json::{Map, Value, json};
use tiny_net::TinyNet;

const N_SEEDS: u64 = 8;
const N_SEEDS_WITH_A_NETWORK: u64 = 4;
const N_LINES: usize = 150;

const FIELDS: &str = "boardXSize boardYSize initialStones initialPlayer moves rules komi \
    whiteHandicapBonus analyzeTurns priority priorities maxVisits analysisPVLen overrideSettings \
    allowMoves avoidMoves includeOwnership includeMovesOwnership includePolicy includePVVisits \
    includeNoResultValue includeOwnershipStdev \
    reportDuringSearchEvery firstReportDuringSearchAfter rootPolicyTemperature fooBar action \
    terminateId turnNumbers id";

fn pick<T: Clone>(dice: &mut Dice, values: &[T]) -> T {
    values[dice.below(values.len())].clone()
}

/// Some value, seldom the right one.
fn any_value(dice: &mut Dice) -> Value {
    let scalars = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1),
        json!(3),
        json!(1e300),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(6.5),
        json!(0.001),
        json!(""),
        json!("B"),
        json!("N-1"),
        json!("A1"),
        json!("(1,1)"),
        json!("(1,"),
        json!("pass"),
        json!("é\u{0}\""),
        json!("japanese"),
        json!("terminate_all"),
        json!("query_models"),
        json!("clear_cache"),
    ];
    match dice.below(6) {
        0 => (0..dice.below(4)).map(|_| any_value(dice)).collect(),
        1 => {
            let keys = [
                "player",
                "moves",
                "untilDepth",
                "ko",
                "maxTime",
                "maxVisits",
            ];
            let pairs = (0..dice.below(4)).map(|_| (pick(dice, &keys).to_owned(), any_value(dice)));
            Value::Object(pairs.collect::<Map<_, _>>())
        }
        _ => pick(dice, &scalars),
    }
}

/// A query on a small board, with some fields replaced by anything.
fn any_query(dice: &mut Dice, number: usize) -> Value {
    let names = [
        "A1", "B1", "C1", "A2", "B2", "C2", "A3", "pass", "(2,2)", "D4",
    ];
    let moves: Vec<Value> = (0..dice.below(5))
        .map(|_| json!([pick(dice, &["B", "w"]), pick(dice, &names)]))
        .collect();
    let mut query = json!({
        "id": number.to_string(), "boardXSize": 3, "boardYSize": 2 + dice.below(2),
        "rules": pick(dice, &["chinese", "japanese", "aga-button", "concise", "white-first"]),
        "moves": moves, "maxVisits": 1 + dice.below(6),
        "includePolicy": dice.below(2) == 0, "includeOwnership": dice.below(2) == 0,
    });
    let fields: Vec<&str> = FIELDS.split_whitespace().collect();
    for _ in 0..dice.below(4) {
        query[pick(dice, &fields)] = any_value(dice);
    }
    // Whatever else it says, it is soon answered.
    query["maxVisits"] = json!(1 + dice.below(6));
    query
}

/// Lines with random queries, some of them broken.
fn any_lines(seed: u64) -> Vec<u8> {
    let mut dice = Dice::new(seed);
    let mut input = Vec::new();
    for number in 0..N_LINES {
        let mut line = any_query(&mut dice, number).to_string().into_bytes();
        match dice.below(12) {
            0 => line.truncate(dice.below(line.len())),
            1 => {
                let at = dice.below(line.len());
                line[at] = dice.below(256) as u8;
            }
            _ => {}
        }
        line.retain(|&byte| byte != b'\n');
        input.extend(line);
        input.push(b'\n');
    }
    input.extend(b"{\"id\":\"last\",\"action\":\"query_version\"}\n");
    input
}

/// Says random lines to a program that is started with `args`.
#[track_caller]
fn check_stream(seed: u64, args: &[&str]) {
    let heard = analysis(&[&STEADY[..], args].concat(), &any_lines(seed));
    assert!(heard.status.success(), "seed {seed}: {}", heard.stderr);
    assert!(
        !heard.stderr.contains("panicked"),
        "seed {seed}: {}",
        heard.stderr
    );
    let mut n_answers: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut n_reports = 0;
    let finals = heard.lines.iter();
    for line in finals.filter(|line| line["isDuringSearch"] == false) {
        n_reports += usize::from(line["noResults"] != true);
        let key = (line["id"].to_string(), line["turnNumber"].to_string());
        *n_answers.entry(key).or_default() += 1;
    }
    let is_number = |id: &str| id.trim_matches('"').parse::<usize>().is_ok();
    // A byte that was changed may have made one id another.
    for (key, n) in n_answers.iter().filter(|((id, _), _)| is_number(id)) {
        assert!(*n <= 2, "seed {seed}: {key:?} is answered {n} times");
    }
    assert!(n_reports > 10, "seed {seed}: {n_reports}");
    let is_last = |line: &Value| line["id"] == "last" && line["version"].is_string();
    assert!(heard.lines.iter().any(is_last), "seed {seed}");
}

#[test]
fn no_stream_of_queries_breaks_the_program() {
    for seed in 0..N_SEEDS {
        check_stream(seed, &[]);
    }
}

#[test]
fn no_stream_of_queries_breaks_a_program_with_a_network() {
    let net = TinyNet::for_test("analysis-garbage");
    for seed in 0..N_SEEDS_WITH_A_NETWORK {
        check_stream(seed, &["-model", net.as_str()]);
    }
}

/// Settings that steer a search, each with whatever comes to mind.
#[test]
fn no_value_of_a_setting_breaks_a_program_with_a_network() {
    let net = TinyNet::for_test("settings-garbage");
    let keys = "wideRootNoise antiMirror rootNumSymmetriesToSample playoutDoublingAdvantage \
        playoutDoublingAdvantagePla ignorePreRootHistory cpuctExploration cpuctExplorationBase \
        cpuctUtilityStdevPrior rootPolicyTemperature nnPolicyTemperature lcbStdevs \
        minVisitPropForLCB rootNoiseEnabled conservativePass";
    let keys: Vec<&str> = keys.split_whitespace().collect();
    let mut dice = Dice::new(1);
    let mut input = String::new();
    for number in 0..N_LINES {
        let mut query = json!({
            "id": number.to_string(), "boardXSize": 3, "boardYSize": 3, "rules": "chinese",
            "moves": [["B", "B2"]], "maxVisits": 1 + dice.below(20), "overrideSettings": {},
            "includeOwnershipStdev": true, "includeMovesOwnershipStdev": dice.below(2) == 0,
        });
        for _ in 0..1 + dice.below(2) {
            let likely = [json!(1), json!(2.5), json!(8), json!(true), json!(false)];
            let value = match dice.below(3) {
                0 => any_value(&mut dice),
                _ => pick(&mut dice, &likely),
            };
            query["overrideSettings"][pick(&mut dice, &keys)] = value;
        }
        input.push_str(&format!("{query}\n"));
    }
    let heard = analysis(
        &[&STEADY[..], &["-model", net.as_str()]].concat(),
        input.as_bytes(),
    );
    assert!(heard.status.success(), "{}", heard.stderr);
    assert!(!heard.stderr.contains("panicked"), "{}", heard.stderr);
    // Each is answered or refused, once.
    let is_report = |line: &&Value| line["isDuringSearch"] == false;
    let is_refusal = |line: &&Value| line["error"].is_string();
    let n_reports = heard.lines.iter().filter(is_report).count();
    let n_refusals = heard.lines.iter().filter(is_refusal).count();
    assert_eq!(n_reports + n_refusals, N_LINES);
    assert!(
        n_reports > 10 && n_refusals > 10,
        "{n_reports} {n_refusals}"
    );
}

#[test]
fn bytes_that_are_no_text_break_nothing() {
    for seed in 0..N_SEEDS {
        let mut dice = Dice::new(seed);
        let mut input: Vec<u8> = (0..20_000).map(|_| dice.below(256) as u8).collect();
        input.extend(b"\n{\"id\":\"77\",\"action\":\"clear_cache\"}\n");
        let heard = analysis(&STEADY, &input);
        assert!(heard.status.success(), "seed {seed}: {}", heard.stderr);
        let (last, before) = heard.lines.split_last().unwrap();
        assert_eq!(last["id"], "77", "seed {seed}");
        assert!(
            before.iter().all(|line| line["error"].is_string()),
            "seed {seed}"
        );
    }
}

#[test]
fn deep_nesting_is_refused_like_any_other_nonsense() {
    let mut input = vec![b'['; 100_000];
    input.extend(b"\n{\"id\":\"a\",\"x\":");
    input.extend([b'['; 100_000]);
    input.extend(b"\n");
    let heard = analysis(&STEADY, &input);
    assert!(heard.status.success(), "{}", heard.stderr);
    assert_eq!(heard.lines.len(), 2);
}
