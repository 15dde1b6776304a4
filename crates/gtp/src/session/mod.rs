//! An engine's session: what it keeps between two commands (a game, a thinker, clocks), and the
//! commands themselves. What thinks is handed in by a [`SessionHost`].
//!
//! The modules: `host`, `pondering`, `imitation`, `clocks`, `report` serve the session;
//! `controls`, `game_commands`, `handicap`, `scoring`, `about`, `raw`, `thinking`, `search` and
//! `analyze` carry out commands, and `commands` lists them all.

mod about;
mod analyze;
mod clocks;
mod commands;
mod controls;
mod game_commands;
mod handicap;
mod host;
mod imitation;
mod pondering;
mod raw;
mod report;
mod scoring;
mod search;
mod thinking;

use std::fmt;
use std::time::Duration;

use ponnuki_game::{
    Board, Color, DeadStones, Game, Move, Odds, Phase, PointSet, Rules, Setup, Size,
};
use ponnuki_think::{Budget, NoProfile, Request, ThinkLimits, TurnQuestion, dead_stones, going_on};

pub use self::about::KATAGO_VERSION;
pub use self::host::{SessionHost, Strength};

use self::clocks::Clocks;
use self::commands::ROWS;
use self::controls::Controls;
use self::imitation::ImitatedPeople;
use self::pondering::PonderingThinker;
use crate::inbox::Inbox;
use crate::refusal::CommandRefusal;
use crate::response::ReplyText;
use crate::serve::{CommandTable, CommandTableError, Entry, Listed};

/// How long a move may take where nobody said anything about time or playouts:
/// short enough for a game in the evening.
const TIME_DEFAULT: Duration = Duration::from_secs(2);

/// How long it may take to find out which stones are dead: clients wait for it
/// with a person before them.
const DEAD_STONES_TIME_MAX: Duration = Duration::from_secs(10);

/// Fewer playouts than this do not tell which stones are dead.
const DEAD_STONES_PLAYOUTS_MIN: u64 = 400;

/// The chance of winning below which an engine gives up where nobody says.
const RESIGN_AT: f32 = 0.04;

/// What a command is answered with.
type Answer = Result<ReplyText, CommandRefusal>;

/// The highest chance of winning at which one may give up: whoever would still win one game in
/// two has no reason to.
pub const RESIGN_AT_MAX: f32 = 0.5;

/// Who the engine says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineIdentity {
    /// Its own name and version.
    Ponnuki,
    /// KataGo's, for programs that speak its dialect to nobody else.
    Katago,
}

/// How much thinking a move may take where no clock says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionEffort {
    /// At most so long, clock or not.
    pub time: Option<Duration>,
    /// At most so many playouts.
    pub playouts: Option<u64>,
    /// With so many threads.
    pub threads: usize,
    /// Where all chance comes from.
    pub seed: u64,
    /// Whether to think during the opponent's time.
    pub pondering: Pondering,
}

/// Whether an engine thinks during the opponent's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pondering {
    /// It waits.
    Off,
    /// It thinks on.
    On,
}

/// An engine that answers GTP commands, with those of KataGo, Leela Zero, GoGui, KGS and CGOS:
/// what it keeps between two commands. [`EngineSession::commands`] has the commands for
/// [`serve`](crate::serve).
pub struct EngineSession {
    host: Box<dyn SessionHost>,
    game: Game,
    pondering: PonderingThinker,
    effort: SessionEffort,
    controls: Controls,
    clock: Clocks,
    identity: EngineIdentity,
    imitated: ImitatedPeople,
    /// Time spent on thinking, all threads together.
    thought: Duration,
    /// The last board whose dead stones were asked for, and these: lists that
    /// are asked for one after the other must not contradict each other.
    judged: Option<(Board, PointSet)>,
}

impl fmt::Debug for EngineSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineSession")
            .field("game", &self.game)
            .field("effort", &self.effort)
            .field("controls", &self.controls)
            .field("identity", &self.identity)
            .finish_non_exhaustive()
    }
}

