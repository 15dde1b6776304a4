//! Finds out which commit the program is built from, for `ponnuki --version`.

use std::env;
use std::path::Path;
use std::process::Command;

/// Says it where there is no repository, as in a package of a distribution.
const VARIABLE: &str = "PONNUKI_COMMIT";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    let given = env::var(VARIABLE).ok().filter(|commit| !commit.is_empty());
    // While somebody works on it, it is of no commit, and is not built anew for each.
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = match (given, is_release) {
        (Some(commit), _) => format!("commit {commit}"),
        (None, true) => repository().map_or_else(
            || "of an unknown commit".to_owned(),
            |commit| format!("commit {commit}"),
        ),
        (None, false) => "built for debugging".to_owned(),
    };
    println!("cargo::rustc-env=PONNUKI_BUILT_FROM={commit}");
}

/// The commit of the repository, if this is one.
fn repository() -> Option<String> {
    // It has a line more after every commit.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", "--short=10", "HEAD"])
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.trim();
    (output.status.success() && !line.is_empty()).then(|| line.to_owned())
}
