//! Requests about positions and records that nobody plays: lessons, problems, reviews.
//! Nothing is kept here; whoever asks brings everything along.

mod readers;
mod socket;

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use ponnuki_wire::{
    self as wire, BadRecord, OpenRecord, Position, PositionFace, ProblemCode, RecordTree,
    from_json, to_json,
};

use crate::house::House;
use crate::limits::RECORD_BYTES_MAX;
use crate::problem::Problem;
use crate::request::{Client, bytes_within, is_of_kind, json, json_within};
use crate::rooms::answer;

pub(crate) use readers::Readers;
pub(crate) use socket::{__path_socket, socket};

/// Tells what stands on a board after some moves, what may be played there, and the
/// sum once play has stopped. A move against the laws is told with the law it breaks.
#[utoipa::path(post, path = "/api/study/position", tag = "study",
    request_body = Position,
    responses(
        (status = 200, description = "The position", body = PositionFace),
        (status = 422, description = "There is no such position", body = wire::Problem)))]
pub(crate) async fn position(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let position: Position = from_json(&json(&headers, body).await?)?;
    let face = house.readers.position(move || position.look()).await?;
    let face = face.map_err(|why| Problem::new(ProblemCode::BadTerms, why.to_string()))?;
    Ok(answer(StatusCode::OK, to_json(&face)))
}

/// The media type of a game file that is sent as it is.
const SGF_TYPE: &str = "application/x-go-sgf";

/// Opens a record, changes it if that is wished, and tells it as a tree with what
/// changes on the board from node to node. A file can also be sent as it is, as
/// `application/x-go-sgf`: then its charset and its format are found out here.
#[utoipa::path(post, path = "/api/study/record", tag = "study",
    request_body(content((OpenRecord = "application/json"),
        (String = "application/x-go-sgf"))),
    responses(
        (status = 200, description = "The record", body = RecordTree),
        (status = 413, description = "It is too large", body = wire::Problem),
        (status = 422, description = "It is no record, or cannot be changed so",
            body = wire::Problem),
        (status = 429, description = "Too many are read for this address", body = wire::Problem),
        (status = 503, description = "Too many are read in all", body = wire::Problem)))]
pub(crate) async fn record(
    State(house): State<Arc<House>>,
    client: Client,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let place = house.readers.enter(client.address)?;
    let wish = match is_of_kind(&headers, SGF_TYPE) {
        true => Wish::File(bytes_within(RECORD_BYTES_MAX, body).await?),
        false => Wish::Json(json_within(RECORD_BYTES_MAX, &headers, body).await?),
    };
    let told = house.readers.record(move |stop| {
        let is_stopped = || stop.is_raised();
        let tree = match wish {
            Wish::File(bytes) => RecordTree::of_file(&bytes, &is_stopped)?,
            Wish::Json(text) => from_json::<OpenRecord>(&text)?.read(&is_stopped)?,
        };
        Ok::<_, Problem>(to_json(&tree))
    });
    Ok(readers::answer_from(place, told.await??))
}

/// The record that somebody sends.
enum Wish {
    /// A game file as it was found.
    File(Bytes),
    /// An [`OpenRecord`].
    Json(String),
}

impl From<BadRecord> for Problem {
    fn from(why: BadRecord) -> Problem {
        let code = match why {
            BadRecord::TooManyNodes | BadRecord::TooManyPoints | BadRecord::TooLong => {
                ProblemCode::TooLarge
            }
            BadRecord::NoRecord(_) | BadRecord::NoChange(_) => ProblemCode::BadTerms,
            BadRecord::Stopped => ProblemCode::Busy,
        };
        Problem::new(code, why.to_string())
    }
}
