//! The engine, as the server asks for it.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use ponnuki_engine::{
    self as engine, Level, Leveled, Net, Resignation, any_seed, embedded, judge_name, thinker,
};
use ponnuki_game::{Color, Game, Move, Symmetry};
use ponnuki_record::Record;
use ponnuki_review::live;
use ponnuki_room::Proposal;
use ponnuki_server::{Estimate, LevelDescription, PositionJudge, SeatClock, ThinkingService};
use ponnuki_think::{
    Analysis, Budget, Choice, DeadChain, Decision, Evaluation, Memory, OnSnapshot, Profile,
    Request, StopSign, ThinkLimits, Thinker, budget, ignore,
};
use ponnuki_wire::worker::NetworkFace;
use ponnuki_wire::{LevelRank, Rank, review};

/// What a move may cost at any level: all that full strength is held to.
const MOVE_PLAYOUTS_MAX: u64 = 20_000;

/// What the dead stones of a finished game may cost.
const DEAD: ThinkLimits = limits(2_000, Duration::from_secs(3));

/// What an estimate may cost.
const ESTIMATE: ThinkLimits = limits(2_000, Duration::from_millis(1500));

/// How often someone who studies a position is told what is thought of it, and whoever
/// thinks about it lets others think.
const STUDY_INTERVAL: Duration = Duration::from_millis(200);

const fn limits(n_playouts: u64, time: Duration) -> ThinkLimits {
    ThinkLimits {
        time: Some(time),
        playouts: Some(n_playouts),
        threads: 1,
    }
}

/// How long a move is worth thinking about; `None` if all of `time_max` may be used.
///
/// Without a clock full strength stops when the move is clear. The other levels are what they
/// are by how many positions they look at.
fn budget_of(level: u8, game: &Game, clock: SeatClock, time_max: Duration) -> Option<Budget> {
    let by_clock = budget(clock.control, clock.left, game.size(), game.n_moves());
    let is_full = Level::numbered(level).is_none_or(|level| level.weakness.is_none());
    match by_clock {
        Some(budget) => Some(budget.capped(time_max)),
        None => is_full.then(|| Budget::at_most(time_max)),
    }
}

/// Plays for the engine's seats in rooms, and judges positions and games for whoever studies them.
/// Every question gets a thinker of its own, so answers do not depend on each other.
#[derive(Clone, Debug)]
pub struct EngineService {
    net: Option<Arc<Net>>,
    /// The SHA-256 of the network's file, if it is known.
    sha256: Option<String>,
}

impl EngineService {
    /// One that asks `net`, or plays games out where there is none.
    pub fn new(net: Option<Arc<Net>>) -> EngineService {
        EngineService { net, sha256: None }
    }

    /// The same, with the SHA-256 of the network's file, in hexadecimal digits.
    #[must_use]
    pub fn with_digest(self, sha256: Option<String>) -> EngineService {
        EngineService { sha256, ..self }
    }

    /// What judges, by its name.
    fn judge_name(&self, thinker: &dyn Thinker) -> String {
        judge_name(self.net.as_deref(), thinker.name())
    }

    /// A thinker that begins anew: two games do not depend on each other. What it
    /// remembers is given back with its answer, so that there are never more trees than
    /// threads that think.
    fn thinker(&self) -> Box<dyn Thinker> {
        thinker(self.net.as_ref(), any_seed(), Some(Resignation::default()))
    }

    /// The same at a level; a room of a program with more levels gets the strongest.
    fn thinker_at(&self, level: u8) -> Leveled {
        let strongest = Level::ALL[Level::ALL.len() - 1];
        let level = Level::numbered(level).unwrap_or(strongest);
        let resignation = Some(Resignation::default());
        Leveled::new(level, self.net.as_ref(), resignation, any_seed())
    }

