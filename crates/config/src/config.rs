//! What a person wants always: the values of options, from a file, and where each comes from.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Arg, ArgAction, Command};
use ponnuki_words::nearest::edits;

use crate::error_line::error_line;
use crate::file::{ConfigFile, Setting};
use crate::places;

/// What a file may say of the options of a command line.
#[derive(Clone, Copy, Debug)]
pub struct OptionLaws {
    /// Options whose values a variable of the environment may say, too, with that variable. It
    /// is stronger than a file.
    pub variables: &'static [(&'static str, &'static str)],
    /// Whether the option of this name, of the command that these words lead to, is for once: no
    /// file can hold it.
    pub is_for_once: fn(words: &[String], option: &str) -> bool,
}

/// An option of a command that the file gives a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfiguredOption {
    /// The words of the command: `["bench", "playouts"]`.
    pub command: Vec<String>,
    /// The option, without the hyphens.
    pub option: String,
    /// What it is to be.
    pub values: Vec<String>,
    /// Where it stands in the file.
    pub line: usize,
}

/// What the user wants always.
#[derive(Clone, Debug)]
pub struct UserConfig {
    /// What a file may say.
    pub laws: OptionLaws,
    /// The file, if there is one.
    pub path: Option<PathBuf>,
    /// The options that it gives values, in its order.
    pub wanted: Vec<ConfiguredOption>,
    /// The data directory that the file names for all commands, and where it does.
    pub data: Option<(PathBuf, usize)>,
}

impl UserConfig {
    /// What holds without a file.
    pub fn none(laws: OptionLaws) -> UserConfig {
        UserConfig {
            laws,
            path: None,
            wanted: Vec::new(),
            data: None,
        }
    }

    /// What the file says that `args` name, the environment, or one of the usual places has.
    ///
    /// # Errors
    ///
    /// The file that is named is not there, or what is in one is no configuration; the sentence
    /// names the place.
    pub fn find(
        args: &[OsString],
        command: &Command,
        laws: OptionLaws,
    ) -> Result<UserConfig, String> {
        let mut config = UserConfig::none(laws);
        let Some(path) = places::find(args)? else {
            return Ok(config);
        };
        let file = ConfigFile::read(&path)?;
        config.path = Some(path);
        for setting in &file.settings {
            let wanted = config.settle(setting, command);
            let wanted = wanted.map_err(|why| file.fault(setting.line, &why))?;
            config.wanted.extend(wanted);
        }
        Ok(config)
    }

    /// The options that a line of the file is about.
    fn settle(
        &mut self,
        setting: &Setting,
        cli: &Command,
    ) -> Result<Vec<ConfiguredOption>, String> {
        if setting.table.is_empty() && setting.key == "data" {
            let [dir] = &setting.values[..] else {
                return Err("data is one directory".to_owned());
            };
            let dir = PathBuf::from(dir);
            if !dir.is_absolute() {
                return Err("data is an absolute path, or begins with ~/".to_owned());
            }
            self.data = Some((dir, setting.line));
            return Ok(Vec::new());
        }
        let wanted: Vec<ConfiguredOption> = commands(cli, &setting.table)?
            .into_iter()
            .filter_map(|(words, command)| {
                self.laws.option_of(&words, command, &setting.key)?;
                Some(ConfiguredOption {
                    command: words,
                    option: setting.key.clone(),
                    values: setting.values.clone(),
                    line: setting.line,
                })
            })
            .collect();
        if wanted.is_empty() {
            return Err(self.laws.no_option(cli, setting));
        }
        for one in &wanted {
            check(cli, one)?;
        }
        Ok(wanted)
    }

    /// The same commands, with what the file says in place of what holds without it. A
    /// variable that says something is stronger.
    pub fn apply(&self, cli: Command) -> Command {
        let holds = |wanted: &&ConfiguredOption| self.laws.variable_of(&wanted.option).is_none();
        self.wanted
            .iter()
            .filter(holds)
            .fold(cli, |cli, wanted| put(cli, &wanted.command, wanted))
    }

    /// Where the file gives `option` of `command` its value, if it does.
    pub fn line_of(&self, command: &[String], option: &str) -> Option<usize> {
        // What comes later in the file is what holds.
        let all = self.wanted.iter().rev();
        let mut own = all.filter(|wanted| wanted.command == command && wanted.option == option);
        own.next().map(|wanted| wanted.line)
    }
}

impl OptionLaws {
    /// What a variable says of an option, and what it is called.
    pub fn variable_of(self, option: &str) -> Option<(&'static str, OsString)> {
        let &(_, name) = self.variables.iter().find(|(known, _)| *known == option)?;
        let value = env::var_os(name).filter(|value| !value.is_empty())?;
        Some((name, value))
    }

    /// The option of that name, if a file may hold it.
    pub fn option_of<'c>(
        self,
        words: &[String],
        command: &'c Command,
        name: &str,
    ) -> Option<&'c Arg> {
        let mut options = command.get_arguments();
        let option = options.find(|arg| arg.get_long() == Some(name))?;
        (!(self.is_for_once)(words, name)).then_some(option)
    }

    /// Why a line of the file means nothing.
    fn no_option(self, cli: &Command, setting: &Setting) -> String {
        let key = &setting.key;
        let nothing = match setting.table.is_empty() {
            true => format!("no command has an option '{key}'"),
            false => format!("'{}' has no option '{key}'", setting.table.join(" ")),
        };
        let known = commands(cli, &setting.table).unwrap_or_default();
        let names = known.iter().flat_map(|(words, command)| {
            let options = command.get_arguments().filter_map(Arg::get_long);
            options.filter(move |name| self.option_of(words, command, name).is_some())
        });
        let given: Vec<char> = key.chars().collect();
        let nearest = names.min_by_key(|name| {
            let name: Vec<char> = name.chars().collect();
            edits(&given, &name)
        });
        let is_near = |name: &&str| {
            let name: Vec<char> = name.chars().collect();
            edits(&given, &name) <= 2
        };
        match nearest.filter(is_near) {
            Some(near) => format!("{nothing}, perhaps you mean {near}"),
            None => format!("{nothing} that a file can hold"),
        }
    }
}

/// Gives an option of the command that `words` lead to its value.
fn put(command: Command, words: &[String], wanted: &ConfiguredOption) -> Command {
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
pub type LedCommand<'c> = (Vec<String>, &'c Command);

/// The commands that a table of the file is about: the one it names with those in it, or all.
///
/// # Errors
///
/// There is no such command.
pub fn commands<'c>(cli: &'c Command, table: &[String]) -> Result<Vec<LedCommand<'c>>, String> {
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

/// Whether the option can have the values.
fn check(cli: &Command, wanted: &ConfiguredOption) -> Result<(), String> {
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
            let why = error_line(&error);
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
pub fn relaxed(command: Command) -> Command {
    command
        .arg_required_else_help(false)
        .subcommand_required(false)
        .mut_args(|arg| arg.required(false))
        .mut_subcommands(relaxed)
}
