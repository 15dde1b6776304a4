//! Other people's programs that use this one, each started by a driver of ours that loads the
//! client's own code.
//!
//! Where `PONNUKI_RECORD` names a folder, what the clients and the program say to each other is
//! written there, a file for each time that the program is started; `clients/tee.py` does it.
//! The transcripts of `data/gtp` and `data/analysis` were made from such files.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use ponnuki_testkit::outside;

const PROGRAM: &str = env!("CARGO_BIN_EXE_ponnuki");

/// How a driver says that the client is not there.
const SKIPPED: i32 = 77;

/// What a driver gives to its client as the path of the program.
pub(crate) fn program() -> PathBuf {
    match env::var_os("PONNUKI_RECORD") {
        None => PathBuf::from(PROGRAM),
        Some(_) => driver("clients/tee.py"),
    }
}

/// A driver by its name from `tests`.
pub(crate) fn driver(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name)
}

/// An interpreter that the variable may name, if it is another than usual.
pub(crate) fn interpreter(variable: &str, usual: &str) -> PathBuf {
    env::var_os(variable).map_or_else(|| usual.into(), PathBuf::from)
}

/// Runs a driver with `args`, and says so if `what` it needs is not there.
#[track_caller]
pub(crate) fn check_client<S: AsRef<OsStr>>(
    what: &str,
    interpreter: &Path,
    name: &str,
    args: &[S],
) {
    let mut command = Command::new(interpreter);
    command.arg(driver(name)).args(args);
    // What a person chose for this machine is no matter of the tests.
    command.env("PONNUKI_CONFIG", "none");
    command.env("PONNUKI_TEE", PROGRAM);
    let stem = Path::new(name).with_extension("");
    command.env("PONNUKI_TEE_NAME", stem.display().to_string());
    let Ok(output) = command.output() else {
        outside::skip(what, &format!("there is no {}", interpreter.display()));
        return;
    };
    let (told, errors) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    match output.status.code() {
        Some(SKIPPED) => outside::skip(what, told.trim()),
        Some(0) => eprintln!("{told}"),
        code => panic!("{code:?}: {told}{errors}"),
    }
}
