//! Labelled positions as files: one size of board each, all records of one length.
//!
//! A file is `PNKI`, its version, the width and the height of the board as a
//! byte each, a zero, then the records. A record of a board of `n` points is,
//! with every number little-endian:
//!
//! ```text
//! 4          the game's number
//! 3·n        for each point its planes, bit p of 24 for plane p
//! 4·19       the numbers about the whole game
//! 2·(n+1)    for each point, and for a pass, 65535 times how likely it is
//! 4·3        how likely a win, a loss, no result are
//! 4·4        the score: mean, deviation, lead, and how long it stays undecided
//! n          for each point 127 times whose it will be
//! ```
//!
//! `train/shards.py` reads the same.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ponnuki_game::Size;
use ponnuki_net::{GLOBALS, Input};

/// What a file begins with, before the size of the board.
const MAGIC: &[u8] = b"PNKI\x01";

/// How long the head of a file is.
const HEAD: usize = MAGIC.len() + 3;

/// A position and what a teacher says of it, from the view of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sample {
    /// The game it is from.
    pub(crate) game: u32,
    /// What a network sees.
    pub(crate) input: Input,
    /// How likely each point is, and last a pass.
    pub(crate) policy: Vec<f32>,
    /// How likely a win, a loss, no result are.
    pub(crate) value: [f32; 3],
    /// The score: mean, deviation, lead, and how long it stays undecided.
    pub(crate) score: [f32; 4],
    /// Whose each point will be: 1 the player's to move, −1 the opponent's.
    pub(crate) ownership: Vec<f32>,
}

impl Sample {
    /// Adds its record to `bytes`.
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.game.to_le_bytes());
        for planes in &self.input.planes {
            bytes.extend(&planes.to_le_bytes()[..3]);
        }
        bytes.extend(self.input.globals.iter().flat_map(|x| x.to_le_bytes()));
        let shares = self.policy.iter();
        let shares = shares.map(|share| (share.clamp(0.0, 1.0) * 65535.0).round() as u16);
        bytes.extend(shares.flat_map(u16::to_le_bytes));
        let numbers = self.value.iter().chain(&self.score);
        bytes.extend(numbers.flat_map(|x| x.to_le_bytes()));
        let owned = self.ownership.iter();
        bytes.extend(owned.map(|x| (x.clamp(-1.0, 1.0) * 127.0).round() as i8 as u8));
    }

    /// The record at the front of `bytes`; nothing if they are fewer.
    fn read(size: Size, bytes: &[u8]) -> Option<Sample> {
        let n = size.n_points();
        let mut left = bytes;
        let game = u32::from_le_bytes(*left.split_off(..4)?.first_chunk()?);
        let planes = left.split_off(..3 * n)?.chunks_exact(3);
        let planes = planes.map(|bits| u32::from_le_bytes([bits[0], bits[1], bits[2], 0]));
        let mut input = Input::blank(size);
        input.planes = planes.collect();
        input.globals = floats::<GLOBALS>(&mut left)?;
        let policy = left.split_off(..2 * (n + 1))?.chunks_exact(2);
        let policy = policy.map(|pair| u16::from_le_bytes([pair[0], pair[1]]) as f32 / 65535.0);
        Some(Sample {
            game,
            input,
            policy: policy.collect(),
            value: floats(&mut left)?,
            score: floats(&mut left)?,
            ownership: left
                .split_off(..n)?
                .iter()
                .map(|&byte| byte as i8 as f32 / 127.0)
                .collect(),
        })
    }
}

/// The next `N` numbers.
fn floats<const N: usize>(left: &mut &[u8]) -> Option<[f32; N]> {
    let mut numbers = [0.0; N];
    for number in &mut numbers {
        *number = f32::from_le_bytes(*left.split_off(..4)?.first_chunk()?);
    }
    Some(numbers)
}

/// How long a record is.
const fn record_len(size: Size) -> usize {
    let n = size.n_points();
    4 + 3 * n + 4 * GLOBALS + 2 * (n + 1) + 4 * 7 + n
}

/// The bytes of a file with these samples, all of boards of `size`.
fn to_bytes(size: Size, samples: &[Sample]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([size.width(), size.height(), 0]);
    bytes.reserve(samples.len() * record_len(size));
    for sample in samples {
        sample.write(&mut bytes);
    }
    bytes
}

