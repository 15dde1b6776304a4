//! Finished boards to be counted: the players have walled off their parts.

use ponnuki_game::{Board, ByColor, Color, Dice, PointSet, Rules, Size};
use ponnuki_teach::problem::{GoProblem, Kind, ProblemSolution, ProblemTask, id, lead};

use crate::craft::start;

/// With less room than this a part might not live.
const ROOM_MIN: usize = 7;

/// A game is more fun to count the closer it is.
const LEAD_MAX: i16 = 12;

/// A board with nothing left to play, if one comes out.
pub(crate) fn problem(dice: &mut Dice) -> Option<GoProblem> {
    let side = [7, 9, 9, 11][dice.below(4)];
    let size = Size::new(side, side)?;
    let mut stones = ByColor::<PointSet>::default();
    let is_turned = dice.below(2) == 0;
    let is_cut_twice = side >= 9 && dice.below(2) == 0;
    let starts: &[u8] = if is_cut_twice { &[1, 5] } else { &[2] };
    for (number, &from) in starts.iter().enumerate() {
        let left = if number == 0 {
            Color::Black
        } else {
            Color::White
        };
        let mut x = from + dice.below(usize::from(side - 5).div_ceil(starts.len())) as u8;
        for y in 0..side {
            let gap = u8::from(dice.below(9) == 0);
            let at = |x: u8| {
                if is_turned {
                    size.at(y, x)
                } else {
                    size.at(x, y)
                }
            };
            stones[left].extend(at(x));
            stones[!left].extend(at(x + 1 + gap));
            let step = [0, 2, 1, 1, 1][dice.below(5)];
            x = (x + step).saturating_sub(1).clamp(from, side - 4);
        }
    }
    scatter(size, &mut stones, dice);
    let board = start(&Board::empty(size), stones, Color::Black, Rules::CHINESE)?
        .board()
        .clone();
    let lead = lead(&board);
    (is_finished(&board) && lead.abs() <= LEAD_MAX).then(|| GoProblem {
        id: id(Kind::Counting, &board, Color::Black),
        kind: Kind::Counting,
        turn: Color::Black,
        task: ProblemTask::Count,
        solution: ProblemSolution::Lead(lead),
        difficulty: (board.vacant().len() / 8) as u8,
        rank: None,
        board,
    })
}

/// Some stones within the players' own parts.
fn scatter(size: Size, stones: &mut ByColor<PointSet>, dice: &mut Dice) {
    let vacant = PointSet::full(size) - stones.black - stones.white;
    for part in vacant.parts() {
        let around = part.neighbors(size);
        let owner = Color::BOTH
            .into_iter()
            .find(|&color| around.is_subset(&stones[color]));
        if let Some(owner) = owner {
            stones[owner].extend(part.iter().filter(|_| dice.below(9) == 0));
        }
    }
}

/// Whether every part is one player's and roomy, or a dame with the chains around it safe.
fn is_finished(board: &Board) -> bool {
    let size = board.size();
    let is_in_order = |part: PointSet| {
        let around = part.neighbors(size);
        let is_own = |color| around.is_subset(&board.stones(color));
        Color::BOTH.into_iter().any(is_own) && part.len() >= ROOM_MIN || part.len() == 1
    };
    let is_safe = |color| board.chains(color).all(|chain| chain.liberties.len() >= 2);
    let are_disjoint = board
        .stones(Color::Black)
        .is_disjoint(&board.stones(Color::White));
    are_disjoint && board.vacant().parts().all(is_in_order) && Color::BOTH.into_iter().all(is_safe)
}
