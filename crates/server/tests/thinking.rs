//! Who thinks for whom, and who has to wait: no visitor takes everybody's engine.

mod hall;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use ponnuki_game::{Game, Move};
use ponnuki_record::Record;
use ponnuki_room::Proposal;
use ponnuki_server::{Config, Estimate, LevelDescription, SeatClock, ThinkingService};
use ponnuki_store::Store;
use ponnuki_think::{Decision, StopSign};
use ponnuki_wire::review;
use serde_json::{Value, json};

use hall::{ENDLESS, Hall, Scripted, Socket};

const GAME: &str = "(;GM[1]FF[4]SZ[5];B[cc];W[dc])";

/// The level at which [`Slow`] thinks until it is let go.
const STRONG: u8 = 24;

/// The level at which it thinks about a move until it is told to make one.
const PATIENT: u8 = 23;

/// What any thinking at the level [`STRONG`] takes: more than what counts as cheap, which is
/// measured in time that passes. On a slow machine it takes longer, and counts the same.
const LONG: Duration = Duration::from_millis(300);

/// Thinks about moves at level 24, and about what is asked with [`ENDLESS`] visits, until the
/// test says so, and otherwise as [`Scripted`].
#[derive(Default)]
struct Slow {
    gate: Mutex<bool>,
    opened: Condvar,
    /// How many work at this moment, and how many did at once at most.
    n_at_work: AtomicUsize,
    n_at_once: AtomicUsize,
    /// How long the moves might be thought about, in the order in which they were begun.
    times: Mutex<Vec<Duration>>,
}

impl Slow {
    /// Lets all go.
    fn open(&self) {
        *self.gate.lock().expect("no panic") = true;
        self.opened.notify_all();
    }

    fn is_open(&self) -> bool {
        *self.gate.lock().expect("no panic")
    }

    fn wait(&self) {
        let gate = self.gate.lock().expect("no panic");
        drop(self.opened.wait_while(gate, |is_open| !*is_open));
    }

    fn begin(&self) {
        let n = self.n_at_work.fetch_add(1, Ordering::SeqCst) + 1;
        self.n_at_once.fetch_max(n, Ordering::SeqCst);
    }

    fn end(&self) {
        self.n_at_work.fetch_sub(1, Ordering::SeqCst);
    }
}

impl ThinkingService for Slow {
    fn levels(&self) -> Vec<LevelDescription> {
        let mut levels = Scripted.levels();
        levels.extend([PATIENT, STRONG].map(|level| LevelDescription {
            level,
            name: "thinks long".to_owned(),
            ranks: Vec::new(),
        }));
        levels
    }

    fn choose(
        &self,
        game: &Game,
        level: u8,
        clock: SeatClock,
        time_max: Duration,
        stop: &StopSign,
    ) -> Decision {
        if level == PATIENT {
            self.begin();
            while !stop.is_raised() {
                std::thread::sleep(LONG / 30);
            }
            self.end();
            return Decision::Move(Move::Pass);
        }
        if level != STRONG {
            return Scripted.choose(game, level, clock, time_max, stop);
        }
        self.begin();
        self.times.lock().expect("no panic").push(time_max);
        std::thread::sleep(LONG);
        self.wait();
        self.end();
        Decision::Move(Move::Pass)
    }

    fn dead(&self, game: &Game, stop: &StopSign) -> Vec<Proposal> {
        Scripted.dead(game, stop)
    }

    fn estimate(&self, game: &Game, stop: &StopSign) -> Estimate {
        Scripted.estimate(game, stop)
    }

    fn analyse(
        &self,
        game: &Game,
        n_visits: u32,
        stop: &StopSign,
        tell: &mut dyn FnMut(review::JudgedPosition),
    ) -> review::JudgedPosition {
        let last = Scripted.analyse(game, 1, stop, &mut |_| {});
        while n_visits == ENDLESS && !stop.is_raised() && !self.is_open() {
            self.begin();
            std::thread::sleep(LONG / 4);
            self.end();
            tell(last.clone());
        }
        last
    }

    fn review(
        &self,
        record: Record<'_>,
        known: &[review::KnownPosition],
        n_visits: u32,
        stop: &StopSign,
        pause: &(dyn Fn() + Sync),
        tell: &mut dyn FnMut(review::ReviewProgress),
    ) -> Option<review::GameReview> {
        if n_visits == ENDLESS {
            // It does not even look at the sign.
            self.begin();
            self.wait();
            self.end();
        }
        Scripted.review(record, known, n_visits, stop, pause, tell)
    }
}

/// A server in which one thread thinks about what takes long.
async fn open() -> (Hall, Arc<Slow>) {
    let store = Store::in_memory().await.expect("memory");
    let slow = Arc::new(Slow::default());
    let thinker: Arc<dyn ThinkingService> = Arc::<Slow>::clone(&slow);
    let hall = Hall::asking(&Config::default(), store, thinker).await;
    (hall, slow)
}

