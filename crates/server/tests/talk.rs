//! Lines that people type in a room, over HTTP.

mod hall;

use hall::{Hall, Request, text};
use serde_json::{Value, json};

/// What comes of `line`, which stands in the query as it is.
async fn say(hall: &Hall, room: &str, token: Option<&str>, line: &str) -> Value {
    let path = format!("/api/rooms/{room}/say?line={line}");
    let request = Request::get(&path);
    let request = match token {
        Some(token) => request.with("authorization", format!("Bearer {token}")),
        None => request,
    };
    let answer = hall.http(&request).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

#[tokio::test]
async fn a_line_is_answered_or_says_what_to_send() {
    let hall = Hall::open().await;
    let terms = json!({"company": {"type": "same_screen"}, "width": 5, "height": 5});
    let (room, token, _) = hall.room(terms).await;
    let token = Some(token.as_str());
    let said = say(&hall, &room, token, "row+3").await;
    assert_eq!(said, json!({"type": "say", "text": "Row 3 is empty."}));
    let said = say(&hall, &room, token, "row+3&language=de").await;
    assert_eq!(said, json!({"type": "say", "text": "Reihe 3 ist leer."}));
    let to_do = say(&hall, &room, token, "c3").await;
    let message = json!({"id": 0, "as": "host", "type": "play", "node": 0, "at": "C3"});
    assert_eq!(to_do, json!({"type": "do", "message": message}));
    let sure = say(&hall, &room, token, "resign").await;
    assert_eq!(sure["type"], "sure");
    assert_eq!(text(&sure["text"]), "Black gives up? Say yes or no.");
    for (line, kind) in [
        ("yes", "answer"),
        ("again", "again"),
        ("save+x", "save"),
        ("quit", "quit"),
    ] {
        assert_eq!(say(&hall, &room, token, line).await["type"], kind, "{line}");
    }
}

#[tokio::test]
async fn whoever_watches_hears_the_same_and_moves_nothing() {
    let hall = Hall::open().await;
    let terms = json!({"company": {"type": "engine", "level": 1}, "width": 5});
    let (room, _, _) = hall.room(terms).await;
    let said = say(&hall, &room, None, "where+am+i").await;
    assert!(text(&said["text"]).contains("You are watching."), "{said}");
    let to_do = say(&hall, &room, None, "c3").await;
    assert_eq!(
        to_do["message"]["as"],
        Value::Null,
        "nobody's seat is given away"
    );
}

#[tokio::test]
async fn a_question_needs_a_line_and_a_room() {
    let hall = Hall::open().await;
    let terms = json!({"company": {"type": "same_screen"}, "width": 5});
    let (room, _, _) = hall.room(terms).await;
    for (path, status) in [
        (format!("/api/rooms/{room}/say"), 400),
        ("/api/rooms/k3q9x7m2wd/say?line=help".to_owned(), 404),
    ] {
        assert_eq!(hall.get(&path).await.status, status, "{path}");
    }
    let long = "x".repeat(2_000);
    let said = say(&hall, &room, None, &long).await;
    assert_eq!(said["text"], "That is too long.");
}
