//! The browser of whoever starts a server on their own computer.

use std::env;
use std::io;
use std::process::{Command, Stdio};

/// Whether there is a screen on which a browser could open.
pub fn has_screen() -> bool {
    let is_there = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || is_there("DISPLAY") || is_there("WAYLAND_DISPLAY")
}

/// Opens `url` in the browser of this user.
///
/// # Errors
///
/// The program that opens it is not there.
pub fn open_browser(url: &str) -> io::Result<()> {
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
