//! Who thinks for the engine's seats, and the threads it thinks on: a bounded
//! number, with a bounded queue. What it thinks is none of the server's business.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use ponnuki_clock::{Control, Left};
use ponnuki_game::{Game, Move};
use ponnuki_record::Record;
use ponnuki_room::Proposal;
use ponnuki_wire::review;

/// Questions that may wait; beyond it a move would come after a minute anyway.
const N_WAITING_MAX: usize = 1_000;

/// Estimates that may wait: they are asked for out of curiosity.
const N_ESTIMATES_WAITING_MAX: usize = 8;

/// Something that plays Go. It thinks on the calling thread and looks at `stop`
/// often; what it answers after the sign is raised is thrown away.
pub trait Thinker: Send + Sync {
    /// The levels one may play against, weakest first.
    fn levels(&self) -> Vec<Level>;

    /// What to do in `game`, which is being played, before the flag of `watch` falls.
    fn choose(&self, game: &Game, level: u8, watch: Watch, stop: &StopSign) -> Decision;

    /// Which stones of a stopped game are dead, each with its reason.
    fn dead(&self, game: &Game, stop: &StopSign) -> Vec<Proposal>;

    /// What the position is worth.
    fn estimate(&self, game: &Game, stop: &StopSign) -> Estimate;

    /// Thinks about `game` until `n_visits` variations were looked at, and tells what it
    /// thinks on the way, with the whole policy if it has one; the last is returned.
    fn analyse(
        &self,
        game: &Game,
        n_visits: u32,
        stop: &StopSign,
        tell: &mut dyn FnMut(review::Position),
    ) -> review::Position;

    /// Judges every position of the main line of `record` that is not `known`, and tells
    /// after each; `None` if it was stopped.
    fn review(
        &self,
        record: Record<'_>,
        known: &[review::Known],
        n_visits: u32,
        stop: &StopSign,
        tell: &mut dyn FnMut(Reviewed),
    ) -> Option<review::Game>;
}

/// The clock of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watch {
    /// How it runs.
    pub control: Control,
    /// What is left on it.
    pub left: Left,
}

impl Watch {
    /// No clock.
    pub const NONE: Watch = Watch {
        control: Control::None,
        left: Left::Unlimited,
    };
}

/// A position of a game was judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Reviewed {
    /// How many are judged.
    pub n_done: usize,
    /// How many there are.
    pub n_all: usize,
    /// How many moves were made before this one.
    pub at: usize,
    /// What is thought of it.
    pub position: review::Position,
}

/// How strongly a [`Thinker`] can play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its number, from 1.
    pub level: u8,
    /// What to call it.
    pub name: String,
}

/// What a player does with a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Makes this move.
    Move(Move),
    /// Gives up.
    Resign,
}

/// What a position is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// Whose each point will be: 1 is surely Black's, −1 surely White's; row by row.
    pub ownership: Vec<f32>,
    /// By how many points Black leads.
    pub lead: f32,
    /// How likely Black wins, from 0 to 1.
    pub win_rate: f32,
}

/// A flag that all its clones share: raised when an answer is not wanted any more.
#[derive(Clone, Debug, Default)]
pub struct StopSign(Arc<AtomicBool>);

impl StopSign {
    /// A sign not yet raised.
    pub fn new() -> StopSign {
        StopSign::default()
    }

    /// Asks all who look at the sign to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for a thinker that has its own kind of sign.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

/// How urgent a question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// Somebody waits for it to go on playing.
    Game,
    /// Somebody is curious.
    Estimate,
}

/// Too many questions wait already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Busy;

type Question = Box<dyn FnOnce(&dyn Thinker) + Send>;

/// Threads that ask one [`Thinker`].
pub(crate) struct Pool {
    desk: Arc<Desk>,
    thinker: Arc<dyn Thinker>,
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool")
            .field("n_waiting", &self.n_waiting())
            .finish_non_exhaustive()
    }
}

struct Desk {
    waiting: Mutex<Waiting>,
    arrival: Condvar,
}

#[derive(Default)]
struct Waiting {
    games: VecDeque<(StopSign, Question)>,
    estimates: VecDeque<(StopSign, Question)>,
    is_closed: bool,
}

impl Pool {
    /// `n_threads` threads, at least one, that ask `thinker`.
    ///
    /// # Errors
    ///
    /// The machine does not give so many threads.
    pub(crate) fn start(thinker: Arc<dyn Thinker>, n_threads: usize) -> io::Result<Pool> {
        let desk = Arc::new(Desk {
            waiting: Mutex::default(),
            arrival: Condvar::new(),
        });
        for i in 0..n_threads.max(1) {
            let (desk, thinker) = (Arc::clone(&desk), Arc::clone(&thinker));
            let thread = thread::Builder::new().name(format!("thinker-{i}"));
            thread.spawn(move || {
                while let Some(question) = desk.next() {
                    question(&*thinker);
                }
            })?;
        }
        Ok(Pool { desk, thinker })
    }

    /// Whom it asks.
    pub(crate) fn thinker(&self) -> &dyn Thinker {
        &*self.thinker
    }

