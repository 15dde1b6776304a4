//! What a person wants always: the values of options, from a file, and where each comes from.

mod file;
mod places;
mod show;

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Arg, ArgAction, Command};

use self::file::{ConfigFile, Setting};
use self::places::usual_places;
pub(crate) use self::show::{Args, run};
use crate::Failure;

/// Options whose values a variable of the environment may say, too. It is stronger than a file.
const VARIABLES: [(&str, &str); 3] = [
    ("data", "PONNUKI_DATA"),
    ("net", "PONNUKI_NET"),
    ("token", "PONNUKI_TOKEN"),
];

/// Options that no file can hold: they are for once.
const FOR_ONCE: [&str; 3] = ["help", "version", "config"];

/// In the terminal these begin a game at once; whoever keeps them in a file could choose no
/// other on the screen.
const FOR_ONCE_IN_TUI: [&str; 15] = [
    "level", "friend", "link", "continue", "resume", "at", "server", "size", "rules", "komi",
    "handicap", "color", "clock", "game", "move",
];

/// An option of a command that the file gives a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// The words of the command: `["bench", "playouts"]`.
    pub(crate) command: Vec<String>,
    /// The option, without the hyphens.
    pub(crate) option: String,
    pub(crate) values: Vec<String>,
    /// Where it stands in the file.
    pub(crate) line: usize,
}

/// What the user wants always.
#[derive(Clone, Debug, Default)]
pub(crate) struct Config {
    /// The file, if there is one.
    pub(crate) path: Option<PathBuf>,
    pub(crate) wanted: Vec<Wanted>,
    /// The data directory that the file names for all commands.
    pub(crate) data: Option<(PathBuf, usize)>,
}

impl Config {
    /// What the file says that `args` name, the environment, or one of the usual places has.
    ///
    /// # Errors
    ///
    /// The file that is named is not there, or what is in one is no configuration.
    pub(crate) fn find(args: &[OsString], command: &Command) -> Result<Config, Failure> {
        let Some(path) = places::find(args)? else {
            return Ok(Config::default());
        };
        let file = ConfigFile::read(&path).map_err(Failure::Config)?;
        let mut config = Config {
            path: Some(path),
            ..Config::default()
        };
        for setting in &file.settings {
            let wanted = config.settle(setting, command);
            let wanted = wanted.map_err(|why| Failure::Config(file.fault(setting.line, &why)))?;
            config.wanted.extend(wanted);
        }
        Ok(config)
    }

    /// The options that a line of the file is about.
    fn settle(&mut self, setting: &Setting, cli: &Command) -> Result<Vec<Wanted>, String> {
        if setting.table.is_empty() && setting.key == "data" {
            let [dir] = &setting.values[..] else {
                return Err("data is one directory".to_owned());
            };
            let dir = PathBuf::from(dir);
            if !dir.is_absolute() {
                return Err("data is a directory from the root on, or begins with ~/".to_owned());
            }
            self.data = Some((dir, setting.line));
            return Ok(Vec::new());
        }
        let wanted: Vec<Wanted> = commands(cli, &setting.table)?
            .into_iter()
            .filter_map(|(words, command)| {
                option_of(&words, command, &setting.key)?;
                Some(Wanted {
                    command: words,
                    option: setting.key.clone(),
                    values: setting.values.clone(),
                    line: setting.line,
                })
            })
            .collect();
        if wanted.is_empty() {
            return Err(no_option(cli, setting));
        }
        for one in &wanted {
            check(cli, one)?;
        }
        Ok(wanted)
    }

    /// The same commands, with what the file says in place of what holds without it. A
    /// variable that says something is stronger.
    pub(crate) fn apply(&self, cli: Command) -> Command {
        let holds = |wanted: &&Wanted| variable_of(&wanted.option).is_none();
        self.wanted
            .iter()
            .filter(holds)
            .fold(cli, |cli, wanted| put(cli, &wanted.command, wanted))
    }

    /// Where the file gives `option` of `command` its value, if it does.
    pub(crate) fn line_of(&self, command: &[String], option: &str) -> Option<usize> {
        // What comes later in the file is what holds.
        let all = self.wanted.iter().rev();
        let mut own = all.filter(|wanted| wanted.command == command && wanted.option == option);
        own.next().map(|wanted| wanted.line)
    }
}

/// What a variable says of an option, and what it is called.
fn variable_of(option: &str) -> Option<(&'static str, OsString)> {
    let &(_, name) = VARIABLES.iter().find(|(known, _)| *known == option)?;
    let value = env::var_os(name).filter(|value| !value.is_empty())?;
    Some((name, value))
}

