//! Other people's clients, with this program as their engine.
//!
//! They are looked for in the folder that `PONNUKI_CLIENTS` names, each in a folder of its own:
//!
//! - `gogui`: GoGui's source or a release of it, with `lib/gogui-twogtp.jar` and
//!   `lib/gogui-regress.jar`; in the source `ant gogui-twogtp.jar gogui-regress.jar` makes them.
//!   Needs Java.
//! - `gomill`: the source of gomill. Needs Python 2.7, as `python2` or as `PONNUKI_PYTHON2` says.
//! - `gtp2ogs`: the source of gtp2ogs, and in it `npm install typescript@5.7 eventemitter3
//!   jsonschema json5 split2 tracer yargs@17`; its own `npm install` brings more.
//! - `lizgoban`: the source of LizGoban.
//! - `ogatak`: the source of Ogatak.
//! - `sabaki-gtp`: where `npm install @sabaki/gtp` was done.
//!
//! The last four need Node 20, as `node` or as `PONNUKI_NODE` says. Electron is not needed.

mod driven;
mod tiny_net;

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use driven::{check_client, interpreter, program};
use ponnuki_testkit::outside;
use tiny_net::TinyNet;

/// What the tests need.
const CLIENTS: &str = "other people's clients";

/// Names their folder.
const VARIABLE: &str = "PONNUKI_CLIENTS";

/// The folder of a client, if `file` is in it.
fn client(name: &str, file: &str) -> Option<PathBuf> {
    let Some(folder) = env::var_os(VARIABLE) else {
        outside::skip(CLIENTS, &format!("{VARIABLE} names no folder with {name}"));
        return None;
    };
    let folder = Path::new(&folder).join(name);
    if folder.join(file).exists() {
        return Some(folder);
    }
    let why = format!("there is no {file} in {}", folder.display());
    outside::skip(CLIENTS, &why);
    None
}

/// Runs the driver of this name with the client's folder, the program, and `more`.
#[track_caller]
fn check(interpreter: &Path, name: &str, folder: &Path, more: &[&OsStr]) {
    let program = program();
    let first = [folder.as_os_str(), program.as_os_str()];
    let args = [&first, more].concat();
    check_client(CLIENTS, interpreter, &format!("clients/{name}"), &args);
}

fn node() -> PathBuf {
    interpreter("PONNUKI_NODE", "node")
}

fn python() -> PathBuf {
    interpreter("PONNUKI_PYTHON", "python3")
}

#[test]
fn ogatak_analyses_and_plays_with_both_protocols() {
    if let Some(folder) = client("ogatak", "src/modules/engine.js") {
        let net = TinyNet::for_test("ogatak");
        check(&node(), "ogatak.mjs", &folder, &[net.path().as_os_str()]);
    }
}

#[test]
fn lizgoban_finds_all_that_it_probes_for() {
    if let Some(folder) = client("lizgoban", "src/engine.js") {
        let (net, human) = (TinyNet::for_test("lizgoban"), TinyNet::human("lizgoban"));
        let nets = [net.path().as_os_str(), human.path().as_os_str()];
        check(&node(), "lizgoban.mjs", &folder, &nets);
    }
}

#[test]
fn gtp2ogs_plays_under_every_clock() {
    if let Some(folder) = client("gtp2ogs", "node_modules/typescript") {
        check(&node(), "gtp2ogs.mjs", &folder, &[]);
    }
}

#[test]
fn sabakis_library_plays_a_game() {
    if let Some(folder) = client("sabaki-gtp", "node_modules/@sabaki/gtp") {
        check(&node(), "sabaki.mjs", &folder, &[]);
    }
}

#[test]
fn gogui_lets_it_play_itself_and_runs_a_regression() {
    if let Some(folder) = client("gogui", "lib/gogui-twogtp.jar") {
        check(&python(), "gogui.py", &folder, &[]);
    }
}

#[test]
fn gomills_ringmaster_holds_a_tournament() {
    if let Some(folder) = client("gomill", "gomill/ringmasters.py") {
        let python = interpreter("PONNUKI_PYTHON2", "python2");
        check(&python, "ringmaster.py", &folder, &[]);
    }
}
