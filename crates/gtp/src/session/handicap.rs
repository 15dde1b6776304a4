//! Handicap stones: where GTP has them, and where else they go.

use ponnuki_game::{Color, HandicapForm, Odds, Point, PointSet, Setup, Size};

use super::{Answer, EngineSession};
use crate::{Args, CommandRefusal, ReplyText};

/// A handicap is stones; one stone alone is the first move.
const N_STONES_MIN: usize = 2;

/// The most stones that have a fixed place.
const N_FIXED_MAX: usize = 9;

/// `fixed_handicap N`.
pub(super) fn fixed(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let n = args.number()? as usize;
    let points = fixed_points(session.size(), n).ok_or(CommandRefusal::InvalidNumberOfStones)?;
    place(session, &points)
}

/// `place_free_handicap N`: as many stones as asked for, never fewer.
pub(super) fn place_free(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let (n, size) = (args.number()? as usize, session.size());
    if n < N_STONES_MIN || n >= size.n_points() {
        return Err(CommandRefusal::InvalidNumberOfStones);
    }
    place(session, &free_points(size, n))
}

/// `set_free_handicap VERTEX…`.
pub(super) fn given(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let points: Vec<Point> = args.points(session.size())?.iter().collect();
    if points.len() >= session.size().n_points() {
        return Err(CommandRefusal::BadVertexList);
    }
    place(session, &points).map(|_| ReplyText::empty())
}

/// `ponnuki-handicap N`: what the rulebook knows as a handicap of N, stones or passes.
pub(super) fn by_rulebook(session: &mut EngineSession, args: &mut Args<'_>) -> Answer {
    let n = args.number()? as usize;
    if n < N_STONES_MIN {
        return Err(CommandRefusal::InvalidNumberOfStones);
    }
    check_empty(session)?;
    let (size, rules) = (session.size(), *session.rules());
    let odds = Setup::new(size, rules).with_handicap(n);
    let odds = odds
        .map_err(|_| CommandRefusal::InvalidNumberOfStones)?
        .odds;
    session.restart(|setup| setup.odds = odds)?;
    Ok(match odds {
        Odds::Stones { points, .. } => ReplyText::from(names(size, points.iter())),
        Odds::None | Odds::Passes(_) => ReplyText::empty(),
    })
}

fn check_empty(session: &EngineSession) -> Result<(), CommandRefusal> {
    match session.game.board().vacant().len() < session.size().n_points() {
        true => Err(CommandRefusal::BoardNotEmpty),
        false => Ok(()),
    }
}

fn names(size: Size, points: impl Iterator<Item = Point>) -> String {
    let names: Vec<String> = points.map(|point| size.name(point)).collect();
    names.join(" ")
}

/// Begins the game anew with these stones of Black's, and tells them in this order.
fn place(session: &mut EngineSession, points: &[Point]) -> Answer {
    let size = session.size();
    check_empty(session)?;
    if session.rules().start.handicap.form == HandicapForm::WhitePasses {
        let n = points.len();
        let turns = match n.saturating_sub(1) {
            1 => "1 turn".to_owned(),
            n_passes => format!("{n_passes} turns"),
        };
        return Err(CommandRefusal::Other(format!(
            "under this rulebook a handicap is no stones: White passes in the first {turns}; \
             'ponnuki-handicap {n}' begins such a game"
        )));
    }
    session.restart(|setup| {
        setup.odds = Odds::Stones {
            to: Color::Black,
            points: points.iter().copied().collect(),
        };
        setup.first = Some(Color::White);
    })?;
    Ok(ReplyText::from(names(size, points.iter().copied())))
}