/// Gives an option of the command that `words` lead to its value.
fn put(command: Command, words: &[String], wanted: &Wanted) -> Command {
    match words.split_first() {
        Some((word, rest)) => command.mut_subcommand(word, |inner| put(inner, rest, wanted)),
        None => {
            let id = command
                .get_arguments()
                .find(|arg| arg.get_long() == Some(wanted.option.as_str()))
                .map(|arg| arg.get_id().clone());
            match id {
                Some(id) => command.mut_arg(id, |arg| {
                    let arg = arg.required(false).default_values(wanted.values.clone());
                    match arg.get_action().takes_values() {
                        true => arg.hide_default_value(true),
                        false => arg,
                    }
                }),
                None => command,
            }
        }
    }
}

/// A command, and the words that lead to it.
type Led<'c> = (Vec<String>, &'c Command);

/// The commands that a table of the file is about: the one it names, or all.
fn commands<'c>(cli: &'c Command, table: &[String]) -> Result<Vec<Led<'c>>, String> {
    let mut command = cli;
    for word in table {
        let found = command.find_subcommand(word);
        command = found.ok_or_else(|| format!("there is no command '{}'", table.join(" ")))?;
    }
    let mut found = Vec::new();
    let mut open = vec![(table.to_vec(), command)];
    while let Some((words, command)) = open.pop() {
        for inner in command.get_subcommands() {
            let mut words = words.clone();
            words.push(inner.get_name().to_owned());
            open.push((words, inner));
        }
        if !words.is_empty() {
            found.push((words, command));
        }
    }
    Ok(found)
}

/// The option of that name, if a file may hold it.
fn option_of<'c>(words: &[String], command: &'c Command, name: &str) -> Option<&'c Arg> {
    let is_for_once = FOR_ONCE.contains(&name) && command.get_name() != "analysis"
        || words.first().is_some_and(|word| word == "tui") && FOR_ONCE_IN_TUI.contains(&name);
    let mut options = command.get_arguments();
    let option = options.find(|arg| arg.get_long() == Some(name))?;
    (!is_for_once).then_some(option)
}

/// Why a line of the file means nothing.
fn no_option(cli: &Command, setting: &Setting) -> String {
    let of = match setting.table.is_empty() {
        true => "no command has".to_owned(),
        false => format!("'{}' has not", setting.table.join(" ")),
    };
    let known = commands(cli, &setting.table).unwrap_or_default();
    let names = known.iter().flat_map(|(words, command)| {
        let options = command.get_arguments().filter_map(Arg::get_long);
        options.filter(move |name| option_of(words, command, name).is_some())
    });
    let given: Vec<char> = setting.key.chars().collect();
    let nearest = names.min_by_key(|name| {
        let name: Vec<char> = name.chars().collect();
        ponnuki_words::nearest::edits(&given, &name)
    });
    let is_near = |name: &&str| {
        let name: Vec<char> = name.chars().collect();
        ponnuki_words::nearest::edits(&given, &name) <= 2
    };
    match nearest.filter(is_near) {
        Some(near) => format!("{of} an option '{}', perhaps you mean {near}", setting.key),
        None => format!("{of} an option '{}' that a file can hold", setting.key),
    }
}

/// Whether the option can have the values.
fn check(cli: &Command, wanted: &Wanted) -> Result<(), String> {
    let mut line = vec!["ponnuki".to_owned()];
    line.extend(wanted.command.iter().cloned());
    let command = commands(cli, &wanted.command)?;
    let arg = command
        .iter()
        .find(|(words, _)| *words == wanted.command)
        .and_then(|(_, command)| {
            let mut options = command.get_arguments();
            options.find(|arg| arg.get_long() == Some(wanted.option.as_str()))
        });
    let is_flag = arg.is_some_and(|arg| matches!(arg.get_action(), ArgAction::SetTrue));
    match (is_flag, &wanted.values[..]) {
        (true, [value]) if value == "true" || value == "false" => return Ok(()),
        (true, _) => return Err(format!("{} is true or false", wanted.option)),
        (false, values) => line.extend(
            values
                .iter()
                .map(|value| format!("--{}={value}", wanted.option)),
        ),
    }
    let parsed = relaxed(cli.clone()).try_get_matches_from(line);
    match parsed {
        Err(error) if is_about_a_value(&error) => {
            let why = crate::usage::plain(&error);
            Err(format!("{}: {why}", wanted.option))
        }
        // What is missing beside it is no matter.
        _ => Ok(()),
    }
}

fn is_about_a_value(error: &clap::Error) -> bool {
    use clap::error::ErrorKind;
    matches!(
        error.kind(),
        ErrorKind::InvalidValue
            | ErrorKind::ValueValidation
            | ErrorKind::TooManyValues
            | ErrorKind::WrongNumberOfValues
            | ErrorKind::ArgumentConflict
            | ErrorKind::InvalidUtf8
    )
}

/// The same commands, of which nothing is required.
fn relaxed(command: Command) -> Command {
    command
        .arg_required_else_help(false)
        .subcommand_required(false)
        .mut_args(|arg| arg.required(false))
        .mut_subcommands(relaxed)
}
