//! The session that answers the protocol: lines are read, turns wait in a queue, thinkers take
//! them, and answers go out in the order in which they are found.
//!
//! The modules build on each other in this order: `outbox`, `queue`, `hash`, `ranking`,
//! `answer`, `people`, `replay`, `reader`, `worker`.

mod answer;
mod hash;
mod outbox;
mod people;
mod queue;
mod ranking;
mod reader;
mod replay;
mod worker;
mod zobrist;

pub use outbox::{Outbox, WhenFull, Writer};
pub use queue::{QueueLimit, TurnQueue};
pub use reader::{AnalysisService, AtEnd, ClientReader, Warnings};
pub use worker::{Threads, WorkerSettings, start_workers, work};
