//! What is expected of points: what was lost, where, and what the move gained.

use ponnuki_game::{Chain, Color, Point, PointSet, Size};

use super::compared::{Compared, distance};
use super::{BoardPart, Reason};

/// Stones have turned if they are less the mover's by at least this much, in hundredths, and were
/// more the mover's than not before, and less after.
const TURNED: f32 = 70.0;
/// A point belongs to an area that is lost if it is less the mover's by so much.
const CHANGED: f32 = 15.0;
/// An area is told of from so many points on.
const AREA_MIN: f32 = 3.0;
/// But not if more than half of it is made up for elsewhere.
const NET_MIN: f32 = 0.5;
/// A move that gains less than this has gained little, in points.
const LITTLE: f32 = 1.0;
/// An area is elsewhere if it has no point within so many lines.
const ELSEWHERE: u8 = 3;
/// A neutral point is nobody's by more than this, in hundredths; the chains beside it, and
/// territory, are somebody's by at least that.
const NEUTRAL: f32 = 50.0;
const SURE: f32 = 80.0;
const TERRITORY: f32 = 90.0;

/// The most stones of one colour whose fate has likely turned, those nearby taken together.
pub(super) fn likely(compared: &Compared<'_>) -> Option<Reason> {
    let chains = Color::BOTH.into_iter();
    let chains = chains.flat_map(|color| compared.before().chains(color));
    let turned: Vec<Chain> = chains
        .filter(|chain| {
            let (had, has) = (
                compared.hoped_of(chain.stones),
                compared.left_of(chain.stones),
            );
            had > 0.0 && has < 0.0 && had - has >= TURNED
        })
        .collect();
    let together = changed(compared).parts().flat_map(|part| {
        let turned = &turned;
        Color::BOTH.map(|color| {
            let stones = turned.iter().filter(|chain| {
                chain.color == color && chain.stones.first().is_some_and(|at| part.contains(at))
            });
            let stones = stones.fold(PointSet::EMPTY, |all, chain| all | chain.stones);
            (color, stones)
        })
    });
    let (color, stones) = together
        .filter(|(_, stones)| !stones.is_empty())
        .max_by_key(|(_, stones)| stones.len())?;
    Some(match color == compared.color {
        true => Reason::LikelyLost {
            stones: compared.own(stones),
        },
        false => Reason::LikelyAlive {
            stones: compared.theirs(stones),
        },
    })
}

/// The area where most is lost, if it is worth telling.
pub(super) fn area(compared: &Compared<'_>) -> Option<Reason> {
    let lost = |point: Point| compared.hoped_at(point) - compared.left_at(point);
    let worth = |points: PointSet| points.iter().map(lost).sum::<f32>() / 100.0;
    let parts = changed(compared).parts();
    let worst = parts.max_by(|one, other| worth(*one).total_cmp(&worth(*other)))?;
    let (n_points, net) = (worth(worst), worth(PointSet::full(compared.size)));
    if n_points < AREA_MIN || net < NET_MIN * n_points {
        return None;
    }
    let at = worst.iter().reduce(|best, point| {
        if lost(point) > lost(best) {
            point
        } else {
            best
        }
    })?;
    Some(Reason::Area {
        points: worst,
        at,
        part: part_of(worst, compared.size),
        n_points: n_points.round() as u32,
    })
}

/// The points that are less the mover's than they could be.
fn changed(compared: &Compared<'_>) -> PointSet {
    let is_changed =
        |point: &Point| compared.hoped_at(*point) - compared.left_at(*point) >= CHANGED;
    compared.size.points().filter(is_changed).collect()
}

/// The part of the board in which the middle of `points` is.
fn part_of(points: PointSet, size: Size) -> BoardPart {
    let n = points.len().max(1);
    let third = |sum: usize, side: u8| match 3 * (2 * sum + n) / (2 * n * usize::from(side)) {
        0 => 0,
        1 => 1,
        _ => 2,
    };
    let column = third(
        points.iter().map(|at| usize::from(at.x())).sum(),
        size.width(),
    );
    let row = third(
        points.iter().map(|at| usize::from(at.y())).sum(),
        size.height(),
    );
    const PARTS: [[BoardPart; 3]; 3] = [
        [
            BoardPart::UpperLeft,
            BoardPart::Upper,
            BoardPart::UpperRight,
        ],
        [BoardPart::Left, BoardPart::Centre, BoardPart::Right],
        [
            BoardPart::LowerLeft,
            BoardPart::Lower,
            BoardPart::LowerRight,
        ],
    ];
    PARTS[row][column]
}

/// That the move is small, where there was an `open` area, or something about stones to be said.
pub(super) fn small(
    compared: &Compared<'_>,
    open: Option<&Reason>,
    is_about_stones: bool,
) -> Option<Reason> {
    let Some(at) = compared.played else {
        return open.map(|_| Reason::Passed);
    };
    let is_settled = !is_pressed(compared, at) && gained_beside(compared, at) < LITTLE;
    if !is_settled {
        return None;
    }
    let has_more = open.is_some() || is_about_stones;
    let is_elsewhere = matches!(open, Some(Reason::Area { points, .. })
        if points.iter().all(|point| distance(point, at) > ELSEWHERE));
    match () {
        () if is_territory(compared, at) => Some(Reason::FillsTerritory { at }),
        () if has_more && is_dame(compared, at) => Some(Reason::Dame { at }),
        () if is_elsewhere => Some(Reason::Little { at }),
        () => None,
    }
}

/// Whether the move at `at` captures, or something beside it is in atari before or after.
fn is_pressed(compared: &Compared<'_>, at: Point) -> bool {
    let (before, after) = (compared.before(), compared.after.board());
    let is_in_atari =
        |near: Point| before.last_liberty(near).is_some() || after.last_liberty(near).is_some();
    after.last_liberty(at).is_some() || before.neighbors(at).any(is_in_atari)
}

/// How much the mover has gained by the move, in points, that on `at` itself apart.
fn gained_beside(compared: &Compared<'_>, at: Point) -> f32 {
    let others = compared.size.points().filter(|&point| point != at);
    let gains = others.map(|point| compared.left_at(point) - compared.hoped_at(point));
    gains.filter(|&gain| gain > 0.0).sum::<f32>() / 100.0
}

/// Whether `at` is in the mover's own territory, whatever is played, under rules by which a stone
/// there costs a point.
fn is_territory(compared: &Compared<'_>, at: Point) -> bool {
    !compared.game.rules().counting.scoring.is_area()
        && compared.hoped_at(at) >= TERRITORY
        && compared.left_at(at) >= TERRITORY
}

/// Whether `at` is between living stones of both, and nobody's.
fn is_dame(compared: &Compared<'_>, at: Point) -> bool {
    let board = compared.before();
    let mut has = [false; 2];
    for chain in board.neighbors(at).filter_map(|near| board.chain(near)) {
        let is_own = chain.color == compared.color;
        let sign = if is_own { 1.0 } else { -1.0 };
        let least = |seen: f32| sign * seen >= SURE;
        if !least(compared.hoped_of(chain.stones)) || !least(compared.left_of(chain.stones)) {
            return false;
        }
        has[usize::from(is_own)] = true;
    }
    has == [true; 2] && compared.hoped_at(at).abs() <= NEUTRAL
}
