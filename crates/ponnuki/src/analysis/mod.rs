//! `ponnuki analysis`: the engine for programs that speak KataGo's analysis protocol.

mod config;

use std::env;
use std::io::{self, BufReader, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ponnuki_engine::{HumanNetworks, Net, thinker_within};
use ponnuki_hosting::{AnalysisToken, analysis_url, model_of, serve_analysis};
use ponnuki_katago::protocol::{AnalysisSettings, BadSetting, EngineKind, ModelDescription};
use ponnuki_katago::{
    AnalysisService, AtEnd, ClientReader, Outbox, QueueLimit, Threads, TurnQueue, Warnings,
    WhenFull, WorkerSettings, Writer, apply_file, apply_list, start_workers,
};
use ponnuki_server::listen_address;
use ponnuki_think::HumanModels;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

pub(crate) use self::config::two_hyphens;
use crate::clock::now;
use crate::human::HumanArg;
use crate::serve_fault::ServeFault;
use crate::thinker::{NetArg, any_seed, find_net, n_cores};
use crate::{Failure, args, files, note};

/// More positions at a time than this only share what there is.
const N_AT_ONCE_MAX: usize = 256;

/// All that is remembered, where nobody says: room for a few large trees, and no surprise on a
/// machine that does something else besides.
const MEMORY_DEFAULT: usize = 1 << 30;

/// With less than this a search would not be worth the name.
const MEMORY_MIN: usize = 1 << 24;

/// Holds the token, where it is not on the command line for all to see.
const TOKEN_VARIABLE: &str = "PONNUKI_TOKEN";

/// How many turns may wait that came over stdin. Reviews of whole games ask for hundreds.
const TURNS_WAITING_MAX: usize = 1 << 16;

const LONG_ABOUT: &str = "\
Analyse positions for any program that speaks KataGo's analysis protocol.

This is how KaTrain, Ogatak and LizzieYzy's flash analysis talk to an engine: the program starts
'ponnuki analysis' and writes queries to it, each a JSON object on a line of its own; answers come
the same way, in the order they are found. Many positions are analysed at once, the most urgent
first. Nothing but answers is written to stdout; whatever else there is to say goes to stderr.

KataGo's own options are understood with one hyphen as well, as those programs write them.";

const EXAMPLES: &str = "\
Add it to your program:
  KaTrain    General & Engine Settings; the path to ponnuki where it asks for that to KataGo,
             or, with --listen, 'remote' and the address that is printed
  Ogatak     choose ponnuki where it asks for KataGo, a network of KataGo's, and any settings
  LizzieYzy  the command for flash analysis:
             ponnuki analysis --override-config reportAnalysisWinratesAs=SIDETOMOVE

Examples:
  ponnuki analysis                       what queries ask for, or 500 playouts each
  ponnuki analysis --time 10             and at most ten seconds
  ponnuki analysis --net b18             with a network, stronger by far: see 'ponnuki net'
  ponnuki analysis --human-model b18c384nbt-humanv0.bin.gz
                                         and say what people of some rank would play, where a
                                         query has humanSLProfile: rank_5k, proyear_1950 …
  ponnuki analysis --listen 8362         over WebSocket, for programs on this machine
  PONNUKI_TOKEN=correct-horse ponnuki analysis --listen 0.0.0.0:8362
                                         for other machines that have the token: they connect
                                         to ws://…:8362/?token=correct-horse, or send it as
                                         Authorization: Bearer correct-horse
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
    /// Remember at most so many MiB, all positions together [default: 1024]
    #[arg(long, value_name = "MIB", value_parser = memory, allow_negative_numbers = true)]
    memory: Option<usize>,
    /// Where chance comes from; on one thread the same seed finds the same
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Answer over WebSocket here: an address, or a port of this machine
    #[arg(long, value_name = "ADDRESS", value_parser = listen_address)]
    #[arg(conflicts_with = "quit_without_waiting")]
    listen: Option<SocketAddr>,
    /// Answer only those who say this [default: as PONNUKI_TOKEN says]
    #[arg(long, value_name = "TOKEN", requires = "listen")]
    token: Option<AnalysisToken>,
    /// At the end of the input, do not finish what was asked for
    #[arg(long)]
    quit_without_waiting: bool,
    /// Settings as KataGo's clients change them: KEY=VALUE,KEY=VALUE
    #[arg(long, value_name = "LIST")]
    override_config: Vec<String>,
    /// A configuration file of KataGo's; what it limits is limited here
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    net: NetArg,
    /// The same as --net, as KataGo's clients call it
    #[arg(long, value_name = "FILE", conflicts_with = "net")]
    model: Option<String>,
    #[command(flatten)]
    human: HumanArg,
}

fn n_at_once(text: &str) -> Result<usize, args::ArgError> {
    args::whole("a number of positions at once", text, 1..=N_AT_ONCE_MAX)
}

/// So many mebibytes, in bytes.
fn memory(text: &str) -> Result<usize, args::ArgError> {
    let limits = MEMORY_MIN >> 20..=1 << 20;
    Ok(args::whole("a number of mebibytes", text, limits)? << 20)
}

