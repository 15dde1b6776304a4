//! What a client says.

use std::time::Duration;

use ponnuki_game::{Komi, Move, Point, PointSet, Size};
use ponnuki_room::{self as room, Event, MoveNodeId, Refusal, Room};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, from_value, to_value};
use utoipa::ToSchema;

use crate::refused::{RefusalCode, Refused};
use crate::sides::{Color, Seat};
use crate::text::{HalfPoints, Vertex, from_ms, to_ms};

/// A message of a client, such as `{"id": 17, "type": "play", "node": 4, "at": "D4"}`.
/// It is answered by `done` or `refused` (or what was asked for) with the same id in `re`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "Map<String, Value>")]
pub struct ToServer {
    /// Any number; it comes back in the answer.
    pub id: u64,
    /// For which seat, if the client holds both; if left out, the one whose turn it is.
    #[serde(rename = "as", skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What is asked for.
    #[serde(flatten)]
    pub ask: Ask,
}

/// What a client asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// Make a move.
    Play {
        /// The node the player sees: refused as `stale` if it is not the current one.
        node: u32,
        /// Where, or `"pass"`.
        at: Vertex,
    },
    /// Give up.
    Resign,
    /// Take back one's last move, or ask for it.
    Undo {
        /// The node the player sees.
        node: u32,
    },
    /// Answer the opponent who asks to take back.
    AnswerUndo {
        /// Whether it is granted.
        yes: bool,
    },
    /// Offer to let a game in circles be, without a result.
    Abandon,
    /// Bid for playing Black.
    Bid {
        /// The komi one would give for it.
        komi: HalfPoints,
    },
    /// Take White with the komi that the opponent bid.
    Concede,
    /// Name the komi between which the opponent chooses a colour.
    NameKomi {
        /// The komi.
        komi: HalfPoints,
    },
    /// Choose one's colour, the komi being named.
    ChooseColor {
        /// The colour to play.
        color: Color,
    },
    /// Mark the chain at a point dead or alive.
    Mark {
        /// One of its stones.
        at: Vertex,
        /// Whether it is dead.
        dead: bool,
    },
    /// Agree to the marks as they are.
    Accept {
        /// All stones marked dead, as the player sees them: refused as `other_marks`
        /// if they are not those marked now.
        dead: Vec<Vertex>,
    },
    /// Disagree: play on.
    Resume,
    /// Say something to everybody in the room.
    Say {
        /// The text.
        text: String,
    },
    /// Change one's name.
    Rename {
        /// The new one.
        name: String,
    },
    /// Offer another game.
    Rematch,
    /// Cancel a room that nobody came to.
    Close,
    /// Ask what the program thinks of the board; answered by `estimate`.
    Estimate,
    /// Have the computer play what it thinks best by now, if it thinks about a move against
    /// this seat.
    MoveNow,
    /// Ask for a `pong`.
    Ping,
}

impl TryFrom<Map<String, Value>> for ToServer {
    type Error = String;

    /// Serde cannot refuse unknown fields of what is flattened: so the fields of
    /// the envelope are taken out first, and the rest has to be the ask alone.
    fn try_from(mut message: Map<String, Value>) -> Result<ToServer, String> {
        let id = message.remove("id").ok_or("missing field `id`")?;
        let seat = message.remove("as").unwrap_or(Value::Null);
        let names: Vec<String> = message.keys().cloned().collect();
        let ask: Ask = from_value(Value::Object(message)).map_err(|error| error.to_string())?;
        // Serde lets variants without fields have any, too.
        let known = to_value(&ask).map_err(|error| error.to_string())?;
        if let Some(unknown) = names.iter().find(|name| known.get(name).is_none()) {
            return Err(format!("unknown field `{unknown}`"));
        }
        Ok(ToServer {
            id: field("id", id)?,
            seat: field("as", seat)?,
            ask,
        })
    }
}

fn field<T: DeserializeOwned>(name: &str, value: Value) -> Result<T, String> {
    from_value(value).map_err(|error| format!("field `{name}`: {error}"))
}

impl ToServer {
    /// For which of the seats that the client holds it speaks: the one it names, the
    /// only one, or of both the one whose turn it is.
    ///
    /// # Errors
    ///
    /// If the client does not hold that seat, or none.
    pub fn seat_for(&self, held: &[room::Seat], room: &Room) -> Result<room::Seat, Refused> {
        let seat = match (self.seat, held) {
            (Some(seat), _) => seat.into(),
            (None, &[only]) => only,
            (None, _) => turn(room),
        };
        match held.contains(&seat) {
            true => Ok(seat),
            false => Err(Refused::of(&Refusal::NotYourSeat, room).to(self.id)),
        }
    }

