//! The game in a terminal: play, agree, review.
//!
//! The terminal is a client as the browser is: it draws the `Scene` that a table tells and
//! sends what the person asks for. There are no rules in it. [`App`] is everything on the
//! screen: it changes only through [`App::update`], which gives the [`Effect`]s it wants,
//! and is drawn by [`App::view`]. [`run`] is the program around it: keys, signals, a
//! [`RoomConnection`] that a [`Host`] opens, and an engine for reviews.
//!
//! Modules, each using only those before it: `look`, `event`, `reason`; `board`, `layout`, `input`,
//! `widget`, `texts`, `hints`, `clock`; the screens `help`, `start`, `play`, `review`; `app`;
//! and around them `terminal`, `signals`, `room_thread`, `thinker_thread` with `run`. Beside them
//! `keyboard`, a seat on a server inside this process or on any other, and `plain`, the same game
//! line by line for whoever hears or feels what is written; and [`progress`], a line about long
//! work.

mod app;
mod board;
mod clock;
mod event;
mod help;
mod hints;
mod input;
mod keyboard;
mod layout;
mod look;
mod plain;
mod play;
pub mod progress;
mod review;
mod room_thread;
mod run;
mod signals;
mod start;
mod terminal;
mod texts;
mod thinker_thread;
mod widget;

pub use app::{App, First};
pub use event::{AppEvent, Effect, FromRoom, ThinkQuestion, Thought, Unkept, Wish};
pub use keyboard::{KeyboardFault, KeyboardGames, KeyboardHost, KeyboardSeat, SeatWish, SitDown};
pub use look::{Depth, Look, Signs};
pub use plain::{PlainEnd, PlainManner, play_plain};
pub use room_thread::{Host, RoomConnection, Sink};
pub use run::{FILE_BYTES_MAX, Manner, RunError, run};
pub use thinker_thread::{NamedThinker, ThinkerMaker};
