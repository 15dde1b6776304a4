//! The wire to an engine: commands one way, lines the other, each on a thread
//! of its own, so that no engine can block us.

use std::collections::VecDeque;
use std::io::{BufReader, Read, Write};
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::fault::{DriveError, EngineFault};
use crate::command::Command;
use crate::lines::{InputLine, clean, read_line, skip_line};

/// The longest answer that is taken, in bytes. The longest that engines give,
/// all a network knows of a 19×19 board, is under 20 KB.
pub const REPLY_MAX: usize = 1 << 20;

/// How many lines of an engine's standard error are kept.
pub const STDERR_LINES_MAX: usize = 64;

/// How much of a line of standard error is kept, in bytes; the rest is a dump.
pub const STDERR_LINE_MAX: usize = 1 << 10;

/// How many lines of an engine may wait for us before it has to wait itself.
const HEARD_MAX: usize = 1 << 6;

/// How many lines are let go by: blank ones before an answer, and whatever an
/// engine still says when it leaves.
const IDLE_LINES_MAX: usize = 1 << 10;

/// How long a dead engine's last words may take to arrive.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Something that came from an engine.
enum Heard {
    Line(InputLine),
    OutputEnded,
    StderrEnded,
}

/// The wire, and the process at its other end if that is one of ours.
pub(super) struct Link {
    to: Sender<String>,
    from: Receiver<Heard>,
    stderr: Tail,
    child: Option<Child>,
    /// The id of the last command.
    id: u32,
    /// Whether nothing more can be asked.
    is_dead: bool,
}

/// A clone-able list of the last lines.
#[derive(Clone, Default)]
struct Tail {
    lines: Arc<Mutex<VecDeque<String>>>,
}

impl Link {
    /// The wire to an engine that reads from `input` and writes to `output`.
    pub(super) fn new(
        input: impl Write + Send + 'static,
        output: impl Read + Send + 'static,
    ) -> Link {
        let (to, commands) = mpsc::channel();
        let (heard, from) = mpsc::sync_channel(HEARD_MAX);
        thread::spawn(move || send_all(&commands, input));
        thread::spawn(move || hear_all(output, &heard));
        Link {
            to,
            from,
            stderr: Tail::default(),
            child: None,
            id: 0,
            is_dead: false,
        }
    }

    /// The wire to a process whose input and output are pipes, and which is
    /// killed when the wire is dropped.
    pub(super) fn to_child(mut child: Child) -> Link {
        let (to, commands) = mpsc::channel();
        let (heard, from) = mpsc::sync_channel(HEARD_MAX);
        let stderr = Tail::default();
        if let Some(input) = child.stdin.take() {
            thread::spawn(move || send_all(&commands, input));
        }
        if let Some(output) = child.stdout.take() {
            let heard = heard.clone();
            thread::spawn(move || hear_all(output, &heard));
        }
        if let Some(output) = child.stderr.take() {
            let tail = stderr.clone();
            thread::spawn(move || {
                tail.keep_all(output);
                // Nobody is left to tell if the wire is gone.
                let _ = heard.send(Heard::StderrEnded);
            });
        }
        Link {
            to,
            from,
            stderr,
            child: Some(child),
            id: 0,
            is_dead: false,
        }
    }

    /// The last lines of the engine's standard error.
    pub(super) fn stderr(&self) -> Vec<String> {
        self.stderr.lines()
    }

    /// Sends a command and waits for its answer, at most `patience` for each line.
    pub(super) fn ask(
        &mut self,
        command: &Command,
        patience: Duration,
    ) -> Result<String, DriveError> {
        if self.is_dead {
            return Err(self.error(command, EngineFault::Gone { status: None }));
        }
        self.id += 1;
        let line = command.clone().with_id(self.id).to_string();
        // If the engine no longer listens, it is found to be gone below.
        let _ = self.to.send(line + "\n");
        match self.answer(patience) {
            Ok(Ok(reply)) => Ok(reply),
            Ok(Err(message)) => Err(self.error(command, EngineFault::Refused { message })),
            Err(fault) => {
                let status = self.kill();
                let fault = match fault {
                    EngineFault::Gone { .. } => EngineFault::Gone { status },
                    fault => fault,
                };
                Err(self.error(command, fault))
            }
        }
    }

    /// What went wrong with `command`, and the engine's last words.
    pub(super) fn error(&self, command: &Command, fault: EngineFault) -> DriveError {
        DriveError {
            command: command.to_string(),
            fault,
            stderr: self.stderr(),
        }
    }

