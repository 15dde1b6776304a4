//! A server and workers that really think for it, in one process: reviews, and what becomes of
//! them when a worker goes, lies or has another network.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ponnuki_client::ServerAddress;
use ponnuki_game::{Game, Move};
use ponnuki_hosting::{EngineService, WorkerEnd, WorkerNews, WorkerProgram, run_worker};
use ponnuki_record::{Record, Records};
use ponnuki_room::Proposal;
use ponnuki_server::{
    Config, Estimate, LevelDescription, PositionJudge, SeatClock, Server, ThinkingService,
    worker_key_hash,
};
use ponnuki_store::{Store, WorkerKey};
use ponnuki_think::{Decision, StopSign};
use ponnuki_wire::review::{GameReview, JudgedPosition, KnownPosition, ReviewProgress};
use ponnuki_wire::worker::NetworkFace;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

const KEY: &str = "the key of a machine of ours";
const GAME: &str = "(;SZ[5]KM[0]RU[Chinese];B[cc];W[cb];B[bb];W[db];B[dc];W[bc])";
const N_VISITS: u32 = 8;

/// How the judgments of an engine are changed on their way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    Honest,
    /// Whoever is behind is far ahead.
    Lying,
    /// Honest, and not known as the server's own network.
    Foreign,
}

/// The engine without a network, which counts what it judges.
struct Counted {
    engine: EngineService,
    manner: Manner,
    n_judged: AtomicUsize,
    n_judged_max: usize,
}

impl Counted {
    fn new(manner: Manner) -> Arc<Counted> {
        Counted::until(manner, usize::MAX)
    }

    /// One that breaks down after so many positions.
    fn until(manner: Manner, n_judged_max: usize) -> Arc<Counted> {
        Arc::new(Counted {
            engine: EngineService::new(None),
            manner,
            n_judged: AtomicUsize::new(0),
            n_judged_max,
        })
    }

    fn n_judged(&self) -> usize {
        self.n_judged.load(Ordering::SeqCst)
    }
}

impl ThinkingService for Counted {
    fn levels(&self) -> Vec<LevelDescription> {
        self.engine.levels()
    }

    fn choose(
        &self,
        game: &Game,
        level: u8,
        clock: SeatClock,
        time_max: Duration,
        stop: &StopSign,
    ) -> Decision {
        self.engine.choose(game, level, clock, time_max, stop)
    }

    fn dead(&self, game: &Game, stop: &StopSign) -> Vec<Proposal> {
        self.engine.dead(game, stop)
    }

    fn estimate(&self, game: &Game, stop: &StopSign) -> Estimate {
        self.engine.estimate(game, stop)
    }

    fn analyse(
        &self,
        game: &Game,
        n_visits: u32,
        stop: &StopSign,
        tell: &mut dyn FnMut(JudgedPosition),
    ) -> JudgedPosition {
        self.engine.analyse(game, n_visits, stop, tell)
    }

    fn review(
        &self,
        record: Record<'_>,
        known: &[KnownPosition],
        n_visits: u32,
        stop: &StopSign,
        pause: &(dyn Fn() + Sync),
        tell: &mut dyn FnMut(ReviewProgress),
    ) -> Option<GameReview> {
        self.engine
            .review(record, known, n_visits, stop, pause, tell)
    }

    fn network(&self) -> NetworkFace {
        let mut network = self.engine.network();
        if self.manner == Manner::Foreign {
            network.name = "another".to_owned();
        }
        network
    }

    fn judge(
        &self,
        game: &Game,
        played: Option<Move>,
        n_visits: u32,
        stop: &StopSign,
    ) -> JudgedPosition {
        let n_judged = self.n_judged.fetch_add(1, Ordering::SeqCst);
        assert!(n_judged < self.n_judged_max, "a worker that breaks down");
        let mut position = self.engine.judge(game, played, n_visits, stop);
        if self.manner == Manner::Lying {
            let is_ahead = position.win_rate < 0.5;
            position.win_rate = if is_ahead { 1.0 } else { 0.0 };
            position.lead += if is_ahead { 40.0 } else { -40.0 };
        }
        position
    }

