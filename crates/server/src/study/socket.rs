//! A connection to someone who studies a record: one question at a time, which has its
//! turns beside the games and can be stopped at any moment.

use std::iter::successors;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use ponnuki_game::{Game, Phase};
use ponnuki_record::Record;
use ponnuki_think::{Decision, StopSign};
use ponnuki_wire::{
    self as wire, FromStudy, StudyRefusalCode, ToStudy, from_json, review, to_json,
};
use tokio::sync::mpsc;

use super::tree::{BadRecord, first, game_of_node, records};
use crate::house::House;
use crate::limits::{Bucket, Household, Place, RECORD_BYTES_MAX};
use crate::now;
use crate::pinged::{Gone, Pinged};
use crate::problem::Problem;
use crate::request::Client;
use crate::thinking::{Busy, SeatClock, ThinkingService, Turn, Work, WorkKind};

/// Answers that may wait to be sent; whoever thinks waits when there are more, and others
/// have the turn meanwhile.
const OUTBOX_MAX: usize = 16;

/// How many nodes a record may have: as many as one that is looked at and not large. Of a
/// large one the line is sent that is asked about.
const N_NODES_MAX: usize = 20_000;

/// How many nodes, and how many moves, the line may have that is thought about: five times
/// the longest games of people. To replay it takes a second at most, whatever is set up in
/// each of its nodes, and need not be stopped on the way.
const N_LINE_MAX: usize = 2_000;

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
    let places = [&house.places.connections, &house.places.studies]
        .map(|places| places.take(Some(client.address)));
    let [connection, study] = places;
    let places = [connection?, study?];
    Ok(upgrade
        .max_message_size(RECORD_BYTES_MAX)
        .max_frame_size(RECORD_BYTES_MAX)
        .on_upgrade(move |socket| Desk::new(house, &client, socket, places).stay()))
}

/// One who studies, and what is thought about for them.
struct Desk {
    house: Arc<House>,
    household: Household,
    socket: Pinged,
    bucket: Bucket,
    /// Raised when the question that is thought about is not wanted any more.
    stop: StopSign,
    /// What is thought; it ends when nobody thinks for this one any more.
    answers: Option<mpsc::Receiver<FromStudy>>,
    /// The question that is thought about after the one that was stopped.
    next: Option<ToStudy>,
    /// Count against the limits as long as this lives.
    _places: [Place; 2],
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.give_up();
    }
}

impl Desk {
    fn new(house: Arc<House>, client: &Client, socket: WebSocket, places: [Place; 2]) -> Desk {
        Desk {
            household: Household::of(client.address),
            bucket: Bucket::full(house.limits.messages, now::steady()),
            house,
            socket: Pinged::new(socket),
            stop: StopSign::new(),
            answers: None,
            next: None,
            _places: places,
        }
    }

