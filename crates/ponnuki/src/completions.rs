//! `ponnuki completions`: what lets a shell finish the words.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Cli;

const LONG_ABOUT: &str = "\
Print a script that lets your shell finish ponnuki's commands and options when you press Tab.";

const EXAMPLES: &str = "\
Examples:
  source <(ponnuki completions bash)        for this session, in bash; zsh likewise
  ponnuki completions fish > ~/.config/fish/completions/ponnuki.fish
                                            for good, in fish";

/// Print a script that lets your shell finish the words
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
    clap_complete::generate(args.shell, &mut Cli::command(), "ponnuki", &mut script);
    out.write_all(&script)
}
