//! Whose each point is, as networks are told it.

use ponnuki_game::{Board, ByColor, Color, PointSet};

/// How areas are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seki {
    /// All that is surrounded counts.
    Counts,
    /// What stones in seki surround does not count, they themselves do.
    DoesNotCount,
}

/// Whose each point is, and how many living areas each player has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Areas {
    pub(crate) points: ByColor<PointSet>,
    /// Connected areas that are not in seki; only counted where seki matters.
    pub(crate) n_living: ByColor<usize>,
}

/// The areas of a board. `is_suicide_counted` tells whether suicide has to be
/// reckoned with in judging what is alive.
pub(crate) fn areas(board: &Board, is_suicide_counted: bool, seki: Seki) -> Areas {
    let full = full(board, is_suicide_counted);
    match seki {
        Seki::Counts => Areas {
            points: full,
            n_living: ByColor::default(),
        },
        Seki::DoesNotCount => without_seki(board, &full),
    }
}

/// What lives or is surrounded, and all other stones.
fn full(board: &Board, is_suicide_counted: bool) -> ByColor<PointSet> {
    let mut points = ByColor::<PointSet>::default();
    for color in Color::BOTH {
        let own = surrounded(board, color, is_suicide_counted);
        points[color] = points[color] | own.safe;
        points[!color] = points[!color] - own.safe;
        points[color] = points[color] | (own.open - points[!color]);
    }
    let claimed = points.black | points.white;
    for color in Color::BOTH {
        points[color] = points[color] | (board.stones(color) - claimed);
    }
    points
}

/// What one player surrounds.
#[derive(Default)]
struct Surrounded {
    /// Chains that cannot be captured, and what only they surround.
    safe: PointSet,
    /// What other chains surround.
    open: PointSet,
}

/// Chains that live whatever happens (Benson, 1976), and the regions around.
fn surrounded(board: &Board, color: Color, is_suicide_counted: bool) -> Surrounded {
    let size = board.size();
    let own = board.stones(color);
    let vacant = board.vacant();
    if own.is_empty() {
        return Surrounded::default();
    }
    let mut chains: Vec<(PointSet, PointSet)> = board
        .chains(color)
        .map(|chain| (chain.stones, chain.stones.neighbors(size)))
        .collect();
    let regions: Vec<(PointSet, PointSet)> = (PointSet::full(size) - own)
        .parts()
        .filter(|region| !region.is_disjoint(&vacant))
        .map(|region| (region, region.neighbors(size)))
        .collect();
    let mut lost = PointSet::EMPTY;
    loop {
        let is_vital = |(region, edge): &(PointSet, PointSet), around: &PointSet| {
            let touched = match is_suicide_counted {
                true => *region,
                false => *region & vacant,
            };
            edge.is_disjoint(&lost) && touched.is_subset(around)
        };
        let is_alive = |around: &PointSet| {
            let vital = regions.iter().filter(|region| is_vital(region, around));
            vital.take(2).count() == 2
        };
        let mut lost_now = PointSet::EMPTY;
        chains.retain(|(stones, around)| {
            let is_alive = is_alive(around);
            if !is_alive {
                lost_now = lost_now | *stones;
            }
            is_alive
        });
        if lost_now.is_empty() {
            break;
        }
        lost = lost | lost_now;
    }
    let mut found = Surrounded {
        safe: own - lost,
        open: PointSet::EMPTY,
    };
    let beside_own = own.neighbors(size);
    for (region, edge) in &regions {
        let is_empty = region.is_subset(&vacant);
        let is_narrow = (*region - beside_own).len() <= 1;
        if edge.is_disjoint(&lost) && (is_narrow || is_empty) {
            found.safe = found.safe | *region;
        } else if is_empty {
            found.open = found.open | *region;
        }
    }
    found
}

/// The areas without what stones in seki surround.
fn without_seki(board: &Board, full: &ByColor<PointSet>) -> Areas {
    let size = board.size();
    let dame = board.vacant() - full.black - full.white;
    let mut areas = Areas::default();
    for color in Color::BOTH {
        let stones = board.stones(color);
        for area in full[color].parts() {
            let has_dame = !area.neighbors(size).is_disjoint(&dame);
            let in_atari = |point| board.last_liberty(point).is_some();
            let is_seki = has_dame || (area & stones).iter().any(in_atari);
            if !is_seki {
                areas.points[color] = areas.points[color] | area;
                areas.n_living[color] += 1;
            }
        }
        areas.points[color] = areas.points[color] | (full[color] & stones);
    }
    areas
}
