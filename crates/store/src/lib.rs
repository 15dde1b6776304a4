//! Events in, events out: games kept in SQLite.
//!
//! A [`Store`] takes the events of rooms and gives them back. An event is answered
//! for only when it is safe on the disk, and is never changed after; what waits is
//! committed together, so that many games cost little more than one. What a room
//! looks like in a list is kept beside its events and changes with them.
//!
//! The store reads no clock and draws no random number: moments and keys are
//! handed in.

mod access;
mod copy;
mod events;
mod fault;
mod files;
mod migrate;
mod restore;
mod seats;
mod store;
mod sum;
mod writer;

pub use events::{Damage, Kept};
pub use fault::StoreFault;
pub use files::tighten;
pub use restore::{Backup, Restored};
pub use seats::SeatLock;
pub use store::{Shelf, Store};
pub use writer::{BATCH_MAX, QUEUE_MAX};
