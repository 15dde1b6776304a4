//! Events as the store keeps them.
//!
//! What is written once is read for ever: a shape may gain a variant or an optional
//! field, and nothing else. The golden file of the tests shows every shape.

use std::fmt;
use std::time::Duration;

use ponnuki_game::{self as game, Komi, Move, Point, PointSet, Size};
use ponnuki_room::{self as room, Event, MoveNodeId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::scene::{Occupant, Proposal};
use crate::sides::{ByColor, Color, Seat};
use crate::terms::{BadTerms, Terms};
use crate::text::{HalfPoints, Vertex, from_ms, to_ms};

/// An event of a room, as the store keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum StoredEvent {
    /// The room was opened: always the first.
    Opened {
        /// On what terms.
        terms: Terms,
        /// The host's name.
        host: String,
        /// The stones that were set up before the first game, beside those of the handicap; left
        /// out where there are none.
        #[serde(default, skip_serializing_if = "is_bare")]
        stones: ByColor<Vec<Vertex>>,
        /// The moves that the first game began with; left out where there are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        moves: Vec<Vertex>,
    },
    /// Somebody took a seat.
    Joined {
        /// The seat.
        seat: Seat,
        /// Who sits down there.
        sitter: Occupant,
    },
    /// Chance decided the colours.
    Nigiri {
        /// The host's.
        host: Color,
    },
    /// A bid for playing Black.
    Bid {
        /// The seat of whoever made the offer.
        seat: Seat,
        /// The komi offered.
        komi: HalfPoints,
    },
    /// The last bid was taken.
    Concede {
        /// By whom.
        seat: Seat,
    },
    /// The komi was named.
    NameKomi {
        /// By whom.
        seat: Seat,
        /// The komi.
        komi: HalfPoints,
    },
    /// A colour was chosen.
    ChooseColor {
        /// By whom.
        seat: Seat,
        /// The colour that is chosen.
        color: Color,
    },
    /// A move was made.
    Moved {
        /// By whom.
        seat: Seat,
        /// The node the mover saw.
        node: u32,
        /// Where, or `"pass"`.
        at: Vertex,
        /// How long the message was on its way.
        lag_ms: u64,
    },
    /// A player gave up.
    Resigned {
        /// The seat of whoever did it.
        seat: Seat,
    },
    /// A player asked to take back.
    UndoAsked {
        /// The seat of whoever did it.
        seat: Seat,
        /// The node the player saw.
        node: u32,
    },
    /// The opponent answered.
    UndoAnswered {
        /// The opponent.
        seat: Seat,
        /// Whether it was granted.
        yes: bool,
    },
    /// A player offered to let a game in circles be.
    AbandonOffered {
        /// The seat of whoever did it.
        seat: Seat,
    },
    /// The program proposed which stones are dead.
    Proposed {
        /// Which, and why.
        dead: Vec<Proposal>,
    },
    /// A chain was marked.
    Marked {
        /// By whom.
        seat: Seat,
        /// One of its stones.
        at: Vertex,
        /// Dead or alive.
        dead: bool,
    },
    /// A player agreed to the marks.
    Accepted {
        /// The seat of whoever did it.
        seat: Seat,
        /// All stones marked dead.
        dead: Vec<Vertex>,
    },
    /// A player wanted to play on.
    Resumed {
        /// The seat of whoever did it.
        seat: Seat,
    },
    /// Somebody said something.
    Said {
        /// Who said it.
        from: StoredSpeaker,
        /// The text.
        text: String,
    },
    /// A player took another name.
    Renamed {
        /// The seat of whoever did it.
        seat: Seat,
        /// The new name.
        name: String,
    },
    /// A player offered another game.
    RematchOffered {
        /// The seat of whoever did it.
        seat: Seat,
    },
    /// A flag fell.
    Ticked,
    /// The process was down, and came back.
    Woke {
        /// Since when, in Unix milliseconds.
        down_since_ms: u64,
    },
    /// The host closed the room.
    Closed,
}

/// Who said something, as the store keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum StoredSpeaker {
    /// The host.
    Host,
    /// The guest.
    Guest,
    /// Somebody without a seat.
    Watcher {
        /// Who has a name all the same.
        name: String,
    },
}

