//! Someone at a browser: knows what the server told, and does something now and then.

use std::time::Duration;

use ponnuki_game::{Color, Dice, Komi};
use ponnuki_room::{Announcement, Event, Occupant, Seat, Speaker, Stage};

use crate::post::{Letter, Post, Scene, ToClient, ToServer};
use crate::{ask, fine};

pub(crate) struct Client {
    pub(crate) idx: usize,
    seats: &'static [Seat],
    /// The last event it knows of.
    pub(crate) seq: u64,
    pub(crate) told: Vec<Announcement>,
    pub(crate) scene: Option<Scene>,
    /// What it asked for and has no answer to yet.
    asked: Vec<(u64, Event)>,
    /// What was acknowledged, with the number it was given.
    pub(crate) done: Vec<(Event, u64)>,
    n_asked: u64,
}

impl Client {
    pub(crate) fn new(idx: usize, seats: &'static [Seat]) -> Client {
        Client {
            idx,
            seats,
            seq: 0,
            told: Vec::new(),
            scene: None,
            asked: Vec::new(),
            done: Vec::new(),
            n_asked: 0,
        }
    }

    /// Asks for everything since the last event it knows of.
    pub(crate) fn reconnect(&self, post: &mut Post, now: Duration, dice: &mut Dice) {
        let hello = ToServer::Hello {
            client: self.idx,
            since: self.seq,
        };
        post.send(now, dice, Letter::ToServer(hello));
    }

    pub(crate) fn receive(
        &mut self,
        letter: ToClient,
        post: &mut Post,
        now: Duration,
        dice: &mut Dice,
    ) {
        match letter {
            ToClient::Update {
                seq,
                after,
                told,
                scene,
            } => {
                if !self.learn(seq, after, told, *scene) {
                    self.reconnect(post, now, dice);
                }
            }
            ToClient::Done { id, seq } => {
                let place = self.asked.iter().position(|(asked, _)| *asked == id);
                if let Some(place) = place {
                    let (_, event) = self.asked.remove(place);
                    self.done.push((event, seq));
                }
            }
            ToClient::Refused { id } => self.asked.retain(|(asked, _)| *asked != id),
        }
    }

    /// Takes an update in, as the browser does; whether nothing is missing before it.
    fn learn(&mut self, seq: u64, after: u64, told: Vec<Announcement>, scene: Scene) -> bool {
        if seq <= self.seq {
            return true;
        }
        if after > self.seq {
            return false;
        }
        if after == 0 {
            self.told.clear();
        }
        let known = self.told.last().map_or(0, |told| told.seq);
        self.told
            .extend(told.into_iter().filter(|told| told.seq > known));
        self.seq = seq;
        self.scene = Some(scene);
        true
    }

    /// Does something that might make sense, or not.
    pub(crate) fn act(&mut self, post: &mut Post, now: Duration, dice: &mut Dice) {
        let Some(event) = self.whim(dice) else { return };
        self.n_asked += 1;
        self.asked.push((self.n_asked, event.clone()));
        post.send(now, dice, ask(self.idx, self.n_asked, event));
    }

    fn whim(&self, dice: &mut Dice) -> Option<Event> {
        let Some(&seat) = self.seats.get(dice.below(self.seats.len())) else {
            let name = "Passer-by".to_owned();
            let text = "nice".to_owned();
            let from = Speaker::Watcher { name };
            return (dice.below(10) == 0).then_some(Event::Said { from, text });
        };
        let Some(scene) = &self.scene else {
            let sitter = Occupant::Person {
                name: String::new(),
            };
            return Some(Event::Joined { seat, sitter });
        };
        let seat = match scene.turn {
            Some(turn) if self.seats.contains(&turn) => turn,
            _ => seat,
        };
        match &scene.stage {
            Stage::Waiting if seat == Seat::Guest => {
                let sitter = Occupant::Person {
                    name: String::new(),
                };
                Some(Event::Joined { seat, sitter })
            }
            Stage::Waiting | Stage::Nigiri | Stage::Closed => None,
            Stage::Bidding(_) => Some(bid(seat, dice)),
            Stage::Playing => Some(self.whim_in_play(seat, scene, dice)),
            Stage::Stopped(agreement) => Some(match dice.below(10) {
                0 => Event::Resumed { seat },
                1..4 => {
                    let stones = scene.stones[0] | scene.stones[1];
                    let n = dice.below(stones.len());
                    let point = stones.iter().nth(n)?;
                    let dead = !agreement.dead.contains(point);
                    Event::Marked { seat, point, dead }
                }
                _ => Event::Accepted {
                    seat,
                    dead: agreement.dead,
                },
            }),
            Stage::Over => match dice.below(3) {
                0 => Some(Event::RematchOffered { seat }),
                1 => Some(Event::Resigned { seat }),
                _ => None,
            },
        }
    }

    fn whim_in_play(&self, seat: Seat, scene: &Scene, dice: &mut Dice) -> Event {
        let node = scene.node;
        match dice.below(60) {
            0 => Event::Resigned { seat },
            1..4 => Event::UndoAsked { seat, node },
            4 => Event::Said {
                from: Speaker::Seat(seat),
                text: "hm".to_owned(),
            },
            5 => Event::AbandonOffered { seat },
            6 => Event::Renamed {
                seat,
                name: format!("name {}", dice.below(9)),
            },
            _ if scene.undo_asked_by.is_some() => Event::UndoAnswered {
                seat,
                yes: dice.below(2) == 0,
            },
            _ => {
                let mv = scene.legal[dice.below(scene.legal.len())];
                let lag = fine(dice.below(3_000), dice);
                Event::Moved {
                    seat,
                    node,
                    mv,
                    lag,
                }
            }
        }
    }
}

fn bid(seat: Seat, dice: &mut Dice) -> Event {
    let komi = Komi::from_half_points(dice.below(30) as i16 - 5);
    match dice.below(6) {
        0..2 => Event::Bid { seat, komi },
        2 => Event::Concede { seat },
        3..5 => Event::NameKomi { seat, komi },
        _ => Event::ChooseColor {
            seat,
            color: Color::BOTH[dice.below(2)],
        },
    }
}
