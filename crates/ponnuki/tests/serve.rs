//! The server as people start it: what it says, where it keeps things, how it ends.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

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
        command.env("PONNUKI_CONFIG", "none");
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
fn a_second_server_that_is_to_be_elsewhere_is_refused() {
    let dir = Dir::new("elsewhere");
    let first = dir.serve();
    let address = first.url.trim_start_matches("http://").to_owned();
    for args in [
        &["--listen", &address][..],
        &["--listen", "127.0.0.1"],
        &["--listen", "localhost:0"],
    ] {
        let met = dir.run(&[&["serve", "--no-open"], args].concat());
        assert_eq!(met.status.code(), Some(0), "{met:?}");
    }
    for args in [
        &["--listen", "0.0.0.0"][..],
        &["--listen", ":1"],
        &["--public-url", "https://go.example.org"],
        &["--metrics", "9361"],
    ] {
        let refused = dir.run(&[&["serve", "--no-open"], args].concat());
        let told = text(&refused.stderr);
        assert!(told.contains("a server runs already"), "{told}");
        assert!(
            told.contains(args[0]) && told.contains(&first.url),
            "{told}"
        );
        assert_eq!(refused.status.code(), Some(1), "{args:?}");
    }
}

#[test]
fn a_port_that_is_named_and_taken_is_an_error() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    for at in [
        format!("{port}"),
        format!(":{port}"),
        format!("localhost:{port}"),
        format!("127.0.0.1:{port}"),
    ] {
        let dir = Dir::new("taken");
        let refused = dir.run(&["serve", "--no-open", "--listen", &at]);
        let told = text(&refused.stderr);
        let expected = format!("another program has port {port}");
        assert!(told.contains(&expected), "{at}: {told}");
        assert_eq!(refused.status.code(), Some(1), "{at}");
    }
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
    let told = text(&copied.stdout);
    assert!(
        told.starts_with(&format!("every game is in {copy}\n")),
        "{told}"
    );
    let key = dir.0.join("ponnuki.key");
    assert!(
        told.contains(&format!("copy {} too", key.display())),
        "{told}"
    );
    let again = dir.run(&["backup", copy]);
    assert_eq!(again.status.code(), Some(1), "nothing is written over");
    let exported = dir.run(&["export", games]);
    assert_eq!(text(&exported.stdout), format!("1 game in {games}\n"));
    assert_eq!(fs::read_dir(games).expect("files").count(), 1);
}

