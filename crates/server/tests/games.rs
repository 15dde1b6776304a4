//! Whole games, through the network.

mod hall;

use ponnuki_server::{Config, Rate, ServerLimits};
use serde_json::{Value, json};

use hall::{Hall, Socket, text};

#[tokio::test]
async fn a_game_by_link_is_played_agreed_counted_and_downloaded() {
    let hall = Hall::open().await;
    let terms = json!({"width": 5, "rules": "goban", "komi": 0, "colors": "host_black"});
    let (room, mut host, mut guest) = hall.two(terms).await;
    let line = "C3 D3 C2 D2 C4 D4 C5 D5 C1 D1 pass pass";
    for (node, at) in (0..).zip(line.split(' ')) {
        let mover = if node % 2 == 0 { &mut host } else { &mut guest };
        mover.play(node, at).await;
    }
    let scene = guest
        .scene(|scene| scene["agreement"]["is_proposed"] == true)
        .await;
    assert_eq!(scene["stage"], "stopped");
    assert_eq!(scene["board"]["stones"], "..XO.".repeat(5));
    host.done(json!({"type": "accept", "dead": []})).await;
    guest.done(json!({"type": "accept", "dead": []})).await;
    let scene = host.scene(|scene| scene["stage"] == "over").await;
    assert_eq!(scene["outcome"]["text"], "B+5");
    let sgf = hall.get(&format!("/api/rooms/{room}/games/1.sgf")).await;
    assert_eq!(
        (sgf.status, sgf.header("content-type")),
        (200, Some("application/x-go-sgf; charset=utf-8"))
    );
    assert!(
        sgf.body.contains("RE[B+5]") && sgf.body.contains(";B[cc]"),
        "{}",
        sgf.body
    );
    let png = hall.get(&format!("/api/rooms/{room}/games/1.png")).await;
    assert_eq!(
        (png.status, png.header("content-type")),
        (200, Some("image/png"))
    );
    let svg = hall.get(&format!("/api/rooms/{room}/games/1.svg")).await;
    assert!(svg.body.starts_with("<svg"), "{}", svg.body);
}

#[tokio::test]
async fn everybody_is_told_the_same_in_the_same_order() {
    let hall = Hall::open().await;
    let (room, mut host, mut guest) = hall.two(json!({"width": 9, "colors": "host_black"})).await;
    let mut watcher = hall.socket(&room, None, 0).await;
    watcher.until(|message| message["type"] == "update").await;
    host.play(0, "E5").await;
    guest.play(1, "C3").await;
    host.done(json!({"type": "say", "text": "good luck"})).await;
    let mut told = Vec::new();
    while told.len() < 3 {
        let update = watcher.until(|message| message["type"] == "update").await;
        told.extend(update["happened"].as_array().expect("a list").clone());
    }
    let kinds: Vec<_> = told
        .iter()
        .map(|told| text(&told["what"]["type"]))
        .collect();
    assert_eq!(kinds, ["moved", "moved", "said"]);
    let seqs: Vec<_> = told
        .iter()
        .map(|told| told["seq"].as_u64().expect("a number"))
        .collect();
    assert_eq!(seqs, [seqs[0], seqs[0] + 1, seqs[0] + 2]);
}

#[tokio::test]
async fn at_one_screen_one_client_plays_both_sides() {
    let hall = Hall::open().await;
    let terms = json!({
        "width": 3, "rules": "tromp-taylor", "komi": 0, "company": {"type": "same_screen"},
        "name": "Left", "guest_name": "Right",
    });
    let (room, token, opened) = hall.room(terms).await;
    assert_eq!(opened["seats"], json!(["host", "guest"]));
    assert!(opened["invite_url"].is_null());
    let mut both = hall.socket(&room, Some(&token), 0).await;
    let welcome = both.next().await.expect("a welcome");
    assert_eq!(welcome["seats"], json!(["host", "guest"]));
    for (node, at) in (0..).zip(["B2", "A1", "pass", "pass"]) {
        both.play(node, at).await;
    }
    let scene = both.scene(|scene| scene["stage"] == "over").await;
    assert_eq!(scene["seats"]["guest"]["name"], "Right");
    assert!(scene["outcome"]["text"].is_string());
}

