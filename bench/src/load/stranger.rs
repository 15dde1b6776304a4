//! A stranger who asks for as much thinking and drawing as the limits allow, all from one
//! address; and a player elsewhere against the weakest level, who should not notice.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use ponnuki_game::Dice;
use ponnuki_wire::{Color, ToClient, from_json};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;

use super::client::{any_point, connect, connect_to};
use super::http;
use super::now;
use super::process::{LEVEL_STRONG, LEVEL_WEAK};

/// All that the stranger does comes from here.
const STRANGER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 200, 0, 1));

/// Where the player against the weakest level is.
const PLAYER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 201, 0, 1));

/// More games than an address may have questions waiting.
const N_GAMES: usize = 30;

/// As many as one address may have.
const N_STUDIES: usize = 2;

/// More films than one address gets at a time.
const N_FILMS: usize = 4;

/// How long the player thinks between two moves.
const THINKING: Duration = Duration::from_millis(200);

/// How long to wait after a refusal.
const REFUSED: Duration = Duration::from_secs(1);

/// What the stranger got, and how long the player waited.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) n_moves: AtomicU64,
    pub(crate) n_positions: AtomicU64,
    pub(crate) n_films: AtomicU64,
    waits: Mutex<Vec<Duration>>,
}

impl Tally {
    /// How long the player waited for each answer, shortest first.
    pub(crate) fn waits(&self) -> Vec<Duration> {
        let mut waits = self.lock().clone();
        waits.sort_unstable();
        waits
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Duration>> {
        self.waits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets both come in; they do what they do until they are dropped.
pub(crate) fn come(server: SocketAddr, tally: &Arc<Tally>) -> JoinSet<io::Result<()>> {
    let mut visitors = JoinSet::new();
    for number in 0..N_GAMES {
        let tally = Arc::clone(tally);
        visitors.spawn(async move {
            let told = |_| {
                tally.n_moves.fetch_add(1, Ordering::Relaxed);
            };
            play(
                server,
                STRANGER,
                LEVEL_STRONG,
                number as u64,
                Duration::ZERO,
                told,
            )
            .await
        });
    }
    for _ in 0..N_STUDIES {
        visitors.spawn(review(server, Arc::clone(tally)));
    }
    for number in 0..N_FILMS {
        visitors.spawn(films(server, number, Arc::clone(tally)));
    }
    let tally = Arc::clone(tally);
    visitors.spawn(async move {
        let told = |wait| tally.lock().push(wait);
        play(server, PLAYER, LEVEL_WEAK, 999, THINKING, told).await
    });
    visitors
}

/// Plays at random against the engine, and tells how long each answer took.
async fn play(
    server: SocketAddr,
    from: IpAddr,
    level: u8,
    seed: u64,
    thinking: Duration,
    told: impl Fn(Duration),
) -> io::Result<()> {
    let body = format!(
        r#"{{"width":19,"height":19,"rules":"tromp-taylor","colors":"host_black","company":{{"type":"engine","level":{level}}}}}"#
    );
    let opened = http::open(server, from, &body).await?;
    let mut socket = connect(server, from, &opened.room, Some(&opened.token)).await?;
    let mut dice = Dice::new(seed);
    let (mut n_sent, mut sent_at) = (0, None);
    while let Some(Ok(message)) = socket.next().await {
        let text = message.to_text().map_err(io::Error::other)?;
        let Ok(ToClient::Update(update)) = from_json::<ToClient>(text) else {
            continue;
        };
        let scene = update.scene;
        if scene.to_move != Some(Color::Black) {
            continue;
        }
        if let Some(sent_at) = sent_at {
            told(now() - sent_at);
        }
        tokio::time::sleep(thinking).await;
        n_sent += 1;
        let (node, at) = (scene.node, any_point(&scene, &mut dice));
        let message = format!(r#"{{"id":{n_sent},"type":"play","node":{node},"at":"{at}"}}"#);
        sent_at = Some(now());
        socket
            .send(Message::text(message))
            .await
            .map_err(io::Error::other)?;
    }
    Ok(())
}

/// Has the same long game reviewed over and over, as thoroughly as may be.
async fn review(server: SocketAddr, tally: Arc<Tally>) -> io::Result<()> {
    let path = "/api/study/socket";
    let mut socket = connect_to(server, STRANGER, path, None).await?;
    let moves: String = line()
        .zip(["B", "W"].into_iter().cycle())
        .map(|((column, row), color)| {
            let sign = |n: usize| char::from(b'a' + n as u8);
            format!(";{color}[{}{}]", sign(column), sign(row))
        })
        .collect();
    let sgf = format!("(;GM[1]FF[4]SZ[19]{moves})");
    let ask = format!(r#"{{"type":"review","id":1,"sgf":"{sgf}","visits":5000}}"#);
    socket
        .send(Message::text(ask.as_str()))
        .await
        .map_err(io::Error::other)?;
    while let Some(Ok(message)) = socket.next().await {
        let text = message.to_text().map_err(io::Error::other)?;
        if text.contains(r#""type":"reviewed""#) {
            tally.n_positions.fetch_add(1, Ordering::Relaxed);
        } else if text.contains(r#""re":1"#) {
            tokio::time::sleep(REFUSED).await;
            let sent = socket.send(Message::text(ask.as_str())).await;
            sent.map_err(io::Error::other)?;
        }
    }
    Ok(())
}

/// Asks for the longest films, none of them twice.
async fn films(server: SocketAddr, number: usize, tally: Arc<Tally>) -> io::Result<()> {
    let moves: Vec<String> = line()
        .map(|(column, row)| {
            let letter = char::from(b"ABCDEFGHJKLMNOPQRST"[column]);
            format!("{letter}{}", row + 1)
        })
        .collect();
    let moves = moves.join(",");
    for i in 0.. {
        let pause = 1.0 + f64::from(i * N_FILMS as u32 + number as u32) / 1000.0;
        let path = format!("/board.gif?size=740&pause={pause}&moves={moves}");
        match http::get(server, STRANGER, &path).await {
            Ok(()) => {
                tally.n_films.fetch_add(1, Ordering::Relaxed);
            }
            Err(_) => tokio::time::sleep(REFUSED).await,
        }
    }
    Ok(())
}

/// The columns and rows of 181 moves, no two of them side by side: all are legal.
fn line() -> impl Iterator<Item = (usize, usize)> {
    let points = (0..19 * 19).map(|spot| (spot % 19, spot / 19));
    points.filter(|(column, row)| (column + row) % 2 == 0)
}
