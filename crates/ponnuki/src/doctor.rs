//! `ponnuki doctor`: what the program finds on this machine, and what to do where that will not do.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::time::Duration;

use ponnuki_config::UserConfig;
use ponnuki_files::in_order::n_threads;
use ponnuki_server::{DataDirState, PORT, bus_version, look_into, raise_open_files, served_at};
use ponnuki_store::{DatabaseAddress, Store, StoreFault};
use ponnuki_words::TerminalCharset;
use tokio::runtime::Builder;

use crate::cleaned::CHARSET;
use crate::clock::{date, time_of_day};
use crate::networks;
use crate::places::{BusPlace, GamesPlace, Place};
use crate::version::{BUILT_FROM, instructions};
use crate::{Failure, explain};

const LONG_ABOUT: &str = "\
Look at what the program needs on this machine: processor, memory, files, data directory, database,
bus, port, network, clock, configuration and terminal. One line each; where something will not do,
the line after it says what to do. Nothing is changed.";

const EXAMPLES: &str = "\
Exit codes: 0 all is well, 1 something will not do.";

/// Less than this is left by a machine that has something else to do; strong networks take half
/// of it.
const MEMORY_MIN: u64 = 1 << 30;

/// Fewer open files than this let few people connect; see `Limits`.
const FILES_MIN: u64 = 600;

/// The clock of a machine that does not know the time shows one before this: the first days of
/// 2025, in seconds.
const TIME_MIN: Duration = Duration::from_secs(1_735_689_600);

/// Look at what the program needs on this machine
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    games: GamesPlace,
    #[command(flatten)]
    bus: BusPlace,
}

/// What was found of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Finding {
    about: &'static str,
    text: String,
    /// What to do, if it will not do.
    advice: Option<String>,
}

impl Finding {
    fn well(about: &'static str, text: impl Into<String>) -> Finding {
        Finding {
            about,
            text: text.into(),
            advice: None,
        }
    }

    fn wrong(about: &'static str, text: impl Into<String>, advice: impl Into<String>) -> Finding {
        Finding {
            advice: Some(advice.into()),
            ..Finding::well(about, text)
        }
    }
}

/// Looks at everything, and writes what was found. `config` is the configuration, or what is
/// wrong with it.
///
/// # Errors
///
/// Something will not do, which was told; or nobody reads it.
pub(crate) fn run(
    args: &Args,
    config: Result<&UserConfig, &str>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let findings = [
        version(),
        processor(),
        memory(&fs::read_to_string("/proc/meminfo").unwrap_or_default()),
        files(raise_open_files()),
        data(&args.games.place),
        database(&args.games),
        bus(&args.bus),
        port(&args.games.place),
        network(),
        clock(time_of_day()),
        configuration(config),
        terminal(*CHARSET),
    ];
    for finding in &findings {
        let word = if finding.advice.is_some() { "!!" } else { "ok" };
        writeln!(out, "{word} {:<13} {}", finding.about, finding.text)?;
        if let Some(advice) = &finding.advice {
            writeln!(out, "   {:<13} {advice}", "")?;
        }
    }
    match findings.iter().all(|finding| finding.advice.is_none()) {
        true => Ok(()),
        false => Err(Failure::Told),
    }
}

fn version() -> Finding {
    let version = env!("CARGO_PKG_VERSION");
    Finding::well("version", format!("{version} ({BUILT_FROM})"))
}

fn processor() -> Finding {
    let (n, set) = (n_threads(), instructions());
    let cores = if n == 1 { "core" } else { "cores" };
    let text = format!("{n} {cores}, instructions {set}");
    match set.as_str() {
        "portable" => Finding::wrong(
            "processor",
            text,
            "it has none of the instructions that make networks fast: they work, but slowly; the \
             built-in network, or --net none, is what to play with",
        ),
        _ => Finding::well("processor", text),
    }
}

