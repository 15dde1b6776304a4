//! What KaTrain and Ogatak say to KataGo's analysis engine, and what they need to hear.
//!
//! The files of `data/analysis` were made from recordings; see `tests/driven`. Each line is
//! either what the client says, `{"to": …}`, or a pattern of what must come, `{"from": …}`. In a
//! pattern an object names keys that must be there, `"*"` stands for anything but null, and an
//! array of one pattern for any number of things that are so, but not for none.

mod analysis_session;
mod tiny_net;

use std::fs;
use std::path::Path;

use analysis_session::Session;
use serde_json::Value;
use tiny_net::TinyNet;

fn is_like(value: &Value, pattern: &Value) -> bool {
    match (value, pattern) {
        (value, Value::String(any)) if any == "*" => !value.is_null(),
        (Value::Object(value), Value::Object(pattern)) => pattern
            .iter()
            .all(|(key, pattern)| value.get(key).is_some_and(|value| is_like(value, pattern))),
        (Value::Array(values), Value::Array(patterns)) if patterns.len() == 1 => {
            !values.is_empty() && values.iter().all(|value| is_like(value, &patterns[0]))
        }
        (value, pattern) => value == pattern,
    }
}

/// Says what the client said, and hears what it needs.
#[track_caller]
fn replay(name: &str, args: &[&str]) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/analysis");
    let text = fs::read_to_string(data.join(name)).unwrap();
    let mut session = Session::start(args);
    // Answers that came before others that were asked for earlier.
    let mut early: Vec<Value> = Vec::new();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        if let Some(said) = line.get("to") {
            session.say(said);
            continue;
        }
        let pattern = &line["from"];
        if let Some(at) = early.iter().position(|heard| is_like(heard, pattern)) {
            early.remove(at);
            continue;
        }
        loop {
            let heard = session.hear();
            if is_like(&heard, pattern) {
                break;
            }
            // A report on the way may come or not.
            if heard["isDuringSearch"] != true {
                let is_same = heard["id"] == pattern["id"];
                assert!(!is_same, "{name}: {pattern}, not {heard}");
                early.push(heard);
            }
        }
    }
    let (rest, status) = session.end();
    assert!(status.success());
    let rest = early.iter().chain(&rest);
    let unasked: Vec<&Value> = rest.filter(|line| line["isDuringSearch"] != true).collect();
    assert!(unasked.is_empty(), "{name}: {unasked:?}");
}

#[test]
fn patterns_say_what_must_be_there() {
    let is_so = |value: &str, pattern: &str| {
        let [value, pattern] = [value, pattern].map(|text| serde_json::from_str(text).unwrap());
        is_like(&value, &pattern)
    };
    assert!(is_so(r#"{"a":1,"b":[1,2]}"#, r#"{"a":"*","b":["*"]}"#));
    assert!(!is_so(r#"{"a":1,"b":[]}"#, r#"{"b":["*"]}"#));
    assert!(!is_so(r#"{"a":1}"#, r#"{"b":"*"}"#));
    assert!(!is_so(r#"{"a":1}"#, r#"{"a":2}"#));
    assert!(!is_so(r#"{"a":null}"#, r#"{"a":"*"}"#));
}

#[test]
fn ogatak_hears_what_it_needs() {
    let net = TinyNet::for_test("recorded-ogatak");
    let args = ["-model", net.as_str(), "-quit-without-waiting"];
    replay("ogatak.jsonl", &args);
}

#[test]
fn katrain_hears_what_it_needs() {
    let (net, human) = (TinyNet::for_test("recorded"), TinyNet::human("recorded"));
    let args = ["-model", net.as_str(), "-human-model", human.as_str()];
    replay("katrain.jsonl", &args);
}
