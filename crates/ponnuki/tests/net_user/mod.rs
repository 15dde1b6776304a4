//! Somebody who keeps networks, for tests of what they ask for.
#![allow(dead_code, reason = "each file of tests uses a part of it")]

#[path = "../../../net/tests/synthetic/make.rs"]
mod make;
#[path = "../../../net/tests/synthetic/write.rs"]
mod write;

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

pub(crate) use make::Kind;
use make::model;
use write::{Form, write};

/// A user with files of their own and a folder of networks, gone when the test ends.
pub(crate) struct User {
    pub(crate) dir: PathBuf,
}

impl User {
    pub(crate) fn new(name: &str) -> User {
        let name = format!("ponnuki-networks-{name}-{}", std::process::id());
        let dir = env::temp_dir().join(name);
        fs::create_dir_all(&dir).unwrap();
        User { dir }
    }

    /// One with a file `old.bin`, of format 8, and a file `new-one.bin`, of format 15.
    pub(crate) fn with_files(name: &str) -> User {
        let user = User::new(name);
        user.write("old.bin", &network(8, Kind::Ordinary));
        user.write("new-one.bin", &network(15, Kind::Nested));
        user
    }

    /// One who keeps those files as networks.
    pub(crate) fn with_networks(name: &str) -> User {
        let user = User::with_files(name);
        user.answer(&["net", "add", "old.bin"]);
        user.answer(&["net", "add", "new-one.bin"]);
        user
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.dir.join(name), bytes).unwrap();
    }

    pub(crate) fn nets(&self) -> PathBuf {
        self.dir.join("nets")
    }

    /// What is in the folder of networks.
    pub(crate) fn kept(&self) -> Vec<String> {
        let Ok(files) = fs::read_dir(self.nets()) else {
            return Vec::new();
        };
        let name = |file: fs::DirEntry| file.file_name().into_string().unwrap();
        let mut names: Vec<String> = files.map(|file| name(file.unwrap())).collect();
        names.sort();
        names
    }

    /// The program as this user starts it, among the files.
    pub(crate) fn ponnuki(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ponnuki"));
        command.args(args).current_dir(&self.dir);
        command.env("PONNUKI_NETS", self.nets());
        command.env_remove("PONNUKI_NET");
        command
    }

    #[track_caller]
    pub(crate) fn answer(&self, args: &[&str]) -> String {
        answer(&self.ponnuki(args).output().unwrap())
    }

    #[track_caller]
    pub(crate) fn refusal(&self, args: &[&str]) -> String {
        refusal(&self.ponnuki(args).output().unwrap())
    }
}

impl Drop for User {
    fn drop(&mut self) {
        // What is left behind is small and in a temporary place.
        drop(fs::remove_dir_all(&self.dir));
    }
}

pub(crate) fn network(version: u32, kind: Kind) -> Vec<u8> {
    write(&model(version, kind, 3), Form::Binary)
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What a command said that did what it was to do.
#[track_caller]
pub(crate) fn answer(output: &Output) -> String {
    assert_eq!(
        (output.status.code(), &*text(&output.stderr)),
        (Some(0), "")
    );
    text(&output.stdout)
}

/// The one line that a command said which could not do what it was to do.
#[track_caller]
pub(crate) fn refusal(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    let told = text(&output.stderr);
    let line = told.strip_prefix("error: ").expect("an error");
    line.trim_end().to_owned()
}
