//! What the nodes of one database say to each other over a bus. Each message is signed with the
//! database's key, and nothing in it is needed for a game.

use serde::{Deserialize, Serialize};

use crate::pages::Attendance;
use crate::worker::{FromWorker, NetworkFace, ToWorker};

/// The version of this protocol, which includes that of the workers.
pub const NODE_PROTOCOL: u32 = 1;

/// A message of one node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NodeLetter {
    /// The node that says it.
    pub from: String,
    /// When it was said, by the clock that all nodes share.
    pub at_ms: u64,
    /// What is said.
    pub said: NodeSaying,
}

/// What a node says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum NodeSaying {
    /// How things stand there: to all, twice a second.
    News {
        /// How they stand.
        news: NodeNews,
    },
    /// It stops: to all.
    Leaving {},
    /// A task is offered, or not wanted any more: to one.
    Order {
        /// What the node thinks with and how it speaks; another declines.
        face: NodeFace,
        /// The task.
        order: Box<ToWorker>,
    },
    /// What became of a task: to the one that offered it. The first word about a task says
    /// whether it is taken.
    Report {
        /// What became of it.
        report: Box<FromWorker>,
    },
}

/// What has to be the same at two nodes before one thinks for the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeFace {
    /// The version of the protocol that it speaks.
    pub protocol: u32,
    /// The version of its program.
    pub version: String,
    /// What it thinks with.
    pub network: NetworkFace,
}

/// How things stand at a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeNews {
    /// What it thinks with and how it speaks.
    pub face: NodeFace,
    /// Who is in the rooms that it has.
    pub attendance: Attendance,
    /// How many tasks of others it would do now.
    pub idle: u16,
}
