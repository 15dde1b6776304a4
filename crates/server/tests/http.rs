//! Requests, right and wrong.

mod hall;

use std::net::Ipv4Addr;
#[cfg(unix)]
use std::process::Command;

use ponnuki_server::{BODY_BYTES_MAX, Config, IDS_MAX, Proxies, Rate, ServerLimits};
use serde_json::json;
use tokio::net::TcpStream;

use hall::{Hall, Request};

#[tokio::test]
async fn every_error_is_a_problem_with_its_status() {
    let hall = Hall::open().await;
    let (room, ..) = hall.room(json!({})).await;
    let rooms = "/api/rooms";
    let at = |rest: &str| format!("/api/rooms/{room}{rest}");
    let many = format!(
        "/api/rooms?ids={}",
        vec!["k7m2wq9xhd"; IDS_MAX + 1].join(",")
    );
    let large = format!("{{\"name\": \"{}\"}}", "x".repeat(BODY_BYTES_MAX));
    let join = json!({"invite": "forged"}).to_string();
    let seat = json!({"token": "forged"}).to_string();
    for (method, path, body, status, code) in [
        ("GET", "/api/nowhere", "", 404, "not_found"),
        ("GET", "/missing.js", "", 404, "not_found"),
        ("POST", "/", "{}", 405, "method_not_allowed"),
        ("DELETE", rooms, "", 405, "method_not_allowed"),
        ("PUT", &at(""), "{}", 405, "method_not_allowed"),
        ("GET", &at("/join"), "", 405, "method_not_allowed"),
        ("GET", rooms, "", 400, "bad_request"),
        ("GET", &many, "", 400, "bad_request"),
        ("POST", rooms, "{", 400, "bad_json"),
        ("POST", rooms, "{\"color\": 1}", 400, "bad_json"),
        ("POST", rooms, "{\"komi\": 7.3}", 400, "bad_json"),
        ("POST", rooms, "{\"rules\": \"chess\"}", 422, "bad_terms"),
        ("POST", rooms, "{\"width\": 99}", 422, "bad_terms"),
        ("POST", rooms, "{\"clock\": \"soon\"}", 422, "bad_terms"),
        (
            "POST",
            rooms,
            "{\"company\":{\"type\":\"engine\",\"level\":99}}",
            422,
            "bad_terms",
        ),
        ("POST", rooms, &large, 413, "too_large"),
        ("GET", "/api/rooms/k7m2wq9xhd", "", 404, "not_found"),
        ("GET", "/api/rooms/not-a-room", "", 404, "not_found"),
        ("GET", "/api/rooms/%ff%fe", "", 404, "not_found"),
        (
            "GET",
            "/api/rooms/k7m2wq9xhd/socket",
            "",
            400,
            "bad_request",
        ),
        ("GET", &at("/socket"), "", 400, "bad_request"),
        ("POST", &at("/join"), &join, 401, "bad_token"),
        ("POST", &at("/seat"), &seat, 401, "bad_token"),
        ("POST", &at("/seat"), "{}", 400, "bad_json"),
        ("GET", &at("/handoff"), "", 401, "no_seat"),
        ("GET", &at("/invite"), "", 401, "no_seat"),
        ("GET", &at("/games/1"), "", 404, "not_found"),
        ("GET", &at("/games/x.sgf"), "", 404, "not_found"),
        ("GET", &at("/games/9.sgf"), "", 404, "not_found"),
        ("GET", &at("/games/1.exe"), "", 404, "not_found"),
    ] {
        let request = Request {
            method,
            ..Request::post(path, body)
        };
        let answer = hall.http(&request).await;
        let found = (answer.status, answer.problem());
        assert_eq!(
            found,
            (status, code.to_owned()),
            "{method} {path} {}",
            answer.body
        );
    }
}

