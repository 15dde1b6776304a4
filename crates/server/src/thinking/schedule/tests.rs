//! The order of turns, in a world where time is a number.

use std::net::{IpAddr, Ipv4Addr};

use super::*;

const MINUTE: u64 = 60_000;

/// One for so much dear work at once.
fn schedule(n_dear: usize) -> Schedule {
    Schedule::new(Capacity {
        n_dear,
        n_studies: 16,
        n_films: 16,
    })
}

fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

fn home(n: u32) -> Household {
    Household::of(IpAddr::V4(Ipv4Addr::from_bits(n + 1)))
}

fn work(household: u32, kind: WorkKind, effort: u8) -> Work {
    Work {
        household: home(household),
        kind,
        effort,
        n_points: 361,
    }
}

/// Work that arrives at some time and really costs so much.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    at: u64,
    work: Work,
    cost: u64,
}

fn arrival(at: u64, (household, kind, effort): (u32, WorkKind, u8), cost: u64) -> Arrival {
    Arrival {
        at,
        work: work(household, kind, effort),
        cost,
    }
}

/// What became of an arrival.
#[derive(Clone, Copy, Debug, Default)]
struct Fate {
    is_refused: bool,
    begun: Option<u64>,
    ended: Option<u64>,
}

/// The most that time advances at once while somebody waits: as often the pool looks again.
const LOOK: u64 = 50;

/// Does all work as the schedule says, until a time.
fn simulate(schedule: &mut Schedule, arrivals: &[Arrival], until: u64) -> Vec<Fate> {
    let mut fates = vec![Fate::default(); arrivals.len()];
    let mut tickets: HashMap<Ticket, usize> = HashMap::new();
    let mut left: HashMap<Ticket, u64> = HashMap::new();
    // Those that have a turn, and when it ends at the latest.
    let mut running: Vec<(Ticket, u64)> = Vec::new();
    let mut sorted: Vec<usize> = (0..arrivals.len()).collect();
    sorted.sort_by_key(|&i| arrivals[i].at);
    let mut coming = sorted.into_iter().peekable();
    let mut now = 0;
    while now < until {
        while let Some(i) = coming.next_if(|&i| arrivals[i].at <= now) {
            match schedule.arrive(arrivals[i].work, ms(now)) {
                Ok(ticket) => drop(tickets.insert(ticket, i)),
                Err(Busy) => fates[i].is_refused = true,
            }
        }
        while let Some(granted) = schedule.next(ms(now), &FreeSeats::default()) {
            let i = tickets[&granted.ticket];
            let longest = match arrivals[i].work.kind.is_sliced() {
                true => u64::MAX,
                false => granted.time_max.as_millis() as u64,
            };
            let rest = left.entry(granted.ticket);
            let rest = *rest.or_insert(arrivals[i].cost.min(longest));
            fates[i].begun.get_or_insert(now);
            running.push((granted.ticket, now + rest.min(slice(&arrivals[i].work))));
        }
        let soon = coming.peek().map(|&i| arrivals[i].at);
        let soon = soon.into_iter().chain(running.iter().map(|(_, end)| *end));
        let look = schedule.is_awaited().then_some(now + LOOK);
        let then = soon.chain(look).min().unwrap_or(until);
        running.retain(|(ticket, end)| {
            let rest = left.get_mut(ticket).expect("it was begun");
            *rest -= then - now;
            match (*rest, *end == then) {
                (0, _) => {
                    schedule.end(*ticket, true, ms(then));
                    fates[tickets[ticket]].ended = Some(then);
                }
                (_, true) => schedule.pause(*ticket, ms(then)),
                (_, false) => return true,
            }
            false
        });
        now = then;
    }
    fates
}

/// How long a turn lasts at most.
fn slice(work: &Work) -> u64 {
    match work.kind.is_sliced() {
        true => SLICE.as_millis() as u64,
        false => u64::MAX / 2,
    }
}

