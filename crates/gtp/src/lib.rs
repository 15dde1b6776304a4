//! GTP, the Go Text Protocol, as types: parse it, print it, be an engine, drive
//! one. There is no engine inside: whatever thinks is handed in.
//!
//! Being an engine takes a [`CommandTable`] of commands, one [`Entry`] each, and
//! [`serve`]:
//!
//! ```
//! use ponnuki_game::{Game, Rules, Size};
//! use ponnuki_gtp::{Args, CommandTable, Ended, Entry, Listed, CommandRefusal, ReplyText, Run, serve};
//!
//! fn play(game: &mut Game, args: &mut Args<'_>) -> Result<ReplyText, CommandRefusal> {
//!     let (color, mv) = (args.color()?, args.mv(game.size())?);
//!     game.play_for(color, mv).map_err(|_| CommandRefusal::IllegalMove)?;
//!     Ok(ReplyText::empty())
//! }
//!
//! fn showboard(game: &mut Game, _: &mut Args<'_>) -> Result<ReplyText, CommandRefusal> {
//!     Ok(ReplyText::from(format!("\n{}", game.board())))
//! }
//!
//! let entry = |name, args, help, run| Entry {
//!     name, args, help, listed: Listed::Yes, run: Run::Answer(run),
//! };
//! let table = CommandTable::new([
//!     entry("play", "COLOR VERTEX", "Plays a stone.", play),
//!     entry("showboard", "", "Draws the board.", showboard),
//! ])?;
//!
//! let mut game = Game::new(Size::new(5, 3).unwrap(), Rules::TROMP_TAYLOR)?;
//! let input = "1 play b B2\n2 play WHITE d2\n3 play w B2\n4 showboard\nquit\n";
//! let mut output = Vec::new();
//! let ended = serve(&mut game, &table, input.as_bytes(), &mut output)?;
//! assert_eq!(ended, Ended::Quit);
//! assert_eq!(String::from_utf8(output)?, concat!(
//!     "=1 \n\n",
//!     "=2 \n\n",
//!     "?3 illegal move\n\n",
//!     "=4 . . . . .\n",
//!     ". X . O .\n",
//!     ". . . . .\n\n",
//!     "= \n\n",
//! ));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An [`EngineSession`] is such an engine, complete: it has the commands that clients know, and asks
//! the [`Thinker`](ponnuki_think::Thinker) that its [`SessionHost`] makes.
//!
//! Driving one takes a [`Driver`]: it starts a program, learns what it can do,
//! sets up games and plays them, and gives up on a program that is silent,
//! gone or talking nonsense.
//!
//! Modules, each using only those before it: `lines`, `refusal`, `vertex`,
//! `args`, `command`, `response`, `time`, `analysis`; for engines `inbox`,
//! `stream`, `serve`, `session`; for drivers `drive`; for tests of either [`transcript`].

mod analysis;
mod args;
mod command;
mod drive;
mod inbox;
mod lines;
mod refusal;
mod response;
mod serve;
mod session;
mod stream;
mod time;
pub mod transcript;
mod vertex;

pub use analysis::{
    AnalysisReport, AnalyzeRequest, CandidateReport, Dialect, Doubts, Extra, ExtraSet,
    INTERVAL_MIN, PvMove, SearchValue,
};
pub use args::{Args, TIME_MAX};
pub use command::{Command, LINE_MAX, ParseCommandError};
pub use drive::{
    DriveError, Driver, EngineFault, Patience, REPLY_MAX, RulesSent, STDERR_LINE_MAX,
    STDERR_LINES_MAX, Status,
};
pub use inbox::{Inbox, Ring, WAITING_MAX, Waited};
pub use lines::{InputLine, read_line, skip_bom, skip_line};
pub use ponnuki_think::{Decision, Restricted, Restriction};
pub use refusal::CommandRefusal;
pub use response::{ReplyText, Response};
pub use serve::{CommandTable, CommandTableError, Ended, Entry, Listed, Run, serve};
pub use session::{
    EngineIdentity, EngineSession, KATAGO_VERSION, Pondering, RESIGN_AT_MAX, SessionEffort,
    SessionHost, Strength,
};
pub use stream::{Analyzing, Generating, Opening, Streamed};
pub use time::{TimeDialect, TimeLeft, TimeSettings};
pub use vertex::{
    color_word, decision_word, parse_color, parse_decision, parse_move, parse_point, vertex,
    vertices,
};
