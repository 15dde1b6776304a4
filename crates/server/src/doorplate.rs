//! The addresses under which people know this server, and who else's pages may not
//! speak to it.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use ponnuki_wire::{Extent, Reach};

use crate::door::{Door, is_this_machine};
use crate::machine;
use crate::request::Client;

/// Where the server is on the internet, as in links: `https://go.example.org`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    is_secure: bool,
    /// The host, and the port if it is said.
    authority: String,
}

/// Why a text is not the URL of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseUrlError {
    /// It starts neither with `http://` nor with `https://`.
    Scheme,
    /// There is no host, or something that belongs into no host's name.
    Host,
    /// There is more after the host: the pages are at the root.
    Path,
}

impl fmt::Display for ParseUrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseUrlError::Scheme => "a public URL starts with http:// or https://",
            ParseUrlError::Host => "a public URL names a host, such as https://go.example.org",
            ParseUrlError::Path => "a public URL ends with the host, the pages are at its root",
        })
    }
}

impl std::error::Error for ParseUrlError {}

impl FromStr for PublicUrl {
    type Err = ParseUrlError;

    fn from_str(text: &str) -> Result<PublicUrl, ParseUrlError> {
        let (is_secure, rest) = match (text.strip_prefix("https://"), text.strip_prefix("http://"))
        {
            (Some(rest), _) => (true, rest),
            (None, Some(rest)) => (false, rest),
            (None, None) => return Err(ParseUrlError::Scheme),
        };
        let authority = rest.strip_suffix('/').unwrap_or(rest);
        if authority.contains(['/', '?', '#']) {
            return Err(ParseUrlError::Path);
        }
        let is_named = |sign: char| sign.is_ascii_alphanumeric() || "-.:[]".contains(sign);
        if authority.is_empty() || !authority.chars().all(is_named) {
            return Err(ParseUrlError::Host);
        }
        Ok(PublicUrl {
            is_secure,
            authority: authority.to_ascii_lowercase(),
        })
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_secure { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.authority)
    }
}

/// Whether a program on this machine or near it, called by the name in the `Host`
/// header, may answer a request: not one from another site's page, which browsers tell
/// by `origin`, nor one under a name that it cannot have.
pub fn may_speak(host: &str, origin: Option<&str>) -> bool {
    let plate = Doorplate {
        public_url: None,
        machine: machine::name(),
        lan: None,
        listens: None,
        door: Door::default(),
    };
    plate.is_own_host(host) && origin.is_none_or(|origin| plate.is_own_origin(origin, host))
}

/// The names this server answers to.
#[derive(Debug)]
pub(crate) struct Doorplate {
    /// Where it is on the internet, if it is.
    pub(crate) public_url: Option<PublicUrl>,
    /// What the machine is called in its network, in small letters and without a dot.
    pub(crate) machine: Option<String>,
    /// Where it is in the local network, if it can be reached there.
    pub(crate) lan: Option<SocketAddr>,
    /// Where it listens, if it does.
    pub(crate) listens: Option<SocketAddr>,
    /// Where it listens besides since it was asked to.
    pub(crate) door: Door,
}

impl Doorplate {
    /// Whether cookies go over encrypted connections alone.
    pub(crate) fn is_secure(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.is_secure)
    }

    /// Whether `host`, a `Host` header, may mean this server.
    ///
    /// A page elsewhere can have its own name resolve to this machine and then
    /// speak to us as if it were ours. It cannot do so under an address, under this
    /// machine's own name or under one that only machines nearby give themselves; any other
    /// name without a dot may be whatever a network's resolver makes of it.
    pub(crate) fn is_own_host(&self, host: &str) -> bool {
        let name = without_port(host).to_ascii_lowercase();
        let is_address = name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
        let is_near = name == "localhost"
            || name.ends_with(".localhost")
            || name.ends_with(".local")
            || self.machine.as_ref() == Some(&name);
        let is_public = |url: &PublicUrl| without_port(&url.authority) == name;
        let is_public = self.public_url.as_ref().is_some_and(is_public);
        is_address || is_near || is_public
    }

    /// Whether a page from `origin` may ask for something at `host`.
    pub(crate) fn is_own_origin(&self, origin: &str, host: &str) -> bool {
        let is_public = |url: &PublicUrl| url.to_string().eq_ignore_ascii_case(origin);
        let authority = origin
            .strip_prefix("http://")
            .or(origin.strip_prefix("https://"));
        self.public_url.as_ref().is_some_and(is_public)
            || authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host))
    }

    /// Where links lead for `client`: to an address that others can reach too, where there
    /// is one. What the server's own network is like is told on its own computer alone.
    pub(crate) fn reach(&self, client: &Client) -> Reach {
        let own = format!("http://{}", client.host);
        let is_local = is_on_this_computer(client);
        let lan = self.lan.filter(|lan| is_this_machine(lan.ip()));
        let lan = lan.or_else(|| self.door.address()).filter(|_| is_local);
        let (base, extent) = match (&self.public_url, lan) {
            (Some(url), _) => (url.to_string(), Extent::Address),
            (None, Some(lan)) => (format!("http://{lan}"), Extent::Network),
            (None, None) if is_local => (own, Extent::Computer),
            (None, None) => (own, Extent::Address),
        };
        let alone = self.listens.filter(|listens| listens.ip().is_loopback());
        let listen = alone.filter(|_| extent == Extent::Computer);
        Reach {
            base,
            extent,
            listen: listen.map(|listens| format!("0.0.0.0:{}", listens.port())),
            door: listen
                .and_then(|_| self.door.offer())
                .map(|door| door.to_string()),
        }
    }
}