/// How long each that was accepted waited for its first turn.
fn waits(arrivals: &[Arrival], fates: &[Fate]) -> Vec<u64> {
    let pairs = arrivals.iter().zip(fates);
    let waits = pairs.filter(|(_, fate)| !fate.is_refused);
    waits
        .map(|(arrival, fate)| fate.begun.expect("it had a turn") - arrival.at)
        .collect()
}

const MOVE: WorkKind = WorkKind::Move;

#[test]
fn six_strong_games_of_one_household_do_not_keep_others_from_their_moves() {
    for n_dear in [1, 3] {
        let mut schedule = schedule(n_dear);
        // Nothing is known yet of what a level costs.
        let strong = (0..6).map(|_| arrival(0, (0, MOVE, 24), 10_000));
        let weak = (0..30).map(|i| arrival(500 + 1_000 * i, (1, MOVE, 1), 10));
        let arrivals: Vec<Arrival> = strong.chain(weak).collect();
        let fates = simulate(&mut schedule, &arrivals, 2 * MINUTE);
        let waits = waits(&arrivals, &fates);
        assert_eq!(&waits[6..], [0; 30], "with {n_dear}");
        assert!(fates.iter().all(|fate| fate.ended.is_some()), "{fates:?}");
    }
}

#[test]
fn the_turn_for_cheap_work_is_lost_to_no_surprise() {
    // Levels that nobody knows yet, each of them dear, all at once.
    let mut schedule = schedule(1);
    let strong = (0..8).map(|i| arrival(0, (0, MOVE, 17 + i), 10_000));
    let weak = (0..60).map(|i| arrival(100 + 300 * i, (1, MOVE, 1), 10));
    let arrivals: Vec<Arrival> = strong.chain(weak).collect();
    let fates = simulate(&mut schedule, &arrivals, 2 * MINUTE);
    let longest = waits(&arrivals, &fates)[8..].iter().max().copied();
    assert!(longest <= Some(CHEAP.as_millis() as u64), "{longest:?}");
    let at_once = fates[..8].iter().filter(|fate| fate.begun == Some(0));
    assert_eq!(at_once.count(), 2);
}

#[test]
fn who_used_least_lately_goes_first_and_cheap_goes_before_dear() {
    let mut schedule = schedule(1);
    let known = [
        arrival(0, (9, MOVE, 1), 10),
        arrival(0, (9, MOVE, 24), 2_000),
        arrival(0, (9, MOVE, 20), 1_000),
    ];
    simulate(&mut schedule, &known, 5_000);
    // (household, level) in the order of arrival, all at once.
    let asked = [(0, 24), (0, 24), (0, 20), (1, 24), (2, 20), (0, 1)];
    let asked: Vec<Arrival> = asked
        .iter()
        .map(|&(household, level)| {
            let cost = match level {
                1 => 10,
                20 => 1_000,
                _ => 2_000,
            };
            arrival(5_000, (household, MOVE, level), cost)
        })
        .collect();
    let fates = simulate(&mut schedule, &asked, MINUTE);
    let mut order: Vec<usize> = (0..asked.len()).collect();
    order.sort_by_key(|&i| fates[i].begun);
    // The two for a second each come first, the one of household 0 before that of 2 because
    // it came before; then who used nothing.
    assert_eq!(order, [2, 5, 4, 3, 0, 1]);
    assert_eq!(fates[2].begun, fates[5].begun, "a level-1 move is cheap");
}

#[test]
fn use_is_forgotten_after_some_minutes() {
    let mut account = Account::default();
    account.charge(ms(8_000), ms(0));
    assert_eq!(account.seconds(ms(30_000)), 4.0);
    assert_eq!(account.seconds(ms(60_000)), 2.0);
    account.charge(ms(1_000), ms(60_000));
    assert_eq!(account.seconds(ms(60_000)), 3.0);
}