/// The samples of a file; nothing if it is none of ours or broken off.
fn from_bytes(bytes: &[u8]) -> Option<Vec<Sample>> {
    let (head, records) = bytes.split_at_checked(HEAD)?;
    let size = match *head.strip_prefix(MAGIC)? {
        [width, height, 0] => Size::new(width, height)?,
        _ => return None,
    };
    let records = records.chunks(record_len(size));
    records.map(|record| Sample::read(size, record)).collect()
}

/// Reads a file.
///
/// # Errors
///
/// If it cannot be read or is none of ours.
pub(crate) fn load(path: &Path) -> io::Result<Vec<Sample>> {
    let broken = || io::Error::other(format!("{} holds no labelled positions", path.display()));
    from_bytes(&fs::read(path)?).ok_or_else(broken)
}

/// Whether positions are for learning, or kept apart to see what was learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    /// For learning.
    Train,
    /// Kept apart.
    Held,
}

impl Part {
    /// The part that all positions of a game belong to: one game in forty is held out.
    pub(crate) fn of_game(number: u64) -> Part {
        match number % 40 {
            0 => Part::Held,
            _ => Part::Train,
        }
    }

    /// What its files' names begin with.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Part::Train => "train",
            Part::Held => "held",
        }
    }
}

/// A folder of shards.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// The number of the next file.
    next: u32,
}

impl Folder {
    /// Opens a folder, made where there is none; new files come after those there.
    ///
    /// # Errors
    ///
    /// If it cannot be made or listed.
    pub(crate) fn open(path: &Path) -> io::Result<Folder> {
        fs::create_dir_all(path)?;
        let mut next = 0;
        for entry in fs::read_dir(path)? {
            let name = entry?.file_name();
            let number = name.to_str().and_then(number_of);
            next = next.max(number.map_or(0, |number| number + 1));
        }
        Ok(Folder {
            path: path.to_owned(),
            next,
        })
    }

    /// The number of the next file.
    pub(crate) fn next(&self) -> u32 {
        self.next
    }

    /// Writes samples of boards of `size` to a new file, which is there whole or not at all.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn save(&mut self, part: Part, size: Size, samples: &[Sample]) -> io::Result<()> {
        let name = format!("{}-{size}-{:05}", part.word(), self.next).replace('×', "x");
        let unfinished = self.path.join(format!("{name}.part"));
        fs::write(&unfinished, to_bytes(size, samples))?;
        fs::rename(unfinished, self.path.join(format!("{name}.shard")))?;
        self.next += 1;
        Ok(())
    }
}

/// The number in the name of one of our files.
fn number_of(name: &str) -> Option<u32> {
    let stem = name.strip_suffix(".shard")?;
    stem.rsplit('-').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(size: Size) -> Sample {
        let n = size.n_points();
        let mut input = Input::blank(size);
        input.planes[1] = 0x20_0107;
        input.globals[5] = -0.375;
        let mut policy = vec![0.0; n + 1];
        (policy[2], policy[n]) = (0.2, 0.8);
        let mut ownership = vec![1.0; n];
        ownership[0] = -1.0;
        Sample {
            game: 70_000,
            input,
            policy,
            value: [0.25, 0.5, 0.25],
            score: [-3.5, 12.0, -4.0, 7.0],
            ownership,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let size = Size::new(5, 3).unwrap();
        let samples = [sample(size), sample(size)];
        let bytes = to_bytes(size, &samples);
        assert_eq!(bytes.len(), HEAD + 2 * record_len(size));
        assert_eq!(from_bytes(&bytes).unwrap(), samples);
    }

    #[test]
    fn a_file_that_breaks_off_is_refused() {
        let size = Size::new(5, 3).unwrap();
        let bytes = to_bytes(size, &[sample(size)]);
        assert_eq!(from_bytes(&bytes[..bytes.len() - 1]), None);
        assert_eq!(from_bytes(&bytes[1..]), None);
        assert_eq!(from_bytes(&bytes[..HEAD]), Some(Vec::new()));
    }

    #[test]
    fn files_are_numbered_on() {
        assert_eq!(number_of("train-9x9-00041.shard"), Some(41));
        assert_eq!(number_of("train-9x9-00041.part"), None);
    }
}
