//! A game in words, as a person has it: lines go in, lines come out.

mod play_session;

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use play_session::{Dir, PATIENCE, Session, check_script, lines};

#[test]
fn two_friends_play_a_game_to_the_last_point() {
    check_script("friends.txt");
}

#[test]
fn a_ko_a_capture_and_what_is_forbidden_are_told() {
    check_script("ko.txt");
}

#[test]
fn everything_can_be_asked_in_german() {
    check_script("deutsch.txt");
}

#[test]
fn bad_input_is_answered_and_the_game_goes_on() {
    let dir = Dir::new("bad");
    let mut input = b"\xff\xfe\0\nd4\n\x1b[2J\n".to_vec();
    input.extend(vec![b'x'; 100_000]);
    input.extend(b"\nlast\n");
    let out = dir.pipe(&["--friend"], &input);
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines.contains(&"Black D4. White to move."), "{out}");
    assert!(lines.contains(&"That is too long."), "{out}");
    assert!(lines.contains(&"Move 1: Black D4."), "{out}");
    assert!(!out.contains(['\x1b', '\0']), "{out:?}");
}

#[cfg(unix)]
#[test]
fn a_home_that_cannot_be_written_to_is_told_once() {
    let play = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ponnuki"));
        command.args(["play", "--plain", "--net", "none", "--friend"]);
        command
            .args(args)
            .env("LC_ALL", "C")
            .env("HOME", "/dev/null");
        command
            .env_remove("XDG_DATA_HOME")
            .env_remove("PONNUKI_DATA");
        command.stdin(Stdio::null());
        command.output().expect("the program runs")
    };
    let played = play(&[]);
    let said = String::from_utf8(played.stdout).expect("UTF-8");
    let told = "Nothing can be written to /dev/null/.local/share/ponnuki: this game is not kept.";
    assert_eq!(said.matches(told).count(), 1, "{said}");
    assert!(said.contains("Black to move"), "{said}");
    assert_eq!(played.stderr, b"");
    assert_eq!(played.status.code(), Some(0));
    // Whoever names a directory means it.
    let refused = play(&["--data", "/dev/null/games"]);
    let told = String::from_utf8(refused.stderr).expect("UTF-8");
    assert!(
        told.contains("/dev/null/games cannot hold the games"),
        "{told}"
    );
    assert_eq!(refused.status.code(), Some(1));
}

#[test]
fn the_end_of_input_leaves_and_the_game_goes_on_later() {
    let dir = Dir::new("continue");
    let out = dir.pipe(&["--friend"], b"d4\n");
    let kept = "The game is kept. Go on with it: ponnuki play --plain --continue\nGoodbye.\n";
    assert!(out.ends_with(kept), "{out}");
    let out = dir.pipe(&["--continue"], b"e5\nquit\n");
    assert!(out.contains("Move 1: Black D4. White to move.\n"), "{out}");
    assert!(out.contains("White E5. Black to move.\n"), "{out}");
}

/// A record in which it is White's turn after three moves.
const RECORD: &str = "(;SZ[5]RU[Chinese]KM[7];B[cc];W[dc];B[cd])";

fn record(dir: &Dir, sgf: &str) -> String {
    let path = dir.path().join("record.sgf");
    fs::write(&path, sgf).expect("a file");
    path.to_str().expect("a path").to_owned()
}

#[test]
fn a_game_of_a_file_is_gone_on_with_by_friends() {
    let dir = Dir::new("resume");
    let file = record(&dir, RECORD);
    let out = dir.pipe(&["--friend", "--resume", &file], b"d4\nmoves\nquit\n");
    let expected = "5 by 5 board, Chinese rules. Komi 7. You play both colours. \
                    Move 3: Black C2. White to move.\n";
    assert!(out.contains(expected), "{out}");
    assert!(out.contains("White D4. Black to move.\n"), "{out}");
    assert!(out.contains("Move 2: White D3.\n"), "{out}");
    // It is a game as any other from then on.
    let out = dir.pipe(&["--continue"], b"quit\n");
    assert!(out.contains("Move 4: White D4. Black to move.\n"), "{out}");
}

