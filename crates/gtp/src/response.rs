//! What an engine answers, printed so that every client can read it.

use std::fmt;

use crate::lines::clean_lines;
use crate::refusal::CommandRefusal;

/// How lines of a streamed analysis begin. Some clients look for them in every
/// answer, so other answers must not have such lines.
const STREAM_WORDS: [&str; 2] = ["info ", "play "];

/// A successful answer: some lines, none blank.
///
/// ```
/// use ponnuki_gtp::ReplyText;
///
/// let reply = ReplyText::from("a board:\n\n. X .\r\n");
/// assert_eq!(reply.text(), "a board:\n. X .");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplyText {
    text: String,
}

impl ReplyText {
    /// Success, and nothing more to say.
    pub fn empty() -> ReplyText {
        ReplyText::default()
    }

    /// One line for each item.
    pub fn lines<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> ReplyText {
        let lines: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
        ReplyText::from(lines.join("\n"))
    }

    /// The lines, with line breaks between.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl From<&str> for ReplyText {
    /// The lines of `text` that can be sent: control characters and blank lines
    /// are left out, and a line that would pass for one of a streamed analysis
    /// is indented.
    fn from(text: &str) -> ReplyText {
        let lines: Vec<String> = clean_lines(text)
            .map(|line| match STREAM_WORDS {
                words if words.iter().any(|word| line.starts_with(word)) => format!(" {line}"),
                _ => line,
            })
            .collect();
        ReplyText {
            text: lines.join("\n"),
        }
    }
}

impl From<String> for ReplyText {
    fn from(text: String) -> ReplyText {
        ReplyText::from(text.as_str())
    }
}

/// An answer to the command with an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The id of the command, if it had one.
    pub id: Option<u32>,
    /// What is answered.
    pub result: Result<ReplyText, CommandRefusal>,
}

impl fmt::Display for Response {
    /// All bytes of the answer, the blank line at its end included:
    ///
    /// ```
    /// use ponnuki_gtp::{CommandRefusal, ReplyText, Response};
    ///
    /// let reply = Response { id: Some(12), result: Ok(ReplyText::from("D4")) };
    /// assert_eq!(reply.to_string(), "=12 D4\n\n");
    /// let refusal = Response { id: None, result: Err(CommandRefusal::IllegalMove) };
    /// assert_eq!(refusal.to_string(), "? illegal move\n\n");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text): (_, &dyn fmt::Display) = match &self.result {
            Ok(reply) => ('=', &reply.text),
            Err(refusal) => ('?', refusal),
        };
        write!(f, "{sign}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        write!(f, " {text}\n\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let response = Response {
            id: Some(7),
            result: Ok(ReplyText::from(text)),
        };
        assert_eq!(response.to_string(), expected);
    }

    #[test]
    fn a_response_ends_with_its_only_blank_line() {
        check("", "=7 \n\n");
        check("\n\n", "=7 \n\n");
        check("a\n\n \nb\n", "=7 a\nb\n\n");
        check("a\r\n\r\nb\rc", "=7 a\nb\nc\n\n");
        check("a\tb\x07", "=7 a b\n\n");
    }

    #[test]
    fn an_answer_does_not_pass_for_a_stream() {
        check("info move D4", "=7  info move D4\n\n");
        check(
            "a\nplay D4\nplayed\ninform",
            "=7 a\n play D4\nplayed\ninform\n\n",
        );
    }

    #[test]
    fn a_refusal_is_one_line() {
        let response = Response {
            id: None,
            result: Err(CommandRefusal::Other("no\n\nnet\t!".to_owned())),
        };
        assert_eq!(response.to_string(), "? no net !\n\n");
    }
}
