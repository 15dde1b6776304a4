//! What one may ask of something that thinks, and the shape of its answers.
//! How it thinks is not here.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ponnuki_game::{Color, Game, Move, PointSet, Symmetry};

use crate::analysis::{Analysis, Detail, Restriction};
use crate::budget::Budget;
use crate::evaluation::Evaluation;
use crate::profile::Profile;
use crate::tuning::Tuning;

/// Something that plays Go: chooses moves, judges positions, proposes dead stones.
///
/// Every method thinks on the calling thread (and on as many helpers as
/// [`ThinkLimits::threads`] allows) and returns when a limit is reached, when the
/// [`StopSign`] is raised, or when the caller says so on seeing a snapshot, whichever is first.
///
/// ```no_run
/// use ponnuki_think::{Decision, Request, Thinker, ignore};
/// use ponnuki_game::{Game, Rules, Size};
///
/// fn one_move(thinker: &mut dyn Thinker) {
///     let game = Game::new(Size::NINE, Rules::CHINESE).unwrap();
///     match thinker.choose(&game, &Request::default(), &mut ignore).map(|choice| choice.decision) {
///         Some(Decision::Move(_mv)) => {} // play it
///         Some(Decision::Resign) => {}
///         None => {} // the game is not being played
///     }
/// }
/// ```
pub trait Thinker: Send {
    /// What to call it, for `name` commands and player lists.
    fn name(&self) -> &str;

    /// Chooses a move for the player to move; `None` if the game is not being
    /// played. The move is always legal. `on_snapshot` sees the thinking on the way.
    fn choose(
        &mut self,
        game: &Game,
        request: &Request,
        on_snapshot: &mut OnSnapshot<'_>,
    ) -> Option<Choice>;

    /// Judges the position for the player to move, showing `on_snapshot` a snapshot
    /// every [`Request::interval`], and returns the last one. A game that is
    /// stopped or over is judged as it stands, without candidates.
    fn analyse(
        &mut self,
        game: &Game,
        request: &Request,
        on_snapshot: &mut OnSnapshot<'_>,
    ) -> Analysis;

    /// Proposes which chains are dead, each as a whole, whatever the phase of
    /// the game. Under a rulebook that removes no dead stones the proposal
    /// still says which stones could not escape capture.
    fn dead_chains(&mut self, game: &Game, request: &Request) -> Vec<DeadChain>;

    /// What its network says of the position, looked at in this symmetry and
    /// without any search, as these people if it is one that imitates people; `None` if
    /// it has no network.
    fn look(
        &mut self,
        _game: &Game,
        _symmetry: Symmetry,
        _profile: Option<Profile>,
    ) -> Option<Evaluation> {
        None
    }

    /// Begins anew with this seed: what follows depends on nothing before.
    /// With one thread and a limit of playouts alone, the same seed and the
    /// same questions get the same answers on every machine.
    fn reseed(&mut self, seed: u64);
}

/// Sees a snapshot of the thinking and says whether to go on. May not block
/// for long: thinking waits for it.
pub type OnSnapshot<'a> = dyn FnMut(&Analysis) -> ControlFlow<()> + 'a;

/// Looks at no snapshot and never says stop.
pub fn ignore(_: &Analysis) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// A question, apart from the game it is about.
#[derive(Clone, Debug)]
pub struct Request {
    /// How long to think.
    pub limits: ThinkLimits,
    /// Raise it from any thread to have the answer now.
    pub stop: StopSign,
    /// How often a snapshot is shown; a tenth of a second by default.
    pub interval: Duration,
    /// Moves to leave out of the search; nothing by default.
    pub restrictions: Vec<Restriction>,
    /// How much to tell of each candidate; numbers and a variation by default.
    pub detail: Detail,
    /// How long a move is worth thinking about, within the limits: the answer
    /// comes earlier when it is clear, and later when it is not. Without it,
    /// which is the default, all of [`ThinkLimits::time`] is used.
    pub budget: Option<Budget>,
    /// What may be used of earlier thinking; the tree by default.
    pub memory: Memory,
    /// How to think, if not as usual: thinkers with a network go by it.
    pub tuning: Tuning,
    /// Whom to imitate, where there is a network that imitates people; nobody by default.
    pub imitation: Option<Imitation>,
}

