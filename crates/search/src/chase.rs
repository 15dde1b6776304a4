//! Proving that a chain is caught: by ataris alone, or by one quiet move with ataris behind it.
//!
//! A [`CaptureReader`](crate::CaptureReader) guesses fast; here nothing is claimed that was not tried. A chain
//! in atari is saved only by a play on its last liberty, or by a capture next to it, so a chase
//! by ataris leaves its owner few moves, and all of them are tried. After a quiet move every
//! move is tried that touches what the chase rests on.

use ponnuki_game::{Board, Chain, Color, Point, PointSet, Size};

/// How many moves deep a chase is followed: enough for a ladder across the largest board.
const DEPTH_MAX: usize = 120;
/// How many positions one question may look at: about a millisecond.
const N_POSITIONS_MAX: usize = 1_500;
/// With more liberties than this a chain is not chased by ataris, its pursuer to move.
const N_LIBERTIES_CHASED: usize = 2;
/// With more liberties than this no net is looked for.
const N_LIBERTIES_NETTED: usize = 3;
/// A chase is a ladder if it takes at least so many ataris.
const N_ATARIS_LADDER: usize = 3;

/// How a chain is caught.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hunt {
    /// By a move or two that leave no way out.
    Short,
    /// By atari after atari.
    Ladder,
    /// By a quiet move, after which there is no way out.
    Net,
}

/// A proof that a chain is caught by whoever moves first against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Catch {
    /// The pursuer's first move.
    pub first: Point,
    /// How it goes on.
    pub hunt: Hunt,
}

/// Proves captures, one chain at a time. Kept to save allocations.
///
/// A pursuer who needs to retake a ko at once has proved nothing, nor has one whose capture is a
/// ko, or is answered by taking as many stones back.
#[derive(Debug)]
pub struct Chase {
    /// The boards along the line being tried.
    boards: Vec<Board>,
    n_left: usize,
    /// The points that what was tried so far depends on.
    zone: PointSet,
}

/// The chain that is chased.
#[derive(Clone, Copy, Debug)]
struct Prey {
    /// One of its stones.
    point: Point,
    color: Color,
}

impl Chase {
    /// For boards of `size`.
    pub fn new(size: Size) -> Chase {
        Chase {
            boards: vec![Board::empty(size)],
            n_left: 0,
            zone: PointSet::EMPTY,
        }
    }

    /// How the chain at `point` is caught if its pursuer moves first; `None` if that is not
    /// proved. A chain in atari is caught by taking it.
    pub fn catch(&mut self, board: &Board, point: Point) -> Option<Catch> {
        let prey = self.begin(board, point)?;
        if let Some((first, n_ataris)) = self.chase(prey, 0, None) {
            let hunt = by_ataris(n_ataris);
            return Some(Catch { first, hunt });
        }
        let chain = self.chain(prey, 0)?;
        if chain.liberties.len() > N_LIBERTIES_NETTED {
            return None;
        }
        let size = board.size();
        let near = chain.liberties | chain.liberties.neighbors(size);
        let near = (near | near.neighbors(size)) & board.vacant();
        let first = near.iter().find(|&quiet| {
            self.place(0, !prey.color, quiet).is_some()
                && self.boards[1].n_liberties(quiet) > 1
                && self.is_netted(prey, 1)
        })?;
        // A move on a liberty of its own is no net.
        let hunt = match chain.liberties.contains(first) {
            true => Hunt::Short,
            false => Hunt::Net,
        };
        Some(Catch { first, hunt })
    }

    /// How the chain at `point` is caught even if its owner moves first; `None` if that is not
    /// proved.
    pub fn held(&mut self, board: &Board, point: Point) -> Option<Hunt> {
        let prey = self.begin(board, point)?;
        if self.chain(prey, 0)?.is_in_atari() {
            return self.resist(prey, 0).map(by_ataris);
        }
        self.is_netted(prey, 0).then_some(Hunt::Net)
    }

    fn begin(&mut self, board: &Board, point: Point) -> Option<Prey> {
        let color = board.at(point)?;
        self.boards[0].clone_from(board);
        self.n_left = N_POSITIONS_MAX;
        Some(Prey { point, color })
    }

