//! Who may sit where, and who may not.

mod hall;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac as _};
use ponnuki_server::{Config, Rate, ServerLimits};
use ponnuki_store::Store;
use serde_json::{Value, json};
use sha2::Sha256;

use hall::{Hall, Request, fragment, text};

fn bearer(token: &str) -> (String, String) {
    ("authorization".to_owned(), format!("Bearer {token}"))
}

fn header(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

#[tokio::test]
async fn a_watcher_sees_everything_and_may_only_talk() {
    let hall = Hall::open().await;
    let (room, mut host, _guest) = hall.two(json!({"width": 5, "colors": "host_black"})).await;
    host.play(0, "C3").await;
    let mut watcher = hall.socket(&room, None, 0).await;
    let scene = watcher.scene(|_| true).await;
    assert_eq!(scene["board"]["last"], "C3");
    for message in [
        json!({"type": "play", "node": 1, "at": "A1"}),
        json!({"type": "resign"}),
        json!({"type": "undo", "node": 1}),
        json!({"type": "rename", "name": "me"}),
        json!({"type": "close"}),
        json!({"type": "play", "node": 1, "at": "A1", "as": "guest"}),
    ] {
        assert_eq!(
            watcher.refused(message.clone()).await,
            "not_your_seat",
            "{message}"
        );
    }
    watcher.done(json!({"type": "say", "text": "hello"})).await;
    let is_hello = |message: &Value| message["happened"][0]["what"]["text"] == "hello";
    let said = host.until(is_hello).await;
    assert_eq!(said["happened"][0]["what"]["from"], "watcher");
}

#[tokio::test]
async fn who_watches_silences_nobody_and_is_no_player() {
    let fast = Rate::new(1_000_000, 1_000_000.0);
    let limits = ServerLimits {
        messages: fast,
        watching: fast,
        watcher_lines: fast,
        ..ServerLimits::default()
    };
    let hall = Hall::with(&Config {
        limits,
        ..Config::default()
    })
    .await;
    let terms = json!({"width": 5, "colors": "host_black", "name": "Shusaku"});
    let (room, mut host, mut guest) = hall.two(terms).await;
    host.play(0, "C3").await;
    let path = format!("/api/rooms/{room}/socket?name=Shusaku");
    let mut watcher = hall.try_connect(&path, &[]).await.expect("a watcher");
    let say = |text: &str| json!({"type": "say", "text": text});
    watcher.done(say("I resign")).await;
    let said = host
        .until(|message| message["happened"][0]["what"]["text"] == "I resign")
        .await;
    assert_eq!(said["happened"][0]["what"]["from"], "watcher");
    let mut n_said = 1;
    let code = loop {
        let answer = watcher.ask(say("look at me")).await;
        if answer["type"] != "done" {
            break text(&answer["code"]);
        }
        n_said += 1;
    };
    let expected = (limits.n_watcher_lines, "chat_full");
    assert_eq!((n_said, code.as_str()), expected);
    // Another connection is the same watcher.
    let mut again = hall.try_connect(&path, &[]).await.expect("a watcher");
    assert_eq!(again.refused(say("look at me")).await, "chat_full");
    host.done(say("good luck")).await;
    guest.done(say("thank you")).await;
    let sgf = hall
        .get(&format!("/api/rooms/{room}/games/1.sgf"))
        .await
        .body;
    assert!(sgf.contains("Shusaku (watching): I resign"), "{sgf}");
    // A name that only looks like the player's is none.
    let path = format!("/api/rooms/{room}/socket?name=Shu%E2%80%8Bsaku");
    let mut hidden = hall.try_connect(&path, &[]).await.expect("a watcher");
    hidden.refused(say("I resign")).await;
}

#[tokio::test]
async fn nobody_speaks_for_the_other_seat() {
    let hall = Hall::open().await;
    let (_, mut host, mut guest) = hall.two(json!({"width": 5, "colors": "host_black"})).await;
    let play = json!({"type": "play", "node": 0, "at": "C3"});
    assert_eq!(guest.refused(play.clone()).await, "not_your_turn");
    let as_host = json!({"type": "play", "node": 0, "at": "C3", "as": "host"});
    assert_eq!(guest.refused(as_host).await, "not_your_seat");
    host.done(play).await;
}

#[tokio::test]
async fn an_invitation_seats_one_guest() {
    let hall = Hall::open().await;
    let (room, host, opened) = hall.room(json!({})).await;
    let path = format!("/api/rooms/{room}/join");
    let invite = fragment(&text(&opened["invite_url"]), "join");
    let wish = json!({"invite": invite}).to_string();
    let own = Request::post(&path, &wish).with("authorization", format!("Bearer {host}"));
    let kept = hall.http(&own).await;
    assert_eq!(
        kept.json()["seats"],
        json!(["host"]),
        "a host who clicks keeps the seat"
    );
    hall.join(&opened, "First").await;
    let second = hall.http(&Request::post(&path, &wish)).await;
    assert_eq!(
        (second.status, second.problem().as_str()),
        (409, "seat_taken")
    );
    let again = format!("/api/rooms/{room}/invite");
    let again = Request::get(&again).with("authorization", format!("Bearer {host}"));
    let again = hall.http(&again).await;
    assert_eq!(
        (again.status, again.problem().as_str()),
        (409, "seat_taken")
    );
}

#[tokio::test]
async fn a_seat_is_handed_to_a_phone_and_kept_in_a_cookie() {
    let hall = Hall::open().await;
    let (room, token, _) = hall
        .room(json!({"company": {"type": "engine", "level": 1}}))
        .await;
    let path = format!("/api/rooms/{room}/handoff");
    let link = hall
        .http(&Request::get(&path).with("authorization", format!("Bearer {token}")))
        .await
        .json();
    assert!(text(&link["qr_svg"]).starts_with("<svg"));
    let handed = fragment(&text(&link["url"]), "seat");
    assert_eq!(
        hall.try_socket(&room, 0, &[bearer(&handed)]).await.err(),
        Some(401)
    );
    let path = format!("/api/rooms/{room}/seat");
    let taken = hall.post(&path, &json!({"token": handed})).await;
    let cookie = taken.header("set-cookie").expect("a cookie").to_owned();
    for part in [
        "httponly",
        "samesite=strict",
        &format!("path=/api/rooms/{room}"),
    ] {
        assert!(cookie.contains(part), "{cookie}");
    }
    // The answer's head is in lower case here, so the token is taken from the body.
    let token = text(&taken.json()["token"]);
    let cookie = header("cookie", &format!("a=b; seat_{room}={token}"));
    let mut phone = hall.try_socket(&room, 0, &[cookie]).await.expect("a seat");
    let welcome = phone.next().await.expect("a welcome");
    assert_eq!(welcome["seats"], json!(["host"]));
}

/// The token in the link with which a seat is handed over.
async fn handed(hall: &Hall, room: &str, token: &str) -> String {
    let path = format!("/api/rooms/{room}/handoff");
    let asked = Request::get(&path).with("authorization", format!("Bearer {token}"));
    fragment(&text(&hall.http(&asked).await.json()["url"]), "seat")
}

/// Keeps the seat on this device alone; returns the fresh token.
async fn sign_out(hall: &Hall, room: &str, token: &str) -> String {
    let path = format!("/api/rooms/{room}/signout");
    let asked = Request::post(&path, "{}").with("authorization", format!("Bearer {token}"));
    let answer = hall.http(&asked).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(answer.header("set-cookie").is_some_and(|cookie| {
        cookie.starts_with(&format!("seat_{room}=")) && cookie.contains("httponly")
    }));
    text(&answer.json()["token"])
}

#[tokio::test]
async fn a_hand_over_link_works_once() {
    let hall = Hall::open().await;
    let (room, token, opened) = hall.room(json!({})).await;
    let guest = hall.join(&opened, "Guest").await;
    let path = format!("/api/rooms/{room}/seat");
    let link = handed(&hall, &room, &token).await;
    let guests = handed(&hall, &room, &guest).await;
    let taken = hall.post(&path, &json!({"token": link})).await;
    assert_eq!(taken.status, 200, "{}", taken.body);
    let again = hall.post(&path, &json!({"token": link})).await;
    assert_eq!((again.status, again.problem().as_str()), (401, "bad_token"));
    // The new device has the seat whole, and can hand it on; the other seat is another's.
    let phone = text(&taken.json()["token"]);
    for link in [handed(&hall, &room, &phone).await, guests] {
        let taken = hall.post(&path, &json!({"token": link})).await;
        assert_eq!(taken.status, 200, "{}", taken.body);
    }
}

#[tokio::test]
async fn of_two_who_come_with_one_link_at_once_one_gets_the_seat() {
    let hall = Hall::open().await;
    let (room, token, _) = hall.room(json!({})).await;
    let link = json!({"token": handed(&hall, &room, &token).await});
    let path = format!("/api/rooms/{room}/seat");
    let (one, two) = tokio::join!(hall.post(&path, &link), hall.post(&path, &link));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401]);
}