    /// What is known of a level's rank: it was measured with the network of the program, and
    /// says nothing of others.
    fn ranks(&self, level: &Level) -> Vec<LevelRank> {
        let is_measured = |net: &Arc<Net>| Arc::ptr_eq(net, &embedded());
        if !self.net.as_ref().is_some_and(is_measured) {
            return Vec::new();
        }
        let ranks = level.ranks().map(|(size, rank)| LevelRank {
            side: size.width(),
            rank: match rank {
                engine::Rank::Kyu(kyu) => Rank::Kyu(kyu),
                engine::Rank::Dan(dan) => Rank::Dan(dan),
            },
        });
        ranks.collect()
    }
}

impl ThinkingService for EngineService {
    fn levels(&self) -> Vec<LevelDescription> {
        let levels = Level::ALL.iter().map(|level| LevelDescription {
            level: level.number,
            name: level.name.to_owned(),
            ranks: self.ranks(level),
        });
        levels.collect()
    }

    fn choose(
        &self,
        game: &Game,
        level: u8,
        clock: SeatClock,
        time_max: Duration,
        stop: &StopSign,
    ) -> Decision {
        let budget = budget_of(level, game, clock, time_max);
        let time = budget.map_or(time_max, |budget| budget.hard);
        let request = Request {
            budget,
            ..request(limits(MOVE_PLAYOUTS_MAX, time), stop)
        };
        let choice = self.thinker_at(level).choose(game, &request, &mut ignore);
        choice.map_or(Decision::Move(Move::Pass), |choice| choice.decision)
    }

    fn dead(&self, game: &Game, stop: &StopSign) -> Vec<Proposal> {
        let chains = self.thinker().dead_chains(game, &request(DEAD, stop));
        let proposals = chains.into_iter().map(|chain| Proposal {
            stones: chain.stones,
            reason: chain.reason,
        });
        proposals.collect()
    }

    fn estimate(&self, game: &Game, stop: &StopSign) -> Estimate {
        let request = request(ESTIMATE, stop);
        estimate(self.thinker().analyse(game, &request, &mut ignore))
    }

    fn analyse(
        &self,
        game: &Game,
        n_visits: u32,
        stop: &StopSign,
        tell: &mut dyn FnMut(review::JudgedPosition),
    ) -> review::JudgedPosition {
        let mut request = request(ThinkLimits::playouts(u64::from(n_visits)), stop);
        request.interval = STUDY_INTERVAL;
        let last = self.thinker().analyse(game, &request, &mut |thought| {
            tell(live::position(thought, game.size()));
            ControlFlow::Continue(())
        });
        live::position(&last, game.size())
    }

    fn review(
        &self,
        record: Record<'_>,
        known: &[review::KnownPosition],
        n_visits: u32,
        stop: &StopSign,
        pause: &(dyn Fn() + Sync),
        tell: &mut dyn FnMut(review::ReviewProgress),
    ) -> Option<review::GameReview> {
        let mut request = request(ThinkLimits::playouts(u64::from(n_visits)), stop);
        request.interval = STUDY_INTERVAL;
        let mut thinker = Pausing {
            thinker: self.thinker(),
            pause,
        };
        let judge = self.judge_name(&thinker);
        live::game(record, known, &judge, &mut thinker, &request, tell)
    }

    fn network(&self) -> NetworkFace {
        NetworkFace {
            name: self.judge_name(&*self.thinker()),
            sha256: self.sha256.clone(),
        }
    }

    fn judge(
        &self,
        game: &Game,
        played: Option<Move>,
        n_visits: u32,
        stop: &StopSign,
    ) -> review::JudgedPosition {
        let request = Request {
            memory: Memory::Judgments,
            ..request(ThinkLimits::playouts(u64::from(n_visits)), stop)
        };
        let mut thinker = self.thinker();
        // As a review does it: the answer depends on nothing but the position.
        thinker.reseed(0);
        let analysis = thinker.analyse(game, &request, &mut ignore);
        live::judged(&analysis, played, game.size())
    }

