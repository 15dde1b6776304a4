//! The one place where the server reads a clock.

use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ponnuki_clock::{LOOK_EVERY, Outage, Readings, Timeline};

/// The time since the Unix epoch, as the machine has it: for tokens, not for rooms, whose
/// time is [`Timekeeper`]'s.
#[expect(
    clippy::disallowed_methods,
    reason = "the server is an edge of the program: it hands the time to all below"
)]
pub(crate) fn wall() -> Duration {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default()
}

/// A time that only goes forward: for measuring and for rates.
#[expect(
    clippy::disallowed_methods,
    reason = "the server is an edge of the program: it measures its own work"
)]
pub(crate) fn steady() -> Instant {
    Instant::now()
}

/// Where a server reads the time for its rooms: the machine's clocks, unless it is told
/// other ones.
#[derive(Clone)]
pub struct TimeSource(Arc<dyn Fn() -> Readings + Send + Sync>);

impl TimeSource {
    /// Clocks that say what `read` says.
    pub fn new(read: impl Fn() -> Readings + Send + Sync + 'static) -> TimeSource {
        TimeSource(Arc::new(read))
    }

    /// What the clocks say now.
    pub fn read(&self) -> Readings {
        (self.0)()
    }
}

impl Default for TimeSource {
    fn default() -> TimeSource {
        let start = steady();
        TimeSource::new(move || Readings {
            wall: wall(),
            steady: steady() - start,
        })
    }
}

impl fmt::Debug for TimeSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TimeSource(..)")
    }
}

/// The rooms' time: never goes back, and knows when the process did not run.
#[derive(Debug)]
pub(crate) struct Timekeeper {
    source: TimeSource,
    timeline: Mutex<Timeline>,
}

impl Timekeeper {
    /// Begins to keep the time, which is never before what was `written`, and to look at
    /// the clocks until it is dropped: in a thread of its own, because an async worker may
    /// be busy while the process runs.
    ///
    /// # Errors
    ///
    /// There is no thread.
    pub(crate) fn start(
        source: &TimeSource,
        written: Option<Duration>,
    ) -> io::Result<Arc<Timekeeper>> {
        let keeper = Arc::new(Timekeeper {
            source: source.clone(),
            timeline: Mutex::new(Timeline::start(source.read(), written)),
        });
        let beating = Arc::downgrade(&keeper);
        let beat = move || {
            while let Some(keeper) = beating.upgrade() {
                keeper.now();
                drop(keeper);
                thread::sleep(LOOK_EVERY);
            }
        };
        thread::Builder::new()
            .name("clock".to_owned())
            .spawn(beat)?;
        Ok(keeper)
    }

    /// The time since the Unix epoch by which rooms live, in whole milliseconds.
    pub(crate) fn now(&self) -> Duration {
        self.look().0
    }

    /// The time, and the outages up to it that ended after `time`, the oldest first.
    pub(crate) fn now_and_outages_after(&self, time: Duration) -> (Duration, Vec<Outage>) {
        let (now, timeline) = self.look();
        (now, timeline.outages_after(time).collect())
    }

    /// Looks at the clocks under the lock, so that no look comes after a later one.
    fn look(&self) -> (Duration, MutexGuard<'_, Timeline>) {
        // A timeline is whole between any two looks: a panic elsewhere does not matter.
        let mut timeline = self.timeline.lock().unwrap_or_else(PoisonError::into_inner);
        (timeline.look(self.source.read()), timeline)
    }
}
