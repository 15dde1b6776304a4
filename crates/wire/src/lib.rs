//! Every message and JSON shape that leaves the process.
//!
//! Shapes are plain structs with public fields. What the core has is brought
//! into a shape by `of`, and back by `to_…`; nothing else in the workspace derives
//! serde's traits.
//!
//! ```
//! use std::time::Duration;
//! use ponnuki_room::{Room, Seat};
//! use ponnuki_wire::{NewRoom, Refused, Scene, StoredEvent, ToServer, from_json, to_json};
//!
//! let wish: NewRoom = from_json(
//!     r#"{"rules": "goban", "width": 5, "company": {"type": "same_screen"}}"#,
//! )?;
//! let now = Duration::from_secs(1_000);
//! let mut room = Room::open(now, wish.to_terms()?, "Shusaku".to_owned())?;
//!
//! // A client speaks: the room gets an event, the store its shape.
//! let json = r#"{"id": 1, "type": "play", "node": 0, "at": "C3"}"#;
//! let message: ToServer = from_json(json)?;
//! let seat = message.seat_for(&Seat::BOTH, &room).unwrap();
//! let event = message.to_event(seat, Duration::ZERO, &room).unwrap().unwrap();
//! let stored = to_json(&StoredEvent::of(&event, room.terms().size));
//! assert_eq!(stored, r#"{"type":"moved","seat":"host","node":0,"at":"C3","lag_ms":0}"#);
//! room.step(now, event.clone())?;
//!
//! // Everybody sees the scene …
//! let scene = Scene::of("k3q9x7m2wd", &room, now);
//! assert_eq!(scene.board.stones, "............X............");
//!
//! // … and whoever says it twice is told why not.
//! let refusal = room.step(now, event).unwrap_err();
//! let refused = Refused::of(&refusal, &room).to(message.id);
//! assert_eq!(
//!     to_json(&refused),
//!     r#"{"re":1,"code":"stale","text":"the game is at move 1 by now","facts":{"node":1}}"#
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Modules, each using only those before it: `text`, `sides`, `terms`, `score`,
//! `scene`, `pages`, `view`, `refused`, `announcement`, `to_server`, `reply`, `to_client`,
//! `stored`, `study`, `lessons`, `problems`, `openapi`; and beside them
//! `review`, which uses `text` and `sides`, [`worker`], which uses `review` and `scene`,
//! [`nodes`], which uses `worker` and `pages`, and [`json`], for objects that commands write for people and programs alike.

mod announcement;
pub mod json;
mod lessons;
pub mod nodes;
mod openapi;
mod pages;
mod problems;
mod refused;
mod reply;
pub mod review;
mod scene;
mod score;
mod sides;
mod stored;
mod study;
mod terms;
mod text;
mod to_client;
mod to_server;
mod view;
pub mod worker;

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use announcement::{Announcement, Happened, Speaker};
pub use lessons::{Course, Lesson, LessonFact, LessonStep, LessonTask};
pub use openapi::openapi_schemas;
pub use pages::{
    Attendance, ClockPreset, Extent, FINISHED_MAX, FinishedGame, HandicapForm, Join, KomiBy, Law,
    Level, LevelRank, Limits, Link, OpenedRoom, Problem, ProblemCode, Rank, Reach, RoomList,
    RoomPage, RoomSummary, RulesPage, ServerFacts, SignOut, TakeSeat, TakenSeat,
};
pub use problems::{
    BookGoal, BookKind, BookProblem, BookTask, ProblemBook, ProblemEntry, ProblemIndex,
};
pub use refused::{Facts, RefusalCode, Refused};
pub use reply::Reply;
pub use scene::{
    Agreement, Bid, Bidding, BiddingKind, BoardFace, Chain, ClockFace, Clocks, DeadReason,
    Forbidden, ForbiddenCode, Occupant, Outcome, OutcomeBy, Prisoners, Proposal, Scene, Stage,
};
pub use score::{LineName, Score, SumLine, SumLines};
pub use sides::{ByColor, BySeat, Color, Seat};
pub use stored::{BadEvent, StoredEvent, StoredSpeaker, replayable};
pub use study::{
    AnnotationKind, FromStudy, ListedGame, MarkKind, NodeAnnotation, OpenRecord, PointChange,
    PointLabel, PointMark, PointStroke, Position, PositionFace, RecordEdit, RecordNode, RecordTree,
    RefusedStep, Said, Step, StudyRefusalCode, StudyStage, ToStudy,
};
pub use terms::{BadTerms, ColorTerms, Company, KomiTerms, NewRoom, Terms, UndoTerms};
pub use text::{HalfPoints, Vertex, from_ms, json_len, stones_text, to_ms};
pub use to_client::{ByeCode, Estimate, ToClient, Update, Welcome};
pub use to_server::{Ask, ToServer};
pub use view::{forbidden, must_pass};

/// The JSON of a shape. No shape can fail to be written: none has maps with keys that are
/// no texts, and none refuses by itself.
pub fn to_json<T: Serialize>(shape: &T) -> String {
    serde_json::to_string(shape).unwrap_or_default()
}

/// The shape that `json` is.
///
/// # Errors
///
/// What is wrong with it, and where.
pub fn from_json<T: DeserializeOwned>(json: &str) -> Result<T, BadJson> {
    serde_json::from_str(json).map_err(|error| BadJson {
        text: error.to_string(),
    })
}

/// A text that is not the JSON of a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadJson {
    /// What is wrong with it, and where.
    text: String,
}

impl fmt::Display for BadJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for BadJson {}
