//! Games and positions as pictures, and the page that other sites may frame.

mod hall;

use ponnuki_server::{Config, Rate, ServerLimits};
use serde_json::{Value, json};

use hall::{Answer, Hall, Request};

/// A room at one screen in which four moves were made.
async fn played(hall: &Hall) -> String {
    let terms = json!({"company": {"type": "same_screen"}, "width": 9, "rules": "japanese"});
    let (room, token, _) = hall.room(terms).await;
    let mut both = hall.socket(&room, Some(&token), 0).await;
    let mut node = node_of(&both.scene(|_| true).await);
    for at in ["E5", "E6", "D6", "C3"] {
        both.play(node, at).await;
        node = node_of(&both.scene(|scene| scene["board"]["last"] == at).await);
    }
    room
}

fn node_of(scene: &Value) -> u64 {
    scene["node"].as_u64().expect("a node")
}

/// How many stones a picture says that it shows.
fn shows(answer: &Answer, black: usize, white: usize) -> bool {
    let said = format!("with {black} black and {white} white stones</title>");
    answer.body.contains(&said)
}

#[tokio::test]
async fn a_game_is_drawn_as_asked() {
    let hall = Hall::open().await;
    let room = played(&hall).await;
    let at = |rest: &str| format!("/game/{room}{rest}");
    let last = hall.get(&at(".svg")).await;
    assert_eq!(last.header("content-type"), Some("image/svg+xml"));
    assert!(shows(&last, 2, 2), "{}", last.body);
    assert!(shows(&hall.get(&at(".svg?move=1")).await, 1, 0));
    let part = hall.get(&at(".svg?from=2&to=3")).await;
    assert!(shows(&part, 2, 1), "{}", part.body);
    let wide = hall.get(&at(".svg?size=500")).await;
    assert!(wide.body.contains("width=\"500\" height=\"500\""));
    let bare = last.body.len();
    let lettered = hall.get(&at(".svg?coordinates=1")).await;
    assert!(lettered.body.len() > bare + 1000, "letters and numbers");
    let paper = hall.get(&at(".svg?theme=paper")).await;
    assert!(!paper.body.contains("#e2b464") && last.body.contains("#e2b464"));
    for (rest, kind, begin) in [
        (".png?size=100", "image/png", "\u{fffd}PNG"),
        (".gif?size=100", "image/gif", "GIF89a"),
    ] {
        let picture = hall.get(&at(rest)).await;
        assert_eq!(picture.header("content-type"), Some(kind));
        assert!(picture.body.starts_with(begin), "{rest}");
    }
    let sgf = hall.get(&at(".sgf")).await;
    assert!(sgf.body.starts_with("(;") && sgf.body.contains("B[ee]"));
    let old = hall.get(&format!("/api/rooms/{room}/games/1.svg")).await;
    assert_eq!(old.body, last.body, "one picture under both addresses");
}

#[tokio::test]
async fn a_position_is_drawn_without_a_room() {
    let hall = Hall::open().await;
    for (options, black, white) in [
        ("", 0, 0),
        ("from=1", 0, 0),
        ("board=9&moves=E5,E6,D6", 2, 1),
        ("board=9&moves=E5,E6,pass,D6&first=white", 2, 1),
        ("board=5x3&black=A2,B1,B3&white=B2&moves=C2", 4, 0),
        ("board=5&black=A1&triangle=A1&label=B2:1a,C3:b", 1, 0),
    ] {
        let picture = hall.get(&format!("/board.svg?{options}")).await;
        assert_eq!(picture.status, 200, "{options}: {}", picture.body);
        assert!(shows(&picture, black, white), "{options}: {}", picture.body);
    }
    let film = hall.get("/board.gif?board=5&moves=C3,D3&size=60").await;
    assert_eq!(film.header("content-type"), Some("image/gif"));
}

#[tokio::test]
async fn what_cannot_be_drawn_is_a_problem() {
    let hall = Hall::open().await;
    let room = played(&hall).await;
    let game = |rest: &str| format!("/game/{room}{rest}");
    let board = |rest: &str| format!("/board.svg?{rest}");
    let long = "A1,".repeat(3000);
    for (path, status, code) in [
        ("/game/k7m2wq9xhd.svg".to_owned(), 404, "not_found"),
        ("/game/nothing".to_owned(), 404, "not_found"),
        ("/game/x.svg".to_owned(), 404, "not_found"),
        (game(""), 404, "not_found"),
        (game(".exe"), 404, "not_found"),
        (game(".svg?game=2"), 404, "not_found"),
        (game(".svg?game=0"), 400, "bad_request"),
        (game(".svg?move=5"), 404, "not_found"),
        (game(".svg?from=1&to=50"), 404, "not_found"),
        (game(".svg?from=3&to=2"), 400, "bad_request"),
        (game(".svg?from=1&move=2"), 400, "bad_request"),
        (game(".gif?move=2"), 400, "bad_request"),
        (game(".svg?size=0"), 400, "bad_request"),
        (game(".png?size=99999"), 400, "bad_request"),
        (game(".png?size=wide"), 400, "bad_request"),
        (game(".svg?coordinates=maybe"), 400, "bad_request"),
        (game(".svg?theme=pink"), 400, "bad_request"),
        (game(".gif?pause=0"), 400, "bad_request"),
        (game(".gif?pause=NaN"), 400, "bad_request"),
        (game(".svg?form=1"), 400, "bad_request"),
        (board("board=99"), 400, "bad_request"),
        (board("board=9&moves=K11"), 400, "bad_request"),
        (board("board=9&moves=E5,E5"), 422, "bad_terms"),
        (board("board=9&rules=chess"), 400, "bad_request"),
        (board("board=2&black=A1,A2,B1,B2"), 422, "bad_terms"),
        (board("first=red"), 400, "bad_request"),
        (board("label=D4"), 400, "bad_request"),
        (board("label=D4:long"), 400, "bad_request"),
        (board(&format!("moves={long}")), 413, "too_large"),
        (
            "/board.png?board=1x25&size=2000".to_owned(),
            400,
            "bad_request",
        ),
        ("/board.exe".to_owned(), 404, "not_found"),
    ] {
        let answer = hall.get(&path).await;
        let found = (answer.status, answer.problem());
        assert_eq!(found, (status, code.to_owned()), "{path} {}", answer.body);
    }
}

