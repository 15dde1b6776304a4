//! The machine under the server: clocks that are set and stand still, a disk that fails.

use std::time::Duration;

use ponnuki_clock::Readings;
use ponnuki_game::Dice;
use ponnuki_room::Event;

/// When the worlds begin.
const START: Duration = Duration::from_secs(1_700_000_000);

/// The clocks of a machine.
pub(crate) struct Clocks {
    /// How much time has truly passed.
    pub(crate) now: Duration,
    readings: Readings,
}

impl Clocks {
    pub(crate) fn new() -> Clocks {
        Clocks {
            now: Duration::ZERO,
            readings: Readings {
                wall: START,
                steady: Duration::ZERO,
            },
        }
    }

    pub(crate) fn readings(&self) -> Readings {
        self.readings
    }

    pub(crate) fn pass(&mut self, time: Duration) {
        self.now += time;
        self.readings.wall += time;
        self.readings.steady += time;
    }

    /// The machine is suspended: the steady clock stands still.
    pub(crate) fn suspend(&mut self, time: Duration) {
        self.now += time;
        self.readings.wall += time;
    }

    /// Somebody sets the wall clock.
    pub(crate) fn set(&mut self, dice: &mut Dice) {
        let by = Duration::from_millis(dice.below(2 * 3_600_000) as u64);
        match dice.below(2) {
            0 => self.readings.wall += by,
            _ => self.readings.wall -= by,
        }
    }
}

/// What can go wrong when something is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It is not kept.
    Fails,
    /// It is kept, but whoever wrote it is told that it is not.
    Unsaid,
    /// There is no space for this and what comes after it.
    Full,
}

impl Fault {
    pub(crate) const ALL: [Fault; 3] = [Fault::Fails, Fault::Unsaid, Fault::Full];
}

/// How many writes fail when the disk is full.
const N_WRITES_FULL: usize = 30;

/// What survives.
pub(crate) struct Disk {
    /// Everything that was accepted, for good.
    pub(crate) events: Vec<(Duration, Event)>,
    /// When the server was last known to run.
    pub(crate) pulse: Option<Duration>,
    /// How many writes were tried.
    pub(crate) n_writes: usize,
    /// How many of those to come fail because there is no space.
    n_full: usize,
    pub(crate) weather: DiskWeather,
}

/// When writes go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiskWeather {
    Fair,
    /// Now and then.
    Foul,
    /// The one with this number, and so.
    Once(usize, Fault),
}

impl Disk {
    pub(crate) fn new(opened: (Duration, Event), weather: DiskWeather) -> Disk {
        Disk {
            events: vec![opened],
            pulse: None,
            n_writes: 0,
            n_full: 0,
            weather,
        }
    }

    /// Keeps an event.
    pub(crate) fn append(
        &mut self,
        at: Duration,
        event: Event,
        dice: &mut Dice,
    ) -> Result<(), Fault> {
        let fault = self.write(dice);
        if matches!(fault, None | Some(Fault::Unsaid)) {
            self.events.push((at, event));
        }
        fault.map_or(Ok(()), Err)
    }

    /// Keeps that the server lives; whether it was kept.
    pub(crate) fn keep_pulse(&mut self, at: Duration, dice: &mut Dice) -> bool {
        let fault = self.write(dice);
        let is_kept = matches!(fault, None | Some(Fault::Unsaid));
        if is_kept {
            self.pulse = Some(at);
        }
        is_kept
    }

    /// What goes wrong with the next write, if anything does.
    fn write(&mut self, dice: &mut Dice) -> Option<Fault> {
        self.n_writes += 1;
        if self.weather == DiskWeather::Fair {
            return None;
        }
        if self.n_full > 0 {
            self.n_full -= 1;
            return Some(Fault::Full);
        }
        let fault = match self.weather {
            DiskWeather::Fair => None,
            DiskWeather::Foul => (dice.below(100) == 0).then(|| Fault::ALL[dice.below(3)]),
            DiskWeather::Once(number, fault) => (number == self.n_writes).then_some(fault),
        };
        if fault == Some(Fault::Full) {
            self.n_full = N_WRITES_FULL;
        }
        fault
    }
}