impl EngineSession {
    /// A session of `host` that begins with `game` and plays at this strength.
    pub fn new(
        host: Box<dyn SessionHost>,
        game: Game,
        strength: Strength,
        effort: SessionEffort,
        identity: EngineIdentity,
    ) -> EngineSession {
        let controls = Controls::new(strength);
        EngineSession {
            pondering: PonderingThinker::new(host.thinker(strength, effort.seed)),
            host,
            game,
            effort,
            controls,
            clock: Clocks::default(),
            identity,
            imitated: ImitatedPeople::default(),
            thought: Duration::ZERO,
            judged: None,
        }
    }

    /// Makes every move as people of this profile do, until a client sets it otherwise.
    ///
    /// # Errors
    ///
    /// No people are called so, or nothing here can imitate them.
    pub fn imitate(&mut self, profile: &str) -> Result<(), NoProfile> {
        self.imitated.choose(profile, self.host.human_models())?;
        self.imitated.share = 1.0;
        Ok(())
    }

    /// The commands that the session answers. Those that need a network are understood without
    /// one, but not listed: they would only be refused.
    pub fn commands(&self) -> Result<CommandTable<EngineSession>, CommandTableError> {
        let is_offered = |name: &str| match name {
            raw::NAME => self.host.has_network(),
            raw::HUMAN_NAME => self.host.human_models().is_beside(),
            _ => true,
        };
        let entries = ROWS.iter().map(|row| row.entry);
        CommandTable::new(entries.map(|entry| match is_offered(entry.name) {
            true => entry,
            false => Entry {
                listed: Listed::No,
                ..entry
            },
        }))
    }

    fn size(&self) -> Size {
        self.game.size()
    }

    fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// Begins a new game with the rules and the komi of the last one, after a `change`.
    ///
    /// # Errors
    ///
    /// If there is no such game; the session is then as it was.
    fn restart(&mut self, change: impl FnOnce(&mut Setup)) -> Result<(), CommandRefusal> {
        let mut setup = Setup::new(self.size(), *self.rules());
        setup.komi = self.game.setup().komi;
        change(&mut setup);
        self.game = start(setup)?;
        self.clock.restart();
        Ok(())
    }

    /// Lets the game have begun otherwise, and its moves be made again,
    /// whatever the laws now say of them.
    ///
    /// # Errors
    ///
    /// If there is no such game; the session is then as it was.
    fn restate(&mut self, change: impl FnOnce(&mut Setup)) -> Result<(), CommandRefusal> {
        let mut setup = self.game.setup().clone();
        change(&mut setup);
        let mut game = start(setup)?;
        for (color, mv) in self.game.moves() {
            game.force(color, mv)
                .map_err(|_| CommandRefusal::IllegalMove)?;
        }
        self.game = game;
        Ok(())
    }

    /// Moves for `color`, in turn or not, and after the end too: clients set up
    /// boards move by move, and go on when they like.
    ///
    /// # Errors
    ///
    /// [`CommandRefusal::IllegalMove`]; the game is then as it was.
    fn play(&mut self, color: Color, mv: Move) -> Result<(), CommandRefusal> {
        let played = match self.game.phase() {
            Phase::Playing => self.game.play_for(color, mv),
            // The laws but the one that play has ended are those before the last pass.
            Phase::Stopped | Phase::Over(_) => {
                let tried = going_on(&self.game).play_for(color, mv);
                tried.and_then(|()| self.game.force(color, mv).map(drop))
            }
        };
        played.map_err(|_| CommandRefusal::IllegalMove)
    }

    /// What `color` is to think about when asked for a move.
    fn question(&self, color: Color) -> TurnQuestion {
        TurnQuestion::of(&self.game, color)
    }

