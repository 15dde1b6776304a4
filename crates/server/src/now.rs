//! The one place where the server reads a clock.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The time since the Unix epoch, as the machine has it: what rooms live by.
#[expect(
    clippy::disallowed_methods,
    reason = "the server is an edge of the program: it hands the time to all below"
)]
pub(crate) fn wall() -> Duration {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default()
}

/// A time that only goes forward: for measuring and for rates.
#[expect(
    clippy::disallowed_methods,
    reason = "the server is an edge of the program: it measures its own work"
)]
pub(crate) fn steady() -> Instant {
    Instant::now()
}
