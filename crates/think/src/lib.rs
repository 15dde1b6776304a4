//! What can be asked of something that plays Go, and what it answers. No engine inside.
//!
//! An [`Analysis`] is what is thought of a position: how likely a win is, by how many points,
//! and which moves come into question.

mod analysis;

pub use analysis::{Analysis, Candidate, Detail, Outlook, RawEvaluation, Restricted, Restriction};
