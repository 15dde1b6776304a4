//! Being an engine: a table of commands, and the loop that runs them.

use std::fmt;
use std::io::{self, BufRead, Write};

use crate::args::Args;
use crate::command::Command;
use crate::inbox::{Arrival, Inbox};
use crate::refusal::CommandRefusal;
use crate::response::{ReplyText, Response};
use crate::stream::{Opening, Output, Print, Streamed};

/// One command that an engine `E` knows.
#[derive(Debug)]
pub struct Entry<E> {
    /// The command.
    pub name: &'static str,
    /// Its arguments, for people: `COLOR VERTEX`.
    pub args: &'static str,
    /// What it does, in a sentence for people.
    pub help: &'static str,
    /// Whether clients are told of it.
    pub listed: Listed,
    /// What it does.
    pub run: Run<E>,
}

/// Whether `list_commands` names a command. Some clients prefer a command that
/// they then misread, so it is understood but not named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// It does.
    Yes,
    /// It does not, and `known_command` denies it; it works all the same.
    No,
}

/// What a command does.
#[derive(Debug)]
pub enum Run<E> {
    /// Answers at once.
    Answer(fn(&mut E, &mut Args<'_>) -> Result<ReplyText, CommandRefusal>),
    /// Answers after some thought, and may look into the [`Inbox`] whether it
    /// should hurry.
    Think(fn(&mut E, &mut Args<'_>, &Inbox) -> Result<ReplyText, CommandRefusal>),
    /// Answers line by line. A refusal before the first line is an answer like
    /// any; after it, it only ends the lines.
    Stream(fn(&mut E, &mut Args<'_>, Opening<'_>) -> Result<Streamed, CommandRefusal>),
}

impl<E> Clone for Entry<E> {
    fn clone(&self) -> Entry<E> {
        *self
    }
}

impl<E> Copy for Entry<E> {}

impl<E> Clone for Run<E> {
    fn clone(&self) -> Run<E> {
        *self
    }
}

impl<E> Copy for Run<E> {}

/// The commands that the table itself answers.
const BUILT_IN: [(&str, &str, &str); 4] = [
    ("protocol_version", "", "The version of GTP: 2."),
    ("list_commands", "", "Every command, one on each line."),
    (
        "known_command",
        "COMMAND",
        "Whether there is such a command.",
    ),
    ("quit", "", "Ends the program."),
];

/// The commands of an engine `E`.
#[derive(Debug)]
pub struct CommandTable<E> {
    entries: Vec<Entry<E>>,
}

impl<E> CommandTable<E> {
    /// The commands of `entries`, and those that every engine has:
    /// `protocol_version`, `list_commands`, `known_command`, `quit`.
    ///
    /// # Errors
    ///
    /// The first name that is taken already, or that no line could call.
    pub fn new(
        entries: impl IntoIterator<Item = Entry<E>>,
    ) -> Result<CommandTable<E>, CommandTableError> {
        let mut table = CommandTable {
            entries: Vec::new(),
        };
        for entry in entries {
            let name = entry.name;
            let is_taken = BUILT_IN.iter().any(|&(taken, _, _)| taken == name);
            if is_taken || table.find(name).is_some() {
                return Err(CommandTableError::Taken { name });
            }
            let called = Command::parse(name.as_bytes()).ok().flatten();
            if called.is_none_or(|command| command.name() != name) {
                return Err(CommandTableError::BadName { name });
            }
            table.entries.push(entry);
        }
        Ok(table)
    }

    /// Every command that clients are told of, with its arguments and help.
    pub fn listed(&self) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
        let own = self.entries.iter().filter(|e| e.listed == Listed::Yes);
        BUILT_IN
            .into_iter()
            .chain(own.map(|e| (e.name, e.args, e.help)))
    }

    fn find(&self, name: &str) -> Option<&Entry<E>> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    /// What the table itself answers, if it does.
    fn answer(&self, name: &str, args: &mut Args<'_>) -> Option<Result<ReplyText, CommandRefusal>> {
        let reply = match name {
            "protocol_version" => ReplyText::from("2"),
            "list_commands" => ReplyText::lines(self.listed().map(|(name, _, _)| name)),
            "known_command" => {
                let Some(wanted) = args.next_word() else {
                    return Some(Err(CommandRefusal::Syntax));
                };
                let is_known = self.listed().any(|(name, _, _)| name == wanted);
                ReplyText::from(is_known.to_string())
            }
            "quit" => ReplyText::empty(),
            _ => return None,
        };
        Some(Ok(reply))
    }
}

/// Why some entries are no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandTableError {
    /// Two commands have this name.
    Taken {
        /// The name.
        name: &'static str,
    },
    /// No line can call this name: it is empty, a number, or not one word.
    BadName {
        /// The name.
        name: &'static str,
    },
}

impl fmt::Display for CommandTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandTableError::Taken { name } => write!(f, "there are two commands {name:?}"),
            CommandTableError::BadName { name } => write!(f, "no line can call {name:?}"),
        }
    }
}

