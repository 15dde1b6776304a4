//! The commands that read game files: `score`, `sgf`, `convert`, `render` and `review`.

mod convert;
mod render;
mod review;
mod score;
mod scored;
mod sgf;
#[path = "../transcripts/mod.rs"]
mod transcripts;

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use ponnuki_sgf::{Collection, Fault, Faults};
use ponnuki_testkit::outside;
use transcripts::{PROMPT, check_transcript, ponnuki, text};

/// What the program answered.
#[derive(Debug)]
struct Answer {
    stdout: Vec<u8>,
    stderr: String,
    code: Option<i32>,
}

impl Answer {
    fn text(&self) -> String {
        text(&self.stdout)
    }
}

/// Runs the program.
fn run(args: &[&str]) -> Answer {
    run_with(args, b"")
}

/// Runs the program with `stdin` to read.
fn run_with(args: &[&str], stdin: &[u8]) -> Answer {
    let mut child = ponnuki(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let stdin = stdin.to_vec();
    let writer = std::thread::spawn(move || {
        // A program that has read enough is content.
        drop(pipe.write_all(&stdin));
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Answer {
        stdout: output.stdout,
        stderr: text(&output.stderr),
        code: output.status.code(),
    }
}

/// What the program writes for `args`, which it can do without a word on stderr.
#[track_caller]
fn answer(args: &[&str]) -> String {
    let answer = run(args);
    assert_eq!(
        (answer.stderr.as_str(), answer.code),
        ("", Some(0)),
        "{args:?}"
    );
    answer.text()
}

/// A directory for one test, empty at first and gone afterwards.
struct Scratch {
    path: PathBuf,
}

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = env::temp_dir().join(format!("ponnuki-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Scratch { path }
    }

    fn path(&self, name: &str) -> String {
        self.path.join(name).to_str().unwrap().to_owned()
    }

    /// The names of the files in it, in order.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.path).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.path));
    }
}

#[test]
fn every_command_is_in_a_transcript() {
    for name in ["score", "sgf", "convert", "render"] {
        let transcript = check_transcript(&format!("{name}.txt"));
        assert!(transcript.contains(&format!("{PROMPT} {name} ")), "{name}");
    }
}

#[test]
fn files_of_our_own_go_through_every_command() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let n_files = check_commands(data.join("sgf"));
    assert!(n_files >= 70, "only {n_files} files");
}

#[test]
fn files_of_other_programs_go_through_every_command() {
    if let Some(directory) = outside::beside("data/sgf") {
        let n_files = check_commands(directory);
        assert!(n_files >= 100, "the files are as they were");
    }
}

/// Has every command that reads files read those below a directory; says how many there are.
fn check_commands(directory: PathBuf) -> usize {
    let mut directories = vec![directory];
    let mut n_files = 0;
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
                continue;
            }
            n_files += 1;
            let path = path.to_str().unwrap();
            for args in [
                &["sgf", "check", path][..],
                &["sgf", "print", path],
                &["render", path],
                &["render", "--numbers", path],
            ] {
                let answer = run(args);
                let is_told = matches!(answer.code, Some(0 | 1));
                assert!(
                    is_told && !answer.stderr.contains("panicked"),
                    "{args:?}: {answer:?}"
                );
            }
            check_print_is_stable(path);
        }
    }
    n_files
}

/// What was printed is without fault, and is printed the same.
fn check_print_is_stable(path: &str) {
    let printed = run(&["sgf", "print", path]);
    if printed.code == Some(0) {
        let again = run_with(&["sgf", "print", "-"], &printed.stdout);
        let collection = Collection::from_bytes(&printed.stdout, Faults::Repair).unwrap();
        let faults = collection.repairs();
        // The one fault that survives its repair: a name is kept, whatever it is.
        assert!(faults.iter().all(|repair| repair.fault == Fault::OddName));
        assert_eq!(again.stderr.is_empty(), faults.is_empty(), "{path}");
        assert!(again.stdout == printed.stdout, "{path}");
    }
}
