//! The command line: reads what is asked for, has it done, and says how it went.
#![allow(
    rustdoc::bare_urls,
    reason = "comments of options are their help, which shows addresses as they are"
)]

mod analysis;
mod args;
mod bench;
mod cleaned;
mod clock;
mod completions;
mod config;
mod convert;
mod doctor;
mod engine_match;
mod gtp;
mod human;
mod keep;
mod keys;
mod language;
mod levels;
mod move_data;
mod net;
mod networks;
mod perft;
mod places;
mod play;
mod render;
mod review;
mod rules;
mod score;
mod seating;
mod serve;
mod serve_fault;
mod sgf;
mod thinker;
mod tournament;
mod tui;
mod usage;
mod version;
mod worker;

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use ponnuki_client::SeatFault;
use ponnuki_config::UserConfig;
use ponnuki_files as files;
use ponnuki_game::SetupFaults;
use ponnuki_gtp::DriveError;
use ponnuki_nets::NetFault;
use ponnuki_tui::{RunError, progress};
use ponnuki_wire::json;
use ponnuki_words::{layout, nearest};

use crate::cleaned::{CHARSET, Cleaned, Readership, cleaned};
use crate::files::FileError;
use crate::serve_fault::ServeFault;

/// The exit code when what was asked for could not be done.
const EXIT_FAILURE: u8 = 1;

/// The exit code for a command line that was not understood.
const EXIT_USAGE: u8 = 2;

const ABOUT: &str = "\
Ponnuki is the game of Go as one program, every rulebook to the letter.
A ponnuki is the diamond of four stones left after a capture; it is worth thirty points.";

const EXAMPLES: &str = "\
To begin with:
  ponnuki                              play, in the browser
  ponnuki tui                          play in the terminal
  ponnuki play --plain                 play in words, line by line
  ponnuki rules                        all rulebooks side by side
  ponnuki rules japanese               one of them in plain words
  ponnuki score game.sgf               count a game, under its rules or any others
  ponnuki render game.sgf -o game.png  draw it
  ponnuki perft --help                 what a command does, with examples

Exit codes: 0 all is well, 1 it could not be done, 2 the command line was not understood.";

/// What a command line asks for.
#[derive(Debug, Parser)]
#[command(name = "ponnuki", version, long_version = version::long())]
#[command(about = ABOUT, after_help = EXAMPLES)]
struct Cli {
    /// Read your settings from this file, or from none
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Without a command the game is served.
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::Args),
    Play(play::Args),
    Tui(tui::Args),
    Backup(keep::BackupArgs),
    Restore(keep::RestoreArgs),
    Export(keep::ExportArgs),
    MoveData(move_data::Args),
    Keys(keys::Args),
    Worker(worker::Args),
    Tournament(tournament::Args),
    Rules(rules::Args),
    Score(score::Args),
    Sgf(sgf::Args),
    Convert(convert::Args),
    Render(render::Args),
    Review(review::Args),
    Perft(perft::Args),
    Gtp(gtp::Args),
    Analysis(analysis::Args),
    Levels(levels::Args),
    Match(engine_match::Args),
    Net(net::Args),
    Bench(bench::Args),
    Config(config::Args),
    Doctor(doctor::Args),
    Completions(completions::Args),
}

/// Why a command was not carried out.
#[derive(Debug)]
enum Failure {
    /// The command line does not say what to do.
    Usage(clap::Error),
    /// There is no such game.
    Setup(SetupFaults),
    /// The machine does not give so many threads.
    Threads(io::Error),
    /// An engine that was to play does not.
    Engine(DriveError),
    /// The game could not be served, or what is kept cannot be reached.
    Serve(ServeFault),
    /// Nobody can sit down at the game.
    Seat(SeatFault),
    /// There is no game to go on with.
    NothingKept,
    /// The result could not be written.
    Output(io::Error),
    /// The terminal cannot be drawn into, or there is nothing to draw.
    Screen(RunError),
    /// A file could not be read or written.
    File(FileError),
    /// A network is not there, or not what it should be.
    Net(NetFault),
    /// What is wrong with the configuration file, and where.
    Config(String),
    /// The options do not go together; this is why.
    Misuse(String),
    /// What went wrong has been told already.
    Told,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<ServeFault> for Failure {
    fn from(fault: ServeFault) -> Failure {
        Failure::Serve(fault)
    }
}

impl From<SeatFault> for Failure {
    fn from(fault: SeatFault) -> Failure {
        Failure::Seat(fault)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        Failure::File(error)
    }
}

impl From<NetFault> for Failure {
    fn from(fault: NetFault) -> Failure {
        Failure::Net(fault)
    }
}

fn main() -> ExitCode {
    let args = analysis::two_hyphens(env::args_os());
    let readership = match io::stdout().is_terminal() {
        true => Readership::Terminal(*CHARSET),
        false => Readership::Program,
    };
    let mut out = Cleaned::new(io::stdout().lock(), readership);
    let done = run(&args, &mut out).and_then(|()| Ok(out.flush()?));
    let failure = match done {
        Ok(()) => return ExitCode::SUCCESS,
        // A reader that has seen enough (`ponnuki rules | head -1`) is content.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            return ExitCode::SUCCESS;
        }
        Err(Failure::Told) => return ExitCode::from(EXIT_FAILURE),
        Err(failure) => failure,
    };
    let line = explain(&failure);
    let (line, code) = match failure {
        Failure::Usage(error) => (usage::line(&error, &args), EXIT_USAGE),
        Failure::Misuse(_) | Failure::Setup(_) => (usage::with_hint(&line, &args), EXIT_USAGE),
        Failure::Config(_) => (format!("{line}; try 'ponnuki config --help'"), EXIT_USAGE),
        _ => (line, EXIT_FAILURE),
    };
    complain(&line);
    ExitCode::from(code)
}

