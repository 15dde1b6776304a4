//! KataGo's table of Zobrist numbers, made as it makes it: clients know the numbers.

use std::sync::LazyLock;

use ponnuki_game::{Color, SIDE_MAX};
use sha2::{Digest, Sha256};

/// Words of the xorshift generator.
const N_WORDS: usize = 16;

/// A seed, with the first word of its MD5 sum, which KataGo mixes into it.
struct Seed {
    text: &'static str,
    mixed: u32,
}

/// For players, points and kos.
const BOARD: Seed = Seed {
    text: "Board::initHash()",
    mixed: 3_325_535_574,
};

/// For widths and heights.
const SIZES: Seed = Seed {
    text: "Board::initHash() for ZOBRIST_SIZE hashes",
    mixed: 2_514_659_587,
};

/// The sum of a PCG and a xorshift1024* generator.
struct Generator {
    words: [u64; N_WORDS],
    at: usize,
    state: u64,
}

impl Generator {
    fn new(seed: &Seed) -> Generator {
        let digest = |counter: usize| {
            let text = format!("{counter}|{}|{}", seed.mixed, seed.text);
            let digest = Sha256::digest(text.as_bytes());
            let words = digest.chunks_exact(8);
            let word = |bytes: &[u8]| {
                bytes
                    .iter()
                    .fold(0, |all, byte| all << 8 | u64::from(*byte))
            };
            words.map(word).collect::<Vec<u64>>()
        };
        // Five digests of four words; the chance that one of them is 0 is nil.
        let mut stream = (0..).step_by(37).flat_map(digest);
        let mut next = || stream.next().unwrap_or_default();
        Generator {
            words: std::array::from_fn(|_| next()),
            at: 0,
            state: next(),
        }
    }

    fn next_word(&mut self) -> u32 {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let mixed = ((self.state >> 18) ^ self.state) >> 27;
        let permuted = (mixed as u32).rotate_right((self.state >> 59) as u32);

        let mut old = self.words[self.at];
        self.at = (self.at + 1) % N_WORDS;
        let mut new = self.words[self.at];
        new ^= new << 31;
        new ^= new >> 11;
        old ^= old >> 30;
        self.words[self.at] = old ^ new;
        let product = self.words[self.at].wrapping_mul(1_181_783_497_276_652_981);
        permuted.wrapping_add((product >> 32) as u32)
    }

    fn next_numbers<const N: usize>(&mut self) -> [u128; N] {
        std::array::from_fn(|_| self.next_number())
    }

    /// Four words, the lowest first.
    fn next_number(&mut self) -> u128 {
        (0..4).fold(0, |number, i| {
            number | u128::from(self.next_word()) << (32 * i)
        })
    }
}

/// What belongs to a point.
struct PointNumbers {
    black: u128,
    white: u128,
    ko: u128,
}

/// Numbers whose exclusive or is a position's.
pub(super) struct Zobrist {
    black_to_move: u128,
    white_to_move: u128,
    points: Vec<PointNumbers>,
    /// By width and height.
    sides: Vec<(u128, u128)>,
}

impl Zobrist {
    pub(super) fn of_katago() -> &'static Zobrist {
        static TABLE: LazyLock<Zobrist> = LazyLock::new(Zobrist::new);
        &TABLE
    }

    fn new() -> Zobrist {
        let (mut board, mut sizes) = (Generator::new(&BOARD), Generator::new(&SIZES));
        // Nobody, both players and walls; then three of the encore.
        let [_, black_to_move, white_to_move, ..]: [u128; 7] = board.next_numbers();
        let side = usize::from(SIDE_MAX);
        let point = |_| {
            // Those left out are for the second phase of the encore.
            let [black, _, white, _, ko] = board.next_numbers();
            PointNumbers { black, white, ko }
        };
        Zobrist {
            black_to_move,
            white_to_move,
            points: (0..(side + 1) * (side + 2)).map(point).collect(),
            sides: (0..=side).map(|_| sizes.next_numbers().into()).collect(),
        }
    }

    /// Of a board without stones.
    pub(super) fn empty(&self, width: u8, height: u8) -> u128 {
        self.sides[usize::from(width)].0 ^ self.sides[usize::from(height)].1
    }

    pub(super) fn to_move(&self, color: Color) -> u128 {
        match color {
            Color::Black => self.black_to_move,
            Color::White => self.white_to_move,
        }
    }

    /// Where the point in a column and a row is in the table; rows count from the top.
    pub(super) fn index(&self, width: u8, (x, y): (u8, u8)) -> usize {
        (usize::from(y) + 1) * (usize::from(width) + 1) + usize::from(x) + 1
    }

    pub(super) fn stone(&self, color: Color, index: usize) -> u128 {
        match color {
            Color::Black => self.points[index].black,
            Color::White => self.points[index].white,
        }
    }

    /// Of a point that a ko forbids.
    pub(super) fn ko(&self, index: usize) -> u128 {
        self.points[index].ko
    }
}
