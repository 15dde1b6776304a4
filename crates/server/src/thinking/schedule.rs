//! Who has the next turn, of all who want something thought about or drawn. It runs
//! nothing and reads no clock: a turn is given by [`Schedule::next`], and it is charged
//! when it is given back.
//!
//! Three rules, from the first to the last:
//!
//! 1. Dear work takes at most `n_dear` turns at once, and one more is for cheap work
//!    alone. What is cheap is known from what such work has cost lately.
//! 2. Games, studies and pictures share the time in the ratio of their weights, as far as
//!    they want any.
//! 3. Within each, the household goes first that has used least lately, adding what it
//!    asks for now and taking off how long it has waited: so nobody waits for ever.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use crate::limits::Household;
use crate::workers::{FreeSeats, NetworkId, SeatUse};

/// Questions that may wait in all; beyond it a move would come after a minute anyway.
const N_WAITING_MAX: usize = 1_000;

/// Work that takes no longer is cheap: nobody minds to wait for it once.
const CHEAP: Duration = Duration::from_millis(250);

/// What was used counts half after so long.
const HALF_LIFE: Duration = Duration::from_secs(30);

/// How much of what work costs is learnt from one example.
const LEARNT_FROM_ONE: f64 = 0.25;

/// The longest that a move is thought about, if nobody else waits.
const MOVE_TIME_MAX: Duration = Duration::from_secs(10);

/// A move is thought about so long, however many wait.
const MOVE_TIME_MIN: Duration = Duration::from_secs(1);

/// What slices of work that can be paused last.
const SLICE: Duration = Duration::from_millis(200);

/// Cheap work that turns out dear does not keep the turn for cheap work taken; so often
/// at once that is put up with.
const N_SURPRISES_MAX: usize = 2;

/// Accounts of households that ask for nothing are looked through when there are more.
const N_ACCOUNTS_MAX: usize = 4_096;

/// A household that has used less lately is as one that has used nothing.
const FORGOTTEN: f64 = 0.001;

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum WorkKind {
    /// A move of the engine in a room.
    Move,
    /// The dead stones of a room's game.
    DeadStones,
    /// What a position is worth, for somebody who is curious.
    Estimate,
    /// A move in a position of a record.
    Choice,
    /// What is thought of a position of a record.
    Analysis,
    /// What is thought of a whole record.
    Review,
    /// A picture of a position.
    Still,
    /// A picture for each move.
    Film,
}

impl WorkKind {
    /// Every kind.
    pub(crate) const ALL: [WorkKind; 8] = [
        WorkKind::Move,
        WorkKind::DeadStones,
        WorkKind::Estimate,
        WorkKind::Choice,
        WorkKind::Analysis,
        WorkKind::Review,
        WorkKind::Still,
        WorkKind::Film,
    ];

    /// What operators call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            WorkKind::Move => "move",
            WorkKind::DeadStones => "dead_stones",
            WorkKind::Estimate => "estimate",
            WorkKind::Choice => "choice",
            WorkKind::Analysis => "analysis",
            WorkKind::Review => "review",
            WorkKind::Still => "still",
            WorkKind::Film => "film",
        }
    }

    fn purpose(self) -> Purpose {
        match self {
            WorkKind::Move | WorkKind::DeadStones => Purpose::Games,
            WorkKind::Estimate | WorkKind::Choice | WorkKind::Analysis | WorkKind::Review => {
                Purpose::Studies
            }
            WorkKind::Still | WorkKind::Film => Purpose::Pictures,
        }
    }

    /// How many of one household may wait that were not begun. Rooms ask again; a page
    /// with all diagrams of a game asks for all of them at once.
    fn n_waiting_max(self) -> usize {
        match self {
            WorkKind::Move | WorkKind::DeadStones => 8,
            WorkKind::Estimate => 4,
            WorkKind::Choice | WorkKind::Analysis | WorkKind::Review => 2,
            WorkKind::Still => 60,
            WorkKind::Film => 2,
        }
    }

    /// Whether whoever does it gives the turn back every [`SLICE`] or so.
    fn is_sliced(self) -> bool {
        matches!(self, WorkKind::Analysis | WorkKind::Review | WorkKind::Film)
    }

    /// What a worker's seat is needed for to do it elsewhere; `None`: it is done here.
    pub(crate) fn seat_use(self) -> Option<SeatUse> {
        match self {
            WorkKind::Move | WorkKind::Choice => Some(SeatUse::Move),
            WorkKind::DeadStones | WorkKind::Estimate => Some(SeatUse::Live),
            WorkKind::Analysis | WorkKind::Review => Some(SeatUse::Study),
            WorkKind::Still | WorkKind::Film => None,
        }
    }

    /// What it costs as long as nothing is known of such work. What is not known to be
    /// dear is taken for cheap, which is wrong once.
    fn cost_at_first(self) -> Duration {
        match self {
            WorkKind::Review | WorkKind::Film => MOVE_TIME_MAX,
            _ => Duration::ZERO,
        }
    }

    /// For how much more than it costs it counts in the order of its purpose: analyses come
    /// before reviews, stills before films.
    fn delay(self) -> Duration {
        match self {
            WorkKind::Review => Duration::from_secs(1),
            WorkKind::Film => Duration::from_secs(5),
            _ => Duration::ZERO,
        }
    }
}

