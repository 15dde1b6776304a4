//! Time controls as pure functions. It reads no clock.
//!
//! ```
//! use std::time::Duration;
//!
//! use ponnuki_clock::{Control, charged};
//!
//! let seconds = Duration::from_secs;
//! let control: Control = "1m + 3x30s".parse()?;
//! assert_eq!(control.to_string(), "1:00 + 3×0:30");
//!
//! // the main time    three periods
//! // |----------------|-------|-------|-------| flag
//! // 0                60      90      120     150 seconds
//! let left = control.start();
//! assert_eq!(left.to_string(), "1:00");
//! assert_eq!(control.thinking(left, seconds(71)).to_string(), "0:19 (3)");
//! assert_eq!(control.thinking(left, seconds(121)).to_string(), "0:29 SD");
//! assert_eq!(control.until_flag(left), Some(seconds(150)));
//!
//! // A move costs what the player thought, not what the network took, and a period
//! // that is not used up begins anew.
//! let spent = charged(seconds(72), Duration::from_millis(400));
//! assert_eq!(control.after_move(left, spent).to_string(), "0:30 (3)");
//! # Ok::<(), ponnuki_clock::ParseControlError>(())
//! ```
//!
//! A [`Control`] is the rule, [`Left`] is what one player has; who is to move, and when
//! the turn began, is for the caller to know.
//!
//! Modules, each using only those before it: `lag`, `control`, `limits`, `pace`, `print`,
//! `parse`; and `timeline`, which stands alone: what time it is where clocks cannot be trusted.

mod control;
mod lag;
mod limits;
mod pace;
mod parse;
mod print;
mod timeline;

pub use control::{Control, Left};
pub use lag::{LAG_MAX, LAG_QUOTA, LAG_REFILL, LagQuota, charged};
pub use limits::{ControlFault, ControlTime, PERIODS_MAX, STONES_MAX, TIME_MAX};
pub use pace::{PRESETS, Pace};
pub use parse::ParseControlError;
pub use timeline::{LOOK_EVERY, Outage, PULSE_EVERY, Readings, Timeline, whole_ms};
