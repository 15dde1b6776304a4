//! Laws over seeded tournaments: what always holds when rounds are paired.

use super::*;
use crate::rank::AmateurRank;
use crate::rules::{Entrant, HandicapTerms, ShortText, TournamentRules};
use crate::standings::RoundPart;
use crate::tournament::{TableResult, TableWinner, TournamentEvent};
use ponnuki_testkit::is_slow_run;

/// A tournament of `n` players of drawn ranks.
fn drawn(system: PairingSystem, n: usize, n_rounds: usize, dice: &mut Dice) -> Tournament {
    let name = ShortText::new("Drawn").unwrap();
    let mut rules = TournamentRules::usual(name, system, n_rounds);
    rules.bar = AmateurRank::from_steps(30).unwrap();
    rules.floor = AmateurRank::from_steps(15).unwrap();
    rules.absent_halves = dice.below(2) as u8;
    if system == PairingSystem::McMahon && dice.below(2) == 0 {
        rules.handicap = HandicapTerms {
            basis: HandicapBasis::Rank,
            reduction: 2,
            stones_max: 9,
        };
    }
    let mut tournament = Tournament::new(rules).unwrap();
    for at in 0..n {
        tournament.step(entry(at, 1, dice)).unwrap();
    }
    tournament
}

fn entry(at: usize, from_round: usize, dice: &mut Dice) -> TournamentEvent {
    let family = ShortText::new(&format!("Player {at}")).unwrap();
    let rank = AmateurRank::from_steps(10 + dice.below(25) as u8).unwrap();
    let mut entrant = Entrant::new(family, ShortText::default(), rank);
    entrant.from_round = from_round;
    TournamentEvent::Entered(entrant)
}

/// Draws results for the last round.
fn play(tournament: &mut Tournament, dice: &mut Dice) {
    let round = tournament.rounds().len();
    for table in 1..=tournament.rounds()[round - 1].tables.len() {
        let winner = match dice.below(20) {
            0 => TableWinner::Drawn,
            1..10 => TableWinner::Black,
            _ => TableWinner::White,
        };
        let result = TableResult {
            winner,
            is_forfeit: false,
        };
        let event = TournamentEvent::Ended {
            round,
            table,
            result,
        };
        tournament.step(event).unwrap();
    }
}

/// Somebody may withdraw, miss a round or come late.
fn disturb(tournament: &mut Tournament, dice: &mut Dice) {
    let round = tournament.rounds().len() + 1;
    let n = tournament.entrants().count();
    let entrant = EntrantId::from_idx(dice.below(n));
    let event = match dice.below(6) {
        0 => TournamentEvent::Withdrew {
            entrant,
            from_round: round,
        },
        1 => TournamentEvent::Absent { entrant, round },
        2 => entry(n, round, dice),
        _ => return,
    };
    // Who has withdrawn cannot do so again, and that is no matter.
    drop(tournament.step(event));
}

/// The least cost of all ways to pair `left`, by trying all of them.
fn least(left: &[EntrantId], cost: &dyn Fn(EntrantId, EntrantId) -> PairCost) -> PairCost {
    let Some((first, rest)) = left.split_first() else {
        return 0;
    };
    let with = |partner: &EntrantId| {
        let rest: Vec<EntrantId> = rest.iter().copied().filter(|id| id != partner).collect();
        cost(*first, *partner) + least(&rest, cost)
    };
    rest.iter().map(with).min().unwrap_or_default()
}