#[test]
fn a_backup_is_put_back_when_no_server_runs() {
    let dir = Dir::new("restored");
    let serving = dir.serve();
    let (place, _) = serving.open();
    let copy = dir.0.join("copy.sqlite");
    let copy = copy.to_str().expect("a path");
    assert_eq!(dir.run(&["backup", copy]).status.code(), Some(0));
    let (later, _) = serving.open();
    let refused = dir.run(&["restore", copy]);
    let told = text(&refused.stderr);
    assert!(told.contains("a server runs with the games of"), "{told}");
    assert!(told.contains(&serving.url), "{told}");
    assert_eq!(refused.status.code(), Some(1));
    drop(serving);
    let none = dir.run(&["restore", "Cargo.toml"]);
    assert!(text(&none.stderr).contains("is not a backup"), "{none:?}");
    assert_eq!(none.status.code(), Some(1));
    // The directory comes from the variable, too.
    let mut command = Command::new(env!("CARGO_BIN_EXE_ponnuki"));
    command.args(["restore", copy]).env("PONNUKI_DATA", &dir.0);
    let restored = command.output().expect("the program runs");
    let before = dir.0.join("ponnuki.before-1.db");
    let expected = format!(
        "1 room of {copy} is back\nWhat was there before is in {}\n",
        before.display()
    );
    assert_eq!(
        (text(&restored.stdout), text(&restored.stderr)),
        (expected, String::new())
    );
    assert!(before.exists());
    let serving = dir.serve();
    let found = |place: &str| serving.ask(&format!("GET {place}"), "");
    assert!(found(&place).starts_with("HTTP/1.1 200 OK\r\n"));
    assert!(
        found(&later).starts_with("HTTP/1.1 404 "),
        "{}",
        found(&later)
    );
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

/// Ends a server as the system asks it to, so that everything is in the one file.
#[cfg(unix)]
fn end(mut serving: Serving) {
    let pid = serving.child.id().to_string();
    let asked = Command::new("kill").args(["-TERM", &pid]).status();
    assert!(asked.expect("the system's kill").success());
    serving.child.wait().expect("an end");
}

/// What the program says of its failure.
#[cfg(unix)]
fn failure(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    text(&output.stderr)
}

#[cfg(unix)]
#[test]
fn a_database_has_one_server_whatever_the_way_to_it() {
    let (dir, other) = (Dir::new("one"), Dir::new("one-other"));
    let serving = dir.serve();
    fs::create_dir(&other.0).expect("a directory");
    let link = other.0.join("ponnuki.db");
    std::os::unix::fs::symlink(dir.0.join("ponnuki.db"), &link).expect("a link");
    let told = failure(&other.run(&["serve", "--no-open", "--listen", "127.0.0.1:0"]));
    assert!(told.contains(link.to_str().expect("a path")), "{told}");
    assert!(told.contains("another server has it"), "{told}");
    // Killed, it lets go.
    drop(serving);
    drop(other.serve());
}

#[cfg(unix)]
#[test]
fn nobody_else_can_look_into_what_is_kept() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = Dir::new("modes");
    let serving = dir.serve();
    serving.open();
    let mode = |path: &PathBuf| {
        let found = fs::metadata(path).expect("a file");
        found.permissions().mode() & 0o777
    };
    assert_eq!(mode(&dir.0), 0o700);
    for name in [
        "ponnuki.db",
        "ponnuki.db-wal",
        "ponnuki.db-shm",
        "ponnuki.key",
    ] {
        assert_eq!(mode(&dir.0.join(name)), 0o600, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn an_emptied_database_is_not_taken_for_a_new_one() {
    let dir = Dir::new("emptied");
    end(dir.serve());
    fs::write(dir.0.join("ponnuki.db"), "").expect("a file");
    let told = failure(&dir.run(&["serve", "--no-open", "--listen", "127.0.0.1:0"]));
    assert!(told.contains("missing or empty"), "{told}");
    assert!(told.contains("ponnuki.key"), "{told}");
    fs::rename(dir.0.join("ponnuki.key"), dir.0.join("old.key")).expect("a file");
    drop(dir.serve());
}

#[cfg(unix)]
#[test]
fn what_is_damaged_is_named_by_backup_and_export() {
    let dir = Dir::new("damaged");
    let serving = dir.serve();
    let (place, _) = serving.open();
    serving.open();
    end(serving);
    let room = place.rsplit('/').next().expect("a name");
    let file = dir.0.join("ponnuki.db");
    let mut bytes = fs::read(&file).expect("a file");
    let find = |bytes: &[u8], text: &str| {
        let is_there = |window: &[u8]| window == text.as_bytes();
        bytes.windows(text.len()).position(is_there)
    };
    // An event stands after the name of its room.
    let opened = (64..bytes.len()).find(|&at| {
        bytes[at..].starts_with(br#"{"type":"opened""#) && find(&bytes[at - 64..at], room).is_some()
    });
    let opened = opened.expect("an event");
    let width = find(&bytes[opened..], r#""width":9"#).expect("a width");
    bytes[opened + width + 8] = b'7';
    fs::write(&file, bytes).expect("a file");
    let copied = dir.run(&["backup", dir.0.join("copy.db").to_str().expect("a path")]);
    let told = failure(&copied);
    let expected = format!("event 1 of room {room} is damaged: its checksum is wrong");
    assert!(told.contains(&expected), "{told}");
    assert!(told.contains("1 room is damaged in it"), "{told}");
    let exported = dir.run(&["export", dir.0.join("games").to_str().expect("a path")]);
    let told = failure(&exported);
    assert!(told.contains(&format!("room {room} is left out")), "{told}");
    assert!(text(&exported.stdout).starts_with("1 game in "));
}

#[test]
fn a_restored_server_knows_old_seats_if_the_key_is_brought_along() {
    let dir = Dir::new("restored");
    let serving = dir.serve();
    let (place, opened) = serving.open();
    let (_, token) = opened.split_once("\"token\":\"").expect("a token");
    let (token, _) = token.split_once('"').expect("a token");
    for (name, has_key, status) in [("with-key", true, "200"), ("without-key", false, "401")] {
        let restored = Dir::new(name);
        fs::create_dir(&restored.0).expect("a directory");
        let copy = restored.0.join("ponnuki.db");
        let copied = dir.run(&["backup", copy.to_str().expect("a path")]);
        assert_eq!(copied.status.code(), Some(0), "{}", text(&copied.stderr));
        if has_key {
            fs::copy(dir.0.join("ponnuki.key"), restored.0.join("ponnuki.key")).expect("a key");
        }
        let server = restored.serve();
        let seat = server.ask(
            &format!("POST {place}/seat"),
            &format!("{{\"token\": \"{token}\"}}"),
        );
        assert!(
            seat.starts_with(&format!("HTTP/1.1 {status} ")),
            "{name}: {seat}"
        );
        let game = server.ask(&format!("GET {place}"), "");
        assert!(game.starts_with("HTTP/1.1 200 OK\r\n"), "{name}: {game}");
    }
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
fn a_server_that_was_stopped_costs_nobody_the_game() {
    let dir = Dir::new("stopped");
    let serving = dir.serve();
    let terms = r#"{"company": {"type": "same_screen"}, "clock": "0:05"}"#;
    let (place, _) = serving.open_with(terms);
    serving.signal("-STOP");
    // The process itself is stopped, so the time that it misses has to pass: longer than there
    // is on the clock. A slow machine makes it longer, which changes nothing.
    thread::sleep(Duration::from_secs(9));
    serving.signal("-CONT");
    let room = format!("GET {place}");
    let page = serving.ask(&room, "");
    assert!(page.contains(r#""stage":"playing""#), "{page}");
    assert!(page.contains(r#""running":"black""#), "{page}");
    // What was left of its time still passes.
    while serving.ask(&room, "").contains(r#""stage":"playing""#) {
        thread::sleep(Duration::from_millis(500));
    }
    let page = serving.ask(&room, "");
    assert!(page.contains("W+T"), "{page}");
}

/// A database as the program before checksums and key files wrote it.
#[cfg(unix)]
const OLDER: &[u8] = include_bytes!("../../server/tests/databases/times-finer-than-stored.db");

#[cfg(unix)]
#[test]
fn copying_and_exporting_change_nothing_of_an_older_database() {
    let dir = Dir::new("older");
    fs::create_dir(&dir.0).expect("a directory");
    let file = dir.0.join("ponnuki.db");
    fs::write(&file, OLDER).expect("a file");
    for (command, target) in [("backup", "copy.db"), ("export", "games")] {
        let target = dir.0.join(target);
        let told = failure(&dir.run(&[command, target.to_str().expect("a path")]));
        assert!(told.contains("is of version 2"), "{command}: {told}");
        assert!(told.contains("start the server"), "{command}: {told}");
    }
    assert!(fs::read(&file).expect("a file") == OLDER);
    assert!(!dir.0.join("ponnuki.key").exists());
    end(dir.serve());
    let games = dir.0.join("games");
    let exported = dir.run(&["export", games.to_str().expect("a path")]);
    assert!(text(&exported.stdout).starts_with("3 games in "));
}

#[cfg(unix)]
#[test]
fn a_copy_beside_the_log_of_another_database_is_not_read() {
    let dir = Dir::new("foreign");
    let copy = dir.0.join("copy.db");
    let serving = dir.serve();
    serving.open();
    let copied = dir.run(&["backup", copy.to_str().expect("a path")]);
    assert_eq!(copied.status.code(), Some(0), "{}", text(&copied.stderr));
    serving.open();
    // Killed, it leaves its log.
    drop(serving);
    let file = dir.0.join("ponnuki.db");
    fs::copy(&copy, &file).expect("a file");
    let before = fs::read(&file).expect("a file");
    for (command, target) in [("backup", "second.db"), ("export", "games")] {
        let target = dir.0.join(target);
        let told = failure(&dir.run(&[command, target.to_str().expect("a path")]));
        assert!(told.contains("ponnuki.db-wal"), "{command}: {told}");
    }
    assert!(fs::read(&file).expect("a file") == before);
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
fn a_database_that_was_taken_away_takes_no_more_moves() {
    let dir = Dir::new("away");
    let serving = dir.serve();
    let (file, away) = (dir.0.join("ponnuki.db"), dir.0.join("away.db"));
    let wait_for_health = |status: &str| {
        while !serving.ask("GET /healthz", "").starts_with(status) {
            thread::sleep(Duration::from_millis(200));
        }
    };
    fs::rename(&file, &away).expect("a file");
    wait_for_health("HTTP/1.1 503 ");
    let refused = serving.ask("POST /api/rooms", "{}");
    assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    fs::rename(&away, &file).expect("a file");
    wait_for_health("HTTP/1.1 200 ");
    serving.open();
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
