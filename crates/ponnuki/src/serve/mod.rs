//! `ponnuki serve`: the game in the browser.

mod address;
mod engine;
mod instance;
mod platform;

use std::fmt;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::ValueEnum;
use ponnuki_server::{
    Config, Limits, NoProxies, Proxies, PublicUrl, Server, StartError, TimeSource, bind,
    half_blocks, raise_open_files,
};
use ponnuki_store::{Store, StoreFault};
use ponnuki_words::TerminalCharset;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tracing::Level;

use self::address::metrics_address;
pub(crate) use self::address::{ListenAt, PORT, listen_address};
pub(crate) use self::engine::Engine;
use self::instance::listening_at;
pub(crate) use self::instance::{Found, Instance, Taken, look_into, make_private_dir};
pub(crate) use self::platform::{DATA_VARIABLE, StopSignal, data_dir, name_data_dir};
use crate::Failure;
use crate::cleaned::CHARSET;
use crate::layout::printable;
use crate::thinker::NetArg;

const LONG_ABOUT: &str = "\
Start Ponnuki and open it in the browser: play against the computer, with someone at the
same screen, or with anyone who has a link. This is also what ponnuki alone does.

Games are kept in a file in your data directory, and survive anything. Nobody else on this
computer can read it, and one server at a time can have it.

/healthz answers 200 while games can be stored and 503 while they cannot, and /metrics has
numbers for Prometheus. With --metrics they have an address of their own; /metrics is then
nowhere else, and /healthz still with the game, for a load balancer.";

const EXAMPLES: &str = "\
Examples:
  ponnuki                                   play on this computer
  ponnuki serve --listen 0.0.0.0            let phones and others in your network play too
  ponnuki serve --no-open --log json --behind-proxy --public-url https://go.example.org
                                            on a server, behind a proxy that speaks TLS";

/// The computer answers no sooner than this where no clock runs, so that nobody thinks it did not
/// look.
const BREATH: Duration = Duration::from_millis(600);

/// The file in the data directory that holds everything.
const FILE: &str = "ponnuki.db";

/// Start Ponnuki and open it in the browser
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Listen at an address, a port or both [default: 127.0.0.1:8361, or the next free port]
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = ListenAt::parse)]
    listen: Option<ListenAt>,
    /// What links begin with, such as https://go.example.org
    #[arg(long, value_name = "URL")]
    public_url: Option<PublicUrl>,
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    net: NetArg,
    /// Open the browser even if there seems to be no screen
    #[arg(long, conflicts_with = "no_open")]
    open: bool,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Believe the X-Forwarded-For of these proxies [default: those on this machine]
    #[arg(long, value_name = "ADDRESS,NETWORK/BITS", num_args = 0..=1, default_missing_value = "")]
    behind_proxy: Option<String>,
    /// Answer /healthz and /metrics at an address of their own
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = metrics_address)]
    metrics: Option<SocketAddr>,
    /// Write a log to stderr, as text or as json
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    log: Option<LogForm>,
}

/// Where games are kept.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Place {
    /// Where games are kept [default: PONNUKI_DATA, or your data directory]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Place {
    /// The directory.
    ///
    /// # Errors
    ///
    /// None is named, and the system has none for us.
    pub(crate) fn dir(&self) -> Result<PathBuf, Failure> {
        let dir = self.data.clone().or_else(platform::data_dir);
        dir.ok_or_else(|| {
            let why = "there is no data directory here, name one with --data or in PONNUKI_DATA";
            Failure::Misuse(why.to_owned())
        })
    }

    /// Whether somebody has chosen it: then it is that one or none.
    pub(crate) fn is_named(&self) -> bool {
        self.data.is_some() || platform::is_data_dir_named()
    }

    /// The file that holds everything.
    ///
    /// # Errors
    ///
    /// There is no such directory.
    pub(crate) fn file(&self) -> Result<PathBuf, Failure> {
        Ok(self.dir()?.join(FILE))
    }
}

