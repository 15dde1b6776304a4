//! The bus between nodes: figures are of all of them, an idle one thinks for a busy one, and
//! whatever becomes of the bus, games go on.

#![cfg(target_os = "linux")]

mod hall;

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use ponnuki_server::{BusUrl, Config, NodeConfig, ThinkingService};
use ponnuki_store::{DatabaseAddress, Store};
use ponnuki_testkit::{Nats, Postgres};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use hall::{Hall, Scripted};

/// How long what nodes tell each other may take to arrive, on a busy machine.
const NEWS_MAX: Duration = Duration::from_secs(10);

/// How often it is looked.
const PAUSE: Duration = Duration::from_millis(20);

/// A port that is free at the moment.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

/// One more node of a database, with this bus, in which `thinker` thinks.
async fn thinking_node(base: &str, bus: &str, thinker: Arc<dyn ThinkingService>) -> Hall {
    let Ok(DatabaseAddress::Postgres(url)) = DatabaseAddress::parse(base) else {
        panic!("{base} is no address of PostgreSQL");
    };
    let store = Store::open_node(&url).await.expect("a store");
    let listen = format!("127.0.0.1:{}", free_port());
    let bus: BusUrl = bus.parse().expect("a URL");
    let node = NodeConfig {
        url: format!("http://{listen}").parse().expect("a URL"),
        listen: listen.parse().expect("an address"),
        bus: Some(bus),
    };
    let config = Config {
        node: Some(node),
        ..Config::default()
    };
    Hall::asking(&config, store, thinker).await
}

async fn node(base: &str, bus: &str) -> Hall {
    thinking_node(base, bus, Arc::new(Scripted)).await
}

fn game() -> Value {
    json!({"width": 9, "colors": "host_black", "clock": "1:00"})
}

/// Waits until a node's metrics have this line.
async fn until_measured(hall: &Hall, line: &str) {
    let began = Instant::now();
    loop {
        let metrics = hall.get("/metrics").await.body;
        if metrics.lines().any(|own| own == line) {
            return;
        }
        assert!(began.elapsed() < NEWS_MAX, "{line}: {metrics}");
        sleep(PAUSE).await;
    }
}

/// Waits until a node says that so many games, players and watchers are there.
async fn until_there(hall: &Hall, (games, players, watchers): (u32, u32, u32)) {
    let expected = json!({"games": games, "players": players, "watchers": watchers});
    let began = Instant::now();
    loop {
        let told = hall.get("/api/attendance").await.json();
        if told == expected {
            return;
        }
        assert!(began.elapsed() < NEWS_MAX, "{told}, not {expected}");
        sleep(PAUSE).await;
    }
}

async fn until_connected(halls: &[&Hall]) {
    for hall in halls {
        until_measured(hall, "ponnuki_bus_connected 1").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn figures_are_of_all_nodes() {
    let (Some(engine), Some(nats)) = (Postgres::shared(), Nats::own()) else {
        return;
    };
    let base = engine.database();
    let (a, b) = (
        node(&base, &nats.url()).await,
        node(&base, &nats.url()).await,
    );
    // Another database's node on the same NATS is none of theirs.
    let stranger = node(&engine.database(), &nats.url()).await;
    until_connected(&[&a, &b, &stranger]).await;
    let _one = a.two(game()).await;
    let (room, _host, _guest) = b.two(game()).await;
    let _watcher = b.socket(&room, None, 0).await;
    let _elsewhere = stranger.two(game()).await;
    until_there(&a, (2, 4, 1)).await;
    until_there(&b, (2, 4, 1)).await;
    until_there(&stranger, (1, 2, 0)).await;
    // Whoever goes says so, and does not count any more.
    b.server.stop().await;
    let began = Instant::now();
    until_there(&a, (1, 2, 0)).await;
    assert!(
        began.elapsed() < Duration::from_secs(2),
        "{:?}",
        began.elapsed()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_go_on_without_a_bus_and_figures_come_back_with_it() {
    let (Some(engine), Some(nats)) = (Postgres::shared(), Nats::own()) else {
        return;
    };
    let base = engine.database();
    let (a, b) = (
        node(&base, &nats.url()).await,
        node(&base, &nats.url()).await,
    );
    until_connected(&[&a, &b]).await;
    let (_, mut host, mut guest) = a.two(game()).await;
    host.play(0, "A1").await;
    until_there(&b, (1, 2, 0)).await;
    nats.kill();
    guest.play(1, "A2").await;
    until_measured(&a, "ponnuki_bus_connected 0").await;
    until_there(&b, (0, 0, 0)).await;
    host.play(2, "C1").await;
    nats.run();
    until_there(&b, (1, 2, 0)).await;
    // The same when it stands still: nobody is told, and nobody waits.
    nats.freeze();
    let began = Instant::now();
    guest.play(3, "C2").await;
    host.play(4, "D1").await;
    assert_eq!(a.get("/api/attendance").await.status, 200);
    assert!(
        began.elapsed() < Duration::from_secs(2),
        "{:?}",
        began.elapsed()
    );
    until_there(&b, (0, 0, 0)).await;
    until_measured(&b, "ponnuki_bus_connected 0").await;
    nats.thaw();
    until_there(&b, (1, 2, 0)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_starts_without_a_bus_and_finds_it_later() {
    let (Some(engine), Some(nats)) = (Postgres::shared(), Nats::own()) else {
        return;
    };
    nats.kill();
    let base = engine.database();
    let (a, b) = (
        node(&base, &nats.url()).await,
        node(&base, &nats.url()).await,
    );
    a.measures("ponnuki_bus_connected 0").await;
    let (_, mut host, _guest) = a.two(game()).await;
    host.play(0, "A1").await;
    until_there(&a, (1, 2, 0)).await;
    nats.run();
    until_there(&b, (1, 2, 0)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bus_that_asks_for_a_password_or_a_token_gets_it() {
    let Some(engine) = Postgres::shared() else {
        return;
    };
    for (options, access) in [
        (
            ["--user", "ann", "--pass", "s@cret"].as_slice(),
            "ann:s%40cret",
        ),
        (["--auth", "s3cr3t"].as_slice(), "s3cr3t"),
    ] {
        let Some(nats) = Nats::with(options) else {
            return;
        };
        let base = engine.database();
        let known = format!("nats://{access}@127.0.0.1:{}", nats.port());
        let (a, b) = (node(&base, &known).await, node(&base, &nats.url()).await);
        until_connected(&[&a]).await;
        let (_, mut host, _guest) = b.two(game()).await;
        host.play(0, "A1").await;
        b.measures("ponnuki_bus_connected 0").await;
    }
}
