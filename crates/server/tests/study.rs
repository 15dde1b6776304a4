//! Positions and records that nobody plays.

mod hall;

use std::time::Duration;

use ponnuki_server::{Config, LARGE_RECORD_BYTES_MAX, ServerLimits, look_at};
use ponnuki_wire::{BookProblem, BookTask, Position, ProblemBook, ProblemEntry, ProblemIndex};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

use hall::{ENDLESS, Hall, Socket};

const GAME: &str = "(;GM[1]FF[4]SZ[5]RU[Japanese]KM[0]PB[Shusaku]BR[4d]PW[Genan]RE[B+5]XX[kept]\
    ;B[cc];W[dc]C[hm];B[cb](;W[db];B[cd])(;W[bb]TR[cc]LB[bb:a]))";

async fn open(hall: &Hall, sgf: &str, edit: Value) -> Value {
    let body = match edit {
        Value::Null => json!({"sgf": sgf}),
        edit => json!({"sgf": sgf, "edit": edit}),
    };
    let answer = hall.post("/api/study/record", &body).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

/// The moves of a tree, each with the number of its parent.
fn moves(tree: &Value) -> String {
    let nodes = tree["nodes"].as_array().expect("nodes").iter();
    let told = nodes.filter_map(|node| {
        Some(format!(
            "{}:{}",
            node["parent"].as_u64()?,
            node["at"].as_str()?
        ))
    });
    told.collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn a_file_is_read_in_its_own_charset_and_goes_on_as_utf_8() {
    // What Shift_JIS has for 本因坊.
    let name = b"\x96\x7b\x88\xf6\x96\x56";
    let file = [&b"(;SZ[9]CA[Shift_JIS]PB["[..], name, b"];B[ee])"].concat();
    let hall = Hall::open().await;
    let (head, body) = send_file(&hall, "", &file).await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let tree: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!(tree["players"]["black"], "本因坊");
    assert_eq!(tree["sgf"], "(;SZ[9]CA[UTF-8]PB[本因坊];B[ee])");
    // What comes back with a wish is the same text.
    let tree = open(&hall, tree["sgf"].as_str().expect("SGF"), Value::Null).await;
    assert_eq!(tree["players"]["black"], "本因坊");
}

#[tokio::test]
async fn a_position_is_told_over_http() {
    let hall = Hall::open().await;
    let body = json!({"rules": "chinese", "width": 9, "moves": ["E5", "pass", "E5"]});
    let answer = hall.post("/api/study/position", &body).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let face = answer.json();
    assert_eq!(face["to_move"], "black");
    assert_eq!(face["refused"]["code"], "occupied");
    let answer = hall
        .post(
            "/api/study/position",
            &json!({"rules": "chess", "width": 9}),
        )
        .await;
    assert_eq!(
        (answer.status, answer.json()["code"].as_str()),
        (422, Some("bad_terms"))
    );
}

#[tokio::test]
async fn a_record_is_a_tree_with_what_changes_on_the_board() {
    let hall = Hall::open().await;
    let tree = open(&hall, GAME, Value::Null).await;
    assert_eq!(moves(&tree), "0:C3 1:D3 2:C4 3:D4 4:C2 3:B4");
    assert_eq!(tree["players"]["black"], "Shusaku 4d");
    assert_eq!(tree["rules"], "japanese");
    assert_eq!(tree["nodes"][2]["comment"], "hm");
    assert_eq!(
        tree["nodes"][6]["marks"],
        json!([{"mark": "triangle", "at": ["C3"]}])
    );
    assert_eq!(
        tree["nodes"][6]["labels"],
        json!([{"at": "B4", "text": "a"}])
    );
    let changes = json!([{"at": "B4", "stone": "white"}]);
    assert_eq!(tree["nodes"][6]["changes"], changes);
    assert_eq!(tree["sgf"], GAME, "nothing is lost");
}

#[tokio::test]
async fn a_record_is_changed_and_keeps_the_rest() {
    let hall = Hall::open().await;
    let tree = open(&hall, GAME, json!({"type": "play", "node": 4, "at": "B2"})).await;
    assert_eq!(moves(&tree), "0:C3 1:D3 2:C4 3:D4 4:C2 4:B2 3:B4");
    assert_eq!(tree["at"], 6);
    let sgf = tree["sgf"].as_str().expect("text").to_owned();
    assert!(sgf.contains("XX[kept]"));
    let edit = json!({"type": "line", "node": 6, "moves": ["pass", "A1"]});
    let tree = open(&hall, &sgf, edit).await;
    assert_eq!(tree["at"], 8);
    assert_eq!(tree["nodes"][8]["by"], "black");
    for (edit, expected) in [
        (
            json!({"type": "comment", "node": 1, "text": "here]"}),
            r"C[here\]]",
        ),
        (
            json!({"type": "mark", "node": 1, "mark": "square", "at": ["A1"]}),
            "SQ[ae]",
        ),
        (
            json!({"type": "label", "node": 1, "labels": [{"at": "A1", "text": "x"}]}),
            "LB[ae:x]",
        ),
        (json!({"type": "promote", "node": 6}), "(;W[bb]"),
    ] {
        let tree = open(&hall, GAME, edit).await;
        assert!(
            tree["sgf"]
                .as_str()
                .is_some_and(|sgf| sgf.contains(expected)),
            "{tree}"
        );
    }
    let tree = open(&hall, GAME, json!({"type": "remove", "node": 4})).await;
    assert_eq!(moves(&tree), "0:C3 1:D3 2:C4 3:B4");
    assert_eq!(tree["at"], 3);
}

#[tokio::test]
async fn what_cannot_be_opened_or_changed_is_refused() {
    let hall = Hall::open().await;
    for (sgf, edit) in [
        ("no game at all", Value::Null),
        ("(;GM[2])", Value::Null),
        ("(;SZ[99])", Value::Null),
        (GAME, json!({"type": "play", "node": 99, "at": "A1"})),
        (GAME, json!({"type": "play", "node": 1, "at": "C3"})),
        (GAME, json!({"type": "play", "node": 1, "at": "Z9"})),
        (GAME, json!({"type": "remove", "node": 0})),
        (
            GAME,
            json!({"type": "mark", "node": 1, "mark": "cross", "at": ["Z9"]}),
        ),
        (
            GAME,
            json!({"type": "label", "node": 1, "labels": [{"at": "Z9", "text": "x"}]}),
        ),
    ] {
        let body = json!({"sgf": sgf, "edit": edit});
        let answer = hall.post("/api/study/record", &body).await;
        assert_eq!(answer.status, 422, "{sgf} {}", answer.body);
    }
    let deep = format!("(;SZ[5]{})", "(;C[x])".repeat(100_001));
    let answer = hall.post("/api/study/record", &json!({"sgf": deep})).await;
    assert_eq!(answer.status, 413, "{}", answer.body);
}

/// Sends a file as it is, and hears the answer: its head and its body.
async fn send_file(hall: &Hall, query: &str, file: &[u8]) -> (String, String) {
    let head = format!(
        "POST /api/study/record{query} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
         content-type: application/x-go-sgf\r\ncontent-length: {}\r\n\r\n",
        hall.address,
        file.len()
    );
    let mut stream = TcpStream::connect(hall.address).await.expect("a server");
    let question = [head.as_bytes(), file].concat();
    stream.write_all(&question).await.expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("UTF-8");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
    (head.to_owned(), body.to_owned())
}

#[tokio::test]
async fn a_game_of_a_file_is_chosen_by_its_number() {
    let hall = Hall::open().await;
    let file = b"(;SZ[9]PB[Ann];B[ee])(;SZ[9]PB[Bo];B[cc];W[gg])";
    for (query, player, n_nodes) in [("", "Ann", 2), ("?game=1", "Bo", 3)] {
        let (head, body) = send_file(&hall, query, file).await;
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        let tree: Value = serde_json::from_str(&body).expect("JSON");
        assert_eq!(tree["players"]["black"], player);
        assert_eq!(tree["nodes"].as_array().map(Vec::len), Some(n_nodes));
        assert_eq!(tree["games"].as_array().map(Vec::len), Some(2));
    }
    for (query, status) in [("?game=2", "422"), ("?game=x", "400")] {
        let (head, body) = send_file(&hall, query, file).await;
        assert!(
            head.starts_with(&format!("HTTP/1.1 {status}")),
            "{head} {body}"
        );
    }
}

#[tokio::test]
async fn a_large_file_is_read_and_a_larger_one_is_refused_before_it_was_sent() {
    let hall = Hall::open().await;
    let game = format!("(;SZ[9]C[{}];B[ee])\n", "x".repeat(1_000));
    let n_games = LARGE_RECORD_BYTES_MAX / game.len();
    let (head, body) = send_file(&hall, "?game=5", game.repeat(n_games).as_bytes()).await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let tree: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!(
        (&tree["game"], &tree["n_games"]),
        (&json!(5), &json!(n_games))
    );

    let mut stream = TcpStream::connect(hall.address).await.expect("a server");
    let head = format!(
        "POST /api/study/record HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
         content-type: application/x-go-sgf\r\ncontent-length: {}\r\n\r\n",
        hall.address,
        LARGE_RECORD_BYTES_MAX + 1
    );
    stream.write_all(head.as_bytes()).await.expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("UTF-8");
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    assert!(answer.contains("8388608"), "{answer}");
}

#[tokio::test]
async fn large_records_are_read_fewer_at_once_and_leave_room_for_small_ones() {
    for (n_all, n_each, status, code) in [(9, 1, 429, "too_fast"), (1, 9, 503, "busy")] {
        let limits = ServerLimits {
            n_large_records: n_all,
            n_large_records_per_address: n_each,
            ..ServerLimits::default()
        };
        let config = Config {
            limits,
            ..Config::default()
        };
        let hall = Hall::with(&config).await;
        let half = half_a_question_of(&hall, 2 << 20).await;
        // Few letters, and many nodes.
        let large = json!({"sgf": format!("(;SZ[5]{})", "(;C[x])".repeat(30_000))});
        let answer = loop {
            let answer = hall.post("/api/study/record", &large).await;
            if answer.status != 200 {
                break answer;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        assert_eq!((answer.status, answer.problem().as_str()), (status, code));
        open(&hall, GAME, Value::Null).await;
        // Whoever is refused hears it, though all of it was sent.
        let file = format!("(;SZ[5]C[{}])", "x".repeat(7 << 20));
        let (head, _) = send_file(&hall, "", file.as_bytes()).await;
        assert!(head.starts_with(&format!("HTTP/1.1 {status}")), "{head}");
        drop(half);
        while hall.post("/api/study/record", &large).await.status != 200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// What every attack of this kind comes to: few letters, many points.
fn few_letters() -> String {
    let node = ";AB[aa:yx]TR[aa:yy]SQ[aa:yy];AE[aa:yx]TR[aa:yy]SQ[aa:yy]";
    format!("(;SZ[25]{})", node.repeat(400))
}

#[tokio::test]
async fn a_body_that_cannot_be_read_is_called_broken_and_not_too_large() {
    let hall = Hall::open().await;
    let question = format!(
        "POST /api/study/record HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
         content-type: application/x-go-sgf\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n(;)\r\n",
        hall.address
    );
    let mut stream = TcpStream::connect(hall.address).await.expect("a server");
    stream
        .write_all(question.as_bytes())
        .await
        .expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("UTF-8");
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
}

#[tokio::test]
async fn few_letters_do_not_become_a_large_answer() {
    let hall = Hall::open().await;
    let answer = hall
        .post("/api/study/record", &json!({"sgf": few_letters()}))
        .await;
    assert_eq!(
        (answer.status, answer.problem().as_str()),
        (413, "too_large")
    );
    assert!(
        answer.body.contains("at most 500000 marks"),
        "{}",
        answer.body
    );
}

/// A hall that reads so many records at once, in all and for each address.
async fn hall_for(n_records: usize, n_records_per_address: usize) -> Hall {
    let limits = ServerLimits {
        n_records,
        n_records_per_address,
        ..ServerLimits::default()
    };
    Hall::with(&Config {
        limits,
        ..Config::default()
    })
    .await
}

/// Begins to ask for a record to be read, and does not come to the end.
async fn half_a_question(hall: &Hall) -> TcpStream {
    half_a_question_of(hall, 100).await
}

/// The same, with a body that is said to have so many bytes.
async fn half_a_question_of(hall: &Hall, n_bytes: usize) -> TcpStream {
    let mut stream = TcpStream::connect(hall.address)
        .await
        .expect("a connection");
    let head = format!(
        "POST /api/study/record HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: {n_bytes}\r\n\r\n{{",
        hall.address
    );
    stream.write_all(head.as_bytes()).await.expect("half of it");
    stream
}

#[tokio::test]
async fn records_are_read_a_few_at_once() {
    for (limits, status, code) in [((9, 1), 429, "too_fast"), ((1, 9), 503, "busy")] {
        let hall = hall_for(limits.0, limits.1).await;
        open(&hall, GAME, Value::Null).await;
        let half = half_a_question(&hall).await;
        let answer = loop {
            // The server may not have seen the other question yet.
            let answer = hall.post("/api/study/record", &json!({"sgf": GAME})).await;
            if answer.status != 200 {
                break answer;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        assert_eq!((answer.status, answer.problem().as_str()), (status, code));
        drop(half);
        read_when_there_is_a_place(&hall).await;
    }
}

#[tokio::test]
async fn who_does_not_read_an_answer_is_given_up() {
    let limits = ServerLimits {
        n_records: 1,
        write_patience: Duration::from_millis(300),
        ..ServerLimits::default()
    };
    let hall = Hall::with(&Config {
        limits,
        ..Config::default()
    })
    .await;
    // More than six megabytes, which no buffer on the way holds.
    let sgf = format!("(;SZ[25]{})", ";AB[aa:yx];AE[aa:yx]".repeat(205));
    let body = json!({ "sgf": sgf }).to_string();
    let socket = TcpSocket::new_v4().expect("a socket");
    socket
        .set_recv_buffer_size(4 << 10)
        .expect("a small buffer");
    let mut stream = socket.connect(hall.address).await.expect("a connection");
    let head = format!(
        "POST /api/study/record HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        hall.address,
        body.len(),
    );
    stream.write_all(head.as_bytes()).await.expect("a question");
    // It holds the only place, and nobody reads it: the server has to end that itself.
    stream.readable().await.expect("an answer");
    read_when_there_is_a_place(&hall).await;
    let mut answer = Vec::new();
    let ended = stream.read_to_end(&mut answer).await;
    let head = String::from_utf8_lossy(&answer[..400]);
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(answer.len() < 6_000_000, "{} {ended:?}", answer.len());
}

/// Asks for a record to be read until there is a place for it.
async fn read_when_there_is_a_place(hall: &Hall) {
    let question = json!({"sgf": GAME});
    while hall.post("/api/study/record", &question).await.status != 200 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn socket(hall: &Hall) -> Socket {
    let socket = hall.try_connect("/api/study/socket", &[]).await;
    socket.unwrap_or_else(|status| panic!("refused with {status}"))
}

#[tokio::test]
async fn a_position_is_thought_about_and_told_on_the_way() {
    let hall = Hall::open().await;
    let mut socket = socket(&hall).await;
    let ask = json!({"type": "analyse", "id": 7, "sgf": GAME, "node": 1, "visits": 50});
    socket.send(&ask.to_string()).await;
    let first = socket.until(|said| said["re"] == 7).await;
    assert_eq!(
        (&first["is_last"], &first["position"]["turn"]),
        (&json!(false), &json!("white"))
    );
    let last = socket.until(|said| said["is_last"] == true).await;
    assert_eq!(last["position"]["visits"], 50);
}

#[tokio::test]
async fn the_whole_policy_is_told_to_those_who_ask_for_it() {
    let hall = Hall::open().await;
    let mut socket = socket(&hall).await;
    for (id, policy, expected) in [
        (1, json!(null), None),
        (2, json!(false), None),
        (3, json!(true), Some(5 * 5 + 1)),
    ] {
        let mut ask = json!({"type": "analyse", "id": id, "sgf": GAME, "node": 1, "visits": 2});
        if !policy.is_null() {
            ask["policy"] = policy;
        }
        socket.send(&ask.to_string()).await;
        let last = socket
            .until(|said| said["re"] == id && said["is_last"] == true)
            .await;
        let told = last["position"]["glance"]["policy"].as_array();
        assert_eq!(told.map(Vec::len), expected, "{last}");
    }
}

#[tokio::test]
async fn what_is_known_of_a_game_is_not_judged_again() {
    let hall = Hall::open().await;
    let mut socket = socket(&hall).await;
    let review = json!({"type": "review", "id": 1, "sgf": GAME, "visits": 10});
    socket.send(&review.to_string()).await;
    let first = socket.until(|said| said["re"] == 1).await;
    let known = json!([{"at": first["at"], "position": first["position"]}]);
    let review = json!({"type": "review", "id": 2, "sgf": GAME, "visits": 10, "known": known});
    socket.send(&review.to_string()).await;
    let next = socket.until(|said| said["re"] == 2).await;
    assert_eq!((&first["at"], &next["at"]), (&json!(0), &json!(1)));
}

#[tokio::test]
async fn a_new_question_ends_the_one_before() {
    let hall = Hall::open().await;
    let mut socket = socket(&hall).await;
    let endless = json!({"type": "analyse", "id": 1, "sgf": GAME, "node": 0, "visits": ENDLESS});
    socket.send(&endless.to_string()).await;
    socket.until(|said| said["re"] == 1).await;
    socket.send(&json!({"type": "stop"}).to_string()).await;
    socket.send(&endless.to_string()).await;
    let review = json!({"type": "review", "id": 2, "sgf": GAME, "visits": 10});
    socket.send(&review.to_string()).await;
    let end = socket
        .until(|said| said["re"] == 2 && said["n_done"] == said["n_all"])
        .await;
    assert_eq!((&end["n_all"], &end["at"]), (&json!(6), &json!(5)));
}

#[tokio::test]
async fn what_cannot_be_studied_is_refused_and_the_connection_stays() {
    let hall = Hall::open().await;
    let mut socket = socket(&hall).await;
    let long = format!("(;SZ[9]{})", ";B[];W[]".repeat(1_001));
    for (message, re, code) in [
        (json!({"type": "sing"}), Value::Null, "bad_message"),
        (
            json!({"type": "review", "id": 3, "sgf": "nothing", "visits": 1}),
            json!(3),
            "bad_record",
        ),
        (
            json!({"type": "analyse", "id": 4, "sgf": GAME, "node": 99, "visits": 1}),
            json!(4),
            "bad_record",
        ),
        (
            json!({"type": "review", "id": 5, "sgf": long, "visits": 1}),
            json!(5),
            "line_too_long",
        ),
    ] {
        socket.send(&message.to_string()).await;
        let refused = socket.until(|said| said["type"] == "refused").await;
        assert_eq!(refused["re"], re, "{message}");
        assert_eq!(refused["code"], code, "{message}");
    }
}

#[tokio::test]
async fn no_address_studies_more_than_its_share() {
    let hall = Hall::open().await;
    let mut held = Vec::new();
    for _ in 0..ServerLimits::default().n_studies_per_address {
        held.push(socket(&hall).await);
    }
    let more = hall.try_connect("/api/study/socket", &[]).await;
    assert_eq!(more.err(), Some(429));
    drop(held);
}

#[tokio::test]
async fn every_board_of_the_course_can_be_looked_at() {
    let hall = Hall::open().await;
    let course = hall.get("/api/lessons").await.json();
    let lessons = course["lessons"].as_array().expect("lessons");
    assert!(lessons.len() > 10);
    for lesson in lessons {
        for step in lesson["steps"].as_array().expect("steps") {
            let face = hall.post("/api/study/position", &step["position"]).await;
            assert_eq!(face.status, 200, "{step}: {}", face.body);
            assert_eq!(face.json()["refused"], Value::Null, "{step}");
        }
    }
}

#[tokio::test]
async fn every_line_of_every_problem_can_be_played() {
    let hall = Hall::open().await;
    let index = hall.get("/api/problems").await.json();
    let index: ProblemIndex = serde_json::from_value(index).expect("an index of problems");
    assert!(index.problems.len() > 100);
    let mut problems = Vec::new();
    for entries in index.problems.chunks(40) {
        let ids: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
        let path = format!("/api/problems/{}", ids.join(","));
        let some = hall.get(&path).await.json();
        let some: ProblemBook = serde_json::from_value(some).expect("some problems");
        let is_it = |own: &BookProblem, entry: &ProblemEntry| {
            (&own.id, own.kind, own.rating) == (&entry.id, entry.kind, entry.rating)
        };
        let mut pairs = some.problems.iter().zip(entries);
        assert!(some.problems.len() == entries.len() && pairs.all(|(a, b)| is_it(a, b)));
        problems.extend(some.problems);
    }
    for problem in problems {
        let (line, wrong) = match problem.task {
            BookTask::Play { line, wrong, .. } => (line, wrong),
            BookTask::Count { .. } => continue,
        };
        for moves in wrong.into_iter().chain([line]) {
            let position = Position {
                moves,
                ..problem.position.clone()
            };
            let face = look_at(&position).expect("there is such a board");
            assert_eq!(face.refused, None, "{}: {:?}", problem.id, position.moves);
        }
    }
}

#[tokio::test]
async fn who_asks_for_too_many_problems_or_for_none_that_there_is_is_told() {
    let hall = Hall::open().await;
    let answer = hall.get("/api/problems/net-nothing,").await;
    assert_eq!(
        (answer.status, answer.json()),
        (200, json!({"problems": []}))
    );
    let many = vec!["net-000000"; 41].join(",");
    let answer = hall.get(&format!("/api/problems/{many}")).await;
    assert_eq!(
        (answer.status, answer.problem().as_str()),
        (400, "bad_request")
    );
}

#[tokio::test]
async fn the_program_plays_on_from_a_position_at_a_level() {
    let hall = Hall::open().await;
    let mut socket = socket(&hall).await;
    let ask = |id: u64, node: u32, level: u8| {
        json!({"type": "choose", "id": id, "sgf": GAME, "node": node, "level": level}).to_string()
    };
    for (id, level, answer) in [
        (1, 1, json!({"type": "chosen", "re": 1, "at": "pass"})),
        (2, 2, json!({"type": "chosen", "re": 2, "at": "A5"})),
        (3, 3, json!({"type": "chosen", "re": 3, "at": null})),
        (
            4,
            99,
            json!({"type": "refused", "re": 4, "code": "no_level", "text": "there is no level 99"}),
        ),
    ] {
        socket.send(&ask(id, 3, level)).await;
        assert_eq!(socket.until(|said| said["re"] == id).await, answer);
    }
    socket.send(&ask(5, 99, 1)).await;
    let refused = socket.until(|said| said["re"] == 5).await;
    assert_eq!(refused["text"], "there is no such node");
}
