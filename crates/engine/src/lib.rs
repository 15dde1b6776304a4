//! Search and time together: choose a move, analyse a position, propose dead stones.
//!
//! The rest of the program asks a [`Thinker`], which `ponnuki_think` describes and whose types are
//! re-exported here. [`MonteCarlo`] needs nothing but a processor; [`Network`] runs a network of
//! KataGo's format:
//!
//! ```
//! use ponnuki_engine::{
//!     Decision, MonteCarlo, MonteCarloSettings, Request, ThinkLimits, Thinker, ignore,
//! };
//! use ponnuki_game::{Diagram, Move, Rules, Setup};
//!
//! let drawn: Diagram = "
//!     . a . X O . O .
//!     X X X X O O O O
//!     O O O O O O O O
//!     X X X X X X X X
//!     . X . X . X . X
//! ".parse().unwrap();
//! let mut setup = Setup::new(drawn.size(), Rules::CHINESE);
//! setup.stones = drawn.stones();
//! let game = setup.start().unwrap();
//!
//! let mut thinker = MonteCarlo::new(MonteCarloSettings::default());
//! let request = Request::within(ThinkLimits::playouts(500));
//! let choice = thinker.choose(&game, &request, &mut ignore).unwrap();
//! let vital = drawn.marked('a').unwrap();
//! assert_eq!(choice.decision, Decision::Move(Move::Play(vital)));
//! ```
//!
//! # Speed
//!
//! A default release build is as fast as ours. A `dev` build is not: the kernels are generic code
//! that only an optimizing compiler turns into vector instructions, and without it 17 positions a
//! CPU second were measured instead of 3,900. Profiles are taken from the workspace that builds
//! the program, so a program that depends on this crate says in its own Cargo.toml:
//!
//! ```toml
//! [profile.dev.package."*"]
//! opt-level = 3
//! ```
//!
//! The modules build on each other in this order: `embedded`, `lens`,
//! `dead`, `decide`, `montecarlo`, `judge`, `network`, `level`, `human`, `signature`; beside them
//! `playout_speed` and `net_speed`, which measure.

mod dead;
mod decide;
mod embedded;
mod human;
mod judge;
mod lens;
mod level;
#[expect(
    clippy::disallowed_methods,
    reason = "thinking within a time limit reads the clock"
)]
mod montecarlo;
#[expect(
    clippy::disallowed_methods,
    reason = "whoever measures speed reads the clock"
)]
mod net_speed;
#[expect(
    clippy::disallowed_methods,
    reason = "thinking within a time limit reads the clock"
)]
mod network;
#[expect(
    clippy::disallowed_methods,
    reason = "whoever measures speed reads the clock"
)]
mod playout_speed;
mod signature;

pub use decide::Resignation;
pub use embedded::{EMBEDDED_FILE, embedded};
pub use human::{HumanNetworks, Imitating, Imitator};
pub use judge::{POSITIONS_AT_ONCE, imitates_people};
pub use level::{Level, Leveled, Rank, Weakness, novice_move};
pub use montecarlo::{MonteCarlo, MonteCarloSettings, dead_by_playouts};
pub use net_speed::{WorkRates, net_rates, peak_rates};
pub use network::{Network, any_seed, judge_name, thinker, thinker_within};
pub use playout_speed::{PlayoutSpeed, PlayoutSums, playout_speed};
pub use ponnuki_net::{LoadError, Net};
pub use ponnuki_search::Hunt;
pub use ponnuki_think::{
    Analysis, Budget, Candidate, Choice, ChoiceRule, DeadChain, DeadReason, Decision, Detail,
    EXPECTED_PROFILE, Evaluation, HistoryShown, Imitation, Memory, Mirroring, NetTuning, Noise,
    OnSnapshot, Outlook, Profile, RawEvaluation, Request, Restricted, Restriction, RootPass,
    RootPruning, SearchTuning, StopSign, ThinkLimits, Thinker, Tuning, UnknownProfile,
    UtilityWeights, budget, dead_stones, ignore,
};
pub use signature::BehaviorSignature;
