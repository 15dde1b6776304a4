//! Work on many things at once on several threads, with the results in the order of the things.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// How many threads the machine has for us.
pub fn n_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Does the `work` for each of `items` on up to `n_threads` threads and hands
/// the results to `take`, in the order of the items, as soon as they are there.
///
/// # Errors
///
/// The first that `take` has; no further work is then begun.
pub fn each<T: Sync, R: Send, E>(
    items: &[T],
    n_threads: usize,
    work: impl Fn(&T) -> R + Sync,
    take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let work = |item: &T, put: &mut dyn FnMut(R) -> ControlFlow<()>| {
        // There is nothing after it that could be left out.
        let _ = put(work(item));
    };
    each_in_parts(items, n_threads, work, take)
}

/// The same for work that has several results for an item. It puts each as soon as it is
/// known, and stops where nobody takes more; `take` need not wait for the last of them.
///
/// # Errors
///
/// The first that `take` has; no further work is then begun.
pub fn each_in_parts<T: Sync, R: Send, E>(
    items: &[T],
    n_threads: usize,
    work: impl Fn(&T, &mut dyn FnMut(R) -> ControlFlow<()>) + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let n_begun = AtomicUsize::new(0);
    let (done, results) = mpsc::channel();
    let toil = |done: mpsc::Sender<(usize, Option<R>)>| {
        loop {
            let i = n_begun.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(i) else { break };
            let mut put = |part| match done.send((i, Some(part))) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            };
            work(item, &mut put);
            if done.send((i, None)).is_err() {
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
        let mut line = EarlyResults::default();
        // Moved in, so that the workers see at once that nobody takes more.
        let results = results;
        for (i, part) in &results {
            line.come(i, part, &mut take)?;
        }
        Ok(())
    })
}

/// Results that wait until those before them have been taken.
#[derive(Debug)]
struct EarlyResults<R> {
    /// How many items are through.
    n_taken: usize,
    /// What is known of later items, each with whether that is all of it.
    early: BTreeMap<usize, (Vec<R>, bool)>,
}

impl<R> Default for EarlyResults<R> {
    fn default() -> EarlyResults<R> {
        EarlyResults {
            n_taken: 0,
            early: BTreeMap::new(),
        }
    }
}

impl<R> EarlyResults<R> {
    /// A part of item `i` has come, or its end.
    fn come<E>(
        &mut self,
        i: usize,
        part: Option<R>,
        take: &mut impl FnMut(R) -> Result<(), E>,
    ) -> Result<(), E> {
        if i != self.n_taken {
            let (parts, is_all) = self.early.entry(i).or_default();
            match part {
                Some(part) => parts.push(part),
                None => *is_all = true,
            }
            return Ok(());
        }
        if let Some(part) = part {
            return take(part);
        }
        self.n_taken += 1;
        while let Some((parts, is_all)) = self.early.remove(&self.n_taken) {
            parts.into_iter().try_for_each(&mut *take)?;
            if !is_all {
                break;
            }
            self.n_taken += 1;
        }
        Ok(())
    }
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

    #[test]
    fn a_part_is_taken_before_the_next_is_made() {
        // The second part is not made before somebody has taken the first.
        let (taken, was_taken) = mpsc::channel();
        let was_taken = std::sync::Mutex::new(was_taken);
        let work = |_: &(), put: &mut dyn FnMut(u32) -> ControlFlow<()>| {
            for part in 0..3 {
                assert!(put(part).is_continue());
                let seen = was_taken.lock().unwrap().recv();
                assert_eq!(seen, Ok(part));
            }
        };
        let done: Result<(), ()> = each_in_parts(&[()], 1, work, |part| {
            taken.send(part).unwrap();
            Ok(())
        });
        assert_eq!(done, Ok(()));
    }

    #[test]
    fn parts_come_in_the_order_of_the_items() {
        let mut line = EarlyResults::default();
        let mut taken = Vec::new();
        for (i, part) in [
            (1, Some("b")),
            (0, Some("a")),
            (2, Some("d")),
            (2, None),
            (0, None),
            (1, Some("c")),
            (3, None),
            (1, None),
            (4, Some("e")),
        ] {
            let mut take = |part| {
                taken.push(part);
                Ok::<(), ()>(())
            };
            line.come(i, part, &mut take).unwrap();
        }
        assert_eq!(taken, ["a", "b", "c", "d", "e"]);
    }
}