    fn review_by(
        &self,
        record: Record<'_>,
        known: &[KnownPosition],
        n_visits: u32,
        judge_name: &str,
        judge: &mut PositionJudge<'_>,
        tell: &mut dyn FnMut(ReviewProgress),
    ) -> Option<GameReview> {
        self.engine
            .review_by(record, known, n_visits, judge_name, judge, tell)
    }
}

struct Hall {
    server: Server,
    own: Arc<Counted>,
}

impl Hall {
    async fn open() -> Hall {
        let store = Store::in_memory().await.expect("memory");
        let key = WorkerKey {
            name: "study".to_owned(),
            is_trusted: true,
            made_ms: 1,
            seen_ms: None,
        };
        let added = store.add_worker_key(&key, &worker_key_hash(KEY)).await;
        assert!(added.expect("a key"));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let own = Counted::new(Manner::Honest);
        let thinker: Arc<dyn ThinkingService> = own.clone();
        let server = Server::start(listener, &Config::default(), store, thinker).await;
        let server = server.expect("the server starts");
        Hall { server, own }
    }

    fn address(&self) -> ServerAddress {
        ServerAddress::parse(&format!("http://{}", self.server.address())).expect("an address")
    }

    /// A worker that is connected.
    async fn worker(&self, service: &Arc<Counted>) -> Worker {
        let (stop, stopped) = oneshot::channel::<()>();
        let (connected, is_connected) = oneshot::channel();
        let (address, service) = (self.address(), Arc::clone(service));
        let program = WorkerProgram {
            service,
            n_threads: 1,
            version: "test".to_owned(),
        };
        let mut connected = Some(connected);
        let working = tokio::spawn(async move {
            let until_stopped = async {
                // A sender that is gone stops it, too.
                let _ = stopped.await;
            };
            let tell = |news| {
                if let (WorkerNews::Connected { .. }, Some(connected)) = (news, connected.take()) {
                    connected.send(()).expect("the test waits");
                }
            };
            run_worker(&address, KEY, &program, until_stopped, tell).await
        });
        is_connected.await.expect("the worker is taken on");
        Worker { stop, working }
    }

    /// Has the game reviewed, as a page does.
    async fn review(&self) -> Value {
        let (mut sender, mut reader) = self.study().await;
        let ask = json!({"type": "review", "id": 1, "sgf": GAME, "visits": N_VISITS});
        sender.send(ask.to_string()).await;
        loop {
            let said = reader.next().await;
            match said["type"].as_str() {
                Some("review") => return said["game"].clone(),
                Some("reviewed") => {}
                _ => panic!("{said}"),
            }
        }
    }

    async fn study(&self) -> (Sender, Reader) {
        use futures_util::StreamExt as _;
        let url = format!("ws://{}/api/study/socket", self.server.address());
        let connected = tokio_tungstenite::connect_async(url).await;
        let (stream, _) = connected.expect("a connection");
        let (sender, reader) = stream.split();
        (Sender(sender), Reader(reader))
    }
}

type Stream =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

struct Sender(futures_util::stream::SplitSink<Stream, tokio_tungstenite::tungstenite::Message>);

impl Sender {
    async fn send(&mut self, text: String) {
        use futures_util::SinkExt as _;
        let message = tokio_tungstenite::tungstenite::Message::text(text);
        self.0.send(message).await.expect("it is sent");
    }
}

struct Reader(futures_util::stream::SplitStream<Stream>);

impl Reader {
    async fn next(&mut self) -> Value {
        use futures_util::StreamExt as _;
        loop {
            let next = tokio::time::timeout(Duration::from_secs(60), self.0.next()).await;
            let message = next.expect("in time").expect("a message");
            if let tokio_tungstenite::tungstenite::Message::Text(text) = message.expect("a message")
            {
                return serde_json::from_str(&text).expect("JSON");
            }
        }
    }
}

struct Worker {
    stop: oneshot::Sender<()>,
    working: JoinHandle<WorkerEnd>,
}

/// The review as the engine makes it alone, as JSON.
fn alone() -> Value {
    let records = Records::from_bytes(GAME.as_bytes()).expect("a record");
    let record = records.iter().next().expect("a game").expect("a game");
    let engine = EngineService::new(None);
    let review = engine.review(record, &[], N_VISITS, &StopSign::new(), &|| {}, &mut |_| {});
    let review = review.expect("a review");
    serde_json::from_str(&ponnuki_wire::to_json(&review)).expect("JSON")
}

