//! A room at which everything goes through the wire.

use std::time::Duration;

use ponnuki_game::{ByColor, Move, PointSet, Size};
use ponnuki_room::{Event, Occupant, Room, Seat, Terms};
use ponnuki_wire::{NewRoom, Refused, Scene, StoredEvent, ToServer, from_json, to_json, to_ms};
use serde_json::Value;

/// A room, the time there, and what a store would have of it.
#[derive(Debug)]
pub(crate) struct WiredRoom {
    pub(crate) room: Room,
    pub(crate) now: Duration,
    /// Each accepted event as it is stored, with its moment.
    pub(crate) stored: Vec<(u64, String)>,
}

/// When every room of the tests is opened.
const OPENED: Duration = Duration::from_secs(1_000_000);

impl WiredRoom {
    /// A room opened by this wish; if someone is to come by invitation, they come.
    #[track_caller]
    pub(crate) fn open(new_room: &str) -> WiredRoom {
        let mut wired = WiredRoom::open_alone(new_room);
        if wired.room.seats().guest.is_none() {
            let sitter = Occupant::Person {
                name: "Guest".to_owned(),
            };
            let seat = Seat::Guest;
            wired.step(&Event::Joined { seat, sitter });
        }
        wired
    }

    /// A room opened by this wish, to which nobody came yet.
    #[track_caller]
    pub(crate) fn open_alone(new_room: &str) -> WiredRoom {
        let wish: NewRoom = from_json(new_room).unwrap_or_else(|error| panic!("{error}"));
        let (terms, moves) = wish.to_opening().unwrap_or_else(|fault| panic!("{fault}"));
        let host = wish.name.unwrap_or_default();
        WiredRoom::opened(terms, host, ByColor::default(), moves)
    }

    /// A room opened with stones on the board and moves.
    #[track_caller]
    pub(crate) fn opened(
        terms: Terms,
        host: String,
        stones: ByColor<PointSet>,
        moves: Vec<Move>,
    ) -> WiredRoom {
        let room = Room::open_after(OPENED, terms, host.clone(), stones, moves.clone());
        let room = room.expect("a room");
        let mut wired = WiredRoom {
            room,
            now: OPENED,
            stored: Vec::new(),
        };
        wired.store(&Event::Opened {
            terms,
            host,
            stones: Box::new(stones),
            moves,
        });
        wired
    }

    /// Lets an event of the server's own happen.
    #[track_caller]
    pub(crate) fn step(&mut self, event: &Event) {
        let result = self.room.step(self.now, event.clone());
        result.unwrap_or_else(|refusal| panic!("{event:?}: {refusal}"));
        self.store(event);
    }

    fn store(&mut self, event: &Event) {
        let event = StoredEvent::of(event, self.size());
        self.stored.push((to_ms(self.now), to_json(&event)));
    }

    /// What becomes of a message from a client that holds both seats.
    pub(crate) fn ask(&mut self, message: &str) -> Result<(), Refused> {
        let message: ToServer = from_json(message).unwrap_or_else(|error| panic!("{error}"));
        let seat = message.seat_for(&Seat::BOTH, &self.room)?;
        let event = message.to_event(seat, Duration::ZERO, &self.room)?;
        let event = event.expect("an event");
        match self.room.step(self.now, event.clone()) {
            Ok(_) => self.store(&event),
            Err(refusal) => return Err(Refused::of(&refusal, &self.room).to(message.id)),
        }
        Ok(())
    }

    /// Sends messages, one a line, without their ids; none may be refused.
    #[track_caller]
    pub(crate) fn tell(&mut self, messages: &[&str]) {
        for message in messages {
            let message = message.replacen('{', r#"{"id":1,"#, 1);
            let asked = self.ask(&message);
            asked.unwrap_or_else(|refused| panic!("{message}: {}", refused.text));
        }
    }

    /// Plays moves, each for the player whose turn it is.
    #[track_caller]
    pub(crate) fn play(&mut self, moves: &str) {
        for name in moves.split_whitespace() {
            let played = self.try_play(name);
            played.unwrap_or_else(|refused| panic!("{name}: {}", refused.text));
        }
    }

    pub(crate) fn try_play(&mut self, name: &str) -> Result<(), Refused> {
        let node = self.room.node();
        self.ask(&format!(
            r#"{{"id":17,"type":"play","node":{node},"at":"{name}"}}"#
        ))
    }

    pub(crate) fn size(&self) -> Size {
        self.room.terms().size
    }

    pub(crate) fn scene(&self) -> Scene {
        Scene::of("r", &self.room, self.now)
    }

    /// A part of the scene as JSON.
    pub(crate) fn part(&self, pointer: &str) -> Value {
        let scene: Value = from_json(&to_json(&self.scene())).expect("a scene");
        let part = scene.pointer(pointer);
        part.unwrap_or_else(|| panic!("no {pointer} in {scene}"))
            .clone()
    }
}
