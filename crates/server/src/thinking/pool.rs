//! The threads that think and draw. Who has the next turn is the [`Schedule`]'s business;
//! whoever has one works until the answer is there, or pauses on the way.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ponnuki_think::StopSign;

use super::ThinkingService;
use super::delegate::Delegate;
use super::schedule::{Bound, Busy, Capacity, Granted, Schedule, Ticket, Work, WorkKind};
use crate::metrics::{Histogram, ThoughtTraffic};
use crate::now;
use crate::workers::{N_SEATS_MAX, WorkerSeat, Workers};

/// How often a thread without work looks whether a turn has become free, while somebody
/// waits: cheap work that turns out dear keeps nobody waiting for longer.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// How much less the system favors these threads than those that answer people: they have
/// what those leave. The scale ends at 19.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

type Job = Box<dyn FnOnce(&dyn ThinkingService, &Turn) + Send>;

/// Threads that ask one [`ThinkingService`], or workers elsewhere, and draw.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    thinker: Arc<dyn ThinkingService>,
    /// Threads that there are for work that is done here.
    n_threads_here: usize,
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool")
            .field("schedule", &self.shared.lock().schedule)
            .finish_non_exhaustive()
    }
}

/// What the threads and those who ask share.
struct Shared {
    list: Mutex<List>,
    /// Told to threads without work: there is some.
    arrival: Condvar,
    /// Told to threads whose work is paused: somebody has a turn, or is not wanted any more.
    turns: Condvar,
    began: Instant,
    waited: Histogram,
    workers: Arc<Workers>,
}

struct List {
    schedule: Schedule,
    /// Work that had no turn yet.
    jobs: HashMap<Ticket, Job>,
    /// Work that has its first turn, and no thread yet.
    ready: VecDeque<(Job, Turn)>,
    /// Paused work that has a turn again, some of it at a worker.
    granted: HashMap<Ticket, Option<WorkerSeat>>,
    /// The signs of all work that has not ended.
    signs: HashMap<Ticket, StopSign>,
    n_threads: usize,
    is_closed: bool,
}

/// The permission to use a thread for some work.
pub(crate) struct Turn {
    shared: Arc<Shared>,
    ticket: Ticket,
    kind: WorkKind,
    stop: StopSign,
    time_max: Duration,
    /// Whether it is done for another node, and so by none.
    is_lent: bool,
    /// The worker that does it, if one does.
    seat: Mutex<Option<Arc<WorkerSeat>>>,
    /// Whether the worker has a task of it: then nothing can be paused.
    is_asking: AtomicBool,
}

impl Pool {
    /// As many threads as `capacity` needs, at least one of them for dear work; those that wait
    /// for `workers` come with them.
    ///
    /// # Errors
    ///
    /// The machine does not give so many threads.
    pub(crate) fn start(
        thinker: Arc<dyn ThinkingService>,
        workers: Arc<Workers>,
        capacity: Capacity,
    ) -> io::Result<Pool> {
        let schedule = Schedule::new(capacity);
        let n_threads_here = schedule.capacity().n_threads();
        let shared = Arc::new(Shared {
            list: Mutex::new(List {
                schedule,
                jobs: HashMap::new(),
                ready: VecDeque::new(),
                granted: HashMap::new(),
                signs: HashMap::new(),
                n_threads: 0,
                is_closed: false,
            }),
            arrival: Condvar::new(),
            turns: Condvar::new(),
            began: now::steady(),
            waited: Histogram::default(),
            workers,
        });
        // Dropped if a thread cannot be had, which ends those that were.
        let pool = Pool {
            shared,
            thinker,
            n_threads_here,
        };
        pool.grow(n_threads_here)?;
        Ok(pool)
    }

    /// Starts threads until there are so many.
    fn grow(&self, n_threads: usize) -> io::Result<()> {
        let mut list = self.shared.lock();
        while list.n_threads < n_threads {
            let (shared, thinker) = (Arc::clone(&self.shared), Arc::clone(&self.thinker));
            let thread = thread::Builder::new().name(format!("thinker-{}", list.n_threads));
            thread.spawn(move || {
                step_back();
                shared.work(&*thinker);
            })?;
            list.n_threads += 1;
        }
        Ok(())
    }

    /// Who is elsewhere.
    pub(crate) fn workers(&self) -> &Arc<Workers> {
        &self.shared.workers
    }

