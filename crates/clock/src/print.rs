//! Time controls and clocks as players write them. Must agree with `parse`.

use std::fmt;
use std::time::Duration;

use crate::control::{Control, Left};

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// The units of time as they are written, the longest first, in seconds.
pub(crate) const UNITS: [(&str, u64); 4] = [("d", DAY), ("h", HOUR), ("m", MINUTE), ("s", 1)];

/// As players write it: `10:00 + 5×0:30`. What [`check`](Control::check) accepts is
/// parsed back as it was; of other controls, fractions of a second are rounded up.
impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Control::None => f.write_str("none"),
            Control::Absolute { main } => write!(f, "{}", Exact(*main)),
            Control::Fischer {
                main,
                increment,
                max,
            } => {
                write!(f, "{} + {}", Exact(*main), Exact(*increment))?;
                max.map_or(Ok(()), |max| write!(f, " (max {})", Exact(max)))
            }
            Control::Byoyomi {
                main,
                n_periods,
                period,
            } => write!(f, "{} + {n_periods}×{}", Exact(*main), Exact(*period)),
            Control::Canadian {
                main,
                n_stones,
                period,
            } => write!(f, "{} + {}/{n_stones}", Exact(*main), Exact(*period)),
            Control::PerMove { time } => write!(f, "{}/move", Exact(*time)),
        }
    }
}

/// As a clock shows it: `9:59`; in byo-yomi `0:24 (3)`, and `0:24 SD` (sudden death) in
/// the last period; in Canadian time `4:10/12`; `∞` without limit. Seconds are rounded
/// up, so that `0:00` is the flag and nothing else; from a day on it is hours, `2d 4h`.
impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Left::Unlimited => f.write_str("∞"),
            Left::Main(time) => write!(f, "{}", Coarse(*time)),
            Left::Period { time, n_periods: 1 } => write!(f, "{} SD", Coarse(*time)),
            Left::Period { time, n_periods } => write!(f, "{} ({n_periods})", Coarse(*time)),
            Left::Stones { time, n_stones } => write!(f, "{}/{n_stones}", Coarse(*time)),
            Left::Flag => f.write_str("0:00"),
        }
    }
}

/// A time to the second.
struct Exact(Duration);

/// A time to the second, from a day on to the hour.
struct Coarse(Duration);

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_seconds(f, seconds_up(self.0))
    }
}

impl fmt::Display for Coarse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = seconds_up(self.0);
        if seconds < DAY {
            return write_seconds(f, seconds);
        }
        write_seconds(f, seconds.div_ceil(HOUR).saturating_mul(HOUR))
    }
}

/// The seconds of a time, a begun one as a whole one.
fn seconds_up(time: Duration) -> u64 {
    let begun = u64::from(time.subsec_nanos() > 0);
    time.as_secs().saturating_add(begun)
}

fn write_seconds(f: &mut fmt::Formatter<'_>, seconds: u64) -> fmt::Result {
    if seconds >= DAY {
        return write_units(f, seconds);
    }
    let (hours, minutes) = (seconds / HOUR, seconds % HOUR / MINUTE);
    let seconds = seconds % MINUTE;
    match hours {
        0 => write!(f, "{minutes}:{seconds:02}"),
        _ => write!(f, "{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// `1d`, `2d 4h`, `1d 30s`: units of which there are none are left out.
fn write_units(f: &mut fmt::Formatter<'_>, seconds: u64) -> fmt::Result {
    let mut rest = seconds;
    let mut gap = "";
    for (unit, length) in UNITS {
        let n = rest / length;
        rest %= length;
        if n > 0 {
            write!(f, "{gap}{n}{unit}")?;
            gap = " ";
        }
    }
    Ok(())
}