#[tokio::test]
async fn whoever_signs_out_the_other_devices_alone_keeps_the_seat() {
    let hall = Hall::open().await;
    let (room, token, opened) = hall.room(json!({"width": 5, "colors": "host_black"})).await;
    let guest = hall.join(&opened, "Guest").await;
    let mut guest = hall.socket(&room, Some(&guest), 0).await;
    let mut old = hall.socket(&room, Some(&token), 0).await;
    let link = handed(&hall, &room, &token).await;
    let fresh = sign_out(&hall, &room, &token).await;
    // Its connection ends with a word, and so does whatever it could come back with.
    let rest = old.rest().await;
    let bye = rest.last().expect("a goodbye");
    assert_eq!(
        (&bye["type"], &bye["code"]),
        (&json!("bye"), &json!("signed_out"))
    );
    let refused = hall.try_socket(&room, 0, &[bearer(&token)]).await;
    assert_eq!(refused.err(), Some(401));
    let path = format!("/api/rooms/{room}/seat");
    for dead in [&token, &link] {
        let answer = hall.post(&path, &json!({"token": dead})).await;
        assert_eq!(
            (answer.status, answer.problem().as_str()),
            (401, "bad_token")
        );
    }
    let at = |what: &str| format!("/api/rooms/{room}/{what}");
    let (handoff, invite, signout) = (at("handoff"), at("invite"), at("signout"));
    for asked in [
        Request::get(&handoff),
        Request::get(&invite),
        Request::post(&signout, "{}"),
    ] {
        let asked = asked.with("authorization", format!("Bearer {token}"));
        let answer = hall.http(&asked).await;
        let found = (answer.status, answer.problem());
        assert_eq!(found, (401, "bad_token".to_owned()), "{}", asked.path);
    }
    let cookie = header("cookie", &format!("seat_{room}={token}"));
    let mut watcher = hall
        .try_socket(&room, 0, &[cookie])
        .await
        .expect("a watcher");
    assert_eq!(watcher.next().await.expect("a welcome")["seats"], json!([]));
    // This device plays on, and so does the opponent, who noticed nothing.
    let mut new = hall.socket(&room, Some(&fresh), 0).await;
    new.play(0, "C3").await;
    guest.play(1, "B2").await;
}

