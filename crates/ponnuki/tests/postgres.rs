//! The program with its games in PostgreSQL, as an operator has it.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use ponnuki_testkit::Postgres;

fn ponnuki(dir: &Path, database: &str, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ponnuki"));
    command.args(args);
    command
        .env("PONNUKI_CONFIG", "none")
        .env("PONNUKI_DATA", dir);
    command.env("PONNUKI_DATABASE", database);
    command.stdin(Stdio::null()).stderr(Stdio::piped());
    command.stdout(Stdio::piped());
    command
}

fn run(dir: &Path, database: &str, args: &[&str]) -> Output {
    let mut command = ponnuki(dir, database, args);
    command.output().expect("the program runs")
}

/// What a command says that succeeds.
fn answer(dir: &Path, database: &str, args: &[&str]) -> String {
    let output = run(dir, database, args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A server at work; killed when this is dropped.
struct Serving {
    child: Child,
    /// It ends if nobody reads what it says.
    _out: BufReader<ChildStdout>,
    address: String,
}

impl Serving {
    fn start(dir: &Path, database: &str) -> Serving {
        let args = ["serve", "--no-open", "--listen", "127.0.0.1:0"];
        let mut child = ponnuki(dir, database, &args).spawn().expect("it starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut line).expect("a greeting");
        let address = line.trim_end().strip_prefix("Ponnuki is at http://");
        let address = address.unwrap_or_else(|| panic!("{line}")).to_owned();
        Serving {
            child,
            _out: out,
            address,
        }
    }

    fn ask(&self, line: &str, body: &str) -> String {
        let (address, n) = (&self.address, body.len());
        let mut stream = TcpStream::connect(address).expect("a connection");
        let request = format!(
            "{line} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {n}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// A directory for one test, gone when it ends.
struct Dir(PathBuf);

impl Drop for Dir {
    fn drop(&mut self) {
        // What is left behind is small and in a temporary place.
        drop(fs::remove_dir_all(&self.0));
    }
}

#[test]
fn a_server_on_postgres_is_killed_copied_and_moved() {
    let Some(engine) = Postgres::shared() else {
        return;
    };
    let name = format!("ponnuki-postgres-{}", std::process::id());
    let dir = Dir(std::env::temp_dir().join(name));
    fs::create_dir_all(&dir.0).expect("a directory");
    let (data, base) = (dir.0.join("data"), engine.database());
    let serving = Serving::start(&data, &base);
    let terms = r#"{"company": {"type": "same_screen"}, "width": 9}"#;
    let opened = serving.ask("POST /api/rooms", terms);
    assert!(opened.starts_with("HTTP/1.1 201"), "{opened}");
    let place = opened
        .lines()
        .find_map(|line| line.strip_prefix("location: "));
    let room = place
        .and_then(|place| place.rsplit('/').next())
        .expect("a room")
        .to_owned();
    // Killed: no goodbye.
    drop(serving);
    let serving = Serving::start(&data, &base);
    let path = format!("GET /api/rooms/{room}");
    assert!(serving.ask(&path, "").starts_with("HTTP/1.1 200"));

    // Another one, in a directory of its own.
    let second = run(&dir.0.join("second"), &base, &["serve", "--no-open"]);
    let told = String::from_utf8_lossy(&second.stderr);
    assert!(told.contains("another server has this database"), "{told}");

    let path = |name: &str| dir.0.join(name).display().to_string();
    let (copy, games, file) = (path("copy.db"), path("games"), path("moved.db"));
    let told = answer(&data, &base, &["backup", &copy]);
    assert!(
        told.contains("every game is in") && told.contains("seat_key"),
        "{told}"
    );
    let told = answer(&data, &base, &["export", &games]);
    assert!(told.contains("1 game"), "{told}");
    let running = run(&data, &base, &["move-data", &base, &file]);
    assert!(!running.status.success(), "a server runs");
    drop(serving);

    let told = answer(&data, &base, &["move-data", &base, &file]);
    assert!(told.contains("1 room with"), "{told}");
    let key = fs::read_to_string(path("moved.key")).expect("the key came along");
    assert_eq!(key.trim_end().len(), 64);
    let again = run(&data, &base, &["move-data", &file, &base]);
    let told = String::from_utf8_lossy(&again.stderr);
    assert!(told.contains("it has games already"), "{told}");
    let restored = run(&data, &base, &["restore", &copy]);
    let told = String::from_utf8_lossy(&restored.stderr);
    assert!(told.contains("ponnuki move-data"), "{told}");
}

#[test]
fn a_database_that_is_not_there_is_named_without_its_password() {
    let Some(engine) = Postgres::shared() else {
        return;
    };
    let base = engine.address("nowhere");
    let base = base.replace("ponnuki@", "ponnuki:hush@");
    let data = std::env::temp_dir().join(format!("ponnuki-nowhere-{}", std::process::id()));
    let dir = Dir(data);
    let output = run(&dir.0, &base, &["serve", "--no-open"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("there is no database nowhere"), "{told}");
    assert!(!told.contains("hush"), "{told}");
    let shown = answer(&dir.0, &base, &["config", "serve"]);
    assert!(
        shown.contains("database") && !shown.contains("hush"),
        "{shown}"
    );
}

#[test]
fn an_address_that_is_none_is_refused_without_its_password() {
    let dir = Dir(std::env::temp_dir().join(format!("ponnuki-none-{}", std::process::id())));
    let bad = "postgres://ponnuki:hush@localhost:port/games";
    for args in [
        &["serve", "--no-open", "--database", bad][..],
        &["backup", "copy.db", "--database", bad],
        &["move-data", bad, "games.db"],
        &["doctor", "--database", bad],
    ] {
        let output = run(&dir.0, "", args);
        assert!(!output.status.success(), "{args:?}");
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8_lossy(&told);
        assert!(told.contains("write postgres://"), "{told}");
        assert!(!told.contains("hush"), "{told}");
    }
}
