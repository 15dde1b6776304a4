//! A number for what the program does.

use std::io::Write;

use ponnuki_engine::BehaviorSignature;

use crate::Failure;

const LONG_ABOUT: &str = "\
Play, count, evaluate and search a fixed set of positions, and tell what came of it as one number.

The number is the same on every machine: the network runs without vector instructions, what it
says is rounded before it counts, and everything runs on one thread with fixed seeds. A change of
the program that changes the number changes what the program does. The parts tell where: the moves
that are legal and the boards they lead to, the scores, what the network sees and says, and what is
searched for, proved and judged dead.";

/// Tell what the program does as one number, which is the same on every machine
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT)]
pub(super) struct Args {}

/// Works out the signature and writes it, part by part.
///
/// # Errors
///
/// If the result cannot be written.
pub(super) fn run(out: &mut impl Write) -> Result<(), Failure> {
    let BehaviorSignature { parts, whole } = BehaviorSignature::work_out();
    for (name, number) in parts.into_iter().chain([("signature", whole)]) {
        writeln!(out, "{name:<10}{number:>10}")?;
    }
    Ok(())
}