impl Args {
    /// Whether the server that runs at `url` is one that these options ask for.
    ///
    /// # Errors
    ///
    /// It is another, as far as one can tell from here.
    fn content_with(&self, url: &str) -> Result<(), Failure> {
        let dir = self.place.dir()?;
        let is_there = |at: &ListenAt| {
            let is_any_port = !at.is_port_named || at.address.port() == 0;
            listening_at(&dir).is_some_and(|other| {
                let is_port = is_any_port || other.port() == at.address.port();
                is_port && other.ip() == at.address.ip()
            })
        };
        let options = [
            ("--listen", self.listen.is_some_and(|at| !is_there(&at))),
            ("--public-url", self.public_url.is_some()),
            ("--behind-proxy", self.behind_proxy.is_some()),
            ("--metrics", self.metrics.is_some()),
        ];
        let unmet = options.into_iter().find(|(_, is_unmet)| *is_unmet);
        let Some((option, _)) = unmet else {
            return Ok(());
        };
        let url = url.to_owned();
        Err(ServeFault::Elsewhere { dir, url, option }.into())
    }
}

/// How a log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LogForm {
    Text,
    Json,
}

/// Why the server does not run.
#[derive(Debug)]
pub(crate) enum ServeFault {
    /// The machine gives no threads.
    Runtime(io::Error),
    /// The directory for the games cannot be made or used.
    Data { dir: PathBuf, error: io::Error },
    /// The file with the games cannot be opened.
    Store { file: PathBuf, fault: StoreFault },
    /// A copy of the games was not written.
    Backup { file: PathBuf, fault: StoreFault },
    /// A copy of the games was written, and so many rooms in it are damaged.
    DamagedBackup { file: PathBuf, n_rooms: usize },
    /// A server runs with the games that were to be replaced.
    Running { dir: PathBuf, url: String },
    /// A copy of the games was not put back.
    Restore { file: PathBuf, fault: StoreFault },
    /// A copy of the games was not put back, since so many rooms in it are damaged.
    DamagedRestore { file: PathBuf, n_rooms: usize },
    /// So many rooms are not among the files that were written.
    LeftOut { n_rooms: usize },
    /// A server runs with these games, and not as this option asks for.
    Elsewhere {
        dir: PathBuf,
        url: String,
        option: &'static str,
    },
    /// Nobody can listen there.
    Listen { at: SocketAddr, error: io::Error },
    /// It did not start.
    Start(StartError),
}

impl fmt::Display for ServeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeFault::Runtime(error) => write!(f, "the threads could not be started: {error}"),
            ServeFault::Data { dir, error } => {
                write!(f, "{} cannot hold the games: {error}", dir.display())
            }
            ServeFault::Store { file, fault } => {
                write!(f, "{} cannot be opened: {fault}", file.display())
            }
            ServeFault::Backup { file, fault } => {
                write!(f, "{} was not written: {fault}", file.display())
            }
            ServeFault::DamagedBackup { file, n_rooms } => {
                let (file, rooms) = (file.display(), rooms(*n_rooms));
                write!(
                    f,
                    "{file} has everything as it is kept, but {rooms} damaged in it"
                )
            }
            ServeFault::Running { dir, url } => write!(
                f,
                "a server runs with the games of {}, at {url}: stop it first",
                dir.display()
            ),
            ServeFault::Restore { file, fault } => {
                write!(f, "{} was not put back: {fault}", file.display())
            }
            ServeFault::DamagedRestore { file, n_rooms } => {
                let (file, rooms) = (file.display(), rooms(*n_rooms));
                write!(
                    f,
                    "{file} was not put back: {rooms} damaged in it (--even-if-damaged puts it \
                     back all the same)"
                )
            }
            ServeFault::LeftOut { n_rooms } => {
                write!(f, "{} left out, all others are written", rooms(*n_rooms))
            }
            ServeFault::Listen { at, error } if error.kind() == io::ErrorKind::AddrInUse => write!(
                f,
                "cannot listen at {at}: another program has port {}; name another with --listen, \
                 or none to have the next that is free",
                at.port()
            ),
            ServeFault::Listen { at, error } => write!(f, "cannot listen at {at}: {error}"),
            ServeFault::Elsewhere { dir, url, option } => write!(
                f,
                "a server runs already with the games of {}, at {url}, and knows nothing of \
                 {option}: stop it first, or name another directory with --data",
                dir.display()
            ),
            ServeFault::Start(error) => write!(f, "the server did not start: {error}"),
        }
    }
}

