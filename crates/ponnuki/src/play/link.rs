//! Links to rooms, as people paste them from a page.

use std::fmt;

use axum::http::Uri;

/// A server, as its links begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Base {
    /// Whether it speaks TLS.
    pub(crate) is_secure: bool,
    pub(crate) host: String,
    pub(crate) port: u16,
}

/// What a link gives besides the way to a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// An invitation to the guest's seat.
    Join(String),
    /// A seat that another device handed over.
    Seat(String),
    /// Nothing: whoever comes watches.
    Watch,
}

/// A link to a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RoomLink {
    pub(super) base: Base,
    pub(super) room: String,
    pub(super) key: Key,
}

/// A text that is no link to a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NoLink {
    given: String,
}

impl fmt::Display for NoLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a link is as the page gives it, such as https://go.example.org/r/k3q9x7m2wd#join=…, \
             not {:?}",
            self.given
        )
    }
}

impl std::error::Error for NoLink {}

impl Base {
    /// Reads `https://go.example.org` or `http://127.0.0.1:8361`; a path is passed over.
    ///
    /// # Errors
    ///
    /// If it is not the link of a server.
    pub(crate) fn parse(text: &str) -> Result<Base, NoLink> {
        let no_link = || NoLink {
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
        Ok(Base {
            is_secure,
            host: authority.host().to_owned(),
            port: authority.port_u16().unwrap_or(default_port),
        })
    }

    /// The host as requests name it.
    pub(crate) fn authority(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    /// The host as one looks it up: an address of the sixth version without its brackets.
    pub(super) fn name(&self) -> &str {
        self.host.trim_matches(['[', ']'])
    }
}

impl fmt::Display for Base {
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
    pub(crate) fn parse(text: &str) -> Result<RoomLink, NoLink> {
        let text = text.trim();
        let no_link = || NoLink {
            given: text.to_owned(),
        };
        let (place, fragment) = text.split_once('#').unwrap_or((text, ""));
        let base = Base::parse(place).map_err(|_| no_link())?;
        let uri: Uri = place.parse().map_err(|_| no_link())?;
        let room = uri.path().strip_prefix("/r/").ok_or_else(no_link)?;
        let room = room.trim_end_matches('/');
        let is_id = !room.is_empty() && room.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_id {
            return Err(no_link());
        }
        let key = match fragment.split_once('=') {
            Some(("join", token)) => Key::Join(token.to_owned()),
            Some(("seat", token)) => Key::Seat(token.to_owned()),
            _ => Key::Watch,
        };
        Ok(RoomLink {
            base,
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
        let join = Key::Join("abc.def".to_owned());
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
                Key::Watch,
            ),
            (
                "http://[::1]:80/r/abc/#seat=x",
                "http://[::1]:80",
                "abc",
                Key::Seat("x".to_owned()),
            ),
        ] {
            let link = RoomLink::parse(text).expect(text);
            let found = (link.base.to_string(), link.room.as_str(), link.key);
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
        let base = Base::parse("http://[::1]:80").expect("a server");
        assert_eq!(base.name(), "::1");
    }
}
