//! What time it is for the rooms, judged from what the machine's clocks say. It reads no
//! clock: readings are handed in.
//!
//! Rooms live by a time since the Unix epoch that advances with the steady clock, so that
//! it never goes back and a wall clock that is set costs nobody a game. When the process
//! did not run, or the wall clock jumped ahead, that is an [`Outage`]: nobody's time.

use std::collections::VecDeque;
use std::time::Duration;

/// How often somebody has to [`look`](Timeline::look), whether anything happens or not, so
/// that a process that was frozen knows since when.
pub const LOOK_EVERY: Duration = Duration::from_millis(250);

/// How often it is written down that the process lives: a game that is interrupted loses
/// at most so much of the clock.
pub const PULSE_EVERY: Duration = Duration::from_secs(3);

/// A gap between two looks at the clocks that is longer than this is an outage, and so is
/// a wall clock that is further ahead. It is several times [`LOOK_EVERY`], so that a busy
/// machine is not taken for a frozen one.
const GAP_MIN: Duration = Duration::from_millis(1_500);
const _: () = assert!(GAP_MIN.as_millis() > 4 * LOOK_EVERY.as_millis());

/// A gap that is so long was no load: no machine that serves anybody keeps a thread so
/// long from looking at the clock.
const GAP_SURE: Duration = Duration::from_secs(15);

/// How much of the gaps between the two is nobody's time, before they count again: who can
/// make the machine stall buys no more than this by it.
const STALLS_MAX: Duration = Duration::from_secs(60);

/// What was used of [`STALLS_MAX`] comes back in so many times its length.
const STALLS_REFILL: u32 = 60;

/// How many outages are known at a time. Every room with a running clock is told at once,
/// so that it needs the last few only.
const OUTAGES_MAX: usize = 16;

/// What the clocks of the machine say. The wall clock is read first: a process that is
/// frozen between the two then seems to have a wall clock that is behind, which harms
/// nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readings {
    /// Since the Unix epoch. May be set to anything at any moment.
    pub wall: Duration,
    /// Since any moment. Never goes back; may stand still while the machine is suspended.
    pub steady: Duration,
}

/// A stretch of the rooms' time in which the process did not run, or that a clock which
/// was set left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// When it began, since the Unix epoch.
    pub since: Duration,
    /// When it ended.
    pub until: Duration,
}

/// The rooms' time.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// The time at the last look.
    now: Duration,
    /// What the steady clock said then.
    steady: Duration,
    /// What is left of [`STALLS_MAX`].
    stalls_left: Duration,
    /// The last outages, the oldest first.
    outages: VecDeque<Outage>,
}

impl Timeline {
    /// Begins at the first look at the clocks. What was `written` last by the process before
    /// may lie in the future of a wall clock that was set back: the time then goes on from
    /// there, so that no clock stands still until the wall clock has caught up.
    pub fn start(readings: Readings, written: Option<Duration>) -> Timeline {
        Timeline {
            now: readings.wall.max(written.unwrap_or_default()),
            steady: readings.steady,
            stalls_left: STALLS_MAX,
            outages: VecDeque::new(),
        }
    }

    /// The time by these readings, in the whole milliseconds that are stored; an outage
    /// that ends now is added to those known.
    pub fn look(&mut self, readings: Readings) -> Duration {
        let before = self.now;
        let passed = readings.steady.saturating_sub(self.steady);
        let after = before.saturating_add(passed);
        let is_ahead = readings.wall > after.saturating_add(GAP_MIN);
        let is_outage = self.is_outage(passed);
        self.now = if is_ahead { readings.wall } else { after };
        self.steady = self.steady.max(readings.steady);
        if is_ahead || is_outage {
            if self.outages.len() == OUTAGES_MAX {
                self.outages.pop_front();
            }
            self.outages.push_back(Outage {
                since: whole_ms(if is_outage { before } else { after }),
                until: whole_ms(self.now),
            });
        }
        whole_ms(self.now)
    }

    /// The outages that ended after `time`, the oldest first.
    pub fn outages_after(&self, time: Duration) -> impl Iterator<Item = Outage> {
        let outages = self.outages.iter().copied();
        outages.filter(move |outage| outage.until > time)
    }

    /// Whether the process did not run in the time that `passed` since the last look.
    fn is_outage(&mut self, passed: Duration) -> bool {
        let refilled = self.stalls_left.saturating_add(passed / STALLS_REFILL);
        self.stalls_left = refilled.min(STALLS_MAX);
        if passed <= GAP_MIN {
            return false;
        }
        if passed >= GAP_SURE {
            return true;
        }
        match self.stalls_left.checked_sub(passed) {
            Some(left) => {
                self.stalls_left = left;
                true
            }
            None => false,
        }
    }
}

