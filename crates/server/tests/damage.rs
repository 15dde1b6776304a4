//! A room whose events changed by themselves says so, and the others are played on.

mod hall;

use std::fs;
use std::path::Path;

use ponnuki_server::{Config, export};
use ponnuki_store::Store;
use serde_json::json;

use hall::{Hall, scratch};

async fn hall_at(path: &Path) -> Hall {
    let store = Store::open_alone(path).await.expect("a store");
    Hall::start(&Config::default(), store).await
}

/// Opens a room for two and plays the first move; returns the room and the host's token.
async fn room_with_move(hall: &Hall, at: &str) -> (String, String) {
    let (room, token, opened) = hall.room(json!({"width": 5, "colors": "host_black"})).await;
    hall.join(&opened, "Guest").await;
    let mut host = hall.socket(&room, Some(&token), 0).await;
    host.play(0, at).await;
    (room, token)
}

/// Changes a text wherever it is in the file to one as long.
fn change(path: &Path, from: &str, to: &str) {
    let mut bytes = fs::read(path).expect("a file");
    let is_there = |at: &usize| bytes[*at..].starts_with(from.as_bytes());
    let found: Vec<usize> = (0..bytes.len()).filter(is_there).collect();
    assert!(!found.is_empty(), "{from} is nowhere");
    for at in found {
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
    }
    fs::write(path, bytes).expect("a file");
}

#[tokio::test]
async fn a_damaged_room_says_so_and_the_others_go_on() {
    let dir = scratch("damage");
    let path = dir.join("games.db");
    let hall = hall_at(&path).await;
    let (damaged, damaged_token) = room_with_move(&hall, "B2").await;
    let (whole, token) = room_with_move(&hall, "D4").await;
    hall.server.stop().await;
    change(&path, r#""B2""#, r#""B3""#);

    let hall = hall_at(&path).await;
    let answer = hall.get(&format!("/api/rooms/{damaged}")).await;
    assert_eq!((answer.status, answer.problem().as_str()), (500, "damaged"));
    assert!(answer.body.contains("is damaged"), "{}", answer.body);
    let bearer = (
        "authorization".to_owned(),
        format!("Bearer {damaged_token}"),
    );
    let refused = hall.try_socket(&damaged, 0, &[bearer]).await;
    assert_eq!(refused.map(drop), Err(500));
    hall.measures("ponnuki_damaged_rooms_total 1").await;
    let list = hall.get(&format!("/api/rooms?ids={damaged},{whole}")).await;
    let listed = list.json()["rooms"].as_array().map(Vec::len);
    assert_eq!(listed, Some(2), "{}", list.body);
    let mut host = hall.socket(&whole, Some(&token), 0).await;
    host.scene(|scene| scene["board"]["last"] == "D4").await;
    host.done(json!({"type": "say", "text": "Still here."}))
        .await;

    let store = Store::open(&path).await.expect("a second reader");
    let exported = export(&store, &dir.join("games")).await.expect("files");
    assert_eq!(exported.n_games, 1);
    let [(room, why)] = exported.unread.as_slice() else {
        panic!("{:?}", exported.unread);
    };
    assert_eq!(*room, damaged);
    assert!(why.ends_with("is damaged: its checksum is wrong"), "{why}");
}

/// What a list shows of a room is kept beside its events, and follows from them.
#[tokio::test]
async fn a_room_whose_entry_is_damaged_is_only_missing_from_lists() {
    let path = scratch("damaged-entry").join("games.db");
    let hall = hall_at(&path).await;
    let (damaged, damaged_token) = room_with_move(&hall, "B2").await;
    let (whole, _) = room_with_move(&hall, "D4").await;
    hall.server.stop().await;
    change(
        &path,
        &format!(r#"{{"room":"{damaged}""#),
        &format!(r#"[["room":"{damaged}""#),
    );

    let hall = hall_at(&path).await;
    let list = format!("/api/rooms?ids={damaged},{whole}");
    let listed = hall.get(&list).await.json();
    assert_eq!(listed["rooms"].as_array().map(Vec::len), Some(1));
    assert_eq!(listed["rooms"][0]["room"], json!(whole));
    let mut host = hall.socket(&damaged, Some(&damaged_token), 0).await;
    host.scene(|scene| scene["board"]["last"] == "B2").await;
    host.done(json!({"type": "say", "text": "Still here."}))
        .await;
    let listed = hall.get(&list).await.json();
    assert_eq!(listed["rooms"].as_array().map(Vec::len), Some(2));
}
