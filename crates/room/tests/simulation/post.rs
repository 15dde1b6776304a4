//! The mail between the server and its clients, at the mercy of the weather.

use std::time::Duration;

use ponnuki_game::{Color, Dice, Move, PointSet};
use ponnuki_room::{Announcement, Event, MoveNodeId, Room, Seat, Stage};

pub(crate) enum Letter {
    ToServer(ToServer),
    ToClient(usize, ToClient),
}

#[derive(Clone)]
pub(crate) enum ToServer {
    /// A client has all up to `since` and asks for the rest.
    Hello { client: usize, since: u64 },
    /// A client wants something to happen.
    Ask {
        client: usize,
        id: u64,
        event: Event,
    },
}

#[derive(Clone)]
pub(crate) enum ToClient {
    Update {
        seq: u64,
        after: u64,
        told: Vec<Announcement>,
        scene: Box<Scene>,
    },
    Done {
        id: u64,
        seq: u64,
    },
    Refused {
        id: u64,
    },
}

/// What a client knows of the room as it stands: enough to act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scene {
    pub(crate) game_number: u32,
    pub(crate) stage: Stage,
    pub(crate) node: MoveNodeId,
    pub(crate) turn: Option<Seat>,
    pub(crate) stones: [PointSet; 2],
    pub(crate) legal: Vec<Move>,
    pub(crate) undo_asked_by: Option<Seat>,
}

impl Scene {
    pub(crate) fn of(room: &Room) -> Scene {
        let game = room.game();
        let legal = game.map_or_else(Vec::new, |game| {
            let plays = game.legal().iter().map(Move::Play);
            plays.chain([Move::Pass]).collect()
        });
        Scene {
            game_number: room.game_number(),
            stage: room.stage().clone(),
            node: room.node(),
            turn: game.and_then(|game| room.seat_of(game.turn())),
            stones: Color::BOTH
                .map(|color| game.map_or(PointSet::EMPTY, |game| game.board().stones(color))),
            legal,
            undo_asked_by: room.undo_asked_by(),
        }
    }
}

/// Letters on their way, each with the moment it arrives.
#[derive(Default)]
pub(crate) struct Post {
    letters: Vec<(Duration, Letter)>,
    /// Nothing is lost, doubled or late any more.
    pub(crate) is_fair: bool,
}

impl Post {
    /// Sends a letter: one in ten is lost, one in ten arrives twice, and any may
    /// be overtaken.
    pub(crate) fn send(&mut self, now: Duration, dice: &mut Dice, letter: Letter) {
        let n_copies = match dice.below(10) {
            _ if self.is_fair => 1,
            0 => 0,
            1 => 2,
            _ => 1,
        };
        let mut copies = vec![letter];
        if n_copies == 2 {
            copies.push(copies[0].copy());
        }
        for letter in copies.into_iter().take(n_copies) {
            let delay = match self.is_fair {
                true => 0,
                false => dice.below(1_500) as u64,
            };
            self.letters
                .push((now + Duration::from_millis(delay), letter));
        }
    }

    /// The letter that arrived first of those that have by `now`.
    pub(crate) fn take(&mut self, now: Duration) -> Option<Letter> {
        let arrived = self.letters.iter().enumerate();
        let arrived = arrived.filter(|(_, (at, _))| *at <= now);
        let (idx, _) = arrived.min_by_key(|(_, (at, _))| *at)?;
        Some(self.letters.remove(idx).1)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }
}

impl Letter {
    fn copy(&self) -> Letter {
        match self {
            Letter::ToServer(letter) => Letter::ToServer(letter.clone()),
            Letter::ToClient(to, letter) => Letter::ToClient(*to, letter.clone()),
        }
    }
}
