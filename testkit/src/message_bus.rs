//! A NATS of the tests' own: from the system's packages, at a port that is free. It ends with the
//! test, however that ends.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::outside;
use crate::processes::{new_directory, signal_process, spawn_with_process};

/// Names the program, before any that is found.
const VARIABLE: &str = "PONNUKI_NATS";

/// Where the program is on Debian and its like, and where people put it themselves.
const PLACES: [&str; 3] = [
    "/usr/sbin/nats-server",
    "/usr/bin/nats-server",
    "/usr/local/bin/nats-server",
];

/// How often it is looked whether it listens, and how long in all.
const PAUSE: Duration = Duration::from_millis(10);
const TRIES: u32 = 1_500;

/// How the address begins that it writes down.
const SCHEME: &str = "nats://127.0.0.1:";

/// A NATS that runs.
#[derive(Debug)]
pub struct Nats {
    program: PathBuf,
    dir: PathBuf,
    options: Vec<String>,
    process: Mutex<Option<Child>>,
    port: u16,
}

impl Nats {
    /// One of this test's own, to be killed and to stand still; without the program the test is
    /// skipped.
    pub fn own() -> Option<Nats> {
        Nats::with(&[])
    }

    /// The same with further options.
    pub fn with(options: &[&str]) -> Option<Nats> {
        let Some(program) = program() else {
            skip();
            return None;
        };
        let mut nats = Nats {
            program,
            dir: new_directory(),
            options: options.iter().map(|&option| option.to_owned()).collect(),
            process: Mutex::new(None),
            port: 0,
        };
        nats.spawn("-1");
        nats.port = nats.wait();
        Some(nats)
    }

    /// Starts it again where it was, after it was killed, and waits until it listens.
    pub fn run(&self) {
        self.spawn(&self.port.to_string());
        self.wait();
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("{SCHEME}{}", self.port)
    }

    /// The port at which it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Ends it at once, without a word to those who are connected.
    pub fn kill(&self) {
        if let Some(mut child) = self.process().take() {
            signal_process("-KILL", child.id());
            drop(child.wait());
        }
    }

    /// Has it stand still: connections stay, and nobody answers.
    pub fn freeze(&self) {
        self.signal("-STOP");
    }

    /// Has it go on.
    pub fn thaw(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        if let Some(child) = self.process().as_ref() {
            signal_process(signal, child.id());
        }
    }

    fn spawn(&self, port: &str) {
        let mut command = Command::new("setpriv");
        command
            .args(["--pdeathsig", "KILL", "--"])
            .arg(&self.program);
        command.args(["-a", "127.0.0.1", "-p", port, "--ports_file_dir"]);
        command.arg(&self.dir).args(&self.options);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        *self.process() = Some(spawn_with_process(command));
    }

    /// Waits until it has written down where it listens; returns the port.
    fn wait(&self) -> u16 {
        let id = self.process().as_ref().map_or(0, Child::id);
        let file = self.dir.join(format!("nats-server_{id}.ports"));
        for _ in 0..TRIES {
            let told = fs::read_to_string(&file).unwrap_or_default();
            let rest = told.split_once(SCHEME).map(|(_, rest)| rest);
            let port = rest.and_then(|rest| rest.split_once('"'));
            if let Some(port) = port.and_then(|(port, _)| port.parse().ok()) {
                return port;
            }
            thread::sleep(PAUSE);
        }
        panic!("NATS does not listen");
    }

    fn process(&self) -> MutexGuard<'_, Option<Child>> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
        drop(fs::remove_dir_all(&self.dir));
    }
}

fn program() -> Option<PathBuf> {
    let named = env::var_os(VARIABLE).map(PathBuf::from);
    let mut found = PLACES.iter().map(PathBuf::from).filter(|way| way.is_file());
    named.or_else(|| found.next()).filter(|way| way.is_file())
}

fn skip() {
    outside::skip(
        "NATS",
        "there is no NATS: install it (on Debian and Ubuntu `apt-get install nats-server` as \
         root) or name its program in PONNUKI_NATS",
    );
}