/// Each event with its fields: as they are stored, and as the room calls them.
macro_rules! both_ways {
    ($($variant:ident { $($stored:ident: $core:ident),* }),+ $(,)?) => {
        impl StoredEvent {
            /// The shape of `event`, which happened in a room with a board of `size`.
            /// Times are cut to whole milliseconds.
            pub fn of(event: &Event, size: Size) -> StoredEvent {
                match event {
                    $(Event::$variant { $($core),* } => StoredEvent::$variant {
                        $($stored: Shape::of($core, size)),*
                    }),+
                }
            }

            /// The event that this is in a room with a board of `size`.
            ///
            /// # Errors
            ///
            /// If it speaks of what there is not in such a room.
            pub fn to_event(&self, size: Size) -> Result<Event, BadEvent> {
                Ok(match self {
                    $(StoredEvent::$variant { $($stored),* } => Event::$variant {
                        $($core: $stored.to_core(size)?),*
                    }),+
                })
            }
        }
    };
}

both_ways! {
    Opened { terms: terms, host: host, stones: stones, moves: moves },
    Joined { seat: seat, sitter: sitter },
    Nigiri { host: host },
    Bid { seat: seat, komi: komi },
    Concede { seat: seat },
    NameKomi { seat: seat, komi: komi },
    ChooseColor { seat: seat, color: color },
    Moved { seat: seat, node: node, at: mv, lag_ms: lag },
    Resigned { seat: seat },
    UndoAsked { seat: seat, node: node },
    UndoAnswered { seat: seat, yes: yes },
    AbandonOffered { seat: seat },
    Proposed { dead: dead },
    Marked { seat: seat, at: point, dead: dead },
    Accepted { seat: seat, dead: dead },
    Resumed { seat: seat },
    Said { from: from, text: text },
    Renamed { seat: seat, name: name },
    RematchOffered { seat: seat },
    Ticked {},
    Woke { down_since_ms: down_since },
    Closed {},
}

/// What [`Room::replay`](room::Room::replay) takes, of all events of a room with
/// the moments they came, in Unix milliseconds.
///
/// # Errors
///
/// The first event that cannot be one of such a room.
pub fn replayable<'a>(
    events: impl IntoIterator<Item = (u64, &'a StoredEvent)>,
) -> Result<Vec<(Duration, Event)>, BadEvent> {
    let mut size = None;
    let mut replayable = Vec::new();
    for (at_ms, event) in events {
        if let StoredEvent::Opened { terms, .. } = event {
            size = Size::new(terms.width, terms.height);
        }
        let event = event.to_event(size.ok_or(BadEvent::NotOpened)?)?;
        replayable.push((from_ms(at_ms), event));
    }
    Ok(replayable)
}

/// Why a stored event is none of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadEvent {
    /// The room was not opened before.
    NotOpened,
    /// It was opened with terms that there are not.
    Terms(BadTerms),
    /// There is no such point, or move.
    NoPoint(Vertex),
    /// The komi is beyond what may be given.
    Komi(HalfPoints),
}

impl fmt::Display for BadEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadEvent::NotOpened => f.write_str("the room was not opened"),
            BadEvent::Terms(fault) => fault.fmt(f),
            BadEvent::NoPoint(vertex) => write!(f, "there is no point {:?}", vertex.0),
            BadEvent::Komi(komi) => write!(f, "a komi of {komi} is beyond all boards"),
        }
    }
}

impl std::error::Error for BadEvent {}

/// A stored field for one of the core, on a board of some size.
trait Shape<Core>: Sized {
    fn of(core: &Core, size: Size) -> Self;
    fn to_core(&self, size: Size) -> Result<Core, BadEvent>;
}

/// What is stored as it is.
macro_rules! plain {
    ($($plain:ty),+) => {
        $(impl Shape<$plain> for $plain {
            fn of(core: &$plain, _: Size) -> $plain {
                core.clone()
            }

            fn to_core(&self, _: Size) -> Result<$plain, BadEvent> {
                Ok(self.clone())
            }
        })+
    };
}

plain!(bool, String);

/// What has a shape that needs no board.
macro_rules! mirrored {
    ($($shape:ty => $core:ty),+) => {
        $(impl Shape<$core> for $shape {
            fn of(core: &$core, _: Size) -> $shape {
                (*core).into()
            }

            fn to_core(&self, _: Size) -> Result<$core, BadEvent> {
                Ok((*self).into())
            }
        })+
    };
}

mirrored!(Seat => room::Seat, Color => game::Color);

impl Shape<MoveNodeId> for u32 {
    fn of(node: &MoveNodeId, _: Size) -> u32 {
        node.0
    }

    fn to_core(&self, _: Size) -> Result<MoveNodeId, BadEvent> {
        Ok(MoveNodeId(*self))
    }
}

impl Shape<Duration> for u64 {
    fn of(time: &Duration, _: Size) -> u64 {
        to_ms(*time)
    }

    fn to_core(&self, _: Size) -> Result<Duration, BadEvent> {
        Ok(from_ms(*self))
    }
}

impl Shape<Komi> for HalfPoints {
    fn of(komi: &Komi, _: Size) -> HalfPoints {
        (*komi).into()
    }

