//! What a stranger may send: sizes, numbers and rates, each with a name and a
//! reason. What is beyond them is refused, never queued.

use std::collections::HashMap;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A socket's message is a move or a line of chat; the longest legal one is an
/// `accept` with all stones of a large board, some 3 KiB.
pub const MESSAGE_BYTES_MAX: usize = 4 << 10;

/// The body of a request is some settings and a name, or the moves of a game to go on with: those
/// of the longest have half of it.
pub const BODY_BYTES_MAX: usize = 16 << 10;

/// A record to be looked at: the longest of people's games with all their variations
/// have some hundred kilobytes.
pub(crate) const RECORD_BYTES_MAX: usize = 1 << 20;

/// A large file to be looked at: a collection of some thousand games, or a dictionary of
/// openings.
pub const LARGE_RECORD_BYTES_MAX: usize = 8 << 20;

/// A game of such a file that comes back with a wish: in UTF-8, and with what JSON escapes.
pub(crate) const LARGE_RECORD_JSON_MAX: usize = 2 * LARGE_RECORD_BYTES_MAX;

/// How long a large file may take to arrive: eight megabytes at 1.5 megabits a second.
pub(crate) const LARGE_RECORD_TIME_MAX: Duration = Duration::from_secs(45);

/// A phone that changes cells is silent for some seconds.
pub(crate) const WRITE_PATIENCE: Duration = Duration::from_secs(20);

/// How many room names one question about several rooms may hold.
pub const IDS_MAX: usize = 200;

/// Addresses remembered at once; each costs some 60 bytes.
const ADDRESSES_MAX: usize = 100_000;

/// How much of everything one server gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServerLimits {
    /// Requests to the API of one address. A page makes a few when it is loaded; a
    /// tournament hall behind one address stays under the rest.
    pub requests: Rate,
    /// Rooms that one address opens, and seats that it takes over or signs out: each
    /// waits for the disk.
    pub openings: Rate,
    /// Messages for one seat, from all its devices together. Nobody plays faster; marking
    /// dead stones is a burst of clicks.
    pub messages: Rate,
    /// Messages of all players at one address beyond one each second, which every seat has:
    /// a hall in which a hundred games are played fast.
    pub messages_per_address: Rate,
    /// Messages of all who watch from one address, in all rooms: they talk now and then.
    pub watching: Rate,
    /// Lines that all who watch from one address say, in all rooms.
    pub watcher_lines: Rate,
    /// Lines that all who watch from one address say in one game: a fifth of what all
    /// watchers have together.
    pub n_watcher_lines: u32,
    /// Bytes that wait to be sent to all players at one address beyond what each connection
    /// has to itself, and as many to all who watch from there: a hundred people in a hall, to
    /// whom much was said.
    pub n_waiting_bytes_per_address: usize,
    /// The same for all players of the server, and for all who watch: what a small machine
    /// can spare.
    pub n_waiting_bytes: usize,
    /// Estimates that one address asks for: each is a second of a processor.
    pub estimates: Rate,
    /// Pictures that are drawn for one address: a page with all diagrams of a game, and
    /// then one each second. A film is some seconds of a processor.
    pub drawings: Rate,
    /// Films that are begun at once: each holds its pictures in memory.
    pub n_films: usize,
    /// Rooms opened from one address that are live at once.
    pub n_rooms_per_address: usize,
    /// Rooms that are live at once; each costs some tens of kilobytes.
    pub n_rooms: usize,
    /// Connections of one address at once.
    pub n_connections_per_address: usize,
    /// Connections at once: below what systems allow as open files.
    pub n_connections: usize,
    /// Connections at once on which records are studied: each has a question that holds
    /// what was thought so far, and has its turns beside the games.
    pub n_studies: usize,
    /// The same from one address: two who each have a game reviewed, and look at a position
    /// or play on from it meanwhile.
    pub n_studies_per_address: usize,
    /// Variations that are looked at for one position of a record: as many as for a move
    /// at full strength. Whoever lets the program think until they have seen enough comes
    /// to this end.
    pub n_study_visits: u32,
    /// Records that are read at once to be looked at: each takes up to 10 MB while it is
    /// sent, and the two that are read at the moment up to 50 MB.
    pub n_records: usize,
    /// The same for one address: a click reads the record once more, and that takes
    /// milliseconds.
    pub n_records_per_address: usize,
    /// Large records among them: each takes up to 40 MB while it comes and while it is sent,
    /// and the one that is read at the moment up to 200 MB.
    pub n_large_records: usize,
    /// The same for one address: one that is read while the answer before is still sent.
    pub n_large_records_per_address: usize,
    /// How long nothing can be written to a client before it is given up; what waits for
    /// it is held in memory.
    pub write_patience: Duration,
    /// People watching one room; the players have their places apart.
    pub n_watchers: usize,
    /// Devices and tabs on one seat.
    pub n_tabs: usize,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            requests: Rate::new(300, 30.0),
            openings: Rate::new(120, 0.5),
            messages: Rate::new(40, 8.0),
            messages_per_address: Rate::new(2_000, 400.0),
            watching: Rate::new(200, 10.0),
            watcher_lines: Rate::new(8, 0.5),
            n_watcher_lines: 60,
            n_waiting_bytes_per_address: 16 << 20,
            n_waiting_bytes: 128 << 20,
            estimates: Rate::new(10, 0.5),
            drawings: Rate::new(60, 1.0),
            n_films: 4,
            n_rooms_per_address: 200,
            n_rooms: 20_000,
            n_connections_per_address: 500,
            n_connections: 20_000,
            n_studies: 16,
            n_studies_per_address: 4,
            n_study_visits: 20_000,
            n_records: 16,
            n_records_per_address: 4,
            n_large_records: 4,
            n_large_records_per_address: 2,
            write_patience: WRITE_PATIENCE,
            n_watchers: 500,
            n_tabs: 10,
        }
    }
}

