//! The program started as `ponnuki analysis`, for tests that speak with it.
#![allow(dead_code, reason = "each file of tests uses a part of it")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;

use serde_json::Value;

/// One position at a time on one thread: the same answers every time.
pub(crate) const STEADY: [&str; 6] = ["--seed", "1", "--threads", "1", "--analysis-threads", "1"];

/// A running program that is spoken with line by line.
pub(crate) struct Session {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

/// What the program wrote when it was given all its input at once.
pub(crate) struct Heard {
    pub(crate) lines: Vec<Value>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) status: ExitStatus,
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ponnuki"));
    command.arg("analysis").args(args);
    // What a person chose for this machine is no matter of the tests.
    if !args
        .iter()
        .any(|arg| ["--net", "--model", "-model"].contains(arg))
    {
        command.args(["--net", "none"]);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

impl Session {
    pub(crate) fn start(args: &[&str]) -> Session {
        let mut child = command(args).stderr(Stdio::null()).spawn().unwrap();
        Session {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    pub(crate) fn say(&mut self, line: &Value) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
    }

    /// The next line, as JSON.
    #[track_caller]
    pub(crate) fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    /// The first line from here on that `is_it`.
    #[track_caller]
    pub(crate) fn hear_until(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let line = self.hear();
            if is_it(&line) {
                return line;
            }
        }
    }

    /// Closes the input; what is still heard, and how it ends.
    pub(crate) fn end(mut self) -> (Vec<Value>, ExitStatus) {
        drop(self.input.take());
        let lines = self.output.lines().map(|line| {
            let line = line.unwrap();
            serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
        });
        (lines.collect(), self.child.wait().unwrap())
    }
}

/// Starts the program, gives it `input`, closes it, and hears all.
#[track_caller]
pub(crate) fn analysis(args: &[&str], input: &[u8]) -> Heard {
    let mut child = command(args).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // Written by another thread, so that neither side waits for the other.
    let writing = thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writing.join().unwrap().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    let parse =
        |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
    Heard {
        lines: stdout.lines().map(parse).collect(),
        stdout,
        stderr: String::from_utf8(output.stderr).unwrap(),
        status: output.status,
    }
}
