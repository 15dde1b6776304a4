//! Why an engine refuses a command, in the words that GTP has for it.

use std::fmt;

use crate::lines::clean_lines;

/// Why a command is refused. The standard texts are what clients look for, so
/// they carry no details.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
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

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::UnknownCommand => "unknown command",
            Refusal::Syntax => "syntax error",
            Refusal::UnacceptableSize => "unacceptable size",
            Refusal::IllegalMove => "illegal move",
            Refusal::CannotUndo => "cannot undo",
            Refusal::BoardNotEmpty => "board not empty",
            Refusal::InvalidNumberOfStones => "invalid number of stones",
            Refusal::BadVertexList => "bad vertex list",
            Refusal::CannotScore => "cannot score",
            Refusal::CannotLoadFile => "cannot load file",
            Refusal::Other(text) => {
                let lines: Vec<String> = clean_lines(text).collect();
                return f.write_str(&lines.join(" "));
            }
        })
    }
}

impl std::error::Error for Refusal {}
