//! The engines of a match: how they are named, and started.

use std::env;
use std::error::Error;
use std::fmt;
use std::io;
use std::process::Command;
use std::str::FromStr;

/// What stands for this program itself.
const OWN_NAMES: [&str; 2] = ["ponnuki", "self"];

/// An engine to start: a program and its arguments. `ponnuki` and `self` are the program that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    words: Vec<String>,
}

/// Why a text names no engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseEngineCommandError {
    /// There is no program in it.
    Empty,
    /// A quotation mark has no partner.
    OpenQuote {
        /// The mark.
        mark: char,
    },
    /// What stands after the colon is not an option and its value.
    Option {
        /// What stands there.
        given: String,
    },
}

impl fmt::Display for ParseEngineCommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseEngineCommandError::Empty => f.write_str("an engine is a command to start it"),
            ParseEngineCommandError::OpenQuote { mark } => {
                write!(f, "a quotation mark {mark} has no partner")
            }
            ParseEngineCommandError::Option { given } => write!(
                f,
                "after the colon stand options such as level=7 with commas between them, not {given:?}"
            ),
        }
    }
}

impl Error for ParseEngineCommandError {}

impl FromStr for EngineCommand {
    type Err = ParseEngineCommandError;

    /// A command as a shell reads it: words, some in quotation marks of either kind.
    /// `ponnuki:level=7,seed=1` is short for `ponnuki --level 7 --seed 1`.
    fn from_str(text: &str) -> Result<EngineCommand, ParseEngineCommandError> {
        let mut words = words(text)?;
        let first = words.first().ok_or(ParseEngineCommandError::Empty)?;
        let own = first.split_once(':');
        if let Some((name, options)) = own.filter(|(name, _)| OWN_NAMES.contains(name)) {
            let expanded = [vec![name.to_owned()], options_of(options)?].concat();
            words.splice(..1, expanded);
        }
        Ok(EngineCommand { words })
    }
}

impl EngineCommand {
    /// The process to start.
    ///
    /// # Errors
    ///
    /// If it is this program, and nobody knows where that is.
    pub fn process(&self) -> io::Result<Command> {
        let (program, args) = self.words.split_first().ok_or(io::ErrorKind::NotFound)?;
        if !OWN_NAMES.contains(&program.as_str()) {
            let mut command = Command::new(program);
            command.args(args);
            return Ok(command);
        }
        let mut command = Command::new(env::current_exe()?);
        if args.first().is_none_or(|arg| arg != "gtp") {
            command.arg("gtp");
        }
        command.args(args);
        Ok(command)
    }

    /// What to call it before it has said its name.
    pub fn program(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }
}

/// The words that `level=7,seed=1` is short for.
fn options_of(text: &str) -> Result<Vec<String>, ParseEngineCommandError> {
    let mut words = Vec::new();
    for option in text.split(',') {
        let error = || ParseEngineCommandError::Option {
            given: option.to_owned(),
        };
        let (name, value) = option.split_once('=').ok_or_else(error)?;
        if name.is_empty() || value.is_empty() {
            return Err(error());
        }
        words.extend([format!("--{name}"), value.to_owned()]);
    }
    Ok(words)
}

fn words(text: &str) -> Result<Vec<String>, ParseEngineCommandError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match signs.next() {
                        Some(next) if next == sign => break,
                        Some('\\') if sign == '"' => word.extend(signs.next()),
                        Some(next) => word.push(next),
                        None => return Err(ParseEngineCommandError::OpenQuote { mark: sign }),
                    }
                }
            }
            '\\' if cfg!(unix) => word.get_or_insert_default().extend(signs.next()),
            sign if sign.is_whitespace() => words.extend(word.take()),
            sign => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found = text.parse::<EngineCommand>().map(|engine| engine.words);
        let expected = expected.iter().map(|&word| word.to_owned()).collect();
        assert_eq!(found, Ok(expected), "{text}");
    }

    #[test]
    fn a_command_is_read_as_by_a_shell() {
        check("gnugo --mode gtp", &["gnugo", "--mode", "gtp"]);
        check("  gnugo\t--mode  gtp ", &["gnugo", "--mode", "gtp"]);
        check("'my engine' -c 'a \"b\"'", &["my engine", "-c", "a \"b\""]);
        check("ponnuki:level=7", &["ponnuki", "--level", "7"]);
        check(
            "self:level=7,seed=1 --time 2",
            &["self", "--level", "7", "--seed", "1", "--time", "2"],
        );
        check("gnugo:level=7", &["gnugo:level=7"]);
        check(r#"x "a \" b" '' c"d"'e'"#, &["x", "a \" b", "", "cde"]);
    }

    fn option(given: &str) -> ParseEngineCommandError {
        ParseEngineCommandError::Option {
            given: given.to_owned(),
        }
    }

    #[test]
    fn a_command_without_a_program_or_an_end_is_refused() {
        for (text, error) in [
            ("", ParseEngineCommandError::Empty),
            ("  ", ParseEngineCommandError::Empty),
            (
                "gnugo 'x",
                ParseEngineCommandError::OpenQuote { mark: '\'' },
            ),
            (
                "gnugo \"x\\\"",
                ParseEngineCommandError::OpenQuote { mark: '"' },
            ),
            ("ponnuki:7", option("7")),
            ("ponnuki:level=", option("level=")),
            ("ponnuki:level=7,", option("")),
            ("self:=7", option("=7")),
        ] {
            assert_eq!(text.parse::<EngineCommand>(), Err(error), "{text}");
        }
    }

    #[test]
    fn this_program_needs_no_path() {
        for text in ["ponnuki --seed 1", "self --seed 1", "ponnuki gtp --seed 1"] {
            let engine: EngineCommand = text.parse().unwrap();
            let command = engine.process().unwrap();
            let args: Vec<_> = command.get_args().collect();
            assert_eq!(args, ["gtp", "--seed", "1"], "{text}");
            assert_eq!(command.get_program(), env::current_exe().unwrap());
        }
    }
}
