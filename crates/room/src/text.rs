//! What people may write: names and chat.

use std::fmt;

/// The longest name, in characters: it has to fit beside a clock on a phone.
pub const NAME_CHARS_MAX: usize = 40;

/// The longest line of chat, in characters.
pub const CHAT_CHARS_MAX: usize = 500;

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
    /// It has a character that nobody sees, or that turns the direction of writing: with
    /// them one name looks like another, and a line like something else than it says.
    Invisible,
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextFault::TooLong { max } => write!(f, "it is longer than {max} characters"),
            TextFault::Blank => f.write_str("it says nothing"),
            TextFault::Control => f.write_str("it has characters that are not for reading"),
            TextFault::Invisible => {
                f.write_str("it has characters that are not seen, or that turn the writing around")
            }
        }
    }
}

impl std::error::Error for TextFault {}

/// A name may be empty: then people are called by their colours. It has no invisible
/// characters at all: in a name of forty characters no script depends on them.
pub(crate) fn check_name(name: &str) -> Result<(), TextFault> {
    check(name, NAME_CHARS_MAX, char::is_control, is_invisible)
}

/// A line of chat may have what scripts and emoji need: joiners, marks of direction and
/// selectors; but not what writes over the direction of all that follows.
pub(crate) fn check_line(text: &str) -> Result<(), TextFault> {
    if text
        .chars()
        .all(|sign| sign.is_whitespace() || is_invisible(sign))
    {
        return Err(TextFault::Blank);
    }
    let is_unfit = |sign: char| sign.is_control() && sign != '\n';
    check(text, CHAT_CHARS_MAX, is_unfit, turns_writing)
}

fn check(
    text: &str,
    max: usize,
    is_unfit: impl Fn(char) -> bool,
    is_hidden: impl Fn(char) -> bool,
) -> Result<(), TextFault> {
    if text.chars().nth(max).is_some() {
        return Err(TextFault::TooLong { max });
    }
    if text.chars().any(is_unfit) {
        return Err(TextFault::Control);
    }
    match text.chars().any(is_hidden) {
        true => Err(TextFault::Invisible),
        false => Ok(()),
    }
}

/// Bidirectional embeddings, overrides and isolates, and the line and paragraph separators.
fn turns_writing(sign: char) -> bool {
    matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}

/// Characters without a shape of their own: what Unicode lets programs not show (the
/// property Default_Ignorable_Code_Point), all marks of direction, and the blank pattern of
/// braille.
fn is_invisible(sign: char) -> bool {
    turns_writing(sign)
        || matches!(
            sign,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2060}'..='\u{206f}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}