/// What work is good for: each has a share of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Games,
    Studies,
    Pictures,
}

impl Purpose {
    const ALL: [Purpose; 3] = [Purpose::Games, Purpose::Studies, Purpose::Pictures];

    /// How much of the time it has beside others: somebody who plays waits, and has a
    /// clock; a picture is looked at later.
    fn weight(self) -> f64 {
        match self {
            Purpose::Games => 4.0,
            Purpose::Studies => 2.0,
            Purpose::Pictures => 1.0,
        }
    }
}

/// Something to be done, for whom, and how much of it there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Work {
    pub(crate) household: Household,
    pub(crate) kind: WorkKind,
    /// How strongly to play, or the binary logarithm of how much to look at: work of one
    /// kind and effort costs as much for each point of the board.
    pub(crate) effort: u8,
    pub(crate) n_points: usize,
}

impl Work {
    /// Work of the same sort costs the same.
    fn sort(&self) -> (WorkKind, u8) {
        (self.kind, self.effort)
    }
}

/// Too much waits already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Busy;

/// Tells work from other work; later work has a later ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Ticket(u64);

/// A turn that is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Granted {
    pub(crate) ticket: Ticket,
    /// How long it waited, if this is its first turn.
    pub(crate) waited: Option<Duration>,
    /// How long a move may be thought about in it.
    pub(crate) time_max: Duration,
    /// Whether a worker is to do it.
    pub(crate) is_elsewhere: bool,
    /// Whether it is done for another node.
    pub(crate) is_lent: bool,
    /// The kind of work, and where it may be done.
    pub(crate) kind: WorkKind,
    pub(crate) bound: Bound,
}

/// Where work may be done. All of a review is judged by one network, or what it calls a loss
/// would be the difference of two opinions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Anywhere.
    #[default]
    Nowhere,
    /// Here.
    Here,
    /// By workers with this network, as long as there are any.
    To(NetworkId),
}

impl Bound {
    /// The network that workers must have.
    pub(crate) fn network(self) -> Option<NetworkId> {
        match self {
            Bound::Nowhere | Bound::Here => None,
            Bound::To(network) => Some(network),
        }
    }
}

/// How much is done at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Capacity {
    /// Dear work; one turn more is for cheap work.
    pub(crate) n_dear: usize,
    /// Analyses and reviews that are begun, most of them paused.
    pub(crate) n_studies: usize,
    /// Films that are begun.
    pub(crate) n_films: usize,
}

impl Capacity {
    /// How many threads are never too few.
    pub(crate) fn n_threads(self) -> usize {
        self.n_dear + 1 + N_SURPRISES_MAX + self.n_studies + self.n_films
    }
}

/// What waits and what is done, and what is known of those who asked for it.
#[derive(Debug)]
pub(crate) struct Schedule {
    capacity: Capacity,
    entries: BTreeMap<Ticket, Entry>,
    n_ever: u64,
    accounts: HashMap<Household, Account>,
    /// Seconds that each purpose has used, divided by its weight.
    passes: [f64; Purpose::ALL.len()],
    /// Seconds that work of a sort costs for each point of the board.
    costs: HashMap<(WorkKind, u8), f64>,
}

#[derive(Clone, Debug)]
struct Entry {
    work: Work,
    state: State,
    /// Since when it is in this state.
    since: Duration,
    /// What it used in the turns before this.
    used: Duration,
    /// Whether it ever had a turn.
    is_begun: bool,
    bound: Bound,
    /// Whether a worker does it, or did it last.
    is_elsewhere: bool,
    /// Whether a worker ever did a part of it: what it used tells nothing of this machine.
    was_elsewhere: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Waiting,
    Running,
    /// Begun, and waiting for something else than a turn.
    Away,
}

