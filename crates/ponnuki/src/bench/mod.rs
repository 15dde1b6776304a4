//! `ponnuki bench`: how fast this program is on this machine, and what it does on every machine.

mod net;
mod playouts;
mod signature;

use std::io::Write;

use clap::Subcommand;

use crate::Failure;

const EXAMPLES: &str = "\
Examples:
  ponnuki bench playouts                    random games on 9x9 and 19x19
  ponnuki bench net --net b18               positions that a network judges
  ponnuki bench signature                   what it does, as a number
  ponnuki bench playouts --help             what else can be chosen";

/// Measure how fast this program is on this machine
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: BenchCommand,
}

#[derive(Debug, Subcommand)]
enum BenchCommand {
    Playouts(playouts::Args),
    Net(net::Args),
    Signature(signature::Args),
}

/// Measures, and writes what was found.
///
/// # Errors
///
/// If there is nothing to measure, the threads cannot be started, or the result cannot be
/// written.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    match &args.what {
        BenchCommand::Playouts(args) => playouts::run(args, out),
        BenchCommand::Net(args) => net::run(args, out),
        BenchCommand::Signature(signature::Args {}) => signature::run(out),
    }
}
