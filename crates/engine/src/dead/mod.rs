//! Which chains are dead at the end of a game.
//!
//! A chain whose points are expected to end as the opponent's is dead, with four
//! corrections: what lives whatever happens is alive, what stands in the area of
//! such chains is dead, what can be proved to stay ([`ChainProofs`]) is alive, and a large chain
//! that is proved to be captured whoever moves first is dead. Chains
//! whose fate is open and that share a liberty are judged together, two enemies that
//! touch are never both dead, and nothing is dead that no living enemy holds. Whose each point will be is told by playouts
//! (`playouts`) or by a network, without a search (`survey`) and, where that leaves
//! something open, after a search.

mod playouts;
mod survey;

use ponnuki_game::{Board, ByColor, Chain, Color, PassAlive, PointSet, Suicide, pass_alive};
use ponnuki_search::{CaptureReader, ChainProofs, ReadingLimits, ReadingResult};
use ponnuki_think::{DeadChain, DeadReason};

pub(crate) use playouts::PlayoutOwnership;
pub(crate) use survey::{Survey, survey};

/// The fate of a chain is open if less than this speaks for either side.
const OPEN: f32 = 0.5;
/// Below this much a second look is worth its time.
const SURE: f32 = 0.8;
/// Positions that all proofs on a board may look at.
const N_POSITIONS_ALL: u64 = 60_000;
/// A chain lost by this much was captured in every playout.
const ALWAYS: f32 = 0.995;
/// A chain of so many stones is not given up for something better: if it can be captured whoever
/// moves first, it is dead. A few stones may be a sacrifice that their owner does not mind.
const N_STONES_LARGE: usize = 5;

/// Who tells whose each point will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OwnershipSource {
    Playouts,
    Network,
}

impl OwnershipSource {
    /// A chain whose points are told to be the opponent's by more than this is
    /// dead. Playouts make blunders that capture what lives.
    fn doubt(self) -> f32 {
        match self {
            OwnershipSource::Playouts => 0.2,
            OwnershipSource::Network => 0.0,
        }
    }
}

/// A finished board, and whose each of its points will be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FinishedBoard<'a> {
    pub(crate) board: &'a Board,
    pub(crate) suicide: Suicide,
    /// For each point: 1 surely Black's, −1 surely White's.
    pub(crate) ownership: &'a [f32],
    pub(crate) source: OwnershipSource,
}

/// A chain and how surely it is lost: 1 surely dead, −1 surely alive.
struct Case {
    chain: Chain,
    lost: f32,
}

impl Case {
    fn is_open(&self) -> bool {
        self.lost.abs() < OPEN
    }

    fn lost_and_size(&self) -> (f32, usize) {
        (self.lost, self.chain.stones.len())
    }

    fn is_large(&self) -> bool {
        self.chain.stones.len() >= N_STONES_LARGE
    }
}

