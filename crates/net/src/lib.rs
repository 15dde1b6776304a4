//! KataGo-format networks on the CPU: files, inputs, kernels, outputs. No tree.

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
mod model;
mod raw;
pub mod reference;
mod stream;
mod symmetry;

pub use error::{LoadError, LoadErrorKind};
pub use evaluation::{Evaluation, Reading};
pub use evaluator::{Evaluator, Net, WrongSize};
pub use inputs::{LastPass, View};
pub use kernels::Isa;
pub use model::*;
pub use raw::{Input, Raw};
pub use symmetry::Symmetry;
