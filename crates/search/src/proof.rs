//! What becomes of a chain, proved where it has little room.

use crate::solve::{Solver, SolverGoal, SolverGrade, SolverTask};
use ponnuki_game::{Board, ByColor, Chain, Color, Game, PointSet, Rules, Setup, Sizes, Suicide};

/// With more vacant points around it a chain's fate is not tried to be proved.
const N_VACANT_MAX: usize = 12;
/// A chain with so many liberties elsewhere is not captured in a room.
const N_LIBERTIES_ELSEWHERE: usize = 2;
/// Positions that one proof may look at: a few milliseconds.
const N_POSITIONS: u64 = 4_000;

/// Proves which chains of a board can be captured, within a budget of positions.
#[derive(Debug)]
pub struct ChainProofs<'a> {
    board: &'a Board,
    suicide: Suicide,
    /// Chains that stay, as far as anyone can tell.
    walls: Vec<Chain>,
    n_positions_left: u64,
}

impl ChainProofs<'_> {
    /// Proofs about chains of `board`. The `walls` are taken to stay on the board; all proofs
    /// together visit at most `n_positions` positions.
    pub fn new(
        board: &Board,
        suicide: Suicide,
        walls: Vec<Chain>,
        n_positions: u64,
    ) -> ChainProofs<'_> {
        ChainProofs {
            board,
            suicide,
            walls,
            n_positions_left: n_positions,
        }
    }

    /// Whether `chain` is not captured even if the opponent moves first, as far as that can
    /// be proved.
    ///
    /// That a chain can be captured says less: stones inside a dead group can be, and their
    /// owner will not mind.
    pub fn stays(&mut self, chain: &Chain) -> bool {
        self.grade(chain, !chain.color) == Some(SolverGrade::No)
    }

    /// Whether `chain` is captured even if its owner moves first, as far as that can be proved.
    pub fn falls(&mut self, chain: &Chain) -> bool {
        self.grade(chain, chain.color) == Some(SolverGrade::No)
    }

    /// How well `first` does, who moves first and wants to save `chain`, or, being its owner's
    /// opponent, to capture it; `None` if that cannot be proved.
    pub fn grade(&mut self, chain: &Chain, first: Color) -> Option<SolverGrade> {
        let task = SolverTask {
            goal: SolverGoal::Capture {
                chain: chain.stones.first()?,
                free: None,
            },
            region: self.room(chain)?,
        };
        let n_positions = N_POSITIONS.min(self.n_positions_left);
        let mut solver = Solver::new(&self.game(first)?, task, n_positions).ok()?;
        let grade = solver.grade();
        self.n_positions_left = self.n_positions_left.saturating_sub(solver.n_positions());
        grade.ok()
    }

    /// Where it is decided whether `chain` stays, unless that is too large: up to walls that
    /// stand whatever happens in there, because they have two liberties elsewhere.
    fn room(&self, chain: &Chain) -> Option<PointSet> {
        let size = self.board.size();
        let mut room = chain.stones;
        loop {
            let stands = |wall: &&Chain| (wall.liberties - room).len() >= N_LIBERTIES_ELSEWHERE;
            let is_other = |wall: &&Chain| wall.stones.is_disjoint(&chain.stones);
            let walls = self.walls.iter().filter(is_other).filter(stands);
            let walls = walls.fold(PointSet::EMPTY, |all, wall| all | wall.stones);
            let stone = chain.stones.first()?;
            let grown = (PointSet::full(size) - walls).connected(stone);
            if (grown & self.board.vacant()).len() > N_VACANT_MAX {
                return None;
            }
            if grown == room {
                return Some(room);
            }
            room = grown;
        }
    }

    /// The board with `first` to move.
    fn game(&self, first: Color) -> Option<Game> {
        let mut rules = Rules::CHINESE;
        rules.suicide = self.suicide;
        rules.sizes = Sizes::Any;
        let mut setup = Setup::new(self.board.size(), rules);
        setup.stones = ByColor::from_fn(|color| self.board.stones(color));
        setup.first = Some(first);
        setup.start().ok()
    }
}

#[cfg(test)]
mod tests {
    use ponnuki_game::Diagram;

    use super::*;

    /// What can be proved about the chain at `point`, between those of at least four stones.
    fn prove(
        drawn: &str,
        point: &str,
        proof: impl Fn(&mut ChainProofs<'_>, &Chain) -> bool,
    ) -> bool {
        let diagram: Diagram = drawn.parse().unwrap();
        let board = diagram.board().unwrap();
        let point = diagram.size().point(point).unwrap();
        let chains = || Color::BOTH.iter().flat_map(|&color| board.chains(color));
        let chain = chains().find(|chain| chain.stones.contains(point)).unwrap();
        let walls = chains().filter(|chain| chain.stones.len() >= 4);
        let walls = walls.collect();
        proof(
            &mut ChainProofs::new(&board, Suicide::Forbidden, walls, N_POSITIONS),
            &chain,
        )
    }

    fn stays(drawn: &str, point: &str) -> bool {
        prove(drawn, point, |proofs, chain| proofs.stays(chain))
    }

    fn falls(drawn: &str, point: &str) -> bool {
        prove(drawn, point, |proofs, chain| proofs.falls(chain))
    }

    #[test]
    fn neither_can_approach_in_a_seki() {
        let drawn = "
            . . . . . . .
            . X X X X X X
            X X O O O O O
            X X O . X X O
            X X O O O X .
        ";
        assert!(stays(drawn, "C3") && stays(drawn, "F2"));
        assert!(!falls(drawn, "C3") && !falls(drawn, "F2"));
    }

    #[test]
    fn what_the_first_to_move_decides_is_not_proved() {
        let drawn = "
            . . . . . .
            X X X X . .
            O O O X . .
            . . . O X .
            O O O X X .
            X X X X . .
            . . . . . .
        ";
        assert!(!stays(drawn, "A5") && !falls(drawn, "A5"));
    }

    #[test]
    fn one_eye_is_not_enough() {
        let drawn = "
            . . . . .
            X X X X .
            O O O X .
            . O O X .
        ";
        assert!(!stays(drawn, "B2") && falls(drawn, "B2"));
    }

    #[test]
    fn only_a_wall_with_two_liberties_elsewhere_is_one() {
        // F2 always gets home, but in the first that is no help: the last eye is filled.
        let drawn = "
            . . . . . . . .
            X X X X X X X .
            O O O O . O X .
            . O O O . O X .
        ";
        assert!(!stays(drawn, "F2"));
        let drawn = "
            . . . . . . . .
            X X X X X X X .
            O O O O . O X .
            . O . O . O X .
        ";
        assert!(stays(drawn, "F2"));
    }
}
