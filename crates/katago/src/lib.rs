//! KataGo's analysis protocol: its JSON shapes, and the session that answers it. No engine
//! inside: whatever thinks is handed in.
//!
//! [`protocol`] reads a line into what it asks for and has the shapes of the answers. A
//! [`ClientReader`] hears the lines of one client and puts turns into the [`TurnQueue`]; [`work`] has a
//! [`Thinker`](ponnuki_think::Thinker) take them from there and put answers into the client's
//! [`Outbox`].
//!
//! Nothing here reads a clock: [`WorkerSettings::now`] is handed in.

mod config;
pub mod protocol;
mod session;

pub use config::{apply_file, apply_list};
pub use session::{
    AnalysisService, AtEnd, ClientReader, Outbox, QueueLimit, Threads, TurnQueue, Warnings,
    WhenFull, WorkerSettings, Writer, start_workers, work,
};