    /// Carries questions and answers until either side has enough.
    async fn stay(mut self) {
        loop {
            let carried = tokio::select! {
                answer = next_answer(&mut self.answers) => self.pass_on(answer).await,
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
            let text = "too many messages in a short time";
            return self.refuse(None, StudyRefusalCode::TooFast, text).await;
        }
        match from_json(text) {
            Ok(ToStudy::Stop {}) => {
                self.next = None;
                self.give_up();
                Ok(())
            }
            // Nobody thinks about two questions of one who studies.
            Ok(question) if self.answers.is_some() => {
                self.next = Some(question);
                self.give_up();
                Ok(())
            }
            Ok(question) => self.think(question).await,
            Err(why) => {
                let text = format!("the message could not be read: {why}");
                self.refuse(None, StudyRefusalCode::BadMessage, &text).await
            }
        }
    }

    /// Sends an answer that is still wanted; after the last one comes the next question.
    async fn pass_on(&mut self, answer: Option<FromStudy>) -> Result<(), Gone> {
        match answer {
            Some(answer) if !self.stop.is_raised() => self.tell(&answer).await,
            Some(_) => Ok(()),
            None => {
                self.answers = None;
                match self.next.take() {
                    Some(question) => self.think(question).await,
                    None => Ok(()),
                }
            }
        }
    }

    /// The question that is thought about is not wanted any more.
    fn give_up(&self) {
        self.stop.raise();
        self.house.pool.sweep();
    }

    /// Has a question thought about; nothing is thought about now.
    async fn think(&mut self, question: ToStudy) -> Result<(), Gone> {
        let Some((re, kind, effort)) = sort_of(&question) else {
            return Ok(());
        };
        self.stop = StopSign::new();
        let (sender, answers) = mpsc::channel(OUTBOX_MAX);
        let n_visits_max = self.house.limits.n_study_visits;
        let work = Work {
            household: self.household,
            kind,
            effort,
            // Only whoever has the turn reads the record.
            n_points: 1,
        };
        let asked = self.house.pool.ask(work, &self.stop, move |thinker, turn| {
            let outbox = StudyOutbox { sender, turn };
            let answer = || answer(thinker, &question, n_visits_max, &outbox);
            if catch_unwind(AssertUnwindSafe(answer)).is_err() {
                let text = "the program has no answer".to_owned();
                outbox.refuse(re, StudyRefusalCode::Failed, text);
            }
        });
        match asked {
            Ok(()) => {
                self.answers = Some(answers);
                Ok(())
            }
            Err(Busy) => {
                self.house.metrics.refuse(kind);
                let text = "the server has too much to do";
                self.refuse(Some(re), StudyRefusalCode::Busy, text).await
            }
        }
    }

    async fn refuse(
        &mut self,
        re: Option<u64>,
        code: StudyRefusalCode,
        text: &str,
    ) -> Result<(), Gone> {
        let text = text.to_owned();
        self.tell(&FromStudy::Refused { re, code, text }).await
    }

    async fn tell(&mut self, message: &FromStudy) -> Result<(), Gone> {
        let text = Message::Text(to_json(message).into());
        self.socket.send(text).await
    }
}

/// The next answer, or `None` after the last; never if nothing is thought about.
async fn next_answer(answers: &mut Option<mpsc::Receiver<FromStudy>>) -> Option<FromStudy> {
    match answers {
        Some(answers) => answers.recv().await,
        None => std::future::pending().await,
    }
}

/// The number of a question, what kind of work it is, and how much.
fn sort_of(question: &ToStudy) -> Option<(u64, WorkKind, u8)> {
    let effort = |n_visits: u32| n_visits.max(1).ilog2() as u8;
    match question {
        ToStudy::Analyse { id, visits, .. } => Some((*id, WorkKind::Analysis, effort(*visits))),
        ToStudy::Choose { id, level, .. } => Some((*id, WorkKind::Choice, *level)),
        ToStudy::Review { id, visits, .. } => Some((*id, WorkKind::Review, effort(*visits))),
        ToStudy::Stop {} => None,
    }
}

/// Where the one who thinks puts answers.
struct StudyOutbox<'a> {
    sender: mpsc::Sender<FromStudy>,
    turn: &'a Turn,
}

impl StudyOutbox<'_> {
    fn stop(&self) -> &StopSign {
        self.turn.stop()
    }

    /// Sends what the client has to know, when there is room.
    fn put(&self, answer: FromStudy) {
        let sent = match self.sender.try_send(answer) {
            Err(mpsc::error::TrySendError::Full(answer)) => {
                let send = || self.sender.blocking_send(answer).is_ok();
                self.turn.away(send)
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
            Ok(()) => true,
        };
        if !sent {
            self.stop().raise();
        }
    }

    /// Says why the question `re` is not answered.
    fn refuse(&self, re: u64, code: StudyRefusalCode, text: String) {
        let re = Some(re);
        self.put(FromStudy::Refused { re, code, text });
    }

    /// Sends what is soon replaced by something newer, if there is room.
    fn offer(&self, answer: FromStudy) {
        if let Err(mpsc::error::TrySendError::Closed(_)) = self.sender.try_send(answer) {
            self.stop().raise();
        }
    }
}

/// Thinks about a question with at most `n_visits_max` for a position.
fn answer(
    thinker: &dyn ThinkingService,
    question: &ToStudy,
    n_visits_max: u32,
    outbox: &StudyOutbox<'_>,
) {
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
                true => ThoughtDetail::WithPolicy,
                false => ThoughtDetail::Short,
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
        outbox.refuse(re, code_of(&why), why.to_string());
    }
}

/// Why nothing is thought about a record like that.
fn code_of(why: &BadRecord) -> StudyRefusalCode {
    match why {
        BadRecord::TooManyNodes(_) | BadRecord::TooManyPoints(_) | BadRecord::TooLong(_) => {
            StudyRefusalCode::LineTooLong
        }
        BadRecord::NoRecord(_) | BadRecord::NoChange(_) => StudyRefusalCode::BadRecord,
        BadRecord::Stopped => StudyRefusalCode::Busy,
    }
}

