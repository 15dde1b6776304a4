//! What some tests need that a clone does not contain: collections that may lie beside the
//! workspace, and other people's programs.
//!
//! A test that does not find what it needs checks nothing and passes. It says so through this
//! module: the run prints it, `cargo xtask test` counts it at the end, and where `CI` is set the
//! test fails unless what it needs is in `MAY_BE_MISSING`.

use std::env;
use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;

/// Names the file that skipped tests are added to, a line each: the test, a tab, the reason.
/// Must agree with `xtask/src/skipped.rs`.
pub const VARIABLE: &str = "PONNUKI_SKIPPED";

/// The folder of collections, from the workspace's root.
const BESIDE: &str = "../shared";

/// What may be missing where `CI` is set, each with the reason.
const MAY_BE_MISSING: [(&str, &str); 7] = [
    (
        BESIDE,
        "too large, and not ours to publish: the tests of `data/` prove the same on less",
    ),
    (
        "GNU Go",
        "a further opponent; the protocol is tested without it",
    ),
    (
        "KaTrain",
        "a further client; the protocol is tested without it",
    ),
    ("KataGo's large networks", "hundreds of megabytes"),
    (
        "goscorer",
        "a further scorer's boards; those of `game/tests/seki.rs` are ours",
    ),
    (
        "other people's clients",
        "what they say and hear is replayed without them, from `data/gtp` and `data/analysis`",
    ),
    (
        "sgfmill",
        "a further reader; what is written is read back by our own",
    ),
];

/// The file or folder `name` of the collections that may lie beside the workspace; where there
/// is none the test is skipped.
pub fn beside(name: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let path = root.join(BESIDE).join(name);
    if path.exists() {
        return Some(path);
    }
    skip(BESIDE, &format!("there is no {BESIDE}/{name}"));
    None
}

/// Says that the test that is running, or a part of it, is skipped: it needs `what`, and `why`
/// tells what is the matter with it.
///
/// # Panics
///
/// Where `CI` is set and `what` may not be missing there.
pub fn skip(what: &str, why: &str) {
    let test = test_name(env::current_exe().ok().as_deref(), thread::current().name());
    let line = format!("{test}\t{why}\n");
    // The harness keeps what `eprintln` writes to itself if the test passes.
    drop(write!(
        io::stderr(),
        "skipped: {}",
        line.replace('\t', ": ")
    ));
    if let Some(path) = env::var_os(VARIABLE) {
        // One write, so that the lines of processes that run at once do not mix.
        let file = OpenOptions::new().append(true).create(true).open(&path);
        let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
        written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    assert!(
        is_allowed(what, env::var_os("CI").as_deref()),
        "{test} was skipped: {why}; where CI is set only what is in MAY_BE_MISSING \
         (testkit/src/outside.rs) may be missing"
    );
}

/// Whether `what` may be missing where the variable `CI` is so.
fn is_allowed(what: &str, ci: Option<&OsStr>) -> bool {
    ci.is_none_or(OsStr::is_empty) || MAY_BE_MISSING.iter().any(|(name, _)| *name == what)
}

/// How a test is called in the binary `exe`, whose name ends with a hash, on the thread that
/// the harness named after it.
fn test_name(exe: Option<&Path>, thread: Option<&str>) -> String {
    let stem = exe.and_then(Path::file_stem).unwrap_or_default();
    let stem = stem.to_string_lossy();
    let binary = stem.rsplit_once('-').map_or(&*stem, |(name, _)| name);
    format!("{binary}::{}", thread.unwrap_or("a thread without a name"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::process::{Command, Output};

    #[test]
    fn only_what_is_listed_may_be_missing_where_ci_is_set() {
        let (set, empty) = (Some(OsStr::new("true")), Some(OsStr::new("")));
        for (what, _) in MAY_BE_MISSING {
            assert!(is_allowed(what, set), "{what}");
        }
        assert!(!is_allowed("a shell", set));
        assert!(is_allowed("a shell", empty));
        assert!(is_allowed("a shell", None));
    }

    #[test]
    fn a_test_is_named_by_its_binary_and_its_thread() {
        let exe = Path::new("target/debug/deps/files-0123456789abcdef");
        assert_eq!(test_name(Some(exe), Some("a_test")), "files::a_test");
        assert_eq!(test_name(None, None), "::a thread without a name");
    }

    #[test]
    fn what_lies_beside_the_workspace_is_found_or_skipped() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let found = root.join(BESIDE).join("data");
        assert_eq!(beside("data").is_some(), found.exists());
    }

    /// Names what the child of another test is to skip.
    const MISSING: &str = "PONNUKI_TEST_SKIPS";

    /// Does nothing unless another test runs it in a process of its own.
    #[test]
    fn child_that_skips() {
        if let Ok(what) = env::var(MISSING) {
            skip(&what, "it is not here");
        }
    }

    fn child(what: &str, ci: &str, file: &Path) -> Output {
        Command::new(env::current_exe().unwrap())
            .args(["outside::tests::child_that_skips", "--exact"])
            .env(MISSING, what)
            .env("CI", ci)
            .env(VARIABLE, file)
            .output()
            .unwrap()
    }

    #[test]
    fn a_skipped_test_is_printed_listed_and_fails_where_it_may_not_be_skipped() {
        let name = format!("ponnuki-skipped-{}", std::process::id());
        let file = env::temp_dir().join(name);
        let told = "child_that_skips: it is not here";
        for (what, ci, is_well) in [
            ("a shell", "", true),
            ("GNU Go", "true", true),
            ("a shell", "true", false),
        ] {
            let output = child(what, ci, &file);
            assert_eq!(output.status.success(), is_well, "{what}, {ci:?}");
            // A test that passes is quiet but for this.
            let all = [output.stderr, output.stdout].concat();
            assert!(String::from_utf8_lossy(&all).contains(told), "{what}");
        }
        let listed = fs::read_to_string(&file).unwrap();
        fs::remove_file(&file).unwrap();
        let line = "ponnuki_testkit::outside::tests::child_that_skips\tit is not here\n";
        assert_eq!(listed, line.repeat(3));
    }
}
