//! A seat on any Ponnuki server: the links that lead to one, requests, sockets, TLS, and a
//! connection that comes back by itself.
//!
//! ```
//! use ponnuki_client::RoomLink;
//!
//! let link = RoomLink::parse("https://go.example.org/r/k3q9x7m2wd")?;
//! assert_eq!(link.server.to_string(), "https://go.example.org:443");
//! # Ok::<(), ponnuki_client::ParseLinkError>(())
//! ```
//!
//! Modules, each using only those before it: `link`, `reach`, `seat`.

mod link;
mod reach;
mod seat;

pub use link::{ParseLinkError, RoomKey, RoomLink, ServerAddress};
pub use reach::{Unreached, send};
pub use seat::{Heard, SeatAddress, SeatConnection, SeatFault};