/// A game against the engine in which it is the engine's turn.
async fn asked(hall: &Hall, level: u8) -> Socket {
    let terms = json!({
        "width": 5, "rules": "japanese", "colors": "host_black",
        "company": {"type": "engine", "level": level},
    });
    let (room, token, _) = hall.room(terms).await;
    let mut host = hall.socket(&room, Some(&token), 0).await;
    host.play(0, "C3").await;
    host
}

/// Waits until the engine has made its move.
async fn answered(host: &mut Socket) {
    host.scene(|scene| scene["node"] == 2).await;
}

async fn study(hall: &Hall) -> Socket {
    let socket = hall.try_connect("/api/study/socket", &[]).await;
    socket.unwrap_or_else(|status| panic!("refused with {status}"))
}

fn analyse(id: u64, visits: u32) -> String {
    json!({"type": "analyse", "id": id, "sgf": GAME, "node": 1, "visits": visits}).to_string()
}

/// What the metrics say of moves under this name.
async fn n_moves(hall: &Hall, name: &str) -> u64 {
    let metrics = hall.get("/metrics").await.body;
    let name = format!("ponnuki_thoughts_{name}{{kind=\"move\"}} ");
    let mut lines = metrics.lines();
    let n = lines.find_map(|line| line.strip_prefix(name.as_str()));
    n.expect("it is counted").parse().expect("a number")
}

#[tokio::test]
async fn the_computer_moves_at_once_when_its_opponent_wants_it_to() {
    let (hall, slow) = open().await;
    let mut host = asked(&hall, PATIENT).await;
    while slow.n_at_work.load(Ordering::SeqCst) == 0 {
        tokio::time::sleep(LONG / 30).await;
    }
    host.done(json!({"type": "move_now"})).await;
    answered(&mut host).await;
    // In one's own turn there is nothing to hurry.
    host.done(json!({"type": "move_now"})).await;
    host.play(2, "D3").await;
}

#[tokio::test]
async fn who_wants_a_move_before_the_computer_has_begun_gets_it_when_it_has() {
    let (hall, slow) = open().await;
    let mut others = asked(&hall, STRONG).await;
    // One thinks at a time about what takes long, so this one waits for its turn.
    let mut host = asked(&hall, PATIENT).await;
    host.done(json!({"type": "move_now"})).await;
    slow.open();
    answered(&mut others).await;
    answered(&mut host).await;
}

#[tokio::test]
async fn the_computer_takes_a_breath_before_it_answers() {
    let config = Config {
        breath: LONG,
        ..Config::default()
    };
    let hall = Hall::with(&config).await;
    let began = tokio::time::Instant::now();
    let mut host = asked(&hall, 1).await;
    answered(&mut host).await;
    assert!(began.elapsed() >= LONG);
}

#[tokio::test]
async fn nobody_who_watches_hurries_the_computer() {
    let (hall, slow) = open().await;
    let terms = json!({
        "width": 5, "rules": "japanese", "colors": "host_white",
        "company": {"type": "engine", "level": PATIENT},
    });
    let (room, token, _) = hall.room(terms).await;
    let mut host = hall.socket(&room, Some(&token), 0).await;
    let mut watcher = hall.socket(&room, None, 0).await;
    while slow.n_at_work.load(Ordering::SeqCst) == 0 {
        tokio::time::sleep(LONG / 30).await;
    }
    watcher.refused(json!({"type": "move_now"})).await;
    assert_eq!(slow.n_at_work.load(Ordering::SeqCst), 1, "it still thinks");
    host.done(json!({"type": "move_now"})).await;
    host.scene(|scene| scene["node"] == 1).await;
}

#[tokio::test]
async fn six_games_at_the_strongest_level_do_not_hold_up_an_easy_one() {
    let (hall, slow) = open().await;
    let mut strong = Vec::new();
    for _ in 0..6 {
        strong.push(asked(&hall, STRONG).await);
    }
    hall.come_from(7);
    for _ in 0..5 {
        let mut easy = asked(&hall, 1).await;
        answered(&mut easy).await;
    }
    assert!(!slow.is_open(), "the strong ones still think");
    slow.open();
    for host in &mut strong {
        answered(host).await;
    }
}

#[tokio::test]
async fn what_a_household_asks_beyond_its_share_is_refused_and_asked_again() {
    let (hall, slow) = open().await;
    let mut strong = Vec::new();
    for _ in 0..13 {
        strong.push(asked(&hall, STRONG).await);
    }
    assert!(n_moves(&hall, "refused_total").await > 0);
    assert!(n_moves(&hall, "waiting").await <= 8);
    slow.open();
    for host in &mut strong {
        answered(host).await;
    }
    assert_eq!(n_moves(&hall, "waiting").await, 0);
}