impl FinishedBoard<'_> {
    /// The verdict on every chain that is dead.
    pub(crate) fn dead_chains(&self) -> Vec<DeadChain> {
        let alive = ByColor::from_fn(|color| pass_alive(self.board, color, self.suicide));
        let cases = self.cases(&alive);
        let doubt = self.source.doubt();
        let living = ByColor::from_fn(|color| {
            let living = cases[color].iter().filter(|case| case.lost <= doubt);
            living.fold(PointSet::EMPTY, |all, case| all | case.chain.stones)
        });
        let mut reader = CaptureReader::new(self.board.size());
        let mut dead = Vec::new();
        for color in Color::BOTH {
            for case in &cases[color] {
                let stones = case.chain.stones;
                if case.lost > doubt && self.is_held(color, stones, &living) {
                    dead.push(DeadChain {
                        color,
                        stones,
                        ownership: self.mean(stones),
                        reason: self.reason(case, &alive, &mut reader),
                    });
                }
            }
        }
        dead
    }

    /// Whether the fate of every chain is clear.
    pub(crate) fn is_clear(&self) -> bool {
        let alive = ByColor::from_fn(|color| pass_alive(self.board, color, self.suicide));
        let cases = self.cases(&alive);
        let mut cases = Color::BOTH.iter().flat_map(|&color| &cases[color]);
        cases.all(|case| case.lost.abs() >= SURE)
    }

    /// All chains with what speaks for and against them.
    fn cases(&self, alive: &ByColor<PassAlive>) -> ByColor<Vec<Case>> {
        let mut cases = ByColor::from_fn(|color| self.seen(color, alive));
        self.prove(&mut cases);
        for color in Color::BOTH {
            judge_open_together(&mut cases[color]);
        }
        self.part_enemies(&mut cases);
        cases
    }

    /// All chains of `color` as told by the ownership.
    fn seen(&self, color: Color, alive: &ByColor<PassAlive>) -> Vec<Case> {
        let chains = self.board.chains(color);
        let cases = chains.map(|chain| Case {
            lost: match color {
                _ if chain.stones.is_subset(&alive[color].stones) => -1.0,
                _ if chain.stones.is_subset(&alive[!color].regions) => 1.0,
                Color::Black => -self.mean(chain.stones),
                Color::White => self.mean(chain.stones),
            },
            chain,
        });
        cases.collect()
    }

    /// Corrects the ownership where a chain can be proved to stay, or a large one to fall.
    fn prove(&self, cases: &mut ByColor<Vec<Case>>) {
        let all = Color::BOTH.iter().flat_map(|&color| &cases[color]);
        let walls = all.filter(|case| case.lost <= -SURE);
        let walls = walls.map(|case| case.chain).collect();
        let mut proofs = ChainProofs::new(self.board, self.suicide, walls, N_POSITIONS_ALL);
        for color in Color::BOTH {
            for case in &mut cases[color] {
                let is_doubtful = case.lost > -SURE && case.lost < 1.0;
                if is_doubtful && proofs.stays(&case.chain) {
                    case.lost = -1.0;
                } else if case.is_large() && case.lost > -1.0 && proofs.falls(&case.chain) {
                    case.lost = 1.0;
                }
            }
        }
    }

    /// Of two enemies that touch only one can be dead, for whoever captures a chain lives
    /// there: the surer is, or the larger, and neither if both are open.
    fn part_enemies(&self, cases: &mut ByColor<Vec<Case>>) {
        while let Some([i, k]) = self.worst_pair(cases) {
            let [black, white] = [&mut cases.black[i], &mut cases.white[k]];
            let are_open = black.is_open() && white.is_open();
            let is_black_dead = black.lost_and_size() > white.lost_and_size();
            if are_open || !is_black_dead {
                black.lost = 0.0;
            }
            if are_open || is_black_dead {
                white.lost = 0.0;
            }
        }
    }

    /// The two enemies that touch and are both taken for dead, if there are any: a black and
    /// a white one, where one is as surely lost as can be.
    fn worst_pair(&self, cases: &ByColor<Vec<Case>>) -> Option<[usize; 2]> {
        let is_dead = |case: &Case| case.lost > self.source.doubt();
        let mut worst: Option<([usize; 2], f32)> = None;
        for (i, black) in cases
            .black
            .iter()
            .enumerate()
            .filter(|(_, case)| is_dead(case))
        {
            let edge = black.chain.stones.neighbors(self.board.size());
            for (k, white) in cases
                .white
                .iter()
                .enumerate()
                .filter(|(_, case)| is_dead(case))
            {
                let lost = black.lost.max(white.lost);
                let is_worse = worst.is_none_or(|(_, most)| lost > most);
                if is_worse && !white.chain.stones.is_disjoint(&edge) {
                    worst = Some(([i, k], lost));
                }
            }
        }
        worst.map(|(pair, _)| pair)
    }

    /// Whether a living enemy is on the border of the room that a dead chain has.
    fn is_held(&self, color: Color, stones: PointSet, living: &ByColor<PointSet>) -> bool {
        let Some(stone) = stones.first() else {
            return false;
        };
        let everything = PointSet::full(self.board.size());
        let room = (everything - living[!color]).connected(stone);
        let border = room.neighbors(self.board.size());
        !border.is_disjoint(&living[!color])
    }

    /// What speaks most surely against a dead chain.
    fn reason(
        &self,
        case: &Case,
        alive: &ByColor<PassAlive>,
        reader: &mut CaptureReader,
    ) -> DeadReason {
        let Chain { color, stones, .. } = case.chain;
        let mut is_caught = || {
            let verdict = stones
                .first()
                .map(|stone| reader.read(self.board, stone, color, ReadingLimits::NETS));
            verdict == Some(ReadingResult::Caught)
        };
        if stones.is_subset(&alive[!color].regions) {
            return DeadReason::InsidePassAlive;
        }
        match self.source {
            OwnershipSource::Playouts if case.lost >= ALWAYS => DeadReason::CapturedAlways,
            _ if is_caught() => DeadReason::CaughtByReading,
            _ if !self.has_eye(&case.chain) => DeadReason::NoEyes,
            OwnershipSource::Playouts => DeadReason::CapturedMostly,
            OwnershipSource::Network => DeadReason::JudgedLost,
        }
    }

    /// Whether a vacant region that reaches only its colour touches the chain.
    fn has_eye(&self, chain: &Chain) -> bool {
        let size = self.board.size();
        let enemy = self.board.stones(!chain.color);
        let mut regions = self.board.vacant().parts();
        regions.any(|region| {
            !region.is_disjoint(&chain.liberties) && region.neighbors(size).is_disjoint(&enemy)
        })
    }

    /// Whose the points of `stones` are, on average.
    fn mean(&self, stones: PointSet) -> f32 {
        let size = self.board.size();
        let owned = stones.iter().map(|point| self.ownership[size.index(point)]);
        owned.sum::<f32>() / stones.len().max(1) as f32
    }
}

