//! The connection of one worker, from its key to its end.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use ponnuki_store::WorkerKey;
use ponnuki_wire::worker::{
    FromWorker, NetworkFace, ToWorker, WORKER_MESSAGE_BYTES_MAX, WORKER_PROTOCOL,
    WORKER_THREADS_MAX, WorkerRefusal, check_text, protocol_of,
};
use ponnuki_wire::{self as wire, ProblemCode, from_json, to_json, to_ms};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::{Report, worker_key_hash};
use crate::house::House;
use crate::limits::{Bucket, Place, Rate};
use crate::now;
use crate::pinged::{Gone, Pinged};
use crate::problem::Problem;
use crate::request::Client;

/// A worker says who it is at once.
const HELLO_MAX: Duration = Duration::from_secs(10);

/// How often it is looked whether a key was revoked.
const LOOK_AT_KEY_EVERY: Duration = Duration::from_secs(2);

/// How often it is written down that a worker is there, in looks at its key.
const SEEN_EVERY: u32 = 30;

/// Messages of a worker: two a second for each of its threads, and the answers to tasks that
/// take some ten milliseconds each.
fn messages(n_threads: u16) -> Rate {
    Rate::new(1_000, 100.0 + 50.0 * f64::from(n_threads))
}

/// Opens a WebSocket for a worker, which thinks for this server: messages are `FromWorker` one
/// way and `ToWorker` the other. Its key is in the `Authorization` header, as a bearer token.
#[utoipa::path(get, path = "/api/worker", tag = "server", operation_id = "worker",
    responses(
        (status = 101, description = "The connection is a WebSocket now"),
        (status = 401, description = "The key is not known, or was revoked",
            body = wire::Problem),
        (status = 403, description = "The last worker with this key gave a wrong answer",
            body = wire::Problem)))]
pub(crate) async fn socket(
    State(house): State<Arc<House>>,
    client: Client,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let hash = worker_key_hash(bearer(&headers)?);
    let key = house.store.worker_key(&hash).await?;
    let unknown = || {
        Problem::new(
            ProblemCode::BadToken,
            "the key is not known here, or was revoked",
        )
    };
    let key = key.ok_or_else(unknown)?;
    if house.workers().is_barred(&hash) {
        let text =
            "the last worker with this key gave a wrong answer, the key is barred for minutes";
        return Err(Problem::new(ProblemCode::Forbidden, text));
    }
    let upgrade = upgrade?;
    let place = house.places.connections.take(Some(client.address))?;
    Ok(upgrade
        .max_message_size(WORKER_MESSAGE_BYTES_MAX)
        .max_frame_size(WORKER_MESSAGE_BYTES_MAX)
        .on_upgrade(move |socket| Line::new(house, key, hash, socket, place).stay()))
}

/// The key in the headers of a request.
fn bearer(headers: &HeaderMap) -> Result<&str, Problem> {
    let line = headers.get(header::AUTHORIZATION);
    let line = line.and_then(|line| line.to_str().ok());
    line.and_then(|line| line.strip_prefix("Bearer "))
        .ok_or_else(|| Problem::new(ProblemCode::BadToken, "a worker brings its key"))
}

/// Why a worker is sent away.
struct Farewell(WorkerRefusal, String);

impl Farewell {
    fn bad(text: impl Into<String>) -> Farewell {
        Farewell(WorkerRefusal::BadMessage, text.into())
    }
}

/// What a worker said of itself.
struct Introduction {
    version: String,
    network: NetworkFace,
    n_threads: u16,
}

struct Line {
    house: Arc<House>,
    key: WorkerKey,
    hash: String,
    socket: Pinged,
    _place: Place,
}

impl Line {
    fn new(
        house: Arc<House>,
        key: WorkerKey,
        hash: String,
        socket: WebSocket,
        place: Place,
    ) -> Line {
        Line {
            house,
            key,
            hash,
            socket: Pinged::new(socket),
            _place: place,
        }
    }

    async fn stay(mut self) {
        let told = match timeout(HELLO_MAX, self.socket.receive()).await {
            Ok(Ok(message)) => introduction(&message),
            Ok(Err(Gone)) => return,
            Err(_) => Err(Farewell::bad("a worker says hello first")),
        };
        match told {
            Ok(told) => self.serve(told).await,
            Err(why) => self.send_away(why).await,
        }
    }

    /// Carries tasks and answers until either side has enough.
    async fn serve(mut self, told: Introduction) {
        let workers = Arc::clone(self.house.workers());
        let n_threads = usize::from(told.n_threads);
        let hired = workers.hire((&self.hash, &self.key), &told.network, n_threads);
        let (id, mut orders) = match hired {
            Ok(hired) => hired,
            Err(code) => {
                let text = "there are as many workers as there may be".to_owned();
                return self.send_away(Farewell(code, text)).await;
            }
        };
        tracing::info!(
            worker = self.key.name,
            trusted = self.key.is_trusted,
            version = told.version,
            network = told.network.name,
            n_threads,
            "a worker is connected"
        );
        self.note_seen().await;
        let welcome = ToWorker::Welcome {
            name: self.key.name.clone(),
            trusted: self.key.is_trusted,
        };
        let end = match self.tell(&welcome).await {
            Ok(()) => {
                self.house.pool.look_at_workers();
                self.carry(id, &mut orders, messages(told.n_threads)).await
            }
            Err(Gone) => None,
        };
        drop(orders);
        workers.leave(id);
        self.house.pool.look_at_workers();
        tracing::info!(worker = self.key.name, "a worker is gone");
        if let Some(why) = end {
            self.send_away(why).await;
        }
    }