#[tokio::test]
async fn nothing_outside_the_pages_is_served() {
    let hall = Hall::open().await;
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd.txt",
        "/assets/../../Cargo.toml",
        "//etc/hosts.txt",
        "/api/rooms/../../etc/passwd",
        "/r/..\\..\\secret.db",
        "/ponnuki.db",
        "/.git/config.txt",
    ] {
        let answer = hall.get(path).await;
        assert_eq!(
            (answer.status, answer.problem().as_str()),
            (404, "not_found"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn every_answer_tells_browsers_to_be_careful() {
    let hall = Hall::open().await;
    for path in [
        "/",
        "/r/k7m2wq9xhd",
        "/api",
        "/api/server",
        "/api/nowhere",
        "/healthz",
    ] {
        let answer = hall.get(path).await;
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self'"),
            "{policy}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{path}");
        }
    }
}

#[tokio::test]
async fn the_server_tells_what_it_offers() {
    let hall = Hall::open().await;
    let facts = hall.get("/api/server").await.json();
    assert_eq!(facts["rules"].as_array().map(Vec::len), Some(18));
    assert_eq!(
        facts["levels"][0],
        json!({"level": 1, "name": "passes", "ranks": []})
    );
    let page = hall.get("/api").await;
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    for path in [
        "/api/rooms/{id}/socket",
        "/api/server",
        "<code>ToClient</code>",
    ] {
        assert!(page.body.contains(path), "{path}");
    }
    assert!(!page.body.contains("<script") && !page.body.contains("style="));
    let api = hall.get("/api/openapi.json").await.json();
    assert_eq!(api["openapi"], "3.1.0");
    assert_eq!(hall.get("/healthz").await.body, "ok\n");
    hall.room(json!({})).await;
    let metrics = hall.get("/metrics").await.body;
    for line in [
        "ponnuki_rooms 1",
        "ponnuki_events_total 1",
        "ponnuki_lost_appends_total 0",
    ] {
        assert!(metrics.lines().any(|own| own == line), "{line}: {metrics}");
    }
}

#[tokio::test]
async fn only_this_computer_is_told_how_to_let_others_in() {
    let config = Config {
        proxies: "127.0.0.0/8".parse().expect("a network"),
        ..Config::default()
    };
    let hall = Hall::with(&config).await;
    let here = hall.get("/api/reach").await.json();
    assert_eq!(here["extent"], "computer");
    let listen = here["listen"].as_str().expect("a way");
    assert!(listen.starts_with("0.0.0.0:"), "{listen}");
    let request = Request::get("/api/reach").with("x-forwarded-for", "203.0.113.7");
    let away = hall.http(&request).await.json();
    assert_eq!(
        (&away["extent"], &away["listen"]),
        (&json!("address"), &json!(null))
    );
}

/// Every machine has this address, and nobody takes it for the usual one.
const OTHER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

#[tokio::test]
async fn whoever_sits_at_the_computer_lets_the_network_in() {
    let config = Config {
        proxies: "127.0.0.0/8".parse().expect("a network"),
        door: Some(|| Some(OTHER.into())),
        ..Config::default()
    };
    let mut hall = Hall::with(&config).await;
    let door = format!("{OTHER}:{}", hall.address.port());
    let before = hall.get("/api/reach").await.json();
    assert_eq!(
        (&before["extent"], &before["door"]),
        (&json!("computer"), &json!(door))
    );
    let (room, token, _) = hall.room(json!({"company": {"type": "link"}})).await;
    // Neither who is elsewhere nor another site's page lets anybody in.
    for (name, value) in [
        ("x-forwarded-for", "203.0.113.7"),
        ("host", "192.0.2.7"),
        ("origin", "https://evil.example"),
    ] {
        let request = Request::post("/api/reach", "").with(name, value);
        let refused = hall.http(&request).await;
        assert_eq!(
            (refused.status, refused.problem().as_str()),
            (403, "forbidden"),
            "{name}"
        );
    }
    let other = TcpStream::connect((OTHER, hall.address.port())).await;
    assert!(other.is_err(), "nothing listens there yet");
    for _ in 0..2 {
        let opened = hall.http(&Request::post("/api/reach", "")).await.json();
        assert_eq!(
            (&opened["extent"], &opened["base"], &opened["door"]),
            (
                &json!("network"),
                &json!(format!("http://{door}")),
                &json!(null)
            )
        );
    }
    let invite = format!("/api/rooms/{room}/invite");
    let invite = Request::get(&invite).with("authorization", format!("Bearer {token}"));
    let link = hall.http(&invite).await.json();
    let link = link["url"].as_str().expect("a link");
    assert!(
        link.starts_with(&format!("http://{door}/r/{room}#join=")),
        "{link}"
    );
    hall.address.set_ip(OTHER.into());
    assert_eq!(hall.get("/healthz").await.body, "ok\n");
    let Hall { server, .. } = hall;
    server.stop().await;
}

#[tokio::test]
async fn nobody_opens_a_door_that_is_not_there() {
    let hall = Hall::open().await;
    assert_eq!(hall.get("/api/reach").await.json()["door"], json!(null));
    let refused = hall.http(&Request::post("/api/reach", "")).await;
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (409, "wrong_stage")
    );
}

