//! Where games are kept: in a file of the data directory, or in PostgreSQL.

use std::env;

use ponnuki_store::{DatabaseAddress, PostgresUrl};

use super::Place;
use crate::Failure;

/// What names the database of PostgreSQL, so that its password is in no list of processes.
pub(crate) const DATABASE_VARIABLE: &str = "PONNUKI_DATABASE";

/// Where games are kept.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct GamesPlace {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Keep games in PostgreSQL, not in a file [default: as PONNUKI_DATABASE says]
    // Not read before [`GamesPlace::address`]: what is wrong with an option is told with its value,
    // and this one may have a password in it.
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

impl GamesPlace {
    /// The database.
    ///
    /// # Errors
    ///
    /// There is no directory for a file, or what is given is no address.
    pub(crate) fn address(&self) -> Result<DatabaseAddress, Failure> {
        let (name, text) = match (&self.database, env::var(DATABASE_VARIABLE)) {
            (Some(text), _) => ("--database", text.clone()),
            (None, Ok(text)) if !text.is_empty() => (DATABASE_VARIABLE, text),
            (None, _) => return Ok(DatabaseAddress::File(self.place.file()?)),
        };
        let url = PostgresUrl::parse(&text);
        url.map(DatabaseAddress::Postgres)
            .map_err(|why| Failure::Misuse(format!("{name}: {why}")))
    }
}
