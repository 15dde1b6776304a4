//! What people may write: names and chat.

use std::fmt;

/// The longest name, in characters: it has to fit beside a clock on a phone.
pub const NAME_CHARS_MAX: usize = 40;

/// The longest line of chat, in characters.
pub const CHAT_CHARS_MAX: usize = 500;

/// The most lines of chat in a room: a room is for playing.
pub const CHAT_LINES_MAX: usize = 1_000;

/// Why a text is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFault {
    /// It is too long.
    TooLong {
        /// The most characters.
        max: usize,
    },
    /// It says nothing.
    Blank,
    /// It has a character that is not for reading, such as a bell or, in a name,
    /// a new line.
    Control,
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextFault::TooLong { max } => write!(f, "it is longer than {max} characters"),
            TextFault::Blank => f.write_str("it says nothing"),
            TextFault::Control => f.write_str("it has characters that are not for reading"),
        }
    }
}

impl std::error::Error for TextFault {}

/// A name may be empty: then people are called by their colours.
pub(crate) fn check_name(name: &str) -> Result<(), TextFault> {
    check(name, NAME_CHARS_MAX, char::is_control)
}

pub(crate) fn check_line(text: &str) -> Result<(), TextFault> {
    if text.trim().is_empty() {
        return Err(TextFault::Blank);
    }
    check(text, CHAT_CHARS_MAX, |sign| {
        sign.is_control() && sign != '\n'
    })
}

fn check(text: &str, max: usize, is_unfit: impl Fn(char) -> bool) -> Result<(), TextFault> {
    if text.chars().nth(max).is_some() {
        return Err(TextFault::TooLong { max });
    }
    match text.chars().any(is_unfit) {
        true => Err(TextFault::Control),
        false => Ok(()),
    }
}
