//! What a review says of moves, as JSON has it: grades and reasons.

use ponnuki_game::{Move, Point, PointSet, Size};
use ponnuki_search::Hunt;
use ponnuki_wire::Color;
use ponnuki_wire::review as wire;

use crate::judged::Grade;
use crate::reason::{BoardPart, OwnedStones, Reason};

/// What a move is called.
pub fn grade_shape(grade: Grade) -> wire::Grade {
    match grade {
        Grade::Find => wire::Grade::Find,
        Grade::Best => wire::Grade::Best,
        Grade::Good => wire::Grade::Good,
        Grade::Doubtful => wire::Grade::Doubtful,
        Grade::Mistake => wire::Grade::Mistake,
        Grade::Blunder => wire::Grade::Blunder,
    }
}

/// Reasons on a board of `size`.
pub fn reason_shapes(reasons: &[Reason], size: Size) -> Vec<wire::Reason> {
    reasons.iter().map(|reason| shape(reason, size)).collect()
}

/// A reason on a board of `size`.
fn shape(reason: &Reason, size: Size) -> wire::Reason {
    let name = |point: Point| wire::name(Move::Play(point), size);
    let names = |points: PointSet| points.iter().map(name).collect::<Vec<_>>();
    let of = |stones: OwnedStones| (Color::from(stones.owner), names(stones.points));
    /// A variant about stones, with `at` and whatever else it has.
    macro_rules! about {
        ($kind:ident, $stones:expr $(, $field:ident: $value:expr)*) => {{
            let (color, stones) = of($stones);
            wire::Reason::$kind { color, stones, $($field: $value),* }
        }};
    }
    match *reason {
        Reason::Captures { at, stones } => about!(Captures, stones, at: name(at)),
        Reason::SelfAtari {
            at,
            stones,
            taken_at,
        } => about!(SelfAtari, stones, at: name(at), by: name(taken_at)),
        Reason::LeftInAtari {
            at,
            stones,
            taken_at,
        } => about!(LeftInAtari, stones, at: name(at), by: name(taken_at)),
        Reason::Caught { stones, by, hunt } => {
            about!(Caught, stones, by: name(by), hunt: hunt_shape(hunt))
        }
        Reason::Catches { at, stones, hunt } => {
            about!(Catches, stones, at: name(at), hunt: hunt_shape(hunt))
        }
        Reason::Dies { at, stones } => about!(Dies, stones, at: name(at)),
        Reason::Kills { at, stones } => about!(Kills, stones, at: name(at)),
        Reason::BreaksSeki { at, stones } => about!(BreaksSeki, stones, at: name(at)),
        Reason::Sente { at, stones } => about!(Sente, stones, at: name(at)),
        Reason::LikelyLost { stones } => about!(LikelyLost, stones),
        Reason::LikelyAlive { stones } => about!(LikelyAlive, stones),
        Reason::FillsEye { at } => wire::Reason::FillsEye { at: name(at) },
        Reason::TakesKo { at, .. } => wire::Reason::TakesKo { at: name(at) },
        Reason::LeavesKo { by, .. } => wire::Reason::LeavesKo { by: name(by) },
        Reason::Cuts { at, one, other } => wire::Reason::Cuts {
            at: name(at),
            one: name(one),
            other: name(other),
        },
        Reason::Connects { at, one, other } => wire::Reason::Connects {
            at: name(at),
            one: name(one),
            other: name(other),
        },
        Reason::Dame { at } => wire::Reason::Dame { at: name(at) },
        Reason::FillsTerritory { at } => wire::Reason::FillsTerritory { at: name(at) },
        Reason::Little { at } => wire::Reason::Little { at: name(at) },
        Reason::Passed => wire::Reason::Passed,
        Reason::Area {
            points,
            at,
            part,
            n_points,
        } => wire::Reason::Area {
            at: name(at),
            part: part_shape(part),
            worth: n_points,
            points: names(points),
        },
    }
}

fn hunt_shape(hunt: Hunt) -> wire::Hunt {
    match hunt {
        Hunt::Short => wire::Hunt::Short,
        Hunt::Ladder => wire::Hunt::Ladder,
        Hunt::Net => wire::Hunt::Net,
    }
}

fn part_shape(part: BoardPart) -> wire::BoardPart {
    match part {
        BoardPart::UpperLeft => wire::BoardPart::UpperLeft,
        BoardPart::Upper => wire::BoardPart::Upper,
        BoardPart::UpperRight => wire::BoardPart::UpperRight,
        BoardPart::Left => wire::BoardPart::Left,
        BoardPart::Centre => wire::BoardPart::Centre,
        BoardPart::Right => wire::BoardPart::Right,
        BoardPart::LowerLeft => wire::BoardPart::LowerLeft,
        BoardPart::Lower => wire::BoardPart::Lower,
        BoardPart::LowerRight => wire::BoardPart::LowerRight,
    }
}

#[cfg(test)]
mod tests {
    use ponnuki_wire::to_json;

    use super::*;

    #[test]
    fn a_reason_is_told_by_its_kind_and_with_its_points() {
        let size = Size::NINE;
        let point = |name: &str| size.point(name).unwrap();
        let stones = OwnedStones {
            owner: ponnuki_game::Color::White,
            points: [point("D3"), point("E3")].into_iter().collect(),
        };
        let catches = Reason::Catches {
            at: point("D4"),
            stones,
            hunt: Hunt::Ladder,
        };
        let json = to_json(&reason_shapes(&[catches, Reason::Passed], size));
        assert_eq!(
            json,
            r#"[{"kind":"catches","at":"D4","color":"white","stones":["D3","E3"],"hunt":"ladder"},{"kind":"passed"}]"#
        );
    }
}