#[test]
fn the_computer_goes_on_with_a_game_of_a_file() {
    let dir = Dir::new("resume-computer");
    let file = record(&dir, RECORD);
    let args = ["--level", "1", "--resume", &file, "--move", "2"];
    let mut session = Session::start(&dir, &args);
    // Whose turn it is goes on; here Black, after two moves.
    let line = session.hears("Your move.");
    assert!(
        line.contains("You play Black. White is Computer, level 1."),
        "{line}"
    );
    assert!(line.contains("Move 2: White D3."), "{line}");
    session.types("c2");
    session.hears("Black C2.");
    session.hears("Your move.");
    // What the file had is taken back as any other move, and not made again.
    session.types("undo");
    session.hears("Taken back to move 2. Your move.");
    session.types("undo");
    session.hears("Taken back to move 0. Your move.");
    session.types("a1");
    session.hears("Black A1.");
    session.hears("Your move.");
    session.types("quit");
    session.ends(0);
    let mut session = Session::start(
        &dir,
        &["--level", "1", "--resume", &file, "--color", "black"],
    );
    // White's turn is the computer's.
    session.hears("Your move.");
    session.types("quit");
    session.ends(0);
}

#[test]
fn a_file_that_no_game_goes_on_from_says_why() {
    let dir = Dir::new("resume-not");
    for (sgf, more, expected) in [
        (
            "(;SZ[9]RU[Japanese]AB[aa]AW[bb])",
            &[][..],
            "the game cannot be continued: it begins with stones or a turn that no handicap \
             gives",
        ),
        (RECORD, &["--move", "9"], "there is no move 9 among its 3"),
        (
            "(;SZ[5]RU[Chinese];B[cc];B[dd])",
            &[],
            "move 2 is made out of turn",
        ),
    ] {
        let file = record(&dir, sgf);
        let args = [&["--resume", &file], more].concat();
        let output = dir.ponnuki(&args).stdin(Stdio::null()).output();
        let told = String::from_utf8(output.expect("the program runs").stderr).expect("UTF-8");
        assert!(told.contains(expected), "{sgf}: {told}");
    }
}

#[test]
fn a_game_beside_a_server_that_runs_already_says_that_it_is_not_kept() {
    let dir = Dir::new("beside");
    let server = dir.serve();
    let out = dir.pipe(&["--friend"], b"d4\nquit\n");
    let expected = format!(
        "Ponnuki runs already, at {}: this game is not kept.\n",
        server.url
    );
    assert!(out.contains(&expected), "{out}");
    assert!(out.contains("The game is not kept.\n"), "{out}");
}

