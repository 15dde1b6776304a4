//! Why an engine refuses a command, in the words that GTP has for it.

use std::fmt;

use crate::lines::clean_lines;

/// Why a command is refused. The standard texts are what clients look for, so
/// they carry no details.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandRefusal {
    /// There is no such command.
    UnknownCommand,
    /// The arguments are not what the command takes.
    Syntax,
    /// Boards of this size are not played.
    UnacceptableSize,
    /// The move is against the rules.
    IllegalMove,
    /// There is no move to take back.
    CannotUndo,
    /// The command needs an empty board.
    BoardNotEmpty,
    /// The board has no place for so many handicap stones.
    InvalidNumberOfStones,
    /// The points for handicap stones are wrong.
    BadVertexList,
    /// The game cannot be counted.
    CannotScore,
    /// The file is not there or not a game.
    CannotLoadFile,
    /// Anything else, in one line.
    Other(String),
}

impl fmt::Display for CommandRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CommandRefusal::UnknownCommand => "unknown command",
            CommandRefusal::Syntax => "syntax error",
            CommandRefusal::UnacceptableSize => "unacceptable size",
            CommandRefusal::IllegalMove => "illegal move",
            CommandRefusal::CannotUndo => "cannot undo",
            CommandRefusal::BoardNotEmpty => "board not empty",
            CommandRefusal::InvalidNumberOfStones => "invalid number of stones",
            CommandRefusal::BadVertexList => "bad vertex list",
            CommandRefusal::CannotScore => "cannot score",
            CommandRefusal::CannotLoadFile => "cannot load file",
            CommandRefusal::Other(text) => {
                let lines: Vec<String> = clean_lines(text).collect();
                return f.write_str(&lines.join(" "));
            }
        })
    }
}

impl std::error::Error for CommandRefusal {}
