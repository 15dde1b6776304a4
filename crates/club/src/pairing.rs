//! Who plays whom in the next round.

use std::cmp::Reverse;

use ponnuki_game::Dice;

use crate::matching::{PairCost, cheapest_pairs};
use crate::rules::{ENTRANTS_MAX, HandicapBasis, PairingSystem};
use crate::tournament::{EntrantId, RoundPairs, TableGame, Tournament, TournamentRefusal};

// Each criterion outweighs the sum of all that come after it over all tables.
const COLOR_UNIT: PairCost = 100_000_000;
const SPREAD_UNIT: PairCost = 100_000_000 * COLOR_UNIT;
const SCORE_UNIT: PairCost = 100_000_000 * SPREAD_UNIT;
const REPEAT_UNIT: PairCost = 1_000_000 * SCORE_UNIT;
const _: () = assert!(ENTRANTS_MAX <= 500);

impl Tournament {
    /// Pairs the next round. Nothing changes before the pairs are a
    /// [`TournamentEvent::Paired`](crate::TournamentEvent::Paired).
    ///
    /// In a Swiss or a McMahon these decide, each before those that follow: a bye for the lowest
    /// who had none; as few pairs as possible that met before; the least sum of differences in
    /// score, then of their squares; colours within one of each other, then as even as possible;
    /// the upper half of each score against its lower half. Handicap games do not count for
    /// colours. `dice` decide what is left open.
    ///
    /// # Errors
    ///
    /// All rounds are paired, a game has no result yet, or there are too few to play.
    pub fn propose(&self, dice: &mut Dice) -> Result<RoundPairs, TournamentRefusal> {
        let round = self.rounds().len() + 1;
        if round > self.rules().n_rounds {
            return Err(TournamentRefusal::NoRound(round));
        }
        for (idx, played) in self.rounds().iter().enumerate() {
            let unfinished = played
                .tables
                .iter()
                .position(|(_, result)| result.is_none());
            if let Some(table) = unfinished {
                let (round, table) = (idx + 1, table + 1);
                return Err(TournamentRefusal::Unfinished { round, table });
            }
        }
        let field = Field::new(self, round, dice);
        if field.order.len() < 2 {
            return Err(TournamentRefusal::TooFew);
        }
        match self.rules().system {
            PairingSystem::RoundRobin => field.round_robin(),
            PairingSystem::Swiss | PairingSystem::McMahon => Ok(field.by_score(dice)),
        }
    }
}

/// Two who play each other, the higher first.
type EntrantPair = (EntrantId, EntrantId);

/// Everybody who plays in a round, with what pairing them needs.
struct Field<'t> {
    tournament: &'t Tournament,
    round: usize,
    /// Who plays, the highest first.
    order: Vec<EntrantId>,
    /// By entrant: the score in half points.
    scores: Vec<i32>,
    /// By entrant: even games with Black less those with White.
    balances: Vec<i32>,
    n_byes: Vec<usize>,
    /// By two entrants: how often they met.
    n_met: Vec<Vec<u8>>,
}

