//! The quick answers of a board are those of its chains: each against its slow twin.

use ponnuki_game::{Board, Color, Diagram, Dice, LIBERTIES_COUNTED_MAX, Playout, PointSet, Size};

/// Boards met along random games, with the seed that led to them.
fn boards() -> impl Iterator<Item = (u64, Board)> {
    let sizes = [(1, 1), (1, 4), (3, 2), (5, 5), (9, 9)];
    sizes
        .into_iter()
        .zip(1..)
        .flat_map(|((width, height), seed)| {
            let size = Size::new(width, height).unwrap();
            let mut dice = Dice::new(seed);
            let mut playout = Playout::new(&Board::empty(size), Color::Black);
            (0..150).map(move |_| {
                playout.step(&mut dice);
                (seed, playout.board().clone())
            })
        })
}

#[test]
fn a_chain_is_the_same_stone_by_stone() {
    for (seed, board) in boards() {
        for point in board.size().points() {
            let chain = board.chain(point);
            let stones = chain.map_or(PointSet::EMPTY, |chain| chain.stones);
            assert_eq!(board.chain_stones(point).collect::<PointSet>(), stones);
            assert_eq!(
                board.chain_stones(point).count(),
                stones.len(),
                "seed {seed}\n{board:#}"
            );
            assert_eq!(
                board.chain_len(point),
                stones.len(),
                "seed {seed}\n{board:#}"
            );
            for other in board.size().points() {
                assert_eq!(board.is_same_chain(point, other), stones.contains(other));
            }
        }
    }
}

#[test]
fn liberties_are_counted_as_far_as_promised() {
    for (seed, board) in boards() {
        for point in board.size().points() {
            let chain = board.chain(point);
            let liberties = chain.map_or(PointSet::EMPTY, |chain| chain.liberties);
            let last = (liberties.len() == 1).then(|| liberties.first()).flatten();
            assert_eq!(
                board.last_liberty(point),
                last,
                "seed {seed}, {point:?}\n{board:#}"
            );
            let n = liberties.len().min(LIBERTIES_COUNTED_MAX);
            assert_eq!(
                board.n_liberties(point),
                n,
                "seed {seed}, {point:?}\n{board:#}"
            );
        }
    }
}

#[test]
fn liberties_after_a_move_are_those_of_the_board_after_it() {
    for (seed, board) in boards() {
        for point in board.vacant() {
            for color in Color::BOTH {
                let mut after = board.clone();
                let lifted = after.place(color, point);
                let n = match after.chain(point) {
                    Some(chain) => chain.liberties.len().min(LIBERTIES_COUNTED_MAX),
                    None => 0,
                };
                assert_eq!(
                    board.n_liberties_after(color, point),
                    n,
                    "seed {seed}, {color} {point:?}\n{board:#}"
                );
                let mut quick = board.clone();
                let mut told = PointSet::EMPTY;
                quick.place_with(color, point, |stone| {
                    told.insert(stone);
                });
                assert_eq!((&quick, told), (&after, lifted), "seed {seed}");
            }
        }
    }
}

#[test]
fn neighbors_and_shapes_are_what_lies_around() {
    for (seed, board) in boards() {
        let size = board.size();
        for point in size.points() {
            let alone: PointSet = [point].into_iter().collect();
            let near: PointSet = board.neighbors(point).collect();
            assert_eq!(
                near,
                alone.neighbors(size),
                "seed {seed}, {point:?}\n{board:#}"
            );
            let mut shape = 0;
            let steps = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
            for (i, (dx, dy)) in steps.filter(|&step| step != (0, 0)).enumerate() {
                let x = point.x().checked_add_signed(dx);
                let y = point.y().checked_add_signed(dy);
                let at = x.zip(y).and_then(|(x, y)| size.at(x, y));
                let bits = match at.map(|at| board.at(at)) {
                    Some(None) => 0,
                    Some(Some(Color::Black)) => 1,
                    Some(Some(Color::White)) => 2,
                    None => 3,
                };
                shape |= bits << (2 * i);
            }
            assert_eq!(
                board.shape(point),
                shape,
                "seed {seed}, {point:?}\n{board:#}"
            );
        }
    }
}

#[test]
fn an_eye_is_told_from_a_false_one() {
    let diagram: Diagram = "
        a X . X O
        X X X O .
        X a X X O
        X X X a X
        a X X X a
    "
    .parse()
    .unwrap();
    let board = diagram.board().unwrap();
    for point in board.size().points() {
        let is_eye = diagram.all_marked('a').contains(point);
        assert_eq!(
            board.is_eye(Color::Black, point),
            is_eye,
            "{point:?}\n{board:#}"
        );
        assert!(!board.is_eye(Color::White, point), "{point:?}\n{board:#}");
    }
}
