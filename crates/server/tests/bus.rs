//! The bus between nodes: figures are of all of them, an idle one thinks for a busy one, and
//! whatever becomes of the bus, games go on.

#![cfg(target_os = "linux")]

mod hall;

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use ponnuki_game::{Color, Game, Move};
use ponnuki_record::Record;
use ponnuki_room::Proposal;
use ponnuki_server::{
    BusUrl, Config, Estimate, LevelDescription, NodeConfig, PositionJudge, SeatClock,
    ThinkingService,
};
use ponnuki_store::{DatabaseAddress, Store};
use ponnuki_testkit::{Nats, Postgres};
use ponnuki_think::{Decision, StopSign};
use ponnuki_wire::review;
use ponnuki_wire::worker::NetworkFace;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep};

use hall::{Hall, Scripted, Socket, text};

/// How long what nodes tell each other may take to arrive, on a busy machine.
const NEWS_MAX: Duration = Duration::from_secs(10);

/// How often it is looked.
const PAUSE: Duration = Duration::from_millis(20);

/// A port that is free at the moment.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

/// One more node of a database, with this bus, in which `thinker` thinks.
async fn thinking_node(base: &str, bus: &str, thinker: Arc<dyn ThinkingService>) -> Hall {
    let Ok(DatabaseAddress::Postgres(url)) = DatabaseAddress::parse(base) else {
        panic!("{base} is no address of PostgreSQL");
    };
    let store = Store::open_node(&url).await.expect("a store");
    let listen = format!("127.0.0.1:{}", free_port());
    let bus: BusUrl = bus.parse().expect("a URL");
    let node = NodeConfig {
        url: format!("http://{listen}").parse().expect("a URL"),
        listen: listen.parse().expect("an address"),
        bus: Some(bus),
    };
    let config = Config {
        node: Some(node),
        ..Config::default()
    };
    Hall::asking(&config, store, thinker).await
}

async fn node(base: &str, bus: &str) -> Hall {
    thinking_node(base, bus, Arc::new(Scripted)).await
}

fn game() -> Value {
    json!({"width": 9, "colors": "host_black", "clock": "1:00"})
}

/// Waits until a node's metrics have this line.
async fn until_measured(hall: &Hall, line: &str) {
    let began = Instant::now();
    loop {
        let metrics = hall.get("/metrics").await.body;
        if metrics.lines().any(|own| own == line) {
            return;
        }
        assert!(began.elapsed() < NEWS_MAX, "{line}: {metrics}");
        sleep(PAUSE).await;
    }
}

/// Waits until a node says that so many games, players and watchers are there.
async fn until_there(hall: &Hall, (games, players, watchers): (u32, u32, u32)) {
    let expected = json!({"games": games, "players": players, "watchers": watchers});
    let began = Instant::now();
    loop {
        let told = hall.get("/api/attendance").await.json();
        if told == expected {
            return;
        }
        assert!(began.elapsed() < NEWS_MAX, "{told}, not {expected}");
        sleep(PAUSE).await;
    }
}

