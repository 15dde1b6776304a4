//! The proxies before this server, and who they say is behind them.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

/// Addresses that belong together: `10.0.0.0/8`, or one alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Network {
    address: IpAddr,
    /// How many of the first bits all of them share.
    n_bits: u32,
}

/// The proxies whose `X-Forwarded-For` is believed; by default none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies(Vec<Network>);

/// A text that is no list of proxies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoProxies {
    given: String,
}

impl fmt::Display for NoProxies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "proxies are addresses or networks such as 127.0.0.1,10.0.0.0/8, not {:?}",
            self.given
        )
    }
}

impl std::error::Error for NoProxies {}

impl FromStr for Proxies {
    type Err = NoProxies;

    fn from_str(text: &str) -> Result<Proxies, NoProxies> {
        let no_proxies = |given: &str| NoProxies {
            given: given.to_owned(),
        };
        let parts = text.split(',').map(str::trim);
        let networks = parts.map(|part| Network::parse(part).ok_or_else(|| no_proxies(part)));
        Ok(Proxies(networks.collect::<Result<_, _>>()?))
    }
}

impl Network {
    fn parse(text: &str) -> Option<Network> {
        let (address, n_bits) = match text.split_once('/') {
            Some((address, n_bits)) => (address, Some(n_bits.parse().ok()?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().ok()?;
        let n_bits_max = if address.is_ipv4() { 32 } else { 128 };
        let n_bits = n_bits.unwrap_or(n_bits_max);
        (n_bits <= n_bits_max).then_some(Network { address, n_bits })
    }

    fn contains(&self, address: IpAddr) -> bool {
        let differing = match (self.address, address) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                (own.to_bits() ^ other.to_bits()).leading_zeros()
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                (own.to_bits() ^ other.to_bits()).leading_zeros()
            }
            _ => return false,
        };
        differing >= self.n_bits
    }
}

impl Proxies {
    /// Those on this machine.
    pub const LOOPBACK: &str = "127.0.0.0/8,::1";

    /// Whether `address` is one of them.
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(address))
    }

    /// Who speaks on a connection from `peer`. Each proxy adds at the end of
    /// `X-Forwarded-For` whom it heard, so `lines` are read from the right, as far as proxies
    /// we know wrote them; what stands before that, anybody may have written.
    pub(crate) fn speaker<'a>(
        &self,
        peer: IpAddr,
        lines: impl DoubleEndedIterator<Item = &'a str>,
    ) -> IpAddr {
        let mut speaker = peer.to_canonical();
        for said in lines.rev().flat_map(|line| line.rsplit(',')) {
            let said = said.trim();
            let with_port = || said.parse().map(|said: SocketAddr| said.ip());
            match said.parse().or_else(|_| with_port()) {
                Ok(address) if self.contains(speaker) => speaker = address.to_canonical(),
                Ok(_) | Err(_) => break,
            }
        }
        speaker
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies(text: &str) -> Proxies {
        text.parse().expect("a list of proxies")
    }

    #[test]
    fn a_list_is_of_addresses_and_networks() {
        for text in [
            "127.0.0.1",
            "127.0.0.1, 10.0.0.0/8,::1,fd00::/8",
            "0.0.0.0/0",
        ] {
            assert!(text.parse::<Proxies>().is_ok(), "{text}");
        }
        for text in [
            "",
            "true",
            "localhost",
            "10.0.0.0/33",
            "::1/129",
            "10.0.0.1,",
            "1.2.3.4:80",
        ] {
            assert!(text.parse::<Proxies>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_network_is_of_those_who_share_its_first_bits() {
        for (list, address, expected) in [
            ("10.0.0.0/8", "10.255.1.2", true),
            ("10.0.0.0/8", "11.0.0.0", false),
            ("10.0.0.0/8", "::ffff:10.1.1.1", true),
            ("192.0.2.128/25", "192.0.2.127", false),
            ("192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
            ("0.0.0.0/0", "203.0.113.7", true),
            ("0.0.0.0/0", "2001:db8::1", false),
            ("2001:db8::/32", "2001:db8:1::1", true),
            ("2001:db8::/32", "2001:db9::1", false),
            (Proxies::LOOPBACK, "127.0.0.2", true),
            (Proxies::LOOPBACK, "::1", true),
        ] {
            let address: IpAddr = address.parse().expect("an address");
            assert_eq!(
                proxies(list).contains(address),
                expected,
                "{list} {address}"
            );
        }
        assert!(!Proxies::default().contains([127, 0, 0, 1].into()));
    }

    #[test]
    fn who_speaks_is_told_by_the_last_proxy_that_we_know() {
        let list = proxies("127.0.0.1,10.0.0.0/8");
        for (peer, lines, expected) in [
            ("127.0.0.1", &["203.0.113.7"][..], "203.0.113.7"),
            ("127.0.0.1", &["198.51.100.9, 203.0.113.7"], "203.0.113.7"),
            ("127.0.0.1", &["198.51.100.9", "203.0.113.7"], "203.0.113.7"),
            (
                "127.0.0.1",
                &["198.51.100.9, 203.0.113.7, 10.1.2.3"],
                "203.0.113.7",
            ),
            (
                "127.0.0.1",
                &["10.9.9.9, 203.0.113.7, 10.1.2.3"],
                "203.0.113.7",
            ),
            ("127.0.0.1", &["10.1.2.3"], "10.1.2.3"),
            ("127.0.0.1", &["203.0.113.7:4711"], "203.0.113.7"),
            ("127.0.0.1", &["198.51.100.9, unknown"], "127.0.0.1"),
            ("127.0.0.1", &[], "127.0.0.1"),
            ("192.0.2.1", &["203.0.113.7"], "192.0.2.1"),
        ] {
            let peer: IpAddr = peer.parse().expect("an address");
            let speaker = list.speaker(peer, lines.iter().copied());
            assert_eq!(speaker.to_string(), expected, "{peer} {lines:?}");
        }
    }
}
