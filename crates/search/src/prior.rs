//! How promising each move looks before it is tried.
//!
//! A prior is given as trials that were never made: so many won, so many
//! lost, as tactical sense says. They weigh at first and fade as real trials
//! come in.

use ponnuki_game::{Board, Color, Game, Move, Point, PointSet};

use crate::pattern::is_shapely;
use crate::reading::{CaptureReader, ReadingLimits, ReadingResult};

/// Lost trials for a move that leaves one's chain in atari.
const N_SELF_ATARI: u16 = 12;
/// Won trials for a capture or an escape, of one stone and of more.
const N_ATARI: [u16; 2] = [15, 30];
/// Lost trials for running where one is caught all the same.
const N_VAIN: u16 = 15;
/// Won trials for catching a chain in a ladder.
const N_LADDER: u16 = 20;
/// Won trials for a shape.
const N_SHAPE: u16 = 10;
/// Won trials for being one, two, three steps from the last move, chains
/// counting as one point.
const N_NEAR: [u16; 3] = [24, 22, 8];
/// Lost trials for the first two lines, won ones for the third and on large
/// boards the fourth, with no stone around; so many for every six lines of the
/// board, because on a large board it takes longer to find out.
const N_LINE: u16 = 10;
/// From here on a board is large.
const SIDE_LARGE: u16 = 13;
/// Won trials for passing when the opponent just did: the end is to be looked at.
const N_PASS_BACK: u16 = 10;
/// Lost trials for passing otherwise.
const N_PASS: u16 = 5;

/// Imagined trials of a move, beside those that every move begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Prior {
    pub(crate) n_won: u16,
    pub(crate) n_lost: u16,
}

/// The moves worth considering in `game`, each with its prior: all legal
/// plays that do not fill an eye, and last of all passing.
pub(crate) fn priors(game: &Game, reader: &mut CaptureReader) -> Vec<(Move, Prior)> {
    let board = game.board();
    let turn = game.turn();
    let mut legal = game.legal();
    for point in legal {
        if board.is_eye(turn, point) {
            legal.remove(point);
        }
    }
    let mut sense = Sense {
        board,
        turn,
        legal,
        priors: vec![Prior::default(); board.size().n_points()],
    };
    sense.fights(reader);
    sense.shapes();
    sense.lines();
    if let Some((_, Move::Play(last))) = game.moves().next_back() {
        sense.nearness(last);
    }
    let mut priors = Vec::with_capacity(legal.len() + 1);
    for point in legal {
        let prior = sense.priors[board.size().index(point)];
        priors.push((Move::Play(point), prior));
    }
    priors.push((Move::Pass, pass_prior(game)));
    priors
}

fn pass_prior(game: &Game) -> Prior {
    match game.moves().next_back() {
        Some((_, Move::Pass)) => Prior {
            n_won: N_PASS_BACK,
            n_lost: 0,
        },
        Some((_, Move::Play(_))) | None => Prior {
            n_won: 0,
            n_lost: N_PASS,
        },
    }
}

/// What tactical sense says, gathered point by point.
struct Sense<'a> {
    board: &'a Board,
    turn: Color,
    legal: PointSet,
    /// By the points' indices.
    priors: Vec<Prior>,
}

