//! A real terminal for the tests: a pseudo-terminal with a program in it, and what its
//! screen shows. The tests of the binary use this file as well.

use std::io::{Read, Write};
use std::process::Command;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use vt100::{MouseProtocolMode, Parser};

/// How long a program may take to show something on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program in a terminal.
#[allow(dead_code, reason = "each test file uses a part of it")]
pub(crate) struct Seen {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    written: Receiver<Vec<u8>>,
    pub(crate) parser: Parser,
    /// All that was written, as it came.
    pub(crate) bytes: Vec<u8>,
    /// The settings of the terminal before the program began.
    settings: String,
}

#[allow(dead_code, reason = "each test file uses a part of it")]
impl Seen {
    /// Starts `command` in a terminal of this many columns and rows.
    pub(crate) fn start(command: CommandBuilder, cols: u16, rows: u16) -> Seen {
        Seen::start_with(command, cols, rows, &[])
    }

    /// The same in another environment.
    pub(crate) fn start_with(
        command: CommandBuilder,
        cols: u16,
        rows: u16,
        variables: &[(&str, &str)],
    ) -> Seen {
        let pair = native_pty_system().openpty(size(cols, rows)).unwrap();
        let settings = format!("{:?}", pair.master.get_termios());
        let mut command = command;
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        command.env("LC_ALL", "C.UTF-8");
        command.env_remove("NO_COLOR");
        // A panic is told in lines that fit on the screen.
        command.env("RUST_BACKTRACE", "0");
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, written) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n) = reader.read(&mut bytes) {
                if n == 0 || sender.send(bytes[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        Seen {
            child,
            keyboard: pair.master.take_writer().unwrap(),
            master: pair.master,
            written,
            parser: Parser::new(rows, cols, 0),
            bytes: Vec::new(),
            settings,
        }
    }

    /// Waits until the screen is as `is_there` wants it.
    #[track_caller]
    pub(crate) fn wait_until(&mut self, what: &str, is_there: impl Fn(&vt100::Screen) -> bool) {
        while !is_there(self.parser.screen()) {
            let Ok(bytes) = self.written.recv_timeout(PATIENCE) else {
                panic!("{what} is not on the screen:\n{}", self.contents());
            };
            self.parser.process(&bytes);
            self.bytes.extend(bytes);
        }
    }

    /// Waits until the program has written these bytes.
    #[track_caller]
    pub(crate) fn wait_for_bytes(&mut self, wanted: &[u8]) {
        while !self
            .bytes
            .windows(wanted.len())
            .any(|window| window == wanted)
        {
            let Ok(bytes) = self.written.recv_timeout(PATIENCE) else {
                panic!("not written: {wanted:?}, but {:?}", self.bytes);
            };
            self.parser.process(&bytes);
            self.bytes.extend(bytes);
        }
    }

    /// Waits until a text is on the screen.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |screen| screen.contents().contains(text));
    }

    /// What is on the screen.
    pub(crate) fn contents(&self) -> String {
        self.parser.screen().contents()
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Presses and releases the mouse on a point of a 9×9 board, as terminals tell it; where
    /// the point is, the names above the board say.
    #[track_caller]
    pub(crate) fn click_on(&mut self, point: &str) {
        let (_, width) = self.parser.screen().size();
        let rows: Vec<String> = self.parser.screen().rows(0, width).collect();
        let top = rows.iter().position(|row| row.contains("A B C")).unwrap();
        let left = rows[top].find('A').unwrap();
        let (letter, number) = point.split_at(1);
        let across = "ABCDEFGHJ".find(letter).unwrap();
        let number: usize = number.parse().unwrap();
        // Columns and rows are told from 1.
        let at = format!("{};{}", left + 2 * across + 1, top + 10 - number + 1);
        self.press(&format!("\x1b[<0;{at}M\x1b[<0;{at}m"));
    }

    /// Makes the terminal larger or smaller, and wipes it: whoever waits for a text waits
    /// until the program has drawn it anew, so that no key comes together with the new size.
    pub(crate) fn resize(&mut self, cols: u16, rows: u16) {
        self.parser.screen_mut().set_size(rows, cols);
        self.parser.process(b"\x1b[2J");
        self.master.resize(size(cols, rows)).unwrap();
    }

    /// Sends the program a signal.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.process_id().unwrap().to_string();
        let killed = Command::new("kill").args(["-s", name, &id]).status();
        assert!(killed.unwrap().success());
    }

    /// Lets a program go on that is about to stop, once it has.
    #[track_caller]
    pub(crate) fn go_on(&mut self) {
        let id = self.child.process_id().unwrap().to_string();
        let is_stopped = || {
            let asked = Command::new("ps")
                .args(["-o", "state=", "-p", &id])
                .output();
            asked.unwrap().stdout.trim_ascii_start().starts_with(b"T")
        };
        while !is_stopped() {
            thread::yield_now();
        }
        self.signal("CONT");
        self.wait_until("the other screen", vt100::Screen::alternate_screen);
    }

    /// Whether the terminal is as the program found it: no other screen, the cursor to be
    /// seen, the mouse its own, lines as they are typed.
    #[track_caller]
    pub(crate) fn check_given_back(&self) {
        let screen = self.parser.screen();
        assert!(!screen.alternate_screen(), "{}", self.contents());
        assert!(!screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
        let settings = format!("{:?}", self.master.get_termios());
        assert_eq!(settings, self.settings);
    }

    /// Waits until the program ends, and tells how.
    #[track_caller]
    pub(crate) fn end(&mut self) -> ExitStatus {
        let status = self.child.wait().unwrap();
        // Nobody else has the terminal open, so that reading it comes to an end.
        while let Ok(bytes) = self.written.recv() {
            self.parser.process(&bytes);
            self.bytes.extend(bytes);
        }
        status
    }
}

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        ..PtySize::default()
    }
}
