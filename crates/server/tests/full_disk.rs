//! The disk fills up while two people play, and has space again.

#![cfg(target_os = "linux")]

mod hall;

use std::path::Path;
use std::time::Duration;

use ponnuki_server::Config;
use ponnuki_store::Store;
use ponnuki_testkit::{limit_files, with_full_disk};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use hall::{Hall, Socket, scratch};

/// Nothing takes so long unless it never comes.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often the server is asked whether it is well.
const PAUSE: Duration = Duration::from_millis(100);

/// No more can be written to the log of the database at `path`.
fn fill_disk(path: &Path) {
    let log = std::fs::metadata(path.with_extension("db-wal"));
    limit_files(Some(log.expect("a log").len()));
}

/// Plays, and is told to connect again.
async fn play_and_be_dismissed(mut socket: Socket, node: u64, at: &str) {
    let play = json!({"id": 1, "type": "play", "node": node, "at": at});
    socket.send(&play.to_string()).await;
    be_dismissed(socket).await;
}

async fn be_dismissed(mut socket: Socket) {
    let said = socket.rest().await;
    let is_done = |message: &Value| message["type"] == "done";
    assert!(!said.iter().any(is_done), "{said:?}");
    let bye = said.last().expect("a goodbye");
    let told = (&bye["type"], &bye["code"], bye["text"].is_string());
    assert_eq!(told, (&json!("bye"), &json!("failed"), true));
}

async fn until_well(hall: &Hall) {
    let well = async {
        while hall.get("/healthz").await.status != 200 {
            tokio::time::sleep(PAUSE).await;
        }
    };
    let well = tokio::time::timeout(PATIENCE, well).await;
    well.expect("the server is well again by itself");
}

async fn game_on_a_full_disk(path: &Path) {
    let store = Store::open(path).await.expect("a store");
    let hall = Hall::start(&Config::default(), store).await;
    let (room, token, opened) = hall.room(json!({"width": 9, "colors": "host_black"})).await;
    let guest_token = hall.join(&opened, "Guest").await;
    let mut host = hall.socket(&room, Some(&token), 0).await;
    let mut guest = hall.socket(&room, Some(&guest_token), 0).await;
    host.play(0, "E5").await;
    guest.play(1, "C3").await;
    assert_eq!(hall.get("/healthz").await.status, 200);
    hall.measures("ponnuki_writes_failing 0").await;

    fill_disk(path);
    play_and_be_dismissed(host, 2, "G7").await;
    be_dismissed(guest).await;
    let sick = hall.get("/healthz").await;
    assert_eq!((sick.status, sick.problem().as_str()), (503, "busy"));
    assert!(sick.body.contains("could not be written"), "{}", sick.body);
    hall.measures("ponnuki_writes_failing 1").await;
    let refused = hall.post("/api/rooms", &json!({})).await;
    assert_eq!((refused.status, refused.problem().as_str()), (503, "busy"));
    // What is there can still be seen; it is as it was announced.
    let mut host = hall.socket(&room, Some(&token), 0).await;
    let scene = host.scene(|_| true).await;
    assert_eq!(
        (&scene["node"], &scene["board"]["last"]),
        (&json!(2), &json!("C3"))
    );
    play_and_be_dismissed(host, 2, "G7").await;

    limit_files(None);
    until_well(&hall).await;
    hall.measures("ponnuki_writes_failing 0").await;
    let mut host = hall.socket(&room, Some(&token), 0).await;
    host.scene(|scene| scene["node"] == 2).await;
    host.play(2, "G7").await;
    let mut guest = hall.socket(&room, Some(&guest_token), 0).await;
    guest.play(3, "D4").await;
    hall.server.stop().await;
}

#[test]
fn a_game_goes_on_when_the_disk_has_space_again() {
    with_full_disk("a_game_goes_on_when_the_disk_has_space_again", || {
        let path = scratch("full-disk").join("games.db");
        Runtime::new()
            .expect("a runtime")
            .block_on(game_on_a_full_disk(&path));
    });
}

/// The clock of a player who cannot move stands still, and the board can be seen.
async fn clocks_on_a_full_disk(path: &Path) {
    let store = Store::open(path).await.expect("a store");
    let hall = Hall::start(&Config::default(), store).await;
    let terms = json!({"width": 9, "colors": "host_black", "clock": "0:10"});
    let (room, token, opened) = hall.room(terms).await;
    hall.join(&opened, "Guest").await;
    let host = hall.socket(&room, Some(&token), 0).await;
    fill_disk(path);
    play_and_be_dismissed(host, 0, "E5").await;
    let mut watcher = hall.socket(&room, None, 0).await;
    let scene = watcher.scene(|_| true).await;
    assert_eq!(scene["stage"], "playing");
    // Longer than there is on the clock. It has to pass: time that only seems to pass at once
    // is taken for a server that was stopped, which costs nobody anything either. A slow machine
    // makes it longer, which changes nothing.
    tokio::time::sleep(Duration::from_secs(13)).await;
    limit_files(None);
    let told = |message: &Value| message["happened"].to_string().contains("woke");
    let update = watcher.until(told).await;
    assert_eq!(update["scene"]["stage"], "playing");
    let mut host = hall.socket(&room, Some(&token), 0).await;
    host.play(0, "E5").await;
    hall.server.stop().await;
}

#[test]
fn no_clock_runs_while_nothing_can_be_stored() {
    with_full_disk("no_clock_runs_while_nothing_can_be_stored", || {
        let path = scratch("full-disk-clocks").join("games.db");
        Runtime::new()
            .expect("a runtime")
            .block_on(clocks_on_a_full_disk(&path));
    });
}