#[tokio::test]
async fn the_engine_moves_and_agrees_when_it_is_its_turn() {
    let hall = Hall::open().await;
    let terms = json!({
        "width": 5, "rules": "japanese", "company": {"type": "engine", "level": 1},
        "colors": "host_black",
    });
    let (room, token, _) = hall.room(terms).await;
    let mut host = hall.socket(&room, Some(&token), 0).await;
    host.play(0, "C3").await;
    host.scene(|scene| scene["node"] == 2 && scene["to_move"] == "black")
        .await;
    host.play(2, "pass").await;
    let scene = host
        .scene(|scene| scene["agreement"]["is_proposed"] == true)
        .await;
    assert_eq!(scene["stage"], "stopped");
    host.done(json!({"type": "accept", "dead": []})).await;
    let scene = host.scene(|scene| scene["stage"] == "over").await;
    assert_eq!(scene["outcome"]["by"], "score");
}

#[tokio::test]
async fn the_engine_moves_first_when_it_has_black_and_after_a_rematch() {
    let hall = Hall::open().await;
    let terms = json!({
        "width": 5, "rules": "japanese", "company": {"type": "engine", "level": 2},
        "colors": "host_white",
    });
    let (room, token, _) = hall.room(terms).await;
    let mut host = hall.socket(&room, Some(&token), 0).await;
    host.scene(|scene| scene["node"] == 1 && scene["to_move"] == "white")
        .await;
    host.done(json!({"type": "resign"})).await;
    host.done(json!({"type": "rematch"})).await;
    let scene = host.scene(|scene| scene["game_number"] == 2).await;
    assert_eq!(
        (&scene["black"], &scene["to_move"]),
        (&json!("host"), &json!("black"))
    );
}

#[tokio::test]
async fn every_finished_game_of_a_room_is_listed_the_last_first() {
    let hall = Hall::open().await;
    let terms = json!({
        "width": 5, "company": {"type": "same_screen"}, "colors": "host_black",
    });
    let (room, token, _) = hall.room(terms).await;
    let mut host = hall.socket(&room, Some(&token), 0).await;
    host.done(json!({"type": "resign", "as": "host"})).await;
    host.done(json!({"type": "rematch", "as": "host"})).await;
    host.done(json!({"type": "resign", "as": "host"})).await;
    host.done(json!({"type": "rematch", "as": "host"})).await;
    let list = hall.get(&format!("/api/rooms?ids={room}")).await.json();
    let entry = &list["rooms"][0];
    assert_eq!(
        (&entry["game_number"], &entry["stage"]),
        (&json!(3), &json!("playing"))
    );
    let finished = entry["finished"].as_array().expect("a list");
    let brief: Vec<_> = finished
        .iter()
        .map(|game| {
            let (black, outcome) = (text(&game["black"]), text(&game["outcome"]["text"]));
            format!("{} {black} {outcome}", game["game_number"])
        })
        .collect();
    assert_eq!(brief, ["2 guest B+R", "1 host W+R"]);
    let began: Vec<_> = finished
        .iter()
        .map(|game| game["began_ms"].as_u64())
        .collect();
    assert!(began[0] >= began[1] && began[1] >= entry["opened_ms"].as_u64());
}

#[tokio::test]
async fn an_engine_that_gives_up_or_breaks_down_loses() {
    let hall = Hall::open().await;
    for level in [3, 4] {
        let terms = json!({"width": 5, "company": {"type": "engine", "level": level}});
        let (room, token, _) = hall.room(terms).await;
        let mut host = hall.socket(&room, Some(&token), 0).await;
        host.play(0, "C3").await;
        let scene = host.scene(|scene| scene["stage"] == "over").await;
        assert_eq!(scene["outcome"]["text"], "B+R", "level {level}");
    }
}

