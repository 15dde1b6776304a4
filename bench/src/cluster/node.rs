//! A node as a process of its own.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ponnuki_server::{Config, NodeConfig, Server, StopSignal, bind};
use ponnuki_store::{DatabaseAddress, Store};
use tokio::runtime;

use crate::load::Burner;

/// The word on the command line that makes this program a node.
pub(crate) const NODE: &str = "node-process";

/// A node that runs, or that ran.
pub(crate) struct NodeProcess {
    child: Child,
    address: SocketAddr,
    /// Where other nodes come.
    port: u16,
}

impl NodeProcess {
    /// Starts this program once more, as a node.
    pub(crate) fn start(database: &str) -> io::Result<NodeProcess> {
        let free = || TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr();
        let (address, port) = (free()?, free()?.port());
        let child = spawn(database, address, port)?;
        Ok(NodeProcess {
            child,
            address,
            port,
        })
    }

    /// Where people come.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits until it has ended, and starts it again.
    pub(crate) fn start_again(&mut self, database: &str) -> io::Result<()> {
        self.child.wait()?;
        self.child = spawn(database, self.address, self.port)?;
        Ok(())
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, name: &str) -> io::Result<()> {
        signal(self.child.id(), name)
    }

    /// Has it go on after `pause`.
    pub(crate) fn wake_after(&self, pause: Duration) {
        let pid = self.child.id();
        thread::spawn(move || {
            thread::sleep(pause);
            // It may have been killed meanwhile.
            drop(signal(pid, "-CONT"));
        });
    }
}

impl Drop for NodeProcess {
    fn drop(&mut self) {
        // It may have ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn signal(pid: u32, name: &str) -> io::Result<()> {
    let mut kill = Command::new("kill");
    kill.arg(name).arg(pid.to_string());
    match kill.status()?.success() {
        true => Ok(()),
        false => Err(io::Error::other("the process has gone")),
    }
}

fn spawn(database: &str, address: SocketAddr, port: u16) -> io::Result<Child> {
    let mut child = Command::new(env::current_exe()?)
        .arg(NODE)
        .arg(database)
        .arg(address.to_string())
        .arg(port.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()?;
    let stdout = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line)?;
    match line.trim() {
        "ready" => Ok(child),
        _ => Err(io::Error::other("a node did not start")),
    }
}

/// Is a node: says that it is ready, and serves until it is asked to end.
///
/// # Errors
///
/// It could not be started.
pub(crate) fn serve(
    database: &str,
    address: &str,
    port: &str,
    out: &mut impl Write,
) -> io::Result<()> {
    let address: SocketAddr = address.parse().map_err(io::Error::other)?;
    let mut runtime = runtime::Builder::new_current_thread();
    runtime.enable_all().build()?.block_on(async {
        let base = DatabaseAddress::parse(database).map_err(io::Error::other)?;
        let DatabaseAddress::Postgres(url) = base else {
            return Err(io::Error::other("a node needs PostgreSQL"));
        };
        let store = Store::open_node(&url).await.map_err(io::Error::other)?;
        let listen = format!("127.0.0.1:{port}");
        let url = format!("http://{listen}").parse();
        let config = Config {
            n_thinkers: 1,
            node: Some(NodeConfig {
                url: url.map_err(io::Error::other)?,
                listen: listen.parse().map_err(io::Error::other)?,
                bus: None,
            }),
            ..Config::default()
        };
        let listener = bind(address).await?;
        let server = Server::start(listener, &config, store, Arc::new(Burner)).await;
        let server = server.map_err(io::Error::other)?;
        let stop = StopSignal::listen()?;
        writeln!(out, "ready")?;
        out.flush()?;
        stop.told().await;
        server.stop().await;
        Ok(())
    })
}
