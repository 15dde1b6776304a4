//! PostgreSQL for the tests that start one of their own. Those that do not find it are skipped,
//! and say so; where `CI` is set they fail.

use std::env;
use std::fs;
use std::path::Path;

use crate::packages;

/// Names the folder of its programs, before any that is found. Must agree with
/// `testkit/src/database_engine.rs`.
const VARIABLE: &str = "PONNUKI_POSTGRES";

/// Where Debian and its like put the programs of each version.
const PLACES: &str = "/usr/lib/postgresql";

/// Installs it if it is not there and may be.
pub(crate) fn provide() {
    if env::var_os(VARIABLE).is_none() && cfg!(target_os = "linux") && !is_installed() {
        packages::install("cargo", "postgresql");
    }
}

fn is_installed() -> bool {
    let versions = fs::read_dir(Path::new(PLACES))
        .into_iter()
        .flatten()
        .flatten();
    let mut versions = versions.map(|version| version.path().join("bin/initdb"));
    versions.any(|program| program.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tests_look_in_the_same_places() {
        let source = include_str!("../../testkit/src/database_engine.rs");
        for name in [VARIABLE, PLACES] {
            assert!(source.contains(&format!("{name:?}")), "{name}");
        }
    }
}
