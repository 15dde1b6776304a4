//! What a file, a name or a server says does nothing to the terminal of whoever reads it.

#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{self, Command};
use std::thread;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// Clears the screen, sets a title, turns the line around, and says this.
const EVIL: &str = "evil\u{1b}[2J\u{1b}]0;title\u{7}\u{202e}\u{9b}name";

/// A folder for one test, with a file of that name in it.
fn file(test: &str, name: &str, text: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("ponnuki-strangers-{test}-{}", process::id()));
    drop(fs::remove_dir_all(&dir));
    fs::create_dir_all(&dir).unwrap();
    let path = dir.join(name);
    fs::write(&path, text).unwrap();
    path
}

/// All that the program writes to a terminal until it ends.
fn on_a_terminal(args: &[&OsStr]) -> String {
    let pty = native_pty_system().openpty(PtySize::default()).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ponnuki"));
    command.args(args);
    let mut child = pty.slave.spawn_command(command).unwrap();
    drop(pty.slave);
    let mut reader = pty.master.try_clone_reader().unwrap();
    let mut bytes = Vec::new();
    // The end of a terminal is an error on some systems.
    drop(reader.read_to_end(&mut bytes));
    child.wait().unwrap();
    String::from_utf8(bytes).expect("nothing but text")
}

/// Checks that something evil was said, and does nothing.
#[track_caller]
fn check(text: &str) {
    assert!(text.contains("evil"), "{text:?}");
    let commands = ['\u{1b}', '\u{7}', '\u{202e}', '\u{9b}'];
    assert!(!text.contains(commands), "{text:?}");
}

#[test]
fn a_printed_record_does_not_command_the_terminal() {
    let evil = EVIL.replace(']', "\\]");
    let sgf = format!("(;SZ[9]PB[{evil}]C[{evil}];B[{evil}];ZZ[{evil}])");
    let path = file("print", "game.sgf", &sgf);
    for command in ["print", "check"] {
        let args = ["sgf", command].map(OsStr::new);
        check(&on_a_terminal(&[args[0], args[1], path.as_os_str()]));
    }
    check(&on_a_terminal(&[OsStr::new("score"), path.as_os_str()]));
    let piped = Command::new(env!("CARGO_BIN_EXE_ponnuki"))
        .args([OsStr::new("sgf"), OsStr::new("print"), path.as_os_str()])
        .output()
        .unwrap();
    let piped = String::from_utf8(piped.stdout).unwrap();
    assert!(piped.contains(&evil), "a file gets every byte: {piped:?}");
}

#[test]
fn the_name_of_a_file_does_not_command_the_terminal() {
    let path = file(
        "name",
        &format!("{EVIL}.sgf"),
        "(;SZ[9]KM[many];B[zz]W[zz])",
    );
    for command in ["score", "render"] {
        let missing = path.with_extension("gone");
        check(&on_a_terminal(&[OsStr::new(command), missing.as_os_str()]));
    }
    let args = ["sgf", "check"].map(OsStr::new);
    check(&on_a_terminal(&[args[0], args[1], path.as_os_str()]));
}

#[test]
fn a_server_does_not_command_the_terminal() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!(
        "http://{}/r/k3q9x7m2wd#join=x",
        listener.local_addr().unwrap()
    );
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            drop(stream.read(&mut [0; 4096]));
            let body = serde_json::json!({"code": "not_found", "text": EVIL}).to_string();
            let length = body.len();
            let head = "HTTP/1.1 404 Not Found\r\ncontent-type: application/json\r\n";
            // Whoever has read enough may be gone.
            drop(write!(
                stream,
                "{head}content-length: {length}\r\n\r\n{body}"
            ));
        }
    });
    let args = ["play", "--plain", "--link", &url].map(OsStr::new);
    check(&on_a_terminal(&args));
}