/// Open files that are not connections: the database, its log, what is read and drawn,
/// what the system itself needs.
const FILES_ASIDE: u64 = 100;

impl ServerLimits {
    /// These, as far as a process can keep them that may have `n_files` open.
    pub fn within(self, n_files: Option<u64>) -> ServerLimits {
        let Some(n_files) = n_files else {
            return self;
        };
        let n_left = usize::try_from(n_files.saturating_sub(FILES_ASIDE)).unwrap_or(usize::MAX);
        let n_connections = self.n_connections.min(n_left.max(1));
        ServerLimits {
            n_connections,
            // Where there are few, nobody has more than half of them.
            n_connections_per_address: self
                .n_connections_per_address
                .min(n_connections.div_ceil(2)),
            ..self
        }
    }
}

/// So many at once, and so many a second in the long run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    burst: f64,
    per_second: f64,
}

impl Rate {
    /// `burst` at once, and `per_second` after that.
    pub const fn new(burst: u32, per_second: f64) -> Rate {
        Rate {
            burst: burst as f64,
            per_second,
        }
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rate { burst, per_second } = self;
        write!(f, "{burst} at once, then {per_second} a second")
    }
}

/// What is left of a [`Rate`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    /// A full one.
    pub(crate) fn full(rate: Rate, now: Instant) -> Bucket {
        Bucket {
            left: rate.burst,
            at: now,
        }
    }

    /// Takes one.
    ///
    /// # Errors
    ///
    /// How long until there is one again.
    pub(crate) fn take(&mut self, rate: Rate, now: Instant) -> Result<(), Duration> {
        self.left = self.level(rate, now);
        self.at = now;
        if self.left < 1.0 {
            return Err(Duration::from_secs_f64((1.0 - self.left) / rate.per_second));
        }
        self.left -= 1.0;
        Ok(())
    }

    fn level(&self, rate: Rate, now: Instant) -> f64 {
        let since = now.saturating_duration_since(self.at).as_secs_f64();
        (self.left + since * rate.per_second).min(rate.burst)
    }
}

/// What a seat may always send, whatever others at the same address do: a move each second.
const SEAT_SURE: Rate = Rate::new(10, 1.0);

/// What is left of a seat's messages, for all its devices.
#[derive(Clone, Debug)]
pub(crate) struct SeatBuckets(Arc<Mutex<[Bucket; 2]>>);

impl SeatBuckets {
    /// Full ones.
    pub(crate) fn full(messages: Rate, now: Instant) -> SeatBuckets {
        let buckets = [messages, SEAT_SURE].map(|rate| Bucket::full(rate, now));
        SeatBuckets(Arc::new(Mutex::new(buckets)))
    }

    /// Takes one of the seat's, and one of all `others` of the `address` if the seat has sent
    /// more than a seat may in any case.
    ///
    /// # Errors
    ///
    /// How long until there is one again.
    pub(crate) fn take(
        &self,
        messages: Rate,
        others: &Rates,
        address: IpAddr,
        now: Instant,
    ) -> Result<(), Duration> {
        let mut buckets = lock(&self.0);
        let [own, sure] = &mut *buckets;
        own.take(messages, now)?;
        match sure.take(SEAT_SURE, now) {
            Ok(()) => Ok(()),
            Err(_) => others.take(address, now),
        }
    }
}

/// One [`Rate`] for each address.
#[derive(Debug)]
pub(crate) struct Rates {
    rate: Rate,
    buckets: Mutex<HashMap<Household, Bucket>>,
}

