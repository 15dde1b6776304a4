//! The server as a process of its own, and what the system says of it.

use std::env;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use ponnuki_game::{Game, Move};
use ponnuki_record::Record;
use ponnuki_room::Proposal;
use ponnuki_server::{
    Config, Decision, Estimate, Level, Reviewed, Server, StopSign, Thinker, Watch, bind,
};
use ponnuki_store::Store;
use ponnuki_wire::review;
use tokio::runtime;

/// The word on the command line that makes this program the server.
pub(crate) const SERVE: &str = "server-process";

/// A running server.
pub(crate) struct ServerProcess {
    child: Child,
    pub(crate) address: SocketAddr,
    directory: PathBuf,
}

impl ServerProcess {
    /// Starts this program once more, as the server, on one core where that can be had.
    pub(crate) fn start() -> io::Result<ServerProcess> {
        let directory = env::temp_dir().join(format!("ponnuki-load-{}", std::process::id()));
        fs::create_dir_all(&directory)?;
        let program = env::current_exe()?;
        let pinned = Command::new("taskset")
            .args(["-c", "0"])
            .arg(&program)
            .arg(SERVE)
            .arg(&directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = pinned.or_else(|_| {
            Command::new(&program)
                .arg(SERVE)
                .arg(&directory)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
        })?;
        let stdout = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        let address = line.trim().parse().map_err(io::Error::other)?;
        Ok(ServerProcess {
            child,
            address,
            directory,
        })
    }

    /// The bytes of memory it holds, where the system tells.
    pub(crate) fn memory(&self) -> Option<u64> {
        let status = self.read("status")?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kilobytes << 10)
    }

    /// The time its processors worked for it, where the system tells.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        let stat = self.read("stat")?;
        // The name, in brackets, may contain anything; then come the state and the rest.
        let rest = &stat[stat.rfind(')')? + 1..];
        let ticks = rest.split_whitespace().skip(11).take(2);
        let ticks: Option<u64> = ticks.map(|ticks| ticks.parse::<u64>().ok()).sum();
        Some(Duration::from_millis(ticks? * 10))
    }

    fn read(&self, file: &str) -> Option<String> {
        let directory = Path::new("/proc").join(self.child.id().to_string());
        fs::read_to_string(directory.join(file)).ok()
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // It stops when its input ends; what it wrote is of no use to anybody.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// Is the server: says where it listens, and serves until its input ends.
///
/// # Errors
///
/// It could not be started.
pub(crate) fn serve(directory: &Path, out: &mut impl Write) -> io::Result<()> {
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let store = Store::open(&directory.join("load.sqlite")).await;
        let store = store.map_err(io::Error::other)?;
        let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
        let config = Config {
            n_thinkers: 1,
            ..Config::default()
        };
        let server = Server::start(listener, &config, store, Arc::new(NoThinker)).await;
        let server = server.map_err(io::Error::other)?;
        writeln!(out, "{}", server.address())?;
        out.flush()?;
        let until_end = tokio::task::spawn_blocking(|| io::stdin().read_to_end(&mut Vec::new()));
        until_end.await.map_err(io::Error::other)??;
        server.stop().await;
        Ok(())
    })
}

/// There is no engine in this measurement.
struct NoThinker;

impl Thinker for NoThinker {
    fn levels(&self) -> Vec<Level> {
        Vec::new()
    }

    fn choose(&self, _: &Game, _: u8, _: Watch, _: &StopSign) -> Decision {
        Decision::Move(Move::Pass)
    }

    fn dead(&self, _: &Game, _: &StopSign) -> Vec<Proposal> {
        Vec::new()
    }

    fn estimate(&self, game: &Game, _: &StopSign) -> Estimate {
        Estimate {
            ownership: vec![0.0; game.size().n_points()],
            lead: 0.0,
            win_rate: 0.5,
        }
    }

    fn analyse(
        &self,
        game: &Game,
        _: u32,
        _: &StopSign,
        _: &mut dyn FnMut(review::Position),
    ) -> review::Position {
        review::Position {
            turn: game.turn().into(),
            visits: 0,
            win_rate: 0.5,
            lead: 0.0,
            glance: None,
            candidates: Vec::new(),
            ownership: vec![0; game.size().n_points()],
        }
    }

    fn review(
        &self,
        _: Record<'_>,
        _: &[review::Known],
        _: u32,
        _: &StopSign,
        _: &mut dyn FnMut(Reviewed),
    ) -> Option<review::Game> {
        None
    }
}
