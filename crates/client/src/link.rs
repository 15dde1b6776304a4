//! Links to rooms, as people paste them from a page.

use std::fmt;

use hyper::Uri;

/// Where a server is, as its links begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerAddress {
    /// Whether it speaks TLS.
    pub is_secure: bool,
    /// The host as links write it: an IPv6 address is in brackets.
    pub host: String,
    /// The port, also where the link leaves out the usual one.
    pub port: u16,
}

/// What a link gives besides the way to a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomKey {
    /// An invitation to the guest's seat.
    Join(String),
    /// A seat that another device handed over.
    Seat(String),
    /// Nothing: whoever comes watches.
    Watch,
}

/// A link to a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomLink {
    /// The server that has the room.
    pub server: ServerAddress,
    /// The room's id.
    pub room: String,
    /// What else the link gives.
    pub key: RoomKey,
}

/// A text that is no link to a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLinkError {
    given: String,
}

impl fmt::Display for ParseLinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a link is as the page gives it, such as https://go.example.org/r/k3q9x7m2wd#join=…, \
             not {:?}",
            self.given
        )
    }
}

impl std::error::Error for ParseLinkError {}

impl ServerAddress {
    /// Reads `https://go.example.org` or `http://127.0.0.1:8361`; a path is passed over.
    ///
    /// # Errors
    ///
    /// If it is not the link of a server.
    pub fn parse(text: &str) -> Result<ServerAddress, ParseLinkError> {
        let no_link = || ParseLinkError {
            given: text.to_owned(),
        };
        let uri: Uri = text.parse().map_err(|_| no_link())?;
        let is_secure = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(no_link()),
        };
        let authority = uri.authority().ok_or_else(no_link)?;
        let default_port = if is_secure { 443 } else { 80 };
        Ok(ServerAddress {
            is_secure,
            host: authority.host().to_owned(),
            port: authority.port_u16().unwrap_or(default_port),
        })
    }

    /// The host as requests name it.
    pub fn authority(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    /// The host as one looks it up: an IPv6 address without its brackets.
    pub fn name(&self) -> &str {
        self.host.trim_matches(['[', ']'])
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_secure { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.authority())
    }
}

impl RoomLink {
    /// Reads a link to a room, with an invitation, a seat or nothing after the `#`.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn parse(text: &str) -> Result<RoomLink, ParseLinkError> {
        let text = text.trim();
        let no_link = || ParseLinkError {
            given: text.to_owned(),
        };
        let (place, fragment) = text.split_once('#').unwrap_or((text, ""));
        let server = ServerAddress::parse(place).map_err(|_| no_link())?;
        let uri: Uri = place.parse().map_err(|_| no_link())?;
        let room = uri.path().strip_prefix("/r/").ok_or_else(no_link)?;
        let room = room.trim_end_matches('/');
        let is_id = !room.is_empty() && room.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_id {
            return Err(no_link());
        }
        let key = match fragment.split_once('=') {
            Some(("join", token)) => RoomKey::Join(token.to_owned()),
            Some(("seat", token)) => RoomKey::Seat(token.to_owned()),
            _ => RoomKey::Watch,
        };
        Ok(RoomLink {
            server,
            room: room.to_owned(),
            key,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_as_they_are_pasted() {
        let join = RoomKey::Join("abc.def".to_owned());
        for (text, base, room, key) in [
            (
                "https://go.example.org/r/k3q9x7m2wd#join=abc.def",
                "https://go.example.org:443",
                "k3q9x7m2wd",
                join,
            ),
            (
                " http://127.0.0.1:8361/r/k3q9x7m2wd \n",
                "http://127.0.0.1:8361",
                "k3q9x7m2wd",
                RoomKey::Watch,
            ),
            (
                "http://[::1]:80/r/abc/#seat=x",
                "http://[::1]:80",
                "abc",
                RoomKey::Seat("x".to_owned()),
            ),
        ] {
            let link = RoomLink::parse(text).expect(text);
            let found = (link.server.to_string(), link.room.as_str(), link.key);
            assert_eq!(found, (base.to_owned(), room, key));
        }
    }

    #[test]
    fn what_is_no_link_is_refused() {
        for text in [
            "",
            "k3q9x7m2wd",
            "ftp://go.example.org/r/abc",
            "https://go.example.org/",
            "https://go.example.org/r/",
            "https://go.example.org/r/../x",
            "https://go.example.org/problems/abc",
            "https:///r/abc",
        ] {
            assert!(RoomLink::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_address_of_the_sixth_version_is_looked_up_without_brackets() {
        let base = ServerAddress::parse("http://[::1]:80").expect("a server");
        assert_eq!(base.name(), "::1");
    }
}
