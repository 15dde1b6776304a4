//! A thinker that can think on during the opponent's time.

use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use ponnuki_game::Game;
use ponnuki_think::{Request, StopSign, Thinker, ignore};

use crate::inbox::{Inbox, Ring};

/// After this long the opponent has gone to bed.
const PONDERING_TIME_MAX: Duration = Duration::from_secs(3600);

/// A thinker, and the thread on which it ponders, if it does.
pub(super) struct PonderingThinker {
    thinker: Arc<Mutex<Box<dyn Thinker>>>,
    /// While it runs it holds the lock of the thinker.
    pondering: Option<PonderingThread>,
}

struct PonderingThread {
    stop: StopSign,
    thread: JoinHandle<()>,
}

impl PonderingThinker {
    pub(super) fn new(thinker: Box<dyn Thinker>) -> PonderingThinker {
        PonderingThinker {
            thinker: Arc::new(Mutex::new(thinker)),
            pondering: None,
        }
    }

    /// The thinker. If it is pondering it ends that first: within a batch of
    /// positions, and it was told to when the command arrived.
    pub(super) fn thinker(&mut self) -> MutexGuard<'_, Box<dyn Thinker>> {
        if let Some(pondering) = self.pondering.take() {
            pondering.stop.raise();
            if let Err(panic) = pondering.thread.join() {
                resume_unwind(panic);
            }
        }
        lock(&self.thinker)
    }

    /// Thinks about `game` as `request` says, on a thread of its own, until something
    /// arrives in `inbox`. Nobody waits for it: commands that need no thought are answered
    /// meanwhile. Without a thread to be had there is no pondering.
    pub(super) fn ponder(&mut self, game: &Game, mut request: Request, inbox: &Inbox) {
        if self.pondering.is_some() {
            return;
        }
        request.limits.time = Some(PONDERING_TIME_MAX);
        request.interval = PONDERING_TIME_MAX;
        let (stop, game) = (request.stop.clone(), game.clone());
        let thinker = Arc::clone(&self.thinker);
        let spawned = Builder::new().spawn(move || {
            lock(&thinker).analyse(&game, &request, &mut ignore);
        });
        let Ok(thread) = spawned else { return };
        inbox.stop_at(Ring::AtInput, &stop);
        self.pondering = Some(PonderingThread { stop, thread });
    }
}

/// The thinker; a thread that panicked with it has ended the program already.
fn lock(thinker: &Mutex<Box<dyn Thinker>>) -> MutexGuard<'_, Box<dyn Thinker>> {
    thinker.lock().unwrap_or_else(PoisonError::into_inner)
}
