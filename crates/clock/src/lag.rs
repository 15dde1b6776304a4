//! What the network takes of a player's time, and how much of that is forgiven.

use std::time::Duration;

/// The most grace that one move may have. A slower network is the player's to bear:
/// else a client could claim its own thinking as lag.
pub const LAG_MAX: Duration = Duration::from_secs(1);

/// The most grace that a player has in store, and what each game begins with: enough for a
/// few bad moments. A client that answers late on purpose buys no more than this, and
/// [`LAG_REFILL`] for each move.
pub const LAG_QUOTA: Duration = Duration::from_secs(3);

/// What each move of a player adds to their store: about as long as a message is on its
/// way over an ocean, so that an honest player is hardly ever charged for the network.
pub const LAG_REFILL: Duration = Duration::from_millis(100);

/// What a turn that took `spent` costs its player, of which the messages were on
/// their way for `lag`: lag is grace, up to [`LAG_MAX`], not lost time.
#[must_use]
pub fn charged(spent: Duration, lag: Duration) -> Duration {
    spent.saturating_sub(lag.min(LAG_MAX))
}

/// How much grace one player still has in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LagQuota {
    left: Duration,
}

impl LagQuota {
    /// At the beginning of a game.
    pub const FULL: LagQuota = LagQuota { left: LAG_QUOTA };

    /// How much grace a move has that was on its way for `lag`.
    #[must_use]
    pub fn grant(self, lag: Duration) -> Duration {
        lag.min(LAG_MAX).min(self.left)
    }

    /// What is left after a move that took `spent` and was given `lag` as grace.
    #[must_use]
    pub fn after_move(self, spent: Duration, lag: Duration) -> LagQuota {
        let used = spent - charged(spent, lag);
        let left = self.left.saturating_sub(used).saturating_add(LAG_REFILL);
        LagQuota {
            left: left.min(LAG_QUOTA),
        }
    }
}
