//! How fast a control is played, and the controls that are worth offering.

use std::fmt;
use std::time::Duration;

use crate::control::Control;

/// How many moves a player is expected to make. A game on the large board fills about
/// seven points in ten, half of them each.
const MOVES_EXPECTED: u32 = 126;

/// A blitz player has less than this for a move.
const BLITZ_END: Duration = Duration::from_secs(10);

/// A player who has this for a move need not sit at the board.
const LIVE_END: Duration = Duration::from_secs(60 * 60);

/// How fast a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pace {
    /// Under ten seconds for a move.
    Blitz,
    /// At one sitting.
    Live,
    /// An hour for a move or more.
    Correspondence,
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Pace::Blitz => "blitz",
            Pace::Live => "live",
            Pace::Correspondence => "correspondence",
        })
    }
}

impl Control {
    /// How fast a game under this control is played, by the time that is expected for a
    /// move. Without a limit nobody need sit at the board.
    pub fn pace(self) -> Pace {
        match self.per_move() {
            Some(time) if time < BLITZ_END => Pace::Blitz,
            Some(time) if time < LIVE_END => Pace::Live,
            Some(_) | None => Pace::Correspondence,
        }
    }

    /// The time that is expected for a move, if there is a limit. Of time that is lost
    /// unless it is used, half is used.
    fn per_move(self) -> Option<Duration> {
        let (main, more) = match self {
            Control::None => return None,
            Control::Absolute { main } => (main, Duration::ZERO),
            Control::Fischer {
                main, increment, ..
            } => (main, increment),
            Control::Byoyomi { main, period, .. } => (main, period / 2),
            Control::Canadian {
                main,
                n_stones,
                period,
            } => (main, period / u32::from(n_stones.max(1))),
            Control::PerMove { time } => (Duration::ZERO, time / 2),
        };
        Some((main / MOVES_EXPECTED).saturating_add(more))
    }
}

/// Controls worth offering, by name; each is known from other places to play.
pub const PRESETS: &[(&str, Control)] = &[
    ("blitz", fischer(30, 5, None)),
    ("blitz-byoyomi", byoyomi(30, 5, 10)),
    ("rapid", fischer(5 * 60, 7, None)),
    ("rapid-byoyomi", byoyomi(5 * 60, 5, 30)),
    ("live", fischer(10 * 60, 10, None)),
    ("live-byoyomi", byoyomi(20 * 60, 5, 30)),
    ("daily", fischer(3 * DAY, DAY, Some(7 * DAY))),
];

const DAY: u64 = 24 * 60 * 60;

const fn fischer(main: u64, increment: u64, max: Option<u64>) -> Control {
    Control::Fischer {
        main: Duration::from_secs(main),
        increment: Duration::from_secs(increment),
        max: match max {
            Some(max) => Some(Duration::from_secs(max)),
            None => None,
        },
    }
}

const fn byoyomi(main: u64, n_periods: u16, period: u64) -> Control {
    Control::Byoyomi {
        main: Duration::from_secs(main),
        n_periods,
        period: Duration::from_secs(period),
    }
}
