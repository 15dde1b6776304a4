//! What differs between systems: where data is kept, how a browser is opened, how a
//! program is told to stop.

use std::env;
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// What names the directory for everything that is kept, in place of the usual one.
pub(crate) const DATA_VARIABLE: &str = "PONNUKI_DATA";

/// The directory that the configuration file names.
static IN_FILE: OnceLock<PathBuf> = OnceLock::new();

/// Has everything kept in `dir`, if no variable names another directory.
pub(crate) fn name_data_dir(dir: PathBuf) {
    // There is one file, which is read once.
    drop(IN_FILE.set(dir));
}

/// The directory that the variable names, or the configuration file.
fn named_data_dir() -> Option<PathBuf> {
    let dir = env::var_os(DATA_VARIABLE).filter(|dir| !dir.is_empty());
    dir.map(PathBuf::from).or_else(|| IN_FILE.get().cloned())
}

/// Whether the user has said which directory it is.
pub(super) fn is_data_dir_named() -> bool {
    named_data_dir().is_some()
}

/// The directory where this program keeps what it makes: the one that the user has named, or
/// one where the user's programs have theirs.
pub(crate) fn data_dir() -> Option<PathBuf> {
    named_data_dir().or_else(usual_data_dir)
}

fn usual_data_dir() -> Option<PathBuf> {
    let from = |name: &str| {
        let dir = env::var_os(name).map(PathBuf::from);
        dir.filter(|dir| dir.is_absolute())
    };
    if cfg!(windows) {
        return from("LOCALAPPDATA").map(|dir| dir.join("Ponnuki"));
    }
    if cfg!(target_os = "macos") {
        return from("HOME").map(|home| home.join("Library/Application Support/Ponnuki"));
    }
    let home = || from("HOME").map(|home| home.join(".local/share"));
    let dir = from("XDG_DATA_HOME").or_else(home);
    dir.map(|dir| dir.join("ponnuki"))
}

/// Whether there is a screen on which a browser could open.
pub(super) fn has_screen() -> bool {
    let is_there = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || is_there("DISPLAY") || is_there("WAYLAND_DISPLAY")
}

/// Opens `url` in the browser of this user.
///
/// # Errors
///
/// The program that opens it is not there.
pub(super) fn open(url: &str) -> io::Result<()> {
    let (program, args): (&str, &[&str]) = if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let opened = Command::new(program)
        .args(args)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    opened.map(drop)
}

/// Hears Ctrl-C, and the system asking the program to end, from the moment it is made.
#[derive(Debug)]
pub(crate) struct StopSignal {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl StopSignal {
    /// Begins to listen.
    ///
    /// # Errors
    ///
    /// The system does not let us.
    #[cfg(unix)]
    pub(crate) fn listen() -> io::Result<StopSignal> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(StopSignal {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Begins to listen.
    ///
    /// # Errors
    ///
    /// Never.
    #[cfg(not(unix))]
    pub(crate) fn listen() -> io::Result<StopSignal> {
        Ok(StopSignal {})
    }

    /// Returns when it was told to stop.
    #[cfg(unix)]
    pub(crate) async fn told(mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }

    /// Returns when it was told to stop.
    #[cfg(not(unix))]
    pub(crate) async fn told(self) {
        if tokio::signal::ctrl_c().await.is_err() {
            // Then only the system can end it.
            std::future::pending::<()>().await;
        }
    }
}
