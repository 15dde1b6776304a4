//! What can be asked of something that plays Go, and what it answers. No engine inside.
//!
//! A [`Thinker`] is asked with a [`Request`]: to choose a move, to analyse a position, or to
//! say which chains are dead. An [`Analysis`] is what is thought of a position: how likely a win
//! is, by how many points, and which moves come into question; an [`Evaluation`] is what a
//! network says of it without any search. A [`StopSign`] ends the thinking from another thread,
//! [`budget`] says how long a move may take by the clock.
//!
//! [`Parameters`] are KataGo's names for a [`Tuning`]; [`HumanModels`] are networks that imitate
//! people.
//!
//! The modules build on each other in this order: `analysis`, `evaluation`, `profile`, `budget`,
//! `search_tuning`, `tuning`, `parameters`, `parameter_tuning`, `human_models`, `thinker`,
//! `turn_question`. Nothing here reads a clock.

mod analysis;
mod budget;
mod evaluation;
mod human_models;
mod parameter_tuning;
mod parameters;
mod profile;
mod search_tuning;
mod thinker;
mod tuning;
mod turn_question;

pub use analysis::{Analysis, Candidate, Detail, Outlook, RawEvaluation, Restricted, Restriction};
pub use budget::{Budget, budget};
pub use evaluation::Evaluation;
pub use human_models::{HumanModels, NO_HUMAN_MODEL, NoProfile};
pub use parameters::{
    HUMAN_PROFILE, NO_PROFILE_NAMES, Parameter, Parameters, THINKING_TIME_MAX, VISITS_MAX,
};
pub use profile::{EXPECTED_PROFILE, Openings, People, Profile, UnknownProfile};
pub use search_tuning::{ChoiceRule, Mirroring, Noise, RootPruning, SearchTuning, UtilityWeights};
pub use thinker::{
    Choice, DeadChain, DeadReason, Decision, Imitation, Memory, OnSnapshot, Request, StopSign,
    ThinkLimits, Thinker, dead_stones, ignore,
};
pub use tuning::{HistoryShown, NetTuning, RootPass, Tuning};
pub use turn_question::{TurnQuestion, going_on};