impl Rates {
    /// The same rate for everybody.
    pub(crate) fn new(rate: Rate) -> Rates {
        Rates {
            rate,
            buckets: Mutex::default(),
        }
    }

    /// Takes one for `address`.
    ///
    /// # Errors
    ///
    /// How long until it may have another.
    pub(crate) fn take(&self, address: IpAddr, now: Instant) -> Result<(), Duration> {
        let mut buckets = lock(&self.buckets);
        if buckets.len() >= ADDRESSES_MAX {
            buckets.retain(|_, bucket| bucket.level(self.rate, now) < self.rate.burst);
        }
        let household = Household::of(address);
        if buckets.len() >= ADDRESSES_MAX && !buckets.contains_key(&household) {
            return Err(Duration::from_secs(1));
        }
        let full = Bucket::full(self.rate, now);
        let bucket = buckets.entry(household).or_insert(full);
        bucket.take(self.rate, now)
    }
}

/// So many things at once, in all and for each address.
#[derive(Clone, Debug)]
pub(crate) struct Places(Arc<Mutex<Taken>>);

#[derive(Debug)]
struct Taken {
    n_max: usize,
    n_each_max: usize,
    n_all: usize,
    each: HashMap<Household, usize>,
}

/// Which of the two limits of [`Places`] is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlacesFull {
    /// One address has too many.
    Address,
    /// There are too many in all.
    All,
}

/// Places taken; free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    of: Places,
    household: Option<Household>,
    n: usize,
}

impl Places {
    /// `n_max` in all, and `n_each_max` for each address.
    pub(crate) fn new(n_max: usize, n_each_max: usize) -> Places {
        Places(Arc::new(Mutex::new(Taken {
            n_max,
            n_each_max,
            n_all: 0,
            each: HashMap::new(),
        })))
    }

    /// Takes a place, on the account of `address` if there is one.
    ///
    /// # Errors
    ///
    /// Which limit is reached.
    pub(crate) fn take(&self, address: Option<IpAddr>) -> Result<Place, PlacesFull> {
        self.take_many(address, 1)
    }

    /// Takes `n` places together.
    ///
    /// # Errors
    ///
    /// Which limit would be passed.
    pub(crate) fn take_many(&self, address: Option<IpAddr>, n: usize) -> Result<Place, PlacesFull> {
        let household = address.map(Household::of);
        let mut taken = lock(&self.0);
        if taken.n_all.saturating_add(n) > taken.n_max {
            return Err(PlacesFull::All);
        }
        if let Some(household) = household {
            let n_own = taken.each.get(&household).copied().unwrap_or_default();
            if n_own.saturating_add(n) > taken.n_each_max {
                return Err(PlacesFull::Address);
            }
            taken.each.insert(household, n_own + n);
        }
        taken.n_all += n;
        drop(taken);
        Ok(Place {
            of: self.clone(),
            household,
            n,
        })
    }

    /// How many are taken.
    pub(crate) fn n_taken(&self) -> usize {
        lock(&self.0).n_all
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = lock(&self.of.0);
        taken.n_all -= self.n;
        let Some(household) = self.household else {
            return;
        };
        if let Some(n) = taken.each.get_mut(&household) {
            *n -= self.n;
            if *n == 0 {
                taken.each.remove(&household);
            }
        }
    }
}

/// How often each address may do what; [`ServerLimits`] says why.
#[derive(Debug)]
pub(crate) struct AddressRates {
    /// Requests to the API.
    pub(crate) requests: Rates,
    /// Rooms opened, seats taken over or signed out.
    pub(crate) openings: Rates,
    /// Estimates asked for.
    pub(crate) estimates: Rates,
    /// Messages of players beyond what every seat has.
    pub(crate) messages: Rates,
    /// Messages of those who watch.
    pub(crate) watching: Rates,
    /// Lines said by those who watch.
    pub(crate) watcher_lines: Rates,
}

impl AddressRates {
    /// Those that `limits` say.
    pub(crate) fn new(limits: &ServerLimits) -> AddressRates {
        AddressRates {
            requests: Rates::new(limits.requests),
            openings: Rates::new(limits.openings),
            estimates: Rates::new(limits.estimates),
            messages: Rates::new(limits.messages_per_address),
            watching: Rates::new(limits.watching),
            watcher_lines: Rates::new(limits.watcher_lines),
        }
    }
}

/// How much of what there may be at once, in all and for each address; [`ServerLimits`] says why.
#[derive(Debug)]
pub(crate) struct AddressPlaces {
    /// Bytes that wait to be sent to players.
    pub(crate) waiting_for_players: Places,
    /// Bytes that wait to be sent to those who watch.
    pub(crate) waiting_for_watchers: Places,
    /// Connections.
    pub(crate) connections: Places,
    /// Connections on which records are studied.
    pub(crate) studies: Places,
    /// Live rooms.
    pub(crate) rooms: Places,
}

