//! Networks: how many positions they judge, and how near that is to the most the
//! processor could do.

use std::io::Write;
use std::time::Duration;

use ponnuki_engine::{net_rates, peak_rates};
use ponnuki_game::Size;
use ponnuki_nets::{NetFault, positions};

use crate::Failure;
use crate::args::{self, ArgError};
use crate::layout::{Side, table};
use crate::thinker::NetArg;

/// The boards and batches that are measured where none are asked for.
const SIZES: [Size; 3] = [Size::NINE, Size::THIRTEEN, Size::NINETEEN];
const BATCHES: [usize; 2] = [1, 8];

/// Positions judged at once: more is slower, and a matter of memory.
const BATCH_MAX: usize = 256;

/// How long the most that the processor can do is looked for.
const PEAK_TIME: Duration = Duration::from_secs(1);

const LONG_ABOUT: &str = "\
Have a network judge positions as fast as possible, and tell how many there were in a second.

Each thread judges positions of its own, as many at once as the batch says. The share is that of
the multiplications that the processor can do at most, which is measured first. Work is counted as
if every layer were computed from its definition; what cleverer ways save counts as speed, so that
the share can be over 100 %.";

const EXAMPLES: &str = "\
Examples:
  ponnuki bench net --net b18               9x9, 13x13 and 19x19, alone and eight at once
  ponnuki bench net --net my.bin.gz --size 19 --batch 4 --threads 2 --seconds 10";

const HEADS: [&str; 7] = [
    "board",
    "threads",
    "batch",
    "positions/s",
    "per CPU second",
    "GMAC/s",
    "share",
];

const LEGEND: &str = "\
positions/s     by all threads together, in wall-clock time: other work makes it smaller
per CPU second  by one thread in the time it really had: other work makes it smaller too, but less
GMAC/s, share   thousand million multiplications in a CPU second, and of the most there could be";

/// Have a network judge positions as fast as possible
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    net: NetArg,
    /// The board: 13x9 is 13 columns and 9 rows, 9 is a square [default: 9, 13 and 19]
    #[arg(long, value_name = "SIZE", value_parser = args::size, allow_negative_numbers = true)]
    size: Option<Size>,
    /// How many positions to judge at once [default: 1 and 8]
    #[arg(long, value_name = "N", value_parser = batch, allow_negative_numbers = true)]
    batch: Option<usize>,
    /// How many threads to use, best one for each core [default: 1]
    #[arg(long, value_name = "N", value_parser = args::n_threads, allow_negative_numbers = true)]
    #[arg(default_value = "1", hide_default_value = true)]
    threads: usize,
    /// How long to measure each row; fractions are fine [default: 3]
    #[arg(long, value_name = "S", value_parser = args::seconds, allow_negative_numbers = true)]
    #[arg(default_value = "3", hide_default_value = true)]
    seconds: Duration,
}

fn batch(text: &str) -> Result<usize, ArgError> {
    args::whole("a number of positions at once", text, 1..=BATCH_MAX)
}

/// Measures a network, and writes what was found.
///
/// # Errors
///
/// If there is no network, the threads cannot be started, or the result cannot be written.
pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let net = args.net.find()?.ok_or(NetFault::NoneChosen)?;
    let peak = peak_rates(
        net.instructions(),
        args.threads,
        PEAK_TIME.min(args.seconds),
    );
    let peak = peak.map_err(Failure::Threads)?;
    let model = net.model();
    writeln!(
        out,
        "{}: {:.1} million weights; {:?}, at most {:.1} GMAC in a CPU second\n",
        model.name,
        model.n_weights() as f64 / 1e6,
        net.instructions(),
        peak.per_cpu_second / 1e9,
    )?;
    let mut rows = vec![HEADS.map(str::to_owned).to_vec()];
    for size in args.size.map_or(SIZES.to_vec(), |size| vec![size]) {
        let n_multiplications = model.n_multiplications(size) as f64;
        for batch in args.batch.map_or(BATCHES.to_vec(), |batch| vec![batch]) {
            let games = positions(size, batch);
            let rates = net_rates(&net, &games, args.threads, args.seconds);
            let rates = rates.map_err(Failure::Threads)?;
            let work = rates.per_cpu_second * n_multiplications;
            rows.push(vec![
                size.to_string(),
                args.threads.to_string(),
                batch.to_string(),
                format!("{:.1}", rates.per_second),
                format!("{:.1}", rates.per_cpu_second),
                format!("{:.1}", work / 1e9),
                format!("{:.0} %", 100.0 * work / peak.per_cpu_second),
            ]);
        }
    }
    let mut sides = [Side::Right; HEADS.len()];
    sides[0] = Side::Left;
    for line in table(&rows, &sides) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "\n{LEGEND}")?;
    Ok(())
}
