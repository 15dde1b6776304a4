//! The server under load: many live games with people watching, all over real
//! sockets, with the limits that are in force everywhere.
//!
//! The server is a process of its own on one core; the players and watchers are in
//! this one. Each game has an address of its own in the loopback range, as a thousand
//! households would, so that no limit had to be lifted for the measurement. If a stranger
//! is there, one more address asks for as much thinking and drawing as it gets, on the same
//! core.

mod client;
mod http;
mod process;
mod report;
mod stranger;

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ponnuki_wire::Color;
use tokio::runtime;
use tokio::task::JoinSet;

use client::{GameClock, Seen, play, watch};
pub(crate) use client::{any_point, connect_to};
pub(crate) use http::open_and_join;
use process::ServerProcess;
pub(crate) use process::{Burner, SERVE, serve};
use report::Report;

/// What the players and watchers do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Load {
    pub(crate) n_games: usize,
    pub(crate) n_watchers: usize,
    /// How long a player thinks about a move, on average.
    pub(crate) thinking: Duration,
    pub(crate) time: Duration,
    pub(crate) others: Others,
}

/// Who is there besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Others {
    Nobody,
    /// One who asks for as much study, film and the strongest level as the limits allow.
    Stranger,
}

impl Load {
    /// A thousand games with ten watchers each, a move every two seconds in each.
    pub(crate) const FULL: Load = Load {
        n_games: 1_000,
        n_watchers: 10,
        thinking: Duration::from_secs(2),
        time: Duration::from_secs(60),
        others: Others::Nobody,
    };

    /// The same while a stranger is there.
    pub(crate) const BUSY: Load = Load {
        others: Others::Stranger,
        ..Load::FULL
    };
}

/// How many connections are made at once: more than the listener's queue holds would
/// have to try again.
const N_AT_ONCE: usize = 100;

/// How long the last messages have to arrive.
const DRAIN: Duration = Duration::from_secs(3);

/// Measures, and tells.
///
/// # Errors
///
/// The server could not be started or reached, or the report could not be written.
pub(crate) fn run(load: Load, out: &mut impl Write) -> io::Result<()> {
    let server = ServerProcess::start()?;
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let report = runtime.block_on(measure(load, &server, out))?;
    report.write(load, out)
}

async fn measure(load: Load, server: &ServerProcess, out: &mut impl Write) -> io::Result<Report> {
    let mut report = Report {
        memory_empty: server.memory(),
        ..Report::default()
    };
    writeln!(out, "opening {} games", load.n_games)?;
    let tables = open_tables(load, server.address).await?;
    report.memory_rooms = server.memory();
    writeln!(
        out,
        "{} players and watchers come in",
        load.n_games * (load.n_watchers + 2)
    )?;
    let is_over = Arc::new(AtomicBool::new(false));
    let mut visitors = JoinSet::new();
    for tables in tables.chunks(N_AT_ONCE / 10) {
        seat(load, server.address, tables, &is_over, &mut visitors).await?;
    }
    report.n_sockets = visitors.len();
    report.memory_full = server.memory();
    let mut strangers = match load.others {
        Others::Nobody => JoinSet::new(),
        Others::Stranger => {
            writeln!(out, "a stranger comes in")?;
            stranger::come(server.address, &report.stranger)
        }
    };
    writeln!(out, "they play for {} s", load.time.as_secs())?;
    let (cpu, began) = (server.cpu(), now());
    tokio::time::sleep(load.time).await;
    report.cpu = server.cpu().zip(cpu).map(|(after, before)| after - before);
    report.time = now() - began;
    is_over.store(true, Ordering::Relaxed);
    tokio::time::sleep(DRAIN).await;
    if let Some(Ok(Err(error))) = strangers.try_join_next() {
        writeln!(out, "the stranger gave up: {error}")?;
    }
    strangers.abort_all();
    visitors.abort_all();
    report.memory_after = server.memory();
    for table in &tables {
        report.n_moves += table.clock.n_moves();
        report.seen.add(&table.clock.seen());
    }
    Ok(report)
}

/// A game that was opened and joined.
struct JoinedGame {
    room: String,
    host: String,
    guest: String,
    address: IpAddr,
    clock: Arc<GameClock>,
}

async fn open_tables(load: Load, server: SocketAddr) -> io::Result<Vec<JoinedGame>> {
    let mut tables = Vec::new();
    for number in 0..load.n_games {
        let address = household(number);
        let (room, host, guest) = http::open_and_join(server, address, "none").await?;
        let clock = Arc::new(GameClock::new(number as u64));
        tables.push(JoinedGame {
            room,
            host,
            guest,
            address,
            clock,
        });
    }
    Ok(tables)
}

/// Lets players and watchers of some tables come in.
async fn seat(
    load: Load,
    server: SocketAddr,
    tables: &[JoinedGame],
    is_over: &Arc<AtomicBool>,
    visitors: &mut JoinSet<()>,
) -> io::Result<()> {
    for table in tables {
        for _ in 0..load.n_watchers {
            let socket = client::connect(server, table.address, &table.room, None).await?;
            visitors.spawn(watch(socket, Arc::clone(&table.clock)));
        }
        for (token, color) in [(&table.host, Color::Black), (&table.guest, Color::White)] {
            let socket = client::connect(server, table.address, &table.room, Some(token)).await?;
            let clock = Arc::clone(&table.clock);
            let is_over = Arc::clone(is_over);
            visitors.spawn(play(socket, color, load.thinking, clock, is_over));
        }
    }
    Ok(())
}

/// An address of the loopback range for each game.
fn household(number: usize) -> IpAddr {
    let [.., low] = number.to_be_bytes();
    let high = (number >> 8) as u8;
    Ipv4Addr::new(127, 1 + high, low, 1).into()
}

#[expect(
    clippy::disallowed_methods,
    reason = "the benchmark measures what a person at the other end would see"
)]
fn now() -> Instant {
    Instant::now()
}
