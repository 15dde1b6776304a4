//! Monte-Carlo tree search over a game: a tree of moves whose worth is found
//! by playing each position to its end, over and over.
//!
//! Begin with [`SearchTree`]: it grows by one playout at a time and says which move
//! it would make. A playout leaves the tree through a [`Rollout`], which plays
//! on quickly with a little sense, and a [`Worth`] says what the board it ends
//! on is worth under the rulebook. [`CaptureReader`] reads out captures; [`Chase`] proves them.
//!
//! ```
//! use ponnuki_game::{Dice, Game, Rules, Size};
//! use ponnuki_search::{SearchTree, TreeSettings};
//!
//! let game = Game::new(Size::NINE, Rules::JAPANESE).unwrap();
//! let mut tree = SearchTree::new(&game, TreeSettings::default(), Dice::new(1));
//! for _ in 0..100 {
//!     tree.playout();
//! }
//! let best = &tree.analysis().candidates[0];
//! println!("{:?} wins {:.0} %", best.mv, 100.0 * best.win_rate);
//! ```
//!
//! The modules build on each other in this order: `pattern`,
//! `reading`, `chase`, `settled`, `stats`, `worth`, `rollout`, `prior`, `taste`, `tree`,
//! `puct`, `solve`, `proof`.
//!
//! Where there is a network, or anything else that judges a position at a
//! glance, [`Puct`] takes the place of [`SearchTree`]: its leaves are not played
//! out but handed to an [`Evaluate`].
//!
//! [`Solver`] proves what can be captured, killed, saved or connected in a part
//! of the board, where everything can be tried; [`ChainProofs`] asks it about the chains of a
//! whole board.
//!
//! Nothing here reads a clock or rolls dice that were not handed in, and there
//! are as many threads as evaluators were handed in: a search is a game, a
//! number of trials and a seed.

mod chase;
mod pattern;
mod prior;
mod proof;
mod puct;
mod reading;
mod rollout;
mod settled;
mod solve;
mod stats;
mod taste;
mod tree;
mod worth;

pub use chase::{Catch, Chase, Hunt};
pub use proof::ChainProofs;
pub use puct::{
    Evaluate, EvaluationRequest, Leaves, Progress, Puct, PuctSettings, PuctWatch, Sharing,
    TreePlace,
};
pub use reading::{CaptureReader, ReadingLimits, ReadingResult};
pub use rollout::Rollout;
pub use settled::{is_idle, is_nearly_settled};
pub use solve::{
    FIELD_MAX, POSITIONS_MAX, SolvedPosition, Solver, SolverGoal, SolverGrade, SolverTask, Unsolved,
};
pub use tree::{SearchTree, TreeSettings};
pub use worth::Worth;
