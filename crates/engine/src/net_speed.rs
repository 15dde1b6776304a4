//! How fast a network is on this machine, and how near that is to the most the processor could do.

use std::hint::black_box;
use std::io;
use std::panic;
use std::thread;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use ponnuki_game::Game;
use ponnuki_net::{Input, Isa, Net};

/// The time is spent in so many rounds, and the best counts: whatever else the machine
/// does, it does not do all the time.
const N_ROUNDS: u32 = 5;

/// Multiplications between two looks at the clock, to find the most there is.
const PEAK_STEPS: usize = 20_000_000;

/// How much is done in a second, in the best of several rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WorkRates {
    /// By all threads, in a second on the wall.
    pub per_second: f64,
    /// By one thread, in a second of its CPU time.
    pub per_cpu_second: f64,
}

/// The multiplications that the processor can do at most with these instructions.
///
/// # Errors
///
/// If the machine does not give that many threads.
pub fn peak_rates(isa: Isa, n_threads: usize, time: Duration) -> io::Result<WorkRates> {
    let busy = || {
        black_box(isa.peak_fma(black_box(PEAK_STEPS)));
        PEAK_STEPS
    };
    best_rates(&mut vec![busy; n_threads], time)
}

/// The positions that `net` judges, where each thread judges these, which have one size, at once.
///
/// # Errors
///
/// If the machine does not give that many threads.
pub fn net_rates(
    net: &Net,
    games: &[Game],
    n_threads: usize,
    time: Duration,
) -> io::Result<WorkRates> {
    let Some(first) = games.first() else {
        return Ok(WorkRates::default());
    };
    let (size, batch) = (first.size(), games.len());
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
fn best_rates(
    workers: &mut [impl FnMut() -> usize + Send],
    time: Duration,
) -> io::Result<WorkRates> {
    let mut best = WorkRates::default();
    for _ in 0..N_ROUNDS {
        let began = Instant::now();
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
        let done = round(workers, Instant::now(), Duration::ZERO).unwrap();
        assert_eq!(done.n, 5);
        let mut n_calls = 0;
        let counted = || {
            n_calls += 1;
            1
        };
        let done = round(&mut [counted], Instant::now(), Duration::from_millis(5)).unwrap();
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
