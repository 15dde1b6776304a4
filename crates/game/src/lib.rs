//! The game of Go: boards, rules, games, scores.
//!
//! Begin a [`Game`] under some [`Rules`], play it, and count it:
//!
//! ```
//! use ponnuki_game::{Game, Move, Phase, PointSet, Rules, Size};
//!
//! let size = Size::new(5, 5).unwrap();
//! let mut game = Game::new(size, Rules::GOBAN)?;
//! for name in [
//!     "C3", "D3", "C2", "D2", "C4", "D4", "C5", "D5", "C1", "D1", "B3", "E4",
//! ] {
//!     game.play(Move::Play(size.point(name).unwrap()))?;
//! }
//! assert_eq!(game.board().to_string(), "\
//! . . X O .
//! . . X O O
//! . X X O .
//! . . X O .
//! . . X O .
//! ");
//!
//! game.play(Move::Pass)?;
//! game.play(Move::Pass)?;
//! assert_eq!(game.phase(), Phase::Stopped);
//!
//! let score = game.agree(PointSet::EMPTY)?; // no stone is dead
//! assert_eq!(score.sums.black.total().to_string(), "9");
//! assert_eq!(score.sums.white.total().to_string(), "4");
//! assert_eq!(game.outcome().unwrap().to_string(), "B+5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A refused move says which law it breaks, and changes nothing:
//!
//! ```
//! use ponnuki_game::{Color, Diagram, Illegal, Move, Repetition, Rules, Setup};
//!
//! let ko: Diagram = "
//!     . X O .
//!     X a X O
//!     . X O .
//! ".parse()?;
//! let mut setup = Setup::new(ko.size(), Rules::JAPANESE);
//! setup.stones = ko.stones();
//! setup.first = Some(Color::White);
//! let mut game = setup.start()?;
//!
//! game.play(Move::Play(ko.marked('a').unwrap()))?;
//! let retake = game.play(Move::Play(ko.size().point("C2").unwrap()));
//! assert_eq!(retake, Err(Illegal::Repetition { of: 0, law: Repetition::Ko }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules build on each other in this order: `color`, `point`, `symmetry`,
//! `board`, `rules`, `outcome`, `setup`, `event`, `past`, `eyespace`, `life`, `score`, `game`; then
//! `diagram`, `playout` and `perft` beside them. Nothing here does input or output,
//! reads a clock or rolls dice that were not handed in.

mod board;
mod color;
mod diagram;
mod event;
mod eyespace;
mod game;
mod life;
mod outcome;
mod past;
mod perft;
mod playout;
mod point;
mod rules;
mod score;
mod setup;
mod symmetry;

pub use board::{Board, Chain, LIBERTIES_COUNTED_MAX, PlacementEffect};
pub use color::{ByColor, Color};
pub use diagram::{Diagram, ParseDiagramError};
pub use event::{GameEvent, Illegal, ReplayError};
pub use game::{Game, Phase};
pub use life::{PassAlive, pass_alive};
pub use outcome::{Outcome, Prisoners};
pub use perft::{Passes, PerftProgress, perft, perft_by_first_moves};
pub use playout::{Dice, Playout};
pub use point::{Move, Point, PointSet, PointsIter, SIDE_MAX, Size};
pub use rules::{
    Button, Compensation, Counting, DeadStones, GroupTax, Handicap, HandicapForm, KnownAs, Komi,
    KomiBy, LawText, LawTopic, PRESETS, ParseKomiError, ParseRulesError, PassCost, Passing, Points,
    Preset, PrisonerCount, Repetition, ResumedBy, Rules, Scoring, SekiPoints, Sizes, Start, Stop,
    Suicide,
};
pub use score::{Ending, Score, Sum};
pub use setup::{Odds, Setup, SetupFault, SetupFaults};
pub use symmetry::Symmetry;