/// Whether `client` sits at the computer of the server.
pub(crate) fn is_on_this_computer(client: &Client) -> bool {
    is_loopback_host(&client.host) && client.address.to_canonical().is_loopback()
}

/// Whether `host` means the computer that asks.
fn is_loopback_host(host: &str) -> bool {
    let name = without_port(host).trim_matches(['[', ']']);
    let address = name.parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

/// The host in `go.example.org:8361` or `[::1]:8361`.
fn without_port(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        Some(_) | None => authority,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plate(public_url: Option<&str>) -> Doorplate {
        Doorplate {
            public_url: public_url.map(|url| url.parse().expect("a URL")),
            machine: Some("pc".to_owned()),
            lan: None,
            listens: Some("127.0.0.1:8361".parse().expect("an address")),
            door: Door::default(),
        }
    }

    /// What `plate` tells someone at `address` who came by `host`.
    fn reach(plate: &Doorplate, address: &str, host: &str) -> (String, Extent, Option<String>) {
        let Reach {
            base,
            extent,
            listen,
            door: _,
        } = plate.reach(&Client {
            address: address.parse().expect("an address"),
            host: host.to_owned(),
        });
        (base, extent, listen)
    }

    #[test]
    fn a_public_url_is_a_scheme_and_a_host() {
        for (text, expected) in [
            ("https://go.example.org", Ok("https://go.example.org")),
            ("https://Go.Example.org/", Ok("https://go.example.org")),
            ("http://10.0.0.1:8080", Ok("http://10.0.0.1:8080")),
            ("go.example.org", Err(ParseUrlError::Scheme)),
            ("https://", Err(ParseUrlError::Host)),
            ("https://a b", Err(ParseUrlError::Host)),
            ("https://user@host", Err(ParseUrlError::Host)),
            ("https://go.example.org/play", Err(ParseUrlError::Path)),
        ] {
            let found = text.parse::<PublicUrl>().map(|url| url.to_string());
            assert_eq!(found, expected.map(str::to_owned), "{text}");
        }
    }

    #[test]
    fn a_name_of_the_internet_is_ours_only_if_we_were_told() {
        let hosts = [
            "evil.example",
            "go.example.org",
            "go.example.org:8361",
            "intranet",
            "wpad:8361",
            "pc.example.org",
        ];
        for host in hosts {
            assert!(!plate(None).is_own_host(host), "{host}");
        }
        let told = plate(Some("https://go.example.org"));
        assert!(told.is_own_host("go.example.org") && !told.is_own_host("evil.example"));
        for host in [
            "127.0.0.1:8361",
            "[::1]:8361",
            "localhost:8361",
            "192.168.1.7",
            "pc.local",
            "PC:8361",
        ] {
            assert!(plate(None).is_own_host(host), "{host}");
        }
        assert!(!plate(None).is_own_host(""));
    }

    #[test]
    fn another_sites_page_is_not_ours() {
        let host = "127.0.0.1:8361";
        for (origin, expected) in [
            ("http://127.0.0.1:8361", true),
            ("http://127.0.0.1:8362", false),
            ("http://127.0.0.1:8361.evil.example", false),
            ("https://evil.example", false),
            ("null", false),
            ("", false),
        ] {
            assert_eq!(
                plate(None).is_own_origin(origin, host),
                expected,
                "{origin}"
            );
        }
        let told = plate(Some("https://go.example.org"));
        assert!(told.is_own_origin("https://go.example.org", "10.0.0.1:8361"));
    }

    #[test]
    fn a_link_that_works_on_this_computer_alone_says_so_and_what_to_do() {
        let [alone, public] = [plate(None), plate(Some("https://go.example.org"))];
        for host in ["localhost:8361", "127.0.0.1:8361", "[::1]:8361"] {
            let told = reach(&alone, "127.0.0.1", host);
            let listen = Some("0.0.0.0:8361".to_owned());
            assert_eq!(told, (format!("http://{host}"), Extent::Computer, listen));
        }
        let told = reach(&public, "127.0.0.1", "127.0.0.1:8361");
        assert_eq!(
            told,
            ("https://go.example.org".to_owned(), Extent::Address, None)
        );
    }

    #[test]
    fn links_are_for_others_too() {
        let mut plate = plate(None);
        plate.listens = Some("0.0.0.0:8361".parse().expect("an address"));
        // Every machine has this address, and nobody takes it for the usual one.
        plate.lan = Some("127.0.0.2:8361".parse().expect("an address"));
        let told = reach(&plate, "::ffff:127.0.0.1", "localhost:8361");
        assert_eq!(
            told,
            ("http://127.0.0.2:8361".to_owned(), Extent::Network, None)
        );
        let told = reach(&plate, "127.0.0.1", "pc.local:8361");
        assert_eq!(
            told,
            ("http://pc.local:8361".to_owned(), Extent::Address, None)
        );
        // The address is of no machine: the network that it was of has been left.
        plate.lan = Some("192.0.2.7:8361".parse().expect("an address"));
        let told = reach(&plate, "127.0.0.1", "localhost:8361");
        assert_eq!(
            told,
            ("http://localhost:8361".to_owned(), Extent::Computer, None)
        );
    }

    #[test]
    fn nobody_elsewhere_is_told_of_the_network() {
        let mut plate = plate(None);
        let came = ("http://localhost:8361".to_owned(), Extent::Address, None);
        assert_eq!(reach(&plate, "203.0.113.7", "localhost:8361"), came);
        plate.lan = Some("127.0.0.2:8361".parse().expect("an address"));
        assert_eq!(reach(&plate, "203.0.113.7", "localhost:8361"), came);
    }
}
