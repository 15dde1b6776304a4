//! The program started as `ponnuki play --plain`, for tests that talk with it.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// Nothing takes so long unless it never comes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// What begins the first line of a script: the rest is the command line.
const PROMPT: &str = "$ ponnuki play --plain";

/// What begins a line of a script that is typed.
const TYPED: &str = "> ";

static N_DIRS: AtomicU32 = AtomicU32::new(0);

/// A directory for one test, gone when it ends.
pub(crate) struct Dir(PathBuf);

impl Dir {
    pub(crate) fn new(name: &str) -> Dir {
        let n = N_DIRS.fetch_add(1, Ordering::Relaxed);
        let name = format!("ponnuki-play-{name}-{}-{n}", std::process::id());
        let dir = std::env::temp_dir().join(name);
        fs::create_dir_all(&dir).expect("a temporary place");
        Dir(dir)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The program in words, with this directory for what it keeps.
    pub(crate) fn ponnuki(&self, args: &[&str]) -> Command {
        let mut command = self.command(&["play", "--plain"]);
        if !args.contains(&"--net") {
            command.args(["--net", "none"]);
        }
        command.args(args);
        command
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ponnuki"));
        command.args(args).arg("--data").arg(&self.0);
        command.env("LC_ALL", "C");
        command.env("PONNUKI_CONFIG", "none");
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// What the program says when `input` is all it ever hears.
    pub(crate) fn pipe(&self, args: &[&str], input: &[u8]) -> String {
        let mut child = self.ponnuki(args).spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let input = input.to_vec();
        // Written by another thread, so that neither side waits for the other.
        let writing = thread::spawn(move || stdin.write_all(&input));
        let output = child.wait_with_output().expect("an end");
        // Who was told to quit does not read the rest.
        drop(writing.join().expect("the writer ends"));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// A server that keeps its games here.
    pub(crate) fn serve(&self) -> Serving<'_> {
        self.serve_at("127.0.0.1:0", &[])
    }

    /// The same with some words more on its command line.
    pub(crate) fn serve_with(&self, args: &[&str]) -> Serving<'_> {
        self.serve_at("127.0.0.1:0", args)
    }

    fn serve_at(&self, address: &str, more: &[&str]) -> Serving<'_> {
        let args = ["serve", "--no-open", "--net", "none", "--listen", address];
        let mut command = self.command(&args);
        let mut child = command.args(more).spawn().expect("the program starts");
        let out = child.stdout.take().expect("a pipe");
        let mut line = String::new();
        let mut out = BufReader::new(out);
        out.read_line(&mut line).expect("a greeting");
        let url = line.trim_end().strip_prefix("Ponnuki is at ");
        let url = url.unwrap_or_else(|| panic!("{line}")).to_owned();
        Serving {
            dir: self,
            child,
            _out: out,
            url,
        }
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        // What is left behind is small and in a temporary place.
        drop(fs::remove_dir_all(&self.0));
    }
}

/// A server at work; killed when it is dropped.
pub(crate) struct Serving<'a> {
    dir: &'a Dir,
    child: Child,
    /// Kept open: who cannot speak any more ends.
    _out: BufReader<ChildStdout>,
    pub(crate) url: String,
}

impl<'a> Serving<'a> {
    /// Kills the server and starts it again at the same address.
    pub(crate) fn restart(self) -> Serving<'a> {
        let (dir, url) = (self.dir, self.url.clone());
        drop(self);
        dir.serve_at(url.trim_start_matches("http://"), &[])
    }
}

impl Drop for Serving<'_> {
    fn drop(&mut self) {
        // It may have ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// A game that is talked through; killed if the test ends before it.
pub(crate) struct Session {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
    heard: Vec<String>,
}

impl Session {
    pub(crate) fn start(dir: &Dir, args: &[&str]) -> Session {
        Session::of(dir.ponnuki(args))
    }

    /// The game that `command` starts.
    pub(crate) fn of(mut command: Command) -> Session {
        let mut child = command.spawn().expect("the program starts");
        let stdin = child.stdin.take().expect("a pipe");
        let stdout = child.stdout.take().expect("a pipe");
        Session {
            child,
            stdin,
            lines: lines(stdout),
            heard: Vec::new(),
        }
    }

    pub(crate) fn id(&self) -> String {
        self.child.id().to_string()
    }

    pub(crate) fn types(&mut self, line: &str) {
        self.heard.push(format!("{TYPED}{line}"));
        writeln!(self.stdin, "{line}").expect("the program listens");
    }

    /// The next line.
    #[track_caller]
    pub(crate) fn line(&mut self) -> String {
        let Ok(line) = self.lines.recv_timeout(PATIENCE) else {
            panic!("nothing more is said after:\n{}", self.heard.join("\n"));
        };
        self.heard.push(line.clone());
        line
    }

    /// Waits for a line with `part` in it, and gives that line.
    #[track_caller]
    pub(crate) fn hears(&mut self, part: &str) -> String {
        loop {
            let line = self.line();
            if line.contains(part) {
                return line;
            }
        }
    }

    /// Hears the rest, and how the program ended.
    #[track_caller]
    pub(crate) fn ends(mut self, code: i32) {
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            self.heard.push(line);
        }
        let status = self.child.wait().expect("an end");
        assert_eq!(status.code(), Some(code), "{}", self.heard.join("\n"));
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // It may have ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// What is said, line by line as it comes.
pub(crate) fn lines(said: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(said).lines().map_while(Result::ok) {
            // The test may have ended.
            drop(sender.send(line));
        }
    });
    lines
}

/// Talks through a script of `data/plain`: what is typed there is typed, and everything else
/// has to be said, line by line.
#[track_caller]
pub(crate) fn check_script(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../data/plain")
        .join(name);
    let script = fs::read_to_string(path).expect("a script");
    let mut lines = script.lines().filter(|line| !line.starts_with('#'));
    let command = lines.next().and_then(|line| line.strip_prefix(PROMPT));
    let args: Vec<&str> = command.expect("a command").split_whitespace().collect();
    let dir = Dir::new("script");
    let mut session = Session::start(&dir, &args);
    for expected in lines {
        match expected.strip_prefix(TYPED) {
            Some(line) => session.types(line),
            None => {
                let said = session.line();
                assert_eq!(said, expected, "after:\n{}", session.heard.join("\n"));
            }
        }
    }
    session.ends(0);
}