impl AddressPlaces {
    /// As many as `limits` say.
    pub(crate) fn new(limits: &ServerLimits) -> AddressPlaces {
        let waiting = || {
            let (n, n_each) = (limits.n_waiting_bytes, limits.n_waiting_bytes_per_address);
            Places::new(n, n_each)
        };
        AddressPlaces {
            waiting_for_players: waiting(),
            waiting_for_watchers: waiting(),
            connections: Places::new(limits.n_connections, limits.n_connections_per_address),
            studies: Places::new(limits.n_studies, limits.n_studies_per_address),
            rooms: Places::new(limits.n_rooms, limits.n_rooms_per_address),
        }
    }
}

/// An address, or the 2⁶⁴ addresses that one household has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Household(IpAddr);

impl Household {
    /// All other nodes, for which something is done here: nobody has this address.
    pub(crate) const NODES: Household = Household(IpAddr::V4(Ipv4Addr::BROADCAST));

    /// The household that an address is of.
    pub(crate) fn of(address: IpAddr) -> Household {
        Household(match address.to_canonical() {
            IpAddr::V4(address) => address.into(),
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        })
    }
}

/// Nothing is left half done under these locks, so a panic elsewhere does not matter.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::now;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn there_are_no_more_connections_than_files() {
        let limits = ServerLimits::default();
        for (n_files, expected) in [
            (None, (20_000, 500)),
            (Some(1_048_576), (20_000, 500)),
            (Some(1_024), (924, 462)),
            (Some(50), (1, 1)),
        ] {
            let found = limits.within(n_files);
            let found = (found.n_connections, found.n_connections_per_address);
            assert_eq!(found, expected, "{n_files:?}");
        }
    }

    #[test]
    fn a_burst_is_allowed_and_then_a_rate() {
        let rate = Rate::new(2, 0.5);
        let start = now::steady();
        let mut bucket = Bucket::full(rate, start);
        assert_eq!(bucket.take(rate, start), Ok(()));
        assert_eq!(bucket.take(rate, start), Ok(()));
        assert_eq!(bucket.take(rate, start), Err(Duration::from_secs(2)));
        let later = start + Duration::from_secs(2);
        assert_eq!(bucket.take(rate, later), Ok(()));
        assert_eq!(bucket.take(rate, later), Err(Duration::from_secs(2)));
    }

    #[test]
    fn waiting_long_fills_no_more_than_the_burst() {
        let rate = Rate::new(2, 100.0);
        let start = now::steady();
        let mut bucket = Bucket::full(rate, start);
        let later = start + Duration::from_secs(3600);
        assert_eq!(bucket.take(rate, later), Ok(()));
        assert_eq!(bucket.take(rate, later), Ok(()));
        assert!(bucket.take(rate, later).is_err());
    }

    #[test]
    fn a_household_shares_its_rate_and_others_have_their_own() {
        let rates = Rates::new(Rate::new(1, 0.001));
        let now = now::steady();
        assert!(rates.take(address("2001:db8::1"), now).is_ok());
        assert!(rates.take(address("2001:db8::ffff:2"), now).is_err());
        assert!(rates.take(address("2001:db8:0:1::1"), now).is_ok());
        assert!(rates.take(address("192.0.2.1"), now).is_ok());
        assert!(rates.take(address("::ffff:192.0.2.1"), now).is_err());
    }

    #[test]
    fn a_place_is_free_again_when_it_is_dropped() {
        let places = Places::new(2, 1);
        let (one, two) = (address("192.0.2.1"), address("192.0.2.2"));
        let first = places.take(Some(one)).expect("a place");
        assert_eq!(places.take(Some(one)).map(drop), Err(PlacesFull::Address));
        let second = places.take(Some(two)).expect("a place");
        assert_eq!(places.take(None).map(drop), Err(PlacesFull::All));
        drop((first, second));
        assert_eq!(places.n_taken(), 0);
        assert!(places.take(Some(one)).is_ok());
    }

    #[test]
    fn a_seat_sends_something_whatever_others_at_its_address_do() {
        let (rate, start) = (Rate::new(40, 8.0), now::steady());
        let others = Rates::new(Rate::new(1, 0.001));
        let home = address("192.0.2.1");
        assert!(others.take(home, start).is_ok(), "all that there was");
        let seat = SeatBuckets::full(rate, start);
        let take = |now| seat.take(rate, &others, home, now).is_ok();
        assert_eq!((0..40).filter(|_| take(start)).count(), 10);
        let later = |n| start + Duration::from_secs(n);
        assert!((1..60).all(|n| take(later(n))), "a move each second");
        assert!(!take(later(59)), "and no more");
    }
}
