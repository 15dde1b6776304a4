//! What a query is read as; what is wrong with one is in the transcripts of the program.

use std::time::Duration;

use ponnuki_game::{Color, Compensation};
use serde_json::{Value, json};

use super::*;

/// A query on a board of 9×9, with these fields besides.
fn query(fields: &Value) -> Query {
    let mut line = json!({
        "id": "a", "boardXSize": 9, "boardYSize": 9, "rules": "chinese", "moves": [],
    });
    for (key, value) in fields.as_object().unwrap() {
        line[key] = value.clone();
    }
    match read(line.to_string().as_bytes(), &AnalysisSettings::default()) {
        Ok(Asked::Query(query)) => *query,
        other => panic!("{line}: {other:?}"),
    }
}

#[track_caller]
fn check_komi(fields: &Value, komi: &str) {
    assert_eq!(query(fields).setup.komi.to_string(), komi, "{fields}");
}

#[test]
fn a_komi_that_nobody_names_is_that_of_the_rules() {
    check_komi(&json!({"komi": -3.5}), "-3.5");
    check_komi(&json!({}), "7.5");
    check_komi(&json!({"rules": "japanese"}), "6.5");
    check_komi(&json!({"rules": {"scoring": "TERRITORY"}}), "6.5");
    check_komi(&json!({"rules": "{\"hasButton\": true}"}), "7");
    check_komi(&json!({"rules": {"ko": "SIMPLE"}}), "7.5");
    check_komi(&json!({"rules": {"komi": 2}}), "2");
}

#[test]
fn white_is_paid_for_a_handicap_as_the_rules_say() {
    let two = json!([["B", "C3"], ["B", "G7"]]);
    check_komi(&json!({"komi": 0.5, "initialStones": two}), "2.5");
    check_komi(&json!({"komi": 0.5, "initialStones": [["B", "C3"]]}), "0.5");
    check_komi(
        &json!({"komi": 0.5, "initialStones": two, "rules": "japanese"}),
        "0.5",
    );
    check_komi(
        &json!({"komi": 0.5, "initialStones": two, "rules": "aga"}),
        "1.5",
    );
    check_komi(
        &json!({"komi": 0.5, "initialStones": two, "whiteHandicapBonus": "N-1"}),
        "1.5",
    );
    let by_moves = json!([
        ["B", "C3"],
        ["W", "pass"],
        ["B", "G7"],
        ["B", "E5"],
        ["W", "A1"]
    ]);
    check_komi(&json!({"komi": 0.5, "moves": by_moves}), "3.5");
    check_komi(
        &json!({"komi": 0.5, "moves": [["B", "C3"], ["W", "G7"]]}),
        "0.5",
    );
    let mixed = json!([["B", "C3"], ["B", "G7"], ["W", "E5"]]);
    check_komi(&json!({"komi": 0.5, "initialStones": mixed}), "0.5");
}

#[test]
fn a_word_for_the_bonus_changes_nothing_else_of_the_rules() {
    let plain = query(&json!({"rules": "japanese"})).setup.rules;
    let paid = query(&json!({"rules": "japanese", "whiteHandicapBonus": "N"}))
        .setup
        .rules;
    assert_eq!(paid.start.handicap.compensation, Compensation::N);
    let mut expected = plain;
    expected.start.handicap.compensation = Compensation::N;
    assert_eq!(paid, expected);
}

#[test]
fn whoever_is_not_named_begins_as_the_game_shows() {
    let first = |fields: Value| query(&fields).setup.first_to_move();
    let two = json!([["B", "C3"], ["B", "G7"]]);
    assert_eq!(first(json!({})), Color::Black);
    assert_eq!(first(json!({"initialPlayer": "w"})), Color::White);
    assert_eq!(first(json!({"moves": [["W", "E5"]]})), Color::White);
    assert_eq!(first(json!({"initialStones": two})), Color::White);
    assert_eq!(first(json!({"initialStones": [["B", "C3"]]})), Color::Black);
    assert_eq!(
        first(json!({"initialStones": two, "initialPlayer": "BLACK"})),
        Color::Black
    );
}

#[test]
fn a_point_is_taken_from_the_top_left_when_it_is_numbers() {
    let moves = query(&json!({"moves": [["B", "(0, 8)"], ["W", "a1"]]})).moves;
    assert_eq!(moves[0].1, moves[1].1);
}

#[test]
fn reports_come_as_often_as_asked() {
    let reports = |fields: Value| query(&fields).reports;
    let seconds = Duration::from_secs;
    assert_eq!(reports(json!({})), None);
    let every = json!({"reportDuringSearchEvery": 2});
    let every = reports(every).unwrap();
    assert_eq!((every.first, every.every), (seconds(2), seconds(2)));
    let both = reports(json!({"reportDuringSearchEvery": 2, "firstReportDuringSearchAfter": 1}));
    assert_eq!(
        both.map(|both| (both.first, both.every)),
        Some((seconds(1), seconds(2)))
    );
    let once = reports(json!({"firstReportDuringSearchAfter": 1})).unwrap();
    assert_eq!((once.first, once.every), (seconds(1), Duration::MAX));
}

#[test]
fn settings_of_the_query_come_before_those_of_its_list() {
    let settings = query(&json!({
        "maxVisits": 7,
        "overrideSettings": {"maxVisits": 9, "maxTime": 1e20, "analysisPVLen": "3"},
    }));
    let expected = AnalysisSettings {
        n_visits_max: 7,
        time_max: None,
        pv_len: 3,
        ..AnalysisSettings::default()
    };
    assert_eq!(
        (settings.settings, settings.warnings),
        (expected, Vec::new())
    );
    let timed = query(&json!({"overrideSettings": {"maxTime": 0.5}})).settings;
    assert_eq!(timed.time_max, Some(Duration::from_millis(500)));
}