#[tokio::test]
async fn pages_are_compressed_and_not_sent_twice() {
    let hall = Hall::open().await;
    let whole = hall.get("/api/server").await;
    let packed = Request::get("/api/server").with("accept-encoding", "br, gzip");
    let packed = hall.http(&packed).await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() * 2 < whole.body.len());
    let tag = whole.header("etag").expect("a tag");
    let again = Request::get("/api/server").with("if-none-match", tag);
    assert_eq!(hall.http(&again).await.status, 304);
}

#[tokio::test]
async fn who_asks_for_too_much_waits() {
    let limits = ServerLimits {
        requests: Rate::new(10, 0.01),
        openings: Rate::new(3, 0.01),
        n_rooms_per_address: 2,
        ..ServerLimits::default()
    };
    let hall = Hall::with(&Config {
        limits,
        ..Config::default()
    })
    .await;
    hall.room(json!({})).await;
    hall.room(json!({})).await;
    let crowd = hall.post("/api/rooms", &json!({})).await;
    assert_eq!(
        (crowd.status, crowd.problem().as_str()),
        (429, "too_many_rooms")
    );
    let fast = hall.post("/api/rooms", &json!({})).await;
    assert_eq!((fast.status, fast.problem().as_str()), (429, "too_fast"));
    assert_eq!(fast.header("retry-after"), Some("100"));
    for _ in 0..6 {
        assert_eq!(hall.get("/api/server").await.status, 200);
    }
    assert_eq!(hall.get("/api/server").await.problem(), "too_fast");
    assert_eq!(hall.get("/").await.status, 200, "pages are not counted");
}

#[tokio::test]
async fn rooms_are_listed_for_who_knows_their_names() {
    let hall = Hall::open().await;
    let (first, ..) = hall.room(json!({"name": "One", "width": 13})).await;
    let (second, token, _) = hall.room(json!({"name": "Two"})).await;
    let mut host = hall.socket(&second, Some(&token), 0).await;
    host.done(json!({"type": "close"})).await;
    let list = hall
        .get(&format!("/api/rooms?ids={first},k7m2wq9xhd,{second}"))
        .await
        .json();
    let rooms = list["rooms"].as_array().expect("a list");
    let found: Vec<_> = rooms
        .iter()
        .map(|room| (&room["room"], &room["stage"]))
        .collect();
    let expected = [
        (&json!(second), &json!("closed")),
        (&json!(first), &json!("waiting")),
    ];
    assert_eq!(found, expected);
    assert_eq!(rooms[1]["width"], 13);
}

#[tokio::test]
async fn those_who_look_after_the_server_have_an_address_of_their_own() {
    let hall = Hall::with(&Config {
        metrics: Some("127.0.0.1:0".parse().expect("an address")),
        public_url: Some("https://go.example.org".parse().expect("a URL")),
        proxies: Proxies::LOOPBACK.parse().expect("networks"),
        ..Config::default()
    })
    .await;
    let address = hall.server.metrics_address().expect("an address");
    let here = |path| Request::get(path).with("host", "go.example.org");
    assert_eq!(hall.http(&here("/healthz")).await.body, "ok\n");
    let refused = hall.http(&here("/metrics")).await;
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (404, "not_found")
    );
    let there = Hall { address, ..hall };
    // Whatever name the server is asked by.
    let probe = Request::get("/healthz").with("host", "10.0.0.7");
    assert_eq!(there.http(&probe).await.body, "ok\n");
    let metrics = there.get("/metrics").await.body;
    assert!(metrics.contains("ponnuki_rooms 0"), "{metrics}");
    assert_eq!(there.get("/api/server").await.status, 404);
}

#[tokio::test]
async fn asking_whether_the_server_is_well_is_held_to_a_rate() {
    let limits = ServerLimits {
        requests: Rate::new(4, 0.01),
        ..ServerLimits::default()
    };
    let hall = Hall::with(&Config {
        limits,
        ..Config::default()
    })
    .await;
    for path in ["/healthz", "/metrics"].repeat(2) {
        assert_eq!(hall.get(path).await.status, 200, "{path}");
    }
    for path in ["/healthz", "/metrics"] {
        assert_eq!(hall.get(path).await.problem(), "too_fast", "{path}");
    }
}

