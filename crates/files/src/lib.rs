//! Game files and what is done with them: read and written, counted, drawn, many at once.
//!
//! `sgf`, `record` and `draw` know no file; here is what needs several of them at once. A
//! [`FileError`] says which file or game something is wrong with, and what ([`FileFault`]). A
//! [`CountedGame`] is what a recorded game is worth, under any rules; a [`Drawing`] is what of it
//! is drawn, and a [`PictureFormat`] how. [`in_order`] works on many files on several threads.
//!
//! ```no_run
//! use std::path::Path;
//! use ponnuki_files::{CountedGame, DeadChoice, read};
//! use ponnuki_record::Records;
//! use ponnuki_think::Thinker;
//!
//! fn count(thinker: fn() -> Box<dyn Thinker>) {
//!     let bytes = read(Path::new("game.sgf")).unwrap();
//!     let records = Records::from_bytes(&bytes).unwrap();
//!     let record = records.iter().next().unwrap().unwrap();
//!     let dead = DeadChoice::Auto;
//!     let counted = CountedGame::of(record, None, &dead, thinker).unwrap();
//!     println!("{}", counted.to_sheet("game.sgf"));
//! }
//! ```
//!
//! Modules, each using only those before it: `file`, `games`, `in_order`; `count` with `sheet` and
//! `count_json`; `figures`, `picture`.

mod count;
mod count_json;
mod figures;
mod file;
mod games;
pub mod in_order;
mod picture;
mod sheet;

pub use count::{CountedGame, DeadBy, DeadChoice, ParseDeadChoiceError};
pub use figures::{Drawing, replay_to};
pub use file::{
    Draft, FileError, FileFault, extension, game_name, is_standard, name, open, read, read_within,
    remark_lines, write,
};
pub use games::{GameOfFile, GamesOfFile, TextOutput, WriteFault};
pub use picture::{PictureFormat, encode, game_of, plain_picture};
pub use sheet::{uncounted_ending, uncounted_sheet};
