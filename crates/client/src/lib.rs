//! A seat on any Ponnuki server: the links that lead to one, requests, sockets and TLS.
//!
//! ```
//! use ponnuki_client::RoomLink;
//!
//! let link = RoomLink::parse("https://go.example.org/r/k3q9x7m2wd")?;
//! assert_eq!(link.server.to_string(), "https://go.example.org:443");
//! # Ok::<(), ponnuki_client::ParseLinkError>(())
//! ```
//!
//! Modules, each using only those before it: `link`, `reach`.

mod link;
mod reach;

pub use link::{ParseLinkError, RoomKey, RoomLink, ServerAddress};
pub use reach::{Socket, Stream, Unreached, ask, connect, send, silent, socket};
