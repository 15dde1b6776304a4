//! Where the bus is, and what it asks of those who come.

use std::fmt;
use std::str::FromStr;

/// The port of NATS if none is named.
const PORT: u16 = 4222;

/// Where NATS is: `nats://10.0.0.9:4222`, with `user:password@` or `token@` before the host if it
/// asks for that. It is never shown with them.
#[derive(Clone, PartialEq, Eq)]
pub struct BusUrl {
    /// The host and the port.
    authority: String,
    pub(super) access: BusAccess,
}

/// What NATS asks of those who come.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum BusAccess {
    Open,
    Token(String),
    Password { user: String, password: String },
}

/// Why a text is not the URL of a bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseBusUrlError;

impl fmt::Display for ParseBusUrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the URL of a bus is nats, a host and perhaps a port, such as nats://10.0.0.9:4222 or \
             nats://user:password@10.0.0.9",
        )
    }
}

impl std::error::Error for ParseBusUrlError {}

impl FromStr for BusUrl {
    type Err = ParseBusUrlError;

    fn from_str(text: &str) -> Result<BusUrl, ParseBusUrlError> {
        let rest = text.strip_prefix("nats://").ok_or(ParseBusUrlError)?;
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let (access, authority) = match rest.rsplit_once('@') {
            Some((access, authority)) => (BusAccess::parse(access)?, authority),
            None => (BusAccess::Open, rest),
        };
        let is_port_named = authority.rsplit_once(':').is_some_and(|(_, port)| {
            // The last colon of an IPv6 address is within its brackets.
            !port.ends_with(']')
        });
        let (host, port) = match authority.rsplit_once(':').filter(|_| is_port_named) {
            Some((host, port)) => (host, port),
            None => (authority, ""),
        };
        let port = match (
            is_port_named,
            port.bytes().all(|byte| byte.is_ascii_digit()),
        ) {
            (false, _) => PORT,
            (true, true) => port.parse().map_err(|_| ParseBusUrlError)?,
            (true, false) => return Err(ParseBusUrlError),
        };
        let is_bracketed = host.starts_with('[') && host.ends_with(']');
        let is_named = |sign: char| {
            sign.is_ascii_alphanumeric()
                || "-_.".contains(sign)
                || (is_bracketed && ":[]".contains(sign))
        };
        if host.is_empty() || port == 0 || !host.chars().all(is_named) {
            return Err(ParseBusUrlError);
        }
        let authority = format!("{}:{port}", host.to_ascii_lowercase());
        Ok(BusUrl { authority, access })
    }
}

impl BusAccess {
    fn parse(text: &str) -> Result<BusAccess, ParseBusUrlError> {
        let access = match text.split_once(':') {
            Some((user, password)) => BusAccess::Password {
                user: unescaped(user)?,
                password: unescaped(password)?,
            },
            None => BusAccess::Token(unescaped(text)?),
        };
        match &access {
            BusAccess::Token(name) | BusAccess::Password { user: name, .. } if name.is_empty() => {
                Err(ParseBusUrlError)
            }
            _ => Ok(access),
        }
    }
}

/// A part of a URL in which `%40` stands for `@`.
fn unescaped(text: &str) -> Result<String, ParseBusUrlError> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'%' {
            bytes.push(first);
            continue;
        }
        let (digits, after) = rest.split_at_checked(2).ok_or(ParseBusUrlError)?;
        let digits = std::str::from_utf8(digits).map_err(|_| ParseBusUrlError)?;
        let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let byte = u8::from_str_radix(digits, 16).ok().filter(|_| is_hex);
        bytes.push(byte.ok_or(ParseBusUrlError)?);
        rest = after;
    }
    String::from_utf8(bytes).map_err(|_| ParseBusUrlError)
}

/// Without what it asks for.
impl fmt::Display for BusUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nats://{}", self.authority)
    }
}

/// Without what it asks for.
impl fmt::Debug for BusUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bus_url_is_nats_a_host_and_perhaps_a_port() {
        for (text, expected) in [
            ("nats://10.0.0.9:4333", Some("nats://10.0.0.9:4333")),
            ("nats://Bus/", Some("nats://bus:4222")),
            ("nats://[fd00::1]", Some("nats://[fd00::1]:4222")),
            ("nats://[fd00::1]:80", Some("nats://[fd00::1]:80")),
            ("nats://ann:secret@bus:1", Some("nats://bus:1")),
            ("nats://token@bus", Some("nats://bus:4222")),
            ("nats://", None),
            ("nats://:4222", None),
            ("nats://bus:0", None),
            ("nats://bus:", None),
            ("nats://bus:+1", None),
            ("nats://bus:99999", None),
            ("nats://a:b:c", None),
            ("nats://a b", None),
            ("nats://bus/path", None),
            ("nats://@bus", None),
            ("nats://:secret@bus", None),
            ("nats://a%4@bus", None),
            ("nats://a%+4@bus", None),
            ("tls://bus", None),
            ("http://bus:4222", None),
            ("bus:4222", None),
        ] {
            let parsed = text.parse::<BusUrl>().ok().map(|url| url.to_string());
            assert_eq!(parsed.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn what_a_bus_asks_for_is_read_and_never_shown() {
        let url: BusUrl = "nats://ann:s%40c:ret@bus".parse().expect("a URL");
        let BusAccess::Password { user, password } = &url.access else {
            panic!("no password");
        };
        assert_eq!((user.as_str(), password.as_str()), ("ann", "s@c:ret"));
        let token: BusUrl = "nats://secret@bus".parse().expect("a URL");
        assert!(matches!(&token.access, BusAccess::Token(token) if token == "secret"));
        for shown in [format!("{url:?} {url}"), format!("{token:?} {token}")] {
            assert!(!shown.contains("ret"), "{shown}");
        }
    }
}
