//! Work on many things at once, with the results one after the other.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// How many threads the machine has for us.
pub(crate) fn n_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Does the `work` for each of `items` on up to `n_threads` threads and hands
/// the results to `take`, in the order of the items, as soon as they are there.
///
/// # Errors
///
/// The first that `take` has; no further work is then begun.
pub(crate) fn each<T: Sync, R: Send, E>(
    items: &[T],
    n_threads: usize,
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let n_begun = AtomicUsize::new(0);
    let (done, results) = mpsc::channel();
    let toil = |done: mpsc::Sender<(usize, R)>| {
        loop {
            let i = n_begun.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(i) else { break };
            if done.send((i, work(item))).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        let mut n_started = 0;
        for _ in 0..n_threads.min(items.len()) {
            let (toil, done) = (&toil, done.clone());
            let started = thread::Builder::new().spawn_scoped(scope, move || toil(done));
            n_started += usize::from(started.is_ok());
        }
        match n_started {
            // A machine without threads still has this one.
            0 => toil(done),
            _ => drop(done),
        }
        let mut early = BTreeMap::new();
        let mut n_taken = 0;
        // Moved in, so that the workers see at once that nobody takes more.
        let results = results;
        for (i, result) in &results {
            early.insert(i, result);
            while let Some(result) = early.remove(&n_taken) {
                take(result)?;
                n_taken += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_however_long_they_take() {
        let items: Vec<u64> = (0..200).collect();
        for n_threads in [1, 2, 7] {
            let mut taken = Vec::new();
            // The first ones have the most to do.
            let work = |&n: &u64| (0..(200 - n) * 1000).fold(n, |n, _| std::hint::black_box(n));
            let done: Result<(), ()> = each(&items, n_threads, work, |n| {
                taken.push(n);
                Ok(())
            });
            assert_eq!((done, &taken), (Ok(()), &items));
        }
    }

    #[test]
    fn who_wants_no_more_gets_no_more() {
        let items: Vec<u64> = (0..1000).collect();
        let mut n_taken = 0;
        let done = each(
            &items,
            2,
            |&n| n,
            |n| {
                n_taken += 1;
                if n == 3 { Err("enough") } else { Ok(()) }
            },
        );
        assert_eq!((done, n_taken), (Err("enough"), 4));
    }

    #[test]
    fn nothing_to_do_is_done() {
        let nothing: [u64; 0] = [];
        assert_eq!(each(&nothing, 2, |&n| n, |_| Err("no")), Ok(()));
    }
}
