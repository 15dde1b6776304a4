//! The bus between nodes, as an operator names it.

#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use ponnuki_testkit::Nats;

fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(std::fs::remove_dir_all(&path));
    std::fs::create_dir_all(&path).expect("a scratch directory");
    path
}

fn run(dir: &Path, variable: Option<&str>, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ponnuki"));
    command.args(args).stdin(Stdio::null());
    command
        .env("PONNUKI_CONFIG", "none")
        .env("PONNUKI_DATA", dir);
    if let Some(url) = variable {
        command.env("PONNUKI_BUS", url);
    }
    command.output().expect("the program runs")
}

/// What is said to a command that is refused.
fn refusal(dir: &Path, variable: Option<&str>, args: &[&str]) -> String {
    let output = run(dir, variable, args);
    assert!(!output.status.success(), "{args:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_bus_that_cannot_be_is_refused_and_no_password_is_shown() {
    let dir = scratch("bus-refused");
    let serve = ["serve", "--no-open", "--listen", "127.0.0.1:0"];
    let node = ["--node-url", "http://127.0.0.1:1"];
    for url in [
        "http://ann:s3cr3t@127.0.0.1",
        "nats://ann:s3cr3t@",
        "s3cr3t",
    ] {
        let option = [&serve[..], &node, &["--bus", url]].concat();
        let told = refusal(&dir, None, &option);
        assert!(told.contains("--bus") && told.contains("nats://"), "{told}");
        assert!(!told.contains("s3cr3t"), "{told}");
        let told = refusal(&dir, Some(url), &[&serve[..], &node].concat());
        assert!(told.contains("PONNUKI_BUS"), "{told}");
        assert!(!told.contains("s3cr3t"), "{told}");
    }
    let alone = [&serve[..], &["--bus", "nats://s3cr3t@127.0.0.1"]].concat();
    for told in [
        refusal(&dir, None, &alone),
        refusal(&dir, Some("nats://s3cr3t@127.0.0.1"), &serve),
    ] {
        assert!(told.contains("--node-url"), "{told}");
        assert!(!told.contains("s3cr3t"), "{told}");
    }
}

#[test]
fn the_doctor_asks_the_bus() {
    let Some(nats) = Nats::with(&["--auth", "s3cr3t"]) else {
        return;
    };
    let dir = scratch("bus-doctor");
    let line = |url: &str| {
        let output = run(&dir, None, &["doctor", "--bus", url]);
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!told.contains("s3cr3t"), "{told}");
        let found = told.lines().find(|line| line[3..].starts_with("bus "));
        found.unwrap_or_else(|| panic!("{told}")).to_owned()
    };
    let known = format!("nats://s3cr3t@127.0.0.1:{}", nats.port());
    let told = line(&known);
    assert!(told.starts_with("ok") && told.contains("NATS 2"), "{told}");
    assert!(line(&nats.url()).starts_with("!!"), "it asks for a token");
    // One that stands still is not waited for.
    nats.freeze();
    assert!(line(&known).starts_with("!!"));
    nats.kill();
    assert!(line(&known).starts_with("!!"));
    assert!(line("http://127.0.0.1").starts_with("!!"));
}

#[test]
fn a_configured_bus_is_not_shown() {
    let dir = scratch("bus-config");
    let output = run(&dir, Some("nats://s3cr3t@127.0.0.1"), &["config", "serve"]);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{told}");
    assert!(told.contains("PONNUKI_BUS"), "{told}");
    assert!(!told.contains("s3cr3t"), "{told}");
}