/// Answers queries from stdin until its end, or those of all who connect.
///
/// # Errors
///
/// If the settings cannot be so, there is no such network, there can be no threads,
/// nobody can listen there, or `out` fails.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let token = token(args)?;
    let mut settings = settings(args)?;
    let net = net(args)?;
    let humans = args.human.find(net.as_ref())?;
    if let Some(name) = &settings.human_profile {
        let judged = humans.profile(name).map(drop);
        judged.map_err(|why| Failure::Misuse(why.to_string()))?;
    }
    settings.engine = match net {
        Some(_) => EngineKind::Network,
        None => EngineKind::Playouts,
    };
    let n_at_once = args.analysis_threads.unwrap_or_else(n_cores);
    let queue = Arc::new(TurnQueue::default());
    let human_models: Arc<dyn HumanModels> = Arc::new(humans.clone());
    let workers = Arc::new(WorkerSettings {
        queue: Arc::clone(&queue),
        threads: match args.threads {
            Some(n) => Threads::Fixed(n),
            None => Threads::SharedAmong(n_cores()),
        },
        seed: args.seed,
        humans: Arc::clone(&human_models),
        now,
    });
    let seed = args.seed.unwrap_or_else(any_seed);
    // Each has its share, however many there are.
    let share = args.memory.unwrap_or(MEMORY_DEFAULT) / n_at_once;
    let n_trees = args.threads.unwrap_or_else(n_cores);
    let name = start_workers(&workers, n_at_once, seed, |own_seed| {
        thinker_within(share, n_trees, net.as_ref(), own_seed)
    });
    let name = name.map_err(Failure::Threads)?;
    let service = AnalysisService {
        queue,
        settings,
        models: models(args, &name, net.as_deref(), &humans),
        humans: human_models,
    };
    match args.listen {
        Some(at) => meet(at, token, n_at_once, service, out),
        None => converse(args, n_at_once, service, out),
    }
}

/// What clients have to say, if anything: the option, else the variable.
///
/// # Errors
///
/// The variable holds no token, or there is none and other machines could connect.
fn token(args: &Args) -> Result<Option<AnalysisToken>, Failure> {
    let Some(at) = args.listen else {
        return Ok(None);
    };
    let set = env::var(TOKEN_VARIABLE)
        .ok()
        .filter(|text| !text.is_empty());
    let set = set.map(|text| text.parse()).transpose();
    let set = set.map_err(|why| Failure::Misuse(format!("{TOKEN_VARIABLE}: {why}")))?;
    let token = args.token.clone().or(set);
    if token.is_none() && !at.ip().is_loopback() {
        let why = format!(
            "other machines can connect to {at}: say with --token, or in {TOKEN_VARIABLE}, \
             what they have to know"
        );
        return Err(Failure::Misuse(why));
    }
    Ok(token)
}

/// The network to think with: as KataGo's clients name one, else as all commands do.
///
/// # Errors
///
/// There is no such network, or the file is none.
fn net(args: &Args) -> Result<Option<Arc<Net>>, Failure> {
    match &args.model {
        Some(file) => find_net(Some(file)),
        None => args.net.find(),
    }
}

/// What thinks, and what imitates people, as clients are told who ask.
fn models(
    args: &Args,
    name: &str,
    net: Option<&Net>,
    humans: &HumanNetworks,
) -> Vec<ModelDescription> {
    let main = model_of(args.model.as_deref(), name, net);
    let people = humans.imitator();
    let people = people.map(|imitator| model_of(args.human.word(), name, Some(imitator.net())));
    [main].into_iter().chain(people).collect()
}

/// Answers queries from stdin until its end.
///
/// # Errors
///
/// If there can be no threads, or `out` fails.
fn converse(
    args: &Args,
    n_at_once: usize,
    service: AnalysisService,
    out: &mut impl Write,
) -> Result<(), Failure> {
    greet(n_at_once);
    let outbox = Outbox::new(WhenFull::Wait);
    let reader = ClientReader {
        service,
        client: Writer::new(&outbox),
        room: QueueLimit::Waiting(TURNS_WAITING_MAX),
        warnings: Warnings::Told,
    };
    let at_end = match args.quit_without_waiting {
        true => AtEnd::Quit,
        false => AtEnd::Finish,
    };
    let reading = move || {
        if let Err(error) = reader.run(BufReader::new(io::stdin()), at_end) {
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

/// Answers all who connect `at` this address, until the program is ended.
///
/// # Errors
///
/// If nobody can listen there, there can be no threads, or `out` fails.
fn meet(
    at: SocketAddr,
    token: Option<AnalysisToken>,
    n_at_once: usize,
    service: AnalysisService,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let runtime = Runtime::new().map_err(Failure::Threads)?;
    let fault = |error| Failure::Serve(ServeFault::Listen { at, error });
    let listener = runtime.block_on(TcpListener::bind(at)).map_err(fault)?;
    let bound = listener.local_addr().map_err(fault)?;
    let whom = match token {
        Some(_) => "who have the token",
        None => "who connect",
    };
    writeln!(
        out,
        "Analysing for all {whom}, {n_at_once} positions at a time: {}",
        analysis_url(bound)
    )?;
    out.flush()?;
    runtime.block_on(serve_analysis(listener, service, token));
    Ok(())
}

/// The settings for queries that do not say: what a file says, then what the
/// list of settings says, then the options.
///
/// # Errors
///
/// If the file cannot be read, or a setting cannot be so.
fn settings(args: &Args) -> Result<AnalysisSettings, Failure> {
    let mut settings = AnalysisSettings::default();
    let misuse = |bad: BadSetting| Failure::Misuse(bad.to_string());
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
fn greet(n_at_once: usize) {
    // Nobody may listen there, which is as well.
    drop(writeln!(
        io::stderr(),
        "Ponnuki {}: started, ready to begin handling requests, {n_at_once} at a time",
        env!("CARGO_PKG_VERSION"),
    ));
}
