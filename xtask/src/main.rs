//! The project's own commands, run as `cargo xtask COMMAND`.

mod browser;
mod database_engine;
mod fuzz;
mod message_bus;
mod packages;
mod skipped;
mod test;
mod tidy;
mod web;

use std::env;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::test::Step;

const HELP: &str = "\
The project's own commands.

  cargo xtask test [STEP…] [--slow]   everything a change must pass; stops at the first failure
      fmt      the code is formatted (cargo fmt --all mends it)
      clippy   no warning in any target
      tidy     the house rules, as below
      web      the web app: its types and its unit tests (needs Node)
      cargo    all tests, doc tests too
      browser  whole games in a real browser against the real program (needs Node and Chromium)
      --slow   run the slow parts of the tests too (RUN_SLOW=1; always so where CI is set)
               tests that need what is not on this machine are skipped and listed at the end;
               where CI is set they fail, unless that may be missing there
  cargo xtask tidy                    the house rules that no compiler checks
  cargo xtask bench NAME              measures: playouts, legal, sgf, all of these, net, server,
                                      server-busy, review
  cargo xtask fuzz [SECONDS]          every fuzz target for a minute, or so many seconds (needs C++)
  cargo xtask help                    this page

Exit codes: 0 all is well, 1 something was found, 2 the command was not understood.";

/// The exit code for a command line that was not understood.
const EXIT_USAGE: u8 = 2;

fn main() -> ExitCode {
    let args: Vec<String> = env::args_os()
        .skip(1)
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
    match Command::parse(&args) {
        Ok(command) => command.run(),
        Err(error) => {
            eprintln!("xtask: {error}; `cargo xtask help` lists what there is");
            ExitCode::from(EXIT_USAGE)
        }
    }
}

/// What a command line asks for.
#[derive(Debug, PartialEq, Eq)]
enum Command {
    Help,
    Test { steps: Vec<Step>, is_slow: bool },
    Tidy,
    Bench { name: String },
    Fuzz { seconds: u64 },
}

impl Command {
    /// Reads the arguments after `cargo xtask`.
    ///
    /// # Errors
    ///
    /// The first word that means nothing where it stands.
    fn parse(args: &[String]) -> Result<Command, UsageError> {
        let Some((command, rest)) = args.split_first() else {
            return Ok(Command::Help);
        };
        if rest.iter().any(|arg| arg == "--help" || arg == "-h") {
            return Ok(Command::Help);
        }
        match command.as_str() {
            "help" | "--help" | "-h" => Ok(Command::Help),
            "test" => parse_test(rest),
            "tidy" => match rest.first() {
                None => Ok(Command::Tidy),
                Some(given) => Err(UsageError::argument("tidy", given)),
            },
            "bench" => match rest {
                [name] => Ok(Command::Bench { name: name.clone() }),
                [] => Ok(Command::Help),
                [_, given, ..] => Err(UsageError::argument("bench", given)),
            },
            "fuzz" => match rest {
                [] => Ok(Command::Fuzz {
                    seconds: fuzz::SECONDS,
                }),
                [given, more @ ..] => {
                    let wrong = || UsageError::argument("fuzz", more.first().unwrap_or(given));
                    let seconds = given.parse().ok().filter(|&seconds| seconds > 0);
                    let seconds = seconds.filter(|_| more.is_empty()).ok_or_else(wrong)?;
                    Ok(Command::Fuzz { seconds })
                }
            },
            _ => Err(UsageError::Command {
                given: command.clone(),
            }),
        }
    }

    fn run(&self) -> ExitCode {
        let root = workspace_root();
        let is_well = match self {
            Command::Help => {
                say(HELP);
                true
            }
            Command::Test { steps, is_slow } => test::run(root, steps, *is_slow),
            Command::Tidy => tidy::run(root),
            Command::Fuzz { seconds } => fuzz::run(root, *seconds),
            Command::Bench { name } => {
                let args = ["run", "--release", "-p", "ponnuki-bench", "--", name];
                test::is_success(&mut test::cargo(root, &args, false))
            }
        };
        ExitCode::from(u8::from(!is_well))
    }
}

