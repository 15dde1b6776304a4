//! Counting worlds: positions, and ways through them.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use ponnuki_game::{ByColor, Color, PointSet, Size};

use crate::Stones;

/// Every way to leave each point of a board vacant or put a stone there, whether or
/// not the stones have liberties: 3 to the power of the number of points.
pub fn positions(size: Size) -> impl Iterator<Item = ByColor<PointSet>> {
    let n_positions = 3u64.pow(size.n_points() as u32);
    (0..n_positions).map(move |number| {
        let mut stones = ByColor::<PointSet>::default();
        let mut digits = number;
        for point in size.points() {
            match digits % 3 {
                1 => drop(stones.black.insert(point)),
                2 => drop(stones.white.insert(point)),
                _ => {}
            }
            digits /= 3;
        }
        stones
    })
}

/// Every position that plays of `color` alone, without suicide, lead to from `start`.
pub fn played_alone(start: &Stones, color: Color) -> HashSet<Stones> {
    let mut reached = HashSet::from([start.clone()]);
    let mut waiting = vec![start.clone()];
    while let Some(stones) = waiting.pop() {
        for point in stones.all(None) {
            let mut after = stones.clone();
            let (_, suicided) = after.play(color, point);
            if suicided.is_empty() && reached.insert(after.clone()) {
                waiting.push(after);
            }
        }
    }
    reached
}

/// How many paths lead from `start` through what `next` leads to without
/// coming to a place twice; the path that stays at `start` is one.
///
/// # Panics
///
/// If there are more than 64 places: such a world has more paths than can be counted.
pub fn simple_paths<T: Clone + Eq + Hash>(start: T, next: impl Fn(&T) -> Vec<T>) -> u64 {
    let mut numbers = HashMap::from([(start.clone(), 0)]);
    let mut places = vec![start];
    let mut ways: Vec<u64> = Vec::new();
    while let Some(place) = places.get(ways.len()) {
        let targets = next(place);
        let mut way = 0;
        for target in targets {
            let number = *numbers.entry(target.clone()).or_insert_with(|| {
                places.push(target);
                places.len() - 1
            });
            assert!(number < 64, "more places than bits");
            way |= 1 << number;
        }
        ways.push(way);
    }
    paths_from(0, 1, &ways)
}

/// The paths from place `at` on; `been` are the places that it may not come to again.
fn paths_from(at: usize, been: u64, ways: &[u64]) -> u64 {
    let mut n_paths = 1;
    let mut targets = ways[at] & !been;
    while targets != 0 {
        let target = targets.trailing_zeros() as usize;
        targets &= targets - 1;
        n_paths += paths_from(target, been | 1 << target, ways);
    }
    n_paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_has_five_paths_from_each_corner() {
        let others = |&corner: &u8| (0..3).filter(|&other| other != corner).collect();
        assert_eq!(simple_paths(0, others), 5);
    }

    #[test]
    fn two_points_have_nine_positions() {
        let size = Size::new(2, 1).unwrap_or(Size::NINE);
        assert_eq!(positions(size).count(), 9);
        let n_stones = positions(size).map(|stones| stones.black.len());
        assert_eq!(n_stones.sum::<usize>(), 6);
    }
}
