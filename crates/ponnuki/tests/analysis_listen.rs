//! `ponnuki analysis --listen`: the analysis protocol over WebSocket, as programs on
//! other machines meet it.

mod analysis_session;

use std::io::{BufRead, BufReader, Read as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use analysis_session::{STEADY, analysis};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::http::{HeaderName, HeaderValue, StatusCode, header};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message, WebSocket, connect};

/// How many may be connected at once, how many more may stand at the door, and how many
/// turns of each may wait.
const CONNECTIONS_MAX: usize = 16;
const KNOCKING_MAX: usize = 64;
const TURNS_WAITING_MAX: usize = 5_000;

/// A program that listens; ended when the test ends.
struct Host {
    child: Child,
    url: String,
}

impl Host {
    /// One thinker, always with the same thoughts.
    fn start() -> Host {
        Host::start_with(&[])
    }

    /// The same with some arguments more.
    fn start_with(args: &[&str]) -> Host {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ponnuki"))
            .args(["analysis", "--net", "none", "--listen", "127.0.0.1:0"])
            .args(STEADY)
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let url = line.split_whitespace().last().unwrap().to_owned();
        assert!(url.starts_with("ws://127.0.0.1:"), "{line}");
        Host { child, url }
    }

    fn connect(&self) -> Client {
        Client(connect(&self.url).unwrap().0)
    }

    /// What is answered to a connection with one header more, or another.
    fn status_with(&self, name: HeaderName, value: &str) -> StatusCode {
        let mut request = self.url.as_str().into_client_request().unwrap();
        let value = HeaderValue::from_str(value).unwrap();
        request.headers_mut().insert(name, value);
        status(connect(request).map(drop))
    }

    fn address(&self) -> &str {
        self.url.strip_prefix("ws://").unwrap()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // One that has ended by itself has failed the test already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn status(connected: Result<(), Error>) -> StatusCode {
    match connected {
        Ok(()) => StatusCode::SWITCHING_PROTOCOLS,
        Err(Error::Http(response)) => response.status(),
        Err(error) => panic!("{error}"),
    }
}

struct Client(WebSocket<MaybeTlsStream<TcpStream>>);

impl Client {
    fn say(&mut self, query: &Value) {
        self.0.send(Message::text(query.to_string())).unwrap();
    }