#[test]
fn a_review_gives_way_within_a_slice_and_comes_to_its_end() {
    let mut schedule = schedule(1);
    let review = [arrival(0, (0, WorkKind::Review, 12), MINUTE)];
    let moves = (1..20).map(|i| arrival(2_500 * i, (1, MOVE, 24), 1_000));
    let arrivals: Vec<Arrival> = review.into_iter().chain(moves).collect();
    let fates = simulate(&mut schedule, &arrivals, 2 * MINUTE);
    let longest = waits(&arrivals, &fates)[1..].iter().max().copied();
    assert!(longest <= Some(SLICE.as_millis() as u64), "{longest:?}");
    assert!(fates[0].ended.is_some());
}

#[test]
fn a_film_gives_way_to_stills_and_one_household_has_one_film_at_a_time() {
    let mut schedule = schedule(1);
    let (film, still) = (WorkKind::Film, WorkKind::Still);
    let arrivals = [
        arrival(0, (0, film, 0), 5_000),
        arrival(0, (0, film, 0), 5_000),
        arrival(0, (1, film, 0), 5_000),
        arrival(1_000, (2, still, 0), 400),
        arrival(1_500, (2, still, 0), 400),
    ];
    let fates = simulate(&mut schedule, &arrivals, MINUTE);
    let waits = waits(&arrivals, &fates);
    assert!(waits[3..].iter().all(|&wait| wait <= 200), "{waits:?}");
    assert!(waits[2] <= 200, "another household is not kept: {waits:?}");
    assert!(fates[1].begun >= fates[0].ended, "{fates:?}");
}

#[test]
fn games_studies_and_pictures_share_the_time_by_their_weights() {
    let mut schedule = schedule(1);
    let reviews = (0..10).map(|i| arrival(0, (i, WorkKind::Review, 12), 10 * MINUTE));
    let films = (20..30).map(|i| arrival(0, (i, WorkKind::Film, 0), 10 * MINUTE));
    let moves = (0..200).map(|i| arrival(0, (100 + i, MOVE, 24), 1_000));
    let arrivals: Vec<Arrival> = reviews.chain(films).chain(moves).collect();
    let fates = simulate(&mut schedule, &arrivals, 2 * MINUTE);
    let n_moves = fates[20..]
        .iter()
        .filter(|fate| fate.ended.is_some())
        .count();
    // Four sevenths of two minutes.
    assert!((63..=73).contains(&n_moves), "{n_moves}");
    assert!(
        fates[..20].iter().all(|fate| fate.begun.is_some()),
        "{fates:?}"
    );
}

#[test]
fn nobody_waits_for_ever_while_strangers_keep_coming() {
    let mut schedule = schedule(1);
    // A household that used much, and then a newcomer every second with half a second of work:
    // more than there is time for, if the rest of what the first wants counts too.
    let heavy = (0..4).map(|i| arrival(i, (0, MOVE, 24), 10_000));
    let newcomers = (0..360).map(|i| arrival(1_000 * i, (1 + i as u32, MOVE, 20), 1_050));
    let arrivals: Vec<Arrival> = heavy.chain(newcomers).collect();
    let fates = simulate(&mut schedule, &arrivals, 8 * MINUTE);
    let longest = waits(&arrivals, &fates).into_iter().max();
    assert!(longest < Some(3 * MINUTE), "{longest:?}");
    assert!(fates.iter().all(|fate| fate.ended.is_some()));
}

#[test]
fn a_move_is_thought_about_for_less_time_the_more_households_wait() {
    for (n_waiting, n_dear, expected) in [
        (0, 1, 10_000),
        (1, 1, 5_000),
        (4, 1, 2_000),
        (4, 4, 5_000),
        (50, 1, 1_000),
    ] {
        let mut schedule = schedule(n_dear);
        simulate(&mut schedule, &[arrival(0, (999, MOVE, 24), 9_000)], 9_100);
        // More than once from the same household counts once.
        for i in (1..=n_waiting).flat_map(|i| [i, i]) {
            let arrived = schedule.arrive(work(i, MOVE, 24), ms(9_200));
            assert!(arrived.is_ok());
        }
        let first = schedule.arrive(work(0, MOVE, 24), ms(9_100)).expect("room");
        let granted = schedule
            .next(ms(9_200), &FreeSeats::default())
            .expect("a turn");
        assert_eq!(granted.ticket, first);
        assert_eq!(granted.time_max, ms(expected), "{n_waiting} wait");
    }
}

