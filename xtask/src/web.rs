//! The web app's own checks, and what they need: Node and its packages.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::time::SystemTime;

use crate::say;
use crate::test::{Ending, is_success};

/// The directory of the web app, from the workspace's root.
const WEB: &str = "web";

/// How Windows calls a program that other systems call by its name alone.
const WINDOWS_ENDINGS: [&str; 2] = [".exe", ".cmd"];

/// What to do where Node is missing.
const NODE_MISSING: &str = "`node` and `npm` are not on the PATH: install Node 20 or newer \
                            (nodejs.org, or your system's packages) to run it";

/// The web app's formatting, lints, types and unit tests.
pub(crate) fn check(root: &Path) -> Ending {
    if node().is_none() {
        return node_missing();
    }
    let scripts: [&[&str]; 3] = [&["run", "lint"], &["run", "check"], &["test"]];
    let is_well = install(root) && scripts.iter().all(|args| run(&mut npm(root, args)));
    Ending::of(is_well)
}

/// Skips a step that nothing but Node could run.
pub(crate) fn node_missing() -> Ending {
    Ending::Skipped {
        why: NODE_MISSING.to_owned(),
    }
}

/// Where `node` is, if it and `npm` can be run from here.
pub(crate) fn node() -> Option<PathBuf> {
    program("npm").and_then(|_| program("node"))
}

/// Where the program called `name` is on the `PATH`.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    find(&env::var_os("PATH")?, name, Path::is_file)
}

/// The first place in the list of directories `path` where `name` is a file.
fn find(path: &OsStr, name: &str, is_file: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    let endings: &[&str] = if cfg!(windows) {
        &WINDOWS_ENDINGS
    } else {
        &[""]
    };
    env::split_paths(path)
        .flat_map(|dir| {
            endings
                .iter()
                .map(move |end| dir.join(format!("{name}{end}")))
        })
        .find(|place| is_file(place))
}

/// Installs the packages that the lock file names; says whether they are there.
pub(crate) fn install(root: &Path) -> bool {
    let web = root.join(WEB);
    let wanted = modified(&web.join("package-lock.json"));
    // npm writes this file last, when all packages are in their places.
    let installed = modified(&web.join("node_modules/.package-lock.json"));
    match (wanted, installed) {
        (Ok(wanted), Ok(installed)) if is_current(wanted, installed) => true,
        _ => run(&mut npm(root, &["ci", "--no-audit", "--no-fund"])),
    }
}

fn modified(path: &Path) -> io::Result<SystemTime> {
    fs::metadata(path)?.modified()
}

/// Whether what was installed is not older than what is wanted.
fn is_current(wanted: SystemTime, installed: SystemTime) -> bool {
    installed >= wanted
}

/// A call of npm in the web app's directory.
pub(crate) fn npm(root: &Path, args: &[&str]) -> process::Command {
    let program = program("npm").unwrap_or_else(|| PathBuf::from("npm"));
    let mut command = process::Command::new(program);
    command
        .args(args)
        .current_dir(root.join(WEB))
        // The browser is the system's own; nothing is downloaded beside npm's packages.
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    command
}

/// Runs a call of npm and says what it runs.
pub(crate) fn run(npm: &mut process::Command) -> bool {
    let args: Vec<_> = npm.get_args().map(OsStr::to_string_lossy).collect();
    say(&format!("web: npm {}", args.join(" ")));
    is_success(npm)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_program_is_looked_for_in_the_order_of_the_path() {
        let path = env::join_paths(["first", "second"]).unwrap();
        let file = |dir: &str| {
            let name = if cfg!(windows) { "node.exe" } else { "node" };
            Path::new(dir).join(name)
        };
        let both = find(&path, "node", |_| true);
        assert_eq!(both, Some(file("first")));
        let second = find(&path, "node", |place| place.starts_with("second"));
        assert_eq!(second, Some(file("second")));
        assert_eq!(find(&path, "node", |_| false), None);
    }

    #[test]
    fn packages_older_than_the_lock_file_are_installed_again() {
        let then = SystemTime::UNIX_EPOCH;
        let later = then + Duration::from_secs(1);
        assert!(is_current(then, later));
        assert!(is_current(then, then));
        assert!(!is_current(later, then));
    }

    #[test]
    fn npm_works_in_the_web_app_and_downloads_no_browser() {
        let command = npm(Path::new("root"), &["test"]);
        assert_eq!(command.get_current_dir(), Some(Path::new("root/web")));
        let envs: Vec<_> = command.get_envs().collect();
        let expected = OsStr::new("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD");
        assert_eq!(envs, [(expected, Some(OsStr::new("1")))]);
    }
}
