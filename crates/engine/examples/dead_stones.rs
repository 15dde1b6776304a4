//! Compares the dead stones that Ponnuki proposes with those that the players
//! of real games agreed on, draws each board where they differ, and prints
//! how many do:
//!
//! ```text
//! cargo run --release -p ponnuki-engine --example dead_stones [-- [--net NETWORK] FILE…]
//! ```
//!
//! Without files the collections beside the project are read; where they are
//! absent it says so and is done.
#![expect(clippy::print_stdout, reason = "a program that prints")]

#[path = "../tests/status/mod.rs"]
mod status;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ponnuki_engine::{
    MonteCarlo, MonteCarloSettings, Net, Network, Request, ThinkLimits, Thinker, dead_stones,
};

/// Playouts for each position, or the most looks of a network.
const N_PLAYOUTS: u64 = 600;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mut thinker: Box<dyn Thinker> = Box::new(MonteCarlo::new(MonteCarloSettings::default()));
    let mut files = Vec::new();
    while let Some(arg) = args.next() {
        if arg == "--net" {
            let net = Net::load(&std::fs::read(args.next().ok_or("--net needs a file")?)?)?;
            thinker = Box::new(Network::new(Arc::new(net), None, 0));
        } else {
            files.push(PathBuf::from(arg));
        }
    }
    if files.is_empty() {
        files = status::collections();
    }
    for file in files {
        match std::fs::read_to_string(&file) {
            Ok(text) => compare(thinker.as_mut(), &file, &text)?,
            Err(error) => println!("{}: skipped: {error}", file.display()),
        }
    }
    Ok(())
}

/// Compares all games of a collection.
fn compare(thinker: &mut dyn Thinker, file: &Path, text: &str) -> Result<(), Box<dyn Error>> {
    let (mut n_games, mut n_exact, mut n_stones_wrong) = (0, 0, 0);
    for line in text.lines() {
        let (game, agreed) = status::read(line).ok_or("a line that is no finished game")?;
        thinker.reseed(0);
        let request = Request::within(ThinkLimits::playouts(N_PLAYOUTS));
        let proposed = dead_stones(&thinker.dead_chains(&game, &request));
        let wrong = (proposed - agreed) | (agreed - proposed);
        n_games += 1;
        n_exact += usize::from(wrong.is_empty());
        n_stones_wrong += wrong.len();
        if !wrong.is_empty() {
            println!("{}", status::draw(game.board(), agreed, proposed));
        }
    }
    println!(
        "{}: {n_games} games, {n_exact} exact, {:.2} stones wrong per game",
        file.file_name().unwrap_or_default().display(),
        n_stones_wrong as f32 / n_games.max(1) as f32
    );
    Ok(())
}
