//! The card that lies with a network: what it was when it was put there.
//!
//! ```text
//! sha256 f5d32604e3675c480c7c8f6aa579a1ea857135628a0afccc8fa56330fbacd38d
//! bytes 3827339
//! weights 1028320
//! kind 6x96 convolutions
//! ```

use std::fmt;
use std::str::FromStr;

use ponnuki_engine::Net;

use crate::digest::Sha256Digest;
use crate::kind::kind;

/// What a network was when it was put where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetCard {
    /// The checksum of its file.
    pub digest: Sha256Digest,
    /// How long its file is.
    pub n_bytes: u64,
    /// How many weights it has.
    pub n_weights: u64,
    /// Its blocks and channels, in short.
    pub kind: String,
}

/// The text is no card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseNetCardError;

impl NetCard {
    /// The card of the network that is in these bytes.
    #[must_use]
    pub fn of(net: &Net, bytes: &[u8]) -> NetCard {
        NetCard {
            digest: Sha256Digest::of(bytes),
            n_bytes: bytes.len() as u64,
            n_weights: net.model().n_weights(),
            kind: kind(net.model()),
        }
    }
}

impl fmt::Display for ParseNetCardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text is not the card of a network")
    }
}

impl std::error::Error for ParseNetCardError {}

impl fmt::Display for NetCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "sha256 {}", self.digest)?;
        writeln!(f, "bytes {}", self.n_bytes)?;
        writeln!(f, "weights {}", self.n_weights)?;
        writeln!(f, "kind {}", self.kind)
    }
}

impl FromStr for NetCard {
    type Err = ParseNetCardError;

    fn from_str(text: &str) -> Result<NetCard, ParseNetCardError> {
        let said = |what| {
            let mut lines = text.lines().filter_map(|line| line.split_once(' '));
            lines.find(|(key, _)| *key == what).map(|(_, value)| value)
        };
        let read = || {
            Some(NetCard {
                digest: said("sha256")?.parse().ok()?,
                n_bytes: said("bytes")?.parse().ok()?,
                n_weights: said("weights")?.parse().ok()?,
                kind: said("kind")?.to_owned(),
            })
        };
        read().ok_or(ParseNetCardError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_reads_as_it_is_written() {
        let card = NetCard {
            digest: Sha256Digest::of(b"net"),
            n_bytes: 3,
            n_weights: 7,
            kind: "6x96 convolutions".to_owned(),
        };
        assert_eq!(card.to_string().parse(), Ok(card.clone()));
        let torn = card.to_string().replace("bytes 3", "bytes");
        assert_eq!(torn.parse::<NetCard>(), Err(ParseNetCardError));
    }
}
