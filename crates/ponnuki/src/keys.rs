//! `ponnuki keys`: the keys of workers, which think for a server from elsewhere.

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use ponnuki_server::{HostingFault, new_worker_key, worker_key_hash};
use ponnuki_store::{DatabaseAddress, Store, StoreFault, WorkerKey};
use ponnuki_wire::worker::check_text;
use ponnuki_wire::{from_ms, to_ms};
use tokio::runtime::Builder;

use crate::Failure;
use crate::clock::{date, time_of_day};
use crate::layout::printable;
use crate::places::GamesPlace;

const ABOUT: &str = "\
Make, list and revoke the keys of workers: programs on other machines that think for this server
(see 'ponnuki worker --help'). All of it works while the server runs.

A key is shown once, when it is made; only a hash of it is kept. A worker with any key reviews
and analyses games for the server. One with a key that you trust also moves for the computer,
proposes dead stones and estimates positions: give such keys to your own machines.";

const EXAMPLES: &str = "\
Examples:
  ponnuki keys add study-pc --trusted       a key for a machine of your own
  ponnuki keys add school                   a key for somebody who helps with reviews
  ponnuki keys list
  ponnuki keys revoke school                its workers are sent away within seconds";

/// Make, list and revoke the keys of workers
#[derive(Debug, clap::Args)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    wish: Wish,
}

#[derive(Debug, Subcommand)]
enum Wish {
    /// Make a key, and show it once
    Add {
        /// What to call it
        name: String,
        /// Let its workers also move, propose dead stones and estimate
        #[arg(long)]
        trusted: bool,
        #[command(flatten)]
        games: GamesPlace,
    },
    /// List all keys: name, trust, when it was made and last used
    List {
        #[command(flatten)]
        games: GamesPlace,
    },
    /// Make a key worthless
    Revoke {
        /// What it is called
        name: String,
        #[command(flatten)]
        games: GamesPlace,
    },
}

/// Does what is wished with the keys.
///
/// # Errors
///
/// What is kept cannot be reached, or there is no such key.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    match &args.wish {
        Wish::Add {
            name,
            trusted,
            games,
        } => add(name, *trusted, games, out),
        Wish::List { games } => list(games, out),
        Wish::Revoke { name, games } => revoke(name, games, out),
    }
}

fn add(
    name: &str,
    is_trusted: bool,
    games: &GamesPlace,
    out: &mut impl Write,
) -> Result<(), Failure> {
    check_text(name).map_err(|why| Failure::Misuse(format!("the name of a key: {why}")))?;
    let secret = new_worker_key().map_err(|why| Failure::Misuse(why.to_string()))?;
    let key = WorkerKey {
        name: name.to_owned(),
        is_trusted,
        made_ms: to_ms(time_of_day()),
        seen_ms: None,
    };
    let added = with_keys(games, async |store| {
        store.add_worker_key(&key, &worker_key_hash(&secret)).await
    })?;
    if !added {
        let name = printable(name);
        let why = format!("there is a key called {name}: revoke it first, or choose another name");
        return Err(Failure::Misuse(why));
    }
    let what = match is_trusted {
        true => "moves, dead stones, estimates, analyses and reviews",
        false => "analyses and reviews",
    };
    writeln!(
        out,
        "{secret}\n\
         This is the key of {name}, for {what}; it is shown only now.\n\
         On the other machine: ponnuki worker --server URL --key-file FILE",
        name = printable(name)
    )?;
    Ok(())
}

fn list(games: &GamesPlace, out: &mut impl Write) -> Result<(), Failure> {
    let keys = with_keys(games, async |store| store.worker_keys().await)?;
    if keys.is_empty() {
        writeln!(out, "There are no keys; 'ponnuki keys add NAME' makes one.")?;
        return Ok(());
    }
    let names = keys.iter().map(|key| printable(&key.name).chars().count());
    let width = names.max().unwrap_or_default().max(4);
    writeln!(out, "{:width$}  trusted  made        last seen", "name")?;
    for key in keys {
        let trusted = if key.is_trusted { "yes" } else { "no" };
        let seen = key.seen_ms.map(from_ms);
        writeln!(
            out,
            "{:width$}  {trusted:7}  {:10}  {}",
            printable(&key.name),
            ponnuki_room::date(from_ms(key.made_ms)).unwrap_or_default(),
            seen.map_or_else(|| "never".to_owned(), |seen| date(seen) + " UTC")
        )?;
    }
    Ok(())
}

fn revoke(name: &str, games: &GamesPlace, out: &mut impl Write) -> Result<(), Failure> {
    let revoked = with_keys(games, async |store| store.revoke_worker_key(name).await)?;
    let name = printable(name);
    match revoked {
        true => Ok(writeln!(out, "The key {name} is worthless now.")?),
        false => {
            let why = format!("there is no key called {name}, see 'ponnuki keys list'");
            Err(Failure::Misuse(why))
        }
    }
}

/// Does `work` with the database, beside a server that may run; before there ever was one, it
/// is made.
fn with_keys<T>(
    games: &GamesPlace,
    work: impl AsyncFnOnce(&Store) -> Result<T, StoreFault>,
) -> Result<T, Failure> {
    let address = games.address()?;
    let is_new = match &address {
        DatabaseAddress::File(file) => !file.exists(),
        DatabaseAddress::Postgres(_) => false,
    };
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(HostingFault::Runtime)?;
    let done = runtime.block_on(async {
        let store = match is_new {
            true => {
                let dir = games.place.dir();
                if let Ok(dir) = dir {
                    ponnuki_server::make_private_dir(&dir).map_err(|error| StoreFault::File {
                        path: dir.clone(),
                        error: error.into(),
                    })?;
                }
                Store::open(&address).await?
            }
            false => Store::open_beside(&address).await?,
        };
        let done = work(&store).await;
        store.close().await;
        done
    });
    let file = PathBuf::from(address.to_string());
    done.map_err(|fault| HostingFault::Store { file, fault }.into())
}
