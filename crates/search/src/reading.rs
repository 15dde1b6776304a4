//! Reading out whether a chain with few liberties can be captured.

use ponnuki_game::{Board, Chain, Color, Point, Size};

/// How many moves deep a chase is followed: enough for a ladder across the
/// largest board.
const DEPTH_MAX: usize = 100;

/// What reading says about a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingResult {
    /// It is captured whatever its owner does.
    Caught,
    /// It gets away.
    Free,
    /// It was too much to read.
    Unclear,
}

/// How far to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadingLimits {
    /// A chain with more liberties than this, its pursuer to move, is free.
    pub n_liberties: usize,
    /// After so many positions it is unclear.
    pub n_positions: usize,
}

impl ReadingLimits {
    /// Ladders: every attack is an atari.
    pub const LADDERS: ReadingLimits = ReadingLimits {
        n_liberties: 2,
        n_positions: 200,
    };
    /// Chains with three liberties too, for when there is time.
    pub const NETS: ReadingLimits = ReadingLimits {
        n_liberties: 3,
        n_positions: 2_000,
    };
}

/// Reads, one chain at a time. Kept to save allocations.
#[derive(Clone, Debug)]
pub struct CaptureReader {
    /// The boards along the line being read.
    boards: Vec<Board>,
    reach: ReadingLimits,
    n_left: usize,
}

/// The chain being read about.
#[derive(Clone, Copy, Debug)]
struct Target {
    /// One of its stones.
    point: Point,
    color: Color,
}

impl CaptureReader {
    /// For boards of `size`.
    pub fn new(size: Size) -> CaptureReader {
        CaptureReader {
            boards: vec![Board::empty(size)],
            reach: ReadingLimits::LADDERS,
            n_left: 0,
        }
    }

    /// What becomes of the chain at `point` if `first` moves first there.
    /// Without a stone there is nothing to catch: it is free.
    pub fn read(
        &mut self,
        board: &Board,
        point: Point,
        first: Color,
        reach: ReadingLimits,
    ) -> ReadingResult {
        let Some(color) = board.at(point) else {
            return ReadingResult::Free;
        };
        self.begin(board, reach);
        let target = Target { point, color };
        let is_caught = if first == color {
            !self.escapes(target, 0)
        } else {
            self.catch(target, 0).is_some()
        };
        match (is_caught, self.n_left) {
            (true, _) => ReadingResult::Caught,
            (false, 0) => ReadingResult::Unclear,
            (false, _) => ReadingResult::Free,
        }
    }

    /// A move that catches the chain at `point`, if reading finds one.
    pub fn catching_move(
        &mut self,
        board: &Board,
        point: Point,
        reach: ReadingLimits,
    ) -> Option<Point> {
        let color = board.at(point)?;
        self.begin(board, reach);
        self.catch(Target { point, color }, 0)
    }

    fn begin(&mut self, board: &Board, reach: ReadingLimits) {
        self.boards[0].clone_from(board);
        self.reach = reach;
        self.n_left = reach.n_positions;
    }

    /// The pursuer's move that catches the target on board `depth`, if there is one.
    fn catch(&mut self, target: Target, depth: usize) -> Option<Point> {
        let chain = self.chain(target, depth)?;
        if chain.is_in_atari() {
            return chain.liberties.first();
        }
        if chain.liberties.len() > self.reach.n_liberties || depth + 1 >= DEPTH_MAX {
            return None;
        }
        chain.liberties.into_iter().find(|&liberty| {
            self.try_move(depth, !target.color, liberty) && !self.escapes(target, depth + 1)
        })
    }

    /// Whether the target, to move on board `depth`, gets away.
    fn escapes(&mut self, target: Target, depth: usize) -> bool {
        let Some(chain) = self.chain(target, depth) else {
            return false;
        };
        if chain.liberties.len() > self.reach.n_liberties || depth + 1 >= DEPTH_MAX {
            return true;
        }
        let pursuers = self.capturable_around(depth, &chain);
        for point in pursuers.into_iter().chain(chain.liberties) {
            if self.try_move(depth, target.color, point) && self.catch(target, depth + 1).is_none()
            {
                return true;
            }
        }
        // A chain with two liberties need not move to live.
        !chain.is_in_atari() && self.catch(target, depth).is_none()
    }

    /// Where the target's owner captures a chain in atari that touches it.
    fn capturable_around(&self, depth: usize, chain: &Chain) -> Vec<Point> {
        let board = &self.boards[depth];
        let mut found = Vec::new();
        for point in chain.stones.neighbors(board.size()) {
            if board.at(point) == Some(!chain.color)
                && let Some(liberty) = board.last_liberty(point)
                && !chain.liberties.contains(liberty)
                && !found.contains(&liberty)
            {
                found.push(liberty);
            }
        }
        found
    }

    fn chain(&self, target: Target, depth: usize) -> Option<Chain> {
        let chain = self.boards[depth].chain(target.point)?;
        (chain.color == target.color).then_some(chain)
    }

    /// Makes board `depth + 1` from board `depth`; false if the move is
    /// suicide or reading has gone on long enough.
    fn try_move(&mut self, depth: usize, color: Color, point: Point) -> bool {
        if self.n_left == 0 || self.boards[depth].is_suicide(color, point) {
            return false;
        }
        self.n_left -= 1;
        if self.boards.len() == depth + 1 {
            self.boards.push(self.boards[depth].clone());
        } else {
            let (before, after) = self.boards.split_at_mut(depth + 1);
            after[0].clone_from(&before[depth]);
        }
        self.boards[depth + 1].place_with(color, point, |_| {});
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_game::Diagram;

    #[track_caller]
    fn check(drawn: &str, stone: &str, first: Color, expected: ReadingResult) {
        let diagram: Diagram = drawn.parse().unwrap();
        let board = diagram.board().unwrap();
        let point = board.size().point(stone).unwrap();
        let mut reader = CaptureReader::new(board.size());
        let verdict = reader.read(&board, point, first, ReadingLimits::LADDERS);
        assert_eq!(verdict, expected, "{stone}, {first} first\n{board:#}");
    }

    const LADDER: &str = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X O . . .
        . . . X X . .
        . . . . . . .
    ";

    #[test]
    fn a_ladder_catches() {
        check(LADDER, "D3", Color::Black, ReadingResult::Caught);
        check(LADDER, "D3", Color::White, ReadingResult::Free);
    }

    #[test]
    fn a_ladder_with_a_breaker_does_not() {
        let broken = "
            . . . . . . .
            . . . . . . .
            . . . . . O .
            . . . . . . .
            . . X O . . .
            . . . X X . .
            . . . . . . .
        ";
        check(broken, "D3", Color::Black, ReadingResult::Free);
    }

    #[test]
    fn a_chain_in_atari_runs_if_it_moves_first_and_the_ladder_does_not_work() {
        let edge = "
            . . . . .
            . . O . .
            . X O X .
            . . X . .
            . . . . .
        ";
        check(edge, "C4", Color::White, ReadingResult::Free);
    }

    #[test]
    fn capturing_the_pursuer_is_an_escape() {
        check(
            "
            . . . . .
            O X X . .
            X O X . .
            X O X . .
            . . . . .
            ",
            "B3",
            Color::Black,
            ReadingResult::Caught,
        );
    }

    #[test]
    fn the_last_stone_on_the_first_line_is_caught() {
        check(
            "X O . \n . X .\n . . .",
            "B3",
            Color::Black,
            ReadingResult::Caught,
        );
    }
}
