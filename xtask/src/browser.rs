//! The browser tests: the real program, played in a real browser.

use std::env;
use std::path::{Path, PathBuf};

use crate::packages;
use crate::say;
use crate::test::{Ending, cargo, is_success};
use crate::web;

/// Names the browser to use, before any that is found.
const CHROMIUM_VARIABLE: &str = "PONNUKI_CHROMIUM";

/// How Chromium and what is made of it are called on the `PATH`.
const CHROMIUM_NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Where they lie on systems that do not put programs on the `PATH`.
const CHROMIUM_PLACES: [&str; 3] = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
];

/// What to do where no browser is found and none can be installed from here.
const CHROMIUM_MISSING: &str = "no Chromium: install it (on Debian and Ubuntu `apt-get install \
                                chromium` as root) or name one in PONNUKI_CHROMIUM; everything \
                                else was tested";

/// Plays in the browser against the program, which is built for it.
pub(crate) fn run(root: &Path) -> Ending {
    if web::node().is_none() {
        return web::node_missing();
    }
    let Some(chromium) = chromium().or_else(installed_chromium) else {
        return Ending::Skipped {
            why: CHROMIUM_MISSING.to_owned(),
        };
    };
    let Some(program) = built_program() else {
        return Ending::Failed;
    };
    say("browser: cargo build -p ponnuki");
    let is_ready = is_success(&mut cargo(root, &["build", "-p", "ponnuki"], false));
    let is_well = is_ready
        && web::install(root)
        && web::run(
            web::npm(root, &["run", "browser"])
                .env(CHROMIUM_VARIABLE, chromium)
                .env("PONNUKI_PROGRAM", program),
        );
    Ending::of(is_well)
}

/// Where cargo puts the program: beside us, because one build makes both.
fn built_program() -> Option<PathBuf> {
    match env::current_exe() {
        Ok(us) => Some(us.with_file_name(format!("ponnuki{}", env::consts::EXE_SUFFIX))),
        Err(error) => {
            eprintln!("xtask: cannot tell where cargo builds to: {error}");
            None
        }
    }
}

/// A browser that is there.
fn chromium() -> Option<PathBuf> {
    let named = env::var_os(CHROMIUM_VARIABLE).filter(|name| !name.is_empty());
    let places = CHROMIUM_PLACES.into_iter().map(PathBuf::from);
    named
        .map(PathBuf::from)
        .or_else(|| CHROMIUM_NAMES.into_iter().find_map(web::program))
        .or_else(|| places.into_iter().find(|place| place.is_file()))
}

/// A browser from the system's packages, where we may install them.
fn installed_chromium() -> Option<PathBuf> {
    let is_installed = packages::install("browser", "chromium");
    chromium().filter(|_| is_installed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_lies_beside_what_cargo_built_last() {
        let program = built_program().unwrap();
        let us = env::current_exe().unwrap();
        assert_eq!(program.parent(), us.parent());
        assert_eq!(program.file_stem(), Some("ponnuki".as_ref()));
    }

    #[test]
    fn a_missing_browser_is_told_with_every_way_to_get_one() {
        for way in ["apt-get install chromium", CHROMIUM_VARIABLE] {
            assert!(CHROMIUM_MISSING.contains(way), "{way}");
        }
    }
}
