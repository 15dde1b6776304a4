//! `ponnuki analysis`: the engine for programs that speak KataGo's analysis protocol.

mod config;
mod desk;
mod outbox;
mod read;
mod replay;
mod told;
mod work;

use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ponnuki_engine::Thinker;
use ponnuki_wire::katago::{Model, Settings};

pub(crate) use self::config::two_hyphens;
use self::config::{apply_file, apply_list};
use self::desk::Desk;
use self::outbox::Outbox;
use self::read::{AtEnd, Reader};
use self::work::{Threads, Workshop, work};
use crate::thinker::{any_seed, n_cores, thinker};
use crate::{Failure, args, files, note};

/// More positions at a time than this only share what there is.
const N_AT_ONCE_MAX: usize = 256;

const LONG_ABOUT: &str = "\
Analyse positions for any program that speaks KataGo's analysis protocol.

This is how KaTrain, Ogatak and LizzieYzy's flash analysis talk to an engine: the program starts
'ponnuki analysis' and writes queries to it, each a JSON object on a line of its own; answers come
the same way, in the order they are found. Many positions are analysed at once, the most urgent
first. Nothing but answers is written to stdout; whatever else there is to say goes to stderr.

KataGo's own options are understood with one hyphen as well, as those programs write them.";

const EXAMPLES: &str = "\
Add it to your program:
  KaTrain    General & Engine Settings; the path to ponnuki where it asks for that to KataGo
  Ogatak     choose ponnuki where it asks for KataGo, and any files for its network and settings
  LizzieYzy  the command for flash analysis:
             ponnuki analysis --override-config reportAnalysisWinratesAs=SIDETOMOVE

Examples:
  ponnuki analysis                       what queries ask for, or 500 playouts each
  ponnuki analysis --time 10             and at most ten seconds
  ponnuki analysis --override-config reportAnalysisWinratesAs=SIDETOMOVE
                                         chances of whoever is to move, not of Black
  ponnuki analysis --seed 7 --threads 1  the same answers on every machine
  echo '{\"id\":\"a\",\"boardXSize\":9,\"boardYSize\":9,\"rules\":\"chinese\",\"moves\":[]}' | ponnuki analysis";

/// Analyse positions for KaTrain and others that speak KataGo's protocol
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// At most so many playouts, where a query does not say [default: 500]
    #[arg(long, value_name = "N", value_parser = args::n_playouts, allow_negative_numbers = true)]
    playouts: Option<usize>,
    /// At most so many seconds, where a query does not say
    #[arg(long, value_name = "S", value_parser = args::seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Analyse so many positions at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = n_at_once, allow_negative_numbers = true)]
    analysis_threads: Option<usize>,
    /// Think about each with so many threads [default: those that are free]
    #[arg(long, value_name = "N", value_parser = args::n_threads, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Where chance comes from; on one thread the same seed finds the same
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// At the end of the input, do not finish what was asked for
    #[arg(long)]
    quit_without_waiting: bool,
    /// Settings as KataGo's clients change them: KEY=VALUE,KEY=VALUE
    #[arg(long, value_name = "LIST")]
    override_config: Vec<String>,
    /// A configuration file of KataGo's; what it limits is limited here
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// A network file, as KataGo's clients name one; it is not used
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Another network file, as KataGo's clients name one; it is not used
    #[arg(long, value_name = "FILE")]
    human_model: Option<PathBuf>,
}

fn n_at_once(text: &str) -> Result<usize, args::ArgError> {
    args::whole("a number of positions at once", text, 1..=N_AT_ONCE_MAX)
}

/// Answers queries from stdin until its end.
///
/// # Errors
///
/// If the settings cannot be so, there can be no threads, or `out` fails.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let settings = settings(args)?;
    let n_at_once = args.analysis_threads.unwrap_or_else(n_cores);
    let desk = Arc::new(Desk::default());
    // The reader is one of those who put lines into it.
    let outbox = Arc::new(Outbox::new(n_at_once + 1));
    let shop = Arc::new(Workshop {
        desk: Arc::clone(&desk),
        outbox: Arc::clone(&outbox),
        threads: match args.threads {
            Some(n) => Threads::Fixed(n),
            None => Threads::SharedAmong(n_cores()),
        },
        seed: args.seed,
    });
    let seed = args.seed.unwrap_or_else(any_seed);
    let name = hire(&shop, n_at_once, seed)?;
    greet(args, n_at_once);
    let reader = Reader {
        desk,
        outbox: Arc::clone(&outbox),
        settings,
        model: Model {
            internal_name: name.clone(),
            name,
            uses_human_profile: false,
        },
        at_end: match args.quit_without_waiting {
            true => AtEnd::Quit,
            false => AtEnd::Finish,
        },
    };
    let reading = move || {
        if let Err(error) = reader.run(BufReader::new(io::stdin())) {
            note(&format!("the input could not be read: {error}"));
        }
    };
    drop(
        thread::Builder::new()
            .spawn(reading)
            .map_err(Failure::Threads)?,
    );
    Ok(outbox.write_to(out)?)
}

/// Sets so many thinkers to work, each from a seed of its own; what they are called.
///
/// # Errors
///
/// If there can be no threads.
fn hire(shop: &Arc<Workshop>, n: usize, seed: u64) -> Result<String, Failure> {
    let mut name = String::new();
    for i in 0..n {
        let shop = Arc::clone(shop);
        let own_seed = seed.wrapping_add(i as u64);
        let thinker: Box<dyn Thinker> = thinker(None, own_seed, None);
        thinker.name().clone_into(&mut name);
        let working = thread::Builder::new().spawn(move || work(&shop, thinker, own_seed));
        drop(working.map_err(Failure::Threads)?);
    }
    Ok(name)
}

/// The settings for queries that do not say: what a file says, then what the
/// list of settings says, then the options.
///
/// # Errors
///
/// If the file cannot be read, or a setting cannot be so.
fn settings(args: &Args) -> Result<Settings, Failure> {
    let mut settings = Settings::default();
    let misuse = |bad: ponnuki_wire::katago::BadSetting| Failure::Misuse(bad.to_string());
    if let Some(path) = &args.config {
        let text = files::read(path).map_err(|fault| fault.of(path))?;
        apply_file(&String::from_utf8_lossy(&text), &mut settings).map_err(misuse)?;
    }
    for list in &args.override_config {
        apply_list(list, &mut settings).map_err(misuse)?;
    }
    if let Some(n) = args.playouts {
        settings.n_visits_max = n as u64;
    }
    settings.time_max = args.time.or(settings.time_max);
    Ok(settings)
}

/// Says on stderr what is ready, in words that clients wait for.
fn greet(args: &Args, n_at_once: usize) {
    if args.model.is_some() || args.human_model.is_some() {
        note("network files are not used yet");
    }
    // Nobody may listen there, which is as well.
    drop(writeln!(
        io::stderr(),
        "Ponnuki {}: started, ready to begin handling requests, {n_at_once} at a time",
        env!("CARGO_PKG_VERSION"),
    ));
}
