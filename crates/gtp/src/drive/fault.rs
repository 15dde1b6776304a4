//! What can go wrong with an engine that is driven.

use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use ponnuki_game::Size;

use super::REPLY_MAX;

/// What went wrong, when, and what the engine last said about it.
#[derive(Debug)]
pub struct DriveError {
    /// The command it was about; the program's name if it did not start.
    pub command: String,
    /// What went wrong.
    pub fault: EngineFault,
    /// The last lines on the engine's standard error, the oldest first.
    pub stderr: Vec<String>,
}

/// What went wrong with an engine.
#[derive(Debug)]
pub enum EngineFault {
    /// The program did not start.
    NotStarted(io::Error),
    /// It said nothing for so long, and was killed.
    Silent {
        /// The time that it was waited for.
        patience: Duration,
    },
    /// It ended, crashed or was ended before.
    Gone {
        /// How, if it was a process of ours and is known.
        status: Option<ExitStatus>,
    },
    /// It said something that is no answer, and was killed.
    Garbage {
        /// What it said.
        line: String,
    },
    /// Its answer was longer than [`REPLY_MAX`], and it was killed.
    TooMuch,
    /// It refused the command.
    Refused {
        /// In its words.
        message: String,
    },
    /// It answered, but not what was asked.
    BadReply {
        /// What it answered.
        reply: String,
    },
    /// It does not play on boards of this size.
    CannotSize(Size),
}

impl DriveError {
    /// Whether the engine is lost: it is no longer there, or was killed.
    pub fn is_fatal(&self) -> bool {
        match self.fault {
            EngineFault::NotStarted(_)
            | EngineFault::Silent { .. }
            | EngineFault::Gone { .. }
            | EngineFault::Garbage { .. }
            | EngineFault::TooMuch => true,
            EngineFault::Refused { .. }
            | EngineFault::BadReply { .. }
            | EngineFault::CannotSize(_) => false,
        }
    }
}

impl fmt::Display for EngineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineFault::NotStarted(error) => write!(f, "the program did not start: {error}"),
            EngineFault::Silent { patience } => {
                write!(f, "the engine said nothing for {patience:?}")
            }
            EngineFault::Gone { status: None } => f.write_str("the engine is gone"),
            EngineFault::Gone {
                status: Some(status),
            } => write!(f, "the engine is gone ({status})"),
            EngineFault::Garbage { line } => {
                write!(f, "the engine said {line:?}, which is no answer")
            }
            EngineFault::TooMuch => write!(f, "the engine's answer is beyond {REPLY_MAX} bytes"),
            EngineFault::Refused { message } => write!(f, "the engine refused: {message}"),
            EngineFault::BadReply { reply } => write!(f, "the engine answered {reply:?}"),
            EngineFault::CannotSize(size) => write!(f, "the engine does not play on {size}"),
        }
    }
}

impl fmt::Display for DriveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.command, self.fault)?;
        if let Some(last) = self.stderr.last() {
            write!(f, "; its last words were {last:?}")?;
        }
        Ok(())
    }
}

impl std::error::Error for DriveError {}
