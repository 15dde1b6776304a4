//! Networks from an address: a server behind TLS that breaks off, lies, sends on and dawdles,
//! and what people are told.

mod certified;
mod net_user;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};
use std::thread;

use certified::certified;
use net_user::{Kind, User, answer, network, refusal, text};
use sha2::{Digest, Sha256};
use tokio_rustls::rustls::{ServerConnection, StreamOwned};

/// What a server answers.
struct Reply {
    head: String,
    body: Vec<u8>,
    then: Then,
}

/// What it does after that.
#[derive(Clone, Copy)]
enum Then {
    /// Says goodbye.
    Close,
    /// Is gone without a word.
    Vanish,
    /// Keeps the line open until the other side hangs up.
    Wait,
}

impl Reply {
    fn new(status: &str, headers: &[&str], body: &[u8]) -> Reply {
        let headers: String = headers.iter().map(|line| format!("{line}\r\n")).collect();
        Reply {
            head: format!("HTTP/1.1 {status}\r\n{headers}\r\n"),
            body: body.to_vec(),
            then: Then::Close,
        }
    }

    /// All of `bytes`.
    fn all(bytes: &[u8]) -> Reply {
        let length = format!("content-length: {}", bytes.len());
        Reply::new("200 OK", &[&length, "etag: \"one\""], bytes)
    }

    fn then(mut self, then: Then) -> Reply {
        self.then = then;
        self
    }
}

/// A server behind TLS, at `localhost`.
struct Server {
    port: u16,
    authority: String,
    /// What was asked, the heads of the requests.
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// One that answers the head of every request so.
    fn new(answer: impl Fn(&str) -> Reply + Send + Sync + 'static) -> Server {
        let (config, authority) = certified();
        let listener = TcpListener::bind(("localhost", 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (config, answer) = (Arc::new(config), Arc::new(answer));
        let asked = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&asked);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (config, answer) = (Arc::clone(&config), Arc::clone(&answer));
                let heard = Arc::clone(&heard);
                thread::spawn(move || {
                    let connection = ServerConnection::new(config).expect("a connection");
                    let mut stream = StreamOwned::new(connection, stream);
                    // Whoever does not trust us hangs up.
                    let Some(head) = head(&mut stream) else {
                        return;
                    };
                    heard.lock().expect("a list").push(head.clone());
                    let reply = answer(&head);
                    // Whoever has heard enough hangs up as well.
                    drop(stream.write_all(reply.head.as_bytes()));
                    drop(stream.write_all(&reply.body));
                    drop(stream.flush());
                    match reply.then {
                        Then::Close => {
                            stream.conn.send_close_notify();
                            drop(stream.flush());
                        }
                        Then::Vanish => {}
                        Then::Wait => drop(stream.read(&mut [0])),
                    }
                });
            }
        });
        Server {
            port,
            authority,
            asked,
        }
    }

    fn url(&self, path: &str) -> String {
        format!("https://localhost:{}/{path}", self.port)
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("a list").clone()
    }

    /// `ponnuki net fetch` of a file on this server, by a user who trusts it.
    fn fetch(&self, user: &User, path: &str, more: &[&str]) -> Output {
        let url = self.url(path);
        let mut command = user.ponnuki(&["net", "fetch", &url]);
        self.trusted_by(user, &mut command);
        command.args(more).output().expect("the program runs")
    }

    fn trusted_by(&self, user: &User, command: &mut Command) {
        user.write("authority.pem", self.authority.as_bytes());
        command.env("SSL_CERT_FILE", user.dir.join("authority.pem"));
        command.env_remove("SSL_CERT_DIR");
    }

    fn host(&self) -> String {
        format!("localhost:{}", self.port)
    }
}

/// The head of a request, in small letters.
fn head(stream: &mut impl Read) -> Option<String> {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).ok()?;
        head.push(byte[0]);
    }
    Some(String::from_utf8(head).ok()?.to_ascii_lowercase())
}

/// The value of a header.
fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    lines.find(|(key, _)| *key == name).map(|(_, value)| value)
}

fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The file that the tests fetch.
fn file() -> Vec<u8> {
    network(15, Kind::Nested)
}

#[test]
fn a_network_is_fetched_checked_and_kept() {
    let server = Server::new(|_| Reply::all(&file()));
    let user = User::new("fetch");
    let sum = sha256(&file());
    let told = answer(&server.fetch(&user, "nets/new.bin?x=1", &["--sha256", &sum]));
    assert!(told.starts_with("getting https://localhost:"), "{told}");
    assert!(told.contains("new: 2x"), "{told}");
    assert!(told.ends_with("new is kept; 'ponnuki net use new' makes it the default\n"));
    assert_eq!(user.kept(), ["new.bin", "new.card"]);
    assert_eq!(fs::read(user.nets().join("new.bin")).unwrap(), file());
    let asked = server.asked();
    assert_eq!(asked.len(), 1);
    assert!(asked[0].starts_with("get /nets/new.bin?x=1 http/1.1"));
    assert_eq!(header(&asked[0], "host"), Some(&*server.host()));
    // Under another name, without a checksum, to be used.
    let told = answer(&server.fetch(&user, "x", &["--name", "other", "--use"]));
    assert!(told.contains(&format!(
        "SHA-256 {sum}; nothing was given to compare it with"
    )));
    assert!(
        told.ends_with("other is used, unless --net names another\n"),
        "{told}"
    );
    // One that is there is not fetched again.
    let line = refusal(&server.fetch(&user, "new.bin", &[]));
    assert!(line.starts_with("there is a network called \"new\" already"));
    assert_eq!(server.asked().len(), 2);
}