    /// What it means to `room`, coming from `seat` after `lag` on its way, of which the
    /// room grants what it will; nothing if it is not for the room but for the server:
    /// `estimate` and `ping`.
    ///
    /// # Errors
    ///
    /// If it names a point or a komi that there is not.
    pub fn to_event(
        &self,
        seat: room::Seat,
        lag: Duration,
        room: &Room,
    ) -> Result<Option<Event>, Refused> {
        let size = room.terms().size;
        let lag = room.granted_lag(seat, lag);
        self.ask
            .to_event(seat, lag, size)
            .map_err(|refused| refused.to(self.id))
    }
}

/// Whose turn it is, to move or to speak; the host's where it is nobody's.
fn turn(room: &Room) -> room::Seat {
    let to_move = room.game().and_then(|game| room.seat_of(game.turn()));
    match room.stage() {
        room::Stage::Bidding(bidding) => bidding.turn,
        room::Stage::Playing => to_move.unwrap_or(room::Seat::Host),
        room::Stage::Waiting
        | room::Stage::Nigiri
        | room::Stage::Stopped(_)
        | room::Stage::Over
        | room::Stage::Closed => room::Seat::Host,
    }
}

impl Ask {
    /// The wish to make `mv` on a board of `size`, where `node` is what the player sees.
    pub fn play(node: u32, mv: Move, size: Size) -> Ask {
        let at = Vertex::of_move(mv, size);
        Ask::Play { node, at }
    }

    /// The wish to mark the chain at `point` of a board of `size`.
    pub fn mark(point: Point, dead: bool, size: Size) -> Ask {
        let at = Vertex::of(point, size);
        Ask::Mark { at, dead }
    }

    fn to_event(
        &self,
        seat: room::Seat,
        lag: Duration,
        size: Size,
    ) -> Result<Option<Event>, Refused> {
        let event = match self {
            Ask::Play { node, at } => Event::Moved {
                seat,
                node: MoveNodeId(*node),
                mv: at.to_move(size).ok_or_else(|| no_point(at, size))?,
                // What is stored is whole milliseconds, and a replay has to be the same.
                lag: from_ms(to_ms(lag)),
            },
            Ask::Resign => Event::Resigned { seat },
            Ask::Undo { node } => Event::UndoAsked {
                seat,
                node: MoveNodeId(*node),
            },
            Ask::AnswerUndo { yes } => Event::UndoAnswered { seat, yes: *yes },
            Ask::Abandon => Event::AbandonOffered { seat },
            Ask::Bid { komi } => Event::Bid {
                seat,
                komi: to_komi(*komi)?,
            },
            Ask::Concede => Event::Concede { seat },
            Ask::NameKomi { komi } => Event::NameKomi {
                seat,
                komi: to_komi(*komi)?,
            },
            Ask::ChooseColor { color } => Event::ChooseColor {
                seat,
                color: (*color).into(),
            },
            Ask::Mark { at, dead } => Event::Marked {
                seat,
                point: at.to_point(size).ok_or_else(|| no_point(at, size))?,
                dead: *dead,
            },
            Ask::Accept { dead } => Event::Accepted {
                seat,
                dead: to_points(dead, size)?,
            },
            Ask::Resume => Event::Resumed { seat },
            Ask::Say { text } => Event::Said {
                from: room::Speaker::Seat(seat),
                text: text.clone(),
            },
            Ask::Rename { name } => Event::Renamed {
                seat,
                name: name.clone(),
            },
            Ask::Rematch => Event::RematchOffered { seat },
            Ask::Close => Event::Closed,
            Ask::Estimate | Ask::MoveNow | Ask::Ping => return Ok(None),
        };
        Ok(Some(event))
    }
}

fn to_points(vertices: &[Vertex], size: Size) -> Result<PointSet, Refused> {
    Vertex::to_points(vertices, size).map_err(|vertex| no_point(vertex, size))
}

fn no_point(vertex: &Vertex, size: Size) -> Refused {
    let text = format!("{:?} is not a point of a {size} board", vertex.0);
    Refused::new(RefusalCode::Outside, text)
}

fn to_komi(komi: HalfPoints) -> Result<Komi, Refused> {
    komi.to_komi().ok_or_else(|| {
        let text = format!("komi is at most {} points", Komi::MAX);
        Refused::new(RefusalCode::KomiTooLarge, text)
    })
}
