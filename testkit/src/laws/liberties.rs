//! Lifted stones had no liberty, and the rest have one.

use ponnuki_game::{Board, Color, PointSet};

use crate::{Script, Stones};

/// A stone goes on any vacant point: what comes off is what had no liberty
/// then, the opponent's first; chains and liberties are what one sees.
pub fn lifted_stones_had_no_liberty_and_the_rest_have(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let mut board = script.board();
    while !script.is_over() {
        let (color, point) = (script.color(), script.point(board.size()));
        if !board.is_vacant(point) {
            continue;
        }
        let mut seen = Stones::from_board(&board);
        let (captured, suicided) = seen.play(color, point);
        let lifted = board.place(color, point);
        let expected: PointSet = captured.into_iter().chain(suicided).collect();
        assert_eq!(lifted, expected, "{color} {point:?} gave\n{board:?}");
        assert_eq!(Stones::from_board(&board), seen);
        check_chains(&board, &seen);
    }
}

fn check_chains(board: &Board, seen: &Stones) {
    assert!(board.is_consistent(), "{board:?}");
    for color in Color::BOTH {
        let stones: PointSet = seen.all(Some(color)).into_iter().collect();
        assert_eq!(board.stones(color), stones);
        let mut n_stones = 0;
        for chain in board.chains(color) {
            assert!(!chain.liberties.is_empty(), "{chain:?} in\n{board:?}");
            assert_eq!(chain.is_in_atari(), chain.liberties.len() == 1);
            n_stones += chain.stones.len();
        }
        assert_eq!(n_stones, stones.len(), "each stone is in one chain");
    }
    for point in seen.size().points() {
        let chain = board.chain(point);
        assert_eq!(chain.map(|chain| chain.color), seen.at(point));
        for color in Color::BOTH {
            let near = seen.neighbors(point);
            let n_near = near.filter(|&p| seen.at(p) == Some(color)).count();
            assert_eq!(board.n_neighbors(color, point), n_near);
        }
        let Some(chain) = chain else { continue };
        let stones: PointSet = seen.connected(point).into_iter().collect();
        let near = stones.iter().flat_map(|stone| seen.neighbors(stone));
        let liberties: PointSet = near.filter(|&p| seen.at(p).is_none()).collect();
        assert_eq!((chain.stones, chain.liberties), (stones, liberties));
    }
}