/// What to tell of a failure, in a line.
fn explain(failure: &Failure) -> String {
    match failure {
        Failure::Output(error) => format!("the result could not be written: {error}"),
        Failure::Threads(error) => format!("the threads could not be started: {error}"),
        Failure::File(error) => error.to_string(),
        Failure::Net(fault) => networks::explain(fault),
        Failure::Serve(fault) => fault.to_string(),
        Failure::Seat(fault) => fault.to_string(),
        Failure::NothingKept => "there is no game to go on with".to_owned(),
        Failure::Screen(error) => error.to_string(),
        Failure::Misuse(why) | Failure::Config(why) => why.clone(),
        Failure::Engine(error) => error.to_string(),
        Failure::Usage(error) => error.to_string(),
        Failure::Setup(faults) => faults.to_string(),
        Failure::Told => String::new(),
    }
}

/// Carries out what `args`, the program's name first, ask for, and writes the result to `out`.
fn run(args: &[OsString], out: &mut impl Write) -> Result<(), Failure> {
    let config = match UserConfig::find(args, &Cli::command(), config::LAWS) {
        // Whoever looks for what is wrong is not stopped by it.
        Err(why) if is_about_itself(args) => Err(why),
        found => Ok(found.map_err(Failure::Config)?),
    };
    let none = UserConfig::none(config::LAWS);
    let known = config.as_ref().unwrap_or(&none);
    if let Some((dir, _)) = &known.data {
        places::name_data_dir(dir.clone());
    }
    let cli = match parse(args, known) {
        Ok(cli) => cli,
        Err(answer) if usage::is_help(&answer) => {
            return Ok(write!(out, "{}", answer.render())?);
        }
        Err(error) => return Err(Failure::Usage(error)),
    };
    let Some(command) = cli.command else {
        return Ok(());
    };
    match command {
        Command::Serve(args) => serve::run(&args, out),
        Command::Play(args) => play::run(&args, out),
        Command::Tui(args) => tui::run(args),
        Command::Backup(args) => keep::backup(&args, out),
        Command::Restore(args) => keep::restore(&args, out),
        Command::Export(args) => keep::export_games(&args, out),
        Command::MoveData(args) => move_data::run(&args, out),
        Command::Keys(args) => keys::run(&args, out),
        Command::Worker(args) => worker::run(&args, out),
        Command::Tournament(args) => tournament::run(&args, out),
        Command::Rules(args) => Ok(rules::run(&args, out)?),
        Command::Score(args) => score::run(&args, out),
        Command::Sgf(args) => sgf::run(&args, out),
        Command::Convert(args) => convert::run(&args, out),
        Command::Render(args) => render::run(&args, out),
        Command::Review(args) => review::run(&args, out),
        Command::Perft(args) => perft::run(&args, out),
        Command::Gtp(args) => gtp::run(&args, out),
        Command::Analysis(args) => analysis::run(&args, out),
        Command::Levels(levels::Args {}) => levels::run(out),
        Command::Match(args) => engine_match::run(&args, out),
        Command::Net(args) => net::run(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Config(args) => match &config {
            Ok(config) => config::run(&args, config, out),
            Err(why) => Err(Failure::Config(why.clone())),
        },
        Command::Doctor(args) => {
            let config = config.as_ref().map_err(String::as_str);
            doctor::run(&args, config, out)
        }
        Command::Completions(args) => Ok(completions::run(&args, out)?),
    }
}

/// What `args` ask for, where `config` says what they do not.
fn parse(args: &[OsString], config: &UserConfig) -> Result<Cli, clap::Error> {
    let command = config.apply(Cli::command());
    let mut matches = command.clone().try_get_matches_from(args)?;
    if matches.subcommand_name().is_none() {
        // Without a command the game is served.
        let serve = OsString::from("serve");
        matches = command.try_get_matches_from(args.iter().chain([&serve]))?;
    }
    Cli::from_arg_matches(&matches)
}

/// Whether `args` ask about the program itself, which a broken configuration file does not stop.
fn is_about_itself(args: &[OsString]) -> bool {
    let words = [
        "doctor",
        "help",
        "completions",
        "-h",
        "--help",
        "-V",
        "--version",
    ];
    args.iter()
        .skip(1)
        .any(|arg| words.iter().any(|word| arg == word))
}

/// Tells the person at the terminal, if there still is one.
fn complain(line: &str) {
    tell("error", line);
}

/// Tells the person at the terminal something that is no reason to stop; while a screen is
/// shown, when that has ended.
fn note(line: &str) {
    let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
    match held.as_mut() {
        Some(lines) => lines.push(line.to_owned()),
        None => tell("note", line),
    }
}

/// Writes a line to stderr, in the charset of the terminal if it is one.
fn tell(word: &str, line: &str) {
    let text = format!("{word}: {}\n", cleaned(line));
    let mut stderr = io::stderr();
    drop(match stderr.is_terminal() {
        true => stderr.write_all(&CHARSET.encode(&text)),
        false => stderr.write_all(text.as_bytes()),
    });
}

/// What is to be noted when the screen has ended, while one is shown.
static HELD: Mutex<Option<Vec<String>>> = Mutex::new(None);

/// A screen that no note may run into, until this is dropped.
struct Quiet;

impl Quiet {
    fn begin() -> Quiet {
        *HELD.lock().unwrap_or_else(PoisonError::into_inner) = Some(Vec::new());
        Quiet
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        let held = HELD.lock().unwrap_or_else(PoisonError::into_inner).take();
        held.iter().flatten().for_each(|line| note(line));
    }
}
