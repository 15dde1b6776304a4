//! What a clock shows between two messages of the server, which alone says when a flag falls.

use std::time::Duration;

use ponnuki_clock::{Control, Left};
use ponnuki_wire::{ClockFace, from_ms};

/// From here on a clock is drawn as urgent.
const SHORT: Duration = Duration::from_secs(10);

/// What a clock shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) text: String,
    pub(crate) is_short: bool,
}

/// What `face` shows after running for another `elapsed`; `terms` is the clock as players
/// write it.
pub(crate) fn shown(face: &ClockFace, elapsed: Duration, terms: &str) -> Shown {
    let time = from_ms(face.left_ms);
    let left = match (face.n_periods, face.n_stones) {
        (Some(n_periods), _) => Left::Period { time, n_periods },
        (None, Some(n_stones)) => Left::Stones { time, n_stones },
        (None, None) => Left::Main(time),
    };
    let control: Control = terms.parse().unwrap_or(Control::None);
    let left = control.thinking(left, elapsed);
    let time = match left {
        Left::Unlimited => Duration::MAX,
        Left::Flag => Duration::ZERO,
        Left::Main(time) | Left::Period { time, .. } | Left::Stones { time, .. } => time,
    };
    Shown {
        text: left.to_string(),
        is_short: time <= SHORT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(left: u64, n_periods: Option<u16>, elapsed: u64, terms: &str, text: &str) {
        let face = ClockFace {
            left_ms: left * 1000,
            n_periods,
            n_stones: None,
            period_ms: None,
            text: String::new(),
        };
        let shown = shown(&face, Duration::from_secs(elapsed), terms);
        assert_eq!(shown.text, text);
    }

    #[test]
    fn a_clock_runs_between_messages() {
        check(60, None, 1, "30:00", "0:59");
        check(2, None, 5, "30:00", "0:00");
        check(1, None, 2, "10:00 + 5×0:30", "0:29 (5)");
        check(5, Some(3), 36, "10:00 + 5×0:30", "0:29 SD");
        check(1, None, 2, "10:00 + 5:00/25", "4:59/25");
    }
}
