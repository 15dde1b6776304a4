//! A network file as a stream of words, numbers and weights. Knows no layers.

use std::io::Read;
use std::str::FromStr;

use flate2::read::MultiGzDecoder;

use crate::error::{LoadError, LoadErrorKind};

/// The most bytes a file may unzip to. The largest published network has
/// under 400 million, and a zipped file may pretend to a thousand times its size.
const BYTES_MAX: u64 = 1 << 31;

/// The longest word: names of layers have under 100 bytes.
const WORD_MAX: usize = 256;

/// Stands before weights that are stored as bytes.
const MARK: &[u8] = b"@BIN@";

/// What a file holds, unzipped if it is zipped.
///
/// # Errors
///
/// If it cannot be unzipped, or unzips to too much.
pub(crate) fn unzip(bytes: &[u8]) -> Result<Vec<u8>, LoadError> {
    let error = |kind| LoadError {
        layer: "file".to_owned(),
        at: 0,
        kind,
    };
    let is_zipped = bytes.starts_with(&[0x1f, 0x8b]);
    if !is_zipped {
        return Ok(bytes.to_vec());
    }
    let mut unzipped = Vec::new();
    MultiGzDecoder::new(bytes)
        .take(BYTES_MAX + 1)
        .read_to_end(&mut unzipped)
        .map_err(|_| error(LoadErrorKind::Gzip))?;
    if unzipped.len() as u64 > BYTES_MAX {
        return Err(error(LoadErrorKind::TooLarge));
    }
    Ok(unzipped)
}

/// Reads a file from its beginning to its end.
#[derive(Debug)]
pub(crate) struct Stream<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The layer being read, for errors.
    layer: String,
}

impl<'a> Stream<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Stream<'a> {
        Stream {
            bytes,
            at: 0,
            layer: "header".to_owned(),
        }
    }

    /// The error that `kind` is here.
    pub(crate) fn error(&self, kind: LoadErrorKind) -> LoadError {
        LoadError {
            layer: self.layer.clone(),
            at: self.at,
            kind,
        }
    }

    /// Reads the name of a layer, which later errors tell.
    pub(crate) fn name(&mut self) -> Result<String, LoadError> {
        let name = self.word()?;
        name.clone_into(&mut self.layer);
        Ok(name.to_owned())
    }

    /// The next word.
    pub(crate) fn word(&mut self) -> Result<&'a str, LoadError> {
        self.skip_space();
        let rest = &self.bytes[self.at..];
        let n = rest
            .iter()
            .take(WORD_MAX + 1)
            .take_while(|byte| byte.is_ascii_graphic())
            .count();
        // A word at the very end may be half a word: whole files end in a space.
        let Some(after) = rest.get(n) else {
            return Err(self.error(LoadErrorKind::Ends));
        };
        match std::str::from_utf8(&rest[..n]) {
            Ok(word) if n > 0 && n <= WORD_MAX && after.is_ascii_whitespace() => {
                self.at += n;
                Ok(word)
            }
            _ => Err(self.error(LoadErrorKind::NotAWord)),
        }
    }

    /// The next word as a number.
    fn number<T: FromStr>(&mut self, what: &'static str) -> Result<T, LoadError> {
        let word = self.word()?;
        word.parse().map_err(|_| {
            let word = word.to_owned();
            self.error(LoadErrorKind::NotANumber { what, word })
        })
    }

    /// The next word as a count from `min` to `max`.
    pub(crate) fn count(
        &mut self,
        what: &'static str,
        min: usize,
        max: usize,
    ) -> Result<usize, LoadError> {
        let number = self.number(what)?;
        if (min..=max).contains(&number) {
            Ok(number)
        } else {
            Err(self.error(LoadErrorKind::OutOfRange { what, number }))
        }
    }

    /// The next word as a yes or no.
    pub(crate) fn flag(&mut self, what: &'static str) -> Result<bool, LoadError> {
        Ok(self.count(what, 0, 1)? == 1)
    }

    /// Passes over `n` words that have to be 0.
    pub(crate) fn zeros(&mut self, n: usize) -> Result<(), LoadError> {
        for _ in 0..n {
            self.count("reserved number", 0, 0)?;
        }
        Ok(())
    }

    /// The next word as a finite number.
    pub(crate) fn scalar(&mut self, what: &'static str) -> Result<f32, LoadError> {
        let number: f32 = self.number(what)?;
        self.finite(number)
    }

    /// As many weights as the product of `sizes`.
    ///
    /// Room is made only for what the bytes that are there can hold.
    pub(crate) fn weights(&mut self, sizes: &[usize]) -> Result<Vec<f32>, LoadError> {
        let wanted = sizes
            .iter()
            .try_fold(1usize, |product, &size| product.checked_mul(size));
        let too_few = LoadErrorKind::TooFewWeights { wanted };
        self.skip_space();
        let rest = &self.bytes[self.at..];
        if let Some(rest) = rest.strip_prefix(MARK) {
            let n_bytes = wanted.and_then(|n| n.checked_mul(4));
            let Some(stored) = n_bytes.and_then(|n| rest.get(..n)) else {
                return Err(self.error(too_few));
            };
            let weights = stored.chunks_exact(4).map(|b| [b[0], b[1], b[2], b[3]]);
            let weights: Vec<f32> = weights.map(f32::from_le_bytes).collect();
            self.at += MARK.len() + stored.len();
            return match weights.iter().all(|weight| weight.is_finite()) {
                true => Ok(weights),
                false => Err(self.error(LoadErrorKind::NotFinite)),
            };
        }
        // A weight in words takes at least a digit and a space.
        let Some(n) = wanted.filter(|&n| n <= rest.len() / 2 + 1) else {
            return Err(self.error(too_few));
        };
        (0..n).map(|_| self.scalar("weight")).collect()
    }

    /// Makes sure that nothing is left.
    pub(crate) fn end(&mut self) -> Result<(), LoadError> {
        self.skip_space();
        match self.at == self.bytes.len() {
            true => Ok(()),
            false => Err(self.error(LoadErrorKind::Trailing)),
        }
    }

    fn finite(&self, number: f32) -> Result<f32, LoadError> {
        match number.is_finite() {
            true => Ok(number),
            false => Err(self.error(LoadErrorKind::NotFinite)),
        }
    }

    fn skip_space(&mut self) {
        let rest = &self.bytes[self.at..];
        let n = rest.iter().take_while(|byte| byte.is_ascii_whitespace());
        self.at += n.count();
    }
}
