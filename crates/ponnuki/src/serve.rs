//! `ponnuki serve`: the game in the browser.

use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use ponnuki_hosting::EngineService;
use ponnuki_server::{
    Config, HostingFault, ListenAt, NoProxies, NoServingRight, NodeConfig, NodeUrl, Proxies,
    PublicUrl, Server, ServerLimits, ServingRight, StopSignal, TimeSource, bind, from_here,
    half_blocks, has_screen, in_network, lan_address, listening_at, metrics_address, n_thinkers,
    raise_open_files,
};
use ponnuki_store::{DatabaseAddress, Store};
use ponnuki_words::TerminalCharset;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tracing::Level;

use crate::Failure;
use crate::cleaned::CHARSET;
use crate::places::{BusPlace, GamesPlace};
use crate::serve_fault::ServeFault;
use crate::thinker::NetArg;

const LONG_ABOUT: &str = "\
Start Ponnuki and open it in the browser: play against the computer, with someone at the
same screen, or with anyone who has a link. This is also what ponnuki alone does.

Games are kept in a file in your data directory, and survive anything. Nobody else on this
computer can read it, and one server at a time can have it. With --database they are kept in
PostgreSQL instead; 'ponnuki move-data' moves what is there already.

Several servers with the same --database and a --node-url each are nodes: players may come to
any of them, and when one goes, the others take its games over. With a --bus they also add up how
many people are there, and think for each other; no game needs it.

/healthz answers 200 while games can be stored and 503 while they cannot, /ready does so while
a load balancer should send people here, and /metrics has numbers for Prometheus. With --metrics
they have an address of their own; /metrics is then nowhere else, and the others still with the
game, for a load balancer.";

const EXAMPLES: &str = "\
Examples:
  ponnuki                                   play on this computer
  ponnuki serve --listen 0.0.0.0            let phones and others in your network play too
  ponnuki serve --no-open --log json --behind-proxy --public-url https://go.example.org
                                            on a server, behind a proxy that speaks TLS";

/// The computer answers no sooner than this where no clock runs, so that nobody thinks it did not
/// look.
const BREATH: Duration = Duration::from_millis(600);

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
    games: GamesPlace,
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
    /// Be one of several servers of the --database, which the others reach at this URL
    #[arg(long, value_name = "URL")]
    node_url: Option<NodeUrl>,
    /// Listen for the other nodes there [default: all addresses, at the port of --node-url]
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = metrics_address)]
    #[arg(requires = "node_url")]
    node_listen: Option<SocketAddr>,
    #[command(flatten)]
    bus: BusPlace,
    /// Answer /healthz, /ready and /metrics at an address of their own
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = metrics_address)]
    metrics: Option<SocketAddr>,
    /// Write a log to stderr, as text or as json
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    log: Option<LogForm>,
}

impl Args {
    /// What it is among several servers, if it is one.
    ///
    /// # Errors
    ///
    /// There is a bus and no node, or what is given is no address of a bus.
    fn node(&self) -> Result<Option<NodeConfig>, Failure> {
        let bus = self.bus.url()?;
        let Some(url) = self.node_url.clone() else {
            return match bus {
                Some(_) => Err(ServeFault::BusOfOne.into()),
                None => Ok(None),
            };
        };
        let everywhere = SocketAddr::from((Ipv4Addr::UNSPECIFIED, url.port()));
        let listen = self.node_listen.unwrap_or(everywhere);
        Ok(Some(NodeConfig { url, listen, bus }))
    }

    /// Whether the server that runs at `url` is one that these options ask for.
    ///
    /// # Errors
    ///
    /// It is another, as far as one can tell from here.
    fn content_with(&self, url: &str) -> Result<(), Failure> {
        let dir = self.games.place.dir()?;
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
            ("--node-url", self.node_url.is_some()),
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

/// Serves until it is told to stop.
///
/// # Errors
///
/// The server does not start.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    start_log(args.log);
    let proxies = proxies(args)?;
    let node = args.node()?;
    let dir = args.games.place.dir()?;
    let right = match ServingRight::claim(&dir) {
        Ok(right) => right,
        Err(NoServingRight::Running(url)) => {
            args.content_with(&url)?;
            writeln!(out, "Ponnuki runs already, at {url}")?;
            open_browser(args, &url);
            return Ok(());
        }
        Err(NoServingRight::Unusable(error)) => {
            return Err(HostingFault::Data { dir, error }.into());
        }
    };
    // A network is read now, so that nobody waits for it later.
    let engine = args.net.engine(out)?;
    let runtime = Runtime::new().map_err(HostingFault::Runtime)?;
    runtime.block_on(serve(args, (proxies, node), engine, &right, out))
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
fn limits() -> ServerLimits {
    let n_files = raise_open_files();
    let limits = ServerLimits::default().within(n_files);
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
    (proxies, node): (Proxies, Option<NodeConfig>),
    engine: EngineService,
    right: &ServingRight,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let database = args.games.address()?;
    let store = match (&args.node_url, &database) {
        (None, _) => Store::open_alone(&database).await,
        (Some(_), DatabaseAddress::Postgres(url)) => Store::open_node(url).await,
        (Some(_), DatabaseAddress::File(_)) => return Err(ServeFault::NodeOfFile.into()),
    };
    let store = store.map_err(|fault| {
        let file = PathBuf::from(database.to_string());
        HostingFault::Store { file, fault }
    })?;
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
        node,
        n_thinkers: n_thinkers(),
        limits: limits(),
        breath: BREATH,
        time: TimeSource::default(),
    };
    let server = Server::start(listener, &config, store, Arc::new(engine)).await;
    let server = server.map_err(HostingFault::Start)?;
    // Before anybody knows that it runs, so that nobody can stop it unheard.
    let stop = StopSignal::listen()?;
    let own = format!("http://{}", from_here(address));
    if let Err(why) = right.tell(&own, address) {
        crate::note(&why);
    }
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
    let is_wanted = args.open || (!args.no_open && has_screen());
    if is_wanted && let Err(error) = ponnuki_server::open_browser(url) {
        crate::note(&format!("the browser did not open ({error}): go to {url}"));
    }
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