/// What Linux tells of the memory; other systems tell it elsewhere.
fn memory(told: &str) -> Finding {
    let bytes = |name: &str| {
        let line = told.lines().find(|line| line.starts_with(name))?;
        let number: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(number << 10)
    };
    let (Some(all), Some(free)) = (bytes("MemTotal:"), bytes("MemAvailable:")) else {
        return Finding::well("memory", "unknown on this system");
    };
    let text = format!("{} free of {}", gigabytes(free), gigabytes(all));
    match free < MEMORY_MIN {
        true => Finding::wrong(
            "memory",
            text,
            "too little for strong networks: end other programs, or play with --net built-in",
        ),
        false => Finding::well("memory", text),
    }
}

fn gigabytes(bytes: u64) -> String {
    format!("{:.1} GB", bytes as f64 / 1e9)
}

fn files(n: Option<u64>) -> Finding {
    let Some(n) = n else {
        return Finding::well("files", "unknown on this system");
    };
    let text = format!("{n} may be open at once");
    match n < FILES_MIN {
        true => Finding::wrong(
            "files",
            text,
            "few people can connect to a server here: allow more with 'ulimit -n 4096'",
        ),
        false => Finding::well("files", text),
    }
}

fn data(place: &Place) -> Finding {
    let dir = match place.dir() {
        Ok(dir) => dir,
        Err(failure) => {
            let advice = "set HOME, or name a directory with --data or in PONNUKI_DATA";
            return Finding::wrong("data", explain(&failure), advice);
        }
    };
    let shown = dir.display();
    match look_into(&dir) {
        DataDirState::Nothing => Finding::well("data", format!("{shown}, not there yet")),
        DataDirState::Games { n_bytes } => {
            let size = n_bytes as f64 / 1e6;
            Finding::well("data", format!("{shown}, {size:.1} MB of games"))
        }
        DataDirState::Unwritable(error) => Finding::wrong(
            "data",
            format!("{shown}: {error}"),
            "games cannot be kept there: make it yours, or name another with --data or in \
             PONNUKI_DATA",
        ),
    }
}

/// Whether the database of PostgreSQL can be had, if games are kept in one.
fn database(games: &GamesPlace) -> Finding {
    const ABOUT: &str = "database";
    let address = match games.address() {
        Ok(DatabaseAddress::Postgres(url)) => DatabaseAddress::Postgres(url),
        Ok(DatabaseAddress::File(_)) => {
            return Finding::well(ABOUT, "a file in the data directory");
        }
        Err(failure) => {
            let advice = "name it with --database or in PONNUKI_DATABASE";
            return Finding::wrong(ABOUT, explain(&failure), advice);
        }
    };
    let opened = Builder::new_current_thread()
        .enable_all()
        .build()
        .map(|runtime| runtime.block_on(Store::open_beside(&address)));
    let fault = match opened {
        Ok(Ok(_)) => return Finding::well(ABOUT, format!("{address} answers")),
        Ok(Err(StoreFault::TooOld { .. })) => {
            let text = format!("{address} answers; the next server brings it up to date");
            return Finding::well(ABOUT, text);
        }
        Ok(Err(fault)) => fault.to_string(),
        Err(error) => error.to_string(),
    };
    let advice = "no game can be kept there: docs/hosting.md says how to set up PostgreSQL";
    Finding::wrong(ABOUT, format!("{address}: {fault}"), advice)
}

/// Whether the bus between nodes can be had, if there is to be one.
fn bus(place: &BusPlace) -> Finding {
    const ABOUT: &str = "bus";
    let url = match place.url() {
        Ok(Some(url)) => url,
        Ok(None) => return Finding::well(ABOUT, "none, one server needs none"),
        Err(failure) => {
            let advice = "name it with --bus or in PONNUKI_BUS";
            return Finding::wrong(ABOUT, explain(&failure), advice);
        }
    };
    let asked = Builder::new_current_thread()
        .enable_all()
        .build()
        .map(|runtime| runtime.block_on(bus_version(&url)));
    let fault = match asked {
        Ok(Ok(version)) => {
            return Finding::well(ABOUT, format!("{url} answers, NATS {version}"));
        }
        Ok(Err(why)) => why,
        Err(error) => error.to_string(),
    };
    let advice = "games go on without it, but each node counts and thinks for itself: \
                  docs/hosting.md says how to set up NATS";
    Finding::wrong(ABOUT, format!("{url}: {fault}"), advice)
}

