//! Time that was nobody's, for rooms that were not in memory then: they learn of it from the
//! store when they are brought there.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ponnuki_clock::Outage;
use ponnuki_store::{KeptOutage, Store, StoreFault};
use ponnuki_wire::{from_ms, to_ms};

/// The outages that are not stored yet; the others are in the store.
#[derive(Debug)]
pub(crate) struct OutageLog {
    waiting: Mutex<Vec<Outage>>,
    /// When the last pulse was stored, in Unix milliseconds: no outage before it waits.
    pulsed_ms: AtomicU64,
}

impl OutageLog {
    /// Begins with what was noticed at the start.
    pub(crate) fn new(noticed: Option<Outage>) -> OutageLog {
        OutageLog {
            waiting: Mutex::new(noticed.into_iter().collect()),
            pulsed_ms: AtomicU64::new(0),
        }
    }

    /// One more was noticed.
    pub(crate) fn add(&self, outage: Outage) {
        self.waiting().push(outage);
    }

    /// Writes down that the server is alive at `now`, and when it was not.
    pub(crate) async fn pulse(&self, store: &Store, now: Duration) -> Result<(), StoreFault> {
        let waiting = self.waiting().clone();
        let kept: Vec<KeptOutage> = waiting.iter().map(kept).collect();
        store.pulse(to_ms(now), &kept).await?;
        self.waiting().retain(|outage| !waiting.contains(outage));
        self.pulsed_ms.store(to_ms(now), Ordering::Relaxed);
        Ok(())
    }

    /// When the last pulse was stored, since the Unix epoch. What is due in the store is due
    /// by this time; it may be later by what happened after.
    pub(crate) fn pulsed(&self) -> Duration {
        from_ms(self.pulsed_ms.load(Ordering::Relaxed))
    }

    /// All that ended after `time`, in any order; some may overlap.
    pub(crate) async fn after(
        &self,
        store: &Store,
        time: Duration,
    ) -> Result<Vec<Outage>, StoreFault> {
        // Before the store is asked, into which they may come meanwhile.
        let mut all = self.waiting().clone();
        let stored = store.outages_after(to_ms(time)).await?;
        all.extend(stored.into_iter().map(|outage| Outage {
            since: from_ms(outage.since_ms),
            until: from_ms(outage.until_ms),
        }));
        Ok(all)
    }

    /// Nothing is left half done under this lock, so a panic elsewhere does not matter.
    fn waiting(&self) -> MutexGuard<'_, Vec<Outage>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn kept(outage: &Outage) -> KeptOutage {
    KeptOutage {
        since_ms: to_ms(outage.since),
        until_ms: to_ms(outage.until),
    }
}

/// How much of the time from `from` to `to` lies in one of `outages` at least.
pub(crate) fn lost_time(mut outages: Vec<Outage>, from: Duration, to: Duration) -> Duration {
    outages.sort_by_key(|outage| outage.since);
    let (mut lost, mut counted) = (Duration::ZERO, from);
    for outage in outages {
        let since = outage.since.max(counted);
        let until = outage.until.min(to);
        lost += until.saturating_sub(since);
        counted = counted.max(until);
    }
    lost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_lost_once_however_many_outages_it_lies_in() {
        let secs = Duration::from_secs;
        for (outages, expected) in [
            (vec![], 0),
            (vec![(0, 5)], 0),
            (vec![(0, 12)], 2),
            (vec![(15, 18)], 3),
            (vec![(90, 200)], 10),
            (vec![(15, 18), (16, 17)], 3),
            (vec![(16, 25), (15, 18)], 10),
            (vec![(15, 18), (15, 18), (20, 21)], 4),
            (vec![(0, 300)], 90),
        ] {
            let all = outages.iter().map(|&(since, until)| Outage {
                since: secs(since),
                until: secs(until),
            });
            let lost = lost_time(all.collect(), secs(10), secs(100));
            assert_eq!(lost, secs(expected), "{outages:?}");
        }
    }
}
