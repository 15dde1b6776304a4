//! `ponnuki backup`, `ponnuki restore` and `ponnuki export`: what is kept, elsewhere and back.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use ponnuki_server::{ExportFault, HostingFault, NoServingRight, ServingRight, export};
use ponnuki_store::{Backup, DatabaseAddress, Store, StoreFault};
use tokio::runtime::{Builder, Runtime};

use crate::Failure;
use crate::files::{FileError, FileFault};
use crate::places::GamesPlace;
use crate::serve_fault::ServeFault;

const BACKUP_ABOUT: &str = "\
Copy every game that is kept into one new file, as it is at this moment, and check the copy.
The server may go on meanwhile.

The key that seats and links are signed with is not in it: it is in ponnuki.key in the data
directory. Keep a copy of that file too, where nobody else can read it.

To go back, stop the server and use 'ponnuki restore'. In another data directory, put
ponnuki.key beside the games. Without the key they are there, but nobody's seat or link is
known: a new key is made.";

const RESTORE_ABOUT: &str = "\
Put a copy that 'ponnuki backup' wrote into the place of the games that are kept.

No server may run with them meanwhile. The copy is checked first: one that is damaged, of a later
version or something else changes nothing. The games that were there stay beside it, as
ponnuki.before-1.db, so that this can be taken back. The copy itself stays as it is.

The key that seats and links are signed with is not in a copy: ponnuki.key in the data directory
stays as it is. If there is none, put yours there before you start the server.

Into PostgreSQL a copy goes with 'ponnuki move-data'.";

const EXPORT_ABOUT: &str = "\
Write every game that is kept to a directory, one SGF file each, with variations, times and
what was said. Rooms that are damaged are named and left out; the exit status is then 1.";

/// Copy everything that is kept into one file
#[derive(Debug, clap::Args)]
#[command(long_about = BACKUP_ABOUT)]
pub(crate) struct BackupArgs {
    /// The file to be written; it must not exist yet
    file: PathBuf,
    #[command(flatten)]
    games: GamesPlace,
}

/// Put a copy of everything back
#[derive(Debug, clap::Args)]
#[command(long_about = RESTORE_ABOUT)]
pub(crate) struct RestoreArgs {
    /// The file that 'ponnuki backup' wrote
    file: PathBuf,
    /// Also if rooms are damaged in it
    #[arg(long)]
    even_if_damaged: bool,
    #[command(flatten)]
    games: GamesPlace,
}

/// Write every game that is kept as SGF files
#[derive(Debug, clap::Args)]
#[command(long_about = EXPORT_ABOUT)]
pub(crate) struct ExportArgs {
    /// The directory to be written to; created if it does not exist
    dir: PathBuf,
    #[command(flatten)]
    games: GamesPlace,
}

/// Writes a copy of everything.
///
/// # Errors
///
/// There is nothing, or it cannot be read or written.
pub(crate) fn backup(args: &BackupArgs, out: &mut impl Write) -> Result<(), Failure> {
    if fs::exists(&args.file)? {
        return Err(file_error(&args.file, FileFault::Exists));
    }
    with_store(&args.games, async |store| {
        let file = args.file.clone();
        let done = store.backup(&file).await;
        let damaged = done.map_err(|fault| {
            let file = file.clone();
            ServeFault::Backup { file, fault }
        })?;
        for fault in &damaged {
            crate::note(&fault.to_string());
        }
        if !damaged.is_empty() {
            let n_rooms = damaged.len();
            return Err(ServeFault::DamagedBackup { file, n_rooms }.into());
        }
        writeln!(out, "every game is in {}", file.display())?;
        if let Some(key) = store.key_file() {
            let key = key.display();
            writeln!(
                out,
                "The key is not in it: copy {key} too, and keep it private.\n\
                 A server restored without the key knows nobody's seat and no link."
            )?;
        } else if let DatabaseAddress::Postgres(_) = args.games.address()? {
            writeln!(
                out,
                "The key is not in it: it is in the table seat_key, for a copy of its own that \
                 you keep private."
            )?;
        }
        Ok(())
    })
}

