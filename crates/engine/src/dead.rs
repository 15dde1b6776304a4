//! Which chains are dead at the end of a game.
//!
//! The position is played out many times, either player moving first as often.
//! A chain whose points mostly end as the opponent's is dead, with two
//! corrections: what lives whatever happens is alive, and what stands in the
//! area of such chains is dead. Chains whose fate the playouts leave open and
//! that share a liberty are judged together, and nothing is dead that no
//! living enemy holds.

use ponnuki_game::{
    Board, ByColor, Chain, Color, Dice, Game, PassAlive, PointSet, Suicide, pass_alive,
};
use ponnuki_search::{Reach, Reader, Rollout, Verdict};

use crate::thinker::{DeadChain, DeadReason};

/// A chain whose points end as the opponent's by this much more often is dead.
const DEAD: f32 = 0.2;
/// Below this much, either way, its fate is open.
const OPEN: f32 = 0.5;
/// By this much it was captured every time.
const ALWAYS: f32 = 0.995;

/// Playouts of one position, and whose the points were at their ends.
#[derive(Clone, Debug)]
pub(crate) struct Inquest {
    board: Board,
    suicide: Suicide,
    rollout: Rollout,
    dice: Dice,
    n_playouts: u32,
    /// For each point, in how many playouts it ended as Black's less White's.
    owned: Vec<i32>,
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
}

impl Inquest {
    pub(crate) fn new(game: &Game, dice: Dice) -> Inquest {
        let size = game.size();
        Inquest {
            board: game.board().clone(),
            suicide: game.rules().suicide,
            rollout: Rollout::new(size),
            dice,
            n_playouts: 0,
            owned: vec![0; size.n_points()],
        }
    }

    /// Plays the position out twice, once with either player moving first.
    pub(crate) fn play_out(&mut self) {
        for first in Color::BOTH {
            self.rollout.restart(&self.board, first, [None; 2]);
            self.rollout.run(&mut self.dice);
            let owned = &mut self.owned;
            self.rollout.owners(|i, color| match color {
                Color::Black => owned[i] += 1,
                Color::White => owned[i] -= 1,
            });
            self.n_playouts += 1;
        }
    }

    /// The verdict on every chain that is dead.
    pub(crate) fn dead_chains(&self) -> Vec<DeadChain> {
        let alive = ByColor::from_fn(|color| pass_alive(&self.board, color, self.suicide));
        let cases = ByColor::from_fn(|color| self.cases(color, &alive));
        let living = ByColor::from_fn(|color| {
            let living = cases[color].iter().filter(|case| case.lost <= DEAD);
            living.fold(PointSet::EMPTY, |all, case| all | case.chain.stones)
        });
        let mut reader = Reader::new(self.board.size());
        let mut dead = Vec::new();
        for color in Color::BOTH {
            for case in &cases[color] {
                let stones = case.chain.stones;
                if case.lost > DEAD && self.is_held(color, stones, &living) {
                    dead.push(DeadChain {
                        color,
                        stones,
                        ownership: self.ownership(stones),
                        reason: self.reason(case, &alive, &mut reader),
                    });
                }
            }
        }
        dead
    }

    /// All chains of `color` with what speaks for and against them.
    fn cases(&self, color: Color, alive: &ByColor<PassAlive>) -> Vec<Case> {
        let mut cases: Vec<Case> = self
            .board
            .chains(color)
            .map(|chain| Case {
                lost: match color {
                    _ if chain.stones.is_subset(&alive[color].stones) => -1.0,
                    _ if chain.stones.is_subset(&alive[!color].regions) => 1.0,
                    Color::Black => -self.ownership(chain.stones),
                    Color::White => self.ownership(chain.stones),
                },
                chain,
            })
            .collect();
        judge_open_together(&mut cases);
        cases
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
    fn reason(&self, case: &Case, alive: &ByColor<PassAlive>, reader: &mut Reader) -> DeadReason {
        let Chain { color, stones, .. } = case.chain;
        let mut is_caught = || {
            let verdict = stones
                .first()
                .map(|stone| reader.read(&self.board, stone, color, Reach::NETS));
            verdict == Some(Verdict::Caught)
        };
        match case.lost {
            _ if stones.is_subset(&alive[!color].regions) => DeadReason::InsidePassAlive,
            lost if lost >= ALWAYS => DeadReason::CapturedAlways,
            _ if is_caught() => DeadReason::CaughtByReading,
            _ if !self.has_eye(&case.chain) => DeadReason::NoEyes,
            _ => DeadReason::CapturedMostly,
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
    fn ownership(&self, stones: PointSet) -> f32 {
        let size = self.board.size();
        let owned = stones.iter().map(|point| self.owned[size.index(point)]);
        owned.sum::<i32>() as f32 / (stones.len() as u32 * self.n_playouts).max(1) as f32
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