/// Checks all laws of a round that was proposed.
fn check(tournament: &Tournament, pairs: &RoundPairs, seed: u64) {
    let field = Field::new(tournament, pairs.round, &mut Dice::new(0));
    // Everybody who is there is paired or has a bye, once.
    let mut paired: Vec<EntrantId> = (pairs.tables.iter())
        .flat_map(|game| [game.black, game.white])
        .collect();
    let at_tables = paired.clone();
    paired.extend(&pairs.byes);
    paired.sort();
    let mut there = field.order.clone();
    there.sort();
    assert_eq!(paired, there, "seed {seed}");
    // One bye if they are odd, for the lowest who had the fewest, unless a pair would repeat.
    assert_eq!(pairs.byes.len(), there.len() % 2, "seed {seed}");
    for bye in &pairs.byes {
        let fewest = there.iter().map(|id| field.n_byes[id.idx()]).min();
        assert_eq!(Some(field.n_byes[bye.idx()]), fewest, "seed {seed}");
    }
    for game in &pairs.tables {
        let (black, white) = (
            field.balances[game.black.idx()],
            field.balances[game.white.idx()],
        );
        let is_handicap = game.stones > 0;
        assert!(is_handicap || black <= white, "seed {seed}: {game:?}");
        let is_weaker = field.strength(game.black) <= field.strength(game.white);
        assert!(!is_handicap || is_weaker, "seed {seed}: {game:?}");
    }
    // No pair again if that is possible, the least sum of score differences, then their
    // squares, then colours: all at once, compared with every other way to pair.
    if at_tables.len() <= 8 {
        let cost = |a, b| field.cost(a, b);
        let found: PairCost = (pairs.tables.iter())
            .map(|game| field.cost(game.black, game.white))
            .sum();
        assert_eq!(found, least(&at_tables, &cost), "seed {seed}");
    }
}

/// Runs a seeded tournament, checks each round, and returns it.
fn run(seed: u64) -> Tournament {
    let mut dice = Dice::new(seed);
    let system = [PairingSystem::Swiss, PairingSystem::McMahon][dice.below(2)];
    let n = 4 + dice.below(if seed.is_multiple_of(8) { 30 } else { 6 });
    let n_rounds = 2 + dice.below(5);
    let mut tournament = drawn(system, n, n_rounds, &mut dice);
    for _ in 0..n_rounds {
        disturb(&mut tournament, &mut dice);
        let Ok(pairs) = tournament.propose(&mut dice) else {
            break;
        };
        check(&tournament, &pairs, seed);
        tournament.step(TournamentEvent::Paired(pairs)).unwrap();
        play(&mut tournament, &mut dice);
    }
    tournament
}

#[test]
fn the_laws_of_pairing_hold_in_thousands_of_tournaments() {
    let n_seeds = if is_slow_run() { 20_000 } else { 2_000 };
    for seed in 0..n_seeds {
        run(seed);
    }
}

/// The balances of colours, and whether somebody met somebody twice.
fn faults(tournament: &Tournament) -> (Vec<u32>, bool) {
    let round = tournament.rounds().len() + 1;
    let field = Field::new(tournament, round, &mut Dice::new(0));
    let balances = field.balances.iter().map(|balance| balance.unsigned_abs());
    let is_repeated = field.n_met.iter().flatten().any(|n| *n > 1);
    (balances.collect(), is_repeated)
}

#[test]
fn nobody_meets_twice_and_colours_stay_close_where_there_are_enough() {
    let n_seeds = if is_slow_run() { 2_000 } else { 200 };
    let (mut n_people, mut n_uneven, mut n_always) = (0, 0, 0);
    for seed in 0..n_seeds {
        let mut dice = Dice::new(seed);
        let n = 12 + dice.below(20);
        let mut tournament = drawn(PairingSystem::Swiss, n, 4, &mut dice);
        for _ in 0..4 {
            let pairs = tournament.propose(&mut dice).unwrap();
            tournament.step(TournamentEvent::Paired(pairs)).unwrap();
            play(&mut tournament, &mut dice);
        }
        let (balances, is_repeated) = faults(&tournament);
        assert!(!is_repeated, "seed {seed}");
        n_people += balances.len();
        for balance in balances {
            n_always += usize::from(balance > 2);
            n_uneven += usize::from(balance == 2);
        }
        let byes = tournament.rounds().iter().flat_map(|round| &round.byes);
        let mut byes: Vec<&EntrantId> = byes.collect();
        let n_byes = byes.len();
        byes.sort();
        byes.dedup();
        assert_eq!(byes.len(), n_byes, "seed {seed}");
    }
    // Scores go before colours, so a few have one colour more often: three to one for one in ten,
    // and hardly anybody the same colour in all four games.
    assert!(8 * n_uneven <= n_people, "{n_uneven} of {n_people}");
    assert!(1_000 * n_always <= n_people, "{n_always} of {n_people}");
}

