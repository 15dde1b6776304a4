//! Positions drawn by lot: walled corners and sides, chases, tangles.

use ponnuki_game::{Board, ByColor, Chain, Color, Dice, Point, PointSet, Rules, Size};
use ponnuki_search::{CaptureReader, ReadingLimits, ReadingResult, SolverGoal};
use ponnuki_teach::problem::Kind;

use crate::craft::{Position, start};

/// A chain with so many liberties has got away,
const FREE: usize = 4;

/// and with so many it has got out of a ladder.
const FREE_OF_LADDER: usize = 3;

/// White walled in by Black, or the other way about, one of them to move.
pub(crate) fn life(dice: &mut Dice) -> Option<Position> {
    let size = Size::NINE;
    let room = room(size, dice);
    let wall = ring(size, &room);
    let rim = room & wall.neighbors(size);
    let mut stones = ByColor {
        black: wall,
        white: PointSet::EMPTY,
    };
    for point in room {
        let lot = dice.below(100);
        if rim.contains(point) {
            match lot {
                0..88 => drop(stones.white.insert(point)),
                88..91 => drop(stones.black.insert(point)),
                _ => {}
            }
        } else {
            match lot {
                0..12 => drop(stones.white.insert(point)),
                12..22 => drop(stones.black.insert(point)),
                _ => {}
            }
        }
    }
    let inner = (stones.black | stones.white) & room;
    let n_vacant = room.len() - inner.len();
    if !(4..=9).contains(&n_vacant) || (stones.black & room).len() > 3 {
        return None;
    }
    let turn = if dice.below(2) == 0 {
        Color::Black
    } else {
        Color::White
    };
    let board = on(size, stones)?;
    let chain = board
        .chains(Color::White)
        .max_by_key(|chain| chain.stones.len())?;
    if chain.stones.len() * 10 < stones.white.len() * 6 || chain.stones.len() < 4 {
        return None;
    }
    Some(Position {
        turn,
        goal: SolverGoal::Capture {
            chain: chain.stones.first()?,
            free: None,
        },
        region: room,
        wide: room,
        spare: inner - chain.stones,
        board,
    })
}

/// A room in the corner or at the side: one or two rectangles.
fn room(size: Size, dice: &mut Dice) -> PointSet {
    let is_corner = dice.below(10) < 7;
    let left = if is_corner { 0 } else { 1 + dice.below(2) };
    let (width, height) = (4 + dice.below(3), 2 + dice.below(2));
    let mut room = rectangle(size, left, width, height);
    if dice.below(2) == 0 {
        let width = 2 + dice.below(width - 2);
        room = room | rectangle(size, left, width, height + 1);
    }
    room
}

fn rectangle(size: Size, left: usize, width: usize, height: usize) -> PointSet {
    let xs = left..left + width;
    let points = xs.flat_map(|x| (0..height).filter_map(move |y| size.at(x as u8, y as u8)));
    points.collect()
}

/// All points around `room`, the corners too.
fn ring(size: Size, room: &PointSet) -> PointSet {
    let is_near = |point: &Point| {
        let mut inside = room.iter();
        inside.any(|other| point.x().abs_diff(other.x()) <= 1 && point.y().abs_diff(other.y()) <= 1)
    };
    let around: PointSet = size.points().filter(is_near).collect();
    around - *room
}

/// A stone with two liberties, some stones near it and some far: for a ladder one atari
/// has to catch it and the other not, for a net neither.
pub(crate) fn chase(kind: Kind, dice: &mut Dice) -> Option<Position> {
    let size = Size::NINE;
    let target = size.at(2 + dice.below(5) as u8, 2 + dice.below(5) as u8)?;
    let mut stones = ByColor::<PointSet>::default();
    stones.white.insert(target);
    for _ in 0..3 + dice.below(3) {
        put(
            size,
            &mut stones,
            (Color::Black, target, 1 + dice.below(2)),
            dice,
        );
    }
    put(size, &mut stones, (Color::White, target, 1), dice);
    for _ in 0..1 + dice.below(4) {
        let color = if dice.below(3) == 0 {
            Color::Black
        } else {
            Color::White
        };
        put(size, &mut stones, (color, target, 5), dice);
    }
    let board = on(size, stones)?;
    let chain = board.chain(target)?;
    let n_ways = n_ways(&board, target, chain.liberties);
    let is_wanted = chain.liberties.len() == 2 && n_ways == usize::from(kind == Kind::Ladder);
    let (free, region) = match kind {
        Kind::Ladder => (FREE_OF_LADDER, way(&board, target)),
        _ => (FREE, near(&board, chain.stones, 2)),
    };
    is_wanted.then(|| Position {
        goal: SolverGoal::Capture {
            chain: target,
            free: Some(free),
        },
        turn: Color::Black,
        region,
        wide: region,
        spare: (stones.black | stones.white) - chain.stones,
        board,
    })
}

/// A stone near the top and a chain of some more grown from it.
fn chain(size: Size, dice: &mut Dice) -> Option<(Point, PointSet)> {
    let start = size.at(1 + dice.below(7) as u8, dice.below(4) as u8)?;
    let mut chain = PointSet::from_iter([start]);
    for _ in 0..1 + dice.below(4) {
        chain.extend(one_of(chain.neighbors(size), dice));
    }
    Some((start, chain))
}

fn one_of(points: PointSet, dice: &mut Dice) -> Option<Point> {
    points.iter().nth(dice.below(points.len()))
}

