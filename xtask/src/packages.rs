//! Programs from the system's packages, where we may install them.

use std::process;

use crate::say;
use crate::test::is_success;
use crate::web;

/// Installs `package` for `step` on Debian and its like, as root; says whether that was possible.
pub(crate) fn install(step: &str, package: &str) -> bool {
    let Some(apt_get) = web::program("apt-get").filter(|_| is_root()) else {
        return false;
    };
    let run = |args: &[&str]| {
        say(&format!("{step}: apt-get {}", args.join(" ")));
        let mut command = process::Command::new(&apt_get);
        command.args(args).env("DEBIAN_FRONTEND", "noninteractive");
        is_success(&mut command)
    };
    run(&["update"]) && run(&["install", "-y", package])
}

/// Whether packages may be installed without asking anybody.
fn is_root() -> bool {
    let output = process::Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
