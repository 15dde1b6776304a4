//! A connection to someone who studies a record: one question at a time, thought about
//! on a thread of its own.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use ponnuki_game::Phase;
use ponnuki_wire::{self as wire, BadRecord, FromStudy, ToStudy, from_json, review, to_json};
use tokio::sync::mpsc;

use crate::house::House;
use crate::limits::{Bucket, Place, RECORD_BYTES_MAX};
use crate::now;
use crate::pinged::{Gone, Pinged};
use crate::problem::Problem;
use crate::request::Client;
use crate::thinking::{Decision, Reviewed, StopSign, Thinker, Watch};

/// Answers that may wait to be sent; whoever thinks waits when there are more.
const OUTBOX_MAX: usize = 16;

/// Opens a WebSocket to the program, to study a record with it: messages are `ToStudy`
/// one way and `FromStudy` the other. A new question ends the one before.
#[utoipa::path(get, path = "/api/study/socket", tag = "study", operation_id = "study",
    responses(
        (status = 101, description = "The connection is a WebSocket now"),
        (status = 429, description = "Too many study from this address", body = wire::Problem)))]
pub(crate) async fn socket(
    State(house): State<Arc<House>>,
    client: Client,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade?;
    let places =
        [&house.connections, &house.studies].map(|places| places.take(Some(client.address)));
    let [connection, study] = places;
    let places = [connection?, study?];
    Ok(upgrade
        .max_message_size(RECORD_BYTES_MAX)
        .max_frame_size(RECORD_BYTES_MAX)
        .on_upgrade(move |socket| Desk::new(house, socket, places).stay()))
}

/// One who studies, and what is thought about for them.
struct Desk {
    house: Arc<House>,
    socket: Pinged,
    bucket: Bucket,
    /// Raised when the question that is thought about is not wanted any more.
    stop: StopSign,
    answers: mpsc::Receiver<FromStudy>,
    /// Count against the limits as long as this lives.
    _places: [Place; 2],
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

impl Desk {
    fn new(house: Arc<House>, socket: WebSocket, places: [Place; 2]) -> Desk {
        let (_, answers) = mpsc::channel(1);
        Desk {
            bucket: Bucket::full(house.limits.messages, now::steady()),
            house,
            socket: Pinged::new(socket),
            stop: StopSign::new(),
            answers,
            _places: places,
        }
    }

    /// Carries questions and answers until either side has enough.
    async fn stay(mut self) {
        loop {
            let carried = tokio::select! {
                Some(answer) = self.answers.recv() => self.tell(&answer).await,
                message = self.socket.receive() => match message {
                    Ok(Message::Text(text)) => self.hear(&text).await,
                    Ok(_) => Ok(()),
                    Err(gone) => Err(gone),
                },
            };
            if carried.is_err() || self.house.is_stopping() {
                return;
            }
        }
    }

    async fn hear(&mut self, text: &str) -> Result<(), Gone> {
        if self
            .bucket
            .take(self.house.limits.messages, now::steady())
            .is_err()
        {
            return self.refuse(None, "too many messages in a short time").await;
        }
        match from_json(text) {
            Ok(ToStudy::Stop {}) => {
                self.stop.raise();
                Ok(())
            }
            Ok(question) => self.think(question).await,
            Err(why) => {
                let text = format!("the message could not be read: {why}");
                self.refuse(None, &text).await
            }
        }
    }

    /// Begins to think about a question, and ends with the one before.
    async fn think(&mut self, question: ToStudy) -> Result<(), Gone> {
        self.stop.raise();
        self.stop = StopSign::new();
        let (sender, answers) = mpsc::channel(OUTBOX_MAX);
        self.answers = answers;
        let (house, stop) = (Arc::clone(&self.house), self.stop.clone());
        let thread = std::thread::Builder::new().name("study".to_owned());
        let begun = thread.spawn(move || {
            let outbox = Outbox { sender, stop };
            answer(
                house.pool.thinker(),
                &question,
                house.limits.n_study_visits,
                &outbox,
            );
        });
        match begun {
            Ok(_) => Ok(()),
            Err(_) => self.refuse(None, "the server has too much to do").await,
        }
    }

    async fn refuse(&mut self, re: Option<u64>, text: &str) -> Result<(), Gone> {
        let text = text.to_owned();
        self.tell(&FromStudy::Refused { re, text }).await
    }

