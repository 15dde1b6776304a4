//! What the engine keeps between two commands: a game, a thinker, a clock.

use std::sync::Arc;
use std::time::Duration;

use ponnuki_engine::{Budget, Limits, Net, Request, dead_stones};
use ponnuki_game::{
    Board, Color, DeadStones, Game, Move, Odds, Phase, PointSet, Rules, Setup, Size,
};
use ponnuki_gtp::{Inbox, Refusal};
use ponnuki_think::{TurnQuestion, going_on};

use super::controls::Controls;
use super::mind::Mind;
use super::people::People;
use super::timing::Clock;

/// How long a move may take where nobody said anything about time or playouts:
/// short enough for a game in the evening.
const TIME_DEFAULT: Duration = Duration::from_secs(2);

/// How long it may take to find out which stones are dead: clients wait for it
/// with a person before them.
const INQUEST_TIME_MAX: Duration = Duration::from_secs(10);

/// Fewer playouts than this do not tell which stones are dead.
const N_INQUEST_MIN: u64 = 400;

/// Who the engine says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Identity {
    /// Its own name and version
    Ponnuki,
    /// KataGo's, for programs that speak its dialect to nobody else
    Katago,
}

/// How much thinking a move may take, as the command line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    pub(super) time: Option<Duration>,
    pub(super) playouts: Option<u64>,
    pub(super) threads: usize,
    /// Where all chance comes from.
    pub(super) seed: u64,
    /// What to do while the opponent thinks.
    pub(super) idle: Idle,
}

/// What to do on the opponent's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Idle {
    /// Nothing.
    Rest,
    /// Think on.
    Ponder,
}

/// The engine that commands are carried out on.
pub(super) struct Session {
    pub(super) game: Game,
    pub(super) mind: Mind,
    pub(super) effort: Effort,
    pub(super) controls: Controls,
    /// What it thinks with, if not with playouts.
    pub(super) net: Option<Arc<Net>>,
    pub(super) clock: Clock,
    pub(super) identity: Identity,
    /// Whom to imitate.
    pub(super) people: People,
    /// Time spent on thinking, all threads together.
    pub(super) thought: Duration,
    /// The last board whose dead stones were asked for, and these: lists that
    /// are asked for one after the other must not contradict each other.
    judged: Option<(Board, PointSet)>,
}

/// What a session thinks with, and how.
#[derive(Debug)]
pub(super) struct Thinking {
    /// What it thinks with, if not with playouts.
    pub(super) net: Option<Arc<Net>>,
    pub(super) controls: Controls,
    /// Whom to imitate.
    pub(super) people: People,
}

impl Session {
    /// A session that begins with `game`.
    pub(super) fn new(
        game: Game,
        thinking: Thinking,
        effort: Effort,
        identity: Identity,
    ) -> Session {
        let Thinking {
            net,
            controls,
            people,
        } = thinking;
        Session {
            game,
            mind: Mind::new(controls.thinker(net.as_ref(), &people.humans, effort.seed)),
            effort,
            controls,
            net,
            clock: Clock::default(),
            identity,
            people,
            thought: Duration::ZERO,
            judged: None,
        }
    }

    pub(super) fn size(&self) -> Size {
        self.game.size()
    }

