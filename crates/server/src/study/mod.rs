//! Requests about positions and records that nobody plays: lessons, problems, reviews.
//! Nothing is kept here; whoever asks brings everything along.

mod listing;
mod position;
mod readers;
mod socket;
mod tree;

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use ponnuki_think::StopSign;
use ponnuki_wire::{
    self as wire, OpenRecord, Position, PositionFace, ProblemCode, RecordTree, from_json, to_json,
};

use crate::house::House;
use crate::limits::{
    LARGE_RECORD_BYTES_MAX, LARGE_RECORD_JSON_MAX, LARGE_RECORD_TIME_MAX, Place, RECORD_BYTES_MAX,
};
use crate::problem::Problem;
use crate::request::{
    BodyLimit, Client, bytes_within, content_length, drain, is_of_kind, json, json_within, query,
};
use crate::rooms::answer;

pub use position::{BadPosition, STUDY_MOVES_MAX, look_at, position_setup};
pub(crate) use readers::Readers;
pub(crate) use socket::{__path_socket, socket};
use tree::open_file;
pub use tree::{
    BadRecord, LARGE_RECORD, RECORD_LISTED_MAX, RecordLimits, SMALL_RECORD, game_at, open_record,
};
pub(crate) use tree::{first, records};

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
    let face = house.readers.position(move || look_at(&position)).await?;
    let face = face.map_err(|why| Problem::new(ProblemCode::BadTerms, why.to_string()))?;
    Ok(answer(StatusCode::OK, to_json(&face)))
}

/// The media type of a game file that is sent as it is.
const SGF_TYPE: &str = "application/x-go-sgf";

/// Opens a record, changes it if that is wished, and tells it as a tree with what
/// changes on the board from node to node. A file can also be sent as it is, as
/// `application/x-go-sgf`: then its charset and its format are found out here. Of a file with
/// several games one is told, and the others are listed.
#[utoipa::path(post, path = "/api/study/record", tag = "study",
    params(("game" = Option<u32>, Query,
        description = "Which game of a file that is sent as it is, counted from 0")),
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
    RawQuery(line): RawQuery,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let readers = &house.readers;
    // What does not say how long it is has to be short.
    let is_large = content_length(&headers).is_some_and(|n| n > RECORD_BYTES_MAX as u64);
    let mut places = match enter(readers, client.address, is_large) {
        Ok(places) => places,
        Err(problem) => {
            drain(limit(is_large, LARGE_RECORD_JSON_MAX), body).await;
            return Err(problem);
        }
    };
    let wish = match is_of_kind(&headers, SGF_TYPE) {
        true => SentRecord::File {
            bytes: bytes_within(limit(is_large, LARGE_RECORD_BYTES_MAX), body).await?,
            game: game_in(line.as_deref())?,
        },
        false => {
            let limit = limit(is_large, LARGE_RECORD_JSON_MAX);
            SentRecord::Json(json_within(limit, &headers, body).await?)
        }
    };
    let wish = Arc::new(wish);
    let told = match is_large {
        true => None,
        false => {
            let wish = Arc::clone(&wish);
            let told = readers.record(move |stop| wish.read(SMALL_RECORD, stop));
            Some(told.await?)
        }
    };
    let told = match told {
        Some(Ok(told)) => told,
        Some(Err(why)) if !why.is_too_large() => return Err(why.into()),
        // Few letters can be a large record.
        _ => {
            if !is_large {
                places.push(readers.enter_large(client.address)?);
            }
            let told = readers.large_record(move |stop| wish.read(LARGE_RECORD, stop));
            told.await??
        }
    };
    Ok(readers::answer_from(places, told))
}

/// The places that a record needs.
fn enter(readers: &Readers, address: IpAddr, is_large: bool) -> Result<Vec<Place>, Problem> {
    let mut places = vec![readers.enter(address)?];
    if is_large {
        places.push(readers.enter_large(address)?);
    }
    Ok(places)
}

/// How much of a body is read that is a record.
fn limit(is_large: bool, n_bytes_max: usize) -> BodyLimit {
    match is_large {
        true => BodyLimit {
            n_bytes_max,
            time_max: LARGE_RECORD_TIME_MAX,
        },
        false => BodyLimit::bytes(RECORD_BYTES_MAX),
    }
}

/// The number of a game in a query.
fn game_in(line: Option<&str>) -> Result<Option<u32>, Problem> {
    let Some(game) = query(line, "game") else {
        return Ok(None);
    };
    let no_number = || Problem::new(ProblemCode::BadRequest, "the game is no number");
    game.parse().map(Some).map_err(|_| no_number())
}

/// The record that somebody sends.
enum SentRecord {
    /// A game file as it was found, and which of its games is wished for.
    File { bytes: Bytes, game: Option<u32> },
    /// An [`OpenRecord`].
    Json(String),
}

impl SentRecord {
    /// The record as JSON.
    fn read(&self, limits: RecordLimits, stop: &StopSign) -> Result<String, Unread> {
        let is_stopped = || stop.is_raised();
        let tree = match self {
            SentRecord::File { bytes, game } => {
                open_file(bytes, *game, limits, &is_stopped).map_err(Unread::Record)?
            }
            SentRecord::Json(text) => {
                let open = from_json::<OpenRecord>(text).map_err(Problem::from);
                let open = open.map_err(Unread::Json)?;
                open_record(&open, limits, &is_stopped).map_err(Unread::Record)?
            }
        };
        Ok(to_json(&tree))
    }
}

/// Why a record was not read.
enum Unread {
    Json(Problem),
    Record(BadRecord),
}

impl Unread {
    fn is_too_large(&self) -> bool {
        match self {
            Unread::Json(_) => false,
            Unread::Record(why) => why.is_too_large(),
        }
    }
}

impl From<Unread> for Problem {
    fn from(why: Unread) -> Problem {
        match why {
            Unread::Json(problem) => problem,
            Unread::Record(why) => why.into(),
        }
    }
}

impl From<BadRecord> for Problem {
    fn from(why: BadRecord) -> Problem {
        let code = match why {
            BadRecord::TooManyNodes(_) | BadRecord::TooManyPoints(_) | BadRecord::TooLong(_) => {
                ProblemCode::TooLarge
            }
            BadRecord::NoRecord(_) | BadRecord::NoChange(_) => ProblemCode::BadTerms,
            BadRecord::Stopped => ProblemCode::Busy,
        };
        Problem::new(code, why.to_string())
    }
}
