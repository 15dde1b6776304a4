//! Where a database is.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use sqlx::postgres::PgConnectOptions;

/// What the addresses of PostgreSQL begin with.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// Where a database is.
#[derive(Clone, Debug)]
pub enum DatabaseAddress {
    /// A file of SQLite.
    File(PathBuf),
    /// A database of PostgreSQL.
    Postgres(PostgresUrl),
}

/// The address of a database of PostgreSQL, with everything that is needed to get in. What is
/// shown of it has no password.
#[derive(Clone)]
pub struct PostgresUrl {
    pub(crate) options: Arc<PgConnectOptions>,
}

impl DatabaseAddress {
    /// `postgres://user:password@host/database`, or the path of a file.
    ///
    /// # Errors
    ///
    /// It begins as an address of PostgreSQL does, and is none.
    pub fn parse(text: &str) -> Result<DatabaseAddress, String> {
        match SCHEMES.iter().any(|scheme| text.starts_with(scheme)) {
            true => PostgresUrl::parse(text).map(DatabaseAddress::Postgres),
            false => Ok(DatabaseAddress::File(PathBuf::from(text))),
        }
    }
}

impl PostgresUrl {
    /// `postgres://user:password@host/database`.
    ///
    /// # Errors
    ///
    /// It is none; the reason tells nothing of the password.
    pub fn parse(text: &str) -> Result<PostgresUrl, String> {
        const FORM: &str = "write postgres://user:password@host/database";
        if !SCHEMES.iter().any(|scheme| text.starts_with(scheme)) {
            return Err(FORM.to_owned());
        }
        let options = PgConnectOptions::from_str(text);
        let options = options.map_err(|error| format!("{FORM} ({error})"))?;
        match options.get_database() {
            Some(name) if !name.is_empty() => Ok(PostgresUrl {
                options: Arc::new(options),
            }),
            _ => Err(format!("{FORM}: the database has no name")),
        }
    }

    /// The name of the database.
    pub(crate) fn database(&self) -> &str {
        self.options.get_database().unwrap_or_default()
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (user, database) = (self.options.get_username(), self.database());
        match self.options.get_socket() {
            Some(socket) => {
                let socket = socket.display();
                write!(f, "postgres://{user}@/{database}?host={socket}")
            }
            None => {
                let (host, port) = (self.options.get_host(), self.options.get_port());
                write!(f, "postgres://{user}@{host}:{port}/{database}")
            }
        }
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresUrl({self})")
    }
}

impl fmt::Display for DatabaseAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatabaseAddress::File(path) => path.display().fmt(f),
            DatabaseAddress::Postgres(url) => url.fmt(f),
        }
    }
}

impl From<&Path> for DatabaseAddress {
    fn from(path: &Path) -> DatabaseAddress {
        DatabaseAddress::File(path.to_owned())
    }
}

impl From<&PathBuf> for DatabaseAddress {
    fn from(path: &PathBuf) -> DatabaseAddress {
        path.as_path().into()
    }
}

impl From<&DatabaseAddress> for DatabaseAddress {
    fn from(address: &DatabaseAddress) -> DatabaseAddress {
        address.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        for (text, shown) in [
            (
                "postgres://go:secret@db.example.org/games",
                "postgres://go@db.example.org:5432/games",
            ),
            (
                "postgresql://go:secret@127.0.0.1:5433/games?sslmode=require",
                "postgres://go@127.0.0.1:5433/games",
            ),
            (
                "postgres://go@localhost/games?host=/run/postgresql",
                "postgres://go@/games?host=/run/postgresql",
            ),
            ("games.db", "games.db"),
        ] {
            let address = DatabaseAddress::parse(text).expect("an address");
            assert_eq!(address.to_string(), shown);
            assert!(!format!("{address:?}").contains("secret"), "{address:?}");
        }
    }

    #[test]
    fn what_is_no_address_is_refused_without_its_password() {
        for text in [
            "postgres://go:secret@:/games",
            "postgres://go:secret@host:port/games",
            "postgres://go:secret@host/",
        ] {
            let why = PostgresUrl::parse(text).expect_err(text);
            assert!(!why.contains("secret"), "{why}");
        }
        assert!(PostgresUrl::parse("games.db").is_err());
    }
}
