//! Thinking for one turn: by a worker where the turn is at one, and else here. What a worker
//! does not do in time, or does wrongly, is done by another, and then here.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::time::Duration;

use ponnuki_game::{Game, Move};
use ponnuki_record::Record;
use ponnuki_room::Proposal;
use ponnuki_think::{Decision, StopSign, budget};
use ponnuki_wire::review::{self, KnownPosition};
use ponnuki_wire::to_ms;
use ponnuki_wire::worker::{
    NetworkFace, WorkerAnswer, WorkerClock, WorkerFault, WorkerGame, WorkerTask, check_position,
    checked_choice, checked_dead, checked_estimate, checked_judgment,
};

use super::pool::Turn;
use super::schedule::Bound;
use super::{Estimate, LevelDescription, PositionJudge, SeatClock, ThinkingService};
use crate::now;
use crate::workers::{AfterStop, Lease, NetworkId, TaskEnd, WorkerSeat};

/// How long a worker may be silent about what somebody in a game waits for: it says three times
/// in that time that it is at work.
const SILENCE_LIVE: Duration = Duration::from_millis(1_500);

/// The same for what somebody studies.
const SILENCE_STUDY: Duration = Duration::from_secs(5);

/// How long an answer may be on its way.
const WAY: Duration = Duration::from_millis(500);

/// A move that has less time by its clock is thought about here.
const MOVE_TIME_MIN: Duration = Duration::from_secs(3);

/// A worker gets this share of the time that a move has by its clock; if nothing comes of it, the
/// rest is for a move from here.
const WORKER_SHARE: f64 = 0.7;

/// A move is thought about here for at least so long, whatever was lost on a worker.
const REST_MIN: Duration = Duration::from_millis(200);

/// How long dead stones and estimates may take: what the engine gives itself, and a little.
const DEAD_MAX: Duration = Duration::from_secs(5);
const ESTIMATE_MAX: Duration = Duration::from_secs(3);

/// How long a position may take to be judged, and more for each visit: a large network on a slow
/// machine.
const STUDY_MAX: Duration = Duration::from_secs(30);
const STUDY_MAX_EACH: Duration = Duration::from_millis(500);

/// How many workers are tried.
const N_TRIES: usize = 2;

/// The visits with which a judgment is looked at again here.
const LOOK_VISITS_MAX: u32 = 100;

/// A judgment is not confirmed where both the chance and the lead differ by more than this, the
/// lead on a board of 361 points; of another network, where they differ by twice as much.
const CHANCE_OFF_MAX: f32 = 0.35;
const LEAD_OFF_MAX: f32 = 12.0;

/// The least that a lead may differ by on any board.
const LEAD_OFF_MIN: f32 = 4.0;

/// Thinks for one turn.
pub(super) struct Delegate<'a> {
    here: &'a dyn ThinkingService,
    turn: &'a Turn,
}

impl<'a> Delegate<'a> {
    /// One that asks `here` what no worker does.
    pub(super) fn new(here: &'a dyn ThinkingService, turn: &'a Turn) -> Delegate<'a> {
        Delegate { here, turn }
    }

    /// The answer of a worker that has a seat for this turn, checked; `None` if none has a good
    /// one. `task` and `lease` are made anew for each that is tried.
    fn elsewhere<T>(
        &self,
        bound: Bound,
        (stop, after_stop): (&StopSign, AfterStop),
        mut order: impl FnMut() -> Option<(WorkerTask, Lease)>,
        mut check: impl FnMut(WorkerAnswer) -> Result<T, WorkerFault>,
        on_position: &mut dyn FnMut(&WorkerSeat, review::JudgedPosition),
    ) -> Option<T> {
        let mut seat = self.turn.seat()?;
        for _ in 0..N_TRIES {
            let Some((task, lease)) = order() else {
                break;
            };
            let asked = self.turn.asking(|| {
                let mut tell = |position| on_position(&seat, position);
                seat.ask(task, lease, (stop, after_stop), &mut tell)
            });
            match asked.map(&mut check) {
                Ok(Ok(answer)) => {
                    seat.praise();
                    return Some(answer);
                }
                Ok(Err(fault)) => seat.accuse(fault),
                Err(TaskEnd::Stopped) => return None,
                Err(TaskEnd::Undone) => {}
            }
            seat = self.turn.change_seat(bound)?;
        }
        self.turn.use_here();
        None
    }

    /// A position judged by a worker with this network; one in some is looked at again here, and
    /// what is judged here is taken where the network is the same.
    fn judged_elsewhere(
        &self,
        network: NetworkId,
        (game, played, n_visits): (&Game, Option<Move>, u32),
        stop: &StopSign,
        names: &RefCell<BTreeSet<String>>,
    ) -> Option<review::JudgedPosition> {
        let shape = WorkerGame::of(game)?;
        let bound = Bound::To(network);
        let lease = study_lease(n_visits);
        let order = || {
            let task = WorkerTask::Judge {
                game: shape.clone(),
                played: played.map(|mv| review::name(mv, game.size())),
                visits: n_visits,
            };
            Some((task, lease))
        };
        let check = |answer| checked_judgment(answer, game);
        // A turn that came back without a worker: there was none of this network any more.
        if self.turn.seat().is_none() {
            self.turn.change_seat(bound)?;
        }
        let stops = (stop, AfterStop::Nothing);
        let position = self.elsewhere(bound, stops, order, check, &mut |_, _| {})?;
        let seat = self.turn.seat()?;
        names.borrow_mut().extend(seat.name().map(str::to_owned));
        if !seat.is_to_be_looked_at() {
            return Some(position);
        }
        let own = self
            .here
            .judge(game, played, n_visits.min(LOOK_VISITS_MAX), stop);
        if stop.is_raised() {
            return None;
        }
        let is_confirmed = confirms(&own, &position, game, network);
        seat.note_look(is_confirmed);
        match is_confirmed || network != NetworkId::OWN {
            true => Some(position),
            false => Some(self.here.judge(game, played, n_visits, stop)),
        }
    }
}

