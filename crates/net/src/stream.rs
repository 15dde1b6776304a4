//! A network file as a stream of words, numbers and weights. Knows no layers.

use std::fmt;
use std::io::Read;
use std::str::FromStr;

use flate2::read::MultiGzDecoder;

use crate::error::{LoadError, LoadErrorKind};

/// The most bytes a file may unzip to. The largest published network has under 400
/// million.
const BYTES_MAX: u64 = 1 << 30;

/// How many times its length a zipped file may unzip to, beyond [`SMALL_BYTES`]. Weights
/// are noise: in words they shrink to a half, in bytes to nine tenths. A file that
/// shrank to a thousandth holds no network.
const GROWTH_MAX: u64 = 16;

/// Any zipped file may unzip to so much: a small network may be made of zeros.
const SMALL_BYTES: u64 = 16 << 20;

/// The longest word: names of layers have under 100 bytes.
const WORD_MAX: usize = 256;

/// How much is unzipped at a time.
const PART_BYTES: usize = 1 << 16;

/// Stands before weights that are stored as bytes.
const MARK: &[u8] = b"@BIN@";

/// Reads a file from its beginning to its end, unzipping it on the way if it is zipped.
/// Only a part of it and the weights that were read are in memory.
pub(crate) struct Stream<'a> {
    source: Box<dyn Read + 'a>,
    /// How many bytes may still come from the source.
    n_ahead: u64,
    /// What came from the source and was not used, from `from` on.
    part: Vec<u8>,
    from: usize,
    /// How many bytes were used.
    at: usize,
    /// How many weights may still be read.
    n_weights: usize,
    /// The layer being read, for errors.
    layer: String,
}

impl fmt::Debug for Stream<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream")
            .field("at", &self.at)
            .field("layer", &self.layer)
            .finish_non_exhaustive()
    }
}

