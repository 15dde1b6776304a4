//! Where a text is not SGF, and what was done about it.

use std::{error, fmt};

/// A place in a text, as an editor shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextPosition {
    /// Bytes before it in the decoded text, which is UTF-8; a byte-order mark is not text.
    pub offset: usize,
    /// Line, from 1. A line ends at LF, CR, CR LF or LF CR.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl TextPosition {
    /// The beginning of a text.
    pub const START: TextPosition = TextPosition {
        offset: 0,
        line: 1,
        column: 1,
    };

    /// The place reached by reading `text` from here on.
    #[must_use]
    pub fn after(self, text: &str) -> TextPosition {
        let bytes = text.as_bytes();
        let mut end = TextPosition {
            offset: self.offset + bytes.len(),
            ..self
        };
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            if let Some(other) = line_break_partner(byte) {
                end.line += 1;
                end.column = 1;
                at += usize::from(bytes.get(at) == Some(&other));
            } else if !is_continuation(byte) {
                end.column += 1;
            }
        }
        end
    }
}

/// The byte that, right after this line break, belongs to the same line break.
fn line_break_partner(byte: u8) -> Option<u8> {
    match byte {
        b'\n' => Some(b'\r'),
        b'\r' => Some(b'\n'),
        _ => None,
    }
}

/// Whether a byte of UTF-8 is inside a character, not its first.
fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

impl fmt::Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// What to do where a text breaks the grammar of SGF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faults {
    /// Refuse the text at its first fault.
    Refuse,
    /// Repair every fault and list it. Only the limits of this crate and a text
    /// without any game are still refused.
    Repair,
}

/// A way in which a text breaks the grammar of SGF, and how it is repaired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Text between the properties, or around the games. It is skipped.
    Junk,
    /// A node outside of every game. A game is opened there.
    MissingOpen,
    /// A property before the first node of its tree, or after a variation.
    /// A node is opened there.
    MissingSemicolon,
    /// A `(` that no node follows. What it holds belongs to the tree around it.
    EmptyTree,
    /// A node after a variation of the node before it. It becomes a variation too.
    NodeAfterVariation,
    /// A property without a value. It gets an empty one.
    MissingValue,
    /// A value before the first property of its node. It is skipped.
    StrayValue,
    /// A property name without a capital letter, or with digits. It is kept as
    /// it is, also in print: the one fault that survives its repair.
    OddName,
    /// A `)` with no `(` before it. It is skipped.
    StrayClose,
    /// A `(` without its `)`. The tree ends where the text ends.
    UnclosedTree,
    /// A `[` without its `]`. The value ends where the text ends.
    UnclosedValue,
    /// Bytes that mean nothing in the charset of the text. Each becomes U+FFFD.
    Undecodable,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Junk => "text that belongs to no property",
            Fault::MissingOpen => "a node outside of every game",
            Fault::MissingSemicolon => "a property outside of every node",
            Fault::EmptyTree => "a tree that does not begin with a node",
            Fault::NodeAfterVariation => "a node after a variation",
            Fault::MissingValue => "a property without a value",
            Fault::StrayValue => "a value without a property",
            Fault::OddName => "a property name that is not made of capital letters",
            Fault::StrayClose => "a `)` that closes nothing",
            Fault::UnclosedTree => "a `(` that is never closed",
            Fault::UnclosedValue => "a `[` that is never closed",
            Fault::Undecodable => "bytes that mean nothing in this charset",
        })
    }
}

/// A fault that was repaired, and where it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repair {
    /// Where the fault begins.
    pub at: TextPosition,
    /// What was wrong.
    pub fault: Fault,
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.fault)
    }
}

/// Why a text was refused, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SgfError {
    /// Where reading stopped.
    pub at: TextPosition,
    /// What is wrong with the text there.
    pub kind: SgfErrorKind,
}

/// Why a text was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SgfErrorKind {
    /// A fault, where faults are refused.
    Fault(Fault),
    /// There is no game in the text.
    NoGame,
    /// It is no text at all, but a picture, a program or the like.
    NotText,
    /// More than [`DEPTH_MAX`](crate::DEPTH_MAX) trees inside each other.
    TooDeep,
    /// More than [`NODES_MAX`](crate::NODES_MAX) nodes.
    TooManyNodes,
    /// More than [`TEXT_MAX`](crate::TEXT_MAX) bytes of text.
    TextTooLong,
    /// More than [`GAME_MAX`](crate::GAME_MAX) bytes in one game of a stream.
    GameTooLong,
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            // There is no line in it.
            SgfErrorKind::NotText => self.kind.fmt(f),
            _ => write!(f, "{}: {}", self.at, self.kind),
        }
    }
}

impl fmt::Display for SgfErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SgfErrorKind::Fault(fault) => fault.fmt(f),
            SgfErrorKind::NoGame => f.write_str("no game in this text"),
            SgfErrorKind::NotText => f.write_str("it is not text, so there is no game in it"),
            SgfErrorKind::TooDeep => {
                write!(f, "more than {} trees inside each other", crate::DEPTH_MAX)
            }
            SgfErrorKind::TooManyNodes => write!(f, "more than {} nodes", crate::NODES_MAX),
            SgfErrorKind::TextTooLong => {
                write!(f, "more than {} bytes of text", crate::TEXT_MAX)
            }
            SgfErrorKind::GameTooLong => {
                write!(f, "more than {} bytes in one game", crate::GAME_MAX)
            }
        }
    }
}

impl error::Error for SgfError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_break_ends_one_line() {
        for line_break in ["\n", "\r", "\r\n", "\n\r"] {
            let end = TextPosition::START.after(&format!("ab{line_break}{line_break}c"));
            assert_eq!((end.line, end.column), (3, 2), "{line_break:?}");
        }
    }

    #[test]
    fn columns_count_characters_and_offsets_count_bytes() {
        let end = TextPosition::START.after("囲碁]");
        assert_eq!(
            end,
            TextPosition {
                offset: 7,
                line: 1,
                column: 4
            }
        );
    }
}
