//! What time it is for the rooms.

use std::time::Duration;

/// `time` cut to whole milliseconds, in which times are stored.
#[must_use]
pub fn whole_ms(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}
