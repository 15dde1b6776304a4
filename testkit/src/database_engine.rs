//! A PostgreSQL of the tests' own: from the system's packages, in a temporary directory, reached
//! through a socket there. It ends with the test, however that ends.

use std::env;
use std::fs;
use std::io::{self, Read as _};
use std::os::unix::fs::chown;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use crate::outside;
use crate::processes::{new_directory, signal_process, spawn_with_process};

/// Where Debian and its like put the programs of each version.
const PLACES: &str = "/usr/lib/postgresql";

/// The user `nobody`: PostgreSQL does not run as root.
const NOBODY: u32 = 65_534;

/// How often it is looked whether it answers, and how long in all.
const PAUSE: Duration = Duration::from_millis(20);
const TRIES: u32 = 1_500;

/// What makes it quick. A process that is killed loses nothing by it, only a machine would.
const SETTINGS: [&str; 5] = [
    "listen_addresses=",
    "fsync=off",
    "full_page_writes=off",
    "max_connections=200",
    "autovacuum=off",
];

/// Names a setting that is stronger than these, such as `fsync=on`, for whoever measures.
const SETTING_VARIABLE: &str = "PONNUKI_POSTGRES_SETTING";

/// A PostgreSQL that runs.
#[derive(Debug)]
pub struct Postgres {
    bin: PathBuf,
    dir: PathBuf,
    process: Mutex<Option<Child>>,
    n_databases: AtomicU32,
}