#[test]
fn what_breaks_off_is_gone_on_with() {
    let bytes = file();
    let half = bytes.len() / 2;
    let server = Server::new(move |head| match header(head, "range") {
        None => {
            let mut reply = Reply::all(&bytes).then(Then::Vanish);
            reply.body.truncate(half);
            reply
        }
        Some(range) => {
            let from: usize = range["bytes=".len()..range.len() - 1].parse().unwrap();
            let whole = bytes.len();
            let range = format!("content-range: bytes {from}-{}/{whole}", whole - 1);
            let length = format!("content-length: {}", whole - from);
            Reply::new("206 Partial Content", &[&range, &length], &bytes[from..])
        }
    });
    let user = User::new("resumed");
    let line = refusal(&server.fetch(&user, "new.bin", &[]));
    let expected = format!("the connection to {} broke off after ", server.host());
    assert!(line.starts_with(&expected), "{line}");
    assert!(
        line.ends_with("; the same command goes on from there"),
        "{line}"
    );
    assert_eq!(user.kept(), ["fetching"]);
    let sum = sha256(&file());
    answer(&server.fetch(&user, "new.bin", &["--sha256", &sum]));
    let asked = server.asked();
    let range = header(&asked[1], "range").expect("a range");
    assert_eq!(range, format!("bytes={half}-"));
    assert_eq!(header(&asked[1], "if-range"), Some("\"one\""));
    assert_eq!(user.kept(), ["new.bin", "new.card"]);
    assert_eq!(fs::read(user.nets().join("new.bin")).unwrap(), file());
}

#[test]
fn what_has_changed_or_is_of_no_use_is_begun_anew() {
    // The server has another file by now, or answers with another part, or with none.
    for second in ["changed", "elsewhere", "beyond"] {
        let bytes = file();
        let server = Server::new(move |head| match (header(head, "range"), second) {
            (None, _) => {
                let mut reply = Reply::all(&bytes).then(Then::Vanish);
                reply.body.truncate(100);
                reply
            }
            (Some(_), "changed") => Reply::all(&bytes),
            (Some(_), "elsewhere") => Reply::new(
                "206 Partial Content",
                &["content-range: bytes 7-9/10", "content-length: 3"],
                b"abc",
            ),
            (Some(_), _) => Reply::new(
                "416 Range Not Satisfiable",
                &["content-range: bytes */50", "content-length: 0"],
                b"",
            ),
        });
        let user = User::new(&format!("anew-{second}"));
        refusal(&server.fetch(&user, "new.bin", &[]));
        let output = server.fetch(&user, "new.bin", &[]);
        match second {
            "changed" => drop(answer(&output)),
            // Asked for from the beginning, it breaks off as before.
            _ => assert!(refusal(&output).contains("broke off after 100 of")),
        }
    }
}

#[test]
fn a_file_that_was_whole_already_is_kept() {
    let bytes = file();
    let n = bytes.len();
    let server = Server::new(move |head| match header(head, "range") {
        // More is promised than there is.
        None => {
            let length = format!("content-length: {}", n + 1);
            Reply::new("200 OK", &[&length, "etag: \"one\""], &bytes).then(Then::Vanish)
        }
        Some(_) => {
            let range = format!("content-range: bytes */{n}");
            let headers = [&*range, "content-length: 0"];
            Reply::new("416 Range Not Satisfiable", &headers, b"")
        }
    });
    let user = User::new("whole");
    let line = refusal(&server.fetch(&user, "new.bin", &[]));
    assert!(line.contains("broke off"), "{line}");
    answer(&server.fetch(&user, "new.bin", &[]));
    assert_eq!(user.kept(), ["new.bin", "new.card"]);
}

