//! `ponnuki completions`: what lets a shell complete commands and options.

use std::io::{self, Write};

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;
use ponnuki_draw::Theme;
use ponnuki_engine::Level;
use ponnuki_game::PRESETS;
use ponnuki_words::Language;

use crate::Cli;

const LONG_ABOUT: &str = "\
Print a script that lets your shell complete ponnuki's commands and options when you press Tab, and
the values that have names: rulebooks, languages, levels, themes and the like.";

const EXAMPLES: &str = "\
Examples:
  source <(ponnuki completions bash)        for this session, in bash; zsh likewise
  ponnuki completions fish > ~/.config/fish/completions/ponnuki.fish
                                            for good, in fish";

/// Print a script that lets your shell complete commands and options
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Your shell: bash, elvish, fish, powershell or zsh
    #[arg(hide_possible_values = true)]
    shell: Shell,
}

/// Writes the script for a shell.
///
/// # Errors
///
/// If it cannot be written.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> io::Result<()> {
    // The generator panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    let mut command = with_values(Cli::command());
    clap_complete::generate(args.shell, &mut command, "ponnuki", &mut script);
    out.write_all(&script)
}

/// The same commands, with the values that a shell can propose. What is typed may be another
/// still, such as rules as JSON; this is for the script alone.
fn with_values(command: Command) -> Command {
    let proposed = command.mut_args(|arg| match values(&arg) {
        Some(values) => arg.value_parser(PossibleValuesParser::new(values)),
        None => arg,
    });
    proposed.mut_subcommands(with_values)
}

/// The values that an option has names for, where its type does not tell.
fn values(arg: &Arg) -> Option<Vec<String>> {
    let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    match arg.get_id().as_str() {
        "rules" => Some(
            PRESETS
                .iter()
                .map(|preset| preset.name.to_owned())
                .collect(),
        ),
        "lang" => Some(
            Language::ALL
                .map(|language| language.code().to_owned())
                .to_vec(),
        ),
        "level" => {
            let levels = Level::ALL.iter();
            Some(levels.map(|level| level.number.to_string()).collect())
        }
        "theme" => Some(Theme::ALL.map(|(_, name)| name.to_owned()).to_vec()),
        "size" => Some(owned(&["9", "13", "19"])),
        "dead" => Some(owned(&["auto", "engine", "none"])),
        _ => None,
    }
}
