//! Networks: how many positions they judge, and how near that is to the most the
//! processor could do.

use std::hint::black_box;
use std::io::{self, Write};
use std::panic;
use std::thread;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use ponnuki_engine::Net;
use ponnuki_game::Size;
use ponnuki_net::{Input, Isa};
use ponnuki_nets::{NetFault, positions};

use crate::Failure;
use crate::args::{self, ArgError};
use crate::clock::now;
use crate::layout::{Side, table};
use crate::thinker::NetArg;

/// The boards and batches that are measured where none are asked for.
const SIZES: [Size; 3] = [Size::NINE, Size::THIRTEEN, Size::NINETEEN];
const BATCHES: [usize; 2] = [1, 8];

/// Positions judged at once: more is slower, and a matter of memory.
const BATCH_MAX: usize = 256;

/// The time is spent in so many rounds, and the best counts: whatever else the machine
/// does, it does not do all the time.
const N_ROUNDS: u32 = 5;

/// Multiplications between two looks at the clock, to find the most there is.
const PEAK_STEPS: usize = 20_000_000;

/// How long that is looked for.
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
positions/s     by all threads together, by the clock on the wall: other work makes it smaller
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
    let peak = peak(
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
            let rates = rates(&net, size, batch, args.threads, args.seconds);
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

/// How much is done in a second, in the best of several rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Rates {
    /// By all threads, in a second on the wall.
    per_second: f64,
    /// By one thread, in a second of its CPU time.
    per_cpu_second: f64,
}

/// The multiplications that the processor can do at most.
fn peak(isa: Isa, n_threads: usize, time: Duration) -> io::Result<Rates> {
    let busy = || {
        black_box(isa.peak_fma(black_box(PEAK_STEPS)));
        PEAK_STEPS
    };
    best_rates(&mut vec![busy; n_threads], time)
}

/// The positions that `net` judges.
fn rates(
    net: &Net,
    size: Size,
    batch: usize,
    n_threads: usize,
    time: Duration,
) -> io::Result<Rates> {
    let games = positions(size, batch);
    let inputs: Vec<Input> = games
        .iter()
        .map(|game| Input::of(game, &net.view()))
        .collect();
    let judge = |_| {
        let (inputs, mut evaluator) = (&inputs, net.evaluator(size, batch));
        let mut judge = move || evaluator.run(black_box(inputs)).map_or(0, <[_]>::len);
        // The first time it asks for the memory it works in.
        judge();
        judge
    };
    best_rates(&mut (0..n_threads).map(judge).collect::<Vec<_>>(), time)
}

/// Has each worker work for a part of `time`, side by side and again and again.
///
/// # Errors
///
/// If the machine does not give that many threads.
fn best_rates(workers: &mut [impl FnMut() -> usize + Send], time: Duration) -> io::Result<Rates> {
    let mut best = Rates::default();
    for _ in 0..N_ROUNDS {
        let began = now();
        let done = round(workers, began, time / N_ROUNDS)?;
        let n = done.n as f64;
        let rate = n / began.elapsed().as_secs_f64();
        best.per_second = best.per_second.max(rate);
        let rate = n / done.cpu_time.as_secs_f64();
        best.per_cpu_second = best.per_cpu_second.max(rate);
    }
    Ok(best)
}

/// What was done in a round, by all workers together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Done {
    n: usize,
    cpu_time: Duration,
}

/// Has each worker work until `time` has passed since `began`, but once in any case.
fn round(
    workers: &mut [impl FnMut() -> usize + Send],
    began: Instant,
    time: Duration,
) -> io::Result<Done> {
    thread::scope(|scope| {
        let start =
            |worker| thread::Builder::new().spawn_scoped(scope, move || work(worker, began, time));
        let started: Vec<_> = workers.iter_mut().map(start).collect();
        let mut sum = Done::default();
        for worker in started {
            let joined = worker?.join();
            let done = joined.unwrap_or_else(|panic| panic::resume_unwind(panic));
            sum.n += done.n;
            sum.cpu_time += done.cpu_time;
        }
        Ok(sum)
    })
}

fn work(worker: &mut impl FnMut() -> usize, began: Instant, time: Duration) -> Done {
    let own_time = ThreadTime::now();
    let mut n = 0;
    loop {
        n += worker();
        if began.elapsed() >= time {
            return Done {
                n,
                cpu_time: own_time.elapsed(),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_workers_do_adds_up_and_each_works_at_least_once() {
        let workers: &mut [fn() -> usize] = &mut [|| 2, || 3];
        let done = round(workers, now(), Duration::ZERO).unwrap();
        assert_eq!(done.n, 5);
        let mut n_calls = 0;
        let counted = || {
            n_calls += 1;
            1
        };
        let done = round(&mut [counted], now(), Duration::from_millis(5)).unwrap();
        assert_eq!(done.n, n_calls);
        assert!(done.cpu_time <= Duration::from_secs(1), "{done:?}");
    }

    #[test]
    fn a_thread_that_works_alone_has_at_most_all_the_time() {
        let mut busy = [|| {
            black_box((0..black_box(10_000)).sum::<usize>());
            1
        }];
        let rates = best_rates(&mut busy, Duration::from_millis(20)).unwrap();
        assert!(rates.per_cpu_second >= 0.9 * rates.per_second, "{rates:?}");
    }
}
