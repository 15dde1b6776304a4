//! What a board says to a fighter is what one sees.

use ponnuki_game::{Board, Color, LIBERTIES_COUNTED_MAX, Point, PointSet};

use super::playout::is_eye;
use crate::{Script, Stones};

/// Counts of stones and liberties, now and after a stone, eyes and shapes are
/// those that looking at the stones gives.
pub fn a_fighter_is_told_what_one_sees(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let mut board = script.board();
    while !script.is_over() {
        let (color, point) = (script.color(), script.point(board.size()));
        if !board.is_vacant(point) {
            continue;
        }
        let mut after = board.clone();
        let lifted = after.place(color, point);
        let mut told = Vec::new();
        let is_ko = board.place_with(color, point, |point| told.push(point));
        assert_eq!(board, after);
        assert_eq!(told.iter().copied().collect::<PointSet>(), lifted);
        assert_eq!(told.len(), lifted.len());
        let seen = Stones::from_board(&board);
        let is_alone = seen.at(point).is_some() && seen.connected(point).len() == 1;
        assert_eq!(
            is_ko,
            lifted.len() == 1 && is_alone && liberties(&seen, point).len() == 1,
            "{board:?}"
        );
        check_points(&board, &seen);
    }
}

fn check_points(board: &Board, seen: &Stones) {
    for point in seen.size().points() {
        let mut near: Vec<Point> = board.neighbors(point).collect();
        near.sort();
        let mut expected: Vec<Point> = seen.neighbors(point).collect();
        expected.sort();
        assert_eq!(near, expected);
        assert_eq!(
            board.shape(point),
            shape(seen, point),
            "{point:?}\n{board:?}"
        );
        match seen.at(point) {
            Some(_) => check_stone(board, seen, point),
            None => check_vacant(board, seen, point),
        }
    }
}

fn check_stone(board: &Board, seen: &Stones, point: Point) {
    let chain = seen.connected(point);
    let mut stones: Vec<Point> = board.chain_stones(point).collect();
    stones.sort();
    assert_eq!(stones, chain);
    assert_eq!(board.chain_len(point), chain.len());
    let liberties = liberties(seen, point);
    let n_counted = liberties.len().min(LIBERTIES_COUNTED_MAX);
    assert_eq!(board.n_liberties(point), n_counted, "{point:?}\n{board:?}");
    let last = liberties.first().copied().filter(|_| liberties.len() == 1);
    assert_eq!(board.last_liberty(point), last, "{point:?}\n{board:?}");
    for other in seen.size().points() {
        assert_eq!(board.is_same_chain(point, other), chain.contains(&other));
    }
}

fn check_vacant(board: &Board, seen: &Stones, point: Point) {
    assert_eq!(board.chain_stones(point).count(), 0);
    assert_eq!((board.chain_len(point), board.n_liberties(point)), (0, 0));
    assert_eq!(board.last_liberty(point), None);
    for color in Color::BOTH {
        assert_eq!(board.is_eye(color, point), is_eye(seen, point, color));
        let mut after = seen.clone();
        after.play(color, point);
        let n_liberties = match after.at(point) {
            Some(_) => liberties(&after, point).len().min(LIBERTIES_COUNTED_MAX),
            None => 0,
        };
        let told = board.n_liberties_after(color, point);
        assert_eq!(told, n_liberties, "{color} {point:?}\n{board:?}");
    }
}

/// The vacant points next to the chain at `point`, each once.
fn liberties(seen: &Stones, point: Point) -> Vec<Point> {
    let chain = seen.connected(point).into_iter();
    let near = chain.flat_map(|stone| seen.neighbors(stone));
    let mut liberties: Vec<Point> = near.filter(|&p| seen.at(p).is_none()).collect();
    liberties.sort();
    liberties.dedup();
    liberties
}

/// What lies around `point`, row by row, two bits each.
fn shape(seen: &Stones, point: Point) -> u16 {
    let steps = [u8::MAX, 0, 1];
    let around = steps.into_iter().flat_map(|dy| steps.map(|dx| (dx, dy)));
    let around = around.filter(|&step| step != (0, 0));
    let bits = around.map(|(dx, dy)| {
        let place = seen
            .size()
            .at(point.x().wrapping_add(dx), point.y().wrapping_add(dy));
        match place.map(|place| seen.at(place)) {
            Some(None) => 0,
            Some(Some(Color::Black)) => 1,
            Some(Some(Color::White)) => 2,
            None => 3,
        }
    });
    bits.enumerate()
        .fold(0, |shape, (i, bits)| shape | bits << (2 * i))
}
