//! The room from outside: what people do there, and what comes of it.

mod agreement;
mod bidding;
mod clocks;
mod opening;
mod play;
mod quotas;
mod records;
mod refusals;
mod rematch;
mod rulebooks;
mod undo;
mod walk;
mod walks;