impl Field<'_> {
    fn new<'t>(tournament: &'t Tournament, round: usize, dice: &mut Dice) -> Field<'t> {
        let n = tournament.entrants().count();
        let scores: Vec<i32> = (tournament.score_halves().iter())
            .map(|(score, _)| *score)
            .collect();
        let mut order: Vec<_> = tournament
            .entrants()
            .filter(|(id, _)| tournament.is_present(*id, round))
            .map(|(id, entrant)| {
                let gor = (entrant.gor_or_rank().value() * 1000.0) as i64;
                (Reverse((scores[id.idx()], gor)), dice.roll(), id)
            })
            .collect();
        order.sort();
        let mut field = Field {
            tournament,
            round,
            order: order.into_iter().map(|(_, _, id)| id).collect(),
            scores,
            balances: vec![0; n],
            n_byes: vec![0; n],
            n_met: vec![vec![0; n]; n],
        };
        for played in tournament.rounds() {
            for (game, _) in &played.tables {
                let (black, white) = (game.black.idx(), game.white.idx());
                field.n_met[black][white] += 1;
                field.n_met[white][black] += 1;
                if game.stones == 0 {
                    field.balances[black] += 1;
                    field.balances[white] -= 1;
                }
            }
            for bye in &played.byes {
                field.n_byes[bye.idx()] += 1;
            }
        }
        field
    }

    /// The round of Berger's tables: everybody meets everybody, with even colours.
    fn round_robin(&self) -> Result<RoundPairs, TournamentRefusal> {
        let n = self.tournament.entrants().count();
        let n = n + n % 2;
        if self.round >= n {
            return Err(TournamentRefusal::NoRound(self.round));
        }
        let mut tables = Vec::new();
        let mut byes = Vec::new();
        for one in 1..n {
            // The numbers of a pair add up to the round plus one; who would meet themselves
            // meets the last.
            let other = (2 * n + self.round - 1 - one) % (n - 1);
            let other = if other == 0 { n - 1 } else { other };
            let other = if other == one { n } else { other };
            if other < one {
                continue;
            }
            let one_has_black = match other == n {
                true => one <= n / 2,
                false => (one + other) % 2 == 1,
            };
            let (one, other) = (EntrantId::from_idx(one - 1), EntrantId::from_idx(other - 1));
            match (self.order.contains(&one), self.order.contains(&other)) {
                (true, true) if one_has_black => tables.push(self.game(one, other)),
                (true, true) => tables.push(self.game(other, one)),
                (true, false) => byes.push(one),
                (false, true) => byes.push(other),
                (false, false) => {}
            }
        }
        let round = self.round;
        Ok(RoundPairs {
            round,
            tables,
            byes,
        })
    }

    fn by_score(&self, dice: &mut Dice) -> RoundPairs {
        let (bye, pairs) = match self.order.len() % 2 {
            0 => (None, self.pairs(&self.order)),
            _ => self.with_bye(),
        };
        let tables = pairs.into_iter().map(|(high, low)| {
            let balance = self.balances[high.idx()] - self.balances[low.idx()];
            let high_has_black = match balance {
                0 => dice.roll().is_multiple_of(2),
                _ => balance < 0,
            };
            match high_has_black {
                true => self.game(high, low),
                false => self.game(low, high),
            }
        });
        RoundPairs {
            round: self.round,
            tables: tables.collect(),
            byes: bye.into_iter().collect(),
        }
    }

    /// The lowest of those who had the fewest byes sits out, or the next above with whom fewer
    /// pairs meet again.
    fn with_bye(&self) -> (Option<EntrantId>, Vec<EntrantPair>) {
        let byes = |id: &EntrantId| self.n_byes[id.idx()];
        let fewest = self.order.iter().map(byes).min();
        let mut best: Option<(u32, EntrantId, Vec<EntrantPair>)> = None;
        let candidates = self.order.iter().rev();
        for bye in candidates.filter(|id| Some(byes(id)) == fewest) {
            let rest: Vec<EntrantId> = self.order.iter().copied().filter(|id| id != bye).collect();
            let pairs = self.pairs(&rest);
            let n_repeats: u32 = (pairs.iter())
                .map(|(one, other)| u32::from(self.n_met[one.idx()][other.idx()]))
                .sum();
            let is_better = best.as_ref().is_none_or(|(least, ..)| n_repeats < *least);
            if is_better {
                best = Some((n_repeats, *bye, pairs));
            }
            if n_repeats == 0 {
                break;
            }
        }
        best.map_or((None, Vec::new()), |(_, bye, pairs)| (Some(bye), pairs))
    }

    /// The best pairs of an even number of people in their order, the higher of each first, the
    /// highest pair first.
    fn pairs(&self, order: &[EntrantId]) -> Vec<EntrantPair> {
        let score = |at: usize| self.scores[order[at].idx()];
        let n_equal = |at: usize| {
            let all = order.iter().filter(|id| self.scores[id.idx()] == score(at));
            all.count()
        };
        let half_of: Vec<usize> = (0..order.len()).map(|at| n_equal(at) / 2).collect();
        let mates = cheapest_pairs(order.len(), |one, other| {
            let apart = one.abs_diff(other);
            let seeding = match score(one) == score(other) {
                true => apart.abs_diff(half_of[one]).pow(2),
                false => apart,
            };
            self.cost(order[one], order[other]) + seeding as PairCost
        });
        let pairs = mates.iter().enumerate().filter(|(at, mate)| at < *mate);
        pairs.map(|(at, mate)| (order[at], order[*mate])).collect()
    }

    /// What a pair costs but for the seeding.
    fn cost(&self, one: EntrantId, other: EntrantId) -> PairCost {
        let n_met = self.n_met[one.idx()][other.idx()];
        let apart = self.scores[one.idx()].abs_diff(self.scores[other.idx()]);
        let (a, b) = (self.balances[one.idx()], self.balances[other.idx()]);
        let color = match self.stones(one, other) {
            0 => imbalance(a + 1, b - 1).min(imbalance(a - 1, b + 1)),
            _ => imbalance(a, b),
        };
        PairCost::from(n_met) * REPEAT_UNIT
            + PairCost::from(apart) * SCORE_UNIT
            + PairCost::from(apart).pow(2) * SPREAD_UNIT
            + color * COLOR_UNIT
    }

    /// The game of two: where there is handicap the weaker has Black.
    fn game(&self, black: EntrantId, white: EntrantId) -> TableGame {
        let stones = self.stones(black, white);
        let is_turned = stones > 0 && self.strength(black) > self.strength(white);
        let (black, white) = if is_turned {
            (white, black)
        } else {
            (black, white)
        };
        TableGame {
            black,
            white,
            stones,
        }
    }

    fn stones(&self, one: EntrantId, other: EntrantId) -> u8 {
        let terms = self.tournament.rules().handicap;
        let apart = self.strength(one).abs_diff(self.strength(other)) / 2;
        let stones = apart.saturating_sub(u32::from(terms.reduction));
        stones.min(u32::from(terms.stones_max)) as u8
    }

    /// What handicap is counted from, in halves.
    fn strength(&self, id: EntrantId) -> i32 {
        match self.tournament.rules().handicap.basis {
            HandicapBasis::None => 0,
            HandicapBasis::Score => self.scores[id.idx()],
            HandicapBasis::Rank => {
                let entrant = self.tournament.entrant(id);
                entrant.map_or(0, |entrant| 2 * i32::from(entrant.rank.steps()))
            }
        }
    }
}

/// How far colours are from even: first by what is beyond one, then by the squares.
fn imbalance(a: i32, b: i32) -> PairCost {
    let beyond = |balance: i32| PairCost::from(balance.unsigned_abs().saturating_sub(1));
    let square = |balance: i32| PairCost::from(balance.pow(2));
    4096 * (beyond(a) + beyond(b)) + square(a) + square(b)
}

#[cfg(test)]
mod tests;
