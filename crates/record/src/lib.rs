//! Game records: SGF trees to games and back, with variations, comments,
//! set-up and replay. It is the only bridge between the two.
//!
//! A file is read, followed through its variations, and written again:
//!
//! ```
//! use ponnuki_game::{Color, Move};
//! use ponnuki_record::{Line, Records};
//!
//! let file = b"(;GM[1]FF[4]SZ[5]RU[Japanese]KM[0]PB[Shusaku]PW[Genan]RE[B+5]\
//!     ;B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ca];W[da];B[ce];W[de]\
//!     ;B[bd];W[ec];B[];W[])";
//! let mut records = Records::from_bytes(file)?;
//!
//! let record = records.iter().next().unwrap()?;
//! let header = record.header();
//! assert_eq!(header.about.players.white.name.as_deref(), Some("Genan"));
//!
//! let (game, remarks) = record.game();
//! assert_eq!(game.board().to_string(), "\
//! . . X O .
//! . . X O .
//! . . X O O
//! . X X O .
//! . . X O .
//! ");
//! assert_eq!(game.outcome().unwrap().to_string(), "B+5"); // counted, and as written
//! assert_eq!(remarks, []);
//!
//! // Another move at the end, as a variation.
//! let (last_play, ..) = record.moves().nth(11).unwrap();
//! let eye = record.size().point("E5").unwrap();
//! let node = records.play(last_play, Color::Black, Move::Play(eye), Line::Variation)?;
//! let replay = records.record_of(node)?.replay_to(records.node(node));
//! assert_eq!(replay.game().board().at(eye), Some(Color::Black));
//! assert!(records.to_string().ends_with("W[ec](;B[];W[])(;B[ea]))"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Records`] is a file with all its games: it is read from bytes of several
//! [formats](Format), edited, and written. [`Record`] is one game of it, to be
//! looked at. [`Replay`] is that game at a node, with a [`Remark`] for
//! everything that was wrong on the way. [`Header`] is what the first node
//! says, with texts beside what they mean. [`Records::of_game`] writes a
//! [`Game`](ponnuki_game::Game) so that it reads back.
//!
//! Modules, each using only those before it: `number`, `written`, `komi`,
//! `time`, `verdict`, `laws`, `header`, `remark`, `start`; `record` with
//! `notes`, `replay`, `walk` and `guess`; `records` with `formats`, `edit` and `write`;
//! `continuation`.

mod continuation;
mod edit;
mod formats;
mod guess;
mod header;
mod komi;
mod laws;
mod notes;
mod number;
mod record;
mod records;
mod remark;
mod replay;
mod start;
mod time;
mod verdict;
mod walk;
mod write;
mod written;

pub use continuation::{Continuation, NotContinuable};
pub use edit::{Line, TakenBack};
pub use formats::Format;
pub use header::{About, Header, Player};
pub use komi::{KomiRepair, WrittenKomi};
pub use notes::{Annotation, Stroke, StrokeKind};
pub use ponnuki_sgf::{Double, Node, NodeId};
pub use record::{Mark, Record, Unplayable};
pub use records::Records;
pub use remark::{Remark, Trouble, place_of};
pub use replay::{REMARKS_MAX, Replay, STEPS_MAX};
pub use time::{Overtime, ParseOvertimeError, RecordedTimeLeft};
pub use verdict::RecordedResult;
pub use walk::{Visit, Walk};
pub use written::{Spelled, Written};
