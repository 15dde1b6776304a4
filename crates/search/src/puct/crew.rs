//! Those who grow a tree together: one worker for each evaluator.
//!
//! A worker takes the tree for as long as it needs to find a leaf, plays the
//! moves to it on a board of its own, and when it has a handful of leaves that
//! nobody has judged before it has them judged, the tree being free meanwhile.
//! Trials under way look lost to others, so that they go elsewhere.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use ponnuki_game::{Game, Move, Size, Symmetry};
use ponnuki_think::{Evaluation, Restriction};

use super::Sharing;
use super::arena::{Edge, NodeAt, ROOT};
use super::cache::{Cache, Fingerprint};
use super::ending::{Standing, judged, standing, stopped, write_expected_owners};
use super::evaluate::{Evaluate, EvaluationRequest, TreePlace};
use super::growth::{Descent, Finding, Growth};
use super::mirror::Mirror;
use super::moves;
use super::value::Value;

/// For each leaf that is to be judged, at most so many trials end without
/// one before what was found is judged: so that a worker comes up for air
/// when a game is over but for the counting.
const N_TRIALS_PER_LEAF: usize = 16;

/// What all workers share.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    pub(super) game: &'a Game,
    pub(super) restrictions: &'a [Restriction],
    pub(super) n_visits_max: u64,
    /// Whether leaves are turned before they are judged.
    pub(super) is_turning: bool,
    /// Which positions share a judgment.
    pub(super) sharing: Sharing,
    /// An opponent who mirrors, if that matters.
    pub(super) mirror: Option<Mirror>,
    growth: Mutex<&'a mut Growth>,
    cache: Mutex<&'a mut Cache>,
    is_over: AtomicBool,
    /// Rung when trials have ended, and when it is over.
    bell: Condvar,
}