#[test]
fn a_wrong_checksum_is_told_and_nothing_is_kept() {
    let server = Server::new(|_| Reply::all(&file()));
    let user = User::new("checksum");
    let (found, expected) = (sha256(&file()), sha256(b"another"));
    let line = refusal(&server.fetch(&user, "new.bin", &["--sha256", &expected]));
    let told = format!(
        "new.bin has the SHA-256 {found} and not {expected}, so it is not used; \
         nothing of it is kept"
    );
    assert_eq!(line, told);
    assert!(user.kept().is_empty(), "{:?}", user.kept());
    let output = server.fetch(&user, "new.bin", &["--sha256", "abc"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("64 hexadecimal digits"));
}

#[test]
fn what_is_no_network_is_not_kept() {
    let server = Server::new(|_| Reply::all(b"<html>Log in first</html>"));
    let user = User::new("html");
    let line = refusal(&server.fetch(&user, "new.bin.gz", &[]));
    assert!(
        line.starts_with("new.bin.gz: it is not a network: "),
        "{line}"
    );
    assert!(user.kept().is_empty(), "{:?}", user.kept());
    let line = refusal(&server.fetch(&user, "download", &[]));
    assert!(
        line.starts_with("\"download\" is not the name of a network file"),
        "{line}"
    );
}

#[test]
fn what_is_too_long_is_not_fetched() {
    // One says so, one does not.
    let server = Server::new(|head| match head.contains("/said") {
        true => Reply::new("200 OK", &["content-length: 99999999999"], b"").then(Then::Wait),
        false => Reply::new("200 OK", &["connection: close"], &[7; 5000]),
    });
    let user = User::new("too-long");
    let line = refusal(&server.fetch(&user, "said.bin", &[]));
    let expected = "the file has more than 1,073,741,824 bytes, which is the most that is \
        fetched (--max-bytes); nothing of it is kept";
    assert_eq!(line, expected);
    let line = refusal(&server.fetch(&user, "unsaid.bin", &["--max-bytes", "4999"]));
    assert!(
        line.starts_with("the file has more than 4,999 bytes"),
        "{line}"
    );
    assert!(user.kept().is_empty(), "{:?}", user.kept());
}

#[test]
fn what_is_not_there_or_not_given_is_told() {
    let server = Server::new(|head| match head.contains("/secret") {
        true => Reply::new("403 Forbidden", &["content-length: 0"], b""),
        false => Reply::new("404 Not Found", &["content-length: 0"], b""),
    });
    let user = User::new("not-found");
    let line = refusal(&server.fetch(&user, "nets/gone.bin", &[]));
    let expected = format!("there is no such file: {}", server.url("nets/gone.bin"));
    assert_eq!(line, expected);
    let line = refusal(&server.fetch(&user, "secret.bin", &[]));
    let expected = format!("{} refuses to send the file: 403 Forbidden", server.host());
    assert_eq!(line, expected);
    assert!(user.kept().is_empty(), "{:?}", user.kept());
}

#[test]
fn who_waits_in_vain_is_told_and_goes_on_later() {
    let server = Server::new(|_| {
        let mut reply = Reply::all(&file()).then(Then::Wait);
        reply.body.truncate(100);
        reply
    });
    let user = User::new("slow");
    let line = refusal(&server.fetch(&user, "new.bin", &["--patience", "2"]));
    let expected = format!("nothing came from {} for 2 s, after 100 of ", server.host());
    assert!(line.starts_with(&expected), "{line}");
    assert!(
        line.ends_with("; the same command goes on from there"),
        "{line}"
    );
}

#[test]
fn nobody_is_sent_on_to_where_there_is_no_tls() {
    let server = Server::new(|head| {
        let location = match head {
            _ if head.contains("/moved") => "location: http://localhost:1/new.bin",
            _ if head.contains("/round") => "location: round.bin",
            _ if head.contains("/old") => "location: /new.bin",
            _ => return Reply::all(&file()),
        };
        Reply::new("302 Found", &[location, "content-length: 0"], b"")
    });
    let user = User::new("sent-on");
    let line = refusal(&server.fetch(&user, "moved.bin", &[]));
    let expected = format!(
        "{} sends on, but http://localhost:1/new.bin is not fetched: an address begins with \
         https, for nothing is fetched without TLS",
        server.host()
    );
    assert_eq!(line, expected);
    let line = refusal(&server.fetch(&user, "round.bin", &[]));
    assert_eq!(
        line,
        format!("{} redirects more than 8 times", server.host())
    );
    assert_eq!(user.kept(), [""; 0]);
    answer(&server.fetch(&user, "nets/old.bin", &[]));
    assert_eq!(user.kept(), ["old.bin", "old.card"]);
}

#[test]
fn an_address_without_tls_or_trust_is_refused() {
    let (server, other) = (
        Server::new(|_| Reply::all(&file())),
        Server::new(|_| Reply::all(b"")),
    );
    let user = User::new("untrusted");
    let line = user.refusal(&["net", "fetch", "http://localhost:1/a.bin"]);
    assert!(
        line.starts_with("http://localhost:1/a.bin is not fetched"),
        "{line}"
    );
    let url = server.url("new.bin");
    let mut command = user.ponnuki(&["net", "fetch", &url]);
    other.trusted_by(&user, &mut command);
    let line = refusal(&command.output().unwrap());
    let expected = format!(
        "nothing can be fetched from {}: the certificate of localhost is not trusted here: ",
        server.host()
    );
    assert!(line.starts_with(&expected), "{line}");
    assert!(line.contains("SSL_CERT_FILE"), "{line}");
    assert!(server.asked().is_empty());
}
