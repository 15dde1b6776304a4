//! The game in a terminal as people meet it: the whole program in a pseudo-terminal.

#![cfg(unix)]

#[path = "../../tui/tests/stage/pty.rs"]
mod pty;
mod transcripts;

use std::fs;
use std::path::PathBuf;
use std::process;

use portable_pty::CommandBuilder;

use pty::Seen;
use transcripts::check_transcript;

/// The program in a terminal of 80 by 24, with a data directory of its own.
fn start(name: &str, args: &[&str]) -> Seen {
    let dir = std::env::temp_dir().join(format!("ponnuki-tui-{name}-{}", process::id()));
    drop(fs::remove_dir_all(&dir));
    fs::create_dir_all(&dir).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ponnuki"));
    command.arg("tui");
    command.args(args);
    command.args(["--net", "none", "--data"]);
    command.arg(&dir);
    command.cwd(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/games"));
    Seen::start(command, 80, 24)
}

/// The program with these words, in a terminal with this environment.
fn start_in(args: &[&str], variables: &[(&str, &str)]) -> Seen {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ponnuki"));
    command.args(args);
    command.env_remove("XDG_DATA_HOME");
    command.env_remove("PONNUKI_DATA");
    command.cwd(env!("CARGO_MANIFEST_DIR"));
    Seen::start_with(command, 80, 24, variables)
}

#[test]
fn a_home_that_cannot_be_written_to_is_told_on_the_screen() {
    let args = ["tui", "--net", "none", "--friend", "--size", "5"];
    let mut seen = start_in(&args, &[("HOME", "/dev/null")]);
    seen.wait_for("Black to move");
    seen.wait_for("this game is not kept");
    seen.signal("TERM");
    assert!(seen.end().success());
}

#[test]
fn a_dumb_terminal_gets_no_commands() {
    let mut seen = start_in(&["tui", "--net", "none"], &[("TERM", "dumb")]);
    assert_eq!(seen.end().exit_code(), 2);
    let told = String::from_utf8_lossy(&seen.bytes).into_owned();
    assert!(told.contains("TERM is dumb"), "{told}");
    assert!(!told.contains('\x1b'), "{told:?}");
}

#[test]
fn the_charset_of_the_locale_is_written() {
    let latin = [("LC_ALL", "de_DE.ISO-8859-1"), ("HOME", "/dev/null")];
    let plain = [
        "play", "--plain", "--net", "none", "--friend", "--lang", "de",
    ];
    let mut seen = start_in(&plain, &latin);
    seen.wait_for_bytes(b"h\xF6ren");
    seen.signal("TERM");
    seen.end();
    assert!(!seen.bytes.contains(&0xC3), "no UTF-8: {:?}", seen.bytes);
    // What the charset does not have is there in letters.
    let screen = ["tui", "--net", "none", "--lang", "ja"];
    let mut seen = start_in(&screen, &latin);
    seen.wait_until("letters for what is not there", |screen| {
        screen.contents().matches('?').count() > 20
    });
    seen.signal("TERM");
    seen.end();
    assert!(seen.bytes.is_ascii(), "{:?}", seen.bytes);
    let mut seen = start_in(&["tui", "--net", "none", "--lang", "fr"], &latin);
    seen.wait_for_bytes(b"R\xE8gles");
    seen.signal("TERM");
    seen.end();
    assert!(!seen.bytes.contains(&0xC3), "no UTF-8: {:?}", seen.bytes);
}

#[test]
fn what_a_line_has_no_room_for_has_a_page() {
    let mut seen = start("help", &["--friend", "--size", "9"]);
    seen.wait_for("Black to move");
    seen.press("/help\r");
    // The last of the commands is read too.
    seen.wait_for("quit");
    assert!(!seen.contents().contains('…'), "{}", seen.contents());
    seen.press(" ");
    seen.wait_for("Black to move");
    seen.signal("TERM");
    assert!(seen.end().success());
}

#[test]
fn the_command_line_is_explained() {
    check_transcript("tui.txt");
}

#[test]
fn friends_play_a_whole_game_and_look_at_it_again() {
    let mut seen = start("friends", &["--friend", "--size", "5"]);
    seen.wait_for("Black to move");
    for (keys, shown) in [
        ("\r", "Black C3."),
        ("/d3\r", "White D3."),
        ("/c4\r", "Black C4."),
        ("/d4\r", "White D4."),
        ("/c2\r", "Black C2."),
        ("/d2\r", "White D2."),
        ("/c1\r", "Black C1."),
        ("/d1\r", "White D1."),
        ("/c5\r", "Black C5."),
        ("/d5\r", "White D5."),
        ("p", "Black passes."),
        ("p", "Which stones are dead?"),
    ] {
        seen.press(keys);
        seen.wait_for(shown);
    }
    // The computer has looked for dead stones when there is a sum to agree to.
    seen.wait_for("finds no dead stones");
    seen.press("a");
    seen.wait_until("the end, or the other's turn to agree", |screen| {
        let contents = screen.contents();
        contents.contains("W+1.5") || contents.contains("The other agrees")
    });
    if !seen.contents().contains("W+1.5") {
        seen.press("a");
        seen.wait_for("W+1.5");
    }
    seen.press("v");
    seen.wait_for("Review");
    seen.resize(60, 30);
    seen.wait_for("←→ moves");
    seen.press("\x1b[F");
    seen.wait_for("12");
    seen.press(" ");
    seen.wait_for("percent");
    seen.press("q");
    seen.wait_for("Opponent");
    seen.press("q");
    assert!(seen.end().success());
    seen.check_given_back();
}

#[test]
fn a_reviewed_game_is_played_on_and_looked_back_at() {
    let mut seen = start("on", &["second.sgf"]);
    seen.wait_for("Review");
    seen.press("\x1b[F");
    seen.wait_for("G7");
    seen.press("c");
    seen.wait_for("Play goes on after move 4.");
    seen.press("\r");
    seen.wait_for("Your move");
    seen.press("[");
    seen.wait_for("Looking back: move 3 of 4");
    // A key comes back to now and does nothing else.
    seen.press("\r");
    seen.wait_for("Your move");
    assert!(!seen.contents().contains("E5"), "{}", seen.contents());
    seen.press("\r");
    seen.wait_for("5 ● E5");
    seen.signal("TERM");
    assert!(seen.end().success());
    seen.check_given_back();
}

#[test]
fn the_computer_answers_until_one_gives_up() {
    let mut seen = start("computer", &["--level", "1", "--size", "7"]);
    seen.wait_for("Your move");
    seen.press("\r");
    seen.wait_for("2 ●");
    seen.wait_for("Your move");
    seen.press("r");
    seen.wait_for("Do you give up?");
    seen.press("y");
    seen.wait_for("W+R");
    seen.signal("TERM");
    assert!(seen.end().success());
    seen.check_given_back();
}