/// Whether the port of the game can be had, or who has it.
fn port(place: &Place) -> Finding {
    let at = SocketAddr::from((Ipv4Addr::LOCALHOST, PORT));
    match TcpListener::bind(at) {
        Ok(_) => Finding::well("port", format!("{PORT} is free")),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            let own = place.dir().ok().and_then(|dir| running(&dir));
            match own {
                Some(url) => {
                    Finding::well("port", format!("a server runs with your games, at {url}"))
                }
                None => Finding::wrong(
                    "port",
                    format!("{PORT} is taken by another program"),
                    "the next one that is free is taken; name one with --listen if it is to be \
                     the same each time",
                ),
            }
        }
        Err(error) => Finding::wrong(
            "port",
            format!("{PORT}: {error}"),
            "no server can listen here: 'ponnuki tui' and 'ponnuki play' need one inside, too",
        ),
    }
}

/// Where the server of a directory is, if one runs.
fn running(dir: &Path) -> Option<String> {
    let url = served_at(dir)?;
    let address: SocketAddr = url.strip_prefix("http://")?.parse().ok()?;
    let answers = std::net::TcpStream::connect_timeout(&address, Duration::from_secs(1));
    answers.is_ok().then_some(url)
}

fn network() -> Finding {
    let advice = "'ponnuki net list' shows what there is, 'ponnuki net use built-in' goes back to \
                  the one in the program";
    let chosen = match networks::choose(None) {
        Ok(Some(chosen)) => chosen,
        Ok(None) => return Finding::well("network", "none, games are played out at random"),
        Err(fault) => return Finding::wrong("network", networks::explain(&fault), advice),
    };
    match chosen.load() {
        Ok(net) => {
            let mut text = chosen.name.clone();
            if net.model().name != chosen.name {
                let _ = write!(text, " ({})", net.model().name);
            }
            Finding::well("network", text)
        }
        Err(fault) => Finding::wrong("network", networks::explain(&fault), advice),
    }
}

fn clock(now: Duration) -> Finding {
    let text = format!("{} UTC", date(now));
    match now < TIME_MIN {
        true => Finding::wrong(
            "clock",
            text,
            "that is long ago: set the clock, or the dates of games and the certificates of \
             servers are wrong",
        ),
        false => Finding::well("clock", text),
    }
}

fn configuration(config: Result<&UserConfig, &str>) -> Finding {
    match config {
        Ok(UserConfig {
            path: Some(path), ..
        }) => Finding::well("configuration", path.display().to_string()),
        Ok(_) => Finding::well("configuration", "no file, see 'ponnuki config --help'"),
        Err(why) => Finding::wrong(
            "configuration",
            why,
            "no other command runs until the file is mended or moved away",
        ),
    }
}

fn terminal(charset: TerminalCharset) -> Finding {
    let term = std::env::var("TERM").unwrap_or_default();
    let name = match term.is_empty() {
        true => "TERM is not set".to_owned(),
        false => format!("TERM is {term}"),
    };
    let charset = match charset {
        TerminalCharset::Utf8 => "UTF-8",
        TerminalCharset::Ascii => "letters alone",
        TerminalCharset::Of { encoding, .. } => encoding.name(),
    };
    Finding::well("terminal", format!("{name}, {charset}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::LAWS;

    #[test]
    fn what_will_not_do_has_advice() {
        let told = "MemTotal:  16384000 kB\nMemAvailable:  512000 kB\n";
        assert!(memory(told).advice.is_some());
        let told = "MemTotal:  16384000 kB\nMemAvailable:  8192000 kB\n";
        assert_eq!(
            memory(told),
            Finding::well("memory", "8.4 GB free of 16.8 GB")
        );
        assert_eq!(
            memory(""),
            Finding::well("memory", "unknown on this system")
        );
        assert!(files(Some(100)).advice.is_some());
        assert_eq!(files(Some(1024)).advice, None);
        assert!(clock(Duration::from_secs(3_600)).advice.is_some());
        assert!(configuration(Err("ponnuki.toml:1: no")).advice.is_some());
        assert_eq!(configuration(Ok(&UserConfig::none(LAWS))).advice, None);
    }
}
