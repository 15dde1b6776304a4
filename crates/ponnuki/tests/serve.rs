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
        self.serve_with(&[])
    }

    fn serve_with(&self, args: &[&str]) -> Serving {
        let mut command = self.ponnuki(&["serve", "--no-open", "--listen", "127.0.0.1:0"]);
        command.args(args);
        Serving::of(command)
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
    /// The server that `command` starts.
    fn of(mut command: Command) -> Serving {
        let mut child = command.spawn().expect("the program starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        out.read_line(&mut line).expect("a greeting");
        let url = line.trim_end().strip_prefix("Ponnuki is at ");
        let url = url.unwrap_or_else(|| panic!("{line}")).to_owned();
        Serving { child, out, url }
    }

    /// Opens a room, and returns where it is and the whole answer.
    fn open(&self) -> (String, String) {
        self.open_with(r#"{"company": {"type": "same_screen"}, "width": 9}"#)
    }

    /// The same for a room with these terms.
    fn open_with(&self, terms: &str) -> (String, String) {
        let opened = self.ask("POST /api/rooms", terms);
        assert!(opened.starts_with("HTTP/1.1 201 Created\r\n"), "{opened}");
        let (_, place) = opened.split_once("location: ").expect("a place");
        let place = place.lines().next().expect("a line").to_owned();
        (place, opened)
    }

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

    /// Sends a signal.
    #[cfg(unix)]
    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args([name, &pid]).status();
        assert!(sent.expect("the system's kill").success());
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
    let (place, _) = first.open();
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

#[test]
fn a_server_behind_a_proxy_knows_where_people_find_it() {
    let dir = Dir::new("proxy");
    let url = ["--public-url", "https://go.example.org"];
    for (args, expected) in [
        (
            &["--behind-proxy"][..],
            "--behind-proxy needs to know where people find the proxy, for links and cookies: \
             --public-url https://go.example.org",
        ),
        (
            &["--behind-proxy", "proxy.example", url[0], url[1]],
            "--behind-proxy: proxies are addresses or networks such as 127.0.0.1,10.0.0.0/8, \
             not \"proxy.example\"",
        ),
    ] {
        let refused = dir.run(&[&["serve", "--no-open"], args].concat());
        assert!(text(&refused.stderr).contains(expected), "{refused:?}");
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    }
}

/// Limits as shells set them: the process may raise the first up to the second.
#[cfg(target_os = "linux")]
#[test]
fn a_server_takes_as_many_connections_as_the_system_allows() {
    let dir = Dir::new("files");
    let program = dir.ponnuki(&["serve", "--no-open", "--listen", "127.0.0.1:0"]);
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -Sn 128; ulimit -Hn 600; exec \"$0\" \"$@\""]);
    shell.arg(program.get_program()).args(program.get_args());
    shell.args(["--net", "none", "--log", "text"]);
    shell.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut serving = Serving::of(shell);
    let limits = fs::read_to_string(format!("/proc/{}/limits", serving.child.id()));
    let limits = limits.expect("the limits of the process");
    let files = limits
        .lines()
        .find(|line| line.starts_with("Max open files"));
    let files: Vec<&str> = files.expect("a limit").split_whitespace().collect();
    assert_eq!(files[3..5], ["600", "600"]);
    serving.child.kill().expect("it runs");
    let mut log = String::new();
    let told = serving.child.stderr.take().expect("a pipe");
    BufReader::new(told)
        .read_to_string(&mut log)
        .expect("a log");
    let expected = "n_files=600 n_connections=500 n_connections_per_address=250";
    assert!(log.contains(expected), "{log}");
}

#[cfg(unix)]
#[test]
fn a_server_that_is_asked_to_end_ends_well() {
    let dir = Dir::new("ends");
    let mut serving = dir.serve();
    serving.signal("-TERM");
    let mut rest = String::new();
    serving
        .out
        .read_to_string(&mut rest)
        .expect("its last words");
    assert_eq!(rest, "Ctrl-C stops it; games are kept.\nStopping.\n");
    assert_eq!(serving.child.wait().expect("an end").code(), Some(0));
}

/// What the program says of its failure.
#[cfg(unix)]
fn failure(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    text(&output.stderr)
}

#[test]
fn metrics_are_where_they_are_asked_for() {
    let dir = Dir::new("metrics");
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let at = free.local_addr().expect("an address").to_string();
    drop(free);
    let mut serving = dir.serve_with(&["--metrics", &at]);
    let refused = serving.ask("GET /metrics", "");
    assert!(refused.starts_with("HTTP/1.1 404 "), "{refused}");
    assert!(serving.ask("GET /healthz", "").starts_with("HTTP/1.1 200 "));
    serving.url = format!("http://{at}");
    let metrics = serving.ask("GET /metrics", "");
    assert!(metrics.contains("ponnuki_writes_failing 0"), "{metrics}");
    assert!(serving.ask("GET /healthz", "").starts_with("HTTP/1.1 200 "));
}

#[cfg(unix)]
#[test]
fn a_server_with_a_public_address_takes_no_other_port() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let at = taken.local_addr().expect("an address").to_string();
    let dir = Dir::new("taken");
    let url = "https://go.example.org";
    let told = failure(&dir.run(&["serve", "--no-open", "--listen", &at, "--public-url", url]));
    assert!(told.contains(&at), "{told}");
}

#[cfg(unix)]
#[test]
fn a_log_that_nobody_reads_stops_nothing() {
    let dir = Dir::new("unread");
    let mut serving = dir.serve_with(&["--log", "text"]);
    drop(serving.child.stderr.take());
    serving.open();
    serving.open();
}
