//! What was found out about positions, and how they are told apart.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use ponnuki_game::{Board, Color, Point, PointSet, Size};

use super::stand::Stand;

/// How many points may change in a solver's search: the bits of a key. All of an 11×11
/// board fits, and no region that can be searched exhaustively comes near it.
pub const FIELD_MAX: usize = 128;

/// The points that can change, numbered.
#[derive(Clone, Debug)]
pub(super) struct Field {
    size: Size,
    points: PointSet,
    /// For each point of the board by its index, its number in the field.
    numbers: Vec<Option<u8>>,
}

impl Field {
    /// The region and all chains in it or next to it, unless that is too much.
    pub(super) fn new(board: &Board, region: PointSet) -> Option<Field> {
        let size = board.size();
        let mut points = region;
        for point in region | region.neighbors(size) {
            points.extend(board.chain_stones(point));
        }
        let mut numbers = vec![None; size.n_points()];
        for (number, point) in points.iter().enumerate() {
            numbers[size.index(point)] = Some(u8::try_from(number).ok()?);
        }
        (points.len() <= FIELD_MAX).then_some(Field {
            size,
            points,
            numbers,
        })
    }

    /// How many points there are.
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// The number of `point`, if it is one of the field.
    pub(super) fn number(&self, point: Point) -> Option<usize> {
        self.numbers[self.size.index(point)].map(usize::from)
    }

    /// The key of a position.
    pub(super) fn key(&self, stand: &Stand) -> Key {
        let bits = |color| {
            let stones = stand.board.stones(color) & self.points;
            let numbers = stones.iter().filter_map(|point| self.number(point));
            numbers.fold(0, |bits, number| bits | 1u128 << number)
        };
        Key {
            stones: [bits(Color::Black), bits(Color::White)],
            is_white: stand.turn == Color::White,
            ban: stand.ban,
            hash: stand.board.hash(),
        }
    }
}

/// A position: what can differ between two of one search, and the board's hash to find it by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Key {
    stones: [u128; 2],
    is_white: bool,
    ban: Option<Point>,
    hash: u64,
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// Takes a number that is a hash already.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Already(u64);

impl Hasher for Already {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = self.0.rotate_left(8) ^ hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// What is known of a position: numbers of moves, both players' counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ProofBounds {
    /// The goal is reached within so many, if any is known.
    pub(super) reached: Option<u8>,
    /// It is not reached within so many; [`FOREVER`] if it never is.
    pub(super) failed: u8,
}

/// More moves than any search goes.
pub(super) const FOREVER: u8 = u8::MAX;

/// All that is known.
pub(super) type ProofTable = HashMap<Key, ProofBounds, BuildHasherDefault<Already>>;
