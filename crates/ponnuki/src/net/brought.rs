//! Networks that are not known beforehand: from an address, or from another program's folder.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::address::Address;
use super::digest::Digest;
use super::download::{Bounds, DownloadFault, download};
use super::fault::NetFault;
use super::fetch::WORKPLACE;
use super::import::{ImportFault, called_like_networks, places};
use super::known::Known;
use super::shelf::{NET_FILE_MAX, Shelf, check_name, net_name};
use super::{FetchArgs, conclude, is_kept, prefer};
use crate::Failure;
use crate::files::{self, FileError, FileFault};
use crate::layout::{grouped, printable};
use crate::progress::Progress;

/// How long nothing may come from a server, unless something else is said.
const PATIENCE: Duration = Duration::from_secs(60);

/// Gets a network from an address, and keeps it.
///
/// # Errors
///
/// It does not come, is not what it should be, or cannot be kept.
pub(super) fn fetch(shelf: &Shelf, args: &FetchArgs, out: &mut impl Write) -> Result<(), Failure> {
    if args.wheel.is_some() {
        let why = "--wheel is for networks that are fetched by name, not for addresses";
        return Err(Failure::Misuse(why.to_owned()));
    }
    let address = Address::parse(&args.net);
    let address = address.map_err(|bad| NetFault::from(DownloadFault::Address(bad)))?;
    let source = PathBuf::from(address.file_name());
    let name = match &args.from.called {
        Some(name) => name.clone(),
        None => net_name(&source).ok_or_else(|| {
            let file = address.file_name().to_owned();
            NetFault::from(DownloadFault::Nameless { file })
        })?,
    };
    check_name(&name)?;
    if is_kept(shelf, &name, args.is_used)? {
        return prefer(shelf, &name, out);
    }
    writeln!(out, "getting {address}")?;
    out.flush()?;
    let bounds = Bounds {
        n_bytes_max: args.from.max_bytes.unwrap_or(NET_FILE_MAX),
        patience: args.from.patience.unwrap_or(PATIENCE),
    };
    let dir = shelf.dir().join(WORKPLACE);
    let mut part = download(&dir, &address, bounds).map_err(NetFault::from)?;
    let bytes = part.bytes();
    // Whatever is wrong with a whole file would be wrong with it again.
    part.remove();
    let bytes = bytes.map_err(|fault| NetFault::from(DownloadFault::from(fault)))?;
    keep(shelf, &name, &source, &bytes, args.from.sha256, out)?;
    conclude(shelf, &name, args.is_used, out)
}

/// Puts a network that came on the shelf, if it is the one that was to come.
fn keep(
    shelf: &Shelf,
    name: &str,
    source: &Path,
    bytes: &[u8],
    expected: Option<Digest>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let found = Digest::of(bytes);
    match expected {
        Some(expected) if expected != found => {
            return Err(Failure::Net(NetFault::WrongDigest {
                file: source.to_owned(),
                expected,
                found,
                by_hand: "nothing of it is kept".to_owned(),
            }));
        }
        Some(_) => {}
        None => writeln!(out, "SHA-256 {found}, which nothing was compared with")?,
    }
    let card = shelf.put(name, source, bytes)?;
    writeln!(
        out,
        "{name}: {}, {} bytes",
        card.kind,
        grouped(card.n_bytes)
    )?;
    if let Some(known) = Known::of(found) {
        writeln!(out, "licence: {}", known.licence)?;
    }
    Ok(())
}

/// Keeps all networks in a folder, or in those of KaTrain and KataGo.
///
/// # Errors
///
/// There are none, or the folder cannot be read. What cannot be kept of several is told of.
pub(super) fn import(
    shelf: &Shelf,
    dir: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let dirs = match dir {
        Some(dir) => vec![dir.to_owned()],
        None => places(),
    };
    let mut progress = Progress::on_stderr();
    let mut n_found = 0;
    for dir in &dirs {
        for path in called_like_networks(dir).map_err(NetFault::from)? {
            progress.tell(|| format!("reading {}", files::name(&path)));
            let told = imported(shelf, &path);
            progress.clear();
            if let Some(told) = told {
                n_found += 1;
                writeln!(out, "{}", printable(&told))?;
            }
        }
    }
    match n_found {
        0 => Err(NetFault::from(ImportFault::NothingThere { dirs }).into()),
        _ => Ok(()),
    }
}

/// Keeps the network in the file at `path`, and says what became of it; nothing to say if it is
/// another kind of file.
fn imported(shelf: &Shelf, path: &Path) -> Option<String> {
    let file = files::name(path);
    let name = net_name(path)?;
    let kept = || -> Result<String, NetFault> {
        let bytes = files::read_within(path, NET_FILE_MAX);
        let bytes = bytes.map_err(|fault| fault.of(path))?;
        let digest = Digest::of(&bytes);
        let all = shelf.all()?;
        let is_same = |card: &super::card::Card| card.digest == digest;
        let same = all
            .iter()
            .find(|kept| kept.card.as_ref().is_some_and(is_same));
        if let Some(same) = same {
            return Ok(format!("{}: kept already ({file})", same.name));
        }
        let card = shelf.put(&name, path, &bytes)?;
        Ok(format!("{name}: {}, kept from {file}", card.kind))
    };
    match kept() {
        Ok(told) => Some(told),
        // Many other files end in .bin or .txt.
        Err(NetFault::File(FileError {
            what: FileFault::Net(_),
            ..
        })) if !file.ends_with(".gz") => None,
        Err(NetFault::Taken { name }) => Some(format!(
            "{name}: another network is called so already; 'ponnuki net add --name' keeps {file} \
             under another name"
        )),
        Err(fault) => Some(format!("not kept: {fault}")),
    }
}
