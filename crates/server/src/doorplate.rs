//! The addresses under which people know this server, and who else's pages may not
//! speak to it.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use crate::machine;

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
    };
    plate.is_own_host(host) && origin.is_none_or(|origin| plate.is_own_origin(origin, host))
}

/// The names this server answers to.
#[derive(Clone, Debug)]
pub(crate) struct Doorplate {
    /// Where it is on the internet, if it is.
    pub(crate) public_url: Option<PublicUrl>,
    /// What the machine is called in its network, in small letters and without a dot.
    pub(crate) machine: Option<String>,
    /// Where it is in the local network, if it can be reached there.
    pub(crate) lan: Option<SocketAddr>,
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

    /// What links begin with, for someone who came by `host`: an address that
    /// others can reach too, where there is one.
    pub(crate) fn base_url(&self, host: &str) -> String {
        let name = without_port(host).trim_matches(['[', ']']);
        let address = name.parse::<IpAddr>().ok();
        let is_loopback = name.eq_ignore_ascii_case("localhost")
            || address.is_some_and(|address| address.is_loopback());
        match (&self.public_url, self.lan) {
            (Some(url), _) => url.to_string(),
            (None, Some(lan)) if is_loopback => format!("http://{lan}"),
            (None, _) => format!("http://{host}"),
        }
    }
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
        }
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
    fn links_are_for_others_too() {
        let mut plate = plate(None);
        assert_eq!(plate.base_url("localhost:8361"), "http://localhost:8361");
        plate.lan = Some("192.168.1.7:8361".parse().expect("an address"));
        assert_eq!(plate.base_url("localhost:8361"), "http://192.168.1.7:8361");
        assert_eq!(plate.base_url("pc.local:8361"), "http://pc.local:8361");
    }
}
