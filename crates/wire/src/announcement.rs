//! What everybody in a room is told.

use ponnuki_game::{Game, Komi, Setup};
use ponnuki_room::{self as room, Room};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::scene::{Occupant, Outcome};
use crate::sides::{Color, Seat};
use crate::text::{HalfPoints, Vertex, stones_text, to_ms};
use crate::view::left_ms;

/// Something that happened, and when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Announcement {
    /// The number of the event that made it happen; several may have the same.
    pub seq: u64,
    /// When, in Unix milliseconds.
    pub at_ms: u64,
    /// What happened.
    pub what: Happened,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Happened {
    /// The room was opened.
    Opened,
    /// Someone took a seat.
    Seated {
        /// The seat.
        seat: Seat,
        /// Who sits down there.
        sitter: Occupant,
    },
    /// The colours are settled.
    Colors {
        /// Who has Black.
        black: Seat,
    },
    /// A bid in the auction for playing Black.
    BidMade {
        /// The seat of whoever made the offer.
        seat: Seat,
        /// The komi offered.
        komi: HalfPoints,
    },
    /// The komi was named; the other chooses a colour.
    KomiNamed {
        /// By whom.
        seat: Seat,
        /// The komi.
        komi: HalfPoints,
    },
    /// A game began.
    Began {
        /// Its number in this room, from 1.
        game_number: u32,
        /// Points for White.
        komi: HalfPoints,
        /// The board before the first move, as in a scene.
        stones: String,
        /// Who moves first.
        to_move: Color,
    },
    /// A move was made.
    Moved {
        /// The node it made.
        node: u32,
        /// The node before it.
        parent: u32,
        /// Who moved.
        by: Color,
        /// Where, or `"pass"`.
        at: Vertex,
        /// The stones that came off.
        lifted: Vec<Vertex>,
        /// What the mover had left on the clock after it; none without a clock.
        #[schema(required)]
        left_ms: Option<u64>,
    },
    /// A player asks to take back.
    UndoAsked {
        /// The seat of whoever did it.
        seat: Seat,
    },
    /// The opponent does not want to.
    UndoDeclined {
        /// The opponent.
        seat: Seat,
    },
    /// Moves were taken back.
    Undone {
        /// For whom.
        seat: Seat,
        /// The node that is current again.
        to: u32,
    },
    /// The passes stopped play: the players are to agree which stones are dead.
    Stopped,
    /// The program has proposed which stones are dead.
    Proposed,
    /// Stones were marked dead or alive.
    Marked {
        /// By whom.
        seat: Seat,
        /// The stones.
        stones: Vec<Vertex>,
        /// Whether they are dead.
        dead: bool,
    },
    /// A player agrees to the marks.
    Accepted {
        /// The seat of whoever did it.
        seat: Seat,
    },
    /// A player does not agree: play goes on.
    Resumed {
        /// The seat of whoever did it.
        seat: Seat,
    },
    /// A player offers to let a game in circles be.
    AbandonOffered {
        /// The seat of whoever did it.
        seat: Seat,
    },
    /// The game ended.
    Ended {
        /// The outcome.
        outcome: Outcome,
    },
    /// Somebody said something.
    Said {
        /// Who, by place.
        from: Speaker,
        /// Who, by name.
        name: String,
        /// What: text, never markup.
        text: String,
    },
    /// A player has another name.
    Renamed {
        /// The seat of whoever did it.
        seat: Seat,
        /// The new name.
        name: String,
    },
    /// A player offers another game.
    RematchOffered {
        /// The seat of whoever did it.
        seat: Seat,
    },
    /// The server was away; the clocks did not run meanwhile.
    Woke,
    /// The room was closed.
    Closed,
}

/// Where a speaker sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Speaker {
    /// The host.
    Host,
    /// The guest.
    Guest,
    /// Nowhere.
    Watcher,
}