/// Whether the judgment `own` speaks for the one of a worker.
fn confirms(
    own: &review::JudgedPosition,
    other: &review::JudgedPosition,
    game: &Game,
    network: NetworkId,
) -> bool {
    let times = if network == NetworkId::OWN { 1.0 } else { 2.0 };
    let n_points = game.size().n_points() as f32;
    let lead_off = (LEAD_OFF_MAX * n_points / 361.0).max(LEAD_OFF_MIN);
    (own.win_rate - other.win_rate).abs() <= times * CHANCE_OFF_MAX
        || (own.lead - other.lead).abs() <= times * lead_off
}

fn study_lease(n_visits: u32) -> Lease {
    Lease {
        silence: SILENCE_STUDY,
        total: STUDY_MAX + STUDY_MAX_EACH * n_visits,
    }
}

/// How long a worker may think about a move; `None` if it has no time to spare.
fn time_elsewhere(game: &Game, clock: SeatClock, time_max: Duration) -> Option<Duration> {
    let by_clock = budget(clock.control, clock.left, game.size(), game.n_moves());
    let Some(by_clock) = by_clock else {
        return Some(time_max);
    };
    let time = by_clock.hard.min(time_max);
    (time >= MOVE_TIME_MIN).then(|| time.mul_f64(WORKER_SHARE))
}

