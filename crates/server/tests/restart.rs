//! The server ends, well or badly, and begins again.

mod hall;

use ponnuki_server::export;
use ponnuki_store::Store;
use serde_json::json;
use tokio::runtime::Runtime;

use hall::{Dir, Hall, Request, fragment, text};

#[test]
fn a_server_that_is_killed_has_every_move_it_announced() {
    let dir = Dir::new("killed");
    let first = Runtime::new().expect("a runtime");
    let (room, token, guest, board) = first.block_on(async {
        let hall = dir.hall().await;
        let terms = json!({"width": 9, "colors": "host_black", "clock": "0:20 + 0:05"});
        let (room, token, opened) = hall.room(terms).await;
        let guest = hall.join(&opened, "Guest").await;
        let mut host = hall.socket(&room, Some(&token), 0).await;
        host.play(0, "E5").await;
        let scene = host.scene(|scene| scene["node"] == 1).await;
        // Dropped in the middle of everything: no goodbye.
        std::mem::forget(hall);
        (room, token, guest, scene["board"].clone())
    });
    first.shutdown_background();
    let second = Runtime::new().expect("a runtime");
    second.block_on(async {
        let hall = dir.hall().await;
        let mut guest = hall.socket(&room, Some(&guest), 0).await;
        let update = guest.until(|message| message["type"] == "update").await;
        let scene = &update["scene"];
        assert_eq!(scene["board"], board);
        assert_eq!(scene["to_move"], "white");
        assert_eq!(scene["clocks"]["running"], "white");
        let told = update["happened"].as_array().expect("a list");
        assert!(
            told.iter().any(|told| told["what"]["type"] == "woke"),
            "{told:?}"
        );
        guest.play(1, "C3").await;
        let mut host = hall.socket(&room, Some(&token), 0).await;
        host.play(2, "G7").await;
        hall.server.stop().await;
    });
}

#[test]
fn the_engine_goes_on_where_it_was() {
    let dir = Dir::new("engine");
    let runtime = Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let hall = dir.hall().await;
        let terms = json!({"width": 5, "company": {"type": "engine", "level": 2}});
        let (room, token, _) = hall.room(terms).await;
        let mut host = hall.socket(&room, Some(&token), 0).await;
        host.play(0, "C3").await;
        hall.server.stop().await;
        let hall = dir.hall().await;
        let mut host = hall.socket(&room, Some(&token), 0).await;
        host.scene(|scene| scene["node"] == 2 && scene["to_move"] == "black")
            .await;
    });
}

#[tokio::test]
async fn a_move_that_cannot_be_stored_is_never_announced() {
    let dir = Dir::new("split");
    let one = dir.hall().await;
    let (room, token, opened) = one.room(json!({"width": 5, "colors": "host_black"})).await;
    one.join(&opened, "Guest").await;
    let mut late = one.socket(&room, Some(&token), 0).await;
    let mut watcher = one.socket(&room, None, 0).await;
    // A second server on the same file takes a move that the first knows nothing of.
    let other = dir.hall().await;
    let mut host = other.socket(&room, Some(&token), 0).await;
    host.play(0, "C3").await;
    late.send(&json!({"id": 1, "type": "play", "node": 0, "at": "A1"}).to_string())
        .await;
    for socket in [&mut late, &mut watcher] {
        let said = socket.rest().await;
        assert!(
            said.iter().all(|message| message["scene"]["node"] != 1),
            "{said:?}"
        );
        assert!(
            said.iter().all(|message| message["type"] != "done"),
            "{said:?}"
        );
        let bye = said.last().expect("a goodbye");
        assert_eq!(
            (&bye["type"], &bye["code"]),
            (&json!("bye"), &json!("failed"))
        );
    }
    let mut back = one.socket(&room, Some(&token), 0).await;
    let scene = back.scene(|_| true).await;
    assert_eq!(
        (&scene["node"], &scene["board"]["last"]),
        (&json!(1), &json!("C3"))
    );
}

#[tokio::test]
async fn a_server_that_stops_says_goodbye() {
    let hall = Hall::open().await;
    let (_, mut host, mut guest) = hall.two(json!({"width": 5})).await;
    hall.server.stop().await;
    for socket in [&mut host, &mut guest] {
        let bye = socket.rest().await.pop().expect("a goodbye");
        assert_eq!(
            (&bye["type"], &bye["code"]),
            (&json!("bye"), &json!("stopping"))
        );
    }
    let refused = tokio::net::TcpStream::connect(hall.address).await;
    assert!(refused.is_err(), "nobody listens any more");
}

