//! An opponent who answers every move at the point opposite: such a game is decided at the
//! centre, which no policy knows that was trained on other games.

use ponnuki_game::{Color, Game, GameEvent, Move, Point, Size};
use ponnuki_think::Mirroring;

use super::arena::Edge;
use super::moves;

/// An opponent mirrors if so many of their moves did, and this share of the others besides.
const N_MIRRORED_MIN: f64 = 7.0;
const MIRRORED_SHARE: f64 = 0.5;
/// And if this share of the latest did, each counting for this much of the next.
const RECENT_SHARE: f64 = 0.45;
const RECENT_DECAY: f64 = 0.75;

/// How surely the next mirrored move is expected, and how much the centre and the points
/// around it are looked at, right at the root.
const EXPECT_MIRRORED: f32 = 1.0;
const TRY_CENTER: f32 = 0.3;
const TRY_NEAR: f32 = 0.05;
/// Points are near the centre up to this squared distance, in half points.
const NEAR_MAX: i32 = 16;

/// A search against an opponent who mirrors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mirror {
    by: Color,
    n_moves_root: usize,
}

impl Mirror {
    /// Whether the opponent of the player to move in `game` mirrors, where that matters.
    pub(super) fn of(game: &Game, mirroring: Mirroring) -> Option<Mirror> {
        if mirroring == Mirroring::Ignored {
            return None;
        }
        let (by, size) = (!game.turn(), game.size());
        let played = game.moves().collect::<Vec<(Color, Move)>>();
        let (mut n_mirrored, mut n_all) = (0.0, 0.0);
        let (mut mirrored, mut all) = (0.0, 0.0);
        let mut is_last_mirrored = false;
        for pair in played.windows(2).filter(|pair| pair[1].0 == by) {
            is_last_mirrored = is_mirrored(pair[0].1, pair[1].1, size);
            let count = f64::from(u8::from(is_last_mirrored));
            n_mirrored += count;
            n_all += 1.0;
            mirrored = (mirrored + count) * RECENT_DECAY;
            all = (all + 1.0) * RECENT_DECAY;
        }
        let is_mirroring = is_last_mirrored
            && n_mirrored >= N_MIRRORED_MIN + MIRRORED_SHARE * n_all
            && mirrored >= RECENT_SHARE * all;
        is_mirroring.then_some(Mirror {
            by,
            n_moves_root: game.n_moves(),
        })
    }

    /// Raises the priors of the `moves` of `game` that matter, the less the further it is
    /// from the root.
    pub(super) fn expect(&self, game: &Game, moves: &mut [Edge]) {
        let depth = game.n_moves().saturating_sub(self.n_moves_root) as f32;
        let fading = 1.0 / (1.0 + depth.sqrt());
        let size = game.size();
        match game.turn() == self.by {
            true => {
                let Some(expected) = answer(game, moves) else {
                    return;
                };
                raise(moves, |mv| {
                    (mv == expected).then_some(EXPECT_MIRRORED * fading)
                });
            }
            false => raise(moves, |mv| match mv {
                Move::Play(point) => worth_trying(point, size).map(|share| share * fading),
                Move::Pass => None,
            }),
        }
        moves::normalize(moves);
        moves::sort(moves, size);
    }
}

/// The move that mirrors the last of `game`: a pass where that cannot be played.
fn answer(game: &Game, moves: &[Edge]) -> Option<Move> {
    let last = match game.events().last()? {
        GameEvent::Moved {
            mv: Move::Play(point),
            ..
        } => *point,
        _ => return None,
    };
    let mirrored = Move::Play(opposite(last, game.size())?);
    let is_there = moves.iter().any(|edge| edge.mv == mirrored);
    Some(if is_there { mirrored } else { Move::Pass })
}

/// Moves the priors of some moves towards 1.
fn raise(moves: &mut [Edge], share: impl Fn(Move) -> Option<f32>) {
    for edge in moves {
        if let Some(share) = share(edge.mv) {
            edge.prior += (1.0 - edge.prior) * share;
        }
    }
}

