//! The game in a terminal: play, agree, review.
//!
//! The terminal is a client as the browser is: it draws the `Scene` that a table tells and
//! sends what the person asks for. There are no rules in it. [`App`] is everything on the
//! screen: it changes only through [`App::update`], which gives the [`Effect`]s it wants,
//! and is drawn by [`App::view`]. [`run`] is the program around it: keys, signals, a
//! [`Table`] that a [`Host`] opens, and an engine for reviews.
//!
//! Modules, each using only those before it: `look`, `event`, `reason`; `board`, `layout`, `input`,
//! `widget`, `texts`, `hints`, `clock`; the screens `help`, `start`, `play`, `review`; `app`;
//! and around them `terminal`, `signals`, `desk`, `mind` with `run`.

mod app;
mod board;
mod clock;
mod desk;
mod event;
mod help;
mod hints;
mod input;
mod layout;
mod look;
mod mind;
mod play;
mod review;
mod run;
mod signals;
mod start;
mod terminal;
mod texts;
mod widget;

pub use app::{App, First};
pub use desk::{Host, Sink, Table};
pub use event::{Effect, Event, Heard, Question, Thought, Unkept, Wish};
pub use look::{Depth, Look, Signs};
pub use mind::ThinkerMaker;
pub use run::{FILE_BYTES_MAX, Manner, RunError, run};