#[tokio::test]
async fn everything_is_exported_as_files_and_copied_as_one() {
    let dir = Dir::new("export");
    let hall = dir.hall().await;
    let terms =
        json!({"width": 5, "colors": "host_black", "company": {"type": "engine", "level": 1}});
    let (room, token, _) = hall.room(terms).await;
    let mut host = hall.socket(&room, Some(&token), 0).await;
    host.play(0, "C3").await;
    host.done(json!({"type": "resign"})).await;
    host.done(json!({"type": "rematch"})).await;
    let store = Store::open(&dir.0.join("games.db"))
        .await
        .expect("a second reader");
    let copy = dir.0.join("copy.db");
    store
        .backup(&copy)
        .await
        .expect("a copy while the server runs");
    let store = Store::open(&copy).await.expect("the copy");
    let games = dir.0.join("games");
    let exported = export(&store, &games).await.expect("files");
    assert_eq!((exported.n_games, exported.unread), (2, Vec::new()));
    let sgf = std::fs::read_to_string(games.join(format!("{room}-1.sgf"))).expect("a file");
    assert!(sgf.contains("RE[W+R") && sgf.contains(";B[cc]"), "{sgf}");
}

/// Rooms whose flags fell at times finer than those that were stored, as the program of
/// November 2026 wrote them: it could not replay them itself.
const FINER_THAN_STORED: &[u8] = include_bytes!("databases/times-finer-than-stored.db");

#[tokio::test]
async fn games_lost_on_time_by_a_part_of_a_millisecond_can_be_read_again() {
    let dir = Dir::new("finer");
    std::fs::write(dir.0.join("games.db"), FINER_THAN_STORED).expect("a file");
    let hall = dir.hall().await;
    for room in ["52hzanp9ue", "5jukr4q3z8", "6vqzbvry9f"] {
        let answer = hall.get(&format!("/api/rooms/{room}")).await;
        assert_eq!(answer.status, 200, "{room}: {}", answer.body);
        assert_eq!(answer.json()["scene"]["stage"], "over", "{room}");
    }
    hall.server.stop().await;
    let store = Store::open(&dir.0.join("games.db")).await.expect("a store");
    let games = dir.0.join("games");
    let exported = export(&store, &games).await.expect("files");
    assert_eq!((exported.n_games, exported.unread), (3, Vec::new()));
    let sgf = std::fs::read_to_string(games.join("52hzanp9ue-1.sgf")).expect("a file");
    assert!(sgf.contains("RE[W+T]"), "{sgf}");
}

#[test]
fn a_link_that_was_used_and_a_device_that_was_signed_out_stay_so() {
    let dir = Dir::new("seats");
    let first = Runtime::new().expect("a runtime");
    let (room, token, link, fresh) = first.block_on(async {
        let hall = dir.hall().await;
        let (room, token, _) = hall.room(json!({})).await;
        let bearer = format!("Bearer {token}");
        let at = |what: &str| format!("/api/rooms/{room}/{what}");
        let (handoff, signout) = (at("handoff"), at("signout"));
        let asked = Request::get(&handoff).with("authorization", bearer.clone());
        let link = fragment(&text(&hall.http(&asked).await.json()["url"]), "seat");
        let taken = hall.post(&at("seat"), &json!({"token": link})).await;
        assert_eq!(taken.status, 200, "{}", taken.body);
        let asked = Request::post(&signout, "{}").with("authorization", bearer);
        let fresh = text(&hall.http(&asked).await.json()["token"]);
        // Dropped in the middle of everything: no goodbye.
        std::mem::forget(hall);
        (room, token, link, fresh)
    });
    first.shutdown_background();
    let second = Runtime::new().expect("a runtime");
    second.block_on(async {
        let hall = dir.hall().await;
        let path = format!("/api/rooms/{room}/seat");
        for (token, expected) in [(token, 401), (link, 401), (fresh, 200)] {
            let answer = hall.post(&path, &json!({"token": token})).await;
            assert_eq!(answer.status, expected, "{}", answer.body);
        }
        hall.server.stop().await;
    });
}

/// A room with names and lines that are not taken any more, forty new names of one player
/// and thirty declined undos in a row, as the program of November 2026 took them.
const BEFORE_QUOTAS: &[u8] = include_bytes!("databases/before-quotas.db");

#[tokio::test]
async fn a_room_from_before_there_were_quotas_is_read_and_goes_on() {
    let dir = Dir::new("quotas");
    std::fs::write(dir.0.join("games.db"), BEFORE_QUOTAS).expect("a file");
    let hall = dir.hall().await;
    let room = "bcd7w95tdc";
    let answer = hall.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let seats = &answer.json()["summary"]["seats"];
    assert_eq!(seats["host"]["name"], "Shu\u{200b}saku 39");
    let mut watcher = hall.socket(room, None, 0).await;
    let scene = watcher.scene(|_| true).await;
    assert_eq!(scene["node"], 2);
    watcher.done(json!({"type": "say", "text": "hello"})).await;
    hall.server.stop().await;
    let store = Store::open(&dir.0.join("games.db")).await.expect("a store");
    let exported = export(&store, &dir.0.join("games")).await.expect("files");
    assert_eq!((exported.n_games, exported.unread), (1, Vec::new()));
}
