//! What a request that fails is answered, in one shape; and the one place that
//! knows which status belongs to which reason.

use std::time::Duration;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ponnuki_store::StoreFault;
use ponnuki_wire::{self as wire, BadJson, ProblemCode, to_json};

use crate::chance::NoChance;
use crate::limits::PlacesFull;
use crate::token::TokenFault;

/// The server tries by itself to write every few seconds; until then it is of no use to try.
const WRITE_PAUSE: Duration = Duration::from_secs(3);

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    code: ProblemCode,
    text: String,
    /// When it may be worth trying again.
    retry_after: Option<Duration>,
}

impl Problem {
    /// It failed for the reason `code`; `text` is a sentence without a full stop.
    pub(crate) fn new(code: ProblemCode, text: impl Into<String>) -> Problem {
        Problem {
            code,
            text: text.into(),
            retry_after: None,
        }
    }

    /// There is nothing of that name.
    pub(crate) fn not_found(what: &str) -> Problem {
        Problem::new(ProblemCode::NotFound, format!("there is no such {what}"))
    }

    /// Someone asks too often; after `wait` it is not too often any more.
    pub(crate) fn too_fast(wait: Duration) -> Problem {
        Problem {
            retry_after: Some(wait),
            ..Problem::new(ProblemCode::TooFast, "too many requests in a short time")
        }
    }

    /// The server is stopping, or has more to do than it can.
    pub(crate) fn busy() -> Problem {
        Problem {
            retry_after: Some(Duration::from_secs(1)),
            ..Problem::new(ProblemCode::Busy, "the server has too much to do")
        }
    }

    /// Nothing can be stored for the moment.
    pub(crate) fn not_written() -> Problem {
        let text = "what was last done could not be written to the disk, try again soon";
        Problem {
            retry_after: Some(WRITE_PAUSE),
            ..Problem::new(ProblemCode::Busy, text)
        }
    }

    /// Something failed here; the reason is in the log, not in the answer.
    pub(crate) fn failed(why: &dyn std::fmt::Display) -> Problem {
        tracing::error!(%why, "a request failed");
        Problem::new(ProblemCode::Failed, "something failed in the server")
    }

    /// What is kept of a room makes no room; how is in the log.
    pub(crate) fn damaged(why: &dyn std::fmt::Display) -> Problem {
        tracing::error!(%why, "a room is damaged");
        let text = "what is kept of this room is damaged, only who runs the server can mend it";
        Problem::new(ProblemCode::Damaged, text)
    }

    /// Whether it is a room that is damaged.
    pub(crate) fn is_damage(&self) -> bool {
        self.code == ProblemCode::Damaged
    }

    fn status(&self) -> StatusCode {
        match self.code {
            ProblemCode::BadRequest | ProblemCode::BadJson => StatusCode::BAD_REQUEST,
            ProblemCode::BadTerms => StatusCode::UNPROCESSABLE_ENTITY,
            ProblemCode::NoSeat | ProblemCode::BadToken => StatusCode::UNAUTHORIZED,
            ProblemCode::Forbidden => StatusCode::FORBIDDEN,
            ProblemCode::NotFound => StatusCode::NOT_FOUND,
            ProblemCode::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            ProblemCode::SeatTaken | ProblemCode::WrongStage => StatusCode::CONFLICT,
            ProblemCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ProblemCode::UnsupportedType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ProblemCode::TooFast | ProblemCode::TooManyRooms => StatusCode::TOO_MANY_REQUESTS,
            ProblemCode::Timeout => StatusCode::REQUEST_TIMEOUT,
            ProblemCode::Busy | ProblemCode::Full => StatusCode::SERVICE_UNAVAILABLE,
            ProblemCode::Failed | ProblemCode::Damaged => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status();
        let body = to_json(&wire::Problem {
            code: self.code,
            text: self.text,
        });
        let kind = HeaderValue::from_static("application/json");
        let mut response = (status, [(header::CONTENT_TYPE, kind)], body).into_response();
        if let Some(wait) = self.retry_after {
            let seconds = wait.as_secs_f64().ceil() as u64;
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<WebSocketUpgradeRejection> for Problem {
    fn from(why: WebSocketUpgradeRejection) -> Problem {
        Problem::new(ProblemCode::BadRequest, why.body_text().to_lowercase())
    }
}

impl From<TokenFault> for Problem {
    fn from(fault: TokenFault) -> Problem {
        Problem::new(ProblemCode::BadToken, fault.to_string())
    }
}

impl From<BadJson> for Problem {
    fn from(why: BadJson) -> Problem {
        Problem::new(ProblemCode::BadJson, why.to_string())
    }
}

impl From<NoChance> for Problem {
    fn from(why: NoChance) -> Problem {
        Problem::failed(&why)
    }
}

impl From<PlacesFull> for Problem {
    fn from(full: PlacesFull) -> Problem {
        match full {
            PlacesFull::Address => Problem::new(
                ProblemCode::TooManyRooms,
                "too many are open from this address",
            ),
            PlacesFull::All => Problem::new(ProblemCode::Full, "the server is full"),
        }
    }
}

impl From<StoreFault> for Problem {
    fn from(fault: StoreFault) -> Problem {
        match fault {
            StoreFault::NoRoom { .. } => Problem::not_found("room"),
            StoreFault::Closed => Problem::busy(),
            StoreFault::NotWritten(why) => {
                tracing::error!(%why, "a request failed");
                Problem::not_written()
            }
            StoreFault::Away(_) | StoreFault::ServedElsewhere | StoreFault::NoLease => {
                tracing::error!(%fault, "a request failed");
                Problem::not_written()
            }
            StoreFault::Damaged { .. } | StoreFault::Unreadable { .. } | StoreFault::Corrupt(_) => {
                Problem::damaged(&fault)
            }
            StoreFault::Conflict { .. }
            | StoreFault::TooNew { .. }
            | StoreFault::TooOld { .. }
            | StoreFault::TooLarge { .. }
            | StoreFault::BadPath { .. }
            | StoreFault::BadKey
            | StoreFault::OtherKey { .. }
            | StoreFault::InUse { .. }
            | StoreFault::Lost { .. }
            | StoreFault::ForeignLog { .. }
            | StoreFault::NoBackup { .. }
            | StoreFault::File { .. }
            | StoreFault::NoWayIn(_)
            | StoreFault::NotOurs(_)
            | StoreFault::NotEmpty
            | StoreFault::OtherCopy { .. }
            | StoreFault::Database(_) => Problem::failed(&fault),
        }
    }
}
