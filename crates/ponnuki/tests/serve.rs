//! The server as people start it: what it says, where it keeps things, how it ends.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

/// A directory for one test, gone when it ends.
struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Dir {
        let name = format!("ponnuki-serve-{name}-{}", std::process::id());
        Dir(std::env::temp_dir().join(name))
    }

    /// The program, with this directory for what it keeps.
    fn ponnuki(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ponnuki"));
        command.args(args).arg("--data").arg(&self.0);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.ponnuki(args).output().expect("the program runs")
    }

    fn serve(&self) -> Serving {
        let mut command = self.ponnuki(&["serve", "--no-open", "--listen", "127.0.0.1:0"]);
        let mut child = command.spawn().expect("the program starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        out.read_line(&mut line).expect("a greeting");
        let url = line.trim_end().strip_prefix("Ponnuki is at ");
        let url = url.unwrap_or_else(|| panic!("{line}")).to_owned();
        Serving { child, out, url }
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        // What is left behind is small and in a temporary place.
        drop(fs::remove_dir_all(&self.0));
    }
}

/// A server at work; killed if the test ends before it.
struct Serving {
    child: Child,
    out: BufReader<ChildStdout>,
    url: String,
}

impl Serving {
    /// Sends a request, and returns the whole answer.
    fn ask(&self, line: &str, body: &str) -> String {
        let address = self.url.strip_prefix("http://").expect("an address");
        let mut stream = TcpStream::connect(address).expect("a connection");
        let length = body.len();
        let request = format!(
            "{line} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[test]
fn a_server_says_where_it_is_and_a_second_one_points_there() {
    let dir = Dir::new("second");
    let first = dir.serve();
    assert!(
        first
            .ask("GET /healthz", "")
            .starts_with("HTTP/1.1 200 OK\r\n")
    );
    let second = dir.run(&["serve", "--no-open"]);
    let expected = format!("Ponnuki runs already, at {}\n", first.url);
    assert_eq!(
        (text(&second.stdout), text(&second.stderr)),
        (expected, String::new())
    );
    assert_eq!(second.status.code(), Some(0));
}

#[test]
fn rooms_survive_a_kill_and_are_copied_and_exported() {
    let dir = Dir::new("kept");
    let first = dir.serve();
    let terms = r#"{"company": {"type": "same_screen"}, "width": 9}"#;
    let opened = first.ask("POST /api/rooms", terms);
    assert!(opened.starts_with("HTTP/1.1 201 Created\r\n"), "{opened}");
    let (_, place) = opened.split_once("location: ").expect("a place");
    let place = place.lines().next().expect("a line").to_owned();
    drop(first);
    let second = dir.serve();
    let found = second.ask(&format!("GET {place}"), "");
    assert!(found.starts_with("HTTP/1.1 200 OK\r\n"), "{found}");
    let (copy, games) = (dir.0.join("copy.db"), dir.0.join("games"));
    let (copy, games) = (
        copy.to_str().expect("a path"),
        games.to_str().expect("a path"),
    );
    let copied = dir.run(&["backup", copy]);
    assert_eq!(text(&copied.stdout), format!("everything is in {copy}\n"));
    let again = dir.run(&["backup", copy]);
    assert_eq!(again.status.code(), Some(1), "nothing is written over");
    let exported = dir.run(&["export", games]);
    assert_eq!(text(&exported.stdout), format!("1 game in {games}\n"));
    assert_eq!(fs::read_dir(games).expect("files").count(), 1);
}

#[cfg(unix)]
#[test]
fn a_server_that_is_asked_to_end_ends_well() {
    let dir = Dir::new("ends");
    let mut serving = dir.serve();
    let pid = serving.child.id().to_string();
    let asked = Command::new("kill").args(["-TERM", &pid]).status();
    assert!(asked.expect("the system's kill").success());
    let mut rest = String::new();
    serving
        .out
        .read_to_string(&mut rest)
        .expect("its last words");
    assert_eq!(rest, "Ctrl-C stops it; games are kept.\nStopping.\n");
    assert_eq!(serving.child.wait().expect("an end").code(), Some(0));
}