    /// Why the worker is sent away; `None` if it went.
    async fn carry(
        &mut self,
        id: u64,
        orders: &mut tokio::sync::mpsc::Receiver<ToWorker>,
        rate: Rate,
    ) -> Option<Farewell> {
        let mut bucket = Bucket::full(rate, now::steady());
        let mut looks = interval(LOOK_AT_KEY_EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut n_looks = 0u32;
        loop {
            tokio::select! {
                order = orders.recv() => match order? {
                    ToWorker::Refused { code, text } => return Some(Farewell(code, text)),
                    order => self.tell(&order).await.ok()?,
                },
                message = self.socket.receive() => {
                    let message = message.ok()?;
                    if bucket.take(rate, now::steady()).is_err() {
                        let text = "too many messages in a short time".to_owned();
                        return Some(Farewell(WorkerRefusal::TooFast, text));
                    }
                    match self.hear(id, &message) {
                        Ok(Heard::More) => {}
                        Ok(Heard::Leaving) => return None,
                        Err(why) => return Some(why),
                    }
                }
                _ = looks.tick() => {
                    n_looks += 1;
                    if let Some(why) = self.look_at_key(n_looks).await {
                        return Some(why);
                    }
                }
            }
        }
    }

    fn hear(&self, id: u64, message: &Message) -> Result<Heard, Farewell> {
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return Err(Farewell::bad("messages are text")),
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => return Ok(Heard::More),
        };
        let said = from_json(text.as_str());
        let said = said.map_err(|why| Farewell::bad(format!("a message cannot be read: {why}")))?;
        let (number, report) = match said {
            FromWorker::Hello { .. } => return Err(Farewell::bad("hello was said before")),
            FromWorker::Leaving {} => return Ok(Heard::Leaving),
            FromWorker::Working { id, position } => (id, Report::Working(position)),
            FromWorker::Answer { id, answer } => (id, Report::Answer(answer)),
            FromWorker::GivenUp { id, text } => {
                check_text(&text).map_err(Farewell::bad)?;
                tracing::debug!(worker = self.key.name, why = text, "a task was given up");
                (id, Report::GivenUp)
            }
        };
        let reported = self.house.workers().report(id, number, report);
        reported.map_err(|()| Farewell::bad("there was never such a task"))?;
        Ok(Heard::More)
    }

    /// Whether the worker may stay.
    async fn look_at_key(&mut self, n_looks: u32) -> Option<Farewell> {
        if self.house.is_stopping() {
            let text = "the server stops".to_owned();
            return Some(Farewell(WorkerRefusal::Stopping, text));
        }
        match self.house.store.worker_key(&self.hash).await {
            Ok(Some(key)) if key.is_trusted == self.key.is_trusted => {}
            Ok(_) => {
                let text = "the key was revoked".to_owned();
                return Some(Farewell(WorkerRefusal::Revoked, text));
            }
            // Nobody can tell for the moment.
            Err(fault) => tracing::warn!(%fault, "the keys of workers cannot be read"),
        }
        if n_looks.is_multiple_of(SEEN_EVERY) {
            self.note_seen().await;
        }
        None
    }

    async fn note_seen(&mut self) {
        let now_ms = to_ms(self.house.time.now());
        if let Err(fault) = self.house.store.see_worker(&self.hash, now_ms).await {
            tracing::warn!(%fault, "when a worker was seen is not written down");
        }
    }

    async fn send_away(mut self, Farewell(code, text): Farewell) {
        tracing::info!(worker = self.key.name, why = text, "a worker is sent away");
        // Whether it hears it or not.
        let _ = self.tell(&ToWorker::Refused { code, text }).await;
        let _ = self.socket.send(Message::Close(None)).await;
    }

    async fn tell(&mut self, message: &ToWorker) -> Result<(), Gone> {
        self.socket
            .send(Message::Text(to_json(message).into()))
            .await
    }
}

/// What a message means for the connection.
enum Heard {
    More,
    Leaving,
}

/// What a worker says of itself in its first message.
fn introduction(message: &Message) -> Result<Introduction, Farewell> {
    let Message::Text(text) = message else {
        return Err(Farewell::bad("messages are text"));
    };
    let said: Result<FromWorker, _> = from_json(text.as_str());
    let Ok(FromWorker::Hello {
        protocol,
        version,
        network,
        threads,
    }) = said
    else {
        return Err(match protocol_of(text.as_str()) {
            Some(other) if other != WORKER_PROTOCOL => other_protocol(other),
            _ => Farewell::bad("a worker says hello first, as it is written in /api"),
        });
    };
    if protocol != WORKER_PROTOCOL {
        return Err(other_protocol(protocol));
    }
    check_text(&version).map_err(Farewell::bad)?;
    network.check().map_err(Farewell::bad)?;
    if !(1..=WORKER_THREADS_MAX).contains(&threads) {
        return Err(Farewell::bad("a worker has 1 to 256 threads"));
    }
    Ok(Introduction {
        version,
        network,
        n_threads: threads,
    })
}

fn other_protocol(protocol: u32) -> Farewell {
    let text = format!(
        "this server speaks version {WORKER_PROTOCOL} of the workers' protocol and this worker \
         version {protocol}: both need the same version of Ponnuki"
    );
    Farewell(WorkerRefusal::OtherProtocol, text)
}