impl std::error::Error for CommandTableError {}

/// Why serving ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The client said so.
    Quit,
    /// There is no more input.
    EndOfInput,
}

/// Lets `engine` answer the commands that come from `input`, one after the
/// other, until `quit` or the end.
///
/// Nothing but answers goes to `output`, and each is flushed at once. Input is
/// read by a thread of its own, which outlives this call if `input` stays
/// open after `quit`. For a program that is
/// `serve(&mut engine, &table, BufReader::new(io::stdin()), io::stdout())`.
///
/// # Errors
///
/// If `input` or `output` fails.
pub fn serve<E>(
    engine: &mut E,
    table: &CommandTable<E>,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<Ended> {
    let inbox = Inbox::fill_from(input)?;
    let ended = run_all(engine, table, &inbox, &mut Output::new(output));
    inbox.abandon();
    ended
}

fn run_all<E, W: Write>(
    engine: &mut E,
    table: &CommandTable<E>,
    inbox: &Inbox,
    output: &mut Output<W>,
) -> io::Result<Ended> {
    while let Some(Arrival { command, .. }) = inbox.next()? {
        let is_quit = match command {
            Ok(None) => continue,
            Ok(Some(command)) => {
                run(engine, table, &command, inbox, output);
                command.name() == "quit"
            }
            Err(error) => {
                let response = Response {
                    id: error.id(),
                    result: Err(CommandRefusal::Other(error.to_string())),
                };
                output.print(&response.to_string());
                false
            }
        };
        output.check()?;
        if is_quit {
            return Ok(Ended::Quit);
        }
    }
    Ok(Ended::EndOfInput)
}

fn run<E, W: Write>(
    engine: &mut E,
    table: &CommandTable<E>,
    command: &Command,
    inbox: &Inbox,
    output: &mut Output<W>,
) {
    let (id, mut args) = (command.id(), command.args());
    let result = match table.find(command.name()).map(|entry| entry.run) {
        None => {
            let built_in = table.answer(command.name(), &mut args);
            built_in.unwrap_or(Err(CommandRefusal::UnknownCommand))
        }
        Some(Run::Answer(run)) => run(engine, &mut args),
        Some(Run::Think(run)) => run(engine, &mut args, inbox),
        Some(Run::Stream(run)) => {
            let streamed = run(engine, &mut args, Opening::new(id, output, inbox));
            if output.end_stream() {
                return;
            }
            // Who streamed has begun to, so only a refusal comes here.
            streamed.map(|_| ReplyText::empty())
        }
    };
    output.print(&Response { id, result }.to_string());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(names: &[&'static str]) -> Result<CommandTable<()>, CommandTableError> {
        CommandTable::new(names.iter().map(|&name| Entry {
            name,
            args: "",
            help: "",
            listed: Listed::Yes,
            run: Run::Answer(|(), _| Ok(ReplyText::empty())),
        }))
    }

    #[test]
    fn a_table_has_each_name_once() {
        for name in ["quit", "list_commands", "play"] {
            let error = table(&["play", name]).map(drop);
            assert_eq!(error, Err(CommandTableError::Taken { name }));
        }
    }

    #[test]
    fn a_name_can_be_called() {
        for name in ["", "two words", "12", "a#b", " play"] {
            let error = table(&[name]).map(drop);
            assert_eq!(error, Err(CommandTableError::BadName { name }), "{name:?}");
        }
        assert!(table(&["lz-analyze", "kata-set-rules", "2gtp"]).is_ok());
    }
}
