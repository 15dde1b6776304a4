//! One game between people as a state machine: seats, bidding, moves, clocks,
//! agreement on dead stones, taking back, rematch. No socket, no SQL, no clock
//! and no chance of its own.
//!
//! A [`Room`] changes only through [`Room::step`]: an [`Event`] comes in with
//! the time by the caller's clock, and everything that [`Happened`] comes out,
//! or a [`Refusal`]. The accepted events with their times are all there is:
//! [`Room::replay`] makes the same room of them.
//!
//! ```
//! use std::time::Duration;
//! use ponnuki_clock::Control;
//! use ponnuki_game::{Color, Komi, Move, Rules, Size};
//! use ponnuki_room::{
//!     ColorTerms, Company, Event, Happened, KomiTerms, Room, Seat, Occupant, Terms, UndoTerms,
//! };
//!
//! let terms = Terms {
//!     size: Size::NINE,
//!     rules: Rules::GOBAN,
//!     handicap: 0,
//!     handicap_to: Color::Black,
//!     komi: KomiTerms::Fixed(Komi::from_half_points(13)),
//!     colors: ColorTerms::HostBlack,
//!     control: Control::None,
//!     undo: UndoTerms::Ask,
//!     company: Company::Link,
//! };
//! let at = Duration::from_secs(1_000);
//! let mut room = Room::open(at, terms, "Shusaku".to_owned())?;
//! let sitter = Occupant::Person { name: "Genan".to_owned() };
//! room.step(at, Event::Joined { seat: Seat::Guest, sitter })?;
//!
//! let mv = Move::Play(Size::NINE.point("E5").unwrap());
//! let (node, lag) = (room.node(), Duration::ZERO);
//! let told = room.step(at, Event::Moved { seat: Seat::Host, node, mv, lag })?;
//! assert!(matches!(told[..], [Happened::Moved { by: Color::Black, .. }]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Modules, each using only those before it: `seat`, `text`, `terms`, `tree`;
//! `agreement`, `event`, `quota` and `bidding` together; `game_clocks`, `game_in_room`,
//! `record`, `room`.

mod agreement;
mod bidding;
mod event;
mod game_clocks;
mod game_in_room;
mod quota;
mod record;
mod room;
mod seat;
mod terms;
mod text;
mod tree;

pub use agreement::{Agreement, Proposal};
pub use bidding::{Bidding, BiddingKind};
pub use event::{Announcement, Event, Happened, RESOLUTION, Refusal, ReplayFault, Speaker};
pub use quota::{
    CHAT_LINES_MAX, MARKS_MAX, NAMES_MAX, OFFERS_MAX, Quota, RESUMES_MAX, UNDO_QUESTIONS_MAX,
    UNDOS_MAX, WATCHER_LINES_MAX, lines_of,
};
pub use record::date;
pub use room::{EVENTS_MAX, EVENTS_RESERVE, NumberedGame, Room, Stage, Want};
pub use seat::{BySeat, Occupant, Seat};
pub use terms::{ColorTerms, Company, KomiTerms, OPENING_MOVES_MAX, Terms, TermsFault, UndoTerms};
pub use text::{CHAT_CHARS_MAX, NAME_CHARS_MAX, TextFault};
pub use tree::{MoveNode, MoveNodeId, MoveTree};
