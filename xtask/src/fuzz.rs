//! Every fuzz target for a while, and a table of what came of it.
//!
//! The targets are built with the flags that `cargo fuzz` gives them; those are stable, so
//! that neither that program nor another toolchain is needed.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

use crate::say;
use crate::test::{cargo, is_success};

/// How long each target runs unless another time is named.
pub(crate) const SECONDS: u64 = 60;

/// The directory of the targets, from the workspace's root.
const FUZZ: &str = "fuzz";

/// What no input may need: a study record takes up to 100 MB, a network of 4 kB far less.
const MEMORY_MAX: &str = "-rss_limit_mb=512";

/// The longest input: scripts of games are shorter, records and messages find more with it.
const LENGTH_MAX: &str = "-max_len=4096";

/// Has the compiler count which branches are taken, and check what it can.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Cllvm-args=-simplifycfg-branch-fold-threshold=0 \
    -Ccodegen-units=1 -Cdebug-assertions";

/// What to do where the targets cannot be built.
const NOT_BUILT: &str = "the targets could not be built: libFuzzer needs a C++ compiler. With \
                         `cargo install cargo-fuzz` they can be run one by one, see fuzz/README.md";

/// Runs all targets, each for so many seconds; whether no law was broken.
pub(crate) fn run(root: &Path, seconds: u64) -> bool {
    let dir = root.join(FUZZ);
    let manifest = fs::read_to_string(dir.join("Cargo.toml")).unwrap_or_default();
    let targets = targets(&manifest);
    let Some(host) = host() else {
        eprintln!("xtask: `rustc -vV` does not tell for which machine it compiles");
        return false;
    };
    say(&format!(
        "{} targets for {seconds} s each; building them takes some minutes",
        targets.len()
    ));
    let args = ["build", "--release", "--bins", "--target", &host];
    if !is_success(cargo(&dir, &args, false).env("RUSTFLAGS", FLAGS)) {
        eprintln!("xtask: {NOT_BUILT}");
        return false;
    }
    // Cargo builds where it is told to, and beside the targets otherwise.
    let built = env::var_os("CARGO_TARGET_DIR").map_or_else(|| dir.join("target"), PathBuf::from);
    let built = built.join(host).join("release");
    let mut rows = Vec::new();
    for (number, target) in (1..).zip(&targets) {
        say(&format!("{number} of {}: {target}", targets.len()));
        rows.push((target.clone(), run_one(&dir, &built, target, seconds)));
    }
    say(&table(&rows));
    rows.iter().all(|(_, ending)| ending.is_well())
}

/// What came of a target.
#[derive(Debug, PartialEq, Eq)]
enum FuzzEnding {
    /// It ran so often, and nothing was found.
    Well { n_runs: u64 },
    /// It broke; here is what it said last.
    Broken { log: PathBuf },
}

impl FuzzEnding {
    fn is_well(&self) -> bool {
        matches!(self, FuzzEnding::Well { .. })
    }
}

fn run_one(dir: &Path, built: &Path, target: &str, seconds: u64) -> FuzzEnding {
    let [corpus, artifacts] = ["corpus", "artifacts"].map(|name| dir.join(name).join(target));
    let log = artifacts.join("log.txt");
    let broken = || FuzzEnding::Broken { log: log.clone() };
    let made = [&corpus, &artifacts].map(fs::create_dir_all);
    let (true, Ok(file)) = (made.iter().all(Result::is_ok), File::create(&log)) else {
        return broken();
    };
    let mut command = process::Command::new(built.join(target));
    command
        .arg(&corpus)
        .arg(format!("-max_total_time={seconds}"))
        .args([MEMORY_MAX, LENGTH_MAX])
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .stdout(Stdio::null())
        .stderr(file);
    let is_well = is_success(&mut command);
    let told = fs::read_to_string(&log).unwrap_or_default();
    match (is_well, n_runs(&told)) {
        (true, Some(n_runs)) => FuzzEnding::Well { n_runs },
        _ => broken(),
    }
}

/// How often a target ran, as libFuzzer says at its end.
fn n_runs(log: &str) -> Option<u64> {
    let line = log.lines().rev().find(|line| line.starts_with("Done "))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The names of the targets.
fn targets(manifest: &str) -> Vec<String> {
    let bins = manifest.split("[[bin]]").skip(1);
    let names = bins.filter_map(|bin| bin.split_once("name = \"")?.1.split_once('"'));
    names.map(|(name, _)| name.to_owned()).collect()
}

/// The machine that the compiler builds for by itself.
fn host() -> Option<String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = process::Command::new(rustc).arg("-vV").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("host: "))?;
    Some(line.to_owned())
}

fn table(rows: &[(String, FuzzEnding)]) -> String {
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let line = |(name, ending): &(String, FuzzEnding)| match ending {
        FuzzEnding::Well { n_runs } => format!("{name:width$}  {n_runs:>12} runs\n"),
        FuzzEnding::Broken { log } => format!("{name:width$}  BROKEN, see {}\n", log.display()),
    };
    let text: String = rows.iter().map(line).collect();
    let n_broken = rows.iter().filter(|(_, ending)| !ending.is_well()).count();
    text + &format!("fuzz: {} targets, {n_broken} broken", rows.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_with_a_target_is_one() {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(FUZZ);
        let manifest = fs::read_to_string(dir.join("Cargo.toml")).unwrap();
        let mut named = targets(&manifest);
        let files = fs::read_dir(dir.join("fuzz_targets")).unwrap();
        let mut found: Vec<String> = files
            .map(|file| file.unwrap().path().file_stem().unwrap().to_owned())
            .map(|name| name.into_string().unwrap())
            .collect();
        named.sort();
        found.sort();
        assert_eq!(named, found);
    }

    #[test]
    fn the_end_of_a_run_is_read() {
        let log = "#2\tINITED\n#9 pulse\nDone 123456 runs in 61 second(s)\n";
        assert_eq!(n_runs(log), Some(123_456));
        assert_eq!(n_runs("==1== ERROR: libFuzzer: deadly signal\n"), None);
    }

    #[test]
    fn a_broken_target_stands_in_the_table_with_what_it_said() {
        let rows = [
            ("one".to_owned(), FuzzEnding::Well { n_runs: 7 }),
            ("other".to_owned(), FuzzEnding::Broken { log: "log".into() }),
        ];
        assert_eq!(
            table(&rows),
            "one               7 runs\nother  BROKEN, see log\nfuzz: 2 targets, 1 broken"
        );
    }
}
