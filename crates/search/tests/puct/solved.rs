//! Boards small enough to know the best play.

use ponnuki_game::{Color, Game, Komi, Move, Outcome, Phase, Rules, Setup, Size};

use crate::judges::counting;
use crate::{SMALL, grown};

/// Black's margin with best play, if it is between `low` and `high`; otherwise
/// a bound of it. Only where what stands lives.
fn solve(game: &Game, low: i32, high: i32) -> i32 {
    if let Phase::Over(Outcome::Score { margin }) = game.phase() {
        return margin.half_points();
    }
    let is_black = game.turn() == Color::Black;
    let (mut low, mut high) = (low, high);
    let mut best = if is_black { i32::MIN } else { i32::MAX };
    for mv in moves(game) {
        let mut next = game.clone();
        next.play(mv).unwrap();
        let margin = solve(&next, low, high);
        if is_black {
            best = best.max(margin);
            low = low.max(best);
        } else {
            best = best.min(margin);
            high = high.min(best);
        }
        if low >= high {
            break;
        }
    }
    best
}

/// Passing first: most games of a few points are decided by it.
fn moves(game: &Game) -> impl Iterator<Item = Move> {
    let plays = game.legal().into_iter().map(Move::Play);
    std::iter::once(Move::Pass).chain(plays)
}

/// Every position that is `depth` moves away, or fewer, from an empty board:
/// the move the search prefers is as good as any, for `komi` is the margin.
fn check_all(game: &Game, depth: usize, n_visits: u64) -> usize {
    if game.phase() != Phase::Playing {
        return 0;
    }
    let best = solve(game, i32::MIN, i32::MAX);
    let puct = grown(game, SMALL, &mut counting(1), n_visits);
    let mv = puct.analysis().candidates[0].mv;
    let mut next = game.clone();
    next.play(mv).unwrap();
    let reached = solve(&next, i32::MIN, i32::MAX);
    assert_eq!(reached, best, "{mv:?}\n{:#}", game.board());
    let mut n_checked = 1;
    if depth > 0 {
        for mv in moves(game) {
            let mut next = game.clone();
            next.play(mv).unwrap();
            n_checked += check_all(&next, depth - 1, n_visits);
        }
    }
    n_checked
}

#[test]
fn it_plays_the_smallest_boards_without_a_mistake() {
    for (width, height, depth) in [(1, 1, 2), (2, 1, 4), (3, 1, 4)] {
        for rules in [Rules::CONCISE, Rules::TROMP_TAYLOR] {
            let mut setup = Setup::new(Size::new(width, height).unwrap(), rules);
            setup.komi = Komi::from_half_points(0);
            let n_checked = check_all(&setup.start().unwrap(), depth, 2_000);
            assert!(n_checked >= 2, "{n_checked}");
        }
    }
}

#[test]
fn the_middle_of_three_by_three_takes_the_whole_board() {
    let size = Size::new(3, 3).unwrap();
    let mut setup = Setup::new(size, Rules::TROMP_TAYLOR);
    setup.komi = Komi::from_half_points(9);
    let game = setup.start().unwrap();
    // The side wins only three points: only the middle is worth the komi.
    let analysis = grown(&game, SMALL, &mut counting(1), 40_000).analysis();
    let best = &analysis.candidates[0];
    assert_eq!(best.mv, Move::Play(size.point("B2").unwrap()));
    assert!(analysis.candidates[1].win_rate < 0.3, "{best:?}");
}
