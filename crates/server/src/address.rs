//! Where a server listens, as people write it, and where others find it then.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// The port of the game where nobody names one: 361 points, and eight for luck.
pub const PORT: u16 = 8361;

/// An address to listen at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListenAt {
    /// The address and the port.
    pub address: SocketAddr,
    /// Whether the port was named: then it is that one or none.
    pub is_port_named: bool,
}

impl Default for ListenAt {
    /// This machine alone, at the port of the game or the next one that is free.
    fn default() -> ListenAt {
        ListenAt {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)),
            is_port_named: false,
        }
    }
}

impl ListenAt {
    /// `127.0.0.1:8361`, `localhost:8361`, `:8361`, or an address or a port alone.
    ///
    /// # Errors
    ///
    /// It is none of these.
    pub fn parse(text: &str) -> Result<ListenAt, String> {
        let named = |address| ListenAt {
            address,
            is_port_named: true,
        };
        let alone = |ip: IpAddr| ListenAt {
            address: (ip, PORT).into(),
            is_port_named: false,
        };
        let whole = with_port(text).map(named);
        let at = whole.or_else(|| host(text).map(alone));
        at.ok_or_else(|| {
            "listen at an address and a port such as 0.0.0.0:8361 or localhost:8361, or at \
             either alone"
                .to_owned()
        })
    }
}

/// The address alone, whether or not its port was named.
///
/// # Errors
///
/// As [`ListenAt::parse`].
pub fn listen_address(text: &str) -> Result<SocketAddr, String> {
    ListenAt::parse(text).map(|at| at.address)
}

/// `127.0.0.1:9361` or a port alone.
///
/// # Errors
///
/// It is neither.
pub fn metrics_address(text: &str) -> Result<SocketAddr, String> {
    with_port(text)
        .ok_or_else(|| "name an address and a port such as 127.0.0.1:9361, or a port".to_owned())
}

/// An address with a port, or a port of this machine.
fn with_port(text: &str) -> Option<SocketAddr> {
    let port = |text: &str| {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_: &u16| is_plain)
    };
    let here = |port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let split = || {
        let (name, end) = text.rsplit_once(':')?;
        match name {
            "" => port(end).map(here),
            _ => Some((localhost(name)?, port(end)?).into()),
        }
    };
    text.parse()
        .ok()
        .or_else(|| port(text).map(here))
        .or_else(split)
}

/// An address alone.
fn host(text: &str) -> Option<IpAddr> {
    text.parse().ok().or_else(|| localhost(text))
}

/// The one name that means the same everywhere: other names may be of several addresses.
fn localhost(name: &str) -> Option<IpAddr> {
    let is_it = name.eq_ignore_ascii_case("localhost");
    is_it.then_some(Ipv4Addr::LOCALHOST.into())
}

/// The address under which this machine reaches a server at `address`.
pub fn from_here(address: SocketAddr) -> SocketAddr {
    match address.ip().is_unspecified() {
        true => SocketAddr::from((Ipv4Addr::LOCALHOST, address.port())),
        false => address,
    }
}

/// The address under which others in the network reach a server at `address`, if they do.
pub fn lan_address(address: SocketAddr) -> Option<SocketAddr> {
    if address.ip().is_loopback() {
        return None;
    }
    if !address.ip().is_unspecified() {
        return Some(address);
    }
    in_network().map(|ip| SocketAddr::from((ip, address.port())))
}

/// The address of this machine in its network, if it is in one.
pub fn in_network() -> Option<IpAddr> {
    // Connecting a datagram socket sends nothing; it only looks up which way it
    // would go. The address is one that is kept for documentation.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    let is_useful = !ip.is_loopback() && !ip.is_unspecified();
    is_useful.then_some(ip)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_or_a_port_may_stand_alone() {
        for (text, expected) in [
            ("0.0.0.0:80", Some(("0.0.0.0:80", true))),
            ("[::]:80", Some(("[::]:80", true))),
            ("0.0.0.0", Some(("0.0.0.0:8361", false))),
            ("::1", Some(("[::1]:8361", false))),
            ("9000", Some(("127.0.0.1:9000", true))),
            (":8376", Some(("127.0.0.1:8376", true))),
            ("localhost", Some(("127.0.0.1:8361", false))),
            ("localhost:8376", Some(("127.0.0.1:8376", true))),
            ("LocalHost:0", Some(("127.0.0.1:0", true))),
            ("go.example.org:80", None),
            ("localhost:", None),
            ("localhost:+80", None),
            (":", None),
            ("99999", None),
            (":99999", None),
            ("", None),
        ] {
            let found = ListenAt::parse(text).ok();
            let found = found.map(|at| (at.address.to_string(), at.is_port_named));
            let expected = expected.map(|(address, is_named)| (address.to_owned(), is_named));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn metrics_need_a_port() {
        for (text, expected) in [
            ("127.0.0.1:9361", Some("127.0.0.1:9361")),
            ("9361", Some("127.0.0.1:9361")),
            (":9361", Some("127.0.0.1:9361")),
            ("localhost:9361", Some("127.0.0.1:9361")),
            ("localhost", None),
            ("127.0.0.1", None),
        ] {
            let found = metrics_address(text)
                .ok()
                .map(|address| address.to_string());
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }
}