/// Gives chains of one colour whose fate is open, and that share a liberty,
/// what they have on average.
fn judge_open_together(cases: &mut [Case]) {
    for i in 0..cases.len() {
        let near: Vec<usize> = (0..cases.len())
            .filter(|&k| {
                let share = cases[i].chain.liberties & cases[k].chain.liberties;
                cases[i].is_open() && cases[k].is_open() && (i == k || !share.is_empty())
            })
            .collect();
        let n: usize = near.iter().map(|&k| cases[k].chain.stones.len()).sum();
        let lost = |k: &usize| cases[*k].lost * cases[*k].chain.stones.len() as f32;
        let mean = near.iter().map(lost).sum::<f32>() / n.max(1) as f32;
        for k in near {
            cases[k].lost = mean;
        }
    }
}

#[cfg(test)]
mod tests {
    use ponnuki_game::{Diagram, Point};

    use super::*;

    /// The stones that are dead if those at `points` are told to be lost by so much.
    fn dead(drawn: &str, lost: &[(&str, f32)]) -> Vec<Point> {
        let diagram: Diagram = drawn.parse().unwrap();
        let board = diagram.board().unwrap();
        let size = diagram.size();
        let sign = |point| match board.at(point) {
            Some(Color::Black) => 1.0,
            Some(Color::White) => -1.0,
            None => 0.0,
        };
        let mut ownership: Vec<f32> = size.points().map(sign).collect();
        for (name, lost) in lost {
            let chain = board.chain(size.point(name).unwrap()).unwrap();
            for point in chain.stones {
                ownership[size.index(point)] = -sign(point) * lost;
            }
        }
        let evidence = FinishedBoard {
            board: &board,
            suicide: Suicide::Forbidden,
            ownership: &ownership,
            source: OwnershipSource::Network,
        };
        let chains = evidence.dead_chains();
        chains
            .iter()
            .filter_map(|chain| chain.stones.first())
            .collect()
    }

    /// Whoever moves first captures.
    const RACE: &str = "
        . O . O X X O O X . X .
        O O O O X . . O X X X X
    ";

    #[test]
    fn of_two_enemies_that_touch_only_the_surer_is_dead() {
        let size = RACE.parse::<Diagram>().unwrap().size();
        let only = |name| vec![size.point(name).unwrap()];
        assert_eq!(dead(RACE, &[("F2", 0.7), ("G2", 0.3)]), only("E2"));
        assert_eq!(dead(RACE, &[("F2", 0.3), ("G2", 0.7)]), only("G2"));
        assert_eq!(dead(RACE, &[("F2", 0.4), ("G2", 0.3)]), []);
        assert_eq!(dead(RACE, &[("F2", 0.4)]), only("E2"));
    }
}
