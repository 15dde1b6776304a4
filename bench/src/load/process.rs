//! The server as a process of its own, and what the system says of it.

use std::env;
use std::fs;
use std::hint::black_box;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use ponnuki_game::{Dice, Game, Move, Playout};
use ponnuki_record::Record;
use ponnuki_room::Proposal;
use ponnuki_server::{
    Config, Estimate, LevelDescription, SeatClock, Server, ThinkingService, bind,
};
use ponnuki_store::Store;
use ponnuki_think::{Decision, StopSign};
use ponnuki_wire::review;
use tokio::runtime;

use super::now;

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
        let server = Server::start(listener, &config, store, Arc::new(Burner)).await;
        let server = server.map_err(io::Error::other)?;
        writeln!(out, "{}", server.address())?;
        out.flush()?;
        let until_end = tokio::task::spawn_blocking(|| io::stdin().read_to_end(&mut Vec::new()));
        until_end.await.map_err(io::Error::other)??;
        server.stop().await;
        Ok(())
    })
}

/// The weakest level of [`Burner`]: one look.
pub(crate) const LEVEL_WEAK: u8 = 1;

/// Its strongest: all the time that it has.
pub(crate) const LEVEL_STRONG: u8 = 24;

/// How long it takes to look at a position once.
const VISIT: Duration = Duration::from_millis(1);

/// How often it tells what it thinks.
const INTERVAL: Duration = Duration::from_millis(200);

/// Keeps the processor as busy as an engine would, by playing random games, and knows nothing.
pub(crate) struct Burner;

impl Burner {
    /// Plays random games for so long, or until it is stopped, and calls `pause` now and then.
    fn burn(game: &Game, time: Duration, stop: &StopSign, pause: &mut dyn FnMut()) {
        let mut dice = Dice::new(game.n_moves() as u64);
        let start = Playout::new(game.board(), game.turn());
        let mut playout = start.clone();
        let n_moves_max = 3 * game.size().n_points();
        let mut left = time;
        while !left.is_zero() && !stop.is_raised() {
            let slice = left.min(INTERVAL);
            let began = now();
            while now() - began < slice && !stop.is_raised() {
                playout.restart(&start);
                black_box(playout.run(&mut dice, n_moves_max));
            }
            left -= slice;
            pause();
        }
    }

    fn thought(game: &Game) -> review::JudgedPosition {
        review::JudgedPosition {
            turn: game.turn().into(),
            visits: 0,
            looks: 1,
            win_rate: 0.5,
            lead: 0.0,
            glance: None,
            candidates: Vec::new(),
            ownership: vec![0; game.size().n_points()],
        }
    }
}

impl ThinkingService for Burner {
    fn levels(&self) -> Vec<LevelDescription> {
        let level = |level: u8| LevelDescription {
            level,
            name: format!("{level}"),
            ranks: Vec::new(),
        };
        [LEVEL_WEAK, LEVEL_STRONG].map(level).into()
    }

    fn choose(
        &self,
        game: &Game,
        level: u8,
        _: SeatClock,
        time_max: Duration,
        stop: &StopSign,
    ) -> Decision {
        let time = if level == LEVEL_WEAK { VISIT } else { time_max };
        Burner::burn(game, time, stop, &mut || {});
        Decision::Move(game.legal().first().map_or(Move::Pass, Move::Play))
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
        n_visits: u32,
        stop: &StopSign,
        tell: &mut dyn FnMut(review::JudgedPosition),
    ) -> review::JudgedPosition {
        Burner::burn(game, n_visits * VISIT, stop, &mut || {
            tell(Burner::thought(game));
        });
        Burner::thought(game)
    }

    fn review(
        &self,
        record: Record<'_>,
        _: &[review::KnownPosition],
        n_visits: u32,
        stop: &StopSign,
        pause: &(dyn Fn() + Sync),
        tell: &mut dyn FnMut(review::ReviewProgress),
    ) -> Option<review::GameReview> {
        let n_all = record.moves().count() + 1;
        for at in 0..n_all {
            let game = record.replay_moves(at).into_game();
            Burner::burn(&game, n_visits * VISIT, stop, &mut || pause());
            if stop.is_raised() {
                break;
            }
            tell(review::ReviewProgress {
                n_done: at as u32 + 1,
                n_all: n_all as u32,
                at: at as u32,
                position: Burner::thought(&game),
            });
        }
        None
    }
}