    pub(super) fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// Begins a new game with the rules and the komi of the last one, after a `change`.
    ///
    /// # Errors
    ///
    /// If there is no such game; the session is then as it was.
    pub(super) fn restart(&mut self, change: impl FnOnce(&mut Setup)) -> Result<(), Refusal> {
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
    pub(super) fn restate(&mut self, change: impl FnOnce(&mut Setup)) -> Result<(), Refusal> {
        let mut setup = self.game.setup().clone();
        change(&mut setup);
        let mut game = start(setup)?;
        for (color, mv) in self.game.moves() {
            game.force(color, mv).map_err(|_| Refusal::IllegalMove)?;
        }
        self.game = game;
        Ok(())
    }

    /// Moves for `color`, in turn or not, and after the end too: clients set up
    /// boards move by move, and go on when they like.
    ///
    /// # Errors
    ///
    /// [`Refusal::IllegalMove`]; the game is then as it was.
    pub(super) fn play(&mut self, color: Color, mv: Move) -> Result<(), Refusal> {
        let played = match self.game.phase() {
            Phase::Playing => self.game.play_for(color, mv),
            // The laws but the one that play has ended are those before the last pass.
            Phase::Stopped | Phase::Over(_) => {
                let tried = going_on(&self.game).play_for(color, mv);
                tried.and_then(|()| self.game.force(color, mv).map(drop))
            }
        };
        played.map_err(|_| Refusal::IllegalMove)
    }

    /// What `color` is to think about when asked for a move.
    pub(super) fn question(&self, color: Color) -> TurnQuestion {
        TurnQuestion::of(&self.game, color)
    }

    /// What to ask of the thinker for a move of `color`: how much to think.
    pub(super) fn request(&self, color: Color) -> Request {
        let Effort {
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
        let limits = Limits {
            time: budget.map(|budget| budget.hard),
            playouts,
            threads,
        };
        Request {
            budget,
            interval: Duration::MAX,
            imitation: self.people.imitation(),
            tuning: self.controls.for_play(),
            ..Request::within(limits)
        }
    }

    /// Thinks so from now on. Where another thinker is needed for it, what the last one knew is
    /// forgotten.
    pub(super) fn steer(&mut self, controls: Controls, people: People, effort: Effort) {
        let of_thinker = |controls: &Controls| {
            let Controls {
                level,
                resignation,
                gives_up,
                ..
            } = *controls;
            (level, resignation, gives_up)
        };
        if of_thinker(&controls) != of_thinker(&self.controls) {
            // The last one may be thinking on the opponent's time.
            self.mind.thinker();
            let humans = &self.people.humans;
            self.mind = Mind::new(controls.thinker(self.net.as_ref(), humans, effort.seed));
        }
        (self.controls, self.people, self.effort) = (controls, people, effort);
    }

    /// Uses the time until something arrives in `inbox`, if that is wanted.
    pub(super) fn wait_for_opponent(&mut self, inbox: &Inbox) {
        // Without a network nothing is kept from move to move.
        let is_useful = self.effort.idle == Idle::Ponder && self.net.is_some();
        if is_useful && self.game.phase() == Phase::Playing {
            let mut request = Request::within(Limits {
                threads: self.effort.threads,
                ..Limits::none()
            });
            request.imitation = self.people.imitation();
            request.tuning = self.controls.for_play();
            self.mind.ponder(&self.game, request, inbox);
        }
    }

    /// The stones that come off when the game is counted now.
    pub(super) fn dead(&mut self) -> PointSet {
        if self.rules().dead == DeadStones::Stay {
            return PointSet::EMPTY;
        }
        self.lost()
    }

    /// The stones that could not escape capture, whatever the rulebook makes of that.
    pub(super) fn lost(&mut self) -> PointSet {
        if let Some((board, lost)) = &self.judged
            && board == self.game.board()
        {
            return *lost;
        }
        let request = Request::within(Limits {
            time: Some(INQUEST_TIME_MAX),
            playouts: self.effort.playouts.map(|n| n.max(N_INQUEST_MIN)),
            threads: self.effort.threads,
        });
        let lost = dead_stones(&self.mind.thinker().dead_chains(&self.game, &request));
        self.judged = Some((self.game.board().clone(), lost));
        lost
    }

    /// Thinks as if nothing had been before.
    pub(super) fn forget(&mut self) {
        self.mind.thinker().reseed(self.effort.seed);
        self.judged = None;
    }
}

/// Begins a game. Odds that the rulebook does not know are stones like others.
///
/// # Errors
///
/// What GTP says of such a game.
pub(super) fn start(mut setup: Setup) -> Result<Game, Refusal> {
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
        true => Refusal::Other(faults.to_string()),
        false => Refusal::UnacceptableSize,
    })
}
