//! Networks: how many positions they judge, and how near that is to the most
//! the processor could do.

use std::hint::black_box;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use cpu_time::ThreadTime;
use ponnuki_game::{Dice, Game, Move, Rules, Size};
use ponnuki_net::{Evaluator, Input, Isa, Net};

/// The same positions in every run.
const SEED: u64 = 5;

/// Positions asked about at once.
const BATCHES: [usize; 2] = [1, 8];

const SIZES: [Size; 3] = [Size::NINE, Size::THIRTEEN, Size::NINETEEN];

/// How hard to measure.
const N_ROUNDS: usize = 5;
const TURN: Duration = Duration::from_millis(500);

/// Multiplications and additions between two looks at the clock.
const STRAIN: usize = 100_000_000;

/// Measures the network in `file`.
///
/// # Errors
///
/// If the file cannot be read or is no network, or nothing can be written.
pub(crate) fn run(file: &Path, out: &mut impl Write) -> io::Result<()> {
    let net = Net::load(&std::fs::read(file)?).map_err(io::Error::other)?;
    let isa = net.instructions();
    let peak = peak(isa);
    let model = net.model();
    writeln!(
        out,
        "{}, version {}, {:.1} million weights; {isa:?}, at most {:.1} GMAC/s",
        model.name,
        model.version,
        model.n_weights() as f64 / 1e6,
        peak / 1e9,
    )?;
    for size in SIZES {
        let work = model.n_multiplications(size) as f64;
        for batch in BATCHES {
            let inputs = positions(&net, size, batch);
            let rate = rate(&mut net.evaluator(size, batch), &inputs)?;
            writeln!(
                out,
                "  {:<5}  batch {batch}  {rate:>8.1} positions a second  {:>6.1} GMAC/s  {:>4.0} % of the most",
                size.to_string(),
                rate * work / 1e9,
                100.0 * rate * work / peak,
            )?;
        }
    }
    Ok(())
}

/// Multiplications a second in the best of several rounds.
fn peak(isa: Isa) -> f64 {
    best_rate(|| {
        black_box(isa.strain(black_box(STRAIN)));
        STRAIN
    })
}

/// Positions a second in the best of several rounds.
fn rate(evaluator: &mut Evaluator, inputs: &[Input]) -> io::Result<f64> {
    evaluator.run(inputs).map_err(io::Error::other)?;
    Ok(best_rate(|| {
        evaluator.run(black_box(inputs)).map_or(0, <[_]>::len)
    }))
}

/// How much of what `work` counts is done in a second of CPU time.
fn best_rate(mut work: impl FnMut() -> usize) -> f64 {
    let mut best = 0.0f64;
    for _ in 0..N_ROUNDS {
        let start = ThreadTime::now();
        let mut n = 0;
        while start.elapsed() < TURN {
            n += work();
        }
        best = best.max(n as f64 / start.elapsed().as_secs_f64());
    }
    best
}

/// Positions out of the first half of a random game.
fn positions(net: &Net, size: Size, n: usize) -> Vec<Input> {
    let mut dice = Dice::new(SEED);
    let mut game = Game::new(size, Rules::CHINESE).expect("all sizes are played");
    let n_moves = size.n_points() / 2;
    let mut inputs = Vec::new();
    for i in 1..=n_moves {
        let legal: Vec<_> = game.legal().iter().collect();
        let mv = match legal.is_empty() {
            true => Move::Pass,
            false => Move::Play(legal[dice.below(legal.len())]),
        };
        if game.play(mv).is_err() {
            break;
        }
        if i % (n_moves / n) == 0 && inputs.len() < n {
            inputs.push(Input::of(&game, &net.view()));
        }
    }
    inputs
}
