//! A network too small to know anything, as a file: enough to see that the program
//! does with a network what it is asked for.
#![allow(dead_code, reason = "each file of tests uses a part of it")]

#[path = "../../../net/tests/synthetic/make.rs"]
mod make;
#[path = "../../../net/tests/synthetic/write.rs"]
mod write;

use std::path::{Path, PathBuf};
use std::{env, fs, process};

use make::{Kind, model};
use write::{Form, write};

/// What the network calls itself.
pub(crate) const NAME: &str = "synthetic-15";

/// A file with a network, gone when the test ends.
pub(crate) struct TinyNet(PathBuf);

impl TinyNet {
    /// One for the test of this name.
    pub(crate) fn for_test(name: &str) -> TinyNet {
        TinyNet::of(name, Kind::Nested)
    }

    /// One that imitates people, or would if it knew any.
    pub(crate) fn human(name: &str) -> TinyNet {
        // Of all kinds this one has a metadata encoder.
        TinyNet::of(&format!("{name}-human"), Kind::Pooling)
    }

    fn of(name: &str, kind: Kind) -> TinyNet {
        let file = format!("ponnuki-{name}-{}.bin", process::id());
        let path = env::temp_dir().join(file);
        fs::write(&path, write(&model(15, kind, 1), Form::Binary)).unwrap();
        TinyNet(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn as_str(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TinyNet {
    fn drop(&mut self) {
        // Somebody who cleans up the same directory is as good.
        drop(fs::remove_file(&self.0));
    }
}
