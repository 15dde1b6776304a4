//! How a server is to run.

use std::net::SocketAddr;

use crate::doorplate::{Doorplate, PublicUrl};
use crate::limits::Limits;

/// How a server is to run.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Where it is on the internet, if it is.
    pub public_url: Option<PublicUrl>,
    /// Whether a proxy stands before it whose `X-Forwarded-For` tells the truth.
    pub is_behind_proxy: bool,
    /// Where it can be reached in the local network, if it can.
    pub lan: Option<SocketAddr>,
    /// How much of everything it gives.
    pub limits: Limits,
    /// How many threads think; at least one.
    pub n_thinkers: usize,
}

impl Config {
    pub(crate) fn doorplate(&self) -> Doorplate {
        Doorplate {
            public_url: self.public_url.clone(),
            is_behind_proxy: self.is_behind_proxy,
            lan: self.lan,
        }
    }
}
