//! Prints how many playouts a second one thread makes in the tree, from the
//! empty board:
//!
//! ```text
//! cargo run --release -p ponnuki-engine --example speed
//! ```
#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::time::Duration;

use ponnuki_engine::{MonteCarlo, MonteCarloSettings, Request, ThinkLimits, Thinker, ignore};
use ponnuki_game::{Game, Rules, Size};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    const TIME: Duration = Duration::from_secs(3);
    for size in [Size::NINE, Size::THIRTEEN, Size::NINETEEN] {
        let game = Game::new(size, Rules::CHINESE)?;
        let mut thinker = MonteCarlo::new(MonteCarloSettings::default());
        let analysis = thinker.analyse(
            &game,
            &Request::within(ThinkLimits::time(TIME)),
            &mut ignore,
        );
        let rate = analysis.visits as f64 / TIME.as_secs_f64();
        let best = analysis.candidates.first().map(|best| best.mv);
        println!("{size}: {rate:.0} playouts/s; {best:?}");
    }
    Ok(())
}
