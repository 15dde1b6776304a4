//! What can come to a room, what everybody is told of it, and why it may be refused.

use std::fmt;
use std::time::Duration;

use ponnuki_clock::{Left, whole_ms};
use ponnuki_game::{ByColor, Color, Illegal, Komi, Move, Outcome, Point, PointSet};

use crate::agreement::Proposal;
use crate::quota::Quota;
use crate::seat::{Occupant, Seat};
use crate::terms::{Terms, TermsFault};
use crate::text::TextFault;
use crate::tree::MoveNodeId;

/// The resolution of a room's time. Moments and spans are cut to it before they are
/// looked at, and are stored in it: the live room and the replayed one see the same time.
pub const RESOLUTION: Duration = Duration::from_millis(1);

/// Whether an event happens now or happened once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trust {
    /// It happens now: the clock, the limits and the wording are judged.
    Judged,
    /// It was accepted and stored: it was in time and within the limits of its day, whatever
    /// the rounded times say now. Databases written before times had one [`RESOLUTION`] have
    /// flags that fall up to two milliseconds early.
    Stored,
}

/// Everything that can come to a room. Those accepted, with their times, are
/// the room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The room is opened: always the first event, and never a later one.
    Opened {
        /// What is to be played, how and with whom.
        terms: Terms,
        /// The host's name; may be empty.
        host: String,
        /// The stones that are set up before the first game, out of a record or a drawing;
        /// usually none.
        stones: Box<ByColor<PointSet>>,
        /// The moves that the first game begins with, out of a record; usually none.
        moves: Vec<Move>,
    },
    /// Someone takes the free seat.
    Joined {
        /// The seat that was free.
        seat: Seat,
        /// Who sits there now.
        sitter: Occupant,
    },
    /// Chance gave the host a colour.
    Nigiri {
        /// The host's colour.
        host: Color,
    },
    /// A player bids in an auction.
    Bid {
        /// The player's seat.
        seat: Seat,
        /// What they would give for Black.
        komi: Komi,
    },
    /// A player leaves Black to the other's bid.
    Concede {
        /// The player's seat.
        seat: Seat,
    },
    /// A player names a komi for the other to choose at.
    NameKomi {
        /// The player's seat.
        seat: Seat,
        /// The komi that is named.
        komi: Komi,
    },
    /// A player chooses a colour at the komi that was named.
    ChooseColor {
        /// The player's seat.
        seat: Seat,
        /// The colour chosen.
        color: Color,
    },
    /// A player moves.
    Moved {
        /// The player's seat.
        seat: Seat,
        /// The node they saw when they moved.
        node: MoveNodeId,
        /// The move.
        mv: Move,
        /// How long the move was on its way, as far as that is
        /// [granted](crate::Room::granted_lag).
        lag: Duration,
    },
    /// A player gives up.
    Resigned {
        /// The player's seat.
        seat: Seat,
    },
    /// A player wants to be before their last move again.
    UndoAsked {
        /// The player's seat.
        seat: Seat,
        /// The node they saw when they asked.
        node: MoveNodeId,
    },
    /// The other player says yes or no to it.
    UndoAnswered {
        /// The player's seat.
        seat: Seat,
        /// Whether they agree.
        yes: bool,
    },
    /// A player offers to let a game in circles be.
    AbandonOffered {
        /// The player's seat.
        seat: Seat,
    },
    /// An engine says which stones of the stopped game it takes for dead.
    Proposed {
        /// Which, and why.
        dead: Vec<Proposal>,
    },
    /// A player marks stones as dead or as alive.
    Marked {
        /// The player's seat.
        seat: Seat,
        /// One of the stones.
        point: Point,
        /// Whether they are dead.
        dead: bool,
    },
    /// A player accepts the marks.
    Accepted {
        /// The player's seat.
        seat: Seat,
        /// The marks they saw.
        dead: PointSet,
    },
    /// A player wants to play on.
    Resumed {
        /// The player's seat.
        seat: Seat,
    },
    /// Someone says something.
    Said {
        /// Who spoke.
        from: Speaker,
        /// The line of chat.
        text: String,
    },
    /// A player is called something else.
    Renamed {
        /// The player's seat.
        seat: Seat,
        /// The new name; may be empty.
        name: String,
    },
    /// A player wants another game.
    RematchOffered {
        /// The player's seat.
        seat: Seat,
    },
    /// The [deadline](crate::Room::deadline) has come.
    Ticked,
    /// The program runs again.
    Woke {
        /// Since when it had not.
        down_since: Duration,
    },
    /// The host gives up a room to which nobody came.
    Closed,
}

