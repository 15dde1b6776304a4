//! Which time controls are sense. Nothing about what they leave a player.

use std::fmt;
use std::time::Duration;

use crate::control::Control;

/// The longest stretch of any kind. A year is a long time for one game, and sums of such
/// stretches stay far from the end of numbers.
pub const TIME_MAX: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// The most periods of byo-yomi. Real games have up to thirty; more is main time by another name.
pub const PERIODS_MAX: u16 = 100;

/// The most stones in a Canadian period. They are counted out on the table.
pub const STONES_MAX: u16 = 100;

/// A stretch of time that a control has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlTime {
    /// The main time.
    Main,
    /// What a move adds.
    Increment,
    /// Up to where a move adds.
    Max,
    /// A period of byo-yomi or of Canadian time.
    Period,
    /// The time for a move.
    Move,
}

/// Why a time control is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlFault {
    /// A stretch of no time at all.
    Zero(ControlTime),
    /// A stretch longer than [`TIME_MAX`].
    TooLong(ControlTime),
    /// A stretch with a fraction of a second, which cannot be written.
    Fraction(ControlTime),
    /// No periods, or more than [`PERIODS_MAX`].
    Periods(u16),
    /// No stones, or more than [`STONES_MAX`].
    Stones(u16),
    /// A maximum that is less than the increment: no move would add all of it.
    MaxBelowIncrement,
}

impl fmt::Display for ControlTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ControlTime::Main => "the main time",
            ControlTime::Increment => "the increment",
            ControlTime::Max => "the maximum",
            ControlTime::Period => "a period",
            ControlTime::Move => "the time for a move",
        })
    }
}

impl fmt::Display for ControlFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ControlFault::Zero(stretch) => write!(f, "{stretch} is at least a second"),
            ControlFault::TooLong(stretch) => {
                let n_days = TIME_MAX.as_secs() / (24 * 60 * 60);
                write!(f, "{stretch} is at most {n_days} days")
            }
            ControlFault::Fraction(stretch) => write!(f, "{stretch} is in whole seconds"),
            ControlFault::Periods(n) => {
                write!(f, "there are 1 to {PERIODS_MAX} periods, not {n}")
            }
            ControlFault::Stones(n) => {
                write!(f, "a period has 1 to {STONES_MAX} stones, not {n}")
            }
            ControlFault::MaxBelowIncrement => f.write_str("the maximum is at least the increment"),
        }
    }
}

impl std::error::Error for ControlFault {}

impl Control {
    /// The control itself, if it is sense. Overtime may come without main time.
    ///
    /// # Errors
    ///
    /// The first fault, in the order in which the control is written.
    pub fn check(self) -> Result<Control, ControlFault> {
        match self {
            Control::None => {}
            Control::Absolute { main } => check_stretch(ControlTime::Main, main)?,
            Control::Fischer {
                main,
                increment,
                max,
            } => {
                check_stretch(ControlTime::Main, main)?;
                check_stretch(ControlTime::Increment, increment)?;
                if let Some(max) = max {
                    check_stretch(ControlTime::Max, max)?;
                    if max < increment {
                        return Err(ControlFault::MaxBelowIncrement);
                    }
                }
            }
            Control::Byoyomi {
                main,
                n_periods,
                period,
            } => {
                check_main_before_overtime(main)?;
                if !(1..=PERIODS_MAX).contains(&n_periods) {
                    return Err(ControlFault::Periods(n_periods));
                }
                check_stretch(ControlTime::Period, period)?;
            }
            Control::Canadian {
                main,
                n_stones,
                period,
            } => {
                check_main_before_overtime(main)?;
                check_stretch(ControlTime::Period, period)?;
                if !(1..=STONES_MAX).contains(&n_stones) {
                    return Err(ControlFault::Stones(n_stones));
                }
            }
            Control::PerMove { time } => check_stretch(ControlTime::Move, time)?,
        }
        Ok(self)
    }
}

fn check_main_before_overtime(main: Duration) -> Result<(), ControlFault> {
    if main.is_zero() {
        return Ok(());
    }
    check_stretch(ControlTime::Main, main)
}

fn check_stretch(stretch: ControlTime, time: Duration) -> Result<(), ControlFault> {
    if time.is_zero() {
        Err(ControlFault::Zero(stretch))
    } else if time > TIME_MAX {
        Err(ControlFault::TooLong(stretch))
    } else if time.subsec_nanos() > 0 {
        Err(ControlFault::Fraction(stretch))
    } else {
        Ok(())
    }
}