    /// A worker came or went: gives what can be given now, and wakes what waits in vain.
    pub(crate) fn look_at_workers(&self) {
        let n_seats = self.shared.workers.free().n_all.min(N_SEATS_MAX);
        if let Err(error) = self.grow(self.n_threads_here + n_seats) {
            tracing::warn!(%error, "some threads of workers cannot be used");
        }
        self.shared.dispatch(&mut self.shared.lock());
    }

    /// How many tasks of other nodes it would do now.
    pub(crate) fn n_to_lend(&self) -> usize {
        let list = self.shared.lock();
        match list.is_closed {
            true => 0,
            false => list
                .schedule
                .n_to_lend(self.shared.now(), &self.shared.workers.free()),
        }
    }

    /// Whom it asks.
    pub(crate) fn thinker(&self) -> &dyn ThinkingService {
        &*self.thinker
    }

    /// Has `job` done as soon as it is its turn, unless `stop` is raised before. Whoever
    /// waits for the answer sees its channel closed then.
    ///
    /// # Errors
    ///
    /// Too much waits.
    pub(crate) fn ask(
        &self,
        work: Work,
        stop: &StopSign,
        job: impl FnOnce(&dyn ThinkingService, &Turn) + Send + 'static,
    ) -> Result<(), Busy> {
        let mut list = self.shared.lock();
        if list.is_closed {
            return Err(Busy);
        }
        let now = self.shared.now();
        list.sweep(now);
        let ticket = list.schedule.arrive(work, now)?;
        list.jobs.insert(ticket, Box::new(job));
        list.signs.insert(ticket, stop.clone());
        self.shared.dispatch(&mut list);
        Ok(())
    }

    /// Lets go at once of all work whose sign is raised, and wakes what is paused.
    pub(crate) fn sweep(&self) {
        self.shared.lock().sweep(self.shared.now());
        self.shared.turns.notify_all();
    }

    /// How much waits and is done at the moment.
    pub(crate) fn traffic(&self) -> ThoughtTraffic {
        let list = self.shared.lock();
        WorkKind::ALL.map(|kind| (kind, list.schedule.n_of(kind)))
    }

    /// How long work waited for its first turn.
    pub(crate) fn waited(&self) -> &Histogram {
        &self.shared.waited
    }