#[test]
fn one_household_has_few_waiting_and_the_rest_is_refused() {
    let mut schedule = schedule(1);
    for kind in WorkKind::ALL {
        for _ in 0..kind.n_waiting_max() {
            assert!(
                schedule.arrive(work(0, kind, 24), ms(0)).is_ok(),
                "{kind:?}"
            );
        }
        assert_eq!(schedule.arrive(work(0, kind, 24), ms(0)), Err(Busy));
        assert!(
            schedule.arrive(work(1, kind, 24), ms(0)).is_ok(),
            "{kind:?}"
        );
        assert_eq!(schedule.n_of(kind), (kind.n_waiting_max() + 1, 0));
    }
    let n_left = N_WAITING_MAX - schedule.entries.len();
    for i in 0..n_left as u32 {
        assert!(schedule.arrive(work(10 + i, MOVE, 1), ms(0)).is_ok());
    }
    assert_eq!(schedule.arrive(work(5_000, MOVE, 1), ms(0)), Err(Busy));
}

#[test]
fn one_household_leaves_a_turn_to_others_where_there_are_several() {
    let mut schedule = schedule(4);
    simulate(&mut schedule, &[arrival(0, (9, MOVE, 24), 5_000)], 5_100);
    let asked: Vec<Arrival> = (0..8)
        .map(|_| arrival(6_000, (0, MOVE, 24), 10_000))
        .chain([arrival(7_000, (1, MOVE, 24), 5_000)])
        .collect();
    let fates = simulate(&mut schedule, &asked, MINUTE);
    let at_once = fates[..8].iter().filter(|fate| fate.begun == Some(6_000));
    assert_eq!((at_once.count(), fates[8].begun), (3, Some(7_000)));
}

#[test]
fn who_is_away_has_no_turn_and_gets_one_after_coming_back() {
    let mut schedule = schedule(1);
    let review = schedule
        .arrive(work(0, WorkKind::Review, 10), ms(0))
        .expect("room");
    assert_eq!(
        schedule
            .next(ms(0), &FreeSeats::default())
            .map(|granted| granted.ticket),
        Some(review)
    );
    schedule.leave(review, ms(100));
    let other = schedule
        .arrive(work(1, WorkKind::Review, 10), ms(100))
        .expect("room");
    assert_eq!(
        schedule
            .next(ms(100), &FreeSeats::default())
            .map(|granted| granted.ticket),
        Some(other)
    );
    schedule.come_back(review, ms(200));
    assert_eq!(schedule.next(ms(200), &FreeSeats::default()), None);
    schedule.end(other, true, ms(300));
    let granted = schedule
        .next(ms(300), &FreeSeats::default())
        .expect("a turn");
    assert_eq!((granted.ticket, granted.waited), (review, None));
}

#[test]
fn a_household_does_not_keep_itself_from_what_it_asked_for_long_ago() {
    let mut schedule = schedule(1);
    let known = [
        arrival(0, (9, MOVE, 20), 1_000),
        arrival(0, (9, MOVE, 24), 5_000),
    ];
    simulate(&mut schedule, &known, 10_000);
    let long = [arrival(10_100, (0, MOVE, 24), 5_000)];
    let short = (0..60).map(|i| arrival(10_000 + 1_000 * i, (0, MOVE, 20), 1_000));
    let arrivals: Vec<Arrival> = long.into_iter().chain(short).collect();
    let fates = simulate(&mut schedule, &arrivals, 2 * MINUTE);
    assert!(waits(&arrivals, &fates)[0] < 10_000, "{:?}", fates[0]);
}

