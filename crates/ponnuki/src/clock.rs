//! The one place where the command line reads a clock.

use std::time::Instant;

/// The time now, for measuring.
#[expect(
    clippy::disallowed_methods,
    reason = "the command line is an edge of the program: it measures for the person who asked"
)]
pub(crate) fn now() -> Instant {
    Instant::now()
}
