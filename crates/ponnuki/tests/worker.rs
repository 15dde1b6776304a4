//! A server and a worker as people start them: keys, a move and a review by the worker, and what
//! is said when a key is wrong, revoked or missing.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

/// Nothing takes a minute unless it never comes.
const N_LOOKS_MAX: usize = 600;

/// A directory for one test, gone when it ends.
struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Dir {
        let name = format!("ponnuki-worker-{name}-{}", std::process::id());
        Dir(std::env::temp_dir().join(name))
    }

    fn ponnuki(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ponnuki"));
        command.args(args).env("PONNUKI_CONFIG", "none");
        command
            .env("PONNUKI_DATA", &self.0)
            .env_remove("PONNUKI_KEY");
        command.stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.ponnuki(args).output().expect("the program runs")
    }

    /// What a command that succeeds says.
    fn said(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {told}");
        String::from_utf8(output.stdout).expect("text")
    }

    fn start(&self, args: &[&str]) -> Running {
        let mut child = self.ponnuki(args).spawn().expect("the program starts");
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        Running { child, out }
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        // What is left behind is small and in a temporary place.
        drop(fs::remove_dir_all(&self.0));
    }
}

/// A program at work; killed if the test ends before it.
struct Running {
    child: Child,
    out: BufReader<ChildStdout>,
}

impl Running {
    /// The first line with this beginning.
    fn line(&mut self, begin: &str) -> String {
        loop {
            let mut line = String::new();
            let n = self.out.read_line(&mut line).expect("a line");
            assert!(n > 0, "it ended before it said {begin}: {}", self.told());
            if line.starts_with(begin) {
                return line.trim_end().to_owned();
            }
        }
    }

    fn told(&mut self) -> String {
        let mut told = String::new();
        if let Some(stderr) = &mut self.child.stderr {
            stderr.read_to_string(&mut told).expect("text");
        }
        told
    }

    fn interrupt(&self) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status();
        assert!(sent.expect("the system's kill").success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The answer to a request.
fn ask(url: &str, line: &str, body: &str) -> String {
    let address = url.strip_prefix("http://").expect("an address");
    let mut stream = TcpStream::connect(address).expect("a connection");
    let request = format!(
        "{line} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

/// Waits until the server's answer to a request is as it should be.
fn wait_for(url: &str, line: &str, is: impl Fn(&str) -> bool) {
    let mut answer = String::new();
    for _ in 0..N_LOOKS_MAX {
        answer = ask(url, line, "");
        if is(&answer) {
            return;
        }
        thread::sleep(Duration::from_millis(100));
    }
    panic!("{line} never was as it should be: {answer}");
}

/// Waits until the server's numbers have this line.
fn measures(url: &str, line: &str) {
    wait_for(url, "GET /metrics", |metrics| {
        metrics.lines().any(|own| own == line)
    });
}

#[test]
fn a_worker_moves_for_a_server_until_its_key_is_revoked() {
    let dir = Dir::new("moves");
    let added = dir.said(&["keys", "add", "study-pc", "--trusted"]);
    let key = added.lines().next().expect("the key").to_owned();
    assert!(key.len() >= 40, "{added}");
    assert!(
        dir.said(&["keys", "list"])
            .contains("study-pc  yes      20")
    );
    let again = dir.run(&["keys", "add", "study-pc"]);
    assert_eq!(again.status.code(), Some(2));
    let key_file = dir.0.join("worker.key");
    fs::write(&key_file, &added).expect("a file");

    let serve = ["serve", "--no-open", "--listen", "127.0.0.1:0"];
    let mut server = dir.start(&serve);
    let greeting = server.line("Ponnuki is at ");
    let url = greeting.strip_prefix("Ponnuki is at ").expect("an address");
    let key_file = key_file.to_str().expect("a path");
    let mut worker = dir.start(&[
        "worker",
        "--server",
        url,
        "--key-file",
        key_file,
        "--threads",
        "1",
    ]);
    worker.line("Thinking for http://127.0.0.1:");
    let connected = worker.line("Connected as study-pc");
    assert!(connected.contains("moves"), "{connected}");
    measures(url, "ponnuki_workers 1");

    // The engine begins.
    let terms = r#"{"width": 5, "rules": "japanese", "colors": "host_white",
        "company": {"type": "engine", "level": 1}}"#;
    let opened = ask(url, "POST /api/rooms", terms);
    assert!(opened.starts_with("HTTP/1.1 201"), "{opened}");
    measures(url, "ponnuki_worker_tasks_total{fate=\"done\"} 1");
    worker.line("Tasks since the last line: 1 moves.");
    let (_, room) = opened.split_once("\"room\":\"").expect("a room");
    let room = room.split('"').next().expect("an id");
    wait_for(url, &format!("GET /api/rooms/{room}"), |scene| {
        scene.contains("\"node\":1")
    });
    assert!(!dir.said(&["keys", "list"]).contains("never"));

    // Ctrl-C gives back what it has.
    worker.interrupt();
    worker.line("Stopped");
    measures(url, "ponnuki_workers 0");
    let mut worker = dir.start(&["worker", "--server", url, "--key", &key]);
    worker.line("Connected as study-pc");
    assert!(
        dir.said(&["keys", "revoke", "study-pc"])
            .contains("worthless")
    );
    let end = worker.child.wait().expect("it ends");
    assert_eq!(end.code(), Some(1));
    assert!(worker.told().contains("the key was revoked"));
    measures(url, "ponnuki_workers 0");

    let wrong = dir.run(&["worker", "--server", url, "--key", &key]);
    assert_eq!(wrong.status.code(), Some(1));
    let told = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(told.contains("not known here, or was revoked"), "{told}");
}

#[test]
fn whoever_brings_no_key_is_told_where_one_comes_from() {
    let dir = Dir::new("keyless");
    fs::create_dir_all(&dir.0).expect("a directory");
    let output = dir.run(&["worker", "--server", "http://127.0.0.1:1"]);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("ponnuki keys add"), "{told}");
    let output = dir.run(&["worker", "--server", "go.example.org", "--key", "x"]);
    assert_eq!(output.status.code(), Some(2));
    let none = dir.run(&["keys", "revoke", "nobody"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(dir.said(&["keys", "list"]).contains("no keys"));
}
