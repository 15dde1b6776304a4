//! The people: those who play, and those who watch.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use ponnuki_game::Dice;
use ponnuki_wire::{Color, Scene, ToClient, from_json};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::http::dial;
use super::now;

type Socket = WebSocketStream<TcpStream>;

/// What was seen of one game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// How long each move took to each who saw it.
    pub(crate) delays: Vec<Duration>,
    /// Updates that did not follow on the one before.
    pub(crate) n_gaps: u64,
    /// Moves that were refused.
    pub(crate) n_refused: u64,
    /// Connections that ended before they should.
    pub(crate) n_broken: u64,
}

impl Seen {
    pub(crate) fn add(&mut self, other: &Seen) {
        self.delays.extend(&other.delays);
        self.n_gaps += other.n_gaps;
        self.n_refused += other.n_refused;
        self.n_broken += other.n_broken;
    }
}

/// When the moves of one game were sent, and when they were seen.
pub(crate) struct GameClock {
    number: u64,
    /// When the last move was sent.
    sent_at: Mutex<Option<Instant>>,
    n_moves: AtomicU64,
    seen: Mutex<Seen>,
}

impl GameClock {
    pub(crate) fn new(number: u64) -> GameClock {
        GameClock {
            number,
            sent_at: Mutex::default(),
            n_moves: AtomicU64::new(0),
            seen: Mutex::default(),
        }
    }

    pub(crate) fn n_moves(&self) -> u64 {
        self.n_moves.load(Ordering::Relaxed)
    }

    pub(crate) fn seen(&self) -> Seen {
        lock(&self.seen).clone()
    }

    fn send(&self) {
        *lock(&self.sent_at) = Some(now());
        self.n_moves.fetch_add(1, Ordering::Relaxed);
    }

    /// A move arrived somewhere. The next one is sent only seconds later, so it is the
    /// last one that was sent.
    fn arrive(&self) {
        if let Some(sent_at) = *lock(&self.sent_at) {
            lock(&self.seen).delays.push(now() - sent_at);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Comes into a room, with the key to a seat or to watch.
pub(crate) async fn connect(
    server: SocketAddr,
    from: IpAddr,
    room: &str,
    token: Option<&str>,
) -> io::Result<Socket> {
    let path = format!("/api/rooms/{room}/socket?since=0");
    connect_to(server, from, &path, token).await
}

/// Opens a WebSocket at a path.
pub(crate) async fn connect_to(
    server: SocketAddr,
    from: IpAddr,
    path: &str,
    token: Option<&str>,
) -> io::Result<Socket> {
    let stream = dial(server, from).await?;
    let url = format!("ws://{server}{path}");
    let mut request = url.into_client_request().map_err(io::Error::other)?;
    if let Some(token) = token {
        let value = format!("Bearer {token}")
            .parse()
            .map_err(io::Error::other)?;
        request.headers_mut().insert("authorization", value);
    }
    let connected = tokio_tungstenite::client_async(request, stream).await;
    let (socket, _) = connected.map_err(io::Error::other)?;
    Ok(socket)
}

/// Watches a game, and notes when each move is seen.
pub(crate) async fn watch(mut socket: Socket, clock: Arc<GameClock>) {
    let mut last = None;
    while let Some(Ok(message)) = socket.next().await {
        let Some(seq) = message.to_text().ok().and_then(seq_of) else {
            continue;
        };
        // The first update is what was there already.
        if let Some(last) = last {
            clock.arrive();
            lock(&clock.seen).n_gaps += u64::from(seq != last + 1);
        }
        last = Some(seq);
    }
    lock(&clock.seen).n_broken += 1;
}

/// The number of an update, without reading the rest of it.
fn seq_of(text: &str) -> Option<u64> {
    let rest = text.strip_prefix(r#"{"type":"update","seq":"#)?;
    let end = rest.find(|sign: char| !sign.is_ascii_digit())?;
    rest[..end].parse().ok()
}

/// Plays at random, and notes when each move of the other is seen.
pub(crate) async fn play(
    mut socket: Socket,
    color: Color,
    thinking: Duration,
    clock: Arc<GameClock>,
    is_over: Arc<AtomicBool>,
) {
    let mut dice = Dice::new(clock.number * 2 + u64::from(color == Color::White));
    let mut is_first = true;
    let mut n_sent = 0;
    while let Some(Ok(message)) = socket.next().await {
        let Ok(text) = message.to_text() else {
            continue;
        };
        let scene = match from_json::<ToClient>(text) {
            Ok(ToClient::Update(update)) => update.scene,
            Ok(ToClient::Refused(_)) => {
                lock(&clock.seen).n_refused += 1;
                continue;
            }
            _ => continue,
        };
        if !is_first {
            clock.arrive();
        }
        is_first = false;
        if scene.to_move != Some(color) {
            continue;
        }
        // Between nothing and twice as long as on average.
        let part = dice.below(2_000) as u32;
        tokio::time::sleep(thinking * part / 1_000).await;
        if is_over.load(Ordering::Relaxed) {
            continue;
        }
        n_sent += 1;
        let (node, at) = (scene.node, any_point(&scene, &mut dice));
        let message = format!(r#"{{"id":{n_sent},"type":"play","node":{node},"at":"{at}"}}"#);
        clock.send();
        if socket.send(Message::text(message)).await.is_err() {
            break;
        }
    }
    lock(&clock.seen).n_broken += 1;
}

/// A vacant point where the player may play, or a pass.
pub(crate) fn any_point(scene: &Scene, dice: &mut Dice) -> String {
    let width = usize::from(scene.board.width);
    let height = usize::from(scene.board.height);
    let vacant = scene.board.stones.bytes().enumerate();
    let vacant: Vec<usize> = vacant
        .filter(|(_, sign)| *sign == b'.')
        .map(|(spot, _)| spot)
        .collect();
    let name = |spot: usize| {
        let column = b"ABCDEFGHJKLMNOPQRSTUVWXYZ"[spot % width];
        format!("{}{}", char::from(column), height - spot / width)
    };
    let is_allowed = |name: &String| {
        scene
            .forbidden
            .iter()
            .all(|forbidden| forbidden.at.0 != *name)
    };
    let picked = vacant.get(dice.below(vacant.len())).map(|&spot| name(spot));
    picked
        .filter(is_allowed)
        .unwrap_or_else(|| "pass".to_owned())
}