    /// What to ask of the thinker for a move of `color`: how much to think.
    fn request(&self, color: Color) -> Request {
        let SessionEffort {
            time,
            playouts,
            threads,
            ..
        } = self.effort;
        let by_option = match (time, playouts) {
            (None, None) => Some(TIME_DEFAULT),
            (time, _) => time,
        };
        let budget = match (self.clock.budget(color, &self.game), time) {
            (Some(by_clock), time) => Some(by_clock.capped(time.unwrap_or(Duration::MAX))),
            (None, _) => by_option.map(Budget::at_most),
        };
        let limits = ThinkLimits {
            time: budget.map(|budget| budget.hard),
            playouts,
            threads,
        };
        Request {
            budget,
            interval: Duration::MAX,
            imitation: self.imitated.imitation(),
            tuning: self.controls.for_play(),
            ..Request::within(limits)
        }
    }

    /// Thinks so from now on. Where another thinker is needed for it, what the last one knew is
    /// forgotten.
    fn steer(&mut self, controls: Controls, imitated: ImitatedPeople, effort: SessionEffort) {
        let of_thinker = |controls: &Controls| {
            let Controls {
                level,
                resign_at,
                gives_up,
                ..
            } = *controls;
            (level, resign_at, gives_up)
        };
        if of_thinker(&controls) != of_thinker(&self.controls) {
            // The last one may be thinking on the opponent's time.
            drop(self.pondering.thinker());
            let thinker = self.host.thinker(controls.strength(), effort.seed);
            self.pondering = PonderingThinker::new(thinker);
        }
        (self.controls, self.imitated, self.effort) = (controls, imitated, effort);
    }

    /// Uses the time until something arrives in `inbox`, if that is wanted.
    fn wait_for_opponent(&mut self, inbox: &Inbox) {
        // Without a network nothing is kept from move to move.
        let is_useful = self.effort.pondering == Pondering::On && self.host.has_network();
        if is_useful && self.game.phase() == Phase::Playing {
            let mut request = Request::within(ThinkLimits {
                threads: self.effort.threads,
                ..ThinkLimits::none()
            });
            request.imitation = self.imitated.imitation();
            request.tuning = self.controls.for_play();
            self.pondering.ponder(&self.game, request, inbox);
        }
    }

    /// The stones that come off when the game is counted now.
    fn dead(&mut self) -> PointSet {
        if self.rules().dead == DeadStones::Stay {
            return PointSet::EMPTY;
        }
        self.lost()
    }

    /// The stones that could not escape capture, whatever the rulebook makes of that.
    fn lost(&mut self) -> PointSet {
        if let Some((board, lost)) = &self.judged
            && board == self.game.board()
        {
            return *lost;
        }
        let request = Request::within(ThinkLimits {
            time: Some(DEAD_STONES_TIME_MAX),
            playouts: self
                .effort
                .playouts
                .map(|n| n.max(DEAD_STONES_PLAYOUTS_MIN)),
            threads: self.effort.threads,
        });
        let lost = dead_stones(&self.pondering.thinker().dead_chains(&self.game, &request));
        self.judged = Some((self.game.board().clone(), lost));
        lost
    }

    /// Thinks as if nothing had been before.
    fn forget(&mut self) {
        self.pondering.thinker().reseed(self.effort.seed);
        self.judged = None;
    }
}

/// Begins a game. Odds that the rulebook does not know are stones like others.
///
/// # Errors
///
/// What GTP says of such a game.
fn start(mut setup: Setup) -> Result<Game, CommandRefusal> {
    if let Odds::Stones { to, points } = setup.odds
        && !setup.faults().is_empty()
    {
        setup.first = Some(setup.first_to_move());
        setup.odds = Odds::None;
        setup.stones[to] = setup.stones[to] | points;
    }
    let size = setup.size;
    let is_size_known = setup.rules.sizes.contains(size);
    setup.start().map_err(|faults| match is_size_known {
        true => CommandRefusal::Other(faults.to_string()),
        false => CommandRefusal::UnacceptableSize,
    })
}