    /// Does nothing more; the threads end when they have their last answer.
    pub(crate) fn close(&self) {
        let mut list = self.shared.lock();
        list.is_closed = true;
        list.signs.values().for_each(StopSign::raise);
        list.sweep(self.shared.now());
        list.ready.clear();
        drop(list);
        self.shared.arrival.notify_all();
        self.shared.turns.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

impl List {
    /// Lets go of what is not wanted and was not begun.
    fn sweep(&mut self, now: Duration) {
        let List {
            jobs,
            signs,
            schedule,
            ..
        } = self;
        signs.retain(|ticket, sign| {
            let is_unwanted = sign.is_raised() && jobs.remove(ticket).is_some();
            if is_unwanted {
                schedule.end(*ticket, false, now);
            }
            !is_unwanted
        });
    }
}

impl Shared {
    /// Does work until the pool is closed.
    fn work(self: &Arc<Shared>, thinker: &dyn ThinkingService) {
        while let Some((job, turn)) = self.next() {
            let delegate = Delegate::new(thinker, &turn);
            // Whoever waits for an answer sees that there is none.
            drop(catch_unwind(AssertUnwindSafe(|| job(&delegate, &turn))));
            let is_done = !turn.stop.is_raised();
            turn.release_seat();
            let mut list = self.lock();
            list.signs.remove(&turn.ticket);
            drop(list.granted.remove(&turn.ticket));
            list.schedule.end(turn.ticket, is_done, self.now());
            self.dispatch(&mut list);
        }
    }

    /// Work that has its first turn; waits for some. `None` when the pool is closed.
    fn next(self: &Arc<Shared>) -> Option<(Job, Turn)> {
        let mut list = self.lock();
        loop {
            if list.is_closed {
                return None;
            }
            if let Some(ready) = list.ready.pop_front() {
                return Some(ready);
            }
            list = match list.schedule.is_awaited() {
                true => {
                    let woken = self.arrival.wait_timeout(list, LOOK_EVERY);
                    let (mut list, timeout) = woken.unwrap_or_else(PoisonError::into_inner);
                    if timeout.timed_out() {
                        self.dispatch(&mut list);
                    }
                    list
                }
                false => {
                    let woken = self.arrival.wait(list);
                    woken.unwrap_or_else(PoisonError::into_inner)
                }
            };
        }
    }

    /// Gives all turns that can be given.
    fn dispatch(self: &Arc<Shared>, list: &mut List) {
        let now = self.now();
        list.sweep(now);
        while let Some(granted) = list.schedule.next(now, &self.workers.free()) {
            if let Some(waited) = granted.waited {
                self.waited.add(waited);
            }
            let (ticket, seat) = (granted.ticket, self.seat_for(&granted));
            if seat.is_none() {
                list.schedule.fetch(ticket);
            }
            match list.jobs.remove(&ticket) {
                Some(job) => {
                    let stop = list.signs.get(&ticket).cloned().unwrap_or_default();
                    let turn = Turn {
                        shared: Arc::clone(self),
                        ticket,
                        kind: granted.kind,
                        stop,
                        time_max: granted.time_max,
                        is_lent: granted.is_lent,
                        seat: Mutex::new(seat.map(Arc::new)),
                        is_asking: AtomicBool::new(false),
                    };
                    list.ready.push_back((job, turn));
                    self.arrival.notify_one();
                }
                None => {
                    list.granted.insert(ticket, seat);
                    self.turns.notify_all();
                }
            }
        }
        if list.schedule.is_awaited() {
            // Somebody has to look again.
            self.arrival.notify_one();
        }
    }

    /// The seat of a turn that is to be used elsewhere; `None` if it is used here after all.
    fn seat_for(&self, granted: &Granted) -> Option<WorkerSeat> {
        let wanted = granted.kind.seat_use().filter(|_| granted.is_elsewhere)?;
        let network = granted.bound.network();
        match granted.is_lent {
            true => self.workers.reserve_at_worker(wanted, network, None),
            false => self.workers.reserve(wanted, network, None),
        }
    }

    fn now(&self) -> Duration {
        now::steady().saturating_duration_since(self.began)
    }

    /// Work is done outside this lock, so a panic leaves nothing half done in it.
    fn lock(&self) -> MutexGuard<'_, List> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn {
    /// Raised when the answer is not wanted any more.
    pub(crate) fn stop(&self) -> &StopSign {
        &self.stop
    }

    /// How long a move may be thought about.
    pub(crate) fn time_max(&self) -> Duration {
        self.time_max
    }

    /// Lets others go first whose turn it is, and returns when it is this one's again, or
    /// when the answer is not wanted any more.
    pub(crate) fn pause(&self) {
        if self.is_asking.load(Ordering::Relaxed) {
            return;
        }
        let mut list = self.shared.lock();
        if list.schedule.is_awaited() && !self.stop.is_raised() {
            self.release_seat();
            list.schedule.pause(self.ticket, self.shared.now());
            self.resume(list);
        }
    }

    /// The worker that does it, if one does.
    pub(super) fn seat(&self) -> Option<Arc<WorkerSeat>> {
        self.seat_slot().clone()
    }

    /// Has another worker than the one before do it, if there is one with this network; where
    /// there is none, the rest of the turn is used here.
    pub(super) fn change_seat(&self, bound: Bound) -> Option<Arc<WorkerSeat>> {
        let before = self.seat_slot().take();
        let except = before.as_ref().map(|seat| seat.worker());
        let wanted = self.kind.seat_use()?;
        let workers = &self.shared.workers;
        let seat = match self.is_lent {
            true => workers.reserve_at_worker(wanted, bound.network(), except),
            false => workers.reserve(wanted, bound.network(), except),
        };
        drop(before);
        let seat = seat.map(Arc::new);
        self.seat_slot().clone_from(&seat);
        if seat.is_none() {
            self.shared.lock().schedule.fetch(self.ticket);
        }
        seat
    }

    /// Lets go of the worker: the rest of the turn is used here.
    pub(super) fn use_here(&self) {
        self.release_seat();
        self.shared.lock().schedule.fetch(self.ticket);
    }

    /// Says where the rest of the work may be done.
    pub(super) fn bind(&self, bound: Bound) {
        self.shared.lock().schedule.bind(self.ticket, bound);
    }

    /// Does something that has the worker at work: nothing is paused meanwhile.
    pub(super) fn asking<T>(&self, ask: impl FnOnce() -> T) -> T {
        self.is_asking.store(true, Ordering::Relaxed);
        let answer = ask();
        self.is_asking.store(false, Ordering::Relaxed);
        answer
    }

    /// Who is elsewhere.
    pub(super) fn workers(&self) -> &Arc<Workers> {
        &self.shared.workers
    }

    /// Lets go of the worker.
    fn release_seat(&self) {
        drop(self.seat_slot().take());
    }

    fn seat_slot(&self) -> MutexGuard<'_, Option<Arc<WorkerSeat>>> {
        self.seat.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves the turn to others: nothing is left to do but to hand over the answer.
    pub(crate) fn give_back(&self) {
        self.release_seat();
        let mut list = self.shared.lock();
        list.schedule.leave(self.ticket, self.shared.now());
        self.shared.dispatch(&mut list);
    }

    /// Does something that waits for others than those who want turns, such as someone
    /// who reads slowly, while others have the turn.
    pub(crate) fn away<T>(&self, wait: impl FnOnce() -> T) -> T {
        if self.is_asking.load(Ordering::Relaxed) {
            return wait();
        }
        self.give_back();
        let done = wait();
        let mut list = self.shared.lock();
        list.schedule.come_back(self.ticket, self.shared.now());
        self.resume(list);
        done
    }

    /// Waits for the turn.
    fn resume(&self, mut list: MutexGuard<'_, List>) {
        self.shared.dispatch(&mut list);
        loop {
            if let Some(seat) = list.granted.remove(&self.ticket) {
                *self.seat_slot() = seat.map(Arc::new);
                return;
            }
            if self.stop.is_raised() {
                // What is left to do is to end.
                list.schedule.leave(self.ticket, self.shared.now());
                return;
            }
            let woken = self.shared.turns.wait(list);
            list = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Leaves the processor to the threads that answer people, as far as the system lets one
/// thread do so: without it they share it as equals.
fn step_back() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(NICENESS) {
        tracing::warn!(%error, "the thinking threads have the priority of all others");
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::mpsc;

    use ponnuki_game::Game;
    use ponnuki_record::Record;
    use ponnuki_room::Proposal;
    use ponnuki_wire::review;

    use ponnuki_think::Decision;

    use super::super::{Estimate, LevelDescription, SeatClock};
    use super::*;
    use crate::limits::Household;

    /// Never asked itself: the tests' jobs are closures.
    pub(crate) struct Idle;

    impl ThinkingService for Idle {
        fn levels(&self) -> Vec<LevelDescription> {
            Vec::new()
        }

        fn choose(&self, _: &Game, _: u8, _: SeatClock, _: Duration, _: &StopSign) -> Decision {
            Decision::Resign
        }

        fn dead(&self, _: &Game, _: &StopSign) -> Vec<Proposal> {
            Vec::new()
        }

        fn estimate(&self, _: &Game, _: &StopSign) -> Estimate {
            unreachable!("never asked")
        }

        fn analyse(
            &self,
            _: &Game,
            _: u32,
            _: &StopSign,
            _: &mut dyn FnMut(review::JudgedPosition),
        ) -> review::JudgedPosition {
            unreachable!("never asked")
        }

        fn review(
            &self,
            _: Record<'_>,
            _: &[review::KnownPosition],
            _: u32,
            _: &StopSign,
            _: &(dyn Fn() + Sync),
            _: &mut dyn FnMut(review::ReviewProgress),
        ) -> Option<review::GameReview> {
            None
        }
    }

    fn pool() -> Pool {
        let capacity = Capacity {
            n_dear: 1,
            n_studies: 4,
            n_films: 1,
        };
        let workers = Workers::new(Idle.network());
        Pool::start(Arc::new(Idle), workers, capacity).expect("threads")
    }

    fn work(household: u8, kind: WorkKind) -> Work {
        Work {
            household: Household::of(IpAddr::V4(Ipv4Addr::new(192, 0, 2, household))),
            kind,
            effort: 24,
            n_points: 361,
        }
    }

    /// A job that has the turn for dear work until something is sent.
    fn hold_dear_turn(pool: &Pool) -> mpsc::Sender<()> {
        let (go, wait) = mpsc::channel();
        let (started, is_started) = mpsc::channel();
        let asked = pool.ask(work(1, WorkKind::Film), &StopSign::new(), move |_, _| {
            started.send(()).expect("the test waits");
            // The sender may be dropped instead.
            let _ = wait.recv();
        });
        assert_eq!(asked, Ok(()));
        is_started.recv().expect("a thread works");
        go
    }

    #[test]
    fn what_is_not_wanted_is_never_begun() {
        let pool = pool();
        let go = hold_dear_turn(&pool);
        let (told, heard) = mpsc::channel();
        let ask = |household, stop: &StopSign, what: &'static str| {
            let told = told.clone();
            let asked = pool.ask(work(household, WorkKind::Review), stop, move |_, _| {
                told.send(what).expect("the test listens");
            });
            assert_eq!(asked, Ok(()), "{what}");
        };
        let stopped = StopSign::new();
        ask(2, &stopped, "not wanted");
        ask(3, &StopSign::new(), "wanted");
        stopped.raise();
        pool.sweep();
        drop((told, go));
        assert_eq!(heard.iter().collect::<Vec<_>>(), ["wanted"]);
    }

    #[test]
    fn a_paused_job_goes_on_where_it_was_after_others_had_their_turn() {
        let pool = pool();
        let (told, heard) = mpsc::channel();
        let (asked, is_asked) = mpsc::channel::<()>();
        let first = told.clone();
        let review = pool.ask(
            work(1, WorkKind::Review),
            &StopSign::new(),
            move |_, turn| {
                first.send("review").expect("the test listens");
                is_asked.recv().expect("the test asks");
                turn.pause();
                first.send("rest of the review").expect("the test listens");
            },
        );
        assert_eq!(review, Ok(()));
        assert_eq!(heard.recv(), Ok("review"));
        let other = pool.ask(work(2, WorkKind::Review), &StopSign::new(), move |_, _| {
            told.send("other review").expect("the test listens");
        });
        assert_eq!(other, Ok(()));
        asked.send(()).expect("the review waits");
        let rest: Vec<_> = heard.iter().collect();
        assert_eq!(rest, ["other review", "rest of the review"]);
    }

    #[test]
    fn a_paused_job_that_is_not_wanted_ends_at_once() {
        let pool = pool();
        let (told, heard) = mpsc::channel();
        let (asked, is_asked) = mpsc::channel::<()>();
        let stop = StopSign::new();
        let review = pool.ask(work(1, WorkKind::Review), &stop, move |_, turn| {
            told.send("begun").expect("the test listens");
            is_asked.recv().expect("the test asks");
            turn.away(|| ());
            told.send("ended").expect("the test listens");
        });
        assert_eq!(review, Ok(()));
        assert_eq!(heard.recv(), Ok("begun"));
        // While the review is away, or before it wants its turn again, another has it and
        // keeps it for good.
        let held = thread::scope(|scope| {
            let held = scope.spawn(|| hold_dear_turn(&pool));
            asked.send(()).expect("the review waits");
            held.join().expect("the turn was given")
        });
        stop.raise();
        pool.sweep();
        assert_eq!(heard.recv(), Ok("ended"));
        drop(held);
    }

    #[test]
    fn a_job_that_breaks_down_leaves_its_turn_to_others() {
        let pool = pool();
        let (told, heard) = mpsc::channel::<()>();
        for _ in 0..10 {
            let told = told.clone();
            let (ended, is_ended) = mpsc::channel::<()>();
            let asked = pool.ask(work(1, WorkKind::Film), &StopSign::new(), move |_, _| {
                let _ended = ended;
                told.send(()).expect("the test listens");
                panic!("a job that breaks down");
            });
            assert_eq!(asked, Ok(()));
            assert_eq!(heard.recv(), Ok(()));
            assert!(is_ended.recv().is_err(), "nothing is sent");
        }
    }

    #[test]
    fn a_closed_pool_does_nothing_more() {
        let pool = pool();
        let stop = StopSign::new();
        let (told, heard) = mpsc::channel();
        let asked = pool.ask(work(1, WorkKind::Review), &stop, move |_, turn| {
            told.send("begun").expect("the test listens");
            while !turn.stop().is_raised() {
                turn.pause();
                thread::yield_now();
            }
            told.send("ended").expect("the test listens");
        });
        assert_eq!(asked, Ok(()));
        assert_eq!(heard.recv(), Ok("begun"));
        pool.close();
        assert_eq!(heard.recv(), Ok("ended"));
        let late = pool.ask(work(1, WorkKind::Move), &StopSign::new(), |_, _| {});
        assert_eq!(late, Err(Busy));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn thinking_threads_have_less_priority_than_others_and_only_they() {
        let pool = pool();
        let (told, heard) = mpsc::channel();
        let asked = pool.ask(work(1, WorkKind::Move), &StopSign::new(), move |_, _| {
            let own = rustix::process::getpriority_process(None);
            told.send(own).expect("the test listens");
        });
        assert_eq!(asked, Ok(()));
        let ours = rustix::process::getpriority_process(None).expect("a priority");
        let theirs = heard.recv().expect("an answer").expect("a priority");
        assert_eq!(theirs, (ours + NICENESS).min(19));
    }
}
