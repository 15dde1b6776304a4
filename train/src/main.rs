//! Makes what a network is taught with, and sees what it learnt.
//!
//! ```text
//! ponnuki-train label TEACHER FOLDER [--scout NETWORK | --pupil NETWORK]
//!     [--large GAMES] [--small GAMES] [--seed N] [--samples N] [--mixture SHARES]
//! ponnuki-train compare FOLDER NETWORK…
//! ponnuki-train outputs NETWORK FILE
//! ```
//!
//! `README.md` beside this crate tells the rest of the way to a network.
//!
//! The modules build on each other in this order: `chance`, `lines`, `shard`,
//! `start`, `play`, `teacher`, `label`, `compare`.
#![expect(clippy::print_stdout, reason = "a program that prints")]

mod chance;
mod compare;
mod label;
mod lines;
mod play;
mod shard;
mod start;
mod teacher;

use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ponnuki_net::Net;

use label::{Order, Players, Progress};
use lines::GameLine;

/// How it is called.
const USAGE: &str = "usage:
  ponnuki-train label TEACHER FOLDER [--scout NETWORK | --pupil NETWORK]
    [--large GAMES] [--small GAMES] [--seed N] [--samples N] [--mixture SHARES]
  ponnuki-train compare FOLDER NETWORK…
  ponnuki-train outputs NETWORK FILE";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ponnuki-train: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> Result<(), Box<dyn Error>> {
    match args {
        [command, net, folder, rest @ ..] if command == "label" => label(net, folder, rest),
        [command, folder, nets @ ..] if command == "compare" => compare(folder, nets),
        [command, net, file] if command == "outputs" => {
            let bytes = compare::outputs(&load(net)?, Path::new(file))?;
            Ok(io::stdout().lock().write_all(&bytes)?)
        }
        _ => Err(USAGE.into()),
    }
}

/// Prints how near each network comes to the teacher on the positions held out.
fn compare(folder: &str, nets: &[String]) -> Result<(), Box<dyn Error>> {
    let files = compare::held_files(Path::new(folder))?;
    println!("network | board | positions | agreement | policy | win | lead | score | ownership");
    for path in nets {
        let net = load(path)?;
        for (size, nearness) in compare::nearness(&net, &files)? {
            println!("{} | {size:5} | {nearness}", net.model().name);
        }
    }
    Ok(())
}

fn label(net: &str, folder: &str, rest: &[String]) -> Result<(), Box<dyn Error>> {
    let mut order = Order {
        folder: PathBuf::from(folder),
        lines_large: Vec::new(),
        lines_small: Vec::new(),
        seed: 1,
        n_samples: usize::MAX,
        mixture: None,
    };
    let (mut scout, mut pupil) = (None, None);
    for pair in rest.chunks(2) {
        let [name, value] = pair else {
            return Err(USAGE.into());
        };
        match name.as_str() {
            "--scout" => scout = Some(load(value)?),
            "--pupil" => pupil = Some(load(value)?),
            "--large" => order.lines_large = lines(value)?,
            "--small" => order.lines_small = lines(value)?,
            "--seed" => order.seed = value.parse()?,
            "--samples" => order.n_samples = value.parse()?,
            "--mixture" => {
                order.mixture = Some(label::parse_mixture(value).ok_or(USAGE)?);
            }
            _ => return Err(USAGE.into()),
        }
    }
    let net = load(net)?;
    let players = match (&scout, &pupil) {
        (None, None) => Players::Teacher,
        (Some(scout), None) => Players::TeacherAndScout(scout),
        (None, Some(pupil)) => Players::Pupil(pupil),
        (Some(_), Some(_)) => return Err(USAGE.into()),
    };
    label::run(&net, players, &order, &mut tell)
}

/// The games of a file.
fn lines(path: &str) -> Result<Vec<GameLine>, Box<dyn Error>> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    Ok(GameLine::all(&text))
}

/// The network of a file.
fn load(path: &str) -> Result<Net, Box<dyn Error>> {
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    Ok(Net::load(&bytes).map_err(|error| format!("{path}: {error}"))?)
}

/// Tells how far it has come, on one line.
fn tell(progress: &Progress) {
    let Progress {
        n_done,
        n_samples,
        elapsed,
    } = *progress;
    let rate = n_done as f64 / elapsed.as_secs_f64();
    let left = match n_samples {
        usize::MAX => String::new(),
        _ => format!(
            ", {:.0} min left",
            n_samples.saturating_sub(n_done) as f64 / rate / 60.0
        ),
    };
    eprintln!("{n_done} positions, {rate:.1} a second{left}");
}
