//! KaTrain as a client, where it is installed: `pip install --no-deps katrain pysgf chardet
//! websocket-client certifi` is enough. `PONNUKI_PYTHON` names another Python than `python3`.

mod driven;
mod tiny_net;

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use driven::{check_client, interpreter, program};
use ponnuki_testkit::outside;
use tiny_net::TinyNet;

const PROGRAM: &str = env!("CARGO_BIN_EXE_ponnuki");

/// A network that knows something, if it lies beside the project.
const NETWORK: &str = "nets/g170-b6c96-s175395328-d26788732.bin.gz";

/// What the tests need.
const KATRAIN: &str = "KaTrain";

/// Runs KaTrain with the engine that `args` name.
#[track_caller]
fn check_katrain<S: AsRef<OsStr>>(args: &[S]) {
    let python = interpreter("PONNUKI_PYTHON", "python3");
    check_client(KATRAIN, &python, "katrain/client.py", args);
}

#[test]
fn katrain_uses_the_program_as_its_engine_unchanged() {
    let net = TinyNet::for_test("katrain");
    check_katrain(&[program().as_os_str(), net.path().as_os_str()]);
}

/// All of its players, also those who play like people.
#[test]
fn katrains_human_players_move() {
    let (net, human) = (
        TinyNet::for_test("katrain-all"),
        TinyNet::human("katrain-all"),
    );
    let nets = [net.path().as_os_str(), human.path().as_os_str()];
    check_katrain(&[&[program().as_os_str()], &nets[..]].concat());
}

#[test]
fn katrain_uses_a_network_through_it() {
    if let Some(path) = outside::beside(NETWORK) {
        check_katrain(&[program().as_os_str(), path.as_os_str()]);
    }
}

/// A program that listens; ended when the test ends.
struct Host(Child);

impl Drop for Host {
    fn drop(&mut self) {
        // One that has ended by itself has failed the test already.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[test]
fn katrain_uses_the_program_over_the_network() {
    let mut command = Command::new(PROGRAM);
    command.args(["analysis", "--net", "none", "--listen", "127.0.0.1:0"]);
    let mut host = Host(command.stdout(Stdio::piped()).spawn().unwrap());
    let mut line = String::new();
    let mut output = BufReader::new(host.0.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    check_katrain(&[line.split_whitespace().last().unwrap()]);
}
