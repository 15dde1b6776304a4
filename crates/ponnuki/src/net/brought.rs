//! Networks that are not known beforehand: from an address, or from another program's folder.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ponnuki_nets::{
    DownloadFault, FetchLimits, ImportFault, Imported, NET_FILE_MAX, NetAddress, NetFault,
    NetFileError, NetFileFault, NetFolder, PublishedNet, Sha256Digest, check_name, download,
    named_like_nets, net_name, other_programs_folders,
};

use super::{FetchArgs, conclude, is_kept, prefer};
use crate::Failure;
use crate::files;
use crate::layout::{grouped, printable};
use crate::networks::{came, explain};
use crate::progress::ProgressLine;

/// How long nothing may come from a server, unless something else is said.
const PATIENCE: Duration = Duration::from_secs(60);

/// Gets a network from an address, and keeps it.
///
/// # Errors
///
/// It does not come, is not what it should be, or cannot be kept.
pub(super) fn fetch(
    folder: &NetFolder,
    args: &FetchArgs,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if args.wheel.is_some() {
        let why = "--wheel is for networks that are fetched by name, not for addresses";
        return Err(Failure::Misuse(why.to_owned()));
    }
    let address = NetAddress::parse(&args.net);
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
    if is_kept(folder, &name, args.is_used)? {
        return prefer(folder, &name, out);
    }
    writeln!(out, "getting {address}")?;
    out.flush()?;
    let limits = FetchLimits {
        n_bytes_max: args.from.max_bytes.unwrap_or(NET_FILE_MAX),
        patience: args.from.patience.unwrap_or(PATIENCE),
    };
    let mut progress = ProgressLine::on_stderr();
    let bytes = download(folder, &address, limits, &mut |so_far| {
        progress.tell(|| came(so_far));
    });
    progress.clear();
    let bytes = bytes.map_err(NetFault::from)?;
    keep(folder, &name, &source, &bytes, args.from.sha256, out)?;
    conclude(folder, &name, args.is_used, out)
}

/// Puts a network that came on the folder, if it is the one that was to come.
fn keep(
    folder: &NetFolder,
    name: &str,
    source: &Path,
    bytes: &[u8],
    expected: Option<Sha256Digest>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let found = Sha256Digest::of(bytes);
    match expected {
        Some(expected) if expected != found => {
            return Err(Failure::Net(NetFault::WrongDigest {
                file: source.to_owned(),
                expected,
                found,
                published: None,
            }));
        }
        Some(_) => {}
        None => writeln!(out, "SHA-256 {found}; nothing was given to compare it with")?,
    }
    let card = folder.add(name, source, bytes)?;
    writeln!(
        out,
        "{name}: {}, {} bytes",
        card.kind,
        grouped(card.n_bytes)
    )?;
    if let Some(known) = PublishedNet::of(found) {
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
    folder: &NetFolder,
    dir: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let dirs = match dir {
        Some(dir) => vec![dir.to_owned()],
        None => other_programs_folders(),
    };
    let mut progress = ProgressLine::on_stderr();
    let mut n_found = 0;
    for dir in &dirs {
        for path in named_like_nets(dir).map_err(NetFault::from)? {
            progress.tell(|| format!("reading {}", files::name(&path)));
            let told = imported(folder, &path);
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
fn imported(folder: &NetFolder, path: &Path) -> Option<String> {
    let file = files::name(path);
    match ponnuki_nets::import(folder, path) {
        Ok(Imported::Stored { name }) => Some(format!("{name}: kept already ({file})")),
        Ok(Imported::Added { name, card }) => {
            Some(format!("{name}: {}, kept from {file}", card.kind))
        }
        // Many other files end in .bin or .txt.
        Err(NetFault::File(NetFileError {
            why: NetFileFault::NotANet(_),
            ..
        })) if !file.ends_with(".gz") => None,
        Err(NetFault::Taken { name }) => Some(format!(
            "{name}: another network is called so already; 'ponnuki net add --name' keeps {file} \
             under another name"
        )),
        Err(fault) => Some(format!("not kept: {}", explain(&fault))),
    }
}