/// What a household has used lately.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    seconds: f64,
    /// When that was so.
    at: Duration,
    /// When it last had a turn.
    served: Duration,
}

impl Account {
    fn seconds(&self, now: Duration) -> f64 {
        let since = now.saturating_sub(self.at).as_secs_f64();
        self.seconds * (-since / HALF_LIFE.as_secs_f64()).exp2()
    }

    fn charge(&mut self, time: Duration, now: Duration) {
        self.seconds = self.seconds(now) + time.as_secs_f64();
        self.at = now;
    }
}

/// What is done at a moment.
#[derive(Debug, Default)]
struct Crew {
    n_dear: usize,
    n_cheap: usize,
    n_studies_begun: usize,
    n_films_begun: usize,
    n_whole: usize,
    /// The seconds that each purpose has been running.
    running: [f64; Purpose::ALL.len()],
    homes: HashMap<Household, HomeCrew>,
}

/// What is done for one household.
#[derive(Clone, Copy, Debug, Default)]
struct HomeCrew {
    n_dear: usize,
    n_elsewhere: usize,
    n_films_begun: usize,
    seconds: f64,
}

impl Schedule {
    /// An empty one, with at least one turn for dear work.
    pub(crate) fn new(capacity: Capacity) -> Schedule {
        Schedule {
            capacity: Capacity {
                n_dear: capacity.n_dear.max(1),
                ..capacity
            },
            entries: BTreeMap::new(),
            n_ever: 0,
            accounts: HashMap::new(),
            passes: [0.0; Purpose::ALL.len()],
            costs: HashMap::new(),
        }
    }

    /// How much is done at once.
    pub(crate) fn capacity(&self) -> Capacity {
        self.capacity
    }

    /// Puts work on the list.
    ///
    /// # Errors
    ///
    /// Too much waits, of this household or in all.
    pub(crate) fn arrive(&mut self, work: Work, now: Duration) -> Result<Ticket, Busy> {
        let unbegun = self.entries.values().filter(|entry| !entry.is_begun);
        let (mut n_all, mut n_alike) = (0, 0);
        for entry in unbegun {
            n_all += 1;
            let Work {
                household, kind, ..
            } = entry.work;
            n_alike += usize::from(household == work.household && kind == work.kind);
        }
        if n_all >= N_WAITING_MAX || n_alike >= work.kind.n_waiting_max() {
            return Err(Busy);
        }
        self.catch_up(work.kind.purpose(), now);
        self.n_ever += 1;
        let ticket = Ticket(self.n_ever);
        let entry = Entry {
            work,
            state: State::Waiting,
            since: now,
            used: Duration::ZERO,
            is_begun: false,
            bound: Bound::Nowhere,
            is_elsewhere: false,
            was_elsewhere: false,
        };
        self.entries.insert(ticket, entry);
        Ok(ticket)
    }

    /// Gives the next turn, if there is one to give and somebody to have it: at a worker where a
    /// seat is free, else here, and at another node where neither is.
    pub(crate) fn next(&mut self, now: Duration, free: &FreeSeats) -> Option<Granted> {
        self.learn_from_overdue(now);
        let crew = self.crew(now);
        let waiting = self.entries.iter();
        let waiting: Vec<(Ticket, &Entry)> = waiting
            .filter(|(_, entry)| entry.state == State::Waiting)
            .filter(|(_, entry)| {
                fits_elsewhere(entry, &crew, free)
                    || self.fits_here(entry, &crew, free, now)
                    || fits_at_nodes(entry, &crew, free)
            })
            .map(|(ticket, entry)| (*ticket, entry))
            .collect();
        let pass = |purpose: Purpose| {
            self.passes[purpose as usize] + crew.running[purpose as usize] / purpose.weight()
        };
        let wanted = |purpose: &Purpose| {
            let mut waiting = waiting.iter();
            waiting.any(|(_, entry)| entry.work.kind.purpose() == *purpose)
        };
        let purpose = Purpose::ALL
            .into_iter()
            .filter(wanted)
            .reduce(|best, other| {
                if pass(other) < pass(best) {
                    other
                } else {
                    best
                }
            })?;
        let ticket = self.first_of(purpose, &waiting, &crew, now)?;
        let time_max = self.time_max(ticket, free.n_all, now);
        let entry = self.entries.get(&ticket)?;
        let is_elsewhere =
            fits_elsewhere(entry, &crew, free) || !self.fits_here(entry, &crew, free, now);
        let entry = self.entries.get_mut(&ticket)?;
        entry.is_elsewhere = is_elsewhere;
        entry.was_elsewhere |= is_elsewhere;
        let (kind, bound) = (entry.work.kind, entry.bound);
        let waited = (!entry.is_begun).then(|| now.saturating_sub(entry.since));
        entry.state = State::Running;
        entry.since = now;
        entry.is_begun = true;
        let household = entry.work.household;
        self.accounts.entry(household).or_default().served = now;
        Some(Granted {
            ticket,
            waited,
            time_max,
            is_elsewhere,
            is_lent: household == Household::NODES,
            kind,
            bound,
        })
    }

