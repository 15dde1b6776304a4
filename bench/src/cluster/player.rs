//! The people: two at each table, who come in through any node, and come again when it goes.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use ponnuki_game::Dice;
use ponnuki_wire::{Color, Scene, Stage, ToClient, from_json};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use super::now;
use crate::load::{any_point, connect_to, open_and_join};

/// Long enough for a game in any weather.
const CLOCK: &str = "60:00";

/// How long a player thinks at most.
const THINKING_MAX_MS: usize = 400;

/// Whoever has heard nothing for so long comes again, through any node.
const PATIENCE: Duration = Duration::from_millis(2_500);

/// How long to wait before that, at most.
const PAUSE_MAX_MS: usize = 300;

/// A move that a server said is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answered {
    pub(crate) room: String,
    /// The number of moves before it.
    pub(crate) node: u32,
    pub(crate) at: String,
    pub(crate) when: Instant,
}

/// A board that a server showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) room: String,
    /// The number of events so far.
    pub(crate) seq: u64,
    pub(crate) stones: String,
}

/// Two people who play one game after the other.
pub(crate) struct Table {
    number: usize,
    answered: Mutex<Vec<Answered>>,
    shown: Mutex<Vec<Shown>>,
    /// What must not happen.
    wrong: Mutex<Vec<String>>,
}

impl Table {
    pub(crate) fn new(number: usize) -> Table {
        Table {
            number,
            answered: Mutex::default(),
            shown: Mutex::default(),
            wrong: Mutex::default(),
        }
    }

    /// All moves that were answered.
    pub(crate) fn answered(&self) -> Vec<Answered> {
        lock(&self.answered).clone()
    }

    /// All boards that were seen.
    pub(crate) fn shown(&self) -> Vec<Shown> {
        lock(&self.shown).clone()
    }

    /// What the players saw that must not happen.
    pub(crate) fn wrong(&self) -> Vec<String> {
        lock(&self.wrong).clone()
    }

    /// When the first move after `from` was answered.
    pub(crate) fn first_answer_after(&self, from: Instant) -> Option<Instant> {
        let answered = lock(&self.answered);
        let later = answered.iter().rev().take_while(|move_| move_.when > from);
        later.last().map(|move_| move_.when)
    }

    /// Plays until it is over.
    pub(crate) async fn play(&self, nodes: &[SocketAddr], is_over: &AtomicBool) {
        let mut dice = Dice::new(self.number as u64);
        let from = IpAddr::from(Ipv4Addr::new(127, 9, self.number as u8, 1));
        while !is_over.load(Ordering::Relaxed) {
            let server = nodes[dice.below(nodes.len())];
            let opening = timeout(PATIENCE, open_and_join(server, from, CLOCK)).await;
            let Ok(Ok((room, host, guest))) = opening else {
                sleep(Duration::from_millis(100)).await;
                continue;
            };
            let player = |token: String, color| Player {
                table: self,
                nodes,
                from,
                room: room.clone(),
                token,
                color,
                is_over,
                dice: Dice::new(self.number as u64 * 2 + u64::from(color == Color::White)),
                seq: 0,
            };
            let (black, white) = (player(host, Color::Black), player(guest, Color::White));
            tokio::join!(black.play(), white.play());
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Player<'a> {
    table: &'a Table,
    nodes: &'a [SocketAddr],
    from: IpAddr,
    room: String,
    token: String,
    color: Color,
    is_over: &'a AtomicBool,
    dice: Dice,
    /// The number of the last event that this player knows of.
    seq: u64,
}

/// How a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    Game,
    Connection,
}

impl Player<'_> {
    async fn play(mut self) {
        while !self.is_over.load(Ordering::Relaxed) {
            if self.stay().await == Ended::Game {
                return;
            }
            let pause = self.dice.below(PAUSE_MAX_MS) as u64;
            sleep(Duration::from_millis(pause)).await;
        }
    }

    /// Plays as long as one connection lasts.
    async fn stay(&mut self) -> Ended {
        let server = self.nodes[self.dice.below(self.nodes.len())];
        let path = format!("/api/rooms/{}/socket?since={}", self.room, self.seq);
        let connected = connect_to(server, self.from, &path, Some(&self.token));
        let Ok(Ok(mut socket)) = timeout(PATIENCE, connected).await else {
            return Ended::Connection;
        };
        let mut asked: Option<(u32, String)> = None;
        while !self.is_over.load(Ordering::Relaxed) {
            let Ok(Some(Ok(message))) = timeout(PATIENCE, socket.next()).await else {
                return Ended::Connection;
            };
            let Ok(text) = message.to_text() else {
                continue;
            };
            let scene = match from_json::<ToClient>(text) {
                Ok(ToClient::Update(update)) => {
                    self.see(update.seq, &update.scene);
                    update.scene
                }
                Ok(ToClient::Done { .. }) => {
                    if let Some((node, at)) = asked.take() {
                        self.note_answer(node, at);
                    }
                    continue;
                }
                Ok(ToClient::Refused(_) | ToClient::Bye { .. }) => return Ended::Connection,
                _ => continue,
            };
            if matches!(scene.stage, Stage::Over | Stage::Closed | Stage::Stopped) {
                return Ended::Game;
            }
            if scene.to_move != Some(self.color) || asked.is_some() {
                continue;
            }
            let thinking = self.dice.below(THINKING_MAX_MS) as u64;
            sleep(Duration::from_millis(thinking)).await;
            let (node, at) = (scene.node, any_point(&scene, &mut self.dice));
            let play = format!(
                r#"{{"id":{},"type":"play","node":{node},"at":"{at}"}}"#,
                node + 1
            );
            asked = Some((node, at));
            if socket.send(Message::text(play)).await.is_err() {
                return Ended::Connection;
            }
        }
        Ended::Connection
    }

    fn see(&mut self, seq: u64, scene: &Scene) {
        if seq < self.seq {
            let (room, before) = (&self.room, self.seq);
            let wrong = format!("{room}: event {before} was there, and then only {seq}");
            lock(&self.table.wrong).push(wrong);
        }
        self.seq = seq;
        lock(&self.table.shown).push(Shown {
            room: self.room.clone(),
            seq,
            stones: scene.board.stones.clone(),
        });
    }

    fn note_answer(&self, node: u32, at: String) {
        lock(&self.table.answered).push(Answered {
            room: self.room.clone(),
            node,
            at,
            when: now(),
        });
    }
}
