//! Games on PostgreSQL, which goes away and comes back while people play.

#![cfg(target_os = "linux")]

mod hall;

use std::time::Duration;

use ponnuki_server::Config;
use ponnuki_store::{DatabaseAddress, Store};
use ponnuki_testkit::Postgres;
use serde_json::{Value, json};
use tokio::time::Instant;

use hall::Hall;

/// How soon play goes on once PostgreSQL answers again.
const AGAIN_MAX: Duration = Duration::from_secs(2);

async fn hall_at(address: &str) -> Hall {
    let address = DatabaseAddress::parse(address).expect("an address");
    let store = Store::open_alone(&address).await.expect("a store");
    Hall::start(&Config::default(), store).await
}

/// Moves are asked for in the middle of each restart. Whoever asked is answered when PostgreSQL is
/// there again, nothing that was answered is lost, and the other's clock did not run meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_when_postgres_is_started_again() {
    let Some(engine) = Postgres::own() else {
        return;
    };
    let base = engine.database();
    let hall = hall_at(&base).await;
    let terms = json!({"width": 9, "colors": "host_black", "clock": "1:00"});
    let (room, mut host, mut guest) = hall.two(terms).await;
    host.play(0, "A1").await;
    guest.play(1, "A2").await;
    let mut node = 2;
    for (restart, points) in [
        (Postgres::stop as fn(&Postgres), ["C1", "C2"]),
        (Postgres::kill, ["E1", "E2"]),
    ] {
        restart(&engine);
        let play = json!({"id": 77, "type": "play", "node": node, "at": points[0]});
        host.send(&play.to_string()).await;
        tokio::time::sleep(Duration::from_secs(3)).await;
        engine.run();
        let ready = Instant::now();
        host.until(|message| message["type"] == "done" && message["re"] == 77)
            .await;
        let took = ready.elapsed();
        assert!(took < AGAIN_MAX, "it goes on after {took:?}");
        let is_woken = |message: &Value| message["happened"].to_string().contains("woke");
        let update = guest.until(is_woken).await;
        let left = update["scene"]["clocks"]["white"]["left_ms"].as_u64();
        assert!(left.is_some_and(|left| left > 55_000), "{left:?}");
        guest.play(node + 1, points[1]).await;
        node += 2;
    }
    assert_eq!(hall.get("/healthz").await.status, 200);
    // Another server, after this one was killed in the middle of everything.
    std::mem::forget(hall);
    let address = DatabaseAddress::parse(&base).expect("an address");
    let store = Store::open(&address).await.expect("a reader");
    let n_moves = store
        .room(&room)
        .await
        .expect("a room")
        .map(|room| room.n_moves);
    assert_eq!(n_moves, Some(6));
}

/// Everything that a server does it does on PostgreSQL, too.
#[tokio::test]
async fn a_room_lives_on_in_the_next_server() {
    let Some(engine) = Postgres::shared() else {
        return;
    };
    let base = engine.database();
    let hall = hall_at(&base).await;
    let terms =
        json!({"width": 5, "colors": "host_black", "company": {"type": "engine", "level": 1}});
    let (room, token, _) = hall.room(terms).await;
    let mut host = hall.socket(&room, Some(&token), 0).await;
    host.play(0, "C3").await;
    host.scene(|scene| scene["node"] == 2).await;
    hall.server.stop().await;
    let hall = hall_at(&base).await;
    // The key is the same, and so is the seat.
    let mut host = hall.socket(&room, Some(&token), 0).await;
    host.scene(|scene| scene["node"] == 2).await;
    host.done(json!({"type": "resign"})).await;
    hall.server.stop().await;
}