/// A chain with two liberties side by side, a friend beside one of them.
pub(crate) fn snapback(dice: &mut Dice) -> Option<Position> {
    let size = Size::NINE;
    let (start, chain) = chain(size, dice)?;
    let around = chain.neighbors(size);
    let given = one_of(around, dice)?;
    let beside = PointSet::from_iter([given]).neighbors(size);
    let taking = one_of(around & beside, dice)?;
    let friends = beside - chain - PointSet::from_iter([taking]);
    let liberties = PointSet::from_iter([given, taking]);
    let black = (around | PointSet::from_iter([taking]).neighbors(size)) - liberties - chain;
    let mut stones = ByColor {
        black,
        white: chain | friends,
    };
    let rest = (stones.black | stones.white | liberties).neighbors(size);
    for point in rest & (friends | stones.black).neighbors(size) {
        match dice.below(10) {
            0..3 => drop(stones.white.insert(point)),
            3..5 => drop(stones.black.insert(point)),
            _ => {}
        }
    }
    let board = on(size, stones)?;
    let is_wanted = friends.is_disjoint(&black) && has_snapback(&board, &board.chain(start)?);
    is_wanted.then(|| hemmed_in(board, start, Color::Black))
}

/// A chain that is hemmed in, near the edge, with stones of both around it.
pub(crate) fn tangle(dice: &mut Dice) -> Option<Position> {
    let size = Size::NINE;
    let (start, chain) = chain(size, dice)?;
    let first = chain.neighbors(size);
    let second = (chain | first).neighbors(size);
    let mut stones = ByColor {
        black: PointSet::EMPTY,
        white: chain,
    };
    for point in first {
        match dice.below(10) {
            0..7 => drop(stones.black.insert(point)),
            7 => drop(stones.white.insert(point)),
            _ => {}
        }
    }
    for point in second {
        match dice.below(10) {
            0..3 => drop(stones.white.insert(point)),
            3..5 => drop(stones.black.insert(point)),
            _ => {}
        }
    }
    let board = on(size, stones)?;
    let n_liberties = board.chain(start)?.liberties.len();
    let turn = if dice.below(4) == 0 {
        Color::White
    } else {
        Color::Black
    };
    let is_wanted = (1..FREE).contains(&n_liberties);
    is_wanted.then(|| hemmed_in(board, start, turn))
}

/// The chain at `target` to be captured, or saved.
fn hemmed_in(board: Board, target: Point, turn: Color) -> Position {
    let chain = board.chain(target);
    let stones = chain.map_or(PointSet::EMPTY, |chain| chain.stones);
    let region = near(&board, stones, 2);
    Position {
        goal: SolverGoal::Capture {
            chain: target,
            free: Some(FREE),
        },
        turn,
        region,
        wide: region,
        spare: (board.stones(Color::Black) | board.stones(Color::White)) - stones,
        board,
    }
}

/// Whether a stone given on a liberty of White's `chain`, and taken, can be retaken with the
/// chain.
fn has_snapback(board: &Board, chain: &Chain) -> bool {
    let mut liberties = chain.liberties.iter();
    liberties.any(|given| {
        let mut board = board.clone();
        if board.is_suicide(Color::Black, given) || !board.place(Color::Black, given).is_empty() {
            return false;
        }
        let Some(taking) = board.last_liberty(given) else {
            return false;
        };
        let is_one_taken = board.place(Color::White, taking).len() == 1;
        is_one_taken && chain.stones.is_subset(&board.place(Color::Black, given))
    })
}

/// Puts a stone of a colour somewhere up to so many lines from a point, unless one is there.
fn put(
    size: Size,
    stones: &mut ByColor<PointSet>,
    (color, center, reach): (Color, Point, usize),
    dice: &mut Dice,
) -> Option<bool> {
    let mut across = |at: u8| (at as usize + dice.below(2 * reach + 1)).checked_sub(reach);
    let (x, y) = (across(center.x())?, across(center.y())?);
    let point = size.at(x as u8, y as u8)?;
    let is_taken = stones.black.contains(point) || stones.white.contains(point);
    (!is_taken).then(|| stones[color].insert(point))
}

fn on(size: Size, stones: ByColor<PointSet>) -> Option<Board> {
    let game = start(&Board::empty(size), stones, Color::Black, Rules::JAPANESE)?;
    Some(game.board().clone())
}

/// The points up to `n` steps from `points`.
fn near(board: &Board, points: PointSet, n: usize) -> PointSet {
    (0..n).fold(points, |near, _| near | near.neighbors(board.size()))
}

/// All that a chase comes near: the stones that run, and a step around them.
fn way(board: &Board, target: Point) -> PointSet {
    let mut reader = CaptureReader::new(board.size());
    let mut board = board.clone();
    let mut way = PointSet::EMPTY;
    while let Some(atari) = reader.catching_move(&board, target, ReadingLimits::LADDERS) {
        board.place(Color::Black, atari);
        way.extend(board.chain_stones(target));
        let Some(liberty) = board.last_liberty(target) else {
            break;
        };
        board.place(Color::White, liberty);
    }
    way | way.neighbors(board.size())
}

/// How many of the ataris catch the stone.
fn n_ways(board: &Board, target: Point, liberties: PointSet) -> usize {
    let mut reader = CaptureReader::new(board.size());
    let catches = |liberty: &Point| {
        let mut board = board.clone();
        board.place(Color::Black, *liberty);
        let verdict = reader.read(&board, target, Color::White, ReadingLimits::LADDERS);
        verdict == ReadingResult::Caught
    };
    liberties.iter().filter(catches).count()
}