#[tokio::test]
async fn whoever_missed_the_answer_to_a_sign_out_asks_again_and_nobody_else_can() {
    let hall = Hall::open().await;
    let (room, token, _) = hall.room(json!({})).await;
    let path = format!("/api/rooms/{room}/signout");
    let mut fresh = Vec::new();
    for (secret, status) in [
        (json!("0123456789abcdef"), 200),
        (json!("0123456789abcdef"), 200),
        (json!("fedcba9876543210"), 401),
        (json!(null), 401),
        (json!("short"), 400),
    ] {
        let wish = json!({"secret": secret}).to_string();
        let asked = Request::post(&path, &wish).with("authorization", format!("Bearer {token}"));
        let answer = hall.http(&asked).await;
        assert_eq!(answer.status, status, "{secret}: {}", answer.body);
        if status == 200 {
            fresh.push(text(&answer.json()["token"]));
        }
    }
    // Both answers give the same seat; who bears nothing has nothing to keep.
    for token in &fresh {
        assert!(hall.try_socket(&room, 0, &[bearer(token)]).await.is_ok());
    }
    let nobody = hall.post(&path, &json!({})).await;
    assert_eq!((nobody.status, nobody.problem().as_str()), (401, "no_seat"));
}

#[tokio::test]
async fn tokens_from_before_there_were_locks_count_until_the_first_sign_out() {
    let store = Store::in_memory().await.expect("memory");
    let key = store.key([7; 32]).await.expect("a key");
    let hall = Hall::start(&Config::default(), store).await;
    let (room, _, _) = hall.room(json!({})).await;
    let far = u64::MAX / 2;
    let (seat, link) = (token(&key, &room, 1, far), token(&key, &room, 4, far));
    let path = format!("/api/rooms/{room}/seat");
    for expected in [200, 401] {
        let answer = hall.post(&path, &json!({"token": link})).await;
        assert_eq!(answer.status, expected, "{}", answer.body);
    }
    let fresh = sign_out(&hall, &room, &seat).await;
    let refused = hall.try_socket(&room, 0, &[bearer(&seat)]).await;
    assert_eq!(refused.err(), Some(401));
    assert!(hall.try_socket(&room, 0, &[bearer(&fresh)]).await.is_ok());
}