    /// The next line that is an answer; `None` when the connection ends.
    fn hear(&mut self) -> Option<Value> {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The answer to a query about a few moves, which is known by this id.
    #[track_caller]
    fn ask(&mut self, id: &str) -> Value {
        self.say(&brief(id));
        let answer = self.hear().unwrap();
        assert_eq!(answer["id"], id);
        answer
    }
}

/// A query about an empty board that would take years.
fn endless(id: &str) -> Value {
    json!({
        "id": id, "boardXSize": 5, "boardYSize": 5, "rules": "chinese", "moves": [],
        "maxVisits": 1u64 << 50, "reportDuringSearchEvery": 0.01,
    })
}

/// A query about a few moves, answered at once.
fn brief(id: &str) -> Value {
    json!({
        "id": id, "boardXSize": 3, "boardYSize": 3, "rules": "japanese", "komi": 6.5,
        "moves": [["B", "B2"], ["W", "A1"], ["B", "C1"]], "maxVisits": 8,
    })
}

#[test]
fn a_connection_is_answered_as_stdin_is() {
    let host = Host::start();
    let mut client = host.connect();
    let mut lines = vec![
        brief("a"),
        json!({"id": "v", "action": "query_version"}),
        json!({"id": "wrong"}),
    ];
    for line in &mut lines {
        let by_line = analysis(&STEADY, format!("{line}\n").as_bytes());
        client.say(line);
        assert_eq!(client.hear().unwrap(), by_line.lines[0]);
    }
    let mut idle = brief("idle");
    idle["overrideSettings"] = json!({"wideRootNoise": 0.04});
    client.say(&idle);
    let answer = client.hear().unwrap();
    assert!(
        answer["moveInfos"].is_array(),
        "a warning is not an answer: {answer}"
    );
    client.0.send(Message::text("no JSON")).unwrap();
    assert!(client.hear().unwrap()["error"].is_string());
    client
        .0
        .send(Message::binary(brief("b").to_string()))
        .unwrap();
    assert_eq!(client.hear().unwrap()["id"], "b");
}

/// Both use the same ids, and neither hears or ends what is the other's.
#[test]
fn each_connection_has_ids_of_its_own() {
    let host = Host::start();
    let (mut one, mut other) = (host.connect(), host.connect());
    one.say(&endless("same"));
    assert_eq!(one.hear().unwrap()["isDuringSearch"], true);
    other.say(&brief("same"));
    other.say(&json!({"id": "stop", "action": "terminate_all"}));
    let called_off = other.hear().unwrap();
    assert_eq!(
        (&called_off["id"], &called_off["noResults"]),
        (&json!("same"), &json!(true))
    );
    assert_eq!(other.hear().unwrap()["id"], "stop");
    assert_eq!(one.hear().unwrap()["isDuringSearch"], true, "it goes on");
    one.say(&json!({"id": "stop", "action": "terminate", "terminateId": "same"}));
    let mut answers = std::iter::from_fn(|| one.hear());
    assert!(answers.any(|answer| answer["id"] == "same" && answer["isDuringSearch"] == false));
    assert_eq!(other.ask("later")["rootInfo"]["visits"], 8);
}

/// There is one thinker: it would be busy for years with what nobody waits for.
#[test]
fn what_a_connection_asked_for_is_called_off_when_it_goes() {
    let host = Host::start();
    let mut gone = host.connect();
    for i in 0..50 {
        gone.say(&endless(&i.to_string()));
    }
    gone.hear().unwrap();
    drop(gone);
    assert_eq!(host.connect().ask("next")["rootInfo"]["visits"], 8);
}

#[test]
fn pages_of_other_sites_may_not_speak() {
    let host = Host::start();
    let (own, other) = (format!("http://{}", host.address()), "https://evil.example");
    let switched = StatusCode::SWITCHING_PROTOCOLS;
    assert_eq!(host.status_with(header::ORIGIN, &own), switched);
    assert_eq!(
        host.status_with(header::ORIGIN, other),
        StatusCode::FORBIDDEN
    );
    assert_eq!(
        host.status_with(header::ORIGIN, "null"),
        StatusCode::FORBIDDEN
    );
    let status = host.status_with(header::HOST, "evil.example");
    assert_eq!(
        status,
        StatusCode::FORBIDDEN,
        "a name that resolves to this machine"
    );
}

#[test]
fn what_is_too_much_is_refused_and_others_are_served() {
    let host = Host::start();
    let mut busy = host.connect();
    busy.say(&endless("long"));
    busy.hear().unwrap();
    let mut review = brief("review");
    let moves = vec![json!(["B", "pass"]); 4_000];
    review["moves"] = json!(moves);
    review["analyzeTurns"] = json!((0..=moves.len()).collect::<Vec<_>>());
    busy.say(&review);
    busy.say(&review);
    let refused = std::iter::from_fn(|| busy.hear()).find(|answer| answer["error"].is_string());
    let refused = refused.unwrap();
    assert_eq!(
        (&refused["id"], &refused["field"]),
        (&json!("review"), &json!("analyzeTurns"))
    );
    let max = TURNS_WAITING_MAX;
    assert_eq!(
        refused["error"],
        format!("at most {max} turns may wait, ask again later")
    );
    let mut wordy = host.connect();
    // It may be let go before it has said all.
    drop(wordy.0.send(Message::text("x".repeat(1 << 20))));
    assert_eq!(wordy.hear(), None, "too long a message ends the connection");
    drop((busy, wordy));
    assert_eq!(host.connect().ask("next")["rootInfo"]["visits"], 8);
}

#[test]
fn priorities_are_between_a_client_and_itself() {
    let host = Host::start();
    let (mut greedy, mut other) = (host.connect(), host.connect());
    for number in 0..1_000 {
        greedy.say(&json!({
            "id": number.to_string(), "boardXSize": 7, "boardYSize": 7, "rules": "chinese",
            "moves": [], "maxVisits": 500, "priority": 1_000_000,
        }));
    }
    // It would take a minute until all that is urgent to the one is done.
    other.ask("modest");
    greedy.say(&json!({"id": "enough", "action": "terminate_all"}));
    let mut n_called_off = 0;
    let mut n_answers = 0;
    while n_answers < 1_000 {
        let answer = greedy.hear().unwrap();
        n_answers += usize::from(answer.get("turnNumber").is_some());
        n_called_off += usize::from(answer.get("noResults").is_some());
    }
    assert!(n_called_off > 500, "{n_called_off}");
}

#[test]
fn who_listens_to_other_machines_has_a_token() {
    let output = Command::new(env!("CARGO_BIN_EXE_ponnuki"))
        .args(["analysis", "--net", "none", "--listen", "0.0.0.0:0"])
        .env_remove("PONNUKI_TOKEN")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("--token"), "{told}");
}

#[test]
fn with_a_token_only_those_are_answered_who_say_it() {
    let host = Host::start_with(&["--token", "correct-horse"]);
    let bearer = |token: &str| host.status_with(header::AUTHORIZATION, token);
    assert_eq!(
        bearer("Bearer correct-horse"),
        StatusCode::SWITCHING_PROTOCOLS
    );
    for wrong in [
        "Bearer correct-horsf",
        "Bearer ",
        "correct-horse",
        "Bearer correct",
    ] {
        assert_eq!(bearer(wrong), StatusCode::UNAUTHORIZED, "{wrong}");
    }
    let asked = |query: &str| status(connect(format!("{}/{query}", host.url)).map(drop));
    assert_eq!(
        asked("?x=1&token=correct-horse"),
        StatusCode::SWITCHING_PROTOCOLS
    );
    for wrong in ["", "?token=", "?token=correct-hors", "?Token=correct-horse"] {
        assert_eq!(asked(wrong), StatusCode::UNAUTHORIZED, "{wrong}");
    }
}

#[test]
fn there_are_so_many_connections_and_no_more() {
    let host = Host::start();
    let mut clients: Vec<Client> = (0..CONNECTIONS_MAX).map(|_| host.connect()).collect();
    let full = status(connect(&host.url).map(drop));
    assert_eq!(full, StatusCode::SERVICE_UNAVAILABLE);
    for (i, client) in clients.iter_mut().enumerate() {
        client.ask(&i.to_string());
    }
}

#[test]
fn those_who_say_nothing_do_not_keep_a_client_from_its_answers() {
    let host = Host::start();
    let mut client = host.connect();
    let knock = || TcpStream::connect(host.address()).unwrap();
    let silent: Vec<TcpStream> = (0..KNOCKING_MAX).map(|_| knock()).collect();
    let mut beyond = knock();
    assert_eq!(beyond.read(&mut [0]).unwrap(), 0, "it is closed at once");
    client.ask("still here");
    drop(silent);
}

#[test]
fn a_kill_in_mid_search_frees_the_address() {
    let mut host = Host::start();
    let mut client = host.connect();
    client.say(&endless("long"));
    client.hear().unwrap();
    host.child.kill().unwrap();
    host.child.wait().unwrap();
    assert!(std::iter::from_fn(|| client.hear()).all(|answer| answer["isDuringSearch"] == true));
    drop(client);
    TcpListener::bind(host.address()).unwrap();
}
