//! What goes out of the process and comes in.

mod asks;
mod desk;
mod golden;
mod records;
mod replays;
mod scenes;
mod scores;
mod study;
mod terms;
mod texts;