/// So many rooms, and the verb.
fn rooms(n: usize) -> String {
    match n {
        1 => "1 room is".to_owned(),
        n => format!("{n} rooms are"),
    }
}

/// Serves until it is told to stop.
///
/// # Errors
///
/// The server does not start.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    start_log(args.log);
    let proxies = proxies(args)?;
    let dir = args.place.dir()?;
    let instance = match Instance::claim(&dir) {
        Ok(instance) => instance,
        Err(Taken::Running(url)) => {
            args.content_with(&url)?;
            writeln!(out, "Ponnuki runs already, at {url}")?;
            open_browser(args, &url);
            return Ok(());
        }
        Err(Taken::Unusable(error)) => return Err(ServeFault::Data { dir, error }.into()),
    };
    let engine = engine(args, out)?;
    let runtime = Runtime::new().map_err(ServeFault::Runtime)?;
    runtime.block_on(serve(args, proxies, engine, &instance, out))
}

/// What plays for the engine's seats; a network is read now, so that nobody waits for it later.
fn engine(args: &Args, out: &mut impl Write) -> Result<Engine, Failure> {
    let Some(chosen) = args.net.choose()? else {
        return Ok(Engine::new(None));
    };
    if chosen.takes_time() {
        writeln!(out, "Reading the network {} …", printable(&chosen.name))?;
        out.flush()?;
    }
    Ok(Engine::new(Some(chosen.load()?)))
}

/// The proxies that are believed.
fn proxies(args: &Args) -> Result<Proxies, Failure> {
    let Some(list) = &args.behind_proxy else {
        return Ok(Proxies::default());
    };
    if args.public_url.is_none() {
        let text = "--behind-proxy needs to know where people find the proxy, for links and \
                    cookies: --public-url https://go.example.org";
        return Err(Failure::Misuse(text.to_owned()));
    }
    if list.is_empty() {
        crate::note(
            "--behind-proxy alone believes proxies on this machine; for one elsewhere write its \
             address, such as --behind-proxy 10.0.0.7",
        );
    }
    let list = if list.is_empty() {
        Proxies::LOOPBACK
    } else {
        list
    };
    let proxies: Result<Proxies, NoProxies> = list.parse();
    proxies.map_err(|why| Failure::Misuse(format!("--behind-proxy: {why}")))
}

/// With fewer connections than this a club's evening does not fit: a page takes up to six.
const FEW_CONNECTIONS: usize = 200;

/// How much of everything is given: what the system allows, at most.
fn limits() -> Limits {
    let n_files = raise_open_files();
    let limits = Limits::default().within(n_files);
    tracing::info!(
        n_files,
        n_connections = limits.n_connections,
        n_connections_per_address = limits.n_connections_per_address,
        "files and connections that may be open at once"
    );
    if limits.n_connections < FEW_CONNECTIONS {
        tracing::warn!(
            n_files,
            n_connections = limits.n_connections,
            "the system lets so few files be open that few can connect; see `ulimit -n`"
        );
    }
    limits
}