    /// Says where the rest of the work may be done.
    pub(crate) fn bind(&mut self, ticket: Ticket, bound: Bound) {
        if let Some(entry) = self.entries.get_mut(&ticket) {
            entry.bound = bound;
        }
    }

    /// No worker does it any more: the rest of the turn is used here.
    pub(crate) fn fetch(&mut self, ticket: Ticket) {
        if let Some(entry) = self.entries.get_mut(&ticket) {
            entry.is_elsewhere = false;
        }
    }

    /// The turn is given back, and another is wanted.
    pub(crate) fn pause(&mut self, ticket: Ticket, now: Duration) {
        self.give_back(ticket, State::Waiting, now);
    }

    /// The turn is given back for as long as something else is waited for.
    pub(crate) fn leave(&mut self, ticket: Ticket, now: Duration) {
        self.give_back(ticket, State::Away, now);
    }

    /// A turn is wanted again after [`leave`](Schedule::leave).
    pub(crate) fn come_back(&mut self, ticket: Ticket, now: Duration) {
        self.give_back(ticket, State::Waiting, now);
    }

    /// The work is done, or not wanted any more.
    pub(crate) fn end(&mut self, ticket: Ticket, is_done: bool, now: Duration) {
        self.give_back(ticket, State::Away, now);
        let Some(entry) = self.entries.remove(&ticket) else {
            return;
        };
        let Entry { work, used, .. } = entry;
        if is_done && !entry.was_elsewhere {
            let cost = used.as_secs_f64() / work.n_points.max(1) as f64;
            let known = self.costs.entry(work.sort()).or_insert(cost);
            *known += LEARNT_FROM_ONE * (cost - *known);
        }
        if self.accounts.len() > N_ACCOUNTS_MAX {
            self.accounts
                .retain(|_, account| account.seconds(now) > FORGOTTEN);
        }
    }

    /// Whether anybody waits for a turn.
    pub(crate) fn is_awaited(&self) -> bool {
        let mut entries = self.entries.values();
        entries.any(|entry| entry.state == State::Waiting)
    }

    /// How many tasks of other nodes could have a turn at once: none as long as anybody waits.
    pub(crate) fn n_to_lend(&self, now: Duration, free: &FreeSeats) -> usize {
        if self.is_awaited() {
            return 0;
        }
        let crew = self.crew(now);
        let n_dear = self.capacity.n_dear;
        let n_free = n_dear.saturating_sub(crew.n_dear + crew.n_cheap);
        let home = crew.homes.get(&Household::NODES);
        let n_lent = home.map_or(0, |home| home.n_dear);
        // As for every household, a turn is left to others where there are some.
        let n_fair = (n_dear - 1).max(1).saturating_sub(n_lent);
        n_free.min(n_fair) + free.n_for_moves()
    }

    /// How much of a kind waits and how much is done.
    pub(crate) fn n_of(&self, kind: WorkKind) -> (usize, usize) {
        let of_kind = self
            .entries
            .values()
            .filter(|entry| entry.work.kind == kind);
        of_kind.fold((0, 0), |(n_waiting, n_running), entry| match entry.state {
            State::Waiting => (n_waiting + 1, n_running),
            State::Running => (n_waiting, n_running + 1),
            State::Away => (n_waiting, n_running),
        })
    }