impl Announcement {
    /// The shape of `told`, which happened in `room` since its current game began.
    pub fn of(told: &room::Announcement, room: &Room) -> Announcement {
        Announcement {
            seq: told.seq,
            at_ms: to_ms(told.at),
            what: Happened::of(&told.what, room),
        }
    }
}

impl Happened {
    fn of(what: &room::Happened, room: &Room) -> Happened {
        let size = room.terms().size;
        match *what {
            room::Happened::Opened => Happened::Opened,
            room::Happened::Seated { seat, ref sitter } => Happened::Seated {
                seat: seat.into(),
                sitter: Occupant::of(sitter),
            },
            room::Happened::Colors { black } => Happened::Colors {
                black: black.into(),
            },
            room::Happened::BidMade { seat, komi } => Happened::BidMade {
                seat: seat.into(),
                komi: komi.into(),
            },
            room::Happened::KomiNamed { seat, komi } => Happened::KomiNamed {
                seat: seat.into(),
                komi: komi.into(),
            },
            room::Happened::Began { game_number, komi } => began(game_number, komi, room),
            room::Happened::Moved {
                node,
                parent,
                by,
                mv,
                lifted,
                left,
            } => Happened::Moved {
                node: node.0,
                parent: parent.0,
                by: by.into(),
                at: Vertex::of_move(mv, size),
                lifted: Vertex::of_all(lifted, size),
                left_ms: left_ms(left),
            },
            room::Happened::UndoAsked { seat } => Happened::UndoAsked { seat: seat.into() },
            room::Happened::UndoDeclined { seat } => Happened::UndoDeclined { seat: seat.into() },
            room::Happened::Undone { seat, to } => Happened::Undone {
                seat: seat.into(),
                to: to.0,
            },
            room::Happened::Stopped => Happened::Stopped,
            room::Happened::Proposed => Happened::Proposed,
            room::Happened::Marked { seat, stones, dead } => Happened::Marked {
                seat: seat.into(),
                stones: Vertex::of_all(stones, size),
                dead,
            },
            room::Happened::Accepted { seat } => Happened::Accepted { seat: seat.into() },
            room::Happened::Resumed { seat } => Happened::Resumed { seat: seat.into() },
            room::Happened::AbandonOffered { seat } => {
                Happened::AbandonOffered { seat: seat.into() }
            }
            room::Happened::Ended { outcome } => Happened::Ended {
                outcome: Outcome::of(outcome),
            },
            room::Happened::Said { ref from, ref text } => said(from, text, room),
            room::Happened::Renamed { seat, ref name } => Happened::Renamed {
                seat: seat.into(),
                name: name.clone(),
            },
            room::Happened::RematchOffered { seat } => {
                Happened::RematchOffered { seat: seat.into() }
            }
            room::Happened::Woke => Happened::Woke,
            room::Happened::Closed => Happened::Closed,
        }
    }
}

/// The current game began.
fn began(game_number: u32, komi: Komi, room: &Room) -> Happened {
    let terms = room.terms();
    let setup = room.game().map(Game::setup);
    let stones = setup.map(Setup::all_stones).unwrap_or_default();
    let first = setup.map_or(terms.rules.start.first, Setup::first_to_move);
    Happened::Began {
        game_number,
        komi: komi.into(),
        stones: stones_text(terms.size, &stones),
        to_move: first.into(),
    }
}

fn said(from: &room::Speaker, text: &str, room: &Room) -> Happened {
    let (from, name) = match from {
        room::Speaker::Seat(seat) => (Speaker::of(*seat), room.name(*seat)),
        room::Speaker::Watcher { name } => (Speaker::Watcher, name.as_str()),
    };
    Happened::Said {
        from,
        name: name.to_owned(),
        text: text.to_owned(),
    }
}

impl Speaker {
    fn of(seat: room::Seat) -> Speaker {
        match seat {
            room::Seat::Host => Speaker::Host,
            room::Seat::Guest => Speaker::Guest,
        }
    }
}
