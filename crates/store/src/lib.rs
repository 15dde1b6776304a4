//! Events in, events out: games kept in SQLite, or in PostgreSQL.
//!
//! A [`Store`] takes the events of rooms and gives them back. An event is answered
//! for only when it is safe on the disk, and is never changed after; what waits is
//! committed together, so that many games cost little more than one. What a room
//! looks like in a list is kept beside its events and changes with them.
//!
//! The store reads no clock and draws no random number: moments and keys are
//! handed in.

mod access;
mod address;
mod backend;
mod copy;
mod due;
mod events;
mod fault;
mod files;
mod key;
mod migrate;
mod nodes;
mod postgres;
mod pulse;
mod restore;
mod seats;
mod sqlite;
mod store;
mod sum;
mod transfer;
mod worker_keys;
mod writer;

pub use address::{DatabaseAddress, PostgresUrl};
pub use due::DueRoom;
pub use events::{Damage, Kept};
pub use fault::StoreFault;
pub use files::tighten;
pub use nodes::{Beat, Joined, LEASE_LIFE, RoomClaim, RoomOwner};
pub use pulse::KeptOutage;
pub use restore::{Backup, Restored};
pub use seats::SeatLock;
pub use store::{Shelf, Store};
pub use transfer::{Moved, move_data};
pub use worker_keys::WorkerKey;
pub use writer::{BATCH_MAX, QUEUE_MAX};
