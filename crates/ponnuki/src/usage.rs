//! What is wrong with a command line, in one line, and where to read on.

use std::error::Error as _;
use std::ffi::OsString;

use clap::CommandFactory;
use clap::error::ErrorKind;
use ponnuki_config::error_line;
use ponnuki_game::ParseRulesError;

use crate::Cli;
use crate::args::ArgError;

/// Whether this "error" is an answer: the help or the version that was asked
/// for, or the help for someone who typed a command's name alone.
pub(crate) fn is_help(error: &clap::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
            | ErrorKind::DisplayVersion
    )
}

/// What is wrong with `args`, in one line that ends with what to try.
pub(crate) fn line(error: &clap::Error, args: &[OsString]) -> String {
    let own = error
        .source()
        .and_then(|source| source.downcast_ref::<ArgError>());
    match own {
        // Whoever has the wrong name wants the names, not the options.
        Some(
            own @ ArgError::Rules {
                error: ParseRulesError::UnknownName(_),
                ..
            },
        ) => format!("{own}; try 'ponnuki rules'"),
        Some(own) => with_hint(&own.to_string(), args),
        None => with_hint(&error_line(error), args),
    }
}

/// `what` is wrong, with the help to try for the command that `args` name.
pub(crate) fn with_hint(what: &str, args: &[OsString]) -> String {
    format!("{what}; try '{} --help'", command_of(args))
}

/// The command that `args` name, as one types it: `ponnuki bench playouts`.
fn command_of(args: &[OsString]) -> String {
    let cli = Cli::command();
    let mut command = &cli;
    let mut words = vec![cli.get_name()];
    for arg in args.iter().skip(1) {
        let Some(named) = arg.to_str().and_then(|arg| command.find_subcommand(arg)) else {
            break;
        };
        words.push(named.get_name());
        command = named;
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, command: &str) {
        let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        assert_eq!(command_of(&args), command, "{line}");
    }

    #[test]
    fn the_hint_names_the_command_as_far_as_it_was_understood() {
        check("ponnuki", "ponnuki");
        check("ponnuki perft", "ponnuki perft");
        check("ponnuki perft --depth rules", "ponnuki perft");
        check("ponnuki rules perft", "ponnuki rules");
        check(
            "/some/where/else bench playouts x",
            "ponnuki bench playouts",
        );
        check("ponnuki bench play", "ponnuki bench");
        check("ponnuki --what perft", "ponnuki");
    }
}
