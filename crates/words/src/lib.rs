//! The game in words: what is said of a room, and what people may say to one.
//!
//! Everything that a person can see in a room is in a `Scene`, and everything they can do
//! is an `Ask`. A [`Listener`] is a person who hears the one and says the other: a
//! [`TypedCommand`] is what a line of theirs asks for, [`Listener::answer`] what comes of it, and
//! [`Listener::announce`] what they hear when something happens. [`Words`] are a
//! language's; a [`Phrase`] is one of its sentences, with all that stands in it.
//!
//! ```
//! use ponnuki_game::{Color, Size};
//! use ponnuki_words::{TypedCommand, Language, Phrase, Words};
//!
//! let english = Words::of(Language::English);
//! let at = "Q16";
//! let heard = english.say(Phrase::Played { color: Color::White, at });
//! assert_eq!(heard, "White Q16.");
//!
//! let size = Size::NINE;
//! let point = size.point("D4").unwrap();
//! assert_eq!(TypedCommand::parse("chain d4", size, english), Ok(TypedCommand::Chain(point)));
//! assert_eq!(TypedCommand::parse("D 4", size, english), Ok(TypedCommand::Play(point)));
//! ```
//!
//! Modules, each using only those before it: `language`, `phrase`, `label` and
//! `vocabulary` together; `why`, `printable`, `charset`, `cleaned`, `layout`, `nearest`, `verb`, `command`, `past`, `listener`, `seen`, `sum`, `announce`,
//! `answer`.

mod announce;
mod answer;
mod charset;
mod cleaned;
mod command;
mod label;
mod language;
pub mod layout;
mod listener;
pub mod nearest;
mod past;
mod phrase;
mod printable;
mod seen;
mod sum;
mod verb;
mod vocabulary;
mod why;

pub use answer::Answer;
pub use charset::TerminalCharset;
pub use cleaned::{Cleaned, Readership, cleaned};
pub use command::{LINE_CHARS_MAX, TypedCommand, Unclear};
pub use label::Label;
pub use language::Language;
pub use listener::Listener;
pub use past::{Past, PastMove};
pub use phrase::{Named, Phrase, Spoken, Stone, Tenths};
pub use printable::{is_unprintable, printable};
pub use verb::Verb;
pub use vocabulary::Words;