async fn until_connected(halls: &[&Hall]) {
    for hall in halls {
        until_measured(hall, "ponnuki_bus_connected 1").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn figures_are_of_all_nodes() {
    let (Some(engine), Some(nats)) = (Postgres::shared(), Nats::own()) else {
        return;
    };
    let base = engine.database();
    let (a, b) = (
        node(&base, &nats.url()).await,
        node(&base, &nats.url()).await,
    );
    // Another database's node on the same NATS is none of theirs.
    let stranger = node(&engine.database(), &nats.url()).await;
    until_connected(&[&a, &b, &stranger]).await;
    let _one = a.two(game()).await;
    let (room, _host, _guest) = b.two(game()).await;
    let _watcher = b.socket(&room, None, 0).await;
    let _elsewhere = stranger.two(game()).await;
    until_there(&a, (2, 4, 1)).await;
    until_there(&b, (2, 4, 1)).await;
    until_there(&stranger, (1, 2, 0)).await;
    // Whoever goes says so, and does not count any more.
    b.server.stop().await;
    let began = Instant::now();
    until_there(&a, (1, 2, 0)).await;
    assert!(
        began.elapsed() < Duration::from_secs(2),
        "{:?}",
        began.elapsed()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_go_on_without_a_bus_and_figures_come_back_with_it() {
    let (Some(engine), Some(nats)) = (Postgres::shared(), Nats::own()) else {
        return;
    };
    let base = engine.database();
    let (a, b) = (
        node(&base, &nats.url()).await,
        node(&base, &nats.url()).await,
    );
    until_connected(&[&a, &b]).await;
    let (_, mut host, mut guest) = a.two(game()).await;
    host.play(0, "A1").await;
    until_there(&b, (1, 2, 0)).await;
    nats.kill();
    guest.play(1, "A2").await;
    until_measured(&a, "ponnuki_bus_connected 0").await;
    until_there(&b, (0, 0, 0)).await;
    host.play(2, "C1").await;
    nats.run();
    until_there(&b, (1, 2, 0)).await;
    // The same when it stands still: nobody is told, and nobody waits.
    nats.freeze();
    let began = Instant::now();
    guest.play(3, "C2").await;
    host.play(4, "D1").await;
    assert_eq!(a.get("/api/attendance").await.status, 200);
    assert!(
        began.elapsed() < Duration::from_secs(2),
        "{:?}",
        began.elapsed()
    );
    until_there(&b, (0, 0, 0)).await;
    until_measured(&b, "ponnuki_bus_connected 0").await;
    nats.thaw();
    until_there(&b, (1, 2, 0)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_starts_without_a_bus_and_finds_it_later() {
    let (Some(engine), Some(nats)) = (Postgres::shared(), Nats::own()) else {
        return;
    };
    nats.kill();
    let base = engine.database();
    let (a, b) = (
        node(&base, &nats.url()).await,
        node(&base, &nats.url()).await,
    );
    a.measures("ponnuki_bus_connected 0").await;
    let (_, mut host, _guest) = a.two(game()).await;
    host.play(0, "A1").await;
    until_there(&a, (1, 2, 0)).await;
    nats.run();
    until_there(&b, (1, 2, 0)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bus_that_asks_for_a_password_or_a_token_gets_it() {
    let Some(engine) = Postgres::shared() else {
        return;
    };
    for (options, access) in [
        (
            ["--user", "ann", "--pass", "s@cret"].as_slice(),
            "ann:s%40cret",
        ),
        (["--auth", "s3cr3t"].as_slice(), "s3cr3t"),
    ] {
        let Some(nats) = Nats::with(options) else {
            return;
        };
        let base = engine.database();
        let known = format!("nats://{access}@127.0.0.1:{}", nats.port());
        let (a, b) = (node(&base, &known).await, node(&base, &nats.url()).await);
        until_connected(&[&a]).await;
        let (_, mut host, _guest) = b.two(game()).await;
        host.play(0, "A1").await;
        b.measures("ponnuki_bus_connected 0").await;
    }
}

/// Where a [`Mind`] plays: the first legal point, or the last one.
const FIRST: usize = 0;
const LAST: usize = 24;

/// A move takes this long and so is known to be dear; an answer from elsewhere may come no later.
const DEAR: Duration = Duration::from_millis(300);
const SOON: Duration = Duration::from_secs(4);

const GAME: &str = "(;GM[1]FF[4]SZ[5];B[cc];W[dc])";

/// Thinks in its own way, so that one sees who thought; a review of it never ends.
#[derive(Clone, Copy)]
struct Mind {
    way: Way,
    network: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Plays the first point, after a while.
    First,
    /// Plays the last point, after a while.
    Last,
    /// Plays where a stone is, and estimates another board.
    Wrong,
    /// Says nothing before it is stopped.
    Never,
}

fn mind(way: Way) -> Mind {
    Mind {
        way,
        network: "one",
    }
}

fn until_stopped(stop: &StopSign) {
    while !stop.is_raised() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

impl ThinkingService for Mind {
    fn levels(&self) -> Vec<LevelDescription> {
        Scripted.levels()
    }

    fn choose(&self, game: &Game, _: u8, _: SeatClock, _: Duration, stop: &StopSign) -> Decision {
        let legal = game.legal();
        let point = match self.way {
            Way::First => {
                std::thread::sleep(DEAR);
                legal.iter().next()
            }
            Way::Last => legal.iter().last(),
            Way::Wrong => game.board().stones(Color::Black).iter().next(),
            Way::Never => {
                until_stopped(stop);
                None
            }
        };
        Decision::Move(point.map_or(Move::Pass, Move::Play))
    }

    fn dead(&self, _: &Game, _: &StopSign) -> Vec<Proposal> {
        Vec::new()
    }

    fn estimate(&self, game: &Game, stop: &StopSign) -> Estimate {
        std::thread::sleep(DEAR);
        match self.way {
            Way::Wrong => Estimate {
                ownership: vec![0.5; 4],
                ..Scripted.estimate(game, stop)
            },
            Way::First | Way::Last | Way::Never => Scripted.estimate(game, stop),
        }
    }

    fn analyse(
        &self,
        game: &Game,
        n_visits: u32,
        stop: &StopSign,
        tell: &mut dyn FnMut(review::JudgedPosition),
    ) -> review::JudgedPosition {
        let lead = match self.way {
            Way::Last => -9.5,
            Way::First | Way::Wrong | Way::Never => 3.5,
        };
        let legal = game.legal();
        let at = legal.iter().next().map_or(Move::Pass, Move::Play);
        let candidate = json!([{"move": review::name(at, game.size()), "visits": 9,
            "win_rate": 0.25, "lead": lead, "prior": 0.5, "variation": []}]);
        let candidates = serde_json::from_value(candidate).expect("a candidate");
        review::JudgedPosition {
            lead,
            candidates,
            ..Scripted.analyse(game, n_visits, stop, tell)
        }
    }

    fn review(
        &self,
        _: Record<'_>,
        _: &[review::KnownPosition],
        _: u32,
        stop: &StopSign,
        _: &(dyn Fn() + Sync),
        _: &mut dyn FnMut(review::ReviewProgress),
    ) -> Option<review::GameReview> {
        until_stopped(stop);
        None
    }

    fn review_by(
        &self,
        record: Record<'_>,
        _: &[review::KnownPosition],
        n_visits: u32,
        _: &str,
        judge: &mut PositionJudge<'_>,
        tell: &mut dyn FnMut(review::ReviewProgress),
    ) -> Option<review::GameReview> {
        let n_all = record.moves().count() + 1;
        for at in 0..n_all {
            let game = record.replay_moves(at).into_game();
            tell(review::ReviewProgress {
                n_done: at as u32 + 1,
                n_all: n_all as u32,
                at: at as u32,
                position: judge(&game, None, n_visits)?,
            });
        }
        None
    }

    fn network(&self) -> NetworkFace {
        NetworkFace {
            name: self.network.to_owned(),
            sha256: None,
        }
    }
}

async fn study(hall: &Hall) -> Socket {
    let socket = hall.try_connect("/api/study/socket", &[]).await;
    socket.unwrap_or_else(|status| panic!("refused with {status}"))
}

fn review_of_game() -> String {
    json!({"type": "review", "id": 1, "sgf": GAME, "visits": 10}).to_string()
}

/// Keeps all threads of a node busy until it is dropped.
async fn keep_busy(hall: &Hall) -> Socket {
    hall.come_from(1);
    let mut reader = study(hall).await;
    reader.send(&review_of_game()).await;
    until_measured(hall, "ponnuki_thoughts_running{kind=\"review\"} 1").await;
    reader
}

/// A room of another household in which the engine has to move now.
async fn asked(hall: &Hall, household: u8) -> Socket {
    hall.come_from(household);
    let terms = json!({
        "width": 5, "rules": "japanese", "colors": "host_black",
        "company": {"type": "engine", "level": 2},
    });
    let (room, token, _) = hall.room(terms).await;
    let mut host = hall.socket(&room, Some(&token), 0).await;
    host.play(0, "C3").await;
    host
}

/// Waits for the engine's move, which is to be on this point and soon.
async fn expect_move(host: &mut Socket, point: usize) {
    let began = Instant::now();
    let scene = host.scene(|scene| scene["node"] == 2).await;
    let stones = text(&scene["board"]["stones"]);
    assert_eq!(stones.find('O'), Some(point), "{stones}");
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
}

fn tasks(fate: &str, n: u32) -> String {
    format!("ponnuki_bus_tasks_total{{fate=\"{fate}\"}} {n}")
}

/// A busy node whose own moves are known to be dear, and another that thinks like this, which it
/// knows to be idle.
async fn busy_and_idle(base: &str, bus: &str, other: Mind) -> (Hall, Hall, Socket) {
    let busy = thinking_node(base, bus, Arc::new(mind(Way::First))).await;
    // More at once than there are turns: what lasts is noticed while others wait.
    let mut alone = Vec::new();
    for _ in 0..3 {
        alone.push(asked(&busy, 9).await);
    }
    for host in &mut alone {
        expect_move(host, FIRST).await;
    }
    let idle = thinking_node(base, bus, Arc::new(other)).await;
    until_connected(&[&busy, &idle]).await;
    let held = keep_busy(&busy).await;
    until_known(&busy, &idle, 2).await;
    (busy, idle, held)
}

/// Waits until one node has heard how things stand at another now, by how many watch there.
async fn until_known(by: &Hall, node: &Hall, n_watchers: usize) {
    let (room, _host, _guest) = node.two(game()).await;
    let mut watchers = Vec::new();
    for _ in 0..n_watchers {
        watchers.push(node.socket(&room, None, 0).await);
    }
    let began = Instant::now();
    while by.get("/api/attendance").await.json()["watchers"] != n_watchers {
        assert!(
            began.elapsed() < NEWS_MAX,
            "nothing is heard of the other node"
        );
        sleep(PAUSE).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_idle_node_thinks_for_a_busy_one() {
    let (Some(engine), Some(nats)) = (Postgres::shared(), Nats::own()) else {
        return;
    };
    let base = engine.database();
    let (busy, idle, _held) = busy_and_idle(&base, &nats.url(), mind(Way::Last)).await;
    let mut host = asked(&busy, 2).await;
    expect_move(&mut host, LAST).await;
    until_measured(&busy, &tasks("offered", 1)).await;
    busy.measures(&tasks("taken", 1)).await;
    busy.measures(&tasks("answered", 1)).await;
    idle.measures(&tasks("lent", 1)).await;
    busy.measures("ponnuki_workers 0").await;
    // All positions of a review are judged there, too.
    busy.come_from(3);
    let mut reader = study(&busy).await;
    reader.send(&review_of_game()).await;
    for at in 0..3 {
        let told = reader.until(|said| said["re"] == 1).await;
        assert_eq!(
            (&told["at"], &told["position"]["lead"]),
            (&json!(at), &json!(-9.5)),
            "{told}"
        );
    }
    until_measured(&busy, &tasks("answered", 4)).await;
    busy.measures(&tasks("given_up", 0)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_answers_of_a_node_cost_nothing_but_a_move_from_here() {
    let (Some(engine), Some(nats)) = (Postgres::shared(), Nats::own()) else {
        return;
    };
    let base = engine.database();
    let (busy, idle, held) = busy_and_idle(&base, &nats.url(), mind(Way::Wrong)).await;
    let mut host = asked(&busy, 2).await;
    expect_move(&mut host, FIRST).await;
    until_measured(&busy, &tasks("given_up", 1)).await;
    idle.measures(&tasks("lent", 1)).await;
    // It is not asked again: whoever comes next waits for a turn here.
    let mut host = asked(&busy, 3).await;
    until_known(&busy, &idle, 3).await;
    busy.measures("ponnuki_thoughts_waiting{kind=\"move\"} 1")
        .await;
    busy.measures(&tasks("offered", 1)).await;
    drop(held);
    expect_move(&mut host, FIRST).await;
    busy.measures(&tasks("answered", 0)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_offered_is_done_here_when_the_bus_goes() {
    let (Some(engine), Some(nats)) = (Postgres::shared(), Nats::own()) else {
        return;
    };
    let base = engine.database();
    let (busy, idle, _held) = busy_and_idle(&base, &nats.url(), mind(Way::Never)).await;
    // Killed in the middle of a task.
    let mut host = asked(&busy, 2).await;
    until_measured(&idle, &tasks("lent", 1)).await;
    until_measured(&busy, &tasks("taken", 1)).await;
    nats.kill();
    expect_move(&mut host, FIRST).await;
    until_measured(&busy, &tasks("given_up", 1)).await;
    // What nobody waits for any more is not thought about.
    until_measured(&idle, "ponnuki_thoughts_running{kind=\"move\"} 0").await;
    nats.run();
    until_connected(&[&busy, &idle]).await;
    until_known(&busy, &idle, 4).await;
    let mut host = asked(&busy, 3).await;
    until_measured(&busy, &tasks("taken", 2)).await;
    // It stands still in the middle of another.
    nats.freeze();
    expect_move(&mut host, FIRST).await;
    for hall in [&busy, &idle] {
        until_measured(hall, "ponnuki_bus_connected 0").await;
    }
    nats.thaw();
    until_connected(&[&busy, &idle]).await;
    until_known(&busy, &idle, 1).await;
    // It stands still before anybody has noticed.
    nats.freeze();
    let mut host = asked(&busy, 4).await;
    expect_move(&mut host, FIRST).await;
    until_measured(&busy, &tasks("offered", 3)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_that_think_differently_or_are_busy_are_left_in_peace() {
    let (Some(engine), Some(nats)) = (Postgres::shared(), Nats::own()) else {
        return;
    };
    let base = engine.database();
    let other = Mind {
        network: "another",
        ..mind(Way::Last)
    };
    let (busy, _other, held) = busy_and_idle(&base, &nats.url(), other).await;
    let also_busy = thinking_node(&base, &nats.url(), Arc::new(mind(Way::Last))).await;
    let _also_held = keep_busy(&also_busy).await;
    until_connected(&[&also_busy]).await;
    until_known(&busy, &also_busy, 2).await;
    let mut host = asked(&busy, 2).await;
    busy.measures("ponnuki_thoughts_waiting{kind=\"move\"} 1")
        .await;
    drop(also_busy);
    busy.measures(&tasks("offered", 0)).await;
    drop(held);
    expect_move(&mut host, FIRST).await;
}

/// Whoever can speak at the bus and has no key of the database is not heard, whatever it says.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_no_node_signed_is_not_heard() {
    let (Some(engine), Some(nats)) = (Postgres::shared(), Nats::own()) else {
        return;
    };
    let base = engine.database();
    let (a, b) = (
        node(&base, &nats.url()).await,
        node(&base, &nats.url()).await,
    );
    until_connected(&[&a, &b]).await;
    let mut line = TcpStream::connect(("127.0.0.1", nats.port()))
        .await
        .expect("a line");
    let hello = "CONNECT {\"verbose\":false}\r\nSUB ponnuki.> 1\r\nPING\r\n";
    line.write_all(hello.as_bytes()).await.expect("a line");
    // The news of a node: `MSG subject 1 length`, and on the next line a signature and JSON.
    let mut heard = String::new();
    let (subject, letter) = loop {
        let mut bytes = [0; 4_096];
        let n = line.read(&mut bytes).await.expect("something is said");
        heard.push_str(std::str::from_utf8(&bytes[..n]).expect("text"));
        let said = heard
            .split_once("MSG ")
            .and_then(|(_, rest)| rest.split_once("\r\n"));
        let letter = said.and_then(|(head, rest)| Some((head, rest.split_once("\r\n")?.0)));
        if let Some((head, letter)) = letter {
            let subject = head.split(' ').next().expect("a subject");
            break (subject.to_owned(), letter.to_owned());
        }
    };
    assert!(letter.contains("\"players\":0"), "{letter}");
    // In the name of a node that there is not, whose own news would contradict it.
    let lie = letter.replace("\"players\":0", "\"players\":7");
    let lie = lie.replace("\"from\":\"", "\"from\":\"0");
    let long = "x".repeat(900_000);
    for said in [lie.as_str(), "", "rubbish", "{} {}", &long] {
        let message = format!("PUB {subject} {}\r\n{said}\r\n", said.len());
        line.write_all(message.as_bytes()).await.expect("a line");
    }
    let _room = b.two(game()).await;
    let began = Instant::now();
    loop {
        let players = a.get("/api/attendance").await.json()["players"].as_u64();
        assert!(players < Some(7), "a lie was believed");
        if players == Some(2) {
            break;
        }
        assert!(began.elapsed() < NEWS_MAX, "{players:?}");
        sleep(PAUSE).await;
    }
}