fn parse_test(args: &[String]) -> Result<Command, UsageError> {
    let mut steps = Vec::new();
    let mut is_slow = false;
    for arg in args {
        match Step::named(arg) {
            Some(step) => steps.push(step),
            None if arg == "--slow" => is_slow = true,
            None => return Err(UsageError::argument("test", arg)),
        }
    }
    if steps.is_empty() {
        steps = Step::ALL.to_vec();
    }
    Ok(Command::Test { steps, is_slow })
}

/// A word on the command line that means nothing where it stands.
#[derive(Debug, PartialEq, Eq)]
enum UsageError {
    Command {
        given: String,
    },
    Argument {
        command: &'static str,
        given: String,
    },
}

impl UsageError {
    fn argument(command: &'static str, given: &str) -> UsageError {
        UsageError::Argument {
            command,
            given: given.to_owned(),
        }
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UsageError::Command { given } => write!(f, "unknown command `{given}`"),
            UsageError::Argument { command, given } => {
                write!(f, "`{command}` does not know `{given}`")
            }
        }
    }
}

/// The directory that holds the workspace's `Cargo.toml`.
fn workspace_root() -> &'static Path {
    let manifest_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest_dir.parent().unwrap_or(manifest_dir)
}

/// Writes one line for the person at the terminal.
///
/// A reader who has gone (`cargo xtask tidy | head`) is not an error: the exit
/// code still tells the result, so a failed write is let go.
fn say(line: &str) {
    drop(writeln!(io::stdout(), "{line}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command, String> {
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Command::parse(&args).map_err(|error| error.to_string())
    }

    #[test]
    fn no_command_teaches_the_commands() {
        for line in ["", "help", "--help", "-h", "test --help", "tidy -h"] {
            assert_eq!(parse(line), Ok(Command::Help), "{line}");
        }
    }

    #[test]
    fn fuzzing_takes_a_minute_each_or_as_long_as_is_said() {
        assert_eq!(parse("fuzz"), Ok(Command::Fuzz { seconds: 60 }));
        assert_eq!(parse("fuzz 5"), Ok(Command::Fuzz { seconds: 5 }));
        for line in ["fuzz 0", "fuzz long", "fuzz -1"] {
            assert!(parse(line).is_err(), "{line}");
        }
        assert_eq!(parse("fuzz 5 x").unwrap_err(), "`fuzz` does not know `x`");
    }

    #[test]
    fn test_alone_means_every_step() {
        let expected = Command::Test {
            steps: vec![
                Step::Fmt,
                Step::Clippy,
                Step::Tidy,
                Step::Web,
                Step::Cargo,
                Step::Browser,
            ],
            is_slow: false,
        };
        assert_eq!(parse("test"), Ok(expected));
    }

    #[test]
    fn a_benchmark_is_asked_for_by_its_name() {
        let name = "server".to_owned();
        assert_eq!(parse("bench server"), Ok(Command::Bench { name }));
        assert_eq!(parse("bench"), Ok(Command::Help));
        let twice = "`bench` does not know `sgf`".to_owned();
        assert_eq!(parse("bench server sgf"), Err(twice));
    }

    #[test]
    fn steps_and_slowness_can_be_chosen() {
        let expected = Command::Test {
            steps: vec![Step::Cargo, Step::Fmt],
            is_slow: true,
        };
        assert_eq!(parse("test cargo --slow fmt"), Ok(expected));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (line, error) in [
            ("tset", "unknown command `tset`"),
            ("--slow", "unknown command `--slow`"),
            ("test clipy", "`test` does not know `clipy`"),
            ("test --fast", "`test` does not know `--fast`"),
            ("tidy fmt", "`tidy` does not know `fmt`"),
        ] {
            assert_eq!(parse(line), Err(error.to_owned()), "{line}");
        }
    }

    #[test]
    fn the_help_names_every_step() {
        for step in Step::ALL {
            assert!(
                HELP.contains(&format!("\n      {} ", step.name())),
                "{step:?}"
            );
        }
    }
}
