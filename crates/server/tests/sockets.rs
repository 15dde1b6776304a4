//! What strangers send over a socket, and what becomes of it.

mod hall;

use ponnuki_server::{Config, MESSAGE_BYTES_MAX, Rate, ServerLimits};
use serde_json::{Value, json};

use hall::{Hall, Socket, text};

/// A player alone in a room, connected.
async fn player(hall: &Hall) -> (String, Socket) {
    let (room, token, _) = hall.room(json!({"name": "Alone"})).await;
    let socket = hall.socket(&room, Some(&token), 0).await;
    (room, socket)
}

#[tokio::test]
async fn what_is_no_message_is_refused_and_forgotten() {
    let hall = Hall::open().await;
    let (_, mut socket) = player(&hall).await;
    for garbage in [
        "",
        "hello",
        "{}",
        "[]",
        "null",
        "{\"id\":1}",
        "{\"id\":1,\"type\":\"fly\"}",
        "{\"id\":-1,\"type\":\"ping\"}",
        "{\"id\":1,\"type\":\"play\",\"node\":0}",
        "{\"id\":1,\"type\":\"play\",\"node\":0,\"at\":\"C3\",\"extra\":1}",
        "{\"id\":1,\"type\":\"say\",\"text\":7}",
        "{\"id\":1,\"type\":\"ping\"",
        "\u{0}\u{1}\u{7f}",
    ] {
        socket.send(garbage).await;
        let refused = socket.until(|message| message["type"] == "refused").await;
        assert_eq!(refused["code"], "bad_message", "{garbage}");
    }
    socket.send_binary(vec![0; 100]).await;
    let refused = socket.until(|message| message["type"] == "refused").await;
    assert_eq!(refused["code"], "bad_message");
    assert_eq!(socket.ask(json!({"type": "ping"})).await["type"], "pong");
}

#[tokio::test]
async fn it_is_counted_who_is_here_and_nobody_is_named() {
    let hall = Hall::open().await;
    let here = async |games: u32, players: u32, watchers: u32| {
        let told = hall.get("/api/attendance").await.json();
        let expected = json!({"games": games, "players": players, "watchers": watchers});
        assert_eq!(told, expected);
    };
    here(0, 0, 0).await;
    let (_, mut alone) = player(&hall).await;
    alone.ask(json!({"type": "ping"})).await;
    here(0, 1, 0).await;
    let (room, mut host, mut guest) = hall.two(json!({"width": 5})).await;
    let mut watcher = hall.socket(&room, None, 0).await;
    watcher.ask(json!({"type": "ping"})).await;
    here(1, 3, 1).await;
    guest.done(json!({"type": "resign"})).await;
    host.ask(json!({"type": "ping"})).await;
    here(0, 3, 1).await;
    drop(guest);
    let is_gone = |message: &Value| message["type"] == "presence" && message["guest"] == false;
    host.until(is_gone).await;
    host.ask(json!({"type": "ping"})).await;
    here(0, 2, 1).await;
}

#[tokio::test]
async fn moves_that_cannot_be_have_a_reason() {
    let hall = Hall::open().await;
    let (_, mut host, mut guest) = hall.two(json!({"width": 5, "colors": "host_black"})).await;
    let play = |node: u64, at: &str| json!({"type": "play", "node": node, "at": at});
    assert_eq!(host.refused(play(0, "Z99")).await, "outside");
    assert_eq!(host.refused(play(0, "")).await, "outside");
    assert_eq!(host.refused(play(7, "C3")).await, "stale");
    host.done(play(0, "C3")).await;
    assert_eq!(host.refused(play(1, "B2")).await, "not_your_turn");
    assert_eq!(guest.refused(play(0, "B2")).await, "stale");
    assert_eq!(guest.refused(play(1, "C3")).await, "occupied");
    assert_eq!(
        guest.refused(json!({"type": "concede"})).await,
        "wrong_stage"
    );
    assert_eq!(
        guest.refused(json!({"type": "accept", "dead": []})).await,
        "wrong_stage"
    );
    assert_eq!(guest.refused(json!({"type": "close"})).await, "wrong_stage");
    guest.done(play(1, "B2")).await;
}

#[tokio::test]
async fn a_message_that_is_too_large_ends_the_connection() {
    let hall = Hall::open().await;
    let (room, mut socket) = player(&hall).await;
    let words = "x".repeat(MESSAGE_BYTES_MAX);
    socket
        .send(&json!({"id": 1, "type": "say", "text": words}).to_string())
        .await;
    let bye = socket.rest().await.pop().expect("a goodbye");
    assert_eq!(
        (&bye["type"], &bye["code"]),
        (&json!("bye"), &json!("bad_message"))
    );
    let answer = hall.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(answer.status, 200, "the room goes on");
}

