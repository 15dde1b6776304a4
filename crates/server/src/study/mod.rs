//! Requests about positions and records that nobody plays: lessons, problems, reviews.
//! Nothing is kept here; whoever asks brings everything along.

mod socket;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use ponnuki_wire::{
    self as wire, BadRecord, OpenRecord, Position, PositionFace, ProblemCode, RecordTree,
    from_json, to_json,
};

use crate::limits::RECORD_BYTES_MAX;
use crate::problem::Problem;
use crate::request::{json, json_within};
use crate::rooms::answer;

pub(crate) use socket::{__path_socket, socket};

/// Tells what stands on a board after some moves, what may be played there, and the
/// sum once play has stopped. A move against the laws is told with the law it breaks.
#[utoipa::path(post, path = "/api/study/position", tag = "study",
    request_body = Position,
    responses(
        (status = 200, description = "The position", body = PositionFace),
        (status = 422, description = "There is no such position", body = wire::Problem)))]
pub(crate) async fn position(headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    let position: Position = from_json(&json(&headers, body).await?)?;
    let face = position.look();
    let face = face.map_err(|why| Problem::new(ProblemCode::BadTerms, why.to_string()))?;
    Ok(answer(StatusCode::OK, to_json(&face)))
}

/// Opens a record, changes it if that is wished, and tells it as a tree with what
/// changes on the board from node to node.
#[utoipa::path(post, path = "/api/study/record", tag = "study",
    request_body = OpenRecord,
    responses(
        (status = 200, description = "The record", body = RecordTree),
        (status = 413, description = "It is too large", body = wire::Problem),
        (status = 422, description = "It is no record, or cannot be changed so",
            body = wire::Problem)))]
pub(crate) async fn record(headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    let open: OpenRecord = from_json(&json_within(RECORD_BYTES_MAX, &headers, body).await?)?;
    let tree = tokio::task::spawn_blocking(move || open.read()).await;
    let tree = tree.map_err(|why| Problem::failed(&why))??;
    Ok(answer(StatusCode::OK, to_json(&tree)))
}

impl From<BadRecord> for Problem {
    fn from(why: BadRecord) -> Problem {
        let code = match why {
            BadRecord::TooManyNodes => ProblemCode::TooLarge,
            BadRecord::NoRecord(_) | BadRecord::NoChange(_) => ProblemCode::BadTerms,
        };
        Problem::new(code, why.to_string())
    }
}