    /// The next whole answer: a reply or a refusal.
    fn answer(&mut self, patience: Duration) -> Result<Result<String, String>, EngineFault> {
        let mut first = self.line(patience)?;
        for _ in 0..IDLE_LINES_MAX {
            if !first.is_empty() {
                break;
            }
            first = self.line(patience)?;
        }
        let garbage = || EngineFault::Garbage {
            line: first.clone(),
        };
        let is_refusal = first.starts_with('?');
        let rest = first.strip_prefix(['=', '?']).ok_or_else(garbage)?;
        let n_digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (id, rest) = rest.split_at(n_digits);
        // Some engines leave the id out, and no engine may answer another command.
        if !id.is_empty() && id.parse() != Ok(self.id) {
            return Err(garbage());
        }
        let mut text = rest.trim().to_owned();
        loop {
            let line = self.line(patience)?;
            if line.is_empty() {
                break;
            }
            if text.len() + line.len() >= REPLY_MAX {
                return Err(EngineFault::TooMuch);
            }
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&line);
        }
        Ok(if is_refusal { Err(text) } else { Ok(text) })
    }

    fn line(&mut self, patience: Duration) -> Result<String, EngineFault> {
        loop {
            match self.from.recv_timeout(patience) {
                Ok(Heard::Line(InputLine::Whole(bytes))) => {
                    return Ok(clean(&String::from_utf8_lossy(&bytes)));
                }
                Ok(Heard::Line(InputLine::TooLong)) => return Err(EngineFault::TooMuch),
                Ok(Heard::StderrEnded) => {}
                Err(RecvTimeoutError::Timeout) => return Err(EngineFault::Silent { patience }),
                Ok(Heard::OutputEnded) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(EngineFault::Gone { status: None });
                }
            }
        }
    }

    /// Ends the engine kindly: lets it read to the end of its input, and leave.
    pub(super) fn leave(&mut self, patience: Duration) -> Option<ExitStatus> {
        self.close_input();
        self.let_go_by(patience, |heard| matches!(heard, Heard::OutputEnded));
        self.kill()
    }

    /// Hears without listening until something, or silence, or too much.
    fn let_go_by(&self, patience: Duration, is_last: impl Fn(&Heard) -> bool) {
        for _ in 0..IDLE_LINES_MAX {
            match self.from.recv_timeout(patience) {
                Ok(heard) if !is_last(&heard) => {}
                _ => return,
            }
        }
    }

    /// Ends the engine, if it is ours and still there, and hears its last
    /// words. A process that is ending by itself is not disturbed.
    fn kill(&mut self) -> Option<ExitStatus> {
        self.is_dead = true;
        self.close_input();
        let mut child = self.child.take()?;
        // It may be gone already, which is as well.
        let _ = child.kill();
        let status = child.wait().ok();
        self.let_go_by(LAST_WORDS, |heard| matches!(heard, Heard::StderrEnded));
        status
    }

    fn close_input(&mut self) {
        (self.to, _) = mpsc::channel();
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if self.child.is_some() {
            self.kill();
        }
    }
}

/// Writes what is to be sent, until nothing more is or nobody reads it.
fn send_all(commands: &Receiver<String>, mut input: impl Write) {
    for line in commands {
        let sent = input.write_all(line.as_bytes());
        if sent.and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Hands on every line, until there are no more or nobody hears them.
fn hear_all(output: impl Read, heard: &SyncSender<Heard>) {
    let mut output = BufReader::new(output);
    while let Ok(Some(line)) = read_line(&mut output, REPLY_MAX) {
        // An engine that says too much is not heard any further.
        let is_last = line == InputLine::TooLong;
        if heard.send(Heard::Line(line)).is_err() || is_last {
            return;
        }
    }
    // Nobody is left to tell if the wire is gone.
    let _ = heard.send(Heard::OutputEnded);
}

impl Tail {
    /// Keeps the last lines of `output`, to its end.
    fn keep_all(&self, output: impl Read) {
        let mut output = BufReader::new(output);
        while let Ok(Some(line)) = read_line(&mut output, REPLY_MAX) {
            let text = match line {
                InputLine::Whole(mut bytes) => {
                    bytes.truncate(STDERR_LINE_MAX);
                    clean(&String::from_utf8_lossy(&bytes))
                }
                InputLine::TooLong if skip_line(&mut output).is_ok() => "…".to_owned(),
                InputLine::TooLong => return,
            };
            let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
            if lines.len() == STDERR_LINES_MAX {
                lines.pop_front();
            }
            lines.push_back(text);
        }
    }

    fn lines(&self) -> Vec<String> {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().cloned().collect()
    }
}
