//! Rooms that nobody is in lie in the store, and what is due in them happens all the same.

mod hall;

use std::path::Path;
use std::time::Duration;

use ponnuki_clock::{Control, LAG_MAX};
use ponnuki_game::{Color, Komi, Rules, Size};
use ponnuki_room::{ColorTerms, Company, Event, KomiTerms, Occupant, Room, Seat, Terms, UndoTerms};
use ponnuki_server::{Config, TimeSource};
use ponnuki_store::{DueRoom, KeptOutage, RoomClaim, Shelf, Store};
use ponnuki_wire::{RoomSummary, StoredEvent, to_ms};
use serde_json::json;
use tokio::time::Instant;

use hall::skew::Skewed;
use hall::{Dir, Hall};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Nothing takes so long unless it never comes.
const PATIENCE: Duration = Duration::from_secs(60);

/// What one room may cost at most that nobody is in; a live one costs many times as much.
const SLEEPER_BYTES_MAX: u64 = 64;

/// What a server may need besides.
const SERVER_BYTES_MAX: u64 = 24 << 20;

/// The id of the room number `n` of a test.
fn id(n: usize) -> String {
    const DIGITS: &[u8; 8] = b"23456789";
    let digit = |place: u32| DIGITS[(n >> (3 * place)) % 8] as char;
    (0..10).map(digit).collect()
}

/// What a room is opened with.
fn terms(company: Company, control: Control) -> Terms {
    Terms {
        size: Size::NINETEEN,
        rules: Rules::JAPANESE,
        handicap: 0,
        handicap_to: Color::Black,
        komi: KomiTerms::Fixed(Komi::ZERO),
        colors: ColorTerms::HostWhite,
        control,
        undo: UndoTerms::Ask,
        company,
    }
}

/// Writes a game between two people at `at`, whose first player has `control`.
async fn write_game(store: &Store, id: &str, at: Duration, control: Control) {
    let terms = terms(Company::Link, control);
    let host = "Host".to_owned();
    let opened = Event::Opened {
        terms,
        host: host.clone(),
        stones: Box::default(),
        moves: Vec::new(),
    };
    let mut room = Room::open(at, terms, host).expect("a room");
    let mut events = vec![opened];
    events.push(Event::Joined {
        seat: Seat::Guest,
        sitter: Occupant::Person {
            name: "Guest".to_owned(),
        },
    });
    for (seq, event) in (1..).zip(events) {
        let stored = StoredEvent::of(&event, terms.size);
        if seq > 1 {
            room.step(at, event).expect("the room takes it");
        }
        let summary = RoomSummary::of(id, &room);
        let due_ms = room.deadline().map(to_ms);
        let written = store.append(&RoomClaim::FIRST, seq, to_ms(at), &stored, &summary, due_ms);
        written.await.expect("an event is written");
    }
}

/// Writes `n` games of correspondence, of which the first `n_short` players lose on time soon.
async fn write_games(path: &Path, n: usize, n_short: usize) {
    let store = Store::open(path).await.expect("a store");
    let at = TimeSource::default().read().wall;
    let mut writing = Vec::new();
    for nth in 0..n {
        let main = if nth < n_short { DAY / 86_400 } else { 3 * DAY };
        let store = store.clone();
        writing.push(tokio::spawn(async move {
            write_game(&store, &id(nth), at, Control::Absolute { main }).await;
        }));
        if writing.len() == 2_000 {
            for task in writing.drain(..) {
                task.await.expect("a game is written");
            }
        }
    }
    for task in writing {
        task.await.expect("a game is written");
    }
    store.close().await;
}

/// The memory of this process, where the system tells.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib << 10)
}

/// A number of the server's own work.
async fn measured(hall: &Hall, name: &str) -> usize {
    let metrics = hall.get("/metrics").await.body;
    let line = metrics.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|rest| rest.trim().parse().ok());
    number.unwrap_or_else(|| panic!("{name} in {metrics}"))
}

