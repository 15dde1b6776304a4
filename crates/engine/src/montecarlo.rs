//! A thinker without a network: trees of playouts, one for each thread.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ponnuki_game::{Dice, Game, PointSet};
use ponnuki_search::{SearchTree, TreeSettings};
use ponnuki_think::{
    Analysis, Choice, DeadChain, Detail, OnSnapshot, Request, StopSign, ThinkLimits, Thinker,
    dead_stones,
};

use crate::dead::PlayoutOwnership;
use crate::decide::{Resignation, choose};

/// More threads than this would only wait for each other.
const N_THREADS_MAX: usize = 256;
/// Playouts after which the dead stones of a finished game are as clear as they get.
const N_DEAD_PLAYOUTS_MAX: u64 = 2_000;

/// How often it is asked whether the choice is clear: it takes all trees for a moment.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// How a [`MonteCarlo`] behaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MonteCarloSettings {
    /// How large each thread's tree may grow.
    pub tree: TreeSettings,
    /// When to give up; `None` plays to the end.
    pub resignation: Option<Resignation>,
    /// Where all chance comes from; 0 by default.
    pub seed: u64,
}

impl Default for MonteCarloSettings {
    fn default() -> MonteCarloSettings {
        MonteCarloSettings {
            tree: TreeSettings::default(),
            resignation: Some(Resignation::default()),
            seed: 0,
        }
    }
}

/// Thinks by playing games to their end, many times over.
#[derive(Clone, Debug)]
pub struct MonteCarlo {
    settings: MonteCarloSettings,
    dice: Dice,
}

impl MonteCarlo {
    /// One that behaves as `settings` say.
    pub fn new(settings: MonteCarloSettings) -> MonteCarlo {
        MonteCarlo {
            dice: Dice::new(settings.seed),
            settings,
        }
    }

    /// Grows one tree for each thread until a limit is reached; what they
    /// think together is the answer.
    fn search(&mut self, game: &Game, request: &Request, watch: &mut OnSnapshot<'_>) -> Analysis {
        let mut plant = || {
            let tree = SearchTree::new(game, self.settings.tree, Dice::new(self.dice.roll()));
            Mutex::new(tree.restricted(&request.restrictions))
        };
        let first = plant();
        let n_others = request.limits.threads.clamp(1, N_THREADS_MAX) - 1;
        let others: Vec<_> = (0..n_others).map(|_| plant()).collect();
        let bounds = Bounds::new(request);
        // However short the time, there is an answer.
        lock(&first).playout();
        thread::scope(|scope| {
            for tree in &others {
                scope.spawn(|| while bounds.grow(tree) {});
            }
            let (began, mut shown_at) = (Instant::now(), Instant::now());
            let mut looked_at = began;
            while bounds.grow(&first) {
                if let Some(budget) = request.budget
                    && looked_at.elapsed() >= LOOK_EVERY
                {
                    let (n_trials, most) = (bounds.n_playouts(), most_visits(&first, &others));
                    if budget.is_enough(began.elapsed(), n_trials, most) {
                        bounds.enough.raise();
                    }
                    looked_at = Instant::now();
                }
                if shown_at.elapsed() >= request.interval {
                    let found = detailed(together(&first, &others), request.detail);
                    if watch(&found).is_break() {
                        bounds.enough.raise();
                    }
                    shown_at = Instant::now();
                }
            }
        });
        detailed(together(&first, &others), request.detail)
    }
}

/// What was found, with how far ownership varies if that is wanted. A playout ends with each
/// point being somebody's, so it follows from the average.
fn detailed(mut found: Analysis, detail: Detail) -> Analysis {
    if detail == Detail::OwnershipStdev {
        let stdev = |&mean: &f32| (1.0 - mean * mean).max(0.0).sqrt();
        found.ownership_stdev = Some(found.ownership.iter().map(stdev).collect());
    }
    found
}

