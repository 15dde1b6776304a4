//! What the tests of the other crates stand on.
//!
//! - [`ReferenceGame`]: the game from its definitions, slow and obvious, to compare with.
//! - [`check`], [`check_count`]: a test as a drawing.
//! - [`damaged`]: texts of strangers.
//! - [`Script`]: bytes that drive a game; [`for_seeds`] draws them from seeds.
//! - [`katago`]: what a network says, from the description of its file.
//! - [`laws`]: what always holds, as functions over bytes; tests and fuzzers run them.
//! - [`table`]: the known values under `data/`.
//! - [`outside`]: what a clone does not contain, and the tests that are skipped without it.
//! - [`Postgres`], [`Nats`]: servers of the tests' own.
//! - [`with_full_disk`], [`limit_files`]: writes that fail as on a full disk.

mod count;
mod damage;
#[cfg(target_os = "linux")]
mod database_engine;
mod drawn;
#[cfg(target_os = "linux")]
mod full_disk;
pub mod katago;
pub mod laws;
#[cfg(target_os = "linux")]
mod message_bus;
pub mod outside;
#[cfg(target_os = "linux")]
mod processes;
mod reference;
mod script;
pub mod table;

pub use count::{played_alone, positions, simple_paths};
pub use damage::damaged;
#[cfg(target_os = "linux")]
pub use database_engine::Postgres;
pub use drawn::{check, check_count};
#[cfg(target_os = "linux")]
pub use full_disk::{limit_files, with_full_disk};
#[cfg(target_os = "linux")]
pub use message_bus::Nats;
pub use reference::{ReferenceGame, ReferenceScore, Stones, reference_perft};
pub use script::{Script, for_seeds};

use std::env;
use std::ffi::OsStr;

/// Whether the slow parts of the tests are asked for, with `RUN_SLOW=1`.
pub fn is_slow_run() -> bool {
    env::var_os("RUN_SLOW").is_some_and(|value| value != OsStr::new("") && value != OsStr::new("0"))
}
