//! A real server on a port of its own, and clients that speak to it as browsers and
//! programs do: HTTP by hand, sockets by another library.

#![allow(dead_code, reason = "each test file uses its part of this")]

pub(crate) mod skew;

use std::collections::VecDeque;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use ponnuki_game::{Game, Move};
use ponnuki_record::Record;
use ponnuki_room::Proposal;
use ponnuki_server::{Config, Estimate, LevelDescription, SeatClock, Server, ThinkingService};
use ponnuki_store::Store;
use ponnuki_think::{Decision, StopSign};
use ponnuki_wire::review;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async};

/// Nothing takes so long unless it never comes.
const PATIENCE: Duration = Duration::from_secs(30);

/// Passes at level 1, plays the first legal point at level 2, gives up at level 3
/// and breaks down at level 4. It takes no stone for dead.
pub(crate) struct Scripted;

impl ThinkingService for Scripted {
    fn levels(&self) -> Vec<LevelDescription> {
        let names = ["passes", "plays", "gives up", "breaks down"];
        let levels = (1..).zip(names);
        let level = |(level, name): (u8, &str)| LevelDescription {
            level,
            name: name.to_owned(),
            ranks: Vec::new(),
        };
        levels.map(level).collect()
    }

    fn choose(&self, game: &Game, level: u8, _: SeatClock, _: Duration, _: &StopSign) -> Decision {
        match level {
            1 => Decision::Move(Move::Pass),
            2 => Decision::Move(game.legal().first().map_or(Move::Pass, Move::Play)),
            3 => Decision::Resign,
            _ => panic!("a thinker that breaks down"),
        }
    }

    fn dead(&self, _: &Game, _: &StopSign) -> Vec<Proposal> {
        Vec::new()
    }

    fn estimate(&self, game: &Game, _: &StopSign) -> Estimate {
        Estimate {
            ownership: vec![0.5; game.size().n_points()],
            lead: 3.25,
            win_rate: 0.75,
        }
    }

    fn analyse(
        &self,
        game: &Game,
        n_visits: u32,
        stop: &StopSign,
        tell: &mut dyn FnMut(review::JudgedPosition),
    ) -> review::JudgedPosition {
        tell(thought(game, 1));
        // Whoever asks for this many has to stop it.
        while n_visits == ENDLESS && !stop.is_raised() {
            std::thread::yield_now();
        }
        thought(game, n_visits)
    }

    fn review(
        &self,
        record: Record<'_>,
        known: &[review::KnownPosition],
        n_visits: u32,
        _: &StopSign,
        _: &(dyn Fn() + Sync),
        tell: &mut dyn FnMut(review::ReviewProgress),
    ) -> Option<review::GameReview> {
        let n_all = record.moves().count() + 1;
        let is_known = |at: usize| known.iter().any(|known| known.at as usize == at);
        for at in (0..n_all).filter(|&at| !is_known(at)) {
            let game = record.replay_moves(at).into_game();
            tell(review::ReviewProgress {
                n_done: at as u32 + 1,
                n_all: n_all as u32,
                at: at as u32,
                position: thought(&game, n_visits),
            });
        }
        None
    }
}

/// How many visits [`Scripted`] never comes to.
pub(crate) const ENDLESS: u32 = 4_000;

/// What [`Scripted`] thinks of every position: who is to move wins by the first point.
fn thought(game: &Game, n_visits: u32) -> review::JudgedPosition {
    review::JudgedPosition {
        turn: game.turn().into(),
        visits: u64::from(n_visits),
        looks: 1,
        win_rate: 0.75,
        lead: 3.5,
        glance: Some(review::NetEvaluation {
            win_rate: 0.5,
            lead: 0.5,
            policy: vec![7; game.size().n_points() + 1],
        }),
        candidates: Vec::new(),
        ownership: vec![50; game.size().n_points()],
    }
}

/// A server for one test.
pub(crate) struct Hall {
    pub(crate) server: Server,
    pub(crate) address: SocketAddr,
    /// Where clients come from.
    pub(crate) from: AtomicU32,
}

