//! Three nodes of one PostgreSQL in bad weather: nodes are killed, stopped and started again, the
//! database too, while people play through all of them. What was answered has to be there in the
//! end, and play has to go on soon.

mod checker;
mod node;
mod player;

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use ponnuki_game::Dice;
use ponnuki_store::{DatabaseAddress, Store};
use ponnuki_testkit::Postgres;
use tokio::runtime;

use checker::Verdict;
use node::NodeProcess;
pub(crate) use node::{NODE, serve};
use player::Table;

const N_NODES: usize = 3;

/// How many games are played at once.
const N_TABLES: usize = 16;

/// How long it stays fine before the next fault, and how long something stands still.
const FINE: Duration = Duration::from_millis(1_500);
const STANDS_STILL: Duration = Duration::from_secs(3);

/// A game that has not gone on after this time has not at all.
const AGAIN_MAX: Duration = Duration::from_secs(30);

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// A node gets kill −9, and is started again.
    Killed,
    /// A node gets SIGSTOP for a while.
    Stopped,
    /// A node is asked to end, as for an upgrade, and is started again.
    Drained,
    /// PostgreSQL is started again.
    DatabaseRestarted,
    /// PostgreSQL gets kill −9, and is started again.
    DatabaseKilled,
    /// PostgreSQL stands still for a while.
    DatabaseStopped,
}

impl Fault {
    const ALL: [(Fault, &str); 6] = [
        (Fault::Killed, "node killed (kill −9)"),
        (Fault::Stopped, "node stopped for 3 s (SIGSTOP)"),
        (Fault::Drained, "node drained (SIGTERM)"),
        (Fault::DatabaseRestarted, "PostgreSQL restarted"),
        (Fault::DatabaseKilled, "PostgreSQL killed (kill −9)"),
        (Fault::DatabaseStopped, "PostgreSQL stopped for 3 s"),
    ];
}

/// Plays in bad weather of `n_faults` faults, and tells.
///
/// # Errors
///
/// A node could not be started, something that was answered was lost, or a game did not go on.
pub(crate) fn run(n_faults: usize, out: &mut impl Write) -> io::Result<()> {
    let engine = Postgres::own().ok_or_else(|| io::Error::other("there is no PostgreSQL"))?;
    let database = engine.database();
    let mut nodes = Vec::new();
    for _ in 0..N_NODES {
        nodes.push(NodeProcess::start(&database)?);
    }
    let addresses: Arc<[SocketAddr]> = nodes.iter().map(NodeProcess::address).collect();
    let is_over = Arc::new(AtomicBool::new(false));
    let tables: Arc<[Table]> = (0..N_TABLES).map(Table::new).collect();
    let playing = {
        let (tables, is_over) = (Arc::clone(&tables), Arc::clone(&is_over));
        thread::spawn(move || play_all(&tables, &addresses, &is_over))
    };
    let mut dice = Dice::new(20_261_118);
    let mut recoveries: Vec<(Fault, Duration)> = Vec::new();
    for number in 1..=n_faults {
        thread::sleep(FINE);
        let (fault, name) = Fault::ALL[dice.below(Fault::ALL.len())];
        let unlucky = &mut nodes[dice.below(N_NODES)];
        let from = strike(fault, unlucky, &engine)?;
        let took = recovery(&tables, from);
        let took = took.ok_or_else(|| io::Error::other(format!("after {name}: no move")))?;
        if matches!(fault, Fault::Killed | Fault::Drained) {
            unlucky.start_again(&database)?;
        }
        recoveries.push((fault, took));
        writeln!(
            out,
            "{number} of {n_faults}: {name}, {:.2} s",
            took.as_secs_f64()
        )?;
    }
    thread::sleep(FINE);
    is_over.store(true, Ordering::Relaxed);
    let played = playing.join();
    played.map_err(|_| io::Error::other("the players broke down"))??;
    let verdict = block_on(async {
        let address = DatabaseAddress::parse(&database).map_err(io::Error::other)?;
        let store = Store::open_beside(&address).await;
        Verdict::of(&store.map_err(io::Error::other)?, &tables).await
    })??;
    report(&recoveries, &verdict, out)?;
    match verdict.wrong.first() {
        None => Ok(()),
        Some(wrong) => Err(io::Error::other(wrong.clone())),
    }
}

fn block_on<T>(work: impl Future<Output = T>) -> io::Result<T> {
    let mut runtime = runtime::Builder::new_current_thread();
    Ok(runtime.enable_all().build()?.block_on(work))
}

/// Has all tables play until it is over.
fn play_all(tables: &[Table], nodes: &[SocketAddr], is_over: &AtomicBool) -> io::Result<()> {
    block_on(async {
        let playing = tables.iter().map(|table| table.play(nodes, is_over));
        join_all(playing).await;
    })
}

/// Lets a fault happen; returns since when play should go on.
fn strike(fault: Fault, node: &NodeProcess, engine: &Postgres) -> io::Result<Instant> {
    let began = now();
    match fault {
        Fault::Killed => node.signal("-KILL").map(|()| began),
        Fault::Stopped => {
            node.signal("-STOP")?;
            node.wake_after(STANDS_STILL);
            Ok(began)
        }
        Fault::Drained => node.signal("-TERM").map(|()| began),
        Fault::DatabaseRestarted => {
            engine.stop();
            engine.run();
            Ok(now())
        }
        Fault::DatabaseKilled => {
            engine.kill();
            engine.run();
            Ok(now())
        }
        Fault::DatabaseStopped => {
            engine.freeze();
            thread::sleep(STANDS_STILL);
            engine.thaw();
            Ok(now())
        }
    }
}

/// How long after `from` the last of the tables had a move that was answered.
fn recovery(tables: &[Table], from: Instant) -> Option<Duration> {
    while now() - from < AGAIN_MAX {
        let again = tables.iter().map(|table| table.first_answer_after(from));
        let again: Option<Vec<Instant>> = again.collect();
        if let Some(again) = again {
            return again.into_iter().max().map(|last| last - from);
        }
        thread::sleep(Duration::from_millis(20));
    }
    None
}

fn report(
    recoveries: &[(Fault, Duration)],
    verdict: &Verdict,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(
        out,
        "| fault | times | until every game had its next move: median | longest |"
    )?;
    writeln!(out, "|---|---:|---:|---:|")?;
    for (fault, name) in Fault::ALL {
        let own = recoveries.iter().filter(|(own, _)| *own == fault);
        let mut times: Vec<Duration> = own.map(|(_, time)| *time).collect();
        times.sort();
        let Some(longest) = times.last() else {
            continue;
        };
        let median = times[times.len() / 2];
        let n = times.len();
        writeln!(
            out,
            "| {name} | {n} | {:.2} s | {:.2} s |",
            median.as_secs_f64(),
            longest.as_secs_f64()
        )?;
    }
    verdict.write(out)
}

#[expect(
    clippy::disallowed_methods,
    reason = "the benchmark measures what a person at the other end would see"
)]
fn now() -> Instant {
    Instant::now()
}
