//! NATS for the tests that start one of their own. Those that do not find it are skipped, and say
//! so; where `CI` is set they fail.

use std::env;
use std::path::Path;

use crate::packages;

/// Names the program, before any that is found. Must agree with `testkit/src/message_bus.rs`.
const VARIABLE: &str = "PONNUKI_NATS";

/// Where the program is on Debian and its like, and where people put it themselves.
const PLACES: [&str; 3] = [
    "/usr/sbin/nats-server",
    "/usr/bin/nats-server",
    "/usr/local/bin/nats-server",
];

/// Installs it if it is not there and may be.
pub(crate) fn provide() {
    let is_installed = PLACES.iter().any(|place| Path::new(place).is_file());
    if env::var_os(VARIABLE).is_none() && cfg!(target_os = "linux") && !is_installed {
        packages::install("cargo", "nats-server");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tests_look_in_the_same_places() {
        let source = include_str!("../../testkit/src/message_bus.rs");
        for name in PLACES.into_iter().chain([VARIABLE]) {
            assert!(source.contains(&format!("{name:?}")), "{name}");
        }
    }
}
