//! Where the bus between nodes is.

use std::env;

use ponnuki_server::BusUrl;

use crate::Failure;

/// What names the bus, so that its password is in no list of processes.
pub(crate) const BUS_VARIABLE: &str = "PONNUKI_BUS";

/// Where the bus between nodes is, if there is one.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct BusPlace {
    /// Share news and work with other nodes over NATS [default: PONNUKI_BUS]
    // Not read before [`BusPlace::url`]: what is wrong with an option is told with its value, and
    // this one may have a password in it.
    #[arg(long, value_name = "URL")]
    bus: Option<String>,
}

impl BusPlace {
    /// The bus.
    ///
    /// # Errors
    ///
    /// What is given is no address of one.
    pub(crate) fn url(&self) -> Result<Option<BusUrl>, Failure> {
        let (name, text) = match (&self.bus, env::var(BUS_VARIABLE)) {
            (Some(text), _) => ("--bus", text.clone()),
            (None, Ok(text)) if !text.is_empty() => (BUS_VARIABLE, text),
            (None, _) => return Ok(None),
        };
        let url: Result<BusUrl, _> = text.parse();
        url.map(Some)
            .map_err(|why| Failure::Misuse(format!("{name}: {why}")))
    }
}