impl Sense<'_> {
    fn praise(&mut self, point: Point, n: u16) {
        self.priors[self.board.size().index(point)].n_won += n;
    }

    fn blame(&mut self, point: Point, n: u16) {
        self.priors[self.board.size().index(point)].n_lost += n;
    }

    /// Captures, escapes, ladders, self-atari.
    fn fights(&mut self, reader: &mut CaptureReader) {
        let board = self.board;
        for chain in board.chains(!self.turn) {
            let weight = usize::from(chain.stones.len() > 1);
            let Some(stone) = chain.stones.first() else {
                continue;
            };
            match chain.liberties.len() {
                1 => {
                    if let Some(liberty) = chain.liberties.first() {
                        self.praise(liberty, N_ATARI[weight]);
                    }
                }
                2 => {
                    if let Some(point) = reader.catching_move(board, stone, ReadingLimits::LADDERS)
                    {
                        self.praise(point, N_LADDER);
                    }
                }
                _ => {}
            }
        }
        for chain in board.chains(self.turn) {
            if let (Some(stone), true) = (chain.stones.first(), chain.is_in_atari()) {
                let weight = usize::from(chain.stones.len() > 1);
                self.escapes(stone, N_ATARI[weight], reader);
            }
        }
        for point in self.legal {
            if board.n_liberties_after(self.turn, point) < 2 {
                self.blame(point, N_SELF_ATARI);
            }
        }
    }

    /// Running, or capturing what holds the own chain in atari at `stone`.
    fn escapes(&mut self, stone: Point, n: u16, reader: &mut CaptureReader) {
        let board = self.board;
        let Some(liberty) = board.last_liberty(stone) else {
            return;
        };
        match reader.read(board, stone, self.turn, ReadingLimits::LADDERS) {
            ReadingResult::Caught => self.blame(liberty, N_VAIN),
            ReadingResult::Free | ReadingResult::Unclear => self.praise(liberty, n),
        }
        let mut captures = PointSet::EMPTY;
        for point in board.chain_stones(stone) {
            for enemy in board.neighbors(point) {
                if board.at(enemy) == Some(!self.turn) {
                    captures.extend(board.last_liberty(enemy));
                }
            }
        }
        for capture in captures {
            self.praise(capture, n);
        }
    }

    fn shapes(&mut self) {
        for point in self.legal {
            if is_shapely(self.board, point) {
                self.praise(point, N_SHAPE);
            }
        }
    }

    /// The edge of the empty board is worth little, the third line much.
    fn lines(&mut self) {
        let size = self.board.size();
        let stones = self.board.stones(Color::Black) | self.board.stones(Color::White);
        let mut near = stones;
        for _ in 0..3 {
            near = near | near.neighbors(size);
        }
        let side = u16::from(size.width().min(size.height()));
        let n = N_LINE * (side / 6).max(1);
        for point in self.legal - near {
            let across = point.x().min(size.width() - 1 - point.x());
            let along = point.y().min(size.height() - 1 - point.y());
            match across.min(along) {
                0 | 1 => self.blame(point, n),
                2 => self.praise(point, n),
                3 if side >= SIDE_LARGE => self.praise(point, n),
                _ => {}
            }
        }
    }

    /// Moves near the last one, where a chain is one step wide.
    fn nearness(&mut self, last: Point) {
        let board = self.board;
        let mut reached: PointSet = board.chain_stones(last).collect();
        reached.insert(last);
        for n in N_NEAR {
            let mut ring = reached.neighbors(board.size());
            for point in ring {
                if board.at(point).is_some() {
                    ring.extend(board.chain_stones(point));
                }
            }
            for point in ring & self.legal {
                self.praise(point, n);
            }
            reached = reached | ring;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_game::{Diagram, Rules, Setup};

    /// Which of the points marked `a` and `b` looks better to Black.
    #[track_caller]
    fn check(drawn: &str) {
        let diagram: Diagram = drawn.parse().unwrap();
        let mut setup = Setup::new(diagram.size(), Rules::CHINESE);
        setup.stones = diagram.stones();
        setup.first = Some(Color::Black);
        let game = setup.start().unwrap();
        let priors = priors(&game, &mut CaptureReader::new(game.size()));
        let selection_score = |mark| {
            let mv = Move::Play(diagram.marked(mark).unwrap());
            let (_, prior) = priors.iter().find(|(m, _)| *m == mv).unwrap();
            i32::from(prior.n_won) - i32::from(prior.n_lost)
        };
        let (a, b) = (selection_score('a'), selection_score('b'));
        assert!(a > b, "a {a}, b {b}\n{:#}", game.board());
    }

    #[test]
    fn the_side_from_which_a_ladder_works_looks_better() {
        check(
            "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . a . . .
            . . X O b . .
            . . . X X . .
            . . . . . . .
            ",
        );
    }

    #[test]
    fn running_into_a_ladder_looks_worse_than_a_move_elsewhere() {
        check(
            "
            . . . . . . .
            . . . . . . .
            . . . . . b .
            . . O . . . .
            . O X a . . .
            . O X O . . .
            . . O . . . .
            ",
        );
    }

    #[test]
    fn a_capture_looks_better_than_a_shape() {
        check(
            "
            . . . . . . .
            . . X O . . .
            . . . b . . .
            . X . . . . .
            X O a . . . .
            . X . . . . .
            . . . . . . .
            ",
        );
    }

    #[test]
    fn nobody_wants_to_be_in_atari() {
        check(
            "
            b O . . a
            . . . . .
            . . . . .
            . . . . .
            . . . O .
            ",
        );
    }

    #[test]
    fn the_third_line_of_an_empty_board_looks_better_than_the_first() {
        check(
            "
            . . . b . . .
            . . . . . . .
            . . a . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            ",
        );
    }
}
