//! What the server says.

use std::time::Duration;

use ponnuki_room::Room;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::announcement::Announcement;
use crate::refused::Refused;
use crate::scene::Scene;
use crate::sides::Seat;

/// A message to a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToClient {
    /// The first message.
    Welcome(Welcome),
    /// What happened, and how things stand.
    Update(Box<Update>),
    /// What was asked for is done, and stored.
    Done {
        /// The id of the message.
        re: u64,
        /// The number of events so far.
        seq: u64,
    },
    /// What was asked for is not done, and why.
    Refused(Refused),
    /// What the program thinks of the board.
    Estimate(Estimate),
    /// Who is here.
    Presence {
        /// Whether the host is connected.
        host: bool,
        /// Whether the guest is.
        guest: bool,
        /// How many others are.
        n_watchers: u32,
    },
    /// The answer to `ping`.
    Pong {
        /// The id of the message.
        re: u64,
        /// The server's clock, in Unix milliseconds.
        server_ms: u64,
    },
    /// The last message before the server closes the connection.
    Bye {
        /// The reason, to be translated.
        code: ByeCode,
        /// Why, in English.
        text: String,
    },
}

/// Who the client is to the room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Welcome {
    /// The seats it holds: one, both at the same screen, none for a watcher.
    pub seats: Vec<Seat>,
    /// What it is called here.
    pub name: String,
    /// The server's clock, in Unix milliseconds.
    pub server_ms: u64,
}

/// What happened, and how things stand. The scene is always complete; a client
/// that finds a gap between its own seq and `happened` connects again with
/// `since`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Update {
    /// The number of events so far.
    pub seq: u64,
    /// `happened` tells everything after the event of this number. If it is 0, that is
    /// the whole story of the current game: forget what you knew. If it is greater than
    /// your own seq, you missed something: connect again with `since`.
    pub after: u64,
    /// What happened after that, in order. What you know already may be among it.
    pub happened: Vec<Announcement>,
    /// How things stand now.
    pub scene: Scene,
}

impl Update {
    /// What happened in `room`, which has this `id`, after the event `since`, and how things
    /// stand `now`.
    pub fn of(id: &str, room: &Room, since: u64, now: Duration) -> Update {
        let happened = room.happened(since);
        Update {
            seq: room.seq(),
            after: room.told_after(since),
            happened: happened.map(|told| Announcement::of(told, room)).collect(),
            scene: Scene::of(id, room, now),
        }
    }
}

/// What the program thinks of the board, seen from Black's side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Estimate {
    /// The id of the message.
    pub re: u64,
    /// For each point, row by row from the top: from −100, surely White's, to 100,
    /// surely Black's.
    pub ownership: Vec<i8>,
    /// By how many points Black leads, komi included.
    pub lead: f64,
    /// How likely Black wins, from 0 to 1.
    pub winrate: f64,
}

/// Why the server closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ByeCode {
    /// The server stops; it may be back soon.
    Stopping,
    /// The client does not read what it is sent. It may connect again with `since`.
    TooSlow,
    /// The client sends too much.
    TooFast,
    /// The client sent what is no message, again and again, or one too large.
    BadMessage,
    /// Something failed in the server. The client may connect again with `since`.
    Failed,
    /// The room is closed.
    Closed,
    /// Another device of the same seat signed this one out. It may connect again, to watch.
    SignedOut,
}