#[test]
fn nobody_saves_up_time_by_wanting_none() {
    let mut schedule = schedule(1);
    let moves = (0..180).map(|i| arrival(1_000 * i, (i as u32 % 20, MOVE, 24), 600));
    let review = [arrival(2 * MINUTE, (99, WorkKind::Review, 12), 20_000)];
    let arrivals: Vec<Arrival> = moves.chain(review).collect();
    let fates = simulate(&mut schedule, &arrivals, 4 * MINUTE);
    let late = waits(&arrivals, &fates)[120..180].iter().max().copied();
    assert!(late <= Some(2 * SLICE.as_millis() as u64), "{late:?}");
    assert!(fates[180].ended.is_some());
}

#[test]
fn what_turns_out_dear_is_not_taken_for_cheap_a_second_time() {
    let mut schedule = schedule(1);
    let asked: Vec<Arrival> = (0..4).map(|i| arrival(0, (i, MOVE, 24), 10_000)).collect();
    let fates = simulate(&mut schedule, &asked, 2 * MINUTE);
    let begun: Vec<Option<u64>> = fates.iter().map(|fate| fate.begun).collect();
    assert_eq!(begun[..3], [Some(0), Some(0), Some(10_000)], "{begun:?}");
}

#[test]
fn stills_come_before_films_even_of_those_who_used_more() {
    let mut schedule = schedule(1);
    let (film, still) = (WorkKind::Film, WorkKind::Still);
    let known = (0..5).map(|i| arrival(1_000 * i, (2, still, 0), 400));
    simulate(&mut schedule, &known.collect::<Vec<_>>(), 6_000);
    let asked = [
        arrival(6_000, (1, MOVE, 24), 1_000),
        arrival(6_000, (1, MOVE, 23), 1_000),
        arrival(6_500, (3, film, 0), 1_000),
        arrival(6_500, (2, still, 0), 400),
    ];
    let fates = simulate(&mut schedule, &asked, MINUTE);
    assert!(fates[3].begun < fates[2].begun, "{fates:?}");
}

#[test]
fn a_turn_counts_before_it_is_over() {
    let mut schedule = schedule(3);
    let known = [
        arrival(0, (1, MOVE, 24), 2_000),
        arrival(0, (9, MOVE, 23), 8_000),
    ];
    simulate(&mut schedule, &known, 9_000);
    let asked = [
        arrival(9_000, (0, MOVE, 23), 9_500),
        arrival(9_000, (8, MOVE, 23), 5_000),
        arrival(9_000, (7, MOVE, 23), 9_000),
        arrival(10_000, (0, MOVE, 24), 2_000),
        arrival(10_000, (1, MOVE, 24), 2_000),
    ];
    let fates = simulate(&mut schedule, &asked, MINUTE);
    assert!(fates[4].begun < fates[3].begun, "{fates:?}");
}

/// So many free seats of two, at workers with another network.
fn seats(n_free: usize) -> FreeSeats {
    FreeSeats::with(n_free, 2, NetworkId::OTHER)
}

#[test]
fn work_is_done_elsewhere_where_a_seat_is_free_and_else_here() {
    let mut schedule = schedule(1);
    for household in 0..4 {
        let arrived = schedule.arrive(work(household, WorkKind::Review, 6), ms(0));
        arrived.expect("a place");
    }
    let mut places = Vec::new();
    for n_free in [2, 1, 0, 0] {
        let granted = schedule.next(ms(1), &seats(n_free));
        places.push(granted.map(|granted| granted.is_elsewhere));
    }
    // There is one turn for dear work here, and none is taken up by what is done elsewhere.
    assert_eq!(places, [Some(true), Some(true), Some(false), None]);
}

#[test]
fn a_picture_is_drawn_here() {
    let mut schedule = schedule(1);
    let arrived = schedule.arrive(work(0, WorkKind::Film, 0), ms(0));
    arrived.expect("a place");
    let granted = schedule.next(ms(0), &seats(2)).expect("a turn");
    assert!(!granted.is_elsewhere);
}

