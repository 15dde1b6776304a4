//! The tests that were skipped because something they need is not on this machine.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Names the file that tests add themselves to. Must agree with `testkit/src/outside.rs`.
pub(crate) const VARIABLE: &str = "PONNUKI_SKIPPED";

/// Where the tests of this run add themselves.
pub(crate) fn file(root: &Path) -> PathBuf {
    root.join("target/skipped.txt")
}

/// Forgets the tests that were skipped in an earlier run.
pub(crate) fn clear(root: &Path) -> io::Result<()> {
    let file = file(root);
    match fs::remove_file(&file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => fs::create_dir_all(file.parent().unwrap_or(root)),
    }
}

/// What to tell about the tests that were skipped in this run.
pub(crate) fn summary(root: &Path) -> String {
    // No test was skipped where there is no file.
    let listed = fs::read_to_string(file(root)).unwrap_or_default();
    tell(&listed)
}

fn tell(listed: &str) -> String {
    let mut by_reason: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut tests = BTreeSet::new();
    for (test, why) in listed.lines().filter_map(|line| line.split_once('\t')) {
        by_reason.entry(why).or_default().insert(test);
        tests.insert(test);
    }
    if tests.is_empty() {
        return "no test was skipped".to_owned();
    }
    let reasons = by_reason.iter().map(|(why, tests)| {
        let tests: Vec<&str> = tests.iter().copied().collect();
        format!("\n  {why}:\n    {}", tests.join("\n    "))
    });
    let reasons: String = reasons.collect();
    format!("{} tests SKIPPED, whole or in part:{reasons}", tests.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_told_by_what_they_miss_and_counted_once() {
        let listed = "a::one\tno games\nb::two\tno games\na::one\tno shell\na::one\tno games\n";
        let told = "2 tests SKIPPED, whole or in part:\
            \n  no games:\n    a::one\n    b::two\
            \n  no shell:\n    a::one";
        assert_eq!(tell(listed), told);
        assert_eq!(tell(""), "no test was skipped");
    }

    #[test]
    fn an_earlier_run_is_forgotten() {
        let root = std::env::temp_dir().join(format!("ponnuki-xtask-{}", std::process::id()));
        // Twice: with and without a file.
        for _ in 0..2 {
            clear(&root).unwrap();
            assert_eq!(summary(&root), "no test was skipped");
            fs::write(file(&root), "a::one\tno games\n").unwrap();
            assert!(summary(&root).starts_with("1 tests SKIPPED"));
        }
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn the_tests_know_the_variable_by_this_name() {
        let source = include_str!("../../testkit/src/outside.rs");
        assert!(source.contains(&format!("pub const VARIABLE: &str = {VARIABLE:?};")));
    }
}
