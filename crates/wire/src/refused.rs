//! Why something was not done.

use ponnuki_game::Illegal;
use ponnuki_room::{Quota, Refusal, Room, TextFault};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::text::HalfPoints;

/// What was asked for is not done, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Refused {
    /// The id of the message; none if the message could not be read.
    #[schema(required)]
    pub re: Option<u64>,
    /// The reason, to be translated.
    pub code: RefusalCode,
    /// The reason in English.
    pub text: String,
    /// What the reason speaks of, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts: Option<Facts>,
}

/// What a reason speaks of; only what belongs to it is there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Facts {
    /// The node whose board would come back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of_node: Option<u32>,
    /// The current node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<u32>,
    /// How many passes the handicap still asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_left: Option<u32>,
    /// The least that may be bid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<HalfPoints>,
    /// The most there may be of something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
}

/// Why something was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    /// The game is over.
    Over,
    /// Play has stopped: it has to be resumed first.
    Stopped,
    /// Play has not stopped: there is nothing to agree on yet.
    NotStopped,
    /// There is no such point.
    Outside,
    /// There is a stone.
    Occupied,
    /// The stone would have no liberty.
    Suicide,
    /// An earlier board would come back (facts: `of_node`).
    Repetition,
    /// The handicap makes this turn a pass (facts: `n_left`).
    MustPass,
    /// Under this rulebook no stone is dead.
    NothingIsDead,
    /// There is no stone that could be dead.
    NoStone,
    /// Only a part of a chain is called dead.
    PartOfChain,
    /// The board has not come back, so the game cannot be let be.
    NoCycle,
    /// The seat is free, or it is not this client's.
    NotYourSeat,
    /// Somebody sits there already.
    SeatTaken,
    /// It is the opponent's turn.
    NotYourTurn,
    /// Something happened meanwhile (facts: `node`).
    Stale,
    /// This cannot be done now.
    WrongStage,
    /// The marks are not those the player saw.
    OtherMarks,
    /// The bid is too low (facts: `least`).
    BidTooLow,
    /// The komi is beyond what may be given (facts: `max`).
    KomiTooLarge,
    /// There is no bid to take, or no komi to choose at.
    NothingBid,
    /// The program does not bid for komi.
    EngineDoesNotBid,
    /// The text is too long (facts: `max`).
    TooLong,
    /// The text says nothing.
    Blank,
    /// The text has characters that are not for reading.
    UnfitText,
    /// Moves are not taken back in this room.
    UndoForbidden,
    /// There is nothing to take back.
    NothingToUndo,
    /// Nobody asked to take a move back.
    NoUndoAsked,
    /// The player's time is over.
    FlagFallen,
    /// Nobody's time is over.
    FlagNotFallen,
    /// That was already done.
    AlreadyDone,
    /// The opponent said no, and no move was made since.
    UndoDeclined,
    /// The speaker has said enough in this game (facts: `max`).
    ChatFull,
    /// Those who watch have said enough in this game (facts: `max`).
    WatchersFull,
    /// The player has changed their name often enough in this game (facts: `max`).
    TooManyNames,
    /// The player has marked stones often enough in this game (facts: `max`).
    TooManyMarks,
    /// The player has taken back, or asked to, often enough in this game (facts: `max`).
    TooManyUndos,
    /// The player has offered that often enough in this game (facts: `max`).
    TooManyOffers,
    /// The player has resumed play often enough in this game (facts: `max`).
    TooManyResumes,
    /// So much has happened that the room takes nothing more (facts: `max`).
    RoomFull,
    /// No game can begin with these terms.
    BadTerms,
    /// The message could not be read.
    BadMessage,
    /// Too many messages in too short a time.
    TooFast,
    /// The program says nothing of a game between people before its end.
    EstimateForbidden,
    /// The program has too much to think about.
    Busy,
    /// Something failed in the server; nothing has changed.
    Failed,
}

impl Refused {
    /// What a client is told of the `refusal` of `room`, which is as it was.
    pub fn of(refusal: &Refusal, room: &Room) -> Refused {
        let refused = Refused::new(RefusalCode::of(refusal), refusal.to_string());
        match Facts::of(refusal, room) {
            facts if facts == Facts::default() => refused,
            facts => refused.with(facts),
        }
    }

    /// Refuses for the reason `code`, with `text` in English.
    pub fn new(code: RefusalCode, text: impl Into<String>) -> Refused {
        Refused {
            re: None,
            code,
            text: text.into(),
            facts: None,
        }
    }

    /// The same, with facts.
    #[must_use]
    pub fn with(self, facts: Facts) -> Refused {
        Refused {
            facts: Some(facts),
            ..self
        }
    }

    /// The same, as the answer to the message with this id.
    #[must_use]
    pub fn to(self, id: u64) -> Refused {
        Refused {
            re: Some(id),
            ..self
        }
    }
}

