//! Workers: programs elsewhere that think for the server, well or badly. Whatever one does, the
//! game goes on.

mod hall;

use std::time::Duration;

use ponnuki_server::{Config, worker_key_hash};
use ponnuki_store::{Store, WorkerKey};
use serde_json::{Value, json};

use hall::{ENDLESS, Hall, Socket, text};

const TRUSTED: &str = "the key of a machine of ours";
const HELPING: &str = "the key of somebody who helps";

/// A worker that says nothing costs a move no more than this.
const SOON: Duration = Duration::from_secs(8);

const GAME: &str = "(;GM[1]FF[4]SZ[5];B[cc];W[dc])";

/// The first point of the board, where the server itself plays; and where a worker does.
const OWN_POINT: usize = 0;
const WORKERS_POINT: usize = 20;

async fn open() -> (Hall, Store) {
    let store = Store::in_memory().await.expect("memory");
    for (name, key, is_trusted) in [("study", TRUSTED, true), ("school", HELPING, false)] {
        let kept = WorkerKey {
            name: name.to_owned(),
            is_trusted,
            made_ms: 1,
            seen_ms: None,
        };
        let added = store.add_worker_key(&kept, &worker_key_hash(key)).await;
        assert!(added.expect("a key"));
    }
    let hall = Hall::start(&Config::default(), store.clone()).await;
    (hall, store)
}

async fn try_worker(hall: &Hall, key: &str) -> Result<Socket, u16> {
    let bearer = ("authorization".to_owned(), format!("Bearer {key}"));
    hall.try_connect("/api/worker", &[bearer]).await
}

/// A connection on which nothing was said yet.
async fn silent_worker(hall: &Hall, key: &str) -> Socket {
    let socket = try_worker(hall, key).await;
    socket.unwrap_or_else(|status| panic!("refused with {status}"))
}

fn hello(protocol: u32, network: &str) -> String {
    json!({
        "type": "hello", "protocol": protocol, "version": "0.1.0",
        "network": {"name": network, "sha256": null}, "threads": 1,
    })
    .to_string()
}

/// A worker with this network, taken on.
async fn worker_with(hall: &Hall, key: &str, network: &str) -> Socket {
    let mut worker = silent_worker(hall, key).await;
    worker.send(&hello(1, network)).await;
    let welcome = worker.next().await.expect("an answer");
    assert_eq!(welcome["type"], "welcome", "{welcome}");
    worker
}

/// A worker with the server's own network, taken on.
async fn worker(hall: &Hall, key: &str) -> Socket {
    worker_with(hall, key, "unknown").await
}

/// The next task of a worker.
async fn task(worker: &mut Socket) -> (u64, Value) {
    let message = worker.until(|said| said["type"] == "task").await;
    (
        message["id"].as_u64().expect("a number"),
        message["task"].clone(),
    )
}

async fn answer(worker: &mut Socket, id: u64, answer: Value) {
    let message = json!({"type": "answer", "id": id, "answer": answer});
    worker.send(&message.to_string()).await;
}

