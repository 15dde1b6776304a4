//! A disk that is full at a chosen byte, without a disk of one's own: the system's limit
//! on the size of files. A write that goes beyond it is short or fails, in any library.

use std::env;
use std::process::{self, Command};

/// Tells a test that it is the process whose writes may fail.
const INSIDE: &str = "PONNUKI_FULL_DISK";

/// Runs `test` in a process of its own whose writes may fail. `name` is what the test
/// calling this is called, with its modules: it is started again, alone.
///
/// # Panics
///
/// If the test fails there.
pub fn with_full_disk(name: &str, test: impl FnOnce()) {
    if env::var_os(INSIDE).is_some() {
        return test();
    }
    // A process that does not ignore the signal is ended by it, and only a shell can
    // start one that does.
    let ended = Command::new("sh")
        .args(["-c", "trap '' XFSZ && exec \"$@\"", "sh"])
        .arg(env::current_exe().expect("the path of the test"))
        .args(["--exact", name, "--nocapture"])
        .env(INSIDE, "1")
        .output()
        .expect("a shell");
    let told = String::from_utf8_lossy(&ended.stdout);
    let errors = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{told}{errors}");
    assert!(told.contains("1 passed"), "there is no test {name}: {told}");
}

/// No file can grow beyond `bytes` from now on; `None`: every file can again.
///
/// # Panics
///
/// If the system has no `prlimit`.
pub fn limit_files(bytes: Option<u64>) {
    // Setting one's own limit would need unsafe code, or a library for this alone.
    let bytes = bytes.map_or("unlimited".to_owned(), |bytes| bytes.to_string());
    let limited = Command::new("prlimit")
        .args(["--pid", &process::id().to_string()])
        .arg(format!("--fsize={bytes}:"))
        .status();
    assert!(limited.expect("the system's prlimit").success());
}
