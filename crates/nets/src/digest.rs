//! SHA-256, by which a file is known.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

use crate::file::{NetFileError, NetFileFault};

/// The SHA-256 of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sha256Digest([u8; 32]);

/// The text is not 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseDigestError;

impl Sha256Digest {
    /// That of `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Sha256Digest {
        Sha256Digest(Sha256::digest(bytes).into())
    }

    /// That of everything that `source` holds.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    fn of_reader(mut source: impl Read) -> io::Result<Sha256Digest> {
        let mut hasher = Sha256::new();
        io::copy(&mut source, &mut hasher)?;
        Ok(Sha256Digest(hasher.finalize().into()))
    }

    /// That of the file at `path`.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn of_file(path: &Path) -> Result<Sha256Digest, NetFileError> {
        let digest = File::open(path).and_then(Sha256Digest::of_reader);
        digest.map_err(|error| NetFileFault::Io(error).of(path))
    }

    /// That which stands in the source as `hex`; anything else does not compile.
    pub(crate) const fn literal(hex: &str) -> Sha256Digest {
        match read(hex.as_bytes()) {
            Ok(digest) => digest,
            Err(_) => panic!("a digest has 64 hexadecimal digits"),
        }
    }
}

const fn read(hex: &[u8]) -> Result<Sha256Digest, ParseDigestError> {
    let mut bytes = [0; 32];
    if hex.len() != 2 * bytes.len() {
        return Err(ParseDigestError);
    }
    let mut i = 0;
    while i < hex.len() {
        let Some(digit) = (hex[i] as char).to_digit(16) else {
            return Err(ParseDigestError);
        };
        bytes[i / 2] = bytes[i / 2] << 4 | digit as u8;
        i += 1;
    }
    Ok(Sha256Digest(bytes))
}

impl fmt::Display for ParseDigestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a SHA-256 checksum has 64 hexadecimal digits")
    }
}

impl std::error::Error for ParseDigestError {}

impl FromStr for Sha256Digest {
    type Err = ParseDigestError;

    fn from_str(hex: &str) -> Result<Sha256Digest, ParseDigestError> {
        read(hex.as_bytes())
    }
}

impl fmt::Display for Sha256Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The standard's own example.
    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    #[test]
    fn a_digest_is_what_the_standard_says_and_reads_as_it_is_written() {
        let digest = Sha256Digest::of(b"abc");
        assert_eq!(digest.to_string(), ABC);
        assert_eq!(ABC.to_uppercase().parse(), Ok(digest));
        assert_eq!(Sha256Digest::literal(ABC), digest);
    }

    #[test]
    fn what_is_not_hexadecimal_is_no_digest() {
        for text in ["", &ABC[1..], &format!("{ABC}0"), &ABC.replace('b', "g")] {
            assert_eq!(
                text.parse::<Sha256Digest>(),
                Err(ParseDigestError),
                "{text}"
            );
        }
    }
}