impl<'a> Shared<'a> {
    pub(super) fn new(game: &'a Game, growth: &'a mut Growth, cache: &'a mut Cache) -> Shared<'a> {
        Shared {
            game,
            restrictions: &[],
            n_visits_max: u64::MAX,
            is_turning: false,
            sharing: Sharing::Positions,
            mirror: None,
            growth: Mutex::new(growth),
            cache: Mutex::new(cache),
            is_over: AtomicBool::new(false),
            bell: Condvar::new(),
        }
    }

    /// A panic that poisons the tree reaches the caller anyway, when the threads are joined.
    pub(super) fn growth(&self) -> MutexGuard<'_, &'a mut Growth> {
        self.growth.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cache(&self) -> MutexGuard<'_, &'a mut Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends all workers home.
    pub(super) fn finish(&self) {
        let _growth = self.growth();
        self.is_over.store(true, Ordering::Relaxed);
        self.bell.notify_all();
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Waits until a trial has ended that had not when `n_settled` had; false
    /// if none is under way.
    fn wait(&self, n_settled: u64) -> bool {
        let mut growth = self.growth();
        loop {
            if growth.n_settled != n_settled || self.is_over() {
                return true;
            }
            if growth.arena.node(ROOT).n_pending == 0 {
                return false;
            }
            growth = self
                .bell
                .wait(growth)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// One that grows the tree.
pub(super) struct Worker<'a, E> {
    shared: &'a Shared<'a>,
    evaluator: E,
    /// Leaves that wait to be settled, and what is asked and answered about
    /// each: what has to be judged stands in front, what is known at the back.
    leaves: Vec<Leaf>,
    questions: Vec<EvaluationRequest>,
    answers: Vec<Evaluation>,
    /// How many leaves have to be judged. Derived from `leaves`.
    n_asked: usize,
    /// Room for the leaf being looked at.
    path: Vec<Move>,
    moves: Vec<Edge>,
    owners: Vec<i8>,
}

/// A node that waits to be settled.
struct Leaf {
    at: NodeAt,
    /// Where its question and its answer stand.
    slot: usize,
    depth: usize,
    fingerprint: Fingerprint,
    /// Whether play stopped there.
    is_stopped: bool,
}

/// Why a worker stopped looking for leaves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gathered {
    /// There are some to judge, or trials have ended at known nodes.
    Some,
    /// Nothing was to be had: the tree had seen so many trials end.
    Blocked { n_settled: u64 },
    /// All trials that were asked for are done or under way.
    Enough,
}

impl<'a, E: Evaluate> Worker<'a, E> {
    pub(super) fn new(shared: &'a Shared<'a>, evaluator: E) -> Worker<'a, E> {
        let size = shared.game.size();
        let n_max = evaluator.batch_max().max(1);
        let question = EvaluationRequest {
            game: shared.game.clone(),
            symmetry: Symmetry::IDENTITY,
            place: TreePlace::Within,
        };
        Worker {
            shared,
            evaluator,
            leaves: Vec::with_capacity(n_max),
            n_asked: 0,
            questions: vec![question; n_max],
            answers: vec![Evaluation::blank(size); n_max],
            path: Vec::with_capacity(size.n_points()),
            moves: Vec::with_capacity(size.n_points() + 1),
            owners: vec![0; size.n_points()],
        }
    }

    /// Works until it is over. `rest` is called after each round and says
    /// whether to go on.
    pub(super) fn work(&mut self, mut rest: impl FnMut() -> bool) {
        let _alarm = Alarm(self.shared);
        while !self.shared.is_over() {
            match self.gather() {
                Gathered::Some => self.judge(),
                Gathered::Blocked { n_settled } => {
                    if !self.shared.wait(n_settled) {
                        return;
                    }
                }
                Gathered::Enough => return,
            }
            if !rest() {
                self.shared.finish();
            }
        }
    }

    /// Begins trials until there are enough leaves to judge.
    fn gather(&mut self) -> Gathered {
        let n_leaves_max = self.questions.len();
        let mut n_trials = 0;
        self.leaves.clear();
        self.n_asked = 0;
        while self.leaves.len() < n_leaves_max && n_trials < N_TRIALS_PER_LEAF * n_leaves_max {
            let mut growth = self.shared.growth();
            if growth.n_begun() >= self.shared.n_visits_max {
                break;
            }
            let n_settled = growth.n_settled;
            let descent = growth.descend(&mut self.path);
            drop(growth);
            match descent {
                Descent::Asks(at) => self.arrive(at),
                Descent::Settled => {}
                Descent::Blocked if n_trials == 0 => return Gathered::Blocked { n_settled },
                Descent::Blocked => break,
            }
            n_trials += 1;
        }
        if n_trials == 0 {
            return Gathered::Enough;
        }
        Gathered::Some
    }

    /// Looks at a new leaf: settles it at once if it is known, or keeps it to
    /// be judged with others.
    fn arrive(&mut self, at: NodeAt) {
        let slot = self.n_asked;
        let question = &mut self.questions[slot];
        question.game.clone_from(self.shared.game);
        for &mv in &self.path {
            let played = question.game.play(mv);
            debug_assert_eq!(played, Ok(()), "the tree has legal moves only");
        }
        let depth = self.path.len();
        let is_stopped = match standing(&mut question.game, depth, &mut self.owners) {
            Standing::Ended(value) => {
                self.moves.clear();
                self.settle(at, value);
                return;
            }
            Standing::Stopped => true,
            Standing::Playing => false,
        };
        let fingerprint = match self.shared.sharing {
            Sharing::Positions => Fingerprint::of(&question.game),
            Sharing::Paths => Fingerprint::of_path(&question.game),
        };
        question.symmetry = match self.shared.is_turning {
            true => symmetry_by(fingerprint.bits(), question.game.size()),
            false => Symmetry::IDENTITY,
        };
        let mut leaf = Leaf {
            at,
            slot,
            depth,
            fingerprint,
            is_stopped,
        };
        let is_known = self
            .shared
            .cache()
            .recall(fingerprint, &mut self.answers[slot]);
        match (is_known, self.shared.sharing) {
            (false, _) => self.n_asked += 1,
            (true, Sharing::Positions) => return self.learn(&leaf),
            // It waits as one does that has to be judged, so that the tree grows as if
            // nothing had been known.
            (true, Sharing::Paths) => {
                let n_known = self.leaves.len() - self.n_asked;
                leaf.slot = self.questions.len() - 1 - n_known;
                self.questions.swap(slot, leaf.slot);
                self.answers.swap(slot, leaf.slot);
            }
        }
        self.leaves.push(leaf);
    }

    /// Has all leaves judged that have to be, and settles all.
    fn judge(&mut self) {
        let n = self.n_asked;
        if n > 0 {
            self.evaluator
                .evaluate(&self.questions[..n], &mut self.answers[..n]);
        }
        let leaves = std::mem::take(&mut self.leaves);
        for leaf in &leaves {
            if leaf.slot < n {
                self.shared
                    .cache()
                    .remember(leaf.fingerprint, &self.answers[leaf.slot]);
            }
            self.learn(leaf);
        }
        self.leaves = leaves;
    }

    /// Settles a leaf with its answer.
    fn learn(&mut self, leaf: &Leaf) {
        let (game, answer) = (&self.questions[leaf.slot].game, &self.answers[leaf.slot]);
        let value = if leaf.is_stopped {
            self.moves.clear();
            stopped(game, answer, &mut self.owners)
        } else {
            let turn = game.turn();
            let admits = |mv| {
                let mut restrictions = self.shared.restrictions.iter();
                restrictions.all(|restriction| restriction.admits(turn, mv, leaf.depth))
            };
            moves::list(game, answer, admits, &mut self.moves);
            if let Some(mirror) = &self.shared.mirror {
                mirror.expect(game, &mut self.moves);
            }
            write_expected_owners(answer, turn, &mut self.owners);
            judged(game, answer)
        };
        self.settle(leaf.at, value);
    }

    fn settle(&mut self, at: NodeAt, value: Value) {
        let finding = Finding {
            value,
            moves: &self.moves,
            owners: &self.owners,
        };
        self.shared.growth().settle(at, &finding);
        self.shared.bell.notify_all();
    }
}

/// Sends all others home if a worker panics, for they might wait for it.
struct Alarm<'a>(&'a Shared<'a>);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.finish();
        }
    }
}

/// One of the symmetries of a board of `size`, picked by `bits`.
fn symmetry_by(bits: u64, size: Size) -> Symmetry {
    let n = Symmetry::all(size).len() as u64;
    Symmetry::new((bits % n) as u8).unwrap_or_default()
}
