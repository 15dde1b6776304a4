//! The games of a match, at several boards side by side.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use crate::pairing::{EnginePair, MatchGame};

/// Why a match ended before its last game.
#[derive(Debug)]
pub enum MatchStopped<E> {
    /// The machine gives no more threads.
    Threads(io::Error),
    /// Whoever was handed a game does not go on.
    ByReceiver(E),
}

/// What is told while a match goes on.
#[derive(Debug)]
pub enum MatchNews {
    /// A game is over.
    Game(Box<MatchGame>),
    /// Some time has passed without one; so many are done.
    Waiting {
        /// How many games are over.
        n_done: usize,
    },
}

/// Plays the games with these numbers, at as many boards as there are pairs, and tells of each as
/// soon as it is over, and every `interval` without one.
///
/// # Errors
///
/// There can be no threads, or `tell` failed. The other boards finish their games.
pub fn play_games<E>(
    pairs: Vec<EnginePair>,
    numbers: &[usize],
    interval: Duration,
    mut tell: impl FnMut(MatchNews) -> Result<(), E>,
) -> Result<(), MatchStopped<E>> {
    let next = AtomicUsize::new(0);
    let (done, games) = mpsc::channel();
    thread::scope(|scope| {
        for pair in pairs {
            let (done, next) = (done.clone(), &next);
            let playing = move || play_some(pair, numbers, next, &done);
            let board = thread::Builder::new().spawn_scoped(scope, playing);
            board.map_err(MatchStopped::Threads)?;
        }
        drop(done);
        let told = tell_all(&games, interval, &mut tell);
        // After a failure the boards finish their games and find that there are no more.
        next.store(numbers.len(), Ordering::Relaxed);
        told.map_err(MatchStopped::ByReceiver)
    })
}

fn tell_all<E>(
    games: &Receiver<MatchGame>,
    interval: Duration,
    tell: &mut impl FnMut(MatchNews) -> Result<(), E>,
) -> Result<(), E> {
    let mut n_done = 0;
    loop {
        match games.recv_timeout(interval) {
            Ok(played) => {
                tell(MatchNews::Game(Box::new(played)))?;
                n_done += 1;
            }
            Err(RecvTimeoutError::Timeout) => tell(MatchNews::Waiting { n_done })?,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// Plays games at one board until there are no more, or nobody waits for them.
fn play_some(
    mut pair: EnginePair,
    numbers: &[usize],
    next: &AtomicUsize,
    done: &Sender<MatchGame>,
) {
    while let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
        let Ok(played) = pair.play(number) else {
            return;
        };
        if done.send(played).is_err() {
            return;
        }
    }
}