/// A room in which the engine has to move now.
async fn asked(hall: &Hall, more: Value) -> Socket {
    let mut terms = json!({
        "width": 5, "rules": "japanese", "colors": "host_black",
        "company": {"type": "engine", "level": 2},
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        terms[name] = value.clone();
    }
    let (room, token, _) = hall.room(terms).await;
    let mut host = hall.socket(&room, Some(&token), 0).await;
    host.play(0, "C3").await;
    host
}

/// Waits for the engine's move, which is to be on this point.
async fn expect_move(host: &mut Socket, point: usize) {
    let scene = host.scene(|scene| scene["node"] == 2).await;
    let stones = text(&scene["board"]["stones"]);
    assert_eq!(stones.find('O'), Some(point), "{stones}");
}

async fn study(hall: &Hall) -> Socket {
    let socket = hall.try_connect("/api/study/socket", &[]).await;
    socket.unwrap_or_else(|status| panic!("refused with {status}"))
}

fn analyse(visits: u32) -> String {
    json!({"type": "analyse", "id": 1, "sgf": GAME, "node": 1, "visits": visits}).to_string()
}

/// What a worker thinks of the position after the first move of the game: a lead that the server
/// itself never sees.
fn judged(lead: f64) -> Value {
    json!({
        "turn": "white", "visits": 9, "win_rate": 0.25, "lead": lead,
        "candidates": [{"move": "A1", "visits": 9, "win_rate": 0.25, "lead": lead, "prior": 0.5,
            "variation": ["A1"]}],
        "ownership": vec![1; 25],
    })
}

/// The reason that a worker is told when it is sent away, and that nothing comes after it.
async fn farewell(worker: &mut Socket) -> String {
    let refused = worker.until(|said| said["type"] == "refused").await;
    assert!(refused["text"].is_string(), "{refused}");
    assert_eq!(worker.rest().await, Vec::<Value>::new());
    text(&refused["code"])
}

#[tokio::test]
async fn a_trusted_worker_moves_names_the_dead_and_estimates() {
    let (hall, store) = open().await;
    let mut worker = worker(&hall, TRUSTED).await;
    hall.measures("ponnuki_workers 1").await;
    let mut host = asked(&hall, json!({})).await;
    let (id, told) = task(&mut worker).await;
    assert_eq!(
        (&told["kind"], &told["level"]),
        (&json!("choose"), &json!(2))
    );
    assert_eq!(told["game"]["events"].as_array().map(Vec::len), Some(1));
    answer(&mut worker, id, json!({"kind": "chosen", "at": "A1"})).await;
    expect_move(&mut host, WORKERS_POINT).await;

    let ask = json!({"type": "estimate", "id": 90});
    host.send(&ask.to_string()).await;
    let (id, told) = task(&mut worker).await;
    assert_eq!(told["kind"], "estimate");
    let estimate = json!({
        "kind": "estimate", "ownership": vec![-1.0; 25], "lead": -7.5, "win_rate": 0.125,
    });
    answer(&mut worker, id, estimate).await;
    let seen = host.until(|said| said["type"] == "estimate").await;
    assert_eq!(
        (&seen["lead"], &seen["winrate"]),
        (&json!(-7.5), &json!(0.125))
    );

    host.play(2, "pass").await;
    let (id, _) = task(&mut worker).await;
    answer(&mut worker, id, json!({"kind": "chosen", "at": "pass"})).await;
    let (id, told) = task(&mut worker).await;
    assert_eq!(told["kind"], "dead");
    let dead = json!({"kind": "dead", "dead": [{"stones": ["A1"], "reason": "no_eyes"}]});
    answer(&mut worker, id, dead).await;
    let scene = host.scene(|scene| scene["agreement"]["is_proposed"] == true);
    assert_eq!(scene.await["agreement"]["dead"], json!(["A1"]));
    hall.measures("ponnuki_worker_tasks_total{fate=\"handed_out\"} 4")
        .await;
    hall.measures("ponnuki_worker_tasks_total{fate=\"done\"} 4")
        .await;
    let key = store.worker_key(&worker_key_hash(TRUSTED)).await;
    let key = key.expect("a store").expect("a key");
    assert!(key.seen_ms.is_some(), "it is written down that it was seen");
}

#[tokio::test]
async fn an_analysis_is_told_on_the_way_and_may_be_any_workers() {
    let (hall, _) = open().await;
    let mut worker = worker_with(&hall, HELPING, "another").await;
    let mut reader = study(&hall).await;
    reader.send(&analyse(50)).await;
    let (id, told) = task(&mut worker).await;
    assert_eq!(
        (&told["kind"], &told["visits"]),
        (&json!("analyse"), &json!(50))
    );
    let working = json!({"type": "working", "id": id, "position": judged(-5.5)});
    worker.send(&working.to_string()).await;
    let first = reader.until(|said| said["re"] == 1).await;
    assert_eq!(
        (&first["is_last"], &first["position"]["lead"]),
        (&json!(false), &json!(-5.5))
    );
    answer(
        &mut worker,
        id,
        json!({"kind": "judged", "position": judged(-6.5)}),
    )
    .await;
    let last = reader.until(|said| said["is_last"] == true).await;
    assert_eq!(last["position"]["lead"], -6.5);
}

#[tokio::test]
async fn the_stop_sign_reaches_the_worker() {
    let (hall, _) = open().await;
    let mut worker = worker(&hall, HELPING).await;
    let mut reader = study(&hall).await;
    reader.send(&analyse(ENDLESS)).await;
    let (id, _) = task(&mut worker).await;
    reader.send(r#"{"type": "stop"}"#).await;
    let cancel = worker.until(|said| said["type"] == "cancel").await;
    assert_eq!(cancel["id"], id);
    // What comes all the same is not wanted, and no reason to part.
    answer(
        &mut worker,
        id,
        json!({"kind": "judged", "position": judged(-6.5)}),
    )
    .await;
    reader.send(&analyse(50)).await;
    let (id, _) = task(&mut worker).await;
    answer(
        &mut worker,
        id,
        json!({"kind": "judged", "position": judged(-7.5)}),
    )
    .await;
    let last = reader.until(|said| said["is_last"] == true).await;
    assert_eq!(last["position"]["lead"], -7.5);
}

#[tokio::test]
async fn a_move_that_is_wanted_at_once_comes_from_the_worker_at_once() {
    let (hall, _) = open().await;
    let mut worker = worker(&hall, TRUSTED).await;
    let mut host = asked(&hall, json!({})).await;
    let (id, _) = task(&mut worker).await;
    host.done(json!({"type": "move_now"})).await;
    let cancel = worker.until(|said| said["type"] == "cancel").await;
    assert_eq!(cancel["id"], id);
    answer(&mut worker, id, json!({"kind": "chosen", "at": "A1"})).await;
    expect_move(&mut host, WORKERS_POINT).await;
}

#[tokio::test]
async fn whoever_is_not_trusted_or_has_another_network_makes_no_move() {
    let (hall, _) = open().await;
    let mut helping = worker(&hall, HELPING).await;
    let mut other = worker_with(&hall, TRUSTED, "another").await;
    let mut host = asked(&hall, json!({})).await;
    expect_move(&mut host, OWN_POINT).await;
    host.send(&json!({"type": "estimate", "id": 90}).to_string())
        .await;
    let (id, told) = task(&mut other).await;
    assert_eq!(told["kind"], "estimate");
    worker_gives_up(&mut other, id).await;
    // Nobody else is trusted, so the server itself answers.
    let seen = host.until(|said| said["type"] == "estimate").await;
    assert_eq!(seen["lead"], 3.3);
    // And a study goes to whoever may do nothing else.
    let mut reader = study(&hall).await;
    reader.send(&analyse(50)).await;
    assert_eq!(task(&mut helping).await.1["kind"], "analyse");
}

async fn worker_gives_up(worker: &mut Socket, id: u64) {
    let message = json!({"type": "given_up", "id": id, "text": "no such game"});
    worker.send(&message.to_string()).await;
}

#[tokio::test]
async fn a_worker_that_lies_about_a_move_is_sent_away_and_the_game_goes_on() {
    for lie in [
        json!({"kind": "chosen", "at": "C3"}),
        json!({"kind": "chosen", "at": "Z9"}),
        json!({"kind": "dead", "dead": []}),
    ] {
        let (hall, _) = open().await;
        let mut worker = worker(&hall, TRUSTED).await;
        let mut host = asked(&hall, json!({"clock": "1:00"})).await;
        let (id, _) = task(&mut worker).await;
        answer(&mut worker, id, lie.clone()).await;
        assert_eq!(farewell(&mut worker).await, "wrong_answer", "{lie}");
        expect_move(&mut host, OWN_POINT).await;
        hall.measures("ponnuki_worker_tasks_total{fate=\"failed\"} 1")
            .await;
        hall.measures("ponnuki_workers_dismissed_total 1").await;
        // Its key is not taken for a while.
        assert_eq!(try_worker(&hall, TRUSTED).await.err(), Some(403));
    }
}

#[tokio::test]
async fn a_worker_that_lies_about_a_position_is_sent_away_and_the_server_thinks() {
    let mut short = judged(-6.5);
    short["ownership"] = json!(vec![0; 24]);
    let mut beyond = judged(-6.5);
    beyond["lead"] = json!(1e39);
    let mut nothing = judged(-6.5);
    nothing["win_rate"] = json!(1.5);
    let mut occupied = judged(-6.5);
    occupied["candidates"][0]["move"] = json!("C3");
    for lie in [short, beyond, nothing, occupied] {
        let (hall, _) = open().await;
        let mut worker = worker(&hall, HELPING).await;
        let mut reader = study(&hall).await;
        reader.send(&analyse(50)).await;
        let (id, _) = task(&mut worker).await;
        answer(&mut worker, id, json!({"kind": "judged", "position": lie})).await;
        assert_eq!(farewell(&mut worker).await, "wrong_answer", "{lie}");
        let last = reader.until(|said| said["is_last"] == true).await;
        assert_eq!(last["position"]["lead"], 3.5);
    }
}

#[tokio::test]
async fn nobodys_clock_suffers_from_a_worker_that_stalls() {
    let (hall, _) = open().await;
    let mut worker = worker(&hall, TRUSTED).await;
    let mut host = asked(&hall, json!({"clock": "0:20"})).await;
    let (id, _) = task(&mut worker).await;
    // The worker says nothing more.
    let moved = tokio::time::timeout(SOON, expect_move(&mut host, OWN_POINT));
    moved.await.expect("a move in time");
    let cancel = worker.until(|said| said["type"] == "cancel").await;
    assert_eq!(cancel["id"], id);
    hall.measures("ponnuki_worker_tasks_total{fate=\"taken_back\"} 1")
        .await;
    // It rests, and the server moves by itself at once.
    host.play(2, "D3").await;
    host.scene(|scene| scene["node"] == 4).await;
    hall.measures("ponnuki_worker_tasks_total{fate=\"handed_out\"} 1")
        .await;
}

#[tokio::test]
async fn a_worker_that_is_always_at_work_and_never_done_does_not_cost_the_game() {
    let (hall, _) = open().await;
    let mut worker = worker(&hall, TRUSTED).await;
    let mut host = asked(&hall, json!({"clock": "0:05/move"})).await;
    let (id, _) = task(&mut worker).await;
    let working = json!({"type": "working", "id": id}).to_string();
    let busy = tokio::spawn(async move {
        for _ in 0..100 {
            worker.send(&working).await;
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    });
    expect_move(&mut host, OWN_POINT).await;
    busy.abort();
}

#[tokio::test]
async fn what_a_worker_had_that_vanishes_is_done_by_another_or_here() {
    let (hall, _) = open().await;
    let mut first = worker(&hall, TRUSTED).await;
    let mut host = asked(&hall, json!({})).await;
    let (id, _) = task(&mut first).await;
    assert!(id > 0);
    let mut second = worker(&hall, TRUSTED).await;
    drop(first);
    let (id, _) = task(&mut second).await;
    answer(&mut second, id, json!({"kind": "chosen", "at": "A1"})).await;
    expect_move(&mut host, WORKERS_POINT).await;
    // One that says that it goes gives everything back at once.
    let mut host = asked(&hall, json!({})).await;
    task(&mut second).await;
    second.send(r#"{"type": "leaving"}"#).await;
    expect_move(&mut host, OWN_POINT).await;
    hall.measures("ponnuki_workers 0").await;
}

#[tokio::test]
async fn only_a_key_that_is_known_opens_the_door() {
    let (hall, _) = open().await;
    assert_eq!(try_worker(&hall, "guessed").await.err(), Some(401));
    assert_eq!(hall.try_connect("/api/worker", &[]).await.err(), Some(401));
    hall.measures("ponnuki_workers 0").await;
}

#[tokio::test]
async fn a_revoked_key_is_worth_nothing_within_seconds() {
    let (hall, store) = open().await;
    let mut worker = worker(&hall, TRUSTED).await;
    assert!(store.revoke_worker_key("study").await.expect("a store"));
    assert_eq!(farewell(&mut worker).await, "revoked");
    assert_eq!(try_worker(&hall, TRUSTED).await.err(), Some(401));
}

#[tokio::test]
async fn a_worker_of_another_version_is_told_so() {
    let (hall, _) = open().await;
    let later = r#"{"type": "hello", "protocol": 2, "cores": 8}"#.to_owned();
    for said in [hello(2, "unknown"), later] {
        let mut worker = silent_worker(&hall, HELPING).await;
        worker.send(&said).await;
        assert_eq!(farewell(&mut worker).await, "other_protocol", "{said}");
    }
}

#[tokio::test]
async fn whoever_sends_garbage_or_too_much_is_sent_away() {
    let (hall, _) = open().await;
    for said in [
        "{",
        "[]",
        r#"{"type": "hello"}"#,
        r#"{"type": "leaving"}"#,
        &hello(1, ""),
        &hello(1, &"x".repeat(300)),
    ] {
        let mut worker = silent_worker(&hall, HELPING).await;
        worker.send(said).await;
        assert_eq!(farewell(&mut worker).await, "bad_message", "{said}");
    }
    for said in [
        "garbage",
        r#"{"type": "answer", "id": 99, "answer": {"kind": "chosen", "at": "A1"}}"#,
        r#"{"type": "working", "id": 0}"#,
        r#"{"type": "answer", "id": 1, "answer": {"kind": "estimate", "ownership": [NaN]}}"#,
        &hello(1, "unknown"),
    ] {
        let mut worker = worker(&hall, HELPING).await;
        worker.send(said).await;
        assert_eq!(farewell(&mut worker).await, "bad_message", "{said}");
    }
    let mut worker = worker(&hall, HELPING).await;
    let mut host = asked(&hall, json!({})).await;
    let mut reader = study(&hall).await;
    reader.send(&analyse(50)).await;
    let (id, _) = task(&mut worker).await;
    let working = json!({"type": "working", "id": id}).to_string();
    let mut n_sent = 0;
    while n_sent < 100_000 && worker.try_send(&working).await {
        n_sent += 1;
    }
    assert!(n_sent < 100_000, "it was not cut off");
    expect_move(&mut host, OWN_POINT).await;
    let last = reader.until(|said| said["is_last"] == true).await;
    assert_eq!(last["position"]["lead"], 3.5);
}