    async fn tell(&mut self, message: &FromStudy) -> Result<(), Gone> {
        let text = Message::Text(to_json(message).into());
        self.socket.send(text).await
    }
}

/// Where the one who thinks puts answers.
struct Outbox {
    sender: mpsc::Sender<FromStudy>,
    stop: StopSign,
}

impl Outbox {
    /// Sends what the client has to know, when there is room.
    fn put(&self, answer: FromStudy) {
        if self.sender.blocking_send(answer).is_err() {
            self.stop.raise();
        }
    }

    /// Sends what is soon replaced by something newer, if there is room.
    fn offer(&self, answer: FromStudy) {
        if let Err(mpsc::error::TrySendError::Closed(_)) = self.sender.try_send(answer) {
            self.stop.raise();
        }
    }
}

/// Thinks about a question with at most `n_visits_max` for a position.
fn answer(thinker: &dyn Thinker, question: &ToStudy, n_visits_max: u32, outbox: &Outbox) {
    let (re, answered) = match question {
        ToStudy::Analyse {
            id,
            sgf,
            node,
            visits,
            policy,
        } => {
            let n_visits = (*visits).clamp(1, n_visits_max);
            let told = match policy {
                true => Told::WithPolicy,
                false => Told::Shortly,
            };
            let of = (*id, sgf.as_str(), *node);
            (*id, analyse(thinker, of, (n_visits, told), outbox))
        }
        ToStudy::Choose {
            id,
            sgf,
            node,
            level,
        } => (*id, choose(thinker, (*id, sgf, *node), *level, outbox)),
        ToStudy::Review {
            id,
            sgf,
            visits,
            known,
        } => {
            let n_visits = (*visits).clamp(1, n_visits_max);
            (*id, review(thinker, (*id, sgf, known), n_visits, outbox))
        }
        ToStudy::Stop {} => return,
    };
    if let Err(why) = answered {
        let (re, text) = (Some(re), why.to_string());
        outbox.put(FromStudy::Refused { re, text });
    }
}

/// How much is told of a position.
#[derive(Clone, Copy)]
enum Told {
    /// What there is to say.
    Shortly,
    /// The same, and how likely every move looked, which is as long again.
    WithPolicy,
}

fn analyse(
    thinker: &dyn Thinker,
    (re, sgf, node): (u64, &str, u32),
    (n_visits, told): (u32, Told),
    outbox: &Outbox,
) -> Result<(), BadRecord> {
    let game = wire::game_at(sgf, node)?;
    let thought = |is_last, mut position: review::Position| {
        match (told, &mut position.glance) {
            (Told::Shortly, Some(glance)) => glance.policy.clear(),
            (Told::Shortly, None) | (Told::WithPolicy, _) => {}
        }
        FromStudy::Thought {
            re,
            is_last,
            position,
        }
    };
    let last = thinker.analyse(&game, n_visits, &outbox.stop, &mut |position| {
        outbox.offer(thought(false, position));
    });
    if !outbox.stop.is_raised() {
        outbox.put(thought(true, last));
    }
    Ok(())
}

fn choose(
    thinker: &dyn Thinker,
    (re, sgf, node): (u64, &str, u32),
    level: u8,
    outbox: &Outbox,
) -> Result<(), BadRecord> {
    let game = wire::game_at(sgf, node)?;
    let refuse = |text: String| {
        outbox.put(FromStudy::Refused { re: Some(re), text });
        Ok(())
    };
    if !thinker.levels().iter().any(|own| own.level == level) {
        return refuse(format!("there is no level {level}"));
    }
    if game.phase() != Phase::Playing {
        return refuse("the game is over there".to_owned());
    }
    let mv = match thinker.choose(&game, level, Watch::NONE, &outbox.stop) {
        Decision::Move(mv) => Some(mv),
        Decision::Resign => None,
    };
    outbox.put(FromStudy::chosen(re, mv, game.size()));
    Ok(())
}

fn review(
    thinker: &dyn Thinker,
    (re, sgf, known): (u64, &str, &[review::Known]),
    n_visits: u32,
    outbox: &Outbox,
) -> Result<(), BadRecord> {
    let records = wire::records(sgf)?;
    let record = wire::first(&records)?;
    let reviewed = thinker.review(
        record,
        known,
        n_visits,
        &outbox.stop,
        &mut |news: Reviewed| {
            outbox.put(FromStudy::Reviewed {
                re,
                n_done: news.n_done as u32,
                n_all: news.n_all as u32,
                at: news.at as u32,
                position: news.position,
            });
        },
    );
    if let Some(game) = reviewed {
        let game = Box::new(game);
        outbox.put(FromStudy::Review { re, game });
    }
    Ok(())
}