impl ThinkingService for Delegate<'_> {
    fn levels(&self) -> Vec<LevelDescription> {
        self.here.levels()
    }

    fn choose(
        &self,
        game: &Game,
        level: u8,
        clock: SeatClock,
        time_max: Duration,
        stop: &StopSign,
    ) -> Decision {
        if self.turn.seat().is_none() {
            return self.here.choose(game, level, clock, time_max, stop);
        }
        let began = now::steady();
        let spent = || now::steady() - began;
        let order = || {
            let (clock, left) = (clock.later(spent()), time_max.saturating_sub(spent()));
            let time = time_elsewhere(game, clock, left)?;
            let task = WorkerTask::Choose {
                game: WorkerGame::of(game)?,
                level,
                clock: WorkerClock::of(clock.control, clock.left),
                time_ms: to_ms(time),
            };
            let lease = Lease {
                silence: SILENCE_LIVE,
                total: time + WAY,
            };
            Some((task, lease))
        };
        let check = |answer: WorkerAnswer| checked_choice(&answer, game);
        let stops = (stop, AfterStop::Answer);
        match self.elsewhere(Bound::Nowhere, stops, order, check, &mut |_, _| {}) {
            Some(Some(mv)) => Decision::Move(mv),
            Some(None) => Decision::Resign,
            None => {
                let time_max = time_max.saturating_sub(spent()).max(REST_MIN);
                let clock = clock.later(spent());
                self.here.choose(game, level, clock, time_max, stop)
            }
        }
    }

    fn dead(&self, game: &Game, stop: &StopSign) -> Vec<Proposal> {
        let order = || {
            let game = WorkerGame::of(game)?;
            Some((WorkerTask::Dead { game }, live_lease(DEAD_MAX)))
        };
        let check = |answer| checked_dead(answer, game);
        let stops = (stop, AfterStop::Nothing);
        let dead = self.elsewhere(Bound::Nowhere, stops, order, check, &mut |_, _| {});
        dead.unwrap_or_else(|| self.here.dead(game, stop))
    }

    fn estimate(&self, game: &Game, stop: &StopSign) -> Estimate {
        let order = || {
            let game = WorkerGame::of(game)?;
            Some((WorkerTask::Estimate { game }, live_lease(ESTIMATE_MAX)))
        };
        let check = |answer| checked_estimate(answer, game);
        let stops = (stop, AfterStop::Nothing);
        let estimate = self.elsewhere(Bound::Nowhere, stops, order, check, &mut |_, _| {});
        match estimate {
            Some((ownership, lead, win_rate)) => Estimate {
                ownership,
                lead,
                win_rate,
            },
            None => self.here.estimate(game, stop),
        }
    }

    fn analyse(
        &self,
        game: &Game,
        n_visits: u32,
        stop: &StopSign,
        tell: &mut dyn FnMut(review::JudgedPosition),
    ) -> review::JudgedPosition {
        let order = || {
            let game = WorkerGame::of(game)?;
            let visits = n_visits;
            Some((WorkerTask::Analyse { game, visits }, study_lease(n_visits)))
        };
        let check = |answer| checked_judgment(answer, game);
        let mut on_position = |seat: &WorkerSeat, position| match check_position(&position, game) {
            Ok(()) => tell(position),
            Err(fault) => seat.accuse(fault),
        };
        let stops = (stop, AfterStop::Nothing);
        let judged = self.elsewhere(Bound::Nowhere, stops, order, check, &mut on_position);
        judged.unwrap_or_else(|| {
            self.turn.bind(Bound::Here);
            self.here.analyse(game, n_visits, stop, tell)
        })
    }

    fn review(
        &self,
        record: Record<'_>,
        known: &[KnownPosition],
        n_visits: u32,
        stop: &StopSign,
        pause: &(dyn Fn() + Sync),
        tell: &mut dyn FnMut(review::ReviewProgress),
    ) -> Option<review::GameReview> {
        let Some(seat) = self.turn.seat() else {
            self.turn.bind(Bound::Here);
            return self.here.review(record, known, n_visits, stop, pause, tell);
        };
        let network = seat.network();
        drop(seat);
        self.turn.bind(Bound::To(network));
        let names = RefCell::default();
        let mut so_far: Vec<KnownPosition> = known.to_vec();
        let mut judge = |game: &Game, played: Option<Move>, n_visits: u32| {
            self.judged_elsewhere(network, (game, played, n_visits), stop, &names)
        };
        let judge: &mut PositionJudge<'_> = &mut judge;
        let name = self.turn.workers().network_name(network);
        let mut keep = |news: review::ReviewProgress| {
            let (at, position) = (news.at, news.position.clone());
            so_far.retain(|known| known.at != at);
            so_far.push(KnownPosition { at, position });
            tell(news);
        };
        let reviewed = self
            .here
            .review_by(record, known, n_visits, &name, judge, &mut keep);
        let named = |mut review: review::GameReview, names: BTreeSet<String>| {
            review.judge.workers = names.into_iter().collect();
            review
        };
        if stop.is_raised() {
            return None;
        }
        if let Some(review) = reviewed {
            return Some(named(review, names.into_inner()));
        }
        // The rest is judged here; by another network, all of it.
        self.turn.bind(Bound::Here);
        self.turn.use_here();
        pause();
        let (known, names) = match network == NetworkId::OWN {
            true => (so_far.as_slice(), names.into_inner()),
            false => (known, BTreeSet::new()),
        };
        let review = self.here.review(record, known, n_visits, stop, pause, tell);
        review.map(|review| named(review, names))
    }

    fn network(&self) -> NetworkFace {
        self.here.network()
    }

    fn judge(
        &self,
        game: &Game,
        played: Option<Move>,
        n_visits: u32,
        stop: &StopSign,
    ) -> review::JudgedPosition {
        let order = || {
            let task = WorkerTask::Judge {
                game: WorkerGame::of(game)?,
                played: played.map(|mv| review::name(mv, game.size())),
                visits: n_visits,
            };
            Some((task, study_lease(n_visits)))
        };
        let check = |answer| checked_judgment(answer, game);
        let (bound, stops) = (Bound::To(NetworkId::OWN), (stop, AfterStop::Nothing));
        let judged = self.elsewhere(bound, stops, order, check, &mut |_, _| {});
        judged.unwrap_or_else(|| self.here.judge(game, played, n_visits, stop))
    }
}

fn live_lease(total: Duration) -> Lease {
    Lease {
        silence: SILENCE_LIVE,
        total,
    }
}