/// How much a point at or near the centre is looked at.
fn worth_trying(point: Point, size: Size) -> Option<f32> {
    let off = |at: u8, side: u8| 2 * i32::from(at) + 1 - i32::from(side);
    let (dx, dy) = (off(point.x(), size.width()), off(point.y(), size.height()));
    match dx * dx + dy * dy {
        // The centre, or on a board without one the points that meet there.
        0..=2 => Some(TRY_CENTER),
        near if near <= NEAR_MAX => Some(TRY_NEAR),
        _ => None,
    }
}

fn is_mirrored(one: Move, other: Move, size: Size) -> bool {
    match (one, other) {
        (Move::Play(one), Move::Play(other)) => opposite(one, size) == Some(other),
        _ => false,
    }
}

/// The point on the other side of the centre.
fn opposite(point: Point, size: Size) -> Option<Point> {
    size.at(size.width() - 1 - point.x(), size.height() - 1 - point.y())
}

#[cfg(test)]
mod tests {
    use ponnuki_game::{Rules, Size};

    use super::*;

    /// Black plays row by row from the lower left, and White opposite, `n` times each.
    fn mirrored(n: usize) -> Game {
        let size = Size::NINE;
        let mut game = Game::new(size, Rules::CHINESE).unwrap();
        for point in size.points().skip(45).take(n) {
            game.play(Move::Play(point)).unwrap();
            let other = opposite(point, size).unwrap();
            game.play(Move::Play(other)).unwrap();
        }
        game
    }

    fn even_moves(game: &Game) -> Vec<Edge> {
        let plays = game.legal().into_iter().map(Move::Play);
        let moves = plays.chain([Move::Pass]).map(|mv| Edge {
            mv,
            prior: 1.0,
            child: None,
        });
        let mut moves: Vec<Edge> = moves.collect();
        moves::normalize(&mut moves);
        moves
    }

    #[test]
    fn who_mirrors_long_enough_is_found_out() {
        assert_eq!(Mirror::of(&mirrored(13), Mirroring::Answered), None);
        assert_eq!(Mirror::of(&mirrored(20), Mirroring::Ignored), None);
        let game = mirrored(14);
        let found = Mirror::of(&game, Mirroring::Answered).unwrap();
        assert_eq!((found.by, found.n_moves_root), (Color::White, 28));
        // One move elsewhere, and it is a game as any other.
        let mut other = game.clone();
        other.play(Move::Pass).unwrap();
        let elsewhere = other.legal().iter().next().unwrap();
        other.play(Move::Play(elsewhere)).unwrap();
        assert_eq!(Mirror::of(&other, Mirroring::Answered), None);
    }

    #[test]
    fn the_centre_is_looked_at_first_and_the_mirrored_answer_expected() {
        let mut game = mirrored(14);
        let mirror = Mirror::of(&game, Mirroring::Answered).unwrap();
        let center = Move::Play(Size::NINE.point("E5").unwrap());
        let mut moves = even_moves(&game);
        mirror.expect(&game, &mut moves);
        assert_eq!(moves[0].mv, center);
        let sum: f32 = moves.iter().map(|edge| edge.prior).sum();
        assert!((sum - 1.0).abs() < 1e-5, "{sum}");
        assert!(moves.is_sorted_by(|a, b| a.prior >= b.prior));

        let corner = Size::NINE.point("A1").unwrap();
        game.play(Move::Play(corner)).unwrap();
        let mut answers = even_moves(&game);
        mirror.expect(&game, &mut answers);
        let expected = opposite(corner, Size::NINE).unwrap();
        assert_eq!(answers[0].mv, Move::Play(expected));

        // Nothing is opposite the centre but itself: who mirrors has to pass.
        game.play(Move::Play(expected)).unwrap();
        game.play(center).unwrap();
        let mut answers = even_moves(&game);
        mirror.expect(&game, &mut answers);
        assert_eq!(answers[0].mv, Move::Pass);
    }
}
