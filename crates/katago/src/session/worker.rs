//! A thinker at work: takes turns from the queue, and tells what it finds.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use ponnuki_think::{
    Analysis, Detail, HumanModels, Request, THINKING_TIME_MAX, ThinkLimits, Thinker,
};
use ponnuki_wire::to_json;

use super::answer::{Moment, report};
use super::people;
use super::queue::{Job, Taken, TurnQueue};
use super::replay;
use crate::protocol::{Extras, Query, Reports};

/// How much of the machine a turn may have.
#[derive(Clone, Copy, Debug)]
pub enum Threads {
    /// This number of threads.
    Fixed(usize),
    /// Its part of so many, when there are other turns at hand.
    SharedAmong(usize),
}

impl Threads {
    fn n(self, n_at_hand: usize) -> usize {
        match self {
            Threads::Fixed(n) => n,
            Threads::SharedAmong(n_all) => (n_all / n_at_hand.max(1)).max(1),
        }
    }
}

/// What all thinkers have in common.
#[derive(Debug)]
pub struct WorkerSettings {
    /// Where the turns come from.
    pub queue: Arc<TurnQueue>,
    /// How much of the machine a turn may have.
    pub threads: Threads,
    /// Begin every turn from this seed, so that equal questions get equal
    /// answers, whichever thinker takes them.
    pub seed: Option<u64>,
    /// The networks that imitate people.
    pub humans: Arc<dyn HumanModels>,
    /// Tells the time.
    pub now: fn() -> Instant,
}

/// Answers turns with `thinker` until the queue is closed and empty. `own_seed` is what the
/// thinker begins from where all is to be forgotten and no seed is set.
pub fn work(settings: &WorkerSettings, mut thinker: Box<dyn Thinker>, own_seed: u64) {
    let mut n_clearings = 0;
    while let Some(taken) = settings.queue.take() {
        if let Some(seed) = settings.seed {
            thinker.reseed(seed);
        } else if taken.n_clearings != n_clearings {
            thinker.reseed(own_seed.wrapping_add(taken.n_clearings));
        }
        n_clearings = taken.n_clearings;
        let answer = answer(settings, thinker.as_mut(), &taken);
        taken.job.client.put(answer);
    }
}

/// Thinks about a turn; the line to answer it with.
fn answer(settings: &WorkerSettings, thinker: &mut dyn Thinker, taken: &Taken<'_>) -> String {
    let Job {
        query,
        turn,
        client,
        stop,
    } = &taken.job;
    let turn = turn.number;
    let question = match replay::question(query, turn) {
        Ok(question) => question,
        // The moves were judged when the query came, so this is never needed.
        Err(fault) => return fault.to_json(),
    };
    let mut request = Request::within(ThinkLimits {
        time: query.settings.time_max,
        playouts: Some(query.settings.n_visits_max),
        threads: settings.threads.n(taken.n_at_hand),
    });
    request.stop = stop.clone();
    let asked_for = query.restrictions.iter().cloned();
    request.restrictions = asked_for.chain(question.restrictions.clone()).collect();
    request.interval = interval(query);
    request.detail = detail(query.extras);
    request.tuning = query.settings.parameters.tuning();
    request.imitation = people::imitation(query);
    let people = people::asked(settings.humans.as_ref(), query, &question);
    let told = |found: &Analysis, moment| {
        let report = report(query, turn, &question, found, moment);
        to_json(&people::with(report, query, &question, people.as_ref()))
    };
    let mut pace = query
        .reports
        .map(|reports| Pace::new(reports, (settings.now)()));
    let found = thinker.analyse(&question.game, &request, &mut |found| {
        if let Some(pace) = &mut pace
            && pace.is_due((settings.now)())
        {
            client.offer(told(found, Moment::During));
        }
        ControlFlow::Continue(())
    });
    told(&found, Moment::End)
}

/// How much is to be told of each move.
fn detail(extras: Extras) -> Detail {
    if extras.ownership_stdev || extras.moves_ownership_stdev {
        Detail::OwnershipStdev
    } else if extras.moves_ownership {
        Detail::Ownership
    } else {
        Detail::Numbers
    }
}

/// How often to look whether a report is due.
fn interval(query: &Query) -> Duration {
    let shortest = query
        .reports
        .map(|reports| reports.first.min(reports.every));
    shortest.unwrap_or(THINKING_TIME_MAX)
}

/// When the next report is due.
struct Pace {
    reports: Reports,
    since: Instant,
    next: Duration,
}

impl Pace {
    fn new(reports: Reports, since: Instant) -> Pace {
        Pace {
            reports,
            since,
            next: reports.first,
        }
    }

    fn is_due(&mut self, now: Instant) -> bool {
        if now.duration_since(self.since) < self.next {
            return false;
        }
        self.since = now;
        self.next = self.reports.every;
        true
    }
}

/// Sets `n` thinkers to work, each on a thread of its own and made by `make` for its own seed;
/// returns what they are called.
///
/// # Errors
///
/// If there can be no threads.
pub fn start_workers(
    workers: &Arc<WorkerSettings>,
    n: usize,
    seed: u64,
    make: impl Fn(u64) -> Box<dyn Thinker>,
) -> io::Result<String> {
    let mut name = String::new();
    for i in 0..n {
        let workers = Arc::clone(workers);
        let own_seed = seed.wrapping_add(i as u64);
        let thinker = make(own_seed);
        thinker.name().clone_into(&mut name);
        drop(thread::Builder::new().spawn(move || work(&workers, thinker, own_seed))?);
    }
    Ok(name)
}
