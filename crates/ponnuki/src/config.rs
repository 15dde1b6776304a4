//! `ponnuki config`: each value, and where it comes from.

use std::ffi::OsString;
use std::io::Write;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, CommandFactory};
use ponnuki_config::{OptionLaws, UserConfig, commands, relaxed, usual_places};

use crate::layout::{Side, printable, table};
use crate::places::{BUS_VARIABLE, DATA_VARIABLE, DATABASE_VARIABLE, data_dir};
use crate::thinker::KEY_VARIABLE;
use crate::{Cli, Failure};

const LONG_ABOUT: &str = "\
Show the value that each option has, and where it comes from.

Whatever options say can be said for good in a file ponnuki.toml, a table for each command:

  net = \"b18\"               # for every command that has the option
  data = \"~/games\"

  [serve]
  listen = \"0.0.0.0:8361\"
  no-open = true

  [bench.playouts]
  seconds = 10

It is looked for in $XDG_CONFIG_HOME/ponnuki, in ~/.config/ponnuki and in the usual places of the
system; --config before the command, or PONNUKI_CONFIG, names another, or none. An option on the
command line is stronger than a variable of the environment, that is stronger than the file, and
the file is stronger than the default.

Without a command, what is not as it is by default is shown; with one, all its options.";

const EXAMPLES: &str = "\
Examples:
  ponnuki config                     the file, and what it changes
  ponnuki config serve               all options of a command
  ponnuki config serve --listen 9000 the same, with these options
  ponnuki --config mine.toml config  what another file would do";

/// Which options `ponnuki.toml` may hold.
pub(crate) const LAWS: OptionLaws = OptionLaws {
    variables: &[
        ("bus", BUS_VARIABLE),
        ("data", DATA_VARIABLE),
        ("database", DATABASE_VARIABLE),
        ("key", KEY_VARIABLE),
        ("net", "PONNUKI_NET"),
        ("token", "PONNUKI_TOKEN"),
    ],
    is_for_once,
};

/// Options that no file can hold: they are for once.
const FOR_ONCE: [&str; 3] = ["help", "version", "config"];

/// In the terminal these begin a game at once; whoever keeps them in a file could choose no
/// other on the screen.
const FOR_ONCE_IN_TUI: [&str; 15] = [
    "level", "friend", "link", "continue", "resume", "at", "server", "size", "rules", "komi",
    "handicap", "color", "clock", "game", "move",
];

/// Whether no file can hold this option of the command that `words` lead to.
fn is_for_once(words: &[String], option: &str) -> bool {
    let is = |word: Option<&String>, name: &str| word.is_some_and(|word| word == name);
    FOR_ONCE.contains(&option) && !is(words.last(), "analysis")
        || is(words.first(), "tui") && FOR_ONCE_IN_TUI.contains(&option)
}

/// What is not shown to whoever looks over a shoulder.
const SECRETS: [&str; 4] = ["bus", "database", "key", "token"];

/// Show the value of each option, and where it comes from
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A command, with options if you like
    #[arg(
        value_name = "COMMAND",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    words: Vec<OsString>,
}

/// A row of what is shown: the option, its value, and where that comes from.
type Row = [String; 3];