/// A review without the names of those who made it.
fn without_workers(mut review: Value) -> Value {
    if let Some(judge) = review["judge"].as_object_mut() {
        judge.remove("workers");
    }
    review
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_reviews_as_the_server_does_and_is_named() {
    let hall = Hall::open().await;
    let service = Counted::new(Manner::Honest);
    let worker = hall.worker(&service).await;
    let review = hall.review().await;
    assert_eq!(review["judge"]["workers"], json!(["study"]));
    let n_judged = service.n_judged();
    assert!(n_judged >= 7, "{n_judged} positions were judged by it");
    assert_eq!(without_workers(review), alone());
    // Some of its judgments are looked at again, most are not.
    assert!((1..n_judged).contains(&hall.own.n_judged()));
    drop(worker.stop);
    assert_eq!(worker.working.await.expect("no panic"), WorkerEnd::Stopped);
    let review = hall.review().await;
    assert_eq!(review, alone(), "without workers the server is alone");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_review_whose_worker_breaks_down_ends_the_same() {
    let hall = Hall::open().await;
    let service = Counted::until(Manner::Honest, 3);
    let worker = hall.worker(&service).await;
    let review = hall.review().await;
    assert_eq!(without_workers(review), alone());
    drop(worker.stop);
    assert_eq!(worker.working.await.expect("no panic"), WorkerEnd::Stopped);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_network_judges_a_whole_game() {
    let hall = Hall::open().await;
    let foreign = Counted::new(Manner::Foreign);
    let worker = hall.worker(&foreign).await;
    let review = hall.review().await;
    assert_eq!(review["judge"]["name"], "another");
    assert_eq!(review["judge"]["workers"], json!(["study"]));
    drop(worker.stop);
    assert_eq!(worker.working.await.expect("no panic"), WorkerEnd::Stopped);
    // One that breaks down in the middle leaves nothing in the review of the server's own.
    let broken = Counted::until(Manner::Foreign, 3);
    let worker = hall.worker(&broken).await;
    assert_eq!(hall.review().await, alone());
    drop(worker.stop);
    assert_eq!(worker.working.await.expect("no panic"), WorkerEnd::Stopped);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_whose_judgments_are_lies_is_found_out() {
    let hall = Hall::open().await;
    let liar = Counted::new(Manner::Lying);
    let worker = hall.worker(&liar).await;
    let review = hall.review().await;
    assert_eq!(without_workers(review), alone(), "no lie is left in it");
    let end = worker.working.await.expect("no panic");
    let WorkerEnd::Refused(why) = end else {
        panic!("{end:?}");
    };
    assert!(why.contains("not confirmed"), "{why}");
    drop(worker.stop);
    // Whoever comes again with the same key is told why not.
    let program = WorkerProgram {
        service: Counted::new(Manner::Honest),
        n_threads: 1,
        version: "test".to_owned(),
    };
    let never = std::future::pending();
    let end = run_worker(&hall.address(), KEY, &program, never, |_| {}).await;
    assert!(matches!(&end, WorkerEnd::Refused(why) if why.contains("barred")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_key_ends_a_worker_and_a_silent_server_does_not() {
    let hall = Hall::open().await;
    let program = WorkerProgram {
        service: Counted::new(Manner::Honest),
        n_threads: 1,
        version: "test".to_owned(),
    };
    let never = std::future::pending();
    let end = run_worker(&hall.address(), "guessed", &program, never, |_| {}).await;
    assert!(matches!(&end, WorkerEnd::Refused(why) if why.contains("not known")));
    // Nobody listens there.
    let gone = {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        listener.local_addr().expect("an address")
    };
    let gone = ServerAddress::parse(&format!("http://{gone}")).expect("an address");
    let (told, mut heard) = tokio::sync::mpsc::unbounded_channel();
    let until_lost = async {
        let news = heard.recv().await;
        assert!(matches!(news, Some(WorkerNews::Lost { .. })), "{news:?}");
    };
    let tell = |news| told.send(news).expect("the test listens");
    let end = run_worker(&gone, KEY, &program, until_lost, tell).await;
    assert_eq!(end, WorkerEnd::Stopped);
}
