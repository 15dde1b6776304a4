//! What comes of a line that someone types.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::to_server::ToServer;

/// What comes of a line that someone types in a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reply {
    /// This is said, and that is all.
    Say {
        /// What, in lines.
        text: String,
    },
    /// This is to be sent over the room's socket, with an id of the sender's.
    Do {
        /// The message.
        message: ToServer,
    },
    /// This is asked; if the answer is yes, the message is to be sent.
    Sure {
        /// The question.
        text: String,
        /// What is to be sent.
        message: ToServer,
    },
    /// The answer to the last question.
    Answer {
        /// Whether it is yes.
        yes: bool,
    },
    /// The last thing is to be said again.
    Again,
    /// The game is wanted as a file.
    Save,
    /// The person wants to leave.
    Quit,
}