/// Writes what the options are.
///
/// # Errors
///
/// There is no such command, or nobody reads it.
pub(crate) fn run(args: &Args, config: &UserConfig, out: &mut impl Write) -> Result<(), Failure> {
    match &config.path {
        Some(path) => writeln!(out, "file: {}", path.display())?,
        None => {
            writeln!(out, "file: none; looked for at")?;
            for path in usual_places() {
                writeln!(out, "  {}", path.display())?;
            }
        }
    }
    writeln!(out)?;
    let rows = match args.words.is_empty() {
        true => changed(config),
        false => of_command(&args.words, config)?,
    };
    let heads = ["option", "value", "from"].map(str::to_owned);
    let rows: Vec<Vec<String>> = [heads].into_iter().chain(rows).map(Vec::from).collect();
    for line in table(&rows, &[Side::Left; 3]) {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// What is not as it is by default; and where games are kept and what is thought with, which
/// everybody asks.
fn changed(config: &UserConfig) -> Vec<Row> {
    let mut rows = vec![data_row(config)];
    rows.extend(
        LAWS.variable_of("net")
            .map(|(name, value)| row("net", &shown(&value), name)),
    );
    for wanted in &config.wanted {
        let option = format!("{} {}", wanted.command.join(" "), wanted.option);
        let from = match LAWS.variable_of(&wanted.option) {
            Some((name, _)) => format!("line {}, but {name} is stronger", wanted.line),
            None => format!("line {} of the file", wanted.line),
        };
        let value = match SECRETS.contains(&wanted.option.as_str()) {
            true => "…".to_owned(),
            false => wanted.values.join(", "),
        };
        rows.push(row(&option, &value, &from));
    }
    rows
}

/// Where everything is kept.
fn data_row(config: &UserConfig) -> Row {
    let dir = data_dir().map_or_else(|| "–".to_owned(), |dir| dir.display().to_string());
    let from = match (LAWS.variable_of("data"), &config.data) {
        (Some(_), _) => DATA_VARIABLE.to_owned(),
        (None, Some((_, line))) => format!("line {line} of the file"),
        (None, None) => "default".to_owned(),
    };
    row("data", &dir, &from)
}

/// All options of the command that `words` name, with the options in them.
fn of_command(words: &[OsString], config: &UserConfig) -> Result<Vec<Row>, Failure> {
    let cli = config.apply(relaxed(Cli::command()));
    let line = [OsString::from("ponnuki")]
        .into_iter()
        .chain(words.iter().cloned());
    let matches = cli.clone().try_get_matches_from(line);
    let matches = matches.map_err(Failure::Usage)?;
    let mut named: Vec<String> = Vec::new();
    let mut inner = &matches;
    while let Some((name, next)) = inner.subcommand() {
        named.push(name.to_owned());
        inner = next;
    }
    let known = commands(&cli, &named).unwrap_or_default();
    let command = known.into_iter().find(|(words, _)| *words == named);
    let Some((words, command)) = command else {
        let names = cli.get_subcommands().map(Command::get_name);
        let names: Vec<&str> = names.collect();
        let why = format!("name a command: {}", names.join(", "));
        return Err(Failure::Misuse(why));
    };
    let options = command.get_arguments().filter_map(Arg::get_long);
    let options = options.filter(|name| LAWS.option_of(&words, command, name).is_some());
    let rows = options.filter_map(|name| {
        let mut all = command.get_arguments();
        let arg = all.find(|arg| arg.get_long() == Some(name))?;
        Some(option_row(&words, arg, inner, config))
    });
    Ok(rows.collect())
}

/// An option, its value and where that comes from.
fn option_row(words: &[String], arg: &Arg, matches: &ArgMatches, config: &UserConfig) -> Row {
    let name = arg.get_long().unwrap_or_default();
    let id = arg.get_id().as_str();
    let is_flag = matches.value_source(id) == Some(ValueSource::CommandLine);
    if name == "data" && !is_flag && config.line_of(words, name).is_none() {
        return data_row(config);
    }
    if let (false, Some((variable, value))) = (is_flag, LAWS.variable_of(name)) {
        let value = if SECRETS.contains(&name) {
            "…".to_owned()
        } else {
            shown(&value)
        };
        return row(name, &value, variable);
    }
    let raw = matches.get_raw(id).map(|values| {
        let values: Vec<String> = values
            .map(|value| value.to_string_lossy().into_owned())
            .collect();
        values.join(", ")
    });
    let value = match raw {
        Some(_) if SECRETS.contains(&name) => "…".to_owned(),
        Some(value) => value,
        None => told_default(arg),
    };
    let from = match (is_flag, config.line_of(words, name)) {
        (true, _) => "command line".to_owned(),
        (false, Some(line)) => format!("line {line} of the file"),
        (false, None) => "default".to_owned(),
    };
    row(name, &value, &from)
}

/// The default that the help of an option tells, where no single value is one.
fn told_default(arg: &Arg) -> String {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let told = help
        .rsplit_once("[default: ")
        .and_then(|(_, told)| told.strip_suffix(']'));
    told.map_or_else(|| "–".to_owned(), str::to_owned)
}

fn row(option: &str, value: &str, from: &str) -> Row {
    [option.to_owned(), printable(value), from.to_owned()]
}

fn shown(value: &OsString) -> String {
    value.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_named_in_the_help() {
        assert!(LONG_ABOUT.contains(ponnuki_config::CONFIG_VARIABLE));
    }
}
