//! KataGo-format networks on the CPU: files, inputs, kernels, outputs. No tree.
//!
//! A [`Net`] is read from a file, a [`Game`](ponnuki_game::Game) becomes an
//! [`Input`], an [`Evaluator`] runs the one on the other, and an
//! [`Evaluation`] says what that means:
//!
//! ```no_run
//! use ponnuki_game::{Color, Game, Rules, Size};
//! use ponnuki_net::{Input, Net, Reading};
//!
//! let net = Net::load(&std::fs::read("network.bin.gz")?)?;
//! let game = Game::new(Size::NINE, Rules::CHINESE)?;
//!
//! // One for each thread; it takes up to eight positions at once.
//! let mut evaluator = net.evaluator(game.size(), 8);
//! let raws = evaluator.run(&[Input::of(&game, &net.view())])?;
//! let evaluation = net.evaluation(&raws[0], &game, &Reading::default());
//! assert!(evaluation.win_for(Color::Black) > 0.1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
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
//! The modules build on each other in this order: `error`, `model`, `cost`,
//! `stream`, `load`, `metadata`, `raw`, `inputs`, `evaluation`, `symmetry`, `reference`, `kernels`,
//! `evaluator`. The [`mod@reference`] is the plain way to run a network, which
//! the fast one is compared with. Nothing here reads a file or a clock, and
//! `unsafe` code is in `kernels` alone.

mod cost;
mod error;
mod evaluation;
mod evaluator;
mod inputs;
#[allow(
    unsafe_code,
    reason = "vector instructions are reached in no other way; what is unsafe stays in there"
)]
mod kernels;
mod load;
mod metadata;
mod model;
mod raw;
pub mod reference;
mod stream;
mod symmetry;

pub use error::{LoadError, LoadErrorKind};
pub use evaluation::Reading;
pub use evaluator::{Evaluator, Net, WrongSize};
pub use inputs::{LastPass, View};
pub use kernels::Isa;
pub use metadata::metadata;
pub use model::{
    Activation, AttentionBlock, Block, Conv, Dense, FeedForwardBlock, GLOBALS, METADATA, Matmul,
    MetadataEncoder, Model, Multipliers, NestedBlock, Norm, NormAct, OrdinaryBlock, PLANES,
    PassHead, PointNorm, PolicyHead, PoolingBlock, RmsOver, Rotary, TipNorm, Trunk, VERSION_MAX,
    VERSION_MIN, ValueHead,
};
pub use ponnuki_think::{Evaluation, Profile};
pub use raw::{Input, Raw};
