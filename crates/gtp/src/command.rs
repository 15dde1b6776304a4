//! One line to an engine: an optional id, a name, arguments.

use std::fmt;

use crate::args::Args;
use crate::lines::clean;

/// The longest line that is read as a command. A whole 25×25 position in one
/// `set_position` is under 6 KB; rules and file names are far shorter.
pub const LINE_MAX: usize = 1 << 16;

/// What a client asks of an engine.
///
/// ```
/// use ponnuki_gtp::Command;
///
/// let command = Command::parse(b"12 play\tB D4 # a fine move\r")?.unwrap();
/// assert_eq!((command.id(), command.name()), (Some(12), "play"));
/// assert_eq!(command.to_string(), "12 play B D4");
/// assert_eq!(Command::parse(b"# nothing")?, None);
/// # Ok::<(), ponnuki_gtp::ParseCommandError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// What the answer is to be marked with.
    id: Option<u32>,
    /// One word.
    name: String,
    /// The rest, clean and without blanks around it.
    args: String,
}

impl Command {
    /// The command on a line, if there is more on it than blanks and a comment.
    ///
    /// # Errors
    ///
    /// If the line is too long or has an id alone.
    pub fn parse(line: &[u8]) -> Result<Option<Command>, ParseCommandError> {
        if line.len() > LINE_MAX {
            return Err(ParseCommandError::TooLong);
        }
        let text = String::from_utf8_lossy(line);
        let text = clean(text.split('#').next().unwrap_or_default());
        let mut args = Args::new(&text);
        let Some(first) = args.next_word() else {
            return Ok(None);
        };
        let id = first.parse().ok().filter(|_| !first.starts_with('+'));
        let name = match id {
            Some(id) => args.next_word().ok_or(ParseCommandError::NoName { id })?,
            None => first,
        };
        Ok(Some(Command {
            id,
            name: name.to_owned(),
            args: args.rest().to_owned(),
        }))
    }

    /// The command called `name` with `args`, without an id. What GTP cannot
    /// say is left out: control characters, line breaks, all after a `#`.
    pub fn new(name: &'static str, args: impl fmt::Display) -> Command {
        debug_assert!(!name.contains(|c: char| c.is_whitespace() || c == '#'));
        let args = args.to_string();
        let args = clean(args.split('#').next().unwrap_or_default());
        Command {
            id: None,
            name: name.to_owned(),
            args: args.trim().to_owned(),
        }
    }

    /// The same command with this id.
    #[must_use]
    pub fn with_id(self, id: u32) -> Command {
        let id = Some(id);
        Command { id, ..self }
    }

    /// What the answer is to be marked with.
    pub fn id(&self) -> Option<u32> {
        self.id
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is called with.
    pub fn args(&self) -> Args<'_> {
        Args::new(&self.args)
    }
}

impl fmt::Display for Command {
    /// The line, without its line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        f.write_str(&self.name)?;
        if !self.args.is_empty() {
            write!(f, " {}", self.args)?;
        }
        Ok(())
    }
}

/// Why a line is no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseCommandError {
    /// There is an id and nothing else.
    NoName {
        /// The id.
        id: u32,
    },
    /// The line is longer than [`LINE_MAX`].
    TooLong,
}

impl ParseCommandError {
    /// What the answer is to be marked with.
    pub fn id(self) -> Option<u32> {
        match self {
            ParseCommandError::NoName { id } => Some(id),
            ParseCommandError::TooLong => None,
        }
    }
}

impl fmt::Display for ParseCommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseCommandError::NoName { .. } => f.write_str("no command after the id"),
            ParseCommandError::TooLong => write!(f, "a line is at most {LINE_MAX} bytes"),
        }
    }
}

impl std::error::Error for ParseCommandError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a line; `expected` is how its command prints, `-` for none.
    #[track_caller]
    fn check(line: &[u8], expected: &str) {
        let printed = match Command::parse(line) {
            Ok(Some(command)) => {
                let again = Command::parse(command.to_string().as_bytes());
                assert_eq!(again, Ok(Some(command.clone())));
                command.to_string()
            }
            Ok(None) => "-".to_owned(),
            Err(error) => format!("error: {error}"),
        };
        assert_eq!(printed, expected, "{}", String::from_utf8_lossy(line));
    }

    #[test]
    fn a_line_is_cleaned_before_it_is_read() {
        check(b"name", "name");
        check(b"  1   name  ", "1 name");
        check(b"1 name\r", "1 name");
        check(b"play\tB\tD4", "play B D4");
        check(b"pl\x01ay b \x07d4\x7f", "play b d4");
        check(b"\0genmove b", "genmove b");
        check("名前 x\u{85}y".as_bytes(), "名前 xy");
        check(
            b"kgs-chat game bob \xe9t\xe9",
            "kgs-chat game bob \u{fffd}t\u{fffd}",
        );
        check(b"loadsgf two  blanks.sgf 7", "loadsgf two  blanks.sgf 7");
    }

    #[test]
    fn comments_and_empty_lines_are_nothing() {
        check(b"", "-");
        check(b"   \t \r", "-");
        check(b"# interrupt", "-");
        check(b"#name", "-");
        check(b"name#no", "name");
        check(b"7 name # no", "7 name");
    }

    #[test]
    fn an_id_is_a_number_that_fits() {
        check(b"0 name", "0 name");
        check(b"007 name", "7 name");
        check(b"4294967295 name", "4294967295 name");
        check(b"4294967296 name", "4294967296 name");
        check(b"-1 name", "-1 name");
        check(b"+1 name", "+1 name");
        check(b"1 2 3", "1 2 3");
        check(b"12", "error: no command after the id");
        check(b"12 # name", "error: no command after the id");
        let too_large = Command::parse(b"4294967296 name").unwrap().unwrap();
        assert_eq!(too_large.id(), None);
    }

    #[test]
    fn a_line_has_a_limit() {
        let mut line = b"name ".to_vec();
        line.resize(LINE_MAX, b'x');
        assert!(Command::parse(&line).is_ok());
        line.push(b'x');
        assert_eq!(Command::parse(&line), Err(ParseCommandError::TooLong));
    }

    #[test]
    fn a_command_cannot_smuggle_another() {
        let command = Command::new("loadsgf", "a\nquit\r\n # b");
        assert_eq!(command.to_string(), "loadsgf aquit");
        let command = Command::new("play", "B D4").with_id(3);
        assert_eq!(command.to_string(), "3 play B D4");
    }
}
