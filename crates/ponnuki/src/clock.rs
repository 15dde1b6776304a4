//! The one place where the command line reads a clock, and how a moment is written.

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

/// The date and the time of a moment, in days of the Gregorian calendar.
pub(crate) fn date(since_epoch: Duration) -> String {
    let seconds = since_epoch.as_secs();
    let (hour, minute) = (seconds / 3_600 % 24, seconds / 60 % 60);
    let day = ponnuki_room::date(since_epoch).unwrap_or_default();
    format!("{day} {hour:02}:{minute:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_has_its_date() {
        for (seconds, text) in [
            (0, "1970-01-01 00:00"),
            (951_782_399, "2000-02-28 23:59"),
            (951_782_400, "2000-02-29 00:00"),
            (1_735_689_600, "2025-01-01 00:00"),
            (4_107_542_399, "2100-02-28 23:59"),
            (4_107_542_400, "2100-03-01 00:00"),
        ] {
            assert_eq!(date(Duration::from_secs(seconds)), text);
        }
    }
}
