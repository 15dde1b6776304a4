//! Clocks of the machine that a test can set.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ponnuki_clock::Readings;
use ponnuki_server::{Config, TimeSource};

/// What is added to the clocks of the machine.
#[derive(Clone, Copy, Default)]
struct Skew {
    wall_back: Duration,
    wall_ahead: Duration,
    steady_ahead: Duration,
}

/// The clocks of the machine, for a test to change.
#[derive(Clone, Default)]
pub(crate) struct Skewed(Arc<Mutex<Skew>>);

impl Skewed {
    pub(crate) fn config(&self) -> Config {
        let (skew, machine) = (self.clone(), TimeSource::default());
        let time = TimeSource::new(move || {
            let (skew, readings) = (*skew.0.lock().expect("a skew"), machine.read());
            Readings {
                wall: readings.wall + skew.wall_ahead - skew.wall_back,
                steady: readings.steady + skew.steady_ahead,
            }
        });
        Config {
            time,
            ..Config::default()
        }
    }

    /// Somebody sets the wall clock ahead, or the machine is suspended for so long.
    pub(crate) fn set_ahead(&self, time: Duration) {
        self.0.lock().expect("a skew").wall_ahead += time;
    }

    /// Somebody sets the wall clock back.
    pub(crate) fn set_back(&self, time: Duration) {
        self.0.lock().expect("a skew").wall_back += time;
    }

    /// So much time passes at once. A long one is a process that was stopped.
    pub(crate) fn pass(&self, time: Duration) {
        let mut skew = self.0.lock().expect("a skew");
        skew.wall_ahead += time;
        skew.steady_ahead += time;
    }
}