/// Puts a copy of everything back.
///
/// # Errors
///
/// It is no copy that could be put back, a server runs, or nothing can be written there.
pub(crate) fn restore(args: &RestoreArgs, out: &mut impl Write) -> Result<(), Failure> {
    if !fs::exists(&args.file)? {
        let error = io::Error::new(io::ErrorKind::NotFound, "no copy");
        return Err(file_error(&args.file, FileFault::Io(error)));
    }
    let file = match args.games.address()? {
        DatabaseAddress::File(file) => file,
        DatabaseAddress::Postgres(url) => {
            let copy = args.file.display();
            let why = format!("a copy goes into PostgreSQL with: ponnuki move-data {copy} {url}");
            return Err(Failure::Misuse(why));
        }
    };
    let dir = args.games.place.dir()?;
    // Held until all is done, so that no server starts meanwhile.
    let _right = ServingRight::claim(&dir).map_err(|why| {
        let dir = dir.clone();
        match why {
            NoServingRight::Running(url) => ServeFault::Running { dir, url },
            NoServingRight::Unusable(error) => HostingFault::Data { dir, error }.into(),
        }
    })?;
    let fault = |fault| ServeFault::Restore {
        file: args.file.clone(),
        fault,
    };
    let backup = runtime()?.block_on(Backup::read(&args.file, &file));
    let backup = backup.map_err(fault)?;
    for damaged in backup.damaged() {
        crate::note(&damaged.to_string());
    }
    let n_damaged = backup.damaged().len();
    if n_damaged > 0 && !args.even_if_damaged {
        let (file, n_rooms) = (args.file.clone(), n_damaged);
        return Err(ServeFault::DamagedRestore { file, n_rooms }.into());
    }
    let n_rooms = backup.n_rooms();
    let restored = backup.put_back().map_err(fault)?;
    let rooms = if n_rooms == 1 { "room" } else { "rooms" };
    let are = if n_rooms == 1 { "is" } else { "are" };
    let file_shown = args.file.display();
    writeln!(out, "{n_rooms} {rooms} of {file_shown} {are} back")?;
    if let Some(before) = restored.before {
        writeln!(out, "What was there before is in {}", before.display())?;
    }
    if restored.key.is_none() {
        let key = file.with_extension("key");
        writeln!(
            out,
            "There is no key: put yours to {} before you start the server,\n\
             or nobody's seat and no link of before is known.",
            key.display()
        )?;
    }
    Ok(())
}

/// Writes every game.
///
/// # Errors
///
/// There is nothing, or it cannot be read or written.
pub(crate) fn export_games(args: &ExportArgs, out: &mut impl Write) -> Result<(), Failure> {
    let file = PathBuf::from(args.games.address()?.to_string());
    with_store(&args.games, async |store| {
        let exported = export(&store, &args.dir)
            .await
            .map_err(|fault| match fault {
                ExportFault::Store(fault) => store_fault(file.clone(), fault),
                ExportFault::File { path, error } => file_error(&path, FileFault::Io(error)),
            })?;
        for (room, why) in &exported.unread {
            crate::note(&format!("room {room} is left out: {why}"));
        }
        let n_games = exported.n_games;
        let games = if n_games == 1 { "game" } else { "games" };
        writeln!(out, "{n_games} {games} in {}", args.dir.display())?;
        match exported.unread.len() {
            0 => Ok(()),
            n_rooms => Err(ServeFault::LeftOut { n_rooms }.into()),
        }
    })
}

/// Does `work` with what is kept.
fn with_store(
    games: &GamesPlace,
    work: impl AsyncFnOnce(Store) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let address = games.address()?;
    if let DatabaseAddress::File(file) = &address
        && !fs::exists(file)?
    {
        let error = io::Error::new(io::ErrorKind::NotFound, "nothing is kept there");
        return Err(file_error(file, FileFault::Io(error)));
    }
    runtime()?.block_on(async {
        let store = Store::open_beside(&address).await;
        let file = PathBuf::from(address.to_string());
        let store = store.map_err(|fault| store_fault(file, fault))?;
        let done = work(store.clone()).await;
        store.close().await;
        done
    })
}

fn runtime() -> Result<Runtime, HostingFault> {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.map_err(HostingFault::Runtime)
}

fn store_fault(file: PathBuf, fault: StoreFault) -> Failure {
    HostingFault::Store { file, fault }.into()
}

fn file_error(path: &std::path::Path, what: FileFault) -> Failure {
    let name = path.display().to_string();
    FileError { name, what }.into()
}
