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
//! Modules, each using only those before it: `link`, `reach`, `seat`, `kept`; and `worker`, which
//! uses the first two: the connection of a program that thinks for a server.

mod kept;
mod link;
mod reach;
mod seat;
mod worker;

pub use kept::KeptSeat;
pub use link::{ParseLinkError, RoomKey, RoomLink, ServerAddress};
pub use reach::{Unreached, send};
pub use seat::{FromServer, SeatAddress, SeatConnection, SeatFault};
pub use worker::WorkerConnection;
