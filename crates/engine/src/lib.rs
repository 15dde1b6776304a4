//! Search and time together: choose a move, analyse a position, propose dead stones.
//!
//! [`Thinker`] is what the rest of the program asks; [`MonteCarlo`] is one
//! that needs nothing but a processor.

mod dead;
mod decide;
#[expect(
    clippy::disallowed_methods,
    reason = "thinking within a time limit reads the clock"
)]
mod montecarlo;
mod thinker;

pub use decide::Resignation;
pub use montecarlo::{MonteCarlo, Settings};
pub use thinker::{
    Analysis, Candidate, Choice, DeadChain, DeadReason, Decision, Limits, Request, Restricted,
    Restriction, StopSign, Thinker, Watch, dead_stones, ignore,
};