#[tokio::test]
async fn who_talks_too_fast_is_told_and_then_left() {
    let limits = ServerLimits {
        messages: Rate::new(3, 0.001),
        ..ServerLimits::default()
    };
    let hall = Hall::with(&Config {
        limits,
        ..Config::default()
    })
    .await;
    let (_, mut socket) = player(&hall).await;
    for i in 0..100 {
        socket
            .send(&json!({"id": i, "type": "ping"}).to_string())
            .await;
    }
    let said = socket.rest().await;
    let n_of = |kind: &str| {
        said.iter()
            .filter(|message| message["type"] == kind)
            .count()
    };
    assert_eq!(n_of("pong"), 3);
    assert!(
        said.iter()
            .any(|message| message["code"] == "too_fast" && message["re"] == 3)
    );
    let bye = said.last().expect("a goodbye");
    assert_eq!(
        (&bye["type"], &bye["code"]),
        (&json!("bye"), &json!("too_fast"))
    );
}

#[tokio::test]
async fn words_stay_words() {
    let hall = Hall::open().await;
    let sql = "Robert'); DROP TABLE events;--";
    let (room, token, opened) = hall.room(json!({"name": sql, "width": 5})).await;
    hall.join(&opened, "\"; DELETE FROM rooms WHERE 1; --")
        .await;
    let mut host = hall.socket(&room, Some(&token), 0).await;
    let html = "<script>alert(1)</script><img src=x onerror=alert(1)> ' \" &";
    let turned = json!({"type": "say", "text": "\u{202e}gnirts"});
    assert_eq!(host.refused(turned).await, "unfit_text");
    host.done(json!({"type": "say", "text": html})).await;
    let said = host
        .until(|message| message["happened"][0]["what"]["type"] == "said")
        .await;
    assert_eq!(said["happened"][0]["what"]["text"], html);
    let page = hall.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(page.header("content-type"), Some("application/json"));
    assert_eq!(page.json()["summary"]["seats"]["host"]["name"], sql);
    let list = hall
        .get(&format!("/api/rooms?ids={room},';DROP TABLE rooms"))
        .await;
    assert_eq!(list.status, 400, "a space is no part of a request's path");
    let list = hall
        .get(&format!("/api/rooms?ids={room},%27;DROP%20TABLE%20rooms"))
        .await;
    assert_eq!(list.json()["rooms"].as_array().map(Vec::len), Some(1));
    let too_long = json!({"type": "say", "text": "x".repeat(501)});
    assert_eq!(host.refused(too_long).await, "too_long");
}

/// What a client knows after all it was told: the seqs, each with its kind.
fn known(updates: &[Value]) -> Vec<(u64, String)> {
    let told = updates
        .iter()
        .filter_map(|update| update["happened"].as_array());
    let told = told.flatten();
    told.map(|told| {
        let seq = told["seq"].as_u64().expect("a number");
        (seq, text(&told["what"]["type"]))
    })
    .collect()
}

#[tokio::test]
async fn who_comes_back_gets_the_rest_and_ends_where_the_others_are() {
    let hall = Hall::open().await;
    let (room, token, opened) = hall.room(json!({"width": 9, "colors": "host_black"})).await;
    let guest = hall.join(&opened, "Guest").await;
    let mut host = hall.socket(&room, Some(&token), 0).await;
    let mut gone = hall.socket(&room, Some(&guest), 0).await;
    let first = gone.until(|message| message["type"] == "update").await;
    let seq = first["seq"].as_u64().expect("a number");
    drop(gone);
    host.play(0, "E5").await;
    host.done(json!({"type": "say", "text": "are you there?"}))
        .await;
    let mut back = hall.socket(&room, Some(&guest), seq).await;
    let rest = back.until(|message| message["type"] == "update").await;
    assert_eq!(rest["scene"]["node"], 1);
    let both = known(&[first, rest]);
    let mut stayed = hall.socket(&room, None, 0).await;
    let all = stayed.until(|message| message["type"] == "update").await;
    assert_eq!(both, known(std::slice::from_ref(&all)));
    // Who claims to know more than there is gets everything.
    let mut future = hall.socket(&room, None, 1_000_000).await;
    let again = future.until(|message| message["type"] == "update").await;
    assert_eq!(known(&[again]), known(&[all]));
}

#[tokio::test]
async fn everybody_knows_who_is_there() {
    let hall = Hall::open().await;
    let (room, mut host, guest) = hall.two(json!({"width": 5})).await;
    let is_here = |guest: bool, n_watchers: u32| {
        move |message: &Value| {
            message["type"] == "presence"
                && message["guest"] == guest
                && message["n_watchers"] == n_watchers
        }
    };
    let watcher = hall.socket(&room, None, 0).await;
    host.until(is_here(true, 1)).await;
    drop(guest);
    host.until(is_here(false, 1)).await;
    drop(watcher);
    host.until(is_here(false, 0)).await;
}

