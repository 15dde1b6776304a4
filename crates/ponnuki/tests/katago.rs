//! `docs/katago.md` says what of KataGo's protocols is understood; here the program is asked, row
//! by row.

mod analysis_session;
mod gtp_session;
mod tiny_net;

use std::fs;
use std::path::Path;

use analysis_session::{STEADY, analysis};
use gtp_session::answers_to;
use serde_json::{Map, Value, json};
use tiny_net::TinyNet;

/// A network that thinks, and one that imitates people.
struct Nets {
    thinking: TinyNet,
    human: TinyNet,
}

impl Nets {
    fn for_test(name: &str) -> Nets {
        Nets {
            thinking: TinyNet::for_test(name),
            human: TinyNet::human(name),
        }
    }

    fn args(&self) -> [&str; 4] {
        let [net, human] = [&self.thinking, &self.human].map(TinyNet::as_str);
        ["--net", net, "--human-model", human]
    }
}

/// What a row says of us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Here {
    Yes,
    Unlisted,
    No,
}

/// A row of a table.
#[derive(Debug)]
struct Row {
    name: String,
    example: String,
    here: Here,
}

/// The rows of the table under this heading.
#[track_caller]
fn rows(heading: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/katago.md");
    let text = fs::read_to_string(path).unwrap();
    let (_, after) = text
        .split_once(&format!("\n### {heading}\n"))
        .unwrap_or_else(|| panic!("no heading {heading}"));
    let section = after.split("\n#").next().unwrap();
    let mut lines = section.lines().filter(|line| line.starts_with('|'));
    let cells = |line: &str| -> Vec<String> {
        let line = line.trim_matches(['|', ' ']);
        line.split(" | ")
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    let header = cells(lines.next().unwrap());
    let column = |name: &str| header.iter().position(|cell| cell == name);
    let (here_at, example_at) = (column("here").unwrap(), column("example"));
    let rows = lines.skip(1).map(|line| {
        let cells = cells(line);
        assert_eq!(cells.len(), header.len(), "{line}");
        let bare = |cell: &String| cell.trim_matches('`').to_owned();
        Row {
            name: bare(&cells[0]),
            example: example_at.map_or(String::new(), |at| bare(&cells[at])),
            here: match cells[here_at].as_str() {
                "yes" => Here::Yes,
                "unlisted" => Here::Unlisted,
                "no" => Here::No,
                other => panic!("{other} in {line}"),
            },
        }
    });
    let rows: Vec<Row> = rows.collect();
    assert!(!rows.is_empty(), "{heading}");
    rows
}

/// The JSON object with these fields.
fn object(fields: &str) -> Map<String, Value> {
    let parsed = serde_json::from_str(&format!("{{{fields}}}"));
    parsed.unwrap_or_else(|error| panic!("{error}: {fields}"))
}

/// A query that is answered at once, with these fields besides.
fn query(id: usize, fields: &Map<String, Value>) -> Value {
    let mut query = json!({
        "id": id.to_string(), "boardXSize": 9, "boardYSize": 9, "rules": "chinese",
        "moves": [["B", "E5"]], "initialPlayer": "B", "maxVisits": 4,
    });
    for (key, value) in fields.iter().filter(|(key, _)| *key != "id") {
        query[key] = value.clone();
    }
    query
}

/// What is answered to each of these lines, by their order.
fn answered(nets: &Nets, lines: &[Value]) -> Vec<Vec<Value>> {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let args = [&STEADY[..], &nets.args()].concat();
    let heard = analysis(&args, input.as_bytes());
    assert!(heard.status.success(), "{}", heard.stderr);
    let of = |id: usize| {
        let id = Value::String(id.to_string());
        let own = heard.lines.iter().filter(|line| line["id"] == id);
        own.cloned().collect()
    };
    (0..lines.len()).map(of).collect()
}

fn is_report(line: &Value) -> bool {
    line["moveInfos"].is_array()
}

#[test]
fn every_field_of_a_query_is_known_or_warned_of() {
    let nets = Nets::for_test("katago-fields");
    let rows = rows("Fields of a query");
    let queries: Vec<Value> = rows
        .iter()
        .enumerate()
        .map(|(id, row)| {
            let fields = object(&row.example);
            assert!(fields.contains_key(&row.name), "{row:?}");
            query(id, &fields)
        })
        .collect();
    for (row, lines) in rows.iter().zip(answered(&nets, &queries)) {
        assert!(lines.iter().any(is_report), "{row:?}: {lines:?}");
        let is_warned = lines.iter().any(|line| line["field"] == row.name.as_str());
        assert_eq!(is_warned, row.here == Here::No, "{row:?}: {lines:?}");
    }
}

#[test]
fn every_setting_changes_something_or_is_warned_of() {
    let nets = Nets::for_test("katago-settings");
    let heading = "Settings in `overrideSettings`, `-override-config` and configuration files";
    let rows = rows(heading);
    let queries: Vec<Value> = rows
        .iter()
        .enumerate()
        .map(|(id, row)| {
            let settings = object(&format!("\"{}\":{}", row.name, row.example));
            query(
                id,
                &object(&format!("\"overrideSettings\":{}", Value::Object(settings))),
            )
        })
        .collect();
    for (row, lines) in rows.iter().zip(answered(&nets, &queries)) {
        assert!(lines.iter().any(is_report), "{row:?}: {lines:?}");
        let is_warned = lines.iter().any(|line| {
            let warning = line["warning"].as_str().unwrap_or("");
            warning.ends_with(&format!(" {}", row.name))
        });
        assert_eq!(is_warned, row.here == Here::No, "{row:?}: {lines:?}");
    }
}

#[test]
fn every_field_of_an_answer_is_there_or_not_as_it_says() {
    let nets = Nets::for_test("katago-answers");
    let all = object(
        "\"includeOwnership\":true,\"includeOwnershipStdev\":true,\"includeMovesOwnership\":true,\
         \"includeMovesOwnershipStdev\":true,\"includePolicy\":true,\"includePVVisits\":true,\
         \"includeNoResultValue\":true,\"maxVisits\":20,\
         \"overrideSettings\":{\"humanSLProfile\":\"rank_5k\"}",
    );
    let answers = answered(&nets, &[query(0, &all)]);
    let report = &answers[0][0];
    for (heading, part) in [
        ("Fields of an answer", report),
        ("Fields of each of `moveInfos`", &report["moveInfos"][0]),
        ("Fields of `rootInfo`", &report["rootInfo"]),
    ] {
        let rows = rows(heading);
        for row in &rows {
            let is_there = part.get(&row.name).is_some();
            assert_eq!(
                is_there,
                row.here == Here::Yes,
                "{heading}: {row:?} in {part}"
            );
        }
        // And nothing that the table does not name.
        for key in part.as_object().unwrap().keys() {
            assert!(rows.iter().any(|row| row.name == *key), "{heading}: {key}");
        }
    }
}

#[test]
fn every_action_is_carried_out() {
    let nets = Nets::for_test("katago-actions");
    let rows = rows("Actions");
    let lines: Vec<Value> = rows
        .iter()
        .enumerate()
        .map(|(id, row)| {
            let mut line = Value::Object(object(&row.example));
            assert_eq!(line["action"], row.name.as_str());
            line["id"] = json!(id.to_string());
            line
        })
        .collect();
    for (row, lines) in rows.iter().zip(answered(&nets, &lines)) {
        let is_done = lines[0]["action"] == row.name.as_str() && lines[0].get("error").is_none();
        assert_eq!(is_done, row.here == Here::Yes, "{row:?}: {lines:?}");
    }
    let model =
        &answered(&nets, &[json!({"id": "0", "action": "query_models"})])[0][0]["models"][0];
    for key in [
        "name",
        "internalName",
        "maxBatchSize",
        "usesHumanSLProfile",
        "usingFP16",
    ] {
        assert!(model.get(key).is_some(), "{key}: {model}");
    }
    assert_eq!(model["version"], 15, "{model}");
}

/// The answers of an engine with a network to these lines.
fn gtp(nets: &Nets, lines: &[String]) -> Vec<String> {
    let few = ["--size", "9", "--playouts", "8", "--seed", "1"];
    let args = [&nets.args()[..], &few].concat();
    let answers = answers_to(&args, &(lines.join("\n") + "\n"));
    assert_eq!(answers.len(), lines.len());
    answers
}

#[test]
fn every_command_is_listed_or_not_as_it_says() {
    let nets = Nets::for_test("katago-commands");
    let rows = rows("Commands");
    let listed = gtp(&nets, &["list_commands".to_owned()]);
    let listed: Vec<&str> = listed[0].trim_start_matches("= ").lines().collect();
    // A command that can do nothing with these words says so; one that is none says that.
    let sent: Vec<String> = rows
        .iter()
        .filter(|row| row.name != "quit")
        .map(|row| match row.name.as_str() {
            // It would write a file of that name.
            "printsgf" => row.name.clone(),
            name => format!("{name} nonsense nonsense nonsense"),
        })
        .collect();
    let mut answers = gtp(&nets, &sent).into_iter();
    for row in &rows {
        let is_listed = listed.contains(&row.name.as_str());
        assert_eq!(is_listed, row.here == Here::Yes, "{row:?}");
        if row.name != "quit" {
            let is_known = answers.next().unwrap() != "? unknown command";
            assert_eq!(is_known, row.here != Here::No, "{row:?}");
        }
    }
}

#[test]
fn every_key_and_word_of_an_analysis_is_understood_and_printed() {
    let nets = Nets::for_test("katago-keys");
    let keys = rows("Keys of `kata-analyze`");
    let ask = |keys: &str| {
        let lines = [format!("kata-search_analyze b {keys}")];
        gtp(&nets, &lines).remove(0)
    };
    for row in &keys {
        let answer = ask(&row.example);
        assert_eq!(
            answer.starts_with('='),
            row.here == Here::Yes,
            "{row:?}: {answer}"
        );
    }
    let all: Vec<&str> = keys
        .iter()
        .map(|row| row.example.as_str())
        .filter(|example| example.ends_with(" true"))
        .collect();
    let (bare, full) = (ask(""), ask(&all.join(" ")));
    let is_in = |answer: &str, word: &str| answer.split_whitespace().any(|one| one == word);
    for row in rows("Words of its answer") {
        assert_eq!(
            is_in(&full, &row.name),
            row.here == Here::Yes,
            "{row:?}: {full}"
        );
    }
    // What was asked for is printed because it was.
    for example in all {
        let word = example.trim_end_matches(" true");
        assert!(!is_in(&bare, word), "{word}: {bare}");
        assert!(is_in(&ask(example), word), "{word}");
    }
}

#[test]
fn every_parameter_can_be_set_and_is_told_as_it_was_set() {
    let nets = Nets::for_test("katago-params");
    let rows = rows("Parameters of `kata-set-param`");
    let names = gtp(&nets, &["kata-list-params".to_owned()]).remove(0);
    let names: Vec<&str> = names.trim_start_matches("= ").split(' ').collect();
    for row in &rows {
        let Row { name, example, .. } = row;
        let is_listed = names.contains(&name.as_str());
        assert_eq!(is_listed, row.here == Here::Yes, "{row:?}");
        let lines = [
            format!("kata-set-param {name} {}", example.trim_matches('–')),
            format!("kata-get-param {name}"),
        ];
        let answers = gtp(&nets, &lines);
        if row.here == Here::No {
            assert!(
                answers.iter().all(|answer| answer.starts_with("? ")),
                "{row:?}"
            );
            continue;
        }
        assert_eq!(answers[0].trim_end(), "=", "{row:?}");
        let told = answers[1].trim_start_matches("= ");
        let is_same = match (told.parse::<f64>(), example.parse::<f64>()) {
            (Ok(told), Ok(set)) => told == set,
            _ => told == example,
        };
        assert!(is_same, "{row:?}: {told}");
    }
    for name in names {
        assert!(
            rows.iter().any(|row| row.name == name),
            "{name} is not in the table"
        );
    }
}