#[tokio::test]
async fn tokens_that_are_forged_expired_or_of_elsewhere_open_nothing() {
    let store = Store::in_memory().await.expect("memory");
    let key = store.key([7; 32]).await.expect("a key");
    let hall = Hall::start(&Config::default(), store).await;
    let (room, host, opened) = hall.room(json!({})).await;
    let (elsewhere, _, _) = hall.room(json!({})).await;
    let far = u64::MAX / 2;
    let genuine = token(&key, &room, 1, far);
    assert!(hall.try_socket(&room, 0, &[bearer(&genuine)]).await.is_ok());
    let invite = fragment(&text(&opened["invite_url"]), "join");
    for (what, wrong) in [
        ("expired", token(&key, &room, 1, 1)),
        ("another key's", token(&[8; 32], &room, 1, far)),
        ("another room's", token(&key, &elsewhere, 1, far)),
        ("of no known use", token(&key, &room, 99, far)),
        ("an invitation", invite),
        ("cut", host[..40].to_owned()),
        ("empty", String::new()),
        ("words", "let-me-in".to_owned()),
    ] {
        let refused = hall.try_socket(&room, 0, &[bearer(&wrong)]).await;
        assert_eq!(refused.err(), Some(401), "{what}");
        for path in ["handoff", "invite"] {
            let path = format!("/api/rooms/{room}/{path}");
            let request = Request::get(&path).with("authorization", format!("Bearer {wrong}"));
            let answer = hall.http(&request).await;
            assert_eq!(
                (answer.status, answer.problem().as_str()),
                (401, "bad_token"),
                "{what}"
            );
        }
        // A browser's old cookie makes it a watcher, not an error.
        let cookie = header("cookie", &format!("seat_{room}={wrong}"));
        let mut watcher = hall
            .try_socket(&room, 0, &[cookie])
            .await
            .expect("a watcher");
        assert_eq!(
            watcher.next().await.expect("a welcome")["seats"],
            json!([]),
            "{what}"
        );
    }
}

/// A token as the server makes them, written down a second time.
fn token(key: &[u8; 32], room: &str, grant: u8, until: u64) -> String {
    let mut bytes = vec![1];
    bytes.extend_from_slice(room.as_bytes());
    bytes.push(grant);
    bytes.extend_from_slice(&until.to_be_bytes());
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key");
    mac.update(&bytes);
    bytes.extend_from_slice(&mac.finalize().into_bytes()[..16]);
    URL_SAFE_NO_PAD.encode(bytes)
}

#[tokio::test]
async fn another_sites_page_cannot_use_a_browsers_seat() {
    let hall = Hall::open().await;
    let (room, token, _) = hall.room(json!({})).await;
    let own = hall.address.to_string();
    let own = own.as_str();
    for (origin, expected) in [
        (&*format!("http://{own}"), None),
        ("https://evil.example", Some(403)),
        ("null", Some(403)),
        ("http://127.0.0.1:1", Some(403)),
    ] {
        let headers = [header("origin", origin), bearer(&token)];
        let socket = hall.try_socket(&room, 0, &headers).await;
        assert_eq!(socket.err(), expected, "{origin}");
        let request = Request::post("/api/rooms", "{}").with("origin", origin);
        let answer = hall.http(&request).await;
        assert_eq!(answer.status, expected.unwrap_or(201), "{origin}");
    }
    for (path, hosts, expected) in [
        ("/api/server", &[own][..], (200, "")),
        ("/api/server", &["evil.example"], (403, "forbidden")),
        ("/api/server", &["intranet"], (403, "forbidden")),
        (
            "/api/server",
            &["localhost", "evil.example"],
            (400, "bad_request"),
        ),
        (
            "/api/server",
            &["localhost", "localhost"],
            (400, "bad_request"),
        ),
        (
            "http://evil.example/api/server",
            &["localhost"],
            (400, "bad_request"),
        ),
        (
            "http://evil.example/api/server",
            &["evil.example"],
            (403, "forbidden"),
        ),
        ("http://localhost/api/server", &["localhost"], (200, "")),
    ] {
        let mut rebound = Request::get(path);
        for host in hosts {
            rebound = rebound.with("host", *host);
        }
        let answer = hall.http(&rebound).await;
        let code = if answer.status == 200 {
            String::new()
        } else {
            answer.problem()
        };
        assert_eq!((answer.status, code.as_str()), expected, "{path} {hosts:?}");
    }
    let form = Request {
        headers: vec![("content-type", "text/plain".to_owned())],
        ..Request::post("/api/rooms", "{}")
    };
    assert_eq!(hall.http(&form).await.problem(), "unsupported_type");
}

#[tokio::test]
async fn two_tabs_on_one_seat_are_one_player() {
    let hall = Hall::open().await;
    let (room, token, opened) = hall.room(json!({"width": 5, "colors": "host_black"})).await;
    let guest = hall.join(&opened, "Guest").await;
    let mut one = hall.socket(&room, Some(&token), 0).await;
    let mut two = hall.socket(&room, Some(&token), 0).await;
    let mut guest = hall.socket(&room, Some(&guest), 0).await;
    one.play(0, "C3").await;
    two.scene(|scene| scene["node"] == 1).await;
    let late = json!({"type": "play", "node": 0, "at": "A1"});
    assert_eq!(two.refused(late).await, "stale");
    guest.play(1, "B2").await;
    two.scene(|scene| scene["node"] == 2).await;
    two.play(2, "A1").await;
    drop(two);
    let here = guest.until(|message| message["type"] == "presence").await;
    assert_eq!(
        (&here["host"], &here["guest"]),
        (&json!(true), &json!(true))
    );
}