#[tokio::test]
async fn a_room_takes_so_many_watchers_and_so_many_tabs() {
    let limits = ServerLimits {
        n_watchers: 2,
        n_tabs: 1,
        ..ServerLimits::default()
    };
    let hall = Hall::with(&Config {
        limits,
        ..Config::default()
    })
    .await;
    let (room, _player) = player(&hall).await;
    let _first = hall.socket(&room, None, 0).await;
    let _second = hall.socket(&room, None, 0).await;
    assert_eq!(hall.try_socket(&room, 0, &[]).await.err(), Some(503));
}

/// A server where nobody may send more than `messages` and `watching`.
async fn strict(messages: Rate, watching: Rate) -> Hall {
    let limits = ServerLimits {
        messages,
        watching,
        ..ServerLimits::default()
    };
    Hall::with(&Config {
        limits,
        ..Config::default()
    })
    .await
}

/// How many of `n` pings are answered on each of the `sockets` in turn, all together.
async fn n_answered(sockets: &mut [Socket], n: usize) -> usize {
    let mut n_answered = 0;
    for socket in sockets {
        for _ in 0..n {
            let answer = socket.ask(json!({"type": "ping"})).await;
            match text(&answer["type"]).as_str() {
                "pong" => n_answered += 1,
                _ => assert_eq!(answer["code"], "too_fast"),
            }
        }
    }
    n_answered
}

#[tokio::test]
async fn all_devices_on_a_seat_send_as_much_as_one() {
    let hall = strict(Rate::new(10, 0.001), Rate::new(100, 0.001)).await;
    let (room, token, _) = hall.room(json!({"width": 5})).await;
    let mut tabs = Vec::new();
    for _ in 0..5 {
        tabs.push(hall.socket(&room, Some(&token), 0).await);
    }
    assert_eq!(n_answered(&mut tabs, 4).await, 10);
    // Nor does it become more by coming again.
    drop(tabs);
    let mut again = [hall.socket(&room, Some(&token), 0).await];
    assert_eq!(n_answered(&mut again, 4).await, 0);
    // The other seat and those who watch have their own.
    let mut watcher = [hall.socket(&room, None, 0).await];
    assert_eq!(n_answered(&mut watcher, 4).await, 4);
}

#[tokio::test]
async fn all_who_watch_from_one_address_send_as_much_as_one() {
    let hall = strict(Rate::new(100, 0.001), Rate::new(10, 0.001)).await;
    let mut watchers = Vec::new();
    let mut rooms = Vec::new();
    for _ in 0..3 {
        let (room, token, _) = hall.room(json!({"width": 5})).await;
        watchers.push(hall.socket(&room, None, 0).await);
        watchers.push(hall.socket(&room, None, 0).await);
        rooms.push((room, token));
    }
    assert_eq!(n_answered(&mut watchers, 4).await, 10);
    let (room, token) = &rooms[0];
    let mut player = [hall.socket(room, Some(token), 0).await];
    assert_eq!(n_answered(&mut player, 4).await, 4);
}

#[tokio::test]
async fn pongs_that_nobody_asked_for_count_and_bytes_do() {
    let hall = strict(Rate::new(3, 0.001), Rate::new(3, 0.001)).await;
    let (room, token, _) = hall.room(json!({"width": 5})).await;
    let mut player = hall.socket(&room, Some(&token), 0).await;
    for _ in 0..3 {
        player.send_binary(vec![0; 10]).await;
        let refused = player.until(|message| message["type"] == "refused").await;
        assert_eq!(refused["code"], "bad_message");
    }
    let mut players = [player];
    assert_eq!(n_answered(&mut players, 1).await, 0, "bytes count");
    let mut watcher = hall.socket(&room, None, 0).await;
    for _ in 0..50 {
        watcher.send_pong().await;
    }
    let bye = watcher.rest().await.pop().expect("a goodbye");
    assert_eq!(
        (&bye["type"], &bye["code"]),
        (&json!("bye"), &json!("too_fast"))
    );
}

#[tokio::test]
async fn a_crowd_that_comes_at_once_throws_no_player_out() {
    let hall = Hall::open().await;
    let (room, mut host) = player(&hall).await;
    let come = (0..250).map(|_| hall.socket(&room, None, 0));
    let _crowd = futures_util::future::join_all(come).await;
    let told = host
        .until(|message| message["type"] == "presence" && message["n_watchers"] == 250)
        .await;
    assert_eq!(told["host"], true);
}
