//! Transcripts: a line `$ ponnuki …` and what the program answers.
//!
//! They are the files of `tests/golden`. To add a case, add such a line; to
//! renew the answers, `UPDATE_GOLDENS=1 cargo test -p ponnuki`, and read the
//! difference. The program runs in `tests/games`, so that files are named as
//! one would.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How a command stands in a transcript.
pub(crate) const PROMPT: &str = "$ ponnuki";

/// How a line on stderr stands in a transcript.
const STDERR: &str = "! ";

/// How an exit code stands there that no single line on stderr tells.
const EXIT: &str = "? ";

/// Runs every command of a transcript, and compares it with what they answer now.
#[track_caller]
pub(crate) fn check_transcript(name: &str) -> String {
    let path = tests().join("golden").join(name);
    let expected = fs::read_to_string(&path).unwrap();
    let commands = expected.lines().filter(|line| line.starts_with(PROMPT));
    let found: Vec<String> = commands.map(transcribe).collect();
    assert!(!found.is_empty(), "{name} has no commands");
    let found = found.join("\n");
    if env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(&path, &found).unwrap();
    } else if found != expected {
        let differing = found
            .lines()
            .zip(expected.lines())
            .find(|(found, expected)| found != expected);
        panic!(
            "{name} is not what the program answers, first here: {differing:#?}\n\
             If it should be: UPDATE_GOLDENS=1 cargo test -p ponnuki"
        );
    }
    found
}

/// A command as a transcript has it, and what it answers.
fn transcribe(line: &str) -> String {
    let args = words(line.strip_prefix(PROMPT).unwrap_or(line));
    let output = ponnuki(&args).output().unwrap();
    let mut transcript = format!("{line}\n{}", text(&output.stdout));
    let told = text(&output.stderr);
    for line in told.lines() {
        transcript.push_str(&format!("{STDERR}{line}\n"));
    }
    let n_errors = told
        .lines()
        .filter(|line| line.starts_with("error: "))
        .count();
    let n_notes = told
        .lines()
        .filter(|line| line.starts_with("note: "))
        .count();
    assert_eq!(n_errors + n_notes, told.lines().count(), "{line}: {told}");
    match output.status.code() {
        Some(0) => assert_eq!(n_errors, 0, "{line}: {told}"),
        // A command line that was not understood does nothing, and says so in one line.
        Some(2) => {
            assert_eq!(text(&output.stdout), "", "{line}");
            assert_eq!((n_errors, n_notes), (1, 0), "{line}: {told}");
        }
        code => transcript.push_str(&format!("{EXIT}{}\n", code.unwrap())),
    }
    transcript
}

/// The words of a line as a shell would see them; only single quotes are known.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// The program, to be run among the games.
pub(crate) fn ponnuki<S: AsRef<OsStr>>(args: &[S]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ponnuki"));
    command.args(args).current_dir(tests().join("games"));
    // Whatever networks somebody keeps, the answers are the same.
    command.env("PONNUKI_NETS", tests().join("no-networks"));
    // Whatever somebody wants always, too.
    command.env("PONNUKI_CONFIG", "none");
    // What a network thinks changes with the network.
    command.env("PONNUKI_NET", "none");
    command
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}
