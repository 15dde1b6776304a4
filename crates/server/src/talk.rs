//! Lines that people type in a room, and what comes of them.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use ponnuki_room::Room;
use ponnuki_wire::{self as wire, ProblemCode, Reply, Seat, Update, to_json, to_ms};
use ponnuki_words::{Answer, Language, Listener, Past, TypedCommand, Words};

use crate::house::House;
use crate::problem::Problem;
use crate::request::{AtRoom, query};
use crate::rooms::{answer, wire_seats};

/// Answers a line that someone types in a room, such as `chain d4`: says it, or gives what to
/// send over the socket for it. What can be typed is answered by `help`.
#[utoipa::path(get, path = "/api/rooms/{id}/say", tag = "rooms",
    params(
        ("id" = String, Path, description = "The room"),
        ("line" = String, Query, description = "What is typed, at most 600 characters"),
        ("language" = Option<String>, Query, description = "In which language to answer: en, de, fr, es, zh, ja or ko")),
    responses(
        (status = 200, description = "What comes of it", body = Reply),
        (status = 400, description = "There is no line", body = wire::Problem),
        (status = 404, description = "There is no such room", body = wire::Problem)))]
pub(crate) async fn say(
    State(house): State<Arc<House>>,
    at: AtRoom,
    RawQuery(asked): RawQuery,
) -> Result<Response, Problem> {
    let line = query(asked.as_deref(), "line");
    let line = line.ok_or_else(|| Problem::new(ProblemCode::BadRequest, "say what: ?line=help"))?;
    let language = query(asked.as_deref(), "language");
    let language = language.and_then(|tag| Language::of_tag(&tag));
    let words = Words::of(language.unwrap_or_default());
    let seats = at.holder.map(wire_seats).unwrap_or_default();
    let id = at.id.to_string();
    let now = house.time.now();
    let reply = move |room: &Room| reply(&id, room, now.max(room.last_at()), &seats, words, &line);
    let reply = house.view(at.id, reply);
    Ok(answer(StatusCode::OK, to_json(&reply.await?)))
}

/// What comes of `line`, typed by whoever holds `seats`.
fn reply(id: &str, room: &Room, now: Duration, seats: &[Seat], words: &Words, line: &str) -> Reply {
    let update = Update::of(id, room, 0, now);
    let mut past = Past::default();
    // The whole story has no gap before it.
    let _ = past.hear(&update);
    let listener = Listener {
        words,
        scene: &update.scene,
        past: &past,
        seats,
        now_ms: to_ms(now),
    };
    let command = match TypedCommand::parse(line, listener.size(), words) {
        Ok(command) => command,
        Err(unclear) => {
            let text = unclear.in_words(words);
            return Reply::Say { text };
        }
    };
    match listener.answer(&command) {
        Answer::Say(text) => Reply::Say { text },
        Answer::Ask(message) => Reply::Do { message },
        Answer::Sure { question, ask } => Reply::Sure {
            text: question,
            message: ask,
        },
        Answer::Yes(yes) => Reply::Answer { yes },
        Answer::Again => Reply::Again,
        Answer::Save(_) => Reply::Save,
        Answer::Quit => Reply::Quit,
    }
}