#[tokio::test]
async fn a_film_that_would_take_too_long_is_refused() {
    let hall = Hall::open().await;
    let rows = ["1", "2", "3", "4", "5", "6"];
    let moves: Vec<String> = rows
        .iter()
        .flat_map(|row| {
            "ABCDEFGHJKLMNOPQRST"
                .chars()
                .map(move |x| format!("{x}{row}"))
        })
        .collect();
    let film = format!("/board.gif?moves={}&size=", moves.join(","));
    let refused = hall.get(&format!("{film}1000")).await;
    assert_eq!(refused.problem(), "bad_request");
    assert_eq!(hall.get(&format!("{film}40")).await.status, 200);
}

#[tokio::test]
async fn a_picture_is_not_sent_twice_and_changes_with_the_game() {
    let hall = Hall::open().await;
    let terms = json!({"company": {"type": "same_screen"}, "width": 9});
    let (room, token, _) = hall.room(terms).await;
    let mut both = hall.socket(&room, Some(&token), 0).await;
    let node = node_of(&both.scene(|_| true).await);
    let path = format!("/game/{room}.png?size=80");
    let first = hall.get(&path).await;
    let tag = first.header("etag").expect("a tag").to_owned();
    assert_eq!(first.header("cache-control"), Some("no-cache"));
    let again = Request::get(&path).with("if-none-match", &tag);
    assert_eq!(hall.http(&again).await.status, 304);
    both.play(node, "E5").await;
    let after = hall.http(&again).await;
    assert_eq!(after.status, 200, "there is a stone more");
    assert_ne!(after.header("etag"), Some(tag.as_str()));
    let other = hall.get(&format!("/game/{room}.png?size=81")).await;
    assert_ne!(other.header("etag"), Some(tag.as_str()));
    let board = hall.get("/board.svg?board=9").await;
    assert_eq!(
        board.header("cache-control"),
        Some("public, max-age=604800")
    );
}

#[tokio::test]
async fn who_has_too_much_drawn_waits_but_sees_what_is_there() {
    let limits = ServerLimits {
        drawings: Rate::new(2, 0.01),
        ..ServerLimits::default()
    };
    let hall = Hall::with(&Config {
        limits,
        ..Config::default()
    })
    .await;
    for side in [5, 6] {
        let path = format!("/board.png?size=60&board={side}");
        assert_eq!(hall.get(&path).await.status, 200);
    }
    let late = hall.get("/board.png?size=60&board=7").await;
    assert_eq!((late.status, late.problem().as_str()), (429, "too_fast"));
    let kept = hall.get("/board.png?size=60&board=5").await;
    assert_eq!(kept.status, 200, "it was drawn before");
}

#[tokio::test]
async fn other_sites_may_show_pictures_and_frame_one_page_only() {
    let hall = Hall::open().await;
    let room = played(&hall).await;
    let (picture, page) = (format!("/game/{room}.svg"), format!("/r/{room}"));
    let (framed, sgf) = (format!("/embed/{room}"), format!("/game/{room}.sgf"));
    let ancestors = |answer: &Answer| {
        let policy = answer.header("content-security-policy").expect("a policy");
        let (_, ancestors) = policy.split_once("frame-ancestors ").expect("a directive");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'"));
        ancestors.to_owned()
    };
    for (path, resource, ancestor, options) in [
        (framed.as_str(), "cross-origin", "*", None),
        ("/embed", "cross-origin", "*", None),
        (&picture, "cross-origin", "'none'", Some("deny")),
        ("/board.svg", "cross-origin", "'none'", Some("deny")),
        (&sgf, "same-origin", "'none'", Some("deny")),
        (&page, "same-origin", "'none'", Some("deny")),
        ("/", "same-origin", "'none'", Some("deny")),
        ("/embed.html", "same-origin", "'none'", Some("deny")),
        ("/embed/a/b", "same-origin", "'none'", Some("deny")),
        ("/api/server", "same-origin", "'none'", Some("deny")),
        ("/board.svg?board=99", "same-origin", "'none'", Some("deny")),
    ] {
        let answer = hall.get(path).await;
        let found = (
            answer.header("cross-origin-resource-policy"),
            ancestors(&answer),
            answer.header("x-frame-options"),
        );
        assert_eq!(
            found,
            (Some(resource), ancestor.to_owned(), options),
            "{path}"
        );
        assert_eq!(answer.header("set-cookie"), None, "{path}");
    }
}
