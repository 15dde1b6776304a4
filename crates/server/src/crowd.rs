//! How many people are in the rooms now. It knows no names and no rooms.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use ponnuki_wire::Attendance;

/// How many people are in the rooms now.
#[derive(Debug, Default)]
pub(crate) struct Crowd {
    games: AtomicU32,
    players: AtomicU32,
    watchers: AtomicU32,
}

impl Crowd {
    /// The whole sum.
    pub(crate) fn count(&self) -> Attendance {
        Attendance {
            games: self.games.load(Ordering::Relaxed),
            players: self.players.load(Ordering::Relaxed),
            watchers: self.watchers.load(Ordering::Relaxed),
        }
    }
}

/// What one room adds to the sum, as long as this lives.
#[derive(Debug)]
pub(crate) struct HeadCount {
    crowd: Arc<Crowd>,
    counted: Attendance,
}

impl HeadCount {
    /// Of an empty room.
    pub(crate) fn none(crowd: &Arc<Crowd>) -> HeadCount {
        HeadCount {
            crowd: Arc::clone(crowd),
            counted: Attendance::default(),
        }
    }

    /// Says who is in the room now.
    pub(crate) fn is_now(&mut self, now: Attendance) {
        let (crowd, before) = (&self.crowd, self.counted);
        // Sums of 32 bits wrap, so that taking away what was added always fits.
        let change = |sum: &AtomicU32, now: u32, before: u32| {
            sum.fetch_add(now.wrapping_sub(before), Ordering::Relaxed);
        };
        change(&crowd.games, now.games, before.games);
        change(&crowd.players, now.players, before.players);
        change(&crowd.watchers, now.watchers, before.watchers);
        self.counted = now;
    }
}

impl Drop for HeadCount {
    fn drop(&mut self) {
        self.is_now(Attendance::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_counts_until_it_is_gone() {
        let crowd = Arc::new(Crowd::default());
        let [mut one, mut other] = [HeadCount::none(&crowd), HeadCount::none(&crowd)];
        let pair = Attendance {
            games: 1,
            players: 2,
            watchers: 3,
        };
        one.is_now(pair);
        other.is_now(pair);
        other.is_now(Attendance {
            games: 0,
            players: 1,
            watchers: 0,
        });
        let expected = Attendance {
            games: 1,
            players: 3,
            watchers: 3,
        };
        assert_eq!(crowd.count(), expected);
        drop(one);
        drop(other);
        assert_eq!(crowd.count(), Attendance::default());
    }
}