/// `time` cut to whole milliseconds, in which times are stored.
#[must_use]
pub fn whole_ms(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    /// Looks at the clocks one after the other, given what the wall clock and the steady one
    /// say, in milliseconds after the start. What time it is by each look, and the outages.
    fn look_at(looks: &[(i64, u64)]) -> (Vec<i64>, Vec<(i64, i64)>) {
        let mut timeline = Timeline::start(readings(0, 0), None);
        let looks = looks.iter();
        let times = looks.map(|&(wall, steady)| ms(timeline.look(readings(wall, steady))));
        let times = times.collect();
        let outages = timeline.outages_after(Duration::ZERO);
        let outages = outages.map(|outage| (ms(outage.since), ms(outage.until)));
        (times, outages.collect())
    }

    /// When the clocks of these tests start.
    const START: i64 = 1_700_000_000_000;

    fn readings(wall: i64, steady: u64) -> Readings {
        Readings {
            wall: Duration::from_millis((START + wall) as u64),
            steady: Duration::from_millis(steady),
        }
    }

    /// Milliseconds after the start.
    fn ms(time: Duration) -> i64 {
        time.as_millis() as i64 - START
    }

    /// One look at the clocks after the other, and what is made of them.
    #[test]
    fn the_rooms_time_goes_on_whatever_the_clocks_say() {
        type Case = (
            &'static str,
            &'static [(i64, u64)],
            &'static [i64],
            &'static [(i64, i64)],
        );
        let cases: [Case; 10] = [
            ("all is well", &[(250, 250), (500, 500)], &[250, 500], &[]),
            (
                "a busy machine: the look is late, but not by much",
                &[(250, 250), (1_750, 1_750)],
                &[250, 1_750],
                &[],
            ),
            (
                "the process was stopped: both clocks went on",
                &[(250, 250), (24_250, 24_250), (24_500, 24_500)],
                &[250, 24_250, 24_500],
                &[(250, 24_250)],
            ),
            (
                "the machine was suspended: the steady clock stood still",
                &[(250, 250), (HOUR, 400), (HOUR + 100, 500)],
                &[250, HOUR, HOUR + 100],
                &[(400, HOUR)],
            ),
            (
                "suspended, and late as well",
                &[(250, 250), (HOUR, 5_250)],
                &[250, HOUR],
                &[(250, HOUR)],
            ),
            (
                "the wall clock was set ahead, and back again",
                &[(250, 250), (HOUR + 500, 500), (750, 750), (1_000, 1_000)],
                &[250, HOUR + 500, HOUR + 750, HOUR + 1_000],
                &[(500, HOUR + 500)],
            ),
            (
                "the wall clock was set back, and right again",
                &[
                    (250, 250),
                    (500 - HOUR, 500),
                    (750 - HOUR, 750),
                    (1_000, 1_000),
                ],
                &[250, 500, 750, 1_000],
                &[],
            ),
            (
                "it is behind, and the process is stopped",
                &[(250 - HOUR, 250), (24_250 - HOUR, 24_250)],
                &[250, 24_250],
                &[(250, 24_250)],
            ),
            (
                "stopped between the reading of the wall clock and that of the steady one",
                &[(250, 250), (500, 24_500), (24_750, 24_750)],
                &[250, 24_500, 24_750],
                &[(250, 24_500)],
            ),
            (
                "a steady clock that goes back after all",
                &[(1_000, 1_000), (1_250, 900), (1_500, 1_250)],
                &[1_000, 1_000, 1_250],
                &[],
            ),
        ];
        for (name, looks, times, outages) in cases {
            let (seen, told) = look_at(looks);
            assert_eq!((seen, told), (times.to_vec(), outages.to_vec()), "{name}");
        }
    }

    #[test]
    fn times_finer_than_a_millisecond_are_counted_but_not_told() {
        let mut timeline = Timeline::start(readings(0, 0), None);
        let step = Duration::from_nanos(250_600_000);
        let mut reading = readings(0, 0);
        for n in 1..=1_000 {
            reading.wall += step;
            reading.steady += step;
            let told = ms(timeline.look(reading));
            assert_eq!(told, (step * n).as_millis() as i64, "look {n}");
        }
    }

    /// Stalls are forgiven for a minute in all, and a little more with time; freezes always.
    #[test]
    fn a_machine_that_is_kept_busy_buys_little_time() {
        let mut timeline = Timeline::start(readings(0, 0), None);
        let (mut at, mut forgiven) = (0, 0);
        for _ in 0..600 {
            at += 6_000;
            timeline.look(readings(at, at as u64));
            let outage = timeline.outages.pop_back();
            forgiven += outage.map_or(0, |outage| ms(outage.until) - ms(outage.since));
        }
        assert_eq!(at, HOUR);
        let most = STALLS_MAX + Duration::from_millis(HOUR as u64) / STALLS_REFILL;
        let least = most - Duration::from_secs(7);
        assert!(Duration::from_millis(forgiven as u64) <= most, "{forgiven}");
        assert!(Duration::from_millis(forgiven as u64) > least, "{forgiven}");
        timeline.look(readings(at + 60_000, at as u64 + 60_000));
        assert_eq!(timeline.outages.len(), 1, "that was no stall");
    }

    #[test]
    fn a_room_is_told_of_the_outages_after_its_last_event() {
        let looks = (1..=20).map(|n| (n * 30_000, n as u64 * 30_000));
        let mut timeline = Timeline::start(readings(0, 0), None);
        for (wall, steady) in looks {
            timeline.look(readings(wall, steady));
        }
        assert_eq!(timeline.outages.len(), OUTAGES_MAX);
        let last_at = readings(19 * 30_000, 0).wall;
        let after: Vec<Outage> = timeline.outages_after(last_at).collect();
        let [Outage { since, until }] = after[..] else {
            panic!("{after:?}");
        };
        assert_eq!((ms(since), ms(until)), (19 * 30_000, 20 * 30_000));
    }

    /// After a restart the time is never before what was stored.
    #[test]
    fn the_time_goes_on_after_what_was_written() {
        let written = |ms: i64| Some(readings(ms, 0).wall);
        let started = |written| ms(Timeline::start(readings(0, 0), written).now);
        assert_eq!(started(None), 0);
        assert_eq!(
            started(written(-HOUR)),
            0,
            "the server was down for an hour"
        );
        assert_eq!(started(written(HOUR)), HOUR, "the clock was set back");
    }
}