impl Event {
    /// The same event with its times cut to the [`RESOLUTION`].
    pub(crate) fn cut(self) -> Event {
        match self {
            Event::Moved {
                seat,
                node,
                mv,
                lag,
            } => Event::Moved {
                seat,
                node,
                mv,
                lag: whole_ms(lag),
            },
            Event::Woke { down_since } => Event::Woke {
                down_since: whole_ms(down_since),
            },
            event => event,
        }
    }

    /// The seat for which it speaks, if it comes from one.
    pub fn seat(&self) -> Option<Seat> {
        match *self {
            Event::Bid { seat, .. }
            | Event::Concede { seat }
            | Event::NameKomi { seat, .. }
            | Event::ChooseColor { seat, .. }
            | Event::Moved { seat, .. }
            | Event::Resigned { seat }
            | Event::UndoAsked { seat, .. }
            | Event::UndoAnswered { seat, .. }
            | Event::AbandonOffered { seat }
            | Event::Marked { seat, .. }
            | Event::Accepted { seat, .. }
            | Event::Resumed { seat }
            | Event::Said {
                from: Speaker::Seat(seat),
                ..
            }
            | Event::Renamed { seat, .. }
            | Event::RematchOffered { seat } => Some(seat),
            Event::Opened { .. }
            | Event::Joined { .. }
            | Event::Nigiri { .. }
            | Event::Proposed { .. }
            | Event::Said {
                from: Speaker::Watcher { .. },
                ..
            }
            | Event::Ticked
            | Event::Woke { .. }
            | Event::Closed => None,
        }
    }
}

/// Who says something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// A player.
    Seat(Seat),
    /// Someone who looks on.
    Watcher {
        /// What they are called.
        name: String,
    },
}

/// What everybody in the room is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happened {
    /// The room is open.
    Opened,
    /// Someone sat down.
    Seated {
        /// The seat that was taken.
        seat: Seat,
        /// Who sits there now.
        sitter: Occupant,
    },
    /// The colours are known.
    Colors {
        /// Who has Black.
        black: Seat,
    },
    /// A bid was made.
    BidMade {
        /// The player's seat.
        seat: Seat,
        /// The komi that is named.
        komi: Komi,
    },
    /// A komi was named to choose at.
    KomiNamed {
        /// The player's seat.
        seat: Seat,
        /// The komi that is named.
        komi: Komi,
    },
    /// A game began.
    Began {
        /// Which of this room, from 1.
        game_number: u32,
        /// Points for White.
        komi: Komi,
    },
    /// A move was made.
    Moved {
        /// Its node.
        node: MoveNodeId,
        /// The node before it.
        parent: MoveNodeId,
        /// The colour that moved.
        by: Color,
        /// What it was.
        mv: Move,
        /// The stones it took off.
        lifted: PointSet,
        /// What the player's clock showed then.
        left: Left,
    },
    /// A player asked to take a move back.
    UndoAsked {
        /// The player's seat.
        seat: Seat,
    },
    /// The other player said no.
    UndoDeclined {
        /// The one who said it.
        seat: Seat,
    },
    /// Moves were taken back.
    Undone {
        /// The seat whose move was taken back.
        seat: Seat,
        /// The node that is the last one now.
        to: MoveNodeId,
    },
    /// Passes stopped play: the dead stones are to be agreed on.
    Stopped,
    /// An engine proposed which stones are dead.
    Proposed,
    /// Stones were marked.
    Marked {
        /// The player's seat.
        seat: Seat,
        /// Those whose mark changed.
        stones: PointSet,
        /// Whether they are dead.
        dead: bool,
    },
    /// A player accepted the marks.
    Accepted {
        /// The player's seat.
        seat: Seat,
    },
    /// Play goes on after it had stopped.
    Resumed {
        /// Who wanted it.
        seat: Seat,
    },
    /// A player offered to let the game be.
    AbandonOffered {
        /// The player's seat.
        seat: Seat,
    },
    /// The game ended.
    Ended {
        /// How the game ended.
        outcome: Outcome,
    },
    /// Someone said something.
    Said {
        /// Who spoke.
        from: Speaker,
        /// The line of chat.
        text: String,
    },
    /// A player is called something else.
    Renamed {
        /// The player's seat.
        seat: Seat,
        /// The new name.
        name: String,
    },
    /// A player offered another game.
    RematchOffered {
        /// The player's seat.
        seat: Seat,
    },
    /// The program runs again; the clocks stood still while it did not.
    Woke,
    /// The room is closed.
    Closed,
}