impl Hall {
    /// One that keeps nothing.
    pub(crate) async fn open() -> Hall {
        Hall::with(&Config::default()).await
    }

    /// One that keeps nothing, with these limits.
    pub(crate) async fn with(config: &Config) -> Hall {
        let store = Store::in_memory().await.expect("memory");
        Hall::start(config, store).await
    }

    /// One that keeps everything in `store`.
    pub(crate) async fn start(config: &Config, store: Store) -> Hall {
        Hall::asking(config, store, Arc::new(Scripted)).await
    }

    /// One in which another thinks.
    pub(crate) async fn asking(
        config: &Config,
        store: Store,
        thinker: Arc<dyn ThinkingService>,
    ) -> Hall {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let server = Server::start(listener, config, store, thinker).await;
        let server = server.expect("the server starts");
        let address = server.address();
        let from = AtomicU32::new(Ipv4Addr::LOCALHOST.to_bits());
        Hall {
            server,
            address,
            from,
        }
    }

    /// Whoever connects from now on does so from another household.
    pub(crate) fn come_from(&self, household: u8) {
        let from = Ipv4Addr::new(127, 0, household, 1);
        self.from.store(from.to_bits(), Ordering::Relaxed);
    }

    async fn dial(&self) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("a socket");
        let from = Ipv4Addr::from_bits(self.from.load(Ordering::Relaxed));
        // Where the system has only one loopback address, all are of one household.
        let _ = socket.bind(SocketAddr::from((from, 0)));
        socket.connect(self.address).await.expect("a connection")
    }

    /// Sends a request and reads the whole answer.
    pub(crate) async fn http(&self, request: &Request<'_>) -> Answer {
        let mut stream = self.dial().await;
        let text = request.text(self.address);
        stream
            .write_all(text.as_bytes())
            .await
            .expect("the request is sent");
        let mut bytes = Vec::new();
        let read = timeout(PATIENCE, stream.read_to_end(&mut bytes)).await;
        read.expect("an answer in time").expect("an answer");
        Answer::parse(&bytes)
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.http(&Request::get(path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.http(&Request::post(path, &body.to_string())).await
    }

    /// The numbers about its work have this line.
    pub(crate) async fn measures(&self, line: &str) {
        let metrics = self.get("/metrics").await.body;
        assert!(metrics.lines().any(|own| own == line), "{line}: {metrics}");
    }

    /// Opens a room, and returns its id, the opener's token and the rest.
    pub(crate) async fn room(&self, terms: Value) -> (String, String, Value) {
        let answer = self.post("/api/rooms", &terms).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        let opened = answer.json();
        (text(&opened["room"]), text(&opened["token"]), opened)
    }

    /// Takes the guest's seat with the invitation in `opened`.
    pub(crate) async fn join(&self, opened: &Value, name: &str) -> String {
        let path = format!("/api/rooms/{}/join", text(&opened["room"]));
        let invite = fragment(&text(&opened["invite_url"]), "join");
        let answer = self
            .post(&path, &json!({"invite": invite, "name": name}))
            .await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        text(&answer.json()["token"])
    }

    /// Opens a room for two with these terms, both seats taken and connected.
    pub(crate) async fn two(&self, terms: Value) -> (String, Socket, Socket) {
        let (room, host, opened) = self.room(terms).await;
        let guest = self.join(&opened, "Guest").await;
        let host = self.socket(&room, Some(&host), 0).await;
        let guest = self.socket(&room, Some(&guest), 0).await;
        (room, host, guest)
    }

    /// Connects to a room, with a token if there is one.
    pub(crate) async fn socket(&self, room: &str, token: Option<&str>, since: u64) -> Socket {
        let headers: Vec<(String, String)> = token
            .map(|token| ("authorization".to_owned(), format!("Bearer {token}")))
            .into_iter()
            .collect();
        let socket = self.try_socket(room, since, &headers).await;
        socket.unwrap_or_else(|status| panic!("refused with {status}"))
    }

    /// Tries to connect with these headers.
    ///
    /// # Errors
    ///
    /// The status of the refusal.
    pub(crate) async fn try_socket(
        &self,
        room: &str,
        since: u64,
        headers: &[(String, String)],
    ) -> Result<Socket, u16> {
        let path = format!("/api/rooms/{room}/socket?since={since}");
        self.try_connect(&path, headers).await
    }

    /// Tries to open a WebSocket at `path` with these headers.
    ///
    /// # Errors
    ///
    /// The status of the refusal.
    pub(crate) async fn try_connect(
        &self,
        path: &str,
        headers: &[(String, String)],
    ) -> Result<Socket, u16> {
        let url = format!("ws://{}{path}", self.address);
        let mut request = url.into_client_request().expect("a URL");
        for (name, value) in headers {
            let name: tungstenite::http::HeaderName = name.parse().expect("a header");
            request
                .headers_mut()
                .insert(name, value.parse().expect("a value"));
        }
        let stream = MaybeTlsStream::Plain(self.dial().await);
        let connected = timeout(PATIENCE, client_async(request, stream)).await;
        match connected.expect("an answer in time") {
            Ok((stream, _)) => Ok(Socket {
                stream,
                heard: VecDeque::new(),
                n_asked: 0,
            }),
            Err(tungstenite::Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }
}

/// A directory for one test, gone when it ends.
pub(crate) struct Dir(pub(crate) PathBuf);

impl Dir {
    pub(crate) fn new(name: &str) -> Dir {
        let name = format!("ponnuki-server-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a directory");
        Dir(path)
    }

    pub(crate) async fn hall(&self) -> Hall {
        self.hall_with(&Config::default()).await
    }

    pub(crate) async fn hall_with(&self, config: &Config) -> Hall {
        let store = Store::open(&self.0.join("games.db"))
            .await
            .expect("a store");
        Hall::start(config, store).await
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        // What is left behind is small and in a temporary place.
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// A request, to be changed by tests that send wrong ones.
pub(crate) struct Request<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    pub(crate) headers: Vec<(&'a str, String)>,
    pub(crate) body: String,
}

impl<'a> Request<'a> {
    pub(crate) fn get(path: &'a str) -> Request<'a> {
        Request {
            method: "GET",
            path,
            headers: Vec::new(),
            body: String::new(),
        }
    }

    pub(crate) fn post(path: &'a str, body: &str) -> Request<'a> {
        Request {
            method: "POST",
            path,
            headers: vec![("content-type", "application/json".to_owned())],
            body: body.to_owned(),
        }
    }

    pub(crate) fn with(mut self, name: &'a str, value: impl Into<String>) -> Request<'a> {
        self.headers.push((name, value.into()));
        self
    }

    fn text(&self, address: SocketAddr) -> String {
        let Request { method, path, .. } = self;
        let mut text = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !self.headers.iter().any(|(name, _)| *name == "host") {
            text.push_str(&format!("host: {address}\r\n"));
        }
        for (name, value) in &self.headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        let length = self.body.len();
        text.push_str(&format!("content-length: {length}\r\n\r\n{}", self.body));
        text
    }
}

/// What came back.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    fn parse(bytes: &[u8]) -> Answer {
        let all = String::from_utf8_lossy(bytes).into_owned();
        let (head, body) = all.split_once("\r\n\r\n").expect("a head and a body");
        let status = head.split(' ').nth(1).expect("a status");
        Answer {
            status: status.parse().expect("a status"),
            head: head.to_lowercase(),
            body: body.to_owned(),
        }
    }

    pub(crate) fn json(&self) -> Value {
        let json = serde_json::from_str(&self.body);
        json.unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The code of the problem that this is.
    pub(crate) fn problem(&self) -> String {
        let problem = self.json();
        assert!(problem["text"].is_string(), "{problem}");
        assert_eq!(problem.as_object().map(|fields| fields.len()), Some(2));
        text(&problem["code"])
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(own, _)| *own == name).map(|(_, value)| value)
    }
}

/// A connection to a room.
#[derive(Debug)]
pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Messages that came while waiting for another.
    heard: VecDeque<Value>,
    n_asked: u64,
}

impl Socket {
    /// Sends a text as it is.
    pub(crate) async fn send(&mut self, text: &str) {
        let sent = self.stream.send(Message::text(text)).await;
        sent.expect("the message is sent");
    }

    /// The same; whether the connection still takes it.
    pub(crate) async fn try_send(&mut self, text: &str) -> bool {
        self.stream.send(Message::text(text)).await.is_ok()
    }

    pub(crate) async fn send_binary(&mut self, bytes: Vec<u8>) {
        let sent = self.stream.send(Message::binary(bytes)).await;
        sent.expect("the message is sent");
    }

    /// Sends a pong that nobody asked for.
    pub(crate) async fn send_pong(&mut self) {
        let sent = self.stream.send(Message::Pong(b"?"[..].into())).await;
        sent.expect("the pong is sent");
    }

    /// Asks for something, and returns the answer: `done`, `refused` or what was
    /// asked for.
    pub(crate) async fn ask(&mut self, mut message: Value) -> Value {
        self.n_asked += 1;
        let id = self.n_asked;
        message["id"] = json!(id);
        self.send(&message.to_string()).await;
        let mut heard = std::mem::take(&mut self.heard);
        loop {
            match self.next().await {
                Some(message) if message["re"] == id => {
                    self.heard = heard;
                    return message;
                }
                Some(message) => heard.push_back(message),
                None => panic!("the connection ended without an answer, after {heard:#?}"),
            }
        }
    }

    /// Asks for something that has to be done.
    pub(crate) async fn done(&mut self, message: Value) {
        let told = message.to_string();
        let answer = self.ask(message).await;
        assert_eq!(answer["type"], "done", "{told}: {answer}");
    }

    /// Asks for something that has to be refused; returns the code.
    pub(crate) async fn refused(&mut self, message: Value) -> String {
        let told = message.to_string();
        let answer = self.ask(message).await;
        assert_eq!(answer["type"], "refused", "{told}: {answer}");
        text(&answer["code"])
    }

    /// Plays at the node that is seen.
    pub(crate) async fn play(&mut self, node: u64, at: &str) {
        self.done(json!({"type": "play", "node": node, "at": at}))
            .await;
    }

    /// The first message, heard already or still to come, of which `is` is true;
    /// those before it are thrown away.
    pub(crate) async fn until(&mut self, is: impl Fn(&Value) -> bool) -> Value {
        while let Some(message) = self.next().await {
            if is(&message) {
                return message;
            }
        }
        panic!("the connection ended before that was said")
    }

    /// The scene of the first update of whose scene `is` is true.
    pub(crate) async fn scene(&mut self, is: impl Fn(&Value) -> bool) -> Value {
        let is = |message: &Value| message["type"] == "update" && is(&message["scene"]);
        self.until(is).await["scene"].clone()
    }

    /// The next message; none if the connection has ended.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        if let Some(message) = self.heard.pop_front() {
            return Some(message);
        }
        let text = async {
            loop {
                match self.stream.next().await? {
                    Ok(Message::Text(text)) => return Some(text),
                    Ok(Message::Close(_)) | Err(_) => return None,
                    Ok(_) => {}
                }
            }
        };
        let text = timeout(PATIENCE, text).await.expect("a message in time")?;
        Some(serde_json::from_str(&text).expect("JSON"))
    }

    /// All that is still said before the connection ends.
    pub(crate) async fn rest(&mut self) -> Vec<Value> {
        let mut rest = Vec::new();
        while let Some(message) = self.next().await {
            rest.push(message);
        }
        rest
    }
}

/// An empty directory of a test's own.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(std::fs::remove_dir_all(&path));
    std::fs::create_dir_all(&path).expect("a scratch directory");
    path
}

/// The text in a JSON value.
pub(crate) fn text(value: &Value) -> String {
    let text = value.as_str();
    text.unwrap_or_else(|| panic!("{value} is no text"))
        .to_owned()
}

/// The token in a link's fragment.
pub(crate) fn fragment(url: &str, name: &str) -> String {
    let (_, token) = url
        .split_once(&format!("#{name}="))
        .expect("a token in the link");
    token.to_owned()
}
