//! Time controls and what they leave a player. They read no clock: how long a turn
//! has taken is handed in.

use std::time::Duration;

/// How the players' time is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// Not at all.
    None,
    /// One stretch for the whole game.
    Absolute {
        /// The stretch.
        main: Duration,
    },
    /// Each move adds some time.
    Fischer {
        /// At the beginning.
        main: Duration,
        /// For each move.
        increment: Duration,
        /// No move adds time beyond this, if there is a limit. What a player has
        /// beyond it anyway is kept.
        max: Option<Duration>,
    },
    /// After the main time, some periods; one that is not used up begins anew.
    Byoyomi {
        /// Before the first period; may be none.
        main: Duration,
        /// How many there are; the flag falls with the last.
        n_periods: u16,
        /// One period.
        period: Duration,
    },
    /// After the main time, so many stones in each period.
    Canadian {
        /// Before the first period; may be none.
        main: Duration,
        /// Stones to play in a period; then the next begins.
        n_stones: u16,
        /// One period.
        period: Duration,
    },
    /// Each move has so long.
    PerMove {
        /// For one move.
        time: Duration,
    },
}

/// What one player has left, at the beginning of a turn or during it.
///
/// Time is gone when none is left, not a moment later: what [`Control`] returns holds
/// no zero time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Left {
    /// The player's time never runs out.
    Unlimited,
    /// Main time, or the time of a simple clock.
    Main(Duration),
    /// In a period of byo-yomi.
    Period {
        /// What is left of it.
        time: Duration,
        /// How many there are with this one.
        n_periods: u16,
    },
    /// In a Canadian period.
    Stones {
        /// What is left of it.
        time: Duration,
        /// How many are still to be played in it.
        n_stones: u16,
    },
    /// Nothing: the flag has fallen.
    Flag,
}

impl Control {
    /// What each player has when the game begins.
    #[must_use]
    pub fn start(self) -> Left {
        let main = match self {
            Control::None => return Left::Unlimited,
            Control::Absolute { main }
            | Control::Fischer { main, .. }
            | Control::Byoyomi { main, .. }
            | Control::Canadian { main, .. }
            | Control::PerMove { time: main } => main,
        };
        // Without main time the game begins in overtime.
        self.thinking(Left::Main(main), Duration::ZERO)
    }

    /// What is left when the player has been thinking for `spent` of this turn, of which
    /// `left` was there at the beginning. Periods are used up on the way.
    #[must_use]
    pub fn thinking(self, left: Left, spent: Duration) -> Left {
        match left {
            Left::Unlimited | Left::Flag => left,
            Left::Main(time) if spent < time => Left::Main(time - spent),
            Left::Main(time) => match self.overtime() {
                Some(overtime) => self.thinking(overtime, spent - time),
                None => Left::Flag,
            },
            Left::Period { time, n_periods } if spent < time => Left::Period {
                time: time - spent,
                n_periods,
            },
            Left::Period { time, n_periods } => self.later_period(n_periods, spent - time),
            Left::Stones { time, n_stones } if spent < time => Left::Stones {
                time: time - spent,
                n_stones,
            },
            Left::Stones { .. } => Left::Flag,
        }
    }

    /// What is left after a move that took `spent`, or the flag if that was too long.
    ///
    /// Fischer time is added, a period of byo-yomi that is not used up begins anew, a
    /// stone of a Canadian period is counted.
    #[must_use]
    pub fn after_move(self, left: Left, spent: Duration) -> Left {
        match (self, self.thinking(left, spent)) {
            (Control::Fischer { increment, max, .. }, Left::Main(time)) => {
                let more = time.saturating_add(increment);
                Left::Main(max.map_or(more, |max| more.min(max).max(time)))
            }
            (Control::PerMove { time }, Left::Main(_)) => Left::Main(time),
            (Control::Byoyomi { period, .. }, Left::Period { n_periods, .. }) => Left::Period {
                time: period,
                n_periods,
            },
            (_, Left::Stones { time, n_stones }) if n_stones > 1 => Left::Stones {
                time,
                n_stones: n_stones - 1,
            },
            (
                Control::Canadian {
                    n_stones, period, ..
                },
                Left::Stones { .. },
            ) => Left::Stones {
                time: period,
                n_stones,
            },
            (_, left) => left,
        }
    }

    /// How long the player may think from the turn's beginning until the flag falls;
    /// `None`: it never falls.
    #[must_use]
    pub fn until_flag(self, left: Left) -> Option<Duration> {
        match left {
            Left::Unlimited => None,
            Left::Flag => Some(Duration::ZERO),
            Left::Main(time) => match self.overtime() {
                Some(overtime) => Some(time.saturating_add(self.until_flag(overtime)?)),
                None => Some(time),
            },
            Left::Period { time, n_periods } => {
                let n_later = u32::from(n_periods.saturating_sub(1));
                Some(time.saturating_add(self.period().saturating_mul(n_later)))
            }
            Left::Stones { time, .. } => Some(time),
        }
    }

    /// What a player has when the main time is gone, if there is anything after it.
    fn overtime(self) -> Option<Left> {
        match self {
            Control::Byoyomi { n_periods: 0, .. } | Control::Canadian { n_stones: 0, .. } => None,
            Control::Byoyomi {
                n_periods, period, ..
            } => Some(Left::Period {
                time: period,
                n_periods,
            }),
            Control::Canadian {
                n_stones, period, ..
            } => Some(Left::Stones {
                time: period,
                n_stones,
            }),
            Control::None
            | Control::Absolute { .. }
            | Control::Fischer { .. }
            | Control::PerMove { .. } => None,
        }
    }

    /// One period of byo-yomi; a control without them has none.
    fn period(self) -> Duration {
        match self {
            Control::Byoyomi { period, .. } => period,
            _ => Duration::ZERO,
        }
    }

    /// What is left when of `n_periods` the first is used up, and `spent` more.
    fn later_period(self, n_periods: u16, spent: Duration) -> Left {
        let period = self.period().as_nanos();
        let Some(n_more) = spent.as_nanos().checked_div(period) else {
            return Left::Flag;
        };
        let n_used = n_more + 1;
        let n_left = u16::try_from(n_used).map_or(0, |n_used| n_periods.saturating_sub(n_used));
        if n_left == 0 {
            return Left::Flag;
        }
        Left::Period {
            time: Duration::from_nanos_u128(period - spent.as_nanos() % period),
            n_periods: n_left,
        }
    }
}