/// Waits until `look` says that it has come.
async fn until(what: &str, mut look: impl AsyncFnMut() -> bool) {
    let came = async {
        while !look().await {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let came = tokio::time::timeout(PATIENCE, came).await;
    came.unwrap_or_else(|_| panic!("{what} does not come"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_correspondence_cost_no_memory_and_their_flags_fall() {
    let (n, n_short) = (
        if ponnuki_testkit::is_slow_run() {
            100_000
        } else {
            3_000
        },
        20,
    );
    let dir = Dir::new("correspondence");
    let path = dir.0.join("games.db");
    write_games(&path, n, n_short).await;
    let store = Store::open(&path).await.expect("a store");
    let (before, began) = (resident_bytes(), Instant::now());
    let hall = Hall::start(&Config::default(), store.clone()).await;
    assert_eq!(hall.get("/healthz").await.status, 200);
    let took = began.elapsed();
    until("the end of the short games", async || {
        let over = store.rooms(Shelf::Finished, 100, None).await;
        over.expect("a list").len() == n_short
    })
    .await;
    let n_live = measured(&hall, "ponnuki_rooms ").await;
    let n_loads = measured(&hall, "ponnuki_loads_total ").await;
    assert!(
        n_live <= n_short && n_loads <= n_short,
        "{n_live} {n_loads}"
    );
    let grown = resident_bytes()
        .zip(before)
        .map(|(now, before)| now.saturating_sub(before));
    eprintln!("{n} games: answered after {took:?}, {grown:?} bytes more, {n_live} rooms live");
    let most = SERVER_BYTES_MAX + SLEEPER_BYTES_MAX * n as u64;
    assert!(grown.is_none_or(|grown| grown < most), "{grown:?} bytes");
    hall.server.stop().await;
}

#[tokio::test]
async fn an_engine_that_is_to_move_does_so_though_nobody_comes() {
    let dir = Dir::new("engine-to-move");
    let store = Store::open(&dir.0.join("games.db")).await.expect("a store");
    let at = TimeSource::default().read().wall;
    let terms = terms(Company::Engine { level: 1 }, Control::None);
    let (room_id, host) = (id(1), "Host".to_owned());
    let room = Room::open(at, terms, host.clone()).expect("a room");
    let opened = Event::Opened {
        terms,
        host,
        stones: Box::default(),
        moves: Vec::new(),
    };
    let opened = StoredEvent::of(&opened, terms.size);
    let summary = RoomSummary::of(&room_id, &room);
    let due_ms = Some(to_ms(at));
    let written = store.create_room(to_ms(at), &opened, &summary, due_ms);
    written.await.expect("a room is written");
    let hall = Hall::start(&Config::default(), store.clone()).await;
    until("the engine's move", async || {
        store.events(&room_id).await.expect("events").len() == 2
    })
    .await;
    // Nothing is due any more.
    let due = store.due_rooms(u64::MAX >> 1, 9, None).await;
    assert_eq!(due.expect("a list"), []);
    hall.server.stop().await;
}

/// As a database of an earlier version has them, where nobody knew what is due.
#[tokio::test]
async fn rooms_whose_moment_is_not_known_are_looked_at_once() {
    let dir = Dir::new("moments");
    let store = Store::open(&dir.0.join("games.db")).await.expect("a store");
    let at = TimeSource::default().read().wall;
    let main = 3 * DAY;
    let control = Control::Absolute { main };
    for nth in 0..150 {
        write_game(&store, &id(nth), at, control).await;
        let put_off = store.put_off(&id(nth), 2, Some(0)).await;
        put_off.expect("it is written");
    }
    let hall = Hall::start(&Config::default(), store.clone()).await;
    until("the moments", async || {
        let due = store.due_rooms(to_ms(at), 9, None).await;
        due.expect("a list").is_empty()
    })
    .await;
    let due = store
        .due_rooms(u64::MAX >> 1, 200, None)
        .await
        .expect("a list");
    assert_eq!(due.len(), 150);
    assert!(
        due.iter().all(|due| due.due_ms >= to_ms(at + main)),
        "{due:?}"
    );
    until("an empty house", async || {
        measured(&hall, "ponnuki_rooms ").await == 0
    })
    .await;
    hall.server.stop().await;
}

/// A process that is stopped, ends, and is stopped again costs a player nothing whose room
/// was not in memory at any of these times; and time that did pass is not given back.
#[tokio::test]
async fn a_room_that_sleeps_loses_no_time_to_any_outage() {
    let (dir, skewed) = (Dir::new("outages"), Skewed::default());
    let path = dir.0.join("games.db");
    let store = Store::open(&path).await.expect("a store");
    let at = skewed.config().time.read().wall;
    let main = Duration::from_secs(3600);
    write_game(&store, &id(1), at, Control::Absolute { main }).await;
    store.close().await;
    for n_starts in 1..=3_usize {
        let store = Store::open(&path).await.expect("a store");
        let hall = Hall::start(&skewed.config(), store.clone()).await;
        let stopped_at = to_ms(skewed.config().time.read().wall);
        skewed.pass(DAY);
        let is_kept = |outage: &KeptOutage| outage.until_ms > stopped_at;
        until("the outage in the store", async || {
            let outages = store.outages_after(stopped_at).await.expect("a list");
            outages.iter().any(is_kept)
        })
        .await;
        assert_eq!(
            measured(&hall, "ponnuki_loads_total ").await,
            0,
            "{n_starts}"
        );
        hall.server.stop().await;
        // While no server runs.
        skewed.pass(DAY);
    }
    let due = |due: Vec<DueRoom>| due.first().map(|due| due.due_ms);
    let store = Store::open(&path).await.expect("a store");
    let hall = Hall::start(&skewed.config(), store.clone()).await;
    let known = due(store
        .due_rooms(u64::MAX >> 1, 1, None)
        .await
        .expect("a list"));
    let mut watcher = hall.socket(&id(1), None, 0).await;
    let scene = watcher.scene(|_| true).await;
    assert_eq!(scene["stage"], "playing");
    let left = scene["clocks"]["black"]["left_ms"]
        .as_u64()
        .expect("a clock");
    let left = Duration::from_millis(left);
    // A pulse is written now and then only, so that a player may gain a little.
    assert!(
        left <= main && left > main - Duration::from_secs(60),
        "{left:?}"
    );
    let known = Duration::from_millis(known.expect("it is due"));
    let flag = skewed.config().time.read().wall + left;
    let grace = LAG_MAX + Duration::from_secs(2);
    assert!(
        known <= flag + grace && known + grace >= flag,
        "{known:?} {flag:?}"
    );
    let said = json!({"type": "say", "text": "hello"});
    watcher.done(said).await;
    hall.server.stop().await;
}

/// A player goes away; half a minute later the room is in the store alone, and a minute after
/// that the flag falls to the second.
#[tokio::test]
async fn a_flag_falls_on_time_in_a_room_that_was_let_go() {
    if !ponnuki_testkit::is_slow_run() {
        return;
    }
    let dir = Dir::new("let-go");
    let store = Store::open(&dir.0.join("games.db")).await.expect("a store");
    let hall = Hall::start(&Config::default(), store.clone()).await;
    let terms = json!({"width": 9, "colors": "host_black", "clock": "1:40"});
    let (room, host, guest) = hall.two(terms).await;
    drop((host, guest));
    until("an empty house", async || {
        measured(&hall, "ponnuki_rooms ").await == 0
    })
    .await;
    let due = store
        .due_rooms(u64::MAX >> 1, 9, None)
        .await
        .expect("a list");
    let [due] = &due[..] else { panic!("{due:?}") };
    let is_over = async || {
        let over = store.rooms(Shelf::Finished, 9, None).await;
        !over.expect("a list").is_empty()
    };
    assert!(!is_over().await);
    // The first half of the time that is left.
    tokio::time::sleep(Duration::from_secs(30)).await;
    until("the flag", is_over).await;
    let events = store.events(&room).await.expect("events");
    let fallen_ms = events.last().expect("the flag").at_ms;
    let late = fallen_ms.checked_sub(due.due_ms).expect("not too soon");
    assert!(late < 1_500, "{late} ms late");
    hall.server.stop().await;
}