    /// The pursuer's move on board `depth` that catches the prey by ataris, and how many it
    /// takes at most; `ban` is where a ko may not be retaken.
    fn chase(&mut self, prey: Prey, depth: usize, ban: Option<Point>) -> Option<(Point, usize)> {
        let chain = self.chain(prey, depth)?;
        self.zone = self.zone | chain.liberties;
        if chain.liberties.len() > N_LIBERTIES_CHASED || depth + 1 >= DEPTH_MAX {
            return None;
        }
        let is_in_atari = chain.is_in_atari();
        for liberty in chain.liberties {
            if ban == Some(liberty) {
                continue;
            }
            let Some(is_ko) = self.place(depth, !prey.color, liberty) else {
                continue;
            };
            let n_ataris = match is_in_atari {
                true => (!is_ko && self.stays_taken(&chain, liberty, depth + 1)).then_some(0),
                false => self.resist(prey, depth + 1).map(|n| n + 1),
            };
            if let Some(n_ataris) = n_ataris {
                return Some((liberty, n_ataris));
            }
        }
        None
    }

    /// How many ataris it takes at most to catch the prey, which is in atari on board `depth`
    /// and whose owner is to move; `None` if it may get away.
    fn resist(&mut self, prey: Prey, depth: usize) -> Option<usize> {
        let chain = self.chain(prey, depth)?;
        let board = &self.boards[depth];
        let mut saves = chain.liberties;
        for near in chain.stones.neighbors(board.size()) & board.stones(!prey.color) {
            let pursuer = board.chain(near)?;
            // One that has two liberties has one if a stone is on the other.
            if pursuer.liberties.len() <= 2 {
                self.zone = self.zone | pursuer.liberties;
            }
            if pursuer.is_in_atari() {
                saves = saves | pursuer.liberties;
            }
        }
        self.zone = self.zone | chain.liberties;
        // What if the owner plays elsewhere.
        let mut n_max = self.chase(prey, depth, None)?.1;
        for save in saves {
            let Some(is_ko) = self.place(depth, prey.color, save) else {
                if self.n_left == 0 {
                    return None;
                }
                continue;
            };
            let ban = self.lifted_at(depth, prey.color).filter(|_| is_ko);
            n_max = n_max.max(self.chase(prey, depth + 1, ban)?.1);
        }
        Some(n_max)
    }

    /// Whether the prey, whose owner is to move on board `depth` and may play anywhere, is caught
    /// by ataris all the same.
    fn is_netted(&mut self, prey: Prey, depth: usize) -> bool {
        self.zone = PointSet::EMPTY;
        if self.chase(prey, depth, None).is_none() {
            return false;
        }
        let board = &self.boards[depth];
        let pursuers = board.chains(!prey.color);
        let in_atari = pursuers.filter(Chain::is_in_atari);
        let captures = in_atari.fold(PointSet::EMPTY, |all, chain| all | chain.liberties);
        let moves = (self.zone | captures) & board.vacant();
        moves.into_iter().all(|point| {
            let Some(is_ko) = self.place(depth, prey.color, point) else {
                return self.n_left > 0;
            };
            let ban = self.lifted_at(depth, prey.color).filter(|_| is_ko);
            self.chase(prey, depth + 1, ban).is_some()
        })
    }

    /// Whether the capture of `chain` at `liberty`, made on board `depth`, is no snapback: what
    /// captured is fewer stones, or cannot be taken at once even if its last liberties but one
    /// were taken first.
    fn stays_taken(&mut self, chain: &Chain, liberty: Point, depth: usize) -> bool {
        let Some(captor) = self.boards[depth].chain(liberty) else {
            return false;
        };
        if captor.liberties.len() <= 3 {
            self.zone = self.zone | captor.liberties;
        }
        captor.liberties.len() > 2 || captor.stones.len() < chain.stones.len()
    }

    /// The stone of the opponent of `color` that the move from board `depth` lifted, the last one.
    fn lifted_at(&self, depth: usize, color: Color) -> Option<Point> {
        let (before, after) = (&self.boards[depth], &self.boards[depth + 1]);
        (before.stones(!color) - after.stones(!color)).first()
    }

    fn chain(&self, prey: Prey, depth: usize) -> Option<Chain> {
        let chain = self.boards[depth].chain(prey.point)?;
        (chain.color == prey.color).then_some(chain)
    }