    /// Has `question` asked as soon as a thread is free, unless `stop` is raised
    /// before. Whoever waits for the answer sees its channel closed then.
    ///
    /// # Errors
    ///
    /// Too many questions wait.
    pub(crate) fn ask(
        &self,
        urgency: Urgency,
        stop: &StopSign,
        question: impl FnOnce(&dyn Thinker) + Send + 'static,
    ) -> Result<(), Busy> {
        let mut waiting = self.desk.lock();
        let n_games = waiting.games.len();
        let (queue, is_full) = match urgency {
            Urgency::Game => (&mut waiting.games, n_games >= N_WAITING_MAX),
            Urgency::Estimate => {
                let n_waiting = n_games + waiting.estimates.len();
                (&mut waiting.estimates, n_waiting >= N_ESTIMATES_WAITING_MAX)
            }
        };
        if is_full {
            return Err(Busy);
        }
        queue.push_back((stop.clone(), Box::new(question)));
        drop(waiting);
        self.desk.arrival.notify_one();
        Ok(())
    }

    /// How many questions wait.
    pub(crate) fn n_waiting(&self) -> usize {
        let waiting = self.desk.lock();
        waiting.games.len() + waiting.estimates.len()
    }

    /// Asks no more questions; the threads end when they have their last answer.
    pub(crate) fn close(&self) {
        let mut waiting = self.desk.lock();
        *waiting = Waiting {
            is_closed: true,
            ..Waiting::default()
        };
        drop(waiting);
        self.desk.arrival.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

impl Desk {
    /// The next question, games first; waits for one. `None` when the pool is closed.
    fn next(&self) -> Option<Question> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            let first = waiting.games.pop_front();
            match first.or_else(|| waiting.estimates.pop_front()) {
                Some((stop, _)) if stop.is_raised() => {}
                Some((_, question)) => return Some(question),
                None => {
                    let woken = self.arrival.wait(waiting);
                    waiting = woken.unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    /// Questions are asked outside this lock, so a panic leaves nothing half done in it.
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Never asked itself: the tests' questions are closures.
    struct Idle;

    impl Thinker for Idle {
        fn levels(&self) -> Vec<Level> {
            Vec::new()
        }

        fn choose(&self, _: &Game, _: u8, _: Watch, _: &StopSign) -> Decision {
            Decision::Resign
        }

        fn dead(&self, _: &Game, _: &StopSign) -> Vec<Proposal> {
            Vec::new()
        }

        fn estimate(&self, _: &Game, _: &StopSign) -> Estimate {
            Estimate {
                ownership: Vec::new(),
                lead: 0.0,
                win_rate: 0.5,
            }
        }

        fn analyse(
            &self,
            _: &Game,
            _: u32,
            _: &StopSign,
            _: &mut dyn FnMut(review::Position),
        ) -> review::Position {
            unreachable!("never asked")
        }

        fn review(
            &self,
            _: Record<'_>,
            _: &[review::Known],
            _: u32,
            _: &StopSign,
            _: &mut dyn FnMut(Reviewed),
        ) -> Option<review::Game> {
            None
        }
    }

    /// A pool of one thread that is busy until something is sent.
    fn busy_pool() -> (Pool, mpsc::Sender<()>) {
        let pool = Pool::start(Arc::new(Idle), 1).expect("a thread");
        let (go, wait) = mpsc::channel();
        let (started, is_started) = mpsc::channel();
        let asked = pool.ask(Urgency::Game, &StopSign::new(), move |_| {
            started.send(()).expect("the test waits");
            // The sender may be dropped instead.
            let _ = wait.recv();
        });
        assert_eq!(asked, Ok(()));
        is_started.recv().expect("the thread works");
        (pool, go)
    }

    #[test]
    fn games_come_before_estimates_and_what_is_not_wanted_never() {
        let (pool, go) = busy_pool();
        let (told, heard) = mpsc::channel();
        let ask = |urgency, stop: &StopSign, what: &'static str| {
            let told = told.clone();
            let asked = pool.ask(urgency, stop, move |_| {
                told.send(what).expect("the test listens");
            });
            assert_eq!(asked, Ok(()), "{what}");
        };
        let stopped = StopSign::new();
        ask(Urgency::Estimate, &StopSign::new(), "estimate");
        ask(Urgency::Game, &stopped, "not wanted");
        ask(Urgency::Game, &StopSign::new(), "move");
        assert_eq!(pool.n_waiting(), 3);
        stopped.raise();
        drop((told, go));
        assert_eq!(heard.iter().collect::<Vec<_>>(), ["move", "estimate"]);
    }

    #[test]
    fn a_full_queue_refuses_estimates_first() {
        let (pool, _go) = busy_pool();
        let ask = |urgency| pool.ask(urgency, &StopSign::new(), |_| {});
        for _ in 0..N_ESTIMATES_WAITING_MAX {
            assert_eq!(ask(Urgency::Estimate), Ok(()));
        }
        assert_eq!(ask(Urgency::Estimate), Err(Busy));
        for _ in 0..N_WAITING_MAX {
            assert_eq!(ask(Urgency::Game), Ok(()));
        }
        assert_eq!(ask(Urgency::Game), Err(Busy));
    }
}