    fn review_by(
        &self,
        record: Record<'_>,
        known: &[review::KnownPosition],
        n_visits: u32,
        judge_name: &str,
        judge: &mut PositionJudge<'_>,
        tell: &mut dyn FnMut(review::ReviewProgress),
    ) -> Option<review::GameReview> {
        let judge_of = (judge_name, n_visits);
        live::game_by(record, known, judge_of, judge, tell)
    }
}

/// A thinker that pauses while it judges a position.
struct Pausing<'a> {
    thinker: Box<dyn Thinker>,
    pause: &'a (dyn Fn() + Sync),
}

impl Thinker for Pausing<'_> {
    fn name(&self) -> &str {
        self.thinker.name()
    }

    fn choose(
        &mut self,
        game: &Game,
        request: &Request,
        watch: &mut OnSnapshot<'_>,
    ) -> Option<Choice> {
        self.thinker.choose(game, request, watch)
    }

    fn analyse(&mut self, game: &Game, request: &Request, watch: &mut OnSnapshot<'_>) -> Analysis {
        self.thinker.analyse(game, request, &mut |thought| {
            (self.pause)();
            watch(thought)
        })
    }

    fn dead_chains(&mut self, game: &Game, request: &Request) -> Vec<DeadChain> {
        self.thinker.dead_chains(game, request)
    }

    fn look(
        &mut self,
        game: &Game,
        symmetry: Symmetry,
        profile: Option<Profile>,
    ) -> Option<Evaluation> {
        self.thinker.look(game, symmetry, profile)
    }

    fn reseed(&mut self, seed: u64) {
        self.thinker.reseed(seed);
    }
}

/// A question that is answered within `limits`, or when `stop` is raised.
fn request(limits: ThinkLimits, stop: &StopSign) -> Request {
    Request {
        stop: stop.clone(),
        interval: Duration::MAX,
        ..Request::within(limits)
    }
}

/// What was thought for the player to move, seen from Black's side.
fn estimate(analysis: Analysis) -> Estimate {
    let (lead, win_rate) = match analysis.turn {
        Color::Black => (analysis.lead, analysis.win_rate),
        Color::White => (-analysis.lead, 1.0 - analysis.win_rate),
    };
    Estimate {
        ownership: analysis.ownership,
        lead,
        win_rate,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use ponnuki_clock::{Control, Left};
    use ponnuki_engine::{MonteCarlo, MonteCarloSettings};
    use ponnuki_game::{Rules, Size};

    use super::*;

    #[test]
    fn a_review_pauses_within_a_position() {
        let n_paused = AtomicUsize::new(0);
        let mut thinker = Pausing {
            thinker: Box::new(MonteCarlo::new(MonteCarloSettings::default())),
            pause: &|| {
                n_paused.fetch_add(1, Ordering::Relaxed);
            },
        };
        let game = Game::new(Size::NINE, Rules::JAPANESE).expect("a game");
        let mut request = request(ThinkLimits::playouts(500), &StopSign::new());
        request.interval = Duration::ZERO;
        let paused = thinker.analyse(&game, &request, &mut ignore);
        assert!(n_paused.load(Ordering::Relaxed) > 0);
        thinker.reseed(MonteCarloSettings::default().seed);
        request.interval = Duration::MAX;
        let whole = thinker.analyse(&game, &request, &mut ignore);
        assert_eq!(paused.candidates, whole.candidates, "it thinks the same");
    }

    #[test]
    fn full_strength_may_stop_early_and_with_a_clock_everybody() {
        let game = Game::new(Size::NINE, Rules::JAPANESE).expect("a game");
        let time_max = Duration::from_secs(4);
        let without = SeatClock {
            control: Control::None,
            left: Left::Unlimited,
        };
        let budget_at = |level, clock| budget_of(level, &game, clock, time_max);
        assert_eq!(budget_at(24, without), Some(Budget::at_most(time_max)));
        assert_eq!(budget_at(23, without), None);
        let main = Duration::from_secs(60);
        let with = SeatClock {
            control: Control::Absolute { main },
            left: Left::Main(main),
        };
        assert!(budget_at(23, with).is_some_and(|budget| budget.hard <= time_max));
    }
}
