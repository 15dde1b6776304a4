//! Search and time together: choose a move, analyse a position, propose dead stones.
//!
//! [`Thinker`] is what the rest of the program asks, in `ponnuki_think`, whose types can be had
//! here too; [`MonteCarlo`] is one
//! that needs nothing but a processor, [`Network`] one that asks a network of KataGo's
//! format:
//!
//! ```no_run
//! use ponnuki_engine::{Decision, Limits, MonteCarlo, Request, Settings, Thinker, ignore};
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
//! let mut thinker = MonteCarlo::new(Settings::default());
//! let request = Request::within(Limits::playouts(500));
//! let choice = thinker.choose(&game, &request, &mut ignore).unwrap();
//! let vital = drawn.marked('a').unwrap();
//! assert_eq!(choice.decision, Decision::Move(Move::Play(vital)));
//! ```
//!
//! The modules build on each other in this order: `embedded`, `lens`,
//! `dead`, `decide`, `montecarlo`, `judge`, `network`, `level`, `human`.

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
    reason = "thinking within a time limit reads the clock"
)]
mod network;

pub use decide::Resignation;
pub use embedded::embedded;
pub use human::{Imitating, Imitator};
pub use judge::{POSITIONS_AT_ONCE, imitates_people};
pub use level::{Level, Leveled, Rank, Weakness, novice_move};
pub use montecarlo::{MonteCarlo, Settings};
pub use network::{Network, thinker, thinker_within};
pub use ponnuki_net::{LoadError, Net};
pub use ponnuki_search::Hunt;
pub use ponnuki_think::{
    Analysis, Budget, Candidate, Choice, ChoiceRule, DeadChain, DeadReason, Decision, Detail,
    EXPECTED_PROFILE, Evaluation, HistoryShown, Imitation, Limits, Memory, Mirroring, NetTuning,
    Noise, OnSnapshot, Outlook, Profile, RawEvaluation, Request, Restricted, Restriction, RootPass,
    RootPruning, SearchTuning, StopSign, Thinker, Tuning, UnknownProfile, UtilityWeights, budget,
    dead_stones, ignore,
};