    /// Which of these come first within a purpose: of each household the work that costs
    /// least or waits longest, and then the household that used least and waits longest.
    fn first_of(
        &self,
        purpose: Purpose,
        waiting: &[(Ticket, &Entry)],
        crew: &Crew,
        now: Duration,
    ) -> Option<Ticket> {
        let waited = |since: Duration| now.saturating_sub(since).as_secs_f64();
        let mut best_of_home: HashMap<Household, (f64, Ticket, &Entry)> = HashMap::new();
        let alike = waiting.iter();
        for (ticket, entry) in alike.filter(|(_, entry)| entry.work.kind.purpose() == purpose) {
            let rank = self.price(entry) - waited(entry.since);
            let best = best_of_home.entry(entry.work.household);
            let best = best.or_insert((rank, *ticket, entry));
            if rank < best.0 {
                *best = (rank, *ticket, entry);
            }
        }
        let ranked = best_of_home.into_iter().map(|(household, best)| {
            let (_, ticket, entry) = best;
            let account = self.accounts.get(&household).copied().unwrap_or_default();
            let running = crew.homes.get(&household).map_or(0.0, |home| home.seconds);
            let since = entry.since.max(account.served);
            let debt = account.seconds(now) + running;
            (debt + self.price(entry) - waited(since), ticket)
        });
        let first = ranked.min_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        first.map(|(_, ticket)| ticket)
    }

    /// The seconds that the next turn of an entry counts for in the order.
    fn price(&self, entry: &Entry) -> f64 {
        let cost = self.cost(&entry.work);
        let cost = match entry.work.kind.is_sliced() {
            true => cost.min(SLICE),
            false => cost,
        };
        (cost + entry.work.kind.delay()).as_secs_f64()
    }

    /// What work costs, from what such work has cost lately.
    fn cost(&self, work: &Work) -> Duration {
        let known = self.costs.get(&work.sort());
        known.map_or(work.kind.cost_at_first(), |cost| {
            Duration::from_secs_f64(cost * work.n_points.max(1) as f64)
        })
    }

    fn is_dear(&self, entry: &Entry, now: Duration) -> bool {
        self.cost(&entry.work).max(entry.used(now)) > CHEAP
    }

    /// Whether an entry may have a turn here beside those who have one.
    fn fits_here(&self, entry: &Entry, crew: &Crew, free: &FreeSeats, now: Duration) -> bool {
        let waits_for_others = match entry.bound {
            Bound::Nowhere | Bound::Here => false,
            // When none of them is left, whoever has the turn finds another way.
            Bound::To(network) => free.knows(network),
        };
        if waits_for_others {
            return false;
        }
        let Capacity {
            n_dear,
            n_studies,
            n_films,
        } = self.capacity;
        let home = crew.homes.get(&entry.work.household);
        let home = home.copied().unwrap_or_default();
        let has_turn = match self.is_dear(entry, now) {
            // One household leaves a turn to others where there are some.
            true => crew.n_dear < n_dear && home.n_dear < (n_dear - 1).max(1),
            false => {
                // Cheap work that turned out dear is in the way of its own household only.
                let n_taken = match home.n_dear {
                    0 => crew.n_dear.min(n_dear),
                    _ => crew.n_dear,
                };
                crew.n_cheap + n_taken <= n_dear
            }
        };
        let has_thread = match entry.work.kind {
            _ if entry.is_begun => true,
            WorkKind::Film => crew.n_films_begun < n_films && home.n_films_begun == 0,
            kind if kind.is_sliced() => crew.n_studies_begun < n_studies,
            _ => crew.n_whole <= n_dear + N_SURPRISES_MAX,
        };
        has_turn && has_thread
    }

    fn crew(&self, now: Duration) -> Crew {
        let mut crew = Crew::default();
        for entry in self.entries.values().filter(|entry| entry.is_begun) {
            let kind = entry.work.kind;
            let home = crew.homes.entry(entry.work.household).or_default();
            match kind {
                WorkKind::Film => {
                    crew.n_films_begun += 1;
                    home.n_films_begun += 1;
                }
                kind if kind.is_sliced() => crew.n_studies_begun += 1,
                _ if entry.is_elsewhere => {}
                _ => crew.n_whole += 1,
            }
            if entry.state != State::Running {
                continue;
            }
            let seconds = now.saturating_sub(entry.since).as_secs_f64();
            crew.running[kind.purpose() as usize] += seconds;
            home.seconds += seconds;
            match self.is_dear(entry, now) {
                _ if entry.is_elsewhere => home.n_elsewhere += 1,
                true => {
                    crew.n_dear += 1;
                    home.n_dear += 1;
                }
                false => crew.n_cheap += 1,
            }
        }
        crew
    }

    /// Work that is done already costs at least what it has used: who waits with more of the
    /// same is not taken for cheap.
    fn learn_from_overdue(&mut self, now: Duration) {
        for entry in self.entries.values() {
            let used = entry.used(now);
            if entry.state == State::Running && !entry.was_elsewhere && used > CHEAP {
                let cost = used.as_secs_f64() / entry.work.n_points.max(1) as f64;
                let known = self.costs.entry(entry.work.sort()).or_insert(cost);
                *known = known.max(cost);
            }
        }
    }