#[test]
fn one_household_leaves_a_seat_to_others() {
    let mut schedule = schedule(1);
    for _ in 0..2 {
        let arrived = schedule.arrive(work(0, WorkKind::Review, 6), ms(0));
        arrived.expect("a place");
    }
    let mut places = Vec::new();
    for n_free in [2, 1] {
        let granted = schedule.next(ms(1), &seats(n_free)).expect("a turn");
        places.push(granted.is_elsewhere);
    }
    assert_eq!(places, [true, false]);
}

#[test]
fn what_a_network_began_waits_for_it_as_long_as_somebody_has_it() {
    let mut schedule = schedule(1);
    let arrived = schedule.arrive(work(0, WorkKind::Review, 6), ms(0));
    let ticket = arrived.expect("a place");
    let granted = schedule.next(ms(0), &seats(1)).expect("a turn");
    assert!(granted.is_elsewhere);
    schedule.bind(ticket, Bound::To(NetworkId::OTHER));
    schedule.pause(ticket, ms(100));
    assert_eq!(schedule.next(ms(100), &seats(0)), None, "nobody is free");
    let own = FreeSeats::with(1, 2, NetworkId::OWN);
    let gone = schedule.next(ms(200), &own).expect("a turn");
    assert!(!gone.is_elsewhere, "all who had it are gone");
    schedule.bind(ticket, Bound::Here);
    schedule.pause(ticket, ms(300));
    let here = schedule.next(ms(300), &seats(2)).expect("a turn");
    assert!(!here.is_elsewhere);
}

#[test]
fn what_was_done_elsewhere_says_nothing_of_what_work_costs_here() {
    let mut schedule = schedule(1);
    let arrived = schedule.arrive(work(0, WorkKind::Move, 24), ms(0));
    let ticket = arrived.expect("a place");
    let granted = schedule.next(ms(0), &seats(1)).expect("a turn");
    assert!(granted.is_elsewhere);
    schedule.end(ticket, true, ms(9_000));
    assert_eq!(schedule.cost(&work(0, WorkKind::Move, 24)), Duration::ZERO);
}

#[test]
fn another_node_gets_what_finds_no_turn_here_and_nothing_of_another_node() {
    let mut schedule = schedule(1);
    let lent = Work {
        household: Household::NODES,
        ..work(0, WorkKind::Review, 6)
    };
    let arrived = schedule.arrive(work(0, WorkKind::Review, 6), ms(0));
    arrived.expect("a place");
    assert_eq!(schedule.n_to_lend(ms(0), &seats(1)), 0, "somebody waits");
    let free = FreeSeats::at_nodes(2);
    let first = schedule.next(ms(0), &free).expect("a turn");
    assert!(!first.is_elsewhere, "there is a turn here");
    assert_eq!(schedule.n_to_lend(ms(0), &seats(0)), 0);
    assert_eq!(schedule.n_to_lend(ms(0), &seats(1)), 1, "a worker is idle");
    let second = schedule.arrive(work(1, WorkKind::Review, 6), ms(1));
    let second = second.expect("a place");
    assert_eq!(schedule.next(ms(1), &seats(0)), None);
    let granted = schedule.next(ms(1), &free).expect("a turn");
    assert!(granted.ticket == second && granted.is_elsewhere && !granted.is_lent);
    // Pictures are drawn here, and what is done for a node goes to no other.
    let film = schedule.arrive(work(2, WorkKind::Film, 6), ms(2));
    let film = film.expect("a place");
    let ticket = schedule.arrive(lent, ms(2)).expect("a place");
    assert_eq!(schedule.next(ms(2), &free), None);
    schedule.end(film, false, ms(3));
    schedule.end(first.ticket, true, ms(3));
    let here = schedule.next(ms(3), &free).expect("a turn");
    assert!(here.ticket == ticket && here.is_lent && !here.is_elsewhere);
}