#[tokio::test]
async fn thinking_is_shorter_when_others_wait_for_it() {
    let (hall, slow) = open().await;
    let mut hosts = Vec::new();
    for household in 1..=6 {
        hall.come_from(household);
        hosts.push(asked(&hall, STRONG).await);
    }
    slow.open();
    for host in &mut hosts {
        answered(host).await;
    }
    let times = slow.times.lock().expect("no panic").clone();
    let longest = Duration::from_secs(10);
    assert_eq!(times.first(), Some(&longest), "nobody waits: {times:?}");
    assert!(times.iter().any(|time| *time < longest), "{times:?}");
    assert_eq!(times.last(), Some(&longest), "nobody waits: {times:?}");
}

#[tokio::test]
async fn those_who_study_take_turns() {
    let (hall, slow) = open().await;
    let mut sockets = Vec::new();
    for household in 1..=6 {
        hall.come_from(household);
        let mut socket = study(&hall).await;
        socket.send(&analyse(1, ENDLESS)).await;
        sockets.push(socket);
    }
    // Everybody is thought for, again and again.
    for _ in 0..4 {
        for socket in &mut sockets {
            socket.until(|said| said["re"] == 1).await;
        }
    }
    slow.open();
    for socket in &mut sockets {
        socket.until(|said| said["is_last"] == true).await;
    }
    // One turn for what is dear, one for what is cheap, and what turned out dear beside it.
    let n_at_once = slow.n_at_once.load(Ordering::SeqCst);
    assert!(n_at_once <= 4, "{n_at_once}");
}

#[tokio::test]
async fn a_question_waits_until_the_one_before_on_its_socket_has_ended() {
    let (hall, slow) = open().await;
    let mut socket = study(&hall).await;
    let review = |id: u64| json!({"type": "review", "id": id, "sgf": GAME, "visits": ENDLESS});
    for id in 1..=5 {
        socket.send(&review(id).to_string()).await;
    }
    // All have been heard when this is refused.
    socket.send("what?").await;
    let refused = socket.until(|said| said["type"] == "refused").await;
    assert_eq!(refused["re"], Value::Null);
    slow.open();
    let first = socket.until(|said| said["type"] == "reviewed").await;
    assert_eq!(first["re"], 5, "the others are not wanted any more");
    assert_eq!(slow.n_at_once.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_study_that_was_begun_is_stopped_while_others_have_its_turn() {
    let (hall, slow) = open().await;
    let mut one = study(&hall).await;
    one.send(&analyse(1, ENDLESS)).await;
    one.until(|said| said["re"] == 1).await;
    hall.come_from(7);
    let mut strong = Vec::new();
    for _ in 0..4 {
        strong.push(asked(&hall, STRONG).await);
    }
    // The turns are taken for good now, or will be; the first has to end all the same, or
    // the second would not be heard of.
    one.send(&json!({"type": "stop"}).to_string()).await;
    one.send(&json!({"type": "choose", "id": 2, "sgf": GAME, "node": 1, "level": 1}).to_string())
        .await;
    let chosen = one.until(|said| said["re"] == 2).await;
    assert_eq!(chosen["type"], "chosen");
    assert!(!slow.is_open());
    slow.open();
}

#[tokio::test]
async fn a_line_that_is_too_long_is_not_studied() {
    let (hall, _) = open().await;
    let mut socket = study(&hall).await;
    let long = |n: usize| format!("(;SZ[5]{})", ";C[x]".repeat(n));
    let crowded = format!("(;SZ[5];B{})", "[]".repeat(2_001));
    let asked = [
        ("analyse", &long(20_001), 1, false),
        ("analyse", &long(3_000), 1_999, true),
        ("analyse", &long(3_000), 2_000, false),
        ("choose", &long(3_000), 2_000, false),
        ("choose", &long(3_000), 1_999, true),
        ("review", &long(1_999), 0, true),
        ("review", &long(2_000), 0, false),
        ("review", &crowded, 0, false),
    ];
    for (id, (what, sgf, node, is_studied)) in (1..).zip(asked) {
        let mut ask = json!({"type": what, "id": id, "sgf": sgf});
        let rest = match what {
            "analyse" => json!({"node": node, "visits": 1}),
            "choose" => json!({"node": node, "level": 1}),
            _ => json!({"visits": 1}),
        };
        let rest = rest.as_object().expect("fields").clone();
        ask.as_object_mut().expect("fields").extend(rest);
        socket.send(&ask.to_string()).await;
        let said = socket.until(|said| said["re"] == id).await;
        assert_eq!(
            said["type"] != "refused",
            is_studied,
            "{what} {node}: {said}"
        );
        socket.send(&json!({"type": "stop"}).to_string()).await;
    }
}