/// Where GTP puts a fixed handicap of `n`, in its order: two corners across
/// from each other, beginning at the lower left, then the upper left, the lower
/// right, the sides, and with odd numbers from five on the centre.
fn fixed_points(size: Size, n: usize) -> Option<Vec<Point>> {
    let stars = size.star_points();
    let (left, right) = (
        stars.iter().map(Point::x).min()?,
        stars.iter().map(Point::x).max()?,
    );
    let (top, bottom) = (
        stars.iter().map(Point::y).min()?,
        stars.iter().map(Point::y).max()?,
    );
    let (middle, center) = (size.width() / 2, size.height() / 2);
    let corners = [(left, bottom), (right, top), (left, top), (right, bottom)];
    let sides = [
        (left, center),
        (right, center),
        (middle, bottom),
        (middle, top),
    ];
    if !(N_STONES_MIN..=N_FIXED_MAX).contains(&n) {
        return None;
    }
    let n_sides = match n {
        8.. => 4,
        6.. => 2,
        _ => 0,
    };
    let tengen = (n > 4 && n % 2 == 1).then_some((middle, center));
    let places = corners.into_iter().take(n.min(4));
    let places = places.chain(sides.into_iter().take(n_sides)).chain(tengen);
    let points: Vec<Point> = places.filter_map(|(x, y)| size.at(x, y)).collect();
    let distinct: PointSet = points.iter().copied().collect();
    (distinct.len() == n && distinct.is_subset(&stars)).then_some(points)
}

/// Good places for `n` stones, fewer than the board has: the fixed ones, then
/// always the point farthest from all stones, away from the edge while there is such.
fn free_points(size: Size, n: usize) -> Vec<Point> {
    let n_fixed = (N_STONES_MIN..=n.min(N_FIXED_MAX)).rev();
    let mut points: Vec<Point> = n_fixed
        .into_iter()
        .find_map(|n| fixed_points(size, n))
        .unwrap_or_default();
    let mut left: PointSet = PointSet::full(size);
    for &point in &points {
        left.remove(point);
    }
    while points.len() < n {
        let Some(best) = left.iter().max_by_key(|&point| worth(size, &points, point)) else {
            break;
        };
        left.remove(best);
        points.push(best);
    }
    points
}

/// What speaks for a stone on `point`: not being on the edge, and distance from others.
fn worth(size: Size, points: &[Point], point: Point) -> (bool, u32) {
    let (x, y) = (point.x(), point.y());
    let from_edge = x
        .min(y)
        .min(size.width() - 1 - x)
        .min(size.height() - 1 - y);
    let nearest = points.iter().map(|other| {
        let (dx, dy) = (x.abs_diff(other.x()), y.abs_diff(other.y()));
        u32::from(dx) * u32::from(dx) + u32::from(dy) * u32::from(dy)
    });
    (from_edge > 0, nearest.min().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_handicaps_are_in_the_order_of_the_protocol() {
        let size = Size::NINETEEN;
        for (n, expected) in [
            (2, "D4 Q16"),
            (3, "D4 Q16 D16"),
            (4, "D4 Q16 D16 Q4"),
            (5, "D4 Q16 D16 Q4 K10"),
            (6, "D4 Q16 D16 Q4 D10 Q10"),
            (7, "D4 Q16 D16 Q4 D10 Q10 K10"),
            (8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
            (9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
        ] {
            let points = fixed_points(size, n).unwrap();
            assert_eq!(names(size, points.into_iter()), expected);
        }
    }

    #[test]
    fn boards_have_as_many_fixed_handicaps_as_the_protocol_says() {
        for (side, n_max) in [
            (6, 0),
            (7, 4),
            (8, 4),
            (9, 9),
            (12, 4),
            (13, 9),
            (18, 4),
            (25, 9),
        ] {
            let size = Size::new(side, side).unwrap();
            let found = (0..=20).filter(|&n| fixed_points(size, n).is_some()).max();
            assert_eq!(found.unwrap_or(0), n_max, "{size}");
        }
    }

    #[test]
    fn a_free_handicap_has_exactly_the_stones_asked_for() {
        for (width, height) in [
            (1, 3),
            (2, 2),
            (5, 5),
            (7, 7),
            (9, 9),
            (13, 9),
            (19, 19),
            (25, 25),
        ] {
            let size = Size::new(width, height).unwrap();
            for n in 2..size.n_points().min(40) {
                let points: PointSet = free_points(size, n).into_iter().collect();
                assert_eq!(points.len(), n, "{size}");
            }
            let points = free_points(size, size.n_points() - 1);
            assert_eq!(points.len(), size.n_points() - 1);
        }
    }
}