#[test]
fn there_must_be_a_game_to_go_on_with() {
    let dir = Dir::new("nothing");
    let output = dir.ponnuki(&["--continue"]).stdin(Stdio::null()).output();
    let output = output.expect("the program runs");
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(told, "error: there is no game to go on with\n");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_game_can_be_saved_but_not_over_another() {
    let dir = Dir::new("save");
    let file = dir.path().join("game.sgf");
    let name = file.to_str().expect("a path");
    let line = format!("d4\nsave {name}\nsave {name}\n");
    let out = dir.pipe(&["--friend"], line.as_bytes());
    assert!(out.contains(&format!("The game is in {name}.\n")), "{out}");
    assert!(
        out.contains(&format!("The game is not in {name}: ")),
        "{out}"
    );
    let sgf = fs::read_to_string(file).expect("the game");
    assert!(sgf.contains(";B[df]"), "{sgf}");
}

#[test]
fn the_computer_answers_and_giving_up_is_asked_twice() {
    let dir = Dir::new("computer");
    let mut session = Session::start(&dir, &["--level", "1", "--size", "5", "--net", "none"]);
    session.hears("Your move.");
    session.types("c3");
    session.hears("Black C3.");
    // Whatever it answers, it is our turn again.
    session.hears("Your move.");
    session.types("pass");
    session.hears("Say yes or no.");
    session.types("resign");
    session.hears("Do you give up? Say yes or no.");
    session.types("yes");
    session.hears("White wins by resignation. You lost.");
    session.types("quit");
    session.ends(0);
}

#[cfg(unix)]
#[test]
fn whoever_is_told_to_stop_says_goodbye() {
    for signal in ["-TERM", "-INT"] {
        let dir = Dir::new("stop");
        let mut session = Session::start(&dir, &["--friend"]);
        session.hears("Black to move.");
        session.types("d4");
        session.hears("White to move.");
        let asked = Command::new("kill").args([signal, &session.id()]).status();
        assert!(asked.expect("the system's kill").success());
        session.hears("Goodbye.");
        session.ends(0);
        let out = dir.pipe(&["--continue"], b"");
        assert!(out.contains("Move 1: Black D4."), "{out}");
    }
}

#[cfg(unix)]
#[test]
fn a_game_that_is_killed_is_kept() {
    let dir = Dir::new("kill");
    let mut session = Session::start(&dir, &["--friend"]);
    session.hears("Black to move.");
    session.types("d4");
    session.hears("White to move.");
    drop(session);
    let out = dir.pipe(&["--continue"], b"");
    assert!(out.contains("Move 1: Black D4."), "{out}");
}

#[test]
fn two_people_play_over_a_server_by_its_link() {
    let dir = Dir::new("server");
    let server = dir.serve();
    let (host, guest) = (Dir::new("host"), Dir::new("guest"));
    let opening = [
        "--friend",
        "--server",
        &server.url,
        "--size",
        "5",
        "--color",
        "black",
    ];
    let mut host = Session::start(&host, &opening);
    let line = host.hears("Send this link to your opponent: ");
    let link = line.split_once(": ").expect("a link").1.to_owned();
    let mut guest = Session::start(&guest, &["--link", &link, "--name", "Bo"]);
    host.hears("Your move.");
    guest.hears("You play White.");
    host.types("c3");
    guest.hears("Black C3. Your move.");
    guest.types("c3");
    guest.hears("There is a stone already.");
    guest.types("estimate");
    guest.hears("No estimates of a game between people while it is played.");
    guest.types("tell good luck");
    host.hears("Bo: good luck");
    guest.types("d3");
    host.hears("White D3. Your move.");
    host.types("undo");
    guest.hears("Black asks to take back. Say yes or no.");
    guest.types("no");
    host.hears("White would rather not.");
    host.types("resign");
    host.types("yes");
    guest.hears("White wins by resignation. You won!");
    host.types("quit");
    guest.types("quit");
    host.ends(0);
    guest.ends(0);
}

#[test]
fn a_server_that_goes_away_and_comes_back_is_waited_for() {
    let dir = Dir::new("away");
    let server = dir.serve();
    let own = Dir::new("away-own");
    let mut session = Session::start(&own, &["--friend", "--server", &server.url, "--size", "5"]);
    session.hears("Waiting for an opponent.");
    let again = server.restart();
    session.hears("The connection is gone. Trying again.");
    session.hears("Connected again.");
    session.types("quit");
    session.ends(0);
    drop(again);
}

#[test]
fn a_link_to_nowhere_is_told() {
    let dir = Dir::new("nowhere");
    let server = dir.serve();
    let own = Dir::new("nowhere-own");
    for (link, expected) in [
        (format!("{}/r/k3q9x7m2wd", server.url), "no such room"),
        (format!("{}/r/k3q9x7m2wd#join=x", server.url), "token"),
        (
            "http://127.0.0.1:1/r/abc#join=x".to_owned(),
            "does not answer",
        ),
        ("abc".to_owned(), "a link is as the page gives it"),
    ] {
        let output = own
            .ponnuki(&["--link", &link])
            .stdin(Stdio::null())
            .output();
        let output = output.expect("the program runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned()
            + &String::from_utf8_lossy(&output.stdout);
        assert!(told.contains(expected), "{link}: {told}");
        assert_ne!(output.status.code(), Some(0), "{link}");
    }
}

#[cfg(unix)]
#[test]
fn a_game_in_a_terminal_is_lines_and_nothing_else() {
    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    let dir = Dir::new("terminal");
    let pair = native_pty_system()
        .openpty(PtySize::default())
        .expect("a terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ponnuki"));
    command.args([
        "play", "--plain", "--friend", "--size", "5", "--net", "none", "--lang", "en",
    ]);
    command.arg("--data");
    command.arg(dir.path());
    let mut child = pair
        .slave
        .spawn_command(command)
        .expect("the program starts");
    drop(pair.slave);
    let mut keyboard = pair.master.take_writer().expect("a keyboard");
    let screen = pair.master.try_clone_reader().expect("a screen");
    let lines = lines(screen);
    let mut shown = String::new();
    let mut see = |part: &str| {
        while let Ok(line) = lines.recv_timeout(PATIENCE) {
            shown.push_str(&line);
            if line.contains(part) {
                return;
            }
        }
        panic!("{part} is missing after {shown}");
    };
    see("Black to move.");
    for (typed, seen) in [
        ("c3", "Black C3. White to move."),
        ("c4", "White C4. Black to move."),
        ("around c3", "B4 empty, C4 white, D4 empty"),
        ("undo", "Taken back to move 1. White to move."),
        ("resign", "White gives up?"),
    ] {
        writeln!(keyboard, "{typed}").expect("the program reads");
        see(seen);
    }
    // The end of input, as one types it.
    keyboard.write_all(b"\x04").expect("the program reads");
    see("Goodbye.");
    assert!(child.wait().expect("an end").success());
    assert!(!shown.contains('\x1b'), "{shown:?}");
}