async fn serve(
    args: &Args,
    proxies: Proxies,
    engine: Engine,
    instance: &Instance,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let file = args.place.file()?;
    let store = Store::open_alone(&file).await;
    let store = store.map_err(|fault| ServeFault::Store { file, fault })?;
    let at = args.listen.unwrap_or_default();
    // A proxy, links and whoever names a port know one; else the next that is free will do.
    let listened = match at.is_port_named || args.public_url.is_some() {
        true => TcpListener::bind(at.address).await,
        false => bind(at.address).await,
    };
    let at = at.address;
    let listener = listened.map_err(|error| ServeFault::Listen { at, error })?;
    let address = listener.local_addr()?;
    let lan = lan_address(address);
    let config = Config {
        public_url: args.public_url.clone(),
        proxies,
        lan,
        // Behind a proxy the way in is the proxy's.
        door: match (&args.public_url, &args.behind_proxy) {
            (None, None) => Some(in_network),
            (Some(_), _) | (None, Some(_)) => None,
        },
        metrics: args.metrics,
        n_thinkers: n_thinkers(),
        limits: limits(),
        breath: BREATH,
        time: TimeSource::default(),
    };
    let server = Server::start(listener, &config, store, Arc::new(engine)).await;
    let server = server.map_err(ServeFault::Start)?;
    // Before anybody knows that it runs, so that nobody can stop it unheard.
    let stop = StopSignal::listen()?;
    let own = format!("http://{}", from_here(address));
    instance.tell(&own, address);
    greet(args, address, &own, lan, out)?;
    let url = args.public_url.as_ref().map_or(own, PublicUrl::to_string);
    open_browser(args, &url);
    stop.told().await;
    writeln!(out, "Stopping.")?;
    server.stop().await;
    Ok(())
}

/// Says where to go.
fn greet(
    args: &Args,
    address: SocketAddr,
    own: &str,
    lan: Option<SocketAddr>,
    out: &mut impl Write,
) -> io::Result<()> {
    let wanted = args.listen.unwrap_or_default().address.port();
    if address.port() != wanted && wanted != 0 {
        let (taken, port) = (wanted, address.port());
        writeln!(out, "Port {taken} is taken, so it is {port} this time.")?;
    }
    writeln!(out, "Ponnuki is at {own}")?;
    if let Some(url) = &args.public_url {
        writeln!(out, "For everybody: {url}")?;
    } else if let Some(lan) = lan {
        let url = format!("http://{lan}");
        writeln!(out, "In your network: {url}")?;
        if *CHARSET == TerminalCharset::Utf8
            && let Some(code) = half_blocks(&url)
        {
            writeln!(out, "{code}")?;
        }
    }
    writeln!(out, "Ctrl-C stops it; games are kept.")?;
    out.flush()
}

fn open_browser(args: &Args, url: &str) {
    let is_wanted = args.open || (!args.no_open && platform::has_screen());
    if is_wanted && let Err(error) = platform::open(url) {
        crate::note(&format!("the browser did not open ({error}): go to {url}"));
    }
}

/// The address under which this machine reaches a server at `address`.
fn from_here(address: SocketAddr) -> SocketAddr {
    match address.ip().is_unspecified() {
        true => SocketAddr::from((Ipv4Addr::LOCALHOST, address.port())),
        false => address,
    }
}

/// The address under which others in the network reach a server at `address`, if they do.
fn lan_address(address: SocketAddr) -> Option<SocketAddr> {
    if address.ip().is_loopback() {
        return None;
    }
    if !address.ip().is_unspecified() {
        return Some(address);
    }
    in_network().map(|ip| SocketAddr::from((ip, address.port())))
}

/// The address of this machine in its network, if it is in one.
fn in_network() -> Option<IpAddr> {
    // Connecting a datagram socket sends nothing; it only looks up which way it
    // would go. The address is one that is kept for documentation.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    let is_useful = !ip.is_loopback() && !ip.is_unspecified();
    is_useful.then_some(ip)
}

/// Half of the machine thinks, the other half answers.
pub(crate) fn n_thinkers() -> usize {
    let n_cores = thread::available_parallelism().map_or(1, usize::from);
    (n_cores / 2).max(1)
}

fn start_log(form: Option<LogForm>) {
    let level = if form.is_some() {
        Level::INFO
    } else {
        Level::WARN
    };
    let log = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(io::stderr)
        // A log that cannot be written must not end what it is about.
        .log_internal_errors(false);
    let started = match form {
        Some(LogForm::Json) => log.json().try_init(),
        Some(LogForm::Text) | None => log.with_ansi(false).try_init(),
    };
    // Somebody else's log is as good.
    drop(started);
}
