//! Words and weights, in the order of the file.

/// A network file and how far it has been read.
pub(super) struct Stream<'a> {
    bytes: &'a [u8],
    pub(super) version: u32,
}

/// What stands before weights that are not written as text.
const BINARY: &[u8] = b"@BIN@";

impl<'a> Stream<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Stream<'a> {
        Stream { bytes, version: 0 }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.bytes.trim_ascii_start().is_empty()
    }

    pub(super) fn word(&mut self) -> &'a str {
        let rest = self.bytes.trim_ascii_start();
        let end = rest.iter().position(u8::is_ascii_whitespace);
        let (word, rest) = rest.split_at(end.unwrap_or(rest.len()));
        self.bytes = rest;
        std::str::from_utf8(word).unwrap_or_else(|error| panic!("{word:?}: {error}"))
    }

    pub(super) fn int(&mut self) -> usize {
        let word = self.word();
        word.parse()
            .unwrap_or_else(|error| panic!("{word:?}: {error}"))
    }

    pub(super) fn float(&mut self) -> f64 {
        let word = self.word();
        word.parse()
            .unwrap_or_else(|error| panic!("{word:?}: {error}"))
    }

    /// Numbers that are reserved for later.
    pub(super) fn zeros(&mut self, n: usize) {
        for _ in 0..n {
            assert_eq!(self.int(), 0, "a reserved number");
        }
    }

    /// Weights, which have single precision in every form.
    pub(super) fn weights(&mut self, n: usize) -> Vec<f64> {
        let Some(rest) = self.bytes.trim_ascii_start().strip_prefix(BINARY) else {
            return (0..n).map(|_| f64::from(self.float() as f32)).collect();
        };
        let (weights, rest) = rest.split_at(4 * n);
        self.bytes = rest;
        let weights = weights.as_chunks().0.iter();
        weights
            .map(|bytes| f64::from(f32::from_le_bytes(*bytes)))
            .collect()
    }
}