/// What everybody was told, with its place in the room's past.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// The number of the event it came of, from 1.
    pub seq: u64,
    /// When it happened.
    pub at: Duration,
    /// What happened.
    pub what: Happened,
}

/// Why an event is refused. The room is then as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nobody sits in that seat, or it is not this player's to say.
    NotYourSeat,
    /// Someone sits there already.
    SeatTaken,
    /// It is the other player's turn.
    NotYourTurn,
    /// A law of the game is against it.
    Illegal(Illegal),
    /// The player saw another node than the last one.
    Stale {
        /// The last one.
        node: MoveNodeId,
    },
    /// This is not the time for it.
    WrongStage,
    /// The marks are not those that the player saw.
    OtherMarks,
    /// A bid has to be higher than the one before.
    BidTooLow {
        /// The least that will do.
        least: Komi,
    },
    /// A komi beyond all boards.
    KomiTooLarge {
        /// The most, either way.
        max: Komi,
    },
    /// There is no bid to concede to, or no komi to choose at.
    NothingBid,
    /// An engine does not bid for komi.
    EngineDoesNotBid,
    /// The text will not do.
    Text(TextFault),
    /// Nothing is taken back in this room.
    UndoForbidden,
    /// The player has made no move yet.
    NothingToUndo,
    /// Nobody asked to take a move back.
    NoUndoAsked,
    /// The player's time is over.
    FlagFallen,
    /// The time of the player to move is not over, or nobody's clock runs.
    FlagNotFallen,
    /// That was already done.
    AlreadyDone,
    /// The other said no, and no move was made since.
    UndoDeclined,
    /// It was done so often in this game that it is not done again.
    UsedUp {
        /// What was used up.
        quota: Quota,
        /// How often.
        max: u32,
    },
    /// So much has happened that the room takes only the end of the game.
    RoomFull {
        /// The most events.
        max: u64,
    },
    /// The game could not begin.
    Terms(TermsFault),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::NotYourSeat => "this seat is not yours",
            Refusal::SeatTaken => "someone sits there already",
            Refusal::NotYourTurn => "it is not your turn",
            Refusal::Illegal(law) => return law.fmt(f),
            Refusal::Stale { node } => return write!(f, "the game is at move {node} by now"),
            Refusal::WrongStage => "this is not the time for it",
            Refusal::OtherMarks => "the marks have changed since",
            Refusal::BidTooLow { least } => return write!(f, "bid at least {least}"),
            Refusal::KomiTooLarge { max } => return write!(f, "komi is at most {max} points"),
            Refusal::NothingBid => "nothing has been bid yet",
            Refusal::EngineDoesNotBid => "an engine does not bid for komi",
            Refusal::Text(fault) => return fault.fmt(f),
            Refusal::UndoForbidden => "in this room no move is taken back",
            Refusal::NothingToUndo => "there is no move of yours to take back",
            Refusal::NoUndoAsked => "nobody asked to take a move back",
            Refusal::FlagFallen => "the time is over",
            Refusal::FlagNotFallen => "the time is not over",
            Refusal::AlreadyDone => "that was already done",
            Refusal::UndoDeclined => "your opponent said no: ask again after another move",
            Refusal::UsedUp { quota, max } => return write!(f, "{quota}: at most {max}"),
            Refusal::RoomFull { max } => return write!(f, "a room holds {max} events"),
            Refusal::Terms(fault) => return fault.fmt(f),
        })
    }
}

impl std::error::Error for Refusal {}

impl From<Illegal> for Refusal {
    fn from(law: Illegal) -> Refusal {
        Refusal::Illegal(law)
    }
}

impl From<TextFault> for Refusal {
    fn from(fault: TextFault) -> Refusal {
        Refusal::Text(fault)
    }
}

impl From<TermsFault> for Refusal {
    fn from(fault: TermsFault) -> Refusal {
        Refusal::Terms(fault)
    }
}

/// Why events do not make a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayFault {
    /// The first event is not that the room was opened.
    NotOpened,
    /// It could not be opened.
    Terms(TermsFault),
    /// An event is refused.
    Refused {
        /// Its number, from 1.
        seq: u64,
        /// The reason.
        why: Refusal,
    },
}

impl fmt::Display for ReplayFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayFault::NotOpened => f.write_str("the room was never opened"),
            ReplayFault::Terms(fault) => fault.fmt(f),
            ReplayFault::Refused { seq, why } => write!(f, "event {seq}: {why}"),
        }
    }
}

impl std::error::Error for ReplayFault {}
