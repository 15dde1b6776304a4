//! Programs that tests start: each has a directory of its own, and ends with the test, however that
//! ends.

use std::fs;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;

/// Sockets have short paths.
const DIRECTORY: &str = "/tmp/pk-";

/// An empty directory that nobody else can look into.
pub(crate) fn new_directory() -> PathBuf {
    static N: AtomicU32 = AtomicU32::new(0);
    remove_left_behind();
    let n = N.fetch_add(1, Ordering::Relaxed);
    let dir = PathBuf::from(format!("{DIRECTORY}{}-{n}", process::id()));
    drop(fs::remove_dir_all(&dir));
    let made = fs::DirBuilder::new().mode(0o700).create(&dir);
    made.expect("a temporary directory");
    dir
}

/// Starts a process that ends when ours does: by a thread that lasts, because what the system
/// watches is the thread.
pub(crate) fn spawn_with_process(mut command: Command) -> Child {
    let (sender, child) = mpsc::channel();
    thread::spawn(move || {
        drop(sender.send(command.spawn()));
        loop {
            thread::park();
        }
    });
    let child = child.recv().expect("a thread that starts processes");
    child.expect("the system's setpriv")
}

/// What processes that were killed left behind.
fn remove_left_behind() {
    let entries = fs::read_dir("/tmp").into_iter().flatten().flatten();
    for entry in entries {
        let path = entry.path();
        let name = path.to_string_lossy();
        let pid = name
            .strip_prefix(DIRECTORY)
            .and_then(|rest| rest.split_once('-'));
        let is_gone = |pid: &str| !Path::new("/proc").join(pid).exists();
        if pid.is_some_and(|(pid, _)| pid.parse::<u32>().is_ok() && is_gone(pid)) {
            drop(fs::remove_dir_all(&path));
        }
    }
}

/// Sends a signal to a process.
pub(crate) fn signal_process(signal: &str, pid: u32) {
    // One that has ended meanwhile need not be told.
    let mut kill = Command::new("kill");
    kill.args([signal, &pid.to_string()]);
    drop(kill.stderr(Stdio::null()).status());
}
