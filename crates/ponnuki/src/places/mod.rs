//! Where data is kept, as commands name it: a directory, or a database of PostgreSQL; and where the
//! bus between nodes is.

mod bus;
mod database;
mod platform;

use std::path::PathBuf;

use ponnuki_server::{DataPlace, games_file};

pub(crate) use self::bus::{BUS_VARIABLE, BusPlace};
pub(crate) use self::database::{DATABASE_VARIABLE, GamesPlace};
use self::platform::is_data_dir_named;
pub(crate) use self::platform::{DATA_VARIABLE, data_dir, name_data_dir};
use crate::Failure;

/// Where games are kept.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Place {
    /// Where games are kept [default: PONNUKI_DATA, or your data directory]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Place {
    /// The directory.
    ///
    /// # Errors
    ///
    /// None is named, and the system has none for us.
    pub(crate) fn dir(&self) -> Result<PathBuf, Failure> {
        self.data().dir.ok_or_else(no_data_dir)
    }

    /// The directory, and whether somebody has chosen it.
    pub(crate) fn data(&self) -> DataPlace {
        DataPlace {
            dir: self.data.clone().or_else(data_dir),
            is_named: self.data.is_some() || is_data_dir_named(),
        }
    }

    /// The file that holds everything.
    ///
    /// # Errors
    ///
    /// There is no such directory.
    pub(crate) fn file(&self) -> Result<PathBuf, Failure> {
        Ok(games_file(&self.dir()?))
    }
}

/// What whoever names no directory is told where the system has none.
pub(crate) fn no_data_dir() -> Failure {
    let why = "there is no data directory here, name one with --data or in PONNUKI_DATA";
    Failure::Misuse(why.to_owned())
}