#[tokio::test]
async fn an_estimate_is_for_those_whom_it_does_not_help_to_win() {
    let hall = Hall::open().await;
    let estimate = json!({"type": "estimate"});
    let terms = json!({"width": 5, "colors": "host_black", "rules": "japanese"});
    let (room, mut host, mut guest) = hall.two(terms).await;
    assert_eq!(host.refused(estimate.clone()).await, "estimate_forbidden");
    // Whoever watches could pass it on; and there is no other door.
    let mut watcher = hall.socket(&room, None, 0).await;
    let code = watcher.refused(estimate.clone()).await;
    assert_eq!(code, "estimate_forbidden");
    let line = format!("/api/rooms/{room}/say?line=estimate");
    let typed = hall.get(&line).await.json();
    let code = watcher.refused(typed["message"].clone()).await;
    assert_eq!(code, "estimate_forbidden");
    host.play(0, "pass").await;
    guest.play(1, "pass").await;
    watcher.scene(|scene| scene["stage"] == "stopped").await;
    for socket in [&mut host, &mut watcher] {
        let code = socket.refused(estimate.clone()).await;
        assert_eq!(code, "estimate_forbidden", "while the dead are looked for");
    }
    host.done(json!({"type": "resign"})).await;
    let seen = watcher.ask(estimate.clone()).await;
    assert_eq!(
        (&seen["type"], &seen["lead"]),
        (&json!("estimate"), &json!(3.3))
    );
    assert_eq!(seen["ownership"], json!(vec![50; 25]));
    assert_eq!(host.ask(estimate.clone()).await["winrate"], 0.75);
    // Against the computer the player may ask, and so may those who watch.
    let terms = json!({"width": 5, "company": {"type": "engine", "level": 1}});
    let (room, ..) = hall.room(terms).await;
    let mut watcher = hall.socket(&room, None, 0).await;
    assert_eq!(watcher.ask(estimate).await["type"], "estimate");
}

/// A server where nobody is told to be slower.
async fn patient() -> Hall {
    let fast = Rate::new(1_000_000, 1_000_000.0);
    let limits = ServerLimits {
        messages: fast,
        messages_per_address: fast,
        watching: fast,
        watcher_lines: fast,
        ..ServerLimits::default()
    };
    Hall::with(&Config {
        limits,
        ..Config::default()
    })
    .await
}

/// Asks for the same again and again: how often it is done, and why it then is not.
async fn how_often(socket: &mut Socket, ask: impl Fn(usize) -> Value) -> (usize, String) {
    for n in 0..25_000 {
        let answer = socket.ask(ask(n)).await;
        if answer["type"] != "done" {
            return (n, text(&answer["code"]));
        }
    }
    panic!("all of it was done")
}

#[tokio::test]
async fn nobody_wins_by_filling_the_room() {
    let hall = patient().await;
    let terms = json!({"width": 5, "colors": "host_black", "clock": "10:00"});
    let (_, mut host, mut guest) = hall.two(terms).await;
    host.play(0, "C3").await;
    let rename = |n| json!({"type": "rename", "name": format!("name {n}")});
    let (n, code) = how_often(&mut host, rename).await;
    assert_eq!((n, code.as_str()), (20, "too_many_names"));
    let say = |_| json!({"type": "say", "text": "and another thing"});
    let (n, code) = how_often(&mut host, say).await;
    assert_eq!((n, code.as_str()), (500, "chat_full"));
    // The other has their own, and moves.
    guest.done(say(0)).await;
    guest.play(1, "B2").await;
}