/// How much is told of a position.
#[derive(Clone, Copy)]
enum ThoughtDetail {
    /// Without the policy.
    Short,
    /// With the likelihood of every move before any search, which makes it twice as long.
    WithPolicy,
}

/// The game at a node of a record, if the line to it is short enough.
fn game_at(sgf: &str, node: u32) -> Result<Game, BadRecord> {
    let records = records(sgf)?;
    let record = first(&records)?;
    let root = record.root();
    at_most(N_NODES_MAX, root.subtree())?;
    let at = root.subtree().nth(node as usize);
    at_most(N_LINE_MAX, successors(at, |node| node.parent()))?;
    game_of_node(record, node)
}

/// A record, if its main line is short enough.
fn whole(record: Record<'_>) -> Result<Record<'_>, BadRecord> {
    at_most(N_NODES_MAX, record.root().subtree())?;
    at_most(N_LINE_MAX, record.root().main_line())?;
    at_most(N_LINE_MAX, record.moves())?;
    Ok(record)
}

fn at_most<T>(n_max: usize, all: impl Iterator<Item = T>) -> Result<(), BadRecord> {
    match all.take(n_max + 1).count() > n_max {
        true => Err(BadRecord::TooManyNodes(n_max)),
        false => Ok(()),
    }
}

fn analyse(
    thinker: &dyn ThinkingService,
    (re, sgf, node): (u64, &str, u32),
    (n_visits, told): (u32, ThoughtDetail),
    outbox: &StudyOutbox<'_>,
) -> Result<(), BadRecord> {
    let game = game_at(sgf, node)?;
    let thought = |is_last, mut position: review::JudgedPosition| {
        match (told, &mut position.glance) {
            (ThoughtDetail::Short, Some(glance)) => glance.policy.clear(),
            (ThoughtDetail::Short, None) | (ThoughtDetail::WithPolicy, _) => {}
        }
        FromStudy::Thought {
            re,
            is_last,
            position,
        }
    };
    let last = thinker.analyse(&game, n_visits, outbox.stop(), &mut |position| {
        outbox.offer(thought(false, position));
        outbox.turn.pause();
    });
    if !outbox.stop().is_raised() {
        outbox.put(thought(true, last));
    }
    Ok(())
}

fn choose(
    thinker: &dyn ThinkingService,
    (re, sgf, node): (u64, &str, u32),
    level: u8,
    outbox: &StudyOutbox<'_>,
) -> Result<(), BadRecord> {
    let game = game_at(sgf, node)?;
    if !thinker.levels().iter().any(|own| own.level == level) {
        let text = format!("there is no level {level}");
        outbox.refuse(re, StudyRefusalCode::NoLevel, text);
        return Ok(());
    }
    if game.phase() != Phase::Playing {
        let text = "the game is over there".to_owned();
        outbox.refuse(re, StudyRefusalCode::Over, text);
        return Ok(());
    }
    let time_max = outbox.turn.time_max();
    let mv = match thinker.choose(&game, level, SeatClock::NONE, time_max, outbox.stop()) {
        Decision::Move(mv) => Some(mv),
        Decision::Resign => None,
    };
    outbox.put(FromStudy::chosen(re, mv, game.size()));
    Ok(())
}

fn review(
    thinker: &dyn ThinkingService,
    (re, sgf, known): (u64, &str, &[review::KnownPosition]),
    n_visits: u32,
    outbox: &StudyOutbox<'_>,
) -> Result<(), BadRecord> {
    let records = records(sgf)?;
    let record = whole(first(&records)?)?;
    let mut tell = |progress: review::ReviewProgress| {
        outbox.put(FromStudy::Reviewed {
            re,
            n_done: progress.n_done,
            n_all: progress.n_all,
            at: progress.at,
            position: progress.position,
        });
        outbox.turn.pause();
    };
    let pause = || outbox.turn.pause();
    let reviewed = thinker.review(record, known, n_visits, outbox.stop(), &pause, &mut tell);
    if let Some(game) = reviewed {
        let game = Box::new(game);
        outbox.put(FromStudy::Review { re, game });
    }
    Ok(())
}
