//! SGF: text to a tree of properties and back, lossless. It knows no rules.
//!
//! ```
//! use ponnuki_sgf::{Collection, Faults, ValueBuf};
//!
//! let file = b"(;GM[1]SZ[5] PB[Dosaku] XX[private]\n;B[cc];W[cd](;B[dd])(;B[bd]))\n";
//! let mut collection = Collection::from_bytes(file, Faults::Repair)?;
//! //   a b c d e
//! // a . . . . .
//! // b . . . . .
//! // c . . X . .
//! // d . 2 O 1 .      two variations for Black's second move
//! // e . . . . .
//! let game = collection.games().next().unwrap();
//! assert_eq!(game.value("PB").unwrap().simple_text(), "Dosaku");
//! let last = game.main_line().last().unwrap();
//! assert_eq!(last.value("B").unwrap().point(), Ok((3, 3)));
//!
//! let last = last.id();
//! collection.put(last, "C", &[ValueBuf::text("a hane [not a bad one]")])?;
//! assert_eq!(
//!     collection.to_string(),
//!     "(;GM[1]SZ[5] PB[Dosaku] XX[private]\n;B[cc];W[cd]\
//!      (;B[dd]C[a hane [not a bad one\\]])(;B[bd]))\n"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Collection`] is the tree of a whole file, [`Games`] reads a file too large for
//! that game by game. Both either refuse a text at its first [`Fault`] or repair
//! it and say where. [`decode`] finds the charset. A [`Value`] is read as what the
//! caller knows it to be; a [`ValueBuf`] is written.
//!
//! Modules, each using only those before it: `fault`, `scan`, `value`, `value_buf`,
//! `property`, the tree with its parser (`collection`, `parse`), `edit`, `write`, `normal`,
//! `merge`, and for bytes
//! `split`, `charset`, `stream`.

mod charset;
mod collection;
mod edit;
mod fault;
mod merge;
mod normal;
mod parse;
mod property;
mod scan;
mod split;
mod stream;
mod value;
mod value_buf;
mod write;

pub use charset::{Charset, CharsetSource, CharsetSpan, Decoded, Unencodable, decode, encode};
pub use collection::{Collection, DEPTH_MAX, NODES_MAX, Node, NodeId, TEXT_MAX};
pub use edit::{EditError, Under};
pub use fault::{Fault, Faults, Repair, SgfError, SgfErrorKind, TextPosition};
pub use merge::MergedGames;
pub use parse::REPAIRS_MAX;
pub use property::{Properties, Property};
pub use stream::{GAME_MAX, Games, StreamError};
pub use value::{Double, LETTERS, SgfColor, Value, ValueError};
pub use value_buf::ValueBuf;
