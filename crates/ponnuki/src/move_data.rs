//! `ponnuki move-data`: everything that is kept, from one database to another.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use ponnuki_server::HostingFault;
use ponnuki_store::{DatabaseAddress, Store, StoreFault, move_data};
use tokio::runtime::Builder;

use crate::Failure;
use crate::files::{FileError, FileFault};
use crate::serve_fault::ServeFault;

const ABOUT: &str = "\
Copy everything that is kept from one database into another that is empty, with the key that seats
and links are signed with, and compare all of it event by event. Nothing is in the new one before
all of it is, and the old one stays as it is.

A database is the path of a file, ponnuki.db in the data directory of a server, or the address of
one of PostgreSQL. No server may run with either.";

const EXAMPLES: &str = "\
Examples:
  ponnuki move-data ~/.local/share/ponnuki/ponnuki.db postgres://ponnuki:secret@localhost/ponnuki
  ponnuki move-data postgres://ponnuki:secret@localhost/ponnuki ponnuki.db";

/// Move everything that is kept to another database
#[derive(Debug, clap::Args)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Where everything is
    from: String,
    /// Where it is to be; empty, or a file that is not there yet
    to: String,
}

/// Moves everything.
///
/// # Errors
///
/// One of them cannot be opened, or is not as it has to be.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    // Read here and not with the other options: what is wrong with an option is told with its
    // value, and this one may have a password in it.
    let parse = |text: &str| DatabaseAddress::parse(text).map_err(Failure::Misuse);
    let (from_address, to_address) = (parse(&args.from)?, parse(&args.to)?);
    if let DatabaseAddress::File(path) = &from_address
        && !fs::exists(path)?
    {
        let name = path.display().to_string();
        let error = io::Error::new(io::ErrorKind::NotFound, "nothing is kept there");
        let what = FileFault::Io(error);
        return Err(FileError { name, what }.into());
    }
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(HostingFault::Runtime)?;
    let moved = runtime.block_on(async {
        let from = Store::open_alone(&from_address).await;
        let from = from.map_err(|fault| unopened(&from_address, fault))?;
        let to = Store::open_alone(&to_address).await;
        let to = to.map_err(|fault| unopened(&to_address, fault))?;
        let moved = move_data(&from, &to).await;
        from.close().await;
        to.close().await;
        moved.map_err(|fault| {
            let to = to_address.to_string();
            Failure::from(ServeFault::Move { to, fault })
        })
    })?;
    let (n_rooms, n_events) = (moved.n_rooms, moved.n_events);
    let (from, to) = (&from_address, &to_address);
    let (rooms, are) = match n_rooms {
        1 => ("room", "is"),
        _ => ("rooms", "are"),
    };
    writeln!(
        out,
        "{n_rooms} {rooms} with {n_events} events {are} in {to}, compared event by event.\n\
         {from} is as it was: keep it until you are content, and let no server run with it."
    )?;
    Ok(())
}

fn unopened(address: &DatabaseAddress, fault: StoreFault) -> Failure {
    let file = PathBuf::from(address.to_string());
    HostingFault::Store { file, fault }.into()
}