#[tokio::test]
async fn who_was_told_no_asks_again_after_another_move() {
    let hall = patient().await;
    let terms = json!({"width": 5, "colors": "host_black", "undo": "ask"});
    let (_, mut host, mut guest) = hall.two(terms).await;
    host.play(0, "C3").await;
    let undo = |node: u64| json!({"type": "undo", "node": node});
    let no = json!({"type": "answer_undo", "yes": false});
    host.done(undo(1)).await;
    guest.done(no.clone()).await;
    for _ in 0..30 {
        assert_eq!(host.refused(undo(1)).await, "undo_declined");
    }
    // A few more after other moves, and then no more in this game.
    let points = [
        "B2", "C2", "A1", "C4", "E5", "D4", "E1", "D2", "A5", "B4", "A3", "D5",
    ];
    let mut codes = Vec::new();
    for (node, at) in (1..).zip(points) {
        let is_hosts = node % 2 == 0;
        let mover = if is_hosts { &mut host } else { &mut guest };
        mover.play(node, at).await;
        if is_hosts {
            let answer = host.ask(undo(node + 1)).await;
            match text(&answer["type"]).as_str() {
                "done" => guest.done(no.clone()).await,
                _ => codes.push(text(&answer["code"])),
            }
        }
    }
    assert_eq!(codes, ["too_many_undos", "too_many_undos"]);
}

#[tokio::test]
async fn komi_is_bid_for_and_the_game_begins_with_it() {
    let hall = Hall::open().await;
    let (_, mut host, mut guest) = hall.two(json!({"width": 5, "komi": "auction"})).await;
    host.done(json!({"type": "bid", "komi": 3.5})).await;
    assert_eq!(
        guest.refused(json!({"type": "bid", "komi": 3.5})).await,
        "bid_too_low"
    );
    guest.done(json!({"type": "bid", "komi": 4})).await;
    host.done(json!({"type": "concede"})).await;
    let scene = guest.scene(|scene| scene["stage"] == "playing").await;
    assert_eq!(
        (&scene["black"], &scene["komi"]),
        (&json!("guest"), &json!(4))
    );
}

#[tokio::test]
async fn a_flag_falls_by_itself() {
    let hall = Hall::open().await;
    let terms = json!({"width": 5, "colors": "host_black", "clock": "0:01/move"});
    let (_, mut host, mut guest) = hall.two(terms).await;
    let scene = guest.scene(|scene| scene["stage"] == "over").await;
    assert_eq!(scene["outcome"]["text"], "W+T");
    let late = host
        .refused(json!({"type": "play", "node": 0, "at": "C3"}))
        .await;
    assert_eq!(late, "over");
}

#[tokio::test]
async fn a_room_opens_from_a_record_and_play_goes_on() {
    let hall = Hall::open().await;
    let terms = json!({
        "sgf": "(;SZ[9]RU[Chinese]KM[7];B[cc];W[gg];B[cg])",
        "company": {"type": "same_screen"},
    });
    let (room, token, _) = hall.room(terms).await;
    let mut host = hall.socket(&room, Some(&token), 0).await;
    let scene = host.scene(|scene| scene["n_moves"] == 3).await;
    assert_eq!(scene["to_move"], "white");
    host.play(3, "E5").await;
    let sgf = hall.get(&format!("/api/rooms/{room}/games/1.sgf")).await;
    let is_whole = sgf.body.contains(";B[cc];W[gg];B[cg];W[ee]");
    assert!(is_whole, "{}", sgf.body);
}

#[tokio::test]
async fn a_record_that_is_no_game_to_go_on_with_opens_no_room() {
    let hall = Hall::open().await;
    for (sgf, why) in [
        ("(;SZ[3]RU[Japanese];B[ba];W[bb];B[ab];W[aa])", "move 4"),
        ("(;SZ[52];B[cc])", "cannot be read"),
    ] {
        let answer = hall.post("/api/rooms", &json!({ "sgf": sgf })).await;
        assert_eq!(answer.status, 422, "{}", answer.body);
        assert!(answer.body.contains(why), "{}", answer.body);
    }
}
