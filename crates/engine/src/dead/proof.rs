//! The fate of a chain, proved where it has little room.

use ponnuki_game::{Board, ByColor, Chain, Color, Game, PointSet, Rules, Setup, Sizes, Suicide};
use ponnuki_search::{Goal, Grade, Solver, Task};

/// With more vacant points around it a chain's fate is not tried to be proved.
const N_VACANT_MAX: usize = 12;
/// A chain with so many liberties elsewhere is not captured in a room.
const N_LIBERTIES_ELSEWHERE: usize = 2;
/// Positions that one proof may look at: a few milliseconds.
const N_POSITIONS: u64 = 4_000;
/// Positions that all proofs on a board may look at.
const N_POSITIONS_ALL: u64 = 60_000;

/// What becomes of a chain whatever its owner, or the opponent, does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Alive,
    Dead,
}

/// Proves what becomes of the chains of a board.
pub(super) struct Proofs<'a> {
    board: &'a Board,
    suicide: Suicide,
    /// Chains that stay, as far as anyone can tell.
    walls: Vec<Chain>,
    n_positions_left: u64,
}

impl Proofs<'_> {
    /// About to prove what becomes of the chains between `walls`.
    pub(super) fn new(board: &Board, suicide: Suicide, walls: Vec<Chain>) -> Proofs<'_> {
        Proofs {
            board,
            suicide,
            walls,
            n_positions_left: N_POSITIONS_ALL,
        }
    }

    /// What becomes of `chain`, if that is so whoever moves first, and can be proved.
    pub(super) fn fate(&mut self, chain: &Chain) -> Option<Fate> {
        let stone = chain.stones.first()?;
        let room = self.room(chain)?;
        let task = Task {
            goal: Goal::Capture {
                chain: stone,
                free: None,
            },
            region: room,
        };
        // Who cannot reach what they want even by moving first.
        let mut fails = |first: Color| Some(self.grade(first, task)? == Grade::No);
        if fails(!chain.color)? {
            Some(Fate::Alive)
        } else if fails(chain.color)? {
            Some(Fate::Dead)
        } else {
            None
        }
    }

    /// Where it is decided what becomes of `chain`, unless that is too large: up to walls that
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

    /// How well the player does who moves `first`.
    fn grade(&mut self, first: Color, task: Task) -> Option<Grade> {
        let n_positions = N_POSITIONS.min(self.n_positions_left);
        let mut solver = Solver::new(&self.game(first)?, task, n_positions).ok()?;
        let grade = solver.grade();
        self.n_positions_left = self.n_positions_left.saturating_sub(solver.n_positions());
        grade.ok()
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

    /// What is proved of the chain at `point`, between the chains of at least four stones.
    fn fate(drawn: &str, point: &str) -> Option<Fate> {
        let diagram: Diagram = drawn.parse().unwrap();
        let board = diagram.board().unwrap();
        let point = diagram.size().point(point).unwrap();
        let chains = || Color::BOTH.iter().flat_map(|&color| board.chains(color));
        let chain = chains().find(|chain| chain.stones.contains(point)).unwrap();
        let walls = chains().filter(|chain| chain.stones.len() >= 4);
        Proofs::new(&board, Suicide::Forbidden, walls.collect()).fate(&chain)
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
        assert_eq!(fate(drawn, "C3"), Some(Fate::Alive));
        assert_eq!(fate(drawn, "F2"), Some(Fate::Alive));
    }

    #[test]
    fn what_the_first_to_move_decides_is_left_open() {
        let drawn = "
            . . . . . .
            X X X X . .
            O O O X . .
            . . . O X .
            O O O X X .
            X X X X . .
            . . . . . .
        ";
        assert_eq!(fate(drawn, "A5"), None);
    }

    #[test]
    fn one_eye_is_death() {
        let drawn = "
            . . . . .
            X X X X .
            O O O X .
            . O O X .
        ";
        assert_eq!(fate(drawn, "B2"), Some(Fate::Dead));
    }

    #[test]
    fn a_wall_that_would_be_in_atari_is_no_wall() {
        // If White plays at C1, Black takes everything at C3: so A2 is not captured, but what
        // follows is too much to be proved.
        let drawn = "
            . . . . . . .
            X X X X X X .
            O O O O O X .
            O O . O X X .
            X X O O X X .
            . X . O O X .
        ";
        assert_eq!(fate(drawn, "A2"), None);
    }
}