    /// Makes board `depth + 1` from board `depth`, and tells whether that took a ko; `None` if the
    /// move is suicide or it has taken long enough.
    fn place(&mut self, depth: usize, color: Color, point: Point) -> Option<bool> {
        if self.n_left == 0 || self.boards[depth].is_suicide(color, point) {
            return None;
        }
        self.n_left -= 1;
        if self.boards.len() == depth + 1 {
            self.boards.push(self.boards[depth].clone());
        } else {
            let (before, after) = self.boards.split_at_mut(depth + 1);
            after[0].clone_from(&before[depth]);
        }
        let is_ko = self.boards[depth + 1].place_with(color, point, |_| {});
        // What is placed is next to what the proof rests on if it has few liberties.
        let placed = self.boards[depth + 1].chain(point);
        if let Some(placed) = placed.filter(|placed| placed.liberties.len() <= 2) {
            self.zone = self.zone | placed.liberties;
        }
        Some(is_ko)
    }
}

fn by_ataris(n_ataris: usize) -> Hunt {
    match n_ataris >= N_ATARIS_LADDER {
        true => Hunt::Ladder,
        false => Hunt::Short,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_game::Diagram;

    /// How the chain at `stone` is caught if `first` moves first.
    fn caught(drawn: &str, stone: &str, first: Color) -> Option<(Option<String>, Hunt)> {
        let diagram: Diagram = drawn.parse().unwrap();
        let board = diagram.board().unwrap();
        let size = board.size();
        let point = size.point(stone).unwrap();
        let mut chase = Chase::new(size);
        if board.at(point) == Some(first) {
            return chase.held(&board, point).map(|hunt| (None, hunt));
        }
        let catch = chase.catch(&board, point)?;
        Some((Some(size.name(catch.first)), catch.hunt))
    }

    #[track_caller]
    fn check(drawn: &str, stone: &str, first: Color, expected: Option<(Option<&str>, Hunt)>) {
        let found = caught(drawn, stone, first);
        let found = found.as_ref();
        let found = found.map(|(first, hunt)| (first.as_deref(), *hunt));
        assert_eq!(found, expected, "{stone}, {first} first{drawn}");
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
    fn a_ladder_catches_and_its_owner_may_run() {
        let by_ladder = Some((Some("D4"), Hunt::Ladder));
        check(LADDER, "D3", Color::Black, by_ladder);
        check(LADDER, "D3", Color::White, None);
    }

    #[test]
    fn a_ladder_with_a_breaker_catches_nothing() {
        let drawn = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . o . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . X O . . . . .
            . . . X X . . . .
            . . . . . . . . .
        ";
        let open = drawn.replace('o', ".");
        let by_ladder = Some((Some("D4"), Hunt::Ladder));
        check(&open, "D3", Color::Black, by_ladder);
        let broken = drawn.replace('o', "O");
        check(&broken, "D3", Color::Black, None);
    }

    const NET: &str = "
        . . . . . . .
        . . . . . . .
        . . . X X . .
        . . X O . . .
        . . X . n . .
        . . . . . . .
        . . . . . . .
    ";

    #[test]
    fn a_net_holds_whatever_its_owner_does() {
        let open = NET.replace('n', ".");
        check(&open, "D4", Color::White, None);
        let netted = NET.replace('n', "X");
        check(&netted, "D4", Color::White, Some((None, Hunt::Net)));
    }

    #[test]
    fn a_net_with_a_hole_holds_nothing() {
        // White connects at D3.
        let drawn = "
            . . . . . . .
            . . . . . . .
            . . . X X . .
            . . X O . . .
            . . X . X . .
            . . O . . . .
            . . O O O . .
        ";
        check(drawn, "D4", Color::White, None);
    }

    #[test]
    fn a_snapback_catches_nothing() {
        // Black takes one at B1, and White takes three back.
        let drawn = "
            . . . . . .
            O O O O . .
            X X X O . .
            . O X O . .
        ";
        check(drawn, "B1", Color::Black, None);
    }

    #[test]
    fn a_ko_catches_nothing() {
        let drawn = "
            . . . . .
            . X O . .
            X O . O .
            . X O . .
            . . . . .
        ";
        check(drawn, "B3", Color::Black, None);
    }

    #[test]
    fn a_chain_that_captures_its_pursuer_is_not_caught() {
        let drawn = "
            . . . . . . .
            . O O . . . .
            O X X O . . .
            . X O . . . .
            . X O O . . .
            . . X . . . .
            . . . . . . .
        ";
        check(drawn, "C4", Color::White, None);
    }

    #[test]
    fn two_eyes_are_not_caught() {
        let drawn = "
            . X O .
            X X O .
            . X O .
            X X O .
            O O O .
        ";
        check(drawn, "B5", Color::White, None);
    }
}
