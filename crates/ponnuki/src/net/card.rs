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

use super::describe::kind;
use super::digest::Digest;

/// What a network was when it was put where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Card {
    pub(super) digest: Digest,
    /// How long its file is.
    pub(super) n_bytes: u64,
    pub(super) n_weights: u64,
    /// Its blocks and channels, in short.
    pub(super) kind: String,
}

/// The text is no card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ParseCardError;

impl Card {
    /// The card of the network that is in these bytes.
    pub(super) fn of(net: &Net, bytes: &[u8]) -> Card {
        Card {
            digest: Digest::of(bytes),
            n_bytes: bytes.len() as u64,
            n_weights: net.model().n_weights(),
            kind: kind(net.model()),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "sha256 {}", self.digest)?;
        writeln!(f, "bytes {}", self.n_bytes)?;
        writeln!(f, "weights {}", self.n_weights)?;
        writeln!(f, "kind {}", self.kind)
    }
}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        let said = |what| {
            let mut lines = text.lines().filter_map(|line| line.split_once(' '));
            lines.find(|(key, _)| *key == what).map(|(_, value)| value)
        };
        let read = || {
            Some(Card {
                digest: said("sha256")?.parse().ok()?,
                n_bytes: said("bytes")?.parse().ok()?,
                n_weights: said("weights")?.parse().ok()?,
                kind: said("kind")?.to_owned(),
            })
        };
        read().ok_or(ParseCardError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_reads_as_it_is_written() {
        let card = Card {
            digest: Digest::of(b"net"),
            n_bytes: 3,
            n_weights: 7,
            kind: "6x96 convolutions".to_owned(),
        };
        assert_eq!(card.to_string().parse(), Ok(card.clone()));
        let torn = card.to_string().replace("bytes 3", "bytes");
        assert_eq!(torn.parse::<Card>(), Err(ParseCardError));
    }
}