#[tokio::test]
async fn limits_are_of_whoever_a_known_proxy_names() {
    let limits = ServerLimits {
        requests: Rate::new(2, 0.001),
        ..ServerLimits::default()
    };
    for (proxies, expected) in [
        ("127.0.0.0/8", [200, 200, 429, 200]),
        // Ours is not among them: what it says is nobody's word.
        ("10.0.0.0/8", [200, 200, 429, 429]),
    ] {
        let hall = Hall::with(&Config {
            limits,
            proxies: proxies.parse().expect("a network"),
            ..Config::default()
        })
        .await;
        let one = "198.51.100.1, 203.0.113.7";
        // Whatever a client writes itself stands further left.
        let others = ["198.51.100.2, 203.0.113.7", "203.0.113.7", "203.0.113.8"];
        for (said, expected) in [one].into_iter().chain(others).zip(expected) {
            let request = Request::get("/api/server").with("x-forwarded-for", said);
            let answer = hall.http(&request).await;
            assert_eq!(answer.status, expected, "{proxies}: {said}");
        }
    }
}

#[tokio::test]
async fn a_page_that_is_not_there_is_said_so_with_the_status_of_it() {
    let hall = Hall::open().await;
    for (path, status) in [
        ("/learn", 200),
        ("/learn/ladder", 200),
        ("/learn/komi", 200),
        ("/learn/nonsense", 404),
        ("/problems", 200),
        ("/problems/today", 200),
        ("/problems/net", 200),
        ("/problems/net-0b34f5", 200),
        ("/problems/own-1a2b3c", 200),
        ("/problems/net-nonsense", 404),
        ("/problems/nonsense", 404),
        ("/nowhere", 404),
        ("/nowhere.html", 404),
    ] {
        let browser = Request::get(path).with("accept", "text/html,*/*;q=0.8");
        let answer = hall.http(&browser).await;
        let kind = answer.header("content-type");
        assert_eq!(
            (answer.status, kind),
            (status, Some("text/html; charset=utf-8")),
            "{path}"
        );
        // What a browser has of one page is not taken for another that is not there.
        let tag = answer.header("etag").expect("a tag").to_owned();
        let again = hall.http(&browser.with("if-none-match", tag)).await;
        let known = if status == 200 { 304 } else { 404 };
        assert_eq!(again.status, known, "{path}");
    }
    let program = hall.get("/nowhere").await;
    assert_eq!(
        (program.status, program.problem().as_str()),
        (404, "not_found")
    );
}

/// What a shell makes of a line with `curl`: the address, the headers, the body if any.
#[cfg(unix)]
fn curl(line: &str, room: &str) -> (String, Vec<(String, String)>, Option<String>) {
    let script = format!("curl() {{ printf '%s\\n' \"$@\"; }}\n{line}");
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &script])
        .env("PONNUKI", "")
        .env("ROOM", room);
    let output = shell.output().expect("a shell");
    assert!(output.status.success(), "{line}: {output:?}");
    let words = String::from_utf8(output.stdout).expect("text");
    let mut words = words.lines().map(str::to_owned);
    let (mut path, mut headers, mut body) = (None, Vec::new(), None);
    while let Some(word) = words.next() {
        match word.as_str() {
            "-H" => {
                let header = words.next().expect("a header");
                let (name, value) = header.split_once(": ").expect("a name and a value");
                headers.push((name.to_owned(), value.to_owned()));
            }
            "-d" => body = words.next(),
            _ => assert_eq!(path.replace(word), None, "{line}"),
        }
    }
    (path.expect("an address"), headers, body)
}

#[cfg(unix)]
#[tokio::test]
async fn the_examples_on_the_page_of_the_api_work() {
    let hall = Hall::open().await;
    let page = hall.get("/api").await.body;
    let examples = page.split("class=\"example\" tabindex=\"0\">").skip(1);
    let examples: Vec<String> = examples
        .map(|rest| {
            let line = rest.split_once("</pre>").expect("an end").0;
            line.replace("&quot;", "\"").replace("&amp;", "&")
        })
        .collect();
    assert_eq!(examples.len(), 7);
    let mut room = String::new();
    for line in examples {
        let (path, headers, body) = curl(&line, &room);
        let mut request = match &body {
            Some(body) => Request::post(&path, body),
            None => Request::get(&path),
        };
        request.headers.clear();
        for (name, value) in &headers {
            request = request.with(name, value.clone());
        }
        let answer = hall.http(&request).await;
        assert!(
            (200..300).contains(&answer.status),
            "{line}: {}",
            answer.body
        );
        if path == "/api/rooms" {
            room = hall::text(&answer.json()["room"]);
        }
    }
    assert!(!room.is_empty());
}