#[test]
fn in_a_round_robin_all_meet_once_with_even_colours() {
    for n in 2..=16 {
        let mut dice = Dice::new(n as u64);
        let n_rounds = n + n % 2 - 1;
        let mut tournament = drawn(PairingSystem::RoundRobin, n, 20, &mut dice);
        for _ in 0..n_rounds {
            let pairs = tournament.propose(&mut dice).unwrap();
            tournament.step(TournamentEvent::Paired(pairs)).unwrap();
            play(&mut tournament, &mut dice);
        }
        let (balances, is_repeated) = faults(&tournament);
        let is_even = balances.iter().all(|balance| *balance <= 1);
        assert!(is_even && !is_repeated, "{n}: {balances:?}");
        let n_games: usize = tournament.rounds().iter().map(|one| one.tables.len()).sum();
        assert_eq!(n_games, n * (n - 1) / 2);
        let refused = tournament.propose(&mut dice);
        assert!(refused.is_err(), "{n}");
    }
}

#[test]
fn the_same_seed_pairs_the_same() {
    assert_eq!(run(8), run(8));
}

#[test]
fn the_standings_add_up() {
    for seed in 0..200 {
        let tournament = run(seed);
        let scores = tournament.score_halves();
        for standing in tournament.standings() {
            let id = standing.entrant;
            let sos: i32 = (standing.parts.iter())
                .map(|part| match part {
                    RoundPart::Game { opponent, .. } => scores[opponent.idx()].0,
                    RoundPart::Bye | RoundPart::Missed => scores[id.idx()].1,
                })
                .sum();
            assert_eq!(standing.values[1].quarters(), 2 * sos, "seed {seed}");
        }
    }
}

#[test]
fn a_tournament_is_read_as_it_is_written() {
    for seed in 0..300 {
        let tournament = run(seed);
        let text = tournament.to_text();
        assert_eq!(
            Tournament::from_text(&text).as_ref(),
            Ok(&tournament),
            "{text}"
        );
    }
}

#[test]
fn no_text_of_a_stranger_stops_the_program() {
    let n_seeds = if is_slow_run() { 200_000 } else { 4_000 };
    let text = run(16).to_text();
    for seed in 0..n_seeds {
        let mut dice = Dice::new(seed);
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=dice.below(4) {
            let at = dice.below(bytes.len());
            match dice.below(3) {
                0 => bytes[at] = dice.below(256) as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b"0123456789-| hb.\n"[dice.below(17)]),
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(mut tournament) = Tournament::from_text(&text) {
            tournament.standings();
            tournament.ratings();
            if let Ok(pairs) = tournament.propose(&mut dice) {
                tournament.step(TournamentEvent::Paired(pairs)).unwrap();
            }
        }
    }
}

/// What OpenGotha's files tell of a tournament.
fn told(tournament: &Tournament) -> (usize, Vec<crate::tournament::PlayedRound>, String) {
    let n_rounds = tournament.rules().n_rounds;
    (
        n_rounds,
        tournament.rounds().to_vec(),
        tournament.standings_text(),
    )
}

#[test]
fn a_file_of_opengotha_is_read_and_written_back_the_same() {
    for seed in 0..300 {
        // Whoever misses the last rounds has withdrawn there, and gets nothing for them.
        let text = run(seed)
            .to_text()
            .replace("absent-points 0.5", "absent-points 0");
        let tournament = Tournament::from_text(&text).unwrap();
        let xml = tournament.to_opengotha();
        let again = Tournament::from_opengotha(&xml).unwrap();
        assert_eq!(told(&again), told(&tournament), "seed {seed}");
        assert_eq!(again.to_opengotha(), xml, "seed {seed}");
    }
}

#[test]
fn no_file_of_a_stranger_stops_the_program() {
    let n_seeds = if is_slow_run() { 50_000 } else { 2_000 };
    let xml = run(16).to_opengotha();
    for seed in 0..n_seeds {
        let mut dice = Dice::new(seed);
        let mut bytes = xml.clone().into_bytes();
        for _ in 0..=dice.below(4) {
            let at = dice.below(bytes.len());
            match dice.below(3) {
                0 => bytes[at] = dice.below(256) as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b"0123456789-\"<>&/=K"[dice.below(18)]),
            }
        }
        drop(Tournament::from_opengotha(&String::from_utf8_lossy(&bytes)));
    }
    let deep = "<a>".repeat(200_000);
    assert!(Tournament::from_opengotha(&deep).is_err());
    let fault = Tournament::from_opengotha("<Tournament/>").unwrap_err();
    assert_eq!(fault.line, 1);
}