    /// How long a move may be thought about: less, the more households wait for a turn that
    /// is not for cheap work, where there are so many seats elsewhere.
    fn time_max(&self, ticket: Ticket, n_seats: usize, now: Duration) -> Duration {
        let Some(own) = self.entries.get(&ticket) else {
            return MOVE_TIME_MIN;
        };
        let waiting = self.entries.values().filter(|entry| {
            entry.state == State::Waiting
                && entry.work.household != own.work.household
                && self.is_dear(entry, now)
        });
        let mut others: Vec<Household> = Vec::new();
        for entry in waiting {
            if !others.contains(&entry.work.household) {
                others.push(entry.work.household);
            }
        }
        let n_turns = self.capacity.n_dear + n_seats;
        let n_each = 1.0 + others.len() as f64 / n_turns as f64;
        MOVE_TIME_MAX.div_f64(n_each).max(MOVE_TIME_MIN)
    }

    /// Ends a turn if there is one, charges for it, and changes the state.
    fn give_back(&mut self, ticket: Ticket, state: State, now: Duration) {
        let Some(entry) = self.entries.get(&ticket) else {
            return;
        };
        let (work, was) = (entry.work, entry.state);
        let time = match was {
            State::Running => now.saturating_sub(entry.since),
            State::Waiting | State::Away => Duration::ZERO,
        };
        if was == State::Away && state == State::Waiting {
            self.catch_up(work.kind.purpose(), now);
        }
        if was == State::Running {
            let purpose = work.kind.purpose();
            self.passes[purpose as usize] += time.as_secs_f64() / purpose.weight();
            let account = self.accounts.entry(work.household).or_default();
            account.charge(time, now);
        }
        if let Some(entry) = self.entries.get_mut(&ticket) {
            entry.used += time;
            entry.state = state;
            entry.since = now;
        }
    }

    /// A purpose for which nothing was wanted has not saved up time meanwhile.
    fn catch_up(&mut self, purpose: Purpose, now: Duration) {
        let crew = self.crew(now);
        let mut is_active = [false; Purpose::ALL.len()];
        for entry in self.entries.values() {
            is_active[entry.work.kind.purpose() as usize] |= entry.state != State::Away;
        }
        if is_active[purpose as usize] {
            return;
        }
        let active = Purpose::ALL
            .into_iter()
            .filter(|one| is_active[*one as usize]);
        let passes =
            active.map(|one| self.passes[one as usize] + crew.running[one as usize] / one.weight());
        let least = passes.reduce(f64::min);
        let own = &mut self.passes[purpose as usize];
        *own = own.max(least.unwrap_or(*own));
    }
}

/// Whether a worker may do an entry's work beside those who have one do theirs.
fn fits_elsewhere(entry: &Entry, crew: &Crew, free: &FreeSeats) -> bool {
    let Some(wanted) = entry.work.kind.seat_use() else {
        return false;
    };
    let home = crew.homes.get(&entry.work.household);
    let n_elsewhere = home.map_or(0, |home| home.n_elsewhere);
    // One household leaves a seat to others where there are some.
    let is_fair = n_elsewhere < free.n_all.saturating_sub(1).max(1);
    entry.bound != Bound::Here && is_fair && free.has(wanted, entry.bound.network())
}

/// Whether another node may do an entry's work. What comes from one goes to no other.
fn fits_at_nodes(entry: &Entry, crew: &Crew, free: &FreeSeats) -> bool {
    let home = crew.homes.get(&entry.work.household);
    let n_elsewhere = home.map_or(0, |home| home.n_elsewhere);
    let is_fair = n_elsewhere < free.n_all.saturating_sub(1).max(1);
    let is_any_network = entry
        .bound
        .network()
        .is_none_or(|bound| bound == NetworkId::OWN);
    free.n_at_nodes > 0
        && is_fair
        && is_any_network
        && entry.work.kind.seat_use().is_some()
        && entry.bound != Bound::Here
        && entry.work.household != Household::NODES
}

impl Entry {
    /// What it has used, with the turn that it has now.
    fn used(&self, now: Duration) -> Duration {
        match self.state {
            State::Running => self.used + now.saturating_sub(self.since),
            State::Waiting | State::Away => self.used,
        }
    }
}

#[cfg(test)]
mod tests;