/// Which people to imitate, and how far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Imitation {
    /// The people. A network that imitates people judges positions as they do.
    pub profile: Profile,
    /// How many of the moves that are chosen are theirs, from 0 to 1.
    pub share: f32,
}

/// What may be used of earlier thinking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    /// The tree of the last question, where it leads to this one.
    #[default]
    Tree,
    /// Only what was judged in the same game before: it makes the answer come sooner, and does
    /// not change it. So the answer depends on nothing that was asked before.
    Judgments,
}

impl Default for Request {
    fn default() -> Request {
        Request::within(ThinkLimits::default())
    }
}

impl Request {
    /// A question without restrictions, to be answered within `limits`.
    pub fn within(limits: ThinkLimits) -> Request {
        Request {
            limits,
            stop: StopSign::new(),
            interval: Duration::from_millis(100),
            restrictions: Vec::new(),
            detail: Detail::default(),
            budget: None,
            memory: Memory::default(),
            imitation: None,
            tuning: Tuning::default(),
        }
    }
}

/// How much thinking to do: until the first of these is reached.
///
/// If neither time nor playouts are limited, thinking goes on until the stop
/// sign is raised or whoever sees a snapshot says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThinkLimits {
    /// At most so long; a second by default.
    pub time: Option<Duration>,
    /// At most so many playouts (visits of the root), all threads together; no limit by default.
    pub playouts: Option<u64>,
    /// How many threads may think; one by default, and never fewer.
    pub threads: usize,
}

impl Default for ThinkLimits {
    fn default() -> ThinkLimits {
        ThinkLimits {
            time: Some(Duration::from_secs(1)),
            playouts: None,
            threads: 1,
        }
    }
}

impl ThinkLimits {
    /// So many playouts on one thread, however long they take: the same answer on every machine.
    pub fn playouts(n: u64) -> ThinkLimits {
        ThinkLimits {
            time: None,
            playouts: Some(n),
            threads: 1,
        }
    }

    /// So long on one thread.
    pub fn time(time: Duration) -> ThinkLimits {
        ThinkLimits {
            time: Some(time),
            ..ThinkLimits::default()
        }
    }

    /// No limit but the stop sign and what is said on seeing a snapshot.
    pub fn none() -> ThinkLimits {
        ThinkLimits {
            time: None,
            ..ThinkLimits::default()
        }
    }
}

/// A flag that all its clones share: raised on one thread, seen on another.
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
}

/// What to do, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What to do.
    pub decision: Decision,
    /// The thinking behind it.
    pub analysis: Analysis,
}

/// What a player does with a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Makes this move.
    Move(Move),
    /// Gives up.
    Resign,
}

/// A chain that could not escape capture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeadChain {
    /// Whose it is.
    pub color: Color,
    /// All its stones.
    pub stones: PointSet,
    /// Whose its points are expected to be, on average: 1 is Black's, −1 White's.
    pub ownership: f32,
    /// What speaks against it.
    pub reason: DeadReason,
}

/// Why a chain is taken for dead, the surest reason first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadReason {
    /// It stands inside the area of enemy chains that live unconditionally,
    /// and has no room for two eyes there.
    InsidePassAlive,
    /// It was captured in every playout.
    CapturedAlways,
    /// It is caught by reading, even if its owner moves first.
    CaughtByReading,
    /// It has no room for two eyes, and is expected to be captured.
    NoEyes,
    /// A network is sure that its points become the opponent's.
    JudgedLost,
    /// It was captured in most playouts.
    CapturedMostly,
}

/// All stones of some dead chains, as [`Game::agree`] wants them.
pub fn dead_stones(chains: &[DeadChain]) -> PointSet {
    chains
        .iter()
        .fold(PointSet::EMPTY, |all, chain| all | chain.stones)
}
