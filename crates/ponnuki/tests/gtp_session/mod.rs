//! The program started as `ponnuki gtp`, for tests that speak with it.
#![allow(dead_code, reason = "each file of tests uses a part of it")]

use std::io::Write;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;

/// One thread: with a seed and so many playouts, the same answers every time.
const STEADY: [&str; 3] = ["gtp", "--threads", "1"];

/// A running engine.
pub(crate) struct Engine {
    child: Child,
}

/// What an engine wrote when it was given all its input at once.
pub(crate) struct Heard {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) status: ExitStatus,
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ponnuki"));
    command.args(STEADY).args(args);
    // What a person chose for this machine is no matter of the tests.
    if !args.contains(&"--net") {
        command.args(["--net", "none"]);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

impl Engine {
    pub(crate) fn start(args: &[&str]) -> Engine {
        let child = command(args).stderr(Stdio::null()).spawn().unwrap();
        Engine { child }
    }

    /// One that finds nothing but `dir` to put anything into.
    pub(crate) fn start_in(dir: &Path, args: &[&str]) -> Engine {
        let mut command = command(args);
        command.current_dir(dir).stderr(Stdio::null());
        for place in ["HOME", "TMPDIR", "XDG_DATA_HOME", "XDG_CACHE_HOME"] {
            command.env(place, dir);
        }
        let child = command.spawn().unwrap();
        Engine { child }
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
    }

    pub(crate) fn input(&mut self) -> ChildStdin {
        self.child.stdin.take().unwrap()
    }

    pub(crate) fn output(&mut self) -> ChildStdout {
        self.child.stdout.take().unwrap()
    }

    pub(crate) fn wait(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }
}

/// Starts the engine, gives it `input`, closes it, and hears all.
pub(crate) fn gtp(args: &[&str], input: &[u8]) -> Heard {
    let mut child = command(args).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // Written by another thread, so that neither side waits for the other.
    let writing = thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    // An engine that was told to quit does not read the rest.
    let _written = writing.join().unwrap();
    Heard {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        status: output.status,
    }
}

/// The answers to some lines, each without the blank line at its end.
pub(crate) fn answers_to(args: &[&str], input: &str) -> Vec<String> {
    let heard = gtp(args, input.as_bytes());
    assert!(heard.status.success(), "{}", heard.stderr);
    let answers = heard.stdout.split_terminator("\n\n");
    answers.map(str::to_owned).collect()
}