impl RefusalCode {
    fn of(refusal: &Refusal) -> RefusalCode {
        match refusal {
            Refusal::NotYourSeat => RefusalCode::NotYourSeat,
            Refusal::SeatTaken => RefusalCode::SeatTaken,
            Refusal::NotYourTurn => RefusalCode::NotYourTurn,
            Refusal::Illegal(law) => RefusalCode::of_law(law),
            Refusal::Stale { .. } => RefusalCode::Stale,
            Refusal::WrongStage => RefusalCode::WrongStage,
            Refusal::OtherMarks => RefusalCode::OtherMarks,
            Refusal::BidTooLow { .. } => RefusalCode::BidTooLow,
            Refusal::KomiTooLarge { .. } => RefusalCode::KomiTooLarge,
            Refusal::NothingBid => RefusalCode::NothingBid,
            Refusal::EngineDoesNotBid => RefusalCode::EngineDoesNotBid,
            Refusal::Text(TextFault::TooLong { .. }) => RefusalCode::TooLong,
            Refusal::Text(TextFault::Blank) => RefusalCode::Blank,
            Refusal::Text(TextFault::Control | TextFault::Invisible) => RefusalCode::UnfitText,
            Refusal::UndoForbidden => RefusalCode::UndoForbidden,
            Refusal::NothingToUndo => RefusalCode::NothingToUndo,
            Refusal::NoUndoAsked => RefusalCode::NoUndoAsked,
            Refusal::FlagFallen => RefusalCode::FlagFallen,
            Refusal::FlagNotFallen => RefusalCode::FlagNotFallen,
            Refusal::AlreadyDone => RefusalCode::AlreadyDone,
            Refusal::UndoDeclined => RefusalCode::UndoDeclined,
            Refusal::UsedUp { quota, .. } => RefusalCode::of_quota(*quota),
            Refusal::RoomFull { .. } => RefusalCode::RoomFull,
            Refusal::Terms(_) => RefusalCode::BadTerms,
        }
    }

    fn of_quota(quota: Quota) -> RefusalCode {
        match quota {
            Quota::Lines => RefusalCode::ChatFull,
            Quota::WatcherLines => RefusalCode::WatchersFull,
            Quota::Names => RefusalCode::TooManyNames,
            Quota::Marks => RefusalCode::TooManyMarks,
            Quota::Undos => RefusalCode::TooManyUndos,
            Quota::Offers => RefusalCode::TooManyOffers,
            Quota::Resumes => RefusalCode::TooManyResumes,
        }
    }

    /// The code of a law that was broken.
    pub fn of_law(law: &Illegal) -> RefusalCode {
        match law {
            Illegal::Over(_) => RefusalCode::Over,
            Illegal::Stopped => RefusalCode::Stopped,
            Illegal::NotStopped => RefusalCode::NotStopped,
            Illegal::Outside { .. } => RefusalCode::Outside,
            Illegal::Occupied { .. } => RefusalCode::Occupied,
            Illegal::Suicide => RefusalCode::Suicide,
            Illegal::Repetition { .. } => RefusalCode::Repetition,
            Illegal::MustPass { .. } => RefusalCode::MustPass,
            Illegal::NothingIsDead => RefusalCode::NothingIsDead,
            Illegal::NoStone { .. } => RefusalCode::NoStone,
            Illegal::PartOfChain { .. } => RefusalCode::PartOfChain,
            Illegal::NoCycle => RefusalCode::NoCycle,
        }
    }
}

impl Facts {
    /// What `refusal` speaks of. Must agree with the documentation of the codes.
    fn of(refusal: &Refusal, room: &Room) -> Facts {
        let mut facts = Facts::default();
        match *refusal {
            Refusal::Illegal(Illegal::Repetition { of, .. }) => {
                facts.of_node = Some(room.node_after(of).0);
            }
            Refusal::Illegal(Illegal::MustPass { n_left }) => facts.n_left = Some(n_left as u32),
            Refusal::Stale { node } => facts.node = Some(node.0),
            Refusal::BidTooLow { least } => facts.least = Some(least.into()),
            Refusal::KomiTooLarge { max } => {
                facts.max = Some(max.points().half_points() as u32 / 2)
            }
            Refusal::Text(TextFault::TooLong { max }) => facts.max = Some(max as u32),
            Refusal::UsedUp { max, .. } => facts.max = Some(max),
            Refusal::RoomFull { max } => facts.max = Some(max as u32),
            Refusal::Illegal(
                Illegal::Over(_)
                | Illegal::Stopped
                | Illegal::NotStopped
                | Illegal::Outside { .. }
                | Illegal::Occupied { .. }
                | Illegal::Suicide
                | Illegal::NothingIsDead
                | Illegal::NoStone { .. }
                | Illegal::PartOfChain { .. }
                | Illegal::NoCycle,
            )
            | Refusal::Text(TextFault::Blank | TextFault::Control | TextFault::Invisible)
            | Refusal::UndoDeclined
            | Refusal::NotYourSeat
            | Refusal::SeatTaken
            | Refusal::NotYourTurn
            | Refusal::WrongStage
            | Refusal::OtherMarks
            | Refusal::NothingBid
            | Refusal::EngineDoesNotBid
            | Refusal::UndoForbidden
            | Refusal::NothingToUndo
            | Refusal::NoUndoAsked
            | Refusal::FlagFallen
            | Refusal::FlagNotFallen
            | Refusal::AlreadyDone
            | Refusal::Terms(_) => {}
        }
        facts
    }
}