impl Postgres {
    /// The one that all tests of this process share; without the programs the test is skipped.
    pub fn shared() -> Option<&'static Postgres> {
        static SHARED: OnceLock<Option<Postgres>> = OnceLock::new();
        let shared = SHARED.get_or_init(|| programs().map(Postgres::start));
        if shared.is_none() {
            skip();
        }
        shared.as_ref()
    }

    /// One of this test's own, to be stopped and killed; without the programs the test is
    /// skipped.
    pub fn own() -> Option<Postgres> {
        let bin = programs();
        if bin.is_none() {
            skip();
        }
        bin.map(Postgres::start)
    }

    fn start(bin: PathBuf) -> Postgres {
        let dir = new_directory();
        if is_root() {
            chown(&dir, Some(NOBODY), Some(NOBODY)).expect("a directory for nobody");
        }
        let engine = Postgres {
            bin,
            dir,
            process: Mutex::new(None),
            n_databases: AtomicU32::new(0),
        };
        let data = engine.dir.join("data");
        let made = engine
            .unprivileged("initdb")
            .args([
                "-N",
                "-A",
                "trust",
                "-U",
                "ponnuki",
                "-E",
                "UTF8",
                "--locale=C",
                "-D",
            ])
            .arg(&data)
            .output();
        expect_success("initdb", made);
        engine.run();
        engine
    }

    /// Starts it, again if it was stopped or killed, and waits until it answers.
    pub fn run(&self) {
        let log = self.dir.join("log");
        let log = fs::OpenOptions::new().create(true).append(true).open(log);
        let log = log.expect("a log");
        let mut command = self.unprivileged("postgres");
        command.arg("-D").arg(self.dir.join("data"));
        command.arg("-k").arg(&self.dir);
        for setting in SETTINGS {
            command.args(["-c", setting]);
        }
        if let Some(setting) = env::var_os(SETTING_VARIABLE) {
            command.arg("-c").arg(setting);
        }
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log);
        *self.process() = Some(spawn_with_process(command));
        self.wait();
    }

    /// Waits until it answers.
    ///
    /// # Panics
    ///
    /// If it does not.
    pub fn wait(&self) {
        for _ in 0..TRIES {
            let mut ready = Command::new(self.bin.join("pg_isready"));
            ready.arg("-q").arg("-h").arg(&self.dir);
            if ready.status().is_ok_and(|status| status.success()) {
                return;
            }
            thread::sleep(PAUSE);
        }
        let mut log = String::new();
        let read = fs::File::open(self.dir.join("log"));
        drop(read.and_then(|mut file| file.read_to_string(&mut log)));
        panic!("PostgreSQL does not answer: {log}");
    }

    /// The address of a new, empty database.
    pub fn database(&self) -> String {
        let n = self.n_databases.fetch_add(1, Ordering::Relaxed);
        let name = format!("test{n}");
        let made = self.client("createdb").arg(&name).output();
        expect_success("createdb", made);
        self.address(&name)
    }

    /// The address of the database `name`, whether there is one or not.
    pub fn address(&self, name: &str) -> String {
        format!(
            "postgres://ponnuki@localhost/{name}?host={}",
            self.dir.display()
        )
    }

    /// Does with a database itself what no program of ours does; returns what it answers.
    pub fn sql(&self, address: &str, statements: &str) -> Output {
        let path = address.split_once("localhost/").map(|(_, path)| path);
        let (name, _) = path
            .and_then(|path| path.split_once('?'))
            .expect("an address");
        let mut psql = self.client("psql");
        psql.args([
            "-X",
            "-q",
            "-A",
            "-t",
            "-v",
            "ON_ERROR_STOP=1",
            "-d",
            name,
            "-c",
        ]);
        psql.arg(statements).output().expect("psql")
    }

    /// Lets `user` in with a password only.
    pub fn require_password(&self, user: &str) {
        let rules = self.dir.join("data/pg_hba.conf");
        let before = fs::read_to_string(&rules).expect("who is let in");
        let rule = format!("local all {user} scram-sha-256\n{before}");
        fs::write(&rules, rule).expect("who is let in");
        if let Some(process) = self.process().as_ref() {
            signal_process("-HUP", process.id());
        }
    }

    /// Ends it at once, without a word to those who are connected.
    pub fn kill(&self) {
        self.end("-KILL");
    }

    /// Ends it as an operator does who starts it again, breaking connections.
    pub fn stop(&self) {
        self.end("-INT");
    }

    /// Has it stand still: connections stay, and nobody answers.
    pub fn freeze(&self) {
        self.signal_all("-STOP");
    }

    /// Has it go on.
    pub fn thaw(&self) {
        self.signal_all("-CONT");
    }

    fn end(&self, signal: &str) {
        let Some(mut child) = self.process().take() else {
            return;
        };
        signal_process(signal, child.id());
        drop(child.wait());
        // Those who answered may have been killed with it, or end a moment later.
        drop(fs::remove_file(self.dir.join("data/postmaster.pid")));
    }

    fn signal_all(&self, signal: &str) {
        let Some(parent) = self.process().as_ref().map(Child::id) else {
            return;
        };
        let mut children = Command::new("ps");
        children
            .args(["-o", "pid=", "--ppid"])
            .arg(parent.to_string());
        let listed = children.output().expect("the system's ps");
        signal_process(signal, parent);
        for pid in String::from_utf8_lossy(&listed.stdout).split_whitespace() {
            signal_process(signal, pid.parse().expect("a process"));
        }
    }

    fn client(&self, name: &str) -> Command {
        let mut command = Command::new(self.bin.join(name));
        command.arg("-h").arg(&self.dir).args(["-U", "ponnuki"]);
        command
    }

    /// A program that is not run as root, and ends when the thread that started it does.
    fn unprivileged(&self, name: &str) -> Command {
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "KILL"]);
        if is_root() {
            let id = NOBODY.to_string();
            command.args(["--reuid", &id, "--regid", &id, "--clear-groups"]);
        }
        command.arg("--").arg(self.bin.join(name));
        command.current_dir(&self.dir);
        command
    }

    fn process(&self) -> MutexGuard<'_, Option<Child>> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.thaw();
        self.kill();
        drop(fs::remove_dir_all(&self.dir));
    }
}

/// The newest programs of PostgreSQL that there are.
fn programs() -> Option<PathBuf> {
    let named = env::var_os("PONNUKI_POSTGRES").map(PathBuf::from);
    let versions = fs::read_dir(PLACES).into_iter().flatten().flatten();
    let mut versions: Vec<(u32, PathBuf)> = versions
        .filter_map(|version| {
            let number = version.file_name().to_str()?.parse().ok()?;
            Some((number, version.path().join("bin")))
        })
        .collect();
    versions.sort();
    let newest = versions.pop().map(|(_, bin)| bin);
    named.or(newest).filter(|bin| bin.join("initdb").is_file())
}

fn skip() {
    outside::skip(
        "PostgreSQL",
        "there is no PostgreSQL: install it (on Debian and Ubuntu `apt-get install postgresql` as \
         root) or name the folder of its programs in PONNUKI_POSTGRES",
    );
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn expect_success(name: &str, output: io::Result<Output>) {
    let output = output.unwrap_or_else(|error| panic!("{name}: {error}"));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {told}");
}
