//! The engine, as the server asks for it.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::ControlFlow;
use std::time::Duration;

use ponnuki_engine::{
    Analysis, DeadReason, Decision, Limits, MonteCarlo, Request, Settings, Thinker as _,
};
use ponnuki_game::{Color, Game, Move};
use ponnuki_room as room;
use ponnuki_server::{self as server, Level, StopSign};

/// How strongly one may have it play: what to call it, how many playouts it has for a
/// move, and how long at most. The stronger half needs the time on large boards.
const LEVELS: [(&str, u64, Duration); 10] = [
    ("First steps", 10, Duration::from_secs(1)),
    ("Very gentle", 25, Duration::from_secs(1)),
    ("Gentle", 60, Duration::from_secs(1)),
    ("Easy-going", 150, Duration::from_secs(2)),
    ("Steady", 400, Duration::from_secs(2)),
    ("Careful", 1_000, Duration::from_secs(3)),
    ("Solid", 2_500, Duration::from_secs(4)),
    ("Sharp", 5_000, Duration::from_secs(6)),
    ("Tough", 10_000, Duration::from_secs(8)),
    ("Full strength", 20_000, Duration::from_secs(10)),
];

/// A game is expected to need so many more moves: a move has this part of what is
/// left on the clock.
const MOVES_LEFT: u32 = 30;

/// What the dead stones of a finished game may cost.
const DEAD: Limits = limits(2_000, Duration::from_secs(3));

/// What an estimate may cost.
const ESTIMATE: Limits = limits(2_000, Duration::from_millis(1500));

/// How often it looks whether its answer is still wanted.
const INTERVAL: Duration = Duration::from_millis(20);

const fn limits(n_playouts: u64, time: Duration) -> Limits {
    Limits {
        time: Some(time),
        playouts: Some(n_playouts),
        threads: 1,
    }
}

/// Plays for the engine's seats by Monte-Carlo tree search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Engine;

impl server::Thinker for Engine {
    fn levels(&self) -> Vec<Level> {
        let levels = (1..).zip(LEVELS);
        levels
            .map(|(level, (name, ..))| Level {
                level,
                name: name.to_owned(),
            })
            .collect()
    }

    fn choose(
        &self,
        game: &Game,
        level: u8,
        time: Option<Duration>,
        stop: &StopSign,
    ) -> server::Decision {
        let level_idx = usize::from(level).clamp(1, LEVELS.len()) - 1;
        let (_, n_playouts, time_max) = LEVELS[level_idx];
        let share = time.map(|left| left / MOVES_LEFT);
        let time = share.map_or(time_max, |share| share.min(time_max));
        let request = request(limits(n_playouts, time));
        let choice = thinker().choose(game, &request, &mut |_| go_on(stop));
        match choice.map(|choice| choice.decision) {
            Some(Decision::Move(mv)) => server::Decision::Move(mv),
            Some(Decision::Resign) => server::Decision::Resign,
            None => server::Decision::Move(Move::Pass),
        }
    }

    fn dead(&self, game: &Game, _: &StopSign) -> Vec<room::Proposal> {
        let chains = thinker().dead_chains(game, &request(DEAD));
        let proposals = chains.into_iter().map(|chain| room::Proposal {
            stones: chain.stones,
            reason: reason(chain.reason),
        });
        proposals.collect()
    }

    fn estimate(&self, game: &Game, stop: &StopSign) -> server::Estimate {
        let analysis = thinker().analyse(game, &request(ESTIMATE), &mut |_| go_on(stop));
        estimate(analysis)
    }
}

/// A thinker that begins anew: two games do not depend on each other.
fn thinker() -> MonteCarlo {
    MonteCarlo::new(Settings {
        seed: RandomState::new().build_hasher().finish(),
        ..Settings::default()
    })
}

fn request(limits: Limits) -> Request {
    Request {
        interval: INTERVAL,
        ..Request::within(limits)
    }
}

fn go_on(stop: &StopSign) -> ControlFlow<()> {
    match stop.is_raised() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

/// What was thought for the player to move, seen from Black's side.
fn estimate(analysis: Analysis) -> server::Estimate {
    let (lead, win_rate) = match analysis.turn {
        Color::Black => (analysis.lead, analysis.win_rate),
        Color::White => (-analysis.lead, 1.0 - analysis.win_rate),
    };
    server::Estimate {
        ownership: analysis.ownership,
        lead,
        win_rate,
    }
}

fn reason(reason: DeadReason) -> room::DeadReason {
    match reason {
        DeadReason::InsidePassAlive => room::DeadReason::InsidePassAlive,
        DeadReason::CapturedAlways => room::DeadReason::CapturedAlways,
        DeadReason::CaughtByReading => room::DeadReason::CaughtByReading,
        DeadReason::NoEyes => room::DeadReason::NoEyes,
        DeadReason::CapturedMostly => room::DeadReason::CapturedMostly,
    }
}