    fn to_core(&self, _: Size) -> Result<Komi, BadEvent> {
        self.to_komi().ok_or(BadEvent::Komi(*self))
    }
}

impl Shape<room::Terms> for Terms {
    fn of(terms: &room::Terms, _: Size) -> Terms {
        Terms::of(terms)
    }

    fn to_core(&self, _: Size) -> Result<room::Terms, BadEvent> {
        self.to_terms().map_err(BadEvent::Terms)
    }
}

impl Shape<room::Occupant> for Occupant {
    fn of(sitter: &room::Occupant, _: Size) -> Occupant {
        Occupant::of(sitter)
    }

    fn to_core(&self, _: Size) -> Result<room::Occupant, BadEvent> {
        let name = self.name.clone();
        Ok(match self.engine_level {
            Some(level) => room::Occupant::Engine { level, name },
            None => room::Occupant::Person { name },
        })
    }
}

impl Shape<room::Speaker> for StoredSpeaker {
    fn of(speaker: &room::Speaker, _: Size) -> StoredSpeaker {
        match speaker {
            room::Speaker::Seat(room::Seat::Host) => StoredSpeaker::Host,
            room::Speaker::Seat(room::Seat::Guest) => StoredSpeaker::Guest,
            room::Speaker::Watcher { name } => StoredSpeaker::Watcher { name: name.clone() },
        }
    }

    fn to_core(&self, _: Size) -> Result<room::Speaker, BadEvent> {
        Ok(match self {
            StoredSpeaker::Host => room::Speaker::Seat(room::Seat::Host),
            StoredSpeaker::Guest => room::Speaker::Seat(room::Seat::Guest),
            StoredSpeaker::Watcher { name } => room::Speaker::Watcher { name: name.clone() },
        })
    }
}

impl Shape<Move> for Vertex {
    fn of(mv: &Move, size: Size) -> Vertex {
        Vertex::of_move(*mv, size)
    }

    fn to_core(&self, size: Size) -> Result<Move, BadEvent> {
        self.to_move(size)
            .ok_or_else(|| BadEvent::NoPoint(self.clone()))
    }
}

impl Shape<Vec<Move>> for Vec<Vertex> {
    fn of(moves: &Vec<Move>, size: Size) -> Vec<Vertex> {
        moves.iter().map(|&mv| Vertex::of_move(mv, size)).collect()
    }

    fn to_core(&self, size: Size) -> Result<Vec<Move>, BadEvent> {
        self.iter().map(|vertex| vertex.to_core(size)).collect()
    }
}

impl Shape<Box<game::ByColor<PointSet>>> for ByColor<Vec<Vertex>> {
    fn of(stones: &Box<game::ByColor<PointSet>>, size: Size) -> ByColor<Vec<Vertex>> {
        ByColor::from_fn(|color| Vertex::of_all(stones[color], size))
    }

    fn to_core(&self, size: Size) -> Result<Box<game::ByColor<PointSet>>, BadEvent> {
        Ok(Box::new(game::ByColor {
            black: self.black.to_core(size)?,
            white: self.white.to_core(size)?,
        }))
    }
}

/// Whether no stone is set up.
fn is_bare(stones: &ByColor<Vec<Vertex>>) -> bool {
    stones.black.is_empty() && stones.white.is_empty()
}

impl Shape<Point> for Vertex {
    fn of(point: &Point, size: Size) -> Vertex {
        Vertex::of(*point, size)
    }

    fn to_core(&self, size: Size) -> Result<Point, BadEvent> {
        self.to_point(size)
            .ok_or_else(|| BadEvent::NoPoint(self.clone()))
    }
}

impl Shape<PointSet> for Vec<Vertex> {
    fn of(points: &PointSet, size: Size) -> Vec<Vertex> {
        Vertex::of_all(*points, size)
    }

    fn to_core(&self, size: Size) -> Result<PointSet, BadEvent> {
        Vertex::to_points(self, size).map_err(|vertex| BadEvent::NoPoint(vertex.clone()))
    }
}

impl Shape<Vec<room::Proposal>> for Vec<Proposal> {
    fn of(proposals: &Vec<room::Proposal>, size: Size) -> Vec<Proposal> {
        let shapes = proposals
            .iter()
            .map(|proposal| Proposal::of(proposal, size));
        shapes.collect()
    }

    fn to_core(&self, size: Size) -> Result<Vec<room::Proposal>, BadEvent> {
        let proposals = self.iter().map(|proposal| {
            Ok(room::Proposal {
                stones: proposal.stones.to_core(size)?,
                reason: proposal.reason.into(),
            })
        });
        proposals.collect()
    }
}
