//! What thinks: for a command, or on the opponent's time until something arrives.

use std::panic::resume_unwind;
use std::sync::mpsc;
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use ponnuki_engine::{MonteCarlo, Request, Settings, StopSign, Thinker, ignore};
use ponnuki_game::Game;
use ponnuki_gtp::{Inbox, Ring};

/// After this long the opponent has gone to bed.
const PONDERING_TIME_MAX: Duration = Duration::from_secs(3600);

/// A thinker, here or lent to a thread of its own.
pub(super) struct Mind {
    here: Option<Box<dyn Thinker>>,
    pondering: Option<Pondering>,
}

struct Pondering {
    stop: StopSign,
    thread: JoinHandle<Option<Box<dyn Thinker>>>,
}

impl Mind {
    pub(super) fn new(thinker: Box<dyn Thinker>) -> Mind {
        Mind {
            here: Some(thinker),
            pondering: None,
        }
    }

    /// The thinker. If it is pondering it ends that first: within a batch of
    /// positions, and it was told to when the command arrived.
    pub(super) fn thinker(&mut self) -> &mut dyn Thinker {
        if let Some(pondering) = self.pondering.take() {
            pondering.stop.raise();
            match pondering.thread.join() {
                Ok(thinker) => self.here = thinker,
                Err(panic) => resume_unwind(panic),
            }
        }
        // Whoever had it has given it back, so another is never needed.
        let another = || -> Box<dyn Thinker> { Box::new(MonteCarlo::new(Settings::default())) };
        self.here.get_or_insert_with(another).as_mut()
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
        let (lend, borrow) = mpsc::channel::<Box<dyn Thinker>>();
        let spawned = Builder::new().spawn(move || {
            let mut thinker = borrow.recv().ok()?;
            thinker.analyse(&game, &request, &mut ignore);
            Some(thinker)
        });
        let Ok(thread) = spawned else { return };
        if let Some(thinker) = self.here.take() {
            // The thread waits for it, so it is taken.
            drop(lend.send(thinker));
        }
        let raised = stop.clone();
        inbox.alarm(Ring::AtInput, move || raised.raise());
        self.pondering = Some(Pondering { stop, thread });
    }
}