impl<'a> Stream<'a> {
    /// The file that these bytes are; at most `n_weights` weights are read from it.
    pub(crate) fn new(bytes: &'a [u8], n_weights: usize) -> Stream<'a> {
        let n_bytes = bytes.len() as u64;
        let (source, n_ahead): (Box<dyn Read>, u64) = match bytes.starts_with(&[0x1f, 0x8b]) {
            true => {
                let n_unzipped = SMALL_BYTES + n_bytes.saturating_mul(GROWTH_MAX);
                (Box::new(MultiGzDecoder::new(bytes)), n_unzipped)
            }
            false => (Box::new(bytes), n_bytes),
        };
        Stream {
            source,
            n_ahead: n_ahead.min(BYTES_MAX),
            part: Vec::new(),
            from: 0,
            at: 0,
            n_weights,
            layer: "header".to_owned(),
        }
    }

    /// Has at most so many weights more read.
    pub(crate) fn allow(&mut self, n_weights: usize) {
        self.n_weights = n_weights;
    }

    /// The error that `kind` is here.
    pub(crate) fn error(&self, kind: LoadErrorKind) -> LoadError {
        LoadError {
            layer: self.layer.clone(),
            at: self.at,
            kind,
        }
    }

    /// What comes next: at least `n` bytes, or all that are left.
    fn ahead(&mut self, n: usize) -> Result<&[u8], LoadError> {
        while self.part.len() - self.from < n {
            self.part.drain(..self.from);
            self.from = 0;
            let n_before = self.part.len();
            self.part.resize(n_before + PART_BYTES, 0);
            let read = self.source.read(&mut self.part[n_before..]);
            self.part.truncate(n_before + *read.as_ref().unwrap_or(&0));
            let n_read = read.map_err(|_| self.error(LoadErrorKind::Gzip))?;
            let left = self.n_ahead.checked_sub(n_read as u64);
            self.n_ahead = left.ok_or_else(|| self.error(LoadErrorKind::TooLarge))?;
            if n_read == 0 {
                break;
            }
        }
        Ok(&self.part[self.from..])
    }

    /// Goes on by `n` bytes that are there.
    fn pass(&mut self, n: usize) {
        self.from += n;
        self.at += n;
    }

    /// Reads the name of a layer, which later errors tell.
    pub(crate) fn name(&mut self) -> Result<String, LoadError> {
        let name = self.word()?;
        self.layer.clone_from(&name);
        Ok(name)
    }

    /// The next word.
    pub(crate) fn word(&mut self) -> Result<String, LoadError> {
        self.read_word(|word| Ok(word.to_owned()))
    }

    /// What `read` makes of the next word.
    fn read_word<T>(
        &mut self,
        read: impl FnOnce(&str) -> Result<T, LoadErrorKind>,
    ) -> Result<T, LoadError> {
        self.skip_space()?;
        let rest = self.ahead(WORD_MAX + 1)?;
        let n = rest
            .iter()
            .take(WORD_MAX + 1)
            .take_while(|byte| byte.is_ascii_graphic())
            .count();
        // A word at the very end may be half a word: whole files end in a space.
        let Some(after) = rest.get(n) else {
            return Err(self.error(LoadErrorKind::Ends));
        };
        let word = match std::str::from_utf8(&rest[..n]) {
            Ok(word) if n > 0 && n <= WORD_MAX && after.is_ascii_whitespace() => read(word),
            _ => return Err(self.error(LoadErrorKind::NotAWord)),
        };
        self.pass(n);
        word.map_err(|kind| self.error(kind))
    }

    /// The next word as a number.
    fn number<T: FromStr>(&mut self, what: &'static str) -> Result<T, LoadError> {
        self.read_word(|word| {
            word.parse().map_err(|_| {
                let word = word.to_owned();
                LoadErrorKind::NotANumber { what, word }
            })
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
    /// Room is made only for what the bytes that may come can hold.
    pub(crate) fn weights(&mut self, sizes: &[usize]) -> Result<Vec<f32>, LoadError> {
        let wanted = sizes
            .iter()
            .try_fold(1usize, |product, &size| product.checked_mul(size));
        let too_few = LoadErrorKind::TooFewWeights { wanted };
        self.skip_space()?;
        let is_binary = self.ahead(MARK.len())?.starts_with(MARK);
        if is_binary {
            self.pass(MARK.len());
        }
        // A weight in words takes at least a digit and a space; the last space may be
        // missing.
        let (n_each, n_spare) = if is_binary { (4, 0) } else { (2, 1) };
        let n_bytes = (self.part.len() - self.from) as u64 + self.n_ahead + n_spare;
        let fits = |n: &usize| (*n as u64).saturating_mul(n_each) <= n_bytes;
        let Some(n) = wanted.filter(fits) else {
            return Err(self.error(too_few));
        };
        let left = self.n_weights.checked_sub(n);
        self.n_weights = left.ok_or_else(|| self.error(LoadErrorKind::Unannounced { n }))?;
        let mut weights = Vec::with_capacity(n);
        while weights.len() < n {
            if !is_binary {
                weights.push(self.scalar("weight")?);
                continue;
            }
            let n_part = (4 * (n - weights.len())).min(PART_BYTES);
            let Some(stored) = self.ahead(n_part)?.get(..n_part) else {
                return Err(self.error(too_few));
            };
            let stored = stored.chunks_exact(4).map(|b| [b[0], b[1], b[2], b[3]]);
            weights.extend(stored.map(f32::from_le_bytes));
            self.pass(n_part);
        }
        match weights.iter().all(|weight| weight.is_finite()) {
            true => Ok(weights),
            false => Err(self.error(LoadErrorKind::NotFinite)),
        }
    }

    /// Makes sure that nothing is left.
    pub(crate) fn end(&mut self) -> Result<(), LoadError> {
        self.skip_space()?;
        match self.ahead(1)?.is_empty() {
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

    fn skip_space(&mut self) -> Result<(), LoadError> {
        loop {
            let rest = self.ahead(1)?;
            let n = rest.iter().take_while(|byte| byte.is_ascii_whitespace());
            let (n, n_rest) = (n.count(), rest.len());
            self.pass(n);
            if n < n_rest || n_rest == 0 {
                return Ok(());
            }
        }
    }
}
