//! What goes out of the process and comes in.

mod asks;
mod golden;
mod replays;
mod scenes;
mod scores;
mod terms;
mod texts;
mod wired_room;
