//! The one place where the command line reads a clock.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The time now, for measuring.
#[expect(
    clippy::disallowed_methods,
    reason = "the command line is an edge of the program: it measures for the person who asked"
)]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// The time of day, since the Unix epoch.
#[expect(
    clippy::disallowed_methods,
    reason = "the command line is an edge of the program: people's clocks are told by it"
)]
pub(crate) fn time_of_day() -> Duration {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or(Duration::ZERO)
}
