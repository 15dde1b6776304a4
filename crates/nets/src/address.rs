//! Where a network lies on the internet: an address that begins with `https`.

use std::fmt;

use hyper::Uri;
use ponnuki_client::ServerAddress;

/// The port of a server where its address does not say another.
const PORT: u16 = 443;

/// A file on a server that speaks TLS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetAddress {
    /// The server that has the file.
    pub server: ServerAddress,
    /// The path and, after a question mark, what else the server is told.
    pub path: String,
}

/// Why something is no address to fetch from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadNetAddress {
    /// It is no address of a file.
    NoAddress {
        /// What was given.
        given: String,
    },
    /// It is one without TLS.
    NotSecure {
        /// What was given.
        given: String,
    },
    /// It has a name and a password in it, which nobody is told.
    HasPassword,
}

impl fmt::Display for BadNetAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadNetAddress::NoAddress { given } => write!(
                f,
                "an address looks like https://example.org/networks/name.bin.gz, not {given:?}"
            ),
            BadNetAddress::NotSecure { given } => write!(
                f,
                "{given} is not fetched: an address begins with https, for nothing is fetched \
                 without TLS"
            ),
            BadNetAddress::HasPassword => {
                f.write_str("an address with a user and a password in it is not fetched")
            }
        }
    }
}

impl std::error::Error for BadNetAddress {}

impl NetAddress {
    /// Whether `text` is meant as an address, and not as a name.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        text.contains("://")
    }

    /// Reads an address; what comes after a `#` is for browsers.
    ///
    /// # Errors
    ///
    /// It is none, or one that is not fetched from.
    pub fn parse(text: &str) -> Result<NetAddress, BadNetAddress> {
        let given = || text.to_owned();
        let place = text.split('#').next().unwrap_or(text);
        let server =
            ServerAddress::parse(place).map_err(|_| BadNetAddress::NoAddress { given: given() })?;
        let uri: Uri = place
            .parse()
            .map_err(|_| BadNetAddress::NoAddress { given: given() })?;
        if !server.is_secure {
            return Err(BadNetAddress::NotSecure { given: given() });
        }
        let has_password = uri
            .authority()
            .is_some_and(|all| all.as_str().contains('@'));
        if has_password {
            return Err(BadNetAddress::HasPassword);
        }
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        Ok(NetAddress {
            server,
            path: path.to_owned(),
        })
    }

    /// The address that a server at this one sends on to.
    ///
    /// # Errors
    ///
    /// As [`NetAddress::parse`].
    pub fn join(&self, location: &str) -> Result<NetAddress, BadNetAddress> {
        let location = location.split('#').next().unwrap_or(location);
        let own = |path: &str| NetAddress::parse(&format!("https://{}{path}", self.host()));
        let path = self.path.split('?').next().unwrap_or(&self.path);
        match location {
            _ if NetAddress::is_meant(location) => NetAddress::parse(location),
            _ if location.starts_with("//") => NetAddress::parse(&format!("https:{location}")),
            _ if location.starts_with('/') => own(location),
            _ if location.starts_with('?') => own(&format!("{path}{location}")),
            _ => {
                let folder = path.rfind('/').map_or("/", |at| &path[..=at]);
                own(&format!("{folder}{location}"))
            }
        }
    }

    /// The last part of the path: what the file is called.
    #[must_use]
    pub fn file_name(&self) -> &str {
        let path = self.path.split('?').next().unwrap_or(&self.path);
        path.rsplit('/').next().unwrap_or(path)
    }

    /// The server as requests name it: with its port only where that is not the usual one, for
    /// stores that sign their addresses sign the host with it.
    #[must_use]
    pub fn host(&self) -> String {
        match self.server.port {
            PORT => self.server.host.clone(),
            _ => self.server.authority(),
        }
    }
}

impl fmt::Display for NetAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "https://{}{}", self.host(), self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_and_followed_as_browsers_do() {
        let address = NetAddress::parse("https://example.org/nets/a.bin.gz?x=1#top").unwrap();
        assert_eq!(address.to_string(), "https://example.org/nets/a.bin.gz?x=1");
        assert_eq!(address.file_name(), "a.bin.gz");
        for (location, expected) in [
            ("b.bin", "https://example.org/nets/b.bin"),
            ("/b.bin", "https://example.org/b.bin"),
            ("?y=2", "https://example.org/nets/a.bin.gz?y=2"),
            ("//other.org/b", "https://other.org/b"),
            ("https://other.org:444/b#c", "https://other.org:444/b"),
        ] {
            let found = address.join(location).unwrap().to_string();
            assert_eq!(found, expected, "{location}");
        }
    }

    #[test]
    fn what_is_not_https_or_has_a_password_is_refused() {
        for (text, expected) in [
            ("http://example.org/a.bin", "is not fetched"),
            ("ftp://example.org/a.bin", "an address looks like"),
            ("https://", "an address looks like"),
            ("https:// /a", "an address looks like"),
            ("https://me:secret@example.org/a.bin", "a password"),
        ] {
            let told = NetAddress::parse(text).unwrap_err().to_string();
            assert!(told.contains(expected), "{text}: {told}");
        }
        let address = NetAddress::parse("https://example.org/a.bin").unwrap();
        let told = address.join("http://example.org/a.bin").unwrap_err();
        assert!(matches!(told, BadNetAddress::NotSecure { .. }), "{told}");
    }
}