/// What trees, some of which are growing, think together.
fn together(first: &Mutex<SearchTree>, others: &[Mutex<SearchTree>]) -> Analysis {
    let others: Vec<_> = others.iter().map(lock).collect();
    let others: Vec<&SearchTree> = others.iter().map(|tree| &**tree).collect();
    lock(first).analysis_with(&others)
}

/// How often their most tried move was tried, and the next.
fn most_visits(first: &Mutex<SearchTree>, others: &[Mutex<SearchTree>]) -> [u64; 2] {
    let others: Vec<_> = others.iter().map(lock).collect();
    let others: Vec<&SearchTree> = others.iter().map(|tree| &**tree).collect();
    lock(first).most_visits_with(&others)
}

/// A panic that poisons a tree reaches the caller anyway, when the threads are joined.
fn lock(tree: &Mutex<SearchTree>) -> MutexGuard<'_, SearchTree> {
    tree.lock().unwrap_or_else(PoisonError::into_inner)
}

/// When to stop.
struct Bounds<'a> {
    stop: &'a StopSign,
    /// Raised when the watcher has seen enough.
    enough: StopSign,
    deadline: Option<Instant>,
    n_playouts_max: u64,
    n_begun: AtomicU64,
}

impl Bounds<'_> {
    fn new(request: &Request) -> Bounds<'_> {
        let limits = request.limits;
        Bounds {
            stop: &request.stop,
            enough: StopSign::new(),
            // A time too long to be told is no limit.
            deadline: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            n_playouts_max: limits.playouts.unwrap_or(u64::MAX),
            n_begun: AtomicU64::new(1),
        }
    }

    /// Whether there is no time left, or someone said stop.
    fn is_reached(&self) -> bool {
        let is_late = |deadline| Instant::now() >= deadline;
        self.stop.is_raised() || self.enough.is_raised() || self.deadline.is_some_and(is_late)
    }

    /// How many playouts were made, by all threads.
    fn n_playouts(&self) -> u64 {
        self.n_begun.load(Ordering::Relaxed)
    }

    /// Adds a playout to `tree`; false when it is time to stop.
    fn grow(&self, tree: &Mutex<SearchTree>) -> bool {
        if self.is_reached() {
            return false;
        }
        let n_begun = self.n_begun.fetch_add(1, Ordering::Relaxed);
        if n_begun >= self.n_playouts_max {
            return false;
        }
        lock(tree).playout();
        true
    }
}

impl Thinker for MonteCarlo {
    fn name(&self) -> &str {
        "Ponnuki Monte Carlo"
    }

    fn choose(
        &mut self,
        game: &Game,
        request: &Request,
        watch: &mut OnSnapshot<'_>,
    ) -> Option<Choice> {
        choose(game, request, self.settings.resignation, |request| {
            self.search(game, request, watch)
        })
    }

    fn analyse(&mut self, game: &Game, request: &Request, watch: &mut OnSnapshot<'_>) -> Analysis {
        self.search(game, request, watch)
    }

    fn dead_chains(&mut self, game: &Game, request: &Request) -> Vec<DeadChain> {
        let mut playouts = PlayoutOwnership::new(game, Dice::new(self.dice.roll()));
        let bounds = Bounds::new(request);
        let n_pairs_max = bounds.n_playouts_max.min(N_DEAD_PLAYOUTS_MAX) / 2;
        for n_pairs in 0..n_pairs_max.max(1) {
            if n_pairs > 0 && bounds.is_reached() {
                break;
            }
            playouts.play_out();
        }
        playouts.dead_chains()
    }

    fn reseed(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
    }
}

/// The stones that so many playouts find dead, the same on every machine: for a referee between
/// players who do not agree.
pub fn dead_by_playouts(game: &Game, n_playouts: u64) -> PointSet {
    let request = Request::within(ThinkLimits::playouts(n_playouts));
    let chains = MonteCarlo::new(MonteCarloSettings::default()).dead_chains(game, &request);
    dead_stones(&chains)
}
