//! What somebody wants always, from a file; and what `ponnuki doctor` finds.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A home of its own for one test, gone when it ends.
struct Home(PathBuf);

impl Home {
    fn new(name: &str) -> Home {
        let name = format!("ponnuki-config-{name}-{}", std::process::id());
        let dir = std::env::temp_dir().join(name);
        drop(fs::remove_dir_all(&dir));
        fs::create_dir_all(&dir).unwrap();
        Home(dir)
    }

    /// Writes the file to its usual place.
    fn write(&self, text: &str) -> PathBuf {
        let dir = self.0.join(".config/ponnuki");
        fs::create_dir_all(&dir).unwrap();
        let path = dir.join("ponnuki.toml");
        fs::write(&path, text).unwrap();
        path
    }

    fn ponnuki(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ponnuki"));
        command.args(args).env("HOME", &self.0).stdin(Stdio::null());
        for name in [
            "XDG_CONFIG_HOME",
            "XDG_DATA_HOME",
            "PONNUKI_CONFIG",
            "PONNUKI_DATA",
            "PONNUKI_NET",
            "PONNUKI_NETS",
            "PONNUKI_TOKEN",
        ] {
            command.env_remove(name);
        }
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.ponnuki(args).output().unwrap()
    }

    /// What it answers, if all is well.
    #[track_caller]
    fn answer(&self, args: &[&str]) -> String {
        answer_of(self.ponnuki(args))
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

#[track_caller]
fn answer_of(mut command: Command) -> String {
    let output = command.output().unwrap();
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    text(&output.stdout)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The row of an option, with one blank between its parts.
#[track_caller]
fn row(told: &str, option: &str) -> String {
    let mut lines = told.lines();
    let line = lines.find(|line| line.split("  ").next() == Some(option));
    let line = line.unwrap_or_else(|| panic!("no {option} in\n{told}"));
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(not(windows))]
#[test]
fn a_value_comes_from_the_command_line_a_variable_the_file_or_nowhere() {
    let home = Home::new("sources");
    let path = home.write(
        "net = \"none\"\ndata = \"~/games\"\n\n[serve]\nlisten = \"0.0.0.0:9000\"\nno-open = true\n",
    );
    let told = home.answer(&["config", "serve"]);
    assert!(
        told.starts_with(&format!("file: {}\n", path.display())),
        "{told}"
    );
    let games = home.0.join("games").display().to_string();
    assert_eq!(
        row(&told, "listen"),
        "listen 0.0.0.0:9000 line 5 of the file"
    );
    assert_eq!(row(&told, "no-open"), "no-open true line 6 of the file");
    assert_eq!(row(&told, "net"), "net none line 1 of the file");
    assert_eq!(
        row(&told, "data"),
        format!("data {games} line 2 of the file")
    );
    assert_eq!(row(&told, "open"), "open false default");
    assert_eq!(row(&told, "public-url"), "public-url – default");
    let told = home.answer(&["config", "serve", "--listen", "8000", "--data", "/tmp/x"]);
    assert_eq!(row(&told, "listen"), "listen 8000 command line");
    assert_eq!(row(&told, "data"), "data /tmp/x command line");
    let mut command = home.ponnuki(&["config", "serve"]);
    command
        .env("PONNUKI_NET", "built-in")
        .env("PONNUKI_DATA", "/tmp/y");
    let told = answer_of(command);
    assert_eq!(row(&told, "net"), "net built-in PONNUKI_NET");
    assert_eq!(row(&told, "data"), "data /tmp/y PONNUKI_DATA");
    let told = home.answer(&["config"]);
    assert_eq!(
        row(&told, "serve listen"),
        "serve listen 0.0.0.0:9000 line 5 of the file"
    );
    assert!(!told.contains("public-url"), "{told}");
    // Without a file, the defaults that the help tells.
    let told = home.answer(&["--config", "none", "config", "serve"]);
    assert!(told.starts_with("file: none; looked for at\n"), "{told}");
    assert_eq!(
        row(&told, "listen"),
        "listen 127.0.0.1:8361, or the next free port default"
    );
}

#[cfg(not(windows))]
#[test]
fn what_the_file_says_is_done_unless_the_command_line_says_otherwise() {
    let home = Home::new("done");
    home.write("[perft]\nrules = \"tt\"\nsize = 2\ndepth = 3\n");
    assert_eq!(home.answer(&["perft"]), "5 21 68\n");
    assert_eq!(home.answer(&["perft", "--depth", "2"]), "5 21\n");
    // A file that is named counts in place of the usual ones.
    let other = home.0.join("other.toml");
    fs::write(
        &other,
        "[perft]\nrules = \"tt\"\nsize = \"1x2\"\ndepth = 2\n",
    )
    .unwrap();
    let other = other.to_str().unwrap();
    assert_eq!(home.answer(&["--config", other, "perft"]), "3 7\n");
    assert_eq!(
        home.answer(&[&format!("--config={other}"), "perft"]),
        "3 7\n"
    );
    let mut command = home.ponnuki(&["perft"]);
    command.env("PONNUKI_CONFIG", other);
    assert_eq!(answer_of(command), "3 7\n");
    let mut command = home.ponnuki(&["perft"]);
    command.env("XDG_CONFIG_HOME", home.0.join("nowhere"));
    assert_eq!(answer_of(command), "5 21 68\n");
    // Games are kept where the file says.
    home.write("data = \"~/games\"\nnet = \"none\"\n");
    let played = home.run(&["play", "--plain", "--friend", "--lang", "en"]);
    assert!(
        text(&played.stdout).contains("The game is kept."),
        "{played:?}"
    );
    assert!(home.0.join("games/ponnuki.db").exists());
}

#[cfg(not(windows))]
#[test]
fn what_means_nothing_is_told_with_its_place() {
    let home = Home::new("wrong");
    for (file, told) in [
        (
            "[serve]\nlistne = 1\n",
            ":2: 'serve' has no option 'listne', perhaps you mean listen",
        ),
        (
            "volume = 11\n",
            ":1: no command has an option 'volume' that a file can hold",
        ),
        ("[server]\nlisten = 1\n", ":2: there is no command 'server'"),
        ("[serve]\nlisten = \"nowhere\"\n", ":2: listen: "),
        (
            "[serve]\nno-open = \"perhaps\"\n",
            ":2: no-open is true or false",
        ),
        (
            "[serve]\nlisten = 2026-01-01\n",
            ":2: a value is a text, a number, true, false",
        ),
        ("data = \"games\"\n", ":1: data is an absolute path"),
        (
            "[tui]\nlevel = 3\n",
            ":2: 'tui' has no option 'level' that a file can hold",
        ),
        (
            "help = true\n",
            ":1: no command has an option 'help' that a file can hold",
        ),
        ("net = \n", ":1: "),
        ("[serve\n", ":1: "),
    ] {
        let path = home.write(file);
        let output = home.run(&["rules"]);
        let complaint = text(&output.stderr);
        let expected = format!("error: {}{told}", path.display());
        assert!(complaint.starts_with(&expected), "{file}: {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
        assert_eq!(output.status.code(), Some(2), "{file}");
        // Whoever wants to know what is wrong is told.
        assert_eq!(home.run(&["serve", "--help"]).status.code(), Some(0));
        let told = text(&home.run(&["doctor"]).stdout);
        assert!(told.contains("!! configuration "), "{told}");
    }
    let output = home.run(&["--config", "/nowhere.toml", "rules"]);
    let told = text(&output.stderr);
    assert!(
        told.contains("/nowhere.toml: --config names it, but there is no such file"),
        "{told}"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_doctor_looks_at_everything() {
    let home = Home::new("doctor");
    let told = text(&home.run(&["doctor"]).stdout);
    for about in [
        "version",
        "processor",
        "memory",
        "files",
        "data",
        "port",
        "network",
        "clock",
        "configuration",
        "terminal",
    ] {
        let is_about = |line: &&str| line.split_whitespace().nth(1) == Some(about);
        assert_eq!(told.lines().filter(is_about).count(), 1, "{about}:\n{told}");
    }
    assert!(told.contains("ok network       built-in"), "{told}");
    assert!(told.contains("ok data "), "{told}");
    // Whatever will not do has advice below it, and the exit code says so.
    let mut command = home.ponnuki(&["doctor", "--data", "Cargo.toml/games"]);
    let output = command.env("PONNUKI_NET", "nosuch").output().unwrap();
    let told = text(&output.stdout);
    for about in ["!! data", "!! network"] {
        let mut lines = told.lines().skip_while(|line| !line.starts_with(about));
        assert!(lines.next().is_some(), "{about}:\n{told}");
        assert!(
            lines.next().is_some_and(|line| line.starts_with("      ")),
            "{told}"
        );
    }
    assert_eq!(output.status.code(), Some(1));
}
