//! `ponnuki worker`: thinks for a server elsewhere.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ponnuki_client::{SeatFault, ServerAddress, Unreached};
use ponnuki_hosting::{WorkerEnd, WorkerNews, WorkerProgram, run_worker};
use ponnuki_server::{HostingFault, StopSignal, ThinkingService as _};
use ponnuki_wire::worker::WORKER_THREADS_MAX;
use tokio::runtime::Runtime;

use crate::clock::now;
use crate::files::{FileError, FileFault};
use crate::layout::printable;
use crate::thinker::{KEY_VARIABLE, NetArg, n_cores};
use crate::{Failure, args};

/// How often it is told what was done.
const LINE_EVERY: Duration = Duration::from_secs(60);

const LONG_ABOUT: &str = "\
Think for a Ponnuki server elsewhere: a small machine hosts, and this one thinks. It needs a key
that 'ponnuki keys add' made on the server, and a way to the server's address; nobody has to reach
this machine, so it may stand behind any router.

It reviews and analyses games, and with a key that the server trusts it also moves for the
computer, proposes dead stones and estimates positions. Moves at a level are only given to workers
that have the server's own network. What it does not do in time, the server does itself. If the
connection breaks it comes again; Ctrl-C gives back what it has.";

const EXAMPLES: &str = "\
Examples:
  ponnuki worker --server https://go.example.org --key-file worker.key
  PONNUKI_KEY=… ponnuki worker --server http://192.168.1.5:8361 --threads 6
  ponnuki worker --server https://go.example.org --key-file worker.key --net b18";

/// Think for a server elsewhere
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The server, as its links begin
    #[arg(long, value_name = "URL")]
    server: String,
    /// The key that the server gave [default: as PONNUKI_KEY says]
    #[arg(long, value_name = "KEY", conflicts_with = "key_file")]
    key: Option<String>,
    /// A file with the key, which nobody else should be able to read
    #[arg(long, value_name = "FILE")]
    key_file: Option<PathBuf>,
    /// Think about so many positions at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = args::n_threads)]
    threads: Option<usize>,
    #[command(flatten)]
    net: NetArg,
}

impl Args {
    /// The key.
    fn key(&self) -> Result<String, Failure> {
        let key = match (&self.key, &self.key_file) {
            (Some(key), _) => key.clone(),
            (None, Some(file)) => fs::read_to_string(file).map_err(|error| FileError {
                name: file.display().to_string(),
                what: FileFault::Io(error),
            })?,
            (None, None) => env::var(KEY_VARIABLE).unwrap_or_default(),
        };
        // Of what 'ponnuki keys add' prints the key is the first line.
        let key = key.lines().next().unwrap_or_default().trim();
        let is_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_graphic());
        match is_key {
            true => Ok(key.to_owned()),
            false => Err(Failure::Misuse(format!(
                "a worker needs the key that 'ponnuki keys add' made on the server: --key-file, \
                 --key or {KEY_VARIABLE}"
            ))),
        }
    }
}

/// Works until it is told to stop, or the server does not want it.
///
/// # Errors
///
/// There is no such server, key or network, or the server refuses it.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let server = ServerAddress::parse(&args.server).map_err(|_| {
        let given = printable(&args.server);
        Failure::Misuse(format!(
            "--server is as links begin, such as https://go.example.org, not {given}"
        ))
    })?;
    let key = args.key()?;
    let service = args.net.engine(out)?;
    let n_threads = args.threads.unwrap_or_else(n_cores);
    let n_threads = u16::try_from(n_threads).unwrap_or(u16::MAX);
    let n_threads = n_threads.min(WORKER_THREADS_MAX);
    let network = service.network();
    writeln!(
        out,
        "Thinking for {server} with {}, {n_threads} at a time. Ctrl-C stops it.",
        printable(&network.name)
    )?;
    out.flush()?;
    let program = WorkerProgram {
        service: Arc::new(service),
        n_threads,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let runtime = Runtime::new().map_err(HostingFault::Runtime)?;
    let mut diary = Diary::new(out);
    let end = runtime.block_on(async {
        let stop = StopSignal::listen()?;
        let tell = |news: WorkerNews| diary.note(&news);
        Ok::<_, io::Error>(run_worker(&server, &key, &program, stop.told(), tell).await)
    })?;
    diary.written?;
    match end {
        WorkerEnd::Stopped => Ok(writeln!(out, "Stopped; what was not done is given back.")?),
        WorkerEnd::Refused(why) => {
            let why = Unreached::Refused(format!("{server} refuses this worker: {why}"));
            Err(SeatFault::Unreached { server, why }.into())
        }
    }
}

/// Tells the person at the terminal what the worker does.
struct Diary<'a, W> {
    out: &'a mut W,
    written: io::Result<()>,
    /// How many tasks of each kind were begun since the last line.
    n_begun: BTreeMap<&'static str, usize>,
    last_line: Option<Instant>,
}

impl<'a, W: Write> Diary<'a, W> {
    fn new(out: &'a mut W) -> Diary<'a, W> {
        Diary {
            out,
            written: Ok(()),
            n_begun: BTreeMap::new(),
            last_line: None,
        }
    }

    fn note(&mut self, news: &WorkerNews) {
        let line = match news {
            WorkerNews::Connected { name, is_trusted } => {
                let what = match is_trusted {
                    true => "moves, dead stones, estimates, analyses and reviews",
                    false => "analyses and reviews",
                };
                format!("Connected as {}, for {what}.", printable(name))
            }
            WorkerNews::Lost { why, delay } => format!(
                "No connection ({}); trying again in {} seconds.",
                printable(why),
                delay.as_secs().max(1)
            ),
            WorkerNews::Begun { kind } => {
                *self.n_begun.entry(kind).or_default() += 1;
                let now = now();
                if self.last_line.is_some_and(|last| now - last < LINE_EVERY) {
                    return;
                }
                self.last_line = Some(now);
                let counts = std::mem::take(&mut self.n_begun).into_iter();
                let counts: Vec<String> = counts.map(|(kind, n)| format!("{n} {kind}")).collect();
                format!("Tasks since the last line: {}.", counts.join(", "))
            }
        };
        let written = writeln!(self.out, "{line}").and_then(|()| self.out.flush());
        if self.written.is_ok() {
            self.written = written;
        }
    }
}
