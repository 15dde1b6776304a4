//! Several servers of one database: a room is found from each of them, and goes on elsewhere when
//! its owner goes.

#![cfg(target_os = "linux")]

mod hall;

use std::net::TcpListener;
use std::time::Duration;

use ponnuki_server::{Config, NodeConfig};
use ponnuki_store::{DatabaseAddress, Store};
use ponnuki_testkit::Postgres;
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};
use tokio::time::{Instant, sleep};

use hall::Hall;

/// How soon play goes on elsewhere after an owner that was asked to go, and after one that died.
const DRAIN_MAX: Duration = Duration::from_secs(1);
const DEATH_MAX: Duration = Duration::from_secs(3);

/// A port that is free at the moment.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

/// One more node of a database.
async fn node(base: &str) -> Hall {
    let Ok(DatabaseAddress::Postgres(url)) = DatabaseAddress::parse(base) else {
        panic!("{base} is no address of PostgreSQL");
    };
    let store = Store::open_node(&url).await.expect("a store");
    let listen = format!("127.0.0.1:{}", free_port());
    let node = NodeConfig {
        url: format!("http://{listen}").parse().expect("a URL"),
        listen: listen.parse().expect("an address"),
        bus: None,
    };
    let config = Config {
        node: Some(node),
        ..Config::default()
    };
    Hall::start(&config, store).await
}

/// A node that dies without a word.
struct Mortal {
    runtime: Runtime,
    hall: Hall,
}

impl Mortal {
    async fn start(base: &str) -> Mortal {
        let mut runtime = Builder::new_multi_thread();
        let runtime = runtime.worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let base = base.to_owned();
        let hall = runtime.spawn(async move { node(&base).await }).await;
        let hall = hall.expect("a node");
        Mortal { runtime, hall }
    }

    /// All that it does ends in the middle of it.
    fn die(self) {
        self.runtime.shutdown_background();
        std::mem::forget(self.hall);
    }
}

fn game() -> Value {
    json!({"width": 9, "colors": "host_black", "clock": "1:00"})
}

/// What is left of the time of a color, in milliseconds.
async fn left_ms(hall: &Hall, room: &str, color: &str) -> u64 {
    let page = hall.get(&format!("/api/rooms/{room}")).await.json();
    let left = page["scene"]["clocks"][color]["left_ms"].as_u64();
    left.unwrap_or_else(|| panic!("{page}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_played_through_two_nodes() {
    let Some(engine) = Postgres::shared() else {
        return;
    };
    let base = engine.database();
    let (a, b) = (node(&base).await, node(&base).await);
    assert_eq!(b.get("/ready").await.status, 200);
    let (room, token, opened) = a.room(game()).await;
    // Whoever comes to the wrong node sees the same.
    let guest = b.join(&opened, "Bea").await;
    let mut host = b.socket(&room, Some(&token), 0).await;
    let mut guest = a.socket(&room, Some(&guest), 0).await;
    host.play(0, "A1").await;
    guest.play(1, "A2").await;
    host.play(2, "C1").await;
    guest.scene(|scene| scene["n_moves"] == 3).await;
    let place = format!("/api/rooms/{room}");
    let (here, there) = (a.get(&place).await, b.get(&place).await);
    assert_eq!((here.status, there.status), (200, 200));
    for name in ["content-security-policy", "cache-control", "content-type"] {
        assert_eq!(here.header(name), there.header(name), "{name}");
    }
    let picture = format!("{place}/games/1.svg");
    let (here, there) = (a.get(&picture).await, b.get(&picture).await);
    assert_eq!(here.status, 200);
    assert_eq!(here.body, there.body);
    let policy = "cross-origin-resource-policy";
    assert_eq!(here.header(policy), there.header(policy));
    let refused = b.get("/api/rooms/2222222222").await;
    assert_eq!(refused.status, 404);
    b.measures("ponnuki_tunnels_failed_total 0").await;
    a.measures("ponnuki_tunnels_total 0").await;
}

/// The owner goes: nobody waits for its lease to end, and the time on the way is nobody's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_goes_hands_its_games_over() {
    let Some(engine) = Postgres::shared() else {
        return;
    };
    let base = engine.database();
    let (a, b) = (node(&base).await, node(&base).await);
    let (room, token, opened) = a.room(game()).await;
    let guest = b.join(&opened, "Bea").await;
    let mut host = a.socket(&room, Some(&token), 0).await;
    host.play(0, "A1").await;
    let Hall { server, .. } = a;
    let began = Instant::now();
    server.stop().await;
    let mut guest = b.socket(&room, Some(&guest), 0).await;
    guest.play(1, "A2").await;
    assert!(began.elapsed() < DRAIN_MAX, "{:?}", began.elapsed());
    let mut host = b.socket(&room, Some(&token), 0).await;
    host.play(2, "C1").await;
    b.measures("ponnuki_tunnels_failed_total 0").await;
}

/// The owner dies without a word: whoever was at another node is cut off from it, and plays on
/// when its lease has ended; nothing that was answered is lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_when_its_owner_has_died() {
    let Some(engine) = Postgres::shared() else {
        return;
    };
    let base = engine.database();
    let b = node(&base).await;
    let a = Mortal::start(&base).await;
    let (room, token, opened) = a.hall.room(game()).await;
    let guest = b.join(&opened, "Bea").await;
    let mut through = b.socket(&room, Some(&guest), 0).await;
    let mut host = a.hall.socket(&room, Some(&token), 0).await;
    host.play(0, "A1").await;
    through.play(1, "A2").await;
    a.die();
    let began = Instant::now();
    let mut guest = loop {
        let page = b.get(&format!("/api/rooms/{room}")).await;
        if page.status == 200 {
            break b.socket(&room, Some(&guest), 0).await;
        }
        assert_eq!(page.status, 503, "{}", page.problem());
        assert!(began.elapsed() < DEATH_MAX, "{:?}", began.elapsed());
        sleep(Duration::from_millis(50)).await;
    };
    assert!(began.elapsed() < DEATH_MAX, "{:?}", began.elapsed());
    let mut host = b.socket(&room, Some(&token), 0).await;
    host.play(2, "C1").await;
    guest.play(3, "C2").await;
    // Black moved at once, and did not lose the time in which nobody was there.
    let left = left_ms(&b, &room, "black").await;
    assert!(left > 57_500, "{left}");
}
