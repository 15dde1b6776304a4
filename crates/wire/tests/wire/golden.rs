//! Every message in its shape, in files: a change of a shape is seen there.

use std::collections::BTreeSet;
use std::fmt::Debug;

use ponnuki_game::Size;
use ponnuki_wire::{
    Ask, Happened, Join, Link, OpenedRoom, Problem, RoomList, ServerFacts, SignOut, StoredEvent,
    TakeSeat, TakenSeat, ToClient, ToServer, Update, from_json, openapi_schemas, to_json,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa::PartialSchema;

/// Each line of a golden file is a message that is read and written again the
/// same, and no kind of message is missing.
#[track_caller]
fn check<T>(golden: &str, schema: &Value, elsewhere: &[&str]) -> Vec<T>
where
    T: DeserializeOwned + Serialize + Debug + PartialEq,
{
    let mut shapes = Vec::new();
    let mut seen: BTreeSet<String> = elsewhere.iter().map(|&kind| kind.to_owned()).collect();
    for line in golden.lines() {
        let shape: T = from_json(line).unwrap_or_else(|error| panic!("{line}\n{error}"));
        assert_eq!(to_json(&shape), line);
        let value: Value = from_json(line).unwrap();
        seen.insert(value["type"].as_str().unwrap_or_default().to_owned());
        shapes.push(shape);
    }
    assert_eq!(seen, kinds(schema));
    shapes
}

/// The values that `type` can have.
fn kinds(schema: &Value) -> BTreeSet<String> {
    let mut kinds = BTreeSet::new();
    let mut rest = vec![schema];
    while let Some(value) = rest.pop() {
        if let Some(names) = value.pointer("/properties/type/enum") {
            let names = names.as_array().into_iter().flatten();
            kinds.extend(names.filter_map(Value::as_str).map(str::to_owned));
        }
        for inner in [value.get("oneOf"), value.get("allOf")] {
            rest.extend(inner.and_then(Value::as_array).into_iter().flatten());
        }
    }
    kinds
}

fn schema<T: PartialSchema>() -> Value {
    serde_json::to_value(T::schema()).unwrap()
}

#[test]
fn stored_events_keep_their_shape_for_ever() {
    let stored: Vec<StoredEvent> = check(
        include_str!("golden/stored_events.jsonl"),
        &schema::<StoredEvent>(),
        &[],
    );
    for event in stored {
        let back = event.to_event(Size::NINETEEN).expect("an event");
        assert_eq!(StoredEvent::of(&back, Size::NINETEEN), event);
    }
}

#[test]
fn messages_to_the_server_keep_their_shape() {
    let _: Vec<ToServer> = check(
        include_str!("golden/to_server.jsonl"),
        &schema::<Ask>(),
        &[],
    );
}

#[test]
fn messages_to_the_client_keep_their_shape() {
    let _: Vec<ToClient> = check(
        include_str!("golden/to_client.jsonl"),
        &schema::<ToClient>(),
        &["update"],
    );
}

#[test]
fn what_happened_keeps_its_shape() {
    let _: Vec<Happened> = check(
        include_str!("golden/happened.jsonl"),
        &schema::<Happened>(),
        &[],
    );
}

/// This JSON is read and written again the same.
#[track_caller]
fn check_one<T: DeserializeOwned + Serialize>(json: &str) {
    let shape: T = from_json(json).unwrap_or_else(|error| panic!("{json}\n{error}"));
    assert_eq!(to_json(&shape), json);
}

#[test]
fn what_goes_by_http_keeps_its_shape() {
    check_one::<Problem>(r#"{"code":"not_found","text":"there is no room k3q9x7m2wd"}"#);
    check_one::<OpenedRoom>(
        r#"{"room":"r","seats":["host"],"token":"t","invite_url":null,"watch_url":"http://localhost/r/r"}"#,
    );
    check_one::<Join>(r#"{"invite":"t","name":null}"#);
    check_one::<TakeSeat>(r#"{"token":"t"}"#);
    check_one::<SignOut>(r#"{"secret":"s"}"#);
    check_one::<TakenSeat>(r#"{"room":"r","seats":["host","guest"],"token":"t"}"#);
    check_one::<Link>(r#"{"url":"http://localhost/r/r#join=t","qr_svg":"<svg/>"}"#);
    check_one::<RoomList>(
        r#"{"rooms":[{"room":"r","stage":"over","game_number":2,"seats":{"host":null,"guest":null},"black":"host","width":9,"height":9,"rules":"goban","company":{"type":"engine","level":1},"n_moves":3,"to_move":null,"outcome":{"text":"Draw","winner":null,"by":"score","margin":0},"finished":[{"game_number":1,"black":"guest","n_moves":2,"outcome":{"text":"B+R","winner":"black","by":"resignation","margin":null},"began_ms":1}],"opened_ms":1,"updated_ms":2}]}"#,
    );
    check_one::<ServerFacts>(
        r#"{"version":"0.1.0","levels":[{"level":1,"name":"first steps","ranks":[{"side":9,"rank":{"kyu":30}}]}],"rules":[{"name":"goban","title":"t","summary":"s","in_words":[{"topic":"komi","code":"komi_players","text":"None."}],"komi":0,"handicap_komi":0,"komi_by":"players","sizes":[9],"handicap":"black_anywhere","first":"black","handicap_first":"white","removes_dead":true,"passing_costs":false}],"clocks":[{"name":"blitz","clock":"5:00"}],"limits":{"name_max":40,"text_max":500,"side_max":25,"message_max":4096,"watchers_max":100}}"#,
    );
}

#[test]
fn an_update_with_every_field_keeps_its_shape() {
    let golden: Value = from_json(include_str!("golden/update.json")).unwrap();
    let update: Update = serde_json::from_value(golden.clone()).unwrap();
    let message = ToClient::Update(Box::new(update));
    let mut printed: Value = from_json(&to_json(&message)).unwrap();
    let kind = printed
        .as_object_mut()
        .and_then(|fields| fields.remove("type"));
    assert_eq!(kind, Some(Value::from("update")));
    assert_eq!(printed, golden);
    assert_eq!(from_json(&to_json(&message)), Ok(message));
}

/// Every shape that a schema speaks of has its own schema.
#[test]
fn the_schemas_hang_together() {
    let components = serde_json::to_value(openapi_schemas()).unwrap();
    let text = components.to_string();
    for reference in text.split("#/components/schemas/").skip(1) {
        let name = reference.split('"').next().unwrap_or_default();
        assert!(components["schemas"].get(name).is_some(), "{name}");
    }
    for name in ["Scene", "ToServer", "ToClient", "Problem", "NewRoom"] {
        assert!(components["schemas"].get(name).is_some(), "{name}");
    }
}
